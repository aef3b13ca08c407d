//===- Transfer.h - The two halves of the transfer function ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DOMAIN_TRANSFER_H
#define SOOTH_LIB_DOMAIN_TRANSFER_H

#include "PartialEvaluator.h"

#include "sooth/Domain/Domain.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Solver/Solver.h"

namespace sooth {

/// The solver that both halves ask, with the figures. Everything is asked by
/// assumptions, so that what the solver has learned stays; scopes are only for
/// enumeration.
struct DomainSolver {
  ExprContext &Ctx;
  std::unique_ptr<Solver> S;
  Domain::Statistics Figures;

  Answer check(llvm::ArrayRef<Expr> Assumptions, const Budget &B) {
    ScopedTimer T(Figures.SolverSeconds);
    ++Figures.Queries;
    return S->check(Assumptions, B);
  }
};

/// An edge from an abstract state.
class Step {
public:
  Step(StateTable &Table, const AbstractState &From, const Edge &E)
      : From(From), E(E), Table(Table) {}
  /// The source state and the guard, for the solver.
  llvm::ArrayRef<Expr> assumptions() const;

  const AbstractState &From;
  const Edge &E;

private:
  StateTable &Table;
  mutable llvm::SmallVector<Expr, 16> Assumptions; // made when first needed
};

/// Explicit values (paper 2.2.1, Algorithm 4).
class ExplicitTransfer {
public:
  ExplicitTransfer(StateTable &Table, DomainSolver &S,
                   std::optional<unsigned> MaxEnum)
      : Table(Table), S(S), MaxEnum(MaxEnum) {}

  struct Result {
    /// Facts about tracked variables, one cube per successor.
    std::vector<Cube> Cubes;
    /// Whether it is known that the edge can be taken.
    enum class Taken { Certain, Possible } Edge = Taken::Possible;
  };
  Result successors(const Step &Q, llvm::ArrayRef<Expr> Tracked,
                    const Budget &B);

private:
  struct Compiled {
    std::vector<Expr> Tracked;
    llvm::SmallVector<Expr, 8> GuardConjuncts;
    llvm::SmallVector<Expr, 8> Targets; // next values of tracked variables
    ExprSet GuardVars;
    PartialEvaluator Eval;
  };
  Compiled &compile(const Edge &E, llvm::ArrayRef<Expr> Tracked);
  void assumeKnown(const Step &Q, Compiled &C);
  std::optional<std::vector<Cube>> enumerate(const Step &Q,
                                             llvm::ArrayRef<Expr> Tracked,
                                             Compiled &C, const Budget &B);
  bool hasTooMany(const Step &Q, const Compiled &C, Expr Target) const;
  Cube known(llvm::ArrayRef<Expr> Tracked, const Compiled &C);

  StateTable &Table;
  DomainSolver &S;
  std::optional<unsigned> MaxEnum;
  llvm::DenseMap<const Edge *, std::unique_ptr<Compiled>> Cache;
};

/// Predicate abstraction (paper 2.2.1).
class PredicateTransfer {
public:
  PredicateTransfer(StateTable &Table, DomainSolver &S,
                    DomainOptions::Predicates Combine)
      : Table(Table), S(S), Combine(Combine) {}

  /// Facts about \p Tracked after the edge if, besides what \p Q says,
  /// \p Condition holds before it; one for Cartesian abstraction, none if the
  /// edge cannot be taken.
  std::vector<Cube> successors(const Step &Q, llvm::ArrayRef<Expr> Condition,
                               ExplicitTransfer::Result::Taken Edge,
                               llvm::ArrayRef<Expr> Tracked, const Budget &B);

private:
  struct Candidate {
    Expr Predicate;
    Expr Before; // its weakest precondition
    bool MayHold = false, MayFail = false;
  };
  Expr before(const Edge &E, Expr Predicate);
  std::optional<bool> decideByForm(const Step &Q, Expr Before);
  void learn(std::vector<Candidate> &Open);
  enum class Cut { Complete, Incomplete };
  Cut enumerate(llvm::ArrayRef<Expr> Assumptions,
                llvm::ArrayRef<Candidate> Open, const Cube &Decided,
                std::vector<Cube> &Out, const Budget &B);

  StateTable &Table;
  DomainSolver &S;
  DomainOptions::Predicates Combine;
  llvm::DenseMap<const Edge *, std::unique_ptr<Substitution>> Preconditions;
};

} // namespace sooth

#endif
