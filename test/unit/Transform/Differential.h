//===- Differential.h - A transform against enumeration -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_UNIT_TRANSFORM_DIFFERENTIAL_H
#define SOOTH_TEST_UNIT_TRANSFORM_DIFFERENTIAL_H

#include "ExplicitState.h"
#include "Oracle.h"
#include "RandomCfa.h"

#include "sooth/Transform/Cfa/LargeBlock.h"

#include "gtest/gtest.h"

namespace sooth::test {

/// Shapes that differ by seed.
inline RandomCfaOptions shape(uint64_t Seed) {
  RandomCfaOptions O;
  O.Seed = Seed;
  O.Locations = 4 + Seed % 6;
  O.Edges = O.Locations + Seed % 7;
  O.Errors = 1 + Seed % 2;
  O.BitVecs = 1 + Seed % 3;
  O.Bools = Seed / 2 % 2;
  O.Inputs = Seed % 3;
  O.MaxWidth = O.BitVecs == 3 ? 2 : 3;
  O.Branches = Seed % 5 * 25;
  return O;
}

/// The reachable states of every location: the strongest invariant.
inline CfaInvariant exactInvariant(const Cfa &C, const ExplicitCfa &States) {
  CfaInvariant I;
  for (LocationId L = 0; L < C.locations().size(); ++L)
    I.Formulas[L] = States.reachableSet(L);
  return I;
}

/// Whether every cycle passes a location with a formula.
inline bool cutsCycles(const Cfa &C, const CfaInvariant &I) {
  std::vector<unsigned> Waiting(C.locations().size());
  std::vector<LocationId> Free;
  auto Inner = [&](const Edge &E) {
    return !E.Guard.isFalse() && !I.Formulas.contains(E.Source) &&
           !I.Formulas.contains(E.Target);
  };
  for (const Edge &E : C.edges())
    Waiting[E.Target] += Inner(E);
  for (LocationId L = 0; L < Waiting.size(); ++L)
    if (Waiting[L] == 0)
      Free.push_back(L);
  // A topological order takes all of them in.
  for (size_t N = 0; N < Free.size(); ++N)
    for (EdgeId E : C.outgoing(Free[N]))
      if (Inner(C.edge(E)) && --Waiting[C.edge(E).Target] == 0)
        Free.push_back(C.edge(E).Target);
  return Free.size() == Waiting.size();
}

inline void checkTransform(const RandomCfaOptions &Shape,
                           const CfaTransform &Apply) {
  SCOPED_TRACE("seed " + std::to_string(Shape.Seed));
  ExprContext Ctx;
  Cfa C = randomCfa(Ctx, Shape);
  ExplicitCfa Before(C);
  TransformedCfa T = Apply(C);
  ExplicitCfa After(T.Model);
  ASSERT_EQ(Before.errorReachable(), After.errorReachable());
  if (After.errorReachable()) {
    CfaTrace Trace = *After.trace();
    ASSERT_EQ(replay(T.Model, Trace), "");
    ASSERT_EQ(replay(C, T.Back->back(Trace)), "");
  } else {
    CfaInvariant I = T.Back->back(exactInvariant(T.Model, After));
    ASSERT_TRUE(cutsCycles(C, I));
    ASSERT_EQ(judge(C, I), "");
  }
}

inline void checkTransform(uint64_t Seed, const CfaTransform &Apply) {
  checkTransform(shape(Seed), Apply);
}

} // namespace sooth::test

#endif
