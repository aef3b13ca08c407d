//===- RandomExpr.h - Seeded random expressions ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_UNIT_EXPR_RANDOMEXPR_H
#define SOOTH_TEST_UNIT_EXPR_RANDOMEXPR_H

#include "sooth/Expr/ExprContext.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <random>
#include <vector>

namespace sooth::test {

/// An expression as the context simplified it, with the values that the
/// operator gave when it was applied to the operands' values, one for each of
/// the generator's valuations. So the values do not depend on simplification.
struct Sample {
  Expr E;
  std::vector<Value> Expected;
};

/// Grows a pool of expressions over small sorts, starting from variables and
/// constants.
class RandomExpr {
public:
  RandomExpr(ExprContext &Ctx, unsigned Seed, unsigned NumValuations);

  /// Applies a random operator to random members of the pool, adds the result
  /// to the pool and returns it.
  const Sample &next();
  /// A member of the pool of sort \p S.
  const Sample &pick(Sort S);
  /// \p Count facts, of which every other one is true in the first and the
  /// others in the second of two valuations, by number.
  std::vector<Expr> facts(unsigned First, unsigned Second, unsigned Count);
  Value randomValue(Sort S);
  unsigned below(unsigned N) { return Rng() % N; }

  const std::vector<Expr> &variables() const { return Vars; }
  const std::vector<Valuation> &valuations() const { return Valuations; }
  const std::vector<Sort> &sorts() const { return Sorts; }

private:
  const Sample &add(Expr E, std::vector<Value> Expected);
  const Sample &apply(Kind K, std::vector<const Sample *> Ops, uint32_t P0,
                      uint32_t P1, Sort S);
  bool isSort(Sort S) const;

  ExprContext &Ctx;
  std::mt19937 Rng;
  std::vector<Sort> Sorts;
  std::vector<Expr> Vars;
  std::vector<Valuation> Valuations;
  std::deque<Sample> Pool;
  llvm::DenseMap<Sort, std::vector<const Sample *>> BySort;
};

/// Asks \p Contradict whether sets of random facts contradict each other, and
/// expects that those do not which are all true in one valuation. How many do.
unsigned countContradictions(
    llvm::function_ref<bool(ExprContext &, llvm::ArrayRef<Expr>)> Contradict,
    unsigned Seeds = 60);

} // namespace sooth::test

#endif
