//===- LibraryModels.cpp - What functions of the C library do -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/CLibrary/LibraryModels.h"

#include "LibraryCalls.h"
#include "PrintCalls.h"
#include "RuntimeFiles.h"
#include "ScanCalls.h"
#include "sooth/Frontend/LLVM/Base/IntrinsicMeaning.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
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
    for (BasicBlock &Block : Model)
      if (auto *Choice = dyn_cast<BranchInst>(Block.getTerminator()))
        Choice->setMetadata(LLVMContext::MD_nosanitize,
                            MDNode::get(Model.getContext(), {}));
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

/// Calls what was given to atexit where main returns and where exit is called,
/// if the program does not define them.
static void runExitHandlers(Module &Program) {
  Function *Register = Program.getFunction("atexit");
  if (!Register || !isUsedOnly(*Register))
    return;
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
    for (Instruction &I : instructions(F))
      if (IsEnd(I))
        IRBuilder<>(&I).CreateCall(Run);
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

/// Models ask whether it matters what they read.
static void tellOfAccesses(Module &Program, Accesses Ask) {
  Function *Asked = Program.getFunction("sooth_libc_checks_accesses");
  if (!Asked)
    return;
  for (User *U : make_early_inc_range(Asked->users())) {
    auto *Call = cast<CallInst>(U);
    BasicBlock *Block = Call->getParent();
    Call->replaceAllUsesWith(
        ConstantInt::get(Call->getType(), Ask == Accesses::Checked));
    Call->eraseFromParent();
    ConstantFoldTerminator(Block);
    EliminateUnreachableBlocks(*Block->getParent());
  }
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

Error sooth::linkLibraryModels(Module &Program, Accesses Ask) {
  std::string File = modelsFor(Program);
  if (File.empty() || none_of(Program.functions(), isUsedOnly))
    return Error::success();
  expandScanCalls(Program);
  expandPrintCalls(Program);
  runExitHandlers(Program);
  SMDiagnostic Problem;
  auto Models = parseIRFile(File, Problem, Program.getContext());
  if (!Models)
    return createStringError("cannot read '" + File +
                             "': " + Problem.getMessage());
  // As clang on another machine may write the same target differently.
  Models->setTargetTriple(Program.getTargetTriple());
  Models->setDataLayout(Program.getDataLayout());
  keepToThemselves(*Models, Program);
  hideChoices(*Models);
  wantExactSizes(*Models);
  if (Linker::linkModules(Program, std::move(Models), Linker::LinkOnlyNeeded))
    return createStringError("cannot link '" + File + "'");
  nameRealFunctions(Program);
  tellOfAccesses(Program, Ask);
  return Error::success();
}
