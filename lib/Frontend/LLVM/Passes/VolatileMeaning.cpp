//===- VolatileMeaning.cpp - What a read of a volatile variable yields ----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/VolatileMeaning.h"
#include "sooth/Frontend/LLVM/Passes/SignalHandlers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace sooth {

/// Followed by the type, a dot, and what is read. Vocabulary.h says that it is
/// an input.
static constexpr StringLiteral ReadPrefix = "sooth_nondet_volatile.";
/// Metadata of a load whose result is not used.
static constexpr StringLiteral InputInstead = "sooth.input.instead";

std::optional<Volatile> volatileMeaning(StringRef Name) {
  return StringSwitch<std::optional<Volatile>>(Name)
      .Case("memory", Volatile::Memory)
      .Case("arbitrary", Volatile::Arbitrary)
      .Default(std::nullopt);
}

bool yieldsInput(const LoadInst &Load) {
  return Load.hasMetadata(InputInstead);
}

bool copiesVolatile(const Instruction &I) {
  auto *Copy = dyn_cast<MemTransferInst>(&I);
  auto *From = Copy ? dyn_cast<GlobalVariable>(Copy->getSource()) : nullptr;
  bool IsInitializer = From && From->isConstant();
  return Copy && Copy->isVolatile() && !IsInitializer;
}

StringRef volatileRead(StringRef Function) {
  return Function.consume_front(ReadPrefix) ? Function.split('.').second : "";
}

/// The number that is \p Pointer's address; null if it is none, or so small
/// that there is no device.
static const ConstantInt *deviceAddress(const Value *Pointer) {
  auto *Cast = dyn_cast<Operator>(Pointer->stripPointerCasts());
  if (!Cast || Cast->getOpcode() != Instruction::IntToPtr)
    return nullptr;
  auto *Number = dyn_cast<ConstantInt>(Cast->getOperand(0));
  return Number && Number->getValue().uge(4096) ? Number : nullptr;
}

static const Value *deviceBase(const Value *Pointer) {
  while (auto *Step = dyn_cast<GEPOperator>(Pointer))
    Pointer = Step->getPointerOperand();
  return deviceAddress(Pointer) ? Pointer : nullptr;
}

/// For people: "x", "part of device", "*p", "0x40021000".
static std::string placeText(const Value *Pointer) {
  const Value *Object = getUnderlyingObject(Pointer);
  std::string Part = isa<GEPOperator>(Pointer) ? "part of " : "";
  if (auto *Number = deviceAddress(Object))
    return Part + "0x" + utohexstr(Number->getZExtValue(), /*LowerCase=*/true);
  auto *Loaded = dyn_cast<LoadInst>(Object);
  StringRef Name = (Loaded ? Loaded->getPointerOperand() : Object)->getName();
  Name.consume_back(".addr");
  return Part + (Name.empty() ? "memory" : (Loaded ? "*" : "") + Name.str());
}

static std::string typeText(Type *T) {
  std::string Text;
  raw_string_ostream(Text) << *T;
  return Text;
}

/// A pointer could be any, whole structures have no one input.
static bool canBeInput(const LoadInst &Load) {
  Type *T = Load.getType();
  return T->isIntegerTy() || T->isFloatingPointTy();
}

static void readInput(LoadInst &Load) {
  IRBuilder<> Build(Load.getNextNode());
  Build.SetCurrentDebugLocation(Load.getDebugLoc());
  std::string Name = ReadPrefix.str() + typeText(Load.getType()) + "." +
                     placeText(Load.getPointerOperand());
  FunctionCallee Read = Load.getModule()->getOrInsertFunction(
      Name, FunctionType::get(Load.getType(), false));
  Load.replaceAllUsesWith(Build.CreateCall(Read, {}, Load.getName()));
  Load.setMetadata(InputInstead, MDNode::get(Load.getContext(), {}));
  Load.setVolatile(false);
  if (deviceBase(Load.getPointerOperand()))
    Load.eraseFromParent();
}

static void makeArbitrary(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (Load->use_empty())
      Load->setVolatile(false);
    else if (canBeInput(*Load))
      readInput(*Load);
    return;
  }
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (deviceBase(Store->getPointerOperand()))
      Store->eraseFromParent();
    else
      Store->setVolatile(false);
  } else if (auto *Fill = dyn_cast<MemIntrinsic>(&I)) {
    Fill->setVolatile(ConstantInt::getFalse(I.getContext()));
  }
}

static void makeMemory(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    Load->setVolatile(isSetBySignal(*Load));
  else if (auto *Store = dyn_cast<StoreInst>(&I))
    Store->setVolatile(false);
  else if (auto *Transfer = dyn_cast<MemIntrinsic>(&I))
    Transfer->setVolatile(ConstantInt::getFalse(I.getContext()));
}

static bool isVolatile(const Instruction &I) {
  auto *Transfer = dyn_cast<MemIntrinsic>(&I);
  return (Transfer && Transfer->isVolatile()) ||
         (isa<LoadInst, StoreInst>(I) && I.isVolatile());
}

PreservedAnalyses VolatileMeaningPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (isVolatile(I)) {
        How == Volatile::Memory ? makeMemory(I) : makeArbitrary(I);
        Changed = true;
      }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

} // namespace sooth
