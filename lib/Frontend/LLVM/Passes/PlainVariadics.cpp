//===- PlainVariadics.cpp - Variable arguments that the program reads -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainVariadics.h"
#include "Base/VariadicCalls.h"
#include "Base/VariadicReads.h"
#include "ContractClauses.h"
#include "Unsupported.h"
#include "sooth/Frontend/LLVM/Base/UnsupportedError.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace sooth {

/// Where registers for arguments are kept on x86-64: those for integers, and
/// after them those for floating-point numbers.
static constexpr uint32_t IntegersSize = 48, RegistersSize = 176;

static bool isAmd64(const Module &M) {
  return Triple(M.getTargetTriple()).getArch() == Triple::x86_64;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static SmallVector<IntrinsicInst *> listOperations(Function &F) {
  SmallVector<IntrinsicInst *> Found;
  for (Instruction &I : instructions(F))
    if (auto *Operation = dyn_cast<IntrinsicInst>(&I);
        Operation &&
        is_contained({Intrinsic::vastart, Intrinsic::vacopy, Intrinsic::vaend},
                     Operation->getIntrinsicID()))
      Found.push_back(Operation);
  return Found;
}

static IntrinsicInst *findStart(Function &F) {
  for (IntrinsicInst *Operation : listOperations(F))
    if (Operation->getIntrinsicID() == Intrinsic::vastart)
      return Operation;
  return nullptr;
}

static Function &withPointer(Function &F, unsigned Added, uint64_t Read) {
  LLVMContext &Ctx = F.getContext();
  FunctionType *Old = F.getFunctionType();
  SmallVector<Type *, 8> Parameters(Old->params());
  Parameters.push_back(PointerType::getUnqual(Ctx));
  Parameters.append(Added - 1, Type::getInt32Ty(Ctx));
  auto *New = Function::Create(
      FunctionType::get(Old->getReturnType(), Parameters, /*isVarArg=*/false),
      F.getLinkage(), F.getAddressSpace(), "");
  F.getParent()->getFunctionList().insert(F.getIterator(), New);
  New->copyAttributesFrom(&F);
  setVariadicParameters(*New, Added, Read);
  New->setComdat(F.getComdat());
  New->copyMetadata(&F, 0);
  New->IsNewDbgInfoFormat = F.IsNewDbgInfoFormat;
  New->splice(New->begin(), &F);
  for (auto [Before, Now] : zip(F.args(), New->args())) {
    Now.takeName(&Before);
    Before.replaceAllUsesWith(&Now);
  }
  New->takeName(&F);
  F.replaceAllUsesWith(New);
  F.eraseFromParent();
  return *New;
}

/// The address of a member of \p List, on x86-64.
static Value *memberOf(IRBuilder<> &Build, Value *List, ListMember Which) {
  Module &M = *Build.GetInsertBlock()->getModule();
  return Build.CreateStructGEP(listType(M), List, Which);
}

static void lowerStart(IntrinsicInst &Start, const Function &Entry) {
  Function &F = *Start.getFunction();
  unsigned Added = variadicParameters(F);
  IRBuilder<> Build(&Start);
  Value *List = Start.getArgOperand(0);
  Value *Arguments = F.getArg(F.arg_size() - Added);
  if (!isAmd64(*F.getParent())) {
    Build.CreateStore(Arguments, List);
    return;
  }
  Value *Integers = Build.getInt32(IntegersSize),
        *Floats = Build.getInt32(RegistersSize);
  if (&F == &Entry) {
    // Of all kinds at once: what is read was passed as that.
    Integers = Floats = Build.getInt32(-1);
  } else if (Added == AddressAndKinds) {
    Integers = F.getArg(F.arg_size() - 2);
    Floats = F.getArg(F.arg_size() - 1);
  }
  Build.CreateStore(Integers, memberOf(Build, List, IntegerOffset));
  Build.CreateStore(Floats, memberOf(Build, List, FloatOffset));
  Build.CreateStore(Arguments, memberOf(Build, List, NextWord));
  Build.CreateStore(ConstantPointerNull::get(Build.getPtrTy()),
                    memberOf(Build, List, Registers));
}

static void lowerCopy(IntrinsicInst &Copy) {
  IRBuilder<> Build(&Copy);
  Value *To = Copy.getArgOperand(0), *From = Copy.getArgOperand(1);
  if (!isAmd64(*Copy.getModule())) {
    Build.CreateStore(Build.CreateLoad(Build.getPtrTy(), From), To);
    return;
  }
  StructType *Type = listType(*Copy.getModule());
  for (ListMember Which : {IntegerOffset, FloatOffset, NextWord, Registers})
    Build.CreateStore(Build.CreateLoad(Type->getElementType(Which),
                                       memberOf(Build, From, Which)),
                      memberOf(Build, To, Which));
}

static void lowerListOperations(Function &F, const Function &Entry) {
  for (IntrinsicInst *Operation : listOperations(F)) {
    if (Operation->getIntrinsicID() == Intrinsic::vastart)
      lowerStart(*Operation, Entry);
    else if (Operation->getIntrinsicID() == Intrinsic::vacopy)
      lowerCopy(*Operation);
    Operation->eraseFromParent();
  }
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

/// Whether all words that are passed, and all that are read, are of one kind.
static bool isOneKind(ArrayRef<CallInst *> Calls,
                      const std::vector<VariadicRead> &Reads) {
  SmallSet<WordKind, 3> Kinds;
  for (CallInst *Call : Calls) {
    const DataLayout &DL = Call->getDataLayout();
    for (const PlacedArgument &P :
         layOut(*Call, Call->getFunctionType()->getNumParams()).Arguments)
      if (auto Kind = kindOf(P, DL))
        Kinds.insert(*Kind);
  }
  for (const VariadicRead &Read : Reads)
    Kinds.insert(Read.Words.begin(), Read.Words.end());
  return Kinds.size() < 2;
}

/// Whether the words that \p Read reads are not of the kinds that it asks for.
static Value *differs(IRBuilder<> &Build, const VariadicRead &Read,
                      Value *Integers, Value *Floats) {
  Value *Result = Build.getFalse();
  for (auto [K, Kind] : enumerate(Read.Words)) {
    auto IsSet = [&, Word = K](Value *Bits) {
      return Build.CreateTrunc(
          Build.CreateAShr(Bits, std::min<uint64_t>(Word, MostWords)),
          Build.getInt1Ty());
    };
    Value *IsInteger = IsSet(Integers), *IsFloat = IsSet(Floats);
    Value *IsOther = Kind == WordKind::Integer ? Build.CreateNot(IsInteger)
                     : Kind == WordKind::Float
                         ? Build.CreateNot(IsFloat)
                         : Build.CreateXor(IsInteger, IsFloat);
    Result = Build.CreateOr(Result, IsOther);
  }
  return Result;
}

static void checkKinds(const VariadicRead &Read) {
  Module &M = *Read.Next->getModule();
  IRBuilder<> Build(Read.Next);
  Value *ToIntegers = memberOf(Build, Read.List, IntegerOffset);
  Value *ToFloats = memberOf(Build, Read.List, FloatOffset);
  Value *Integers = Build.CreateLoad(Build.getInt32Ty(), ToIntegers);
  Value *Floats = Build.CreateLoad(Build.getInt32Ty(), ToFloats);
  Value *Differs = differs(Build, Read, Integers, Floats);
  uint64_t Count = std::min<uint64_t>(Read.Words.size(), MostWords);
  Build.CreateStore(Build.CreateAShr(Integers, Count), ToIntegers);
  Build.CreateStore(Build.CreateAShr(Floats, Count), ToFloats);
  Instruction *End =
      SplitBlockAndInsertIfThen(Differs, Read.Next, /*Unreachable=*/true);
  IRBuilder<> Then(End);
  Then.SetCurrentDebugLocation(Read.Next->getDebugLoc());
  // No choice of the user's.
  if (const DebugLoc &L = Read.Next->getDebugLoc())
    End->getParent()->getSinglePredecessor()->getTerminator()->setDebugLoc(
        DILocation::get(M.getContext(), 0, 0, L.getScope(), L.getInlinedAt()));
  FunctionCallee Undefined =
      M.getOrInsertFunction(UndefinedName, Then.getVoidTy());
  Then.CreateCall(Undefined)->addFnAttr(Attribute::get(
      M.getContext(), UndefinedName,
      "variable argument read as another type than it was passed as"));
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

/// Calls that may reach a function of the program that takes variable
/// arguments.
static SmallVector<CallInst *> variadicCalls(Module &M) {
  SmallVector<CallInst *> Calls;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I);
          Call && Call->getFunctionType()->isVarArg() && !Call->isInlineAsm()) {
        const Function *Callee = calledFunction(*Call);
        if (!Callee || !Callee->isDeclaration())
          Calls.push_back(Call);
      }
  return Calls;
}

static Error checkCalls(ArrayRef<CallInst *> Calls, unsigned Added) {
  for (CallInst *Call : Calls) {
    if (Call->isMustTailCall())
      return unsupported(Cause::Kind::VariadicTailCall, *Call);
    ArgumentLayout L = layOut(*Call, Call->getFunctionType()->getNumParams());
    if (any_of(L.Arguments, [](const PlacedArgument &P) {
          return !P.IsCopied && !P.Stored->isSingleValueType();
        }))
      return unsupported(Cause::Kind::ArgumentOfUnknownType, *Call);
    constexpr unsigned Word = 8;
    if (Added == AddressAndKinds && !L.HasPlainEnd)
      return unsupported(
          {Cause::Kind::LongArguments, uint64_t(Word * MostWords)}, *Call);
  }
  return Error::success();
}

/// In a list that callers made no registers are left, in the model as in a run
/// that is replayed. What they hold is anything wherever it is.
static void useUpRegisters(const VariadicRead &Read) {
  Module &M = *Read.Next->getModule();
  IRBuilder<> Build(Read.Next);
  auto IsUsedUp = [&](ListMember Which, uint32_t Size) {
    return Build.CreateICmpUGE(
        Build.CreateLoad(Build.getInt32Ty(), memberOf(Build, Read.List, Which)),
        Build.getInt32(Size));
  };
  Build.CreateCall(declareCondition(M, ContinueIfName),
                   {Build.CreateAnd(IsUsedUp(IntegerOffset, IntegersSize),
                                    IsUsedUp(FloatOffset, RegistersSize))});
}

/// The same of all lists of \p M, a program in which no function makes any.
static Error lowerCallersLists(Module &M) {
  auto Reads = readFromMemory(M, ListsFrom::Callers);
  if (!Reads)
    return Reads.takeError();
  for_each(*Reads, useUpRegisters);
  return Error::success();
}

Error lowerVariadics(Module &M, const Function &Entry, WordRest Rest) {
  SmallVector<Function *> Functions;
  for (Function &F : M)
    if (IntrinsicInst *Start = findStart(F)) {
      if (&F == &Entry && !F.use_empty())
        return unsupported({Cause::Kind::VariadicEntry, F.getName()}, *Start);
      Functions.push_back(&F);
    }
  if (Functions.empty())
    return isAmd64(M) && Entry.getName() != "main" ? lowerCallersLists(M)
                                                   : Error::success();
  SmallVector<CallInst *> Calls = variadicCalls(M);
  unsigned Added = JustAddress;
  uint64_t Read = 0;
  if (isAmd64(M)) {
    auto Reads = readFromMemory(M, ListsFrom::Program);
    if (!Reads)
      return Reads.takeError();
    if (Rest == WordRest::Anything)
      for (const VariadicRead &R : *Reads)
        Read = std::max(Read, R.Bytes);
    if (!isOneKind(Calls, *Reads)) {
      Added = AddressAndKinds;
      for_each(*Reads, checkKinds);
    }
  }
  if (Error E = checkCalls(Calls, Added))
    return E;
  const Function *From = &Entry;
  for (Function *F : Functions) {
    if (F != &Entry) {
      withPointer(*F, Added, Read);
      continue;
    }
    Function &New = withPointer(*F, JustAddress, Read);
    // It leads to memory from outside, like others.
    New.getArg(New.arg_size() - 1)->setName(VariadicArgumentsName);
    From = &New;
  }
  for (Function &F : M)
    lowerListOperations(F, *From);
  for (CallInst *Call : Calls)
    if (Function *Callee = calledFunction(*Call);
        Callee && variadicParameters(*Callee) &&
        Call->getFunctionType() == sourceType(*Callee))
      passVariadics(*Call, *Callee);
  return Error::success();
}

} // namespace sooth
