//===- Vocabulary.cpp - What the names in a C program mean ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "ArbitraryValues.h"
#include "Contracts.h"
#include "RoundedOperations.h"
#include "SetStreams.h"
#include "sooth/Frontend/LLVM/Base/IntrinsicMeaning.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include <array>
#include <optional>

using namespace llvm;

namespace sooth {

static CalleeKind classifyIntrinsic(const Function &F) {
  switch (intrinsicMeaning(F)) {
  case IntrinsicMeaning::Failure:
    return CalleeKind::Error;
  case IntrinsicMeaning::End:
    return CalleeKind::Exit;
  case IntrinsicMeaning::Memory:
    return CalleeKind::Memory;
  case IntrinsicMeaning::Lifetime:
    return CalleeKind::Lifetime;
  // A false llvm.assume is undefined behaviour, which is never exploited.
  case IntrinsicMeaning::Ignored:
    return CalleeKind::Ignored;
  case IntrinsicMeaning::Operation:
  case IntrinsicMeaning::Rewritten:
  case IntrinsicMeaning::Result:
  case IntrinsicMeaning::Refused:
    break;
  }
  return F.doesNotAccessMemory() && !F.doesNotReturn() ? CalleeKind::Operation
                                                       : CalleeKind::External;
}

static bool isErrorName(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases("__assert_fail", "__assert_rtn", "__assert_func", true)
      .Cases("__assert_perror_fail", "reach_error", "__VERIFIER_error", true)
      .Cases("sooth_error", RecursionLimitName, UndefinedName, true)
      .Default(false);
}

bool isFunctionOfNumbers(StringRef Name) {
  auto IsKnown = [](StringRef Name) {
    return StringSwitch<bool>(Name)
        .Cases("sin", "cos", "tan", "asin", "acos", "atan", "atan2", true)
        .Cases("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", true)
        .Cases("exp", "exp2", "exp10", "expm1", "pow", "cbrt", "hypot", true)
        .Cases("log", "log2", "log10", "log1p", "logb", "erf", "erfc", true)
        .Cases("tgamma", "remainder", "drem", "nexttoward", "ldexp", true)
        .Cases("scalbn", "scalbln", "nextafter", "ilogb", true)
        .Default(false);
  };
  return IsKnown(Name) || ((Name.ends_with("f") || Name.ends_with("l")) &&
                           IsKnown(Name.drop_back()));
}

/// Whether \p F can be the C library's and not just have its name.
static bool takesNumbers(const Function &F) {
  FunctionType *T = F.getFunctionType();
  return !T->isVarArg() && T->getNumParams() > 0 &&
         T->getParamType(0)->isFloatingPointTy() &&
         all_of(T->params(), [](Type *Param) {
           return Param->isFloatingPointTy() || Param->isIntegerTy();
         });
}

/// Attribute of a function whose meaning the user has said.
static constexpr StringLiteral MeaningName = "sooth.meaning";
static constexpr StringLiteral ErrorMeaning = "error";
static constexpr StringLiteral AssertMeaning = "assert";
static constexpr StringLiteral AssumeMeaning = "assume";

static void giveMeaning(Module &M, ArrayRef<std::string> Names,
                        StringRef Meaning) {
  for (const std::string &Name : Names)
    if (Function *F = M.getFunction(Name); F && !F->isIntrinsic()) {
      F->deleteBody();
      F->setComdat(nullptr);
      F->addFnAttr(MeaningName, Meaning);
    }
}

void giveMeanings(Module &M, const FunctionMeanings &Functions) {
  giveMeaning(M, Functions.Assumptions, AssumeMeaning);
  giveMeaning(M, Functions.Assertions, AssertMeaning);
  giveMeaning(M, Functions.Errors, ErrorMeaning);
}

bool hasGivenMeaning(const Function &F) {
  return F.hasFnAttribute(MeaningName);
}

static std::optional<CalleeKind> givenMeaning(const Function &F) {
  if (!F.hasFnAttribute(MeaningName))
    return std::nullopt;
  return StringSwitch<std::optional<CalleeKind>>(
             F.getFnAttribute(MeaningName).getValueAsString())
      .Case(ErrorMeaning, CalleeKind::Error)
      .Case(AssertMeaning, CalleeKind::Assert)
      .Case(AssumeMeaning, CalleeKind::Assume)
      .Default(std::nullopt);
}

bool isSummarized(const Function &F) {
  return F.hasFnAttribute(SummarizedName) && !F.isDeclaration();
}

bool callsSummarized(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? calledFunction(*Call) : nullptr;
  return Callee && isSummarized(*Callee);
}

CalleeKind classify(const Function &F) {
  if (F.isIntrinsic())
    return classifyIntrinsic(F);
  if (auto Given = givenMeaning(F))
    return *Given;
  StringRef Name = F.getName();
  if (isErrorName(Name))
    return CalleeKind::Error;
  if (!F.isDeclaration())
    return CalleeKind::Defined;
  if (Name.starts_with("__VERIFIER_nondet_") ||
      Name.starts_with("sooth_nondet_"))
    return CalleeKind::Nondet;
  if (anyValue(Name))
    return CalleeKind::Output; // The effect of one, but with a result.
  if (isFunctionOfNumbers(Name) && takesNumbers(F))
    return CalleeKind::Output;          // errno is not looked at.
  if (Name.starts_with("sooth.check.")) // No C program can call it.
    return CalleeKind::MemoryCheck;
  if (Name.starts_with(RoundedPrefix))
    return CalleeKind::Operation;
  return StringSwitch<CalleeKind>(Name)
      // The last if <assert.h> is missing, which makes a macro of it.
      .Cases("sooth_assert", "__VERIFIER_assert", "assert", CalleeKind::Assert)
      .Cases(RequiresName, EnsuresName, CalleeKind::Assert)
      .Cases(RequiredName, EnsuredName, WithinName, InvariantName,
             CalleeKind::Assert)
      .Cases(ClauseBeginName, ResultName, OldBeginName, OldEndName,
             CalleeKind::Ignored)
      .Cases(AssignedName, AssignsName, PlaceName, CalleeKind::Ignored)
      .Cases("sooth_assume", "__VERIFIER_assume", ContinueIfName,
             CalleeKind::Assume)
      .Cases("exit", "_exit", "_Exit", "quick_exit", "abort", CalleeKind::Exit)
      // Of the only thread there is.
      .Cases("pthread_exit", "thrd_exit", CalleeKind::Exit)
      .Cases("printf", "puts", "putchar", "fprintf", "fputs", "fputc", "putc",
             CalleeKind::Output)
      .Cases("fflush", "perror", ArgumentsName, CalleeKind::Output)
      .Cases("malloc", "calloc", "aligned_alloc", "memalign",
             CalleeKind::Allocation)
      .Case("free", CalleeKind::Deallocation)
      .Cases(TaggedName, TagName, SameObjectName, CalleeKind::Operation)
      .Cases(ValidName, SizeName, ExistedName, CalleeKind::Operation)
      .Default(CalleeKind::External);
}

Function *calledFunction(const CallBase &Call) {
  const Value *Callee = Call.getCalledOperand()->stripPointerCastsAndAliases();
  return const_cast<Function *>(dyn_cast<Function>(Callee));
}

bool isTagged(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  return F && F->isDeclaration() && F->getName() == TaggedName;
}

bool isTagOf(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  return F && F->isDeclaration() && F->getName() == TagName;
}

bool isSameObject(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  return F && F->isDeclaration() && F->getName() == SameObjectName;
}

bool asksForMemory(const CallBase &Call) {
  const Function *F = calledFunction(Call);
  if (!F || !F->isDeclaration() || hasGivenMeaning(*F))
    return false;
  const bool IsValid = F->getName() == ValidName;
  return (IsValid || F->getName() == SizeName) &&
         Call.arg_size() == (IsValid ? 2 : 1) &&
         Call.getArgOperand(0)->getType()->isPointerTy() &&
         Call.getType()->isIntegerTy() &&
         (!IsValid || Call.getArgOperand(1)->getType()->isIntegerTy());
}

static bool isCondition(const CallBase &Call) {
  return Call.arg_size() >= 1 &&
         Call.getArgOperand(0)->getType()->isIntOrPtrTy();
}

static bool hasPointerArgument(const CallBase &Call, unsigned First) {
  for (unsigned I = First; I < Call.arg_size(); ++I)
    if (Call.getArgOperand(I)->getType()->isPointerTy())
      return true;
  return false;
}

static bool isAllocation(const CallBase &Call) {
  unsigned Count = calledFunction(Call)->getName() == "malloc" ? 1 : 2;
  return Call.getType()->isPointerTy() && Call.arg_size() == Count &&
         all_of(Call.args(), [](const Use &Argument) {
           return Argument->getType()->isIntegerTy() &&
                  Argument->getType()->getIntegerBitWidth() <= 64;
         });
}

static bool isDeallocation(const CallBase &Call) {
  return Call.getType()->isVoidTy() && Call.arg_size() == 1 &&
         Call.getArgOperand(0)->getType()->isPointerTy();
}

CalleeKind classify(const CallBase &Call) {
  if (Call.isInlineAsm())
    return CalleeKind::InlineAsm;
  const Function *F = calledFunction(Call);
  if (!F)
    return CalleeKind::Indirect;
  CalleeKind Kind = classify(*F);
  // Called in a way they are not documented, these are just names. Only an
  // assertion that cannot be understood must not be ignored.
  if (Kind == CalleeKind::Assert && !isCondition(Call))
    return CalleeKind::Error;
  if (Kind == CalleeKind::Assume && !isCondition(Call))
    return CalleeKind::External;
  if (Kind == CalleeKind::Nondet && hasPointerArgument(Call, 0))
    return CalleeKind::External; // __VERIFIER_nondet_memory
  if (Kind == CalleeKind::Allocation && !isAllocation(Call))
    return CalleeKind::External;
  if (Kind == CalleeKind::Deallocation && !isDeallocation(Call))
    return CalleeKind::External;
  return Kind;
}

bool isMadeByPasses(const Function &F) {
  return F.getName().starts_with("sooth.");
}

bool isThroughPointer(const Function &F) {
  return F.isDeclaration() && F.getName().starts_with(ThroughPointerPrefix);
}

bool isDefinedElsewhere(const GlobalVariable &Variable) {
  return Variable.isDeclaration() || Variable.hasMetadata(DefinedElsewhereName);
}

static bool endsOpen(const Type *T) {
  if (auto *Array = dyn_cast<ArrayType>(T))
    return Array->getNumElements() == 0;
  auto *Struct = dyn_cast<StructType>(T);
  return Struct && Struct->getNumElements() > 0 &&
         endsOpen(Struct->elements().back());
}

bool isOfUnknownSize(const GlobalVariable &Variable) {
  return Variable.isDeclaration() && endsOpen(Variable.getValueType());
}

bool isLibraryModel(const Function &F) {
  const DISubprogram *Where = F.getSubprogram();
  return !F.isDeclaration() &&
         (F.hasFnAttribute(OfLibraryName) ||
          F.getName().starts_with("sooth_libc_") ||
          (Where && Where->getFilename().starts_with(LibraryFileName)));
}

StringRef initialPart(const Value &V) {
  auto *Call = dyn_cast<CallBase>(&V);
  const Function *Callee = Call ? calledFunction(*Call) : nullptr;
  StringRef Name = Callee ? Callee->getName() : "";
  return Name.consume_front(InitialValuePrefix) ? Name : StringRef();
}

bool asksWhetherProgramBegins(const Value &V) {
  auto *Call = dyn_cast<CallBase>(&V);
  const Function *Callee = Call ? calledFunction(*Call) : nullptr;
  return Callee && Callee->getName() == ProgramBeginsName;
}

bool isInitialValue(const Value &V) { return !initialPart(V).empty(); }

bool isStandardStreamName(StringRef Name) {
  return Name == "stdin" || Name == "stdout" || Name == "stderr";
}

bool isStandardStream(const Value &V) {
  return isStandardStreamName(initialPart(V)) &&
         !cast<Instruction>(V).getModule()->getNamedMetadata(SetsStreamsName);
}

/// How many leading pointer arguments an output function only reads: the
/// stream and the format or the string.
static unsigned pointersOnlyRead(StringRef Name) {
  return StringSwitch<unsigned>(Name)
      .Cases("fprintf", "fputs", 2)
      .Case("putchar", 0)
      .Cases("fputc", "putc", 2)
      .Default(1);
}

Effect effectOf(const CallBase &Call) {
  // It says what a call of its function does.
  if (const Function *F = calledFunction(Call); F && F->getName() == PlaceName)
    return Effect::Some;
  switch (classify(Call)) {
  case CalleeKind::Nondet:
  case CalleeKind::Operation:
  case CalleeKind::Ignored:
    return Effect::None;
  case CalleeKind::Output: {
    unsigned Skip = pointersOnlyRead(calledFunction(Call)->getName());
    return hasPointerArgument(Call, Skip) ? Effect::Some : Effect::None;
  }
  default:
    return Effect::Some;
  }
}

bool asksIfExisted(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  return F && F->isDeclaration() && F->getName() == ExistedName;
}

bool isInvariant(const CallBase &Call) {
  const Function *F = calledFunction(Call);
  return F && F->isDeclaration() && F->getName() == InvariantName;
}

StringRef checkOfError(const CallBase &Call) {
  if (Call.hasFnAttr(ClauseName) || Call.hasFnAttr(WithinName) ||
      isInvariant(Call))
    return "contract";
  ErrorDescription Error = describeError(Call);
  if (Error.Kind != ErrorKind::Sanitizer)
    return "assert";
#define SANITIZER_CHECK(KIND, NAME, SANITIZER, VIOLATION, ...)                 \
  if (is_contained(std::initializer_list<uint64_t>{__VA_ARGS__},               \
                   Error.Number))                                              \
    return NAME;
#include "sooth/Frontend/LLVM/Base/Checks.def"
  return "undefined";
}

static std::string stringArgument(const CallBase &Call, unsigned Index) {
  StringRef Text;
  if (Index < Call.arg_size() &&
      Call.getArgOperand(Index)->getType()->isPointerTy() &&
      getConstantStringInfo(Call.getArgOperand(Index), Text))
    return Text.str();
  return "";
}

static unsigned lineArgument(const CallBase &Call, unsigned Index) {
  if (Index >= Call.arg_size())
    return 0;
  auto *Line = dyn_cast<ConstantInt>(Call.getArgOperand(Index));
  return Line ? Line->getLimitedValue(~0u) : 0;
}

namespace {
/// Which argument says what, for the C libraries' ways to fail an assertion.
struct AssertSignature {
  unsigned Text, File, Line, Function;
};
} // namespace

static std::optional<AssertSignature> assertSignature(StringRef Name) {
  if (Name == "__assert_fail" || Name == "__assert_perror_fail") // glibc
    return AssertSignature{0, 1, 2, 3};
  if (Name == "__assert_rtn") // macOS
    return AssertSignature{3, 1, 2, 0};
  if (Name == "__assert_func") // newlib
    return AssertSignature{3, 0, 1, 2};
  return std::nullopt;
}

ErrorDescription describeError(const CallBase &Call) {
  const Function *Callee = calledFunction(Call);
  ErrorDescription Result{ErrorKind::ErrorCall, Callee->getName().str(), "", 0,
                          ""};
  if (Callee->getIntrinsicID() == Intrinsic::ubsantrap) {
    Result.Kind = ErrorKind::Sanitizer;
    auto *Check = dyn_cast<ConstantInt>(Call.getArgOperand(0));
    Result.Number = Check ? Check->getZExtValue() : ~0ull;
    return Result;
  }
  if (Callee->getName() == RecursionLimitName) {
    Result.Kind = ErrorKind::RecursionLimit;
    Result.Text = Call.getFnAttr(RecursionLimitName).getValueAsString();
    to_integer(Call.getFnAttr(RecursionDepthName).getValueAsString(),
               Result.Number);
    return Result;
  }
  if (Call.hasFnAttr(UnreachableName)) {
    Result.Kind = ErrorKind::Unreachable;
    return Result;
  }
  if (Callee->getName() == UndefinedName) {
    Result.Kind = ErrorKind::Undefined;
    Attribute What = Call.getFnAttr(UndefinedName);
    Result.Text = What.isStringAttribute() ? What.getValueAsString().str()
                                           : stringArgument(Call, 0);
    return Result;
  }
  if (classify(Call) == CalleeKind::Assert)
    Result.Kind = ErrorKind::FalseCondition;
  if (auto Signature = assertSignature(Callee->getName())) {
    Result.Kind = ErrorKind::Assertion;
    Result.Text = stringArgument(Call, Signature->Text);
    Result.File = stringArgument(Call, Signature->File);
    Result.Line = lineArgument(Call, Signature->Line);
    Result.Function = stringArgument(Call, Signature->Function);
  }
  return Result;
}

} // namespace sooth
