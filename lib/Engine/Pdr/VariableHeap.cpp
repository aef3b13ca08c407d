//===- VariableHeap.cpp - Variables by how often they matter --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariableHeap.h"

using namespace sooth::pdr;

void VariableHeap::up(unsigned At) {
  const unsigned Var = Heap[At];
  for (; At > 0; At = (At - 1) / 2) {
    const unsigned Above = Heap[(At - 1) / 2];
    if (Activity[Above] >= Activity[Var])
      break;
    put(Above, At);
  }
  put(Var, At);
}

void VariableHeap::down(unsigned At) {
  const unsigned Var = Heap[At];
  for (;;) {
    unsigned Below = 2 * At + 1;
    if (Below >= Heap.size())
      break;
    if (Below + 1 < Heap.size() &&
        Activity[Heap[Below + 1]] > Activity[Heap[Below]])
      ++Below;
    if (Activity[Heap[Below]] <= Activity[Var])
      break;
    put(Heap[Below], At);
    At = Below;
  }
  put(Var, At);
}

void VariableHeap::assign(llvm::ArrayRef<unsigned> Vars) {
  for (unsigned Var : Heap)
    Place[Var] = Nowhere;
  Heap.assign(Vars.begin(), Vars.end());
  for (unsigned I = 0; I < Heap.size(); ++I)
    Place[Heap[I]] = I;
  for (unsigned I = Heap.size() / 2; I-- > 0;)
    down(I);
}

void VariableHeap::insert(unsigned Var) {
  if (Place[Var] != Nowhere)
    return;
  Heap.push_back(Var);
  up(Heap.size() - 1);
}

unsigned VariableHeap::pop() {
  const unsigned First = Heap.front(), Last = Heap.back();
  Heap.pop_back();
  Place[First] = Nowhere;
  if (!Heap.empty()) {
    put(Last, 0);
    down(0);
  }
  return First;
}

void VariableHeap::bump(unsigned Var) {
  constexpr double Large = 1e100;
  Activity[Var] += Step;
  if (Activity[Var] > Large) {
    for (double &A : Activity)
      A /= Large;
    Step /= Large;
  }
  if (Place[Var] != Nowhere)
    up(Place[Var]);
}
