//===- EquationSolving.cpp - Variables that equations define --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/EquationSolving.h"

using namespace sooth;

std::optional<std::pair<Expr, Expr>> sooth::valueEquation(ExprContext &Ctx,
                                                          Expr Fact) {
  if (Fact.is(Kind::Eq) && Fact.operand(0).isVar() && Fact.operand(1).isConst())
    return std::pair(Fact.operand(0), Fact.operand(1));
  if (Fact.isVar())
    return std::pair(Fact, Ctx.trueExpr());
  if (Fact.is(Kind::Not) && Fact.operand(0).isVar())
    return std::pair(Fact.operand(0), Ctx.falseExpr());
  return std::nullopt;
}

ExprMap<Expr> sooth::constantsIn(ExprContext &Ctx, Expr Formula) {
  llvm::SmallVector<Expr, 32> Parts;
  conjuncts(Formula, Parts);
  ExprMap<Expr> Constants;
  for (Expr P : Parts)
    if (auto Known = valueEquation(Ctx, P))
      Constants.insert(*Known);
  return Constants;
}
using llvm::APInt;

namespace {
/// Rewrites one fact to "variable = term", together with what else it says.
class Isolation {
public:
  Isolation(ExprContext &Ctx, const ExprSet &Locals)
      : Ctx(Ctx), Locals(Locals) {}

  /// Whether \p Fact is Var = Term ∧ Sides, for a local variable that \p Usable
  /// accepts.
  bool isolate(Expr Fact, llvm::function_ref<bool(Expr Var, Expr Term)> Usable);

  Expr Var, Term;
  llvm::SmallVector<Expr, 4> Sides;
  /// New variables, existentially quantified.
  llvm::SmallVector<Expr, 2> Opened;

private:
  using Accept = llvm::function_ref<bool(Expr Var, Expr Term)>;
  bool solve(Expr Side, Expr Other, Accept Usable);
  bool solveOperator(Expr Side, Expr Other, Accept Usable);
  bool solveProduct(Expr Side, Expr Other, Accept Usable);
  bool solveStore(Expr Side, Expr Other, Accept Usable);
  /// As solve(), with a side condition.
  bool solveWith(Expr Side, Expr Other, Expr Condition, Accept Usable);
  Expr make(Kind K, Expr A, Expr B) { return Ctx.make(K, {A, B}); }

  ExprContext &Ctx;
  const ExprSet &Locals;
  unsigned Fuel = 0; // operators to look at
};
} // namespace

bool Isolation::isolate(Expr Fact, Accept Usable) {
  Fuel = 64;
  Sides.clear();
  Opened.clear();
  bool Negated = Fact.is(Kind::Not);
  Expr Atom = Negated ? Fact.operand(0) : Fact;
  if (Atom.isVar())
    return solve(Atom, Ctx.boolean(!Negated), Usable);
  if (!Atom.is(Kind::Eq))
    return false;
  Expr A = Atom.operand(0), B = Atom.operand(1);
  if (!Negated)
    return solve(A, B, Usable) || solve(B, A, Usable);
  return A.isBool() &&
         (solve(A, Ctx.mkNot(B), Usable) || solve(B, Ctx.mkNot(A), Usable));
}

bool Isolation::solve(Expr Side, Expr Other, Accept Usable) {
  if (Fuel == 0)
    return false;
  --Fuel;
  if (!Side.isVar())
    return solveOperator(Side, Other, Usable);
  if (!Locals.contains(Side) ||
      anyVariable(Other, [&](Expr V) { return V == Side; }) ||
      !Usable(Side, Other))
    return false;
  Var = Side;
  Term = Other;
  return true;
}

bool Isolation::solveWith(Expr Side, Expr Other, Expr Condition,
                          Accept Usable) {
  if (!solve(Side, Other, Usable))
    return false;
  Sides.push_back(Condition);
  return true;
}

bool Isolation::solveOperator(Expr Side, Expr Other, Accept Usable) {
  if (Side.numOperands() == 0)
    return false;
  Expr A = Side.operand(0);
  Expr B = Side.numOperands() > 1 ? Side.operand(1) : Expr();
  switch (Side.kind()) {
  case Kind::Not:
    return solve(A, Ctx.mkNot(Other), Usable);
  case Kind::BvNot:
  case Kind::BvNeg:
  case Kind::Neg:
    return solve(A, Ctx.make(Side.kind(), {Other}), Usable);
  case Kind::BvXor:
    return solve(A, make(Kind::BvXor, Other, B), Usable) ||
           solve(B, make(Kind::BvXor, Other, A), Usable);
  case Kind::BvAdd:
  case Kind::Add: {
    Kind Minus = Side.is(Kind::Add) ? Kind::Sub : Kind::BvSub;
    return solve(A, make(Minus, Other, B), Usable) ||
           solve(B, make(Minus, Other, A), Usable);
  }
  case Kind::BvSub:
  case Kind::Sub: {
    Kind Plus = Side.is(Kind::Sub) ? Kind::Add : Kind::BvAdd;
    return solve(A, make(Plus, Other, B), Usable) ||
           solve(B, make(Side.kind(), A, Other), Usable);
  }
  case Kind::BvMul:
  case Kind::Mul:
    return solveProduct(Side, Other, Usable);
  case Kind::Concat: {
    unsigned Low = B.sort().width(), Width = Side.sort().width();
    Expr High = Ctx.mkExtract(Width - 1, Low, Other);
    Expr Rest = Ctx.mkExtract(Low - 1, 0, Other);
    return solveWith(A, High, Ctx.mkEq(B, Rest), Usable) ||
           solveWith(B, Rest, Ctx.mkEq(A, High), Usable);
  }
  case Kind::ZeroExt:
  case Kind::SignExt: {
    Expr Low = Ctx.mkExtract(A.sort().width() - 1, 0, Other);
    Expr Extended = Ctx.make(Side.kind(), {Low}, Side.param(0));
    return solveWith(A, Low, Ctx.mkEq(Extended, Other), Usable);
  }
  case Kind::Store:
    return solveStore(Side, Other, Usable);
  default:
    return false;
  }
}

/// Products with a constant, which is the second operand.
bool Isolation::solveProduct(Expr Side, Expr Other, Accept Usable) {
  Expr A = Side.operand(0), Factor = Side.operand(1);
  if (!Factor.isConst())
    return false;
  if (Side.is(Kind::BvMul)) {
    const APInt &Bits = Factor.value().bits();
    if (!Bits[0])
      return false; // not injective
    Expr Inverse = Ctx.bv(Bits.multiplicativeInverse());
    return solve(A, make(Kind::BvMul, Other, Inverse), Usable);
  }
  if (Factor.value() == Value::zero(Factor.sort()))
    return false;
  if (Side.sort().isReal())
    return solve(A, make(Kind::RealDiv, Other, Factor), Usable);
  Expr Quotient = make(Kind::IntDiv, Other, Factor);
  return solveWith(A, Quotient,
                   Ctx.mkEq(make(Kind::Mul, Quotient, Factor), Other), Usable);
}

/// store(A, I, V) = Other says that Other[I] = V, and A is Other but for the
/// element at I, which may be anything.
bool Isolation::solveStore(Expr Side, Expr Other, Accept Usable) {
  Expr A = Side.operand(0), I = Side.operand(1), V = Side.operand(2);
  Expr Element = Ctx.freshVar("element", V.sort());
  if (!solveWith(A, Ctx.mkStore(Other, I, Element),
                 Ctx.mkEq(Ctx.mkSelect(Other, I), V), Usable))
    return false;
  Opened.push_back(Element);
  return true;
}

namespace {
/// One simultaneous substitution: no solved variable occurs in a term.
class Round {
public:
  Round(ExprContext &Ctx, ExprSet &Locals)
      : Locals(Locals), Isolate(Ctx, Locals), Subst(Ctx) {}
  /// Uses \p Fact if it can be solved; whatever else it says goes to \p Rest.
  bool use(Expr Fact, llvm::SmallVectorImpl<Expr> &Rest);
  Expr apply(Expr Fact) { return Subst(Fact); }

private:
  ExprSet &Locals;
  Isolation Isolate;
  Substitution Subst;
  ExprSet Solved, Used;
};
} // namespace

bool Round::use(Expr Fact, llvm::SmallVectorImpl<Expr> &Rest) {
  bool Found = Isolate.isolate(Fact, [&](Expr Var, Expr Term) {
    return !Solved.contains(Var) && !Used.contains(Var) &&
           !anyVariable(Term, [&](Expr V) { return Solved.contains(V); });
  });
  if (!Found)
    return false;
  Solved.insert(Isolate.Var);
  for (Expr V : variables({Isolate.Term}))
    Used.insert(V);
  Subst.set(Isolate.Var, Isolate.Term);
  Rest.append(Isolate.Sides.begin(), Isolate.Sides.end());
  Locals.insert(Isolate.Opened.begin(), Isolate.Opened.end());
  return true;
}

void sooth::solveEquations(ExprContext &Ctx, llvm::SmallVectorImpl<Expr> &Facts,
                           ExprSet &Locals,
                           llvm::MutableArrayRef<Expr> Others) {
  for (bool Progress = true; Progress;) {
    Progress = false;
    Round R(Ctx, Locals);
    llvm::SmallVector<Expr, 32> Rest;
    for (Expr Fact : Facts) {
      if (R.use(Fact, Rest))
        Progress = true;
      else
        Rest.push_back(Fact);
    }
    if (!Progress)
      return;
    for (Expr &Fact : Rest)
      Fact = R.apply(Fact);
    for (Expr &E : Others)
      E = R.apply(E);
    Expr All = Ctx.mkAnd(Rest);
    Facts.clear();
    conjuncts(All, Facts);
  }
}
