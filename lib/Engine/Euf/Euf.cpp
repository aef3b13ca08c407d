//===- Euf.cpp - IC3 over EUF abstraction
//----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Algorithm 1: check the abstract system; build a concrete counterexample
// from an abstract one, or refine and check again.
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Euf/Euf.h"

#include "Ic3.h"
#include "Refinement.h"

using namespace sooth;
using namespace sooth::euf;

namespace {
class EufEngine final : public TsEngine {
public:
  explicit EufEngine(EufOptions O) : O(O) {}
  llvm::StringRef name() const override { return "euf"; }
  TsResult check(const TransitionSystem &Ts, const Property &P,
                 const Budget &B) override;
  void report(Statistics &S) const override;

private:
  TsResult run(AbstractSystem &Sys, Ic3 &Search, Refinement &Refine,
               const Budget &B);
  void collect(const AbstractSystem &Sys, const Ic3 &Search,
               const Refinement &Refine);

  EufOptions O;
  Statistics Figures;
};
} // namespace

static UnknownReason::Kind reason(const Budget &B) {
  std::optional<Exhausted> Why = B.exhausted();
  if (!Why)
    return UnknownReason::Kind::Solver;
  switch (*Why) {
  case Exhausted::Time:
    return UnknownReason::Kind::Timeout;
  case Exhausted::Memory:
    return UnknownReason::Kind::Memory;
  case Exhausted::Cancelled:
    return UnknownReason::Kind::Cancelled;
  }
  return UnknownReason::Kind::Internal;
}

TsResult EufEngine::check(const TransitionSystem &Ts, const Property &P,
                          const Budget &B) {
  AbstractSystem Sys(Ts, P);
  Ic3 Search(Sys, O, B);
  Refinement Refine(Sys, B);
  TsResult Result = run(Sys, Search, Refine, B);
  collect(Sys, Search, Refine);
  return Result;
}

TsResult EufEngine::run(AbstractSystem &Sys, Ic3 &Search, Refinement &Refine,
                        const Budget &B) {
  for (;;) {
    progress("depth " + llvm::Twine(Search.depth()) + ", " +
             llvm::Twine(Sys.lemmas().size()) + " lemmas");
    switch (Search.check()) {
    case Ic3::Outcome::Invariant:
      return TsResult::safe({Search.invariant(), 1, TsInvariant::Paths::Any});
    case Ic3::Outcome::Bound:
      return TsResult::unknown(UnknownReason::Kind::Bound,
                               "depth " + std::to_string(Search.depth()));
    case Ic3::Outcome::OutOfBudget:
      return TsResult::unknown(reason(B));
    case Ic3::Outcome::AbstractTrace:
      break;
    }
    switch (Refine.buildCx(Search.trace())) {
    case Refinement::Outcome::Feasible:
      return TsResult::unsafe(Refine.trace());
    case Refinement::Outcome::Refined:
      Search.refined();
      break;
    case Refinement::Outcome::Stuck:
      return TsResult::unknown(
          UnknownReason::Kind::Internal,
          "a spurious abstract counterexample yielded no lemma");
    case Refinement::Outcome::OutOfBudget:
      return TsResult::unknown(reason(B));
    }
  }
}

void EufEngine::collect(const AbstractSystem &Sys, const Ic3 &Search,
                        const Refinement &Refine) {
  const Ic3::Statistics &I = Search.statistics();
  const Refinement::Statistics &R = Refine.statistics();
  Figures.set("euf.depth", Search.depth());
  Figures.add("euf.lemmas", Sys.lemmas().size());
  Figures.add("euf.lemmas.constraint", R.ConstraintLemmas);
  Figures.add("euf.lemmas.rewrite", R.RewriteLemmas);
  Figures.add("euf.expansion.terms", R.ExpansionTerms);
  Figures.add("euf.expansion.values", R.ValueAtoms);
  Figures.add("euf.refinements", R.Runs);
  Figures.add("euf.refinements.state", R.StateCores);
  Figures.add("euf.refinements.step", R.StepCores);
  Figures.add("euf.refinements.path", R.PathCores);
  Figures.add("euf.refinement.seconds", R.Seconds);
  Figures.add("euf.obligations", I.Obligations);
  Figures.add("euf.cubes", I.Frame.CubesAdded);
  Figures.add("euf.literals.before", I.LiteralsBefore);
  Figures.add("euf.literals.after", I.LiteralsAfter);
  Figures.add("euf.queries.state", I.Frame.StateQueries);
  Figures.add("euf.queries.state.seconds", I.Frame.StateSeconds);
  Figures.add("euf.queries.step", I.Frame.StepQueries);
  Figures.add("euf.queries.step.seconds", I.Frame.StepSeconds);
  Figures.add("euf.rebuilds", I.Frame.Rebuilds);
}

void EufEngine::report(Statistics &S) const {
  for (const auto &[Name, Value] : Figures.values())
    S.add(Name, Value);
}

std::unique_ptr<TsEngine> sooth::createEuf(EufOptions O) {
  return std::make_unique<EufEngine>(O);
}
