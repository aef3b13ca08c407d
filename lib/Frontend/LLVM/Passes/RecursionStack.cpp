//===- RecursionStack.cpp - A recursive function as a loop with a stack ---===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecursionStack.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace sooth {

/// The calls are told apart by a byte.
static constexpr size_t MaxCalls = 255;

static bool isKept(const Type &T) {
  return T.isIntegerTy() || T.isFloatingPointTy() || T.isPointerTy();
}

static bool isUsedElsewhere(const Instruction &I) {
  return any_of(I.users(), [&](const User *U) {
    return isa<PHINode>(U) ||
           cast<Instruction>(U)->getParent() != I.getParent();
  });
}

static bool hasPlainValues(const Function &F) {
  if (F.isVarArg() ||
      !(F.getReturnType()->isVoidTy() || isKept(*F.getReturnType())))
    return false;
  for (const Argument &A : F.args())
    if (!isKept(*A.getType()) || A.hasPassPointeeByValueCopyAttr())
      return false;
  return all_of(instructions(F), [](const Instruction &I) {
    return !isa<AllocaInst, InvokeInst, CallBrInst, IndirectBrInst>(I) &&
           !I.isEHPad() && (isKept(*I.getType()) || !isUsedElsewhere(I));
  });
}

bool fitsOnStack(const RecursionCycle &Cycle) {
  if (Cycle.size() != 1 || !hasPlainValues(*Cycle.front()))
    return false;
  Function &F = *Cycle.front();
  const auto Calls = callsInto(F, Cycle);
  return Calls.size() <= MaxCalls && all_of(Calls, [&](const CallInst *Call) {
           return !Call->isMustTailCall() &&
                  Call->getFunctionType() == F.getFunctionType();
         });
}

void createRecursionLimit(IRBuilder<> &Builder, const Function &F,
                          unsigned Depth, const DebugLoc &Where) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  LLVMContext &Context = M.getContext();
  CallInst *End = Builder.CreateCall(
      M.getOrInsertFunction(RecursionLimitName, Builder.getVoidTy()));
  End->addFnAttr(Attribute::get(Context, RecursionLimitName, F.getName()));
  End->addFnAttr(
      Attribute::get(Context, RecursionDepthName, std::to_string(Depth)));
  End->setDebugLoc(Where);
}

namespace {
class Stack {
public:
  Stack(Function &F, unsigned Depth);
  void make();

private:
  /// A call of the function by itself.
  struct Site {
    CallInst *Call;
    BasicBlock *After;
    BasicBlock *Restore;
    BitVector Needed; // of Slots
  };

  AllocaInst *variable(Type *T, const Twine &Name);
  void splitAtCalls();
  void nameArguments();
  void demote();
  void dropDistantRecords();
  void findNeeded();
  void keep(Site &S, unsigned Number);
  void fetch(const Site &S);
  void endActivation();
  AllocaInst *arrayFor(unsigned Slot);
  Value *element(IRBuilder<> &Builder, AllocaInst *Array, Value *Height);

  Function &F;
  const unsigned Depth;
  LLVMContext &Context;
  /// So many elements that no height is outside.
  const unsigned Bits;
  BasicBlock *const Entry;
  BasicBlock *Begin = nullptr;
  std::vector<Site> Sites;
  std::vector<ReturnInst *> Returns;
  std::vector<AllocaInst *> Arguments, Slots, Arrays;
  AllocaInst *Height = nullptr, *Result = nullptr, *Place = nullptr;
};
} // namespace

Stack::Stack(Function &F, unsigned Depth)
    : F(F), Depth(Depth), Context(F.getContext()),
      Bits(std::max(1u, Log2_32_Ceil(Depth))), Entry(&F.getEntryBlock()) {
  RecursionCycle Alone;
  Alone.insert(&F);
  for (CallInst *Call : callsInto(F, Alone))
    Sites.push_back({Call, nullptr, nullptr, {}});
  for (Instruction &I : instructions(F))
    if (auto *Return = dyn_cast<ReturnInst>(&I))
      Returns.push_back(Return);
}

AllocaInst *Stack::variable(Type *T, const Twine &Name) {
  return new AllocaInst(T, F.getDataLayout().getAllocaAddrSpace(), Name,
                        Entry->getTerminator()->getIterator());
}

/// Each call gets a block of its own, and what follows it reads the result from
/// a variable.
void Stack::splitAtCalls() {
  Begin = Entry->splitBasicBlock(Entry->begin(), "activation");
  if (!F.getReturnType()->isVoidTy())
    Result = variable(F.getReturnType(), "result");
  for (Site &S : Sites) {
    BasicBlock *Alone = S.Call->getParent()->splitBasicBlock(S.Call, "call");
    S.After = Alone->splitBasicBlock(S.Call->getNextNode(), "called");
    if (!S.Call->use_empty()) {
      auto *Load =
          new LoadInst(S.Call->getType(), Result, "", S.After->begin());
      S.Call->replaceAllUsesWith(Load);
    }
  }
}

void Stack::nameArguments() {
  for (Argument &A : F.args()) {
    AllocaInst *Variable = variable(A.getType(), A.getName());
    Arguments.push_back(Variable);
    auto *Load = new LoadInst(A.getType(), Variable, "", Begin->begin());
    A.replaceAllUsesWith(Load);
    new StoreInst(&A, Variable, Entry->getTerminator()->getIterator());
  }
}

/// What is used in another block than its own goes through a variable.
void Stack::demote() {
  std::vector<Instruction *> Distant;
  for (Instruction &I : instructions(F))
    if (!isa<AllocaInst>(I) && isUsedElsewhere(I))
      Distant.push_back(&I);
  for (Instruction *I : Distant)
    Slots.push_back(DemoteRegToStack(*I, /*VolatileLoads=*/false,
                                     Entry->getTerminator()->getIterator()));
  std::vector<PHINode *> Phis;
  for (Instruction &I : instructions(F))
    if (auto *Phi = dyn_cast<PHINode>(&I))
      Phis.push_back(Phi);
  for (PHINode *Phi : Phis)
    Slots.push_back(
        DemotePHIToStack(Phi, Entry->getTerminator()->getIterator()));
  erase_if(Slots, [](AllocaInst *A) { return !A; });
}

/// Records of values that runs need not have come to any more.
void Stack::dropDistantRecords() {
  for (BasicBlock &B : F)
    for (Instruction &I : B)
      for (DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange()))
        for (Value *V : R.location_ops())
          if (auto *Of = dyn_cast<Instruction>(V);
              Of && !isa<AllocaInst>(Of) && Of->getParent() != &B) {
            R.setKillLocation();
            break;
          }
}

/// Which variables an activation reads after each call before it sets them.
void Stack::findNeeded() {
  DenseMap<const Value *, unsigned> Number;
  for (unsigned I = 0; I < Slots.size(); ++I)
    Number[Slots[I]] = I;
  struct Accesses {
    BitVector ReadFirst, Set, Needed;
  };
  DenseMap<const BasicBlock *, Accesses> Of;
  for (BasicBlock &B : F) {
    Accesses &A = Of[&B];
    A = {BitVector(Slots.size()), BitVector(Slots.size()),
         BitVector(Slots.size())};
    for (Instruction &I : B) {
      if (auto *Load = dyn_cast<LoadInst>(&I)) {
        auto At = Number.find(Load->getPointerOperand());
        if (At != Number.end() && !A.Set.test(At->second))
          A.ReadFirst.set(At->second);
      } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
        auto At = Number.find(Store->getPointerOperand());
        if (At != Number.end())
          A.Set.set(At->second);
      }
    }
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock &B : reverse(F)) {
      BitVector Needed(Slots.size());
      for (BasicBlock *Next : successors(&B))
        Needed |= Of[Next].Needed;
      Accesses &A = Of[&B];
      Needed.reset(A.Set);
      Needed |= A.ReadFirst;
      Changed |= Needed != A.Needed;
      A.Needed = std::move(Needed);
    }
  }
  for (Site &S : Sites)
    S.Needed = Of[S.After].Needed;
}

AllocaInst *Stack::arrayFor(unsigned Slot) {
  AllocaInst *&Array = Arrays[Slot];
  if (!Array)
    Array = variable(
        ArrayType::get(Slots[Slot]->getAllocatedType(), uint64_t(1) << Bits),
        "kept");
  return Array;
}

Value *Stack::element(IRBuilder<> &Builder, AllocaInst *Array, Value *At) {
  Type *Index = Builder.getInt64Ty();
  return Builder.CreateInBoundsGEP(
      Array->getAllocatedType(), Array,
      {ConstantInt::get(Index, 0), Builder.CreateZExt(At, Index)});
}

/// Instead of the call.
void Stack::keep(Site &S, unsigned Number) {
  BasicBlock *At = S.Call->getParent();
  const DebugLoc Where = S.Call->getDebugLoc();
  BasicBlock *Limit = BasicBlock::Create(Context, "deeper", &F);
  BasicBlock *Save = BasicBlock::Create(Context, "keep", &F);
  At->getTerminator()->eraseFromParent();
  IRBuilder<> Builder(At); // whose instructions have no place in a story
  Value *Now = Builder.CreateLoad(Height->getAllocatedType(), Height);
  Builder.CreateCondBr(
      Builder.CreateICmpUGE(Now, ConstantInt::get(Now->getType(), Depth - 1)),
      Limit, Save);
  Builder.SetInsertPoint(Limit);
  createRecursionLimit(Builder, F, Depth, Where);
  Builder.CreateUnreachable();

  Builder.SetInsertPoint(Save);
  for (unsigned I : S.Needed.set_bits())
    Builder.CreateStore(
        Builder.CreateLoad(Slots[I]->getAllocatedType(), Slots[I]),
        element(Builder, arrayFor(I), Now));
  Builder.CreateStore(Builder.getInt8(uint8_t(Number)),
                      element(Builder, Place, Now));
  for (unsigned I = 0; I < Arguments.size(); ++I)
    Builder.CreateStore(S.Call->getArgOperand(I), Arguments[I]);
  Builder.CreateStore(
      Builder.CreateAdd(Now, ConstantInt::get(Now->getType(), 1)), Height);
  Builder.CreateBr(Begin);
  S.Call->eraseFromParent();
}

/// What the activation needs that a return goes back to.
void Stack::fetch(const Site &S) {
  IRBuilder<> Builder(S.Restore);
  Value *Now = Builder.CreateLoad(Height->getAllocatedType(), Height);
  for (unsigned I : S.Needed.set_bits())
    Builder.CreateStore(Builder.CreateLoad(Slots[I]->getAllocatedType(),
                                           element(Builder, Arrays[I], Now)),
                        Slots[I]);
  Builder.CreateBr(S.After);
}

void Stack::endActivation() {
  BasicBlock *Leave = BasicBlock::Create(Context, "leave", &F);
  BasicBlock *Last = BasicBlock::Create(Context, "last", &F);
  BasicBlock *Back = BasicBlock::Create(Context, "back", &F);
  for (ReturnInst *Return : Returns) {
    IRBuilder<> Builder(Return);
    if (Result)
      Builder.CreateStore(Return->getReturnValue(), Result);
    Builder.CreateBr(Leave);
    Return->eraseFromParent();
  }
  IRBuilder<> Builder(Leave);
  Value *Now = Builder.CreateLoad(Height->getAllocatedType(), Height);
  Builder.CreateCondBr(Builder.CreateIsNull(Now), Last, Back);
  Builder.SetInsertPoint(Last);
  if (Result)
    Builder.CreateRet(Builder.CreateLoad(F.getReturnType(), Result));
  else
    Builder.CreateRetVoid();
  Builder.SetInsertPoint(Back);
  Value *Below = Builder.CreateSub(Now, ConstantInt::get(Now->getType(), 1));
  Builder.CreateStore(Below, Height);
  for (Site &S : Sites)
    S.Restore = BasicBlock::Create(Context, "fetch", &F);
  SwitchInst *Which = Builder.CreateSwitch(
      Builder.CreateLoad(Builder.getInt8Ty(), element(Builder, Place, Below)),
      Sites.back().Restore, Sites.size() - 1);
  for (unsigned I = 0; I + 1 < Sites.size(); ++I)
    Which->addCase(Builder.getInt8(uint8_t(I)), Sites[I].Restore);
}

void Stack::make() {
  splitAtCalls();
  nameArguments();
  demote();
  dropDistantRecords();
  findNeeded();
  Arrays.resize(Slots.size());
  Height = variable(IntegerType::get(Context, Bits), "height");
  new StoreInst(ConstantInt::get(Height->getAllocatedType(), 0), Height,
                Entry->getTerminator()->getIterator());
  Place = variable(
      ArrayType::get(Type::getInt8Ty(Context), uint64_t(1) << Bits), "place");
  for (unsigned I = 0; I < Sites.size(); ++I)
    keep(Sites[I], I);
  endActivation();
  for (const Site &S : Sites)
    fetch(S);
}

void keepOnStack(Function &F, unsigned Depth) { Stack(F, Depth).make(); }

} // namespace sooth
