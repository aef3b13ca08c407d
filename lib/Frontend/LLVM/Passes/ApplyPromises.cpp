//===- ApplyPromises.cpp - Attributes are obligations -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/ApplyPromises.h"

#include "Base/Contracts.h"
#include "Base/MemoryChecks.h"
#include "CheckedCalls.h"
#include "ContractClauses.h"
#include "CountedBytes.h"
#include "sooth/Frontend/LLVM/Base/Promises.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

namespace {
/// What is said of one pointer in bytes, as code.
struct Bytes {
  bool MayBeNull = false;
  Value *Size = nullptr;
  /// For the message: how many bytes, or how many has each of what Other says.
  uint64_t Number = 0;
  std::string Other = "";
};

class PromisesOfFunction {
public:
  explicit PromisesOfFunction(Function &F);
  bool isEmpty() const {
    return Arguments.empty() && !NeverReturnsNull && !Allocates;
  }
  void check();
  void assumeArguments(Function &In);

private:
  using Values = ArrayRef<Value *>;
  void checkCall(CallBase &Call);
  void checkReturn(ReturnInst &Return);
  void assumeResult(CallBase &Call);
  SmallVector<Bytes, 2> bytesOf(const Promise &P, IRBuilder<> &Builder,
                                Values Given) const;
  Bytes allocated(IRBuilder<> &Builder, Values Given) const;
  CallInst *ask(IRBuilder<> &Builder, Value *Pointer, const Bytes &What,
                StringRef Argument) const;
  Value *isTrue(IRBuilder<> &Builder, Value *Pointer, const Bytes &What) const;

  Function &F;
  Module &M;
  SmallVector<std::pair<unsigned, Promise>> Arguments;
  bool NeverReturnsNull = false;
  /// Whether the result has as many bytes as arguments say.
  bool Allocates = false;
};
} // namespace

PromisesOfFunction::PromisesOfFunction(Function &F) : F(F), M(*F.getParent()) {
  if (!keepsPromises(F))
    return;
  for (const Argument &A : F.args())
    if (Promise P = promiseOf(F, A.getArgNo());
        !P.isEmpty() && P.Bytes <= MostBytes && P.ElementSize <= MostBytes)
      Arguments.emplace_back(A.getArgNo(), P);
  if (F.isDeclaration())
    return; // (MemoryAfterCalls)
  NeverReturnsNull = promisesResult(F);
  const Attribute Says = F.getFnAttribute(Attribute::AllocSize);
  Allocates = F.getReturnType()->isPointerTy() && Says.isValid();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SmallVector<Bytes, 2> PromisesOfFunction::bytesOf(const Promise &P,
                                                  IRBuilder<> &Builder,
                                                  Values Given) const {
  SmallVector<Bytes, 2> All;
  if (P.IsNeverNull || P.Bytes)
    All.push_back({!P.IsNeverNull, Builder.getInt64(P.Bytes), P.Bytes});
  if (P.Count)
    All.push_back({false,
                   countedBytes(Builder, Given[*P.Count], *F.getArg(*P.Count),
                                P.ElementSize),
                   P.ElementSize, nameOfParameter(F, *P.Count)});
  return All;
}

/// What alloc_size says.
Bytes PromisesOfFunction::allocated(IRBuilder<> &Builder, Values Given) const {
  auto [Size, Count] =
      F.getFnAttribute(Attribute::AllocSize).getAllocSizeArgs();
  Type *Wide = Builder.getInt64Ty();
  Bytes What{true, Builder.CreateZExtOrTrunc(Given[Size], Wide), 1,
             nameOfParameter(F, Size)};
  if (!Count)
    return What;
  Value *Product = Builder.CreateBinaryIntrinsic(
      Intrinsic::umul_with_overflow, What.Size,
      Builder.CreateZExtOrTrunc(Given[*Count], Wide));
  What.Size = Builder.CreateSelect(Builder.CreateExtractValue(Product, 1),
                                   Builder.getInt64(MostBytes + 1),
                                   Builder.CreateExtractValue(Product, 0));
  What.Other += " * " + nameOfParameter(F, *Count);
  return What;
}

//===----------------------------------------------------------------------===//
// Checks and assumptions
//===----------------------------------------------------------------------===//

static StringRef nameInSource(const Function &F) {
  const DISubprogram *Source = F.getSubprogram();
  return Source ? Source->getName() : F.getName();
}

/// Puts in a check; \p Argument is empty if it is about the result.
CallInst *PromisesOfFunction::ask(IRBuilder<> &Builder, Value *Pointer,
                                  const Bytes &What, StringRef Argument) const {
  CallInst *Check = Builder.CreateCall(
      M.getOrInsertFunction(checkName(MemoryCheck::Kind::Argument),
                            Builder.getVoidTy(), Builder.getPtrTy(),
                            Builder.getInt64Ty()),
      {Pointer, What.Size});
  auto Say = [&](StringRef Name, StringRef Text) {
    Check->addFnAttr(Attribute::get(M.getContext(), Name, Text));
  };
  Say(OfAttributeName, "");
  Say(CalleeName, nameInSource(F));
  Say(ArgumentName, Argument);
  if (Argument.empty())
    Say(OfResultName, "");
  if (!What.Other.empty())
    Say(OtherArgumentName, What.Other);
  if (What.MayBeNull)
    Say(MayBeNullName, "");
  Say(BytesName, std::to_string(What.Number));
  return Check;
}

/// The same as a condition.
Value *PromisesOfFunction::isTrue(IRBuilder<> &Builder, Value *Pointer,
                                  const Bytes &What) const {
  Value *IsSome = Builder.CreateIsNotNull(Pointer);
  auto *Known = dyn_cast<ConstantInt>(What.Size);
  if (Known && Known->isZero())
    return What.MayBeNull ? Builder.getTrue() : IsSome;
  Value *IsThere = Builder.CreateCall(
      M.getOrInsertFunction(ValidName, Builder.getInt1Ty(), Builder.getPtrTy(),
                            Builder.getInt64Ty()),
      {Pointer, What.Size});
  return What.MayBeNull ? Builder.CreateOr(Builder.CreateNot(IsSome), IsThere)
                        : IsThere;
}

static CallInst *assume(IRBuilder<> &Builder, Value *Condition) {
  return Builder.CreateCall(
      declareCondition(*Builder.GetInsertBlock()->getModule(), ContinueIfName),
      {Condition});
}

void PromisesOfFunction::checkCall(CallBase &Call) {
  IRBuilder<> Builder(&Call);
  SmallVector<Value *> Given(Call.args());
  for (auto &[Number, P] : Arguments)
    if (Given[Number]->getType()->getPointerAddressSpace() == 0)
      for (const Bytes &What : bytesOf(P, Builder, Given))
        ask(Builder, Given[Number], What, nameOfParameter(F, Number));
}

void PromisesOfFunction::checkReturn(ReturnInst &Return) {
  IRBuilder<> Builder(&Return);
  SmallVector<Value *> Given(make_pointer_range(F.args()));
  Value *Result = Return.getReturnValue();
  if (NeverReturnsNull)
    ask(Builder, Result, {false, Builder.getInt64(0)}, "");
  if (Allocates)
    ask(Builder, Result, allocated(Builder, Given), "");
}

/// All that is put in is marked: it is only for calls that are not followed.
void PromisesOfFunction::assumeResult(CallBase &Call) {
  auto *Next = Call.getNextNode();
  if (!Next || Call.isMustTailCall() || !(NeverReturnsNull || Allocates))
    return;
  IRBuilder<> Builder(Next);
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  SmallVector<Value *> Given(Call.args());
  SmallVector<Value *, 2> Facts;
  if (NeverReturnsNull)
    Facts.push_back(isTrue(Builder, &Call, {false, Builder.getInt64(0)}));
  if (Allocates)
    Facts.push_back(isTrue(Builder, &Call, allocated(Builder, Given)));
  assume(Builder, Builder.CreateAnd(Facts))
      ->addFnAttr(Attribute::get(M.getContext(), AssumedOfName, F.getName()));
}

void PromisesOfFunction::check() {
  const bool AreAllSeen = !F.isDeclaration() && !F.isVarArg();
  for (CallBase *Call : AreAllSeen ? allCalls(F) : directCalls(F)) {
    checkCall(*Call);
    if (!F.isDeclaration())
      assumeResult(*Call);
  }
  for (BasicBlock &B : F)
    if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator()))
      checkReturn(*Return);
}

void PromisesOfFunction::assumeArguments(Function &In) {
  if (F.isVarArg()) // calls through pointers are not checked
    return;
  IRBuilder<> Builder(&*In.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  SmallVector<Value *> Given(make_pointer_range(In.args()));
  for (auto &[Number, P] : Arguments)
    if (Given[Number]->getType()->getPointerAddressSpace() == 0)
      for (const Bytes &What : bytesOf(P, Builder, Given))
        assume(Builder, isTrue(Builder, Given[Number], What));
}

void checkPromises(Module &M) {
  SmallVector<PromisesOfFunction> All;
  for (Function &F : M)
    All.emplace_back(F);
  for (PromisesOfFunction &P : All)
    if (!P.isEmpty())
      P.check();
}

void assumePromises(const Function &F, Function &In) {
  // (Which changes nothing in F.)
  PromisesOfFunction(const_cast<Function &>(F)).assumeArguments(In);
}

void takeAssumptions(Module &M) {
  SmallVector<CallInst *> Found;
  for (Function &F : M)
    if (!F.hasFnAttribute(OfContractName)) // what calls evaluate, too
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<AssumeInst>(&I);
            Call && Call->hasFnAttr(AssumedName))
          Found.push_back(Call);
  for (CallInst *Call : Found) {
    IRBuilder<> Builder(Call);
    assume(Builder, Call->getArgOperand(0));
    Call->eraseFromParent();
  }
}

} // namespace sooth
