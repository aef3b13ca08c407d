//===- PetriToCfa.h - Petri nets as guarded commands ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A net is one location with one edge for each transition, over one variable
// for each place; a last edge leads to the error location when the marking is
// the one sought.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_PETRITOCFA_H
#define SOOTH_TRANSFORM_PETRITOCFA_H

#include "sooth/Model/PetriFormula.h"
#include "sooth/Result/Result.h"

namespace sooth {

struct PetriEncoding {
  /// A number that no reachable marking exceeds, by place; nothing if none is
  /// known. If every place has one, markings are bit-vectors that are wide
  /// enough for them and for every sum in the formula; else integers. Bounds
  /// that are wrong make the automaton meaningless.
  std::vector<std::optional<uint64_t>> Bounds;
  /// What is known of every reachable marking. The automaton does not go on
  /// from others, which spares engines to find it out. Facts for which
  /// bit-vectors would have to be wider are left out, and all of them if the
  /// net is large.
  std::vector<PetriFormula> Known;
  /// Whether integers end where counts do: no transition leads to more than
  /// MaxTokens in a place. That nothing is reached then means nothing.
  enum class Counts { Any, UpToMaxTokens } Of = Counts::Any;
};

/// What a run of the automaton to its error means for the net, and the other
/// way round: edge i is transition i.
Cfa toCfa(ExprContext &Ctx, const PetriNet &N, const PetriFormula &Goal,
          const PetriEncoding &E = {});

/// The transitions of a run; leaves out the step to the error.
FiringSequence firingOf(const PetriNet &N, const CfaTrace &T);

} // namespace sooth

#endif
