//===- LoopOrder.cpp - Loops before what comes after them -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopOrder.h"

#include "sooth/Support/StrongComponents.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

namespace {
class Ordering {
public:
  explicit Ordering(const Cfa &C)
      : C(C), Group(C.locations().size()), Number(C.locations().size()),
        Size(C.locations().size(), 1) {
    Found.Place.resize(C.locations().size());
    Found.LoopEnd.resize(C.locations().size());
  }
  symbolic::LoopOrder run();

private:
  using Locations = std::vector<LocationId>;
  std::vector<Locations> components(const Locations &Of, unsigned Id);

  const Cfa &C;
  /// The group of locations that was looked at last, and a location's number
  /// in it.
  std::vector<unsigned> Group, Number;
  /// Of the loop that a location is the head of.
  std::vector<unsigned> Size;
  symbolic::LoopOrder Found;
};
} // namespace

/// Strongly connected components of the locations \p Of, which are group
/// \p Id, in topological order; in each of them, the location that was reached
/// first comes first.
std::vector<Ordering::Locations> Ordering::components(const Locations &Of,
                                                      unsigned Id) {
  for (auto [I, L] : llvm::enumerate(Of)) {
    Group[L] = Id;
    Number[L] = I;
  }
  std::vector<llvm::SmallVector<unsigned, 2>> Next(Of.size());
  for (LocationId L : Of)
    for (EdgeId E : C.outgoing(L))
      if (const LocationId To = C.edge(E).Target; Group[To] == Id)
        Next[Number[L]].push_back(Number[To]);
  const auto Components =
      strongComponents(Of.size(), [&](unsigned I) -> llvm::ArrayRef<unsigned> {
        return Next[I];
      });
  std::vector<Locations> Found;
  for (const auto &Members : llvm::reverse(Components)) {
    Locations &Component = Found.emplace_back();
    for (unsigned I : Members)
      Component.push_back(Of[I]);
  }
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
    std::vector<Locations> Components = components(Now, ++NextGroup);
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
