//===- Inequalities.h - Linear inequalities that contradict -----*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fourier-Motzkin elimination (Schrijver, "Theory of Linear and Integer
// Programming", 1986, section 12.2) for the few inequalities around one
// question: each pair that bounds an unknown from above and from below is one
// inequality without it, which follows from what both follow from.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_INEQUALITIES_H
#define SOOTH_LIB_ENGINE_CELLS_INEQUALITIES_H

#include "Premises.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace sooth::cells {

class Inequalities {
public:
  using Number = __int128;
  struct Summand {
    unsigned Unknown;
    Number Factor; // not 0
    bool operator==(const Summand &) const = default;
  };
  /// Unknowns, each once, in ascending order.
  using Sum = llvm::SmallVector<Summand, 4>;
  /// \p S plus \p Factor times \p Other; none if a number gets too large.
  static std::optional<Sum> plus(const Sum &S, const Sum &Other, Number Factor);

  /// \p N / \p D, rounded down. Requires that \p D is positive.
  static Number floorOf(Number N, Number D) {
    return N / D - (N % D != 0 && N < 0 ? 1 : 0);
  }

  /// That \p S is at most \p Bound.
  void atMost(Sum S, Number Bound, const Premises &Why);
  void equal(Sum S, Number Value, const Premises &Why);
  size_t size() const { return Rows.size(); }

  /// What inequalities follow from that no integers satisfy; none if that is
  /// not seen. Leaves nothing of them.
  std::optional<Premises> contradiction();

private:
  struct Row {
    Sum S;
    Number Bound;
    bool IsEquation;
    Premises Why;
  };
  bool normalize(Row &R);
  bool add(Row R);
  bool combine(const Row &A, const Row &B, unsigned Unknown);
  bool substitute(size_t Equation, unsigned Unknown);
  bool eliminate(unsigned Unknown);
  bool useEquations();
  std::optional<unsigned> cheapest() const;
  void keepTightest();

  std::vector<Row> Rows;
  std::optional<Premises> Conflict;
};

} // namespace sooth::cells

#endif
