//===- Filters.cpp - Partial solutions not worth going on with ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Thesis, Sections 1.1.4.8 (Algorithm 1.5), 1.2.3.3 (Algorithm 1.10) and
// 1.2.4.3 (Algorithm 1.11).
//
//===----------------------------------------------------------------------===//

#include "Search.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::equation;

std::optional<SkippedDueTo>
equation::filterByInvariant(const NetMatrix &N, const SolutionNode &Node,
                            const PartialSolution &S) {
  for (SolutionRef A = Node.Parent; A; A = A->Parent)
    for (const PartialRef &Other : A->Partials)
      if (Other->Remainder == S.Remainder &&
          N.differByInvariant(S.Fired, Other->Fired))
        return SkippedDueTo{A, Other};
  return std::nullopt;
}

std::optional<SkippedDueTo>
equation::filterByRemainder(const NetMatrix &N, const SolutionNode &Node,
                            const PartialSolution &S) {
  for (SolutionRef A = Node.Parent; A; A = A->Parent)
    for (const PartialRef &Other : A->Partials)
      if (Other->Fired == S.Fired &&
          N.differByInvariant(S.Remainder, Other->Remainder) &&
          filterByInvariant(N, *A, *Other))
        return SkippedDueTo{A, Other};
  return std::nullopt;
}

/// Definition 1.11.
static bool isLess(const Counts &A, const Counts &B) {
  bool Differ = false;
  for (size_t I = 0; I < A.size(); ++I) {
    if (A[I] > B[I])
      return false;
    Differ |= A[I] != B[I];
  }
  return Differ;
}

void equation::keepExtremes(std::vector<PartialRef> &Partials) {
  // S is maximal if no other has a smaller remainder, minimal if no other has a
  // greater one (Definitions 1.12 to 1.14).
  std::vector<PartialRef> Kept;
  for (const PartialRef &S : Partials) {
    bool Above = llvm::any_of(Partials, [&](const PartialRef &O) {
      return isLess(O->Remainder, S->Remainder);
    });
    bool Below = llvm::any_of(Partials, [&](const PartialRef &O) {
      return isLess(S->Remainder, O->Remainder);
    });
    if (!Above || !Below)
      Kept.push_back(S);
  }
  Partials = std::move(Kept);
}
