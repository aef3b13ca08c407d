//===- StepRunner.h - Runs a program step by step -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_EXECUTE_STEPRUNNER_H
#define SOOTH_LIB_FRONTEND_LLVM_EXECUTE_STEPRUNNER_H

#include "Base/MemoryChecks.h"
#include "InputSearch.h"
#include "RunMemory.h"
#include "StraightProgram.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Execute/OnlyRun.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <set>

namespace sooth {

class StepRunner {
public:
  /// What is found out about calls, for several runs.
  using CallKinds = llvm::DenseMap<const llvm::CallBase *, CalleeKind>;
  /// Whether what a run does is kept, and made of the entry where it fails.
  enum class Keeps { Nothing, Trace };
  /// Whether the entry, or callers that it stands for, choose what is done.
  enum class Chooses { Program, Callers };
  /// With inputs that are not known if there is no \p Inputs.
  StepRunner(llvm::Function &Entry, const OnlyRunLimits &Limits, Keeps What,
             CallKinds &Kinds, InputSearch *Inputs)
      : Entry(Entry), Limits(Limits), KeepsTrace(What == Keeps::Trace),
        Layout(Entry.getDataLayout()), Kinds(Kinds), Inputs(Inputs),
        Memory(Layout) {}
  /// Checks that callers have to see to, and \p Others, do not fail then, and
  /// runs are not known to go on after them.
  void choosesForCallers(
      const llvm::SmallPtrSetImpl<const llvm::Instruction *> *Others) {
    Who = Chooses::Callers;
    PassedOver = Others;
  }
  OnlyRun run();

private:
  struct Frame {
    const llvm::Function *F;
    uint32_t Number;
    const llvm::CallBase *Call; ///< in the frame below
    llvm::BasicBlock::const_iterator Next;
    llvm::DenseMap<const llvm::Value *, RunValue> Registers{};
    llvm::SmallVector<RunObjectId, 8> Locals = {};
  };
  enum class Ending { None, Ends, Fails, Stops };

  // Each of these is what becomes of the run.
  Ending step();
  Ending stop(const llvm::Twine &Why) {
    Reason = Why.str();
    return Ending::Stops;
  }
  Ending set(const llvm::Instruction &I, std::optional<RunValue> V) {
    if (!V)
      return stop(llvm::Twine("it computes ") + I.getOpcodeName());
    if (Who == Chooses::Callers && isComputedFromChosen(I))
      V->IsChosen = true;
    top().Registers[&I] = std::move(*V);
    return Ending::None;
  }
  bool isComputedFromChosen(const llvm::Instruction &I);
  bool isForCallers(const llvm::Instruction &Check);
  bool isOfCallers(const RunObject &O) const;
  bool isGivenByCallers(const RunObject &O) const;
  bool isInLargerObject(const llvm::Value &Pointer);
  Ending fail(const llvm::Instruction &I);
  Ending enter(const llvm::Function &F, const llvm::CallBase *Call,
               llvm::ArrayRef<RunValue> Arguments);
  Ending leave(const llvm::ReturnInst &I);
  Ending go(const llvm::BasicBlock &From, const llvm::BasicBlock &To);
  Ending branch(const llvm::BranchInst &I);
  Ending choose(const llvm::SwitchInst &I);
  Ending load(const llvm::LoadInst &I);
  Ending store(const llvm::StoreInst &I);
  Ending allocateLocal(const llvm::AllocaInst &I);
  Ending call(const llvm::CallBase &I);
  Ending readInput(const llvm::CallBase &I);
  Ending callIntrinsic(const llvm::IntrinsicInst &I);
  Ending allocate(const llvm::CallBase &I);
  Ending release(const llvm::CallBase &I);
  Ending transfer(const llvm::MemIntrinsic &I);
  Ending mark(const llvm::IntrinsicInst &I);
  Ending check(const llvm::CallBase &I);
  Ending checkAccess(const llvm::CallBase &I, const MemoryCheck &C);
  Ending checkFree(const llvm::CallBase &I, const RunValue &P);
  Ending checkOverlap(const llvm::CallBase &I, const MemoryCheck &C);
  Ending checkLeak(const llvm::CallBase &I);
  std::set<RunObjectId> heldAt(const llvm::CallBase &Check,
                               RunMemory::Pointers Which);
  Ending checkAlignment(const llvm::CallBase &I, const MemoryCheck &C);
  Ending checkOther(const llvm::CallBase &I, const MemoryCheck &C);

  Frame &top() { return Stack.back(); }
  RunValue valueOf(const llvm::Value *V);
  RunValue constant(const llvm::Constant &C);
  RunValue step(const llvm::GEPOperator &G);
  RunObjectId objectOf(const llvm::GlobalVariable &G);
  RunObjectId objectOf(const llvm::Function &F);
  CalleeKind kindOf(const llvm::CallBase &I);
  RunEvent eventOf(const llvm::Instruction &I);
  void record(const llvm::Instruction &I, const llvm::Value *Address);
  void recordChoice(const llvm::Instruction &Error);
  void recordAssignments(const llvm::Instruction &I);
  void live(RunObjectId O, const llvm::Instruction &I, bool IsFirst = false);

  llvm::Function &Entry;
  const OnlyRunLimits &Limits;
  const bool KeepsTrace;
  const llvm::DataLayout &Layout;
  CallKinds &Kinds;
  InputSearch *Inputs;
  RunMemory Memory;
  std::vector<Frame> Stack;
  RunTrace Trace;
  llvm::DenseMap<const llvm::GlobalValue *, RunObjectId> Globals;
  llvm::DenseMap<const llvm::Constant *, RunValue> Constants;
  Chooses Who = Chooses::Program;
  const llvm::SmallPtrSetImpl<const llvm::Instruction *> *PassedOver = nullptr;
  /// Whether the last branch depends on what the entry chose.
  bool IsLastBranchChosen = false;
  const llvm::Instruction *Failed = nullptr;
  std::string Reason;
  uint64_t Steps = 0;
};

} // namespace sooth

#endif
