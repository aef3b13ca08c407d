//===- RandomCfa.cpp - Seeded random control-flow automata ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomCfa.h"

#include "llvm/ADT/SmallVector.h"

using namespace sooth;
using namespace sooth::test;
using llvm::ArrayRef;

uint64_t Random::next() {
  uint64_t Z = (State += 0x9e3779b97f4a7c15ull);
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9ull;
  Z = (Z ^ (Z >> 27)) * 0x94d049bb133111ebull;
  return Z ^ (Z >> 31);
}

namespace {
class ExprGenerator {
public:
  ExprGenerator(ExprContext &Ctx, Random &R, ArrayRef<Expr> Leaves,
                const RandomExprOptions &O)
      : Ctx(Ctx), R(R), Leaves(Leaves), O(O) {}

  Expr any(Sort S, unsigned Depth) {
    return S.isBool() ? boolean(Depth) : bitVec(S.width(), Depth);
  }

private:
  Expr leaf(Sort S) {
    llvm::SmallVector<Expr, 8> Fitting;
    for (Expr E : Leaves)
      if (E.sort() == S)
        Fitting.push_back(E);
    if (!Fitting.empty() && !R.chance(O.Constants))
      return Fitting[R.below(Fitting.size())];
    if (S.isBool())
      return Ctx.boolean(R.chance(50));
    return Ctx.bv(llvm::APInt(S.width(), R.next()));
  }

  /// The width of some leaf, so that operands have a chance to be variables.
  unsigned someWidth() {
    for (unsigned Try = 0; Try < 4 && !Leaves.empty(); ++Try)
      if (Expr E = Leaves[R.below(Leaves.size())]; E.sort().isBitVec())
        return E.sort().width();
    return 1 + R.below(3);
  }

  Expr bitVec(unsigned W, unsigned Depth) {
    if (Depth == 0 || O.BvOps.empty() || R.chance(15))
      return leaf(Ctx.bitVecSort(W));
    Kind K = O.BvOps[R.below(O.BvOps.size())];
    switch (K) {
    case Kind::BvNot:
    case Kind::BvNeg:
      return Ctx.make(K, {bitVec(W, Depth - 1)});
    case Kind::Ite: {
      Expr C = boolean(Depth - 1);
      Expr T = bitVec(W, Depth - 1);
      return Ctx.mkIte(C, T, bitVec(W, Depth - 1));
    }
    case Kind::Concat: {
      if (W == 1)
        return leaf(Ctx.bitVecSort(W));
      unsigned Low = 1 + R.below(W - 1);
      Expr High = bitVec(W - Low, Depth - 1);
      return Ctx.make(K, {High, bitVec(Low, Depth - 1)});
    }
    case Kind::Extract: {
      unsigned Lo = R.below(2), Above = R.below(2);
      return Ctx.mkExtract(Lo + W - 1, Lo, bitVec(Lo + W + Above, Depth - 1));
    }
    case Kind::ZeroExt:
    case Kind::SignExt: {
      if (W == 1)
        return leaf(Ctx.bitVecSort(W));
      unsigned Added = 1 + R.below(W - 1);
      return Ctx.make(K, {bitVec(W - Added, Depth - 1)}, Added);
    }
    default: {
      Expr A = bitVec(W, Depth - 1);
      return Ctx.make(K, {A, bitVec(W, Depth - 1)});
    }
    }
  }

  Expr boolean(unsigned Depth) {
    if (Depth == 0 || O.BoolOps.empty() || R.chance(10))
      return leaf(Ctx.boolSort());
    Kind K = O.BoolOps[R.below(O.BoolOps.size())];
    switch (K) {
    case Kind::Not:
      return Ctx.mkNot(boolean(Depth - 1));
    case Kind::And:
    case Kind::Or: {
      Expr A = boolean(Depth - 1);
      return Ctx.make(K, {A, boolean(Depth - 1)});
    }
    case Kind::Ite: {
      Expr C = boolean(Depth - 1);
      Expr T = boolean(Depth - 1);
      return Ctx.mkIte(C, T, boolean(Depth - 1));
    }
    default: {
      unsigned W = someWidth();
      Expr A = bitVec(W, Depth - 1);
      return Ctx.make(K, {A, bitVec(W, Depth - 1)});
    }
    }
  }

  ExprContext &Ctx;
  Random &R;
  ArrayRef<Expr> Leaves;
  const RandomExprOptions &O;
};

class CfaGenerator {
public:
  CfaGenerator(ExprContext &Ctx, const RandomCfaOptions &O)
      : Ctx(Ctx), O(O), R(O.Seed), Result(Ctx) {}

  Cfa run() {
    addVariables();
    for (unsigned L = 0; L < O.Locations; ++L)
      Result.addLocation({"L" + std::to_string(L), {}});
    for (unsigned I = 0; I < O.Errors; ++I) {
      unsigned L = O.Locations - 1 - I;
      Result.addError({L, "error " + std::to_string(L), {}});
    }
    setInit();
    Inner = O.Locations - O.Errors;
    for (unsigned L = 0; L < Inner; ++L)
      addEdgesFrom(L);
    while (Result.edges().size() < O.Edges)
      addEdgesFrom(R.below(Inner));
    for (unsigned I = 0; I < O.Errors * O.ErrorEdges; ++I)
      addErrorEdge(Inner + I % O.Errors);
    return std::move(Result);
  }

private:
  void addVariables() {
    for (unsigned I = 0; I < O.BitVecs; ++I) {
      unsigned W = O.MinWidth + R.below(O.MaxWidth - O.MinWidth + 1);
      addVariable("v" + std::to_string(I) + "_" + std::to_string(W),
                  Ctx.bitVecSort(W));
    }
    for (unsigned I = 0; I < O.Bools; ++I)
      addVariable("vb" + std::to_string(I), Ctx.boolSort());
  }

  void addVariable(const std::string &Name, Sort S) {
    Expr V = Ctx.var(Name, S);
    Vars.push_back(V);
    Result.addVariable({V, Name, ValueStyle::Unsigned});
  }

  /// Most variables start with a constant, as in programs; sometimes there is
  /// something odd on top.
  void setInit() {
    llvm::SmallVector<Expr, 8> Parts;
    for (Expr V : Vars)
      if (R.chance(80))
        Parts.push_back(Ctx.mkEq(V, randomExpr(Ctx, R, {}, V.sort())));
    if (R.chance(25)) {
      Expr Odd = randomExpr(Ctx, R, Vars, Ctx.boolSort(), O.Exprs);
      if (!Odd.isFalse())
        Parts.push_back(Odd);
    }
    Result.setInit(Ctx.mkAnd(Parts));
  }

  void addEdgesFrom(LocationId L) {
    if (R.chance(O.Branches)) {
      Expr C = randomExpr(Ctx, R, Vars, Ctx.boolSort(), O.Exprs);
      addEdge(L, C);
      addEdge(L, Ctx.mkNot(C));
    } else {
      addEdge(L, Expr());
    }
  }

  /// A null guard asks for a random one, perhaps over the inputs.
  void addEdge(LocationId L, Expr Guard) {
    Edge E;
    E.Source = L;
    E.Target = R.below(Inner);
    if (R.chance(O.Forward) && L + 1 < Inner)
      E.Target = L + 1 + R.below(std::min(3u, Inner - L - 1));
    bool Trivial = R.chance(O.Trivial);
    llvm::SmallVector<Expr, 8> Leaves(Vars.begin(), Vars.end());
    unsigned NumInputs = O.Inputs && !Trivial ? R.below(O.Inputs + 1) : 0;
    for (unsigned I = 0; I < NumInputs; ++I) {
      Expr Like = Vars[R.below(Vars.size())];
      Expr Y = Ctx.freshVar("y", Like.sort());
      E.Inputs.push_back({Y, Input::Kind::Nondet, "nondet", {}});
      Leaves.push_back(Y);
    }
    E.Guard = Guard;
    if (!Guard)
      E.Guard = Trivial || R.chance(40)
                    ? Ctx.trueExpr()
                    : randomExpr(Ctx, R, Leaves, Ctx.boolSort(), O.Exprs);
    if (!Trivial)
      for (Expr V : Vars)
        if (R.chance(45))
          E.Updates.push_back(
              {V, randomExpr(Ctx, R, Leaves, V.sort(), O.Exprs)});
    Result.addEdge(std::move(E));
  }

  /// Two predicates and one equality, from a late location.
  void addErrorEdge(LocationId Error) {
    Edge E;
    E.Source = Inner - 1 - R.below(std::min(3u, Inner));
    E.Target = Error;
    Expr V = Vars[R.below(Vars.size())];
    llvm::SmallVector<Expr, 3> Parts{
        Ctx.mkEq(V, randomExpr(Ctx, R, {}, V.sort()))};
    for (unsigned I = 0; I < 2; ++I)
      Parts.push_back(randomExpr(Ctx, R, Vars, Ctx.boolSort(), O.Exprs));
    E.Guard = Ctx.mkAnd(Parts);
    Result.addEdge(std::move(E));
  }

  ExprContext &Ctx;
  const RandomCfaOptions &O;
  unsigned Inner = 0; // locations that are no errors come first
  Random R;
  Cfa Result;
  std::vector<Expr> Vars;
};
} // namespace

Expr sooth::test::randomExpr(ExprContext &Ctx, Random &R, ArrayRef<Expr> Leaves,
                             Sort S, const RandomExprOptions &O) {
  return ExprGenerator(Ctx, R, Leaves, O).any(S, O.Depth);
}

RandomCfaOptions sooth::test::variedOptions(uint64_t Seed,
                                            const ShapeRange &R) {
  RandomCfaOptions O;
  O.Seed = Seed;
  O.Locations = R.LeastLocations + Seed % R.VariedLocations;
  O.Edges = O.Locations + Seed % R.VariedEdges;
  O.Errors = 1 + Seed % 2;
  O.BitVecs = 1 + Seed % R.VariedBitVecs;
  O.Bools = Seed / 2 % 2;
  O.Inputs = Seed % 3;
  return O;
}

Cfa sooth::test::randomCfa(ExprContext &Ctx, const RandomCfaOptions &O) {
  assert(O.Locations > O.Errors && O.Errors > 0);
  return CfaGenerator(Ctx, O).run();
}
