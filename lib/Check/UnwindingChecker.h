//===- UnwindingChecker.h - Graphs of all runs ------------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_CHECK_UNWINDINGCHECKER_H
#define SOOTH_LIB_CHECK_UNWINDINGCHECKER_H

#include "sooth/Check/CheckResult.h"
#include "sooth/Result/Result.h"

namespace sooth {

/// Whether no run of \p C leaves the unwinding of \p I but to a location with a
/// formula, which it satisfies, and none reaches an error before that. Requires
/// that init, the edges of \p C and the formulas read nothing but what is
/// declared.
CheckResult checkUnwinding(const Cfa &C, const CfaInvariant &I,
                           const Budget &B);

} // namespace sooth

#endif
