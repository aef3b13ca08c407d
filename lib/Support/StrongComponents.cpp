//===- StrongComponents.cpp - Strongly connected components ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/StrongComponents.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace sooth;

namespace {
class ComponentSearch {
public:
  using Graph = llvm::function_ref<llvm::ArrayRef<unsigned>(unsigned)>;
  ComponentSearch(unsigned Count, Graph Successors)
      : Successors(Successors), Order(Count), Low(Count), IsOpen(Count) {
    for (unsigned Node = 0; Node < Count; ++Node)
      if (!Order[Node])
        visit(Node);
  }
  std::vector<llvm::SmallVector<unsigned, 1>> Found;

private:
  void visit(unsigned Root);
  void enter(unsigned Node);
  void leave(unsigned Node);

  const Graph Successors;
  /// When a node was reached, from 1 on, and the earliest open node that is
  /// known to be reached from it.
  std::vector<unsigned> Order, Low;
  /// Nodes whose components are not known yet.
  llvm::SmallVector<unsigned> Open;
  llvm::BitVector IsOpen;
  /// From the root, with how many successors have been looked at.
  llvm::SmallVector<std::pair<unsigned, unsigned>> Path;
  unsigned Last = 0;
};
} // namespace

void ComponentSearch::enter(unsigned Node) {
  Order[Node] = Low[Node] = ++Last;
  Open.push_back(Node);
  IsOpen.set(Node);
  Path.emplace_back(Node, 0);
}

/// All that \p Node leads to has been looked at.
void ComponentSearch::leave(unsigned Node) {
  if (!Path.empty()) {
    unsigned &Before = Low[Path.back().first];
    Before = std::min(Before, Low[Node]);
  }
  if (Low[Node] != Order[Node])
    return;
  auto First = llvm::find(llvm::reverse(Open), Node).base() - 1;
  for (unsigned Member : Found.emplace_back(First, Open.end()))
    IsOpen.reset(Member);
  Open.erase(First, Open.end());
}

void ComponentSearch::visit(unsigned Root) {
  enter(Root);
  while (!Path.empty()) {
    auto &[Node, Done] = Path.back();
    const llvm::ArrayRef<unsigned> All = Successors(Node);
    if (Done == All.size()) {
      leave(Path.pop_back_val().first);
      continue;
    }
    const unsigned Next = All[Done++];
    if (!Order[Next])
      enter(Next);
    else if (IsOpen.test(Next))
      Low[Node] = std::min(Low[Node], Order[Next]);
  }
}

std::vector<llvm::SmallVector<unsigned, 1>>
sooth::strongComponents(unsigned Count, ComponentSearch::Graph Successors) {
  return std::move(ComponentSearch(Count, Successors).Found);
}
