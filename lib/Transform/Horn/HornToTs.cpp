//===- HornToTs.cpp - From Horn clauses to a transition system ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Horn/HornToTs.h"

#include "HornStep.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace sooth;

namespace {
/// The variables of one predicate, or of the query.
struct Relation {
  TsVariable Holds;
  std::vector<TsVariable> Places;

  std::vector<Expr> current() const {
    std::vector<Expr> Result;
    for (const TsVariable &P : Places)
      Result.push_back(P.Cur);
    return Result;
  }
};

class SystemEncoder {
public:
  explicit SystemEncoder(const HornSystem &S);
  TransitionSystem functional();
  TransitionSystem relational();

private:
  TsVariable variable(std::string Name, Sort S);
  Relation &headOf(const HornClause &C) {
    return C.Head ? Relations[C.Head->Predicate] : Relations.back();
  }
  Expr bodyHolds(const HornClause &C) const {
    return C.body() ? Relations[C.body()->Predicate].Holds.Cur : Ctx.trueExpr();
  }
  /// A disjunct of the relation.
  Expr transition(const HornClause &C);
  void addInputs(llvm::ArrayRef<Expr> Inputs);
  TransitionSystem finish(Expr Constraint);

  const HornSystem &S;
  ExprContext &Ctx;
  TransitionSystem TS;
  std::vector<Relation> Relations; // the last one is the query
  ExprSet Known;                   // inputs
};
} // namespace

SystemEncoder::SystemEncoder(const HornSystem &S) : S(S), Ctx(*S.Ctx), TS(Ctx) {
  for (const HornPredicate &P : S.Predicates) {
    Relation R;
    R.Holds = variable(P.Name, Ctx.boolSort());
    for (size_t I = 0; I < P.Params.size(); ++I)
      R.Places.push_back(
          variable(P.Name + "." + std::to_string(I + 1), P.Params[I].sort()));
    Relations.push_back(std::move(R));
  }
  Relations.push_back({variable("query", Ctx.boolSort()), {}});
}

/// Of this name if it is free, and its next-state copy.
TsVariable SystemEncoder::variable(std::string Name, Sort S) {
  auto Named = [&](const std::string &N) {
    return Ctx.lookupVar(N) ? Ctx.freshVar(N, S) : Ctx.var(N, S);
  };
  Expr Cur = Named(Name);
  return {Cur, Named(Cur.name().str() + ".next"), Expr()};
}

void SystemEncoder::addInputs(llvm::ArrayRef<Expr> Inputs) {
  for (Expr V : Inputs)
    if (Known.insert(V).second)
      TS.addInput(V);
}

TransitionSystem SystemEncoder::finish(Expr Constraint) {
  llvm::SmallVector<Expr, 16> Init;
  for (const Relation &R : Relations) {
    Init.push_back(Ctx.mkNot(R.Holds.Cur));
    TS.addVariable(R.Holds);
    for (const TsVariable &P : R.Places)
      TS.addVariable(P);
  }
  TS.setInit(Ctx.mkAnd(Init));
  TS.setConstraint(Constraint);
  TS.addProperty({"query", Relations.back().Holds.Cur, {}});
  return std::move(TS);
}

TransitionSystem SystemEncoder::functional() {
  // β of Algorithm 9.
  for (Relation &R : Relations) {
    R.Holds.Update = Ctx.falseExpr();
    for (TsVariable &P : R.Places)
      P.Update = P.Cur;
  }
  llvm::SmallVector<Expr, 16> Constraint;
  Expr Some = Ctx.falseExpr(); // of the activations so far
  for (const HornClause &C : S.Clauses) {
    std::vector<Expr> Places;
    if (C.body())
      Places = Relations[C.body()->Predicate].current();
    HornStep Step = solveClause(Ctx, C, Places, {});
    addInputs(Step.Inputs);
    Expr Act = Ctx.freshVar("act", Ctx.boolSort());
    addInputs(Act);
    Relation &Head = headOf(C);
    Head.Holds.Update = Ctx.mkIte(Act, Ctx.trueExpr(), Head.Holds.Update);
    for (size_t I = 0; I < Head.Places.size(); ++I)
      Head.Places[I].Update =
          Ctx.mkIte(Act, Step.HeadArgs[I], Head.Places[I].Update);
    Constraint.push_back(
        Ctx.mkImplies(Act, Ctx.mkAnd(bodyHolds(C), Step.Guard)));
    // One-hot: not two, and below, at least one.
    Constraint.push_back(Ctx.mkNot(Ctx.mkAnd(Act, Some)));
    Some = Ctx.mkOr(Some, Act);
  }
  Constraint.push_back(Some);
  return finish(Ctx.mkAnd(Constraint));
}

Expr SystemEncoder::transition(const HornClause &C) {
  // ℋ⟦A ∧ φ⟧: inputs are the clause's own variables (Definition 4.2).
  llvm::SmallVector<Expr, 16> Parts{bodyHolds(C), C.Constraint};
  if (C.body())
    for (auto [Place, Arg] :
         llvm::zip_equal(Relations[C.body()->Predicate].Places, C.body()->Args))
      Parts.push_back(Ctx.mkEq(Place.Cur, Arg));
  // The head holds in the next state, and of what is not in it, all stays.
  Relation &Head = headOf(C);
  for (const Relation &R : Relations) {
    bool InHead = &R == &Head;
    Parts.push_back(InHead ? R.Holds.Next
                           : Ctx.mkEq(R.Holds.Next, R.Holds.Cur));
    for (size_t I = 0; I < R.Places.size(); ++I)
      Parts.push_back(Ctx.mkEq(R.Places[I].Next,
                               InHead ? C.Head->Args[I] : R.Places[I].Cur));
  }
  addInputs(variables(C));
  return Ctx.mkAnd(Parts);
}

TransitionSystem SystemEncoder::relational() {
  std::vector<Expr> Clauses;
  for (const HornClause &C : S.Clauses)
    Clauses.push_back(transition(C));
  return finish(Ctx.mkOr(Clauses));
}

TransitionSystem sooth::toTransitionSystem(const HornSystem &S,
                                           HornEncoding E) {
  assert(S.ZeroDivisions.empty());
  switch (E) {
  case HornEncoding::Functional:
    return SystemEncoder(S).functional();
  case HornEncoding::Relational:
    return SystemEncoder(S).relational();
  }
  llvm_unreachable("unknown encoding");
}
