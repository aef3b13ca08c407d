//===- TraceChecker.h - Concrete replay of traces -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_CHECK_TRACECHECKER_H
#define SOOTH_CHECK_TRACECHECKER_H

#include "sooth/Check/CheckResult.h"
#include "sooth/Result/Result.h"
#include "sooth/Support/Budget.h"

namespace sooth {

/// Whether \p T is a run of \p C from its entry, in a state that satisfies
/// init, to an error location: every edge starts where the one before ended,
/// and its guard holds. Initial values and inputs that the trace leaves out
/// are zero. Evaluation only; never Unknown.
CheckResult checkTrace(const Cfa &C, const CfaTrace &T);

/// Whether \p T is a run of \p S to a state where \p P is violated. Requires
/// for Confirmed that every state gives every variable a value. Inputs that
/// are left out are zero; where the step is not possible with these, a fresh
/// solver is asked for others, within \p B.
CheckResult checkTrace(const TransitionSystem &S, const Property &P,
                       const TsTrace &T, const Budget &B);

} // namespace sooth

#endif
