//===- LocationOrder.cpp - In which order facts flow ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Cfa/LocationOrder.h"

#include <algorithm>

using namespace sooth;

std::vector<LocationId> sooth::reversePostorder(const Cfa &C) {
  std::vector<LocationId> Order;
  std::vector<bool> Seen(C.locations().size());
  std::vector<std::pair<LocationId, unsigned>> Stack{{C.entry(), 0}};
  Seen[C.entry()] = true;
  while (!Stack.empty()) {
    auto &[L, Next] = Stack.back();
    if (Next == C.outgoing(L).size()) {
      Order.push_back(L);
      Stack.pop_back();
      continue;
    }
    LocationId To = C.edge(C.outgoing(L)[Next++]).Target;
    if (!Seen[To]) {
      Seen[To] = true;
      Stack.push_back({To, 0});
    }
  }
  std::reverse(Order.begin(), Order.end());
  return Order;
}

LocationQueue::LocationQueue(const Cfa &C)
    : InOrder(reversePostorder(C)), Place(C.locations().size()) {
  for (unsigned I = 0; I < InOrder.size(); ++I)
    Place[InOrder[I]] = I;
}

LocationId LocationQueue::takeFirst() {
  const LocationId First = InOrder[*Waiting.begin()];
  Waiting.erase(Waiting.begin());
  return First;
}
