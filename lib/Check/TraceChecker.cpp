//===- TraceChecker.cpp - Concrete replay of traces -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Check/TraceChecker.h"

#include "Refuted.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Model/SymbolicProgram.h"
#include "sooth/Solver/Solver.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/Twine.h"

using namespace sooth;
using llvm::Twine;

/// Whether \p V fits the sort of \p Var.
static bool hasSort(const Value &V, Sort S) {
  switch (S.kind()) {
  case SortKind::Bool:
    return V.isBool();
  case SortKind::BitVec:
    return V.isBitVec() && V.bits().getBitWidth() == S.width();
  case SortKind::Int:
    return V.isInt();
  case SortKind::Real:
    return V.isReal();
  case SortKind::Array:
    return V.isArray() && V.array().S == S;
  }
  return false;
}

/// Copies the value of \p Var, or zero; false if it has another sort.
static bool take(const Valuation &From, Expr Var, Valuation &To) {
  auto It = From.find(Var);
  To[Var] = It == From.end() ? Value::zero(Var.sort()) : It->second;
  return hasSort(To[Var], Var.sort());
}

/// A variable of \p E without a value, or null.
static Expr unbound(Expr E, const Valuation &Values) {
  for (Expr V : variables({E}))
    if (!Values.contains(V))
      return V;
  return Expr();
}

//===- Cfa ----------------------------------------------------------------===//

namespace {
/// The values of variables along a run. Edges are compiled: runs may have many
/// steps.
class CfaReplay {
public:
  CfaReplay(const Cfa &C, const Valuation &Initial);
  CheckResult step(const CfaTrace::Step &S, const Twine &Name);

private:
  CheckResult declared(const Edge &E, const Twine &Name);
  bool holds(const SymbolicValue &Condition) const;

  const Cfa &C;
  SymbolicProgram Program;
  SymbolicState State;
  Valuation Variables;
  /// Edges that read and change nothing but what is declared.
  llvm::BitVector Checked;
};
} // namespace

CfaReplay::CfaReplay(const Cfa &C, const Valuation &Initial)
    : C(C), Program(C), Variables(Initial), Checked(C.edges().size()) {
  for (const auto &[Var, Val] : Initial)
    Program.set(Var, C.context().constant(Val, Var.sort()), State);
}

/// There are no symbols in it, but reads of arrays through many writes may be
/// left as they are.
bool CfaReplay::holds(const SymbolicValue &Condition) const {
  if (Condition.isKnown())
    return Condition.isTrue();
  const Valuation None;
  ExprContext &Ctx = C.context();
  return Evaluator(None, Evaluator::Missing::IsError)
      .isTrue(Condition.term(Ctx, Ctx.boolSort()));
}

CheckResult CfaReplay::declared(const Edge &E, const Twine &Name) {
  Valuation Env = Variables;
  for (const Input &In : E.Inputs) {
    if (Variables.contains(In.Var))
      return refuted(Name + ": input " + In.Var.name() +
                     " is a state variable");
    Env[In.Var] = Value();
  }
  if (Expr V = unbound(E.Guard, Env))
    return refuted(Name + ": the guard reads the undeclared " + V.name());
  for (const Update &U : E.Updates) {
    if (Expr V = unbound(U.Val, Env))
      return refuted(Name + ": an update reads the undeclared " + V.name());
    if (!Variables.contains(U.Var))
      return refuted(Name + ": update of the undeclared " + U.Var.name());
  }
  return CheckResult::confirmed();
}

CheckResult CfaReplay::step(const CfaTrace::Step &S, const Twine &Name) {
  const Edge &E = C.edge(S.Taken);
  if (!Checked.test(S.Taken)) {
    if (CheckResult R = declared(E, Name); !R.isConfirmed())
      return R;
    Checked.set(S.Taken);
  }
  Valuation Given;
  for (const Input &In : E.Inputs) {
    if (!take(S.Inputs, In.Var, Given))
      return refuted(Name + ": ill-sorted value of " + In.Var.name());
    Program.set(In.Var, C.context().constant(Given[In.Var], In.Var.sort()),
                State);
  }
  if (!holds(Program.guard(S.Taken, State)))
    return refuted(Name + ": the guard does not hold");
  Program.take(S.Taken, State);
  return CheckResult::confirmed();
}

CheckResult sooth::checkTrace(const Cfa &C, const CfaTrace &T) {
  Valuation State;
  for (const StateVariable &V : C.variables())
    if (!take(T.Initial, V.Var, State))
      return refuted("ill-sorted initial value of " + V.Var.name());
  if (Expr V = unbound(C.init(), State))
    return refuted("init reads the undeclared " + V.name());
  if (!Evaluator(State).isTrue(C.init()))
    return refuted("the initial state does not satisfy init");
  CfaReplay Replay(C, State);
  LocationId At = C.entry();
  for (size_t I = 0; I < T.Steps.size(); ++I) {
    std::string Name = "step " + std::to_string(I);
    EdgeId Taken = T.Steps[I].Taken;
    if (Taken >= C.edges().size())
      return refuted(Name + ": there is no such edge");
    if (C.edge(Taken).Source != At)
      return refuted(Name + ": the edge does not start at " +
                     C.location(At).Name);
    CheckResult R = Replay.step(T.Steps[I], Name);
    if (!R.isConfirmed())
      return R;
    At = C.edge(Taken).Target;
  }
  if (!C.isError(At))
    return refuted("the trace ends at " + C.location(At).Name +
                   ", which is no error location");
  return CheckResult::confirmed();
}

//===- TransitionSystem ---------------------------------------------------===//

namespace {
class TsReplay {
public:
  TsReplay(const TransitionSystem &S, const TsTrace &T, const Budget &B)
      : S(S), T(T), B(B) {
    Relations.push_back(S.constraint());
    for (const TsVariable &V : S.variables())
      if (V.Update)
        Relations.push_back(V.Update);
  }
  CheckResult complete() const;
  CheckResult step(size_t I) const;

private:
  bool possible(const Valuation &Env) const;
  CheckResult askForInputs(size_t I, const Valuation &Given) const;

  const TransitionSystem &S;
  const TsTrace &T;
  const Budget &B;
  std::vector<Expr> Relations;
};
} // namespace

/// Every state defines every variable and every formula reads only these and
/// inputs.
CheckResult TsReplay::complete() const {
  for (size_t I = 0; I < T.States.size(); ++I)
    for (const TsVariable &V : S.variables()) {
      auto It = T.States[I].find(V.Cur);
      if (It == T.States[I].end() || !hasSort(It->second, V.Cur.sort()))
        return refuted("state " + Twine(I) + " gives " + V.Cur.name() +
                       " no value");
    }
  Valuation Known;
  for (const TsVariable &V : S.variables()) {
    Known[V.Cur] = Value();
    Known[V.Next] = Value();
  }
  for (Expr Y : S.inputs())
    Known[Y] = Value();
  for (Expr E : Relations)
    if (Expr V = unbound(E, Known))
      return refuted("the transition relation reads the undeclared " +
                     V.name());
  return CheckResult::confirmed();
}

/// Whether the relation holds under \p Env, which has next values, too.
bool TsReplay::possible(const Valuation &Env) const {
  Evaluator Eval(Env, Evaluator::Missing::IsError);
  for (const TsVariable &V : S.variables())
    if (V.Update && Eval(V.Update) != Env.find(V.Next)->second)
      return false;
  return Eval.isTrue(S.constraint());
}

CheckResult TsReplay::step(size_t I) const {
  Valuation Env;
  for (const TsVariable &V : S.variables()) {
    Env[V.Cur] = T.States[I].find(V.Cur)->second;
    Env[V.Next] = T.States[I + 1].find(V.Cur)->second;
  }
  Valuation Given = Env;
  bool AllGiven = true;
  for (Expr Y : S.inputs()) {
    if (!take(T.Inputs[I], Y, Env))
      return refuted("step " + Twine(I) + ": ill-sorted value of " + Y.name());
    if (T.Inputs[I].contains(Y))
      Given[Y] = Env[Y];
    else
      AllGiven = false;
  }
  if (possible(Env))
    return CheckResult::confirmed();
  if (AllGiven)
    return refuted("step " + Twine(I) + " is not a transition");
  return askForInputs(I, Given);
}

CheckResult TsReplay::askForInputs(size_t I, const Valuation &Given) const {
  ExprContext &Ctx = S.context();
  std::unique_ptr<Solver> Fresh = createZ3Solver(Ctx);
  Fresh->add(S.trans());
  for (const auto &[Var, Val] : Given)
    Fresh->add(Ctx.mkEq(Var, Ctx.constant(Val, Var.sort())));
  switch (Fresh->check(B)) {
  case Answer::Sat:
    return CheckResult::confirmed();
  case Answer::Unsat:
    return refuted("step " + Twine(I) + " is not a transition");
  case Answer::Unknown:
    break;
  }
  return CheckResult::unknown(Fresh->reasonUnknown());
}

CheckResult sooth::checkTrace(const TransitionSystem &S, const Property &P,
                              const TsTrace &T, const Budget &B) {
  if (T.States.empty() || T.Inputs.size() + 1 != T.States.size())
    return refuted("a run needs a state, and inputs between any two states");
  TsReplay Replay(S, T, B);
  if (CheckResult R = Replay.complete(); !R.isConfirmed())
    return R;
  if (unbound(S.init(), T.States[0]) || unbound(P.Bad, T.States[0]))
    return refuted("init or the property reads more than state variables");
  if (!Evaluator(T.States[0]).isTrue(S.init()))
    return refuted("the first state does not satisfy init");
  for (size_t I = 0; I + 1 < T.States.size(); ++I)
    if (CheckResult R = Replay.step(I); !R.isConfirmed())
      return R;
  if (!Evaluator(T.States.back()).isTrue(P.Bad))
    return refuted("the last state is not bad");
  return CheckResult::confirmed();
}
