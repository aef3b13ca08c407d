//===- RandomExpr.cpp - Seeded random expressions -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomExpr.h"

#include "sooth/Expr/Evaluator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;
using llvm::APInt;
using llvm::DynamicAPInt;

RandomExpr::RandomExpr(ExprContext &Ctx, unsigned Seed, unsigned NumValuations)
    : Ctx(Ctx), Rng(Seed), Valuations(NumValuations) {
  Sort Bool = Ctx.boolSort();
  Sorts = {Bool, Ctx.intSort(), Ctx.realSort()};
  for (unsigned Width : {1, 2, 3, 4, 5, 6, 8})
    Sorts.push_back(Ctx.bitVecSort(Width));
  Sorts.push_back(Ctx.arraySort(Bool, Bool));
  Sorts.push_back(Ctx.arraySort(Ctx.bitVecSort(2), Ctx.bitVecSort(1)));
  Sorts.push_back(Ctx.arraySort(Ctx.intSort(), Ctx.intSort()));
  for (size_t I = 0; I < Sorts.size(); ++I) {
    Sort S = Sorts[I];
    for (unsigned J = 0; J < 3; ++J) {
      Expr Var =
          Ctx.var(("v" + llvm::Twine(I) + "." + llvm::Twine(J)).str(), S);
      Vars.push_back(Var);
      std::vector<Value> Values;
      for (Valuation &Vals : Valuations) {
        Values.push_back(randomValue(S));
        Vals[Var] = Values.back();
      }
      add(Var, Values);
    }
    for (unsigned J = 0; J < 3; ++J) {
      Value V = randomValue(S);
      add(Ctx.constant(V, S), std::vector<Value>(NumValuations, V));
    }
  }
}

std::vector<Expr> RandomExpr::facts(unsigned First, unsigned Second,
                                    unsigned Count) {
  std::vector<Expr> True;
  for (unsigned I = 0; I < Count; ++I) {
    const Sample &S = pick(Ctx.boolSort());
    const bool Holds = S.Expected[I % 2 ? Second : First].boolean();
    Expr F = Holds ? S.E : Ctx.mkNot(S.E);
    if (!llvm::is_contained(True, F))
      True.push_back(F);
  }
  return True;
}

Value RandomExpr::randomValue(Sort S) {
  switch (S.kind()) {
  case SortKind::Bool:
    return Value(below(2) == 1);
  case SortKind::BitVec:
    // Corner values more often than others.
    switch (below(6)) {
    case 0:
      return Value(APInt::getZero(S.width()));
    case 1:
      return Value(APInt::getAllOnes(S.width()));
    case 2:
      return Value(APInt::getSignedMinValue(S.width()));
    default:
      return Value(APInt(32, Rng()).trunc(S.width()));
    }
  case SortKind::Int:
    return Value(DynamicAPInt(int64_t(below(9)) - 4));
  case SortKind::Real:
    return Value(Rational(DynamicAPInt(int64_t(below(9)) - 4),
                          DynamicAPInt(int64_t(below(3)) + 1)));
  case SortKind::Array: {
    Value A = Value::constArray(S, randomValue(S.element()));
    for (unsigned N = below(4); N; --N)
      A = A.store(randomValue(S.index()), randomValue(S.element()));
    return A;
  }
  }
  llvm_unreachable("unknown sort");
}

bool RandomExpr::isSort(Sort S) const {
  return std::find(Sorts.begin(), Sorts.end(), S) != Sorts.end();
}

const Sample &RandomExpr::pick(Sort S) {
  const auto &Candidates = BySort[S];
  return *Candidates[below(Candidates.size())];
}

const Sample &RandomExpr::add(Expr E, std::vector<Value> Expected) {
  Pool.push_back({E, std::move(Expected)});
  BySort[E.sort()].push_back(&Pool.back());
  return Pool.back();
}

const Sample &RandomExpr::apply(Kind K, std::vector<const Sample *> Ops,
                                uint32_t P0, uint32_t P1, Sort S) {
  std::vector<Expr> Exprs;
  for (const Sample *Op : Ops)
    Exprs.push_back(Op->E);
  std::vector<Value> Expected;
  for (size_t I = 0; I < Valuations.size(); ++I) {
    std::vector<Value> Values;
    for (const Sample *Op : Ops)
      Values.push_back(Op->Expected[I]);
    Expected.push_back(applyKind(K, Values, P0, P1, S));
  }
  return add(Ctx.make(K, Exprs, P0, P1, S), std::move(Expected));
}

const Sample &RandomExpr::next() {
  static const Kind Kinds[] = {
#define SOOTH_KIND(NAME, SMT) Kind::NAME,
#include "sooth/Expr/Kinds.def"
  };
  while (true) {
    Kind K = Kinds[below(std::size(Kinds))];
    if (K == Kind::Const || K == Kind::Var)
      continue;
    Sort S = Sorts[below(Sorts.size())];
    std::vector<const Sample *> Ops;
    uint32_t P0 = 0, P1 = 0;
    Sort ArraySort;
    switch (K) {
    case Kind::And:
    case Kind::Or:
      for (unsigned N = 1 + below(4); N; --N)
        Ops.push_back(&pick(Ctx.boolSort()));
      break;
    case Kind::Ite:
      Ops = {&pick(Ctx.boolSort()), &pick(S), &pick(S)};
      break;
    case Kind::Select:
      if (!S.isArray())
        continue;
      Ops = {&pick(S), &pick(S.index())};
      break;
    case Kind::Store:
      if (!S.isArray())
        continue;
      Ops = {&pick(S), &pick(S.index()), &pick(S.element())};
      break;
    case Kind::ConstArray:
      if (!S.isArray())
        continue;
      Ops = {&pick(S.element())};
      ArraySort = S;
      break;
    case Kind::Concat: {
      Sort Other = Sorts[below(Sorts.size())];
      Ops = {&pick(S), &pick(Other)};
      break;
    }
    case Kind::Extract:
      if (!S.isBitVec())
        continue;
      Ops = {&pick(S)};
      P0 = below(S.width());
      P1 = below(P0 + 1);
      break;
    case Kind::ZeroExt:
    case Kind::SignExt:
      Ops = {&pick(S)};
      P0 = below(4);
      break;
    case Kind::Not:
    case Kind::BvNot:
    case Kind::BvNeg:
    case Kind::Neg:
    case Kind::ToReal:
    case Kind::ToInt:
      Ops = {&pick(S)};
      break;
    default:
      Ops = {&pick(S), &pick(S)};
      break;
    }
    std::vector<Expr> Exprs;
    for (const Sample *Op : Ops)
      Exprs.push_back(Op->E);
    Sort Result = Ctx.resultSort(K, Exprs, P0, P1, ArraySort);
    if (Result && isSort(Result))
      return apply(K, Ops, P0, P1, Result);
  }
}

unsigned sooth::test::countContradictions(
    llvm::function_ref<bool(ExprContext &, llvm::ArrayRef<Expr>)> Contradict,
    unsigned Seeds) {
  static constexpr unsigned Steps = 120, Valuations = 4, Sets = 100, Facts = 8;
  unsigned Contradictions = 0;
  for (unsigned Seed = 0; Seed < Seeds; ++Seed) {
    ExprContext Ctx;
    RandomExpr Random(Ctx, Seed, Valuations);
    for (unsigned Step = 0; Step < Steps; ++Step)
      Random.next();
    for (unsigned Set = 0; Set < Sets; ++Set) {
      // Of two valuations in every other set: those may be contradictory.
      const unsigned First = Random.below(Valuations),
                     Second = Set % 2 ? Random.below(Valuations) : First;
      const bool Found = Contradict(Ctx, Random.facts(First, Second, Facts));
      if (First == Second)
        EXPECT_FALSE(Found) << "seed " << Seed << ", set " << Set;
      Contradictions += Found;
    }
  }
  return Contradictions;
}
