//===- Questions.cpp - What abstractions of a system ask ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Questions.h"

#include "sooth/Expr/Traversal.h"

using namespace sooth;
using namespace sooth::stscegar;

static SolverOptions optionsFor(const TransitionSystem &M, const Property &P) {
  SolverOptions O;
  O.Over = theoriesOf({M.trans(), M.init(), P.Bad});
  return O;
}

Questions::Questions(const TransitionSystem &M, const Property &P,
                     const Budget &B, unsigned MaxTable)
    : M(M), P(P), B(B), ToNext(M.context()), Options(optionsFor(M, P)),
      Table(StateTable::create(M, MaxTable)) {
  for (const TsVariable &V : M.variables())
    ToNext.set(V.Cur, V.Next);
  if (Table)
    return;
  Family = createZ3Family();
  First = newSolver();
  Step = newSolver();
  State = newSolver();
  First->add(M.init());
  Step->add(M.trans());
}

void Questions::stop(UnknownReason::Kind K, Cause Why) {
  if (!Stopped)
    Stopped = UnknownReason{.What = K, .Why = std::move(Why)};
}

bool Questions::begin() {
  if (Stopped)
    return false;
  if (auto E = B.exhausted()) {
    stop(reasonOf(*E));
    return false;
  }
  ++Asked;
  return true;
}

bool Questions::ask(Solver &S, llvm::ArrayRef<Expr> Assumptions) {
  if (!begin())
    return false;
  Answer A = S.check(Assumptions, B);
  if (A == Answer::Unknown) {
    auto E = B.exhausted();
    stop(E ? reasonOf(*E) : UnknownReason::Kind::Solver,
         E ? Cause() : Cause::quote(S.reasonUnknown()));
  }
  return A == Answer::Sat;
}

bool Questions::isState(Expr A) {
  if (Table)
    return begin() && Table->where(A).any();
  return ask(*State, {A});
}

void Questions::enumerate(Solver &S, Expr From, bool OfNext, Listener Found) {
  S.push();
  S.add(From);
  while (ask(S, {})) {
    Valuation Values;
    for (const TsVariable &V : M.variables())
      Values[V.Cur] = S.value(OfNext ? V.Next : V.Cur);
    Expr Exclude = Found(Values);
    if (!Exclude)
      break;
    Exclude = context().mkNot(Exclude);
    S.add(OfNext ? next(Exclude) : Exclude);
  }
  S.pop();
}

void Questions::enumerate(StateTable::Set States, Listener Found) {
  while (begin() && States.any()) {
    Expr Exclude = Found(Table->state(States.find_first()));
    if (!Exclude)
      break;
    States.reset(Table->where(Exclude));
  }
}

void Questions::firstStates(Expr A, Listener Found) {
  if (!Table)
    return enumerate(*First, A, false, Found);
  StateTable::Set States = Table->where(A);
  States &= Table->first();
  enumerate(std::move(States), Found);
}

void Questions::nextStates(Expr A, Expr To, Listener Found) {
  if (!Table)
    return enumerate(*Step, context().mkAnd(A, next(To)), true, Found);
  StateTable::Set States = Table->after(Table->where(A));
  States &= Table->where(To);
  enumerate(std::move(States), Found);
}

void Questions::states(Expr A, Listener Found) {
  if (!Table)
    return enumerate(*State, A, false, Found);
  enumerate(Table->where(A), Found);
}

Expr stscegar::valuesOf(ExprContext &Ctx, llvm::ArrayRef<Expr> Vars,
                        const Valuation &State) {
  std::vector<Expr> Parts;
  for (Expr Var : Vars)
    Parts.push_back(
        Ctx.mkEq(Var, Ctx.constant(State.find(Var)->second, Var.sort())));
  return Ctx.mkAnd(Parts);
}

std::vector<Expr> stscegar::atomsOf(const TransitionSystem &M,
                                    llvm::ArrayRef<Expr> Roots) {
  ExprSet State, Seen;
  for (const TsVariable &V : M.variables())
    State.insert(V.Cur);
  std::vector<Expr> Atoms;
  postOrder(Roots, Seen, [&](Expr E) {
    if (E.isBool() && !E.isConst() && E.isAtom() &&
        !anyVariable(E, [&](Expr V) { return !State.contains(V); }))
      Atoms.push_back(E);
  });
  return Atoms;
}

std::vector<Expr> stscegar::conditionsOf(const TransitionSystem &M) {
  std::vector<Expr> Roots{M.constraint()}, Conditions;
  for (const TsVariable &V : M.variables()) {
    if (!V.Update)
      continue;
    Roots.push_back(V.Update);
    if (V.Update.isBool()) // choices of Booleans are Boolean structure
      Conditions.push_back(V.Update);
  }
  postOrder(Roots, [&](Expr E) {
    if (E.is(Kind::Ite))
      Conditions.push_back(E.operand(0));
  });
  return atomsOf(M, Conditions);
}
