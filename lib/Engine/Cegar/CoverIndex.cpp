//===- CoverIndex.cpp - Who may cover a new state -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CoverIndex.h"

#include "llvm/ADT/STLExtras.h"

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
    insert(Buckets[L].OneCube, {Node, &S}, 0);
  else
    Buckets[L].Several.push_back({Node, &S});
}

void CoverIndex::erase(unsigned Node, LocationId L, const AbstractState &S) {
  std::vector<Entry> *From = &Buckets[L].Several;
  if (S.Cubes.size() == 1) {
    Trie *T = &Buckets[L].OneCube;
    for (unsigned D = 0; T->IsSplit && D < S.cube().size(); ++D)
      T = T->Children.find(S.cube()[D])->second.get();
    From = &T->Entries;
  }
  llvm::erase_if(*From, [&](const Entry &E) { return E.Node == Node; });
}

/// Looks below \p T, to which facts lead that those of \p S before \p Facts
/// imply.
const CoverIndex::Entry *CoverIndex::findSubset(const Trie &T,
                                                llvm::ArrayRef<Fact> Facts,
                                                const AbstractState &S) const {
  for (const Entry &E : T.Entries)
    if (Table.covers(*E.State, S))
      return &E;
  // Both are in order: go through the shorter one.
  if (T.Children.size() < Facts.size()) {
    const Fact *Next = Facts.begin();
    for (const auto &[F, Below] : T.Children) {
      Next = std::lower_bound(Next, Facts.end(), Fact{F.Item, 0});
      if (Next == Facts.end())
        break;
      if (Table.implies(*Next, F))
        if (const Entry *E = findSubset(
                *Below, Facts.drop_front(Next + 1 - Facts.begin()), S))
          return E;
    }
    return nullptr;
  }
  for (unsigned I = 0; I < Facts.size(); ++I) {
    bool HasOrder = Table.kind(Facts[I].Item) == StateTable::ItemKind::Ordered;
    auto It = HasOrder ? T.Children.lower_bound({Facts[I].Item, 0})
                       : T.Children.find(Facts[I]);
    for (; It != T.Children.end() && It->first.Item == Facts[I].Item; ++It) {
      if (Table.implies(Facts[I], It->first))
        if (const Entry *E =
                findSubset(*It->second, Facts.drop_front(I + 1), S))
          return E;
      if (!HasOrder)
        break;
    }
  }
  return nullptr;
}

/// Of the first cube's facts those about which all cubes of \p S say something,
/// the same unless they are ordered: no others are implied by all.
Cube CoverIndex::common(const AbstractState &S) const {
  Cube Result = S.Cubes.empty() ? Cube() : S.Cubes[0];
  llvm::erase_if(Result, [&](Fact F) {
    bool HasOrder = Table.kind(F.Item) == StateTable::ItemKind::Ordered;
    return llvm::any_of(llvm::drop_begin(S.Cubes), [&](const Cube &C) {
      auto It = llvm::lower_bound(C, Fact{F.Item, 0});
      return It == C.end() || It->Item != F.Item || (!HasOrder && *It != F);
    });
  });
  return Result;
}

unsigned CoverIndex::find(LocationId L, const AbstractState &S) const {
  if (const Entry *E = findSubset(Buckets[L].OneCube, common(S), S))
    return E->Node;
  for (const Entry &E : Buckets[L].Several)
    if (Table.covers(*E.State, S))
      return E.Node;
  return NoNode;
}
