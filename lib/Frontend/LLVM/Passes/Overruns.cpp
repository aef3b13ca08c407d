//===- Overruns.cpp - Locals that sroa would take too lightly -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Overruns.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace sooth {

namespace {
/// Follows the uses of a local's address as far as offsets are known.
class OverrunSearch {
public:
  explicit OverrunSearch(const AllocaInst &Local)
      : Local(Local), DL(Local.getDataLayout()),
        Size(DL.getTypeAllocSize(Local.getAllocatedType()).getFixedValue()) {
    add(Local, 0);
  }
  /// Something beyond the end is read or written.
  bool findOverrun();
  /// Accesses may show later: the address is stored somewhere, or bytes are
  /// copied whose number may become a constant. Requires findOverrun() to be
  /// false.
  bool mayChange() const { return MayChange; }

private:
  using Place = std::pair<const Value *, int64_t>;
  void add(const Value &Pointer, int64_t Offset) {
    if (Seen.insert({&Pointer, Offset}).second)
      Worklist.push_back({&Pointer, Offset});
  }
  bool isBeyond(int64_t Offset, uint64_t Bytes) const {
    return Offset < 0 || uint64_t(Offset) > Size ||
           Bytes > Size - uint64_t(Offset);
  }
  bool isBeyond(int64_t Offset, Type *Ty) const {
    TypeSize Bytes = DL.getTypeStoreSize(Ty);
    return Bytes.isScalable() || isBeyond(Offset, Bytes.getFixedValue());
  }
  bool isOverlap(const Use &U, int64_t Offset, uint64_t Bytes) const;
  bool visit(const Use &U, int64_t Offset);

  const AllocaInst &Local;
  const DataLayout &DL;
  uint64_t Size;
  DenseSet<Place> Seen;
  SmallVector<Place, 16> Worklist;
  bool MayChange = false;
};
} // namespace

/// Whether \p U is a side of a memcpy within the local that overlaps with the
/// other one. sroa would copy in an order of its own.
bool OverrunSearch::isOverlap(const Use &U, int64_t Offset,
                              uint64_t Bytes) const {
  auto *Copy = dyn_cast<MemCpyInst>(U.getUser());
  if (!Copy)
    return false;
  const Value *Other =
      U.get() == Copy->getRawDest() ? Copy->getRawSource() : Copy->getRawDest();
  if (getUnderlyingObject(Other, /*MaxLookup=*/0) != &Local)
    return false;
  APInt At(DL.getIndexTypeSizeInBits(Other->getType()), 0);
  if (Other->stripAndAccumulateConstantOffsets(DL, At, true) != &Local)
    return true;
  const uint64_t Apart = uint64_t(At.getSExtValue()) - uint64_t(Offset);
  return Apart != 0 && (Apart < Bytes || -Apart < Bytes);
}

/// Whether this very use is an access beyond the end, or one like it.
bool OverrunSearch::visit(const Use &U, int64_t Offset) {
  const User *User = U.getUser();
  if (auto *Load = dyn_cast<LoadInst>(User))
    return isBeyond(Offset, Load->getType());
  if (auto *Store = dyn_cast<StoreInst>(User)) {
    if (U.getOperandNo() == StoreInst::getPointerOperandIndex())
      return isBeyond(Offset, Store->getValueOperand()->getType());
    MayChange = true;
    return false;
  }
  if (auto *Memory = dyn_cast<MemIntrinsic>(User)) {
    auto *Length = dyn_cast<ConstantInt>(Memory->getLength());
    if (!Length)
      MayChange = true;
    return Length && (isBeyond(Offset, Length->getLimitedValue()) ||
                      isOverlap(U, Offset, Length->getLimitedValue()));
  }
  if (auto *GEP = dyn_cast<GEPOperator>(User)) {
    APInt Inner(DL.getIndexTypeSizeInBits(GEP->getType()), 0);
    if (GEP->accumulateConstantOffset(DL, Inner))
      add(*GEP, Offset + Inner.getSExtValue());
  } else if (isa<PHINode, SelectInst, BitCastOperator, AddrSpaceCastInst>(
                 User)) {
    add(*User, Offset);
  }
  return false;
}

bool OverrunSearch::findOverrun() {
  // A pointer that a loop moves has many offsets; sroa does not follow it
  // either, and more of them than this are no local's.
  constexpr unsigned MaxPlaces = 10000;
  while (!Worklist.empty() && Seen.size() < MaxPlaces) {
    auto [Pointer, Offset] = Worklist.pop_back_val();
    for (const Use &U : Pointer->uses())
      if (visit(U, Offset))
        return true;
  }
  return !Worklist.empty();
}

void keepInMemory(AllocaInst &Local) {
  IRBuilder<> Builder(Local.getNextNode());
  Builder.SetCurrentDebugLocation(DebugLoc());
  // Always 0.
  Value *Any = Builder.CreateFreeze(PoisonValue::get(Builder.getInt64Ty()));
  Value *Zero = Builder.CreateAnd(Any, Builder.getInt64(0));
  Builder.CreateLoad(Builder.getInt8Ty(),
                     Builder.CreateGEP(Builder.getInt8Ty(), &Local, Zero),
                     Local.getName() + ".kept");
}

unsigned holdLocals(Function &F) {
  unsigned Waiting = 0;
  for (Instruction &I : make_early_inc_range(F.getEntryBlock())) {
    auto *Local = dyn_cast<AllocaInst>(&I);
    if (!Local || !Local->isStaticAlloca() || Local->isArrayAllocation() ||
        Local->getAllocatedType()->isScalableTy())
      continue;
    OverrunSearch Search(*Local);
    if (Search.findOverrun()) {
      keepInMemory(*Local);
    } else if (Search.mayChange()) {
      keepInMemory(*Local);
      ++Waiting;
    }
  }
  return Waiting;
}

} // namespace sooth
