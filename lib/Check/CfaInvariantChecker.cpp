//===- CfaInvariantChecker.cpp - Invariants of automata -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From each location with a formula, the loop-free part up to the next such
// locations is one query: a Boolean per location and per edge says which path
// is taken, and locations have copies of the variables.
//
//   e            ⇒ at(source) ∧ guard ∧ x_target = t(x_source, y_e)
//   at(location) ⇒ some edge into it is taken
//
// A violating path gives a model. In a model, at(target) has a taken edge,
// whose source is reached, and so on back to the start; so there is a path,
// and on it all constraints hold.
//
//===----------------------------------------------------------------------===//

#include "FreshQuery.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Twine.h"

using namespace sooth;
using llvm::BitVector;

namespace {
class Checker {
public:
  Checker(const Cfa &C, const CfaInvariant &I, const Budget &B)
      : C(C), Ctx(C.context()), I(I), B(B), IsError(C.locations().size()) {}
  CheckResult run();

private:
  struct Place {
    Expr At;
    std::vector<Expr> Copies; // by variable
    std::vector<EdgeId> In;   // of this region
  };

  CheckResult declared();
  CheckResult checkFrom(LocationId Start);
  /// The locations without formula after \p Start, sources first; nothing if
  /// there is a cycle.
  std::optional<std::vector<LocationId>> regionOf(LocationId Start) const;
  bool hasFormula(LocationId L) const {
    return IsError.test(L) || I.At.contains(L);
  }
  Expr formula(LocationId L) const {
    return IsError.test(L) ? Ctx.falseExpr() : I.At.lookup(L);
  }
  void arrive(Place &P, const llvm::MapVector<LocationId, Place> &Inner,
              const Place &Start, LocationId StartLoc);
  Expr inTermsOf(Expr E, const Place &P) const;

  const Cfa &C;
  ExprContext &Ctx;
  const CfaInvariant &I;
  const Budget &B;
  BitVector IsError;
  ExprMap<unsigned> VarIndex;
  std::vector<Expr> Constraints; // of the current region
};
} // namespace

static CheckResult refuted(const llvm::Twine &Why) {
  return CheckResult::refuted(Why.str());
}

CheckResult Checker::declared() {
  ExprSet Known;
  for (unsigned V = 0; V < C.variables().size(); ++V) {
    VarIndex[C.variables()[V].Var] = V;
    Known.insert(C.variables()[V].Var);
  }
  if (Expr V = undeclared(C.init(), Known))
    return refuted(llvm::Twine("init reads ") + V.name());
  for (const auto &[L, Formula] : I.At) {
    if (L >= C.locations().size() || !Formula || !Formula.isBool())
      return refuted("a formula for no location, or no formula");
    if (Expr V = undeclared(Formula, Known))
      return refuted("the formula at " + llvm::Twine(C.location(L).Name) +
                     " reads " + V.name());
  }
  for (const Edge &E : C.edges()) {
    ExprSet Readable = Known;
    for (const Input &In : E.Inputs)
      if (!Readable.insert(In.Var).second && Known.contains(In.Var))
        return refuted(llvm::Twine("input ") + In.Var.name() +
                       " is a state variable");
    std::vector<Expr> Roots{E.Guard};
    for (const Update &U : E.Updates) {
      Roots.push_back(U.Val);
      if (!Known.contains(U.Var))
        return refuted(llvm::Twine("update of the undeclared ") + U.Var.name());
    }
    for (Expr V : variables(Roots))
      if (!Readable.contains(V))
        return refuted(llvm::Twine("an edge reads the undeclared ") + V.name());
  }
  return CheckResult::confirmed();
}

std::optional<std::vector<LocationId>>
Checker::regionOf(LocationId Start) const {
  // Depth first, finished last is first in topological order.
  std::vector<LocationId> Finished;
  llvm::DenseMap<LocationId, bool> Open; // false: finished
  std::vector<std::pair<LocationId, unsigned>> Stack{{Start, 0}};
  while (!Stack.empty()) {
    auto &[L, Next] = Stack.back();
    if (Next == C.outgoing(L).size()) {
      Open[L] = false;
      if (Stack.size() > 1)
        Finished.push_back(L);
      Stack.pop_back();
      continue;
    }
    const Edge &E = C.edge(C.outgoing(L)[Next++]);
    if (E.Guard.isFalse() || hasFormula(E.Target))
      continue;
    auto [It, New] = Open.try_emplace(E.Target, true);
    if (New)
      Stack.push_back({E.Target, 0});
    else if (It->second)
      return std::nullopt;
  }
  std::reverse(Finished.begin(), Finished.end());
  return Finished;
}

Expr Checker::inTermsOf(Expr E, const Place &P) const {
  Substitution Rename(Ctx);
  for (unsigned V = 0; V < P.Copies.size(); ++V)
    if (P.Copies[V] != C.variables()[V].Var)
      Rename.set(C.variables()[V].Var, P.Copies[V]);
  return Rename(E);
}

/// Makes copies of the variables for \p P and constrains them by the edges
/// into it. Where all edges bring the same copy, that is taken.
void Checker::arrive(Place &P, const llvm::MapVector<LocationId, Place> &Inner,
                     const Place &Start, LocationId StartLoc) {
  auto PlaceOf = [&](LocationId L) -> const Place & {
    return L == StartLoc ? Start : Inner.find(L)->second;
  };
  P.At = Ctx.freshVar("check.at", Ctx.boolSort());
  BitVector Updated(C.variables().size());
  for (EdgeId Id : P.In)
    for (const Update &U : C.edge(Id).Updates)
      Updated.set(VarIndex.lookup(U.Var));
  for (unsigned V = 0; V < C.variables().size(); ++V) {
    Expr Common = PlaceOf(C.edge(P.In[0]).Source).Copies[V];
    bool Same = !Updated.test(V);
    for (EdgeId Id : P.In)
      Same &= PlaceOf(C.edge(Id).Source).Copies[V] == Common;
    P.Copies.push_back(Same ? Common : Ctx.freshVar("check", Common.sort()));
  }

  std::vector<Expr> Taken;
  for (EdgeId Id : P.In) {
    const Edge &E = C.edge(Id);
    const Place &From = PlaceOf(E.Source);
    Substitution Rename(Ctx);
    for (unsigned V = 0; V < From.Copies.size(); ++V)
      Rename.set(C.variables()[V].Var, From.Copies[V]);
    for (const Input &In : E.Inputs)
      Rename.set(In.Var, Ctx.freshVar("check.in", In.Var.sort()));
    Expr Chosen = Ctx.freshVar("check.edge", Ctx.boolSort());
    Taken.push_back(Chosen);
    std::vector<Expr> Next = From.Copies;
    for (const Update &U : E.Updates)
      Next[VarIndex.lookup(U.Var)] = Rename(U.Val);
    std::vector<Expr> Then{From.At, Rename(E.Guard)};
    for (unsigned V = 0; V < Next.size(); ++V)
      Then.push_back(Ctx.mkEq(P.Copies[V], Next[V]));
    Constraints.push_back(Ctx.mkImplies(Chosen, Ctx.mkAnd(Then)));
  }
  Taken.push_back(Ctx.mkNot(P.At));
  Constraints.push_back(Ctx.mkOr(Taken));
}

CheckResult Checker::checkFrom(LocationId StartLoc) {
  auto Region = regionOf(StartLoc);
  if (!Region)
    return refuted("a cycle after " + C.location(StartLoc).Name +
                   " passes no location with a formula");
  Place Start{Ctx.trueExpr(), {}, {}};
  for (const StateVariable &V : C.variables())
    Start.Copies.push_back(V.Var);

  // The start may be a target, too; they are different places.
  llvm::MapVector<LocationId, Place> Inner, Targets;
  for (LocationId L : *Region)
    Inner[L];
  auto AddEdges = [&](LocationId L) {
    for (EdgeId Id : C.outgoing(L)) {
      const Edge &E = C.edge(Id);
      if (E.Guard.isFalse())
        continue;
      if (!hasFormula(E.Target))
        Inner[E.Target].In.push_back(Id);
      else if (!formula(E.Target).isTrue())
        Targets[E.Target].In.push_back(Id);
    }
  };
  AddEdges(StartLoc);
  for (LocationId L : *Region)
    AddEdges(L);
  if (Targets.empty())
    return CheckResult::confirmed();

  Constraints.clear();
  Constraints.push_back(formula(StartLoc));
  for (auto &[L, P] : Inner)
    arrive(P, Inner, Start, StartLoc);
  std::vector<Expr> Violations;
  for (auto &[L, P] : Targets) {
    arrive(P, Inner, Start, StartLoc);
    llvm::SmallVector<Expr, 16> Claims;
    conjuncts(inTermsOf(formula(L), P), Claims);
    for (Expr Claim : Claims)
      Violations.push_back(Ctx.mkAnd(P.At, Ctx.mkNot(Claim)));
  }
  return expectUnsat(Ctx, Constraints, Violations,
                     "a path from " + C.location(StartLoc).Name +
                         " does not preserve the invariant",
                     B);
}

CheckResult Checker::run() {
  if (CheckResult R = declared(); !R.isConfirmed())
    return R;
  for (const ErrorLocation &E : C.errors()) {
    IsError.set(E.Loc);
    auto It = I.At.find(E.Loc);
    if (It == I.At.end())
      return refuted("no formula at the error " + C.location(E.Loc).Name);
    CheckResult R = expectUnsat(
        Ctx, {}, {It->second},
        "the error " + C.location(E.Loc).Name + " is not excluded", B);
    if (!R.isConfirmed())
      return R;
  }
  if (!I.At.contains(C.entry()))
    return refuted("no formula at the entry");
  CheckResult R =
      expectUnsat(Ctx, {C.init()}, {Ctx.mkNot(I.At.lookup(C.entry()))},
                  "init does not imply the formula at the entry", B);
  if (!R.isConfirmed())
    return R;
  for (LocationId L = 0; L < C.locations().size(); ++L) {
    if (!I.At.contains(L) || formula(L).isFalse())
      continue;
    if (CheckResult R = checkFrom(L); !R.isConfirmed())
      return R;
  }
  return CheckResult::confirmed();
}

CheckResult sooth::checkInvariant(const Cfa &C, const CfaInvariant &I,
                                  const Budget &B) {
  return Checker(C, I, B).run();
}
