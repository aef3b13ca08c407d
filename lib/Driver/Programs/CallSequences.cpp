//===- CallSequences.cpp - What others call, from the beginning -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallSequences.h"

#include "ArbitraryGlobals.h"
#include "CallsBuilder.h"
#include "UsedCode.h"

#include "sooth/Frontend/LLVM/Base/AnalysisManagers.h"
#include "sooth/Frontend/LLVM/Base/CallChoices.h"
#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/PointerTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/CLibrary/LibraryModels.h"
#include "sooth/Frontend/LLVM/Passes/ApplyContracts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/FunctionAttrs.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

using namespace sooth;
using namespace llvm;

/// Whether only the program, which writes it, knows \p G.
static bool isOwnState(const GlobalVariable &G, const ProgramGlobals &Of) {
  return G.hasLocalLinkage() && !G.isConstant() && !G.isDeclaration() &&
         !G.getName().starts_with("llvm.") &&
         !G.getName().starts_with("sooth") && !isKeptByModels(G) &&
         !Of.isNeverWritten(G) && !Of.isKnownOutside(G);
}

std::vector<const GlobalVariable *>
sooth::ownStateOf(const Function &Entry, const ProgramGlobals &Of) {
  const CodeToCopy Code = codeToCopy(Entry, Of, nullptr);
  std::vector<const GlobalVariable *> Found;
  for (const GlobalVariable &G : Entry.getParent()->globals())
    if (Code.Reached.All.contains(&G) && isOwnState(G, Of))
      Found.push_back(&G);
  return Found;
}

/// Whether a value of type \p T can be chosen.
static bool canBeChosen(const Type &T) {
  return T.isIntegerTy() || T.isFloatTy() || T.isDoubleTy() ||
         T.isX86_FP80Ty() || T.isPointerTy();
}

bool sooth::canBeCalledAtWill(const Function &F) {
  return !F.isDeclaration() && !F.isVarArg() && !F.isInterposable() &&
         F.getName() != "main" && all_of(F.args(), [](const Argument &A) {
           return canBeChosen(*A.getType()) && !A.hasInAllocaAttr();
         });
}

std::vector<std::vector<StateOfFunction>>
sooth::bySharedState(ArrayRef<StateOfFunction> Functions) {
  EquivalenceClasses<const GlobalVariable *> Shared;
  for (const StateOfFunction &F : Functions)
    for (const GlobalVariable *G : F.Variables)
      Shared.unionSets(F.Variables.front(), G);
  MapVector<const GlobalVariable *, std::vector<StateOfFunction>> Groups;
  for (const StateOfFunction &F : Functions)
    if (!F.Variables.empty())
      Groups[Shared.getLeaderValue(F.Variables.front())].push_back(F);
  std::vector<std::vector<StateOfFunction>> Result;
  for (auto &[G, Group] : Groups)
    Result.push_back(std::move(Group));
  return Result;
}

/// Whether \p Callee ends the program, and lets handlers run before that
/// (atexit, SIGABRT), which others may have set.
static bool runsHandlers(const Function *Callee) {
  return Callee && classify(*Callee) == CalleeKind::Exit &&
         Callee->getName() != "_exit" && Callee->getName() != "_Exit";
}

/// Whether a call in \p F leads to code that is not shown, which may call any
/// function at that moment.
static bool callsUnseenCode(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      return false;
    const CalleeKind Kind = classify(*Call);
    return Kind == CalleeKind::External || Kind == CalleeKind::Indirect ||
           Kind == CalleeKind::InlineAsm || runsHandlers(calledFunction(*Call));
  });
}

/// Whether the callee writes its result there.
static bool isForResult(const Argument &A) { return A.hasStructRetAttr(); }

/// A pointer that callers choose.
static bool isPointerOfCaller(const Argument &A) {
  return A.getType()->isPointerTy() && !isForResult(A);
}

bool sooth::mayFree(const Function &F, const ProgramGlobals &Of) {
  const CodeToCopy Code = codeToCopy(F, Of, nullptr);
  return any_of(Code.Reached.All, [](const GlobalValue *V) {
    auto *In = dyn_cast<Function>(V);
    return In && any_of(instructions(*In), [](const Instruction &I) {
             auto *Call = dyn_cast<CallBase>(&I);
             return Call && classify(*Call) == CalleeKind::Deallocation;
           });
  });
}

StringMap<SmallVector<unsigned, 2>>
sooth::keptParameters(const Module &Program) {
  std::unique_ptr<Module> Copy = CloneModule(Program);
  AnalysisManagers Analyses;
  for (Function &F : *Copy)
    if (!F.isDeclaration())
      PromotePass().run(F, Analyses.Functions);
  Analyses.Modules.invalidate(*Copy, PreservedAnalyses::none());
  createModuleToPostOrderCGSCCPassAdaptor(PostOrderFunctionAttrsPass())
      .run(*Copy, Analyses.Modules);
  StringMap<SmallVector<unsigned, 2>> Found;
  for (const Function &F : *Copy)
    for (const Argument &A : F.args())
      if (isPointerOfCaller(A) && !A.hasNoCaptureAttr())
        Found[F.getName()].push_back(A.getArgNo());
  return Found;
}

namespace {
/// A function that is called. Where it keeps or frees what it is given, it gets
/// something new each time, and is called no more when all that is used up.
struct Callee {
  Function *Of;
  bool GetsNew;
};

/// Makes the function that calls others.
class CallerBuilder : CallsBuilder {
public:
  /// \p Callees of \p M have what it passes.
  CallerBuilder(Module &M, ArrayRef<Callee> Callees)
      : CallsBuilder(M), Callees(Callees), CountOfNew(countNew()) {}
  Function &build(Sequences Which);

private:
  /// How many new objects there are for a parameter, and for all.
  static constexpr size_t MostNew = 6, MostNewInAll = 24;

  unsigned countNew() const;
  void declareCaller();
  void noteCalls(Sequences Which);
  llvm::Value *argumentFor(const Argument &A, llvm::Value *Number);
  void call(const Callee &To);
  void callOne(llvm::Value *Which);
  void callAll();
  void callInBursts();
  void keepNewApart();

  const ArrayRef<Callee> Callees;
  /// Of the function that is made, by those of the callees.
  DenseMap<const Argument *, SmallVector<Argument *, 1>> Pointers;
  /// How many objects each parameter has that gets something new.
  const unsigned CountOfNew;
  /// How many calls there were of functions with such parameters.
  DenseMap<const Function *, AllocaInst *> Calls;
};
} // namespace

unsigned CallerBuilder::countNew() const {
  size_t Parameters = 0;
  for (const auto &[F, GetsNew] : Callees)
    if (GetsNew)
      Parameters += count_if(F->args(), isPointerOfCaller);
  return Parameters ? unsigned(std::clamp<size_t>(MostNewInAll / Parameters, 1,
                                                  MostNew))
                    : 0;
}

void CallerBuilder::declareCaller() {
  SmallVector<const Argument *> Given;
  for (const auto &[F, GetsNew] : Callees)
    for (const Argument &A : F->args())
      if (isPointerOfCaller(A))
        Given.append(GetsNew ? CountOfNew : 1, &A);
  declare(SmallVector<Type *>(Given.size(), Build.getPtrTy()));
  SmallVector<Metadata *> Declared{nullptr};
  for (auto [From, To] : zip_equal(Given, Caller->args())) {
    Pointers[From].push_back(&To);
    To.setName(From->getName());
    AttrBuilder Own(
        M.getContext(),
        From->getParent()->getAttributes().getParamAttrs(From->getArgNo()));
    To.addAttrs(Own);
    Declared.push_back(const_cast<DIType *>(declaredType(*From)));
  }
  for (const Callee &To : Callees)
    describeAs(*To.Of, Declared);
}

void CallerBuilder::noteCalls(Sequences Which) {
  auto Number = [&](unsigned N) {
    return ConstantAsMetadata::get(Build.getInt32(N));
  };
  SmallVector<Metadata *> Notes{Number(Which == Sequences::Bursts),
                                Number(CountOfNew)};
  for (const auto &[F, GetsNew] : Callees) {
    Notes.push_back(ConstantAsMetadata::get(F));
    Notes.push_back(Number(GetsNew));
  }
  Caller->setMetadata(CallsName, MDNode::get(M.getContext(), Notes));
}

/// In call \p Number, from 0, of the function, which is null if that is all
/// one.
llvm::Value *CallerBuilder::argumentFor(const Argument &A,
                                        llvm::Value *Number) {
  const Function &F = *A.getParent();
  if (isForResult(A))
    return Build.CreateAlloca(A.getParamStructRetType());
  if (!isPointerOfCaller(A))
    return choose(A.getType(), F.getName() + "." + Twine(A.getArgNo()));
  ArrayRef<Argument *> New = Pointers[&A];
  llvm::Value *Chosen = New.back();
  for (unsigned I = 0; I + 1 < New.size(); ++I)
    Chosen = Build.CreateSelect(Build.CreateICmpEQ(Number, Build.getInt32(I)),
                                New[I], Chosen);
  return Chosen;
}

void CallerBuilder::call(const Callee &To) {
  Function &Callee = *To.Of;
  llvm::Value *Number = nullptr;
  BasicBlock *After = nullptr;
  if (To.GetsNew) {
    AllocaInst *Count = Calls[&Callee];
    Number = Build.CreateLoad(Build.getInt32Ty(), Count);
    BasicBlock *Here = newBlock();
    After = newBlock();
    Build.CreateCondBr(Build.CreateICmpULT(Number, Build.getInt32(CountOfNew)),
                       Here, After);
    Build.SetInsertPoint(Here);
    Build.CreateStore(Build.CreateAdd(Number, Build.getInt32(1)), Count);
  }
  SmallVector<llvm::Value *> Arguments;
  for (const Argument &A : Callee.args())
    Arguments.push_back(argumentFor(A, Number));
  createCall(Callee, Arguments);
  if (After) {
    Build.CreateBr(After);
    Build.SetInsertPoint(After);
  }
}

/// Any of them.
void CallerBuilder::callOne(llvm::Value *Which) {
  createWays(Which, Callees.size(), [&](size_t Way) { call(Callees[Way]); });
}

/// while (any) f();
void CallerBuilder::callAll() {
  BasicBlock *Head = newBlock(), *Body = newBlock(), *After = newBlock();
  Build.CreateBr(Head);
  Build.SetInsertPoint(Head);
  Build.CreateCondBr(choose(Build.getInt1Ty(), "another"), Body, After);
  Build.SetInsertPoint(Body);
  callOne(choose(Build.getInt32Ty(), "function"));
  Build.CreateBr(Head);
  Build.SetInsertPoint(After);
}

/// while (choices--) { f = any; repetitions = any; while (repetitions--) f(); }
void CallerBuilder::callInBursts() {
  const BuiltLoop Choices = beginLoop(chooseBelow(MostChoices, "choices"));
  llvm::Value *Which = choose(Build.getInt32Ty(), "function");
  llvm::Value *Times = Build.CreateAdd(
      chooseBelow(MostRepetitions, "repetitions"), Build.getInt32(1));
  const BuiltLoop Repetitions = beginLoop(Times);
  callOne(Which);
  endLoop(Repetitions);
  endLoop(Choices);
}

/// What is new is nothing that was given before.
void CallerBuilder::keepNewApart() {
  SmallVector<Argument *> New;
  for (const auto &[F, GetsNew] : Callees)
    if (GetsNew)
      for (const Argument &A : F->args())
        append_range(New, Pointers.lookup(&A));
  FunctionCallee ContinueIf = M.getOrInsertFunction(
      ContinueIfName, Build.getVoidTy(), Build.getInt1Ty());
  for (size_t I = 0; I < New.size(); ++I)
    for (size_t J = 0; J < I; ++J)
      Build.CreateCall(ContinueIf, Build.CreateICmpNE(New[I], New[J]));
}

Function &CallerBuilder::build(Sequences Which) {
  declareCaller();
  Build.SetInsertPoint(newBlock());
  for (const Callee &To : Callees)
    if (To.GetsNew) {
      AllocaInst *Count = Calls[To.Of] = Build.CreateAlloca(Build.getInt32Ty());
      Build.CreateStore(Build.getInt32(0), Count);
    }
  keepNewApart();
  if (Which == Sequences::All)
    callAll();
  else
    callInBursts();
  Build.CreateRetVoid();
  noteCalls(Which);
  return *Caller;
}

CallSequences sooth::callsFromBeginning(ArrayRef<const Function *> Functions,
                                        Sequences Which,
                                        const ProgramGlobals &Of,
                                        const CommonDebugInfo &InCommon) {
  std::unique_ptr<Module> Copy = copyReachable(Functions, Of, InCommon);
  const auto Kept = keptParameters(*Copy);
  SmallVector<Callee> Callees;
  for (const Function *F : Functions)
    Callees.push_back({Copy->getFunction(F->getName()),
                       any_of(F->args(), isPointerOfCaller) &&
                           (Kept.contains(F->getName()) || mayFree(*F, Of))});
  Function &Caller = CallerBuilder(*Copy, Callees).build(Which);
  makeGlobalsArbitrary(Caller, Of, ArbitraryVariables::ThatOthersName);
  makeWholeProgram(Caller);
  return {std::move(Copy), Caller.getName().str()};
}

CallSequences sooth::callAtBeginning(const Function &F,
                                     const ProgramGlobals &Of,
                                     const CommonDebugInfo &InCommon) {
  std::unique_ptr<Module> Copy = copyReachable({&F}, Of, InCommon);
  Function &Entry = *Copy->getFunction(F.getName());
  // (If that fails, it does so again when the program is prepared.)
  consumeError(applyContracts(*Copy, Entry));
  makeGlobalsArbitrary(Entry, Of, ArbitraryVariables::ThatOthersName);
  makeWholeProgram(Entry);
  return {std::move(Copy), F.getName().str()};
}

/// Whether \p F is called only by its name, and only in its module.
static bool isOnlyCalledByName(const Function &F) {
  return F.hasLocalLinkage() && !F.hasAddressTaken();
}

bool sooth::areAllSequences(ArrayRef<StateOfFunction> Group,
                            const ProgramGlobals &Of) {
  SmallPtrSet<const Function *, 8> Called;
  SmallPtrSet<const GlobalVariable *, 8> State;
  SmallVector<const Function *> Functions;
  for (const StateOfFunction &F : Group) {
    if (mayHoldPointer(F.Of->getReturnType()) ||
        any_of(F.Of->args(), isPointerOfCaller))
      return false;
    Called.insert(F.Of);
    Functions.push_back(F.Of);
    State.insert(F.Variables.begin(), F.Variables.end());
  }
  if (any_of(State, [](const GlobalVariable *G) {
        return mayHoldPointer(G->getValueType());
      }))
    return false;
  // Another thread finds its own variables as they are initialized.
  auto IsOfThread = [](const GlobalVariable *G) { return G->isThreadLocal(); };
  if (any_of(State, IsOfThread) && !all_of(State, IsOfThread))
    return false;
  const CodeToCopy Code = codeToCopy(Functions, Of);
  for (const GlobalValue *V : Code.Reached.All) {
    auto *G = dyn_cast<GlobalVariable>(V);
    if (G && !G->isConstant() && !State.contains(G) && !isKeptByModels(*G) &&
        !Of.isNeverWritten(*G))
      return false;
    if (auto *F = dyn_cast<Function>(V);
        F && !F->isDeclaration() && callsUnseenCode(*F))
      return false;
  }
  // What others run besides the group leaves the variables alone.
  return none_of(*Functions.front()->getParent(), [&](const Function &F) {
    return !F.isDeclaration() && !Called.contains(&F) &&
           !isOnlyCalledByName(F) &&
           any_of(ownStateOf(F, Of),
                  [&](const GlobalVariable *G) { return State.contains(G); });
  });
}
