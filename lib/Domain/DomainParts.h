//===- DomainParts.h - What domains are made of ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DOMAIN_DOMAINPARTS_H
#define SOOTH_LIB_DOMAIN_DOMAINPARTS_H

#include "sooth/Domain/Domain.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Solver/Solver.h"

namespace sooth {

/// The solver that all parts of a domain ask, with the figures. Everything is
/// asked by assumptions, so that what the solver has learned stays; scopes are
/// only for enumeration.
struct DomainSolver {
  ExprContext &Ctx;
  std::unique_ptr<Solver> S;
  Domain::Statistics Figures;
  /// The updates of edges that were asked about.
  llvm::DenseMap<const Edge *, std::unique_ptr<Substitution>> Preconditions;

  Answer check(llvm::ArrayRef<Expr> Assumptions, const Budget &B) {
    ScopedTimer T(Figures.SolverSeconds);
    ++Figures.Queries;
    return S->check(Assumptions, B);
  }
  /// The weakest precondition: what holds before \p E if \p Formula holds after
  /// it. Of a variable, what is assigned to it.
  Expr before(const Edge &E, Expr Formula);
};

/// An edge from an abstract state.
class Step {
public:
  using Taken = Domain::Targets::Taken;
  Step(StateTable &Table, const AbstractState &From, const Edge &E)
      : From(From), E(E),
        Certain(E.Guard.isTrue() ? Taken::Certain : Taken::Possible),
        Table(Table) {}
  /// The same, if \p Condition, over state variables and inputs, holds before.
  Step(const Step &Q, llvm::ArrayRef<Expr> Condition, Taken Certain)
      : From(Q.From), E(Q.E), Certain(Certain), Table(Q.Table),
        Condition(Condition) {}
  /// The source state, the guard and the condition, for the solver.
  llvm::ArrayRef<Expr> assumptions() const;

  const AbstractState &From;
  const Edge &E;
  /// Whether it is known that the edge can be taken.
  const Taken Certain;

private:
  StateTable &Table;
  llvm::ArrayRef<Expr> Condition;
  mutable llvm::SmallVector<Expr, 16> Assumptions; // made when first needed
};

/// What a domain is made from.
struct DomainInput {
  StateTable &Table;
  std::shared_ptr<DomainSolver> S;
  const Cfa &C;
  const DomainOptions &O;
};

#define DOMAIN(KIND, NAME, ADVICE)                                             \
  std::unique_ptr<Domain> create##KIND(const DomainInput &In);
#include "sooth/Domain/Domains.def"

/// Values of \p In.C's control variables, and \p Rest for what is said of
/// others. Requires that \p Rest tracks predicates only.
std::unique_ptr<Domain> createProductWith(const DomainInput &In,
                                          std::unique_ptr<Domain> Rest);

inline void add(TrackedSet::Change &Sum, TrackedSet::Change One) {
  if (One == TrackedSet::Change::Grown)
    Sum = TrackedSet::Change::Grown;
}

/// For domains that track variables: those of \p Formula that are in \p State.
TrackedSet::Change addVariables(TrackedSet &T, Expr Formula,
                                const ExprSet &State);
/// For domains with predicates: gives \p Track the parts of \p Formula that are
/// to become predicates, or what stands for them, and \p T the whole of it if
/// that is asked for.
TrackedSet::Change addParts(TrackedSet &T, Expr Formula,
                            DomainOptions::Parts Configured, Domain::Effort E,
                            llvm::function_ref<TrackedSet::Change(Expr)> Track);
ExprSet stateVariables(const Cfa &C);

} // namespace sooth

#endif
