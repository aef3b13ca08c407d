//===- InvariantChecker.h - Invariants checked by a fresh solver ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Safe answers are worth what this says about their invariants. It shares the
// expressions and the models with engines and transforms, but no algorithm:
// paths are encoded by constraints over copies of variables; all that is
// substituted for a variable is a constant or another variable.
//
// All checks return Unknown when the budget ends or the solver gives up.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_CHECK_INVARIANTCHECKER_H
#define SOOTH_CHECK_INVARIANTCHECKER_H

#include "sooth/Check/CheckResult.h"
#include "sooth/Result/Result.h"
#include "sooth/Support/Budget.h"

namespace sooth {

/// Whether \p I proves that \p P is never violated: the states reachable in
/// fewer than K steps satisfy the formula, K consecutive ones (if required,
/// pairwise different) are followed only by ones that do, and the formula
/// excludes the bad states.
CheckResult checkInvariant(const TransitionSystem &S, const Property &P,
                           const TsInvariant &I, const Budget &B);

/// Whether \p I proves that no error location of \p C is reached: the
/// locations with a formula cut every cycle, the entry and the errors are
/// among them, init implies the entry's formula, the errors' are false, and
/// every loop-free path from one such location to the next preserves them.
///
/// A formula with universal variables is assumed only for finitely many values
/// of them (Instances.h), and shown for any; so no solver sees a quantifier. If
/// these values do not suffice, a right invariant is refuted, too.
///
/// An unwinding is gone through on symbolic states; what it claims to be
/// impossible is one question.
CheckResult checkInvariant(const Cfa &C, const CfaInvariant &I,
                           const Budget &B);

/// What the latter asks a solver about an unwinding: it has no
/// model. Nothing if that is not all, as runs may come to formulas and then to
/// errors, if there is no unwinding, or \p B is used up.
std::optional<Expr> unwindingQuestion(const Cfa &C, const CfaInvariant &I,
                                      const Budget &B);

} // namespace sooth

#endif
