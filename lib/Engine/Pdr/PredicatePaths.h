//===- PredicatePaths.h - Runs along paths of predicates ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_PDR_PREDICATEPATHS_H
#define SOOTH_LIB_ENGINE_PDR_PREDICATEPATHS_H

#include "sooth/Expr/Traversal.h"
#include "sooth/Result/Result.h"
#include "sooth/Solver/Interpolator.h"
#include "sooth/Solver/Solver.h"
#include "sooth/Transform/Bits/PredicateSystem.h"

#include <deque>

namespace sooth::pdr {

/// Looks for a run of a system along a run of its predicates, and refines these
/// if there is none.
class PredicatePaths {
public:
  /// Requires that \p M has been made by makeFunctional() and is what \p A is
  /// about. All must outlive this.
  PredicatePaths(const TransitionSystem &M, PredicateSystem &A,
                 const Budget &B);

  enum class Outcome {
    Run,     ///< run() violates the property
    Refined, ///< the abstract system cannot take this path any more
    Stopped  ///< reason() says why
  };
  /// Requires a run of the last A.booleans() to a bad state.
  Outcome check(const TsTrace &Abstract);
  const TsTrace &run() const { return Found; }
  const UnknownReason &reason() const { return Why; }

private:
  /// Copies of variables for a step.
  struct Copy {
    explicit Copy(ExprContext &Ctx) : To(Ctx), From(Ctx) {}
    std::vector<Expr> Xs;
    Substitution To, From; ///< X and Y to the copy, and X back
  };
  Copy &copy(size_t Step);
  std::vector<Expr> literalsAt(const TsTrace &Abstract, size_t Step) const;
  /// What holds of step \p I, and where it leads.
  Expr part(const TsTrace &Abstract, size_t I);
  Outcome stop(UnknownReason R);
  Outcome outOfBudget(const Solver &S);
  void readRun(Solver &S, size_t Length);

  const TransitionSystem &M;
  PredicateSystem &A;
  const Budget &B;
  ExprContext &Ctx;
  std::deque<Copy> Copies;
  std::unique_ptr<Solver> Together; ///< what can be true in one step; or null
  std::unique_ptr<Interpolator> Interpolate;
  TsTrace Found;
  UnknownReason Why;
};

} // namespace sooth::pdr

#endif
