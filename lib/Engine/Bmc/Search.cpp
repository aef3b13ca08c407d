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
  O.WhenHard = SolverOptions::Hard::Preprocess;
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
    if (A != Answer::Sat)
      return A;
    ScopedTimer T(Stats.Seconds);
    std::vector<Pair> Pairs = equalStates(Separated);
    if (Pairs.empty())
      return A;
    Stats.Separations += Pairs.size();
    for (auto [I, J] : Pairs)
      S->add(Path.different(I, J));
  }
}

Answer Search::askDifferent(const Budget &B) {
  ScopedTimer T(Stats.Seconds);
  // Assumed, not asserted: other questions need not be burdened. A run that
  // has come to rest repeats its last state.
  std::vector<Expr> Separate;
  std::set<Pair> Known = Separated;
  if (depth() > 0 && Known.insert({depth() - 1, depth()}).second)
    Separate.push_back(Path.different(depth() - 1, depth()));
  for (;;) {
    if (llvm::any_of(Separate, [](Expr E) { return E.isFalse(); }))
      return Answer::Unsat;
    ++Stats.Queries;
    Answer A = S->check(Separate, B);
    if (A != Answer::Sat)
      return A;
    std::vector<Pair> Pairs = equalStates(Known);
    if (Pairs.empty())
      return A;
    for (auto [I, J] : Pairs)
      Separate.push_back(Path.different(I, J));
  }
}

void Search::extend() {
  ScopedTimer T(Stats.Seconds);
  S->add(M.context().mkNot(Path.now(Bad)));
  Path.extend();
}

/// After Sat: states that the model makes equal, each with the next one. What
/// is in \p Known is left out: that it is equal can only be a model misread.
std::vector<Search::Pair> Search::equalStates(std::set<Pair> &Known) {
  std::map<std::vector<Value>, unsigned> LastStep;
  std::vector<Pair> Pairs;
  TsTrace T = Path.path();
  for (unsigned I = 0; I < T.States.size(); ++I) {
    std::vector<Value> State;
    for (const TsVariable &V : M.variables())
      State.push_back(T.States[I].find(V.Cur)->second);
    auto [It, New] = LastStep.try_emplace(std::move(State), I);
    if (New)
      continue;
    Pair P{std::exchange(It->second, I), I};
    if (Known.insert(P).second)
      Pairs.push_back(P);
  }
  return Pairs;
}
