//===- Domain.h - The transfer function of CEGAR --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explicit values and predicates in one transfer function: a tracked set with
// variables only is the explicit-value domain (Hajdu and Micskei, "Efficient
// Strategies for CEGAR-Based Model Checking", 2.2.1 and, for the number of
// successors, 3.1.1 with Algorithm 4), one with predicates only is predicate
// abstraction (2.2.1, and 3.1.3 for splitting states), one with both is their
// product: predicates are asked about for each combination of values.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DOMAIN_DOMAIN_H
#define SOOTH_DOMAIN_DOMAIN_H

#include "sooth/Domain/AbstractState.h"
#include "sooth/Domain/Precision.h"
#include "sooth/Solver/Solver.h"
#include "sooth/Support/Budget.h"

#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <optional>

namespace sooth {

struct DomainOptions {
  /// How many successors to enumerate where values cannot be computed
  /// (Algorithm 4): 0 is all of them, nothing ("1*") asks no solver.
  std::optional<unsigned> MaxEnum = 1;
  enum class Predicates {
    Cartesian, ///< the strongest conjunction
    Boolean,   ///< the strongest Boolean combination, in one state
    Split      ///< the same, a state for each of its cubes
  } Combine = Predicates::Cartesian;
};

/// For a solver that is asked about the edges of \p C.
SolverOptions solverOptionsFor(const Cfa &C);

class Domain {
public:
  struct Statistics {
    uint64_t Steps = 0;       // successors() of a state and an edge
    uint64_t Queries = 0;     // to the solver
    uint64_t Exceeded = 0;    // enumerations that were cut off
    double SolverSeconds = 0; // spent in it
  };
  using Successors = llvm::SmallVector<const AbstractState *, 4>;

  /// States are made in \p Table, edges come from \p C; both must outlive the
  /// domain.
  Domain(StateTable &Table, const Cfa &C, DomainOptions O);
  ~Domain();

  /// States that together cover what \p E leads to from \p S, as far as \p P
  /// can tell; none if \p E cannot be taken. Where the solver gives up or \p B
  /// ends they say less. \p E must stay where it is, as long as the domain
  /// lives.
  Successors successors(const AbstractState &S, const Edge &E,
                        const TrackedSet &P, const Budget &B);

  const Statistics &statistics() const;

private:
  class Impl;
  std::unique_ptr<Impl> I;
};

} // namespace sooth

#endif
