//===- LoopOrder.cpp - Loops before what comes after them -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopOrder.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace sooth;

namespace {
class Ordering {
public:
  explicit Ordering(const Cfa &C)
      : C(C), Group(C.locations().size(), 0), Size(C.locations().size(), 1) {
    Found.Place.resize(C.locations().size());
    Found.LoopEnd.resize(C.locations().size());
  }
  symbolic::LoopOrder run();

private:
  using Locations = std::vector<LocationId>;
  std::vector<Locations> components(const Locations &Of, unsigned Id);

  const Cfa &C;
  /// The group of locations that is looked at.
  std::vector<unsigned> Group;
  /// Of the loop that a location is the head of.
  std::vector<unsigned> Size;
  symbolic::LoopOrder Found;
};
} // namespace

/// Strongly connected components of the locations in group \p Id, in
/// topological order; in each of them, the location that was reached first
/// comes first (Tarjan, 1972, without recursion).
std::vector<Ordering::Locations> Ordering::components(const Locations &Of,
                                                      unsigned Id) {
  struct Frame {
    LocationId At;
    size_t NextEdge;
  };
  llvm::DenseMap<LocationId, unsigned> Number, Low;
  llvm::DenseSet<LocationId> OnStack;
  Locations Stack;
  std::vector<Locations> Found;
  for (LocationId Root : Of) {
    if (Number.contains(Root))
      continue;
    llvm::SmallVector<Frame, 32> Frames;
    auto Enter = [&](LocationId L) {
      Low[L] = Number[L] = Number.size();
      Stack.push_back(L);
      OnStack.insert(L);
      Frames.push_back({L, 0});
    };
    Enter(Root);
    while (!Frames.empty()) {
      auto [At, NextEdge] = Frames.back();
      if (NextEdge < C.outgoing(At).size()) {
        ++Frames.back().NextEdge;
        LocationId To = C.edge(C.outgoing(At)[NextEdge]).Target;
        if (Group[To] != Id)
          continue;
        if (!Number.contains(To))
          Enter(To);
        else if (OnStack.contains(To))
          Low[At] = std::min(Low[At], Number[To]);
        continue;
      }
      Frames.pop_back();
      if (!Frames.empty())
        Low[Frames.back().At] = std::min(Low[Frames.back().At], Low[At]);
      if (Low[At] != Number[At])
        continue;
      auto First = llvm::find(Stack, At);
      Found.emplace_back(First, Stack.end());
      for (LocationId L : Found.back())
        OnStack.erase(L);
      Stack.erase(First, Stack.end());
    }
  }
  std::reverse(Found.begin(), Found.end());
  return Found;
}


symbolic::LoopOrder Ordering::run() {
  Locations All{C.entry()};
  for (LocationId L = 0; L < C.locations().size(); ++L)
    if (L != C.entry())
      All.push_back(L);
  unsigned NextGroup = 0, NextPlace = 0;
  // What is on top comes next: a group to take apart, or single locations.
  std::vector<Locations> Work{std::move(All)};
  while (!Work.empty()) {
    Locations Now = std::move(Work.back());
    Work.pop_back();
    if (Now.size() == 1) {
      const LocationId L = Now.front();
      Found.Place[L] = NextPlace++;
      Found.LoopEnd[L] = Found.Place[L] + Size[L] - 1;
      continue;
    }
    const unsigned Id = ++NextGroup;
    for (LocationId L : Now)
      Group[L] = Id;
    std::vector<Locations> Components = components(Now, Id);
    for (Locations &Component : llvm::reverse(Components)) {
      if (Component.size() == 1) {
        Work.push_back(std::move(Component));
        continue;
      }
      Locations Head{Component.front()};
      Size[Head.front()] = Component.size();
      Component.erase(Component.begin());
      Work.push_back(std::move(Component));
      Work.push_back(std::move(Head));
    }
  }
  return std::move(Found);
}

symbolic::LoopOrder symbolic::loopOrder(const Cfa &C) {
  return Ordering(C).run();
}
