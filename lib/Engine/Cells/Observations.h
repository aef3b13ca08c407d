//===- Observations.h - What runs tell about candidates ---------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_OBSERVATIONS_H
#define SOOTH_LIB_ENGINE_CELLS_OBSERVATIONS_H

#include "Candidates.h"

#include "sooth/Support/Budget.h"

namespace sooth::cells {

/// States that some runs with inputs taken at random pass. What is not so in
/// one of them is no invariant, and no solver need be asked about it.
class Observations {
public:
  /// Runs \p Blocks until enough is seen; no longer than \p B. \p Blocks must
  /// outlive this.
  Observations(const Cfa &Blocks, const Budget &B);

  /// Whether a run has come to an error: then there is no proof.
  bool hasError() const { return HasError; }

  struct Removed {
    /// Not so in some state, and about no cell in any.
    unsigned Refuted = 0, Vacuous = 0;
  };
  /// What to do with a candidate about cells of which there was none in any
  /// state: most likely there never is one.
  enum class Vacuous { Kept, Removed };
  /// Removes candidates that are not so in some state; fewer if \p B does not
  /// suffice.
  Removed filter(Candidates &Of, Vacuous What, const Budget &B) const;

private:
  std::vector<Value> indicesIn(const Valuation &State, Sort Index) const;
  std::vector<Valuation> instances(const Valuation &State,
                                   llvm::ArrayRef<Expr> ForAll) const;
  Removed filterAt(LocationId L, Candidates &Of, Vacuous What,
                   const Budget &B) const;

  const Cfa &Blocks;
  std::vector<std::vector<Valuation>> States; // by location
  bool HasError = false;
};

} // namespace sooth::cells

#endif
