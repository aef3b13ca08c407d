//===- CheckAssigns.cpp - A function changes only what it assigns -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckAssigns.h"

#include "Base/Contracts.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

static bool isPlace(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == PlaceName;
}

AssignsCheck::AssignsCheck(Function &Entry)
    : Entry(Entry), M(*Entry.getParent()) {
  LLVMContext &Context = M.getContext();
  Allowed = Function::Create(FunctionType::get(Type::getInt1Ty(Context),
                                               {PointerType::getUnqual(Context),
                                                Type::getInt64Ty(Context)},
                                               /*isVarArg=*/false),
                             GlobalValue::InternalLinkage,
                             Entry.getName() + ".may.change", M);
  Allowed->addFnAttr(OfContractName);
}

void AssignsCheck::keepPlaces() {
  auto Keep = [&](Type *T) {
    return new GlobalVariable(M, T, /*isConstant=*/false,
                              GlobalValue::InternalLinkage,
                              Constant::getNullValue(T), PlaceName);
  };
  for (Instruction &I : instructions(Entry)) {
    if (!isPlace(I))
      continue;
    IRBuilder<> Builder(&I);
    Place New{Keep(Builder.getPtrTy()), Keep(Builder.getInt64Ty())};
    Builder.CreateStore(I.getOperand(0), New.Begin);
    Builder.CreateStore(
        Builder.CreateZExtOrTrunc(I.getOperand(1), Builder.getInt64Ty()),
        New.Size);
    Places.push_back(New);
  }
}

/// Pointers to two objects have no distance, so the object is asked first.
void AssignsCheck::makeAllowed() {
  LLVMContext &Context = M.getContext();
  auto *Bool = Type::getInt1Ty(Context), *Size = Type::getInt64Ty(Context);
  auto *Pointer = PointerType::getUnqual(Context);
  Argument *To = Allowed->getArg(0), *Bytes = Allowed->getArg(1);
  IRBuilder<> Builder(BasicBlock::Create(Context, "entry", Allowed));
  FunctionCallee Existed = M.getOrInsertFunction(ExistedName, Bool, Pointer);
  FunctionCallee IsSame =
      M.getOrInsertFunction(SameObjectName, Bool, Pointer, Pointer);
  Value *IsFine =
      Builder.CreateOr(Builder.CreateNot(Builder.CreateCall(Existed, {To})),
                       Builder.CreateICmpEQ(Bytes, Builder.getInt64(0)));
  auto *Number = M.getDataLayout().getIntPtrType(Context);
  for (const Place &P : Places) {
    Value *Begin = Builder.CreateLoad(Pointer, P.Begin);
    Value *Room = Builder.CreateLoad(Size, P.Size);
    Value *Distance = Builder.CreateZExtOrTrunc(
        Builder.CreateSub(Builder.CreatePtrToInt(To, Number),
                          Builder.CreatePtrToInt(Begin, Number)),
        Size);
    Value *Fits = Builder.CreateAnd(
        Builder.CreateICmpULE(Bytes, Room),
        Builder.CreateICmpULE(Distance, Builder.CreateSub(Room, Bytes)));
    IsFine = Builder.CreateOr(
        IsFine,
        Builder.CreateAnd(Builder.CreateCall(IsSame, {To, Begin}), Fits));
  }
  Builder.CreateRet(IsFine);
}

void AssignsCheck::check(Instruction &Before, Value *IsAllowed,
                         const Function *OfCall) {
  IRBuilder<> Builder(&Before);
  CallInst *Check =
      Builder.CreateCall(M.getOrInsertFunction(WithinName, Builder.getVoidTy(),
                                               Builder.getInt1Ty()),
                         {IsAllowed});
  Check->addFnAttr(Attribute::get(M.getContext(), WithinName, Entry.getName()));
  // Where the call is followed, what it executes is asked about.
  if (OfCall)
    Check->addFnAttr(
        Attribute::get(M.getContext(), AssumedOfName, OfCall->getName()));
}

/// Whether this is plainly no memory that others see.
static bool isOwn(const Value *Pointer) {
  const Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  auto *G = dyn_cast<GlobalVariable>(Object);
  return isa<AllocaInst>(Object) || (G && G->getName().starts_with(PlaceName));
}

void AssignsCheck::check(Instruction &Before, Value *To, Value *Size) {
  if (isOwn(To))
    return;
  IRBuilder<> Builder(&Before);
  check(Before,
        Builder.CreateCall(Allowed, {To, Builder.CreateZExtOrTrunc(
                                             Size, Builder.getInt64Ty())}));
}

/// A violation that depends on it is not claimed.
Value *AssignsCheck::anything(Instruction &Before, StringRef By) {
  IRBuilder<> Builder(&Before);
  return Builder.CreateCall(
      M.getOrInsertFunction((AnyChangeName + By).str(), Builder.getInt1Ty()));
}

/// Whether a call of \p F may change memory that was there before.
bool AssignsCheck::mayChange(const Function &F) {
  auto [Known, IsNew] = Changes.try_emplace(&F, false);
  if (!IsNew)
    return Known->second;
  const bool Result = any_of(instructions(F), [&](const Instruction &I) {
    if (auto *Store = dyn_cast<StoreInst>(&I))
      return !isOwn(Store->getPointerOperand());
    if (auto *Transfer = dyn_cast<MemIntrinsic>(&I))
      return !isOwn(Transfer->getRawDest());
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      return isa<AtomicRMWInst, AtomicCmpXchgInst>(I);
    switch (classify(*Call)) {
    case CalleeKind::Defined:
      return mayChange(*calledFunction(*Call));
    case CalleeKind::External:
    case CalleeKind::Indirect:
    case CalleeKind::InlineAsm:
      return true;
    default:
      return false;
    }
  });
  return Changes[&F] = Result;
}

Value *AssignsCheck::bytesOf(Type *T) const {
  return ConstantInt::get(Type::getInt64Ty(M.getContext()),
                          M.getDataLayout().getTypeStoreSize(T));
}

void AssignsCheck::visitCall(CallBase &Call) {
  const Function *Callee = calledFunction(Call);
  if (Call.hasStructRetAttr())
    check(Call, Call.getArgOperand(0), bytesOf(Call.getParamStructRetType(0)));
  switch (classify(Call)) {
  case CalleeKind::Defined:
    if (Function *Places = PlacesOf.lookup(Callee);
        Places && Callee->getFunctionType() == Call.getFunctionType()) {
      SmallVector<Value *> Arguments(Call.args());
      CallInst *Asked = IRBuilder<>(&Call).CreateCall(Places, Arguments);
      Asked->addFnAttr(
          Attribute::get(M.getContext(), AssumedOfName, Callee->getName()));
      check(Call, Asked, Callee);
    } else if (mayChange(*Callee)) {
      check(Call, anything(Call, Callee->getName()), Callee);
    }
    return;
  case CalleeKind::External:
    if (!Callee->onlyReadsMemory() && !isInitialValue(Call))
      check(Call, anything(Call, Callee->getName()));
    return;
  case CalleeKind::Indirect:
  case CalleeKind::InlineAsm:
    check(Call, anything(Call, "a function that is not known"));
    return;
  default:
    return;
  }
}

void AssignsCheck::visit(Instruction &I) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    check(I, Store->getPointerOperand(),
          bytesOf(Store->getValueOperand()->getType()));
  else if (auto *Transfer = dyn_cast<MemIntrinsic>(&I))
    check(I, Transfer->getRawDest(), Transfer->getLength());
  else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    check(I, I.getOperand(0), bytesOf(I.getOperand(1)->getType()));
  else if (auto *Call = dyn_cast<CallBase>(&I))
    visitCall(*Call);
}

/// What the models of the C library remember is nothing to programs.
static bool isOfLibrary(const Instruction &I) {
  auto *Store = dyn_cast<StoreInst>(&I);
  return Store && isLibraryModel(*I.getFunction()) &&
         isa<GlobalVariable>(
             getUnderlyingObject(Store->getPointerOperand(), 0));
}

void AssignsCheck::run() {
  keepPlaces();
  makeAllowed();
  SmallVector<Instruction *> All;
  for (Function &F : M)
    if (!F.hasFnAttribute(OfContractName))
      for (Instruction &I : instructions(F))
        if (!isOfLibrary(I))
          All.push_back(&I);
  for (Instruction *I : All)
    visit(*I);
}

} // namespace sooth
