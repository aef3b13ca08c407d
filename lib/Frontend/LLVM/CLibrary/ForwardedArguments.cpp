//===- ForwardedArguments.cpp - Functions that call vprintf ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a list of variable arguments, as clang compiles it without optimization
// for x86-64: a local array that is started, handed on once and ended.
//
//===----------------------------------------------------------------------===//

#include "ForwardedArguments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <optional>

using namespace llvm;
using namespace sooth;

/// Larger functions are not copied.
static constexpr unsigned MostInstructions = 200;
/// Nor is one for more calls.
static constexpr unsigned MostCopies = 64;

namespace {
/// What a function does with its variable arguments.
struct Forwarding {
  CallInst *Print = nullptr;
  SmallVector<IntrinsicInst *, 2> ListOperations;
  /// The parameter that is the format; none if the format is a constant.
  std::optional<unsigned> Format;
};
} // namespace

/// Which argument of vprintf or its kin is the format. The list is the next.
static std::optional<unsigned> formatOf(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration())
    return std::nullopt;
  auto At = StringSwitch<std::optional<unsigned>>(Callee->getName())
                .Case("vprintf", 0)
                .Cases("vfprintf", "vdprintf", "vsprintf", "vasprintf", 1)
                .Case("vsnprintf", 2)
                .Default(std::nullopt);
  return At && Call.arg_size() == *At + 2 &&
                 Call.getArgOperand(*At)->getType()->isPointerTy()
             ? At
             : std::nullopt;
}

const Argument *sooth::parameterIn(const Value *V) {
  if (auto *Load = dyn_cast<LoadInst>(V)) {
    auto *Variable = dyn_cast<AllocaInst>(Load->getPointerOperand());
    const Value *Stored = nullptr;
    if (!Variable)
      return nullptr;
    for (const User *U : Variable->users()) {
      auto *Store = dyn_cast<StoreInst>(U);
      if (!isa<LoadInst>(U) &&
          (!Store || Stored || Store->getValueOperand() == Variable))
        return nullptr;
      Stored = Store ? Store->getValueOperand() : Stored;
    }
    V = Stored;
  }
  return dyn_cast_or_null<Argument>(V);
}

/// All uses of \p List, through its first element.
static bool addUses(const Value &List, SmallVectorImpl<Use *> &To) {
  for (const Use &U : List.uses()) {
    auto *Element = dyn_cast<GetElementPtrInst>(U.getUser());
    if (Element && !Element->hasAllZeroIndices())
      return false;
    if (Element && !addUses(*Element, To))
      return false;
    if (!Element)
      To.push_back(const_cast<Use *>(&U));
  }
  return true;
}

static std::optional<Forwarding> forwardingOf(Function &F) {
  if (F.isDeclaration() || !F.isVarArg() ||
      F.getInstructionCount() > MostInstructions)
    return std::nullopt;
  Forwarding Result;
  IntrinsicInst *Start = nullptr;
  for (Instruction &I : instructions(F))
    if (auto *Operation = dyn_cast<IntrinsicInst>(&I))
      switch (Operation->getIntrinsicID()) {
      case Intrinsic::vastart:
        if (Start)
          return std::nullopt;
        Start = Operation;
        [[fallthrough]];
      case Intrinsic::vaend:
        Result.ListOperations.push_back(Operation);
        break;
      default:
        break;
      }
  auto *List =
      Start ? dyn_cast<AllocaInst>(Start->getArgOperand(0)->stripPointerCasts())
            : nullptr;
  SmallVector<Use *> Uses;
  if (!List || !List->getAllocatedType()->isArrayTy() || !addUses(*List, Uses))
    return std::nullopt;
  for (Use *U : Uses) {
    if (is_contained(Result.ListOperations, U->getUser()))
      continue;
    auto *Call = dyn_cast<CallInst>(U->getUser());
    auto At = Call ? formatOf(*Call) : std::nullopt;
    if (!At || U->getOperandNo() != *At + 1 || Result.Print)
      return std::nullopt;
    Result.Print = Call;
  }
  // It is read once after it was started.
  if (!Result.Print || Start->getParent() != Result.Print->getParent() ||
      !Start->comesBefore(Result.Print))
    return std::nullopt;
  const Value *Format = Result.Print->getArgOperand(*formatOf(*Result.Print));
  StringRef Text;
  if (getConstantStringInfo(Format, Text))
    return Result;
  const Argument *Parameter = parameterIn(Format);
  if (!Parameter)
    return std::nullopt;
  Result.Format = Parameter->getArgNo();
  return Result;
}

static bool isForwardable(const CallInst &Call, const Function &F,
                          const Forwarding &How) {
  StringRef Text;
  if (Call.getCalledFunction() != &F ||
      Call.getFunctionType() != F.getFunctionType() ||
      (How.Format &&
       !getConstantStringInfo(Call.getArgOperand(*How.Format), Text)))
    return false;
  for (unsigned I = F.arg_size(); I < Call.arg_size(); ++I)
    if (!Call.getArgOperand(I)->getType()->isSingleValueType() ||
        Call.isByValArgument(I))
      return false;
  return true;
}

/// \p F with the types of the arguments of \p Call as parameters.
static Function *copyFor(const CallInst &Call, Function &F,
                         ValueToValueMapTy &Map) {
  SmallVector<Type *> Types;
  for (const Use &A : Call.args())
    Types.push_back(A->getType());
  auto *Copy = Function::Create(
      FunctionType::get(F.getReturnType(), Types, /*isVarArg=*/false),
      GlobalValue::InternalLinkage, F.getName(), F.getParent());
  for (Argument &A : F.args())
    Map[&A] = Copy->getArg(A.getArgNo());
  SmallVector<ReturnInst *> Returns;
  CloneFunctionInto(Copy, &F, Map, CloneFunctionChangeType::LocalChangesOnly,
                    Returns);
  return Copy;
}

/// Lets the copy of vprintf's call be one of printf.
static void printDirectly(const CallInst &Call, const Function &F,
                          const Forwarding &How, Function &Copy,
                          ValueToValueMapTy &Map) {
  auto &Print = *cast<CallInst>(Map[How.Print]);
  const unsigned FormatAt = *formatOf(Print);
  SmallVector<Type *> Types;
  SmallVector<Value *> Arguments;
  for (unsigned I = 0; I <= FormatAt; ++I) {
    Arguments.push_back(Print.getArgOperand(I));
    Types.push_back(Arguments.back()->getType());
  }
  if (How.Format)
    Arguments.back() = Call.getArgOperand(*How.Format);
  for (unsigned I = F.arg_size(); I < Call.arg_size(); ++I)
    Arguments.push_back(Copy.getArg(I));
  IRBuilder<> Build(&Print);
  Value *Result = Build.CreateCall(
      Copy.getParent()->getOrInsertFunction(
          Print.getCalledFunction()->getName().drop_front(),
          FunctionType::get(Print.getType(), Types, /*isVarArg=*/true)),
      Arguments);
  Print.replaceAllUsesWith(Result);
  Print.eraseFromParent();
  for (IntrinsicInst *Operation : How.ListOperations)
    cast<Instruction>(Map[Operation])->eraseFromParent();
}

static void forward(CallInst &Call, Function &F, const Forwarding &How) {
  ValueToValueMapTy Map;
  Function *Copy = copyFor(Call, F, Map);
  printDirectly(Call, F, How, *Copy, Map);
  IRBuilder<> Build(&Call);
  CallInst *Direct = Build.CreateCall(Copy, SmallVector<Value *>(Call.args()));
  Direct->setCallingConv(Call.getCallingConv());
  Call.replaceAllUsesWith(Direct);
  Call.eraseFromParent();
}

//===- Formats of lists that functions are given --------------------------===//

namespace {
struct FormatUse {
  CallInst *Print;
  unsigned Parameter;
};
} // namespace

static SmallVector<FormatUse> formatsGivenTo(Function &F) {
  SmallVector<FormatUse> Found;
  if (F.isDeclaration() || F.getInstructionCount() > MostInstructions)
    return Found;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (auto At = formatOf(*Call))
        if (const Argument *A = parameterIn(Call->getArgOperand(*At)))
          Found.push_back({Call, A->getArgNo()});
  return Found;
}

static bool givesFormats(const CallInst &Call, const Function &F,
                         ArrayRef<FormatUse> Uses) {
  return Call.getCalledFunction() == &F &&
         Call.getFunctionType() == F.getFunctionType() &&
         all_of(Uses, [&](const FormatUse &Use) {
           StringRef Text;
           return getConstantStringInfo(Call.getArgOperand(Use.Parameter),
                                        Text);
         });
}

void sooth::forwardFormats(Module &Program) {
  for (Function &F : make_early_inc_range(Program)) {
    const SmallVector<FormatUse> Uses = formatsGivenTo(F);
    if (Uses.empty())
      continue;
    SmallVector<CallInst *> Calls;
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallInst>(U);
          Call && givesFormats(*Call, F, Uses))
        Calls.push_back(Call);
    if (Calls.size() > MostCopies)
      continue;
    for (CallInst *Call : Calls) {
      ValueToValueMapTy Map;
      Function *Copy = CloneFunction(&F, Map);
      Copy->setLinkage(GlobalValue::InternalLinkage);
      for (const FormatUse &Use : Uses) {
        auto &Print = *cast<CallInst>(Map[Use.Print]);
        Print.setArgOperand(*formatOf(Print),
                            Call->getArgOperand(Use.Parameter));
      }
      Call->setCalledFunction(Copy);
    }
  }
}

void sooth::forwardArguments(Module &Program) {
  for (Function &F : make_early_inc_range(Program)) {
    auto How = forwardingOf(F);
    if (!How)
      continue;
    SmallVector<CallInst *> Calls;
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallInst>(U);
          Call && isForwardable(*Call, F, *How))
        Calls.push_back(Call);
    if (Calls.size() <= MostCopies)
      for (CallInst *Call : Calls)
        forward(*Call, F, *How);
  }
}
