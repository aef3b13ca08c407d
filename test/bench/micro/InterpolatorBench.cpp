//===- InterpolatorBench.cpp - Ways to find interpolants ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each method on the same chains. One that does not end within the limit counts
// as "failed".
//
//===----------------------------------------------------------------------===//

#include "sooth/Solver/Interpolator.h"

#include <benchmark/benchmark.h>

using namespace sooth;

namespace {

constexpr double LimitSeconds = 5;

enum class Method { Forward, Backward, Spacer };
enum class Numbers { Bits, Integers };

std::unique_ptr<Interpolator> create(Method M, ExprContext &Ctx) {
  switch (M) {
  case Method::Forward:
    return createCoreInterpolator(Ctx, CoreInterpolation::Forward);
  case Method::Backward:
    return createCoreInterpolator(Ctx, CoreInterpolation::Backward);
  case Method::Spacer:
    return createSpacerInterpolator(Ctx);
  }
  llvm_unreachable("unknown method");
}

using Path = std::vector<Expr>;

/// Variables by step.
class Chain {
public:
  Chain(ExprContext &Ctx, Sort S) : Ctx(Ctx), S(S) {}
  Expr at(const char *Name, unsigned Step) {
    return Ctx.var(Name + std::to_string(Step), S);
  }
  Expr number(int64_t N) {
    return S.isInt() ? Ctx.integer(N) : Ctx.bv(uint64_t(N), S.width());
  }
  Expr plus(Expr A, Expr B) {
    return Ctx.make(S.isInt() ? Kind::Add : Kind::BvAdd, {A, B});
  }
  Expr less(Expr A, Expr B) {
    return Ctx.make(S.isInt() ? Kind::Lt : Kind::BvUlt, {A, B});
  }
  ExprContext &Ctx;
  Sort S;
};

/// n times s := s + i, i := i + 1 from zero, and s is not the sum.
Path runningSum(ExprContext &Ctx, Sort S, unsigned N) {
  Chain C(Ctx, S);
  Path P{Ctx.mkAnd(Ctx.mkEq(C.at("s", 0), C.number(0)),
                   Ctx.mkEq(C.at("i", 0), C.number(0)))};
  for (unsigned I = 0; I < N; ++I)
    P.push_back(Ctx.mkAnd(
        Ctx.mkEq(C.at("s", I + 1), C.plus(C.at("s", I), C.at("i", I))),
        Ctx.mkEq(C.at("i", I + 1), C.plus(C.at("i", I), C.number(1)))));
  P.push_back(
      Ctx.mkNot(Ctx.mkEq(C.at("s", N), C.number(int64_t(N) * (N - 1) / 2))));
  return P;
}

/// n times s := s + x for some x < 10, and s > 9n.
Path sumOfInputs(ExprContext &Ctx, Sort S, unsigned N) {
  Chain C(Ctx, S);
  Path P{Ctx.mkEq(C.at("s", 0), C.number(0))};
  for (unsigned I = 0; I < N; ++I)
    P.push_back(Ctx.mkAnd(
        Ctx.mkEq(C.at("s", I + 1), C.plus(C.at("s", I), C.at("x", I))),
        C.less(C.at("x", I), C.number(10))));
  P.push_back(C.less(C.number(9 * int64_t(N)), C.at("s", N)));
  return P;
}

/// n writes at other places than j, and j has another value in the end.
Path arrayWrites(ExprContext &Ctx, Sort S, unsigned N) {
  Chain C(Ctx, S);
  Sort Arr = Ctx.arraySort(S, S);
  auto Array = [&](unsigned I) {
    return Ctx.var("a" + std::to_string(I), Arr);
  };
  Expr J = C.at("j", 0);
  Path P{Ctx.mkEq(Ctx.mkSelect(Array(0), J), C.number(7))};
  for (unsigned I = 0; I < N; ++I)
    P.push_back(
        Ctx.mkAnd(Ctx.mkEq(Array(I + 1),
                           Ctx.mkStore(Array(I), C.at("k", I), C.at("v", I))),
                  Ctx.mkNot(Ctx.mkEq(C.at("k", I), J))));
  P.push_back(Ctx.mkNot(Ctx.mkEq(Ctx.mkSelect(Array(N), J), C.number(7))));
  return P;
}

template <Path (*Make)(ExprContext &, Sort, unsigned), Method M, Numbers N>
void interpolate(benchmark::State &State) {
  unsigned Failed = 0;
  for (auto _ : State) {
    ExprContext Ctx;
    Path P = Make(Ctx, N == Numbers::Bits ? Ctx.bitVecSort(32) : Ctx.intSort(),
                  unsigned(State.range(0)));
    Interpolation R =
        create(M, Ctx)->interpolate(P, Budget::seconds(LimitSeconds));
    Failed += R.What != Interpolation::Outcome::Interpolants;
  }
  State.counters["failed"] = Failed;
}

} // namespace

#define ON_EVERY_CHAIN(METHOD, NUMBERS)                                        \
  BENCHMARK_TEMPLATE(interpolate, runningSum, METHOD, NUMBERS)                 \
      ->Arg(3)                                                                 \
      ->Arg(10)                                                                \
      ->Arg(30)                                                                \
      ->Iterations(1)                                                          \
      ->Unit(benchmark::kMillisecond);                                         \
  BENCHMARK_TEMPLATE(interpolate, sumOfInputs, METHOD, NUMBERS)                \
      ->Arg(3)                                                                 \
      ->Arg(10)                                                                \
      ->Arg(30)                                                                \
      ->Iterations(1)                                                          \
      ->Unit(benchmark::kMillisecond);                                         \
  BENCHMARK_TEMPLATE(interpolate, arrayWrites, METHOD, NUMBERS)                \
      ->Arg(3)                                                                 \
      ->Arg(10)                                                                \
      ->Arg(30)                                                                \
      ->Iterations(1)                                                          \
      ->Unit(benchmark::kMillisecond);

ON_EVERY_CHAIN(Method::Forward, Numbers::Bits)
ON_EVERY_CHAIN(Method::Backward, Numbers::Bits)
ON_EVERY_CHAIN(Method::Spacer, Numbers::Bits)
ON_EVERY_CHAIN(Method::Forward, Numbers::Integers)
ON_EVERY_CHAIN(Method::Backward, Numbers::Integers)
ON_EVERY_CHAIN(Method::Spacer, Numbers::Integers)
