//===- Bmc.cpp - Bounded model checking and k-induction -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Two paths are unrolled side by side (Sheeran, Singh and Stålmarck, FMCAD
// 2000, Algorithm 3). The base starts in Init; at depth k its solver holds
// Init, k steps, and that states 0 to k-1 are good. The step case starts in
// any state and otherwise holds the same; that its last state cannot be bad
// is k-induction's conclusion. It never gets ahead of the base.
//
// Simple-path constraints are quadratic in number and seldom matter, so they
// are added only for pairs of states that a model makes equal (Eén and
// Sörensson, "Temporal Induction by Incremental SAT Solving", 2003).
//
// Step queries range over unreachable states and can be far harder than base
// queries of the same depth. All together may take about as much time as has
// gone into the base; a query that is cut off is asked again later.
//
// Programs that end have few depths: when no run has more different states
// than the depth, what the base has seen is everything (the forward condition
// of Sheeran et al.). As deeper paths show this as well, it is not asked at
// every depth.
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Bmc/Bmc.h"

#include "Search.h"

#include "sooth/Expr/Evaluator.h"

#include "llvm/ADT/Twine.h"

using namespace sooth;

namespace {
class Bmc final : public TsEngine {
public:
  explicit Bmc(BmcOptions O) : O(O) {}

  llvm::StringRef name() const override {
    return O.Use == BmcOptions::Method::Bounded ? "bmc" : "kind";
  }
  TsResult check(const TransitionSystem &M, const Property &P,
                 const Budget &B) override;
  void report(Statistics &S) const override;

private:
  struct Figures {
    unsigned Depth = 0; // largest so far
    unsigned K = 0;     // of the last proof
    Search::Statistics Base, Step;
  };
  bool isEverything(Search &Base, const Budget &B);
  TsResult search(const TransitionSystem &M, const Property &P, Search &Base,
                  Search &Step, const Budget &B);
  std::optional<TsInvariant> induct(const Search &Base, Search &Step, Expr Good,
                                    const Budget &B);

  BmcOptions O;
  Figures Total;
  bool InductionFailed = false; // for a reason that time does not mend
  unsigned NextEnd = 1;         // depth at which to ask for longer runs
  double EndSeconds = 0;        // that this has taken
};
} // namespace

static TsResult unknown(const Search &Base, const Budget &B) {
  const unsigned Depth = Base.depth();
  if (auto E = B.exhausted())
    return TsResult::unknown({.What = reasonOf(*E), .Depth = Depth});
  return TsResult::unknown({.What = UnknownReason::Kind::Solver,
                            .Why = Cause::quote(Base.reasonUnknown()),
                            .Depth = Depth});
}

/// Whether \p T is a run to a bad state. It always is if the solver is right
/// and its model was read right; updates hold because they were evaluated.
static bool replays(const TsTrace &T, const TransitionSystem &M,
                    const Property &P) {
  if (!Evaluator(T.States.front()).isTrue(M.init()) ||
      !Evaluator(T.States.back()).isTrue(P.Bad))
    return false;
  for (size_t I = 0; I < T.Inputs.size(); ++I) {
    Valuation Step = T.States[I];
    for (auto &[Y, Val] : T.Inputs[I])
      Step[Y] = Val;
    for (const TsVariable &V : M.variables())
      Step[V.Next] = T.States[I + 1].find(V.Cur)->second;
    if (!Evaluator(Step).isTrue(M.constraint()))
      return false;
  }
  return true;
}

/// k-induction with the k of the states that the base knows to be good, or
/// less if time was short.
std::optional<TsInvariant> Bmc::induct(const Search &Base, Search &Step,
                                       Expr Good, const Budget &B) {
  while (!InductionFailed) {
    double Allowed = 1 + Base.statistics().Seconds - Step.statistics().Seconds;
    if (Allowed <= 0)
      return std::nullopt;
    Budget Share = B.child(Allowed);
    bool Simple = O.Paths == TsInvariant::Paths::Simple;
    Answer A = Simple ? Step.askSimple(Share) : Step.ask(Share);
    if (A == Answer::Unsat) {
      Total.K = std::max(1u, Step.depth());
      bool Separated = Step.statistics().Separations > 0;
      return TsInvariant{Good, Total.K,
                         Separated ? TsInvariant::Paths::Simple
                                   : TsInvariant::Paths::Any};
    }
    if (A == Answer::Unknown) {
      InductionFailed = !Share.exhausted();
      return std::nullopt;
    }
    if (Step.depth() == Base.depth())
      return std::nullopt;
    Step.extend();
  }
  return std::nullopt;
}

/// Whether no run has more different states than the base's depth. May take
/// as much time as the search for bad states.
bool Bmc::isEverything(Search &Base, const Budget &B) {
  double Allowed = 1 + Base.statistics().Seconds - 2 * EndSeconds;
  if (O.Paths == TsInvariant::Paths::Any || Base.depth() < NextEnd ||
      Allowed <= 0)
    return false;
  ScopedTimer T(EndSeconds);
  Answer A = Base.askDifferent(B.child(Allowed));
  if (A != Answer::Unknown)
    NextEnd = Base.depth() + Base.depth() / 4 + 1;
  return A == Answer::Unsat;
}

TsResult Bmc::search(const TransitionSystem &M, const Property &P, Search &Base,
                     Search &Step, const Budget &B) {
  for (;;) {
    progress("depth " + llvm::Twine(Base.depth()) +
             (O.Use == BmcOptions::Method::KInduction
                  ? ", k " + llvm::Twine(Step.depth())
                  : llvm::Twine()));
    switch (Base.ask(B)) {
    case Answer::Sat: {
      TsTrace T = Base.path();
      if (replays(T, M, P))
        return TsResult::unsafe(std::move(T));
      if (B.exhausted()) // the model may be cut off, too
        return unknown(Base, B);
      return TsResult::unknown(UnknownReason::Kind::Internal,
                               Cause::Kind::ModelIsNoRun);
    }
    case Answer::Unknown:
      return unknown(Base, B);
    case Answer::Unsat:
      noViolationWithin(Base.depth());
      break;
    }
    if (O.MaxDepth && Base.depth() == O.MaxDepth)
      return TsResult::unknown(
          {.What = UnknownReason::Kind::Bound, .Depth = O.MaxDepth});
    Base.extend();
    if (O.Use == BmcOptions::Method::KInduction)
      if (auto I = induct(Base, Step, M.context().mkNot(P.Bad), B))
        return TsResult::safe(*I);
    if (isEverything(Base, B))
      return TsResult::safe({M.context().mkNot(P.Bad),
                             std::max(2u, Base.depth()),
                             TsInvariant::Paths::Initial});
    if (B.exhausted())
      return unknown(Base, B);
  }
}

static void accumulate(Search::Statistics &Sum, const Search &S) {
  Sum.Queries += S.statistics().Queries;
  Sum.Separations += S.statistics().Separations;
  Sum.Seconds += S.statistics().Seconds;
}

TsResult Bmc::check(const TransitionSystem &M, const Property &P,
                    const Budget &B) {
  InductionFailed = false;
  NextEnd = 1;
  EndSeconds = 0;
  Search Base(M, P.Bad, {Unroller::Start::Initial});
  Search Step(M, P.Bad, {Unroller::Start::Any});
  TsResult R = search(M, P, Base, Step, B);
  Total.Depth = std::max(Total.Depth, Base.depth());
  accumulate(Total.Base, Base);
  accumulate(Total.Step, Step);
  return R;
}

void Bmc::report(Statistics &S) const {
  S.add("bmc.depth", Total.Depth);
  S.add("bmc.queries", Total.Base.Queries);
  S.add("bmc.seconds", Total.Base.Seconds);
  if (O.Use != BmcOptions::Method::KInduction)
    return;
  S.add("kind.k", Total.K);
  S.add("kind.queries", Total.Step.Queries);
  S.add("kind.separations", Total.Step.Separations);
  S.add("kind.seconds", Total.Step.Seconds);
}

std::unique_ptr<TsEngine> sooth::createBmc(BmcOptions O) {
  return std::make_unique<Bmc>(O);
}
