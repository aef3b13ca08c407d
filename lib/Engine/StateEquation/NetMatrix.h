//===- NetMatrix.h - A net as linear algebra ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STATEEQUATION_NETMATRIX_H
#define SOOTH_LIB_ENGINE_STATEEQUATION_NETMATRIX_H

#include "sooth/Model/PetriFormula.h"
#include "sooth/Model/PetriNet.h"
#include "sooth/Solver/LinearProblem.h"

#include <map>
#include <optional>

namespace sooth::equation {

/// A number per transition: a solution vector, a Parikh image, a remainder.
/// Never negative; the sum of all entries fits 63 bits.
using Counts = std::vector<int64_t>;

/// A net with its incidence matrix by rows and by columns (thesis, Section
/// 1.1.2.1). Prepared once per net.
class NetMatrix {
public:
  struct Entry {
    TransitionId Transition;
    int64_t Change;
  };

  explicit NetMatrix(const PetriNet &N);

  const PetriNet &net() const { return Net; }
  const PlaceIndex &arcs() const { return Index; }
  const Marking &initial() const { return Initial; }
  unsigned places() const { return Net.places().size(); }
  unsigned transitions() const { return Net.transitions().size(); }
  /// C's column of \p T and row of \p P, without zeros.
  llvm::ArrayRef<TokenChange> effect(TransitionId T) const {
    return Columns[T];
  }
  llvm::ArrayRef<Entry> changes(PlaceId P) const { return Rows[P]; }
  /// C(P, T).
  int64_t change(PlaceId P, TransitionId T) const;
  /// w⁻(P, T) and w⁺(P, T), and the inhibitor arc's weight or 0.
  uint64_t input(PlaceId P, TransitionId T) const;
  uint64_t output(PlaceId P, TransitionId T) const;
  uint64_t inhibitor(PlaceId P, TransitionId T) const;

  /// m₀ + C·x; nothing if a place would be negative or beyond MaxTokens.
  std::optional<Marking> after(const Counts &X) const;
  /// C·(\p Y - \p X) = 0.
  bool differByInvariant(const Counts &Y, const Counts &X) const;
  /// The constraint on the marking m₀ + C·x as one on x (Section 1.2.1);
  /// nothing if its numbers do not fit. Requires another relation than
  /// NotEqual.
  std::optional<LinearRow> rowOf(const LinearConstraint &C) const;
  /// m(P) ≥ 0 for each place, which implies that markings are markings.
  const std::vector<LinearRowRef> &nonNegative() const { return NonNegative; }
  /// Whether all numbers that nonNegative() has fit.
  bool isSupported() const { return Supported; }

private:
  const PetriNet &Net;
  PlaceIndex Index;
  Marking Initial;
  std::vector<std::vector<TokenChange>> Columns;
  std::vector<std::vector<Entry>> Rows;
  std::vector<LinearRowRef> NonNegative;
  bool Supported = true;
};

/// Σ by variable, for rows that are put together from several parts.
class RowBuilder {
public:
  void add(unsigned Variable, __int128 Coefficient) {
    Sums[Variable] += Coefficient;
  }
  /// The terms; nothing if one does not fit.
  std::optional<std::vector<RowTerm>> terms() const;

private:
  std::map<unsigned, __int128> Sums;
};

} // namespace sooth::equation

#endif
