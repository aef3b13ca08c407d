//===- LinearSolver.h - Integer and linear programming --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linear programs through lp_solve, whose floating-point results are never
// taken on trust: solutions are checked exactly, and that there is none comes
// with a certificate or counts as a guess.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SOLVER_LINEARSOLVER_H
#define SOOTH_SOLVER_LINEARSOLVER_H

#include "sooth/Solver/LinearProblem.h"
#include "sooth/Support/Budget.h"
#include "sooth/Support/Statistics.h"

#include <optional>
#include <string>

namespace sooth {

/// What is known of an integer problem.
struct IntegerAnswer {
  enum class Status {
    Feasible,   ///< Values satisfy every row exactly
    Infeasible, ///< as far as the solver can tell; see LinearSolver
    Unknown
  };
  Status What = Status::Unknown;
  std::vector<int64_t> Values;
  std::string Why; ///< of Unknown
};

/// What is known of a problem's relaxation to real numbers.
struct RelaxedAnswer {
  enum class Status {
    Feasible,   ///< Point satisfies the rows but for rounding errors
    Infeasible, ///< Certificate proves it
    Unknown
  };
  Status What = Status::Unknown;
  std::vector<double> Point;
  /// The point rounded, if it is integral and satisfies every row exactly.
  std::optional<std::vector<int64_t>> Values;
  FarkasCertificate Certificate;
  std::string Why;
};

/// Minimizes Σ xⱼ. Keeps nothing between questions. Every question ends soon
/// after its budget does, with Unknown. Values and rows beyond 2^53 are left
/// to `exact`, as doubles cannot hold them.
class LinearSolver {
public:
  /// An integer solution with the least sum, or nearly. Infeasible is
  /// lp_solve's word, which proves nothing: good enough to prune a search that
  /// claims nothing for what it has pruned. When lp_solve fails or its
  /// solution does not check out, `exact` is asked.
  IntegerAnswer minimize(const LinearProblem &P, const Budget &B);
  /// The relaxation's optimum.
  RelaxedAnswer relax(const LinearProblem &P, const Budget &B);
  /// Any integer solution, by exact arithmetic. Infeasible is certain as far
  /// as z3 is right.
  IntegerAnswer exact(const LinearProblem &P, const Budget &B);

  void report(Statistics &S) const;

private:
  struct Counts {
    unsigned Integer = 0, Relaxed = 0, Exact = 0, Rejected = 0, Uncertified = 0;
    double Seconds = 0;
  } Count;
};

} // namespace sooth

#endif
