//===- CoverIndex.cpp - Who may cover a new state -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CoverIndex.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::cegar;

static bool speaksAbout(const Cube &C, llvm::ArrayRef<uint32_t> Items) {
  return C.size() == Items.size() &&
         std::equal(C.begin(), C.end(), Items.begin(),
                    [](Fact F, uint32_t I) { return F.Item == I; });
}

/// The facts of \p C about \p Items; false if there is none about one of them.
static bool project(const Cube &C, llvm::ArrayRef<uint32_t> Items,
                    llvm::SmallVectorImpl<Fact> &Out) {
  Out.clear();
  if (C.size() < Items.size())
    return false;
  auto It = C.begin();
  for (uint32_t Item : Items) {
    while (It != C.end() && It->Item < Item)
      ++It;
    if (It == C.end() || It->Item != Item)
      return false;
    Out.push_back(*It);
  }
  return true;
}

uint64_t CoverIndex::maskOf(const Cube &C) {
  uint64_t Mask = 0;
  for (Fact F : C)
    Mask |= uint64_t(1) << F.Item % 64;
  return Mask;
}

CoverIndex::Group &CoverIndex::groupOf(Bucket &B, const Cube &C) {
  uint64_t Mask = maskOf(C);
  for (unsigned I = 0; I < B.Masks.size(); ++I)
    if (B.Masks[I] == Mask && speaksAbout(C, B.Groups[I].Items))
      return B.Groups[I];
  B.Masks.push_back(Mask);
  Group &G = B.Groups.emplace_back();
  for (Fact F : C)
    G.Items.push_back(F.Item);
  return G;
}

void CoverIndex::insert(unsigned Node, LocationId L, const AbstractState &S) {
  if (S.Cubes.size() != 1) {
    At[L].Several.push_back({Node, &S});
    return;
  }
  groupOf(At[L], S.cube()).ByHash.emplace(S.Hash, Entry{Node, &S});
}

void CoverIndex::erase(unsigned Node, LocationId L, const AbstractState &S) {
  if (S.Cubes.size() != 1) {
    llvm::erase_if(At[L].Several,
                   [&](const Entry &E) { return E.Node == Node; });
    return;
  }
  auto &ByHash = groupOf(At[L], S.cube()).ByHash;
  auto [First, Last] = ByHash.equal_range(S.Hash);
  for (auto It = First; It != Last; ++It)
    if (It->second.Node == Node) {
      ByHash.erase(It);
      return;
    }
}

unsigned CoverIndex::find(LocationId L, const AbstractState &S) const {
  if (S.Cubes.size() == 1) {
    llvm::SmallVector<Fact, 16> Facts;
    uint64_t Mask = maskOf(S.cube());
    const Bucket &Here = At[L];
    for (unsigned I = 0; I < Here.Masks.size(); ++I) {
      if (Here.Masks[I] & ~Mask)
        continue;
      const Group &G = Here.Groups[I];
      if (!project(S.cube(), G.Items, Facts))
        continue;
      size_t Hash = Facts.size() == S.cube().size() ? S.Hash : hashFacts(Facts);
      auto [First, Last] = G.ByHash.equal_range(Hash);
      for (auto It = First; It != Last; ++It)
        if (isCoveredBy(S, *It->second.State))
          return It->second.Node;
    }
  } else {
    // Weaker states of one cube may cover it, too.
    for (const Group &G : At[L].Groups)
      for (const auto &[Hash, E] : G.ByHash)
        if (isCoveredBy(S, *E.State))
          return E.Node;
  }
  for (const Entry &E : At[L].Several)
    if (isCoveredBy(S, *E.State))
      return E.Node;
  return NoNode;
}
