//===- ValueCalls.cpp - Abstract runs: instructions and calls -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueInterpreter.h"

#include "Base/ProgramEnd.h"
#include "Passes/CheckConstructs.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/UninitializedValues.h"
#include "sooth/Frontend/LLVM/Passes/WholeProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using namespace llvm;

using AV = AbstractValue;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Whether the result has what \p I does with pointers.
static bool followsPointers(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::GetElementPtr:
  case Instruction::Select:
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
  case Instruction::Freeze:
  case Instruction::ICmp:
    return true;
  default:
    return false;
  }
}

ValueInterpreter::States ValueInterpreter::execute(const Instruction &I,
                                                   State S) {
  if (auto *Local = dyn_cast<AllocaInst>(&I))
    return allocateLocal(*Local, std::move(S));
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return load(*Load, std::move(S));
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    S.forgetLoads();
    const Value To = valueOf(S, Store->getPointerOperand());
    if (To.isPointer() && !To.MayBeAny && To.Targets.empty())
      return {};
    if (Store->hasMetadata(NoAccessName))
      unset(S, To, Store->getValueOperand()->getType());
    else
      store(S, To, valueOf(S, Store->getValueOperand()),
            Store->getValueOperand()->getType());
    return {std::move(S)};
  }
  if (auto *Call = dyn_cast<CallBase>(&I))
    return executeCall(*Call, std::move(S));
  if (I.mayReadOrWriteMemory()) {
    giveUp(Twine("it has '") + I.getOpcodeName() + "'");
    return {};
  }
  Value Result = compute(S, I);
  const bool IsLost = !followsPointers(I) || Result.What == AV::Kind::Other;
  for (const Use &U : I.operands())
    if (IsLost && !U->getType()->isIntegerTy() &&
        !U->getType()->isFloatingPointTy() &&
        U->getType()->isFirstClassType()) {
      const Value Operand = valueOf(S, U);
      LostTargets Lost;
      addLost(Operand, Lost);
      keepAddresses(S, Operand);
      lose(S, Lost);
    }
  if (Result.isEmpty())
    return {};
  set(S, I, std::move(Result));
  return {std::move(S)};
}

void ValueInterpreter::GivenPointer::add(const GivenPointer &More) {
  MayBeNull |= More.MayBeNull;
  Bytes = Bytes && More.Bytes ? std::optional(std::min(*Bytes, *More.Bytes))
                              : std::nullopt;
  MayShareWith.insert(More.MayShareWith.begin(), More.MayShareWith.end());
}

ValueInterpreter::GivenPointer
ValueInterpreter::given(const State &S, const llvm::Value &Argument) {
  const Value P = valueOf(S, &Argument);
  GivenPointer Is;
  if (!P.isPointer() || P.MayBeAny || P.MayBeNowhere)
    return {true, std::nullopt, {}};
  Is.MayBeNull = P.MayBeNull;
  for (const AV::Target &T : P.Targets) {
    const ObjectState *O = S.Objects.find(T.Object);
    const bool IsThere = O && O->Life == Lifetime::Lives && !T.At.isAny() &&
                         T.At.Low >= 0 && uint64_t(T.At.High) <= O->LeastSize;
    Is.add({false,
            IsThere ? std::optional(O->LeastSize - uint64_t(T.At.High))
                    : std::nullopt,
            {}});
  }
  return Is;
}

static bool mayShareObject(const AV &P, const AV &Q) {
  auto IsKnown = [](const AV &Of) {
    return Of.isPointer() && !Of.MayBeAny && !Of.MayBeNowhere;
  };
  return !IsKnown(P) || !IsKnown(Q) ||
         any_of(P.Targets, [&](const AV::Target &X) {
           return any_of(Q.Targets, [&](const AV::Target &Y) {
             return X.Object == Y.Object;
           });
         });
}

void ValueInterpreter::noteGiven(const State &S, const CallBase &Call,
                                 const Function &Callee) {
  if (isLibraryModel(*Call.getFunction()))
    return;
  GivenPointers &All = Found->Given[{&Call, &Callee}];
  const bool IsTypeSame = Call.getFunctionType() == Callee.getFunctionType();
  for (const Argument &A : Callee.args()) {
    if (!A.getType()->isPointerTy())
      continue;
    GivenPointer Is{true, std::nullopt, {}};
    if (IsTypeSame)
      Is = given(S, *Call.getArgOperand(A.getArgNo()));
    for (const Argument &B : Callee.args())
      if (&A != &B && B.getType()->isPointerTy() &&
          (!IsTypeSame ||
           mayShareObject(valueOf(S, Call.getArgOperand(A.getArgNo())),
                          valueOf(S, Call.getArgOperand(B.getArgNo())))))
        Is.MayShareWith.insert(B.getArgNo());
    auto [At, IsNew] = All.try_emplace(A.getArgNo(), Is);
    if (!IsNew)
      At->second.add(Is);
  }
}

ValueInterpreter::States
ValueInterpreter::executeDefined(const CallBase &Call, const Function &Callee,
                                 const State &S) {
  States After;
  if (isLibraryModel(Callee) && Callee.getName() == "sooth_libc_copy") {
    const Value Has = valueOf(S, Call.getArgOperand(1)),
                Had = valueOf(S, Call.getArgOperand(3));
    copy(After.emplace_back(S), valueOf(S, Call.getArgOperand(0)),
         valueOf(S, Call.getArgOperand(2)),
         Has.isNumber() && Had.isNumber()
             ? Value::number(Has.Range.umin(Had.Range))
             : Value::anyOf(Call.getArgOperand(1)->getType()));
    return After;
  }
  const bool LeavesBefore = LeavesModel;
  const bool IsOutermost =
      isLibraryModel(Callee) && !isLibraryModel(*Call.getFunction());
  if (IsOutermost)
    LeavesModel = false;
  noteGiven(S, Call, Callee);
  for (const AbstractReturn &R : call(Call, Callee, S))
    if (auto Then = afterReturn(Call, Callee, S, R))
      After.push_back(std::move(*Then));
  if (IsOutermost && LeavesModel) {
    State Other = S;
    for (const GlobalVariable *G : variablesOfLibrary(Callee))
      Other.tell(objectOf(*G, nullptr), KnownTo::Caller);
    append_range(After, executeUnseen(Call, std::move(Other)));
  }
  if (IsOutermost)
    LeavesModel = LeavesBefore;
  return After;
}

/// Nobody knows what it does, but to what it knows.
ValueInterpreter::States ValueInterpreter::executeUnseen(const CallBase &Call,
                                                         State S) {
  // (What passes put in does nothing but to have a result.)
  const Function *Callee = calledFunction(Call);
  const bool IsMade = Callee && isMadeByPasses(*Callee) &&
                      Callee->getName() != UnknownFormatName;
  if (Call.hasFnAttr(Attribute::ReturnsTwice) ||
      (Callee && startsThread(Callee->getName())))
    giveUp("it calls " + (Callee ? Callee->getName() : "a function") +
           ", which is not interpreted");
  if (!IsMade)
    callUnseen(S, Call, 0);
  if (!Call.getType()->isVoidTy())
    set(S, Call,
        IsMade ? Value::anyOf(Call.getType()) : resultOfUnseen(S, Call));
  return {std::move(S)};
}

/// The check of what \p Call, through a pointer, leads to; null if there is
/// none right before.
static const CallBase *checkOfCallee(const CallBase &Call) {
  const BasicBlock *Block = Call.getParent();
  for (auto I = std::next(Call.getReverseIterator());;) {
    if (I == Block->rend()) {
      Block = Block->getSinglePredecessor();
      if (!Block)
        return nullptr;
      I = Block->rbegin();
      continue;
    }
    auto *Check = dyn_cast<CallBase>(&*I++);
    if (!Check)
      continue;
    if (classify(*Check) != CalleeKind::MemoryCheck)
      return nullptr;
    const MemoryCheck Is = describeCheck(*Check);
    if (Is.What == MemoryCheck::Kind::Call &&
        Is.Pointer == Call.getCalledOperand())
      return Check;
  }
}

/// Whether there is a check that stands for what \p Call frees, through a
/// pointer. It fails if that cannot be freed.
bool ValueInterpreter::checkFreed(const State &S, const CallBase &Call) {
  const CallBase *Check = checkOfCallee(Call);
  if (Check && !isFreeable(S, valueOf(S, Call.getArgOperand(0))))
    fail(*Check);
  return Check;
}

ValueInterpreter::States ValueInterpreter::executeIndirect(const CallBase &Call,
                                                           State S) {
  const Value P = valueOf(S, Call.getCalledOperand());
  static constexpr size_t MostTargets = 64;
  const bool MayBeAny = !P.isPointer() || P.MayBeAny;
  if (MayBeAny && Pointed.size() > MostTargets) {
    giveUp("it calls what a pointer leads to of which nothing is known");
    return {};
  }
  States After;
  auto HasTypeOf = [&](const Function &F) {
    return F.getFunctionType() == Call.getFunctionType();
  };
  auto Execute = [&](const Function &F) {
    const CalleeKind Kind = classify(F);
    if (Kind == CalleeKind::Defined)
      append_range(After, executeDefined(Call, F, S));
    else if (Kind == CalleeKind::External && !isCalledByName(F.getName()))
      append_range(After, executeUnseen(Call, S));
    else if (Kind == CalleeKind::Allocation && HasTypeOf(F))
      append_range(After, allocate(Call, F.getName(), S));
    else if (Kind == CalleeKind::Deallocation && HasTypeOf(F) &&
             checkFreed(S, Call))
      free(After.emplace_back(S), Call.getArgOperand(0));
    else
      giveUp("it calls " + F.getName() + " through a pointer");
  };
  if (MayBeAny) {
    append_range(After, executeUnseen(Call, S));
    // (A call by another type is a violation of the check before it.)
    for (const Function *F : Pointed)
      if (fitsPointerCall(Call, *F))
        Execute(*F);
    return After;
  }
  for (const AV::Target &T : P.Targets) {
    // Functions that are not shown are elsewhere.
    if (!Infos[T.Object].Site)
      append_range(After, executeUnseen(Call, S));
    if (auto *F = dyn_cast_or_null<Function>(Infos[T.Object].Site))
      Execute(*F);
  }
  return After;
}

/// Whether the result says nothing of the bits of addresses.
static bool tellsNoAddress(const CallBase &Operation) {
  auto *I = dyn_cast<IntrinsicInst>(&Operation);
  return (I && I->getIntrinsicID() == Intrinsic::objectsize) ||
         calledFunction(Operation)->getName() == "sooth.same.object";
}

static bool runsNoHandlers(const Function &End) {
  return End.getName() == "_exit" || End.getName() == "_Exit";
}

ValueInterpreter::States ValueInterpreter::executeCall(const CallBase &Call,
                                                       State S) {
  auto GoOn = [&](bool Is) {
    States Next;
    if (Is)
      Next.push_back(std::move(S));
    return Next;
  };
  auto SetAny = [&] {
    if (!Call.getType()->isVoidTy())
      set(S, Call, Value::anyOf(Call.getType()));
    return GoOn(true);
  };
  if (Call.hasFnAttr(AtEndName))
    endProgram(S, Call);
  switch (classify(Call)) {
  case CalleeKind::Defined:
    return executeDefined(Call, *calledFunction(Call), S);
  case CalleeKind::Indirect:
    return executeIndirect(Call, std::move(S));
  case CalleeKind::External:
    return executeUnseen(Call, std::move(S));
  case CalleeKind::InlineAsm:
    if (!cast<InlineAsm>(Call.getCalledOperand())->getAsmString().empty() ||
        !Call.getType()->isVoidTy())
      giveUp("it has assembly");
    return GoOn(true);
  case CalleeKind::Error:
    return GoOn(raise(Call));
  case CalleeKind::Assert:
  case CalleeKind::Assume: {
    const llvm::Value *Condition = Call.getArgOperand(0);
    const Value Is = valueOf(S, Condition);
    const bool MayBeFalse =
        Is.isNumber()
            ? Is.Range.contains(APInt::getZero(Is.Range.getBitWidth()))
            : !Is.isPointer() || Is.MayBeNull || Is.MayBeAny;
    if (classify(Call) == CalleeKind::Assert)
      comeTo(Call);
    if (MayBeFalse && classify(Call) == CalleeKind::Assert)
      fail(Call);
    if (!MayBeFalse)
      return GoOn(true);
    if (!Is.isNumber())
      return GoOn(true);
    if (Is.Range.getSingleElement())
      return GoOn(false);
    if (Is.Range.getBitWidth() == 1)
      return GoOn(assume(S, Condition, true));
    const APInt Zero = APInt::getZero(Is.Range.getBitWidth());
    return GoOn(
        constrain(S, Condition, Value::number(ConstantRange(Zero).inverse())));
  }
  case CalleeKind::Exit:
    if (!runsNoHandlers(*calledFunction(Call)))
      endProgram(S, Call);
    return GoOn(false);
  case CalleeKind::Nondet:
    return SetAny();
  case CalleeKind::Output:
    callUnseen(S, Call, Call.getFunctionType()->getNumParams());
    return SetAny();
  case CalleeKind::Memory:
    if (auto *Copy = dyn_cast<MemTransferInst>(&Call))
      copy(S, valueOf(S, Copy->getRawDest()), valueOf(S, Copy->getRawSource()),
           valueOf(S, Copy->getLength()));
    else if (auto *Fill = dyn_cast<MemSetInst>(&Call))
      fill(S, *Fill);
    else
      giveUp("it copies memory in an unusual way");
    return GoOn(true);
  case CalleeKind::Lifetime:
    executeLifetime(S, Call);
    return GoOn(true);
  case CalleeKind::Operation: {
    // Tagged pointers are not followed.
    for (const Use &U : Call.args())
      if (U->getType()->isPointerTy() && !tellsNoAddress(Call)) {
        const Value Operand = valueOf(S, U);
        LostTargets Lost;
        addLost(Operand, Lost);
        keepAddresses(S, Operand);
        lose(S, Lost);
      }
    if (!Call.getType()->isVoidTy())
      set(S, Call, computeIntrinsic(S, Call));
    return GoOn(true);
  }
  case CalleeKind::Ignored:
    return SetAny();
  case CalleeKind::MemoryCheck:
    return GoOn(check(S, Call));
  case CalleeKind::Allocation:
    return allocate(Call, calledFunction(Call)->getName(), std::move(S));
  case CalleeKind::Deallocation:
    free(S, Call.getArgOperand(0));
    return GoOn(true);
  }
  llvm_unreachable("a callee of no kind");
}
