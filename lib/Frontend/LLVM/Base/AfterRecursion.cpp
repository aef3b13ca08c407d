//===- AfterRecursion.cpp - What may follow recursion that is cut off -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AfterRecursion.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

static constexpr StringLiteral RecordName = "sooth.after.recursion";

namespace {
/// A search forwards through the program.
class Search {
public:
  Search(Module &M, ArrayRef<RecursionCycle> Cycles);
  void run();
  const SmallPtrSetImpl<const Instruction *> &found() const { return Found; }

private:
  SmallVector<Function *, 4> calleesOf(const CallBase &Call) const;
  void findThoseThatGetThere();
  void visitAll(Function *F);
  /// From here to the end of the function.
  void visitFrom(BasicBlock::iterator I, BasicBlock *B);
  void visit(const Instruction &I);

  Module &M;
  SmallVector<Function *, 8> AddressTaken;
  /// Functions in which, or in whose callees, there is recursion.
  SmallPtrSet<Function *, 16> GetThere;
  SmallPtrSet<Function *, 16> VisitedAll;
  SmallVector<Function *, 16> Open;
  SmallPtrSet<const BasicBlock *, 16> VisitedBlocks; // from their beginning
  SmallPtrSet<const Instruction *, 32> Found;
};
} // namespace

Search::Search(Module &M, ArrayRef<RecursionCycle> Cycles) : M(M) {
  for (Function &F : M)
    if (!F.isDeclaration() && F.hasAddressTaken())
      AddressTaken.push_back(&F);
  for (const RecursionCycle &Cycle : Cycles)
    for (Function *F : Cycle) {
      GetThere.insert(F);
      visitAll(F);
    }
}

SmallVector<Function *, 4> Search::calleesOf(const CallBase &Call) const {
  switch (classify(Call)) {
  case CalleeKind::Defined:
    return {calledFunction(Call)};
  case CalleeKind::External:
  case CalleeKind::Indirect:
  case CalleeKind::InlineAsm:
    return {AddressTaken.begin(), AddressTaken.end()};
  default:
    return {};
  }
}

void Search::findThoseThatGetThere() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function &F : M) {
      if (GetThere.contains(&F))
        continue;
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I);
            Call && any_of(calleesOf(*Call),
                           [&](Function *G) { return GetThere.contains(G); }))
          Changed |= GetThere.insert(&F).second;
    }
  }
}

void Search::visitAll(Function *F) {
  if (VisitedAll.insert(F).second)
    Open.push_back(F);
}

void Search::visit(const Instruction &I) {
  Found.insert(&I);
  if (auto *Call = dyn_cast<CallBase>(&I))
    for (Function *F : calleesOf(*Call))
      visitAll(F);
}

void Search::visitFrom(BasicBlock::iterator I, BasicBlock *B) {
  for (const Instruction &Next : make_range(I, B->end()))
    visit(Next);
  SmallVector<BasicBlock *, 8> Blocks(successors(B));
  while (!Blocks.empty()) {
    BasicBlock *Next = Blocks.pop_back_val();
    if (!VisitedBlocks.insert(Next).second)
      continue;
    for (const Instruction &J : *Next)
      visit(J);
    append_range(Blocks, successors(Next));
  }
}

void Search::run() {
  findThoseThatGetThere();
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && any_of(calleesOf(*Call),
                         [&](Function *G) { return GetThere.contains(G); }))
        visitFrom(std::next(I.getIterator()), I.getParent());
  while (!Open.empty()) {
    Function *F = Open.pop_back_val();
    for (const Instruction &I : instructions(*F))
      visit(I);
  }
}

void recordAfterRecursion(Module &M, ArrayRef<RecursionCycle> Cycles) {
  if (Cycles.empty())
    return;
  Search S(M, Cycles);
  S.run();
  NamedMDNode *Record = M.getOrInsertNamedMetadata(RecordName);
  SmallPtrSet<const MDNode *, 32> Known(Record->op_begin(), Record->op_end());
  Type *Number = Type::getInt32Ty(M.getContext());
  auto Add = [&](const DILocation &L) {
    Metadata *Line =
        ConstantAsMetadata::get(ConstantInt::get(Number, L.getLine()));
    MDNode *Place = MDTuple::get(M.getContext(), {L.getFile(), Line});
    if (Known.insert(Place).second)
      Record->addOperand(Place);
  };
  // In the module's order: what is found is in none.
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (const DILocation *L = I.getDebugLoc();
          L && L->getLine() && S.found().contains(&I))
        Add(*L);
}

AfterRecursion::AfterRecursion(const Module &M) {
  if (const NamedMDNode *Record = M.getNamedMetadata(RecordName))
    for (const MDNode *Place : Record->operands()) {
      auto *Line = mdconst::extract<ConstantInt>(Place->getOperand(1));
      Lines.insert(
          {cast<DIFile>(Place->getOperand(0)), unsigned(Line->getZExtValue())});
    }
}

bool AfterRecursion::mayHold(const Instruction &I) const {
  const DILocation *L = I.getDebugLoc();
  return !L || L->getLine() == 0 ||
         Lines.contains({L->getFile(), L->getLine()});
}

} // namespace sooth
