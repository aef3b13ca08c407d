//===- InitialContents.h - What stays true of memory from outside ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of memory that a program is given, something is assumed where it is read:
// that a pointer which was there at first is null or leads to an object of some
// size. That is lost when the program writes such memory in a loop, though it
// mostly writes pointers of the same kind: then each cell still has its first
// content, or one of which the assumption is true, too.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_INITIALCONTENTS_H
#define SOOTH_LIB_ENGINE_CELLS_INITIALCONTENTS_H

#include "sooth/Expr/Traversal.h"
#include "sooth/Model/Cfa.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace sooth::cells {

class InitialContents {
public:
  explicit InitialContents(const Cfa &C);

  /// That variables have values as the program assumes them of memory at first.
  std::vector<Expr> ofState() const;
  /// That cell \p K of arrays has its first content or such a value.
  std::vector<Expr> ofCells(Expr K) const;

private:
  /// What is assumed of what is read from some arrays at one index: Formula has
  /// the first contents Read of the arrays Of, which are in Now later.
  struct Assumption {
    std::vector<Expr> Now, Of, Read;
    Expr Formula;
    /// Variables that are assigned together from such cells, or to them.
    std::vector<std::vector<Expr>> Values;
  };

  void findArrays(const Cfa &C);
  void findAssumptions(const Cfa &C);
  void addAssumption(Expr Disjunction);
  void followValues(const Cfa &C, Assumption &A) const;
  Expr withValues(const Assumption &A, llvm::ArrayRef<Expr> Values) const;

  ExprContext &Ctx;
  ExprSet State;
  /// From an array that is never changed to the one that begins like it.
  llvm::MapVector<Expr, Expr> NowOf;
  std::vector<Assumption> Assumptions;
};

} // namespace sooth::cells

#endif
