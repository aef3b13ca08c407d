//===- UnfoldControl.cpp - Control variables become locations -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One round per group of variables, each on the result of the one before. In
// later rounds what was unfolded already is tracked as well: where its value
// was not known, it may be now (`state = next`, once `next` is unfolded).
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Cfa/UnfoldControl.h"

#include "Remap.h"
#include "Unfolding.h"

#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Cfa/ControlVariables.h"
#include "sooth/Transform/Cfa/Slice.h"

using namespace sooth;

/// Nodes of all edges' expressions, those of each edge by themselves.
static size_t expressionSize(const Cfa &C) {
  size_t Size = 0;
  for (const Edge &E : C.edges())
    Size += dagSize(formulasOf(E));
  return Size;
}

TransformedCfa sooth::unfoldControl(const Cfa &C, const UnfoldOptions &O) {
  std::vector<std::unique_ptr<TransformedCfa>> Stages;
  auto Add = [&](TransformedCfa T) {
    Stages.push_back(std::make_unique<TransformedCfa>(std::move(T)));
  };
  // Neither step changes the variables, so that their indices remain valid.
  Add(pruneLocations(C));
  llvm::BitVector Tracked(C.variables().size());
  size_t Size = expressionSize(Stages.back()->Model);
  for (const ControlGroup &G : controlGroups(C)) {
    if (G.Comparisons < O.MinComparisons)
      break;
    llvm::BitVector Wanted = Tracked;
    for (unsigned V : G.Vars)
      Wanted.set(V);
    std::optional<TransformedCfa> Unfolded =
        unfoldVariables(Stages.back()->Model, Wanted, O.MaxLocations);
    if (!Unfolded)
      continue;
    TransformedCfa Pruned = pruneLocations(Unfolded->Model);
    size_t NewSize = expressionSize(Pruned.Model);
    if (double(NewSize) > O.MaxGrowth * double(Size))
      continue;
    Add(std::move(*Unfolded));
    Add(std::move(Pruned));
    Tracked = Wanted;
  }
  return chain(std::move(Stages));
}
