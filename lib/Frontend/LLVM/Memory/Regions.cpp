//===- Regions.cpp - Memory that no access straddles ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Regions.h"

#include <map>
#include <numeric>

using namespace sooth;
using namespace llvm;

using Content = MemoryAccess::Content;

Regions::Regions(const PointsTo &Points) : Points(Points) {
  for (PointsTo::NodeId N : Points.nodes())
    if (!Points.node(N).Accesses.empty() && !Points.node(N).Objects.empty())
      split(N);
}

uint64_t Regions::offsetInNode(PointsTo::Cell At) const {
  int64_t Offset = At.Offset - Points.start(At.Node);
  uint64_t Stride = Points.node(At.Node).Offsets.Period;
  if (Stride == 0)
    return Offset;
  int64_t Rest = Offset % int64_t(Stride);
  return Rest < 0 ? Rest + int64_t(Stride) : Rest;
}

namespace {
/// Accesses that overlap.
struct Group {
  uint64_t Begin, End;
  /// Divides all distances and widths.
  uint64_t Unit;
  bool HasPointer, HasInteger, HasFloat, HasOpaque, IsRead, IsWritten;
  /// Where the pointers are, modulo their size.
  uint64_t Grid = 0;
  bool HasGrid = true;

  void add(const Group &Other) {
    if (HasPointer && Other.HasPointer)
      HasGrid &= Grid == Other.Grid;
    if (Other.HasPointer)
      Grid = Other.Grid;
    HasGrid &= Other.HasGrid;
    Unit = std::gcd(Unit, Other.Unit);
    Unit = std::gcd(Unit, Begin > Other.Begin ? Begin - Other.Begin
                                              : Other.Begin - Begin);
    Begin = std::min(Begin, Other.Begin);
    End = std::max(End, Other.End);
    HasPointer |= Other.HasPointer;
    HasInteger |= Other.HasInteger;
    HasFloat |= Other.HasFloat;
    HasOpaque |= Other.HasOpaque;
    IsRead |= Other.IsRead;
    IsWritten |= Other.IsWritten;
  }

  /// Makes it consist of cells for pointers, if it can.
  void widen(uint64_t PointerSize) {
    if (Begin % PointerSize < Grid && Begin < PointerSize)
      HasGrid = false; // A cell would begin before the object.
    if (!HasGrid)
      return;
    Begin -= (Begin + PointerSize - Grid) % PointerSize;
    End += (PointerSize - (End - Begin) % PointerSize) % PointerSize;
    Unit = PointerSize;
  }

  bool hasOnlyPointers(uint64_t PointerSize) const {
    return HasPointer && !HasInteger && !HasFloat && !HasOpaque &&
           Unit == PointerSize;
  }

  Content holds(uint64_t PointerSize) const {
    if (hasOnlyPointers(PointerSize))
      return Content::Pointer;
    if (HasPointer && HasGrid)
      return Content::Mixed;
    if (HasFloat && !HasPointer && !HasInteger)
      return Content::Float;
    return HasOpaque && !HasInteger && !HasFloat && !HasPointer
               ? Content::Opaque
               : Content::Integer;
  }
};
} // namespace

/// Puts those together that overlap.
static std::vector<Group> merged(std::vector<Group> Sorted) {
  llvm::sort(Sorted,
             [](const Group &A, const Group &B) { return A.Begin < B.Begin; });
  std::vector<Group> Groups;
  for (const Group &G : Sorted)
    if (!Groups.empty() && G.Begin < Groups.back().End)
      Groups.back().add(G);
    else
      Groups.push_back(G);
  return Groups;
}

/// The same, and where pointers and numbers overlap the cells are as wide as
/// pointers, if they can be.
static std::vector<Group> widened(std::vector<Group> Groups,
                                  uint64_t PointerSize) {
  for (size_t Before = SIZE_MAX; Groups.size() != Before;) {
    Before = Groups.size();
    Groups = merged(std::move(Groups));
    for (Group &G : Groups)
      if (G.HasPointer && !G.hasOnlyPointers(PointerSize))
        G.widen(PointerSize);
    Groups = merged(std::move(Groups));
  }
  return Groups;
}

/// The same, but if some cannot, none is widened. Wide cells must not reach
/// into subobjects that are in what is split.
static std::vector<Group> mergedOnGrid(std::vector<Group> Single,
                                       uint64_t PointerSize,
                                       ArrayRef<ByteRange> Subobjects) {
  std::vector<Group> Groups = widened(Single, PointerSize);
  auto Fits = [&](const Group &G) {
    if (!G.HasPointer || G.hasOnlyPointers(PointerSize))
      return true;
    return G.HasGrid && none_of(Subobjects, [&](const ByteRange &Z) {
             return int64_t(G.Begin) < Z.Begin + int64_t(Z.Size) &&
                    Z.Begin < int64_t(G.End);
           });
  };
  if (all_of(Groups, Fits))
    return Groups;
  for (Group &G : Single)
    G.HasGrid = false;
  return widened(std::move(Single), PointerSize);
}

/// The subobjects in an element of the innermost subobject, or in the node as
/// seen from \p Begin.
SmallVector<ByteRange> Regions::subobjectsIn(PointsTo::NodeId N,
                                             const Subobjects::Position &In,
                                             uint64_t Begin) const {
  SmallVector<ByteRange> All;
  const Subobjects &Offsets = Points.node(N).Offsets;
  if (!In.Enclosing.empty())
    for (const Subobject &Z : In.Enclosing.back()->Inner)
      All.push_back({Z.Begin, Z.Size});
  else
    for (const Subobject &Z : Offsets.All)
      All.push_back(
          {reduced(int64_t(offsetInNode({N, Z.Begin}) - Begin), Offsets.Period),
           Z.Size});
  return All;
}

/// Whether pointers of \p PointerSize bytes can be cells of \p N, or of a
/// subobject of it that begins at \p Begin, and other accesses parts of them:
/// where an access begins in its cell must be known.
bool Regions::canHaveGrid(PointsTo::NodeId N, uint64_t PointerSize,
                          const Subobjects::Position &In,
                          uint64_t Begin) const {
  if (PointerSize == 0 || Begin % PointerSize != 0 ||
      Points.node(N).Offsets.Period % PointerSize != 0)
    return false;
  for (const Subobject *Z : In.Enclosing)
    if (Z->Stride % PointerSize != 0 || Z->Size % PointerSize != 0)
      return false;
  return all_of(Points.node(N).Objects, [&](auto &Entry) {
    return Points.displacement(N, Entry.first) % PointerSize == 0;
  });
}

void Regions::split(PointsTo::NodeId N) {
  const PointsTo::Node &Node = Points.node(N);
  // By the beginning of the innermost subobject, the one around it, and so on.
  std::map<std::vector<int64_t>, SmallVector<MemoryAccess>> Parts;
  for (const MemoryAccess &A : Node.Accesses) {
    std::vector<int64_t> Subobject;
    for (const sooth::Subobject *Z :
         Node.Offsets.find(A.Offset, PointsTo::Everywhere).Enclosing)
      Subobject.push_back(Z->Begin);
    Parts[Subobject].push_back(A);
  }
  for (auto &[Subobject, Inside] : Parts)
    split(N, Inside,
          Node.Offsets.find(Inside.front().Offset, PointsTo::Everywhere));
}

/// The dimensions of what lies in a subobject, but for how many cells fit.
static SmallVector<Region::Dimension, 2>
dimensionsOf(const Subobjects &Offsets, ArrayRef<const Subobject *> In) {
  SmallVector<Region::Dimension, 2> All;
  if (Offsets.Period)
    All.push_back({Offsets.Period, std::nullopt});
  for (auto [I, Z] : enumerate(In)) {
    const int64_t Begin = I + 1 < In.size() ? In[I + 1]->Begin : 0;
    const uint64_t Size = I + 1 < In.size() ? In[I + 1]->Size : Z->Stride;
    const uint64_t Last = Begin + Size;
    All.push_back(
        {Z->Stride, Z->Size < Last ? 1 : (Z->Size - Last) / Z->Stride + 1});
  }
  return All;
}

/// Those accesses that overlap together. All must be in the subobjects, or in
/// none.
void Regions::split(PointsTo::NodeId N, ArrayRef<MemoryAccess> Accesses,
                    const Subobjects::Position &In) {
  const Subobjects &Offsets = Points.node(N).Offsets;
  // Around subobjects, no access straddles where the first one begins.
  const bool IsAround =
      In.Enclosing.empty() && Offsets.Period && !Offsets.All.empty();
  const uint64_t Begin = IsAround ? offsetInNode({N, Offsets.All.front().Begin})
                         : In.Enclosing.empty()
                             ? 0
                             : offsetInNode({N, In.subobjectBegin()});
  const uint64_t Period =
      In.Enclosing.empty() ? Offsets.Period : In.Enclosing.back()->Stride;
  std::vector<Group> Single;
  uint64_t PointerSize = 0;
  for (const MemoryAccess &A : Accesses)
    if (A.Holds == Content::Pointer)
      PointerSize = A.Size;
  const bool HasGrid = canHaveGrid(N, PointerSize, In, Begin);
  const bool HasPeriods = Period != 0 || Offsets.Period != 0;
  for (const MemoryAccess &A : Accesses) {
    uint64_t Offset =
        In.Enclosing.empty()
            ? uint64_t(reduced(int64_t(offsetInNode({N, A.Offset}) - Begin),
                               Offsets.Period))
            : Offsets.find(A.Offset, PointsTo::Everywhere).InElement;
    Single.push_back({Offset, Offset + A.Size, A.Size,
                      A.Holds == Content::Pointer, A.Holds == Content::Integer,
                      A.Holds == Content::Float, A.Holds == Content::Opaque,
                      A.Way == MemoryAccess::Direction::Read,
                      A.Way == MemoryAccess::Direction::Write,
                      PointerSize ? Offset % PointerSize : 0, HasGrid});
    if (HasPeriods && A.Holds == Content::Pointer)
      Single.back().HasGrid &= Single.back().Grid == 0;
  }
  std::vector<Group> Groups =
      mergedOnGrid(Single, PointerSize, subobjectsIn(N, In, Begin));
  // With a period, a group that reaches into the next makes an array of words
  // of all.
  bool IsRagged =
      Period && any_of(Groups, [&](const Group &G) { return G.End > Period; });
  if (IsRagged) {
    Group All = Single.front();
    for (const Group &G : Single)
      All.add(G);
    if (All.HasPointer && !All.hasOnlyPointers(PointerSize))
      All.widen(PointerSize);
    All.Unit = std::gcd(All.Unit, Period);
    All.Begin %= All.Unit;
    All.End = All.Begin + All.Unit;
    Groups.assign(1, All);
  }
  for (const Group &G : Groups) {
    Region R;
    R.Node = N;
    R.First = Begin + G.Begin;
    R.Unit = G.Unit;
    R.Count = (G.End - G.Begin) / G.Unit;
    R.Dimensions = dimensionsOf(Offsets, In.Enclosing);
    if (IsRagged)
      R.Dimensions.back().Pitch = G.Unit;
    if (!In.Enclosing.empty()) {
      const uint64_t Size = In.Enclosing.back()->Size;
      const Subobject *Outermost = In.Enclosing.front();
      R.Subobject = ByteRange{int64_t(offsetInNode({N, Outermost->Begin})),
                              Outermost->Size};
      // What only fits beyond the end of the subobject is never accessed.
      if (G.Begin + G.Unit > Size)
        continue;
      auto &Last = R.Dimensions.back();
      Last.Count = (Size - G.Begin - G.Unit) / Last.Pitch + 1;
    }
    R.Holds = G.holds(PointerSize);
    R.HasOddPointers = G.HasPointer && R.Holds == Content::Integer;
    R.IsRead = G.IsRead;
    R.IsWritten = G.IsWritten;
    R.IsPunned = G.HasFloat && R.Holds != Content::Float;
    OfNode[N].push_back(List.size());
    List.push_back(R);
  }
}

ArrayRef<unsigned> Regions::of(PointsTo::NodeId N) const {
  auto It = OfNode.find(N);
  return It == OfNode.end() ? ArrayRef<unsigned>() : It->second;
}

std::optional<unsigned> Regions::find(PointsTo::Cell At) const {
  uint64_t Offset = offsetInNode(At);
  for (unsigned I : of(At.Node)) {
    if (List[I].indicesAt(Offset))
      return I;
  }
  return std::nullopt;
}

std::optional<SmallVector<uint64_t, 3>>
Region::indicesAt(uint64_t Offset) const {
  SmallVector<uint64_t, 3> Indices;
  uint64_t Rest = Offset - First;
  if (isUnbounded())
    Rest = reduced(int64_t(Rest), Dimensions.front().Pitch);
  for (const Dimension &D : Dimensions) {
    Indices.push_back(Rest / D.Pitch);
    Rest %= D.Pitch;
    if (D.Count && Indices.back() >= *D.Count)
      return std::nullopt;
  }
  if (Rest / Unit >= Count)
    return std::nullopt;
  Indices.push_back(Rest / Unit);
  return Indices;
}

std::optional<PointsTo::Cell> Regions::targetOf(unsigned Region) const {
  const PointsTo::NodeId N = List[Region].Node;
  for (auto &[Offset, Place] : Points.node(N).Pointees)
    if (find({N, Offset}) == Region)
      return Points.representative(Place);
  return std::nullopt;
}
