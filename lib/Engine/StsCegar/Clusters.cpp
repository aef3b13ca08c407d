//===- Clusters.cpp - Which variables belong together ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clusters.h"

#include "sooth/Expr/Evaluator.h"

#include "llvm/ADT/EquivalenceClasses.h"

#include <map>

using namespace sooth;
using namespace sooth::stscegar;

/// What Algorithm 1 finds, the conjunctions of literals of all atoms that are
/// no contradiction: of one state after the other, outside of those known.
static std::vector<Expr>
enumerateParts(Questions &Q, llvm::ArrayRef<Expr> Atoms, unsigned MaxParts) {
  ExprContext &Ctx = Q.context();
  std::vector<Expr> Parts;
  Q.states(Ctx.trueExpr(), [&](const Valuation &State) {
    Evaluator Eval(State);
    std::vector<Expr> Literals;
    for (Expr Atom : Atoms)
      Literals.push_back(Eval.isTrue(Atom) ? Atom : Ctx.mkNot(Atom));
    Parts.push_back(Ctx.mkAnd(Literals));
    if (Parts.size() > MaxParts)
      Q.stop(UnknownReason::Kind::Bound,
             Cause(Cause::Kind::TooManyParts, uint64_t(MaxParts)));
    return Parts.back();
  });
  return Parts;
}

std::vector<Cluster> stscegar::initialClusters(Questions &Q,
                                               unsigned MaxParts) {
  std::vector<Cluster> Clusters;
  std::vector<Expr> Atoms = conditionsOf(Q.model());
  for (Expr Atom : atomsOf(Q.model(), {Q.property().Bad}))
    if (!llvm::is_contained(Atoms, Atom))
      Atoms.push_back(Atom);
  llvm::EquivalenceClasses<unsigned> Together; // of positions
  ExprMap<unsigned> PositionOf;
  for (const TsVariable &V : Q.model().variables())
    Together.insert(PositionOf[V.Cur] = PositionOf.size());
  for (Expr Atom : Atoms) {
    std::vector<Expr> Vars = variables({Atom});
    for (Expr Var : Vars)
      Together.unionSets(PositionOf[Vars.front()], PositionOf[Var]);
  }
  std::map<unsigned, unsigned> ClusterOf;
  std::vector<std::vector<Expr>> AtomsOf;
  auto Index = [&](Expr Var) {
    auto [It, IsNew] = ClusterOf.try_emplace(
        Together.getLeaderValue(PositionOf[Var]), Clusters.size());
    if (IsNew) {
      Clusters.emplace_back();
      AtomsOf.emplace_back();
    }
    return It->second;
  };
  for (const TsVariable &V : Q.model().variables())
    Clusters[Index(V.Cur)].Vars.push_back(V.Cur);
  for (Expr Atom : Atoms)
    if (std::vector<Expr> Vars = variables({Atom}); !Vars.empty())
      AtomsOf[Index(Vars.front())].push_back(Atom);
  for (size_t I = 0; I < Clusters.size(); ++I)
    Clusters[I].Parts = enumerateParts(Q, AtomsOf[I], MaxParts);
  return Clusters;
}

std::vector<std::vector<ClusterValue>>
stscegar::separateDeadEnds(llvm::ArrayRef<std::vector<ClusterValue>> DeadEnds,
                           unsigned Of) {
  using Others = std::vector<ClusterValue>;
  std::map<ClusterValue, std::set<Others>> OthersOf;
  for (const std::vector<ClusterValue> &State : DeadEnds) {
    Others Rest = State;
    Rest.erase(Rest.begin() + Of);
    OthersOf[State[Of]].insert(std::move(Rest));
  }
  std::map<std::set<Others>, std::vector<ClusterValue>> Classes;
  for (auto &[Own, Rest] : OthersOf)
    Classes[Rest].push_back(Own);
  std::vector<std::vector<ClusterValue>> Result;
  for (auto &[Rest, Values] : Classes)
    Result.push_back(std::move(Values));
  return Result;
}
