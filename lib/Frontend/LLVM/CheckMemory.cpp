//===- CheckMemory.cpp - Each access asks whether it is valid -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/CheckMemory.h"

#include "sooth/Frontend/LLVM/Vocabulary.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

static constexpr StringLiteral ReadName = "sooth.check.read",
                               WriteName = "sooth.check.write",
                               FreeName = "sooth.check.free",
                               CallName = "sooth.check.call";

MemoryCheck describeCheck(const CallBase &Call) {
  using Kind = MemoryCheck::Kind;
  Kind What = StringSwitch<Kind>(calledFunction(Call)->getName())
                  .Case(ReadName, Kind::Read)
                  .Case(WriteName, Kind::Write)
                  .Case(CallName, Kind::Call)
                  .Default(Kind::Free);
  return {What, Call.getArgOperand(0),
          Call.arg_size() > 1 ? Call.getArgOperand(1) : nullptr};
}

static bool ends(const AllocaInst &Local) {
  return any_of(Local.users(), [](const User *U) {
    auto *Mark = dyn_cast<IntrinsicInst>(U);
    return Mark && Mark->getIntrinsicID() == Intrinsic::lifetime_end;
  });
}

/// Whether \p Bytes bytes at \p Pointer plainly are a part of one variable,
/// which exists as long as the program runs and may be written if that is
/// asked.
static bool isEvident(StringRef Name, const Value *Pointer, uint64_t Bytes,
                      const DataLayout &Layout) {
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const Value *Object = Pointer->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  uint64_t Size = 0;
  if (auto *Local = dyn_cast<AllocaInst>(Object)) {
    auto Known = Local->getAllocationSize(Layout);
    Size = Known && !ends(*Local) ? Known->getFixedValue() : 0;
  } else if (auto *Global = dyn_cast<GlobalVariable>(Object)) {
    if (Global->getValueType()->isSized() &&
        !Global->hasExternalWeakLinkage() &&
        !(Name == WriteName && Global->isConstant()))
      Size = Layout.getTypeAllocSize(Global->getValueType());
  }
  return Bytes <= Size && Offset.ule(Size - Bytes);
}

namespace {
class Instrumentation {
public:
  explicit Instrumentation(Module &M) : M(M), Layout(M.getDataLayout()) {}

  void visit(Instruction &I);
  bool hasChanged() const { return Changed; }

private:
  void check(Instruction &Before, StringRef Name, Value *Pointer, Value *Size);
  void check(Instruction &Before, StringRef Name, Value *Pointer, Type *T);

  Module &M;
  const DataLayout &Layout;
  bool Changed = false;
};
} // namespace

void Instrumentation::check(Instruction &Before, StringRef Name, Value *Pointer,
                            Value *Size) {
  auto *Number = dyn_cast_or_null<ConstantInt>(Size);
  bool IsEvident =
      Number && isEvident(Name, Pointer, Number->getZExtValue(), Layout);
  if (IsEvident || Pointer->getType()->getPointerAddressSpace() != 0)
    return;
  IRBuilder<> Builder(&Before);
  SmallVector<Value *, 2> Arguments{Pointer};
  if (Size)
    Arguments.push_back(Builder.CreateZExtOrTrunc(Size, Builder.getInt64Ty()));
  SmallVector<Type *, 2> Types;
  for (Value *Argument : Arguments)
    Types.push_back(Argument->getType());
  FunctionCallee Check = M.getOrInsertFunction(
      Name, FunctionType::get(Builder.getVoidTy(), Types, false));
  Builder.CreateCall(Check, Arguments);
  Changed = true;
}

void Instrumentation::check(Instruction &Before, StringRef Name, Value *Pointer,
                            Type *T) {
  check(Before, Name, Pointer,
        ConstantInt::get(Type::getInt64Ty(M.getContext()),
                         Layout.getTypeStoreSize(T).getKnownMinValue()));
}

void Instrumentation::visit(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return check(I, ReadName, Load->getPointerOperand(), Load->getType());
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return check(I, WriteName, Store->getPointerOperand(),
                 Store->getValueOperand()->getType());
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    return check(I, WriteName, I.getOperand(0), I.getOperand(1)->getType());
  if (auto *Transfer = dyn_cast<MemIntrinsic>(&I)) {
    check(I, WriteName, Transfer->getRawDest(), Transfer->getLength());
    if (auto *Copy = dyn_cast<MemTransferInst>(Transfer))
      check(I, ReadName, Copy->getRawSource(), Copy->getLength());
    return;
  }
  if (auto *Call = dyn_cast<CallBase>(&I);
      Call && classify(*Call) == CalleeKind::Deallocation)
    return check(I, FreeName, Call->getArgOperand(0),
                 static_cast<Value *>(nullptr));
  if (auto *Call = dyn_cast<CallBase>(&I);
      Call && classify(*Call) == CalleeKind::Indirect)
    check(I, CallName, Call->getCalledOperand(), static_cast<Value *>(nullptr));
}

PreservedAnalyses CheckMemoryPass::run(Module &M, ModuleAnalysisManager &) {
  Instrumentation Pass(M);
  SmallVector<Instruction *> All;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      All.push_back(&I);
  for (Instruction *I : All)
    Pass.visit(*I);
  if (!Pass.hasChanged())
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

bool dropEvidentChecks(Function &F) {
  SmallVector<CallBase *> Evident;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || classify(*Call) != CalleeKind::MemoryCheck)
      continue;
    MemoryCheck Check = describeCheck(*Call);
    auto *Size = dyn_cast_or_null<ConstantInt>(Check.Size);
    if (Size && isEvident(calledFunction(*Call)->getName(), Check.Pointer,
                          Size->getZExtValue(), F.getDataLayout()))
      Evident.push_back(Call);
  }
  for (CallBase *Call : Evident)
    Call->eraseFromParent();
  return !Evident.empty();
}

} // namespace sooth
