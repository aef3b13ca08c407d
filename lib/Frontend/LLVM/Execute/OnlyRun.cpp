//===- OnlyRun.cpp - The run of a program without inputs ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Execute/OnlyRun.h"

#include "RunOperations.h"
#include "StepRunner.h"
#include "sooth/Frontend/LLVM/Base/IntrinsicMeaning.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;
using ValueKind = RunValue::Kind;
using State = RunObject::State;

//===----------------------------------------------------------------------===//
// What is told of the run
//===----------------------------------------------------------------------===//

RunEvent StepRunner::eventOf(const Instruction &I) {
  RunEvent E{Trace.Time++, &I, nullptr, top().Number};
  for (const Use &U : I.operands())
    E.Operands.push_back(isa<Constant>(U) || isa<BasicBlock>(U) ||
                                 isa<MetadataAsValue>(U)
                             ? RunValue()
                             : valueOf(U));
  return E;
}

/// That \p I writes at \p Address.
void StepRunner::record(const Instruction &I, const llvm::Value *Address) {
  if (!KeepsTrace)
    return;
  RunEvent E = eventOf(I);
  while (auto *G = dyn_cast<GetElementPtrInst>(Address)) {
    // (In another round of a loop it may have been computed from others.)
    const RunValue Was = valueOf(G), Now = step(*cast<GEPOperator>(G));
    if (!Now.is(ValueKind::Pointer) || Was.Object != Now.Object ||
        Was.Offset != Now.Offset)
      break;
    E.Steps.push_back({G});
    for (const Use &U : G->operands())
      E.Steps.back().Operands.push_back(valueOf(U));
    Address = G->getPointerOperand();
  }
  Trace.Events.push_back(std::move(E));
  if (Trace.Events.size() > Limits.MaxWrites)
    Trace.Events.pop_front();
}

void StepRunner::recordAssignments(const Instruction &I) {
  for (const DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange())) {
    if (R.getType() != DbgVariableRecord::LocationType::Value ||
        R.hasArgList() || !R.getVariableLocationOp(0))
      continue;
    RunEvent E{Trace.Time++, &I, &R, top().Number};
    E.Operands.push_back(valueOf(R.getVariableLocationOp(0)));
    Trace.Events.push_back(std::move(E));
    if (Trace.Events.size() > Limits.MaxWrites)
      Trace.Events.pop_front();
  }
}

void StepRunner::live(RunObjectId O, const Instruction &I, bool IsFirst) {
  if (!KeepsTrace)
    return;
  if (Trace.Lives.size() <= O)
    Trace.Lives.resize(O + 1);
  RunEvent E = eventOf(I);
  if (IsFirst)
    E.Object = O;
  Trace.Lives[O].push_back(std::move(E));
}

/// What the condition is computed from in the block that leads to \p Error.
void StepRunner::recordChoice(const Instruction &Error) {
  const BasicBlock *From = Error.getParent()->getSinglePredecessor();
  auto *Branch = From ? dyn_cast<BranchInst>(From->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional())
    return;
  SmallPtrSet<const llvm::Value *, 16> Wanted{Branch->getCondition()};
  std::vector<const Instruction *> Found{Branch};
  for (const Instruction &I : reverse(*From)) {
    const bool IsOperator = isa<BinaryOperator, CmpInst, CastInst, FreezeInst,
                                ExtractValueInst, WithOverflowInst>(I);
    if (!IsOperator || !Wanted.count(&I))
      continue;
    Wanted.insert(I.value_op_begin(), I.value_op_end());
    Found.push_back(&I);
  }
  for (const Instruction *I : reverse(Found))
    Trace.Choice.push_back(eventOf(*I));
}

StepRunner::Ending StepRunner::fail(const Instruction &I) {
  if (Who == Chooses::Callers &&
      (isForCallers(I) || (PassedOver && PassedOver->contains(&I))))
    return stop("callers have to see to that");
  Failed = &I;
  if (!KeepsTrace)
    return Ending::Fails;
  if (auto *Call = dyn_cast<CallBase>(&I);
      Call && kindOf(*Call) == CalleeKind::Error)
    recordChoice(I);
  Trace.Last = eventOf(I);
  return Ending::Fails;
}

//===----------------------------------------------------------------------===//
// What callers choose
//===----------------------------------------------------------------------===//

bool StepRunner::isComputedFromChosen(const Instruction &I) {
  // (Callees, and what is in memory, say that themselves.)
  if (isa<LoadInst>(I) || (isa<CallBase>(I) && !isa<IntrinsicInst>(I)))
    return false;
  return any_of(I.operands(), [&](const Use &U) {
    return (isa<Instruction>(U) || isa<Argument>(U)) && valueOf(U).IsChosen;
  });
}

/// Whether callers allocated \p O, or it was freed when they were done with
/// what had it, as far as they say: by an earlier call that does nothing else.
bool StepRunner::isOfCallers(const RunObject &O) const {
  auto *Made = dyn_cast_or_null<CallBase>(O.Site);
  return Made && (Made->getFunction() == &Entry ||
                  (O.FreedBy && O.FreedBy->arg_size() == 1 &&
                   O.FreedIn != Stack[1].Number));
}

/// Whether \p O is one of the objects that callers have, however they made it.
bool StepRunner::isGivenByCallers(const RunObject &O) const {
  auto *Local = dyn_cast_or_null<AllocaInst>(O.Site);
  return Local && Local->getFunction() == &Entry;
}

/// Whether \p Pointer leads before an object that callers have, or to a member
/// behind its end: the file takes it to be part of a larger one, of which it
/// makes all.
bool StepRunner::isInLargerObject(const llvm::Value &Pointer) {
  APInt Distance(Layout.getIndexTypeSizeInBits(Pointer.getType()), 0);
  const llvm::Value *Base = Pointer.stripAndAccumulateConstantOffsets(
      Layout, Distance, /*AllowNonInbounds=*/true);
  const RunValue V = valueOf(Base);
  if (!V.is(ValueKind::Pointer) || V.Offset > 0)
    return false;
  const RunObject &O = Memory.at(V.Object);
  const int64_t At = V.Offset + Distance.getSExtValue();
  return isGivenByCallers(O) && (At < 0 || At >= int64_t(O.Bytes.size()));
}

/// Whether callers have to see to it that \p Check, which fails, does not.
bool StepRunner::isForCallers(const Instruction &Check) {
  auto &Call = cast<CallBase>(Check);
  if (kindOf(Call) != CalleeKind::MemoryCheck)
    return kindOf(Call) != CalleeKind::Error ||
           describeError(Call).Kind != ErrorKind::Sanitizer ||
           IsLastBranchChosen;
  const MemoryCheck C = describeCheck(Call);
  return C.What == MemoryCheck::Kind::Leak ||
         any_of(Call.args(), [&](const Use &U) {
           const RunValue V = valueOf(U);
           return V.IsChosen ||
                  (U->getType()->isPointerTy() && isInLargerObject(*U)) ||
                  (V.is(ValueKind::Pointer) &&
                   (isOfCallers(Memory.at(V.Object)) ||
                    (C.What == MemoryCheck::Kind::Free &&
                     isGivenByCallers(Memory.at(V.Object)))));
         });
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

RunObjectId StepRunner::objectOf(const Function &F) {
  auto [It, IsNew] = Globals.try_emplace(&F, NullObject);
  if (IsNew) {
    const RunObjectId O =
        *Memory.allocate(RunObject::Kind::Function, &F, 1, Align(1));
    // Weak ones may be others.
    Memory.at(O).MayBeShared = F.isDeclaration();
    Globals[&F] = O;
    return O;
  }
  return It->second;
}

/// NullObject if it is too large.
RunObjectId StepRunner::objectOf(const GlobalVariable &G) {
  auto [It, IsNew] = Globals.try_emplace(&G, NullObject);
  if (!IsNew)
    return It->second;
  Type *T = G.getValueType();
  if (!T->isSized() || G.hasExternalWeakLinkage())
    return NullObject;
  auto O =
      Memory.allocate(RunObject::Kind::Global, &G, Layout.getTypeAllocSize(T),
                      G.getAlign().value_or(Layout.getABITypeAlign(T)));
  if (!O)
    return NullObject;
  Globals[&G] = *O; // before what it is initialized with, which may lead here
  const bool IsKnown = G.hasDefinitiveInitializer() &&
                       !G.hasMetadata(DefinedElsewhereName) &&
                       !G.isExternallyInitialized();
  RunObject &Of = Memory.at(*O);
  Of.IsConstant = G.isConstant();
  Of.MayBeShared = G.hasGlobalUnnamedAddr() || !IsKnown;
  const RunValue Start = RunValue::pointer(*O, 0);
  if (!IsKnown)
    Memory.forget(*O, RunObject::Byte::Kind::Unknown);
  else {
    // (Padding is zeros: variables are initialized as a whole.)
    Memory.fill(Start, RunValue::bits(APInt(8, 0)), Of.Size);
    if (!G.getInitializer()->isNullValue())
      Memory.store(Start, T, constant(*G.getInitializer()));
  }
  return *O;
}

RunValue StepRunner::step(const GEPOperator &G) {
  RunValue At = valueOf(G.getPointerOperand());
  if (!At.is(ValueKind::Pointer) || G.getType()->isVectorTy())
    return {};
  for (auto I = gep_type_begin(G), E = gep_type_end(G); I != E; ++I) {
    const RunValue Index = valueOf(I.getOperand());
    if (!Index.is(ValueKind::Bits))
      return {};
    const int64_t Number = Index.Number.getSExtValue();
    const uint64_t By =
        I.isStruct() ? uint64_t(Layout.getStructLayout(I.getStructType())
                                    ->getElementOffset(unsigned(Number)))
                     : uint64_t(Number) *
                           I.getSequentialElementStride(Layout).getFixedValue();
    At.Offset = int64_t(uint64_t(At.Offset) + By);
  }
  return At;
}

RunValue StepRunner::constant(const Constant &C) {
  if (auto *Number = dyn_cast<ConstantInt>(&C))
    return RunValue::bits(Number->getValue());
  if (auto *Number = dyn_cast<ConstantFP>(&C))
    return RunValue::bits(Number->getValueAPF().bitcastToAPInt());
  if (isa<ConstantPointerNull>(C))
    return RunValue::pointer(NullObject, 0);
  if (auto Known = Constants.find(&C); Known != Constants.end())
    return Known->second;
  RunValue V;
  if (auto *G = dyn_cast<GlobalVariable>(&C)) {
    if (RunObjectId O = objectOf(*G))
      V = RunValue::pointer(O, 0);
  } else if (auto *F = dyn_cast<Function>(&C)) {
    if (!F->hasExternalWeakLinkage())
      V = RunValue::pointer(objectOf(*F), 0);
  } else if (auto *A = dyn_cast<GlobalAlias>(&C)) {
    V = constant(*A->getAliasee());
  } else if (auto *G = dyn_cast<GEPOperator>(&C)) {
    V = step(*G);
  } else if (auto *E = dyn_cast<ConstantExpr>(&C); E && E->isCast()) {
    V = runCast(E->getOpcode(), constant(*E->getOperand(0)),
                E->getOperand(0)->getType(), E->getType(), Memory);
  } else if (C.getType()->isAggregateType()) {
    auto *Array = dyn_cast<ArrayType>(C.getType());
    const uint64_t Count =
        Array ? Array->getNumElements() : C.getType()->getStructNumElements();
    std::vector<RunValue> Parts;
    for (uint64_t I = 0; I < Count; ++I)
      if (const Constant *Part = C.getAggregateElement(unsigned(I)))
        Parts.push_back(constant(*Part));
      else
        Parts.emplace_back();
    V = RunValue::parts(std::move(Parts));
  }
  Constants[&C] = V;
  return V;
}

RunValue StepRunner::valueOf(const llvm::Value *V) {
  if (auto *C = dyn_cast<Constant>(V))
    return constant(*C);
  auto Known = top().Registers.find(V);
  return Known == top().Registers.end() ? RunValue() : Known->second;
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

StepRunner::Ending StepRunner::enter(const Function &F, const CallBase *Call,
                                     ArrayRef<RunValue> Arguments) {
  if (Stack.size() > Limits.MaxCalls)
    return stop("its recursion is deep");
  const uint32_t Caller = Stack.empty() ? 0 : top().Number;
  Trace.Frames.push_back({Caller, Call});
  Stack.push_back(
      {&F, uint32_t(Trace.Frames.size() - 1), Call, F.getEntryBlock().begin()});
  for (auto [Parameter, V] : zip(F.args(), Arguments))
    top().Registers[&Parameter] = V;
  return Ending::None;
}

StepRunner::Ending StepRunner::leave(const ReturnInst &I) {
  RunValue Result;
  if (const llvm::Value *V = I.getReturnValue())
    Result = valueOf(V);
  for (RunObjectId O : top().Locals) {
    Memory.at(O).Now = State::Ended;
    Memory.forget(O, RunObject::Byte::Kind::Unwritten);
  }
  const CallBase *Call = top().Call;
  Stack.pop_back();
  if (Stack.empty())
    return Ending::Ends;
  if (!Call->getType()->isVoidTy())
    top().Registers[Call] = std::move(Result);
  return Ending::None;
}

StepRunner::Ending StepRunner::go(const BasicBlock &From,
                                  const BasicBlock &To) {
  if (Inputs && !KeepsTrace)
    Inputs->goes(&From, &To);
  SmallVector<std::pair<const PHINode *, RunValue>, 4> All;
  for (const PHINode &Phi : To.phis())
    All.push_back({&Phi, valueOf(Phi.getIncomingValueForBlock(&From))});
  for (auto &[Phi, V] : All)
    top().Registers[Phi] = std::move(V);
  top().Next = To.getFirstNonPHIIt();
  return Ending::None;
}

StepRunner::Ending StepRunner::branch(const BranchInst &I) {
  if (I.isUnconditional())
    return go(*I.getParent(), *I.getSuccessor(0));
  const RunValue Condition = valueOf(I.getCondition());
  if (!Condition.is(ValueKind::Bits))
    return stop("a condition is not the same in each run");
  IsLastBranchChosen = Condition.IsChosen;
  return go(*I.getParent(), *I.getSuccessor(Condition.Number.isZero()));
}

StepRunner::Ending StepRunner::choose(const SwitchInst &I) {
  const RunValue Of = valueOf(I.getCondition());
  if (!Of.is(ValueKind::Bits))
    return stop("a condition is not the same in each run");
  for (const auto &Case : I.cases())
    if (Case.getCaseValue()->getValue() == Of.Number)
      return go(*I.getParent(), *Case.getCaseSuccessor());
  return go(*I.getParent(), *I.getDefaultDest());
}

StepRunner::Ending StepRunner::step() {
  const Instruction &I = *top().Next++;
  if (KeepsTrace && I.hasDbgRecords())
    recordAssignments(I);
  if (I.getType()->isVectorTy())
    return stop("it has vectors");
  auto At = [&](unsigned N) { return valueOf(I.getOperand(N)); };
  if (auto *Binary = dyn_cast<BinaryOperator>(&I))
    return set(I, runBinary(*Binary, At(0), At(1), Memory));
  if (I.getOpcode() == Instruction::PtrToInt)
    if (const RunValue P = At(0); P.is(ValueKind::Pointer))
      Memory.at(P.Object).IsNumber = true;
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return set(I, runCast(Cast->getOpcode(), At(0), Cast->getSrcTy(),
                          Cast->getDestTy(), Memory));
  switch (I.getOpcode()) {
  case Instruction::Load:
    return load(cast<LoadInst>(I));
  case Instruction::Store:
    return store(cast<StoreInst>(I));
  case Instruction::Alloca:
    return allocateLocal(cast<AllocaInst>(I));
  case Instruction::Br:
    return branch(cast<BranchInst>(I));
  case Instruction::Switch:
    return choose(cast<SwitchInst>(I));
  case Instruction::Ret:
    return leave(cast<ReturnInst>(I));
  case Instruction::Call:
    return call(cast<CallInst>(I));
  case Instruction::ICmp:
  case Instruction::FCmp: {
    if (isa<FPMathOperator>(I) && I.getFastMathFlags().any())
      return set(I, RunValue());
    return set(I, runCompare(cast<CmpInst>(I).getPredicate(), At(0), At(1),
                             I.getOperand(0)->getType(), Memory));
  }
  case Instruction::FNeg:
    return set(I, runNegateFloat(At(0)));
  case Instruction::GetElementPtr:
    return set(I, step(cast<GEPOperator>(I)));
  case Instruction::Freeze:
    return set(I, At(0));
  case Instruction::Select: {
    const RunValue Condition = At(0);
    if (!Condition.is(ValueKind::Bits))
      return set(I, RunValue());
    return set(I, At(Condition.Number.isZero() ? 2 : 1));
  }
  case Instruction::ExtractValue: {
    RunValue V = At(0);
    for (unsigned Index : cast<ExtractValueInst>(I).indices())
      V = V.is(ValueKind::Parts) ? RunValue((*V.Parts)[Index]) : RunValue();
    return set(I, V);
  }
  case Instruction::InsertValue: {
    auto &Insert = cast<InsertValueInst>(I);
    RunValue V = At(0);
    if (Insert.getNumIndices() != 1)
      return stop("it computes insertvalue");
    auto *Struct = dyn_cast<StructType>(I.getType());
    std::vector<RunValue> Parts(Struct ? Struct->getNumElements()
                                       : I.getType()->getArrayNumElements());
    if (V.is(ValueKind::Parts))
      Parts = *V.Parts;
    Parts[Insert.getIndices()[0]] = At(1);
    return set(I, RunValue::parts(std::move(Parts)));
  }
  default:
    return stop(Twine("it has the instruction ") + I.getOpcodeName());
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

StepRunner::Ending StepRunner::load(const LoadInst &I) {
  const RunValue P = valueOf(I.getPointerOperand());
  if (!Memory.isValid(P, Layout.getTypeStoreSize(I.getType())))
    return stop("it reads what is not there");
  RunValue V = Memory.load(P, I.getType());
  if (V.is(ValueKind::Address))
    Memory.at(V.Object).IsNumber = true;
  return set(I, std::move(V));
}

StepRunner::Ending StepRunner::store(const StoreInst &I) {
  const RunValue P = valueOf(I.getPointerOperand());
  Type *T = I.getValueOperand()->getType();
  if (!Memory.isValid(P, Layout.getTypeStoreSize(T)) ||
      Memory.at(P.Object).IsConstant)
    return stop("it writes what is not there");
  record(I, I.getPointerOperand());
  Memory.store(P, T, valueOf(I.getValueOperand()));
  return Ending::None;
}

StepRunner::Ending StepRunner::allocateLocal(const AllocaInst &I) {
  const RunValue Count = valueOf(I.getArraySize());
  const uint64_t Each = Layout.getTypeAllocSize(I.getAllocatedType());
  constexpr uint64_t Most = uint64_t(1) << 24;
  if (!Count.is(ValueKind::Bits) || Count.Number.ugt(Most) || Each > Most)
    return stop("it has a large variable");
  auto O = Memory.allocate(RunObject::Kind::Local, &I,
                           Each * Count.Number.getZExtValue(), I.getAlign());
  if (!O)
    return stop("it needs much memory");
  top().Locals.push_back(*O);
  live(*O, I, /*IsFirst=*/true);
  return set(I, RunValue::pointer(*O, 0));
}

StepRunner::Ending StepRunner::allocate(const CallBase &I) {
  const StringRef Name = calledFunction(I)->getName();
  const RunValue First = valueOf(I.getArgOperand(0)),
                 Second = I.arg_size() > 1 ? valueOf(I.getArgOperand(1))
                                           : RunValue::bits(APInt(64, 1));
  constexpr uint64_t Most = uint64_t(1) << 24;
  auto IsSmall = [](const RunValue &V) {
    return V.is(ValueKind::Bits) && V.Number.ule(Most);
  };
  // (That no allocation fails is an assumption: with an option it is none.)
  if (!IsSmall(First) || !IsSmall(Second) || I.hasFnAttr(MayFailName) ||
      (Name != "malloc" && Name != "calloc"))
    return stop("an allocation may fail");
  const uint64_t Size =
      First.Number.getZExtValue() * Second.Number.getZExtValue();
  auto O = Memory.allocate(RunObject::Kind::Heap, &I, Size,
                           Align(2 * Layout.getPointerSize()));
  if (!O)
    return stop("it needs much memory");
  if (Name == "calloc")
    Memory.fill(RunValue::pointer(*O, 0), RunValue::bits(APInt(8, 0)), Size);
  live(*O, I, /*IsFirst=*/true);
  return set(I, RunValue::pointer(*O, 0));
}

StepRunner::Ending StepRunner::release(const CallBase &I) {
  const RunValue P = valueOf(I.getArgOperand(0));
  if (P.isNull())
    return Ending::None;
  if (!Memory.isValid(P, 0) || P.Offset != 0 ||
      Memory.at(P.Object).What != RunObject::Kind::Heap)
    return stop("it frees what cannot be freed");
  Memory.at(P.Object).Now = State::Freed;
  if (Stack.size() > 1) {
    Memory.at(P.Object).FreedBy = Stack[1].F;
    Memory.at(P.Object).FreedIn = Stack[1].Number;
  }
  Memory.forget(P.Object, RunObject::Byte::Kind::Unwritten);
  live(P.Object, I);
  return Ending::None;
}

StepRunner::Ending StepRunner::transfer(const MemIntrinsic &I) {
  const RunValue To = valueOf(I.getRawDest()), Length = valueOf(I.getLength());
  if (!Length.is(ValueKind::Bits))
    return stop("a length is not the same in each run");
  const uint64_t Bytes = Length.Number.getLimitedValue();
  if (Bytes == 0)
    return Ending::None;
  if (!Memory.isValid(To, Bytes) || Memory.at(To.Object).IsConstant)
    return stop("it writes what is not there");
  if (auto *Set = dyn_cast<MemSetInst>(&I)) {
    record(I, I.getRawDest());
    Memory.fill(To, valueOf(Set->getValue()), Bytes);
    return Ending::None;
  }
  auto *Copy = dyn_cast<MemTransferInst>(&I);
  const RunValue From = Copy ? valueOf(Copy->getRawSource()) : RunValue();
  if (!Memory.isValid(From, Bytes))
    return stop("it reads what is not there");
  // Where a copy may begin at either end, the checks have asked before.
  if (isa<MemCpyInst>(I) && To.Object == From.Object &&
      To.Offset != From.Offset &&
      uint64_t(std::abs(To.Offset - From.Offset)) < Bytes)
    return stop("it copies memory that overlaps");
  record(I, I.getRawDest());
  Memory.copy(To, From, Bytes);
  return Ending::None;
}

/// What begins or ends.
StepRunner::Ending StepRunner::mark(const IntrinsicInst &I) {
  const RunValue P = valueOf(I.getArgOperand(1));
  if (!P.is(ValueKind::Pointer) || P.Offset != 0 ||
      Memory.at(P.Object).What != RunObject::Kind::Local)
    return stop("it marks what is no variable");
  Memory.at(P.Object).Now = I.getIntrinsicID() == Intrinsic::lifetime_start
                                ? State::Alive
                                : State::Ended;
  Memory.forget(P.Object, RunObject::Byte::Kind::Unwritten);
  live(P.Object, I);
  return Ending::None;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

CalleeKind StepRunner::kindOf(const CallBase &I) {
  auto [It, IsNew] = Kinds.try_emplace(&I, CalleeKind::Ignored);
  if (IsNew)
    It->second = classify(I);
  return It->second;
}

StepRunner::Ending StepRunner::callIntrinsic(const IntrinsicInst &I) {
  if (auto *Transfer = dyn_cast<MemIntrinsic>(&I))
    return transfer(*Transfer);
  switch (I.getIntrinsicID()) {
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
    return mark(I);
  default:
    break;
  }
  switch (intrinsicMeaning(*I.getCalledFunction())) {
  case IntrinsicMeaning::Ignored:
    return I.getType()->isVoidTy() ? Ending::None : set(I, RunValue());
  case IntrinsicMeaning::Operation:
  case IntrinsicMeaning::Rewritten: {
    SmallVector<RunValue, 4> Arguments;
    for (const Use &U : I.args())
      Arguments.push_back(valueOf(U));
    return set(I, runIntrinsic(I, Arguments, Memory));
  }
  default:
    return stop("it calls " + I.getCalledFunction()->getName());
  }
}

StepRunner::Ending StepRunner::readInput(const CallBase &I) {
  Type *T = I.getType();
  const StringRef Name = calledFunction(I)->getName();
  if (T->isVoidTy())
    return Ending::None;
  if (Name == "sooth_nondet_libc_int_like") {
    RunValue Order = valueOf(I.getArgOperand(0));
    if (!Order.is(ValueKind::Bits) || Order.Number.isZero())
      return set(I, RunValue());
    Order.What = ValueKind::Signed;
    return set(I, Order);
  }
  // With arguments, more is known of the result than that it is anything.
  if (!Inputs || I.arg_size() != 0 ||
      (!T->isIntegerTy() && !T->isFloatTy() && !T->isDoubleTy()))
    return set(I, RunValue());
  RunValue V =
      RunValue::bits(Inputs->next(unsigned(Layout.getTypeSizeInBits(T)), Name));
  V.IsChosen = top().F == &Entry;
  if (!KeepsTrace)
    return set(I, V);
  RunEvent E = eventOf(I);
  E.Result = V;
  Trace.Events.push_back(std::move(E));
  if (Trace.Events.size() > Limits.MaxWrites)
    Trace.Events.pop_front();
  return set(I, V);
}

StepRunner::Ending StepRunner::call(const CallBase &I) {
  const Function *Callee = calledFunction(I);
  CalleeKind How = kindOf(I);
  if (How == CalleeKind::Indirect) {
    const RunValue P = valueOf(I.getCalledOperand());
    Callee = P.is(ValueKind::Pointer) && P.Offset == 0
                 ? dyn_cast_or_null<Function>(Memory.at(P.Object).Site)
                 : nullptr;
    if (!Callee || classify(*Callee) != CalleeKind::Defined)
      return stop("it calls through a pointer");
    How = CalleeKind::Defined;
  }
  switch (How) {
  case CalleeKind::Defined: {
    const bool Fits = Callee->getFunctionType() == I.getFunctionType() &&
                      !Callee->isVarArg() && !isSummarized(*Callee);
    if (!Fits || any_of(I.args(), [&](const Use &U) {
          return I.isByValArgument(I.getArgOperandNo(&U));
        }))
      return stop("a call does not fit");
    SmallVector<RunValue, 8> Arguments;
    for (const Use &U : I.args())
      Arguments.push_back(valueOf(U));
    return enter(*Callee, &I, Arguments);
  }
  case CalleeKind::Error: {
    const ErrorKind What = describeError(I).Kind;
    return What == ErrorKind::Undefined || What == ErrorKind::Unreachable ||
                   What == ErrorKind::RecursionLimit
               ? stop("it does what C leaves undefined")
               : fail(I);
  }
  case CalleeKind::Assert:
  case CalleeKind::Assume: {
    const RunValue Condition = valueOf(I.getArgOperand(0));
    const bool IsNull = Condition.isNull(),
               IsObject =
                   Condition.is(ValueKind::Pointer) &&
                   Memory.at(Condition.Object).hasBytes(Condition.Offset, 1);
    if (!Condition.is(ValueKind::Bits) && !IsNull && !IsObject)
      return stop("a condition is not the same in each run");
    const bool Holds = !IsNull && (IsObject || !Condition.Number.isZero());
    return Holds                       ? Ending::None
           : How == CalleeKind::Assert ? fail(I)
                                       : Ending::Ends;
  }
  case CalleeKind::Exit:
    return Ending::Ends;
  case CalleeKind::Nondet:
    return readInput(I);
  case CalleeKind::Output:
    // Printing with %n writes.
    if (effectOf(I) == Effect::Some)
      return stop("it calls " + Callee->getName());
    return I.getType()->isVoidTy() ? Ending::None : set(I, RunValue());
  case CalleeKind::Allocation:
    return allocate(I);
  case CalleeKind::Deallocation:
    return release(I);
  case CalleeKind::MemoryCheck:
    return check(I);
  default:
    break;
  }
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return callIntrinsic(*Intrinsic);
  if (How == CalleeKind::Ignored && I.getType()->isVoidTy())
    return Ending::None;
  if (isSameObject(I)) {
    const RunValue A = valueOf(I.getArgOperand(0)),
                   B = valueOf(I.getArgOperand(1));
    return set(I, A.is(ValueKind::Pointer) && B.is(ValueKind::Pointer)
                      ? RunValue::boolean(A.Object == B.Object)
                      : RunValue());
  }
  return stop(Callee ? "it calls " + Callee->getName() : "it has assembly");
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

OnlyRun StepRunner::run() {
  OnlyRun Result;
  Ending Now = Layout.isLittleEndian() && Layout.getPointerSize() == 8
                   ? enter(Entry, nullptr, {})
                   : stop("it is for another machine");
  while (Now == Ending::None) {
    if (Steps == Limits.MaxSteps) {
      Now = stop("it is long");
      break;
    }
    ++Steps;
    Now = step();
  }
  Result.Steps = Steps;
  Result.Why = Reason;
  if (Now == Ending::Ends)
    Result.How = OnlyRun::Ending::Ends;
  if (Now == Ending::Fails) {
    Result.How = OnlyRun::Ending::Fails;
    Result.Failed = Failed;
    Trace.Lives.resize(Memory.size());
    if (KeepsTrace)
      makeStraight(Entry, Trace, Memory);
  }
  return Result;
}

OnlyRun sooth::runOnly(Function &Entry, const OnlyRunLimits &Limits) {
  StepRunner::CallKinds Kinds;
  return StepRunner(Entry, Limits, StepRunner::Keeps::Trace, Kinds, nullptr)
      .run();
}
