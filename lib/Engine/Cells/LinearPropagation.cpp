//===- LinearPropagation.cpp - Contradictions between sums of terms -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bit-vector stands for a number, with or without a sign, whichever makes the
// range that is known of it smaller. A sum stands for the sum of the numbers
// where their ranges leave one multiple of 2^w by which it may differ, mostly
// none: then nothing wraps.
//
//===----------------------------------------------------------------------===//

#include "Inequalities.h"
#include "Propagation.h"

#include "sooth/Domain/IntervalEvaluator.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace sooth;
using namespace sooth::cells;
using llvm::APInt;
using Number = Inequalities::Number;
using Sum = Inequalities::Sum;

/// What inequalities there are between the terms of a Propagation.
class Propagation::Linear {
public:
  explicit Linear(const Propagation &P);
  /// By what is connected with the first fact, which is noted in \p Near.
  std::optional<Premises> contradiction(llvm::BitVector &Near) const;
  /// Terms that would have to be known not to be negative, and are, with why.
  std::vector<std::pair<unsigned, Premises>> nonNegative();

private:
  /// A sum of terms that are none, by number, and a constant.
  struct Form {
    Sum Parts;
    Number Constant = 0;
    Premises Why;
  };
  struct Bounds {
    Number Low, High;
  };
  /// Parts + Constant <= 0, or = 0.
  struct Relation {
    Form Of;
    bool IsEquation;
  };

  const Term &term(unsigned I) const { return P.Terms[I]; }
  bool isNumber(unsigned I) const;
  /// What \p I stands for, if it is a constant.
  std::optional<Number> constantOf(unsigned I) const;
  Bounds boundsOf(unsigned I) const;
  Bounds boundsOf(const Form &F) const;
  static bool addTo(Form &F, const Form &Other, Number Factor);
  /// What \p I stands for, as a sum.
  const Form &formOf(unsigned I);
  std::optional<Form> sumOf(unsigned I);
  std::optional<Form> viewed(unsigned I, bool AsSigned);
  std::optional<Form> difference(const std::optional<Form> &A,
                                 const std::optional<Form> &B);
  void relate(const std::optional<Form> &F, bool IsEquation,
              const Premises &Why, Number Constant = 0);
  void relateComparison(unsigned I);
  void relateOperands(unsigned I);
  void relateRange(unsigned I);
  static void addTo(Inequalities &System, const Relation &R);
  void addBounds(Inequalities &System, const llvm::BitVector &Of) const;
  Inequalities within(const llvm::BitVector &Terms) const;
  Inequalities around(llvm::BitVector &Reached) const;

  const Propagation &P;
  llvm::BitVector IsSigned, HasForm;
  /// Where the sign decides what it is without one, and is not known.
  llvm::BitVector NeedsSign;
  /// Why a sum is nothing that it may be, if one is.
  std::optional<Premises> Impossible;
  std::vector<Form> Forms;
  std::vector<Relation> Relations;
};

static Number numberOf(const APInt &N, bool IsSigned) {
  return IsSigned ? Number(N.getSExtValue()) : Number(N.getZExtValue());
}

static Number powerOfTwo(unsigned N) { return Number(1) << N; }

bool Propagation::Linear::isNumber(unsigned I) const {
  return term(I).E.sort().isBitVec() && term(I).Values.width() <= 64;
}

Propagation::Linear::Linear(const Propagation &P)
    : P(P), IsSigned(P.Terms.size()), HasForm(P.Terms.size()),
      NeedsSign(P.Terms.size()), Forms(P.Terms.size()) {
  llvm::BitVector IsAskedSigned(P.Terms.size());
  for (const Term &T : P.Terms)
    if (T.E.is(Kind::BvSlt) || T.E.is(Kind::BvSle) || T.E.is(Kind::SignExt))
      for (unsigned I : T.Operands)
        IsAskedSigned.set(I);
  for (unsigned I = 0; I < P.Terms.size(); ++I) {
    if (!isNumber(I))
      continue;
    const Range &R = term(I).Values;
    IsSigned[I] = R.isSmallerWithSign() || R.SignedHigh.isNegative() ||
                  (R.isFull() && IsAskedSigned[I]);
  }
  for (const Order &O : P.Assumed)
    if (isNumber(O.Less))
      relate(difference(viewed(O.Less, false), viewed(O.Greater, false)), false,
             O.Why, 1);
  for (unsigned I = 0; I < P.Terms.size(); ++I) {
    const Term &T = term(I);
    switch (T.E.kind()) {
    case Kind::BvUlt:
    case Kind::BvUle:
    case Kind::BvSlt:
    case Kind::BvSle:
      relateComparison(I);
      break;
    default:
      if (!isNumber(I))
        break;
      relateOperands(I);
      relateRange(I);
      if (T.Equal != I) {
        const bool AsSigned = IsSigned[I] && IsSigned[T.Equal];
        relate(difference(viewed(I, AsSigned), viewed(T.Equal, AsSigned)), true,
               T.EqualBy);
      }
    }
  }
}

Propagation::Linear::Bounds Propagation::Linear::boundsOf(unsigned I) const {
  const Range &R = term(I).Values;
  return IsSigned[I]
             ? Bounds{numberOf(R.SignedLow, true), numberOf(R.SignedHigh, true)}
             : Bounds{numberOf(R.UnsignedLow, false),
                      numberOf(R.UnsignedHigh, false)};
}

std::optional<Number> Propagation::Linear::constantOf(unsigned I) const {
  return isNumber(I) && term(I).E.isConst() ? std::optional(boundsOf(I).Low)
                                            : std::nullopt;
}

Propagation::Linear::Bounds Propagation::Linear::boundsOf(const Form &F) const {
  Bounds Result{F.Constant, F.Constant};
  for (const auto &[Unknown, Factor] : F.Parts) {
    const Bounds B = boundsOf(Unknown);
    Result.Low += Factor * (Factor > 0 ? B.Low : B.High);
    Result.High += Factor * (Factor > 0 ? B.High : B.Low);
  }
  return Result;
}

/// False, and \p F is not to be used, if a factor gets too large for sums of
/// a few to be no larger than a Number.
bool Propagation::Linear::addTo(Form &F, const Form &Other, Number Factor) {
  static constexpr size_t MostParts = 8;
  auto S = Inequalities::plus(F.Parts, Other.Parts, Factor);
  if (!S || S->size() > MostParts)
    return false;
  auto IsLarge = [](Number N, unsigned Bits) {
    return N > powerOfTwo(Bits) || N < -powerOfTwo(Bits);
  };
  F.Parts = std::move(*S);
  F.Constant += Factor * Other.Constant;
  F.Why |= Other.Why;
  return !IsLarge(F.Constant, 100) &&
         llvm::none_of(F.Parts, [&](const auto &Part) {
           return IsLarge(Part.Factor, 40);
         });
}

/// The sum that the operands of \p I make, if it is clear by how much it
/// differs from what \p I stands for.
std::optional<Propagation::Linear::Form>
Propagation::Linear::sumOf(unsigned I) {
  const Term &T = term(I);
  Form F;
  auto Add = [&](unsigned Operand, Number Factor) {
    const Term &Op = term(T.Operands[Operand]);
    F.Why |= Op.Why;
    return isNumber(T.Operands[Operand]) &&
           addTo(F, formOf(T.Operands[Operand]), Factor);
  };
  bool IsSum = false;
  switch (T.E.kind()) {
  case Kind::BvAdd:
    IsSum = llvm::all_of(llvm::seq<unsigned>(0, T.Operands.size()),
                         [&](unsigned Op) { return Add(Op, 1); });
    break;
  case Kind::BvSub:
    IsSum = Add(0, 1) && Add(1, -1);
    break;
  case Kind::BvNeg:
    IsSum = Add(0, -1);
    break;
  case Kind::BvMul:
    if (T.Operands.size() == 2)
      for (unsigned Op : {0, 1})
        if (auto Factor = constantOf(T.Operands[Op]);
            Factor && *Factor < powerOfTwo(32) && *Factor > -powerOfTwo(32)) {
          IsSum = Add(1 - Op, *Factor);
          break;
        }
    break;
  case Kind::BvShl:
    if (auto By = constantOf(T.Operands[1]); By && *By >= 0 && *By < 32)
      IsSum = Add(0, powerOfTwo(unsigned(*By)));
    break;
  case Kind::ZeroExt:
  case Kind::SignExt: {
    const unsigned Op = T.Operands[0];
    if (!isNumber(Op))
      return std::nullopt;
    auto Seen = viewed(Op, T.E.is(Kind::SignExt));
    IsSum = Seen && addTo(F, *Seen, 1);
    F.Why |= term(Op).Why;
    break;
  }
  case Kind::Extract:
    IsSum = T.E.param(1) == 0 && Add(0, 1);
    break;
  default:
    break;
  }
  if (!IsSum)
    return std::nullopt;
  const Number Modulus = powerOfTwo(T.Values.width());
  const Bounds OfSum = boundsOf(F), Own = boundsOf(I);
  // T = F - K * Modulus
  const Number Least = -Inequalities::floorOf(Own.High - OfSum.Low, Modulus),
               Most = Inequalities::floorOf(OfSum.High - Own.Low, Modulus);
  if (Least < Most)
    return std::nullopt;
  F.Why |= T.Why;
  for (const auto &Part : F.Parts)
    F.Why |= term(Part.Unknown).Why;
  if (Least > Most) {
    Impossible = F.Why;
    return std::nullopt;
  }
  F.Constant -= Least * Modulus;
  return F;
}

const Propagation::Linear::Form &Propagation::Linear::formOf(unsigned I) {
  if (HasForm[I])
    return Forms[I];
  HasForm.set(I);
  if (const APInt *Only = term(I).Values.single())
    Forms[I] = {{}, numberOf(*Only, IsSigned[I]), term(I).Why};
  else if (auto F = sumOf(I))
    Forms[I] = std::move(*F);
  else
    Forms[I] = {{{I, 1}}, 0, {}};
  return Forms[I];
}

/// What \p I stands for with a sign, or without one.
std::optional<Propagation::Linear::Form>
Propagation::Linear::viewed(unsigned I, bool AsSigned) {
  Form F = formOf(I);
  if (IsSigned[I] == AsSigned)
    return F;
  const Range &R = term(I).Values;
  F.Why |= term(I).Why;
  if (!R.SignedLow.isNegative())
    return F;
  if (!R.SignedHigh.isNegative()) {
    if (IsSigned[I])
      NeedsSign.set(I);
    return std::nullopt;
  }
  F.Constant += AsSigned ? -powerOfTwo(R.width()) : powerOfTwo(R.width());
  return F;
}

std::optional<Propagation::Linear::Form>
Propagation::Linear::difference(const std::optional<Form> &A,
                                const std::optional<Form> &B) {
  if (!A || !B)
    return std::nullopt;
  Form F = *A;
  if (!addTo(F, *B, -1))
    return std::nullopt;
  return F;
}

/// That \p F + \p Constant is 0, or at most 0, by \p Why.
void Propagation::Linear::relate(const std::optional<Form> &F, bool IsEquation,
                                 const Premises &Why, Number Constant) {
  if (!F)
    return;
  Relation R{*F, IsEquation};
  R.Of.Constant += Constant;
  R.Of.Why |= Why;
  const Bounds Possible = boundsOf(R.Of);
  if (Possible.High > 0 || (IsEquation && Possible.Low < 0))
    Relations.push_back(std::move(R));
}

void Propagation::Linear::relateComparison(unsigned I) {
  const Term &T = term(I);
  const APInt *Value = T.Values.single();
  if (!Value || !isNumber(T.Operands[0]))
    return;
  const bool Holds = Value->getBoolValue(),
             AsSigned = T.E.is(Kind::BvSlt) || T.E.is(Kind::BvSle),
             OrEqual = (T.E.is(Kind::BvUle) || T.E.is(Kind::BvSle)) == Holds;
  unsigned A = T.Operands[0], B = T.Operands[1];
  if (!Holds)
    std::swap(A, B);
  relate(difference(viewed(A, AsSigned), viewed(B, AsSigned)), false, T.Why,
         OrEqual ? 0 : 1);
}

/// What an operator that is no sum says of its operands.
void Propagation::Linear::relateOperands(unsigned I) {
  const Term &T = term(I);
  auto Unsigned = [&](unsigned Operand) {
    return isNumber(T.Operands[Operand]) ? viewed(T.Operands[Operand], false)
                                         : std::nullopt;
  };
  // What is left of the dividend is from Least to Most.
  auto RelateRest = [&](const std::optional<Form> &Quotient,
                        const std::optional<Form> &Dividend, Number Divisor,
                        Number Least, Number Most) {
    Form Negative, Rest;
    if (!Quotient || !Dividend || !addTo(Negative, *Quotient, Divisor) ||
        !addTo(Negative, *Dividend, -1) || !addTo(Rest, Negative, -1))
      return;
    relate(Negative, false, {}, Least);
    relate(Rest, false, {}, -Most);
  };
  auto RelateQuotient = [&](Number Divisor) {
    RelateRest(viewed(I, false), Unsigned(0), Divisor, 0, Divisor - 1);
  };
  auto RelateSigned = [&](Number Divisor, Number Least, Number Most) {
    if (isNumber(T.Operands[0]))
      RelateRest(viewed(I, true), viewed(T.Operands[0], true), Divisor, Least,
                 Most);
  };
  switch (T.E.kind()) {
  case Kind::BvAnd:
  case Kind::BvOr:
    for (unsigned Op = 0; Op < T.Operands.size(); ++Op)
      relate(T.E.is(Kind::BvAnd) ? difference(viewed(I, false), Unsigned(Op))
                                 : difference(Unsigned(Op), viewed(I, false)),
             false, {});
    break;
  case Kind::BvUrem:
    relate(difference(viewed(I, false), Unsigned(0)), false, {});
    break;
  case Kind::BvUdiv:
    if (auto By = constantOf(T.Operands[1]);
        By && *By > 0 && *By < powerOfTwo(32))
      RelateQuotient(*By);
    break;
  case Kind::BvLshr:
    if (auto By = constantOf(T.Operands[1]); By && *By >= 0 && *By < 32)
      RelateQuotient(powerOfTwo(unsigned(*By)));
    break;
  case Kind::BvAshr:
    if (auto By = constantOf(T.Operands[1]); By && *By >= 0 && *By < 32)
      RelateSigned(powerOfTwo(unsigned(*By)), 0, powerOfTwo(unsigned(*By)) - 1);
    break;
  case Kind::BvSdiv: // rounds towards zero
    if (auto By = constantOf(T.Operands[1]);
        By && *By > 0 && *By < powerOfTwo(std::min(T.Values.width() - 1, 32u)))
      RelateSigned(*By, T.Values.SignedLow.isStrictlyPositive() ? 0 : 1 - *By,
                   T.Values.SignedHigh.isNegative() ? 0 : *By - 1);
    break;
  case Kind::Extract:
    if (isNumber(T.Operands[0]) && T.E.param(1) > 0 && T.E.param(1) < 32 &&
        T.E.param(0) + 1 == term(T.Operands[0]).Values.width())
      RelateQuotient(powerOfTwo(T.E.param(1)));
    break;
  default:
    break;
  }
}

/// Where more is known of a sum than its parts say.
void Propagation::Linear::relateRange(unsigned I) {
  const Form &F = formOf(I);
  if (F.Parts.size() < 2)
    return;
  const Bounds OfParts = boundsOf(F), Own = boundsOf(I);
  if (Own.High < OfParts.High)
    relate(F, false, term(I).Why, -Own.High);
  if (Own.Low > OfParts.Low) {
    Form Negative;
    if (addTo(Negative, F, -1))
      relate(Negative, false, term(I).Why, Own.Low);
  }
}

void Propagation::Linear::addTo(Inequalities &System, const Relation &R) {
  if (R.IsEquation)
    System.equal(R.Of.Parts, -R.Of.Constant, R.Of.Why);
  else
    System.atMost(R.Of.Parts, -R.Of.Constant, R.Of.Why);
}

void Propagation::Linear::addBounds(Inequalities &System,
                                    const llvm::BitVector &Of) const {
  for (unsigned I : Of.set_bits()) {
    const Bounds B = boundsOf(I);
    System.atMost({{I, 1}}, B.High, term(I).Why);
    System.atMost({{I, -1}}, -B.Low, term(I).Why);
  }
}

/// Those about no other terms.
Inequalities Propagation::Linear::within(const llvm::BitVector &Terms) const {
  Inequalities System;
  for (const Relation &R : Relations)
    if (llvm::all_of(R.Of.Parts,
                     [&](const auto &Part) { return Terms[Part.Unknown]; }))
      addTo(System, R);
  addBounds(System, Terms);
  return System;
}

/// Those near the terms \p Reached, to which all are added that they are about.
Inequalities Propagation::Linear::around(llvm::BitVector &Reached) const {
  static constexpr size_t MostRelations = 64;
  Inequalities System;
  auto All = llvm::make_pointer_range(Relations);
  std::vector<const Relation *> Rest(All.begin(), All.end());
  while (System.size() < MostRelations) {
    auto IsFar = [&](const Relation *R) {
      return llvm::none_of(
          R->Of.Parts, [&](const auto &Part) { return Reached[Part.Unknown]; });
    };
    auto Near = std::stable_partition(Rest.begin(), Rest.end(), IsFar);
    if (Near == Rest.end())
      break;
    for (const Relation *R : llvm::make_range(Near, Rest.end())) {
      for (const auto &Part : R->Of.Parts)
        Reached.set(Part.Unknown);
      addTo(System, *R);
    }
    Rest.erase(Near, Rest.end());
  }
  addBounds(System, Reached);
  return System;
}

std::optional<Premises>
Propagation::Linear::contradiction(llvm::BitVector &Near) const {
  Near.clear();
  Near.resize(P.Terms.size());
  if (Impossible)
    return Impossible;
  for (const Relation &R : Relations) {
    if (R.Of.Parts.empty())
      return R.Of.Why;
    if (R.Of.Why.contains(0))
      for (const auto &Part : R.Of.Parts)
        Near.set(Part.Unknown);
  }
  // Mostly few are enough, of many.
  if (auto Why = within(Near).contradiction())
    return Why;
  return around(Near).contradiction();
}

std::vector<std::pair<unsigned, Premises>> Propagation::Linear::nonNegative() {
  static constexpr size_t MostAsked = 4;
  std::vector<std::pair<unsigned, Premises>> Found;
  size_t Asked = 0;
  for (unsigned I : NeedsSign.set_bits()) {
    const Form &F = formOf(I);
    if (++Asked > MostAsked)
      break;
    llvm::BitVector Reached(P.Terms.size());
    for (const auto &Part : F.Parts)
      Reached.set(Part.Unknown);
    Inequalities System = around(Reached);
    System.atMost(F.Parts, -1 - F.Constant, F.Why);
    if (auto Why = System.contradiction())
      Found.emplace_back(I, *Why);
  }
  return Found;
}

/// Whether what is known of sums has no solution; then Conflict is known.
bool Propagation::refuteLinear() {
  Linear Seen(*this);
  if (std::optional<Premises> Found = Seen.contradiction(Near)) {
    Conflict = *Found;
    return true;
  }
  bool IsRefuted = false;
  for (const auto &[I, Why] : Seen.nonNegative()) {
    Term &T = Terms[I];
    IsRefuted |=
        !narrow(T,
                Range::ofUnsigned(APInt::getZero(T.Values.width()),
                                  APInt::getSignedMaxValue(T.Values.width())),
                Why);
  }
  return IsRefuted;
}
