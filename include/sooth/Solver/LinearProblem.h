//===- LinearProblem.h - Systems of linear constraints --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linear constraints over non-negative integer variables (thesis of Hajdu,
// Section 1.1.3), with exact 64-bit coefficients.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SOLVER_LINEARPROBLEM_H
#define SOOTH_SOLVER_LINEARPROBLEM_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace sooth {

struct RowTerm {
  unsigned Variable = 0;
  int64_t Coefficient = 1;
  friend bool operator==(const RowTerm &, const RowTerm &) = default;
};

/// Σ Coefficient · x(Variable) ≥ Bound, or = Bound. Terms are sorted by
/// variable, one per variable, without zeros. Coefficients and bounds are
/// greater than INT64_MIN, so that each has an opposite.
struct LinearRow {
  enum class Kind { AtLeast, Equal };
  std::vector<RowTerm> Terms;
  Kind Rel = Kind::AtLeast;
  int64_t Bound = 0;

  static LinearRow atLeast(std::vector<RowTerm> Terms, int64_t Bound);
  /// Σ ≤ Bound, which is -Σ ≥ -Bound.
  static LinearRow atMost(std::vector<RowTerm> Terms, int64_t Bound);
  static LinearRow equal(std::vector<RowTerm> Terms, int64_t Bound);

  /// Exact. Requires one value per variable.
  bool holds(llvm::ArrayRef<int64_t> Values) const;
  friend bool operator==(const LinearRow &, const LinearRow &) = default;
};

/// Problems that differ in few rows share the others.
using LinearRowRef = std::shared_ptr<const LinearRow>;

/// Is there x ≥ 0, over the integers, that satisfies all rows?
struct LinearProblem {
  unsigned Variables = 0;
  std::vector<LinearRowRef> Rows;

  void add(LinearRow R) {
    Rows.push_back(std::make_shared<const LinearRow>(std::move(R)));
  }
};

/// That a problem has no solution, not even in rational numbers (Farkas'
/// lemma): the sum of the rows, each times its multiplier, is Σ aⱼ·xⱼ ≥ b with
/// all aⱼ ≤ 0 and b > 0. Multipliers of AtLeast rows are positive, those of
/// Equal rows not zero.
struct FarkasCertificate {
  struct Entry {
    unsigned Row = 0;
    int64_t Multiplier = 0;
  };
  std::vector<Entry> Entries;
};

/// Σ over \p Entries as above, with overflow counted as failure.
bool refutes(const FarkasCertificate &C, const LinearProblem &P);

} // namespace sooth

#endif
