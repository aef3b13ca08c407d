//===- LiveVariables.h - Where a variable's value matters -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_LIVEVARIABLES_H
#define SOOTH_TRANSFORM_LIVEVARIABLES_H

#include "sooth/Model/Cfa.h"

#include "llvm/ADT/BitVector.h"

namespace sooth {

/// A variable is live at a location if an edge from there reads it in its
/// guard, or to compute a variable that is live at the edge's target, or does
/// not change it and it is live at the target. Nothing is live at an error
/// location. Variables of init are live at the entry. An array that is live
/// somewhere counts as live everywhere.
class LiveVariables {
public:
  explicit LiveVariables(const Cfa &C);

  /// Variables count as in Cfa::variables().
  const llvm::BitVector &at(LocationId L) const { return Live[L]; }
  bool isLive(unsigned Var, LocationId L) const { return Live[L].test(Var); }
  bool isLiveAnywhere(unsigned Var) const { return Anywhere.test(Var); }

private:
  std::vector<llvm::BitVector> Live;
  llvm::BitVector Anywhere;
};

} // namespace sooth

#endif
