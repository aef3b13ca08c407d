//===- FreshQuery.h - One question to a solver of its own -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_CHECK_FRESHQUERY_H
#define SOOTH_LIB_CHECK_FRESHQUERY_H

#include "sooth/Check/CheckResult.h"
#include "sooth/Solver/Solver.h"

#include "llvm/ADT/ArrayRef.h"

namespace sooth {

/// Confirmed if none of \p Alternatives has a model together with \p Parts;
/// refuted with \p Why if one has.
CheckResult expectUnsat(ExprContext &Ctx, llvm::ArrayRef<Expr> Parts,
                        llvm::ArrayRef<Expr> Alternatives, std::string Why,
                        const Budget &B);

/// A variable of \p E that is not in \p Declared, or null.
Expr undeclared(Expr E, const ExprSet &Declared);

} // namespace sooth

#endif
