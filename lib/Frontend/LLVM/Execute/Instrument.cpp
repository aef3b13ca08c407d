//===- Instrument.cpp - Code that tells what a run does -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instrument.h"

#include "Base/Contracts.h"
#include "CLibrary/LibraryResults.h"
#include "Source/Messages.h"
#include "sooth/Frontend/LLVM/Base/IntrinsicMeaning.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace sooth;
using namespace llvm;

namespace {
class Instrumenter {
public:
  Instrumenter(Module &M, const ModuleRunOptions &O, PlaceNumbers &Places)
      : M(M), O(O), Places(Places), Void(Type::getVoidTy(M.getContext())),
        I32(Type::getInt32Ty(M.getContext())),
        I64(Type::getInt64Ty(M.getContext())),
        Ptr(PointerType::getUnqual(M.getContext())) {}
  Error run();

  HookTables Tables;

private:
  Error prepareGlobals();
  Error checkEntry(const Function &Entry);
  void addRun(Function &Entry, ArrayRef<Function *> Constructors);
  void instrument(Function &F);
  void tellAssignments(Function &F);
  void fillLocals(Function &F);
  void instrument(CallBase &Call);
  void instrumentIntrinsic(IntrinsicInst &Call);
  void read(CallBase &Call);
  void allocate(CallBase &Call);
  void cutAt(Instruction &I, const Twine &Why);
  void replace(CallBase &Call, llvm::Value *By = nullptr);
  void defineDeclared();
  void tell(Instruction &Before, llvm::Value *New,
            const AssignmentPlace &Where);

  CallInst *call(StringRef Hook, Type *Result, ArrayRef<llvm::Value *> Args,
                 Instruction &Before) {
    SmallVector<Type *> Types;
    for (llvm::Value *A : Args)
      Types.push_back(A->getType());
    IRBuilder<> Builder(&Before);
    return Builder.CreateCall(
        M.getOrInsertFunction(Hook, FunctionType::get(Result, Types, false)),
        Args);
  }
  llvm::Value *number(uint64_t N) { return ConstantInt::get(I32, N); }

  Module &M;
  const ModuleRunOptions &O;
  PlaceNumbers &Places;
  Type *Void, *I32, *I64, *Ptr;
};
} // namespace

static Error refuse(const Twine &Why) { return createStringError(Why); }

void Instrumenter::replace(CallBase &Call, llvm::Value *By) {
  if (!Call.getType()->isVoidTy())
    Call.replaceAllUsesWith(By ? By : Constant::getNullValue(Call.getType()));
  Call.eraseFromParent();
}

void Instrumenter::cutAt(Instruction &I, const Twine &Why) {
  call(hook::Cut, Void, {number(Tables.Reasons.size())}, I);
  Tables.Reasons.push_back(Why.str());
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

void Instrumenter::tell(Instruction &Before, llvm::Value *New,
                        const AssignmentPlace &Where) {
  Type *T = New->getType();
  const unsigned Width = T->getPrimitiveSizeInBits();
  if ((!T->isIntegerTy() && !T->isFloatingPointTy()) || Width > 64)
    return;
  IRBuilder<> Builder(&Before);
  if (T->isFloatingPointTy())
    New = Builder.CreateBitCast(New, Builder.getIntNTy(Width));
  New = Builder.CreateZExt(New, I64);
  call(hook::Assign, Void, {number(Places.of(Where)), number(Width), New},
       Before);
}

/// What \p Store assigns to, if that is a variable as a whole, and where: as
/// passes record it, which give the store of an argument the place of its
/// declaration.
static std::optional<AssignmentPlace> placeOf(StoreInst &Store) {
  const DIVariable *Variable = nullptr;
  const DILocation *Place = Store.getDebugLoc();
  if (auto *Global = dyn_cast<GlobalVariable>(Store.getPointerOperand())) {
    SmallVector<DIGlobalVariableExpression *, 1> Names;
    Global->getDebugInfo(Names);
    if (Names.size() == 1 && Names[0]->getExpression()->getNumElements() == 0)
      Variable = Names[0]->getVariable();
  } else if (auto *Local = dyn_cast<AllocaInst>(Store.getPointerOperand())) {
    auto Declares = findDVRDeclares(Local);
    if (Declares.size() == 1 &&
        Declares[0]->getExpression()->getNumElements() == 0) {
      Variable = Declares[0]->getVariable();
      if (!isInSource(Place) && isa<Argument>(Store.getValueOperand()))
        Place = Declares[0]->getDebugLoc();
    }
  }
  if (!Variable || !isInSource(Place))
    return std::nullopt;
  return AssignmentPlace{sourceLocation(Place), Variable->getName().str()};
}

/// The same of what a record says.
static std::optional<AssignmentPlace> placeOf(const DbgVariableRecord &R) {
  if (R.getType() != DbgVariableRecord::LocationType::Value ||
      !isInSource(R.getDebugLoc()))
    return std::nullopt;
  auto Name = assignedVariable(R);
  if (!Name || !Name->Path.Inside.empty())
    return std::nullopt;
  return AssignmentPlace{sourceLocation(R.getDebugLoc()),
                         R.getVariable()->getName().str()};
}

void Instrumenter::tellAssignments(Function &F) {
  DominatorTree Dominates(F);
  struct Assignment {
    Instruction *Before;
    llvm::Value *New;
    AssignmentPlace Where;
  };
  SmallVector<Assignment> All;
  for (Instruction &I : instructions(F)) {
    if (O.From == ModuleRunOptions::Assignments::Stored) {
      auto *Store = dyn_cast<StoreInst>(&I);
      if (auto Where = Store ? placeOf(*Store) : std::nullopt)
        All.push_back({&I, Store->getValueOperand(), *Where});
      continue;
    }
    for (DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange())) {
      auto Where = isa<PHINode>(I) ? std::nullopt : placeOf(R);
      if (!Where)
        continue;
      llvm::Value *New = R.getVariableLocationOp(0);
      auto *Computed = dyn_cast<Instruction>(New);
      if (!isa<UndefValue>(New) &&
          (!Computed || Dominates.dominates(Computed, &I)))
        All.push_back({&I, New, *Where});
    }
  }
  for (const Assignment &A : All)
    tell(*A.Before, A.New, A.Where);
}

/// A variable without a value has one that the run is told.
void Instrumenter::fillLocals(Function &F) {
  const DataLayout &Layout = M.getDataLayout();
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (auto *Local = dyn_cast<AllocaInst>(&I)) {
      Instruction &Next = *I.getNextNode();
      IRBuilder<> Builder(&Next);
      llvm::Value *Size = Builder.CreateMul(
          Builder.CreateZExtOrTrunc(Local->getArraySize(), I64),
          Builder.getInt64(Layout.getTypeAllocSize(Local->getAllocatedType())));
      call(hook::Fill, Void, {Local, Size}, Next);
    } else if (auto *Frozen = dyn_cast<FreezeInst>(&I);
               Frozen && isa<UndefValue>(Frozen->getOperand(0))) {
      IRBuilder<> AtEntry(&*F.getEntryBlock().getFirstInsertionPt());
      AllocaInst *Any = AtEntry.CreateAlloca(I.getType());
      IRBuilder<> Builder(&I);
      call(hook::Fill, Void,
           {Any, Builder.getInt64(Layout.getTypeAllocSize(I.getType()))}, I);
      Frozen->replaceAllUsesWith(Builder.CreateLoad(I.getType(), Any));
      Frozen->eraseFromParent();
    }
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void Instrumenter::read(CallBase &Call) {
  Type *T = Call.getType();
  if (T->isVoidTy())
    return replace(Call);
  const Function &Callee = *calledFunction(Call);
  const unsigned Width = T->getPrimitiveSizeInBits();
  // Passes put these in where results are not the program's to say.
  const bool IsMade = Callee.getName().starts_with("sooth.any.") &&
                      !Callee.getName().starts_with("sooth.any.of.library.");
  if ((!T->isIntegerTy() && !T->isFloatingPointTy()) || Width > 128 || IsMade ||
      isComputation(Callee.getName())) {
    cutAt(Call, "it calls " + Callee.getName());
    return replace(Call);
  }
  std::vector<SourceLocation> Calls = inlinedCalls(
      isInSource(Call.getDebugLoc()) ? Call.getDebugLoc().get() : nullptr);
  std::reverse(Calls.begin(), Calls.end());
  IRBuilder<> AtEntry(
      &*Call.getFunction()->getEntryBlock().getFirstInsertionPt());
  AllocaInst *Result = AtEntry.CreateAlloca(AtEntry.getIntNTy(Width));
  call(hook::Read, Void, {number(Tables.Inputs.size()), Result}, Call);
  IRBuilder<> Builder(&Call);
  llvm::Value *Read = Builder.CreateLoad(Builder.getIntNTy(Width), Result);
  Tables.Inputs.push_back(
      {Callee.getName().str(), nearestLocation(Call), std::move(Calls), Width});
  replace(Call, Builder.CreateBitCast(Read, T));
}

void Instrumenter::allocate(CallBase &Call) {
  IRBuilder<> Builder(&Call);
  StringRef Name = calledFunction(Call)->getName();
  auto Argument = [&](unsigned I) {
    return Builder.CreateZExtOrTrunc(Call.getArgOperand(I), I64);
  };
  llvm::Value *Least = Builder.getInt64(16);
  llvm::Value *Object =
      Name == "malloc"
          ? call(hook::Allocate, Ptr, {Argument(0), Least, number(0)}, Call)
      : Name == "calloc" ? call(hook::Allocate, Ptr,
                                {Builder.CreateMul(Argument(0), Argument(1)),
                                 Least, number(1)},
                                Call)
                         : call(hook::Allocate, Ptr,
                                {Argument(1), Argument(0), number(0)}, Call);
  replace(Call, Object);
}

void Instrumenter::instrumentIntrinsic(IntrinsicInst &Call) {
  switch (intrinsicMeaning(*Call.getCalledFunction())) {
  case IntrinsicMeaning::Lifetime: {
    if (Call.getIntrinsicID() == Intrinsic::lifetime_start)
      if (auto *Local = dyn_cast<AllocaInst>(
              Call.getArgOperand(1)->stripPointerCasts())) {
        IRBuilder<> Builder(&Call);
        auto Size = Local->getAllocationSize(M.getDataLayout());
        if (Size)
          call(hook::Fill, Void, {Local, Builder.getInt64(*Size)}, Call);
      }
    return replace(Call);
  }
  case IntrinsicMeaning::Ignored:
    return replace(Call);
  case IntrinsicMeaning::Result:
  case IntrinsicMeaning::Refused:
    cutAt(Call, "it calls " + Call.getCalledFunction()->getName());
    return replace(Call);
  case IntrinsicMeaning::Rewritten:
    if (Call.getIntrinsicID() == Intrinsic::threadlocal_address)
      return replace(Call, Call.getArgOperand(0));
    return;
  default:
    return;
  }
}

void Instrumenter::instrument(CallBase &Call) {
  const Function *Callee = calledFunction(Call);
  StringRef Name = Callee ? Callee->getName() : "";
  if (Name.starts_with("sooth.hook."))
    return;
  IRBuilder<> Builder(&Call);
  const CalleeKind Kind = classify(Call);
  auto Failure = [&] {
    Tables.Failures.push_back(
        {RunEnding::Kind::Failed, errorLocation(Call), failureOf(Call)});
    return number(Tables.Failures.size() - 1);
  };
  switch (Kind) {
  case CalleeKind::Error: {
    const ErrorKind What = describeError(Call).Kind;
    if (What == ErrorKind::Undefined || What == ErrorKind::Unreachable)
      cutAt(Call, "it does what C leaves undefined");
    else if (What == ErrorKind::RecursionLimit)
      cutAt(Call, "its recursion is deep");
    else
      call(hook::Fail, Void, {Failure()}, Call);
    return replace(Call);
  }
  case CalleeKind::Assert:
  case CalleeKind::Assume: {
    llvm::Value *IsFalse = Builder.CreateIsNull(Call.getArgOperand(0));
    Instruction *Then =
        SplitBlockAndInsertIfThen(IsFalse, &Call, /*Unreachable=*/false);
    if (Kind == CalleeKind::Assert)
      call(hook::Fail, Void, {Failure()}, *Then);
    else
      call(hook::End, Void, {}, *Then);
    return replace(Call);
  }
  case CalleeKind::Exit:
    call(hook::End, Void, {}, Call);
    return replace(Call);
  case CalleeKind::Nondet:
  case CalleeKind::Output:
    return read(Call);
  case CalleeKind::Allocation:
    return allocate(Call);
  case CalleeKind::Deallocation:
  case CalleeKind::MemoryCheck:
  case CalleeKind::Ignored:
    if (auto *I = dyn_cast<IntrinsicInst>(&Call))
      return instrumentIntrinsic(*I);
    return replace(Call);
  case CalleeKind::InlineAsm:
    if (!cast<InlineAsm>(Call.getCalledOperand())->getAsmString().empty() ||
        !Call.getType()->isVoidTy())
      cutAt(Call, "it has assembly");
    return replace(Call);
  case CalleeKind::Defined:
  case CalleeKind::Indirect: {
    // (The processor's mode stays as it is.)
    if (Name == "fesetround" && isLibraryModel(*Callee))
      cutAt(Call, "it calls fesetround");
    if (!isInSource(Call.getDebugLoc()) || Call.isMustTailCall())
      return;
    std::vector<SourceLocation> Calls = inlinedCalls(Call.getDebugLoc().get());
    Calls.insert(Calls.begin(), sourceLocation(Call.getDebugLoc()));
    // Outermost first, each on top of those before.
    for (const SourceLocation &Site : reverse(Calls)) {
      call(hook::Enter, Void, {number(Tables.Calls.size())}, Call);
      Tables.Calls.push_back(Site);
    }
    for (size_t I = 0; I < Calls.size(); ++I)
      call(hook::Leave, Void, {}, *Call.getNextNode());
    return;
  }
  case CalleeKind::Operation:
    if (isTagged(Call)) {
      llvm::Value *At = Call.getArgOperand(0);
      Type *T = Call.getArgOperand(1)->getType();
      At = Builder.CreateAnd(Builder.CreatePtrToInt(At, T),
                             Call.getArgOperand(1));
      At = Builder.CreateAdd(At, Call.getArgOperand(2));
      return replace(Call, Builder.CreateIntToPtr(At, Call.getType()));
    }
    if (isTagOf(Call)) {
      Type *T = Call.getArgOperand(1)->getType();
      return replace(Call, Builder.CreateAnd(
                               Builder.CreatePtrToInt(Call.getArgOperand(0), T),
                               Call.getArgOperand(1)));
    }
    [[fallthrough]];
  default:
    if (auto *I = dyn_cast<IntrinsicInst>(&Call))
      return instrumentIntrinsic(*I);
    cutAt(Call, "it calls " + Name);
    return replace(Call);
  }
}

void Instrumenter::instrument(Function &F) {
  tellAssignments(F);
  // Allocas of inputs, which come to the entry block, are not to be filled.
  fillLocals(F);
  SmallVector<CallBase *> Calls;
  SmallVector<Instruction *> Ends;
  for (Instruction &I : instructions(F)) {
    if (auto *Call = dyn_cast<CallBase>(&I))
      Calls.push_back(Call);
    if (isa<UnreachableInst>(I))
      Ends.push_back(&I);
  }
  for (Instruction *I : Ends)
    cutAt(*I, "it does what C leaves undefined");
  for (CallBase *Call : Calls)
    instrument(*Call);
  for (BasicBlock &B : F)
    call(hook::Block, Void, {}, *B.getFirstInsertionPt());
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

Error Instrumenter::checkEntry(const Function &Entry) {
  if (Entry.isVarArg() || Entry.hasStructRetAttr())
    return refuse("it begins in a function of another kind than main");
  for (const Argument &A : Entry.args())
    for (const User *U : A.users()) {
      auto *Store = dyn_cast<StoreInst>(U);
      auto *Local =
          Store ? dyn_cast<AllocaInst>(Store->getPointerOperand()) : nullptr;
      if (!Local ||
          !all_of(Local->users(), [&](const User *Of) { return Of == Store; }))
        return refuse("main uses its arguments");
    }
  return Error::success();
}

Error Instrumenter::prepareGlobals() {
  for (GlobalVariable &G : make_early_inc_range(M.globals())) {
    G.setThreadLocal(false);
    if (G.getName() == "llvm.global_dtors" && G.hasInitializer() &&
        !G.getInitializer()->isNullValue())
      return refuse("it has destructors");
    if (G.hasAppendingLinkage()) {
      if (!G.use_empty())
        return refuse("it reads " + G.getName());
      G.eraseFromParent();
      continue;
    }
    if (!G.isDeclaration() || G.use_empty())
      continue;
    if (!isStandardStreamName(G.getName()))
      return refuse("the variable " + G.getName() + " is defined elsewhere");
    // Which is open: it leads somewhere.
    auto *Stream = new GlobalVariable(M, I64, /*isConstant=*/false,
                                      GlobalValue::InternalLinkage,
                                      ConstantInt::get(I64, 0));
    G.setInitializer(G.getValueType()->isPointerTy()
                         ? cast<Constant>(Stream)
                         : Constant::getNullValue(G.getValueType()));
    G.setLinkage(GlobalValue::InternalLinkage);
  }
  return Error::success();
}

/// In the order of their priorities.
static SmallVector<Function *> constructors(const Module &M) {
  SmallVector<std::pair<uint64_t, Function *>> All;
  auto *List = M.getNamedGlobal("llvm.global_ctors");
  if (List && List->hasInitializer())
    if (auto *Array = dyn_cast<ConstantArray>(List->getInitializer()))
      for (const Use &Element : Array->operands()) {
        auto *Entry = cast<ConstantStruct>(Element.get());
        if (auto *F = dyn_cast<Function>(Entry->getOperand(1)))
          All.push_back(
              {cast<ConstantInt>(Entry->getOperand(0))->getZExtValue(), F});
      }
  stable_sort(All, less_first());
  SmallVector<Function *> Functions;
  for (auto &[Priority, F] : All)
    Functions.push_back(F);
  return Functions;
}

void Instrumenter::addRun(Function &Entry, ArrayRef<Function *> Constructors) {
  Function *Run = Function::Create(FunctionType::get(Void, false),
                                   GlobalValue::ExternalLinkage, RunName, M);
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", Run));
  for (Function *F : Constructors)
    Builder.CreateCall(F);
  SmallVector<llvm::Value *> Args;
  for (const Argument &A : Entry.args())
    Args.push_back(Constant::getNullValue(A.getType()));
  Builder.CreateCall(&Entry, Args);
  Builder.CreateRetVoid();
}

/// What is left of these are addresses, and calls through them.
void Instrumenter::defineDeclared() {
  for (Function &F : M) {
    if (!F.isDeclaration() || F.isIntrinsic() ||
        F.getName().starts_with("sooth.hook."))
      continue;
    F.setLinkage(GlobalValue::InternalLinkage);
    F.setComdat(nullptr);
    auto *B = BasicBlock::Create(M.getContext(), "", &F);
    auto *End = new UnreachableInst(M.getContext(), B);
    cutAt(*End, "it calls " + F.getName() + " through a pointer");
  }
}

Error Instrumenter::run() {
  Function &Entry = *M.getFunction(O.Entry);
  for (const Function &F : M)
    for (const BasicBlock &B : F)
      if (B.hasAddressTaken()) // The code generator loses their names.
        return refuse("it has labels as values");
  if (Error E = checkEntry(Entry))
    return E;
  SmallVector<Function *> Constructors = constructors(M);
  if (Error E = prepareGlobals())
    return E;
  for (Function &F : M)
    if (is_contained({RequiresName, EnsuresName, AssignsName}, F.getName()))
      return refuse("it has contracts");
  SmallVector<Function *> Defined;
  for (Function &F : M)
    if (!F.isDeclaration())
      Defined.push_back(&F);
  for (Function *F : Defined) {
    // No code generator makes use of these.
    F->removeFnAttr(Attribute::Naked);
    F->setPersonalityFn(nullptr);
    instrument(*F);
  }
  addRun(Entry, Constructors);
  defineDeclared();
  StripDebugInfo(M);
  return Error::success();
}

Expected<HookTables> sooth::instrument(Module &M, const ModuleRunOptions &O,
                                       PlaceNumbers &Places) {
  Instrumenter I(M, O, Places);
  if (Error E = I.run())
    return std::move(E);
  return std::move(I.Tables);
}
