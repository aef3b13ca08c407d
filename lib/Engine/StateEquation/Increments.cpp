//===- Increments.cpp - Tokens that a partial solution lacks ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Step 1 builds a dependency graph over the transitions that could not fire
// often enough and the places that disable them; step 2 estimates how many
// tokens each of its source components lacks; step 3 demands that transitions
// outside the remainder supply them.
//
// Two places where the thesis' text leaves something open. Its T₀ has all
// transitions of the remainder, but a better intermediate marking may enable
// some of these, and its own example (Figure 1.9, bs₂) leaves them out, as
// footnote 11 does: so T₀ here has disabled transitions only. And n for a
// single place starts with c = 0 in line 16; the examples of Figures 1.11 and
// 1.12 need the tokens that are there to count, so c starts with -m̂(p).
//
// The estimates are heuristic. A branch is never given up for good because of
// them: only the Refuter claims that something is not reachable.
//
//===----------------------------------------------------------------------===//

#include "Increments.h"

#include "sooth/Support/StrongComponents.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::equation;

namespace {
/// The dependency graph: transitions first, then places.
class DependencyGraph {
public:
  DependencyGraph(const NetMatrix &N, llvm::ArrayRef<TransitionId> Waiting,
                  const Marking &M, Obstacle By);
  std::vector<SourceComponent> sources();

private:
  bool disables(const PetriArc &A) const {
    return By == Obstacle::TooFew ? M[A.Place] < A.Weight
                                  : M[A.Place] >= A.Weight;
  }
  void addEdges();

  const NetMatrix &N;
  const Marking &M;
  Obstacle By;
  std::vector<TransitionId> Transitions;
  std::vector<PlaceId> Places;
  std::vector<std::vector<unsigned>> Successors;
};
} // namespace

DependencyGraph::DependencyGraph(const NetMatrix &N,
                                 llvm::ArrayRef<TransitionId> Waiting,
                                 const Marking &M, Obstacle By)
    : N(N), M(M), By(By) {
  for (TransitionId T : Waiting) {
    const PetriTransition &Info = N.net().transition(T);
    bool Disabled = false;
    for (const PetriArc &A :
         By == Obstacle::TooFew ? Info.Inputs : Info.Inhibitors)
      if (disables(A)) {
        Places.push_back(A.Place);
        Disabled = true;
      }
    if (Disabled)
      Transitions.push_back(T);
  }
  llvm::sort(Places);
  Places.erase(std::unique(Places.begin(), Places.end()), Places.end());
  addEdges();
}

void DependencyGraph::addEdges() {
  Successors.resize(Transitions.size() + Places.size());
  auto Node = [&](PlaceId P) -> std::optional<unsigned> {
    auto I = llvm::lower_bound(Places, P);
    if (I == Places.end() || *I != P)
      return std::nullopt;
    return Transitions.size() + (I - Places.begin());
  };
  for (unsigned I = 0; I < Transitions.size(); ++I) {
    const PetriTransition &Info = N.net().transition(Transitions[I]);
    for (const PetriArc &A :
         By == Obstacle::TooFew ? Info.Inputs : Info.Inhibitors)
      if (disables(A))
        Successors[*Node(A.Place)].push_back(I);
    for (const TokenChange &C : N.effect(Transitions[I]))
      if ((C.Change > 0) == (By == Obstacle::TooFew))
        if (std::optional<unsigned> P = Node(C.Place))
          Successors[I].push_back(*P);
  }
}

std::vector<SourceComponent> DependencyGraph::sources() {
  const unsigned Size = Successors.size();
  const auto Components =
      strongComponents(Size, [&](unsigned Node) -> llvm::ArrayRef<unsigned> {
        return Successors[Node];
      });
  std::vector<unsigned> Component(Size);
  for (auto [I, Nodes] : llvm::enumerate(Components))
    for (unsigned Node : Nodes)
      Component[Node] = I;
  std::vector<bool> HasOutside(Components.size(), false);
  std::vector<SourceComponent> All(Components.size());
  for (unsigned Node = 0; Node < Size; ++Node) {
    SourceComponent &C = All[Component[Node]];
    if (Node < Transitions.size())
      C.Members.push_back(Transitions[Node]);
    else
      C.Places.push_back(Places[Node - Transitions.size()]);
    for (unsigned Next : Successors[Node]) {
      if (Component[Next] == Component[Node])
        continue;
      HasOutside[Component[Next]] = true;
      if (Next < Transitions.size())
        C.Dependents.push_back(Transitions[Next]);
    }
  }
  std::vector<SourceComponent> Result;
  for (unsigned I = 0; I < All.size(); ++I) {
    if (HasOutside[I] || All[I].Places.empty())
      continue;
    std::vector<TransitionId> &X = All[I].Dependents;
    llvm::sort(X);
    X.erase(std::unique(X.begin(), X.end()), X.end());
    Result.push_back(std::move(All[I]));
  }
  llvm::sort(Result, [](const SourceComponent &A, const SourceComponent &B) {
    return A.Places < B.Places;
  });
  return Result;
}

std::vector<SourceComponent>
equation::sourceComponents(const NetMatrix &N,
                           llvm::ArrayRef<TransitionId> Waiting,
                           const Marking &M, Obstacle By) {
  return DependencyGraph(N, Waiting, M, By).sources();
}

//===----------------------------------------------------------------------===//
// Step 2: how many
//===----------------------------------------------------------------------===//

static __int128 lacking(const NetMatrix &N, const SourceComponent &C,
                        TransitionId T, const Marking &M) {
  __int128 Sum = 0;
  for (PlaceId P : C.Places)
    if (uint64_t W = N.input(P, T); W > M[P])
      Sum += W - M[P];
  return Sum;
}

static __int128 exceeding(const NetMatrix &N, const SourceComponent &C,
                          TransitionId T, const Marking &M) {
  __int128 Sum = 0;
  for (PlaceId P : C.Places)
    if (uint64_t W = N.inhibitor(P, T); W && M[P] >= W)
      Sum += M[P] - (W - 1);
  return Sum;
}

/// Lines 14 to 20 of Algorithm 1.4: all of Xᵢ have to be served by one place.
static __int128 neededOnPlace(const NetMatrix &N, PlaceId P,
                              llvm::ArrayRef<TransitionId> Dependents,
                              const PartialSolution &S) {
  std::map<uint64_t, std::vector<TransitionId>, std::greater<>> Groups;
  for (TransitionId T : Dependents)
    Groups[N.output(P, T)].push_back(T);
  __int128 Needed = 0, Left = -__int128(S.Final[P]);
  for (auto &[Produced, Group] : Groups) {
    Left += Produced;
    for (TransitionId T : Group)
      Left += __int128(S.Remainder[T]) *
              (__int128(N.input(P, T)) - __int128(Produced));
    if (Left > 0)
      Needed += Left;
    Left = -__int128(Produced);
  }
  return Needed;
}

//===----------------------------------------------------------------------===//
// Step 3: from whom
//===----------------------------------------------------------------------===//

std::optional<LinearRow> equation::produce(const NetMatrix &N,
                                           const PartialSolution &S,
                                           llvm::ArrayRef<PlaceId> Places,
                                           Obstacle Kind, __int128 Needed,
                                           const Counts *Excluded) {
  if (Needed <= 0)
    return std::nullopt;
  std::map<TransitionId, __int128> Effect;
  for (PlaceId P : Places)
    for (const NetMatrix::Entry &E : N.changes(P))
      Effect[E.Transition] +=
          Kind == Obstacle::TooFew ? __int128(E.Change) : -__int128(E.Change);
  constexpr __int128 Limit = __int128(1) << 62;
  RowBuilder Builder;
  __int128 Bound = Needed;
  bool Any = false;
  for (auto [T, Change] : Effect) {
    if (S.Remainder[T] > 0 || Change <= 0 || (Excluded && (*Excluded)[T] > 0))
      continue;
    if (Change >= Limit)
      return std::nullopt;
    Any = true;
    Builder.add(T, Change);
    Bound += Change * S.Fired[T];
    if (Bound >= Limit)
      return std::nullopt;
  }
  std::optional<std::vector<RowTerm>> Terms = Builder.terms();
  if (!Any || !Terms || Bound >= Limit)
    return std::nullopt;
  return LinearRow::atLeast(std::move(*Terms), int64_t(Bound));
}

static std::vector<TransitionId> remaining(const PartialSolution &S) {
  std::vector<TransitionId> Result;
  for (TransitionId T = 0; T < S.Remainder.size(); ++T)
    if (S.Remainder[T] > 0)
      Result.push_back(T);
  return Result;
}

std::vector<LinearRow>
equation::incrementConstraints(const NetMatrix &N, const PartialSolution &S) {
  std::vector<LinearRow> Rows;
  for (const SourceComponent &C :
       sourceComponents(N, remaining(S), S.Final, Obstacle::TooFew)) {
    __int128 Needed = 0;
    if (C.Members.empty()) {
      Needed = neededOnPlace(N, C.Places[0], C.Dependents, S);
    } else {
      Needed = lacking(N, C, C.Members[0], S.Final);
      for (TransitionId T : C.Members)
        Needed = std::min(Needed, lacking(N, C, T, S.Final));
    }
    if (auto Row = produce(N, S, C.Places, Obstacle::TooFew, Needed, nullptr))
      Rows.push_back(std::move(*Row));
  }
  return Rows;
}

std::vector<LinearRow> equation::inhibitorIncrements(const NetMatrix &N,
                                                     const PartialSolution &S) {
  std::vector<LinearRow> Rows;
  if (!N.net().hasInhibitors())
    return Rows;
  for (const SourceComponent &C :
       sourceComponents(N, remaining(S), S.Final, Obstacle::TooMany)) {
    llvm::ArrayRef<TransitionId> Served =
        C.Members.empty() ? C.Dependents : C.Members;
    __int128 Needed = exceeding(N, C, Served[0], S.Final);
    for (TransitionId T : Served)
      Needed = std::min(Needed, exceeding(N, C, T, S.Final));
    if (auto Row = produce(N, S, C.Places, Obstacle::TooMany, Needed, nullptr))
      Rows.push_back(std::move(*Row));
  }
  return Rows;
}
