//===- SymbolicProgram.cpp - Steps on symbolic states ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/SymbolicProgram.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

SymbolicProgram::SymbolicProgram(const Cfa &C)
    : C(C), Eval(C.context()), NumVariables(C.variables().size()),
      Edges(C.edges().size()), InputsAt(C.locations().size()) {
  for (const StateVariable &V : C.variables())
    Eval.number(V.Var);
  for (const Edge &E : C.edges())
    for (const Input &In : E.Inputs) {
      const unsigned Number = Eval.number(In.Var);
      if (!llvm::is_contained(InputsAt[E.Source], Number))
        InputsAt[E.Source].push_back(Number);
    }
  LastSymbol.resize(Eval.count());
}

/// A place that \p Fact gives a constant: a variable, or a cell of one. Null
/// without one.
static std::pair<Expr, Expr> equation(ExprContext &Ctx, Expr Fact) {
  if (Fact.isVar())
    return {Fact, Ctx.trueExpr()};
  if (Fact.is(Kind::Not) && Fact.operand(0).isVar())
    return {Fact.operand(0), Ctx.falseExpr()};
  if (!Fact.is(Kind::Eq))
    return {};
  for (unsigned I : {0, 1}) {
    Expr Place = Fact.operand(I), Known = Fact.operand(1 - I);
    bool IsCell = Place.is(Kind::Select) && Place.operand(0).isVar() &&
                  Place.operand(1).isConst();
    if ((Place.isVar() || IsCell) && variables({Known}).empty())
      return {Place, Known};
  }
  return {};
}

/// Returns false if \p Fact is no equation, or about what is known already.
bool SymbolicProgram::learn(Expr Fact, SymbolicState &S, ExprSet &Learnt) {
  ExprContext &Ctx = C.context();
  auto [Place, Known] = equation(Ctx, Fact);
  if (!Place)
    return false;
  const bool IsCell = Place.is(Kind::Select);
  Expr Var = IsCell ? Place.operand(0) : Place;
  if (IsCell && !SymbolicArray::supports(Var.sort()))
    return false;
  // Of an array either some cells are said, or all of it.
  if (Learnt.contains(Var) || !Learnt.insert(Place).second)
    return false;
  const unsigned Number = Eval.number(Var);
  if (IsCell) {
    SymbolicArray::write(Ctx, S.Arrays[Number],
                         SymbolicValue::of(Place.operand(1)),
                         SymbolicValue::of(Known));
    return true;
  }
  if (Var.sort().isArray() &&
      llvm::any_of(Learnt, [&](Expr E) {
        return E.is(Kind::Select) && E.operand(0) == Var;
      }))
    return false;
  Eval.set(S, Number, Known);
  return true;
}

SymbolicProgram::Start SymbolicProgram::start() {
  Start Begin;
  for (unsigned I = 0; I < Eval.count(); ++I)
    Eval.set(Begin.State, I, Eval.variable(I));
  llvm::SmallVector<Expr, 32> Facts;
  conjuncts(C.init(), Facts);
  ExprSet Learnt;
  std::vector<Expr> Rest;
  for (Expr Fact : Facts)
    if (!learn(Fact, Begin.State, Learnt))
      Rest.push_back(Fact);
  auto Code = Eval.compile(C.context().mkAnd(Rest));
  Eval.run(Code, Begin.State);
  Begin.Condition =
      Eval.value(Code, 0).term(C.context(), C.context().boolSort());
  return Begin;
}

SymbolicProgram::Symbols SymbolicProgram::chooseInputs(LocationId L,
                                                       SymbolicState &S) {
  Symbols Chosen;
  for (unsigned Number : InputsAt[L]) {
    const Expr Var = Eval.variable(Number);
    Expr &Symbol = LastSymbol[Number];
    if (!Symbol || Eval.wasUsed(Number)) {
      Symbol = C.context().freshVar("symbol", Var.sort());
      Eval.forget(Number);
    }
    Chosen.push_back({Var, Symbol});
    Eval.set(S, Number, Symbol);
  }
  return Chosen;
}

void SymbolicProgram::keepSymbols(LocationId L) {
  for (unsigned Number : InputsAt[L])
    LastSymbol[Number] = Expr();
}

SymbolicProgram::Symbols SymbolicProgram::used(const Symbols &Chosen) {
  Symbols Used;
  for (const auto &[Var, Symbol] : Chosen)
    if (Eval.wasUsed(Eval.number(Var)))
      Used.push_back({Var, Symbol});
  return Used;
}

void SymbolicProgram::set(Expr Var, Expr Value, SymbolicState &S) {
  Eval.set(S, Eval.number(Var), Value);
}

const SymbolicProgram::CompiledEdge &SymbolicProgram::compiled(EdgeId Id) {
  if (Edges[Id])
    return *Edges[Id];
  const Edge &E = C.edge(Id);
  CompiledEdge &Made = Edges[Id].emplace();
  Made.Guard = Eval.compile(E.Guard);
  std::vector<Expr> Values;
  for (const Update &U : E.Updates) {
    Values.push_back(U.Val);
    Made.Targets.push_back(Eval.number(U.Var));
  }
  Made.Updates = Eval.compile(Values);
  return Made;
}

SymbolicValue SymbolicProgram::guard(EdgeId E, const SymbolicState &S) {
  const CompiledEdge &Compiled = compiled(E);
  Eval.run(Compiled.Guard, S);
  return Eval.value(Compiled.Guard, 0);
}

SymbolicValue SymbolicProgram::value(Expr E, const SymbolicState &S) {
  const auto Code = Eval.compile(E);
  Eval.run(Code, S);
  return Eval.value(Code, 0);
}

void SymbolicProgram::take(EdgeId E, SymbolicState &S) {
  const CompiledEdge &Compiled = compiled(E);
  if (Compiled.Targets.empty())
    return;
  Eval.run(Compiled.Updates, S);
  Eval.update(Compiled.Updates, 0, Compiled.Targets, S);
}

//===- Guards -------------------------------------------------------------===//

static bool areDifferentValues(Expr A, Expr B) {
  return A.is(Kind::Eq) && B.is(Kind::Eq) && A.operand(0) == B.operand(0) &&
         A.operand(1).isConst() && B.operand(1).isConst() &&
         A.operand(1) != B.operand(1);
}

/// Whether conjuncts of both contradict each other.
static bool exclude(ExprContext &Ctx, Expr A, Expr B) {
  llvm::SmallVector<Expr, 8> Left, Right;
  conjuncts(A, Left);
  conjuncts(B, Right);
  return llvm::any_of(Left, [&](Expr L) {
    return llvm::any_of(Right, [&](Expr R) {
      return L == Ctx.mkNot(R) || areDifferentValues(L, R);
    });
  });
}

std::vector<Expr> sooth::makeExclusive(ExprContext &Ctx,
                                       llvm::ArrayRef<Expr> Guards) {
  bool AreExclusive = true;
  for (size_t I = 0; I < Guards.size() && AreExclusive; ++I)
    for (size_t J = I + 1; J < Guards.size() && AreExclusive; ++J)
      AreExclusive = exclude(Ctx, Guards[I], Guards[J]);
  if (AreExclusive)
    return Guards;
  std::vector<Expr> Made;
  Expr None = Ctx.trueExpr();
  for (size_t I = 0; I < Guards.size(); ++I) {
    Expr This = I + 1 == Guards.size() ? Ctx.trueExpr()
                                       : Ctx.freshVar("taken", Ctx.boolSort());
    Made.push_back(Ctx.mkAnd({None, This, Guards[I]}));
    None = Ctx.mkAnd(None, Ctx.mkNot(This));
  }
  return Made;
}
