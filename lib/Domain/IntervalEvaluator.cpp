//===- IntervalEvaluator.cpp - Ranges of expressions ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interval arithmetic on machine integers. A range may wrap around, so that one
// serves as a signed and as an unsigned one (llvm::ConstantRange).
//
//===----------------------------------------------------------------------===//

#include "IntervalEvaluator.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using llvm::APInt;
using llvm::CmpInst;
using Range = llvm::ConstantRange;

Range IntervalEvaluator::rangeOf(const Value &V) {
  return V.isBool() ? Range(APInt(1, V.boolean())) : Range(V.bits());
}

//===----------------------------------------------------------------------===//
// From operands to terms
//===----------------------------------------------------------------------===//

Range IntervalEvaluator::operator()(Expr E) {
  postOrder({E}, Seen, [&](Expr Below) {
    if (hasRange(Below.sort()) && !Below.isConst() && !Below.isVar())
      Memo.try_emplace(Below, compute(Below));
  });
  return compute(E);
}

/// Requires that the operands of \p E are in Memo.
Range IntervalEvaluator::compute(Expr E) {
  if (E.isConst())
    return rangeOf(E.value());
  auto &Ranges = E.isVar() ? Known : Memo;
  if (auto It = Ranges.find(E); It != Ranges.end())
    return It->second;
  if (E.isVar())
    return anyOf(E.sort());
  if (!llvm::all_of(E.operands(), [](Expr Op) { return hasRange(Op.sort()); }))
    return anyOf(E.sort());
  // With one value each, it is what the operator says.
  llvm::SmallVector<Value, 4> Ops;
  for (Expr Op : E.operands())
    if (const APInt *One = compute(Op).getSingleElement())
      Ops.push_back(Op.isBool() ? Value(One->getBoolValue()) : Value(*One));
  if (Ops.size() == E.numOperands())
    return rangeOf(applyKind(E.kind(), Ops, E.param(0), E.param(1), E.sort()));
  return ofOperator(E).value_or(anyOf(E.sort()));
}

static Range truth(bool B) { return Range(APInt(1, B)); }

/// \p P of the operands, if it is known.
static std::optional<Range> comparison(CmpInst::Predicate P, const Range &A,
                                       const Range &B) {
  if (A.icmp(P, B))
    return truth(true);
  if (A.icmp(CmpInst::getInversePredicate(P), B))
    return truth(false);
  return std::nullopt;
}

static std::optional<CmpInst::Predicate> predicateOf(Kind K) {
  switch (K) {
  case Kind::Eq:
    return CmpInst::ICMP_EQ;
  case Kind::BvUlt:
    return CmpInst::ICMP_ULT;
  case Kind::BvUle:
    return CmpInst::ICMP_ULE;
  case Kind::BvSlt:
    return CmpInst::ICMP_SLT;
  case Kind::BvSle:
    return CmpInst::ICMP_SLE;
  default:
    return std::nullopt;
  }
}

/// Requires that \p E has operands with ranges, not one value each; nothing if
/// nothing is known.
std::optional<Range> IntervalEvaluator::ofOperator(Expr E) {
  Range A = compute(E.operand(0));
  std::optional<Range> B;
  if (E.numOperands() > 1)
    B = compute(E.operand(1));
  const unsigned Width = width(E.sort());
  if (std::optional<CmpInst::Predicate> P = predicateOf(E.kind()))
    return comparison(*P, A, *B);
  switch (E.kind()) {
  case Kind::And:
  case Kind::Or: {
    Range Sum = truth(E.is(Kind::And));
    for (Expr Op : E.operands())
      Sum = E.is(Kind::And) ? Sum.binaryAnd(compute(Op))
                            : Sum.binaryOr(compute(Op));
    return Sum;
  }
  case Kind::Not:
  case Kind::BvNot:
    return A.binaryNot();
  case Kind::Ite:
    if (const APInt *Condition = A.getSingleElement())
      return compute(E.operand(Condition->getBoolValue() ? 1 : 2));
    return B->unionWith(compute(E.operand(2)));
  case Kind::BvNeg:
    return Range(APInt::getZero(Width)).sub(A);
  case Kind::BvAnd:
    return A.binaryAnd(*B);
  case Kind::BvOr:
    return A.binaryOr(*B);
  case Kind::BvXor:
    return A.binaryXor(*B);
  case Kind::BvAdd:
    return A.add(*B);
  case Kind::BvSub:
    return A.sub(*B);
  case Kind::BvMul:
    return A.multiply(*B);
  // Division by zero has a value here, and in LLVM it has none.
  case Kind::BvUdiv:
    return B->contains(APInt::getZero(Width)) ? std::nullopt
                                              : std::optional(A.udiv(*B));
  case Kind::BvUrem:
    return B->contains(APInt::getZero(Width)) ? std::nullopt
                                              : std::optional(A.urem(*B));
  case Kind::BvSrem:
    return B->contains(APInt::getZero(Width)) ? std::nullopt
                                              : std::optional(A.srem(*B));
  case Kind::ZeroExt:
    return A.zeroExtend(Width);
  case Kind::SignExt:
    return A.signExtend(Width);
  case Kind::Extract:
    return A.lshr(Range(APInt(A.getBitWidth(), E.param(1)))).truncate(Width);
  case Kind::Concat: {
    if (E.numOperands() != 2)
      return std::nullopt;
    Range High = A.zeroExtend(Width);
    return High.shl(Range(APInt(Width, B->getBitWidth())))
        .add(B->zeroExtend(Width));
  }
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// From terms to variables
//===----------------------------------------------------------------------===//

bool IntervalEvaluator::restrict(Expr E, const Range &R) {
  if (!mayWork())
    return true;
  Range Now = (*this)(E);
  Range Left = Now.intersectWith(R);
  if (Left.isEmptySet())
    return false;
  switch (E.kind()) {
  case Kind::Var:
    if (Left != Now) {
      Known.insert_or_assign(E, Left);
      forgetTerms();
    }
    return true;
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
    Range All = Range::getFull(Width);
    Range Extended = E.is(Kind::ZeroExt) ? All.zeroExtend(width(E.sort()))
                                         : All.signExtend(width(E.sort()));
    Range Possible = Left.intersectWith(Extended);
    return !Possible.isEmptySet() &&restrict(E.operand(0),
                                             Possible.truncate(Width));
  }
  case Kind::Ite:
    for (unsigned Other : {1, 2})
      if ((*this)(E.operand(Other)).intersectWith(R).isEmptySet())
        return assume(E.operand(0), Other == 2) &&restrict(E.operand(3 - Other),
                                                           Left);
    return true;
  default:
    if (!E.isBool() || !Left.isSingleElement() || Now.isSingleElement())
      return true;
    return assume(E, Left.getSingleElement()->getBoolValue());
  }
}

void IntervalEvaluator::joinWith(const IntervalEvaluator &Other) {
  llvm::SmallVector<Expr, 8> Free;
  for (auto &[Var, R] : Known)
    if (auto It = Other.Known.find(Var); It != Other.Known.end())
      R = R.unionWith(It->second);
    else
      Free.push_back(Var);
  for (Expr Var : Free)
    Known.erase(Var);
  forgetTerms();
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
  std::optional<IntervalEvaluator> Sum;
  for (Expr Part : Parts) {
    IntervalEvaluator Branch = *this;
    bool IsPossible = Branch.assume(Part, Holds);
    Work = Branch.Work;
    if (!IsPossible)
      continue;
    if (Sum)
      Sum->joinWith(Branch);
    else
      Sum = std::move(Branch);
  }
  if (Sum)
    Known = std::move(Sum->Known);
  forgetTerms();
  return Sum.has_value();
}

bool IntervalEvaluator::assumeComparison(Expr E, bool Holds) {
  CmpInst::Predicate P = *predicateOf(E.kind());
  if (!Holds)
    P = CmpInst::getInversePredicate(P);
  Expr A = E.operand(0), B = E.operand(1);
  if (!hasRange(A.sort()))
    return true;
  return restrict(A, Range::makeAllowedICmpRegion(P, (*this)(B))) &&restrict(
      B, Range::makeAllowedICmpRegion(CmpInst::getSwappedPredicate(P),
                                      (*this)(A)));
}

bool IntervalEvaluator::assume(Expr Formula, bool Holds) {
  if (!mayWork())
    return true;
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
  if (predicateOf(Formula.kind()) && !assumeComparison(Formula, Holds))
    return false;
  return (*this)(Formula).contains(APInt(1, Holds));
}
