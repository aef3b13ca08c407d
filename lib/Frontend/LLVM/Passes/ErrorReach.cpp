//===- ErrorReach.cpp - From where an error can be reached ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorReach.h"
#include "Base/Reachable.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace sooth {

bool mayBeCalledBack(const Function &F, const Function *Entry) {
  if (!F.hasLocalLinkage() && &F != Entry)
    return true;
  return any_of(F.uses(), [](const Use &U) {
    if (isa<BlockAddress>(U.getUser()))
      return false;
    auto *Call = dyn_cast<CallBase>(U.getUser());
    return !Call || !Call->isCallee(&U);
  });
}

bool ErrorReach::mayFail(const Instruction &I) const {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  switch (classify(*Call)) {
  case CalleeKind::Error:
  case CalleeKind::Assert:
  case CalleeKind::MemoryCheck:
    return true;
  case CalleeKind::Defined:
    return Failing.contains(calledFunction(*Call));
  case CalleeKind::External:
  case CalleeKind::Indirect:
  case CalleeKind::InlineAsm:
  case CalleeKind::Exit: // Handlers given to atexit.
    return Unknown == Callbacks::MayFail;
  default:
    return false;
  }
}

bool ErrorReach::mayFail(const BasicBlock &Block) const {
  return any_of(Block, [this](const Instruction &I) { return mayFail(I); });
}

void ErrorReach::propagate(Module &M) {
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (Function &F : M)
      if (!Failing.contains(&F) &&
          any_of(F, [this](const BasicBlock &B) { return mayFail(B); })) {
        Failing.insert(&F);
        Changed = true;
      }
  }
}

ErrorReach::ErrorReach(Module &M, const Function *Entry) : Entry(Entry) {
  propagate(M);
  for (Function &F : M)
    if (Failing.contains(&F) && mayBeCalledBack(F, Entry))
      Unknown = Callbacks::MayFail;
  if (Unknown == Callbacks::MayFail)
    propagate(M);
}

/// True if an error may be reached from inside the block, or from where control
/// goes when it leaves the function there.
bool ErrorReach::isWanted(const BasicBlock &Block) const {
  return mayFail(Block) || leavesWanted(Block);
}

bool ErrorReach::leavesWanted(const BasicBlock &Block) const {
  if (!isa<ReturnInst>(Block.getTerminator()))
    return false;
  return !isEndOfRun(*Block.getParent());
}

/// True if nothing that matters runs after \p F has returned.
bool ErrorReach::isEndOfRun(const Function &F) const {
  return &F == Entry && F.use_empty() && Unknown == Callbacks::Harmless;
}

/// Nothing runs behind an error or an exit.
static bool endAfterLastCall(BasicBlock &Block) {
  for (Instruction &I : Block) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || Call->isMustTailCall())
      continue;
    CalleeKind Kind = classify(*Call);
    if (Kind != CalleeKind::Error && Kind != CalleeKind::Exit)
      continue;
    if (isa<UnreachableInst>(Call->getNextNode()))
      return false;
    changeToUnreachable(Call->getNextNode());
    return true;
  }
  return false;
}

/// A new block in which the run, or the function's part in it, ends.
BasicBlock *ErrorReach::createEnd(Function &F) const {
  BasicBlock *End = BasicBlock::Create(F.getContext(), "end", &F);
  IRBuilder<> Builder(End);
  if (DISubprogram *Subprogram = F.getSubprogram())
    Builder.SetCurrentDebugLocation(
        DILocation::get(F.getContext(), 0, 0, Subprogram));
  if (isEndOfRun(F)) {
    Type *Ty = F.getReturnType();
    if (Ty->isVoidTy())
      Builder.CreateRetVoid();
    else
      Builder.CreateRet(Constant::getNullValue(Ty));
    return End;
  }
  // Not a bare `unreachable`, from which others might conclude something.
  Builder.CreateIntrinsic(Intrinsic::trap, {}, {});
  Builder.CreateUnreachable();
  return End;
}

static bool hasOnlyPlainBranches(const Function &F) {
  return all_of(F, [](const BasicBlock &Block) {
    return isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(
        Block.getTerminator());
  });
}

/// Where no error is behind the block, it need not run to its end. Returns what
/// follows the last instruction that may fail, or null if that is the end.
Instruction *ErrorReach::unneededTail(BasicBlock &Block) const {
  for (Instruction &I : reverse(Block)) {
    if (!mayFail(I))
      continue;
    Instruction *Tail = I.getNextNode();
    bool IsLast = !Tail || isa<UnreachableInst>(Tail);
    return IsLast ? nullptr : Tail;
  }
  return nullptr;
}

bool ErrorReach::cut(Function &F) const {
  bool Changed = false;
  for (BasicBlock &Block : F)
    Changed |= endAfterLastCall(Block);
  Changed |= EliminateUnreachableBlocks(F);
  if (!hasOnlyPlainBranches(F))
    return Changed;

  SmallVector<BasicBlock *> Last;
  for (BasicBlock &Block : F)
    if (isWanted(Block))
      Last.push_back(&Block);
  const auto Wanted =
      reachable(Last, [](BasicBlock *B) { return predecessors(B); });

  BasicBlock *End = nullptr;
  auto endBlock = [&] { return End ? End : (End = createEnd(F)); };
  for (BasicBlock &Block : F) {
    if (!Wanted.contains(&Block))
      continue;
    Instruction *Branch = Block.getTerminator();
    bool EndsHere = !leavesWanted(Block) &&
                    none_of(successors(&Block), [&](BasicBlock *Next) {
                      return Wanted.contains(Next);
                    });
    if (Instruction *Tail = EndsHere ? unneededTail(Block) : nullptr) {
      changeToUnreachable(Tail);
      Branch = Block.getTerminator();
      BranchInst::Create(endBlock(), Branch->getIterator());
      Branch->eraseFromParent();
      Changed = true;
      continue;
    }
    for (unsigned I = 0; I < Branch->getNumSuccessors(); ++I) {
      BasicBlock *Next = Branch->getSuccessor(I);
      if (Wanted.contains(Next) || Next == End)
        continue;
      Next->removePredecessor(&Block, /*KeepOneInputPHIs=*/true);
      Branch->setSuccessor(I, endBlock());
      Changed = true;
    }
  }
  BasicBlock &Start = F.getEntryBlock();
  bool IsEnd = Start.size() == 1 && isa<ReturnInst>(Start.front());
  if (!Wanted.contains(&Start) && !IsEnd) {
    // No error at all: the function becomes its end.
    BasicBlock *NewStart = endBlock();
    NewStart->moveBefore(&Start);
    Changed = true;
  }
  if (Changed)
    EliminateUnreachableBlocks(F);
  return Changed;
}

} // namespace sooth
