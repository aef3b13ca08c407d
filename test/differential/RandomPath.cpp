//===- RandomPath.cpp - Seeded random paths -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomPath.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::test;

namespace {
class PathGenerator {
public:
  PathGenerator(ExprContext &Ctx, uint64_t Seed) : Ctx(Ctx), R(Seed) {
    switch (Seed % 7) {
    case 0:
      Sorts = {Ctx.bitVecSort(3), Ctx.bitVecSort(3), Ctx.boolSort()};
      break;
    case 1:
      Sorts = {Ctx.bitVecSort(32), Ctx.bitVecSort(32)};
      break;
    case 2:
      Sorts = {Ctx.intSort(), Ctx.intSort(), Ctx.boolSort()};
      break;
    case 3:
      Sorts = {Ctx.realSort(), Ctx.realSort()};
      break;
    case 4: {
      Sort Bv = Ctx.bitVecSort(4);
      Sorts = {Ctx.arraySort(Bv, Bv), Bv, Bv};
      break;
    }
    case 5:
      Sorts = {Ctx.arraySort(Ctx.intSort(), Ctx.intSort()), Ctx.intSort(),
               Ctx.intSort()};
      break;
    default:
      Sorts = {Ctx.bitVecSort(8), Ctx.bitVecSort(8), Ctx.bitVecSort(4)};
      break;
    }
  }

  std::vector<Expr> run() {
    std::vector<Expr> Path{start()};
    for (unsigned N = R.below(8); N; --N)
      Path.push_back(step());
    Path.push_back(end());
    return Path;
  }

private:
  /// The variables' versions at \p Step, and inputs of the step after it.
  std::vector<Expr> versions(const char *Prefix, unsigned Step) {
    std::vector<Expr> Result;
    for (size_t I = 0; I < Sorts.size(); ++I)
      Result.push_back(Ctx.var(
          Prefix + std::to_string(I) + "@" + std::to_string(Step), Sorts[I]));
    return Result;
  }

  Expr start() {
    Leaves = versions("x", 0);
    llvm::SmallVector<Expr, 4> Facts;
    for (Expr V : Leaves)
      if (R.chance(60))
        Facts.push_back(Ctx.mkEq(V, constant(V.sort())));
    if (R.chance(30))
      Facts.push_back(condition());
    return Ctx.mkAnd(Facts);
  }

  Expr step() {
    std::vector<Expr> Before = versions("x", Steps);
    Leaves = Before;
    if (R.chance(40))
      llvm::append_range(Leaves, versions("y", Steps));
    std::vector<Expr> After = versions("x", ++Steps);
    llvm::SmallVector<Expr, 8> Facts;
    for (size_t I = 0; I < Sorts.size(); ++I)
      if (R.chance(95))
        Facts.push_back(
            Ctx.mkEq(After[I], R.chance(45) ? Before[I] : term(Sorts[I], 2)));
    if (R.chance(50))
      Facts.push_back(condition());
    if (R.chance(10)) {
      llvm::append_range(Leaves, After);
      Facts.push_back(Ctx.mkOr(condition(), condition()));
    }
    return Ctx.mkAnd(Facts);
  }

  Expr end() {
    Leaves = versions("x", Steps);
    llvm::SmallVector<Expr, 4> Facts{condition()};
    while (R.chance(60))
      Facts.push_back(condition());
    return Ctx.mkAnd(Facts);
  }

  Expr constant(Sort S) {
    switch (S.kind()) {
    case SortKind::Bool:
      return Ctx.boolean(R.chance(50));
    case SortKind::BitVec:
      return Ctx.bv(llvm::APInt(S.width(), R.below(6)));
    case SortKind::Int:
      return Ctx.integer(int64_t(R.below(9)) - 4);
    case SortKind::Real:
      return Ctx.real(Rational(llvm::DynamicAPInt(int64_t(R.below(9)) - 4),
                               llvm::DynamicAPInt(int64_t(R.below(2)) + 1)));
    case SortKind::Array:
      return Ctx.mkConstArray(S, constant(S.element()));
    }
    llvm_unreachable("unknown sort");
  }

  Expr leaf(Sort S) {
    llvm::SmallVector<Expr, 8> Fitting;
    for (Expr E : Leaves)
      if (E.sort() == S)
        Fitting.push_back(E);
    if (Fitting.empty() || R.chance(25))
      return constant(S);
    return Fitting[R.below(Fitting.size())];
  }

  Expr term(Sort S, unsigned Depth) {
    if (Depth == 0 || R.chance(20))
      return leaf(S);
    if (R.chance(10)) {
      Expr C = condition();
      Expr T = term(S, Depth - 1);
      return Ctx.mkIte(C, T, term(S, Depth - 1));
    }
    switch (S.kind()) {
    case SortKind::Bool:
      return condition();
    case SortKind::BitVec: {
      if (Expr E = element(S))
        return E;
      RandomExprOptions O;
      O.Depth = Depth;
      O.BvOps = {Kind::BvAdd, Kind::BvAdd, Kind::BvSub, Kind::BvXor,
                 Kind::BvAnd, Kind::BvMul, Kind::BvLshr};
      return randomExpr(Ctx, R, scalars(), S, O);
    }
    case SortKind::Int:
    case SortKind::Real:
      return linear(S, Depth);
    case SortKind::Array: {
      Expr A = term(S, Depth - 1), I = term(S.index(), Depth - 1);
      return Ctx.mkStore(A, I, term(S.element(), Depth - 1));
    }
    }
    llvm_unreachable("unknown sort");
  }

  Expr linear(Sort S, unsigned Depth) {
    if (Expr E = element(S))
      return E;
    Expr A = term(S, Depth - 1);
    if (R.chance(20))
      return Ctx.make(Kind::Mul, {A, constant(S)});
    if (R.chance(10) && S.isInt()) {
      Expr Two = Ctx.integer(2);
      return Ctx.make(R.chance(50) ? Kind::IntDiv : Kind::IntMod, {A, Two});
    }
    return Ctx.make(R.chance(50) ? Kind::Add : Kind::Sub,
                    {A, term(S, Depth - 1)});
  }

  /// An array's element of sort \p S now and then.
  Expr element(Sort S) {
    if (!Sorts[0].isArray() || Sorts[0].element() != S || !R.chance(35))
      return Expr();
    Expr A = leaf(Sorts[0]);
    return Ctx.mkSelect(A, leaf(Sorts[0].index()));
  }

  std::vector<Expr> scalars() const {
    std::vector<Expr> Result;
    for (Expr E : Leaves)
      if (!E.sort().isArray())
        Result.push_back(E);
    return Result;
  }

  Expr condition() {
    Sort S = Sorts[R.below(Sorts.size())];
    if (S.isBool())
      return R.chance(50) ? leaf(S) : Ctx.mkNot(leaf(S));
    Expr A = S.isArray() ? leaf(S) : term(S, 1);
    Expr B = S.isArray() ? term(S, 1) : leaf(S);
    if (S.isArray() || R.chance(25)) {
      Expr Same = Ctx.mkEq(A, B);
      return R.chance(60) ? Same : Ctx.mkNot(Same);
    }
    Kind Less =
        S.isBitVec() ? (R.chance(70) ? Kind::BvUlt : Kind::BvSlt) : Kind::Lt;
    return Ctx.make(Less, {A, B});
  }

  ExprContext &Ctx;
  Random R;
  std::vector<Sort> Sorts;
  std::vector<Expr> Leaves;
  unsigned Steps = 0;
};
} // namespace

std::vector<Expr> sooth::test::randomPath(ExprContext &Ctx, uint64_t Seed) {
  return PathGenerator(Ctx, Seed).run();
}
