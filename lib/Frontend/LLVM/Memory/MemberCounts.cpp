//===- MemberCounts.cpp - Numbers beside arrays that count their elements -===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemberCounts.h"

#include "IndexSum.h"
#include "MemberRegions.h"

#include "Base/MemoryChecks.h"
#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

namespace {
class CountSearch {
public:
  using Count = MemberCounts::Count;

  CountSearch(const PointsTo &Points, const Regions &Parts)
      : Points(Points), Parts(Parts) {}
  void noteIndices(const GEPOperator &Step);
  void compare(const ICmpInst &Compare);
  /// So many bytes of an array.
  void handle(const llvm::Value *Pointer, const llvm::Value *Bytes) {
    if (auto *Load = dyn_cast<LoadInst>(Pointer))
      add(*Load, Bytes);
  }
  void countDown();
  MapVector<unsigned, SmallVector<Count, 1>> Found;

private:
  std::optional<PointsTo::Cell> cellOf(const LoadInst &Load) const;
  void add(const LoadInst &Pointer, const llvm::Value *Number);
  void add(const LoadInst &Pointer, const LoadInst &Read);

  const PointsTo &Points;
  const Regions &Parts;
  /// By index: pointers that were read, and to which it is added.
  MapVector<const llvm::Value *, SmallVector<const LoadInst *, 1>> IndexOf;
};
} // namespace

/// What \p V was before it was made wider, and constants were added.
static const llvm::Value *origin(const llvm::Value *V) {
  return asIndexSum(V).Of;
}

std::optional<PointsTo::Cell> CountSearch::cellOf(const LoadInst &Load) const {
  auto At = Points.pointee(Load.getPointerOperand());
  return At && !Points.node(At->Node).IsWild ? At : std::nullopt;
}

void CountSearch::noteIndices(const GEPOperator &Step) {
  auto *Base = dyn_cast<LoadInst>(getUnderlyingObject(&Step, /*MaxLookup=*/0));
  if (!Base)
    return;
  for (const Use &Index : Step.indices())
    if (!isa<Constant>(Index))
      IndexOf[origin(Index)].push_back(Base);
}

/// The member of \p Structure at \p Offset; null if there is none.
static const DIDerivedType *memberAt(const DICompositeType &Structure,
                                     uint64_t Offset) {
  for (const DINode *Node : Structure.getElements())
    if (auto *M = dyn_cast<DIDerivedType>(Node);
        M && M->getTag() == dwarf::DW_TAG_member &&
        M->getOffsetInBits() == 8 * Offset && !M->isBitField())
      return M;
  return nullptr;
}

/// That \p Number, if it was read beside \p Pointer, counts what that leads to;
/// also where it is one of several, as the least of two numbers is.
void CountSearch::add(const LoadInst &Pointer, const llvm::Value *Number) {
  static constexpr unsigned MostChosen = 8;
  SetVector<const llvm::Value *> Work;
  Work.insert(origin(Number));
  for (size_t I = 0; I < Work.size() && I < MostChosen; ++I) {
    if (auto *Read = dyn_cast<LoadInst>(Work[I]))
      add(Pointer, *Read);
    auto *Choice = dyn_cast<User>(Work[I]);
    if (isa_and_nonnull<PHINode, SelectInst, MinMaxIntrinsic>(Choice))
      for (const llvm::Value *From : Choice->operand_values())
        Work.insert(origin(From));
  }
}

void CountSearch::add(const LoadInst &Pointer, const LoadInst &Read) {
  auto P = cellOf(Pointer), N = cellOf(Read);
  auto OfPointer = P ? Parts.find(*P) : std::nullopt,
       OfNumber = N ? Parts.find(*N) : std::nullopt;
  if (!OfPointer || !OfNumber || P->Node != N->Node ||
      !Read.getType()->isIntegerTy() ||
      !isOneMember(Points, Parts, *OfPointer) ||
      !isOneMember(Points, Parts, *OfNumber))
    return;
  auto Target = Parts.targetOf(*OfPointer);
  auto *Structure = dyn_cast_or_null<DICompositeType>(
      withoutQualifiers(Points.node(P->Node).Type));
  if (!Target || !Structure ||
      Structure->getTag() != dwarf::DW_TAG_structure_type)
    return;
  const uint64_t At = Parts.offsetInNode(*P), NumberAt = Parts.offsetInNode(*N);
  const DIDerivedType *Array = memberAt(*Structure, At),
                      *Member = memberAt(*Structure, NumberAt);
  auto *Type = dyn_cast_or_null<DIBasicType>(
      Member ? withoutQualifiers(Member->getBaseType()) : nullptr);
  const auto Sign = Type ? Type->getSignedness() : std::nullopt;
  Count New{.Region = *OfNumber,
            .Distance = int64_t(NumberAt) - int64_t(At),
            .IsSigned = Sign == DIBasicType::Signedness::Signed,
            .Element = Points.node(Target->Node).Offsets.Period};
  if (!Array || !Sign || New.Element == 0)
    return;
  New.Structure = Structure->getName().str();
  New.Pointer = Array->getName().str();
  New.Number = Member->getName().str();
  SmallVector<Count, 1> &All = Found[*OfPointer];
  if (none_of(All, [&](const Count &C) { return C.Region == New.Region; }))
    All.push_back(std::move(New));
}

/// An index of an array with what may be the number of its elements.
void CountSearch::compare(const ICmpInst &Compare) {
  for (unsigned Side : {0, 1}) {
    auto Arrays = IndexOf.find(origin(Compare.getOperand(Side)));
    if (Arrays != IndexOf.end())
      for (const LoadInst *Pointer : Arrays->second)
        add(*Pointer, Compare.getOperand(1 - Side));
  }
}

/// Indices that begin with the number.
void CountSearch::countDown() {
  for (auto &[Index, Arrays] : IndexOf)
    if (auto *Merged = dyn_cast<PHINode>(Index))
      for (const llvm::Value *From : Merged->incoming_values())
        for (const LoadInst *Pointer : Arrays)
          add(*Pointer, From);
}

MemberCounts::MemberCounts(const PointsTo &Points, const Regions &Parts) {
  CountSearch Search(Points, Parts);
  for (const Function *F : Points.functions())
    for (const Instruction &I : instructions(*F))
      if (auto *Step = dyn_cast<GEPOperator>(&I))
        Search.noteIndices(*Step);
  Search.countDown();
  for (const Function *F : Points.functions())
    for (const Instruction &I : instructions(*F))
      if (auto *Compare = dyn_cast<ICmpInst>(&I);
          Compare && Compare->getOperand(0)->getType()->isIntegerTy())
        Search.compare(*Compare);
      else if (auto *Call = dyn_cast<CallBase>(&I);
               Call && classify(*Call) == CalleeKind::MemoryCheck)
        if (const MemoryCheck Check = describeCheck(*Call);
            Check.What == MemoryCheck::Kind::Read ||
            Check.What == MemoryCheck::Kind::Write)
          Search.handle(Check.Pointer, Check.Size);
  ByPointer = std::move(Search.Found);
}

bool MemberCounts::counts(unsigned Region) const {
  return any_of(ByPointer, [&](auto &Of) {
    return any_of(Of.second,
                  [&](const Count &C) { return C.Region == Region; });
  });
}
