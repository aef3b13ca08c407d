//===- Literals.cpp - What may be said about a model ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Literals.h"

#include "sooth/Expr/EquationSolving.h"
#include "sooth/Expr/Evaluator.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using llvm::APInt;
using llvm::DynamicAPInt;

// More than these make queries slow rather than cubes better.
static constexpr size_t MaxAtoms = 200, MaxTerms = 40, MaxCompared = 8;

Expr Bound::literal(ExprContext &Ctx) const {
  Expr Constant = Ctx.constant(Limit, Term.sort());
  Kind LessEqual = Ordering == Order::Unsigned ? Kind::BvUle
                   : Ordering == Order::Signed ? Kind::BvSle
                                               : Kind::Le;
  if (Is == Side::Upper)
    return Ctx.make(LessEqual, {Term, Constant});
  return Ctx.make(LessEqual, {Constant, Term});
}

unsigned Bound::distanceBits() const {
  return Term.sort().isBitVec() ? Term.sort().width() : 32;
}

std::optional<Bound> Bound::weakened(const APInt &Distance) const {
  Bound B = *this;
  if (!Term.sort().isBitVec()) {
    DynamicAPInt D(int64_t(Distance.getZExtValue())); // 32 bits at most
    if (Is == Side::Lower)
      D = -D;
    if (Term.sort().isInt())
      B.Limit = Value(Limit.integer() + D);
    else
      B.Limit = Value(
          Rational(Limit.real().Num + D * Limit.real().Den, Limit.real().Den));
    return B;
  }
  unsigned Width = Term.sort().width();
  APInt Min = Ordering == Order::Signed ? APInt::getSignedMinValue(Width)
                                        : APInt::getZero(Width);
  APInt Max = Ordering == Order::Signed ? APInt::getSignedMaxValue(Width)
                                        : APInt::getAllOnes(Width);
  APInt Room = Is == Side::Upper ? Max - Limit.bits() : Limit.bits() - Min;
  if (Distance.uge(Room))
    return std::nullopt;
  B.Limit = Value(Is == Side::Upper ? Limit.bits() + Distance
                                    : Limit.bits() - Distance);
  return B;
}

LiteralSource::LiteralSource(ExprContext &Ctx, llvm::ArrayRef<Expr> Facts,
                             const ExprSet &Locals, llvm::ArrayRef<Expr> Rest)
    : Ctx(Ctx), Facts(Facts), Locals(Locals) {
  for (Expr V : variables(Facts))
    if (!Locals.contains(V))
      Shared.push_back(V);
  for (Expr V : Shared)
    if (!V.isBool())
      Terms.push_back(V);
    else
      Atoms.push_back(V);
  // What the rest says about the shared variables once its equations are
  // solved comes close to its weakest precondition.
  llvm::SmallVector<Expr, 32> Solved(Rest);
  ExprSet Others;
  for (Expr V : variables(Rest))
    Others.insert(V);
  for (Expr V : Shared)
    Others.erase(V);
  solveEquations(Ctx, Solved, Others);
  collect(Solved);
  collect(Rest);
  collect(Facts);
  // Comparisons of what can be compared.
  for (size_t I = 0; I < std::min(Terms.size(), MaxCompared); ++I)
    for (size_t J = 0; J < I; ++J) {
      Expr A = Terms[I], B = Terms[J];
      if (A.sort() != B.sort())
        continue;
      Atoms.push_back(Ctx.mkEq(A, B));
      if (A.sort().isBitVec()) {
        Atoms.push_back(Ctx.mkUlt(A, B));
        Atoms.push_back(Ctx.mkSlt(A, B));
      } else if (A.sort().isArith()) {
        Atoms.push_back(Ctx.make(Kind::Lt, {A, B}));
      }
    }
}

void LiteralSource::addTerm(Expr E) {
  if (Terms.size() < MaxTerms && !llvm::is_contained(Terms, E))
    Terms.push_back(E);
}

/// What is read through stores at other places is an element of the array below
/// them.
void LiteralSource::addReadBelowStores(Expr Read, const ExprSet &Pure) {
  Expr Array = Read.operand(0), Index = Read.operand(1);
  while (Array.is(Kind::Store))
    Array = Array.operand(0);
  if (Array != Read.operand(0) && Pure.contains(Array) && Pure.contains(Index))
    addTerm(Ctx.mkSelect(Array, Index));
}

/// Atoms and array elements over shared variables only.
void LiteralSource::collect(llvm::ArrayRef<Expr> Roots) {
  ExprSet Pure(Shared.begin(), Shared.end());
  ExprSet Visited;
  postOrder(Roots, Visited, [&](Expr E) {
    if (E.isVar())
      return;
    if (E.is(Kind::Select))
      addReadBelowStores(E, Pure);
    if (!llvm::all_of(E.operands(), [&](Expr Op) { return Pure.contains(Op); }))
      return;
    Pure.insert(E);
    if (E.isConst() || !Seen.insert(E).second)
      return;
    if (E.isAtom() && Atoms.size() < MaxAtoms)
      Atoms.push_back(E);
    if (E.is(Kind::Select))
      addTerm(E);
  });
}

std::vector<Expr> LiteralSource::boundsOn(Expr Term, const Value &At) {
  std::vector<Expr> Literals;
  auto Add = [&](Bound::Order By, Bound::Side Is) {
    Bound B{Term, At, By, Is};
    Expr L = B.literal(Ctx);
    if (L.isConst())
      return;
    Literals.push_back(L);
    Bounds.try_emplace(L, B);
  };
  llvm::SmallVector<Bound::Order, 2> Orders;
  if (Term.sort().isBitVec())
    Orders = {Bound::Order::Unsigned, Bound::Order::Signed};
  else
    Orders = {Bound::Order::Linear};
  for (Bound::Order By : Orders) {
    Add(By, Bound::Side::Upper);
    Add(By, Bound::Side::Lower);
  }
  return Literals;
}

void LiteralSource::propose(const Valuation &Model,
                            std::vector<std::vector<Expr>> &Groups) {
  Bounds.clear();
  Evaluator Eval(Model);
  std::vector<Expr> General, Limits, Instance, Exact;
  for (Expr A : Atoms)
    General.push_back(Eval.isTrue(A) ? A : Ctx.mkNot(A));
  for (Expr T : Terms)
    if (T.sort().isBitVec() || T.sort().isArith())
      llvm::append_range(Limits, boundsOn(T, Eval(T)));
  // The facts for the locals' values in this model.
  Substitution Fix(Ctx);
  for (Expr L : Locals)
    Fix.set(L, Ctx.constant(Eval(L), L.sort()));
  for (Expr F : Facts)
    Instance.push_back(Fix(F));
  for (Expr T : Terms)
    if (!T.sort().isBitVec() && !T.sort().isArith())
      Exact.push_back(T.isBool()
                          ? (Eval.isTrue(T) ? T : Ctx.mkNot(T))
                          : Ctx.mkEq(T, Ctx.constant(Eval(T), T.sort())));
  Groups = {General, Limits, Instance, Exact};
}
