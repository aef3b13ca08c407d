//===- TsToCfa.cpp - From a transition system to an automaton -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Cfa/TsToCfa.h"

#include "sooth/Expr/EquationSolving.h"
#include "sooth/Expr/Evaluator.h"

using namespace sooth;

namespace {
constexpr LocationId States = 0;
constexpr EdgeId StepEdge = 0;

/// The transition relation as a guarded command.
struct Command {
  Expr Guard;
  std::vector<Expr> Next; // by variable
  std::vector<Expr> Inputs;
};
} // namespace

static Command solve(const TransitionSystem &S) {
  ExprContext &Ctx = S.context();
  Command C;
  Substitution Known(Ctx);
  ExprSet Inputs(S.inputs().begin(), S.inputs().end()), Open;
  for (const TsVariable &V : S.variables()) {
    C.Next.push_back(V.Update ? V.Update : V.Next);
    if (V.Update)
      Known.set(V.Next, V.Update);
    else
      Open.insert(V.Next);
  }
  llvm::SmallVector<Expr, 16> Facts;
  conjuncts(Known(S.constraint()), Facts);
  solveEquations(Ctx, Facts, Open, C.Next);
  C.Guard = Ctx.mkAnd(Facts);
  std::vector<Expr> Roots = C.Next;
  Roots.push_back(C.Guard);
  for (Expr V : variables(Roots))
    if (Inputs.contains(V) || Open.contains(V))
      C.Inputs.push_back(V);
  return C;
}

static Edge stepEdge(const TransitionSystem &S, const Command &C) {
  Edge E;
  E.Guard = C.Guard;
  for (size_t I = 0; I < C.Next.size(); ++I)
    if (Expr Var = S.variables()[I].Cur; C.Next[I] != Var)
      E.Updates.push_back({Var, C.Next[I]});
  for (Expr V : C.Inputs)
    E.Inputs.push_back({V, Input::Kind::Nondet, V.name().str(), {}});
  return E;
}

static ValueStyle styleOf(Sort S) {
  return S.isBool() ? ValueStyle::Bool : ValueStyle::Signed;
}

SystemProgram sooth::toCfa(const TransitionSystem &S, const Property &P) {
  Command C = solve(S);
  Cfa Model(S.context());
  Model.addLocation({"states", {}, Location::Role::Cutpoint});
  LocationId Bad = Model.addLocation({"bad", P.Where});
  Model.setEntry(States);
  Model.setInit(S.init());
  for (const TsVariable &V : S.variables())
    Model.addVariable({V.Cur, V.Cur.name().str(), styleOf(V.Cur.sort())});
  Model.addEdge(stepEdge(S, C));
  Edge ToBad;
  ToBad.Target = Bad;
  ToBad.Guard = P.Bad;
  Model.addEdge(std::move(ToBad));
  Model.addError({Bad, {Failure::Kind::Property, P.Name}, P.Where});
  return {std::move(Model), SystemBackTranslation(S, std::move(C.Next))};
}

//===- The way back -------------------------------------------------------===//

TsTrace SystemBackTranslation::back(const CfaTrace &T) const {
  TsTrace Result;
  Valuation State;
  for (const TsVariable &V : S.variables()) {
    auto It = T.Initial.find(V.Cur);
    State[V.Cur] =
        It == T.Initial.end() ? Value::zero(V.Cur.sort()) : It->second;
  }
  Result.States.push_back(State);
  for (const CfaTrace::Step &Taken : T.Steps) {
    if (Taken.Taken != StepEdge)
      break;
    Valuation Env = State, Inputs;
    for (auto &[Var, V] : Taken.Inputs)
      Env[Var] = V;
    for (Expr Y : S.inputs())
      if (auto It = Taken.Inputs.find(Y); It != Taken.Inputs.end())
        Inputs[Y] = It->second;
    Evaluator Eval(Env);
    for (size_t I = 0; I < Step.size(); ++I)
      State[S.variables()[I].Cur] = Eval(Step[I]);
    Result.Inputs.push_back(std::move(Inputs));
    Result.States.push_back(State);
  }
  return Result;
}

TsInvariant SystemBackTranslation::back(const CfaInvariant &I) const {
  // A system's invariant has no universal variables: then this says nothing.
  auto It = I.isQuantified() ? I.Formulas.end() : I.Formulas.find(States);
  return {It == I.Formulas.end() ? S.context().trueExpr() : It->second};
}

TsResult SystemBackTranslation::back(const CfaResult &R) const {
  if (R.isUnsafe())
    return TsResult::unsafe(back(R.trace()));
  if (R.isSafe())
    return TsResult::safe(back(R.invariant()));
  return TsResult::unknown(R.reason());
}
