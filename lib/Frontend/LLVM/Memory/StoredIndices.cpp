//===- StoredIndices.cpp - Numbers in memory that index arrays ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredIndices.h"

#include "IndexSum.h"
#include "MemberRegions.h"

#include "Base/MemoryChecks.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/FoldingSet.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#include <set>

using namespace sooth;
using namespace llvm;

namespace {
class IndexSearch {
public:
  using Bounds = StoredIndices::Bounds;

  IndexSearch(const PointsTo &Points, const Regions &Parts)
      : Points(Points), Parts(Parts) {}
  void noteTests(const Function &F);
  void noteIndices(const Function &F);
  MapVector<unsigned, Bounds> Found;

private:
  void noteAccess(const llvm::Value *Pointer);
  void noteIndex(const llvm::Value *Index, uint64_t Length);

  const PointsTo &Points;
  const Regions &Parts;
  /// What the program compares, other than for equality, by how it is found.
  std::set<FoldingSetNodeID> Tested;
};
} // namespace

/// Describes how \p V is found: the same for two loads of one member.
static void describe(const llvm::Value *V, FoldingSetNodeID &ID,
                     unsigned Levels = 8) {
  auto *How = dyn_cast<Operator>(V);
  if (Levels == 0 || !How ||
      !isa<LoadInst, GEPOperator, CastInst, FreezeInst, BinaryOperator>(How))
    return ID.AddPointer(V);
  ID.AddInteger(How->getOpcode());
  ID.AddPointer(How->getType());
  if (auto *Step = dyn_cast<GEPOperator>(How))
    ID.AddPointer(Step->getSourceElementType());
  for (const llvm::Value *Part : How->operand_values())
    describe(Part, ID, Levels - 1);
}

static FoldingSetNodeID description(const llvm::Value *V) {
  FoldingSetNodeID ID;
  describe(V, ID);
  return ID;
}

void IndexSearch::noteTests(const Function &F) {
  for (const Instruction &I : instructions(F))
    if (auto *Compare = dyn_cast<ICmpInst>(&I);
        Compare && !Compare->isEquality() &&
        Compare->getOperand(0)->getType()->isIntegerTy())
      for (const llvm::Value *Side : Compare->operand_values())
        if (const llvm::Value *Number = asIndexSum(Side).Of;
            isa<LoadInst>(Number))
          Tested.insert(description(Number));
}

/// What is read of \p Length elements, if a number in memory says which.
void IndexSearch::noteIndex(const llvm::Value *Index, uint64_t Length) {
  const auto [Number, Added, HasSign] = asIndexSum(Index);
  auto *Load = dyn_cast<LoadInst>(Number);
  if (!Load || !Load->getType()->isIntegerTy() || Load->isVolatile())
    return;
  auto At = Points.pointee(Load->getPointerOperand());
  auto In =
      At && Points.node(At->Node).IsOutside ? Parts.find(*At) : std::nullopt;
  const unsigned Width = Load->getType()->getIntegerBitWidth();
  if (!In || Parts.all()[*In].Holds != MemoryAccess::Content::Integer ||
      Parts.all()[*In].mayHoldPointers() ||
      8 * Parts.all()[*In].Unit != Width || !isOneMember(Points, Parts, *In))
    return;
  const int64_t End = int64_t(Length) - Added;
  // Not where negative numbers are meant, too, nor where any number will do.
  if (End <= 0 || (HasSign && Added > 0) ||
      (Added >= 0 && uint64_t(End) > maxUIntN(Width)) ||
      Tested.contains(description(Load)))
    return;
  const Bounds New{uint64_t(std::max<int64_t>(-Added, 0)), uint64_t(End)};
  auto [It, IsNew] = Found.try_emplace(*In, New);
  It->second = {std::min(It->second.Low, New.Low),
                std::max(It->second.End, New.End)};
}

void IndexSearch::noteAccess(const llvm::Value *Pointer) {
  while (auto *Step = dyn_cast<GEPOperator>(Pointer)) {
    for (auto It = gep_type_begin(Step), E = gep_type_end(Step); It != E; ++It)
      if (auto *Array = dyn_cast<ArrayType>(It.getIndexedType());
          Array && std::next(It) != E && Array->getNumElements() > 1)
        noteIndex(std::next(It).getOperand(), Array->getNumElements());
    Pointer = Step->getPointerOperand();
  }
}

void IndexSearch::noteIndices(const Function &F) {
  for (const Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && classify(*Call) == CalleeKind::MemoryCheck)
      if (const MemoryCheck Check = describeCheck(*Call);
          Check.What == MemoryCheck::Kind::Read ||
          Check.What == MemoryCheck::Kind::Write)
        noteAccess(Check.Pointer);
}

StoredIndices::StoredIndices(const PointsTo &Points, const Regions &Parts) {
  IndexSearch Search(Points, Parts);
  for (const Function *F : Points.functions())
    Search.noteTests(*F);
  for (const Function *F : Points.functions())
    Search.noteIndices(*F);
  ByRegion = std::move(Search.Found);
}
