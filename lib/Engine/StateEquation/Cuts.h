//===- Cuts.h - Rows that lose no firing sequence -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Consequences of the firing rule that a solution of the marking equation may
// violate; StateEquationProof.h has their definitions.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STATEEQUATION_CUTS_H
#define SOOTH_LIB_ENGINE_STATEEQUATION_CUTS_H

#include "PartialSolutions.h"

#include "sooth/Result/StateEquationProof.h"
#include "sooth/Solver/LinearSolver.h"

namespace sooth::equation {

/// A cut, and the rows of its two cases.
struct Cut {
  StateEquationProof::Node::Kind What;
  std::vector<StateEquationProof::Member> Group;
  std::vector<StateEquationProof::WeightedPlace> Places;
  LinearRow Low, High, Row;
};

/// The sum's distance from the row's bound; negative if \p Point violates it.
double slack(const LinearRow &R, llvm::ArrayRef<double> Point);

/// Finds cuts that \p Point, a solution of the rows so far, violates.
class CutFinder {
public:
  CutFinder(const NetMatrix &N, LinearSolver &Linear);

  /// Disjoint traps with a token at the start and none at the end.
  std::vector<std::vector<PlaceId>> traps(llvm::ArrayRef<double> Point) const;

  /// For transitions of the solution that cannot fire because none before them
  /// can supply what they need, however often it fires.
  std::optional<Cut> starvation(llvm::ArrayRef<double> Point) const;
  /// The same seen from the final marking backwards.
  std::optional<Cut> leftover(llvm::ArrayRef<double> Point) const;

  /// For \p S, a partial solution of the integer solution \p X (or of a point
  /// rounded up): no prefix that the marking equation allows enables a
  /// transition of the remainder once more.
  std::optional<Cut> prefix(llvm::ArrayRef<double> Point, const Counts &X,
                            const PartialSolution &S, const Budget &B);
  /// The same for suffixes. Requires an integer solution.
  std::optional<Cut> suffix(llvm::ArrayRef<double> Point, const Counts &X,
                            const PartialSolution &S, const Budget &B);
  /// What Algorithms 1.4 and 1.8 would demand, as far as it is certain.
  std::optional<Cut> increment(llvm::ArrayRef<double> Point,
                               const PartialSolution &S) const;

private:
  std::optional<Cut> violatedCut(Cut C, llvm::ArrayRef<double> Point) const;
  std::optional<Cut> component(llvm::ArrayRef<double> Point,
                               llvm::ArrayRef<TransitionId> Members,
                               llvm::ArrayRef<PlaceId> Places,
                               const Counts *Times,
                               StateEquationProof::Node::Kind What) const;
  std::vector<PlaceId> trapWithin(std::vector<bool> Inside) const;
  std::vector<PlaceId> shrink(std::vector<PlaceId> Trap) const;

  const NetMatrix &N;
  LinearSolver &Linear;
};

} // namespace sooth::equation

#endif
