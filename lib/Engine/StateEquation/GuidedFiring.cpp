//===- GuidedFiring.cpp - Firing what others wait for -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Greedy firing lends tokens to whoever comes first, and they are gone when
// somebody needs many at once (the Chain nets). So the solution is taken in
// pieces. Each round picks a transition t that cannot fire, solves
//
//   minimize Σ z  subject to  z ≤ rest, z(t) = 0, m + C·z ≥ w⁻(t),
//
// fires z greedily, and then t. If no t can be served so, greedy firing makes
// the next step.
//
//===----------------------------------------------------------------------===//

#include "GuidedFiring.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::equation;

namespace {
class Guide {
public:
  Guide(const NetMatrix &N, const Counts &X, LinearSolver &Linear,
        const Budget &B)
      : N(N), Linear(Linear), B(B), Rest(X) {
    Result.Fired.assign(X.size(), 0);
    Result.Final = N.initial();
  }
  GreedyRun run();

private:
  bool serveOne();
  bool serve(TransitionId T);
  std::optional<Counts> supply(TransitionId T);
  void take(GreedyRun R);

  const NetMatrix &N;
  LinearSolver &Linear;
  const Budget &B;
  Counts Rest;
  GreedyRun Result;
  unsigned Questions = 0;
};
} // namespace

void Guide::take(GreedyRun R) {
  llvm::append_range(Result.Runs, R.Runs);
  for (TransitionId T = 0; T < Rest.size(); ++T) {
    Result.Fired[T] += R.Fired[T];
    Rest[T] -= R.Fired[T];
  }
  Result.Final = std::move(R.Final);
}

/// The fewest firings after which the equation lets \p T fire.
std::optional<Counts> Guide::supply(TransitionId T) {
  LinearProblem P;
  P.Variables = N.transitions();
  for (PlaceId Place = 0; Place < N.places(); ++Place) {
    std::vector<RowTerm> Terms;
    for (const NetMatrix::Entry &E : N.changes(Place))
      if (Rest[E.Transition] > 0)
        Terms.push_back({E.Transition, E.Change});
    P.add(
        LinearRow::atLeast(std::move(Terms), int64_t(N.input(Place, T)) -
                                                 int64_t(Result.Final[Place])));
  }
  for (TransitionId U = 0; U < N.transitions(); ++U)
    P.add(LinearRow::atMost({{U, 1}}, U == T ? 0 : Rest[U]));
  IntegerAnswer A = Linear.minimize(P, B);
  if (A.What != IntegerAnswer::Status::Feasible)
    return std::nullopt;
  return std::move(A.Values);
}

/// Fires \p T if its supply can fire as a whole.
bool Guide::serve(TransitionId T) {
  ++Questions;
  std::optional<Counts> Z = supply(T);
  if (!Z)
    return false;
  GreedyRun R = fireGreedily(N, Result.Final, *Z, {Preference::Balanced}, B);
  if (!N.net().isEnabled(T, R.Final))
    return false;
  take(std::move(R));
  Counts Once(Rest.size(), 0);
  Once[T] = Rest[T];
  take(fireGreedily(N, Result.Final, Once, {Preference::Bulk}, B));
  return true;
}

bool Guide::serveOne() {
  constexpr unsigned Most = 100;
  GreedyRun Ahead =
      fireGreedily(N, Result.Final, Rest, {Preference::Balanced}, B);
  for (TransitionId T = 0; T < Rest.size() && Questions < Most; ++T) {
    if (Rest[T] == 0 || Ahead.Fired[T] == Rest[T])
      continue;
    if (!N.net().isEnabled(T, Result.Final) && serve(T))
      return true;
  }
  // Nobody needs help, or nobody can be helped.
  take(std::move(Ahead));
  return false;
}

GreedyRun Guide::run() {
  constexpr unsigned MaxRounds = 200;
  for (unsigned Round = 0; Round < MaxRounds && !B.exhausted(); ++Round)
    if (!serveOne())
      break;
  return std::move(Result);
}

GreedyRun equation::fireGuided(const NetMatrix &N, const Counts &X,
                               LinearSolver &Linear, const Budget &B) {
  return Guide(N, X, Linear, B).run();
}
