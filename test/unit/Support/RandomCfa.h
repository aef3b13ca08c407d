//===- RandomCfa.h - Seeded random control-flow automata ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small models for differential tests: a few narrow variables, so that
// ExplicitState.h can enumerate them. The same options give the same model on
// every machine.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_UNIT_SUPPORT_RANDOMCFA_H
#define SOOTH_TEST_UNIT_SUPPORT_RANDOMCFA_H

#include "sooth/Model/Cfa.h"

#include <cstdint>
#include <vector>

namespace sooth::test {

/// A small generator that does not depend on the standard library's
/// distributions (splitmix64).
class Random {
public:
  explicit Random(uint64_t Seed) : State(Seed * 0x9e3779b97f4a7c15ull + 1) {}
  uint64_t next();
  /// Less than \p N; requires N > 0.
  unsigned below(unsigned N) { return next() % N; }
  /// True in \p Percent of the cases.
  bool chance(unsigned Percent) { return below(100) < Percent; }

private:
  uint64_t State;
};

struct RandomExprOptions {
  unsigned Depth = 3;
  /// Percentage of constants among the leaves.
  unsigned Constants = 30;
  /// Operators of bit-vector sort, and predicates over them, to draw from.
  std::vector<Kind> BvOps = {
      Kind::BvNot,  Kind::BvNeg,  Kind::BvAdd,   Kind::BvSub,   Kind::BvMul,
      Kind::BvAnd,  Kind::BvOr,   Kind::BvXor,   Kind::BvShl,   Kind::BvLshr,
      Kind::BvAshr, Kind::BvUdiv, Kind::BvUrem,  Kind::BvSdiv,  Kind::BvSrem,
      Kind::Ite,    Kind::Concat, Kind::Extract, Kind::ZeroExt, Kind::SignExt};
  std::vector<Kind> BoolOps = {Kind::Not,   Kind::And,   Kind::Or,
                               Kind::Ite,   Kind::Eq,    Kind::BvUlt,
                               Kind::BvUle, Kind::BvSlt, Kind::BvSle};
};

/// A random expression over \p Leaves (Boolean and bit-vector variables).
Expr randomExpr(ExprContext &Ctx, Random &R, llvm::ArrayRef<Expr> Leaves,
                Sort S, const RandomExprOptions &O = {});

struct RandomCfaOptions {
  uint64_t Seed = 0;
  unsigned BitVecs = 2;
  unsigned Bools = 1;
  /// Bit-vector variables have between MinWidth and MaxWidth bits.
  unsigned MinWidth = 2, MaxWidth = 3;
  unsigned Locations = 6;
  unsigned Edges = 9;
  unsigned Errors = 1;
  /// Edges into each error location, on top of Edges; they have guards that
  /// seldom hold.
  unsigned ErrorEdges = 1;
  /// At most so many inputs on an edge.
  unsigned Inputs = 1;
  /// Percentage of locations that branch on a condition and its negation; the
  /// others have unrelated, possibly overlapping guards.
  unsigned Branches = 60;
  /// Percentage of edges that go to a location of somewhat higher number.
  unsigned Forward = 70;
  /// Percentage of edges with neither condition nor update.
  unsigned Trivial = 10;
  RandomExprOptions Exprs;
};

/// What a seed chooses from.
struct ShapeRange {
  unsigned LeastLocations;
  unsigned VariedLocations, VariedEdges, VariedBitVecs; ///< numbers of choices
};
/// The options of a campaign's automaton, by its seed alone.
RandomCfaOptions variedOptions(uint64_t Seed, const ShapeRange &R);

/// Location 0 is the entry, the last Errors locations are the errors. Names
/// of variables start with "v", those of inputs with "y".
Cfa randomCfa(ExprContext &Ctx, const RandomCfaOptions &O);

} // namespace sooth::test

#endif
