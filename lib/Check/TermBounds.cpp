//===- TermBounds.cpp - Contradictions seen without a solver --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TermBounds.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using llvm::APInt;
using llvm::CmpInst;
using llvm::ConstantRange;

static ConstantRange ofBool(bool B) { return ConstantRange(APInt(1, B)); }

/// All values of \p S, if it has ranges.
static std::optional<ConstantRange> allOf(Sort S) {
  if (S.isBool())
    return ConstantRange::getFull(1);
  if (S.isBitVec())
    return ConstantRange::getFull(S.width());
  return std::nullopt;
}

void TermBounds::add(Expr Fact) {
  postOrder({Fact}, Seen, [&](Expr E) {
    Term New{E, {}, allOf(E.sort()), unsigned(Terms.size())};
    if (E.isConst() && New.Values)
      New.Values = E.isBool() ? ofBool(E.value().boolean())
                              : ConstantRange(E.value().bits());
    for (Expr Op : E.operands())
      New.Operands.push_back(Numbers.lookup(Op));
    Numbers[E] = Terms.size();
    Terms.push_back(std::move(New));
  });
}

/// False if no value is left.
bool TermBounds::narrow(unsigned Number, const ConstantRange &To) {
  std::optional<ConstantRange> &Values = Terms[Number].Values;
  const ConstantRange Both = Values->intersectWith(To);
  Changed |= Both != *Values;
  Values = Both;
  return !Both.isEmptySet();
}

bool TermBounds::narrow(unsigned Number, bool To) {
  return narrow(Number, ofBool(To));
}

/// Of a Boolean, if it is known.
std::optional<bool> TermBounds::truth(unsigned Number) const {
  const APInt *Value = Terms[Number].Values->getSingleElement();
  return Value ? std::optional(Value->getBoolValue()) : std::nullopt;
}

bool TermBounds::hasRanges(const Term &T) const {
  return T.Values && llvm::all_of(T.Operands, [&](unsigned I) {
           return Terms[I].Values.has_value();
         });
}

static CmpInst::Predicate predicate(Kind K) {
  switch (K) {
  case Kind::BvUlt:
    return CmpInst::ICMP_ULT;
  case Kind::BvUle:
    return CmpInst::ICMP_ULE;
  case Kind::BvSlt:
    return CmpInst::ICMP_SLT;
  case Kind::BvSle:
    return CmpInst::ICMP_SLE;
  default:
    return CmpInst::BAD_ICMP_PREDICATE;
  }
}

/// From \p Low to \p High, as numbers without a sign.
static ConstantRange between(const APInt &Low, const APInt &High) {
  return ConstantRange::getNonEmpty(Low, High + 1);
}

/// Of \p High and \p Low side by side.
static ConstantRange concat(const ConstantRange &High,
                            const ConstantRange &Low) {
  return between(High.getUnsignedMin().concat(Low.getUnsignedMin()),
                 High.getUnsignedMax().concat(Low.getUnsignedMax()));
}

/// What \p T is by what its operands are; nothing if that says nothing.
std::optional<ConstantRange> TermBounds::result(const Term &T) const {
  const Kind K = T.E.kind();
  auto Fold = [&](auto Operation) {
    ConstantRange R = operand(T, 0);
    for (unsigned I = 1; I < T.Operands.size(); ++I)
      R = Operation(R, operand(T, I));
    return R;
  };
  switch (K) {
  case Kind::Not:
  case Kind::BvNot:
    return operand(T, 0).binaryNot();
  case Kind::And:
  case Kind::BvAnd:
    return Fold([](auto &A, auto &B) { return A.binaryAnd(B); });
  case Kind::Or:
  case Kind::BvOr:
    return Fold([](auto &A, auto &B) { return A.binaryOr(B); });
  case Kind::BvXor:
    return Fold([](auto &A, auto &B) { return A.binaryXor(B); });
  case Kind::BvAdd:
    return Fold([](auto &A, auto &B) { return A.add(B); });
  case Kind::BvSub:
    return Fold([](auto &A, auto &B) { return A.sub(B); });
  case Kind::BvMul:
    return Fold([](auto &A, auto &B) { return A.multiply(B); });
  case Kind::BvNeg: {
    const ConstantRange &A = operand(T, 0);
    return ConstantRange(APInt::getZero(A.getBitWidth())).sub(A);
  }
  case Kind::Eq: {
    const ConstantRange &A = operand(T, 0), &B = operand(T, 1);
    if (A.intersectWith(B).isEmptySet())
      return ofBool(false);
    if (A.isSingleElement() && A == B)
      return ofBool(true);
    return std::nullopt;
  }
  case Kind::BvUlt:
  case Kind::BvUle:
  case Kind::BvSlt:
  case Kind::BvSle: {
    const ConstantRange &A = operand(T, 0), &B = operand(T, 1);
    if (A.icmp(predicate(K), B))
      return ofBool(true);
    if (A.icmp(CmpInst::getInversePredicate(predicate(K)), B))
      return ofBool(false);
    return std::nullopt;
  }
  case Kind::Ite:
    if (auto Taken = truth(T.Operands[0]))
      return operand(T, *Taken ? 1 : 2);
    return operand(T, 1).unionWith(operand(T, 2));
  case Kind::Concat:
    return Fold([](auto &A, auto &B) { return concat(A, B); });
  case Kind::Extract: {
    const ConstantRange &A = operand(T, 0);
    return A.lshr(ConstantRange(APInt(A.getBitWidth(), T.E.param(1))))
        .truncate(T.Values->getBitWidth());
  }
  case Kind::ZeroExt:
    return operand(T, 0).zeroExtend(T.Values->getBitWidth());
  case Kind::SignExt:
    return operand(T, 0).signExtend(T.Values->getBitWidth());
  default:
    return std::nullopt;
  }
}

/// From operands to the term.
bool TermBounds::up(unsigned Number) {
  const Term &T = Terms[Number];
  // (What is known of a Boolean is passed down.)
  if (T.Operands.empty() || !hasRanges(T) ||
      (T.E.isBool() && T.Values->isSingleElement()))
    return true;
  std::optional<ConstantRange> R = result(T);
  return !R || narrow(Number, *R);
}

/// All parts have a value, or one that is left has.
bool TermBounds::downParts(const Term &T) {
  const bool IsAnd = T.E.is(Kind::And);
  const bool Holds = T.Values->getSingleElement()->getBoolValue();
  if (Holds == IsAnd)
    return llvm::all_of(T.Operands,
                        [&](unsigned I) { return narrow(I, Holds); });
  std::optional<unsigned> Open;
  for (unsigned I : T.Operands) {
    const std::optional<bool> Part = truth(I);
    if (Part == Holds || (!Part && Open))
      return true;
    if (!Part)
      Open = I;
  }
  return Open && narrow(*Open, Holds);
}

bool TermBounds::downEq(const Term &T) {
  const unsigned A = T.Operands[0], B = T.Operands[1];
  if (T.Values->getSingleElement()->getBoolValue())
    return narrow(A, *Terms[B].Values) && narrow(B, *Terms[A].Values);
  for (auto [One, Other] : {std::pair(A, B), std::pair(B, A)})
    if (Terms[Other].Values->isSingleElement() &&
        !narrow(One, Terms[Other].Values->inverse()))
      return false;
  return true;
}

bool TermBounds::downComparison(const Term &T) {
  CmpInst::Predicate By = predicate(T.E.kind());
  if (T.Values->getSingleElement()->isZero())
    By = CmpInst::getInversePredicate(By);
  const unsigned A = T.Operands[0], B = T.Operands[1];
  return narrow(A,
                ConstantRange::makeAllowedICmpRegion(By, *Terms[B].Values)) &&
         narrow(B, ConstantRange::makeAllowedICmpRegion(
                       CmpInst::getSwappedPredicate(By), *Terms[A].Values));
}

bool TermBounds::downIte(const Term &T) {
  if (auto Taken = truth(T.Operands[0]))
    return narrow(T.Operands[*Taken ? 1 : 2], *T.Values);
  for (unsigned I : {1, 2})
    if (operand(T, I).intersectWith(*T.Values).isEmptySet())
      return narrow(T.Operands[0], I == 2);
  return true;
}

/// From the term to its operands.
bool TermBounds::down(unsigned Number) {
  const Term &T = Terms[Number];
  if (T.Operands.empty() || !hasRanges(T) || T.Values->isFullSet())
    return true;
  const ConstantRange &R = *T.Values;
  const bool IsBinary = T.Operands.size() == 2;
  switch (T.E.kind()) {
  case Kind::Not:
  case Kind::BvNot:
    return narrow(T.Operands[0], R.binaryNot());
  case Kind::And:
  case Kind::Or:
    return downParts(T);
  case Kind::Eq:
    return downEq(T);
  case Kind::BvUlt:
  case Kind::BvUle:
  case Kind::BvSlt:
  case Kind::BvSle:
    return downComparison(T);
  case Kind::Ite:
    return downIte(T);
  case Kind::BvAdd:
    return !IsBinary || (narrow(T.Operands[0], R.sub(operand(T, 1))) &&
                         narrow(T.Operands[1], R.sub(operand(T, 0))));
  case Kind::BvSub:
    return !IsBinary || (narrow(T.Operands[0], R.add(operand(T, 1))) &&
                         narrow(T.Operands[1], operand(T, 0).sub(R)));
  case Kind::ZeroExt:
  case Kind::SignExt: {
    const unsigned Width = operand(T, 0).getBitWidth();
    const ConstantRange All = ConstantRange::getFull(Width);
    if (!narrow(Number, T.E.is(Kind::ZeroExt)
                            ? All.zeroExtend(R.getBitWidth())
                            : All.signExtend(R.getBitWidth())))
      return false;
    return narrow(T.Operands[0], Terms[Number].Values->truncate(Width));
  }
  case Kind::Extract: {
    const unsigned Width = operand(T, 0).getBitWidth(), By = T.E.param(1);
    if (T.E.param(0) + 1 != Width)
      return true;
    APInt High = R.getUnsignedMax().zext(Width).shl(By);
    High.setLowBits(By);
    return narrow(T.Operands[0],
                  between(R.getUnsignedMin().zext(Width).shl(By), High));
  }
  default:
    return true;
  }
}

unsigned TermBounds::find(unsigned Number) const {
  while (Terms[Number].Equal != Number)
    Number = Terms[Number].Equal;
  return Number;
}

void TermBounds::unite(unsigned A, unsigned B) {
  A = find(A), B = find(B);
  Changed |= A != B;
  Terms[A].Equal = B;
}

/// By equations, by the branch that an ite takes, and as reads of the same
/// array at the same index. False if terms are equal that must not be.
bool TermBounds::uniteEqual() {
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> Reads;
  for (unsigned I = 0; I < Terms.size(); ++I) {
    const Term &T = Terms[I];
    if (T.E.is(Kind::Eq)) {
      if (truth(I) == true)
        unite(T.Operands[0], T.Operands[1]);
      else if (find(T.Operands[0]) == find(T.Operands[1]) && !narrow(I, true))
        return false;
    } else if (T.E.is(Kind::Ite)) {
      if (auto Taken = truth(T.Operands[0]))
        unite(I, T.Operands[*Taken ? 1 : 2]);
    } else if (T.E.is(Kind::Select)) {
      unite(I, Reads.try_emplace({find(T.Operands[0]), find(T.Operands[1])}, I)
                   .first->second);
    }
  }
  return true;
}

/// Equal terms have the same values.
bool TermBounds::share() {
  for (unsigned I = 0; I < Terms.size(); ++I)
    if (const unsigned Of = find(I); Terms[I].Values && Of != I)
      if (!narrow(Of, *Terms[I].Values) || !narrow(I, *Terms[Of].Values))
        return false;
  return true;
}

bool TermBounds::contradict(llvm::ArrayRef<Expr> Facts) {
  static constexpr unsigned Rounds = 8;
  Terms.clear();
  Numbers.clear();
  Seen.clear();
  for (Expr F : Facts)
    add(F);
  for (Expr F : Facts)
    if (!narrow(Numbers[F], true))
      return true;
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    Changed = false;
    for (unsigned I = Terms.size(); I-- > 0;)
      if (!down(I))
        return true;
    for (unsigned I = 0; I < Terms.size(); ++I)
      if (!up(I))
        return true;
    if (!uniteEqual() || !share())
      return true;
    if (!Changed)
      break;
  }
  return false;
}
