//===- BoundedIndices.cpp - What code itself makes of its indices ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoundedIndices.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LazyValueInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/TargetParser/Triple.h"

using namespace sooth;
using namespace llvm;

struct BoundedIndices::Analyses {
  explicit Analyses(Function &F)
      : Library(Triple(F.getParent()->getTargetTriple())), Calls(Library),
        Assumptions(F), Dominators(F), Loops(Dominators),
        Evolution(F, Calls, Assumptions, Dominators, Loops),
        Values(&Assumptions, &F.getDataLayout()) {}

  TargetLibraryInfoImpl Library;
  TargetLibraryInfo Calls;
  AssumptionCache Assumptions;
  DominatorTree Dominators;
  LoopInfo Loops;
  ScalarEvolution Evolution;
  LazyValueInfo Values;
};

BoundedIndices::BoundedIndices() = default;
BoundedIndices::~BoundedIndices() = default;

BoundedIndices::Analyses &BoundedIndices::of(const Function &F) {
  std::unique_ptr<Analyses> &Its = Known[&F];
  if (!Its) // (Which change nothing.)
    Its = std::make_unique<Analyses>(const_cast<Function &>(F));
  return *Its;
}

/// What \p Index was before it got more bits.
static const llvm::Value &withoutExtension(const llvm::Value &Index) {
  const llvm::Value *Inner = &Index;
  while (isa<ZExtInst, SExtInst, FreezeInst>(Inner))
    Inner = cast<Instruction>(Inner)->getOperand(0);
  return *Inner;
}

uint64_t BoundedIndices::bytesAfterBase(const llvm::Value &Pointer,
                                        uint64_t Size, const Instruction &By) {
  auto *Gep = dyn_cast<GEPOperator>(&Pointer);
  if (!Gep || !Gep->getType()->isPointerTy())
    return 0;
  const DataLayout &Layout = By.getDataLayout();
  const unsigned Bits = Layout.getIndexTypeSizeInBits(Gep->getType());
  MapVector<llvm::Value *, APInt> Steps;
  APInt Fixed(Bits, 0);
  if (!Gep->collectOffset(Layout, Bits, Steps, Fixed) || Steps.size() != 1 ||
      !Fixed.isNonNegative() || !Steps.front().second.isStrictlyPositive())
    return 0;
  llvm::Value *Index = Steps.front().first;
  const llvm::Value &Inner = withoutExtension(*Index);
  const unsigned Width = Inner.getType()->getScalarSizeInBits();
  Analyses &Its = of(*By.getFunction());
  const ConstantRange InLoop =
      Its.Evolution.getSignedRange(Its.Evolution.getSCEV(Index));
  const ConstantRange Here = Its.Values.getConstantRange(
      Index, const_cast<Instruction *>(&By), /*UndefAllowed=*/false);
  const ConstantRange Both = InLoop.intersectWith(Here, ConstantRange::Signed);
  // A larger bound would be none that is meant as the length of an array.
  static constexpr uint64_t MostElements = 4096;
  if (Both.isEmptySet() || Both.getSignedMin().isNegative() ||
      Both.getSignedMax().uge(MostElements))
    return 0;
  const uint64_t Last = Both.getSignedMax().getZExtValue();
  // All that an index of few bits can be, perhaps without its sign, is no
  // bound.
  if (Width < 16 && Last + 1 >= (uint64_t(1) << (Width - 1)))
    return 0;
  return Last * Steps.front().second.getZExtValue() + Fixed.getZExtValue() +
         Size;
}
