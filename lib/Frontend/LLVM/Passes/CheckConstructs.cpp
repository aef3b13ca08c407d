//===- CheckConstructs.cpp - What cannot be modelled ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckConstructs.h"

#include "Unsupported.h"
#include "sooth/Frontend/LLVM/Base/IntrinsicMeaning.h"
#include "sooth/Frontend/LLVM/Base/ProgramBeginning.h"
#include "sooth/Frontend/LLVM/Passes/WholeProgram.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

/// Whether \p Text has \p Name as a word.
static bool mentions(StringRef Text, StringRef Name) {
  auto IsWord = [](char C) { return isAlnum(C) || C == '_'; };
  for (size_t At = Text.find(Name); At != StringRef::npos;
       At = Text.find(Name, At + 1)) {
    bool Begins = At == 0 || !IsWord(Text[At - 1]);
    size_t End = At + Name.size();
    if (Begins && (End == Text.size() || !IsWord(Text[End])))
      return true;
  }
  return false;
}

/// Variables that assembly reaches by their names cannot be followed.
static Error checkAssembly(Module &M, const CallBase &Call) {
  auto *Assembly = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (!Assembly)
    return Error::success();
  for (GlobalValue &G : M.global_values())
    if (G.hasName() && mentions(Assembly->getAsmString(), G.getName()))
      return unsupported({Cause::Kind::AssemblyWithName, G.getName()}, Call);
  return Error::success();
}

/// Whether \p Line, of assembly between functions, says only how a name is seen
/// by linkers.
static bool isForLinkers(StringRef Line) {
  Line = Line.trim();
  return any_of(std::initializer_list<StringRef>{".symver", ".hidden",
                                                 ".protected", ".ident",
                                                 ".type", ".size"},
                [&](StringRef Known) { return Line.starts_with(Known); });
}

static Error checkAssemblyBetweenFunctions(const Module &M) {
  SmallVector<StringRef> Lines;
  SplitString(M.getModuleInlineAsm(), Lines, "\n;");
  for (StringRef Line : Lines)
    if (!isForLinkers(Line))
      for (const GlobalValue &G : M.global_values())
        if (G.hasName() && mentions(Line, G.getName()))
          return make_error<UnsupportedError>(
              Cause{Cause::Kind::AssemblyWithName, G.getName()});
  return Error::success();
}

/// What runs \p F, null if it is not known, because something is in \p Section.
static std::optional<Cause> causeOfSection(StringRef Section,
                                           const Function *F) {
  using Kind = Cause::Kind;
  if (runsBeforeMain(Section))
    return F ? Cause{Kind::Constructor, F->getName()}
             : Cause{Kind::UnknownConstructor};
  if (runsAfterMain(Section))
    return F ? Cause{Kind::Destructor, F->getName()}
             : Cause{Kind::UnknownDestructor};
  return std::nullopt;
}

Error checkSections(const Module &M) {
  for (const GlobalObject &G : M.global_objects()) {
    auto *Variable = dyn_cast<GlobalVariable>(&G);
    const Value *Content = Variable && Variable->hasInitializer()
                               ? Variable->getInitializer()->stripPointerCasts()
                               : &G;
    if (G.isDeclaration())
      continue;
    if (auto Why = causeOfSection(G.getSection(), dyn_cast<Function>(Content)))
      return make_error<UnsupportedError>(*Why);
  }
  return Error::success();
}

bool startsThread(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases("pthread_create", "thrd_create", "clone", "vfork", true)
      .Default(false);
}

Error checkConstructs(Module &M, Volatile How) {
  if (GlobalVariable *List = M.getNamedGlobal("llvm.global_dtors"))
    if (List->hasInitializer() && !List->getInitializer()->isNullValue())
      return make_error<UnsupportedError>(Cause::Kind::DestructorsAnywhere);
  for (const GlobalIFunc &Chosen : M.ifuncs())
    if (!Chosen.use_empty())
      return make_error<UnsupportedError>(
          Cause{Cause::Kind::Function, Chosen.getName()});
  if (Error E = checkAssemblyBetweenFunctions(M))
    return E;
  if (CallBase *Call = findSetjmp(M))
    return unsupported(Cause::Kind::ReturnsTwice, *Call);
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (isa<InvokeInst, CallBrInst>(I) || I.isEHPad())
        return unsupported(Cause::Kind::Exceptions, I);
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        if (Error E = checkAssembly(M, *Call))
          return E;
        const Function *Callee = Call->getCalledFunction();
        if (Callee && Callee->isIntrinsic() &&
            intrinsicMeaning(*Callee) == IntrinsicMeaning::Refused)
          return unsupported({Cause::Kind::Function, Callee->getName()}, *Call);
      }
      if (How == Volatile::Arbitrary && copiesVolatile(I))
        return unsupported(Cause::Kind::VolatileCopy, I);
    }
  return Error::success();
}

} // namespace sooth
