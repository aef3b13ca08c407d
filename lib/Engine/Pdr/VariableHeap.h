//===- VariableHeap.h - Variables by how often they matter ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_PDR_VARIABLEHEAP_H
#define SOOTH_LIB_ENGINE_PDR_VARIABLEHEAP_H

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace sooth::pdr {

/// A heap of variables, in which the one that was in most recent conflicts is
/// the first.
class VariableHeap {
public:
  void addVariable() {
    Activity.push_back(0);
    Place.push_back(Nowhere);
  }
  bool isEmpty() const { return Heap.empty(); }
  void assign(llvm::ArrayRef<unsigned> Vars);
  void insert(unsigned Var);
  unsigned pop();
  /// Counts a conflict of this variable's, and endConflict() one of all.
  void bump(unsigned Var);
  void endConflict() { Step /= 0.95; }

private:
  static constexpr unsigned Nowhere = ~0u;

  void put(unsigned Var, unsigned At) {
    Heap[At] = Var;
    Place[Var] = At;
  }
  void up(unsigned At);
  void down(unsigned At);

  std::vector<double> Activity;
  std::vector<unsigned> Place; ///< by variable
  std::vector<unsigned> Heap;
  double Step = 1;
};

} // namespace sooth::pdr

#endif
