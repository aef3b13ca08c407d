//===- RenewedLocals.cpp - Locals that are other objects each time --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RenewedLocals.h"

#include "OutlivingPointers.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace sooth;

static IntrinsicInst *mark(User *U, Intrinsic::ID Which) {
  auto *Mark = dyn_cast<IntrinsicInst>(U);
  return Mark && Mark->getIntrinsicID() == Which ? Mark : nullptr;
}

//===----------------------------------------------------------------------===//
// Which locals
//===----------------------------------------------------------------------===//

namespace {
class RepeatedLocals {
public:
  RepeatedLocals(Module &M, const Function &Entry);
  SmallVector<AllocaInst *> find(OutlivingPointers &Pointers);

private:
  void findRepeatedFunctions(const OutlivingPointers &Pointers);

  Module &M;
  const Function &Entry;
  /// Those that may be executed again.
  SmallPtrSet<const BasicBlock *, 32> Repeated;
  SmallPtrSet<const Function *, 16> Again;
};
} // namespace

RepeatedLocals::RepeatedLocals(Module &M, const Function &Entry)
    : M(M), Entry(Entry) {
  for (Function &F : M)
    if (!F.isDeclaration())
      for (auto Part = scc_begin(&F); !Part.isAtEnd(); ++Part)
        if (Part.hasCycle())
          Repeated.insert(Part->begin(), Part->end());
}

/// All but those that one call calls, which is executed once.
void RepeatedLocals::findRepeatedFunctions(const OutlivingPointers &Pointers) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function &F : M) {
      if (F.isDeclaration() || Again.contains(&F))
        continue;
      const auto Calls = Pointers.callsOf(F);
      const bool IsOnce =
          Calls.empty() || (&F != &Entry && Calls.size() == 1 &&
                            !Repeated.contains(Calls[0]->getParent()) &&
                            !Again.contains(Calls[0]->getFunction()));
      if (!IsOnce)
        Changed |= Again.insert(&F).second;
    }
  }
}

static bool mayBeKept(const AllocaInst &Local) {
  return Local.isStaticAlloca() && !Local.isArrayAllocation() &&
         Local.getAllocatedType()->isSized() &&
         PointerMayBeCaptured(&Local, /*ReturnCaptures=*/true,
                              /*StoreCaptures=*/true);
}

SmallVector<AllocaInst *> RepeatedLocals::find(OutlivingPointers &Pointers) {
  findRepeatedFunctions(Pointers);
  SmallVector<AllocaInst *> Found;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Local = dyn_cast<AllocaInst>(&I);
      if (!Local || !mayBeKept(*Local))
        continue;
      const bool BeginsAgain = any_of(Local->users(), [&](User *U) {
        auto *Start = mark(U, Intrinsic::lifetime_start);
        return Start && Repeated.contains(Start->getParent());
      });
      if ((BeginsAgain || Again.contains(&F)) && Pointers.lead(*Local))
        Found.push_back(Local);
    }
  return Found;
}

//===----------------------------------------------------------------------===//
// What becomes of them
//===----------------------------------------------------------------------===//

namespace {
/// One local: a variable leads to the object that it is now.
class Renewal {
public:
  explicit Renewal(AllocaInst &Local)
      : Local(Local), F(*Local.getFunction()), Pointer(Local.getType()) {}
  void run();

private:
  AllocaInst *variable(Constant *Initial, const Twine &Name);
  AllocaInst *allocate(IRBuilder<> &Build);
  void begin(Instruction &At);
  void end(Instruction &At);
  void endWithFunction();
  void replaceUses();

  AllocaInst &Local;
  Function &F;
  Type *Pointer;
  AllocaInst *Place = nullptr, *HasEnded = nullptr;
};
} // namespace

static Instruction &afterLocals(Function &F) {
  Instruction *After = &F.getEntryBlock().front();
  for (Instruction &I : F.getEntryBlock())
    if (auto *Local = dyn_cast<AllocaInst>(&I);
        Local && Local->isStaticAlloca())
      After = Local->getNextNode();
  return *After;
}

AllocaInst *Renewal::variable(Constant *Initial, const Twine &Name) {
  IRBuilder<> Build(&Local);
  Build.SetCurrentDebugLocation(DebugLoc());
  AllocaInst *New = Build.CreateAlloca(Initial->getType(), nullptr, Name);
  Build.SetInsertPoint(&afterLocals(F));
  Build.SetCurrentDebugLocation(DebugLoc());
  Build.CreateStore(Initial, New);
  return New;
}

/// No local of the whole function, which inlining would move to its entry.
AllocaInst *Renewal::allocate(IRBuilder<> &Build) {
  AllocaInst *New = Build.CreateAlloca(Local.getAllocatedType(), nullptr,
                                       Local.getName());
  New->setAlignment(Local.getAlign());
  New->setUsedWithInAlloca(true);
  New->setDebugLoc(Local.getDebugLoc());
  for (const DbgVariableRecord *R : findDVRDeclares(&Local))
    New->getParent()->insertDbgRecordBefore(
        DbgVariableRecord::createDVRDeclare(New, R->getVariable(),
                                            R->getExpression(),
                                            R->getDebugLoc()),
        std::next(New->getIterator()));
  return New;
}

/// It is another one than before, if that has ended: declarations can be
/// reached again in the same block.
void Renewal::begin(Instruction &At) {
  IRBuilder<> Build(&At);
  Build.SetCurrentDebugLocation(DebugLoc());
  AllocaInst *New = allocate(Build);
  Value *Now = Build.CreateSelect(Build.CreateLoad(Build.getInt1Ty(), HasEnded),
                                  New, Build.CreateLoad(Pointer, Place));
  Build.CreateStore(Now, Place);
  Build.CreateStore(Build.getFalse(), HasEnded);
}

void Renewal::end(Instruction &At) {
  IRBuilder<> Build(&At);
  Build.SetCurrentDebugLocation(DebugLoc());
  Build.CreateLifetimeEnd(Build.CreateLoad(Pointer, Place));
  Build.CreateStore(Build.getTrue(), HasEnded);
}

/// One that nothing was said of is there from call to return.
void Renewal::endWithFunction() {
  Instruction *First = &afterLocals(F);
  while (isa<StoreInst>(First) &&
         (First->getOperand(1) == Place || First->getOperand(1) == HasEnded))
    First = First->getNextNode();
  begin(*First);
  for (BasicBlock &B : F)
    if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator())) {
      auto *Tail = B.getTerminatingMustTailCall();
      end(Tail ? *static_cast<Instruction *>(Tail) : *Return);
    }
}

void Renewal::replaceUses() {
  for (Use &U : make_early_inc_range(Local.uses())) {
    auto *I = cast<Instruction>(U.getUser());
    auto *Phi = dyn_cast<PHINode>(I);
    IRBuilder<> Build(Phi ? Phi->getIncomingBlock(U)->getTerminator() : I);
    Build.SetCurrentDebugLocation(I->getDebugLoc());
    U.set(Build.CreateLoad(Pointer, Place));
  }
}

void Renewal::run() {
  Place = variable(ConstantPointerNull::get(cast<PointerType>(Pointer)),
                   Local.getName() + ".place");
  HasEnded = variable(ConstantInt::getTrue(F.getContext()),
                      Local.getName() + ".ended");
  SmallVector<IntrinsicInst *> Begins, Ends;
  for (User *U : Local.users())
    if (auto *Start = mark(U, Intrinsic::lifetime_start))
      Begins.push_back(Start);
    else if (auto *Stop = mark(U, Intrinsic::lifetime_end))
      Ends.push_back(Stop);
  for (IntrinsicInst *Start : Begins)
    begin(*Start);
  for (IntrinsicInst *Stop : Ends)
    end(*Stop);
  if (Begins.empty())
    endWithFunction();
  for (IntrinsicInst *Mark : concat<IntrinsicInst *>(Begins, Ends))
    Mark->eraseFromParent();
  replaceUses();
  for (DbgVariableRecord *R : findDVRDeclares(&Local))
    R->eraseFromParent();
  Local.eraseFromParent();
}

//===----------------------------------------------------------------------===//
// Structures by value
//===----------------------------------------------------------------------===//

static bool mayBeKept(const Argument &A) {
  return PointerMayBeCaptured(&A, /*ReturnCaptures=*/true,
                              /*StoreCaptures=*/true);
}

/// \p Result is where the caller wants what its function returns. \returns the
/// local that the function uses instead.
static AllocaInst *makeLocal(Argument &Result) {
  Function &F = *Result.getParent();
  const DataLayout &Layout = F.getDataLayout();
  Type *T = Result.getParamStructRetType();
  const Align Alignment =
      std::max(Result.getParamAlign().valueOrOne(), Layout.getABITypeAlign(T));
  IRBuilder<> Build(&F.getEntryBlock(), F.getEntryBlock().begin());
  Build.SetCurrentDebugLocation(DebugLoc());
  AllocaInst *Local = Build.CreateAlloca(T, nullptr, Result.getName());
  Local->setAlignment(Alignment);
  for (DbgVariableRecord *R : findDVRDeclares(&Result))
    R->replaceVariableLocationOp(&Result, Local);
  Result.replaceAllUsesWith(Local);
  return Local;
}

static void returnCopy(Argument &Result) {
  Function &F = *Result.getParent();
  Type *T = Result.getParamStructRetType();
  AllocaInst *Local = makeLocal(Result);
  for (BasicBlock &B : F)
    if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator())) {
      IRBuilder<> AtEnd(Return);
      AtEnd.CreateMemCpy(&Result, Result.getParamAlign(), Local,
                         Local->getAlign(),
                         F.getDataLayout().getTypeAllocSize(T).getFixedValue());
    }
}

/// Whether code that is not shown is given the address of \p Result.
static bool isGivenToOthers(const Argument &Result) {
  return any_of(Result.users(), [](const User *By) {
    auto *Call = dyn_cast<CallBase>(By);
    return Call && classify(*Call) == CalleeKind::External;
  });
}

/// Whoever calls the entry has room for what it returns, and nobody knows that
/// yet. (What others write there is initialized, as in all memory of callers.)
static bool keepResultOfEntry(Function &Entry) {
  if (!Entry.hasStructRetAttr() || !Entry.use_empty() ||
      isGivenToOthers(*Entry.getArg(0)))
    return false;
  makeLocal(*Entry.getArg(0));
  return true;
}

static bool separateStructures(Module &M) {
  SmallVector<Argument *> Returned;
  bool Changed = false;
  {
    OutlivingPointers Pointers(M);
    for (Function &F : M)
      for (Argument &A : F.args()) {
        if (F.isDeclaration() || !(A.hasByValAttr() || A.hasStructRetAttr()) ||
            !mayBeKept(A) || !Pointers.lead(A))
          continue;
        Changed = true;
        if (A.hasStructRetAttr())
          Returned.push_back(&A);
        else
          F.addParamAttr(A.getArgNo(),
                         Attribute::get(M.getContext(), OutlivedName));
      }
  }
  for (Argument *Result : Returned)
    returnCopy(*Result);
  return Changed;
}

bool sooth::renewLocals(Module &M, Function &Entry) {
  bool Separated = keepResultOfEntry(Entry);
  Separated |= separateStructures(M);
  SmallVector<AllocaInst *> Found;
  {
    OutlivingPointers Pointers(M);
    Found = RepeatedLocals(M, Entry).find(Pointers);
  }
  for (AllocaInst *Local : Found)
    Renewal(*Local).run();
  return Separated || !Found.empty();
}
