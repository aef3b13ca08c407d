//===- BlockBuilder.h - The loop-free part behind a cutpoint --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_TRANSFORM_BLOCKBUILDER_H
#define SOOTH_LIB_TRANSFORM_BLOCKBUILDER_H

#include "Alternatives.h"
#include "sooth/Transform/Cfa/LiveVariables.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

#include <map>

namespace sooth {

/// Locations that cut every cycle: the entry, errors, what is marked so, and
/// the targets of back edges of a depth-first search that those stop. Without
/// the edges into them, Order is a topological order. (That holds for
/// irreducible control flow, too; only which location of a loop is its head
/// depends on the search.)
struct Cutpoints {
  explicit Cutpoints(const Cfa &C);
  llvm::BitVector Cut;
  std::vector<unsigned> Order;
};

/// Composes the edges between one cutpoint and the next ones.
///
/// Locations are processed in topological order. Each has the values of the
/// live variables there, over variables at the cutpoint and inputs, and the
/// condition of coming there *from its immediate dominator*. Where paths join,
/// conditions are relative to the join's immediate dominator: what is decided
/// before cannot tell the paths apart, and what every path has in common
/// cancels out, so that a diamond leaves no trace in a reach condition.
class BlockBuilder {
public:
  BlockBuilder(const Cfa &C, const Cutpoints &Cuts, const LiveVariables &Live,
               LocationId Source);

  /// Edges with locations of the original automaton.
  const std::vector<Edge> &composed() const { return Composed; }

  /// How an original edge is part of the composed ones.
  struct Part {
    /// Over "choice" inputs: whether this edge is meant; null if its guard
    /// says enough.
    Expr Selector;
    std::vector<SharedInputs::Pair> Inputs;
  };
  std::map<EdgeId, Part> takeParts() { return std::move(Parts); }

private:
  struct Arrival {
    unsigned From;
    Expr When;
    std::vector<Expr> Vals;
  };
  struct Node {
    LocationId Loc;
    std::vector<Arrival> Arrivals;
    unsigned Dominator = 0;
    unsigned Depth = 0;
    Expr Local;             // reach condition from the dominator
    std::vector<Expr> Vals; // by variable; null if it is dead here
  };

  void collectNodes();
  void join(unsigned N);
  void leave(unsigned N);
  void compose(const Node &N, unsigned Index);
  unsigned commonDominator(unsigned A, unsigned B) const;
  /// The condition of coming from \p Dominator to \p N.
  Expr conditionFrom(unsigned Dominator, unsigned N);
  /// Whether some location of the block, or a target, comes after both.
  bool waysMeet(LocationId A, LocationId B);
  /// The locations that come after \p From in the block, with it and targets.
  const llvm::BitVector &onTheWay(LocationId From);
  /// Selectors by colour, see colourConflicts().
  std::vector<Expr> makeSelectors(llvm::ArrayRef<unsigned> Colours);

  const Cfa &C;
  ExprContext &Ctx;
  const Cutpoints &Cuts;
  const LiveVariables &Live;
  LocationId Source;
  std::vector<Node> Nodes;
  unsigned NumInterior = 0; // with the source; targets follow
  llvm::DenseMap<LocationId, unsigned> Interior, Targets;
  llvm::DenseMap<std::pair<unsigned, unsigned>, Expr> Conditions;
  ExprMap<unsigned> VarIndex;
  ExprSet UsedInputs;
  std::vector<Input> Inputs;
  std::vector<Edge> Composed;
  std::map<EdgeId, Part> Parts;
  std::map<LocationId, llvm::BitVector> OnTheWay;
};

} // namespace sooth

#endif
