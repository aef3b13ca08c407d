//===- LibraryVariables.cpp - Variables of the C library ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryVariables.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace sooth;
using namespace llvm;

namespace {
/// What a variable is there for, as that says who changes it.
enum class Purpose { None, Environment, TimeZone, Arguments, Other };
} // namespace

static Purpose purposeOf(StringRef Variable) {
  return StringSwitch<Purpose>(Variable)
      .Cases("environ", "_environ", "__environ", Purpose::Environment)
      .Cases("tzname", "timezone", "daylight", Purpose::TimeZone)
      .Cases("__tzname", "__timezone", "__daylight", Purpose::TimeZone)
      .Cases("optarg", "optind", "opterr", "optopt", Purpose::Arguments)
      .Cases("program_invocation_name", "program_invocation_short_name",
             Purpose::Other)
      .Cases("__progname", "__progname_full", "signgam", "getdate_err",
             Purpose::Other)
      .Default(Purpose::None);
}

static bool isOfEnvironment(StringRef Function) {
  return StringSwitch<bool>(Function)
      .Cases("setenv", "unsetenv", "putenv", "clearenv", true)
      .Default(false);
}

/// What \p Function, of which there is a model, changes.
static Purpose changedBy(StringRef Function) {
  if (isOfEnvironment(Function))
    return Purpose::Environment;
  return StringSwitch<Purpose>(Function)
      .Cases("gmtime", "gmtime_r", "localtime", "localtime_r",
             Purpose::TimeZone)
      .Cases("mktime", "timegm", "ctime", "strftime", Purpose::TimeZone)
      .Default(Purpose::None);
}

/// Those that \p Program uses, and does not define.
static SmallVector<const GlobalVariable *> variablesOf(const Module &Program) {
  SmallVector<const GlobalVariable *> Found;
  for (const GlobalVariable &G : Program.globals())
    if (G.isDeclaration() && !G.use_empty() && !G.isThreadLocal() &&
        purposeOf(G.getName()) != Purpose::None)
      Found.push_back(&G);
  return Found;
}

/// The name that C or POSIX has for a variable that glibc also has under the
/// name \p Other, or "".
static StringRef usualName(StringRef Other) {
  return StringSwitch<StringRef>(Other)
      .Cases("_environ", "__environ", "environ")
      .Case("__tzname", "tzname")
      .Case("__timezone", "timezone")
      .Case("__daylight", "daylight")
      .Case("__progname", "program_invocation_short_name")
      .Case("__progname_full", "program_invocation_name")
      .Case("__signgam", "signgam")
      .Default("");
}

void sooth::joinNamesOfVariables(Module &Program) {
  for (GlobalVariable &G : make_early_inc_range(Program.globals())) {
    StringRef Usual = usualName(G.getName());
    if (Usual.empty() || !G.isDeclaration() || G.isThreadLocal())
      continue;
    GlobalValue *Named = Program.getNamedValue(Usual);
    if (!Named) {
      G.setName(Usual);
    } else if (isa<GlobalVariable>(Named) && Named->isDeclaration() &&
               !Named->isThreadLocal()) {
      G.replaceAllUsesWith(Named);
      G.eraseFromParent();
    }
  }
}

/// Any \p T. (What follows the prefix is told: Base/ArbitraryValues.h.)
static Value *anyOf(IRBuilderBase &Build, StringRef Variable, Type *T) {
  Module &M = *Build.GetInsertBlock()->getModule();
  Type *Number = T->isPointerTy() ? Build.getIntPtrTy(M.getDataLayout()) : T;
  std::string Name =
      ("sooth.any.of.library.'" + Variable + "' of the C library").str();
  Value *Any = Build.CreateCall(
      M.getOrInsertFunction(Name, FunctionType::get(Number, false)));
  return T->isPointerTy() ? Build.CreateIntToPtr(Any, T) : Any;
}

/// Stores anything in each part of \p Variable, that of the program or of the
/// models.
static void change(IRBuilderBase &Build, GlobalVariable &Variable, Type *T) {
  auto *Array = dyn_cast<ArrayType>(T);
  Type *Part = Array ? Array->getElementType() : T;
  if (!Part->isPointerTy() && !Part->isIntegerTy())
    return;
  for (uint64_t I = 0, E = Array ? Array->getNumElements() : 1; I != E; ++I)
    Build.CreateStore(
        anyOf(Build, Variable.getName(), Part),
        Array ? Build.CreateConstInBoundsGEP2_64(Array, &Variable, 0, I)
              : &Variable);
}

void sooth::openLibraryVariables(Module &Program) {
  const Function *Main = Program.getFunction("main");
  auto Variables = variablesOf(Program);
  if (!Main || Main->isDeclaration() || Variables.empty())
    return;
  LLVMContext &Context = Program.getContext();
  auto *Begin = Function::Create(
      FunctionType::get(Type::getVoidTy(Context), false),
      GlobalValue::InternalLinkage, "sooth_libc_begin", Program);
  Begin->addFnAttr(OfLibraryName);
  IRBuilder<> Build(BasicBlock::Create(Context, "", Begin));
  for (const GlobalVariable *V : Variables) {
    auto &Variable = *Program.getNamedGlobal(V->getName());
    Type *T = Variable.getValueType();
    // The next argument that getopt looks at is the first one, and it reports
    // what is wrong.
    if (T->isIntegerTy() &&
        (Variable.getName() == "optind" || Variable.getName() == "opterr"))
      Build.CreateStore(ConstantInt::get(T, 1), &Variable);
    else
      change(Build, Variable, T);
  }
  Build.CreateRetVoid();
  appendToGlobalCtors(Program, Begin, /*Priority=*/0);
}

void sooth::letModelsChangeVariables(const Module &Program, Module &Models) {
  for (const GlobalVariable *Used : variablesOf(Program))
    for (Function &Model : Models) {
      if (Model.isDeclaration() ||
          changedBy(Model.getName()) != purposeOf(Used->getName()))
        continue;
      auto &Variable = *cast<GlobalVariable>(
          Models.getOrInsertGlobal(Used->getName(), Used->getValueType()));
      for (Instruction &I : instructions(Model))
        if (isa<ReturnInst>(I)) {
          IRBuilder<> Build(&I);
          change(Build, Variable, Used->getValueType());
        }
    }
}

/// Whether main looks at the environment that it is given. (Without
/// optimization, arguments are stored first.)
static bool mainUsesEnvironment(const Module &Program) {
  const Function *Main = Program.getFunction("main");
  if (!Main || Main->isDeclaration() || Main->arg_size() < 3)
    return false;
  return any_of(Main->getArg(2)->uses(), [](const Use &U) {
    auto *Store = dyn_cast<StoreInst>(U.getUser());
    auto *Local =
        Store ? dyn_cast<AllocaInst>(Store->getPointerOperand()) : nullptr;
    return !Local || any_of(Local->users(), [&](const User *Other) {
      return Other != Store && !isa<DbgInfoIntrinsic>(Other);
    });
  });
}

/// (What it finds there by reading such a variable is open.)
bool sooth::mayChangeEnvironment(const Module &Program) {
  return mainUsesEnvironment(Program) ||
         any_of(variablesOf(Program), [](const GlobalVariable *V) {
           return purposeOf(V->getName()) == Purpose::Environment &&
                  !all_of(V->users(),
                          [](const User *U) { return isa<LoadInst>(U); });
         });
}

void sooth::forgetEnvironment(Module &Models) {
  for (Function &Model : Models)
    if (!Model.isDeclaration() &&
        (isOfEnvironment(Model.getName()) || Model.getName() == "getenv" ||
         Model.getName() == "secure_getenv"))
      Model.deleteBody();
}
