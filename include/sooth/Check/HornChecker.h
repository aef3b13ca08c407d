//===- HornChecker.h - Models and derivations of Horn clauses -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_CHECK_HORNCHECKER_H
#define SOOTH_CHECK_HORNCHECKER_H

#include "sooth/Check/CheckResult.h"
#include "sooth/Solver/HornSystem.h"
#include "sooth/Support/Budget.h"

namespace sooth {

/// Whether all clauses of \p S hold if predicates mean what \p M says, for all
/// values of their variables and of divisions by zero. A fresh solver is asked
/// about each clause. Unknown when the budget ends or the solver gives up.
CheckResult checkModel(const HornSystem &S, const HornModel &M,
                       const Budget &B);

/// Whether \p D derives a query of \p S. Evaluation only; never Unknown.
CheckResult checkDerivation(const HornSystem &S, const HornDerivation &D);

} // namespace sooth

#endif
