//===- Relevance.cpp - What errors depend on ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Relevance.h"
#include "ErrorReach.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/IteratedDominanceFrontier.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

/// The function a call passes its arguments to one by one, or null.
static Function *plainCallee(const CallBase &Call) {
  if (classify(Call) != CalleeKind::Defined)
    return nullptr;
  return Call.getCalledFunction(); // Null if the types differ.
}

Relevance::Relevance(Module &M, const Function *Entry,
                     FunctionAnalysisManager &Analyses)
    : Entry(Entry), Analyses(Analyses), Objects(M) {
  for (Function &F : M)
    if (!F.isDeclaration())
      Functions.push_back(&F);
  findCalls();
  for (Function *F : Functions) {
    markRoots(*F);
    markLoops(*F);
  }
  markUnknownCallers();
  markRecursion(M);
  run();
}

void Relevance::findCalls() {
  for (Function *F : Functions)
    for (Instruction &I : instructions(*F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call)
        continue;
      if (classify(*Call) == CalleeKind::Defined)
        Callers[calledFunction(*Call)].push_back(Call);
      if (const MDNode *Copied = Call->getMetadata(CopiesName))
        Copies[Copied].push_back(Call);
    }
}

/// Calls that the module does not show pass and want anything.
void Relevance::markUnknownCallers() {
  for (Function *F : Functions) {
    bool Unknown = mayBeCalledBack(*F, Entry);
    for (CallBase *Call : Callers[F])
      Unknown |= !plainCallee(*Call);
    if (!Unknown)
      continue;
    for (Argument &A : F->args())
      markArgument(A);
    markResult(*F);
  }
}

/// A function that calls itself might never return.
void Relevance::markRecursion(Module &M) {
  CallGraph Graph(M);
  for (auto Component = scc_begin(&Graph); !Component.isAtEnd(); ++Component)
    if (Component.hasCycle())
      for (CallGraphNode *Node : *Component)
        if (Function *F = Node->getFunction())
          markEffect(*F);
}

static bool isRoot(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    switch (classify(*Call)) {
    case CalleeKind::Defined:
    case CalleeKind::Lifetime:
      return false;
    case CalleeKind::Memory:
      return cast<MemIntrinsic>(Call)->isVolatile();
    default:
      return effectOf(*Call) == Effect::Some;
    }
  if (isa<UnreachableInst>(I) || I.isEHPad())
    return true;
  if (I.isTerminator())
    return !isa<BranchInst, SwitchInst, ReturnInst>(I);
  if (isa<StoreInst>(I))
    return I.isVolatile() || I.isAtomic();
  return I.isVolatile() || I.mayWriteToMemory(); // Atomic ones count as writes.
}

/// Whether all that \p I writes lies inside of one object, and not by luck.
static bool staysInside(Instruction &I, ScalarEvolution &Evolution) {
  const DataLayout &Layout = I.getDataLayout();
  auto *Store = dyn_cast<StoreInst>(&I);
  auto *Transfer = dyn_cast<MemIntrinsic>(&I);
  if (!Store && !Transfer)
    return true;
  Value *Pointer = Store ? Store->getPointerOperand() : Transfer->getRawDest();
  Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  std::optional<uint64_t> Size;
  if (auto *Local = dyn_cast<AllocaInst>(Object)) {
    if (auto Known = Local->getAllocationSize(Layout))
      Size = Known->getFixedValue();
  } else if (auto *Global = dyn_cast<GlobalVariable>(Object)) {
    if (Global->getValueType()->isSized())
      Size = Layout.getTypeAllocSize(Global->getValueType());
  }
  auto *Length =
      Transfer ? dyn_cast<ConstantInt>(Transfer->getLength()) : nullptr;
  if (!Size || (Transfer && !Length))
    return false;
  uint64_t Bytes = Store ? uint64_t(Layout.getTypeStoreSize(
                               Store->getValueOperand()->getType()))
                         : Length->getZExtValue();
  const SCEV *Distance = Evolution.getMinusSCEV(Evolution.getSCEV(Pointer),
                                                Evolution.getSCEV(Object));
  if (isa<SCEVCouldNotCompute>(Distance) || Bytes > *Size)
    return false;
  return Evolution.getUnsignedRangeMax(Distance).ule(*Size - Bytes);
}

void Relevance::markRoots(Function &F) {
  auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  for (Instruction &I : instructions(F)) {
    if (isRoot(I))
      markRoot(I);
    // What is written outside of an object may change any other.
    else if (Objects.writesElsewhere(I) || !staysInside(I, Evolution))
      markRoot(I);
    else if (isa<ReturnInst>(I))
      mark(I);
  }
}

/// The back edges of all loops that might run for ever.
void Relevance::markLoops(Function &F) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 8> BackEdges;
  FindFunctionBackedges(F, BackEdges);
  if (BackEdges.empty())
    return;
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  for (auto [From, Header] : BackEdges) {
    Loop *L = Loops.getLoopFor(Header);
    bool Ends = L && L->getHeader() == Header && L->contains(From) &&
                Evolution.hasLoopInvariantBackedgeTakenCount(L);
    if (!Ends)
      markRoot(const_cast<Instruction &>(*From->getTerminator()));
  }
}

void Relevance::markRoot(Instruction &I) {
  markEffect(*I.getFunction());
  mark(I);
}

void Relevance::mark(Instruction &I) {
  if (!Relevant.insert(&I).second)
    return;
  Worklist.push_back(&I);
  markControl(*I.getParent());
  if (const MDNode *Copied = I.getMetadata(CopiesName))
    for (CallBase *Other : Copies[Copied])
      mark(*Other);
}

void Relevance::markControl(BasicBlock &Block) {
  if (RelevantBlocks.insert(&Block).second)
    NewBlocks[Block.getParent()].insert(&Block);
}

void Relevance::markEffect(Function &F) {
  if (!WithEffect.insert(&F).second)
    return;
  for (CallBase *Call : Callers[&F])
    markRoot(*Call);
}

void Relevance::markResult(Function &F) {
  if (!RelevantResults.insert(&F).second)
    return;
  for (BasicBlock &Block : F)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator()))
      if (Value *Result = Return->getReturnValue())
        markOperand(Result);
}

void Relevance::markArgument(Argument &A) {
  if (!RelevantArguments.insert(&A).second)
    return;
  for (CallBase *Call : Callers[A.getParent()])
    if (isRelevant(*Call) && plainCallee(*Call))
      markOperand(Call->getArgOperand(A.getArgNo()));
}

void Relevance::markOperand(Value *V) {
  if (auto *A = dyn_cast<Argument>(V))
    return markArgument(*A);
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return;
  mark(*I);
  if (auto *Call = dyn_cast<CallBase>(I))
    if (Function *Callee = plainCallee(*Call))
      markResult(*Callee);
}

void Relevance::markObject(Value &Object) {
  if (!RelevantObjects.insert(&Object).second)
    return;
  for (Instruction *Writer : Objects.writersOf(Object))
    // A write to a global is felt by the callers.
    isa<AllocaInst>(Object) ? mark(*Writer) : markRoot(*Writer);
}

void Relevance::visitCall(CallBase &Call) {
  Function *Callee = plainCallee(Call);
  if (!Callee) {
    for (Value *Operand : Call.operand_values())
      markOperand(Operand);
    return;
  }
  for (Argument &A : Callee->args())
    if (isRelevant(A) || A.hasPassPointeeByValueCopyAttr() ||
        A.hasStructRetAttr())
      markOperand(Call.getArgOperand(A.getArgNo()));
  // Nobody knows what a variable argument is for.
  for (unsigned I = Callee->arg_size(); I < Call.arg_size(); ++I)
    markOperand(Call.getArgOperand(I));
}

void Relevance::visit(Instruction &I) {
  for (Value *Object : Objects.readBy(I))
    markObject(*Object);
  if (auto *Call = dyn_cast<CallBase>(&I))
    return visitCall(*Call);
  if (isa<ReturnInst>(I))
    return; // See markResult.
  for (Value *Operand : I.operand_values())
    markOperand(Operand);
  if (auto *Phi = dyn_cast<PHINode>(&I))
    for (BasicBlock *Before : Phi->blocks())
      markControl(*Before);
}

bool Relevance::visitControl() {
  if (NewBlocks.empty())
    return false;
  auto Blocks = std::move(NewBlocks);
  NewBlocks.clear();
  for (auto &[F, Defining] : Blocks) {
    ReverseIDFCalculator Frontier(
        Analyses.getResult<PostDominatorTreeAnalysis>(*F));
    Frontier.setDefiningBlocks(Defining);
    SmallVector<BasicBlock *, 32> Deciding;
    Frontier.calculate(Deciding);
    for (BasicBlock *Block : Deciding)
      mark(*Block->getTerminator());
  }
  return true;
}

BasicBlock *Relevance::continuation(const BasicBlock &Block) const {
  auto &F = const_cast<Function &>(*Block.getParent());
  auto &Tree = *Analyses.getCachedResult<PostDominatorTreeAnalysis>(F);
  auto *Node = Tree.getNode(&Block);
  return Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
}

/// True if the branch of \p Block can be replaced by one to \p Next. By the
/// argument in the header it always can; but if that were wrong, the slice
/// would be too, and this is cheap.
static bool canContinueAt(const BasicBlock &Block, const BasicBlock *Next,
                          const Relevance &R) {
  if (!Next)
    return false;
  bool Only = all_of(successors(&Block),
                     [&](const BasicBlock *S) { return S == Next; });
  return Only || none_of(Next->phis(),
                         [&](const PHINode &Phi) { return R.isRelevant(Phi); });
}

bool Relevance::keepInconsistentBranches() {
  bool Changed = false;
  for (Function *F : Functions) {
    Analyses.getResult<PostDominatorTreeAnalysis>(*F);
    for (BasicBlock &Block : *F) {
      Instruction *Branch = Block.getTerminator();
      if (isRelevant(*Branch) || Branch->getNumSuccessors() < 2 ||
          canContinueAt(Block, continuation(Block), *this))
        continue;
      mark(*Branch);
      Changed = true;
    }
  }
  return Changed;
}

void Relevance::run() {
  do {
    do {
      while (!Worklist.empty())
        visit(*Worklist.pop_back_val());
    } while (visitControl());
  } while (keepInconsistentBranches());
}

} // namespace sooth
