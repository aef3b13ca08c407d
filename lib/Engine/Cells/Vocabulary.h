//===- Vocabulary.h - What a program speaks of ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What candidates are made of: the comparisons in a program, the values that
// it stores, the terms at which it reads and writes, and where constants and
// the numbers of objects flow. It is all taken from small steps, in which terms
// are what somebody wrote, and says nothing about what holds.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_VOCABULARY_H
#define SOOTH_LIB_ENGINE_CELLS_VOCABULARY_H

#include "InitialContents.h"

#include "sooth/Expr/Traversal.h"
#include "sooth/Model/Cfa.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace sooth::cells {

using ExprList = llvm::SetVector<Expr, std::vector<Expr>, ExprSet>;

/// A variable that numbers objects as they are allocated: they are First and
/// above, and below the counter.
struct ObjectCounter {
  Expr Next, First;
};

/// The value stored into an array, at an index.
struct StoredValue {
  Expr Array, Index, Val;
};

struct Vocabulary {
  explicit Vocabulary(const Cfa &C);
  static bool hasArray(const Cfa &C);

  ExprContext &Ctx;
  /// State variables.
  ExprList Scalars, Arrays;
  /// Comparisons over state variables, some of them with reads of arrays.
  ExprList Atoms;
  /// x and t where x = t holds after x := t. (As a formula, that may be
  /// simplified to something other than an equation.)
  llvm::SetVector<std::pair<Expr, Expr>> Definitions;
  std::vector<StoredValue> Stores;
  /// Variables to which a constant is added somewhere.
  ExprList Counters;
  /// The constants that are added to a variable, also with others in between
  /// that it is copied to and from, and the other values that it gets.
  struct Counting {
    std::vector<int64_t> Steps; // each once, none 0
    ExprList Starts;
  };
  llvm::MapVector<Expr, Counting> Counted;
  /// By sort of indices: terms over state variables at which arrays of that
  /// sort are read or written.
  llvm::MapVector<Sort, ExprList> Indices;
  /// The constants that may get into a variable, or a cell of one, by being
  /// copied; nothing if it may get other values.
  llvm::MapVector<Expr, ExprList> Constants;
  /// The constants that are assigned to a variable, each by itself.
  llvm::MapVector<Expr, ExprList> Assigned;
  /// Variables that are given one constant and nothing else.
  llvm::MapVector<Expr, Expr> Fixed;
  /// Variables into which values of the counter may get.
  ExprList Objects;
  std::optional<ObjectCounter> Counter;
  /// The numbers of objects that are allocated once, and not counted: constants
  /// that get where numbers of others may.
  ExprList Single;
  InitialContents Initial;

  /// Whether all variables of \p E are state variables.
  bool isOverState(Expr E) const;
  /// That \p Number is that of an object, where \p IsCounted says that it is
  /// that of one which is counted.
  Expr isObject(Expr Number, Expr IsCounted) const;

private:
  void addEdge(const Edge &E);
  void addTerms(const Edge &E, llvm::ArrayRef<Expr> Roots);
  void findCounter(const Cfa &C);
  void followValues(const Cfa &C);
  void findSingle();
  void findCounted(const llvm::MapVector<Expr, ExprList> &From);

  /// What isOverState has said: indices are asked about again with each term
  /// that they may go with.
  mutable ExprMap<bool> OverState;
};

} // namespace sooth::cells

#endif
