//===- BudgetBench.cpp - What asking a budget costs -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every loop that can run long asks its budget in each round, so that has to
// stay in the tens of nanoseconds, reading the memory now and then included.
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/Budget.h"

#include <benchmark/benchmark.h>

using namespace sooth;

static void budgetWithoutLimits(benchmark::State &State) {
  Budget B;
  for (auto _ : State)
    benchmark::DoNotOptimize(B.exhausted());
}
BENCHMARK(budgetWithoutLimits);

static void budgetWithTimeAndMemory(benchmark::State &State) {
  Budget B = Budget::seconds(3600);
  B.limitMemory(1 << 20);
  for (auto _ : State)
    benchmark::DoNotOptimize(B.exhausted());
}
BENCHMARK(budgetWithTimeAndMemory);
