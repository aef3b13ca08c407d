//===- RandomTs.cpp - Seeded random transition systems --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomTs.h"

#include "RandomCfa.h"
#include "TsOracle.h"

using namespace sooth;
using namespace sooth::test;

namespace {
class TsGenerator {
public:
  TsGenerator(ExprContext &Ctx, uint64_t Seed) : Ctx(Ctx), R(Seed), M(Ctx) {}

  TransitionSystem run() {
    declare();
    for (Expr X : Xs) {
      Expr Next = Ctx.var(X.name().str() + "'", X.sort());
      bool Relational = R.chance(4);
      M.addVariable({X, Next, Relational ? Expr() : update(X)});
      if (Relational)
        relate(Next);
    }
    if (R.chance(25))
      Constraints.push_back(random(Leaves, Ctx.boolSort(), 2));
    M.setConstraint(Ctx.mkAnd(Constraints));
    setInit();
    M.addProperty({"bad", bad(), {}});
    return std::move(M);
  }

private:
  Expr random(const std::vector<Expr> &Over, Sort S, unsigned Depth) {
    RandomExprOptions O;
    O.Depth = Depth;
    return randomExpr(Ctx, R, Over, S, O);
  }

  void declare() {
    unsigned StateBits = 12, InputBits = 5;
    auto Declare = [&](const std::string &Name, unsigned Width,
                       std::vector<Expr> &To, unsigned &BitsLeft) {
      if (std::max(Width, 1u) > BitsLeft)
        return;
      BitsLeft -= std::max(Width, 1u);
      To.push_back(
          Ctx.var(Name, Width ? Ctx.bitVecSort(Width) : Ctx.boolSort()));
    };
    for (unsigned I = 0, N = 2 + R.below(3); I < N; ++I)
      Declare("x" + std::to_string(I), 1 + R.below(4), Xs, StateBits);
    for (unsigned I = 0, N = R.below(3); I < N; ++I)
      Declare("b" + std::to_string(I), 0, Xs, StateBits);
    std::vector<Expr> Ys;
    for (unsigned I = 0, N = R.below(3); I < N; ++I)
      Declare("y" + std::to_string(I), R.below(4), Ys, InputBits);
    Leaves = Xs;
    for (Expr Y : Ys) {
      M.addInput(Y);
      Leaves.push_back(Y);
    }
  }

  /// Counting, keeping, choosing, and anything at all.
  Expr update(Expr X) {
    if (R.chance(15))
      return X;
    Expr New = random(Leaves, X.sort(), 1 + R.below(4));
    if (X.sort().isBitVec() && R.chance(40))
      New = Ctx.make(R.chance(70) ? Kind::BvAdd : Kind::BvXor,
                     {X, Ctx.bv(1, X.sort().width())});
    if (R.chance(50))
      New = Ctx.mkIte(random(Leaves, Ctx.boolSort(), 2), New,
                      R.chance(50) ? X : random(Leaves, X.sort(), 2));
    return New;
  }

  /// One of two values, or whatever a condition allows.
  void relate(Expr Next) {
    if (R.chance(50)) {
      Expr A = random(Leaves, Next.sort(), 2);
      Expr B = random(Leaves, Next.sort(), 2);
      Constraints.push_back(Ctx.mkOr(Ctx.mkEq(Next, A), Ctx.mkEq(Next, B)));
      return;
    }
    std::vector<Expr> Over = Leaves;
    Over.push_back(Next);
    Constraints.push_back(random(Over, Ctx.boolSort(), 3));
  }

  void setInit() {
    std::vector<Expr> Parts;
    for (Expr X : Xs)
      if (R.chance(75))
        Parts.push_back(Ctx.mkEq(X, random({}, X.sort(), 0)));
    if (R.chance(30))
      Parts.push_back(random(Xs, Ctx.boolSort(), 2));
    M.setInit(Ctx.mkAnd(Parts));
  }

  /// Mostly a conjunction of several conditions, to be rarely true.
  Expr bad() {
    std::vector<Expr> Parts;
    for (Expr X : Xs)
      if (R.chance(40))
        Parts.push_back(Ctx.mkEq(X, random(Xs, X.sort(), R.below(2))));
    if (Parts.empty() || R.chance(60))
      Parts.push_back(random(Xs, Ctx.boolSort(), 3));
    return Ctx.mkAnd(Parts);
  }

  ExprContext &Ctx;
  Random R;
  TransitionSystem M;
  std::vector<Expr> Xs, Leaves, Constraints;
};
} // namespace

TransitionSystem sooth::test::randomTs(ExprContext &Ctx, uint64_t Seed) {
  return TsGenerator(Ctx, Seed).run();
}

static bool isWorthwhile(uint64_t Seed, unsigned MinDistance) {
  ExprContext Ctx;
  TransitionSystem M = randomTs(Ctx, Seed);
  const Property &P = M.properties().front();
  TsOracle Oracle(M, P);
  if (Oracle.isUnsafe())
    return Oracle.distance() >= MinDistance;
  return Oracle.numReachable() > 4 &&
         !Oracle.judge(TsInvariant{Ctx.mkNot(P.Bad)}).empty();
}

uint64_t sooth::test::worthwhileSeed(uint64_t Seed) {
  const unsigned Tries = 16;
  uint64_t First = Seed * Tries;
  if (Seed % 8 == 0) // whatever comes
    return First;
  for (unsigned I = 0; I < Tries; ++I)
    if (isWorthwhile(First + I, 2 + Seed % 4))
      return First + I;
  return First;
}
