//===- MemoryChecks.cpp - Calls that ask whether memory is used well ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryChecks.h"

#include "sooth/Frontend/LLVM/Base/OperationNumbers.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using namespace llvm;

static constexpr std::pair<MemoryCheck::Kind, StringLiteral> CheckNames[] = {
    {MemoryCheck::Kind::Read, "sooth.check.read"},
    {MemoryCheck::Kind::Write, "sooth.check.write"},
    {MemoryCheck::Kind::Free, "sooth.check.free"},
    {MemoryCheck::Kind::Call, "sooth.check.call"},
    {MemoryCheck::Kind::Align, "sooth.check.align"},
    {MemoryCheck::Kind::Number, "sooth.check.number"},
    {MemoryCheck::Kind::Pointer, "sooth.check.pointer"},
    {MemoryCheck::Kind::Other, "sooth.check.other"},
    {MemoryCheck::Kind::Copy, "sooth.check.copy"},
    {MemoryCheck::Kind::Leak, "sooth.check.leak"},
    {MemoryCheck::Kind::Overlap, "sooth.check.overlap"},
    {MemoryCheck::Kind::Apart, "sooth.check.apart"},
    {MemoryCheck::Kind::Argument, "sooth.check.argument"},
    {MemoryCheck::Kind::Distinct, "sooth.check.distinct"},
    {MemoryCheck::Kind::Alive, "sooth.check.alive"},
    {MemoryCheck::Kind::Modelled, "sooth.check.modelled"},
    {MemoryCheck::Kind::Type, "sooth.check.type"},
};

StringRef sooth::checkName(MemoryCheck::Kind What) {
  return find_if(CheckNames, [&](auto &Entry) { return Entry.first == What; })
      ->second;
}

MemoryCheck sooth::describeCheck(const CallBase &Call) {
  StringRef Name = calledFunction(Call)->getName();
  auto What = find_if(CheckNames, [&](auto &Entry) {
                return Entry.second == Name;
              })->first;
  if (What == MemoryCheck::Kind::Leak || What == MemoryCheck::Kind::Modelled ||
      What == MemoryCheck::Kind::Type)
    return {What, nullptr, nullptr};
  auto Argument = [&](unsigned I) {
    return I < Call.arg_size() ? Call.getArgOperand(I) : nullptr;
  };
  auto *CountsSame = dyn_cast_or_null<ConstantInt>(Argument(4));
  return {What,        Argument(0), Argument(1),
          Argument(2), Argument(3), CountsSame && CountsSame->isOne()};
}

void sooth::checkOverlap(MemCpyInst &Copy, MemoryCheck::Kind What) {
  Value *To = Copy.getRawDest(), *From = Copy.getRawSource();
  if (To->getType()->getPointerAddressSpace() != 0 ||
      From->getType()->getPointerAddressSpace() != 0)
    return;
  IRBuilder<> Builder(&Copy);
  Type *Size = Builder.getInt64Ty(), *Pointer = Builder.getPtrTy();
  Value *Length = Builder.CreateZExtOrTrunc(Copy.getLength(), Size);
  Type *Parameters[] = {Pointer, Size, Pointer, Size, Builder.getInt1Ty()};
  FunctionCallee Check = Copy.getModule()->getOrInsertFunction(
      checkName(What),
      FunctionType::get(Builder.getVoidTy(), Parameters, false));
  copyOperation(Copy, *Builder.CreateCall(Check, {To, Length, From, Length,
                                                  Builder.getFalse()}));
}

CallBase *sooth::checkBefore(MemIntrinsic &Transfer, MemoryCheck::Kind What) {
  const Value *Pointer = What == MemoryCheck::Kind::Write
                             ? Transfer.getRawDest()
                             : cast<MemTransferInst>(Transfer).getRawSource();
  for (Instruction *I = Transfer.getPrevNode(); I; I = I->getPrevNode()) {
    auto *Call = dyn_cast<CallBase>(I);
    if (!Call && !I->mayWriteToMemory())
      continue;
    if (!Call || classify(*Call) != CalleeKind::MemoryCheck)
      return nullptr;
    const MemoryCheck Check = describeCheck(*Call);
    if (Check.What == What && Check.Pointer == Pointer &&
        Check.Size == Transfer.getLength())
      return Call;
  }
  return nullptr;
}

namespace {
/// Checks do not keep what they are given.
class KeepingUses : public CaptureTracker {
public:
  bool Found = false;
  void tooManyUses() override { Found = true; }
  bool captured(const Use *U) override {
    auto *Call = dyn_cast<CallBase>(U->getUser());
    Found |= !Call || classify(*Call) != CalleeKind::MemoryCheck;
    return Found;
  }
};
} // namespace

bool sooth::mayBeKept(const AllocaInst &Local) {
  KeepingUses Uses;
  PointerMayBeCaptured(&Local, &Uses, /*MaxUsesToExplore=*/UINT_MAX);
  return Uses.Found;
}

bool sooth::isCopy(const LoadInst &Load) {
  auto *Before = dyn_cast_or_null<CallBase>(Load.getPrevNode());
  if (!Before || classify(*Before) != CalleeKind::MemoryCheck)
    return false;
  MemoryCheck Check = describeCheck(*Before);
  return Check.What == MemoryCheck::Kind::Copy &&
         Check.Pointer == Load.getPointerOperand();
}
