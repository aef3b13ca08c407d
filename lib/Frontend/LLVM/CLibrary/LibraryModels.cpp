//===- LibraryModels.cpp - What functions of the C library do -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/CLibrary/LibraryModels.h"

#include "Base/AddedComparisons.h"
#include "Base/ArbitraryValues.h"
#include "Base/MemoryChecks.h"
#include "Base/ProgramEnd.h"
#include "Base/Reachable.h"
#include "ErrorNumber.h"
#include "ForwardedArguments.h"
#include "KeptFiles.h"
#include "LibraryCalls.h"
#include "LibraryVariables.h"
#include "PrintCalls.h"
#include "RuntimeFiles.h"
#include "ScanCalls.h"
#include "StandardStreams.h"
#include "sooth/Frontend/LLVM/Base/IntrinsicMeaning.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace sooth;
using namespace llvm;

/// What a model calls to get what the real function returns.
static constexpr StringLiteral RealPrefix = "sooth_libc_real_";
static constexpr StringLiteral ModelPrefix = "sooth_libc_";

/// The models for the program's machine, or "" if there are none.
static std::string modelsFor(const Module &Program) {
  Triple Target(Program.getTargetTriple());
  if (!Target.isX86() || !Target.isOSLinux())
    return "";
  return runtimeFile(Target.isArch64Bit() ? "libc64.bc" : "libc32.bc");
}

bool sooth::hasLibraryModels(const Module &Program) {
  return !modelsFor(Program).empty();
}

static bool isUsedOnly(const Function &F) {
  return F.isDeclaration() && !F.isIntrinsic() && !F.use_empty();
}

/// Models call each other. They must not call functions that the program
/// defines under the same names. A variable of such a name is none of theirs.
static void keepToThemselves(Module &Models, const Module &Program) {
  for (Function &Model : Models) {
    const GlobalValue *Other = Program.getNamedValue(Model.getName());
    if (!Model.isDeclaration() && Other &&
        (!Other->isDeclaration() || !isa<Function>(Other)))
      Model.setLinkage(GlobalValue::InternalLinkage);
  }
}

/// Some models are parts of the function that calls them, and not told apart.
static void hideChoices(Module &Models) {
  for (Function &Model : Models) {
    if (Model.getSubprogram())
      continue;
    MDNode *None = MDNode::get(Model.getContext(), {});
    for (Instruction &I : instructions(Model))
      if (isa<BranchInst>(I))
        I.setMetadata(LLVMContext::MD_nosanitize, None);
      else if (isa<ICmpInst>(I))
        I.setMetadata(AddedComparisonName, None);
  }
}

/// Models that ask for the size of an object mean what it is.
static void wantExactSizes(Module &Models) {
  Attribute Exact = Attribute::get(Models.getContext(), ExactSizeName);
  for (Function &F : Models)
    if (F.getIntrinsicID() == Intrinsic::objectsize)
      for (User *U : F.users())
        cast<CallInst>(U)->addFnAttr(Exact);
}

/// Streams that are open at the end are closed there (C17 7.22.4.4p4).
static void holdStreams(Module &Models) {
  Function *Open = Models.getFunction("opened");
  for (Instruction &I : instructions(*Open))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && classify(*Call) == CalleeKind::Allocation)
      Call->addFnAttr(Attribute::get(Models.getContext(), HeldByLibraryName));
}

/// What realloc allocates may be where the old object was.
static void allowPlacesOfOld(Module &Models) {
  Attribute MayReplace = Attribute::get(Models.getContext(), MayReplaceName);
  Function *Reallocate = Models.getFunction("realloc");
  if (!Reallocate || Reallocate->isDeclaration())
    return;
  for (Instruction &I : instructions(*Reallocate))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && classify(*Call) == CalleeKind::Allocation)
      Call->addFnAttr(MayReplace);
}

/// The buffers that streams are given by \p Call, if others may use them, too.
static bool isBufferShared(const CallInst &Call) {
  const Value *Buffer = Call.getArgOperand(1);
  auto *Object = dyn_cast<GlobalVariable>(getUnderlyingObject(Buffer, 0));
  if (isa<ConstantPointerNull>(Buffer))
    return false;
  return !Object || !Object->hasLocalLinkage() ||
         !all_of(Object->uses(), [&](const Use &U) {
           return U.getUser() == &Call && Buffer == Object;
         });
}

/// Whether the buffer given by \p Call may end before the stream is closed.
/// With _IONBF none is used.
static bool mayEnd(const CallInst &Call) {
  auto *Mode = Call.arg_size() > 2
                   ? dyn_cast<ConstantInt>(Call.getArgOperand(2))
                   : nullptr;
  return !isa<GlobalVariable>(getUnderlyingObject(Call.getArgOperand(1), 0)) &&
         !(Mode && Mode->equalsInt(2));
}

/// A stream may write to its buffer at any time, and read from it. Returns the
/// functions that are given one that may end before.
static SmallVector<StringRef, 2> lendBuffers(Module &Program) {
  SmallVector<StringRef, 2> MayEnd;
  for (StringRef Name : {"setbuf", "setvbuf"}) {
    Function *Lend = Program.getFunction(Name);
    if (!Lend || !isUsedOnly(*Lend))
      continue;
    for (User *U : make_early_inc_range(Lend->users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledFunction() != Lend || Call->arg_size() < 2 ||
          !Call->getArgOperand(1)->getType()->isPointerTy() ||
          !isBufferShared(*Call))
        continue;
      if (mayEnd(*Call) && !is_contained(MayEnd, Name))
        MayEnd.push_back(Name);
      IRBuilder<> Build(Call->getNextNode());
      Build.SetCurrentDebugLocation(Call->getDebugLoc());
      Value *Mode =
          Call->arg_size() > 2 ? Call->getArgOperand(2) : Build.getInt32(0);
      callModel(Build, "lend_buffer", Build.getVoidTy(),
                {Call->getArgOperand(1), Mode});
    }
  }
  return MayEnd;
}

/// Gives pointers to exit, which the program does not define, to a function
/// that calls it.
static void callExitByName(Module &Program) {
  Function *Exit = Program.getFunction("exit");
  if (!Exit || !Exit->isDeclaration() || Exit->arg_size() != 1)
    return;
  auto IsPointer = [](const Use &U) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    return !Call || !Call->isCallee(&U);
  };
  if (none_of(Exit->uses(), IsPointer))
    return;
  auto *Named =
      Function::Create(Exit->getFunctionType(), GlobalValue::InternalLinkage,
                       "call " + Exit->getName(), Program);
  Named->addFnAttr(OfLibraryName);
  Exit->replaceUsesWithIf(Named, IsPointer);
  IRBuilder<> Build(BasicBlock::Create(Program.getContext(), "", Named));
  Build.CreateCall(Exit, {Named->getArg(0)});
  Build.CreateUnreachable();
}

/// Calls what was given to atexit where main returns and where exit is called,
/// if the program does not define them.
static void runExitHandlers(Module &Program) {
  Function *Register = Program.getFunction("atexit");
  if (!Register || !isUsedOnly(*Register))
    return;
  callExitByName(Program);
  FunctionCallee Run = Program.getOrInsertFunction(
      "sooth_libc_run_exit_handlers", Type::getVoidTy(Program.getContext()));
  auto IsEnd = [](const Instruction &I) {
    if (isa<ReturnInst>(I))
      return I.getFunction()->getName() == "main";
    auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && Callee->isDeclaration() && Callee->getName() == "exit";
  };
  for (Function &F : Program)
    for (Instruction &I : instructions(F)) {
      if (!IsEnd(I))
        continue;
      if (isa<ReturnInst>(I))
        endLocals(I);
      IRBuilder<>(&I).CreateCall(Run)->addFnAttr(
          Attribute::get(Program.getContext(), AtEndName));
    }
}

/// realloc may leave memory where it is: pointers to what it frees may equal
/// others then. Returns whether the program compares any.
static bool openComparisons(Module &Program) {
  Function *Reallocate = Program.getFunction("realloc");
  bool Compares = false;
  if (!Reallocate || !isUsedOnly(*Reallocate))
    return Compares;
  for (Function &F : Program)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Compare = dyn_cast<ICmpInst>(&I);
      if (!Compare || !Compare->isEquality() ||
          !I.getOperand(0)->getType()->isPointerTy() ||
          any_of(I.operands(),
                 [](const Use &U) { return isa<ConstantPointerNull>(U); }))
        continue;
      IRBuilder<> Build(Compare);
      Value *Same = callModel(Build, "is_same", Build.getInt1Ty(),
                              {I.getOperand(0), I.getOperand(1)});
      bool IsEqual = Compare->getPredicate() == ICmpInst::ICMP_EQ;
      I.replaceAllUsesWith(IsEqual ? Same : Build.CreateNot(Same));
      I.eraseFromParent();
      Compares = true;
    }
  return Compares;
}

/// Gives functions from outside their names back.
static void nameRealFunctions(Module &Program) {
  SmallVector<Function *, 4> Outside;
  for (Function &F : Program)
    if (F.isDeclaration() && F.getName().starts_with(RealPrefix))
      Outside.push_back(&F);
  for (Function *F : Outside) {
    std::string Name = F->getName().drop_front(RealPrefix.size()).str();
    if (Function *Model = Program.getFunction(Name))
      Model->setName(ModelPrefix + Name);
    F->setName(Name);
  }
}

/// Gives \p Answer to what models ask by calling \p Question.
static void answer(Module &Program, StringRef Question, unsigned Answer) {
  Function *Asked = Program.getFunction(Question);
  if (!Asked)
    return;
  for (User *U : make_early_inc_range(Asked->users())) {
    auto *Call = cast<CallInst>(U);
    BasicBlock *Block = Call->getParent();
    Call->replaceAllUsesWith(ConstantInt::get(Call->getType(), Answer));
    Call->eraseFromParent();
    ConstantFoldTerminator(Block);
    EliminateUnreachableBlocks(*Block->getParent());
  }
}

/// Models ask whether it matters what they read.
static void tellOfAccesses(Module &Program, Accesses Ask) {
  answer(Program, "sooth_libc_checks_accesses", Ask == Accesses::Checked);
}

/// How a comparison that qsort is given, or what it calls, is felt elsewhere.
/// As in runtime/libc/stdlib.c.
enum class ComparisonEffect { Nothing, MayFail, Writes };

static bool isOwn(const Value *Pointer) {
  return isa<AllocaInst>(getUnderlyingObject(Pointer, /*MaxLookup=*/0));
}

static ComparisonEffect effectOfInstruction(const Instruction &I) {
  using enum ComparisonEffect;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return isOwn(Store->getPointerOperand()) ? Nothing : Writes;
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return I.mayWriteToMemory() ? Writes : Nothing;
  if (auto *Transfer = dyn_cast<MemIntrinsic>(Call))
    return isOwn(Transfer->getRawDest()) ? Nothing : Writes;
  switch (classify(*Call)) {
  case CalleeKind::Defined: // looked at itself
  case CalleeKind::Lifetime:
  case CalleeKind::MemoryCheck:
  case CalleeKind::Assume:
    return Nothing;
  case CalleeKind::Error:
  case CalleeKind::Assert:
  case CalleeKind::Exit:
    return MayFail;
  default:
    return effectOf(*Call) == Effect::None ? Nothing : Writes;
  }
}

static SmallVector<const Function *> definedCallees(const Function *F) {
  SmallVector<const Function *> Callees;
  for (const Instruction &I : instructions(*F))
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && classify(*Call) == CalleeKind::Defined &&
        !changesErrnoOnly(*calledFunction(*Call)))
      Callees.push_back(calledFunction(*Call));
  return Callees;
}

static ComparisonEffect effectOfComparisons(const Module &Program) {
  SmallVector<const Function *> Comparisons;
  for (const Function &F : Program) {
    const FunctionType &T = *F.getFunctionType();
    if (!F.isDeclaration() && F.hasAddressTaken() && T.getNumParams() == 2 &&
        T.getReturnType()->isIntegerTy(32) &&
        all_of(T.params(), [](Type *P) { return P->isPointerTy(); }))
      Comparisons.push_back(&F);
  }
  auto Effect = ComparisonEffect::Nothing;
  for (const Function *F : reachable(Comparisons, definedCallees))
    for (const Instruction &I : instructions(*F))
      Effect = std::max(Effect, effectOfInstruction(I));
  return Effect;
}

/// Models ask whether what is printed arrives.
static void tellOfPrinting(Module &Program, Printing Kind) {
  if (Kind == Printing::MayFail)
    Program.getOrInsertNamedMetadata(PrintingMayFailName);
  answer(Program, "sooth_libc_io_may_fail", Kind == Printing::MayFail);
}

/// Models ask what the order of comparisons would change.
static void tellOfComparisons(Module &Program) {
  constexpr StringLiteral Question = "sooth_libc_effect_of_comparisons";
  if (Program.getFunction(Question))
    answer(Program, Question, unsigned(effectOfComparisons(Program)));
}

CallInst *sooth::callModel(IRBuilderBase &Build, const Twine &Name,
                           Type *Result, ArrayRef<Value *> Arguments) {
  SmallVector<Type *> Types;
  for (Value *A : Arguments)
    Types.push_back(A->getType());
  return Build.CreateCall(
      Build.GetInsertBlock()->getModule()->getOrInsertFunction(
          (ModelPrefix + Name).str(),
          FunctionType::get(Result, Types, /*isVarArg=*/false)),
      Arguments);
}

bool sooth::isKeptByModels(const GlobalVariable &Variable) {
  return Variable.hasMetadata(OfLibraryName);
}

Value *sooth::callKeptByModels(IRBuilderBase &Build, Type *T) {
  return callAny(Build, AnyKeptByModels, T);
}

Error sooth::linkLibraryModels(Module &Program, Accesses Ask, Printing Kind) {
  const bool ChangesEnvironment = mayChangeEnvironment(Program);
  openLibraryVariables(Program);
  std::string File = modelsFor(Program);
  if (File.empty() || none_of(Program.functions(), isUsedOnly))
    return Error::success();
  SMDiagnostic Problem;
  auto Models = parseIRFile(File, Problem, Program.getContext());
  if (!Models)
    return createStringError("cannot read '" + File +
                             "': " + Problem.getMessage());
  const Files Kept =
      Kind == Printing::MayFail ? Files::Open : filesOf(Program, *Models);
  if (Kept == Files::Kept) {
    Program.getOrInsertNamedMetadata(FilesAreKeptName);
    tellOfUnaskedResults(Program);
  }
  letCallsChangeErrno(Program, *Models);
  const bool SetsStreams = useStandardStreams(Program);
  letModelsChangeVariables(Program, *Models);
  if (ChangesEnvironment)
    forgetEnvironment(*Models);
  expandScanCalls(Program, Kept);
  forwardArguments(Program);
  forwardFormats(Program);
  callPrintersByName(Program);
  expandPrintCalls(Program, Kept);
  runExitHandlers(Program);
  const auto GivenWhatMayEnd = lendBuffers(Program);
  const bool ComparesMoved = openComparisons(Program);
  const Function *PutSetting = Program.getFunction("putenv");
  const bool KeepsSettings = PutSetting && isUsedOnly(*PutSetting);
  // So whether the buffer is there when the stream uses it counts as open.
  if (Ask == Accesses::Checked)
    for (StringRef Name : GivenWhatMayEnd)
      if (Function *Model = Models->getFunction(Name))
        Model->deleteBody();
  // As clang on another machine may write the same target differently.
  Models->setTargetTriple(Program.getTargetTriple());
  Models->setDataLayout(Program.getDataLayout());
  for (Function &F : *Models)
    if (!F.isDeclaration())
      F.addFnAttr(OfLibraryName);
  for (GlobalVariable &Kept : Models->globals())
    if (!Kept.isDeclaration())
      Kept.setMetadata(OfLibraryName, MDNode::get(Models->getContext(), {}));
  keepToThemselves(*Models, Program);
  hideChoices(*Models);
  wantExactSizes(*Models);
  holdStreams(*Models);
  allowPlacesOfOld(*Models);
  if (Linker::linkModules(Program, std::move(Models), Linker::LinkOnlyNeeded))
    return createStringError("cannot link '" + File + "'");
  nameRealFunctions(Program);
  tellOfAccesses(Program, Ask);
  answer(Program, "sooth_libc_compares_moved", ComparesMoved);
  answer(Program, "sooth_libc_keeps_files", Kept == Files::Kept);
  answer(Program, "sooth_libc_keeps_settings", KeepsSettings);
  answer(Program, "sooth_libc_sets_streams", SetsStreams);
  tellOfPrinting(Program, Kind);
  tellOfComparisons(Program);
  return Error::success();
}
