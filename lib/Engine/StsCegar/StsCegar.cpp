//===- StsCegar.cpp - The loop of abstraction refinement ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/StsCegar/StsCegar.h"

#include "Strategy.h"

#include "llvm/ADT/Twine.h"

using namespace sooth;
using namespace sooth::stscegar;
using Algorithm = StsCegarOptions::Algorithm;

namespace {
class StsCegar final : public TsEngine {
public:
  explicit StsCegar(StsCegarOptions O) : O(std::move(O)) {}
  llvm::StringRef name() const override {
    switch (O.Use) {
    case Algorithm::Clustered:
      return "clustered";
    case Algorithm::Visibility:
      return "visibility";
    case Algorithm::Interpolating:
      return "interpolating";
    }
  }
  TsResult check(const TransitionSystem &M, const Property &P,
                 const Budget &B) override;
  void report(Statistics &S) const override {
    S.add((name() + ".iterations").str(), Iterations);
    S.add((name() + ".states").str(), States);
    S.add((name() + ".queries").str(), Queries);
  }

private:
  TsResult loop(Strategy &S, Concretizer &Runs, Questions &Q);

  StsCegarOptions O;
  unsigned Iterations = 0, States = 0, Queries = 0;
};
} // namespace

void Strategy::stopForSize(Cause::Kind What) {
  Q.stop(UnknownReason::Kind::Bound, Cause(What, uint64_t(O.MaxValues)));
}

void Strategy::countState() {
  if (++Explored > O.MaxValues)
    stopForSize(Cause::Kind::TooManyStates);
}

/// With a table, of what is outside of it nothing is known but that it is not
/// reached.
static Expr invariant(Strategy &S, Questions &Q) {
  Expr Reached = Q.context().mkOr(S.reached());
  return Q.table() ? Q.context().mkAnd(Reached, Q.table()->bounds()) : Reached;
}

/// Figure 4.4.
TsResult StsCegar::loop(Strategy &S, Concretizer &Runs, Questions &Q) {
  S.initialize();
  while (!Q.isStopped()) {
    progress("refinement " + llvm::Twine(Iterations) + ", " +
             llvm::Twine(S.explored()) + " states");
    std::optional<AbstractPath> Path = S.check();
    if (Q.isStopped())
      break;
    if (!Path)
      return TsResult::safe({invariant(S, Q)});
    if (auto Run = Runs.concretize(*Path))
      return TsResult::unsafe(std::move(*Run));
    if (Q.isStopped())
      break;
    S.refine(*Path);
    ++Iterations;
  }
  return TsResult::unknown(Q.reason());
}

TsResult StsCegar::check(const TransitionSystem &M, const Property &P,
                         const Budget &B) {
  Questions Q(M, P, B, O.MaxTable);
  std::unique_ptr<Concretizer> Runs =
      Q.table() ? createTableConcretizer(Q) : createSolverConcretizer(Q);
  std::unique_ptr<Strategy> S =
      O.Use == Algorithm::Clustered    ? createClustered(Q, *Runs, O)
      : O.Use == Algorithm::Visibility ? createVisibility(Q, *Runs, O)
                                       : createInterpolating(Q, *Runs, O);
  TsResult R = loop(*S, *Runs, Q);
  States += S->explored();
  Queries += Q.asked();
  return R;
}

std::unique_ptr<TsEngine> sooth::createStsCegar(StsCegarOptions O) {
  return std::make_unique<StsCegar>(std::move(O));
}
