//===- Positions.cpp - Facts about a cell and where it is -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Positions.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace sooth;
using namespace sooth::cells;

/// What is left out is of no use in large numbers.
static constexpr size_t MaxContentsOfPosition = 60, MaxFlagged = 8,
                        MaxBounds = 40, MaxGivenSize = 12;
/// Of places that are told apart by their remainders.
static constexpr int64_t MaxStride = 8;
/// What an index may multiply a variable with.
static constexpr int64_t MaxFactor = 1 << 20;

static bool hasArray(Expr E) {
  return anyVariable(E, [](Expr X) { return X.sort().isArray(); });
}

//===- The state ----------------------------------------------------------===//

/// The largest number of which all that is added to a variable is a multiple.
static unsigned strideOf(const Vocabulary::Counting &Of) {
  uint64_t Stride = 0;
  for (int64_t Step : Of.Steps)
    Stride = std::gcd(Stride, Step < 0 ? -uint64_t(Step) : uint64_t(Step));
  return Stride <= uint64_t(MaxStride) ? Stride : 1;
}

/// That \p E has this remainder.
static Expr hasRemainder(ExprContext &Ctx, Expr E, unsigned Stride,
                         uint64_t Remainder) {
  const unsigned W = E.sort().width();
  if (llvm::isPowerOf2_32(Stride)) {
    const unsigned Bits = llvm::Log2_32(Stride);
    return Bits < W ? Ctx.mkEq(Ctx.mkExtract(Bits - 1, 0, E),
                               Ctx.bv(Remainder, Bits))
                    : Ctx.trueExpr();
  }
  return Ctx.mkEq(Ctx.make(Kind::BvUrem, {E, Ctx.bv(Stride, W)}),
                  Ctx.bv(Remainder, W));
}

std::vector<Expr> PositionGuesser::ofState(const Vocabulary &V) {
  static constexpr size_t MaxStarts = 4, MaxCounted = 10;
  ExprContext &Ctx = V.Ctx;
  ExprList Out;
  auto StartsOf = [&](const Vocabulary::Counting &Of) {
    llvm::ArrayRef<Expr> All = Of.Starts.getArrayRef();
    return All.take_front(std::min(All.size(), MaxStarts));
  };
  for (const auto &[X, Of] : V.Counted) {
    const unsigned Stride = strideOf(Of);
    for (Expr S : StartsOf(Of)) {
      Out.insert(Ctx.mkSle(X, S));
      Out.insert(Ctx.mkSle(S, X));
      if (S.isConst() && Stride > 1)
        Out.insert(hasRemainder(Ctx, X, Stride, S.value().bits().urem(Stride)));
    }
  }
  // What a place in an object is compared with, up to its end.
  for (Expr A : V.Atoms)
    for (unsigned Side : {0, 1}) {
      Expr Sum = A.operand(Side), Place = A.operand(1 - Side);
      if (!A.is(Kind::Eq) && Sum.is(Kind::BvAdd) && Sum.operand(0).isVar() &&
          Sum.operand(1).isConst() && V.isOverState(A) && !hasArray(A))
        Out.insert(Ctx.mkUle(Place, Sum.operand(0)));
    }
  // One is ahead of another, or within the limits of others.
  ExprList Limits;
  for (Expr A : V.Atoms)
    for (unsigned Side : {0, 1})
      if (!A.is(Kind::Eq) && V.Counted.contains(A.operand(Side)) &&
          A.operand(1 - Side).isVar() &&
          V.Scalars.contains(A.operand(1 - Side)))
        Limits.insert(A.operand(1 - Side));
  for (const auto &[X, Of] : V.Counted)
    for (Expr L : Limits)
      if (X != L && X.sort() == L.sort())
        Out.insert(Ctx.mkSle(X, L));
  if (V.Counted.size() > MaxCounted)
    return Out.takeVector();
  for (const auto &[X, OfX] : V.Counted)
    for (const auto &[Y, OfY] : V.Counted) {
      if (X == Y || X.sort() != Y.sort())
        continue;
      const unsigned W = X.sort().width();
      Out.insert(Ctx.mkSle(X, Y));
      Out.insert(Ctx.mkSle(X, Ctx.make(Kind::BvAdd, {Y, Ctx.bv(1, W)})));
      if (X.id() > Y.id() || OfX.Steps.size() != 1 || OfY.Steps.size() != 1)
        continue;
      // They keep pace with each other.
      for (Expr S : StartsOf(OfX))
        for (Expr T : StartsOf(OfY)) {
          LinearForm Now, Then;
          Now.add(X, OfY.Steps[0]);
          Now.add(Y, -OfX.Steps[0]);
          Then.add(LinearForm::of(Ctx, S), OfY.Steps[0]);
          Then.add(LinearForm::of(Ctx, T), -OfX.Steps[0]);
          Out.insert(Ctx.mkEq(Now.toExpr(Ctx, W), Then.toExpr(Ctx, W)));
        }
    }
  return Out.takeVector();
}

//===- What may be so of a cell -------------------------------------------===//

static std::vector<Expr> readsIn(Expr E) {
  std::vector<Expr> Reads;
  postOrder({E}, [&](Expr T) {
    if (T.is(Kind::Select) && T.operand(0).isVar())
      Reads.push_back(T);
  });
  return Reads;
}

PositionGuesser::PositionGuesser(const Vocabulary &V, Expr K,
                                 llvm::ArrayRef<Expr> Given)
    : V(V), Ctx(V.Ctx), K(K), Width(K.sort().width()), Fixed(Ctx) {
  for (const auto &[X, Val] : V.Fixed)
    Fixed.set(X, Val);
  if (auto It = V.Indices.find(K.sort()); It != V.Indices.end())
    for (Expr T : It->second)
      for (const LinearForm::Summand &S :
           LinearForm::of(Ctx, Fixed(T)).Summands)
        Width = std::max(Width, S.Var.sort().width());
  Position = Width == K.sort().width()
                 ? K
                 : Ctx.mkZeroExt(Width - K.sort().width(), K);
  addContents();
  const size_t Solved = Contents.size();
  for (Expr C : Given)
    if (Contents.size() < MaxContentsOfPosition && dagSize({C}) <= MaxGivenSize)
      Contents.insert(C);
  addStrides(Solved);
  addFlagged(Solved);
  addBounds();
}

/// The variables of \p F that loops count, or if there is none, all.
std::vector<Expr> PositionGuesser::moversOf(const LinearForm &F) const {
  std::vector<Expr> Counted, All;
  for (const LinearForm::Summand &S : F.Summands)
    if (V.Scalars.contains(S.Var)) {
      All.push_back(S.Var);
      if (V.Counted.contains(S.Var))
        Counted.push_back(S.Var);
    }
  return Counted.empty() ? All : Counted;
}

/// \p Atom of the round in which \p Read, one of its reads, is that of cell K:
/// with what \p Mover is then. Null if that cannot be said.
Expr PositionGuesser::solved(Expr Atom, Expr Read, Expr Mover) const {
  // Factor * Mover + Rest = K
  const LinearForm Own = LinearForm::of(Ctx, Read.operand(1));
  const int64_t Factor = Own.factorOf(Mover);
  if (Factor < -MaxStride || Factor > MaxStride ||
      !llvm::isPowerOf2_64(std::abs(Factor)))
    return {};
  const unsigned Size = std::abs(Factor);
  LinearForm Rest = Own;
  Rest.add(Mover, -Factor);
  LinearForm Distance;
  Distance.add(Position, 1);
  Distance.add(Rest, -1);
  Expr Value = Distance.toExpr(Ctx, Width);
  std::vector<Expr> Guards;
  if (Size > 1) {
    Guards.push_back(hasRemainder(Ctx, Value, Size, 0));
    Value = Ctx.make(Kind::BvAshr, {Value, Ctx.bv(llvm::Log2_32(Size), Width)});
  }
  if (Factor < 0)
    Value = Ctx.make(Kind::BvNeg, {Value});
  Substitution There(Ctx);
  const unsigned Wanted = Mover.sort().width();
  There.set(Mover, Wanted < Width ? Ctx.mkExtract(Wanted - 1, 0, Value)
                                  : Ctx.mkSignExt(Wanted - Width, Value));
  for (Expr Other : readsIn(Atom)) {
    if (Other == Read) {
      There.set(Other, Ctx.mkSelect(Other.operand(0), K));
      continue;
    }
    // A cell at some distance from K.
    LinearForm At = LinearForm::of(Ctx, Other.operand(1));
    const int64_t Times = At.factorOf(Mover);
    if (!Times || Times < -MaxFactor || Times > MaxFactor || Times % Factor)
      continue;
    At.add(Mover, -Times);
    At.add(Distance, Times / Factor);
    Expr Index = At.toExpr(Ctx, Width);
    Guards.push_back(Ctx.mkSle(Ctx.bv(0, Width), Index));
    There.set(Other,
              Ctx.mkSelect(Other.operand(0),
                           Ctx.mkExtract(Other.operand(1).sort().width() - 1, 0,
                                         Index)));
  }
  return Ctx.mkImplies(Ctx.mkAnd(Guards), There(Atom));
}

void PositionGuesser::addSolved(Expr Atom, bool AlsoNot) {
  Atom = Fixed(Atom);
  for (Expr Read : readsIn(Atom)) {
    if (Read.operand(1).sort() != K.sort())
      continue;
    for (Expr Mover : moversOf(LinearForm::of(Ctx, Read.operand(1))))
      for (Expr A : {Atom, Ctx.mkNot(Atom)})
        if (Expr C = A == Atom || AlsoNot ? solved(A, Read, Mover) : Expr();
            C && !C.isConst() && Contents.size() < MaxContentsOfPosition &&
            !anyVariable(C, [&](Expr X) {
              return X != K && !V.Scalars.contains(X) && !V.Arrays.contains(X);
            }))
          Contents.insert(C);
  }
}

void PositionGuesser::addContents() {
  for (Expr A : V.Atoms)
    addSolved(A, true);
  for (const StoredValue &S : V.Stores)
    if (S.Array.sort().index() == K.sort())
      addSolved(Ctx.mkEq(Ctx.mkSelect(S.Array, S.Index), S.Val), false);
  // Two members of a structure that get one value.
  for (const StoredValue &S : V.Stores)
    for (const StoredValue &T : V.Stores)
      if (S.Array.id() < T.Array.id() && S.Val == T.Val && !S.Val.isConst() &&
          S.Index == T.Index && S.Array.sort().index() == K.sort())
        addSolved(Ctx.mkEq(Ctx.mkSelect(S.Array, S.Index),
                           Ctx.mkSelect(T.Array, T.Index)),
                  false);
}

/// What is so of every second place only.
void PositionGuesser::addStrides(size_t Solved) {
  llvm::SmallVector<unsigned> Strides;
  for (const auto &[X, Of] : V.Counted)
    if (unsigned S = strideOf(Of); S > 1 && !llvm::is_contained(Strides, S))
      Strides.push_back(S);
  const std::vector<Expr> All(Contents.begin(), Contents.begin() + Solved);
  for (unsigned Stride : Strides)
    for (unsigned R = 0; R < Stride; ++R)
      for (Expr C : All)
        if (Contents.size() < 2 * MaxContentsOfPosition)
          Contents.insert(
              Ctx.mkImplies(hasRemainder(Ctx, Position, Stride, R), C));
}

/// What is so of two cells as long as a variable with two values has one of
/// them.
void PositionGuesser::addFlagged(size_t Solved) {
  std::vector<Expr> OfTwo;
  for (Expr C : llvm::ArrayRef(Contents.getArrayRef()).take_front(Solved))
    if (readsIn(C).size() == 2 && OfTwo.size() < MaxFlagged)
      OfTwo.push_back(C);
  for (const auto &[X, Values] : V.Assigned)
    if (V.Scalars.contains(X) && Values.size() == 2 && !V.Counted.contains(X))
      for (Expr Val : Values)
        for (Expr C : OfTwo)
          if (Contents.size() < 3 * MaxContentsOfPosition)
            Contents.insert(Ctx.mkImplies(Ctx.mkEq(X, Val), C));
}

//===- Of which cells -----------------------------------------------------===//

/// At it, and behind it, if loops count what it is made of.
void PositionGuesser::addBound(LinearForm F) {
  if (Lower.size() + Upper.size() > MaxBounds)
    return;
  const bool Moves = llvm::any_of(
      F.Summands, [&](const auto &S) { return V.Counted.contains(S.Var); });
  LinearForm Base = F;
  Base.Constant = 0;
  const Expr Of = Base.toExpr(Ctx, Width);
  auto Add = [](std::vector<Bound> &To, Bound B) {
    if (llvm::none_of(To, [&](const Bound &X) { return X.Guard == B.Guard; }))
      To.push_back(B);
  };
  const Expr NotNegative = Ctx.mkSle(Ctx.bv(0, Width), Position);
  for (int64_t More = 0; More <= (Moves ? 1 : 0); ++More) {
    LinearForm Here = F, Behind;
    Behind.Constant = More;
    Here.add(Behind);
    Expr Below = Ctx.mkSlt(Position, Here.toExpr(Ctx, Width));
    Add(Upper, {Ctx.mkAnd(NotNegative, Below), Of});
    Add(Lower, {Ctx.mkNot(Below), Of});
  }
}

/// What indices of this sort are, and what variables in them are compared with.
void PositionGuesser::addBounds() {
  auto It = V.Indices.find(K.sort());
  if (It == V.Indices.end())
    return;
  ExprList Variables;
  for (Expr T : It->second) {
    LinearForm F = LinearForm::of(Ctx, Fixed(T));
    if (llvm::any_of(F.Summands, [&](const LinearForm::Summand &S) {
          return !V.Scalars.contains(S.Var);
        }))
      continue;
    addBound(F);
    for (const LinearForm::Summand &S : F.Summands)
      Variables.insert(S.Var);
  }
  for (Expr A : V.Atoms)
    for (unsigned Side : {0, 1}) {
      if (A.is(Kind::Eq) || !Variables.contains(A.operand(Side)))
        continue;
      LinearForm F = LinearForm::of(Ctx, Fixed(A.operand(1 - Side)));
      if (llvm::all_of(F.Summands, [&](const LinearForm::Summand &S) {
            return V.Scalars.contains(S.Var);
          }))
        addBound(F);
    }
}

std::vector<Expr> PositionGuesser::guess(llvm::function_ref<bool(Expr)> IsGone,
                                         size_t Most) const {
  auto Here = [&](llvm::ArrayRef<Bound> All) {
    std::vector<Bound> Result{{Ctx.trueExpr(), {}}};
    llvm::copy_if(All, std::back_inserter(Result), [&](const Bound &X) {
      return !anyVariable(X.Guard, IsGone);
    });
    return Result;
  };
  const std::vector<Bound> From = Here(Lower), To = Here(Upper);
  ExprList Out;
  auto AddAll = [&](bool AreSimple) {
    for (const auto &[L, BaseOfL] : From)
      for (const auto &[U, BaseOfU] : To)
        if ((L.isTrue() || U.isTrue()) == AreSimple &&
            (BaseOfL != BaseOfU || L == U))
          for (Expr C : Contents)
            if (Out.size() < Most && !anyVariable(C, IsGone))
              Out.insert(Ctx.mkImplies(Ctx.mkAnd(L, U), C));
  };
  AddAll(true);
  AddAll(false);
  return Out.takeVector();
}
