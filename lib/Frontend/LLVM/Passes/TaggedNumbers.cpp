//===- TaggedNumbers.cpp - Integers that are pointers with tags -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TaggedNumbers.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/MathExtras.h"

#include <set>

using namespace sooth;
using namespace llvm;

/// No object is before the end of the first page.
static constexpr uint64_t PageSize = 4096;

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

bool sooth::isSmallConstant(const Value *V) {
  auto *Number = dyn_cast<ConstantInt>(V);
  return Number && Number->getValue().ult(PageSize);
}

static uint64_t greatestValue(const Value *V, const DataLayout &Layout) {
  return computeKnownBits(V, Layout).getMaxValue().getLimitedValue();
}

bool sooth::isTag(const Value *V, const DataLayout &Layout) {
  return greatestValue(V, Layout) <= GreatestTag;
}

Value *sooth::numberedPointer(const Value *V, const DataLayout &Layout) {
  auto *Number = dyn_cast<PtrToIntOperator>(V);
  if (!Number || !V->getType()->isIntegerTy() ||
      V->getType()->getIntegerBitWidth() !=
          Layout.getPointerTypeSizeInBits(Number->getPointerOperandType()))
    return nullptr;
  return const_cast<Value *>(Number->getPointerOperand());
}

/// All bits up to the greatest one.
static uint64_t bitsUpTo(uint64_t Greatest) {
  return Greatest ? NextPowerOf2(Greatest) - 1 : 0;
}

/// A mask that clears nothing but tags.
static std::optional<TagStep> clearing(Value *Number, Value *Mask,
                                       const DataLayout &Layout) {
  APInt Cleared = ~computeKnownBits(Mask, Layout).One;
  if (Cleared.ugt(GreatestTag))
    return std::nullopt;
  return TagStep{TagStep::How::Clear, Number, Mask,
                 bitsUpTo(Cleared.getZExtValue())};
}

std::optional<TagStep> sooth::tagStep(const Instruction &I) {
  const DataLayout &Layout = I.getDataLayout();
  if (!isa<BinaryOperator>(I))
    return std::nullopt;
  Value *A = I.getOperand(0), *B = I.getOperand(1);
  if (I.getOpcode() == Instruction::And) {
    auto Step = clearing(A, B, Layout);
    return Step ? Step : clearing(B, A, Layout);
  }
  if (I.isCommutative() && !isTag(B, Layout))
    std::swap(A, B);
  const uint64_t Greatest = greatestValue(B, Layout);
  if (Greatest > GreatestTag)
    return std::nullopt;
  switch (I.getOpcode()) {
  case Instruction::Add:
    return TagStep{TagStep::How::Add, A, B, 0};
  case Instruction::Sub:
    return TagStep{TagStep::How::Subtract, A, B, 0};
  case Instruction::Or:
    return TagStep{TagStep::How::Set, A, B, bitsUpTo(Greatest)};
  case Instruction::Xor:
    return TagStep{TagStep::How::Flip, A, B, bitsUpTo(Greatest)};
  default:
    return std::nullopt;
  }
}

uint64_t sooth::lowBitsUsed(const Value &Number, const Instruction &I) {
  if (I.getOpcode() == Instruction::And) {
    Value *Mask = I.getOperand(I.getOperand(0) == &Number ? 1 : 0);
    const uint64_t Greatest = greatestValue(Mask, I.getDataLayout());
    return Greatest <= GreatestTag ? bitsUpTo(Greatest) : 0;
  }
  if (I.getOpcode() == Instruction::URem && I.getOperand(0) == &Number) {
    auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
    const uint64_t Period = By ? By->getLimitedValue() : 0;
    return isPowerOf2_64(Period) && Period <= GreatestTag + 1 ? Period - 1 : 0;
  }
  // Truncated first, and then masked.
  if (!isa<TruncInst>(I))
    return 0;
  const unsigned Width = I.getType()->getIntegerBitWidth();
  if (Width <= Log2_64(GreatestTag + 1))
    return maskTrailingOnes<uint64_t>(Width);
  uint64_t All = 0;
  for (const User *By : I.users()) {
    auto *Mask = cast<Instruction>(By);
    uint64_t Used =
        Mask->getOpcode() == Instruction::And ? lowBitsUsed(I, *Mask) : 0;
    if (!Used)
      return 0;
    All |= Used;
  }
  return All;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// Whether \p I reads or writes nothing but a number or a pointer as a whole.
static bool isWholeAccess(const Instruction &I, const DataLayout &Layout) {
  auto *T = isa<LoadInst>(I) ? I.getType()
            : isa<StoreInst>(I)
                ? cast<StoreInst>(I).getValueOperand()->getType()
                : nullptr;
  return T && !I.isAtomic() && !I.isVolatile() &&
         (T->isPointerTy() || T->isIntegerTy(Layout.getPointerSizeInBits()));
}

/// Whether \p I asks of memory what holds for pointers as well as for numbers:
/// constants that are copied, checks.
static bool asksOnly(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  if (auto *Copy = dyn_cast<MemTransferInst>(Call))
    return copiedConstant(*Copy);
  return classify(*Call) == CalleeKind::MemoryCheck;
}

void TaggedNumbers::findCells() {
  for (PointsTo::NodeId N : Points.nodes()) {
    const PointsTo::Node &Node = Points.node(N);
    for (const MemoryAccess &A : Node.Accesses) {
      MemoryCell &Cell = Cells[{N, A.Offset}];
      auto *By = const_cast<Instruction *>(A.By);
      const bool IsWhole = By && A.Size == Layout.getPointerSize() &&
                           (isWholeAccess(*By, Layout) || asksOnly(*By));
      if (!IsWhole || Node.IsWild || Node.IsExposed)
        Cell.As = MemoryCell::Shape::Other;
      else if (!asksOnly(*By)) {
        Cell.Accesses.push_back(By);
        CellOf[By] = {N, A.Offset};
      }
    }
    refuteOverlaps(N);
  }
  refuteFilled();
}

/// Cells that other accesses reach into are no wholes.
void TaggedNumbers::refuteOverlaps(PointsTo::NodeId N) {
  const PointsTo::Node &Node = Points.node(N);
  auto SubobjectAt = [&](int64_t Offset) -> const Subobject * {
    auto In = Node.Offsets.find(Offset, PointsTo::Everywhere).Enclosing;
    return In.empty() ? nullptr : In.back();
  };
  std::set<std::pair<int64_t, uint64_t>> Ranges;
  for (const MemoryAccess &A : Node.Accesses)
    Ranges.insert({A.Offset, A.Size});
  for (auto [Offset, Size] : Ranges)
    for (auto [Other, SizeThere] : Ranges) {
      const Subobject *In = SubobjectAt(Offset);
      // No access reaches from one subobject into another.
      if (Offset == Other || In != SubobjectAt(Other))
        continue;
      const uint64_t Stride = In ? In->Stride : Node.Offsets.Period;
      const uint64_t Behind = Stride ? uint64_t(reduced(Other - Offset, Stride))
                              : Other > Offset ? uint64_t(Other - Offset)
                                               : Size;
      if (Behind < Size)
        Cells[{N, Offset}].As = Cells[{N, Other}].As = MemoryCell::Shape::Other;
    }
}

/// What is filled with other bytes than zeros holds no pointers.
void TaggedNumbers::refuteFilled() {
  for (const Function *F : Points.functions())
    for (const Instruction &I : instructions(*F)) {
      auto *Fill = dyn_cast<MemSetInst>(&I);
      auto At = Fill ? Points.pointee(Fill->getRawDest()) : std::nullopt;
      auto *Byte = Fill ? dyn_cast<ConstantInt>(Fill->getValue()) : nullptr;
      if (!At || (Byte && Byte->isZero()))
        continue;
      for (auto &[Key, Cell] : Cells)
        if (Key.first == At->Node)
          Cell.As = MemoryCell::Shape::Other;
    }
}

/// Whether all numbers of the width of an address in \p C, but for those that
/// \p IsElsewhere names, are small.
static bool hasSmallNumbers(const Constant &C, uint64_t Offset,
                            const DataLayout &Layout,
                            function_ref<bool(uint64_t)> IsElsewhere) {
  if (C.isNullValue() || C.getType()->isPointerTy() || isa<UndefValue>(C))
    return true;
  if (auto *Data = dyn_cast<ConstantDataSequential>(&C);
      Data && Data->getElementByteSize() < Layout.getPointerSize())
    return true;
  if (!isa<ConstantAggregate, ConstantDataSequential>(C)) {
    const uint64_t Size = Layout.getTypeStoreSize(C.getType());
    return Size < Layout.getPointerSize() || isSmallConstant(&C) ||
           (Size == Layout.getPointerSize() && IsElsewhere(Offset));
  }
  const bool IsStruct = C.getType()->isStructTy();
  for (unsigned I = 0; const Constant *Part = C.getAggregateElement(I); ++I) {
    const uint64_t Before =
        IsStruct
            ? uint64_t(Layout.getStructLayout(cast<StructType>(C.getType()))
                           ->getElementOffset(I))
            : I * uint64_t(Layout.getTypeAllocSize(Part->getType()));
    if (!hasSmallNumbers(*Part, Offset + Before, Layout, IsElsewhere))
      return false;
  }
  return true;
}

/// Whether globals hold small numbers or pointers in this cell at first, and so
/// do constants that are copied there.
bool TaggedNumbers::beginsWell(const CellKey &Key) const {
  auto [N, Offset] = Key;
  const PointsTo::Node &Node = Points.node(N);
  const bool IsPlain =
      Node.Offsets.find(Offset, PointsTo::Everywhere).Enclosing.empty();
  auto IsSmallIn = [&, Offset = Offset](const Constant &Initial,
                                        int64_t Start) {
    return hasSmallNumbers(Initial, 0, Layout, [&](uint64_t At) {
      const int64_t Distance = int64_t(At) + Start - Offset;
      return IsPlain && reduced(Distance, Node.Offsets.Period) != 0;
    });
  };
  for (auto [O, Start] : Node.Objects)
    if (auto *G = dyn_cast<GlobalVariable>(Points.objects()[O].Site);
        G && G->hasInitializer() && !IsSmallIn(*G->getInitializer(), Start))
      return false;
  for (const MemoryAccess &A : Node.Accesses) {
    auto *Copy = dyn_cast_or_null<MemTransferInst>(A.By);
    auto At = Copy ? Points.pointee(Copy->getRawDest()) : std::nullopt;
    if (At && !IsSmallIn(*copiedConstant(*Copy)->getInitializer(), At->Offset))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// \p V must be a pointer with a tag, for \p By is made of it.
void TaggedNumbers::need(Value *V, Value *By) {
  if (const Value *Pointer = numberedPointer(V, Layout)) {
    Roots.push_back({Pointer, By});
    return;
  }
  if (isSmallConstant(V) || isTag(V, Layout))
    return;
  Classes.unionSets(By, V);
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return refute(V);
  if (Seen.insert(I))
    Worklist.push_back(I);
}

/// Everything that is stored there, too; and everything that is loaded becomes
/// a pointer.
void TaggedNumbers::needCell(const CellKey &Key, Value *By) {
  const MemoryCell &Cell = Cells.find(Key)->second;
  Classes.unionSets(By, Cell.Accesses.front());
  if (!SeenCells.insert(Key).second)
    return;
  if (Cell.As == MemoryCell::Shape::Other || !beginsWell(Key))
    return refute(By);
  for (Instruction *Access : Cell.Accesses) {
    Classes.unionSets(By, Access);
    if (auto *Store = dyn_cast<StoreInst>(Access)) {
      Value *New = Store->getValueOperand();
      if (New->getType()->isPointerTy()) {
        Roots.push_back({New, Store});
        continue;
      }
      SeenStores.push_back(Store);
      need(New, Store);
    } else if (Access->getType()->isIntegerTy() && Seen.insert(Access)) {
      Worklist.push_back(Access);
    }
  }
}

void TaggedNumbers::visit(Instruction &I) {
  for (const User *By : I.users())
    if (uint64_t Low = lowBitsUsed(I, *cast<Instruction>(By)))
      Masks.push_back({&I, Low});
  if (auto Step = tagStep(I)) {
    Masks.push_back({&I, Step->Mask});
    return need(Step->Number, &I);
  }
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    for (Value *V : Phi->incoming_values())
      need(V, &I);
    return;
  }
  if (auto *Choice = dyn_cast<SelectInst>(&I)) {
    need(Choice->getTrueValue(), &I);
    return need(Choice->getFalseValue(), &I);
  }
  if (isa<FreezeInst>(I))
    return need(I.getOperand(0), &I);
  auto Cell = CellOf.find(&I);
  if (isa<LoadInst>(I) && Cell != CellOf.end())
    return needCell(Cell->second, &I);
  refute(&I);
}

bool TaggedNumbers::isZeroIn(uint64_t Mask, const Value *Pointer) const {
  if (isa<ConstantPointerNull>(Pointer))
    return true;
  auto At = Points.pointee(Pointer);
  if (!At || Points.node(At->Node).IsWild)
    return false;
  return all_of(Points.node(At->Node).Objects, [&](auto &Entry) {
    // What code that is not seen returns may have tags.
    auto *Call = dyn_cast<CallBase>(Points.objects()[Entry.first].Site);
    return !(Call && returnsUnseen(*Call)) &&
           Points.alignmentOf(Entry.first) > Mask;
  });
}

/// Whether the bits that are looked at are those of tags.
bool TaggedNumbers::areAligned(const Facts &Of) const {
  return all_of(Of.Pointers, [&](const Value *Pointer) {
    return isZeroIn(Of.Mask, Pointer);
  });
}

/// Numbers of pointers that need not be made, or not for all that uses them.
void TaggedNumbers::findLooks() {
  for (const Function *F : Points.functions())
    for (const Instruction &I : instructions(*F)) {
      const Value *Pointer =
          isa<PtrToIntInst>(I) ? numberedPointer(&I, Layout) : nullptr;
      if (!Pointer)
        continue;
      for (const User *By : I.users())
        if (auto *User = cast<Instruction>(By);
            uint64_t Low = lowBitsUsed(I, *User))
          if (isZeroIn(Low, Pointer) && !is_contained(Looks, User))
            Looks.push_back(const_cast<Instruction *>(User));
    }
}

/// Chooses the classes of which nothing is refuted.
void TaggedNumbers::gather() {
  DenseMap<const Value *, Facts> Known;
  auto Of = [&](const Value *V) -> Facts & {
    return Known[Classes.getLeaderValue(V)];
  };
  for (const Value *V : Refuted)
    Of(V).IsRefuted = true;
  for (auto [V, Mask] : Masks)
    Of(V).Mask |= Mask;
  for (auto [Pointer, V] : Roots)
    Of(V).Pointers.push_back(Pointer);
  for (auto &[Leader, Class] : Known)
    Class.IsRefuted |= !areAligned(Class);
  for (Instruction *I : Seen)
    if (const Facts &Class = Of(I); !Class.IsRefuted) {
      Members.push_back(I);
      MaskOf[I] = Class.Mask;
    }
  copy_if(SeenStores, std::back_inserter(Stores),
          [&](StoreInst *Store) { return !Of(Store).IsRefuted; });
  copy_if(Candidates, std::back_inserter(Ends),
          [&](IntToPtrInst *End) { return !Of(End).IsRefuted; });
}

TaggedNumbers::TaggedNumbers(Function &Entry)
    : Layout(Entry.getDataLayout()), Points(Entry) {
  for (const Function *F : Points.functions())
    for (const Instruction &I : instructions(*F))
      if (auto *End = dyn_cast<IntToPtrInst>(&I);
          End && !isa<Constant>(End->getOperand(0)) &&
          End->getSrcTy()->isIntegerTy(Layout.getPointerSizeInBits()))
        Candidates.push_back(const_cast<IntToPtrInst *>(End));
  if (Candidates.empty())
    return;
  findCells();
  for (IntToPtrInst *End : Candidates) {
    Classes.insert(End);
    need(End->getOperand(0), End);
  }
  while (!Worklist.empty())
    visit(*Worklist.pop_back_val());
  gather();
  findLooks();
}
