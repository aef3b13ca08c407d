//===- PointsToCells.cpp - Nodes of the points-to analysis ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointsTo.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace sooth;
using namespace llvm;

using Instances = MemoryObject::Instances;

static uint64_t absoluteDifference(int64_t A, int64_t B) {
  return A > B ? uint64_t(A) - uint64_t(B) : uint64_t(B) - uint64_t(A);
}

static int64_t reduced(int64_t Offset, uint64_t Stride) {
  if (Stride == 0)
    return Offset;
  int64_t Rest = Offset % int64_t(Stride);
  return Rest < 0 ? Rest + int64_t(Stride) : Rest;
}

int64_t PointsTo::Zone::reduced(int64_t Offset) const {
  return Begin + ::reduced(Offset - Begin, Stride);
}

const PointsTo::Zone *PointsTo::Node::zoneAt(int64_t Offset) const {
  const Zone *It =
      find_if(Zones, [&](const Zone &Z) { return Z.contains(Offset); });
  return It == Zones.end() ? nullptr : It;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

PointsTo::GroupId PointsTo::freshGroup() {
  GroupParent.push_back(GroupParent.size());
  GroupRoams.push_back(false);
  return GroupParent.size() - 1;
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
  bool Roams = GroupRoams[A] || GroupRoams[B];
  for (GroupId G : {A, B})
    if (G != Still && GroupRoams[G] != Roams) {
      GroupRoams[G] = Roams;
      Changed = true;
    }
  if (std::min(A, B) > Roaming)
    GroupParent[B] = A;
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

PointsTo::Cell PointsTo::find(Place P) const {
  NodeId N = P.Node;
  int64_t Offset = P.Offset;
  while (Parent[N].first != N) {
    auto [Up, Shift] = Parent[N];
    if (Parent[Up].first != Up)
      Parent[N] = {Parent[Up].first, Shift + Parent[Up].second};
    N = Up;
    Offset += Shift;
  }
  const Node &In = Nodes[N];
  const Zone *Z = In.zoneAt(Offset);
  if (Z && GroupRoams[find(P.Group)])
    return {N, Z->reduced(Offset), true};
  return {N, reduced(Offset, In.Stride), false};
}

void PointsTo::unify(Place A, Place B) {
  Pending.push_back({A, B});
  unifyPending();
}

void PointsTo::unifyPending() {
  while (!Pending.empty()) {
    auto [A, B] = Pending.pop_back_val();
    unifyGroups(A.Group, B.Group);
    Cell X = find(A), Y = find(B);
    if (X.Node != Y.Node) {
      merge(X, Y);
      // Where both roam, their zones were laid over each other, not the cells.
      Pending.push_back({A, B});
    } else if (X.Offset != Y.Offset) {
      identify(X, Y);
    }
  }
}

/// Two cells of a node become one.
void PointsTo::identify(Cell A, Cell B) {
  const Node &In = Nodes[A.Node];
  const uint64_t Distance = absoluteDifference(A.Offset, B.Offset);
  if (B.Roams)
    std::swap(A, B);
  if (!A.Roams)
    return setStride(A.Node, Distance);
  Zone Of = *In.zoneAt(A.Offset);
  if (B.Roams)
    if (Zone Other = *In.zoneAt(B.Offset); Other != Of)
      Of = {std::min(Of.Begin, Other.Begin), std::max(Of.End, Other.End),
            std::gcd(std::gcd(Of.Stride, Other.Stride),
                     absoluteDifference(Of.Begin, Other.Begin))};
  if (!Of.contains(B.Offset))
    return setStride(A.Node, Distance);
  Of.Stride = std::gcd(Of.Stride, Distance);
  addZone(A.Node, Of);
}

void PointsTo::makePeriodic(Place P, uint64_t Step) {
  setStride(find(P).Node, Step);
  unifyPending();
}

void PointsTo::merge(Cell Into, Cell From) {
  Changed = true;
  int64_t Shift = Into.Offset - From.Offset;
  if (Into.Roams && From.Roams)
    Shift = Nodes[Into.Node].zoneAt(Into.Offset)->Begin -
            Nodes[From.Node].zoneAt(From.Offset)->Begin;
  Parent[From.Node] = {Into.Node, Shift};
  Node Old = std::move(Nodes[From.Node]);
  Nodes[From.Node] = Node();
  Node &New = Nodes[Into.Node];
  for (auto [Object, Start] : Old.Objects)
    New.Objects.push_back({Object, Start + Shift});
  New.IsWild |= Old.IsWild;
  if (!New.WildBy)
    New.WildBy = Old.WildBy;
  New.IsExposed |= Old.IsExposed;
  New.IsFreed |= Old.IsFreed;
  for (const CallBase *Free : Old.FreedBy)
    if (!is_contained(New.FreedBy, Free))
      New.FreedBy.push_back(Free);
  if (Old.Stride) {
    uint64_t Before = New.Stride;
    setStride(Into.Node, Old.Stride);
    if (New.Stride == Old.Stride && Before != Old.Stride)
      New.StrideBy = Old.StrideBy;
  }
  for (Zone Z : Old.Zones)
    addZone(Into.Node, {Z.Begin + Shift, Z.End + Shift, Z.Stride});
  for (auto &[Offset, Target] : Old.Pointees) {
    auto [It, IsNew] = New.Pointees.try_emplace(Offset + Shift, Target);
    if (!IsNew)
      Pending.push_back({It->second, Target});
  }
  renumber(Into.Node);
}

/// Offsets in \p N that differ by \p Step are the same from now on.
void PointsTo::setStride(NodeId N, uint64_t Step) {
  Node &Of = Nodes[N];
  uint64_t Stride = std::gcd(Of.Stride, Step);
  for (const Zone &Z : Of.Zones)
    Stride = std::gcd(Stride, Z.Stride);
  if (Stride == Of.Stride)
    return;
  Changed = true;
  Of.Stride = Stride;
  Of.StrideBy = Current;
  Of.Zones.clear();
  renumber(N);
}

void PointsTo::addZone(NodeId N, Zone New) {
  Node &Of = Nodes[N];
  if (Of.Stride)
    return setStride(N, New.Stride);
  if (is_contained(Of.Zones, New))
    return;
  auto Overlaps = [&](const Zone &Z) {
    return Z.Begin < New.End && New.Begin < Z.End;
  };
  SmallVector<Zone, 2> Before = Of.Zones;
  for (auto It = find_if(Of.Zones, Overlaps); It != Of.Zones.end();
       It = find_if(Of.Zones, Overlaps)) {
    New.Stride = std::gcd(std::gcd(New.Stride, It->Stride),
                          absoluteDifference(New.Begin, It->Begin));
    New.Begin = std::min(New.Begin, It->Begin);
    New.End = std::max(New.End, It->End);
    Of.Zones.erase(It);
  }
  Of.Zones.push_back(New);
  llvm::sort(Of.Zones,
             [](const Zone &A, const Zone &B) { return A.Begin < B.Begin; });
  if (Of.Zones == Before)
    return;
  Changed = true;
  renumber(N);
}

/// What is one cell now has one pointee.
void PointsTo::renumber(NodeId N) {
  Node &Of = Nodes[N];
  auto Old = std::move(Of.Pointees);
  Of.Pointees.clear();
  for (auto &[Offset, Target] : Old) {
    const Zone *Z = Of.zoneAt(Offset);
    int64_t New = Z ? Z->reduced(Offset) : reduced(Offset, Of.Stride);
    auto [It, IsNew] = Of.Pointees.try_emplace(New, Target);
    if (!IsNew)
      Pending.push_back({It->second, Target});
  }
}

/// What a pointer at \p Address points to.
PointsTo::Place PointsTo::field(Place Address) {
  Address.Group = Roaming; // Memory in a zone is one cell for all pointers.
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
/// their node, so that an offset in them says where in the node it is.
void PointsTo::alignStarts() {
  for (NodeId N : nodes()) {
    std::optional<int64_t> First;
    for (size_t I = 0; I < Nodes[N].Objects.size(); ++I) {
      auto [Object, Start] = Nodes[N].Objects[I];
      if (Objects[Object].How == Instances::One)
        continue;
      if (!First)
        First = Start;
      else if (reduced(*First, Nodes[N].Stride) !=
               reduced(Start, Nodes[N].Stride))
        makePeriodic({N, 0, Still}, absoluteDifference(*First, Start));
      if (Parent[N].first != N)
        break;
    }
  }
}

/// No access reaches into a zone from outside, or out of it, unless it roams,
/// for which it is checked. And a pointer that roams is in a zone.
void PointsTo::alignZones() {
  for (auto &[P, A] : Accesses) {
    Cell At = find(P);
    int64_t Begin = At.Offset + A.Offset, End = Begin + int64_t(A.Size);
    if (At.Roams || Nodes[At.Node].Stride)
      continue;
    for (Zone Z : SmallVector<Zone, 2>(Nodes[At.Node].Zones)) {
      bool IsApart = End <= Z.Begin || Z.End <= Begin;
      bool IsInside = Z.Begin <= Begin && End <= Z.End;
      if (!IsApart && !IsInside) {
        addZone(At.Node, {Begin, End, A.Size});
        unifyPending();
        break;
      }
    }
  }
  for (auto &[V, P] : Places) {
    Cell At = find(P);
    if (GroupRoams[find(P.Group)] && !At.Roams && !Nodes[At.Node].Stride)
      makePeriodic(P, 1);
  }
}

void PointsTo::settleAccesses() {
  for (auto &[P, A] : Accesses) {
    Place At = {P.Node, P.Offset, Roaming};
    // Of a pointer that roams, the cell is nearer to the beginning of its zone
    // than the place.
    Cell Base = find(P);
    if (Base.Roams)
      At = {Base.Node, Base.Offset, Roaming};
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
      return reduced(Start - start(N), Nodes[N].Stride);
  return 0;
}

bool PointsTo::hasZones() const {
  return any_of(Nodes, [](const Node &N) { return !N.Zones.empty(); });
}

SmallVector<PointsTo::NodeId> PointsTo::nodes() const {
  SmallVector<NodeId> Roots;
  for (NodeId N = 0; N < Nodes.size(); ++N)
    if (Parent[N].first == N)
      Roots.push_back(N);
  return Roots;
}
