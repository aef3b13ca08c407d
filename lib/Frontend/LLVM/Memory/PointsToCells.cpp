//===- PointsToCells.cpp - Nodes of the points-to analysis ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointsTo.h"

#include "Distance.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"

#include <algorithm>
#include <numeric>

using namespace sooth;
using namespace llvm;

using Instances = MemoryObject::Instances;

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

PointsTo::GroupId PointsTo::freshGroup() {
  GroupParent.push_back(GroupParent.size());
  Reaches.push_back(Nowhere);
  GroupSpans.push_back(false);
  GroupAdvances.push_back(false);
  return GroupParent.size() - 1;
}

PointsTo::GroupId PointsTo::fixedGroup(Reach Within) {
  auto Known = FixedGroups.find(Within);
  if (Known != FixedGroups.end())
    return Known->second;
  GroupId New = freshGroup();
  Reaches[New] = Within;
  return FixedGroups[Within] = New;
}

bool PointsTo::isFixed(GroupId G) const {
  auto Known = FixedGroups.find(Reaches[G]);
  return Known != FixedGroups.end() && Known->second == G;
}

PointsTo::GroupId PointsTo::find(GroupId G) const {
  while (GroupParent[G] != G)
    G = GroupParent[G] = GroupParent[GroupParent[G]];
  return G;
}

void PointsTo::unifyGroups(GroupId A, GroupId B) {
  A = find(A);
  B = find(B);
  if (A == B)
    return;
  const Reach Least = std::min(Reaches[A], Reaches[B]);
  const bool Joins = !isFixed(A) && !isFixed(B);
  for (GroupId G : {A, B})
    if (!isFixed(G) && Reaches[G] != Least) {
      Reaches[G] = Least;
      Changed = true;
    }
  if (!Joins)
    return;
  GroupParent[B] = A;
  GroupSpans[A] = GroupSpans[A] || GroupSpans[B];
  GroupAdvances[A] = GroupAdvances[A] || GroupAdvances[B];
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

PointsTo::Place PointsTo::fresh() {
  Nodes.emplace_back();
  NodeId N = Nodes.size() - 1;
  Parent.push_back({N, 0});
  return {N, 0, freshGroup()};
}

PointsTo::Cell PointsTo::find(Place P) const { return find(P, reachOf(P)); }

PointsTo::Cell PointsTo::find(Place P, Reach Within) const {
  NodeId N = P.Node;
  int64_t Offset = P.Offset;
  while (Parent[N].first != N) {
    auto [Up, Shift] = Parent[N];
    if (Parent[Up].first != Up)
      Parent[N] = {Parent[Up].first, Shift + Parent[Up].second};
    N = Up;
    Offset += Shift;
  }
  return {N, Nodes[N].Offsets.find(Offset, Within).Offset, Within};
}

void PointsTo::unify(Place A, Place B) {
  Pending.push_back({A, B});
  unifyPending();
}

void PointsTo::unifyPending() {
  while (!Pending.empty()) {
    auto [A, B] = Pending.pop_back_val();
    unifyGroups(A.Group, B.Group);
    const Reach Within = std::min(reachOf(A), reachOf(B));
    Cell X = find(A, Within), Y = find(B, Within);
    if (X == Y)
      continue;
    if (X.Node == Y.Node)
      identify(X, Y, isFixed(find(A.Group)) ? B.Group : A.Group);
    else
      merge(X, Y);
    // Subobjects may have been laid over each other, not the cells.
    Pending.push_back({A, B});
  }
}

/// If pointers that are not moved in loops lead to \p A and \p B, they range
/// over what is between them.
bool PointsTo::span(Cell A, Cell B, GroupId Of) {
  Of = find(Of);
  if (!rangesOverSubobject(A))
    std::swap(A, B);
  const bool Ranges = rangesOverSubobject(A);
  // A pointer that ranges over a subobject without it is one into an array.
  if (How == Members::Joined || Nodes[A.Node].Offsets.Period || isFixed(Of) ||
      GroupAdvances[Of] || rangesOverSubobject(B) ||
      (Ranges && !GroupSpans[Of]))
    return false;
  Subobject New{std::min(A.Offset, B.Offset),
                0,
                absoluteDifference(A.Offset, B.Offset),
                {}};
  int64_t End = std::max(A.Offset, B.Offset);
  if (Ranges) {
    const Subobject &Known = *positionOf(A).Enclosing.front();
    New.Begin = std::min(New.Begin, Known.Begin);
    New.Stride = std::gcd(New.Stride, Known.Stride);
    End = std::max(End, Known.Begin + int64_t(Known.Size - New.Stride));
  }
  New.Size = uint64_t(End - New.Begin) + New.Stride;
  if (!GroupSpans[Of] || Reaches[Of] > New.Size)
    Changed = true;
  GroupSpans[Of] = true;
  Reaches[Of] = std::min(Reaches[Of], New.Size);
  addSubobject(A.Node, std::move(New));
  return true;
}

/// Two cells of a node become one, for pointers of a group.
void PointsTo::identify(Cell A, Cell B, GroupId Of) {
  if (span(A, B, Of))
    return;
  Subobjects Offsets = Nodes[A.Node].Offsets;
  Offsets.identify(A.Offset, B.Offset, A.Within);
  setOffsets(A.Node, std::move(Offsets));
}

void PointsTo::makePeriodic(Place P, uint64_t Step) {
  setStride(find(P).Node, Step);
  unifyPending();
}

void PointsTo::merge(Cell Into, Cell From) {
  Changed = true;
  int64_t Shift = Into.Offset - From.Offset;
  if (rangesOverSubobject(Into) && rangesOverSubobject(From))
    Shift =
        positionOf(Into).subobjectBegin() - positionOf(From).subobjectBegin();
  Parent[From.Node] = {Into.Node, Shift};
  Node Old = std::move(Nodes[From.Node]);
  Nodes[From.Node] = Node();
  Node &New = Nodes[Into.Node];
  if (Current && !New.Objects.empty() && !Old.Objects.empty())
    New.JoinedBy.push_back(Current);
  llvm::append_range(New.JoinedBy, Old.JoinedBy);
  for (auto [Object, Start] : Old.Objects)
    New.Objects.push_back({Object, Start + Shift});
  New.IsWild |= Old.IsWild;
  if (!New.WildBy)
    New.WildBy = Old.WildBy;
  New.IsExposed |= Old.IsExposed;
  New.HoldsUnknown |= Old.HoldsUnknown;
  New.IsOutside |= Old.IsOutside;
  New.HasOtherTypes |=
      Old.HasOtherTypes || (New.Type && Old.Type && New.Type != Old.Type);
  if (!New.Type)
    New.Type = Old.Type;
  New.IsFreed |= Old.IsFreed;
  New.IsNumbered |= Old.IsNumbered;
  New.IsFromNumbers |= Old.IsFromNumbers;
  New.HasTags |= Old.HasTags;
  for (const CallBase *Free : Old.FreedBy)
    if (!is_contained(New.FreedBy, Free))
      New.FreedBy.push_back(Free);
  for (auto &[Offset, Target] : Old.Pointees) {
    auto [It, IsNew] = New.Pointees.try_emplace(Offset + Shift, Target);
    if (!IsNew)
      Pending.push_back({It->second, Target});
  }
  Subobjects Both = New.Offsets;
  Both.setPeriod(Old.Offsets.Period);
  for (Subobject &Z : Old.Offsets.All) {
    Z.Begin += Shift;
    Both.add(std::move(Z));
  }
  const uint64_t Before = New.Offsets.Period;
  setOffsets(Into.Node, std::move(Both));
  if (New.Offsets.Period == Old.Offsets.Period && Before != New.Offsets.Period)
    New.StrideBy = Old.StrideBy;
  renumber(Into.Node);
}

void PointsTo::setOffsets(NodeId N, Subobjects New) {
  Node &Of = Nodes[N];
  if (New == Of.Offsets)
    return;
  Changed = true;
  if (New.Period != Of.Offsets.Period)
    Of.StrideBy = Current;
  Of.Offsets = std::move(New);
  renumber(N);
}

/// Offsets in \p N that differ by \p Step are the same from now on.
void PointsTo::setStride(NodeId N, uint64_t Step) {
  Subobjects Offsets = Nodes[N].Offsets;
  Offsets.setPeriod(Step);
  setOffsets(N, std::move(Offsets));
}

void PointsTo::addSubobject(NodeId N, Subobject New) {
  Subobjects Offsets = Nodes[N].Offsets;
  Offsets.add(std::move(New));
  setOffsets(N, std::move(Offsets));
}

/// What is one cell now has one pointee.
void PointsTo::renumber(NodeId N) {
  Node &Of = Nodes[N];
  auto Old = std::move(Of.Pointees);
  Of.Pointees.clear();
  for (auto &[Offset, Target] : Old) {
    int64_t New = Of.Offsets.find(Offset, Everywhere).Offset;
    auto [It, IsNew] = Of.Pointees.try_emplace(New, Target);
    if (!IsNew)
      Pending.push_back({It->second, Target});
  }
}

/// What a pointer at \p Address points to.
PointsTo::Place PointsTo::field(Place Address) {
  Address.Group =
      Ranging; // Memory in a subobject is one cell for all pointers.
  Cell At = find(Address);
  auto &Pointees = Nodes[At.Node].Pointees;
  auto It = Pointees.find(At.Offset);
  if (It != Pointees.end())
    return It->second;
  Place New = fresh(); // May move Nodes.
  Nodes[At.Node].Pointees[At.Offset] = New;
  return New;
}

//===----------------------------------------------------------------------===//
// What is known at the end
//===----------------------------------------------------------------------===//

/// Objects whose numbers do not tell them apart begin at the same place of
/// their node, so that an offset in them says where in the node it is. (There
/// are numbers for so many that are from outside.)
void PointsTo::alignStarts() {
  static constexpr size_t MostOutside = 2000;
  const bool AreTold = Objects.size() < MostOutside;
  for (NodeId N : nodes()) {
    std::optional<int64_t> First;
    for (size_t I = 0; I < Nodes[N].Objects.size(); ++I) {
      auto [Object, Start] = Nodes[N].Objects[I];
      if (Objects[Object].How == Instances::One ||
          (AreTold && Objects[Object].IsOutside))
        continue;
      if (!First)
        First = Start;
      else if (reduced(*First, Nodes[N].Offsets.Period) !=
               reduced(Start, Nodes[N].Offsets.Period))
        makePeriodic({N, 0, Still}, absoluteDifference(*First, Start));
      if (Parent[N].first != N)
        break;
    }
  }
}

/// No access reaches into a subobject from outside, or out of it, unless it
/// ranges over it, for which it is checked. And a pointer that ranges over a
/// subobject is in a subobject.
void PointsTo::alignSubobjects() {
  for (auto &[P, A] : Accesses) {
    Cell At = find(P);
    Subobjects Offsets = Nodes[At.Node].Offsets;
    Offsets.keepTogether(At.Offset + A.Offset, A.Size, At.Within);
    setOffsets(At.Node, std::move(Offsets));
    unifyPending();
  }
  for (auto &[V, P] : Places) {
    Cell At = find(P);
    if (At.Within != Nowhere && !rangesOverSubobject(At) &&
        Nodes[At.Node].Offsets.Period == 0)
      makePeriodic(P, 1);
  }
}

void PointsTo::settleAccesses() {
  for (auto &[P, A] : Accesses) {
    Place At = {P.Node, P.Offset, Ranging};
    // Of a pointer that ranges over a subobject, the cell is nearer to the
    // beginning of its subobject than the place.
    Cell Base = find(P);
    if (rangesOverSubobject(Base))
      At = {Base.Node, Base.Offset, Ranging};
    At.Offset += A.Offset;
    Cell Of = find(At);
    Nodes[Of.Node].Accesses.push_back(
        {Of.Offset, A.Size, A.Holds, A.Way, A.By});
  }
}

int64_t PointsTo::start(NodeId N) const {
  int64_t First = INT64_MAX;
  for (auto [Object, Start] : Nodes[N].Objects)
    First = std::min(First, Start);
  return Nodes[N].Objects.empty() ? 0 : First;
}

uint64_t PointsTo::displacement(NodeId N, unsigned Object) const {
  for (auto [Other, Start] : Nodes[N].Objects)
    if (Other == Object)
      return reduced(Start - start(N), Nodes[N].Offsets.Period);
  return 0;
}

SmallVector<PointsTo::ManyObjects, 1> PointsTo::manyObjects(NodeId N) const {
  SmallVector<ManyObjects, 1> All;
  for (auto [O, Start] : Nodes[N].Objects) {
    const MemoryObject &Object = Objects[O];
    if (Object.How == Instances::One)
      continue;
    const int64_t Here = reduced(Start, Nodes[N].Offsets.Period);
    auto Same =
        find_if(All, [&](const ManyObjects &M) { return M.Start == Here; });
    if (Same == All.end())
      Same = All.insert(All.end(), {Here, O});
    if (Object.IsOutside && !Same->HasOutside)
      Same->One = O;
    Same->HasOutside |= Object.IsOutside;
    Same->HasOwn |= !Object.IsOutside;
    if (Object.Type)
      Same->Declared =
          std::max(Same->Declared, Object.Type->getSizeInBits() / 8);
  }
  std::stable_partition(All.begin(), All.end(),
                        [](const ManyObjects &M) { return M.HasOwn; });
  return All;
}

bool PointsTo::hasSubobjects() const {
  return any_of(Nodes, [](const Node &N) { return !N.Offsets.All.empty(); });
}

SmallVector<PointsTo::NodeId> PointsTo::nodes() const {
  SmallVector<NodeId> Roots;
  for (NodeId N = 0; N < Nodes.size(); ++N)
    if (Parent[N].first == N)
      Roots.push_back(N);
  return Roots;
}
