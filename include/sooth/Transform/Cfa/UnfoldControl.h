//===- UnfoldControl.h - Control variables become locations ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that keeps its place in a variable (`switch (state)` in a loop, or
// the program counter of a transition system) has few locations, and behind
// each a choice as wide as the whole program. Here such variables become part
// of the location: explicit-value analysis of the chosen variables, forward
// from the entry, with one new location for each location and combination of
// known values that is reached. Their values are then substituted into guards
// and updates, edges that cannot be taken are gone, and what is left of each
// edge is what one state does.
//
// A control variable is one that is assigned only constants, control
// variables, and choices between them, and that is compared to several
// constants or copied into one that is. Where an edge's choice depends on
// data, the edge is split. Where a value is not known (init does not fix it),
// the variable stays in the model as it was, until a guard tells its value.
// Variables that belong together (those of one name in the source) are
// unfolded one group after the other, the most compared ones first, and only
// where they are live; after one group is unfolded, the next is dead in most
// places. A group that makes the model too large is left alone, and so are the
// variables that say which call of a procedure is waiting.
//
// Works on automata of any block size. Best on large blocks (LargeBlock.h):
// there is one new location per state then, and not one per state and place on
// the way to its code.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_UNFOLDCONTROL_H
#define SOOTH_TRANSFORM_UNFOLDCONTROL_H

#include "sooth/Transform/Cfa/BackTranslation.h"

namespace sooth {

struct UnfoldOptions {
  /// A group that leads to more locations is not unfolded.
  size_t MaxLocations = 4000;
  /// Nor is one that makes the expressions of the edges so many times larger.
  /// A program counter makes them smaller, a flag that has nothing to do with
  /// control doubles them.
  double MaxGrowth = 3;
  /// Nor one that is compared to fewer constants.
  unsigned MinComparisons = 3;
};

/// Locations of the result that stand for a loop head are marked as cutpoints
/// (Location::Role), so that later transforms preserve them. An invariant needs
/// a formula at each of them to come back; the original's formula at a loop
/// head l is ⋁ (x = v ∧ I(l, v)) over the values v known at l. Formulas at
/// locations that are neither entry, error nor loop head of the original are
/// dropped on the way.
TransformedCfa unfoldControl(const Cfa &C, const UnfoldOptions &O = {});

} // namespace sooth

#endif
