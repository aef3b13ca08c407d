//===- Candidates.h - Facts that may hold ---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_CANDIDATES_H
#define SOOTH_LIB_ENGINE_CELLS_CANDIDATES_H

#include "Vocabulary.h"

namespace sooth::cells {

/// Facts over state variables and, about each cell, over ForAll, which has one
/// variable for each sort of indices.
struct Candidates {
  std::vector<Expr> ForAll;
  std::vector<std::vector<Expr>> Facts; // by location of the blocks
  /// Which of them hold, as they were not guessed; together they are inductive.
  std::vector<ExprSet> Certain;
  /// Whether some are of more reach than a cell.
  bool ReachesFar = false;
};

/// When comparisons in the program that read arrays get their turn.
enum class Comparisons { First, Last };

/// Whether facts are about one cell, or also about the one that a pointer in it
/// leads to (Links.h), and about cells as long as a variable has some value; or
/// about where the cell is, and those near it (Positions.h).
enum class Reach { Cell, Links, Positions };

/// At most \p Most facts for each location of \p Blocks, a model with the
/// variables of the program that \p V is about.
/// At most \p Most for each location, besides \p Known by location, which are
/// inductive on \p Blocks.
Candidates guess(const Cfa &Blocks, const Vocabulary &V,
                 llvm::ArrayRef<std::vector<Expr>> Known, unsigned Most,
                 Comparisons OfCells = Comparisons::Last,
                 Reach Far = Reach::Cell);

} // namespace sooth::cells

#endif
