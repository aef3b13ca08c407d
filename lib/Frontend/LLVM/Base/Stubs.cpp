//===- Stubs.cpp - Code that is left out of a program ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Base/Stubs.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace sooth;

/// Attributes of such declarations.
static constexpr llvm::StringLiteral LeftOutName = "sooth.left.out",
                                     FreesName = "sooth.left.out.frees",
                                     CallsBackName = "sooth.left.out.calls",
                             GivenAwayName = "sooth.left.out.given.away";
/// Between the names there.
static constexpr char Separator = ',';

/// Metadata of variables.
static constexpr llvm::StringLiteral AnywhereName = "sooth.anywhere";

void sooth::noteAnywhere(llvm::GlobalVariable &G) {
  G.setMetadata(AnywhereName, llvm::MDNode::get(G.getContext(), {}));
}

bool sooth::isAnywhere(const llvm::GlobalVariable &G) {
  return G.hasMetadata(AnywhereName);
}

void sooth::noteLeftOut(llvm::Function &Declared, const LeftOutEffects &What,
                        llvm::ArrayRef<llvm::StringRef> GivenAway) {
  Declared.addFnAttr(LeftOutName);
  if (What.FreesFound)
    Declared.addFnAttr(FreesName);
  if (What.CallsBack)
    Declared.addFnAttr(CallsBackName);
  if (!GivenAway.empty())
    Declared.addFnAttr(GivenAwayName,
                       llvm::join(GivenAway, llvm::StringRef(&Separator, 1)));
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

llvm::SmallVector<llvm::StringRef> sooth::givenAway(const llvm::Function &F) {
  llvm::SmallVector<llvm::StringRef> Names;
  F.getFnAttribute(GivenAwayName)
      .getValueAsString()
      .split(Names, Separator, /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return Names;
}

bool sooth::hasLeftOut(const llvm::Module &M) {
  return llvm::any_of(M, [](const llvm::Function &F) { return isLeftOut(F); });
}
