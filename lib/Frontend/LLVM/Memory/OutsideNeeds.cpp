//===- OutsideNeeds.cpp - What functions need of their callers -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is taken to be true of memory from outside, for the user.
//
//===----------------------------------------------------------------------===//

#include "OutsideMemory.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace sooth;
using namespace llvm;

using Direction = MemoryAccess::Direction;

/// Freeing counts as writing a byte.
SmallVector<OutsideMemory::Use>
OutsideMemory::usesOf(PointsTo::NodeId N) const {
  SmallVector<Use> Uses;
  for (const MemoryAccess &A : Points.node(N).Accesses)
    Uses.push_back({A.Size, A.Holds, A.Way});
  auto AddBytes = [&](const llvm::Value *At, Direction Way) {
    if (auto Cell = Points.pointee(At); Cell && Cell->Node == N)
      Uses.push_back({1, Content::Integer, Way});
  };
  for (const Function *F : Points.functions())
    for (const Instruction &I : instructions(*F))
      if (auto *Memory = dyn_cast<MemIntrinsic>(&I)) {
        AddBytes(Memory->getRawDest(), Direction::Write);
        if (auto *Copy = dyn_cast<MemTransferInst>(Memory))
          AddBytes(Copy->getRawSource(), Direction::Read);
      }
  if (Points.node(N).IsFreed || Points.node(N).IsExposed)
    Uses.push_back({1, Content::Integer, Direction::Write});
  return Uses;
}

/// Whether an object of \p A could be one of \p B by C's rules (C17 6.5p7), and
/// the program would see that.
bool OutsideMemory::wouldMatterIfOneWere(PointsTo::NodeId A,
                                         PointsTo::NodeId B) const {
  const SmallVector<Use> OfB = usesOf(B);
  return any_of(usesOf(A), [&](const Use &X) {
    return any_of(OfB, [&](const Use &Y) {
      const bool IsWritten =
          X.Way == Direction::Write || Y.Way == Direction::Write;
      const bool AreOfBytes = X.Size == 1 || Y.Size == 1;
      return IsWritten &&
             (AreOfBytes || (X.Size == Y.Size && X.Holds == Y.Holds));
    });
  });
}

static Need::Argument asGiven(const Argument &A) {
  return {A.getName().str(), A.getArgNo()};
}

/// The arguments of \p Entry that are taken to lead to different objects.
std::vector<Need> OutsideMemory::describeApart(const Function &Entry) const {
  std::vector<std::pair<const Argument *, PointsTo::NodeId>> Pointers;
  for (const Argument &A : Entry.args())
    if (A.getType()->isPointerTy() && !A.hasByValAttr())
      if (auto Target = Points.pointee(&A);
          Target && WithFamilies.contains(Target->Node))
        Pointers.emplace_back(&A, Target->Node);
  std::vector<Need> All;
  for (size_t I = 0; I < Pointers.size(); ++I)
    for (size_t J = I + 1; J < Pointers.size(); ++J)
      if (Pointers[I].second != Pointers[J].second &&
          wouldMatterIfOneWere(Pointers[I].second, Pointers[J].second))
        All.push_back({.What = Need::Kind::Apart,
                       .Given = asGiven(*Pointers[I].first),
                       .Other = asGiven(*Pointers[J].first)});
  return All;
}

/// What is taken to be true of \p A, which leads to memory from outside.
std::vector<Need> OutsideMemory::describeArgument(const Argument &A) const {
  const PointsTo::NodeId N = Points.pointee(&A)->Node;
  const uint64_t Element = elementSize(A);
  const bool IsAmple = How == Environment::Ample && Element;
  const auto [Order, Back] = movesOf(A);
  const uint64_t Used = leastBytes(N, outsideAt(*Points.pointee(&A)));
  const uint64_t Before = uint64_t(offsetIn(*Points.pointee(&A)));
  const Need Memory{.What = IsAmple ? Need::Kind::Ample : Need::Kind::Memory,
                    .Given = asGiven(A),
                    .MayBeNull = isTested(A),
                    .Bytes = Order ? Order->Bytes
                             : Back && !Back->IsAccessed &&
                                     Points.node(N).Offsets.Period
                                 ? 0
                                 : Used - std::min(Used, Before),
                    .Before = Before};
  std::vector<Need> All;
  if (!Memory.MayBeNull || IsAmple || Memory.Bytes || Memory.Before)
    All.push_back(Memory);
  if (holdStrings(N))
    All.push_back({.What = Need::Kind::String,
                   .Given = Memory.Given,
                   .MayBeNull = Memory.MayBeNull});
  if (How == Environment::Counted && Element)
    for (const Argument &Count : A.getParent()->args())
      if (maySayCount(Count))
        All.push_back({.What = Need::Kind::Counted,
                       .Given = Memory.Given,
                       .Other = asGiven(Count),
                       .IsNatural = isDistance(Count, A),
                       .Bytes = Element});
  return All;
}

/// Whether pointers are read that memory from outside holds.
bool OutsideMemory::findsPointers() const {
  return any_of(AtFirst, [&](auto &Region) {
    return Parts.all()[Region.first].mayHoldPointers();
  });
}

/// What is taken to be true of arrays that are found.
std::vector<Need> OutsideMemory::describeCounts() const {
  std::vector<Need> All;
  for (auto &[Region, OfRegion] : Counts.all())
    for (const MemberCounts::Count &C : OfRegion)
      if (AtFirst.contains(Region) && AtFirst.contains(C.Region))
        All.push_back({.What = Need::Kind::CountedMembers,
                       .Bytes = C.Element,
                       .Expressions = {C.Structure, C.Pointer, C.Number}});
  return All;
}

/// How C says where the cells of \p Region are, for which \p Entry is called:
/// in structures of that name, or in what it is given; nothing if it takes more
/// than \p Levels pointers to say so.
std::pair<std::string, std::string>
OutsideMemory::placeOf(unsigned Region, const Function &Entry,
                       unsigned Levels) const {
  const sooth::Region &Part = Parts.all()[Region];
  const PointsTo::Node &Node = Points.node(Part.Node);
  const DIType *Type = withoutQualifiers(Node.Type);
  const uint64_t Period = Node.Offsets.Period;
  const bool IsStructure = Type && structureKey(Type);
  const auto Path = pathTo(Type, Period ? Part.First % Period : Part.First,
                           IsStructure || !Period ? 'i' : 'j');
  if (!Path || Levels == 0)
    return {};
  if (IsStructure)
    return {Type->getName().str(), StringRef(*Path).drop_front().str()};
  const std::string Element = (Period ? "[i]" : "[0]") + *Path;
  for (const Argument &A : Entry.args())
    if (auto At =
            A.getType()->isPointerTy() ? Points.pointee(&A) : std::nullopt;
        At && At->Node == Part.Node)
      return {"", A.getName().str() + Element};
  for (unsigned From = 0; From < Parts.all().size(); ++From)
    if (auto At = Parts.targetOf(From); At && At->Node == Part.Node)
      if (auto [Structure, Pointer] = placeOf(From, Entry, Levels - 1);
          !Pointer.empty())
        return {Structure, Pointer + Element};
  return {};
}

/// What is taken to be true of indices that are found.
std::vector<Need> OutsideMemory::describeIndices(const Function &Entry) const {
  std::vector<Need> All;
  for (auto &[Region, Of] : Indices.all()) {
    if (!AtFirst.contains(Region))
      continue;
    auto [Structure, Place] = placeOf(Region, Entry, /*Levels=*/3);
    All.push_back({.What = Need::Kind::StoredIndices,
                   .Bytes = Of.End,
                   .Before = Of.Low,
                   .Expressions = {Structure, Place}});
  }
  return All;
}

std::vector<Need> OutsideMemory::describe(const Function &Entry) const {
  std::vector<Need> All = describeApart(Entry);
  append_range(All, describeCalls());
  if (!Points.resultsApart().empty())
    All.push_back(describeResults());
  if (How == Environment::Any)
    return All;
  DenseSet<PointsTo::NodeId> Given;
  for (const Argument &A : Entry.args()) {
    auto Target =
        A.getType()->isPointerTy() ? Points.pointee(&A) : std::nullopt;
    if (!Target || !WithFamilies.contains(Target->Node))
      continue;
    Given.insert(Target->Node);
    if (!A.hasByValAttr())
      append_range(All, describeArgument(A));
  }
  if (any_of(Points.functions(), [](const Function *F) {
        return any_of(instructions(*F), [](const Instruction &I) {
          auto *Call = dyn_cast<CallBase>(&I);
          return Call && Call->hasFnAttr(UnknownTargetName);
        });
      }))
    All.push_back({.What = Need::Kind::Targets});
  if (findsPointers() || any_of(WithFamilies, [&](PointsTo::NodeId N) {
        return !Given.contains(N);
      }))
    All.push_back({.What = Need::Kind::Found});
  if (How == Environment::Counted)
    append_range(All, describeCounts());
  if (knowsIndices())
    append_range(All, describeIndices(Entry));
  if (any_of(WithFamilies, [&](PointsTo::NodeId N) {
        return !Given.contains(N) && holdStrings(N);
      }))
    All.push_back({.What = Need::Kind::FoundStrings});
  return All;
}
