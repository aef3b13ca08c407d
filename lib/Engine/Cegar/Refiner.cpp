//===- Refiner.cpp - From spurious counterexamples to precision -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a path is feasible is asked of its edges alone. (The abstract states
// on it cover every run along these edges; where a state was split, a run may
// pass a sibling, and is a run all the same.)
//
// Progress: every round either extends the precision of a node's location on
// the path, or removes a node whose state was computed under a smaller
// precision. Both are bounded as long as the formulas are from a finite set;
// a path on which neither is possible would come back as it is, and the loop
// ends there. Before it does, coarser ways to learn from the path are tried
// (see PrecisionAdjustment::Effort).
//
//===----------------------------------------------------------------------===//

#include "Refiner.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::cegar;
using Change = TrackedSet::Change;
using Effort = PrecisionAdjustment::Effort;
using ReasonKind = UnknownReason::Kind;

Refiner::Refiner(const Cfa &C, StateTable &Table, const Domain &D,
                 CegarOptions::RefinementKind Refinement,
                 const PrecisionAdjustment &Adjust)
    : C(C), Table(Table), Adjust(Adjust), Versions(C),
      Interpolate(Versions,
                  D.tracks() == Domain::Tracks::Variables
                      ? PathInterpolator::Content::Variables
                      : PathInterpolator::Content::Formulas,
                  Refinement),
      Feasible(createZ3Solver(C.context(), solverOptionsFor(C))) {}

Refiner::Feasibility Refiner::check(const PathFormula &F, const Budget &B) {
  ScopedTimer T(Figures.FeasibilitySeconds);
  switch (Feasible->check(F.parts(), B)) {
  case Answer::Sat:
    return Feasibility::Feasible;
  case Answer::Unsat:
    return Feasibility::Infeasible;
  case Answer::Unknown:
    break;
  }
  return Feasibility::Unknown;
}

std::optional<PathInterpolant> Refiner::explain(const Arg &G,
                                                const ArgPath &Path,
                                                PathFormula &F,
                                                const Budget &B) {
  ScopedTimer T(Figures.InterpolationSeconds);
  std::vector<Expr> Labels;
  for (unsigned N : Path.Nodes)
    Labels.push_back(Table.formula(*G.node(N).State));
  return Interpolate.interpolate(F, Labels, B);
}

std::vector<unsigned>
sooth::cegar::minimalSet(const Arg &G, llvm::ArrayRef<unsigned> PruneNodes) {
  std::vector<unsigned> Minimal;
  for (unsigned I = 0; I < PruneNodes.size(); ++I)
    if (llvm::none_of(PruneNodes, [&](unsigned Other) {
          return G.isProperAncestor(Other, PruneNodes[I]);
        }))
      Minimal.push_back(I);
  return Minimal;
}

/// Removes the first node to refine. If nothing from there on is out of date
/// the same path would come back, so that an earlier node has to go.
Refiner::Progress Refiner::pruneFor(Arg &G, const Precision &P,
                                    const Spurious &S) {
  auto IsOutdated = [&](unsigned N) {
    return G.node(N).Version != P.at(G.node(N).Loc).version();
  };
  unsigned First = S.pruneNode();
  auto From = llvm::find(S.Path.Nodes, First);
  if (std::none_of(From, S.Path.Nodes.end(), IsOutdated)) {
    auto Old = llvm::find_if(S.Path.Nodes, IsOutdated);
    if (Old == S.Path.Nodes.end())
      return Progress::None;
    First = *Old;
  }
  G.prune(First);
  return Progress::Made;
}

Refiner::Progress Refiner::apply(Arg &G, Precision &P, const Spurious &S) {
  for (unsigned N : S.Path.Nodes)
    if (G.node(N).M == ArgNode::Mark::Pruned)
      return Progress::Made; // together with another path
  for (Effort E :
       {Effort::AsConfigured, Effort::WholeFormulas, Effort::Everything}) {
    if (E != Effort::AsConfigured)
      ++Figures.Escalations;
    for (unsigned I = 0; I < S.Path.Nodes.size(); ++I) {
      LocationId L = G.node(S.Path.Nodes[I]).Loc;
      Adjust.extend(P, L, S.Interpolant.Formulas[I], E);
      if (!S.Interpolant.Variables.empty())
        for (Expr Var : S.Interpolant.Variables[I])
          P.at(L).addVariable(Var);
    }
    if (E == Effort::Everything)
      Adjust.extendByPath(P, S.Path.Edges);
    if (pruneFor(G, P, S) == Progress::Made)
      return Progress::Made;
  }
  return Progress::None;
}

static Refinement failed(const Budget &B, ReasonKind Otherwise,
                         Cause::Kind What) {
  Refinement R;
  R.Reason = {Otherwise, What};
  if (std::optional<Exhausted> E = B.exhausted())
    R.Reason = {reasonOf(*E)};
  return R;
}

Refinement Refiner::refine(Arg &G, Precision &P, const Budget &B) {
  ++Figures.Refinements;
  std::vector<Spurious> All;
  for (unsigned N : G.withMark(ArgNode::Mark::Unsafe)) {
    ArgPath Path = G.pathTo(N);
    Figures.PathLength += Path.Edges.size();
    PathFormula F(Versions, Path.Edges);
    switch (check(F, B)) {
    case Feasibility::Feasible: {
      Refinement R;
      R.What = Refinement::Outcome::Feasible;
      R.Trace = F.trace(*Feasible);
      return R;
    }
    case Feasibility::Unknown:
      return failed(B, ReasonKind::Solver, Cause::Kind::PathFeasibility);
    case Feasibility::Infeasible:
      break;
    }
    std::optional<PathInterpolant> I = explain(G, Path, F, B);
    if (B.exhausted())
      return failed(B, ReasonKind::Timeout, Cause::Kind::None);
    if (!I) // nothing to go by; extendByPath() will have to do
      I = PathInterpolant{
          std::vector<Expr>(Path.Nodes.size(), C.context().trueExpr()), {}};
    All.push_back({std::move(Path), std::move(F), std::move(*I)});
  }

  std::vector<unsigned> PruneNodes;
  for (const Spurious &S : All)
    PruneNodes.push_back(S.pruneNode());
  Progress Sum = Progress::None;
  for (unsigned Chosen : minimalSet(G, PruneNodes)) {
    ++Figures.Counterexamples;
    if (apply(G, P, All[Chosen]) == Progress::Made)
      Sum = Progress::Made;
  }
  // One formula may be known already without being decided where it matters;
  // a whole sequence then tells where it has to be.
  for (Spurious &S : All)
    if (Sum == Progress::None)
      if (auto I = Interpolate.wholeSequence(S.Formula, B)) {
        ++Figures.Escalations;
        S.Interpolant = std::move(*I);
        Sum = apply(G, P, S);
      }
  if (Sum == Progress::None)
    return failed(B, ReasonKind::NoProgress, Cause::Kind::NothingToTrack);
  Refinement R;
  R.What = Refinement::Outcome::Spurious;
  return R;
}
