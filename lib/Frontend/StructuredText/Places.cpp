//===- Places.cpp - Variables and their parts
//---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

using namespace sooth;
using namespace sooth::st;
using llvm::APInt;
using ExprKind = Expression::Kind;
using TypeKind = Type::Kind;

/// What clang calls an index out of bounds.
static constexpr uint64_t OutOfBounds = 18;

Place Encoder::placeOf(const Variable &V) {
  const Variable *Var = V.Target ? V.Target : &V;
  if (auto Found = Globals.find(Var); Found != Globals.end())
    return Found->second;
  const Frame &Now = Frames.back();
  if (auto Found = Now.Own.find(Var); Found != Now.Own.end())
    return Found->second;
  Place P = *Now.Instance;
  P.Ty = Var->Ty;
  P.First += Var->Offset;
  return P;
}

Place Encoder::placeOf(const Expression &E) {
  switch (E.What) {
  case ExprKind::Member: {
    Place P = placeOf(*E.Operands[0]);
    P.Ty = E.Var->Ty;
    P.First += E.Var->Offset;
    return P;
  }
  case ExprKind::Index:
    return elementOf(placeOf(*E.Operands[0]), *E.Operands[1]);
  case ExprKind::Bit: {
    Place P = placeOf(*E.Operands[0]);
    P.Whole = P.Ty;
    P.Ty = E.Ty;
    P.Bit = E.Number;
    return P;
  }
  default:
    return placeOf(*E.Var);
  }
}

Place Encoder::elementOf(Place P, const Expression &Index) {
  std::deque<CycleBuilder::Hold> Indices;
  for (Place::Index &I : P.Indices)
    Indices.emplace_back(B, I.Val);
  const Type *Array = P.Ty;
  const Type *T = Index.Ty;
  // One bit more, so that it is a signed number; bounds fit as well.
  const unsigned Width = std::max(T->Width, 64u) + 1;
  Expr Val = resized(eval(Index), T->IsSigned, Width);
  Expr Low = Ctx.bv(APInt(Width, uint64_t(Array->Low), true)),
       High = Ctx.bv(APInt(Width, uint64_t(Array->High), true));
  Expr IsInside = Ctx.mkAnd(Ctx.mkSle(Low, Val), Ctx.mkSle(Val, High));
  if (!IsInside.isTrue()) {
    check(IsInside, {Failure::Kind::ClangCheck, "", OutOfBounds}, Index.Where,
          "bounds");
    B.assume(IsInside);
  }
  const unsigned Count = unsigned(Array->High - Array->Low + 1);
  P.Ty = Array->Element;
  if (!Val.isConst()) {
    P.Indices.push_back({Val, Array->Low, Count, Array->Element->Leaves});
    return P;
  }
  // Where it is outside, runs have ended.
  if (IsInside.isTrue())
    P.First += unsigned(Val.value().bits().getSExtValue() - Array->Low) *
               Array->Element->Leaves;
  return P;
}

Expr Encoder::isIndex(const Place::Index &At, unsigned Number) {
  return Ctx.mkEq(At.Val, Ctx.bv(APInt(At.Val.sort().width(),
                                       uint64_t(At.Low + Number), true)));
}

/// Calls \p Take with each slot that leaf \p Leaf of \p P may be in, and when
/// it is.
static void
forEachSlot(const Place &P, Slot S, size_t Depth, Expr When, ExprContext &Ctx,
            llvm::function_ref<Expr(const Place::Index &, unsigned)> Is,
            llvm::function_ref<void(Slot, Expr)> Take) {
  if (Depth == P.Indices.size())
    return Take(S, When);
  const Place::Index &I = P.Indices[Depth];
  for (unsigned Number = 0; Number < I.Count; ++Number)
    if (Expr Here = Ctx.mkAnd(When, Is(I, Number)); !Here.isFalse())
      forEachSlot(P, S + Number * I.Stride, Depth + 1, Here, Ctx, Is, Take);
}

Expr Encoder::read(const Place &P, unsigned Leaf) {
  Expr Val;
  forEachSlot(
      P, P.First + Leaf, 0, Ctx.trueExpr(), Ctx,
      [&](auto &I, unsigned Number) { return isIndex(I, Number); },
      [&](Slot S, Expr When) {
        Val = Val ? Ctx.mkIte(When, B.read(S), Val) : B.read(S);
      });
  if (!Val) // no index is inside: runs have ended
    Val = B.read(P.First + Leaf);
  if (!P.Bit)
    return Val;
  return Ctx.bvToBool(Ctx.mkExtract(*P.Bit, *P.Bit, Val));
}

/// \p Whole with bit \p Bit set to \p Val.
static Expr withBit(ExprContext &Ctx, Expr Whole, unsigned Bit, Expr Val) {
  const unsigned Width = Whole.sort().width();
  Expr Mask = Ctx.bv(APInt::getOneBitSet(Width, Bit));
  return Ctx.mkIte(
      Val, Ctx.make(Kind::BvOr, {Whole, Mask}),
      Ctx.make(Kind::BvAnd, {Whole, Ctx.make(Kind::BvNot, {Mask})}));
}

void Encoder::write(const Place &P, unsigned Leaf, Expr Val) {
  forEachSlot(
      P, P.First + Leaf, 0, Ctx.trueExpr(), Ctx,
      [&](auto &I, unsigned Number) { return isIndex(I, Number); },
      [&](Slot S, Expr When) {
        Expr New = P.Bit ? withBit(Ctx, B.read(S), *P.Bit, Val) : Val;
        B.write(S, Ctx.mkIte(When, New, B.read(S)));
      });
}

void Encoder::checkRange(Expr Val, const Type *T, const SourceLocation &Where) {
  if (!T->isSubrange())
    return;
  Expr IsInside = Ctx.mkAnd(
      lessEqual(Ctx.bv(APInt(T->Width, uint64_t(T->Low), true)), Val, T),
      lessEqual(Val, Ctx.bv(APInt(T->Width, uint64_t(T->High), true)), T));
  check(IsInside, Failure("value outside of the subrange"), Where, "bounds");
  B.assume(IsInside);
}

void Encoder::assign(const Place &P, llvm::ArrayRef<Expr> Vals,
                     const SourceLocation &Where) {
  if (P.Ty->isElementary() && !P.Bit)
    checkRange(Vals[0], P.Ty, Where);
  for (unsigned I = 0; I < Vals.size(); ++I)
    write(P, I, Vals[I]);
}
