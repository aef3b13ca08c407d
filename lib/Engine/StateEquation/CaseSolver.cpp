//===- CaseSolver.cpp - The equation with its cases, at once ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaseSolver.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::equation;

CaseSolver::CaseSolver(const NetMatrix &N, const GoalCase &Case)
    : N(N), S(createZ3Solver(Ctx)) {
  for (TransitionId T = 0; T < N.transitions(); ++T) {
    Variables.push_back(Ctx.var("y" + std::to_string(T), Ctx.intSort()));
    S->add(Ctx.make(Kind::Le, {Ctx.integer(int64_t(0)), Variables[T]}));
  }
  for (const LinearRowRef &R : Case.Rows)
    add(*R);
  for (const PetriFormula &F : Case.Pending)
    S->add(expression(F));
}

Expr CaseSolver::expression(const LinearRow &R) {
  std::vector<Expr> Parts;
  for (const RowTerm &T : R.Terms)
    Parts.push_back(Ctx.make(
        Kind::Mul, {Ctx.integer(T.Coefficient), Variables[T.Variable]}));
  Expr Sum = Ctx.mkSum(Parts), Bound = Ctx.integer(R.Bound);
  return R.Rel == LinearRow::Kind::Equal ? Ctx.mkEq(Sum, Bound)
                                         : Ctx.make(Kind::Le, {Bound, Sum});
}

Expr CaseSolver::expression(const PetriFormula &F) {
  std::vector<Expr> Parts;
  switch (F.kind()) {
  case PetriFormula::Kind::Constraint: {
    if (F.linear().Rel == Relation::NotEqual)
      return expression(splitDisequality(F.linear()));
    std::optional<LinearRow> Row = N.rowOf(F.linear());
    // Too large for a row: without it there are more solutions, not fewer.
    return Row ? expression(*Row) : Ctx.trueExpr();
  }
  case PetriFormula::Kind::And:
  case PetriFormula::Kind::Or:
    for (const PetriFormula &Part : F.parts())
      Parts.push_back(expression(Part));
    return F.kind() == PetriFormula::Kind::And ? Ctx.mkAnd(Parts)
                                               : Ctx.mkOr(Parts);
  case PetriFormula::Kind::False:
    return Ctx.falseExpr();
  default:
    return Ctx.trueExpr();
  }
}

void CaseSolver::addLemma(const Cut &C) {
  S->add(Ctx.mkOr(expression(C.Low),
                  Ctx.mkAnd(expression(C.High), expression(C.Row))));
}

std::optional<Counts> CaseSolver::solution() {
  Counts X;
  __int128 Total = 0;
  for (Expr V : Variables) {
    llvm::DynamicAPInt I = S->value(V).integer();
    if (I < 0 || I > INT64_MAX / 2)
      return std::nullopt;
    X.push_back(int64_t(I));
    Total += X.back();
  }
  if (Total > INT64_MAX / 2)
    return std::nullopt;
  return X;
}

void equation::rowsImplying(const NetMatrix &N, const PetriFormula &F,
                            const Marking &M, std::vector<LinearRowRef> &Rows) {
  switch (F.kind()) {
  case PetriFormula::Kind::Constraint:
    if (F.linear().Rel == Relation::NotEqual)
      return rowsImplying(N, splitDisequality(F.linear()), M, Rows);
    if (std::optional<LinearRow> Row = N.rowOf(F.linear()))
      Rows.push_back(std::make_shared<const LinearRow>(std::move(*Row)));
    return;
  case PetriFormula::Kind::And:
    for (const PetriFormula &Part : F.parts())
      rowsImplying(N, Part, M, Rows);
    return;
  case PetriFormula::Kind::Or:
    for (const PetriFormula &Part : F.parts())
      if (Part.holds(N.net(), M))
        return rowsImplying(N, Part, M, Rows);
    return;
  default:
    return;
  }
}
