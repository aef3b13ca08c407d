//===- CoverIndex.cpp - Who may cover a new state -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CoverIndex.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

using namespace sooth;
using namespace sooth::cegar;

/// \p Depth facts of the entry's cube lead to \p T.
void CoverIndex::insert(Trie &T, Entry E, unsigned Depth) {
  constexpr size_t MaxList = 8;
  Trie *At = &T;
  const Cube &C = E.State->cube();
  for (; At->IsSplit && Depth < C.size(); ++Depth) {
    std::unique_ptr<Trie> &Next = At->Children[C[Depth]];
    if (!Next)
      Next = std::make_unique<Trie>();
    At = Next.get();
  }
  At->Entries.push_back(E);
  if (!At->IsSplit && At->Entries.size() > MaxList)
    split(*At, Depth);
}

void CoverIndex::split(Trie &T, unsigned Depth) {
  T.IsSplit = true;
  for (Entry E : std::exchange(T.Entries, {}))
    insert(T, E, Depth);
}

void CoverIndex::insert(unsigned Node, LocationId L, const AbstractState &S) {
  if (S.Cubes.size() == 1)
    insert(At[L].OneCube, {Node, &S}, 0);
  else
    At[L].Several.push_back({Node, &S});
}

void CoverIndex::erase(unsigned Node, LocationId L, const AbstractState &S) {
  std::vector<Entry> *From = &At[L].Several;
  if (S.Cubes.size() == 1) {
    Trie *T = &At[L].OneCube;
    for (unsigned D = 0; T->IsSplit && D < S.cube().size(); ++D)
      T = T->Children.find(S.cube()[D])->second.get();
    From = &T->Entries;
  }
  llvm::erase_if(*From, [&](const Entry &E) { return E.Node == Node; });
}

/// Looks below \p T, to which facts of \p Whole before \p Facts lead.
const CoverIndex::Entry *CoverIndex::findSubset(const Trie &T,
                                                llvm::ArrayRef<Fact> Facts,
                                                const Cube &Whole) {
  for (const Entry &E : T.Entries)
    if (implies(Whole, E.State->cube()))
      return &E;
  // Both are in order: go through the shorter one.
  if (T.Children.size() < Facts.size()) {
    const Fact *Next = Facts.begin();
    for (const auto &[F, Below] : T.Children) {
      Next = std::lower_bound(Next, Facts.end(), F);
      if (Next == Facts.end())
        break;
      if (*Next == F)
        if (const Entry *E = findSubset(
                *Below, Facts.drop_front(Next + 1 - Facts.begin()), Whole))
          return E;
    }
    return nullptr;
  }
  for (unsigned I = 0; I < Facts.size(); ++I)
    if (auto It = T.Children.find(Facts[I]); It != T.Children.end())
      if (const Entry *E =
              findSubset(*It->second, Facts.drop_front(I + 1), Whole))
        return E;
  return nullptr;
}

unsigned CoverIndex::find(LocationId L, const AbstractState &S) const {
  // One cube covers several if it covers what they have in common.
  Cube Common = S.Cubes.empty() ? Cube() : S.Cubes[0];
  for (const Cube &C : llvm::drop_begin(S.Cubes, S.Cubes.empty() ? 0 : 1)) {
    Cube Both;
    std::set_intersection(Common.begin(), Common.end(), C.begin(), C.end(),
                          std::back_inserter(Both));
    Common = std::move(Both);
  }
  if (const Entry *E = findSubset(At[L].OneCube, Common, Common))
    return E->Node;
  for (const Entry &E : At[L].Several)
    if (isCoveredBy(S, *E.State))
      return E.Node;
  return NoNode;
}
