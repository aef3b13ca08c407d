//===- PlainAssembly.cpp - Assembly without instructions ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainAssembly.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// For each output that is a result, in order: the argument in its place; null
/// if there is none.
static SmallVector<Value *, 2> tiedArguments(const CallInst &Call,
                                             const InlineAsm &Text) {
  constexpr unsigned Nowhere = ~0u;
  SmallVector<Value *, 2> Tied;
  SmallVector<unsigned, 4> ResultOf; // by constraint
  unsigned Argument = 0;
  for (const InlineAsm::ConstraintInfo &Info : Text.ParseConstraints()) {
    const bool IsResult = Info.Type == InlineAsm::isOutput && !Info.isIndirect;
    ResultOf.push_back(IsResult ? Tied.size() : Nowhere);
    if (IsResult) {
      Tied.push_back(nullptr);
      continue;
    }
    // An output in memory has its address as an argument.
    if (Info.Type != InlineAsm::isInput && Info.Type != InlineAsm::isOutput)
      continue;
    unsigned Place = Nowhere;
    if (Info.Type == InlineAsm::isInput && Info.Codes.size() == 1)
      if (unsigned Output; !StringRef(Info.Codes[0]).getAsInteger(10, Output) &&
                           Output < ResultOf.size())
        Place = ResultOf[Output];
    if (Place != Nowhere && Argument < Call.arg_size())
      Tied[Place] = Call.getArgOperand(Argument);
    ++Argument;
  }
  return Tied;
}

/// The low bits of \p From, if it has as many as the type.
static Value *fitted(IRBuilder<> &Build, Value *From, Type *T) {
  if (!From || From->getType() == T)
    return From;
  auto *Has = dyn_cast<IntegerType>(From->getType());
  auto *Wants = dyn_cast<IntegerType>(T);
  return Has && Wants && Wants->getBitWidth() < Has->getBitWidth()
             ? Build.CreateTrunc(From, T)
             : nullptr;
}

static void replaceResults(CallInst &Call, const InlineAsm &Text) {
  const SmallVector<Value *, 2> Tied = tiedArguments(Call, Text);
  IRBuilder<> Build(Call.getNextNode());
  Build.SetCurrentDebugLocation(Call.getDebugLoc());
  auto *Results = dyn_cast<StructType>(Call.getType());
  if (!Results) {
    if (Tied.size() == 1)
      if (Value *New = fitted(Build, Tied[0], Call.getType()))
        Call.replaceAllUsesWith(New);
    return;
  }
  for (User *U : make_early_inc_range(Call.users())) {
    auto *Part = dyn_cast<ExtractValueInst>(U);
    if (!Part || Part->getNumIndices() != 1 ||
        Part->getIndices()[0] >= Tied.size())
      continue;
    if (Value *New =
            fitted(Build, Tied[Part->getIndices()[0]], Part->getType())) {
      Part->replaceAllUsesWith(New);
      Part->eraseFromParent();
    }
  }
}

/// What an instruction of the x87 leaves in the place of its first argument, as
/// far as that is known; what \p Call returns elsewhere. Null if the text is
/// another.
static Value *resultOfX87(CallInst &Call, const InlineAsm &Text,
                          IRBuilder<> &Build) {
  const StringRef Name = StringRef(Text.getAsmString()).trim();
  const StringRef Where = Text.getConstraintString();
  if (!Call.getType()->isX86_FP80Ty() || !all_of(Call.args(), [](const Use &A) {
        return A->getType()->isX86_FP80Ty();
      }))
    return nullptr;
  if (Name == "fsqrt" && Call.arg_size() == 1 && Where.starts_with("={st},0,~"))
    return Build.CreateUnaryIntrinsic(Intrinsic::sqrt, Call.getArgOperand(0));
  if (Name == "fpatan" && Call.arg_size() == 2 &&
      Where.starts_with("={st},0,{st(1)},~{st(1)},")) {
    // Of a zero over what is positive that zero.
    Value *X = Call.getArgOperand(0), *Y = Call.getArgOperand(1);
    Constant *Zero = ConstantFP::get(Call.getType(), 0);
    Value *IsKnown = Build.CreateAnd(Build.CreateFCmpOEQ(Y, Zero),
                                     Build.CreateFCmpOGT(X, Zero));
    return Build.CreateSelect(IsKnown, Y, &Call);
  }
  return nullptr;
}

static void lowerX87(CallInst &Call, const InlineAsm &Text) {
  IRBuilder<> Build(Call.getNextNode());
  Build.SetCurrentDebugLocation(Call.getDebugLoc());
  if (Value *Result = resultOfX87(Call, Text, Build))
    Call.replaceUsesWithIf(Result,
                           [&](const Use &U) { return U.getUser() != Result; });
}

void sooth::lowerAssembly(Module &M) {
  SmallVector<std::pair<CallInst *, InlineAsm *>> Empty, Other;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (auto *Text = dyn_cast<InlineAsm>(Call->getCalledOperand()))
          (StringRef(Text->getAsmString()).trim().empty() ? Empty : Other)
              .emplace_back(Call, Text);
  for (auto [Call, Text] : Other)
    lowerX87(*Call, *Text);
  for (auto [Call, Text] : Empty) {
    replaceResults(*Call, *Text);
    if (Call->use_empty())
      Call->eraseFromParent();
  }
}
