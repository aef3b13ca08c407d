//===- Promises.cpp - What declarations say of arguments and results ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Base/Promises.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

/// Attributes of parameters.
static constexpr StringLiteral NeverNull = "sooth.never.null";
/// The same, with the name of the parameter, and with numbers.
static constexpr StringLiteral NameName = "sooth.name";
static constexpr StringLiteral LeastBytes = "sooth.least.bytes";
static constexpr StringLiteral CountedBy = "sooth.counted.by";
static constexpr StringLiteral ElementSize = "sooth.element.size";

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

namespace {
/// What comes with an annotation.
struct Details {
  SmallVector<uint64_t> Numbers;
  StringRef Name;
};
} // namespace

static Details detailsOf(const Constant *Given) {
  Details All;
  auto *Place = dyn_cast<GlobalVariable>(Given->stripPointerCasts());
  if (!Place || !Place->hasInitializer())
    return All;
  const Constant *Values = Place->getInitializer();
  for (unsigned I = 0; const Constant *V = Values->getAggregateElement(I); ++I)
    if (auto *Number = dyn_cast<ConstantInt>(V))
      All.Numbers.push_back(Number->getLimitedValue());
    else
      getConstantStringInfo(V, All.Name);
  return All;
}

static void promiseNumber(Function &F, unsigned Parameter, StringRef Name,
                          uint64_t Value) {
  F.addParamAttr(Parameter,
                 Attribute::get(F.getContext(), Name, std::to_string(Value)));
}

static uint64_t promisedNumber(const Function &F, unsigned Parameter,
                               StringRef Name) {
  uint64_t Value = 0;
  const AttributeSet Of = F.getAttributes().getParamAttrs(Parameter);
  if (Of.hasAttribute(Name))
    to_integer(Of.getAttribute(Name).getValueAsString(), Value);
  return Value;
}

static void add(Function &F, unsigned Parameter, const Promise &New) {
  const Promise Old = promiseOf(F, Parameter);
  if (New.IsNeverNull)
    F.addParamAttr(Parameter, Attribute::get(F.getContext(), NeverNull));
  if (New.Bytes > Old.Bytes)
    promiseNumber(F, Parameter, LeastBytes, New.Bytes);
  if (!New.Count || Old.Count)
    return;
  promiseNumber(F, Parameter, CountedBy, *New.Count);
  promiseNumber(F, Parameter, ElementSize, New.ElementSize);
}

static void addAnnotation(Function &F, const Details &Given) {
  ArrayRef<uint64_t> Says = Given.Numbers;
  if (Says.size() != 6 || Says[0] > F.arg_size() || F.hasStructRetAttr())
    return;
  const unsigned Parameter = unsigned(Says[1]), Count = unsigned(Says[4]);
  if (Parameter >= F.arg_size() ||
      !F.getArg(Parameter)->getType()->isPointerTy())
    return;
  Promise New{.IsNeverNull = Says[2] != 0, .Bytes = Says[3]};
  if (Count < F.arg_size() && F.getArg(Count)->getType()->isIntegerTy() &&
      F.getArg(Count)->getType()->getIntegerBitWidth() <= 64 && Says[5] > 0) {
    New.Count = Count;
    New.ElementSize = Says[5];
  }
  add(F, Parameter, New);
  if (!Given.Name.empty())
    F.addParamAttr(Parameter,
                   Attribute::get(F.getContext(), NameName, Given.Name));
}

void readPromises(Module &M) {
  GlobalVariable *All = M.getGlobalVariable("llvm.global.annotations");
  if (!All)
    return;
  auto *List = dyn_cast<ConstantArray>(All->getInitializer());
  for (unsigned I = 0; List && I < List->getNumOperands(); ++I) {
    auto *Entry = dyn_cast<ConstantStruct>(List->getOperand(I));
    if (!Entry || Entry->getNumOperands() < 5)
      continue;
    auto *F = dyn_cast<Function>(Entry->getOperand(0)->stripPointerCasts());
    StringRef Name;
    if (!F || !getConstantStringInfo(Entry->getOperand(1), Name))
      continue;
    if (Name == ParameterPromise)
      addAnnotation(*F, detailsOf(Entry->getOperand(4)));
    else if (Name == ResultPromise && F->getReturnType()->isPointerTy())
      F->addRetAttr(Attribute::NonNull);
    else if (Name == InlineDefinition && F->hasWeakLinkage())
      F->setLinkage(GlobalValue::LinkOnceODRLinkage);
  }
  All->eraseFromParent();
}

void markAssumptions(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<AssumeInst>(&I);
          Call && !isa<Constant>(Call->getArgOperand(0)))
        Call->addFnAttr(Attribute::get(M.getContext(), AssumedName));
}

void addPromises(Module &M, const Module &Other) {
  for (const Function &From : Other) {
    Function *F =
        From.hasLocalLinkage() ? nullptr : M.getFunction(From.getName());
    if (!F || F->hasLocalLinkage() ||
        F->getFunctionType() != From.getFunctionType())
      continue;
    for (unsigned I = 0; I < F->arg_size(); ++I)
      add(*F, I, promiseOf(From, I));
    if (promisesResult(From))
      F->addRetAttr(Attribute::NonNull);
  }
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

Promise promiseOf(const Function &F, unsigned Parameter) {
  const AttributeSet Of = F.getAttributes().getParamAttrs(Parameter);
  Promise Found{.IsNeverNull = Of.hasAttribute(NeverNull),
                .Bytes = promisedNumber(F, Parameter, LeastBytes),
                .ElementSize = promisedNumber(F, Parameter, ElementSize)};
  if (Of.hasAttribute(CountedBy))
    Found.Count = unsigned(promisedNumber(F, Parameter, CountedBy));
  return Found;
}

std::string nameOfParameter(const Function &F, unsigned Number) {
  const AttributeSet Of = F.getAttributes().getParamAttrs(Number);
  StringRef Name = F.getArg(Number)->getName();
  if (Name.empty() && Of.hasAttribute(NameName))
    Name = Of.getAttribute(NameName).getValueAsString();
  return Name.empty() ? std::to_string(Number + 1) : Name.str();
}

bool promisesResult(const Function &F) {
  return F.getReturnType()->isPointerTy() &&
         F.hasRetAttribute(Attribute::NonNull);
}

bool keepsPromises(const Function &F) {
  if (isLibraryModel(F) || isMadeByPasses(F))
    return false;
  const CalleeKind Kind = classify(F);
  return Kind == CalleeKind::Defined || Kind == CalleeKind::External;
}

} // namespace sooth
