//===- LinearForm.cpp - Terms as sums of variables ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearForm.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::cells;

/// Factors are small in programs; others may wrap, as what is made of them is
/// a guess.
static int64_t times(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) * uint64_t(B));
}

static int64_t plus(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) + uint64_t(B));
}

void LinearForm::add(Expr Var, int64_t Factor) {
  auto It = llvm::lower_bound(Summands, Var, [](const Summand &S, Expr V) {
    return S.Var.id() < V.id();
  });
  if (It == Summands.end() || It->Var != Var)
    It = Summands.insert(It, {Var, 0});
  It->Factor = plus(It->Factor, Factor);
  if (!It->Factor)
    Summands.erase(It);
}

void LinearForm::add(const LinearForm &Other, int64_t Factor) {
  for (const Summand &S : Other.Summands)
    add(S.Var, times(S.Factor, Factor));
  Constant = plus(Constant, times(Other.Constant, Factor));
}

int64_t LinearForm::factorOf(Expr Var) const {
  for (const Summand &S : Summands)
    if (S.Var == Var)
      return S.Factor;
  return 0;
}

/// The numbers of cells of 2^Bits bytes in \p Bytes. What no factor makes whole
/// cells of stays one term, as the offset of a pointer that walks.
static LinearForm shifted(ExprContext &Ctx, const LinearForm &Bytes,
                          Expr Term) {
  const unsigned Bits = Term.param(1);
  LinearForm Whole, Rest;
  for (const LinearForm::Summand &S : Bytes.Summands) {
    const bool IsWhole =
        (uint64_t(S.Factor) & llvm::maskTrailingOnes<uint64_t>(Bits)) == 0;
    if (IsWhole)
      Whole.add(S.Var, S.Factor >> Bits);
    else
      Rest.add(S.Var, S.Factor);
  }
  Whole.Constant = Bytes.Constant >> Bits;
  if (!Rest.Summands.empty())
    Whole.add(Ctx.mkExtract(Term.param(0), Bits,
                            Rest.toExpr(Ctx, Term.operand(0).sort().width())),
              1);
  return Whole;
}

static std::optional<int64_t> constantOf(Expr E) {
  if (!E.isConst() || E.sort().width() > 64)
    return std::nullopt;
  return E.value().bits().getSExtValue();
}

/// If \p T is a sum or a multiple of what \p Of says the form of.
static std::optional<LinearForm>
sumOfParts(Expr T, llvm::function_ref<LinearForm(Expr)> Of) {
  LinearForm F;
  switch (T.kind()) {
  case Kind::BvAdd:
    for (Expr E : T.operands())
      F.add(Of(E));
    return F;
  case Kind::BvSub:
    F.add(Of(T.operand(0)));
    F.add(Of(T.operand(1)), -1);
    return F;
  case Kind::BvNeg:
  case Kind::BvNot:
    F.add(Of(T.operand(0)), -1);
    F.Constant = plus(F.Constant, T.is(Kind::BvNot) ? -1 : 0);
    return F;
  case Kind::BvMul:
    for (unsigned I : {0, 1})
      if (auto Factor = constantOf(T.operand(I)); Factor && *Factor) {
        F.add(Of(T.operand(1 - I)), *Factor);
        return F;
      }
    return std::nullopt;
  case Kind::BvShl:
    if (auto By = constantOf(T.operand(1)); By && *By >= 0 && *By < 63) {
      F.add(Of(T.operand(0)), int64_t(1) << *By);
      return F;
    }
    return std::nullopt;
  default:
    if (auto Constant = constantOf(T)) {
      F.Constant = *Constant;
      return F;
    }
    return std::nullopt;
  }
}

LinearForm LinearForm::of(ExprContext &Ctx, Expr T) {
  if (auto F = sumOfParts(T, [&](Expr Part) { return of(Ctx, Part); }))
    return *F;
  if (T.is(Kind::SignExt) || T.is(Kind::ZeroExt))
    return of(Ctx, T.operand(0));
  if (T.is(Kind::Extract) && T.param(1) < 63)
    return T.param(1) ? shifted(Ctx, of(Ctx, T.operand(0)), T)
                      : of(Ctx, T.operand(0));
  LinearForm F;
  F.add(T, 1);
  return F;
}

LinearForm LinearForm::ofSum(Expr T) {
  if (auto F = sumOfParts(T, ofSum))
    return *F;
  LinearForm F;
  F.add(T, 1);
  return F;
}

static Expr resizedSigned(ExprContext &Ctx, Expr E, unsigned Width) {
  const unsigned Own = E.sort().width();
  if (Own == Width)
    return E;
  return Own < Width ? Ctx.mkSignExt(Width - Own, E)
                     : Ctx.mkExtract(Width - 1, 0, E);
}

Expr LinearForm::toExpr(ExprContext &Ctx, unsigned Width) const {
  auto Number = [&](int64_t N) {
    return Ctx.bv(llvm::APInt(64, uint64_t(N)).sextOrTrunc(Width));
  };
  Expr Sum = Number(Constant);
  for (const Summand &S : Summands)
    Sum = Ctx.make(Kind::BvAdd,
                   {Ctx.make(Kind::BvMul, {resizedSigned(Ctx, S.Var, Width),
                                           Number(S.Factor)}),
                    Sum});
  return Sum;
}
