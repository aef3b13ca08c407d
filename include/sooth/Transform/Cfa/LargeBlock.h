//===- LargeBlock.h - Large-block encoding of automata --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Large-block encoding over the cutpoint graph: between cutpoints (the entry,
// loop heads and errors) all paths become one guarded command, with `ite` in
// the right-hand sides and a disjunctive guard.
//
// In the result every variable that is dead at a location (but no error
// location) has the value zero there: an edge that ends a variable's life
// resets it, and no other update of a dead variable remains. So there is
// exactly one value that a dead variable's occurrence in an invariant can
// mean, and the way back can replace it. (Just leaving the old value would
// need quantifier elimination there.) Arrays are not reset: they live
// everywhere if they live anywhere. Variables that live nowhere are gone.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_LARGEBLOCK_H
#define SOOTH_TRANSFORM_LARGEBLOCK_H

#include "sooth/Transform/Cfa/BackTranslation.h"

namespace sooth {

enum class Encoding {
  Large,    ///< one edge per pair of cutpoints
  Straight, ///< one edge for what comes between two branches or joins
  Small     ///< the original edges, pruned and without dead updates
};

/// Drops what cannot matter for reaching an error and encodes the rest. Edges
/// of the result carry no source steps, and those that leave one location may
/// share inputs (only one of them is taken at a time); inputs called "choice"
/// resolve nondeterminism between edges. The result is linear in the size of
/// the blocks between cutpoints. Traces come back by replay of the original
/// edges.
TransformedCfa encodeBlocks(const Cfa &C, Encoding E);

} // namespace sooth

#endif
