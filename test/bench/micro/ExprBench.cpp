//===- ExprBench.cpp - Costs of building and walking expressions ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Model/SmtParser.h"

#include <benchmark/benchmark.h>

using namespace sooth;

namespace {

constexpr unsigned Size = 100000;

struct Fixture {
  ExprContext Ctx;
  Sort S = Ctx.bitVecSort(32);
  Expr X = Ctx.var("x", S), Y = Ctx.var("y", S);

  /// About 2 * Size nodes, every other used twice.
  Expr dag() {
    Expr E = X;
    for (unsigned I = 0; I < Size; ++I)
      E = Ctx.make(Kind::BvAdd, {Ctx.make(Kind::BvMul, {E, Y}), E});
    return E;
  }
};

void perNode(benchmark::State &State, size_t Nodes) {
  State.counters["node"] = benchmark::Counter(
      double(Nodes), benchmark::Counter::kIsIterationInvariantRate |
                         benchmark::Counter::kInvert);
}

void exprBuildFresh(benchmark::State &State) {
  for (auto _ : State) {
    Fixture F;
    benchmark::DoNotOptimize(F.dag());
  }
  perNode(State, 2 * Size);
}

void exprBuildAgain(benchmark::State &State) {
  Fixture F;
  F.dag();
  for (auto _ : State)
    benchmark::DoNotOptimize(F.dag());
  perNode(State, 2 * Size);
}

void exprBuildConjunctions(benchmark::State &State) {
  for (auto _ : State) {
    Fixture F;
    Expr E = F.Ctx.trueExpr();
    for (unsigned I = 0; I < Size; ++I)
      E = F.Ctx.mkAnd(E, F.Ctx.mkUlt(F.X, F.Ctx.bv(I + 2, 32)));
    benchmark::DoNotOptimize(E);
  }
  perNode(State, 3 * Size);
}

void exprBuildConstantsAgain(benchmark::State &State) {
  Fixture F;
  for (auto _ : State)
    for (unsigned I = 0; I < Size; ++I)
      benchmark::DoNotOptimize(F.Ctx.bv(I, 32));
  perNode(State, Size);
}

void exprSubstitute(benchmark::State &State) {
  Fixture F;
  Expr E = F.dag(), Z = F.Ctx.var("z", F.S);
  for (auto _ : State) {
    Substitution Subst(F.Ctx);
    Subst.set(F.Y, Z);
    benchmark::DoNotOptimize(Subst(E));
  }
  perNode(State, 2 * Size);
}

void exprEvaluate(benchmark::State &State) {
  Fixture F;
  Expr E = F.dag();
  Valuation Vals{{F.X, Value(llvm::APInt(32, 3))},
                 {F.Y, Value(llvm::APInt(32, 5))}};
  for (auto _ : State) {
    Evaluator Eval(Vals);
    benchmark::DoNotOptimize(Eval(E));
  }
  perNode(State, 2 * Size);
}

void exprWalk(benchmark::State &State) {
  Fixture F;
  Expr E = F.dag();
  for (auto _ : State)
    benchmark::DoNotOptimize(dagSize({E}));
  perNode(State, 2 * Size);
}

void exprPrint(benchmark::State &State) {
  Fixture F;
  Expr E = F.dag();
  for (auto _ : State)
    benchmark::DoNotOptimize(toSmt(E));
  perNode(State, 2 * Size);
}

void exprParse(benchmark::State &State) {
  Fixture F;
  std::string Text = toSmt(F.dag());
  for (auto _ : State) {
    auto E = parseTerm(F.Ctx, Text);
    benchmark::DoNotOptimize(*E);
  }
  perNode(State, 2 * Size);
}

BENCHMARK(exprBuildFresh)->Unit(benchmark::kMillisecond);
BENCHMARK(exprBuildAgain)->Unit(benchmark::kMillisecond);
BENCHMARK(exprBuildConjunctions)->Unit(benchmark::kMillisecond);
BENCHMARK(exprBuildConstantsAgain)->Unit(benchmark::kMillisecond);
BENCHMARK(exprSubstitute)->Unit(benchmark::kMillisecond);
BENCHMARK(exprEvaluate)->Unit(benchmark::kMillisecond);
BENCHMARK(exprWalk)->Unit(benchmark::kMillisecond);
BENCHMARK(exprPrint)->Unit(benchmark::kMillisecond);
BENCHMARK(exprParse)->Unit(benchmark::kMillisecond);

} // namespace
