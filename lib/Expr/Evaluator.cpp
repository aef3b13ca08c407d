//===- Evaluator.cpp - Concrete evaluation --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Evaluator.h"

#include "sooth/Expr/FloatingPoint.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

using namespace sooth;
using llvm::APInt;
using llvm::DynamicAPInt;

/// Division of SMT-LIB's Int: the remainder is never negative.
static DynamicAPInt euclideanDiv(const DynamicAPInt &A, const DynamicAPInt &B) {
  if (B == 0)
    return DynamicAPInt(0);
  return B > 0 ? llvm::floorDiv(A, B) : llvm::ceilDiv(A, B);
}

static Value bitVecBinary(Kind K, const APInt &A, const APInt &B) {
  unsigned Width = A.getBitWidth();
  bool ZeroDivisor = B.isZero();
  switch (K) {
  case Kind::BvAnd:
    return Value(A & B);
  case Kind::BvOr:
    return Value(A | B);
  case Kind::BvXor:
    return Value(A ^ B);
  case Kind::BvAdd:
    return Value(A + B);
  case Kind::BvSub:
    return Value(A - B);
  case Kind::BvMul:
    return Value(A * B);
  case Kind::BvUdiv:
    return Value(ZeroDivisor ? APInt::getAllOnes(Width) : A.udiv(B));
  case Kind::BvUrem:
    return Value(ZeroDivisor ? A : A.urem(B));
  case Kind::BvSdiv:
    if (ZeroDivisor)
      return Value(A.isNegative() ? APInt(Width, 1) : APInt::getAllOnes(Width));
    return Value(A.sdiv(B));
  case Kind::BvSrem:
    return Value(ZeroDivisor ? A : A.srem(B));
  case Kind::BvShl:
    return Value(B.uge(Width) ? APInt::getZero(Width)
                              : A.shl(B.getZExtValue()));
  case Kind::BvLshr:
    return Value(B.uge(Width) ? APInt::getZero(Width)
                              : A.lshr(B.getZExtValue()));
  case Kind::BvAshr:
    return Value(A.ashr(B.uge(Width) ? Width - 1 : B.getZExtValue()));
  case Kind::BvUlt:
    return Value(A.ult(B));
  case Kind::BvUle:
    return Value(A.ule(B));
  case Kind::BvSlt:
    return Value(A.slt(B));
  case Kind::BvSle:
    return Value(A.sle(B));
  default:
    llvm_unreachable("not a binary bit-vector operator");
  }
}

static Value arithmetic(Kind K, llvm::ArrayRef<Value> Ops) {
  if (Ops[0].isInt()) {
    const DynamicAPInt &A = Ops[0].integer();
    if (K == Kind::Neg)
      return Value(-A);
    if (K == Kind::ToReal)
      return Value(Rational(A, DynamicAPInt(1)));
    const DynamicAPInt &B = Ops[1].integer();
    switch (K) {
    case Kind::Add:
      return Value(A + B);
    case Kind::Sub:
      return Value(A - B);
    case Kind::Mul:
      return Value(A * B);
    case Kind::IntDiv:
      return Value(euclideanDiv(A, B));
    case Kind::IntMod:
      return Value(A - B * euclideanDiv(A, B));
    case Kind::Lt:
      return Value(A < B);
    case Kind::Le:
      return Value(A <= B);
    default:
      llvm_unreachable("not an integer operator");
    }
  }
  const Rational &A = Ops[0].real();
  if (K == Kind::Neg)
    return Value(Rational(-A.Num, A.Den));
  if (K == Kind::ToInt)
    return Value(llvm::floorDiv(A.Num, A.Den));
  const Rational &B = Ops[1].real();
  switch (K) {
  case Kind::Add:
    return Value(Rational(A.Num * B.Den + B.Num * A.Den, A.Den * B.Den));
  case Kind::Sub:
    return Value(Rational(A.Num * B.Den - B.Num * A.Den, A.Den * B.Den));
  case Kind::Mul:
    return Value(Rational(A.Num * B.Num, A.Den * B.Den));
  case Kind::RealDiv:
    return B.Num == 0 ? Value(Rational())
                      : Value(Rational(A.Num * B.Den, A.Den * B.Num));
  case Kind::Lt:
    return Value(A < B);
  case Kind::Le:
    return Value(!(B < A));
  default:
    llvm_unreachable("not a real operator");
  }
}

Value sooth::applyKind(Kind K, llvm::ArrayRef<Value> Ops, uint32_t P0,
                       uint32_t P1, Sort S) {
  switch (K) {
  case Kind::Const:
  case Kind::Var:
    llvm_unreachable("not an operator");
  case Kind::Not:
    return Value(!Ops[0].boolean());
  case Kind::And:
    return Value(llvm::all_of(Ops, [](const Value &V) { return V.boolean(); }));
  case Kind::Or:
    return Value(llvm::any_of(Ops, [](const Value &V) { return V.boolean(); }));
  case Kind::Ite:
    return Ops[0].boolean() ? Ops[1] : Ops[2];
  case Kind::Eq:
    return Value(Ops[0] == Ops[1]);
  case Kind::BvNot:
    return Value(~Ops[0].bits());
  case Kind::BvNeg:
    return Value(-Ops[0].bits());
  case Kind::Concat:
    return Value(Ops[0].bits().concat(Ops[1].bits()));
  case Kind::Extract:
    return Value(Ops[0].bits().extractBits(P0 - P1 + 1, P1));
  case Kind::ZeroExt:
    return Value(Ops[0].bits().zext(Ops[0].bits().getBitWidth() + P0));
  case Kind::SignExt:
    return Value(Ops[0].bits().sext(Ops[0].bits().getBitWidth() + P0));
  case Kind::Add:
  case Kind::Sub:
  case Kind::Neg:
  case Kind::Mul:
  case Kind::IntDiv:
  case Kind::IntMod:
  case Kind::RealDiv:
  case Kind::Lt:
  case Kind::Le:
  case Kind::ToReal:
  case Kind::ToInt:
    return arithmetic(K, Ops);
  case Kind::Select:
    return Ops[0].select(Ops[1]);
  case Kind::Store:
    return Ops[0].store(Ops[1], Ops[2]);
  case Kind::ConstArray:
    return Value::constArray(S, Ops[0]);
  default:
    return isFpOperator(K) ? applyFp(K, Ops, P0, P1)
                           : bitVecBinary(K, Ops[0].bits(), Ops[1].bits());
  }
}

/// What \p E is, if that is known without its operands.
const Value *Evaluator::find(Expr E) const {
  if (E.isConst())
    return &E.value();
  auto It = Memo.find(E);
  return It == Memo.end() ? nullptr : &It->second;
}

/// The cell that \p E, a Select, reads: without the array, if writes say it.
/// Nothing if something has to be evaluated before, which is added to
/// \p Wanted.
std::optional<Value> Evaluator::selected(Expr E, Worklist &Wanted) const {
  const Value *Index = find(E.operand(1));
  if (!Index) {
    Wanted.push_back(E.operand(1));
    return std::nullopt;
  }
  Expr From = E.operand(0);
  while (From.is(Kind::Store) && !Memo.contains(From)) {
    const Value *Written = find(From.operand(1));
    const bool IsIt = Written && *Written == *Index;
    if (Written && !IsIt) {
      From = From.operand(0);
      continue;
    }
    Expr Next = From.operand(IsIt ? 2 : 1);
    if (const Value *Element = IsIt ? find(Next) : nullptr)
      return *Element;
    Wanted.push_back(Next);
    return std::nullopt;
  }
  if (const Value *Array = find(From))
    return Array->select(*Index);
  Wanted.push_back(From);
  return std::nullopt;
}

/// The array that \p E, a Store, yields: all writes at once, without copies of
/// what is between them. Otherwise as selected().
std::optional<Value> Evaluator::stored(Expr E, Worklist &Wanted) const {
  llvm::SmallVector<Expr, 16> Writes;
  Expr From = E;
  for (; From.is(Kind::Store) && !Memo.contains(From); From = From.operand(0)) {
    Writes.push_back(From);
    for (Expr Op : {From.operand(1), From.operand(2)})
      if (!find(Op))
        Wanted.push_back(Op);
  }
  const Value *Start = find(From);
  if (!Start)
    Wanted.push_back(From);
  if (!Start || !Wanted.empty())
    return std::nullopt;
  Value Array = *Start;
  for (Expr W : llvm::reverse(Writes))
    Array = std::move(Array).store(*find(W.operand(1)), *find(W.operand(2)));
  return Array;
}

Value Evaluator::operator()(Expr Root) {
  llvm::SmallVector<Expr, 32> Stack{Root};
  llvm::SmallVector<Value, 4> Ops;
  while (!Stack.empty()) {
    Expr E = Stack.back();
    if (Memo.contains(E)) {
      Stack.pop_back();
      continue;
    }
    if (E.isConst()) {
      Memo.try_emplace(E, E.value());
      continue;
    }
    if (E.isVar()) {
      auto It = Vars.find(E);
      if (It == Vars.end() && OnMissing == Missing::IsError)
        llvm::report_fatal_error(
            llvm::Twine("evaluation of a variable without a value: ") +
            E.name());
      Memo.try_emplace(E,
                       It == Vars.end() ? Value::zero(E.sort()) : It->second);
      continue;
    }
    if (E.is(Kind::Select) || E.is(Kind::Store)) {
      Worklist Wanted;
      if (auto V = E.is(Kind::Select) ? selected(E, Wanted) : stored(E, Wanted))
        Memo.try_emplace(E, std::move(*V));
      else
        llvm::append_range(Stack, Wanted);
      continue;
    }
    bool Ready = true;
    for (Expr Op : E.operands())
      if (!Memo.contains(Op)) {
        Stack.push_back(Op);
        Ready = false;
      }
    if (!Ready)
      continue;
    Ops.clear();
    for (Expr Op : E.operands())
      Ops.push_back(Memo.find(Op)->second);
    Memo.try_emplace(
        E, applyKind(E.kind(), Ops, E.param(0), E.param(1), E.sort()));
  }
  return Memo.find(Root)->second;
}

static std::pair<Expr, Expr> equationOf(Expr Fact) {
  if (!Fact.is(Kind::Eq))
    return {};
  for (unsigned I : {0, 1}) {
    Expr Place = Fact.operand(I), Known = Fact.operand(1 - I);
    const bool IsCell = Place.is(Kind::Select) && Place.operand(0).isVar() &&
                        Place.operand(1).isConst();
    if ((Place.isVar() || IsCell) && variables({Known}).empty())
      return {Place, Known};
  }
  return {};
}

Expr sooth::equatedVariable(Expr Fact) {
  if (Fact.isVar())
    return Fact;
  if (Fact.is(Kind::Not) && Fact.operand(0).isVar())
    return Fact.operand(0);
  Expr Place = equationOf(Fact).first;
  return !Place || Place.isVar() ? Place : Place.operand(0);
}

bool sooth::equatesCell(Expr Fact) {
  Expr Place = equationOf(Fact).first;
  return Place && !Place.isVar();
}

static void applyFact(Expr Fact, Valuation &State) {
  Expr Var = equatedVariable(Fact);
  if (!Var)
    return;
  auto [Place, Known] = equationOf(Fact);
  if (!Place) {
    State[Var] = Value(Fact.isVar());
    return;
  }
  Value V = Evaluator(Valuation())(Known);
  if (Place.isVar())
    State[Var] = std::move(V);
  else
    State[Var] = std::move(State[Var]).store(Place.operand(1).value(), V);
}

void sooth::applyEquations(Expr Init, Valuation &State) {
  llvm::SmallVector<Expr, 32> Facts;
  conjuncts(Init, Facts);
  // What is said of a cell is besides what is said of the whole array.
  for (bool OfCells : {false, true})
    for (Expr Fact : Facts)
      if (equatesCell(Fact) == OfCells)
        applyFact(Fact, State);
}
