//===- BetterMarkings.cpp - Closer to firing on the way than at the end ===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Thesis, Algorithm 1.6 with Definitions 1.6, 1.7 and 1.10. The text replays
// one firing sequence; here every state of the solution's tree that comes
// before the skipped end counts, because which order of the sequence was found
// is chance. Of the better markings only those are kept that no other one
// betters on the places concerned.
//
//===----------------------------------------------------------------------===//

#include "Increments.h"
#include "Search.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::equation;

namespace {
/// Tokens on a place that are worth having (or being rid of).
struct Interest {
  PlaceId Place;
  Obstacle Kind;
  uint64_t Than; ///< better is strictly more (fewer) than this

  bool better(const Marking &M) const {
    return Kind == Obstacle::TooFew ? M[Place] > Than : M[Place] < Than;
  }
  /// Whether \p A is at least as good as \p B.
  bool atLeast(const Marking &A, const Marking &B) const {
    return Kind == Obstacle::TooFew ? A[Place] >= B[Place]
                                    : A[Place] <= B[Place];
  }
};
} // namespace

/// Definitions 1.6 and 1.7: places that disable a transition of the remainder.
static std::vector<Interest> disablers(const NetMatrix &N,
                                       const PartialSolution &S) {
  std::vector<Interest> Result;
  for (TransitionId T = 0; T < N.transitions(); ++T) {
    if (S.Remainder[T] == 0)
      continue;
    for (const PetriArc &A : N.net().transition(T).Inputs)
      if (S.Final[A.Place] < A.Weight)
        Result.push_back({A.Place, Obstacle::TooFew, S.Final[A.Place]});
    for (const PetriArc &A : N.net().transition(T).Inhibitors)
      if (S.Final[A.Place] >= A.Weight)
        Result.push_back({A.Place, Obstacle::TooMany, S.Final[A.Place]});
  }
  return Result;
}

/// The state in \p Tree where \p S ends.
static std::optional<unsigned> endOf(const Exploration &Tree,
                                     const PartialSolution &S) {
  for (unsigned Leaf : Tree.leaves())
    if (Tree.markingOf(Leaf) == S.Final &&
        Tree.solutionAt(Leaf).Fired == S.Fired)
      return Leaf;
  return std::nullopt;
}

/// Definition 1.10: places connected to the filtered invariant, with the most
/// tokens that they had under the partial solution before.
static std::vector<Interest> connected(const NetMatrix &N,
                                       const SkippedDueTo &Cause) {
  std::vector<Interest> Result;
  if (Cause.Partial->Chain.empty() || !Cause.Node->Tree)
    return Result;
  const Exploration &Tree = *Cause.Node->Tree;
  std::optional<unsigned> End = endOf(Tree, *Cause.Partial);
  if (!End)
    return Result;
  std::map<PlaceId, uint64_t> Most;
  const Counts &Y = Cause.Partial->Chain.front();
  for (TransitionId T = 0; T < N.transitions(); ++T) {
    if (Y[T] == 0)
      continue;
    for (const PetriArc &A : N.net().transition(T).Inputs)
      Most[A.Place] = 0;
    for (const PetriArc &A : N.net().transition(T).Outputs)
      Most[A.Place] = 0;
  }
  for (unsigned State = 0; State < Tree.size(); ++State) {
    if (!Tree.isBelow(State, *End))
      continue;
    Marking M = Tree.markingOf(State);
    for (auto &[P, Max] : Most)
      Max = std::max(Max, M[P]);
  }
  for (auto [P, Max] : Most)
    Result.push_back({P, Obstacle::TooFew, Max});
  return Result;
}

std::vector<PartialRef>
equation::betterMarkings(const NetMatrix &N, const SolutionNode &Node,
                         const PartialSolution &Skipped,
                         const SkippedDueTo *Generalized) {
  constexpr unsigned MaxKept = 16;
  if (!Node.Tree)
    return {};
  const Exploration &Tree = *Node.Tree;
  std::optional<unsigned> End = endOf(Tree, Skipped);
  if (!End)
    return {};
  std::vector<Interest> Interests = disablers(N, Skipped);
  if (Generalized)
    llvm::append_range(Interests, connected(N, *Generalized));
  std::vector<std::pair<unsigned, Marking>> Kept;
  for (unsigned State = 0; State < Tree.size(); ++State) {
    if (State == *End || !Tree.isBelow(State, *End))
      continue;
    Marking M = Tree.markingOf(State);
    if (llvm::none_of(Interests,
                      [&](const Interest &I) { return I.better(M); }))
      continue;
    auto AsGood = [&](const Marking &A, const Marking &B) {
      return llvm::all_of(Interests,
                          [&](const Interest &I) { return I.atLeast(A, B); });
    };
    // Later states fired more; of equals they have the smaller remainder.
    llvm::erase_if(Kept, [&](auto &K) { return AsGood(M, K.second); });
    if (Kept.size() < MaxKept &&
        llvm::none_of(Kept, [&](auto &K) { return AsGood(K.second, M); }))
      Kept.push_back({State, std::move(M)});
  }
  std::vector<PartialRef> Result;
  for (auto &[State, M] : Kept) {
    Result.push_back(std::make_shared<PartialSolution>(Tree.solutionAt(State)));
    Result.back()->From = PartialSolution::Origin::Intermediate;
  }
  return Result;
}
