//===- Domain.h - An abstract domain of CEGAR -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hajdu and Micskei, "Efficient Strategies for CEGAR-Based Model Checking",
// 2.2.1: a domain is a set of abstract states with top and an order, a
// precision, and a transfer function. All domains share the shape of states
// (AbstractState.h: top, covers, formula); what differs is how successors are
// computed (post) and what is learned from a formula (refineWith).
//
// Explicit values: 2.2.1 and, for the number of successors, 3.1.1 with
// Algorithm 4. Predicates: 2.2.1, and 3.1.3 for splitting states. Their product
// asks about predicates for each combination of values.
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

class Step;
struct DomainSolver;

enum class DomainKind {
#define DOMAIN(KIND, NAME, ADVICE) KIND,
#include "sooth/Domain/Domains.def"
};

struct DomainOptions {
  /// How many successors to enumerate where values cannot be computed
  /// (Algorithm 4): 0 is all of them, nothing ("1*") asks no solver.
  std::optional<unsigned> MaxEnum = 1;
  /// What becomes a predicate: a formula, its conjuncts, or its atoms.
  enum class Parts { Whole, Conjuncts, Atoms } Predicates = Parts::Whole;
  /// In domains of predicates, too, control variables have values.
  bool ExplicitControl = false;
};

/// For a solver that is asked about the edges of \p C.
SolverOptions solverOptionsFor(const Cfa &C);

/// The atoms below \p Formula's Boolean structure.
std::vector<Expr> atoms(Expr Formula);

class Domain {
public:
  struct Statistics {
    uint64_t Steps = 0;       // post() of a state and an edge
    uint64_t Queries = 0;     // to the solver
    uint64_t Exceeded = 0;    // enumerations that were cut off
    double SolverSeconds = 0; // spent in it
  };
  using Successors = llvm::SmallVector<const AbstractState *, 4>;
  virtual ~Domain();

  /// States that together cover what \p E leads to from \p From, as far as
  /// \p P can tell; none if \p E cannot be taken. Where the solver gives up or
  /// \p B ends they say less. \p E must stay where it is, as long as the domain
  /// lives.
  Successors post(const AbstractState &From, const Edge &E, const TrackedSet &P,
                  const Budget &B);

  /// What a tracked set says to this domain, and what it learns from: if only
  /// variables count, formulas are not needed. A variable's value is lost where
  /// it is not tracked on the way, a predicate's truth is not.
  enum class Tracks { Variables, Predicates, Both };
  virtual Tracks tracks() const = 0;

  using Change = TrackedSet::Change;
  /// Adds to \p T what tells states with \p Formula from others.
  enum class Effort {
    AsConfigured,
    WholeFormulas ///< unsplit, too
  };
  virtual Change refineWith(TrackedSet &T, Expr Formula, Effort E) const = 0;

  const Statistics &statistics() const;

  //===--------------------------------------------------------------------===//
  // For domains that are made of others
  //===--------------------------------------------------------------------===//

  /// What comes after an edge.
  struct Targets {
    /// The cubes of each state.
    std::vector<std::vector<Cube>> States;
    /// Whether it is known that the edge can be taken.
    enum class Taken { Certain, Possible } Edge = Taken::Possible;
  };
  virtual Targets targets(const Step &Q, const TrackedSet &P,
                          const Budget &B) = 0;

protected:
  Domain(StateTable &Table, std::shared_ptr<DomainSolver> S);

  StateTable &Table;
  std::shared_ptr<DomainSolver> S;
};

/// States are made in \p Table, edges come from \p C; both must outlive the
/// domain.
std::unique_ptr<Domain> createDomain(DomainKind K, StateTable &Table,
                                     const Cfa &C, const DomainOptions &O);

} // namespace sooth

#endif
