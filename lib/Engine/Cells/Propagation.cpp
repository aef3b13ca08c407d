//===- Propagation.cpp - Contradictions seen in single terms --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Propagation.h"

#include "sooth/Domain/IntervalEvaluator.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::cells;
using llvm::APInt;

static Range truth(bool B) { return Range(APInt(1, B)); }

void Propagation::add(Expr Fact) {
  postOrder({Fact}, Seen, [&](Expr E) {
    const bool HasRange = IntervalEvaluator::hasRange(E.sort());
    const unsigned Number = Terms.size();
    Term New{E,
             {},
             HasRange,
             true,
             !HasRange     ? Range::full(1)
             : E.isConst() ? IntervalEvaluator::rangeOf(E.value())
                           : IntervalEvaluator::anyOf(E.sort()),
             {},
             Number,
             {}};
    for (Expr Op : E.operands()) {
      New.Operands.push_back(Numbers.lookup(Op));
      New.OperandsHaveRanges &= Terms[New.Operands.back()].HasRange;
    }
    Numbers[E] = Number;
    Terms.push_back(std::move(New));
  });
}

/// False if \p T has no value left.
bool Propagation::narrow(Term &T, const Range &To, const Premises &Why) {
  if (To.contains(T.Values))
    return true;
  T.Values = T.Values.meet(To);
  T.Why |= Why;
  T.ChangedAt = ++Clock;
  Changed = true;
  if (!T.Values.isEmpty())
    return true;
  Conflict = T.Why;
  return false;
}

/// From operands to \p T.
bool Propagation::up(Term &T) {
  // (What is known of a Boolean is passed down.)
  if (T.Operands.empty() || !T.HasRange || !T.OperandsHaveRanges ||
      (T.E.isBool() && T.Values.single()))
    return true;
  // A part decides alone.
  if (T.E.is(Kind::And) || T.E.is(Kind::Or)) {
    const Range Deciding = truth(T.E.is(Kind::Or));
    for (unsigned I : T.Operands)
      if (Terms[I].Values == Deciding)
        return narrow(T, Deciding, Terms[I].Why);
  }
  llvm::SmallVector<Range, 4> Ranges;
  Premises Why;
  for (unsigned I : T.Operands) {
    Ranges.push_back(Terms[I].Values);
    Why |= Terms[I].Why;
  }
  return narrow(T, IntervalEvaluator::ofOperator(T.E, Ranges), Why);
}

/// All parts of \p T have a value, or one that is left has.
bool Propagation::downConnective(const Term &T) {
  const APInt *Value = T.Values.single();
  if (!Value)
    return true;
  const bool IsAnd = T.E.is(Kind::And), Holds = Value->getBoolValue();
  if (Holds == IsAnd)
    return llvm::all_of(T.Operands, [&](unsigned I) {
      return narrow(Terms[I], truth(Holds), T.Why);
    });
  Term *Open = nullptr;
  Premises Why = T.Why;
  for (unsigned I : T.Operands) {
    Term &Part = Terms[I];
    const APInt *Known = Part.Values.single();
    if (Known && Known->getBoolValue() == Holds)
      return true;
    if (Known)
      Why |= Part.Why;
    else if (Open)
      return true;
    else
      Open = &Part;
  }
  if (Open)
    return narrow(*Open, truth(Holds), Why);
  Conflict = Why;
  return false;
}

bool Propagation::downComparison(const Term &T) {
  const APInt *Value = T.Values.single();
  if (!Value)
    return true;
  const bool Holds = Value->getBoolValue();
  Term *A = &operand(T, 0), *B = &operand(T, 1);
  auto Narrow = [&](Term &Which, const Range &To, const Term &Other) {
    Premises Why = T.Why;
    Why |= Other.Why;
    return narrow(Which, To, Why);
  };
  if (T.E.is(Kind::Eq))
    return Holds ? Narrow(*A, B->Values, *B) && Narrow(*B, A->Values, *A)
                 : Narrow(*A, A->Values.without(B->Values), *B) &&
                       Narrow(*B, B->Values.without(A->Values), *A);
  const bool IsSigned = T.E.is(Kind::BvSlt) || T.E.is(Kind::BvSle);
  const bool OrEqual = (T.E.is(Kind::BvUle) || T.E.is(Kind::BvSle)) == Holds;
  if (!Holds) // not a < b is b <= a
    std::swap(A, B);
  return Narrow(*A, B->Values.less(IsSigned, OrEqual), *B) &&
         Narrow(*B, A->Values.greater(IsSigned, OrEqual), *A);
}

bool Propagation::downIte(const Term &T) {
  Term &Condition = operand(T, 0);
  if (const APInt *Value = Condition.Values.single()) {
    Premises Why = T.Why;
    Why |= Condition.Why;
    return narrow(operand(T, Value->getBoolValue() ? 1 : 2), T.Values, Why);
  }
  for (unsigned I : {1, 2})
    if (Term &Way = operand(T, I); Way.Values.meet(T.Values).isEmpty()) {
      Premises Why = T.Why;
      Why |= Way.Why;
      return narrow(Condition, truth(I == 2), Why);
    }
  return true;
}

/// What the upper bits of a term of \p Width bits, shifted right by \p By, in
/// \p Shifted say of it.
static Range beforeShift(const Range &Shifted, unsigned By, unsigned Width) {
  APInt Low = Shifted.UnsignedLow.zextOrTrunc(Width).shl(By),
        High = Shifted.UnsignedHigh.zextOrTrunc(Width).shl(By);
  High.setLowBits(By);
  return Range::ofUnsigned(Low, High);
}

/// From \p T to its operands.
bool Propagation::down(Term &T) {
  if (T.Operands.empty() || !T.HasRange || !T.OperandsHaveRanges ||
      T.Values.isFull())
    return true;
  auto WithOther = [&](unsigned I) {
    Premises Why = T.Why;
    Why |= operand(T, I).Why;
    return Why;
  };
  switch (T.E.kind()) {
  case Kind::And:
  case Kind::Or:
    return downConnective(T);
  case Kind::Not:
  case Kind::BvNot:
    return narrow(operand(T, 0), T.Values.complement(), T.Why);
  case Kind::Eq:
  case Kind::BvUlt:
  case Kind::BvUle:
  case Kind::BvSlt:
  case Kind::BvSle:
    return downComparison(T);
  case Kind::Ite:
    return downIte(T);
  case Kind::BvAdd:
    if (T.Operands.size() != 2)
      return true;
    return narrow(operand(T, 0), T.Values.sub(operand(T, 1).Values),
                  WithOther(1)) &&
           narrow(operand(T, 1), T.Values.sub(operand(T, 0).Values),
                  WithOther(0));
  case Kind::BvSub:
    return narrow(operand(T, 0), T.Values.add(operand(T, 1).Values),
                  WithOther(1)) &&
           narrow(operand(T, 1), operand(T, 0).Values.sub(T.Values),
                  WithOther(0));
  case Kind::BvNeg:
    return narrow(operand(T, 0),
                  Range(APInt::getZero(T.Values.width())).sub(T.Values), T.Why);
  // Of a range of the wide type, those that are extensions at all.
  case Kind::ZeroExt:
  case Kind::SignExt: {
    Term &Narrow = operand(T, 0);
    const unsigned Width = Narrow.Values.width(), Wide = T.Values.width();
    const Range All = Range::full(Width);
    if (!narrow(T,
                T.E.is(Kind::ZeroExt) ? All.zeroExtend(Wide)
                                      : All.signExtend(Wide),
                {}))
      return false;
    return narrow(Narrow, T.Values.truncate(Width), T.Why);
  }
  case Kind::Extract: {
    Term &From = operand(T, 0);
    const unsigned Width = From.Values.width();
    return T.E.param(0) + 1 != Width ||
           narrow(From, beforeShift(T.Values, T.E.param(1), Width), T.Why);
  }
  case Kind::Concat:
    return T.Operands.size() != 2 ||
           narrow(operand(T, 0),
                  Range::ofUnsigned(
                      T.Values.UnsignedLow.lshr(operand(T, 1).Values.width())
                          .trunc(operand(T, 0).Values.width()),
                      T.Values.UnsignedHigh.lshr(operand(T, 1).Values.width())
                          .trunc(operand(T, 0).Values.width())),
                  T.Why);
  default:
    return true;
  }
}

Propagation::Representative Propagation::find(unsigned Number) const {
  Representative R{Number, {}};
  while (Terms[R.Of].Equal != R.Of) {
    R.Why |= Terms[R.Of].EqualBy;
    R.Of = Terms[R.Of].Equal;
  }
  return R;
}

/// That the terms \p A and \p B are equal. True if that was not known.
bool Propagation::unite(unsigned A, unsigned B, const Premises &Why) {
  const Representative OfA = find(A), OfB = find(B);
  if (OfA.Of == OfB.Of)
    return false;
  Term &T = Terms[OfA.Of];
  T.Equal = OfB.Of;
  T.EqualBy = Why;
  T.EqualBy |= OfA.Why;
  T.EqualBy |= OfB.Why;
  return true;
}

/// True if more terms are known to be equal than before.
bool Propagation::uniteEqual() {
  bool IsNew = false;
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> Reads;
  for (unsigned I = 0; I < Terms.size(); ++I) {
    const Term &T = Terms[I];
    if (T.E.is(Kind::Eq)) {
      if (const APInt *Value = T.Values.single();
          Value && Value->getBoolValue())
        IsNew |= unite(T.Operands[0], T.Operands[1], T.Why);
    } else if (T.E.is(Kind::Ite)) {
      const Term &Condition = Terms[T.Operands[0]];
      if (const APInt *Value = Condition.Values.single())
        IsNew |=
            unite(I, T.Operands[Value->getBoolValue() ? 1 : 2], Condition.Why);
    } else if (T.E.is(Kind::Select)) {
      const Representative Array = find(T.Operands[0]),
                           Index = find(T.Operands[1]);
      auto [It, IsFirst] = Reads.try_emplace({Array.Of, Index.Of}, I);
      if (IsFirst)
        continue;
      Premises Why = Array.Why;
      Why |= Index.Why;
      for (unsigned Operand : Terms[It->second].Operands)
        Why |= find(Operand).Why;
      IsNew |= unite(I, It->second, Why);
    }
  }
  return IsNew;
}

/// Equal terms have the same values.
bool Propagation::share() {
  for (Term &T : Terms) {
    if (!T.HasRange || Terms[T.Equal].E == T.E)
      continue;
    Term &Other = Terms[T.Equal];
    Premises Why = T.EqualBy;
    Why |= Other.Why;
    if (!narrow(T, Other.Values, Why))
      return false;
    Why |= T.Why;
    if (!narrow(Other, T.Values, Why))
      return false;
  }
  return true;
}

bool Propagation::hasNewOperand(const Term &T, unsigned Since) const {
  return llvm::any_of(T.Operands,
                      [&](unsigned I) { return Terms[I].ChangedAt > Since; });
}

/// Passes on what is known of terms. False if one has no value left.
bool Propagation::propagate() {
  static constexpr unsigned Rounds = 8;
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    Changed = false;
    for (Term &T : llvm::reverse(Terms)) {
      if (T.ChangedAt <= T.DownAt && !hasNewOperand(T, T.DownAt))
        continue;
      T.DownAt = Clock;
      if (!down(T))
        return false;
    }
    for (Term &T : Terms) {
      if (!hasNewOperand(T, T.UpAt))
        continue;
      T.UpAt = Clock;
      if (!up(T))
        return false;
    }
    Changed |= uniteEqual();
    if (!share())
      return false;
    if (!Changed)
      break;
  }
  Changed = false;
  return true;
}

/// Whether \p Facts are seen not to be true together; then Conflict is known.
bool Propagation::contradict(llvm::ArrayRef<Expr> Facts) {
  Terms.clear();
  Numbers.clear();
  Seen.clear();
  Assumed.clear();
  Clock = 1;
  for (Expr F : Facts)
    add(F);
  for (auto [I, F] : llvm::enumerate(Facts)) {
    Premises Why;
    Why.add(I);
    if (!narrow(Terms[Numbers[F]], truth(true), Why))
      return true;
  }
  static constexpr unsigned Splits = 2;
  return refute(Splits);
}

/// The same with what is known of terms by now; up to \p Splits alternatives,
/// one within the other, are asked about one by one.
bool Propagation::refute(unsigned Splits) {
  static constexpr unsigned Rounds = 3;
  if (Most == Effort::Ranges)
    return !propagate();
  Changed = true;
  for (unsigned Round = 0; Round < Rounds && Changed; ++Round)
    if (!propagate() || refuteLinear())
      return true;
  return Splits > 0 && refuteEach(Splits);
}

/// The ways that are open of a term that says that one of some holds.
std::optional<Propagation::Alternatives>
Propagation::openWays(const Term &T) const {
  static constexpr size_t MostWays = 12; // as what a function pointer leads to
  const APInt *Value = T.HasRange ? T.Values.single() : nullptr;
  if (!Value || !(T.E.is(Kind::And) ? Value->isZero()
                                    : T.E.is(Kind::Or) && !Value->isZero()))
    return std::nullopt;
  Alternatives Open{{}, T.E.is(Kind::Or), T.Why};
  for (unsigned I : T.Operands) {
    const APInt *Known = Terms[I].Values.single();
    if (Known && *Known == *Value)
      return std::nullopt;
    if (Known)
      Open.Why |= Terms[I].Why;
    else
      Open.Ways.push_back(I);
  }
  return Open.Ways.size() <= MostWays ? std::optional(Open) : std::nullopt;
}

/// Whether \p Number is about terms that are near the first fact.
bool Propagation::isNear(unsigned Number, unsigned Depth) const {
  return Near[Number] ||
         (Depth > 0 && llvm::any_of(Terms[Number].Operands, [&](unsigned I) {
            return isNear(I, Depth - 1);
          }));
}

/// Two different numbers near the first fact are in one order or the other.
bool Propagation::refuteOrders(unsigned Splits) {
  for (const Term &T : Terms) {
    const APInt *Value =
        T.E.is(Kind::Eq) && T.OperandsHaveRanges ? T.Values.single() : nullptr;
    if (!Value || !Value->isZero() ||
        llvm::any_of(Assumed,
                     [&](const Order &O) {
                       return llvm::is_contained(T.Operands, O.Less) &&
                              llvm::is_contained(T.Operands, O.Greater);
                     }) ||
        !llvm::any_of(T.Operands, [&](unsigned I) { return isNear(I, 2); }))
      continue;
    const std::vector<Term> Before = Terms;
    const unsigned A = T.Operands[0], B = T.Operands[1];
    Premises Why = T.Why;
    for (const Order &O : {Order{A, B, Why}, Order{B, A, Why}}) {
      Terms = Before;
      Assumed.push_back(O);
      const bool IsRefuted = refute(Splits - 1);
      Assumed.pop_back();
      if (!IsRefuted)
        return false;
      Why |= Conflict;
    }
    Conflict = Why;
    return true;
  }
  return false;
}

/// Each way of \p Of by itself.
bool Propagation::refuteWays(const Alternatives &Of, unsigned Splits) {
  Premises Why = Of.Why;
  const std::vector<Term> Before = Terms;
  for (unsigned Way : Of.Ways) {
    Terms = Before;
    if (narrow(Terms[Way], truth(Of.OneHolds), Of.Why) && !refute(Splits - 1)) {
      Terms = Before;
      return false;
    }
    Why |= Conflict;
  }
  Conflict = Why;
  return true;
}

/// Some of the alternatives that are open by what the first fact says, with no
/// others within; then, of these or of those near that fact if there are none,
/// the one with the fewest ways.
bool Propagation::refuteEach(unsigned Splits) {
  static constexpr unsigned Depth = 5;
  static constexpr size_t Few = 4, MostTried = 4;
  llvm::SmallVector<Alternatives, MostTried> Tried;
  std::optional<Alternatives> Least;
  bool IsOfFirst = false;
  for (const Term &T : Terms) {
    std::optional<Alternatives> Open = openWays(T);
    if (!Open)
      continue;
    const bool OfFirst = T.Why.contains(0);
    if (OfFirst && Splits > 1 && Tried.size() < MostTried)
      Tried.push_back(*Open);
    if (Open->Ways.size() > Few)
      continue;
    if (Least && (OfFirst == IsOfFirst ? Least->Ways.size() <= Open->Ways.size()
                                       : IsOfFirst))
      continue;
    if (!OfFirst && llvm::none_of(Open->Ways, [&](unsigned Way) {
          return isNear(Way, Depth);
        }))
      continue;
    Least = std::move(Open);
    IsOfFirst = OfFirst;
  }
  if (llvm::any_of(Tried,
                   [&](const Alternatives &A) { return refuteWays(A, 1); }))
    return true;
  return Least ? refuteWays(*Least, Splits) : refuteOrders(Splits);
}

std::vector<Expr> Propagation::conflicting(llvm::ArrayRef<Expr> Facts) const {
  std::vector<Expr> Result;
  for (auto [I, F] : llvm::enumerate(Facts))
    if (Conflict.contains(I))
      Result.push_back(F);
  return Result;
}

std::vector<Expr> Propagation::contradiction(llvm::ArrayRef<Expr> Facts) {
  Facts = Facts.take_front(Premises::MostFacts);
  if (!contradict(Facts))
    return {};
  std::vector<Expr> Least = conflicting(Facts);
  for (size_t I = 0; I < Least.size() && Least.size() > 1;) {
    std::vector<Expr> Others = Least;
    Others.erase(Others.begin() + I);
    if (contradict(Others))
      Least = conflicting(Others); // what was needed before still is
    else
      ++I;
  }
  return Least;
}
