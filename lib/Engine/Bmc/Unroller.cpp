//===- Unroller.cpp - Timed copies of a transition system -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unroller.h"

#include "sooth/Expr/Evaluator.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

using namespace sooth;

Unroller::Unroller(const TransitionSystem &M, Solver &S, Options O)
    : M(M), Ctx(M.context()), S(S), O(O) {
  start(O.From);
}

/// A variable that no model can mention: names of users may look timed, too.
Expr Unroller::timed(Expr Var, unsigned I) {
  return Ctx.freshVar((Var.name() + "@" + llvm::Twine(I)).str(), Var.sort());
}

static bool isClosed(Expr E) { return E.isConst() || variables({E}).empty(); }

/// The variables to which conjuncts of \p Init give a constant, also by way
/// of each other.
static ExprMap<Expr> constantsOf(const TransitionSystem &M, Expr &Init) {
  ExprContext &Ctx = M.context();
  ExprSet Vars;
  for (const TsVariable &V : M.variables())
    Vars.insert(V.Cur);
  ExprMap<Expr> Constants;
  for (;;) {
    llvm::SmallVector<Expr, 16> Parts;
    conjuncts(Init, Parts);
    size_t Before = Constants.size();
    Substitution Known(Ctx);
    auto Learn = [&](Expr Var, Expr Val) {
      if (Vars.contains(Var) && Constants.try_emplace(Var, Val).second)
        Known.set(Var, Val);
    };
    for (Expr P : Parts) {
      if (P.isVar())
        Learn(P, Ctx.trueExpr());
      else if (P.is(Kind::Not))
        Learn(P.operand(0), Ctx.falseExpr());
      else if (P.is(Kind::Eq) && isClosed(P.operand(1)))
        Learn(P.operand(0), P.operand(1));
      else if (P.is(Kind::Eq) && isClosed(P.operand(0)))
        Learn(P.operand(1), P.operand(0));
    }
    if (Constants.size() == Before)
      return Constants;
    Init = Known(Init);
  }
}

void Unroller::start(Start From) {
  Expr Init = From == Start::Initial ? M.init() : Ctx.trueExpr();
  ExprMap<Expr> Constants = constantsOf(M, Init);
  std::vector<Expr> State;
  for (const TsVariable &V : M.variables()) {
    Expr Known = Constants.lookup(V.Cur);
    State.push_back(Known ? Known : timed(V.Cur, 0));
  }
  addState(std::move(State));
  S.add(now(Init));
}

void Unroller::addState(std::vector<Expr> State) {
  ToLast.emplace(Ctx);
  for (auto [V, Term] : llvm::zip_equal(M.variables(), State))
    ToLast->set(V.Cur, Term);
  std::vector<Expr> Ys;
  for (Expr Y : M.inputs()) {
    Ys.push_back(timed(Y, States.size()));
    ToLast->set(Y, Ys.back());
  }
  States.push_back(std::move(State));
  Inputs.push_back(std::move(Ys));
}

/// Whether \p E has more than \p Limit nodes; looks at no more than that.
static bool isLarge(Expr E, unsigned Limit) {
  ExprSet Seen{E};
  llvm::SmallVector<Expr, 32> Stack{E};
  while (!Stack.empty() && Seen.size() <= Limit)
    for (Expr Op : Stack.pop_back_val().operands())
      if (Seen.insert(Op).second)
        Stack.push_back(Op);
  return Seen.size() > Limit;
}

/// \p Term itself, or the variable that is defined to equal it.
Expr Unroller::named(Expr Term, Expr Var, unsigned I) {
  if (!isLarge(Term, O.MaxTermSize))
    return Term;
  auto [It, New] = NameOf.try_emplace(Term, Expr());
  if (New) {
    It->second = timed(Var, I);
    S.add(Ctx.mkEq(It->second, Term));
  }
  return It->second;
}

void Unroller::extend() {
  unsigned Next = States.size();
  std::vector<Expr> State;
  for (const TsVariable &V : M.variables())
    State.push_back(V.Update ? named(now(V.Update), V.Cur, Next)
                             : timed(V.Cur, Next));
  for (auto [V, Term] : llvm::zip_equal(M.variables(), State))
    ToLast->set(V.Next, Term);
  S.add(now(M.constraint()));
  addState(std::move(State));
}

Expr Unroller::different(unsigned I, unsigned J) {
  llvm::SmallVector<Expr, 16> Parts;
  for (auto [A, B] : llvm::zip_equal(States[I], States[J]))
    Parts.push_back(Ctx.mkNot(Ctx.mkEq(A, B)));
  return Ctx.mkOr(Parts);
}

TsTrace Unroller::path() {
  TsTrace T;
  Valuation Before; // X and Y of the step to this state
  for (unsigned I = 0; I < States.size(); ++I) {
    Evaluator Eval(Before);
    Valuation State;
    for (auto [V, Term] : llvm::zip_equal(M.variables(), States[I]))
      State[V.Cur] = I > 0 && V.Update ? Eval(V.Update) : read(Term);
    T.States.push_back(State);
    if (I == depth())
      break;
    Valuation &Ys = T.Inputs.emplace_back();
    for (auto [Y, Term] : llvm::zip_equal(M.inputs(), Inputs[I]))
      State[Y] = Ys[Y] = read(Term);
    Before = std::move(State);
  }
  return T;
}

/// The model's value of a timed variable, or the value of a closed term.
Value Unroller::read(Expr Term) {
  if (Term.isVar())
    return S.value(Term);
  Valuation None;
  return Evaluator(None)(Term);
}
