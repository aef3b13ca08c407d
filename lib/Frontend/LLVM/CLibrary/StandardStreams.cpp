//===- StandardStreams.cpp - Streams that no argument names ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StandardStreams.h"

#include "Base/SetStreams.h"
#include "LibraryCalls.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using namespace llvm;

/// The variable with the stream that \p Function uses though no argument names
/// it, or "".
static StringRef streamOf(StringRef Function) {
  if (!Function.consume_front("__isoc99_"))
    Function.consume_front("__isoc23_");
  return StringSwitch<StringRef>(Function)
      .Cases("printf", "vprintf", "puts", "putchar", "stdout")
      .Cases("__printf_chk", "__vprintf_chk", "stdout")
      .Cases("puts_unlocked", "putchar_unlocked", "stdout")
      .Cases("wprintf", "vwprintf", "putwchar", "putwchar_unlocked", "stdout")
      .Cases("scanf", "vscanf", "getchar", "getchar_unlocked", "gets", "stdin")
      .Cases("wscanf", "vwscanf", "getwchar", "getwchar_unlocked", "stdin")
      .Cases("perror", "psignal", "psiginfo", "stderr")
      .Default("");
}

/// Whether \p Program does more than to read one of the three.
static bool setsStreams(const Module &Program) {
  return any_of(Program.globals(), [](const GlobalVariable &G) {
    return isStandardStreamName(G.getName()) && G.isDeclaration() &&
           !all_of(G.users(), [](const User *U) { return isa<LoadInst>(U); });
  });
}

static void useStream(IRBuilderBase &Build, StringRef Variable) {
  Module &M = *Build.GetInsertBlock()->getModule();
  Constant *Place = M.getOrInsertGlobal(Variable, Build.getPtrTy());
  callModel(Build, "use_file", Build.getVoidTy(),
            {Build.CreateLoad(Build.getPtrTy(), Place)});
}

/// A function of the program that calls \p F by its name, for pointers to it.
static Function *namedCall(Function &F) {
  auto *Named =
      Function::Create(F.getFunctionType(), GlobalValue::InternalLinkage,
                       "call " + F.getName(), F.getParent());
  Named->addFnAttr(OfLibraryName);
  IRBuilder<> Build(BasicBlock::Create(F.getContext(), "", Named));
  SmallVector<Value *> Arguments;
  for (Argument &A : Named->args())
    Arguments.push_back(&A);
  CallInst *Call = Build.CreateCall(&F, Arguments);
  if (Call->getType()->isVoidTy())
    Build.CreateRetVoid();
  else
    Build.CreateRet(Call);
  return Named;
}

bool sooth::useStandardStreams(Module &Program) {
  if (!setsStreams(Program))
    return false;
  Program.getOrInsertNamedMetadata(SetsStreamsName);
  SmallVector<Function *> Users;
  for (Function &F : Program)
    if (F.isDeclaration() && !F.use_empty() && !streamOf(F.getName()).empty())
      Users.push_back(&F);
  for (Function *F : Users) {
    auto IsPointer = [](const Use &U) {
      auto *Call = dyn_cast<CallBase>(U.getUser());
      return !Call || !Call->isCallee(&U);
    };
    if (!F->isVarArg() && any_of(F->uses(), IsPointer))
      F->replaceUsesWithIf(namedCall(*F), IsPointer);
    for (Use &U : F->uses()) {
      auto *Call = dyn_cast<CallInst>(U.getUser());
      if (!Call || !Call->isCallee(&U))
        continue;
      IRBuilder<> Build(Call);
      useStream(Build, streamOf(F->getName()));
    }
  }
  return true;
}
