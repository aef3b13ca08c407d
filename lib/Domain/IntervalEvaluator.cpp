//===- IntervalEvaluator.cpp - Ranges of expressions ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forwards from the ranges of operands to those of terms, and backwards from
// what formulas say of terms to ranges of variables.
//
//===----------------------------------------------------------------------===//

#include "sooth/Domain/IntervalEvaluator.h"

#include "sooth/Expr/Evaluator.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using llvm::APInt;

Range IntervalEvaluator::rangeOf(const Value &V) {
  return V.isBool() ? Range(APInt(1, V.boolean())) : Range(V.bits());
}

//===----------------------------------------------------------------------===//
// From operands to terms
//===----------------------------------------------------------------------===//

/// Whether something may be said of \p E by what is known of its operands.
static bool haveOperandsRanges(Expr E) {
  return llvm::all_of(E.operands(), [](Expr Op) {
    return IntervalEvaluator::hasRange(Op.sort());
  });
}

Range IntervalEvaluator::operator()(Expr E) {
  // Operands first; below terms of which nothing can be said there is nothing
  // to find out.
  llvm::SmallVector<std::pair<Expr, unsigned>, 32> Stack;
  auto Enter = [&](Expr T) {
    if (T.isConst() || T.isVar() || known(T))
      return;
    if (haveOperandsRanges(T))
      Stack.push_back({T, 0});
    else
      note(T, rangeOfVariable(T));
  };
  Enter(E);
  while (!Stack.empty()) {
    auto &[T, Next] = Stack.back();
    if (Next < T.numOperands()) {
      Enter(T.operand(Next++));
      continue;
    }
    note(T, compute(T));
    Stack.pop_back();
  }
  return compute(E);
}

/// What was found of \p E with what is learnt now, or null.
const Range *IntervalEvaluator::known(Expr E) const {
  auto It = Memo.find(E);
  return It != Memo.end() && It->second.second == Version ? &It->second.first
                                                          : nullptr;
}

void IntervalEvaluator::note(Expr E, Range R) {
  Memo.insert_or_assign(E, std::pair(std::move(R), Version));
}

Range IntervalEvaluator::rangeOfVariable(Expr Var) const {
  if (auto It = Learnt.find(Var); It != Learnt.end())
    return It->second;
  if (Given)
    if (auto It = Given->find(Var); It != Given->end())
      return It->second;
  return anyOf(Var.sort());
}

/// Requires that its operands are in Memo, if all of them have ranges.
Range IntervalEvaluator::compute(Expr E) const {
  if (E.isConst())
    return rangeOf(E.value());
  if (E.isVar())
    return rangeOfVariable(E);
  if (const Range *R = known(E))
    return *R;
  llvm::SmallVector<Range, 4> Operands;
  for (Expr Op : E.operands())
    Operands.push_back(compute(Op));
  return ofOperator(E, Operands);
}

static Range truth(bool B) { return Range(APInt(1, B)); }

static bool isComparison(Kind K) {
  return K == Kind::Eq || K == Kind::BvUlt || K == Kind::BvUle ||
         K == Kind::BvSlt || K == Kind::BvSle;
}

/// Whether the comparison \p K holds, if all values say the same.
static std::optional<bool> comparison(Kind K, const Range &A, const Range &B) {
  switch (K) {
  case Kind::Eq:
    if (A.meet(B).isEmpty())
      return false;
    break; // one value each: not here
  case Kind::BvUlt:
    if (A.UnsignedHigh.ult(B.UnsignedLow))
      return true;
    if (A.UnsignedLow.uge(B.UnsignedHigh))
      return false;
    break;
  case Kind::BvUle:
    if (A.UnsignedHigh.ule(B.UnsignedLow))
      return true;
    if (A.UnsignedLow.ugt(B.UnsignedHigh))
      return false;
    break;
  case Kind::BvSlt:
    if (A.SignedHigh.slt(B.SignedLow))
      return true;
    if (A.SignedLow.sge(B.SignedHigh))
      return false;
    break;
  case Kind::BvSle:
    if (A.SignedHigh.sle(B.SignedLow))
      return true;
    if (A.SignedLow.sgt(B.SignedHigh))
      return false;
    break;
  default:
    break;
  }
  return std::nullopt;
}

/// A shift by a constant; amounts beyond the width are left to others.
static std::optional<Range> shift(Kind K, const Range &A, const Range &B) {
  const APInt *Amount = B.single();
  if (!Amount || Amount->uge(A.width()))
    return std::nullopt;
  unsigned N = Amount->getZExtValue();
  return K == Kind::BvShl    ? A.shl(N)
         : K == Kind::BvLshr ? A.lshr(N)
                             : A.ashr(N);
}

/// Conjunction is the least, disjunction the greatest of truth values.
static Range connective(Kind K, llvm::ArrayRef<Range> Operands) {
  Range Sum = Operands.front();
  for (const Range &Next : Operands.drop_front()) {
    const bool IsAnd = K == Kind::And;
    APInt Low = Sum.UnsignedLow, High = Sum.UnsignedHigh;
    Low = IsAnd ? Low & Next.UnsignedLow : Low | Next.UnsignedLow;
    High = IsAnd ? High & Next.UnsignedHigh : High | Next.UnsignedHigh;
    Sum = Range::ofUnsigned(Low, High);
  }
  return Sum;
}

/// Nothing if nothing is known. Not if all operands have one value.
static std::optional<Range> operate(Expr E, llvm::ArrayRef<Range> Operands) {
  const Range &A = Operands.front();
  const Range &B = Operands.size() > 1 ? Operands[1] : A;
  const unsigned Width = IntervalEvaluator::width(E.sort());
  if (isComparison(E.kind())) {
    std::optional<bool> Known = comparison(E.kind(), A, B);
    return Known ? std::optional(truth(*Known)) : std::nullopt;
  }
  switch (E.kind()) {
  case Kind::And:
  case Kind::Or:
    return connective(E.kind(), Operands);
  case Kind::Not:
  case Kind::BvNot:
    return A.complement();
  case Kind::Ite:
    if (const APInt *Condition = A.single())
      return Operands[Condition->getBoolValue() ? 1 : 2];
    return B.join(Operands[2]);
  case Kind::BvNeg:
    return Range(APInt::getZero(Width)).sub(A);
  case Kind::BvAnd:
    return A.bitAnd(B);
  case Kind::BvOr:
    return A.bitOr(B);
  case Kind::BvXor:
    return A.bitXor(B);
  case Kind::BvAdd:
    return A.add(B);
  case Kind::BvSub:
    return A.sub(B);
  case Kind::BvMul:
    return A.mul(B);
  case Kind::BvUdiv:
    return A.udiv(B);
  case Kind::BvUrem:
    return A.urem(B);
  case Kind::BvSrem:
    return A.srem(B);
  case Kind::BvShl:
  case Kind::BvLshr:
  case Kind::BvAshr:
    return shift(E.kind(), A, B);
  case Kind::ZeroExt:
    return A.zeroExtend(Width);
  case Kind::SignExt:
    return A.signExtend(Width);
  case Kind::Extract:
    return A.lshr(E.param(1)).truncate(Width);
  case Kind::Concat:
    return E.numOperands() == 2
               ? std::optional(A.zeroExtend(Width).shl(B.width()).add(
                     B.zeroExtend(Width)))
               : std::nullopt;
  default:
    return std::nullopt;
  }
}

Range IntervalEvaluator::ofOperator(Expr E, llvm::ArrayRef<Range> Operands) {
  // With one value each, it is what the operator says.
  llvm::SmallVector<Value, 4> Ops;
  for (const Range &Op : Operands)
    if (const APInt *One = Op.single())
      Ops.push_back(E.operand(Ops.size()).isBool() ? Value(One->getBoolValue())
                                                   : Value(*One));
    else
      return operate(E, Operands).value_or(anyOf(E.sort()));
  return rangeOf(applyKind(E.kind(), Ops, E.param(0), E.param(1), E.sort()));
}

//===----------------------------------------------------------------------===//
// From terms to variables
//===----------------------------------------------------------------------===//

bool IntervalEvaluator::restrict(Expr E, const Range &R) {
  if (!mayWork())
    return true;
  Range Now = (*this)(E);
  Range Left = Now.meet(R);
  if (Left.isEmpty())
    return false;
  switch (E.kind()) {
  case Kind::Var:
  case Kind::Select:
    if (!(Left == Now))
      learn(E, Left);
    return true;
  case Kind::Extract: {
    const unsigned Low = E.param(1), Width = width(E.operand(0).sort());
    if (E.param(0) + 1 != Width)
      return true;
    return restrict(E.operand(0),
                    Range::ofUnsigned(Left.UnsignedLow.zext(Width).shl(Low),
                                      Left.UnsignedHigh.zext(Width).shl(Low) |
                                          APInt::getLowBitsSet(Width, Low)));
  }
  case Kind::BvAdd:
    if (E.numOperands() == 2)
      for (unsigned I : {0, 1})
        if (E.operand(1 - I).isConst())
          return restrict(E.operand(I), Left.sub((*this)(E.operand(1 - I))));
    return true;
  case Kind::BvSub:
    return !E.operand(1).isConst() ||
           restrict(E.operand(0), Left.add((*this)(E.operand(1))));
  // Of a range of the wide type, those that are extensions at all.
  case Kind::ZeroExt:
  case Kind::SignExt: {
    unsigned Width = width(E.operand(0).sort());
    Range All = Range::full(Width);
    Range Extended = E.is(Kind::ZeroExt) ? All.zeroExtend(width(E.sort()))
                                         : All.signExtend(width(E.sort()));
    Range Possible = Left.meet(Extended);
    return !Possible.isEmpty() &&restrict(E.operand(0),
                                          Possible.truncate(Width));
  }
  case Kind::Ite:
    for (unsigned Other : {1, 2})
      if ((*this)(E.operand(Other)).meet(R).isEmpty())
        return assume(E.operand(0), Other == 2) &&restrict(E.operand(3 - Other),
                                                           Left);
    return true;
  default:
    if (!E.isBool() || !Left.single() || Now.single())
      return true;
    return assume(E, Left.single()->getBoolValue());
  }
}

void IntervalEvaluator::learn(Expr Var, const Range &R) {
  auto [It, IsNew] = Learnt.try_emplace(Var, R);
  Steps.push_back(
      {Var, IsNew ? std::nullopt : std::optional(It->second), Version});
  It->second = R;
  Version = ++LastVersion;
}

/// What has been learnt since there were \p Count steps, which is taken back.
ExprMap<Range> IntervalEvaluator::forgetFrom(size_t Count) {
  ExprMap<Range> Forgotten;
  while (Steps.size() > Count) {
    const auto [Var, Before, VersionBefore] = std::move(Steps.back());
    Steps.pop_back();
    Version = VersionBefore;
    auto It = Learnt.find(Var);
    Forgotten.try_emplace(Var, It->second);
    if (Before)
      It->second = *Before;
    else
      Learnt.erase(It);
  }
  return Forgotten;
}

/// All of \p Parts are \p Holds. Twice, as what comes later may be needed
/// before.
bool IntervalEvaluator::assumeConjunction(llvm::ArrayRef<Expr> Parts,
                                          bool Holds) {
  for (unsigned Round = 0; Round < 2; ++Round)
    for (Expr Part : Parts)
      if (!assume(Part, Holds))
        return false;
  return true;
}

/// One of \p Parts is \p Holds.
bool IntervalEvaluator::assumeDisjunction(llvm::ArrayRef<Expr> Parts,
                                          bool Holds) {
  std::optional<ExprMap<Range>> Sum;
  for (Expr Part : Parts) {
    const size_t Before = Steps.size();
    const bool IsPossible = assume(Part, Holds);
    ExprMap<Range> Now = forgetFrom(Before);
    if (!IsPossible)
      continue;
    if (Now.empty())
      return true; // as is what was known
    if (!Sum) {
      Sum = std::move(Now);
      continue;
    }
    ExprMap<Range> Both;
    for (const auto &[Var, R] : *Sum)
      if (auto It = Now.find(Var); It != Now.end())
        Both.try_emplace(Var, R.join(It->second));
    Sum = std::move(Both);
  }
  if (!Sum)
    return false;
  for (const auto &[Var, R] : *Sum)
    if (!(R == rangeOfVariable(Var)))
      learn(Var, R);
  return true;
}

bool IntervalEvaluator::assumeComparison(Expr E, bool Holds) {
  Expr A = E.operand(0), B = E.operand(1);
  if (!hasRange(A.sort()))
    return true;
  if (E.is(Kind::Eq))
    return Holds ? restrict(A, (*this)(B)) &&restrict(B, (*this)(A))
                 : restrict(A, (*this)(A).without((*this)(B))) &&restrict(
                       B, (*this)(B).without((*this)(A)));
  const bool IsSigned = E.is(Kind::BvSlt) || E.is(Kind::BvSle);
  const bool OrEqual = (E.is(Kind::BvUle) || E.is(Kind::BvSle)) == Holds;
  if (!Holds) // not a < b is b <= a
    std::swap(A, B);
  return restrict(A, (*this)(B).less(IsSigned, OrEqual)) &&restrict(
      B, (*this)(A).greater(IsSigned, OrEqual));
}

bool IntervalEvaluator::assume(Expr Formula, bool Holds) {
  if (!mayWork())
    return true;
  const Range Now = (*this)(Formula);
  if (const APInt *Known = Now.single())
    return Known->getBoolValue() == Holds;
  switch (Formula.kind()) {
  case Kind::Not:
    return assume(Formula.operand(0), !Holds);
  case Kind::And:
    return Holds ? assumeConjunction(Formula.operands(), true)
                 : assumeDisjunction(Formula.operands(), false);
  case Kind::Or:
    return Holds ? assumeDisjunction(Formula.operands(), true)
                 : assumeConjunction(Formula.operands(), false);
  case Kind::Var:
    return restrict(Formula, truth(Holds));
  default:
    break;
  }
  if (isComparison(Formula.kind()) && !assumeComparison(Formula, Holds))
    return false;
  return (*this)(Formula).contains(truth(Holds));
}
