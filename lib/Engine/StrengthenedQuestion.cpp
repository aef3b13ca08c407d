//===- StrengthenedQuestion.cpp - A question with facts that are known ----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/StrengthenedQuestion.h"

using namespace sooth;

StrengthenedQuestion::StrengthenedQuestion(const Question &Q, KnownFacts Facts)
    : System(Q.System), P(Q.P), Program(Facts.Blocks.Model),
      Facts(std::move(Facts)) {
  ExprContext &Ctx = System.context();
  System.setConstraint(Ctx.mkAnd(System.constraint(), this->Facts.InStates));
  Program.changeEdges([&](Edge &E) {
    if (Expr Known = this->Facts.AtLocations.Formulas.lookup(E.Source))
      E.Guard = Ctx.mkAnd(Known, E.Guard);
  });
}

TsResult StrengthenedQuestion::back(const TsResult &R) const {
  if (!R.isSafe())
    return R;
  TsInvariant I = R.invariant();
  I.Formula = System.context().mkAnd(I.Formula, Facts.InStates);
  return TsResult::safe(std::move(I));
}

CfaResult StrengthenedQuestion::back(const CfaResult &R) const {
  if (!R.isSafe())
    return Facts.Blocks.Back->back(R);
  CfaInvariant I = R.invariant();
  // What cannot happen in an unwinding may be so by the facts, which it has
  // not.
  if (I.isUnwinding())
    return CfaResult::unknown(UnknownReason::Kind::NoProgress);
  for (auto &[L, Formula] : I.Formulas)
    if (Expr Known = Facts.AtLocations.Formulas.lookup(L))
      Formula = Program.context().mkAnd(Formula, Known);
  return Facts.Blocks.Back->back(CfaResult::safe(std::move(I)));
}

AnyResult StrengthenedQuestion::back(const AnyResult &R) const {
  if (R.onSystem())
    return back(*R.onSystem());
  return back(*R.onAutomaton());
}
