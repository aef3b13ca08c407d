//===- Goal.cpp - A formula as cases of linear rows ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Goal.h"

using namespace sooth;
using namespace sooth::equation;

PetriFormula equation::splitDisequality(const LinearConstraint &C) {
  LinearConstraint Below = C, Above = C;
  Below.Rel = Relation::LessEqual;
  Above.Rel = Relation::GreaterEqual;
  Below.Bound = C.Bound - 1;
  // There is no 2^63: what is less is weaker, and of no use to a wrong proof.
  Above.Bound = C.Bound < INT64_MAX ? C.Bound + 1 : C.Bound;
  return PetriFormula::disjunction(
      {PetriFormula::constraint(Below), PetriFormula::constraint(Above)});
}

Asserted equation::assertFormula(const NetMatrix &N, const PetriFormula &F,
                                 GoalCase &Case) {
  switch (F.kind()) {
  case PetriFormula::Kind::True:
    return Asserted::Done;
  case PetriFormula::Kind::False:
    Case.Rows.push_back(
        std::make_shared<const LinearRow>(LinearRow::atLeast({}, 1)));
    return Asserted::Done;
  case PetriFormula::Kind::Constraint: {
    if (F.linear().Rel == Relation::NotEqual)
      return assertFormula(N, splitDisequality(F.linear()), Case);
    std::optional<LinearRow> Row = N.rowOf(F.linear());
    if (!Row)
      return Asserted::TooLarge;
    Case.Rows.push_back(std::make_shared<const LinearRow>(std::move(*Row)));
    return Asserted::Done;
  }
  case PetriFormula::Kind::And:
    for (const PetriFormula &Part : F.parts())
      if (assertFormula(N, Part, Case) == Asserted::TooLarge)
        return Asserted::TooLarge;
    return Asserted::Done;
  case PetriFormula::Kind::Or:
    Case.Pending.push_back(F);
    return Asserted::Done;
  case PetriFormula::Kind::Not:
  case PetriFormula::Kind::Deadlock:
    break;
  }
  return Asserted::TooLarge; // not expanded
}

std::optional<unsigned>
equation::violated(const NetMatrix &N, const GoalCase &Case, const Marking &M) {
  for (unsigned I = 0; I < Case.Pending.size(); ++I)
    if (!Case.Pending[I].holds(N.net(), M))
      return I;
  return std::nullopt;
}
