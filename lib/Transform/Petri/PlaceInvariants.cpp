//===- PlaceInvariants.cpp - Finding sums of tokens that never grow -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a place p: the least y ≥ 0 with y(p) ≥ 1 and y·C(t) ≤ 0 for each t, where
// least means Σ y. That is a linear program; its optimum has few places, as a
// rule those of one component through which a token goes around. Fractions are
// tried as multiples before integers are asked for.
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Petri/PlaceInvariants.h"

#include "sooth/Solver/LinearSolver.h"

#include <cmath>

using namespace sooth;

/// Of y, without the row for p.
static LinearProblem problemOf(const PetriNet &N) {
  LinearProblem P;
  P.Variables = N.places().size();
  for (const PetriTransition &T : N.transitions()) {
    std::vector<RowTerm> Terms;
    for (const TokenChange &C : effectOf(T))
      Terms.push_back({C.Place, C.Change});
    if (!Terms.empty())
      P.add(LinearRow::atMost(std::move(Terms), 0));
  }
  return P;
}

static bool satisfies(const LinearProblem &P, llvm::ArrayRef<int64_t> Y) {
  for (const LinearRowRef &R : P.Rows)
    if (!R->holds(Y))
      return false;
  return true;
}

/// The point times \p Factor, if that is integral but for rounding errors.
static std::optional<std::vector<int64_t>> times(llvm::ArrayRef<double> Point,
                                                 int Factor) {
  std::vector<int64_t> Y;
  for (double Value : Point) {
    Value = std::max(0.0, Value) * Factor;
    double Nearest = std::nearbyint(Value);
    if (Nearest > 1e15 || std::fabs(Value - Nearest) > 1e-5)
      return std::nullopt;
    Y.push_back(int64_t(Nearest));
  }
  return Y;
}

static std::optional<std::vector<int64_t>>
multiple(const LinearProblem &P, llvm::ArrayRef<double> Point) {
  for (int Factor = 1; Factor <= 60; ++Factor)
    if (auto Y = times(Point, Factor); Y && satisfies(P, *Y))
      return Y;
  return std::nullopt;
}

static std::optional<std::vector<int64_t>>
solve(LinearSolver &Linear, const LinearProblem &P, const Budget &B) {
  RelaxedAnswer A = Linear.relax(P, B);
  if (A.Values)
    return A.Values;
  if (A.What != RelaxedAnswer::Status::Feasible)
    return std::nullopt;
  if (auto Y = multiple(P, A.Point))
    return Y;
  IntegerAnswer I = Linear.minimize(P, B);
  if (I.What != IntegerAnswer::Status::Feasible)
    return std::nullopt;
  return I.Values;
}

std::vector<PlaceInvariant> sooth::findPlaceInvariants(const PetriNet &N,
                                                       const Budget &B) {
  LinearSolver Linear;
  LinearProblem P = problemOf(N);
  std::vector<PlaceInvariant> Result;
  std::vector<bool> Covered(N.places().size(), false);
  for (PlaceId Place = 0; Place < Covered.size(); ++Place) {
    if (Covered[Place])
      continue;
    if (B.exhausted())
      break;
    P.add(LinearRow::atLeast({{Place, 1}}, 1));
    std::optional<std::vector<int64_t>> Y = solve(Linear, P, B);
    P.Rows.pop_back();
    if (!Y)
      continue;
    PlaceInvariant I;
    for (PlaceId Q = 0; Q < Y->size(); ++Q)
      if ((*Y)[Q] > 0) {
        I.Terms.push_back({Q, (*Y)[Q]});
        Covered[Q] = true;
      }
    Result.push_back(std::move(I));
  }
  return Result;
}
