//===- Arg.h - Abstract reachability graph --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Paper, Definition 3. Nodes are labelled with locations and abstract states;
// without the covered-by edges the graph is a forest. Only nodes that were
// expanded cover others, and they are never covered themselves, so that
// covered-by edges form no cycles.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CEGAR_ARG_H
#define SOOTH_LIB_ENGINE_CEGAR_ARG_H

#include "CoverIndex.h"

#include "sooth/Domain/AbstractState.h"
#include "sooth/Model/Cfa.h"

#include "llvm/ADT/SmallVector.h"

namespace sooth::cegar {

struct ArgNode {
  static constexpr EdgeId NoEdge = ~0u;

  LocationId Loc;
  const AbstractState *State;
  unsigned Parent;  // NoNode for a root
  EdgeId InEdge;    // NoEdge for a root
  unsigned Depth;   // 0 for a root
  unsigned Version; // of the precision that State was computed with
  enum class Mark : uint8_t {
    Unmarked, // to be expanded or covered
    Expanded,
    Covered,
    Unsafe, // at an error location
    Pruned  // no longer part of the graph
  } M = Mark::Unmarked;
  /// Whether it may cover others: once expanded, even if some successors have
  /// to be computed again.
  bool Covering = false;
  unsigned CoveredBy = NoNode;
  llvm::SmallVector<unsigned, 2> Children = {};
  llvm::SmallVector<unsigned, 0> Covers = {};
  /// Outgoing edges without successors; all of them in a new node.
  llvm::SmallVector<EdgeId, 2> Pending = {};
};

/// From a root to some node: Nodes[i] is followed by Edges[i] and Nodes[i+1].
struct ArgPath {
  std::vector<unsigned> Nodes;
  std::vector<EdgeId> Edges;
};

class Arg {
public:
  using Mark = ArgNode::Mark;
  /// States are of \p Table; both must outlive the graph.
  Arg(const Cfa &Model, const StateTable &Table)
      : Model(Model), Table(Table), Index(Table, Model.locations().size()) {}

  const ArgNode &node(unsigned N) const { return Nodes[N]; }
  /// Nodes are numbered from 0; pruned ones are among them.
  unsigned numNodes() const { return Nodes.size(); }
  /// Those that are part of the graph.
  unsigned size() const { return Alive; }

  /// Whether the states at the entry have to be computed (again).
  bool needsRoots() const { return !HasRoots; }
  /// Adds those that no other root covers.
  void setRoots(llvm::ArrayRef<const AbstractState *> States, unsigned Version);

  /// The successors of \p N along \p E, one of its pending edges. Those that
  /// other children along \p E cover already are left out. Returns the new
  /// nodes.
  llvm::SmallVector<unsigned, 4>
  addSuccessors(unsigned N, EdgeId E,
                llvm::ArrayRef<const AbstractState *> States, unsigned Version);
  /// Requires that no edge is pending.
  void setExpanded(unsigned N);
  /// Covers \p N, which is new, by another node if there is one; Covered or
  /// still Unmarked.
  Mark tryToCover(unsigned N);

  /// Removes the subtree below \p N with \p N itself.
  void prune(unsigned N);

  ArgPath pathTo(unsigned N) const;
  bool isProperAncestor(unsigned A, unsigned Of) const;
  /// In order of number.
  std::vector<unsigned> withMark(Mark M) const;

private:
  unsigned add(ArgNode N);
  void uncover(unsigned N);

  const Cfa &Model;
  const StateTable &Table;
  std::vector<ArgNode> Nodes;
  CoverIndex Index;
  std::vector<unsigned> Roots;
  unsigned Alive = 0;
  bool HasRoots = false;
};

} // namespace sooth::cegar

#endif
