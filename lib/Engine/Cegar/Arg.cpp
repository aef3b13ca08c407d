//===- Arg.cpp - Abstract reachability graph ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arg.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace sooth;
using namespace sooth::cegar;

unsigned Arg::add(ArgNode N) {
  if (Model.isError(N.Loc))
    N.M = Mark::Unsafe;
  else
    N.Pending.assign(Model.outgoing(N.Loc).begin(),
                     Model.outgoing(N.Loc).end());
  Nodes.push_back(std::move(N));
  ++Alive;
  return Nodes.size() - 1;
}

void Arg::setRoots(llvm::ArrayRef<const AbstractState *> States,
                   unsigned Version) {
  llvm::SmallVector<const AbstractState *, 4> Old;
  for (unsigned R : Roots)
    Old.push_back(Nodes[R].State);
  for (const AbstractState *S : States)
    if (llvm::none_of(Old, [&](auto *O) { return Table.covers(*O, *S); }))
      Roots.push_back(add({.Loc = Model.entry(),
                           .State = S,
                           .Parent = NoNode,
                           .InEdge = ArgNode::NoEdge,
                           .Depth = 0,
                           .Version = Version}));
  HasRoots = true;
}

llvm::SmallVector<unsigned, 4>
Arg::addSuccessors(unsigned N, EdgeId E,
                   llvm::ArrayRef<const AbstractState *> States,
                   unsigned Version) {
  llvm::erase(Nodes[N].Pending, E);
  llvm::SmallVector<unsigned, 4> New;
  llvm::SmallVector<const AbstractState *, 4> Old;
  for (unsigned Child : Nodes[N].Children)
    if (Nodes[Child].InEdge == E)
      Old.push_back(Nodes[Child].State);
  for (const AbstractState *S : States) {
    if (llvm::any_of(Old, [&](auto *O) { return Table.covers(*O, *S); }))
      continue;
    unsigned Child = add({.Loc = Model.edge(E).Target,
                          .State = S,
                          .Parent = N,
                          .InEdge = E,
                          .Depth = Nodes[N].Depth + 1,
                          .Version = Version});
    Nodes[N].Children.push_back(Child);
    New.push_back(Child);
  }
  return New;
}

void Arg::setExpanded(unsigned N) {
  assert(Nodes[N].Pending.empty());
  Nodes[N].M = Mark::Expanded;
  if (!std::exchange(Nodes[N].Covering, true))
    Index.insert(N, Nodes[N].Loc, *Nodes[N].State);
}

Arg::Mark Arg::tryToCover(unsigned N) {
  assert(!Nodes[N].Covering);
  unsigned By = Index.find(Nodes[N].Loc, *Nodes[N].State);
  if (By == NoNode)
    return Mark::Unmarked;
  Nodes[N].M = Mark::Covered;
  Nodes[N].CoveredBy = By;
  Nodes[By].Covers.push_back(N);
  return Mark::Covered;
}

/// \p N no longer covers anything.
void Arg::uncover(unsigned N) {
  Index.erase(N, Nodes[N].Loc, *Nodes[N].State);
  for (unsigned C : Nodes[N].Covers) {
    Nodes[C].M = Mark::Unmarked;
    Nodes[C].CoveredBy = NoNode;
  }
  Nodes[N].Covers.clear();
}

void Arg::prune(unsigned N) {
  if (unsigned P = Nodes[N].Parent; P == NoNode) {
    llvm::erase(Roots, N);
    HasRoots = false;
  } else {
    llvm::erase(Nodes[P].Children, N);
    if (!llvm::is_contained(Nodes[P].Pending, Nodes[N].InEdge))
      Nodes[P].Pending.push_back(Nodes[N].InEdge);
    Nodes[P].M = Mark::Unmarked;
  }
  llvm::SmallVector<unsigned, 32> Work{N};
  while (!Work.empty()) {
    unsigned M = Work.pop_back_val();
    ArgNode &Node = Nodes[M];
    Work.append(Node.Children.begin(), Node.Children.end());
    if (Node.Covering)
      uncover(M);
    else if (Node.M == Mark::Covered)
      llvm::erase(Nodes[Node.CoveredBy].Covers, M);
    Node.M = Mark::Pruned;
    Node.Children = {};
    Node.Pending = {};
    --Alive;
  }
}

ArgPath Arg::pathTo(unsigned N) const {
  ArgPath P;
  for (; N != NoNode; N = Nodes[N].Parent) {
    P.Nodes.push_back(N);
    if (Nodes[N].InEdge != ArgNode::NoEdge)
      P.Edges.push_back(Nodes[N].InEdge);
  }
  std::reverse(P.Nodes.begin(), P.Nodes.end());
  std::reverse(P.Edges.begin(), P.Edges.end());
  return P;
}

bool Arg::isProperAncestor(unsigned A, unsigned Of) const {
  for (unsigned N = Nodes[Of].Parent; N != NoNode; N = Nodes[N].Parent)
    if (N == A)
      return true;
  return false;
}

std::vector<unsigned> Arg::withMark(Mark M) const {
  std::vector<unsigned> Result;
  for (unsigned N = 0; N < Nodes.size(); ++N)
    if (Nodes[N].M == M)
      Result.push_back(N);
  return Result;
}
