//===- ReturnAddresses.cpp - What __builtin_return_address tells ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReturnAddresses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {
namespace {

constexpr unsigned MostLevels = 8;

/// The calls that \p Question looks through: 0 is where its function returns
/// to. Nothing if it does not ask, or for too many.
std::optional<unsigned> levelOf(const Instruction &Question) {
  auto *Call = dyn_cast<IntrinsicInst>(&Question);
  if (!Call || Call->getIntrinsicID() != Intrinsic::returnaddress)
    return std::nullopt;
  const uint64_t Level =
      cast<ConstantInt>(Call->getArgOperand(0))->getZExtValue();
  return Level < MostLevels ? std::optional(unsigned(Level)) : std::nullopt;
}

class Lowering {
public:
  Lowering(Module &M, Function &Entry) : M(M), Entry(Entry) {}
  void run();

private:
  void findNeeds();
  unsigned needOf(const CallBase &Call) const;
  void lower(Function &F);
  void tell(CallBase &Call, ArrayRef<Value *> Own);
  GlobalVariable &told(unsigned Level);

  Module &M;
  Function &Entry;
  /// Of how many calls a function has to be told.
  DenseMap<const Function *, unsigned> Needs;
  unsigned NeedOfPointers = 0; ///< the most of those whose address is taken
  SmallVector<GlobalVariable *, MostLevels> Told;
};

} // namespace

unsigned Lowering::needOf(const CallBase &Call) const {
  if (Call.isInlineAsm())
    return 0;
  auto *Callee = dyn_cast<Function>(Call.getCalledOperand());
  return Callee ? Needs.lookup(Callee) : NeedOfPointers;
}

void Lowering::findNeeds() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function &F : M) {
      unsigned Need = Needs.lookup(&F);
      const unsigned Before = Need;
      for (Instruction &I : instructions(F)) {
        if (std::optional<unsigned> Level = levelOf(I))
          Need = std::max(Need, *Level + 1);
        else if (auto *Call = dyn_cast<CallBase>(&I))
          Need = std::max(Need, std::max(needOf(*Call), 1u) - 1);
      }
      if (Need == Before)
        continue;
      Changed = true;
      Needs[&F] = Need;
      if (F.hasAddressTaken())
        NeedOfPointers = std::max(NeedOfPointers, Need);
    }
  }
}

/// The variable that holds, at the beginning of a function, where the call
/// returns to from which \p Level others lead to it.
GlobalVariable &Lowering::told(unsigned Level) {
  while (Told.size() <= Level) {
    auto *Type = PointerType::getUnqual(M.getContext());
    Told.push_back(new GlobalVariable(
        M, Type, /*isConstant=*/false, GlobalValue::InternalLinkage,
        ConstantPointerNull::get(Type), "return.address"));
  }
  return *Told[Level];
}

/// \p Own: what the function that calls was told itself.
void Lowering::tell(CallBase &Call, ArrayRef<Value *> Own) {
  IRBuilder<> Builder(&Call);
  // (What is there is machine code, of which nothing is known.)
  auto *Behind = new GlobalVariable(M, Builder.getInt8Ty(), /*isConstant=*/true,
                                    GlobalValue::ExternalLinkage,
                                    /*Initializer=*/nullptr, "behind.call");
  for (unsigned Level = 0, E = needOf(Call); Level < E; ++Level)
    Builder.CreateStore(Level == 0 ? Behind : Own[Level - 1], &told(Level));
}

void Lowering::lower(Function &F) {
  SmallVector<IntrinsicInst *> Questions;
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (levelOf(I))
      Questions.push_back(cast<IntrinsicInst>(&I));
    else if (auto *Call = dyn_cast<CallBase>(&I); Call && needOf(*Call))
      Calls.push_back(Call);
  SmallVector<Value *, MostLevels> Own;
  if (const unsigned Need = Needs.lookup(&F)) {
    IRBuilder<> Builder(&F.getEntryBlock(),
                        F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    for (unsigned Level = 0; Level < Need; ++Level)
      Own.push_back(
          &F == &Entry
              ? cast<Value>(Builder.CreateIntrinsic(
                    Intrinsic::returnaddress, {}, {Builder.getInt32(Level)}))
              : Builder.CreateLoad(Builder.getPtrTy(), &told(Level)));
  }
  for (CallBase *Call : Calls)
    tell(*Call, Own);
  for (IntrinsicInst *Question : Questions) {
    Question->replaceAllUsesWith(Own[*levelOf(*Question)]);
    Question->eraseFromParent();
  }
}

void Lowering::run() {
  findNeeds();
  if (Needs.empty())
    return;
  for (Function &F : M)
    if (!F.isDeclaration())
      lower(F);
}

void lowerReturnAddresses(Module &M, Function &Entry) {
  GlobalVariable *Constructors = M.getNamedGlobal("llvm.global_ctors");
  const bool BeginsElsewhere = Constructors && Constructors->hasInitializer() &&
                               !Constructors->getInitializer()->isNullValue();
  if (!BeginsElsewhere && Entry.use_empty())
    Lowering(M, Entry).run();
}

} // namespace sooth
