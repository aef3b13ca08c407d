//===- OpenProgram.cpp - What a program needs to run ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Replay/Harness.h"
#include "sooth/Frontend/LLVM/Base/CallChoices.h"
#include "sooth/Frontend/LLVM/Base/ElementChoice.h"
#include "sooth/Frontend/LLVM/Base/ParameterNames.h"
#include "sooth/Frontend/LLVM/Base/UnseenVersions.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/CLibrary/LibraryModels.h"
#include "sooth/Frontend/LLVM/Passes/NonLocalJumps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace sooth;
using Shape = OpenProgram::Shape;

static bool isRegisterPair(const llvm::Type *T) {
  auto *Pair = llvm::dyn_cast<llvm::StructType>(T);
  return Pair && Pair->getNumElements() == 2 &&
         llvm::all_of(Pair->elements(), [](const llvm::Type *Element) {
           return Element->isPointerTy() ||
                  (Element->isIntegerTy() &&
                   Element->getIntegerBitWidth() <= 64);
         });
}

static OpenProgram::Type describeType(const llvm::Type *T,
                                      llvm::AttributeSet Attributes) {
  using Extension = OpenProgram::Type::Extension;
  OpenProgram::Type Result;
  if (T->isVoidTy())
    Result.What = Shape::Nothing;
  else if (T->isIntegerTy() && T->getIntegerBitWidth() <= 128)
    Result.What = Shape::Integer;
  else if (isRegisterPair(T))
    Result = {Shape::Integer, 128, OpenProgram::Type::Registers::Two};
  else if (T->isPointerTy())
    Result.What = Shape::Pointer;
  else if (T->isFloatTy())
    Result.What = Shape::Float;
  else if (T->isDoubleTy())
    Result.What = Shape::Double;
  else if (T->isX86_FP80Ty())
    Result.What = Shape::LongDouble;
  else if (auto *Pair = llvm::dyn_cast<llvm::FixedVectorType>(T);
           Pair && Pair->getNumElements() == 2 &&
           Pair->getElementType()->isFloatTy())
    Result.What = Shape::FloatPair;
  else
    Result.What = Shape::Other;
  if (T->isIntegerTy())
    Result.Bits = T->getIntegerBitWidth();
  if (Attributes.hasAttribute(llvm::Attribute::ZExt))
    Result.Extend = Extension::Zero;
  return Result;
}

/// The harness's runtime has those that state the property; the rest either
/// returns something or is called for its effect.
static bool mayNeedDefinition(const llvm::Function &F) {
  if (!F.isDeclaration() || F.isIntrinsic() || F.use_empty() ||
      F.getName().starts_with(InitialValuePrefix) ||
      F.getName().starts_with(ElementChoicePrefix) ||
      F.getName() == ProgramBeginsName || standsForUnseen(F) ||
      isNonLocalJump(F)) // those of the C library jump
    return false;
  if (F.getName().starts_with("__atomic_")) // of the compiler's library
    return false;
  CalleeKind Kind = classify(F);
  return Kind == CalleeKind::Nondet || Kind == CalleeKind::External ||
         Kind == CalleeKind::Output;
}

/// Variables of the C library, which a definition would replace.
static bool isOfLibrary(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .StartsWith("__", true)
      .Cases("stdin", "stdout", "stderr", "environ", true)
      .Cases("optarg", "optind", "opterr", "optopt", true)
      .Cases("program_invocation_name", "program_invocation_short_name", true)
      .Cases("timezone", "daylight", "tzname", "signgam", "h_errno", true)
      .Cases("sys_errlist", "sys_nerr", "sys_siglist", true)
      .Default(false);
}

static void describeGlobals(const llvm::Module &M, OpenProgram &Program) {
  const llvm::DataLayout &Layout = M.getDataLayout();
  for (const llvm::GlobalVariable &G : M.globals())
    if (isDefinedElsewhere(G) && !G.use_empty() && !G.isThreadLocal() &&
        !isOfLibrary(G.getName()) && G.getValueType()->isSized())
      Program.MissingGlobals.push_back(
          {G.getName().str(), Layout.getTypeAllocSize(G.getValueType()),
           G.getPointerAlignment(Layout).value()});
}

/// Whether runtime/replay-library.c has the function.
static bool hasOwnVersion(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases("fgets", "fread", "fwrite", "feof", "ferror", true)
      .Cases("read", "pread", "recv", "write", "pwrite", "send", true)
      .Cases("getline", "getdelim", "stat", "lstat", "fstat", true)
      .Cases("fputc", "putc", "putchar", "fputs", "puts", true)
      .Cases("fopen", "fdopen", "popen", "tmpfile", "freopen", true)
      .Cases("fclose", "pclose", "fflush", "fseek", "fseeko", "ungetc", true)
      .Cases("setvbuf", "remove", "rename", "system", "isatty", true)
      .Cases("time", "clock", "clock_gettime", "gettimeofday", true)
      .Cases("sleep", "usleep", "nanosleep", "getenv", "secure_getenv", true)
      .Cases("setenv", "unsetenv", "putenv", "clearenv", true)
      .Case("setlocale", true)
      .Cases("getpid", "getppid", true)
      .Cases("strcmp", "strncmp", "strcasecmp", "strncasecmp", "memcmp", true)
      .Default(false);
}

/// Whether runtime/replay-wide.c has the function.
static bool isWideFunction(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases("wmemset", "wmemcpy", "wmempcpy", "wmemmove", "wmemcmp", true)
      .Cases("wmemchr", "wcscpy", "wcpcpy", "wcsncpy", "wcpncpy", true)
      .Cases("wcscmp", "wcsncmp", "wcschr", "wcsrchr", true)
      .Default(false);
}

/// Several models may stand for one function.
static void addOpen(const char *Name, OpenProgram &Program) {
  if (llvm::none_of(Program.Open,
                    [&](const auto &Open) { return Open.first == Name; }))
    Program.Open.push_back({Name, Name});
}

/// Functions whose results are open, with those of the harness.
static void describeLibrary(const llvm::Function &F, OpenProgram &Program) {
  if (isLibraryModel(F) && hasOwnVersion(F.getName()))
    Program.Open.push_back({F.getName().str(), F.getName().str()});
  if (isLibraryModel(F) && isWideFunction(F.getName()))
    Program.Wide.push_back(F.getName().str());
  const llvm::Module &M = *F.getParent();
  if (F.getName().starts_with("sooth_libc_printed"))
    for (const char *Name :
         {"printf", "fprintf", "dprintf", "vprintf", "vfprintf", "vdprintf"})
      if (M.getFunction(Name))
        addOpen(Name, Program);
  // glibc's headers rename them, by the version of C.
  if (F.getName() == "sooth_libc_scan_result")
    for (const char *Name : {"scanf", "fscanf"})
      for (const char *Prefix : {"", "__isoc99_", "__isoc23_"})
        Program.Open.push_back({std::string(Prefix) + Name, Name});
}

/// Whether it is one of math.h, or what a call of one is compiled to.
static bool isOfMathLibrary(const llvm::Function &F) {
  if (F.use_empty() || (!F.isDeclaration() && !isLibraryModel(F)) ||
      classify(F) == CalleeKind::Nondet)
    return false;
  auto IsFloat = [](const llvm::Type *T) { return T->isFloatingPointTy(); };
  return IsFloat(F.getReturnType()) ||
         llvm::any_of(F.getFunctionType()->params(), IsFloat);
}

static void describeLibraries(const llvm::Module &M, OpenProgram &Program) {
  if (llvm::any_of(M, isOfMathLibrary))
    Program.Libraries.push_back("-lm");
  if (llvm::any_of(M, [](const llvm::Function &F) {
        return F.isDeclaration() && F.getName().starts_with("__atomic_");
      }))
    Program.Libraries.push_back("-latomic");
}

/// Bodies of those that the user named are gone.
static void describeOwnError(const llvm::Function &F, OpenProgram &Program) {
  if (F.isIntrinsic() || classify(F) != CalleeKind::Error ||
      (F.isDeclaration() && !hasGivenMeaning(F)))
    return;
  auto &Names =
      F.hasLocalLinkage() ? Program.StaticErrors : Program.WatchedErrors;
  Names.push_back(F.getName().str());
}

static OpenProgram::Parameter describeParameter(const llvm::Argument &A) {
  OpenProgram::Parameter P{
      nameInSource(A),
      describeType(A.getType(),
                   A.getParent()->getAttributes().getParamAttrs(A.getArgNo()))};
  if (A.hasByValAttr()) {
    const llvm::DataLayout &Layout =
        A.getParent()->getParent()->getDataLayout();
    P.Kind.What = Shape::Structure;
    P.Size = Layout.getTypeAllocSize(A.getParamByValType());
    P.Alignment = A.getParamAlign()
                      .value_or(Layout.getABITypeAlign(A.getParamByValType()))
                      .value();
  }
  return P;
}

/// A variable or function as the compiler calls it, and its file.
static OpenProgram::Static describeStatic(const llvm::GlobalObject &G) {
  OpenProgram::Static Described{G.getName().str(), G.getName().str(), ""};
  const llvm::DIScope *Scope = nullptr;
  llvm::StringRef Own;
  if (auto *F = llvm::dyn_cast<llvm::Function>(&G)) {
    if (const llvm::DISubprogram *P = F->getSubprogram()) {
      Own = P->getName();
      if (P->getUnit())
        Described.File = P->getUnit()->getFilename().str();
    }
  } else {
    llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> Names;
    llvm::cast<llvm::GlobalVariable>(G).getDebugInfo(Names);
    if (!Names.empty()) {
      Own = Names.front()->getVariable()->getName();
      Scope = Names.front()->getVariable()->getScope();
    }
    for (const llvm::DICompileUnit *Unit : G.getParent()->debug_compile_units())
      if (llvm::is_contained(Unit->getGlobalVariables(),
                             Names.empty() ? nullptr : Names.front()))
        Described.File = Unit->getFilename().str();
  }
  // When files were linked, one of several with one name got another; a local
  // of a function has the function's before its own.
  while (Scope && !llvm::isa<llvm::DISubprogram>(Scope))
    Scope = Scope->getScope();
  if (llvm::range_size(G.getParent()->debug_compile_units()) > 1 &&
      !Own.empty())
    Described.Symbol = Scope ? (Scope->getName() + "." + Own).str() : Own.str();
  return Described;
}

/// Of the calls that makeGlobalsArbitrary has put into \p Entry.
static void describeInitialValue(const llvm::StoreInst &Store,
                                 OpenProgram &Program) {
  OpenProgram::InitialValue Initial;
  const llvm::Value *New = Store.getValueOperand();
  if (auto *Choice = llvm::dyn_cast<llvm::SelectInst>(New);
      Choice && asksWhetherProgramBegins(*Choice->getCondition())) {
    Initial.Unless = ProgramBeginsName;
    New = Choice->getFalseValue();
  }
  while (auto *Choice = llvm::dyn_cast<llvm::SelectInst>(New)) {
    auto *Which = llvm::dyn_cast<llvm::CallInst>(Choice->getCondition());
    auto *F = llvm::dyn_cast<llvm::Function>(Choice->getTrueValue());
    if (!Which || !F || !isInitialValue(*Which))
      return;
    Initial.Choices.emplace_back(Which->getCalledFunction()->getName(),
                                 F->getName());
    New = Choice->getFalseValue();
  }
  if (!isInitialValue(*New))
    return;
  const llvm::DataLayout &Layout = Store.getModule()->getDataLayout();
  llvm::APInt Offset(
      Layout.getIndexTypeSizeInBits(Store.getPointerOperandType()), 0);
  auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(
      Store.getPointerOperand()->stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/true));
  // (A thread's variable is at another place in each.)
  if (!Global || Global->isDeclaration() || Global->isThreadLocal())
    return;
  Initial.Source =
      llvm::cast<llvm::CallInst>(New)->getCalledFunction()->getName();
  Initial.Global = Global->getName();
  Initial.Offset = Offset.getZExtValue();
  Initial.Bytes = Layout.getTypeStoreSize(New->getType());
  if (New->getType()->isPointerTy())
    Initial.What = OpenProgram::InitialValue::Kind::Pointer;
  Program.Initial.push_back(std::move(Initial));
}

/// What \p Notes, which \ref CallsName describes, say.
static OpenProgram::Calls describeCalls(const llvm::MDNode &Notes) {
  auto Number = [&](unsigned I) {
    return unsigned(
        llvm::mdconst::extract<llvm::ConstantInt>(Notes.getOperand(I))
            ->getZExtValue());
  };
  OpenProgram::Calls Calls{Number(0) != 0, Number(1), {}};
  for (unsigned I = 2; I < Notes.getNumOperands(); I += 2) {
    auto *F = llvm::mdconst::extract<llvm::Function>(Notes.getOperand(I));
    OpenProgram::Callee To{F->getName().str(), {}};
    To.GetsNew = Number(I + 1);
    for (const llvm::Argument &A : F->args()) {
      if (A.hasStructRetAttr())
        To.ResultSize = F->getParent()->getDataLayout().getTypeAllocSize(
            A.getParamStructRetType());
      To.Parameters.push_back(describeParameter(A));
    }
    Calls.Callees.push_back(std::move(To));
  }
  return Calls;
}

static void describeEntry(const llvm::Function &Entry, OpenProgram &Program) {
  if (const llvm::MDNode *Notes = Entry.getMetadata(CallsName))
    Program.Called = describeCalls(*Notes);
  for (const llvm::Argument &A : Entry.args())
    Program.Parameters.push_back(describeParameter(A));
  Program.IsVariadic = Entry.isVarArg();
  for (const llvm::Instruction &I : llvm::instructions(Entry))
    if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
      describeInitialValue(*Store, Program);
}

OpenProgram sooth::describeOpenProgram(const llvm::Module &M,
                                       llvm::StringRef Entry) {
  using Origin = OpenProgram::Function::Origin;
  OpenProgram Program;
  llvm::TargetLibraryInfoImpl Library{llvm::Triple(M.getTargetTriple())};
  describeGlobals(M, Program);
  describeLibraries(M, Program);
  Program.PrintingMayFail = M.getNamedMetadata(PrintingMayFailName);
  Program.FilesAreKept = M.getNamedMetadata(FilesAreKeptName);
  for (const llvm::Function &F : M) {
    describeLibrary(F, Program);
    describeOwnError(F, Program);
    if (!mayNeedDefinition(F))
      continue;
    llvm::LibFunc Known;
    Program.Missing.push_back(
        {F.getName().str(),
         describeType(F.getReturnType(), F.getAttributes().getRetAttrs()),
         Library.getLibFunc(F.getName(), Known) ? Origin::Library
                                                : Origin::Program});
  }
  for (const llvm::GlobalObject &G : M.global_objects()) {
    auto *Variable = llvm::dyn_cast<llvm::GlobalVariable>(&G);
    if (G.hasInternalLinkage() && !isStandardStreamName(G.getName()) &&
        !(Variable && isDefinedElsewhere(*Variable)))
      Program.Statics.push_back(describeStatic(G));
  }
  Program.Entry = Entry.str();
  if (const llvm::Function *F = M.getFunction(Entry))
    describeEntry(*F, Program);
  // Variables of models of the C library, which no file of the program has, are
  // not there when it runs.
  llvm::erase_if(Program.Initial, [&](const OpenProgram::InitialValue &Of) {
    auto It = llvm::find_if(Program.Statics,
                            [&](const auto &S) { return S.Name == Of.Global; });
    return It != Program.Statics.end() && It->File.empty();
  });
  const llvm::Function *Main = M.getFunction("main");
  if (!Main || Main->isDeclaration())
    Program.HasMain = OpenProgram::Main::Missing;
  return Program;
}
