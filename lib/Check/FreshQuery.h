//===- FreshQuery.h - Questions to solvers of their own ------------------===//
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
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/Twine.h"

namespace sooth {

/// Whether one of Alternatives has a model together with Parts.
struct FreshQuery {
  std::vector<Expr> Parts, Alternatives;
};

/// Confirmed if nothing in \p Queries has a model, each by a solver of its own;
/// refuted with \p Why if something has.
CheckResult expectUnsat(ExprContext &Ctx, llvm::ArrayRef<FreshQuery> Queries,
                        const llvm::Twine &Why, const Budget &B);

inline CheckResult expectUnsat(ExprContext &Ctx, llvm::ArrayRef<Expr> Parts,
                               llvm::ArrayRef<Expr> Alternatives,
                               const llvm::Twine &Why, const Budget &B) {
  return expectUnsat(Ctx, FreshQuery{Parts, Alternatives}, Why, B);
}

/// Which of \p Small questions, asked one after the other, a solver soon finds
/// to have no model, with anything for costly operators. For the rest there is
/// expectUnsat().
llvm::BitVector easyOnes(ExprContext &Ctx, llvm::ArrayRef<Expr> Small,
                         const Budget &B);

/// A variable of \p E that is not in \p Declared, or null.
Expr undeclared(Expr E, const ExprSet &Declared);

} // namespace sooth

#endif
