//===- LinkedFiles.cpp - All files of a program or library ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkedFiles.h"

#include "UsedCode.h"

#include "sooth/Frontend/LLVM/Base/ProgramBeginning.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/ApplyContracts.h"
#include "sooth/Frontend/LLVM/Source/Places.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/GlobPattern.h"

using namespace sooth;

/// Of main, as one of many functions.
static constexpr llvm::StringLiteral NameOfMain = "main.of.program";

//===----------------------------------------------------------------------===//
// Who sees what
//===----------------------------------------------------------------------===//

/// Whether \p Name has the form of one of \p Patterns; what is no pattern has
/// none.
static bool matchesSome(llvm::StringRef Name,
                        llvm::ArrayRef<std::string> Patterns) {
  return llvm::any_of(Patterns, [&](llvm::StringRef Text) {
    auto Pattern = llvm::GlobPattern::create(Text);
    if (Pattern)
      return Pattern->match(Name);
    llvm::consumeError(Pattern.takeError());
    return false;
  });
}

/// Whether code that is not in the module may name \p G, or LLVM knows it.
static bool isSeen(const llvm::GlobalValue &G, const LinkedAs &How) {
  if (G.hasAppendingLinkage() || G.getName().starts_with("llvm.") ||
      (How.What == LinkedAs::Kind::Program && G.getName() == "main"))
    return true;
  return !G.hasHiddenVisibility() &&
         (How.IsVisible || matchesSome(G.getName(), How.Exported));
}

void sooth::hideFromOthers(llvm::Module &M, const LinkedAs &How) {
  for (llvm::GlobalValue &G : M.global_values()) {
    auto *F = llvm::dyn_cast<llvm::Function>(&G);
    if (G.isDeclarationForLinker() || G.hasLocalLinkage() || isSeen(G, How) ||
        (F && isLibraryModel(*F)))
      continue;
    if (auto *Object = llvm::dyn_cast<llvm::GlobalObject>(&G))
      Object->setComdat(nullptr);
    G.setVisibility(llvm::GlobalValue::DefaultVisibility);
    G.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
}

void sooth::showWhatAliasesShow(llvm::Module &M) {
  for (const llvm::GlobalAlias &Name : M.aliases())
    if (!Name.hasLocalLinkage())
      if (auto *G = llvm::dyn_cast_or_null<llvm::GlobalVariable>(
              const_cast<llvm::GlobalObject *>(Name.getAliaseeObject()));
          G && G->hasLocalLinkage())
        G->setLinkage(llvm::GlobalValue::ExternalLinkage);
}

//===----------------------------------------------------------------------===//
// What is reached
//===----------------------------------------------------------------------===//

/// Whether runs come to \p G from elsewhere.
static bool isRoot(const llvm::GlobalValue &G) {
  auto *F = llvm::dyn_cast<llvm::Function>(&G);
  if (F && isLibraryModel(*F))
    return false;
  auto *Object = llvm::dyn_cast<llvm::GlobalObject>(&G);
  if (Object && (runsBeforeMain(Object->getSection()) ||
                 runsAfterMain(Object->getSection())))
    return !G.isDeclaration();
  // (The list of constructors has no other linkage.)
  return !G.isDeclaration() && !G.hasLocalLinkage() &&
         !G.getName().starts_with("llvm.used") &&
         !G.getName().starts_with("llvm.compiler.used");
}

static bool isOfSource(const llvm::Function &F) {
  return !F.isDeclaration() && !isLibraryModel(F) && F.getSubprogram() &&
         !isMadeOfClauses(F);
}

LinkedFunctions sooth::linkedFunctions(const llvm::Module &M) {
  const UsedValues Reached = usedFrom(M, isRoot);
  LinkedFunctions All;
  for (const llvm::Function &F : M) {
    if (!isOfSource(F))
      continue;
    if (!Reached.contains(&F)) {
      All.NotReached.push_back({placeOf(F), nameInSource(F).str()});
      continue;
    }
    ++All.Reached;
    All.Exported += !F.hasLocalLinkage();
  }
  return All;
}

/// Whether \p At reads or writes a variable, as it was declared, by its name.
static bool isOfVariable(const llvm::Instruction &At) {
  const llvm::Value *Pointer = llvm::getLoadStorePointerOperand(&At);
  auto *Store = llvm::dyn_cast<llvm::StoreInst>(&At);
  const llvm::Type *Type = (Store ? Store->getValueOperand() : &At)->getType();
  if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(Pointer))
    return Local->getAllocatedType() == Type;
  auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(Pointer);
  return Global && Global->getValueType() == Type;
}

static bool mayMisuseMemory(const llvm::Instruction &At) {
  if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(At))
    return !isOfVariable(At);
  auto *Call = llvm::dyn_cast<llvm::CallBase>(&At);
  const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Call && (!Callee || isLibraryModel(*Callee) ||
                  (Callee->isDeclaration() && !Callee->isIntrinsic()) ||
                  llvm::isa<llvm::AnyMemIntrinsic>(Call));
}

bool sooth::usesMemory(const llvm::Module &M) {
  const UsedValues Reached = usedFrom(M, isRoot);
  return llvm::any_of(M, [&](const llvm::Function &F) {
    return isOfSource(F) && Reached.contains(&F) &&
           llvm::any_of(llvm::instructions(F), mayMisuseMemory);
  });
}

std::unique_ptr<llvm::Module> sooth::copyAsFunctions(const llvm::Module &M) {
  std::unique_ptr<llvm::Module> Copy = copyOf(M, usedFrom(M, isRoot));
  llvm::Function &Main = *Copy->getFunction("main");
  if (Main.use_empty())
    Main.addFnAttr(BeginsProgramName);
  Main.setName(NameOfMain);
  return Copy;
}

bool sooth::isMainOfProgram(const llvm::Function &F) {
  return F.getName() == NameOfMain;
}

bool sooth::beginsProgram(const llvm::Function &F) {
  auto MayRunBefore = [&](const llvm::GlobalObject &G) {
    return &G != &F && isRoot(G);
  };
  return F.hasFnAttribute(BeginsProgramName) &&
         llvm::none_of(F.getParent()->global_objects(), MayRunBefore);
}

llvm::StringRef sooth::nameInSource(const llvm::Function &F) {
  const llvm::DISubprogram *Source = F.getSubprogram();
  return Source ? Source->getName() : F.getName();
}
