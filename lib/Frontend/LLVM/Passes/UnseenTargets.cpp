//===- UnseenTargets.cpp - Calls through pointers into other code ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/UnseenTargets.h"

#include "Source/SourceMap.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/FunctionFields.h"
#include "sooth/Frontend/LLVM/Passes/WholeProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace sooth;

/// What a pointer is called where the program has no name for it.
static constexpr StringLiteral NoName = "function";

/// Of the member or variable that \p Pointer is read from, or of the array;
/// empty if it has none.
static std::string nameOfSource(const llvm::Value &Pointer,
                                const SourceMap &Names) {
  if (const UserName *Name = Names.nameOf(&Pointer))
    return Name->Path.Variable;
  auto *Load = dyn_cast<LoadInst>(&Pointer);
  if (!Load)
    return "";
  const llvm::Value *From = Load->getPointerOperand();
  if (auto At = memberAt(*From)) {
    const StructLayout &Layout = *Load->getDataLayout().getStructLayout(
        const_cast<StructType *>(At->In));
    return Names.memberName(*At->In, Layout.getElementOffset(At->Number));
  }
  const bool IsElement = isa<GEPOperator>(From);
  while (auto *Gep = dyn_cast<GEPOperator>(From))
    From = Gep->getPointerOperand();
  if (auto *Local = dyn_cast<AllocaInst>(From))
    return localName(*Local).str();
  if (isa<GlobalVariable>(From))
    return From->getName().str();
  // (What is read from where a pointer leads may be the first member there.)
  return IsElement ? nameOfSource(*From, Names) : "";
}

static std::string nameOfTarget(const llvm::Value &Pointer,
                                const SourceMap &Names) {
  SmallSetVector<const llvm::Value *, 8> Sources;
  Sources.insert(&Pointer);
  for (unsigned K = 0; K < Sources.size(); ++K) {
    if (std::string Name = nameOfSource(*Sources[K], Names); !Name.empty())
      return (ThroughPointerPrefix + Name).str();
    if (auto *Join = dyn_cast<Instruction>(Sources[K]);
        Join && isa<PHINode, SelectInst, FreezeInst>(Join))
      Sources.insert(Join->op_begin(), Join->op_end());
  }
  return (ThroughPointerPrefix + NoName).str();
}

static SmallVector<CallInst *> pointerCalls(const Function &F) {
  SmallVector<CallInst *> Calls;
  for (const Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && classify(*Call) == CalleeKind::Indirect &&
        !Call->hasFnAttr(UnknownTargetName))
      Calls.push_back(const_cast<CallInst *>(Call));
  return Calls;
}

static std::vector<const Function *> definitions(const Module &M) {
  std::vector<const Function *> All;
  for (const Function &F : M)
    if (!F.isDeclaration())
      All.push_back(&F);
  return All;
}

/// A declaration called \p Name, or like it if it has another type.
static Function &declare(Module &M, FunctionType &T, const Twine &Name) {
  for (Function &F : M)
    if (isThroughPointer(F) && F.getFunctionType() == &T &&
        F.getName().split('.').first == Name.str())
      return F;
  return *Function::Create(&T, GlobalValue::ExternalLinkage, Name, M);
}

bool sooth::callUnseenTargets(Module &M) {
  SmallVector<CallInst *> Calls;
  for (Function &F : M)
    append_range(Calls, pointerCalls(F));
  if (Calls.empty())
    return false;
  const SourceMap Names(definitions(M));
  for (CallInst *Call : Calls)
    Call->setCalledFunction(
        &declare(M, *Call->getFunctionType(),
                 nameOfTarget(*Call->getCalledOperand(), Names)));
  return true;
}

std::vector<std::string>
sooth::unseenTargets(ArrayRef<const Function *> Functions) {
  std::vector<std::string> All;
  const SourceMap Names(Functions);
  for (const Function *F : Functions)
    for (const CallInst *Call : pointerCalls(*F))
      if (none_of(*F->getParent(), [&](const Function &Callee) {
            return Callee.hasAddressTaken() && fitsPointerCall(*Call, Callee);
          }))
        if (std::string Name = nameOfTarget(*Call->getCalledOperand(), Names);
            !is_contained(All, Name))
          All.push_back(std::move(Name));
  return All;
}
