//===- UsedCode.cpp - Programs without what they do not use -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UsedCode.h"

#include "ArbitraryGlobals.h"
#include "CalleeStubs.h"

#include "sooth/Frontend/LLVM/Base/Stubs.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/WholeProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace sooth;

namespace {
/// Constants that some of them lead to through operands.
class UsedConstants {
public:
  void add(const llvm::Value &V) {
    if (llvm::isa<llvm::Constant>(V) && Seen.insert(&V).second)
      Pending.push_back(&V);
  }
  void follow();
  UsedValues takeAll() { return std::move(Seen); }

private:
  void addOperands(const llvm::User &U) {
    for (const llvm::Use &Operand : U.operands())
      add(*Operand.get());
  }

  UsedValues Seen;
  llvm::SmallVector<const llvm::Value *, 32> Pending;
};
} // namespace

void UsedConstants::follow() {
  while (!Pending.empty()) {
    const auto *U = llvm::cast<llvm::User>(Pending.pop_back_val());
    addOperands(*U);
    if (const auto *F = llvm::dyn_cast<llvm::Function>(U))
      for (const llvm::Instruction &I : llvm::instructions(*F))
        addOperands(I);
  }
}

UsedValues
sooth::usedFrom(const llvm::Module &M,
                llvm::function_ref<bool(const llvm::GlobalValue &)> IsRoot) {
  UsedConstants Used;
  for (const llvm::GlobalValue &G : M.global_values())
    if (IsRoot(G))
      Used.add(G);
  Used.follow();
  return Used.takeAll();
}

std::unique_ptr<llvm::Module> sooth::copyOf(const llvm::Module &M,
                                            const UsedValues &Used) {
  llvm::ValueToValueMapTy Copies;
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(
      M, Copies, [&](const llvm::GlobalValue *G) { return Used.contains(G); });
  for (const llvm::GlobalValue &G : M.global_values())
    if (!Used.contains(&G))
      if (auto *Declared = llvm::cast<llvm::GlobalValue>(Copies[&G]);
          Declared->use_empty())
        Declared->eraseFromParent();
  return Copy;
}

std::unique_ptr<llvm::Module> sooth::copyUsedCode(const llvm::Module &M) {
  UsedValues Used = usedFrom(M, [](const llvm::GlobalValue &G) {
    auto *F = llvm::dyn_cast<llvm::Function>(&G);
    return !F || !isLibraryModel(*F);
  });
  return copyOf(M, Used);
}

CodeToCopy sooth::codeToCopy(const llvm::Function &Entry,
                             const ProgramGlobals &Of,
                             const CalleeStubs *Stubs) {
  auto IsStub = [&](const llvm::Function &F) {
    return Stubs && Stubs->isStub(F, Entry);
  };
  CodeToCopy Result{
      reachedFrom(
          Entry, [&](const llvm::GlobalVariable &G) { return Of.storedIn(G); },
          IsStub),
      {}};
  for (const llvm::Function &F : *Entry.getParent())
    if (Result.Reached.All.contains(&F) && IsStub(F))
      Result.Stubs.push_back(&F);
  return Result;
}

CodeToCopy sooth::codeToCopy(llvm::ArrayRef<const llvm::Function *> Entries,
                             const ProgramGlobals &Of) {
  CodeToCopy All;
  for (const llvm::Function *Entry : Entries) {
    CodeToCopy Of1 = codeToCopy(*Entry, Of, nullptr);
    All.Reached.All.insert(Of1.Reached.All.begin(), Of1.Reached.All.end());
    for (const llvm::Function *F : Of1.Reached.PointerCallees)
      if (!llvm::is_contained(All.Reached.PointerCallees, F))
        All.Reached.PointerCallees.push_back(F);
  }
  return All;
}

std::vector<const llvm::GlobalVariable *>
sooth::usedByStub(const llvm::Function &F, const CodeToCopy &Code,
                  const CalleeStubs &Stubs) {
  std::vector<const llvm::GlobalVariable *> Used;
  for (const llvm::GlobalVariable &G : F.getParent()->globals())
    if (Code.Reached.All.contains(&G) && Stubs.mayUse(F, G))
      Used.push_back(&G);
  return Used;
}

void sooth::copyNotes(const llvm::Function &F, llvm::Function &To,
                      llvm::ValueToValueMapTy &Copies) {
  llvm::SmallVector<std::pair<unsigned, llvm::MDNode *>> Notes;
  F.getAllMetadata(Notes);
  for (auto [Kind, Note] : Notes)
    To.setMetadata(Kind, llvm::MapMetadata(Note, Copies));
  for (auto [From, Argument] : llvm::zip_equal(F.args(), To.args()))
    Argument.setName(From.getName());
}

namespace {
/// Nodes of debug information that are not determined by what they say.
class DistinctNodes {
public:
  void add(const llvm::Metadata *Node) {
    if (auto *N = llvm::dyn_cast_or_null<llvm::MDNode>(Node);
        N && Seen.insert(N).second)
      Pending.push_back(N);
  }
  void addAll(const llvm::Module &M);
  void follow();
  std::vector<const llvm::Metadata *> Found;

private:
  llvm::DenseSet<const llvm::MDNode *> Seen;
  llvm::SmallVector<const llvm::MDNode *, 32> Pending;
};
} // namespace

void DistinctNodes::follow() {
  while (!Pending.empty()) {
    const llvm::MDNode *N = Pending.pop_back_val();
    if (N->isDistinct() && llvm::isa<llvm::DINode>(N))
      Found.push_back(N);
    for (const llvm::MDOperand &Operand : N->operands())
      add(Operand.get());
  }
}

void DistinctNodes::addAll(const llvm::Module &M) {
  llvm::SmallVector<std::pair<unsigned, llvm::MDNode *>> Notes;
  for (const llvm::GlobalObject &G : M.global_objects()) {
    G.getAllMetadata(Notes);
    for (auto [Kind, Note] : Notes)
      add(Note);
  }
  for (const llvm::NamedMDNode &List : M.named_metadata())
    for (const llvm::MDNode *Entry : List.operands())
      add(Entry);
  for (const llvm::Function &F : M)
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      add(I.getDebugLoc().getAsMDNode());
      for (const llvm::DbgVariableRecord &R :
           llvm::filterDbgVars(I.getDbgRecordRange()))
        add(R.getVariable());
    }
}

CommonDebugInfo::CommonDebugInfo(const llvm::Module &M) {
  DistinctNodes All;
  All.addAll(M);
  All.follow();
  Nodes = std::move(All.Found);
}

void CommonDebugInfo::keepIn(llvm::ValueToValueMapTy &Copies) const {
  auto &Known = Copies.MD();
  Known.reserve(Nodes.size() * 2);
  for (const llvm::Metadata *N : Nodes)
    Known[N].reset(const_cast<llvm::Metadata *>(N));
}

/// Gives the declaration of \p F in a copy the body of a stub.
static void makeStub(const llvm::Function &F, const CodeToCopy &Code,
                     const CalleeStubs &Stubs,
                     llvm::ValueToValueMapTy &Copies) {
  auto &Stub = *llvm::cast<llvm::Function>(Copies[&F]);
  copyNotes(F, Stub, Copies);
  Stub.setLinkage(F.getLinkage());
  std::vector<llvm::GlobalVariable *> Used;
  for (const llvm::GlobalVariable *G : usedByStub(F, Code, Stubs))
    Used.push_back(llvm::cast<llvm::GlobalVariable>(Copies[G]));
  Stubs.fill(Stub, F, Used);
}

/// Of what is in \p Code, where stubs are declarations.
static std::unique_ptr<llvm::Module>
copyOfCode(const llvm::Module &M, const CodeToCopy &Code,
           const CommonDebugInfo &InCommon, llvm::ValueToValueMapTy &Copies) {
  InCommon.keepIn(Copies);
  return llvm::CloneModule(M, Copies, [&](const llvm::GlobalValue *G) {
    auto *F = llvm::dyn_cast<llvm::Function>(G);
    return Code.Reached.All.contains(G) &&
           !(F && llvm::is_contained(Code.Stubs, F));
  });
}

/// Lets whole programs that are made of a copy of \p Code keep what pointers
/// may lead to.
static void keepCallees(llvm::Module &Copy, const CodeToCopy &Code,
                        llvm::ValueToValueMapTy &Copies) {
  llvm::SmallVector<llvm::Function *> Callees;
  for (const llvm::Function *F : Code.Reached.PointerCallees)
    Callees.push_back(llvm::cast<llvm::Function>(Copies[F]));
  keepPointerCallees(Copy, Callees);
}

OpenCopy sooth::copyReachable(const llvm::Function &Entry,
                              const ProgramGlobals &Of,
                              const CommonDebugInfo &InCommon,
                              const CalleeStubs *Stubs) {
  const CodeToCopy Code = codeToCopy(Entry, Of, Stubs);
  llvm::ValueToValueMapTy Copies;
  std::unique_ptr<llvm::Module> Copy =
      copyOfCode(*Entry.getParent(), Code, InCommon, Copies);
  for (const llvm::Function *F : Code.Stubs)
    makeStub(*F, Code, *Stubs, Copies);
  if (!Code.Stubs.empty())
    for (const llvm::GlobalVariable &G : Entry.getParent()->globals())
      if (Code.Reached.All.contains(&G) && Stubs->isAnywhere(G))
        noteAnywhere(*llvm::cast<llvm::GlobalVariable>(Copies[&G]));
  keepCallees(*Copy, Code, Copies);
  return {std::move(Copy), !Code.Stubs.empty()};
}

std::unique_ptr<llvm::Module>
sooth::copyReachable(llvm::ArrayRef<const llvm::Function *> Entries,
                     const ProgramGlobals &Of,
                     const CommonDebugInfo &InCommon) {
  const CodeToCopy Code = codeToCopy(Entries, Of);
  llvm::ValueToValueMapTy Copies;
  std::unique_ptr<llvm::Module> Copy =
      copyOfCode(*Entries.front()->getParent(), Code, InCommon, Copies);
  keepCallees(*Copy, Code, Copies);
  return Copy;
}

void sooth::makeWholeProgram(llvm::Function &Entry) {
  llvm::Module &M = *Entry.getParent();
  internalize(M, Entry);
  dropUnreachable(M, Entry, Linkage::WholeProgram);
}
