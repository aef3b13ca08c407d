//===- IntegerClauses.cpp - Machine integers as integers ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing here is sound in either direction, nor has to be: what comes out of
// it is tried on the program as it is.
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Horn/ModularToHorn.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace sooth;
using llvm::APInt;
using llvm::DynamicAPInt;

namespace {
class ToIntegers {
public:
  ToIntegers(ExprContext &Ctx, ArraysOfClauses A) : Ctx(Ctx), Arrays(A) {}
  Expr operator()(Expr E);
  /// What is known of variables that were made up.
  Expr facts() const { return Ctx.mkAnd(Facts); }

private:
  Expr node(Expr E, llvm::ArrayRef<Expr> Ops);
  Expr anything(Expr E) { return Ctx.freshVar("any", sort(E.sort())); }
  Expr number(int64_t N) { return Ctx.integer(llvm::DynamicAPInt(N)); }
  enum class Rounding { Down, TowardsZero };
  Expr timesIn(Expr Dividend, int64_t By, Rounding How);
  Expr quotient(Expr E, Expr Dividend);
  Expr remainder(Expr E, Expr Dividend);
  Expr unsignedOrder(Expr E, llvm::ArrayRef<Expr> Ops);
  Sort sort(Sort S) const {
    if (S.isArray() && Arrays == ArraysOfClauses::Forgotten)
      return Ctx.intSort();
    if (S.isArray())
      return Ctx.arraySort(sort(S.index()), sort(S.element()));
    return S.isBitVec() ? Ctx.intSort() : S;
  }

  ExprContext &Ctx;
  const ArraysOfClauses Arrays;
  llvm::SmallVector<Expr> Facts;
  ExprMap<Expr> Memo;
};

class FromIntegers {
public:
  FromIntegers(ExprContext &Ctx, unsigned Width) : Ctx(Ctx), Width(Width) {}
  Expr operator()(Expr E);
  void set(Expr From, Expr To) { Memo[From] = widened(To); }

private:
  Expr widened(Expr E) {
    return E.sort().isBitVec() && E.sort().width() < Width
               ? Ctx.mkSignExt(Width - E.sort().width(), E)
               : E;
  }
  Expr narrowed(Expr E, Sort To) {
    return To.isBitVec() ? Ctx.mkExtract(To.width() - 1, 0, E) : E;
  }
  Expr node(Expr E, llvm::ArrayRef<Expr> Ops);

  ExprContext &Ctx;
  unsigned Width;
  ExprMap<Expr> Memo;
};
} // namespace

static llvm::SmallVector<Expr, 4> operands(Expr E, const ExprMap<Expr> &Memo) {
  llvm::SmallVector<Expr, 4> Ops;
  for (unsigned I = 0; I < E.numOperands(); ++I)
    Ops.push_back(Memo.lookup(E.operand(I)));
  return Ops;
}

Expr ToIntegers::operator()(Expr Root) {
  postOrder({Root}, [&](Expr E) {
    if (!Memo.contains(E)) {
      Expr Made = node(E, operands(E, Memo));
      Memo[E] = Made;
    }
  });
  return Memo.lookup(Root);
}

/// 2^\p By, if that is a number that can be shifted by.
static std::optional<int64_t> powerOf2(Expr By) {
  if (!By.isConst() || By.value().bits().uge(62))
    return std::nullopt;
  return int64_t(1) << By.value().bits().getZExtValue();
}

/// A constant above 0 that is not very large.
static std::optional<int64_t> smallConstant(Expr E) {
  if (!E.isConst() || E.value().bits().getActiveBits() > 31 ||
      E.value().bits().isZero())
    return std::nullopt;
  return int64_t(E.value().bits().getZExtValue());
}

/// The whole number of times that \p By goes into \p Dividend, as a variable of
/// which that is said without a division: rounded down, or towards zero.
Expr ToIntegers::timesIn(Expr Dividend, int64_t By, Rounding How) {
  Expr Times = Ctx.freshVar("times", Ctx.intSort());
  Expr Whole = Ctx.make(Kind::Mul, {Times, number(By)});
  Expr Rest = Ctx.make(Kind::Sub, {Dividend, Whole}), Zero = number(0);
  auto IsBetween = [&](int64_t Least, int64_t Most) {
    return Ctx.mkAnd(Ctx.make(Kind::Le, {number(Least), Rest}),
                     Ctx.make(Kind::Le, {Rest, number(Most)}));
  };
  Expr Down = IsBetween(0, By - 1);
  if (How == Rounding::TowardsZero)
    Down = Ctx.mkOr(
        Ctx.mkAnd(Ctx.make(Kind::Le, {Zero, Dividend}), Down),
        Ctx.mkAnd(Ctx.make(Kind::Lt, {Dividend, Zero}), IsBetween(1 - By, 0)));
  Facts.push_back(Down);
  return Times;
}

Expr ToIntegers::quotient(Expr E, Expr Dividend) {
  const bool IsShift = E.kind() == Kind::BvLshr || E.kind() == Kind::BvAshr;
  auto By = IsShift ? powerOf2(E.operand(1)) : smallConstant(E.operand(1));
  if (!By)
    return anything(E);
  return timesIn(Dividend, *By,
                 E.kind() == Kind::BvSdiv ? Rounding::TowardsZero
                                          : Rounding::Down);
}

Expr ToIntegers::remainder(Expr E, Expr Dividend) {
  auto By = smallConstant(E.operand(1));
  if (By && E.kind() == Kind::BvAnd)
    By = llvm::isPowerOf2_64(*By + 1) ? std::optional(*By + 1) : std::nullopt;
  if (!By)
    return anything(E);
  Expr Times = timesIn(Dividend, *By,
                       E.kind() == Kind::BvSrem ? Rounding::TowardsZero
                                                : Rounding::Down);
  Expr Whole = Ctx.make(Kind::Mul, {Times, number(*By)});
  return Ctx.make(Kind::Sub, {Dividend, Whole});
}

/// Most unsigned numbers are never negative, read as signed ones. An index is,
/// if it is wrong: its sign has been extended.
Expr ToIntegers::unsignedOrder(Expr E, llvm::ArrayRef<Expr> Ops) {
  const Kind K = E.kind() == Kind::BvUlt ? Kind::Lt : Kind::Le;
  Expr Order = Ctx.make(K, Ops), Zero = number(0);
  auto IsIndex = [&](unsigned I) {
    return E.operand(I).kind() == Kind::SignExt && E.operand(1 - I).isConst();
  };
  if (IsIndex(0))
    return Ctx.mkAnd(Ctx.make(Kind::Le, {Zero, Ops[0]}), Order);
  if (IsIndex(1))
    return Ctx.mkOr(Ctx.make(Kind::Lt, {Ops[1], Zero}), Order);
  return Order;
}

Expr ToIntegers::node(Expr E, llvm::ArrayRef<Expr> Ops) {
  if (E.isVar())
    return sort(E.sort()) == E.sort() ? E
                                      : Ctx.freshVar(E.name(), sort(E.sort()));
  if (E.isConst() && E.sort().isArray())
    return anything(E);
  if (E.isConst())
    return E.sort().isBitVec() ? Ctx.integer(*parseInteger(llvm::toString(
                                     E.value().bits(), 10, /*Signed=*/true)))
                               : E;
  auto IsNumber = [](Expr V) { return V.sort().isInt(); };
  switch (E.kind()) {
  case Kind::Not:
  case Kind::And:
  case Kind::Or:
  case Kind::Ite:
  case Kind::Eq:
    return Ctx.make(E.kind(), Ops);
  case Kind::BvAdd:
    return Ctx.mkSum(Ops);
  case Kind::BvSub:
    return Ctx.make(Kind::Sub, Ops);
  case Kind::BvNeg:
    return Ctx.make(Kind::Neg, Ops);
  case Kind::BvMul:
    return llvm::any_of(Ops, [](Expr Op) { return Op.isConst(); })
               ? Ctx.make(Kind::Mul, Ops)
               : anything(E);
  case Kind::BvSdiv:
  case Kind::BvUdiv:
  case Kind::BvLshr:
  case Kind::BvAshr:
    return quotient(E, Ops[0]);
  case Kind::BvSrem:
  case Kind::BvUrem:
  case Kind::BvAnd:
    return remainder(E, Ops[0]);
  case Kind::BvShl:
    if (auto Factor = powerOf2(E.operand(1)))
      return Ctx.make(Kind::Mul, {Ops[0], number(*Factor)});
    return anything(E);
  case Kind::BvUlt:
  case Kind::BvUle:
    return unsignedOrder(E, Ops);
  case Kind::BvSlt:
    return Ctx.make(Kind::Lt, Ops);
  case Kind::BvSle:
    return Ctx.make(Kind::Le, Ops);
  case Kind::Select:
  case Kind::Store:
    return Arrays == ArraysOfClauses::Kept ? Ctx.make(E.kind(), Ops)
                                           : anything(E);
  case Kind::Extract:
  case Kind::ZeroExt:
  case Kind::SignExt:
    return IsNumber(Ops[0]) ? Ops[0] : anything(E);
  default:
    return anything(E);
  }
}

static HornAtom over(ToIntegers &Convert, const HornAtom &A) {
  HornAtom Result{A.Predicate, {}};
  for (Expr Arg : A.Args)
    Result.Args.push_back(Convert(Arg));
  return Result;
}

HornSystem sooth::overIntegers(ExprContext &Ctx, const HornSystem &R,
                               ArraysOfClauses Arrays) {
  HornSystem Result(Ctx);
  ToIntegers Params(Ctx, Arrays);
  for (const auto &P : R.Predicates) {
    HornPredicate New{P.Name, {}};
    for (Expr Param : P.Params)
      New.Params.push_back(Params(Param));
    Result.Predicates.push_back(std::move(New));
  }
  for (const HornClause &Clause : R.Clauses) {
    ToIntegers Convert(Ctx, Arrays);
    HornClause New;
    New.Constraint = Convert(Clause.Constraint);
    for (const auto &A : Clause.Body)
      New.Body.push_back(over(Convert, A));
    if (Clause.Head)
      New.Head = over(Convert, *Clause.Head);
    New.Constraint = Ctx.mkAnd(New.Constraint, Convert.facts());
    Result.Clauses.push_back(std::move(New));
  }
  return Result;
}

Expr FromIntegers::operator()(Expr Root) {
  postOrder({Root}, [&](Expr E) {
    if (Memo.contains(E))
      return;
    auto Ops = operands(E, Memo);
    // A variable that is not known is what became of an array.
    Expr Made = E.isVar()                         ? Expr()
                : llvm::is_contained(Ops, Expr()) ? Expr()
                                                  : node(E, Ops);
    Memo[E] = Made;
  });
  return Memo.lookup(Root);
}

Expr FromIntegers::node(Expr E, llvm::ArrayRef<Expr> Ops) {
  auto Sum = [&](llvm::ArrayRef<Expr> Parts) {
    Expr Total = Parts[0];
    for (Expr Part : Parts.drop_front())
      Total = Ctx.make(Kind::BvAdd, {Total, Part});
    return Total;
  };
  if (E.isConst() && E.sort().isInt()) {
    const DynamicAPInt &N = E.value().integer();
    if (N < DynamicAPInt(-INT64_MAX) || N > DynamicAPInt(INT64_MAX))
      return Expr();
    return Ctx.bv(APInt(64, uint64_t(int64_t(N)), true).sextOrTrunc(Width));
  }
  if (E.isConst())
    return E;
  switch (E.kind()) {
  case Kind::Not:
  case Kind::And:
  case Kind::Or:
  case Kind::Ite:
  case Kind::Eq:
    return Ctx.make(E.kind(), Ops);
  case Kind::Add:
    return Sum(Ops);
  case Kind::Sub:
    return Ctx.make(Kind::BvSub, Ops);
  case Kind::Neg:
    return Ctx.make(Kind::BvNeg, Ops);
  case Kind::Mul:
    return Ctx.make(Kind::BvMul, Ops);
  case Kind::IntDiv:
    return Ctx.make(Kind::BvSdiv, Ops);
  case Kind::IntMod:
    return Ctx.make(Kind::BvSrem, Ops);
  case Kind::Select:
    return widened(
        Ctx.mkSelect(Ops[0], narrowed(Ops[1], Ops[0].sort().index())));
  case Kind::Store:
    return Ctx.mkStore(Ops[0], narrowed(Ops[1], Ops[0].sort().index()),
                       narrowed(Ops[2], Ops[0].sort().element()));
  case Kind::Lt:
    return Ctx.mkSlt(Ops[0], Ops[1]);
  case Kind::Le:
    return Ctx.mkSle(Ops[0], Ops[1]);
  default:
    return Expr();
  }
}

Expr sooth::fromIntegers(ExprContext &Ctx, Expr Formula,
                         const HornPredicate &Integer,
                         const HornPredicate &Original) {
  unsigned Width = 0;
  auto Hold = [&](Sort S) {
    if (S.isBitVec())
      Width = std::max(Width, S.width());
  };
  for (Expr Param : Original.Params) {
    Hold(Param.sort());
    if (Param.sort().isArray()) {
      Hold(Param.sort().index());
      Hold(Param.sort().element());
    }
  }
  FromIntegers Convert(Ctx, std::max(Width, 1u));
  for (auto [From, To] : llvm::zip_equal(Integer.Params, Original.Params))
    if (From.sort().isArray() == To.sort().isArray())
      Convert.set(From, To);
  return Convert(Formula);
}
