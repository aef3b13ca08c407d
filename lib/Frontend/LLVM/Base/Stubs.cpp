//===- Stubs.cpp - Code that is left out of a program ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Base/Stubs.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace sooth;

/// Attributes of such declarations.
static constexpr llvm::StringLiteral LeftOutName = "sooth.left.out",
                                     FreesName = "sooth.left.out.frees",
                                     CallsBackName = "sooth.left.out.calls";

/// Metadata of variables.
static constexpr llvm::StringLiteral AnywhereName = "sooth.anywhere";

void sooth::noteAnywhere(llvm::GlobalVariable &G) {
  G.setMetadata(AnywhereName, llvm::MDNode::get(G.getContext(), {}));
}

bool sooth::isAnywhere(const llvm::GlobalVariable &G) {
  return G.hasMetadata(AnywhereName);
}

void sooth::noteLeftOut(llvm::Function &Declared, const LeftOutEffects &What) {
  Declared.addFnAttr(LeftOutName);
  if (What.FreesFound)
    Declared.addFnAttr(FreesName);
  if (What.CallsBack)
    Declared.addFnAttr(CallsBackName);
}

bool sooth::isLeftOut(const llvm::Function &F) {
  return F.isDeclaration() && F.hasFnAttribute(LeftOutName);
}

bool sooth::callsLeftOut(const llvm::CallBase &Call) {
  const llvm::Function *Callee = calledFunction(Call);
  return Callee && isLeftOut(*Callee);
}

LeftOutEffects sooth::leftOutEffects(const llvm::CallBase &Call) {
  const llvm::Function &Callee = *calledFunction(Call);
  return {Callee.hasFnAttribute(FreesName),
          Callee.hasFnAttribute(CallsBackName)};
}

bool sooth::hasLeftOut(const llvm::Module &M) {
  return llvm::any_of(M, [](const llvm::Function &F) { return isLeftOut(F); });
}
