//===- Layout.h - Where compiled runs have their values ------- -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_RUN_LAYOUT_H
#define SOOTH_LIB_ENGINE_RUN_LAYOUT_H

#include "PagedArray.h"

#include "sooth/Model/Cfa.h"

namespace sooth::run {

/// Words that hold so many bits.
inline unsigned wordsFor(unsigned Bits) { return (Bits + 63) / 64; }
/// Of a Boolean or a bit-vector.
inline unsigned bitsOf(Sort S) { return S.isBool() ? 1 : S.width(); }

/// Of a Boolean or a bit-vector, the lowest word first.
inline uint64_t wordOf(const Value &V, unsigned I) {
  return V.isBool() ? V.boolean() : V.bits().getRawData()[I];
}
/// Of an index, the number of the cell.
inline uint64_t cellOf(const Value &Index, IndexNumbers &Numbers) {
  return Index.bits().getBitWidth() <= 64
             ? wordOf(Index, 0)
             : Numbers.of(wordOf(Index, 0), wordOf(Index, 1));
}
/// An element of many bits is in several arrays, with a word in each.
inline unsigned arraysFor(Sort S) { return wordsFor(bitsOf(S.element())); }

/// A variable that gets its value from outside.
struct ReadInput {
  Expr Var;
  bool IsApproximation = false;
  /// As Layout says.
  unsigned Place = 0;
};

/// Gives each variable and input a place: an array, or words. Says in what
/// order inputs are read.
class Layout {
public:
  /// Requires that it supports() \p C.
  explicit Layout(const Cfa &C);

  /// Whether it can be compiled.
  static bool supports(const Cfa &C);
  static bool supports(llvm::ArrayRef<Expr> Expressions);

  /// The number of an array, or the first word. Requires a variable or an
  /// input.
  unsigned placeOf(Expr Var) const { return Places.lookup(Var); }
  unsigned numWords() const { return NumWords; }
  unsigned numArrays() const { return NumArrays; }

  /// What the guards of the edges that leave \p L read.
  const std::vector<ReadInput> &inputsAt(LocationId L) const {
    return AtLocation[L];
  }
  /// What else \p E reads, once it is taken.
  const std::vector<ReadInput> &inputsOn(EdgeId E) const { return OnEdge[E]; }

private:
  void add(Expr Var);
  void addInputs(const Cfa &C, LocationId L);

  ExprMap<unsigned> Places;
  unsigned NumWords = 0, NumArrays = 0;
  std::vector<std::vector<ReadInput>> AtLocation, OnEdge;
};

} // namespace sooth::run

#endif
