//===- Search.cpp - Asking a path whether it can turn bad -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Search.h"

using namespace sooth;

static std::unique_ptr<Solver> solverFor(const TransitionSystem &M, Expr Bad) {
  std::vector<Expr> Roots{M.init(), M.constraint(), Bad};
  for (const TsVariable &V : M.variables())
    Roots.push_back(V.Update ? V.Update : V.Cur);
  SolverOptions O;
  O.Over = theoriesOf(Roots);
  return createZ3Solver(M.context(), O);
}

Search::Search(const TransitionSystem &M, Expr Bad, Unroller::Options O)
    : M(M), Bad(Bad), S(solverFor(M, Bad)), Path(M, *S, O) {}

Answer Search::ask(const Budget &B) {
  ScopedTimer T(Stats.Seconds);
  Expr BadNow = Path.now(Bad);
  if (BadNow.isFalse())
    return Answer::Unsat;
  ++Stats.Queries;
  return S->check({BadNow}, B);
}

Answer Search::askSimple(const Budget &B) {
  for (;;) {
    Answer A = ask(B);
    if (A != Answer::Sat || !separate())
      return A;
  }
}

void Search::extend() {
  ScopedTimer T(Stats.Seconds);
  S->add(M.context().mkNot(Path.now(Bad)));
  Path.extend();
}

/// After Sat: makes states different that the model makes equal. Returns
/// whether there were any.
bool Search::separate() {
  std::map<std::vector<Value>, std::vector<unsigned>> StepsOf;
  TsTrace T = Path.path();
  for (unsigned I = 0; I < T.States.size(); ++I) {
    std::vector<Value> State;
    for (const TsVariable &V : M.variables())
      State.push_back(T.States[I].find(V.Cur)->second);
    StepsOf[std::move(State)].push_back(I);
  }
  unsigned Before = Stats.Separations;
  for (const auto &[State, Steps] : StepsOf)
    for (size_t J = 1; J < Steps.size(); ++J)
      for (size_t I = 0; I < J; ++I, ++Stats.Separations)
        S->add(Path.different(Steps[I], Steps[J]));
  return Stats.Separations > Before;
}
