//===- Euf.cpp - IC3 over EUF abstraction ---------------------------------===//
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

#include "sooth/Transform/Cfa/LargeBlock.h"
#include "sooth/Transform/Cfa/TsToCfa.h"
#include "sooth/Transform/Cfa/UnfoldControl.h"

using namespace sooth;
using namespace sooth::euf;

namespace {
/// One run of the loop, on either kind of system.
class Loop {
public:
  enum class Outcome { Safe, Unsafe, Unknown };

  Loop(AbstractSystem &Sys, const EufOptions &O, const Budget &B)
      : Sys(Sys), B(B), Search(Sys, O, B), Refine(Sys, O, B) {}

  Outcome run(llvm::function_ref<void(const llvm::Twine &)> Progress);
  /// A formula for each location.
  const std::vector<Expr> &invariant() const { return Search.invariant(); }
  const TsTrace &concrete() const { return Refine.trace(); }
  /// The block of each of its steps.
  const AbstractTrace &path() const { return Search.trace(); }
  const UnknownReason &reason() const { return Reason; }
  /// Figures called ENGINE.name.
  void collect(llvm::StringRef Engine, Statistics &Figures) const;

private:
  Outcome unknown(UnknownReason Why) {
    Reason = std::move(Why);
    return Outcome::Unknown;
  }

  AbstractSystem &Sys;
  const Budget &B;
  Ic3 Search;
  Refinement Refine;
  UnknownReason Reason;
};

llvm::StringRef nameOf(const EufOptions &O) {
  return O.Abstract == EufOptions::Abstraction::Functions ? "euf" : "ic3ia";
}

class EufEngine final : public TsEngine {
public:
  explicit EufEngine(EufOptions O) : O(O) {}
  llvm::StringRef name() const override { return nameOf(O); }
  TsResult check(const TransitionSystem &Ts, const Property &P,
                 const Budget &B) override;
  void report(Statistics &S) const override { S.add(Figures); }

private:
  EufOptions O;
  Statistics Figures;
};

class EufOnLocations final : public CfaEngine {
public:
  explicit EufOnLocations(EufOptions O) : O(O) {}
  llvm::StringRef name() const override { return nameOf(O); }
  CfaResult check(const Cfa &C, const Budget &B) override;
  void report(Statistics &S) const override { S.add(Figures); }

private:
  CfaResult checkBlocks(const Cfa &C, const Budget &B);

  EufOptions O;
  Statistics Figures;
};

class EufUnfolding final : public TsEngine {
public:
  explicit EufUnfolding(EufOptions O) : O(O), Whole(O), OnLocations(O) {}
  llvm::StringRef name() const override { return nameOf(O); }
  TsResult check(const TransitionSystem &Ts, const Property &P,
                 const Budget &B) override;
  void report(Statistics &S) const override {
    Whole.report(S);
    OnLocations.report(S);
  }

private:
  EufOptions O;
  EufEngine Whole;
  EufOnLocations OnLocations;
};
} // namespace

static UnknownReason::Kind reason(const Budget &B) {
  std::optional<Exhausted> Why = B.exhausted();
  return Why ? reasonOf(*Why) : UnknownReason::Kind::Solver;
}

Loop::Outcome
Loop::run(llvm::function_ref<void(const llvm::Twine &)> Progress) {
  for (;;) {
    Progress("depth " + llvm::Twine(Search.depth()) + ", " +
             llvm::Twine(Sys.lemmas().size()) + " lemmas");
    switch (Search.check()) {
    case Ic3::Outcome::Invariant:
      return Outcome::Safe;
    case Ic3::Outcome::Bound:
      return unknown(
          {.What = UnknownReason::Kind::Bound, .Depth = Search.depth()});
    case Ic3::Outcome::OutOfBudget:
      return unknown({::reason(B)});
    case Ic3::Outcome::AbstractTrace:
      break;
    }
    switch (Refine.buildCx(Search.trace())) {
    case Refinement::Outcome::Feasible:
      return Outcome::Unsafe;
    case Refinement::Outcome::Refined:
      break;
    case Refinement::Outcome::Stuck:
      return unknown({UnknownReason::Kind::Internal, Cause::Kind::NoLemma});
    case Refinement::Outcome::OutOfBudget:
      return unknown({::reason(B)});
    }
  }
}

void Loop::collect(llvm::StringRef Engine, Statistics &Figures) const {
  const Ic3::Statistics &I = Search.statistics();
  const Refinement::Statistics &R = Refine.statistics();
  auto Add = [&](const llvm::Twine &Name, double Value) {
    Figures.add((Engine + "." + Name).str(), Value);
  };
  Figures.set((Engine + ".depth").str(), Search.depth());
  Add("lemmas", Sys.lemmas().size());
  Add("lemmas.constraint", R.ConstraintLemmas);
  Add("lemmas.rewrite", R.RewriteLemmas);
  Add("lemmas.general", R.Facts);
  Add("interpreted", R.Interpreted);
  Add("expansion.terms", R.ExpansionTerms);
  Add("expansion.values", R.ValueAtoms);
  Add("interpolations", R.Interpolations);
  Add("interpolations.atoms", R.InterpolantAtoms);
  Add("refinements", R.Runs);
  Add("refinements.state", R.StateCores);
  Add("refinements.step", R.StepCores);
  Add("refinements.path", R.PathCores);
  Add("refinement.seconds", R.Seconds);
  Add("obligations", I.Obligations);
  Add("cubes", I.Frame.CubesAdded);
  Add("literals.before", I.LiteralsBefore);
  Add("literals.after", I.LiteralsAfter);
  Add("queries.state", I.Frame.StateQueries);
  Add("queries.state.seconds", I.Frame.StateSeconds);
  Add("queries.step", I.Frame.StepQueries);
  Add("queries.step.seconds", I.Frame.StepSeconds);
  Add("rebuilds", I.Frame.Rebuilds);
}

TsResult EufEngine::check(const TransitionSystem &Ts, const Property &P,
                          const Budget &B) {
  AbstractSystem Sys(Ts, P);
  Loop L(Sys, O, B);
  Loop::Outcome Found = L.run([&](const llvm::Twine &What) { progress(What); });
  L.collect(name(), Figures);
  switch (Found) {
  case Loop::Outcome::Safe:
    return TsResult::safe({L.invariant()[0], 1, TsInvariant::Paths::Any});
  case Loop::Outcome::Unsafe:
    return TsResult::unsafe(L.concrete());
  case Loop::Outcome::Unknown:
    break;
  }
  return TsResult::unknown(L.reason());
}

CfaResult EufOnLocations::checkBlocks(const Cfa &C, const Budget &B) {
  AbstractSystem Sys(C);
  Loop L(Sys, O, B);
  Loop::Outcome Found = L.run([&](const llvm::Twine &What) { progress(What); });
  L.collect(name(), Figures);
  switch (Found) {
  case Loop::Outcome::Safe: {
    CfaInvariant I;
    for (LocationId Loc = 0; Loc < L.invariant().size(); ++Loc)
      I.Formulas[Loc] = L.invariant()[Loc];
    return CfaResult::safe(std::move(I));
  }
  case Loop::Outcome::Unsafe: {
    CfaTrace T;
    T.Initial = L.concrete().States.front();
    for (size_t I = 0; I < L.concrete().Inputs.size(); ++I)
      T.Steps.push_back(
          {L.path().Steps[I]->Via->Number, L.concrete().Inputs[I]});
    return CfaResult::unsafe(std::move(T));
  }
  case Loop::Outcome::Unknown:
    break;
  }
  return CfaResult::unknown(L.reason());
}

CfaResult EufOnLocations::check(const Cfa &C, const Budget &B) {
  auto Large = [](const Cfa &A) { return encodeBlocks(A, Encoding::Large); };
  std::vector<CfaTransform> Steps{Large};
  if (O.OfControl == EufOptions::Control::Unfold)
    Steps = {Large, [](const Cfa &A) { return unfoldControl(A); }, Large};
  TransformedCfa Blocks = applyAll(C, Steps);
  Figures.set((name() + llvm::Twine(".locations")).str(),
              Blocks.Model.locations().size());
  Figures.set((name() + llvm::Twine(".blocks")).str(),
              Blocks.Model.edges().size());
  return Blocks.Back->back(checkBlocks(Blocks.Model, B));
}

TsResult EufUnfolding::check(const TransitionSystem &Ts, const Property &P,
                             const Budget &B) {
  Whole.setProgress(listener());
  OnLocations.setProgress(listener());
  if (O.OfControl == EufOptions::Control::Keep || !Ts.isFunctional())
    return Whole.check(Ts, P, B);
  SystemProgram Program = toCfa(Ts, P);
  // One relation for the whole system shares what the parts have in common.
  UnfoldOptions Eager;
  Eager.MaxGrowth = 10;
  TransformedCfa Unfolded = unfoldControl(Program.Model, Eager);
  if (Unfolded.Model.locations().size() <= Program.Model.locations().size())
    return Whole.check(Ts, P, B);
  return Program.Back.back(
      Unfolded.Back->back(OnLocations.check(Unfolded.Model, B)));
}

std::unique_ptr<TsEngine> sooth::createEufUnfolding(EufOptions O) {
  return std::make_unique<EufUnfolding>(O);
}

std::unique_ptr<TsEngine> sooth::createEuf(EufOptions O) {
  return std::make_unique<EufEngine>(O);
}

std::unique_ptr<CfaEngine> sooth::createEufOnLocations(EufOptions O) {
  return std::make_unique<EufOnLocations>(O);
}
