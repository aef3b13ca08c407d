//===- PetriFormula.h - Predicates on markings --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Boolean combinations of linear constraints over token counts, and deadlock
// (thesis of Hajdu, Section 1.2.1: predicates). What a reachability question
// asks for: is there a reachable marking that satisfies the formula?
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_PETRIFORMULA_H
#define SOOTH_MODEL_PETRIFORMULA_H

#include "sooth/Model/PetriNet.h"

#include "llvm/Support/raw_ostream.h"

#include <memory>

namespace sooth {

struct LinearTerm {
  PlaceId Place = 0;
  int64_t Coefficient = 1;
  friend bool operator==(const LinearTerm &, const LinearTerm &) = default;
};

enum class Relation { LessEqual, GreaterEqual, Equal, NotEqual };

/// Σ Coefficient · m(Place)  Relation  Bound. Terms are sorted by place, one
/// per place, without zeros, and there is at least one. `m ≤ Bound` has Bound
/// < INT64_MAX and `m ≥ Bound` has Bound > INT64_MIN + 1, so that the
/// complement can be said, and so can -Bound.
struct LinearConstraint {
  std::vector<LinearTerm> Terms;
  Relation Rel = Relation::LessEqual;
  int64_t Bound = 0;

  /// Exact, whatever the numbers.
  bool holds(llvm::ArrayRef<uint64_t> M) const;
  LinearConstraint negation() const;
  friend bool operator==(const LinearConstraint &,
                         const LinearConstraint &) = default;
};

/// An immutable formula; copies share their parts.
class PetriFormula {
public:
  enum class Kind { True, False, Constraint, And, Or, Not, Deadlock };

  static PetriFormula constant(bool Value);
  /// Terms in any order, also several per place. Simplifies by constant
  /// folding and division by the greatest common divisor; the first
  /// coefficient becomes positive. Nothing if merged coefficients or the bound
  /// do not fit.
  static std::optional<PetriFormula> constraint(std::vector<LinearTerm> Terms,
                                                Relation Rel, int64_t Bound);
  /// Already in normal form.
  static PetriFormula constraint(LinearConstraint C);
  /// Flatten nested operators of the same kind; fold constants.
  static PetriFormula conjunction(std::vector<PetriFormula> Parts);
  static PetriFormula disjunction(std::vector<PetriFormula> Parts);
  static PetriFormula negation(PetriFormula F);
  /// No transition of the net is enabled.
  static PetriFormula deadlock();
  /// \p T is enabled, as constraints.
  static PetriFormula fireable(const PetriNet &N, TransitionId T);

  Kind kind() const;
  /// Requires Constraint.
  const LinearConstraint &linear() const;
  /// The parts of And, Or (at least two) and Not (one).
  llvm::ArrayRef<PetriFormula> parts() const;

  bool holds(const PetriNet &N, llvm::ArrayRef<uint64_t> M) const;
  /// Not occurs only before Deadlock.
  PetriFormula negationNormalForm() const;
  /// In negation normal form and with constraints instead of Deadlock: as
  /// large as the net if there was one.
  PetriFormula expanded(const PetriNet &N) const;
  bool mentionsDeadlock() const;

private:
  struct Node;
  explicit PetriFormula(std::shared_ptr<const Node> N) : N(std::move(N)) {}
  std::shared_ptr<const Node> N;
};

/// In the language of `sooth-pnml --reach`: "p0 >= 1 and (p1 + 2*p2 = 7)".
void print(llvm::raw_ostream &OS, const PetriFormula &F, const PetriNet &N);
std::string str(const PetriFormula &F, const PetriNet &N);

} // namespace sooth

#endif
