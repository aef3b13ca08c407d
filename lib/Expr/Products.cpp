//===- Products.cpp - Products multiplied out -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Products.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <algorithm>
#include <map>

using namespace sooth;
using llvm::APInt;

static constexpr size_t MaxTerms = 64, MaxFactors = 6;
/// How many conditions are told apart in one product.
static constexpr unsigned MaxConditions = 5;

static bool isBefore(Expr A, Expr B) { return A.id() < B.id(); }

std::vector<Expr> ProductExpansion::factors(Expr E) {
  if (!E.is(Kind::BvMul))
    return {};
  std::vector<Expr> Result, Work{E};
  while (!Work.empty()) {
    Expr T = Work.back();
    Work.pop_back();
    if (T.is(Kind::BvMul))
      llvm::append_range(Work, T.operands());
    else
      Result.push_back(T);
  }
  if (llvm::any_of(Result, [](Expr F) { return F.isConst(); }))
    return {};
  llvm::sort(Result, isBefore);
  return Result;
}

Expr ProductExpansion::product(ExprContext &Ctx, std::vector<Expr> Factors) {
  llvm::sort(Factors, isBefore);
  Expr Result = Factors.front();
  for (Expr F : llvm::drop_begin(Factors))
    Result = Ctx.make(Kind::BvMul, {Result, F});
  return Result;
}

std::vector<Expr>
ProductExpansion::consequences(ExprContext &Ctx,
                               llvm::ArrayRef<Expr> Products) {
  static constexpr size_t MaxFacts = 300;
  const ExprSet Known(Products.begin(), Products.end());
  llvm::SetVector<Expr, std::vector<Expr>, ExprSet> All;
  for (Expr P : Products)
    for (Expr F : factors(P))
      All.insert(F);
  std::vector<Expr> Facts;
  for (Expr P : Products) {
    const std::vector<Expr> Of = factors(P);
    Expr Zero = Ctx.bv(0, P.sort().width());
    for (Expr X : All) {
      if (Facts.size() >= MaxFacts)
        return Facts;
      if (!llvm::is_contained(Of, X))
        continue;
      Facts.push_back(Ctx.mkImplies(Ctx.mkEq(X, Zero), Ctx.mkEq(P, Zero)));
      for (Expr Y : All) {
        if (X == Y || X.sort() != Y.sort())
          continue;
        std::vector<Expr> Other = Of;
        std::ranges::replace(Other, X, Y);
        if (Expr Q = product(Ctx, Other); Known.contains(Q))
          Facts.push_back(Ctx.mkImplies(Ctx.mkEq(X, Y), Ctx.mkEq(P, Q)));
      }
    }
  }
  return Facts;
}

ProductExpansion::Sum ProductExpansion::tidied(std::vector<Term> Terms) {
  auto Less = [](const std::vector<Expr> &A, const std::vector<Expr> &B) {
    return std::ranges::lexicographical_compare(A, B, isBefore);
  };
  std::map<std::vector<Expr>, APInt, decltype(Less)> Of(Less);
  for (Term &T : Terms) {
    auto [It, IsNew] = Of.try_emplace(std::move(T.Factors), T.Coefficient);
    if (!IsNew)
      It->second += T.Coefficient;
  }
  std::vector<Term> Result;
  for (auto &[Factors, Coefficient] : Of)
    if (!Coefficient.isZero())
      Result.push_back({Factors, Coefficient});
  if (Result.size() > MaxTerms)
    return std::nullopt;
  return Result;
}

ProductExpansion::Sum ProductExpansion::productOf(const Sum &A,
                                                  const Sum &B) const {
  if (!A || !B || A->size() * B->size() > MaxTerms * MaxTerms)
    return std::nullopt;
  std::vector<Term> Result;
  for (const Term &X : *A)
    for (const Term &Y : *B) {
      if (X.Factors.size() + Y.Factors.size() > MaxFactors)
        return std::nullopt;
      std::vector<Expr> Factors;
      std::ranges::merge(X.Factors, Y.Factors, std::back_inserter(Factors),
                         isBefore);
      Result.push_back({std::move(Factors), X.Coefficient * Y.Coefficient});
    }
  return tidied(std::move(Result));
}

/// Of a term whose operands are multiplied out.
ProductExpansion::Sum ProductExpansion::sumOf(Expr E) {
  const unsigned Width = E.sort().width();
  if (E.isConst())
    return tidied({{{}, E.value().bits()}});
  switch (E.kind()) {
  case Kind::BvAdd: {
    std::vector<Term> All;
    for (Expr Operand : E.operands()) {
      Sum S = sumOf(Operand);
      if (!S)
        return S;
      llvm::append_range(All, *S);
    }
    return tidied(std::move(All));
  }
  case Kind::BvSub:
  case Kind::BvNeg: {
    Sum Last = sumOf(E.operands().back());
    Sum First = E.is(Kind::BvSub) ? sumOf(E.operand(0)) : Sum(std::in_place);
    if (!First || !Last)
      return std::nullopt;
    for (Term &T : *Last)
      First->push_back({std::move(T.Factors), -T.Coefficient});
    return tidied(std::move(*First));
  }
  case Kind::BvMul: {
    Sum Result = tidied({{{}, APInt(Width, 1)}});
    for (Expr Operand : E.operands())
      Result = productOf(Result, sumOf(Operand));
    return Result;
  }
  case Kind::BvShl:
    if (Expr By = E.operand(1); By.isConst() && By.value().bits().ult(Width)) {
      Sum Factor = tidied(
          {{{}, APInt::getOneBitSet(Width, By.value().bits().getZExtValue())}});
      return productOf(sumOf(E.operand(0)), Factor);
    }
    [[fallthrough]];
  default:
    return tidied({{{E}, APInt(Width, 1)}});
  }
}

Expr ProductExpansion::toExpr(const std::vector<Term> &Terms,
                              unsigned Width) const {
  Expr Result;
  for (const Term &T : Terms) {
    Expr E = Ctx.bv(T.Coefficient);
    if (!T.Factors.empty()) {
      Expr Product = product(Ctx, T.Factors);
      E = T.Coefficient.isOne() ? Product : Ctx.make(Kind::BvMul, {Product, E});
    }
    Result = Result ? Ctx.make(Kind::BvAdd, {Result, E}) : E;
  }
  return Result ? Result : Ctx.bv(0, Width);
}

Expr ProductExpansion::choiceIn(Expr E) {
  switch (E.kind()) {
  case Kind::Ite:
    return E.operand(0);
  case Kind::BvAdd:
  case Kind::BvSub:
  case Kind::BvNeg:
  case Kind::BvMul:
    for (Expr Operand : E.operands())
      if (Expr Condition = choiceIn(Operand))
        return Condition;
    return {};
  default:
    return {};
  }
}

/// Of terms that are multiplied out.
Expr ProductExpansion::multiply(Expr A, Expr B, unsigned Depth) {
  Expr Product = Ctx.make(Kind::BvMul, {A, B});
  Expr Condition = choiceIn(A);
  if (!Condition)
    Condition = choiceIn(B);
  if (Condition) {
    if (Depth == MaxConditions)
      return Product;
    auto If = [&](bool Holds) {
      Substitution S(Ctx);
      S.set(Condition, Holds ? Ctx.trueExpr() : Ctx.falseExpr());
      return multiply(S(A), S(B), Depth + 1);
    };
    return Ctx.mkIte(Condition, If(true), If(false));
  }
  Sum S = productOf(sumOf(A), sumOf(B));
  return S ? toExpr(*S, Product.sort().width()) : Product;
}

/// An equation of terms that are multiplied out: what is on both sides goes.
Expr ProductExpansion::equation(Expr E) {
  Expr A = E.operand(0), B = E.operand(1);
  if (!A.sort().isBitVec() || A.isConst() || B.isConst())
    return E;
  Sum Left = sumOf(A), Right = sumOf(B);
  auto HasProduct = [](const Sum &S) {
    return llvm::any_of(*S, [](const Term &T) { return T.Factors.size() > 1; });
  };
  if (!Left || !Right ||
      (Tidied == Equations::OfProducts && !HasProduct(Left) &&
       !HasProduct(Right)))
    return E;
  for (Term &T : *Right)
    Left->push_back({std::move(T.Factors), -T.Coefficient});
  Sum Difference = tidied(std::move(*Left));
  if (!Difference)
    return E;
  const unsigned Width = A.sort().width();
  return Ctx.mkEq(toExpr(*Difference, Width), Ctx.bv(0, Width));
}

std::optional<std::pair<Expr, Expr>> ProductExpansion::solved(Expr Fact) {
  if (!Fact.is(Kind::Eq) || !Fact.operand(0).sort().isBitVec())
    return std::nullopt;
  Sum Left = sumOf(Fact.operand(0)), Right = sumOf(Fact.operand(1));
  if (!Left || !Right)
    return std::nullopt;
  for (Term &T : *Right)
    Left->push_back({std::move(T.Factors), -T.Coefficient});
  Sum All = tidied(std::move(*Left));
  if (!All)
    return std::nullopt;
  // Odd numbers have inverses. The largest product is in the fewest others.
  auto Best = All->end();
  for (auto It = All->begin(); It != All->end(); ++It)
    if (It->Coefficient[0] && It->Factors.size() > 1 &&
        (Best == All->end() || It->Factors.size() > Best->Factors.size()))
      Best = It;
  if (Best == All->end())
    return std::nullopt;
  const Term Solved = *Best;
  All->erase(Best);
  const APInt Factor = -Solved.Coefficient.multiplicativeInverse();
  for (Term &T : *All)
    T.Coefficient *= Factor;
  return std::pair(product(Ctx, Solved.Factors),
                   toExpr(*All, Fact.operand(0).sort().width()));
}

Expr ProductExpansion::operator()(Expr E) {
  postOrder({E}, Seen, [&](Expr T) {
    llvm::SmallVector<Expr, 4> Operands;
    for (Expr Op : T.operands())
      Operands.push_back(Memo.lookup(Op));
    if (T.is(Kind::BvMul) && Operands.size() == 2 && !T.operand(0).isConst() &&
        !T.operand(1).isConst()) {
      Memo[T] = multiply(Operands[0], Operands[1], 0);
      return;
    }
    Memo[T] = Operands.empty() ? T : Ctx.rebuild(T, Operands);
    if (Memo[T].is(Kind::Eq))
      Memo[T] = equation(Memo[T]);
  });
  return Memo.lookup(E);
}
