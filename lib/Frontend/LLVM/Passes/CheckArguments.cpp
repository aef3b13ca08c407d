//===- CheckArguments.cpp - Calls give functions what they need -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/CheckArguments.h"

#include "Base/MemoryChecks.h"
#include "CountedBytes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

static const Argument *argument(const Need::Argument &A, const Function &F) {
  const Argument *Found =
      A.Number < F.arg_size() ? F.getArg(A.Number) : nullptr;
  return Found && Found->getName() == A.Name ? Found : nullptr;
}

bool isAboutArguments(const Need &N, const Function &F) {
  const Argument *Given = argument(N.Given, F), *Other = argument(N.Other, F);
  const bool IsPointer = Given && Given->getType()->isPointerTy();
  switch (N.What) {
  case Need::Kind::Memory:
  case Need::Kind::Function:
    return IsPointer;
  case Need::Kind::Freeable:
    return IsPointer && !N.Given.Name.empty();
  case Need::Kind::Aligned:
    return IsPointer && N.Expressions.empty();
  case Need::Kind::Counted:
    return IsPointer && Other && Other->getType()->isIntegerTy() &&
           Other->getType()->getIntegerBitWidth() <= 64;
  case Need::Kind::Apart:
    return IsPointer && Other && Other->getType()->isPointerTy() &&
           N.Expressions.empty();
  default:
    return false;
  }
}

std::vector<Need> askedOfCalls(const Function &F,
                               const std::vector<Need> &Needs) {
  std::vector<Need> Asked;
  for (const Need &N : Needs)
    if (isAboutArguments(N, F))
      addNeed(Asked, N);
  for (const Argument &A : F.args())
    if (A.getType()->isPointerTy() &&
        A.getType()->getPointerAddressSpace() == 0 &&
        none_of(Asked, [&](const Need &N) {
          return N.What == Need::Kind::Memory && N.Given.Number == A.getArgNo();
        }))
      Asked.push_back({.What = Need::Kind::Memory,
                       .Given = {A.getName().str(), A.getArgNo()},
                       .MayBeNull = true});
  // What is not there cannot be freed: that says less.
  std::stable_partition(Asked.begin(), Asked.end(), [](const Need &N) {
    return N.What != Need::Kind::Freeable;
  });
  return Asked;
}

namespace {
class CheckedCall {
public:
  CheckedCall(CallBase &Call, const Function &Callee)
      : Call(Call), M(*Call.getModule()), Callee(Callee), Builder(&Call) {}
  void check(const Need &N);

private:
  void checkBefore(const Need &N);
  Value *given(const Need::Argument &A) { return Call.getArgOperand(A.Number); }
  void insert(MemoryCheck::Kind What, ArrayRef<Value *> Arguments,
              const Need &N);

  CallBase &Call;
  Module &M;
  const Function &Callee;
  IRBuilder<> Builder;
};
} // namespace

void CheckedCall::insert(MemoryCheck::Kind What, ArrayRef<Value *> Arguments,
                         const Need &N) {
  SmallVector<Type *, 4> Types;
  for (Value *A : Arguments)
    Types.push_back(A->getType());
  CallInst *Check = Builder.CreateCall(
      M.getOrInsertFunction(checkName(What),
                            FunctionType::get(Builder.getVoidTy(), Types,
                                              /*isVarArg=*/false)),
      Arguments);
  auto Say = [&](StringRef Name, StringRef Text) {
    Check->addFnAttr(Attribute::get(M.getContext(), Name, Text));
  };
  const DISubprogram *Source = Callee.getSubprogram();
  Say(CalleeName, Source ? Source->getName() : Callee.getName());
  Say(ArgumentName, N.Given.Name);
  if (!N.Other.Name.empty())
    Say(OtherArgumentName, N.Other.Name);
  if (N.MayBeNull)
    Say(MayBeNullName, "");
  Say(BytesName, std::to_string(N.Bytes));
}

/// That there is memory before the argument, if it is not null, which another
/// check is about.
void CheckedCall::checkBefore(const Need &N) {
  Value *Given = given(N.Given);
  Value *Begin = Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Given,
                                                    -int64_t(N.Before));
  Value *OrNull =
      Builder.CreateSelect(Builder.CreateIsNull(Given), Given, Begin, "before");
  Need Of = N;
  Of.Given.Name =
      "(char *)" + N.Given.Name + " - " + std::to_string(N.Before);
  Of.MayBeNull = true;
  Of.Bytes = N.Before;
  insert(MemoryCheck::Kind::Argument, {OrNull, Builder.getInt64(N.Before)}, Of);
}

void CheckedCall::check(const Need &N) {
  Value *Given = given(N.Given);
  switch (N.What) {
  case Need::Kind::Memory:
    insert(MemoryCheck::Kind::Argument, {Given, Builder.getInt64(N.Bytes)}, N);
    return N.Before ? checkBefore(N) : void();
  case Need::Kind::Counted: {
    Need OrNull = N; // which another need is about
    OrNull.MayBeNull = true;
    return insert(MemoryCheck::Kind::Argument,
                  {Given, countedBytes(Builder, given(N.Other),
                                       *Callee.getArg(N.Other.Number), N.Bytes,
                                       N.IsNatural ? IfNegative::TooMany
                                                   : IfNegative::None)},
                  OrNull);
  }
  case Need::Kind::Aligned:
    return insert(MemoryCheck::Kind::Align, {Given, Builder.getInt64(N.Bytes)},
                  N);
  case Need::Kind::Freeable:
    return insert(MemoryCheck::Kind::Free, {Given}, N);
  case Need::Kind::Function:
    return insert(MemoryCheck::Kind::Call, {Given}, N);
  case Need::Kind::Apart:
    return insert(
        MemoryCheck::Kind::Distinct,
        {Given, Builder.getInt64(1), given(N.Other), Builder.getInt64(1)}, N);
  default:
    return;
  }
}

void checkArguments(Module &M, ArrayRef<CalleeNeeds> Callees) {
  for (const CalleeNeeds &C : Callees) {
    const Function *F = M.getFunction(C.Symbol);
    if (!F)
      continue;
    SmallVector<CallBase *> Calls;
    for (const User *By : F->users())
      if (auto *Call = dyn_cast<CallBase>(By);
          Call && Call->getCalledOperand() == F &&
          Call->getFunctionType() == F->getFunctionType())
        Calls.push_back(const_cast<CallBase *>(Call));
    for (CallBase *Call : Calls)
      for (const Need &N : C.Needs)
        if (isAboutArguments(N, *F))
          CheckedCall(*Call, *F).check(N);
  }
}

} // namespace sooth
