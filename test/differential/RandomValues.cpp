//===- RandomValues.cpp - Seeded random automata over any values ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomValues.h"

#include "RandomCfa.h"

#include "sooth/Expr/Evaluator.h"

using namespace sooth;
using namespace sooth::test;

namespace {
constexpr int64_t Bound = 4, LargestInput = 2;

class ValueCfaGenerator {
public:
  ValueCfaGenerator(ExprContext &Ctx, uint64_t Seed)
      : Ctx(Ctx), R(Seed), Result(Ctx), Int(Ctx.intSort()) {
    Sort Bv = Ctx.bitVecSort(2);
    if (Seed % 3 == 1)
      Array = Ctx.arraySort(Int, Int);
    if (Seed % 3 == 2)
      Array = Ctx.arraySort(Bv, Bv);
    if (R.chance(50))
      Bits = Bv;
  }

  Cfa run() {
    addVariables();
    const unsigned Inner = 3 + R.below(3);
    for (unsigned L = 0; L <= Inner; ++L)
      Result.addLocation({"L" + std::to_string(L), {}});
    Result.addError({Inner, "error", {}});
    for (unsigned L = 0; L < Inner; ++L) {
      Expr C = condition();
      addEdge(L, target(L, Inner), C);
      addEdge(L, target(L, Inner), Ctx.mkNot(C));
    }
    Expr First = condition();
    addEdge(Inner - 1, Inner, Ctx.mkAnd(First, condition()));
    return std::move(Result);
  }

private:
  void addVariables() {
    llvm::SmallVector<Expr, 4> Init;
    auto Add = [&](const char *Name, Sort S) {
      Expr V = Ctx.var(Name, S);
      Vars.push_back(V);
      Result.addVariable({V, Name, ValueStyle::Signed});
      Init.push_back(startsAtZero(V));
    };
    Add("i", Int);
    Add("j", Int);
    if (Bits || Array)
      Add("k", Bits ? Bits : Array.index());
    if (Array)
      Add("a", Array);
    Result.setInit(Ctx.mkAnd(Init));
    Leaves = Vars;
  }

  /// z3 4.8.12 has wrong models of equations with constant arrays if there are
  /// few indices, so those arrays are said to be zero element by element.
  Expr startsAtZero(Expr V) {
    Sort S = V.sort();
    if (!S.isArray() || S.index().isInt())
      return Ctx.mkEq(V, Ctx.constant(Value::zero(S), S));
    llvm::SmallVector<Expr, 4> Elements;
    for (unsigned I = 0; I < 4; ++I)
      Elements.push_back(Ctx.mkEq(Ctx.mkSelect(V, Ctx.bv(I, 2)), Ctx.bv(0, 2)));
    return Ctx.mkAnd(Elements);
  }

  LocationId target(LocationId From, unsigned Inner) {
    return R.chance(70) ? (From + 1) % Inner : R.below(Inner);
  }

  void addEdge(LocationId From, LocationId To, Expr Guard) {
    Edge E;
    E.Source = From;
    E.Target = To;
    E.Guard = Guard;
    Leaves = Vars;
    if (R.chance(30)) {
      Expr Y = Ctx.freshVar("y", Int);
      E.Inputs.push_back({Y, Input::Kind::Nondet, "nondet", {}});
      E.Guard = Ctx.mkAnd({Guard, Ctx.make(Kind::Le, {number(0), Y}),
                           Ctx.make(Kind::Le, {Y, number(LargestInput)})});
      Leaves.push_back(Y);
    }
    for (Expr V : Vars)
      if (R.chance(45))
        E.Updates.push_back({V, bounded(term(V.sort(), 2))});
    Leaves = Vars;
    Result.addEdge(std::move(E));
  }

  Expr number(int64_t N) { return Ctx.integer(N); }

  Expr bounded(Expr E) {
    if (!E.sort().isInt())
      return E;
    Expr Fits = Ctx.mkAnd(Ctx.make(Kind::Le, {number(-Bound), E}),
                          Ctx.make(Kind::Le, {E, number(Bound)}));
    return Ctx.mkIte(Fits, E, number(0));
  }

  Expr leaf(Sort S) {
    llvm::SmallVector<Expr, 4> Fitting;
    for (Expr E : Leaves)
      if (E.sort() == S)
        Fitting.push_back(E);
    if (!Fitting.empty() && (S.isArray() || R.chance(70)))
      return Fitting[R.below(Fitting.size())];
    return S.isInt() ? number(int64_t(R.below(7)) - 3)
                     : Ctx.bv(llvm::APInt(2, R.below(4)));
  }

  Expr term(Sort S, unsigned Depth) {
    if (Depth == 0)
      return leaf(S);
    if (S.isArray())
      return R.chance(15)
                 ? leaf(S)
                 : Ctx.mkStore(leaf(S), bounded(term(S.index(), Depth - 1)),
                               bounded(term(S.element(), Depth - 1)));
    if (Array && Array.element() == S && R.chance(30))
      return Ctx.mkSelect(leaf(Array), term(Array.index(), Depth - 1));
    Expr A = term(S, Depth - 1);
    if (S.isBitVec())
      return Ctx.make(R.chance(60) ? Kind::BvAdd : Kind::BvXor, {A, leaf(S)});
    switch (R.below(7)) {
    case 0:
      return A;
    case 1:
      return Ctx.make(Kind::Mul, {A, number(int64_t(R.below(5)) - 2)});
    case 2:
      return Ctx.make(R.chance(50) ? Kind::IntDiv : Kind::IntMod,
                      {A, number(R.chance(50) ? 2 : -3)});
    case 3:
      return Ctx.make(Kind::Sub, {A, leaf(S)});
    default:
      return Ctx.make(Kind::Add, {A, leaf(S)});
    }
  }

  Expr condition() {
    Sort S = R.chance(65) || Vars.size() < 3 ? Int : Vars[2].sort();
    Expr A = term(S, 1), B = leaf(S);
    if (R.chance(35))
      return Ctx.mkEq(A, B);
    return Ctx.make(S.isInt() ? Kind::Lt : Kind::BvUlt, {A, B});
  }

  ExprContext &Ctx;
  Random R;
  Cfa Result;
  Sort Int, Bits, Array;
  std::vector<Expr> Vars, Leaves;
};
} // namespace

Cfa sooth::test::randomValueCfa(ExprContext &Ctx, uint64_t Seed) {
  return ValueCfaGenerator(Ctx, Seed).run();
}

Valuation ReachableValues::valuation(const State &S) const {
  Valuation Result;
  for (size_t I = 0; I < S.size(); ++I)
    Result[C->variables()[I].Var] = S[I];
  return Result;
}

std::optional<ReachableValues> ReachableValues::explore(const Cfa &C,
                                                        size_t Limit) {
  ReachableValues Result(C);
  Result.At.resize(C.locations().size());
  std::vector<std::pair<LocationId, State>> Work;
  size_t Count = 0;
  auto Reach = [&](LocationId L, State S) {
    if (Result.At[L].insert(S).second) {
      Work.push_back({L, std::move(S)});
      ++Count;
    }
  };
  State Zero;
  for (const StateVariable &V : C.variables())
    Zero.push_back(Value::zero(V.Var.sort()));
  Reach(C.entry(), Zero);
  while (!Work.empty()) {
    if (Count > Limit)
      return std::nullopt;
    auto [L, S] = std::move(Work.back());
    Work.pop_back();
    Result.Error |= C.isError(L);
    for (EdgeId Id : C.outgoing(L)) {
      const Edge &E = C.edge(Id);
      for (int64_t Y = 0; Y <= (E.Inputs.empty() ? 0 : LargestInput); ++Y) {
        Valuation Env = Result.valuation(S);
        for (const Input &In : E.Inputs)
          Env[In.Var] = Value(llvm::DynamicAPInt(Y));
        Evaluator Eval(Env, Evaluator::Missing::IsError);
        if (!Eval.isTrue(E.Guard))
          continue;
        State Next = S;
        for (const Update &U : E.Updates)
          for (size_t I = 0; I < Next.size(); ++I)
            if (C.variables()[I].Var == U.Var)
              Next[I] = Eval(U.Val);
        Reach(E.Target, std::move(Next));
      }
    }
  }
  return Result;
}

size_t ReachableValues::count() const {
  size_t Sum = 0;
  for (const std::set<State> &States : At)
    Sum += States.size();
  return Sum;
}

std::optional<Valuation> ReachableValues::outside(LocationId L,
                                                  Expr Formula) const {
  for (const State &S : At[L]) {
    Valuation V = valuation(S);
    if (!Evaluator(V).isTrue(Formula))
      return V;
  }
  return std::nullopt;
}
