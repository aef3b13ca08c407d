//===- SeparateFunctions.cpp - What is verified by itself ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SeparateFunctions.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/ApplyContracts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace sooth;

/// For a function of the C library, whose model is always followed.
static constexpr unsigned SizeOfModel = 10;

std::vector<std::string> sooth::separateFunctions(llvm::Module &M,
                                                  unsigned MostFollowed) {
  std::vector<std::string> Names;
  /// What a call brings in.
  llvm::DenseMap<const llvm::Function *, unsigned> Sizes;
  auto SizeOf = [&](const llvm::Function &F) {
    unsigned Size = F.getInstructionCount();
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
      if (!Call || classify(*Call) != CalleeKind::Defined)
        continue;
      const llvm::Function &Callee = *calledFunction(*Call);
      Size += isLibraryModel(Callee) ? SizeOfModel : Sizes.lookup(&Callee);
    }
    return Size;
  };
  llvm::CallGraph Graph(M);
  for (auto Component = llvm::scc_begin(&Graph); !Component.isAtEnd();
       ++Component)
    for (const llvm::CallGraphNode *Node : *Component) {
      const llvm::Function *F = Node->getFunction();
      if (!F || classify(*F) != CalleeKind::Defined ||
          isLibraryModel(*F) || isMadeOfClauses(*F))
        continue;
      const unsigned Size = SizeOf(*F);
      const bool IsSeparate = Component.hasCycle() || saysWhatCallsDo(*F) ||
                              (Size > MostFollowed && !F->isVarArg());
      if (IsSeparate)
        Names.push_back(F->getName().str());
      Sizes[F] = IsSeparate ? 0 : Size;
    }
  return Names;
}

bool sooth::callsSome(const llvm::Function &F,
                      llvm::ArrayRef<std::string> Separate) {
  return llvm::any_of(llvm::instructions(F), [&](const llvm::Instruction &I) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
    const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && llvm::is_contained(Separate, Callee->getName());
  });
}

size_t
sooth::sizeFollowed(const llvm::Function &F,
                    llvm::ArrayRef<std::string> Separate,
                    llvm::DenseMap<const llvm::Function *, size_t> &Known) {
  static constexpr size_t Most = 1000000;
  auto [It, IsNew] = Known.try_emplace(&F, F.getInstructionCount());
  if (!IsNew)
    return It->second;
  size_t Size = It->second;
  for (const llvm::Instruction &I : llvm::instructions(F))
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
      if (const llvm::Function *Callee = Call->getCalledFunction();
          Callee && !llvm::is_contained(Separate, Callee->getName()))
        Size += sizeFollowed(*Callee, Separate, Known);
  return Known[&F] = std::min(Size, Most);
}
