//===- KeptFiles.cpp - Files that are written and then read ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptFiles.h"

#include "LibraryCalls.h"
#include "PrintCalls.h"
#include "ScanCalls.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace sooth;

static bool usesOneOf(const Module &Program, ArrayRef<StringRef> Names) {
  return any_of(Names, [&](StringRef Name) {
    const Function *F = Program.getFunction(Name);
    return F && F->isDeclaration() && !F->use_empty();
  });
}

/// Whether all that \p F does to files is known.
static bool isFollowed(const Function &F, const Module &Models) {
  if (!F.isDeclaration() || F.isIntrinsic() || F.use_empty() || isPrinter(F) ||
      isScanner(F))
    return true;
  const Function *Model = Models.getFunction(F.getName());
  if (Model && !Model->isDeclaration())
    return true;
  switch (classify(F)) {
  case CalleeKind::External:
  case CalleeKind::Indirect:
  case CalleeKind::InlineAsm:
  case CalleeKind::Output:
    return false;
  default:
    return true;
  }
}

static bool isAssembly(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  auto *Text = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
  return Text && !StringRef(Text->getAsmString()).empty();
}

/// Whether two pointers are compared, which may be those of a file that was
/// closed and of one that has its place now.
static bool comparesPointers(const Instruction &I) {
  auto IsPointer = [](const Value *V) {
    return isa<PtrToIntOperator>(V) ||
           (V->getType()->isPointerTy() && !isa<ConstantPointerNull>(V));
  };
  auto *Compare = dyn_cast<ICmpInst>(&I);
  return Compare && Compare->isEquality() && all_of(I.operands(), IsPointer);
}

Files sooth::filesOf(const Module &Program, const Module &Models) {
  const Function *Main = Program.getFunction("main");
  if (!Main || Main->isDeclaration() ||
      !usesOneOf(Program, {"fopen", "freopen", "tmpfile"}) ||
      !(usesOneOf(Program,
                  {"fgetc", "getc", "_IO_getc", "getchar", "fgets", "fread"}) ||
        any_of(Program.functions(), isScanner)) ||
      usesOneOf(Program,
                {"getline", "getdelim", "read", "pread", "write", "pwrite"}) ||
      !Program.getModuleInlineAsm().empty())
    return Files::Open;
  for (const Function &F : Program)
    if (!isFollowed(F, Models) || any_of(instructions(F), isAssembly) ||
        any_of(instructions(F), comparesPointers))
      return Files::Open;
  return Files::Kept;
}

void sooth::tellOfUnaskedResults(Module &Program) {
  for (StringRef Name : {"fputc", "putc", "_IO_putc", "putchar", "puts",
                         "fputs", "fwrite", "fflush", "fclose"}) {
    Function *F = Program.getFunction(Name);
    if (!F || !F->isDeclaration())
      continue;
    for (User *U : F->users())
      if (auto *Call = dyn_cast<CallInst>(U);
          Call && Call->getCalledFunction() == F && Call->use_empty()) {
        IRBuilder<> Build(Call);
        callModel(Build, "result_unasked", Build.getVoidTy(), {});
      }
  }
}
