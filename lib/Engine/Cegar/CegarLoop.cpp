//===- CegarLoop.cpp - Abstraction and refinement -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CegarLoop.h"

using namespace sooth;
using namespace sooth::cegar;
using SearchKind = CegarOptions::SearchKind;

static DomainOptions domainOptions(const CegarOptions &O) {
  using Control = CegarOptions::ControlVariables;
  return {.MaxEnum = O.MaxEnum,
          .Predicates = O.PredicateSplit,
          .ExplicitControl = O.Control == Control::Explicit};
}

SearchOrder sooth::cegar::searchOrder(const CegarOptions &O) {
  switch (O.Search) {
  case SearchKind::Bfs:
    return {0, 1, SearchOrder::Ties::Oldest};
  case SearchKind::Dfs:
    return {0, -1, SearchOrder::Ties::Newest};
  case SearchKind::Err:
    return {1, 0, SearchOrder::Ties::Oldest};
  case SearchKind::ErrDfs:
    return {1, 2, SearchOrder::Ties::Oldest};
  case SearchKind::DfsErr:
    return {2, 1, SearchOrder::Ties::Oldest};
  case SearchKind::Weights:
    return {O.ErrorWeight, O.DepthWeight, SearchOrder::Ties::Oldest};
  }
  return {};
}

CegarLoop::CegarLoop(const Cfa &C, const CegarOptions &O)
    : C(C), Table(C.context()),
      D(createDomain(O.Domain, Table, C, domainOptions(O))), Adjust(C, O, *D),
      Abstraction(C, Table, *D, searchOrder(O),
                  O.Refinement == CegarOptions::RefinementKind::MultiSequence
                      ? O.MaxCounterexamples
                      : 1),
      Refine(C, Table, *D, O.Refinement, Adjust), G(C, Table),
      P(Adjust.initial()) {}

/// At each location the disjunction of what its nodes say. Covered nodes say
/// nothing new.
CfaInvariant CegarLoop::invariant() {
  std::vector<std::vector<Expr>> States(C.locations().size());
  for (unsigned N : G.withMark(ArgNode::Mark::Expanded))
    States[G.node(N).Loc].push_back(Table.formula(*G.node(N).State));
  CfaInvariant I;
  for (LocationId L = 0; L < C.locations().size(); ++L)
    I.Formulas[L] = C.context().mkOr(States[L]);
  return I;
}

CfaResult CegarLoop::run(const Budget &B, Observer After) {
  for (;;) {
    Abstractor::Outcome Built = Abstraction.build(G, P, B);
    After(*this);
    switch (Built) {
    case Abstractor::Outcome::Safe:
      return CfaResult::safe(invariant());
    case Abstractor::Outcome::OutOfBudget:
      return CfaResult::unknown(reasonOf(*B.exhausted()));
    case Abstractor::Outcome::Unsafe:
      break;
    }
    Refinement R = Refine.refine(G, P, B);
    switch (R.What) {
    case Refinement::Outcome::Feasible:
      return CfaResult::unsafe(std::move(R.Trace));
    case Refinement::Outcome::Failed:
      return CfaResult::unknown(std::move(R.Reason));
    case Refinement::Outcome::Spurious:
      break;
    }
  }
}
