//===- PointsTo.cpp - What pointers may point to --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointsTo.h"

#include "Base/MemoryChecks.h"
#include "Base/PointerDifference.h"
#include "Base/PointerParts.h"
#include "Base/Reachable.h"
#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/PointerTypes.h"
#include "sooth/Frontend/LLVM/Base/Stubs.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/CheckedArithmetic.h"

#include <numeric>

using namespace sooth;
using namespace llvm;

using Instances = MemoryObject::Instances;
using Content = MemoryAccess::Content;
using Direction = MemoryAccess::Direction;

SmallVector<const Value *, 2> sooth::allocatedSize(const CallBase &Call) {
  if (classify(Call) != CalleeKind::Allocation)
    return {};
  StringRef Name = calledFunction(Call)->getName();
  if (Name == "calloc")
    return {Call.getArgOperand(0), Call.getArgOperand(1)};
  return {Call.getArgOperand(Name == "malloc" ? 0 : 1)};
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

PointsTo::Place PointsTo::ownPlace(const Value *V) {
  auto It = Places.find(V);
  if (It != Places.end())
    return It->second;
  Place New = fresh();
  Places[V] = New;
  return New;
}

PointsTo::Place PointsTo::addObject(const Value *Site,
                                    std::optional<uint64_t> Size,
                                    Instances How) {
  Place At = ownPlace(Site);
  if (ObjectOf.contains(Site))
    return At;
  ObjectOf[Site] = Objects.size();
  // Whatever is unified with the cell meanwhile, the object begins there.
  Cell Start = find(At);
  Nodes[Start.Node].Objects.push_back({Objects.size(), Start.Offset});
  Objects.push_back({Site, Size, How});
  return At;
}

std::optional<PointsTo::Place> PointsTo::placeOfConstant(const Constant *C) {
  if (auto *G = dyn_cast<GlobalAlias>(C))
    return placeOfConstant(G->getAliasee());
  if (auto *G = dyn_cast<GlobalObject>(C)) {
    if (ObjectOf.contains(G))
      return ownPlace(G);
    auto *Variable = dyn_cast<GlobalVariable>(G);
    bool IsSized = Variable && Variable->getValueType()->isSized();
    std::optional<uint64_t> Size = 0;
    if (IsSized)
      Size = Layout.getTypeAllocSize(Variable->getValueType());
    if (Variable && isOfUnknownSize(*Variable))
      Size = std::nullopt;
    Place At = addObject(G, Size, Instances::One);
    if (Variable && Variable->hasInitializer())
      visitInitializer(At, Variable->getInitializer());
    if (Variable && isDefinedElsewhere(*Variable)) {
      Nodes[find(At).Node].IsExposed = true;
      Nodes[find(At).Node].HoldsUnknown |= !Variable->hasInitializer();
    }
    return At;
  }
  auto *E = dyn_cast<ConstantExpr>(C);
  if (!E)
    return std::nullopt; // null, undef
  if (isa<GEPOperator>(E))
    if (auto Base = placeOf(E->getOperand(0)))
      return step(*Base, *E);
  if (E->isCast() && E->getOperand(0)->getType()->isPointerTy())
    return placeOf(E->getOperand(0));
  for (const Use &U : E->operands())
    if (auto Part = placeOf(U)) {
      makeWild(find(*Part).Node);
      makePeriodic(*Part, 1);
      return Part;
    }
  return std::nullopt;
}

std::optional<PointsTo::Place> PointsTo::placeOf(const Value *V) {
  if (auto *C = dyn_cast<Constant>(V))
    return placeOfConstant(C);
  return ownPlace(V);
}

void PointsTo::assign(const Value *To, const Value *From) {
  auto P = placeOf(From);
  if (!P)
    return;
  bool Joins = isa<PHINode, SelectInst, Argument>(To) && Guess.of(To);
  unify(ownPlace(To), Joins ? rangeOver(*P, From, To) : *P);
}

/// Where \p Pointer, which is at \p From, might be once it has been moved
/// within its array. It becomes \p As, if that is not null.
PointsTo::Place PointsTo::rangeOver(Place From, const Value *Pointer,
                                    const Value *As) {
  auto In = Guess.of(Pointer, As);
  if (!In || !In->Position)
    return From;
  Cell At = find(From);
  auto Here = positionOf(At);
  if (!Here.Enclosing.empty() && Here.Enclosing.back()->Size <= In->Size)
    return From;
  const int64_t Begin = At.Offset - *In->Position;
  addSubobject(At.Node, {Begin, In->Size, In->Size, {}});
  unifyPending();
  // One past the end is where the next member begins, but is not meant so.
  const int64_t Position = *In->Position % int64_t(In->Size);
  return {At.Node, Begin + Position, fixedGroup(In->Size)};
}

void PointsTo::markWild(const Value *V) {
  if (auto C = placeOf(V))
    makeWild(find(*C).Node);
}

void PointsTo::makeWild(NodeId N) {
  if (!Nodes[N].IsWild)
    Nodes[N].WildBy = Current;
  Nodes[N].IsWild = true;
}

void PointsTo::expose(const Value *V) {
  if (auto C = placeOf(V))
    Nodes[find(*C).Node].IsExposed = true;
}

void PointsTo::exposeToUnknown(const Value *V) {
  expose(V);
  if (auto C = placeOf(V))
    Nodes[find(*C).Node].HoldsUnknown = true;
}

void PointsTo::visitInitializer(Place At, const Constant *C) {
  if (C->getType()->isPointerTy()) {
    if (auto Target = placeOf(C))
      unify(field(At), rangeOver(*Target, C));
    else if (isa<ConstantExpr>(C))
      makeWild(find(field(At)).Node);
    return;
  }
  if (auto *Number = dyn_cast<ConstantExpr>(C))
    return visitInitialNumber(At, *Number);
  if (!isa<ConstantAggregate>(C))
    return;
  for (unsigned I = 0; I < C->getNumOperands(); ++I) {
    uint64_t Offset =
        C->getType()->isStructTy()
            ? Layout.getStructLayout(cast<StructType>(C->getType()))
                  ->getElementOffset(I)
            : I * Layout.getTypeAllocSize(C->getOperand(I)->getType());
    visitInitializer({At.Node, At.Offset + int64_t(Offset), At.Group},
                     cast<Constant>(C->getOperand(I)));
  }
}

/// Of a variable.
static Type *objectType(const Value *Object) {
  if (auto *Local = dyn_cast<AllocaInst>(Object))
    return Local->getAllocatedType();
  return cast<GlobalVariable>(Object)->getValueType();
}

/// Where a getelementptr leads.
PointsTo::Place PointsTo::step(Place From, const User &Gep) {
  auto &G = cast<GEPOperator>(Gep);
  unsigned Width = Layout.getIndexTypeSizeInBits(G.getType());
  MapVector<Value *, APInt> Variable;
  APInt Constant(Width, 0);
  if (!G.getType()->isPointerTy() ||
      !G.collectOffset(Layout, Width, Variable, Constant)) {
    makePeriodic(From, 1);
    return From;
  }
  if (Cell At = find(From);
      Nodes[At.Node].IsOutside && positionOf(At).Enclosing.empty()) {
    if (const uint64_t Element = elementSteppedBack(G, Layout))
      makePeriodic(From, Element);
    else if (Variable.empty() && Constant.isNegative())
      startBefore(At, Constant.abs().getLimitedValue(INT32_MAX));
  }
  for (const PointerStep &By : Guess.stepsOf(G))
    From = step(From, By);
  return From;
}

PointsTo::Place PointsTo::step(Place From, const PointerStep &By) {
  Place To = {From.Node, From.Offset + By.Fixed, Still};
  Cell At = find(From);
  auto Here = positionOf(At);
  const Subobject *In =
      Here.Enclosing.empty() ? nullptr : Here.Enclosing.back();
  // Into an array in an element of its subobject?
  const bool Enters =
      By.Stride && By.Array &&
      (!In || (By.Array->Size < In->Size && By.Array->Size <= In->Stride));
  if (In && !Enters)
    return stepInSubobject(At, Here, By);
  if (By.Stride == 0)
    return To;
  if (!By.Array) {
    makePeriodic(From, By.Stride);
    return To;
  }
  const int64_t Begin = At.Offset + By.Array->Begin;
  addSubobject(At.Node, {Begin, By.Array->Size, By.Stride, {}});
  unifyPending();
  return {At.Node, Begin + reduced(By.Fixed - By.Array->Begin, By.Stride),
          fixedGroup(By.Array->Size)};
}

/// A pointer that is moved and assigned to itself is not to stay where it is.
void PointsTo::watchStep(const GetElementPtrInst &Gep, Place Base) {
  APInt Distance(Layout.getIndexTypeSizeInBits(Gep.getType()), 0);
  GroupId G = find(Base.Group);
  if (find(ownPlace(&Gep).Group) != G || isFixed(G) ||
      !Gep.accumulateConstantOffset(Layout, Distance) || Distance.isZero())
    return;
  GroupAdvances[G] = true;
  if (GroupSpans[G])
    makePeriodic(Base, Distance.abs().getLimitedValue(INT64_MAX));
}

/// A pointer that ranges over a subobject, moved: it is meant to stay in its
/// subobject unless it certainly leaves it.
PointsTo::Place PointsTo::stepInSubobject(Cell At,
                                          const Subobjects::Position &In,
                                          const PointerStep &By) {
  Subobject Now = *In.Enclosing.back();
  Place To = {At.Node, At.Offset + By.Fixed, fixedGroup(Now.Size)};
  if (uint64_t(std::abs(By.Fixed)) >= Now.Size) {
    uint64_t Step = By.Stride;
    for (const Subobject *Z : In.Enclosing)
      Step = std::gcd(Step, Z->Stride);
    makePeriodic(To, Step);
    return To;
  }
  Now.Begin = In.subobjectBegin();
  Now.Stride = std::gcd(Now.Stride, By.Stride);
  Now.Inner.clear();
  To.Offset = Now.Begin + reduced(In.InElement + By.Fixed, Now.Stride);
  addSubobject(At.Node, std::move(Now));
  unifyPending();
  return To;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void PointsTo::access(Place At, Type *T, uint64_t From, Direction Way) {
  if (T->isAggregateType()) {
    unsigned Count =
        T->isStructTy() ? T->getStructNumElements() : T->getArrayNumElements();
    for (unsigned I = 0; I < Count; ++I) {
      Type *Element = T->isStructTy() ? T->getStructElementType(I)
                                      : T->getArrayElementType();
      uint64_t Offset =
          T->isStructTy()
              ? uint64_t(Layout.getStructLayout(cast<StructType>(T))
                             ->getElementOffset(I))
              : I * uint64_t(Layout.getTypeAllocSize(Element));
      access(At, Element, From + Offset, Way);
    }
    return;
  }
  Content Holds = T->isPointerTy()         ? Content::Pointer
                  : T->isIntegerTy()       ? Content::Integer
                  : T->isFloatingPointTy() ? Content::Float
                                           : Content::Opaque;
  Accesses.push_back(
      {At, {int64_t(From), Layout.getTypeStoreSize(T), Holds, Way, Current}});
}

void PointsTo::access(const Value *Pointer, Type *T, Direction Way) {
  if (Now == Round::First)
    if (auto At = placeOf(Pointer))
      access(*At, T, 0, Way);
}

const GlobalVariable *sooth::copiedConstant(const MemTransferInst &Copy) {
  auto *From = dyn_cast<GlobalVariable>(Copy.getSource());
  auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  bool IsWhole = From && Length && From->isConstant() &&
                 From->hasDefinitiveInitializer() &&
                 Length->getValue().ule(From->getDataLayout().getTypeAllocSize(
                     From->getValueType()));
  return IsWhole ? From : nullptr;
}

/// Both sides become one node: what is copied keeps its shape. The initializer
/// of a local is written like any other value.
void PointsTo::visitTransfer(const MemTransferInst &Copy) {
  if (const GlobalVariable *Initial = copiedConstant(Copy)) {
    access(Copy.getRawDest(), Initial->getValueType(), Direction::Write);
    auto To = placeOf(Copy.getRawDest());
    if (!To)
      return;
    // What is copied lies in the subobject, as counted from the cell.
    if (Cell At = find(*To); rangesOverSubobject(At))
      To = {At.Node, At.Offset, Ranging};
    visitInitializer(*To, Initial->getInitializer());
    return;
  }
  auto To = placeOf(Copy.getRawDest()), From = placeOf(Copy.getRawSource());
  if (!To || !From)
    return;
  Cell A = find(*To), B = find(*From);
  // From one member of a structure to another.
  if (A.Node == B.Node && A.Offset != B.Offset && Guess.of(Copy.getRawDest()) &&
      Guess.of(Copy.getRawSource())) {
    To = rangeOver(*To, Copy.getRawDest());
    From = rangeOver(*From, Copy.getRawSource());
    A = find(*To), B = find(*From);
  }
  // The pointers are not assigned to each other.
  To->Group = fixedGroup(A.Within);
  From->Group = fixedGroup(B.Within);
  unify(*To, *From);
}

void PointsTo::visitDefinedCall(const CallBase &Call, const Function &Callee) {
  if (FunctionIndex.try_emplace(&Callee, Functions.size()).second)
    Functions.push_back(&Callee);
  for (const Argument &A : Callee.args())
    if (A.getArgNo() < Call.arg_size()) {
      const Value *Passed = Call.getArgOperand(A.getArgNo());
      if (A.getType()->isPtrOrPtrVectorTy())
        assign(&A, Passed);
      else
        assignNumber(&A, Passed);
    }
  // Nobody knows where a variable argument ends up.
  for (unsigned I = Callee.arg_size(); I < Call.arg_size(); ++I)
    exposeToUnknown(Call.getArgOperand(I));
  if (Call.getType()->isVoidTy())
    return;
  for (const BasicBlock &B : Callee)
    if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator()))
      if (const Value *Result = Return->getReturnValue()) {
        if (Result->getType()->isIntegerTy())
          assignNumber(&Call, Result);
        else if (auto P = placeOf(Result))
          unify(ownPlace(&Call), rangeOver(*P, Result));
      }
}

static bool isInCycle(const BasicBlock &B) {
  auto Next = [](const BasicBlock *At) { return successors(At); };
  return reachable(SmallVector<const BasicBlock *>(Next(&B)), Next)
      .contains(&B);
}

void PointsTo::visitAllocation(const CallBase &Call) {
  if (ObjectOf.contains(&Call))
    return;
  std::optional<uint64_t> Size = 1;
  for (const Value *Factor : allocatedSize(Call)) {
    auto *Number = dyn_cast<ConstantInt>(Factor);
    Size = Size && Number
               ? checkedMulUnsigned<uint64_t>(*Size, Number->getZExtValue())
               : std::nullopt;
  }
  const Function *In = Call.getFunction();
  bool Again = In != Functions.front() || isInCycle(*Call.getParent()) ||
               (isSummarized(*In) && !In->use_empty());
  addObject(&Call, Size, Again ? Instances::Many : Instances::One);
}

void PointsTo::visitComparison(const ICmpInst &I) {
  joinCompared(I.getOperand(0), I.getOperand(1));
  if (TrustsUnseen)
    compareExposed(I);
}

/// The pointers in an object are asked for when the program ends.
void PointsTo::readPointers(Place At, Type *T, uint64_t From) {
  Type *Pointer = PointerType::getUnqual(T->getContext());
  forEachPointerPart(*T, Layout, [&](uint64_t Offset) {
    access(At, Pointer, From + Offset, Direction::Read);
  });
}

/// What a check asks about is an access like any other.
void PointsTo::visitCheck(const CallBase &Call) {
  MemoryCheck Check = describeCheck(Call);
  if (Check.What == MemoryCheck::Kind::Leak) {
    AsksForLeaks = true;
    for (const Value *Object : Call.args())
      if (auto At = placeOf(Object); At && Now == Round::First)
        readPointers(*At, objectType(Object), 0);
  }
  if (Check.What == MemoryCheck::Kind::Free)
    if (auto C = placeOf(Check.Pointer))
      Nodes[find(*C).Node].IsFreed = true;
  if (!Check.isOfContent())
    return;
  AsksForContent = true;
  auto At = placeOf(Check.Pointer);
  if (!At || Now != Round::First)
    return;
  Content Holds = Check.What == MemoryCheck::Kind::Number    ? Content::Integer
                  : Check.What == MemoryCheck::Kind::Pointer ? Content::Pointer
                                                             : Content::Opaque;
  Accesses.push_back({*At,
                      {0, cast<ConstantInt>(Check.Size)->getZExtValue(), Holds,
                       Direction::Read, Current}});
}

/// Whether pointers to \p Local may outlive it. Checks count: they may be all
/// that is left of uses after its end.
static bool isCaptured(const AllocaInst &Local) {
  return PointerMayBeCaptured(&Local, /*ReturnCaptures=*/true,
                              /*StoreCaptures=*/true);
}

void PointsTo::visitCall(const CallBase &Call) {
  CalleeKind Kind = classify(Call);
  switch (Kind) {
  case CalleeKind::Defined:
    return visitDefinedCall(Call, *calledFunction(Call));
  case CalleeKind::Allocation:
    return visitAllocation(Call);
  case CalleeKind::Lifetime: {
    auto *Local = dyn_cast<AllocaInst>(Call.getArgOperand(1));
    bool Ends =
        cast<IntrinsicInst>(Call).getIntrinsicID() == Intrinsic::lifetime_end;
    if (Local && Ends && ObjectOf.contains(Local))
      Objects[ObjectOf[Local]].MayDangle |= isCaptured(*Local);
    // Nothing is freed there, but some of it ends.
    if (!Local || !Local->isStaticAlloca())
      if (auto At = placeOf(Call.getArgOperand(1)))
        Nodes[find(*At).Node].IsFreed = true;
    return;
  }
  case CalleeKind::MemoryCheck:
    return visitCheck(Call);
  case CalleeKind::Deallocation:
    if (auto C = placeOf(Call.getArgOperand(0))) {
      Node &Of = Nodes[find(*C).Node];
      Of.IsFreed = true;
      if (!is_contained(Of.FreedBy, &Call))
        Of.FreedBy.push_back(&Call);
    }
    return;
  case CalleeKind::Memory:
    if (auto *Copy = dyn_cast<MemTransferInst>(&Call))
      visitTransfer(*Copy);
    return;
  case CalleeKind::External:
  case CalleeKind::Indirect:
  case CalleeKind::InlineAsm:
  case CalleeKind::Nondet:
    if (isInitialValue(Call) && Call.getType()->isPointerTy()) {
      HasOutside = true; // where the pointer leads is for others to say
      for (const Value *Own : Call.args())
        assign(&Call, Own);
      if (calledFunction(Call)->hasFnAttribute(NeverOutsideName))
        return;
      addOutside(&Call);
      return setTarget(&Call,
                       dyn_cast_or_null<DIType>(
                           calledFunction(Call)->getMetadata(TargetTypeName)));
    }
    if (Call.hasFnAttr(UnknownTargetName) && !mayReachUnseen(Outside))
      return;
    for (auto [I, Argument] : enumerate(Call.args()))
      if (Call.isByValArgument(I))
        passCopy(Argument, Layout.getTypeAllocSize(Call.getParamByValType(I)));
      else if (Argument->getType()->isPtrOrPtrVectorTy())
        isUnseen(Call) ? expose(Argument) : exposeToUnknown(Argument);
    if (TrustsUnseen && returnsUnseen(Call))
      return addUnseenResult(Call);
    if (Call.getType()->isPtrOrPtrVectorTy() ||
        Call.getType()->isAggregateType())
      markWild(&Call);
    return;
  default:
    if (isTagged(Call)) {
      assign(&Call, Call.getArgOperand(0));
      Nodes[find(ownPlace(&Call)).Node].HasTags = true;
      return;
    }
    // An operation on pointers, like llvm.ptrmask.
    if (Call.getType()->isPtrOrPtrVectorTy()) {
      for (const Value *Argument : Call.args())
        if (Argument->getType()->isPtrOrPtrVectorTy())
          assign(&Call, Argument);
      makePeriodic(ownPlace(&Call), 1);
    }
    return;
  }
}

void PointsTo::visit(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return visitCall(*Call);
  if (auto *Local = dyn_cast<AllocaInst>(&I)) {
    std::optional<uint64_t> Size;
    if (auto Known = Local->getAllocationSize(Layout))
      Size = Known->getFixedValue();
    // Each activation of a procedure has its own.
    bool Again = Local->getFunction() != Functions.front() ||
                 (!Local->isStaticAlloca() && isInCycle(*Local->getParent()));
    addObject(Local, Size, Again ? Instances::Many : Instances::One);
    if (!Local->isStaticAlloca())
      Objects[ObjectOf[Local]].MayDangle = isCaptured(*Local);
    return;
  }
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    access(Load->getPointerOperand(), Load->getType(), Direction::Read);
    if (mayHoldPointer(Load->getType()))
      if (auto At = placeOf(Load->getPointerOperand())) {
        unify(ownPlace(Load), field(*At));
        if (const NodeId N = find(*At).Node;
            Load->getType()->isPointerTy() &&
            (Nodes[N].IsOutside || holdsLeft(N))) {
          addOutside(Load);
          FoundOutside[Load] = pointerDeclaredAt(find(*At));
          setDeclared(Load, declaredAt(find(*At)));
        }
      }
    return loadNumber(*Load);
  }
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    const Value *New = Store->getValueOperand();
    access(Store->getPointerOperand(), New->getType(), Direction::Write);
    if (mayHoldPointer(New->getType()))
      if (auto At = placeOf(Store->getPointerOperand()))
        if (auto Target = placeOf(New)) {
          Place Stored =
              rangeOver(*Target, New); // May move what is at the address.
          unify(field(*At), Stored);
        }
    return storeNumber(*Store);
  }
  if (auto *Gep = dyn_cast<GetElementPtrInst>(&I)) {
    auto Base = placeOf(Gep->getPointerOperand());
    // It might turn out to be in an array that it is not to leave.
    bool IsEarly =
        Base && Now != Round::Last && Nodes[find(*Base).Node].Objects.empty();
    if (Base && !IsEarly) {
      watchStep(*Gep, *Base);
      unify(ownPlace(Gep), step(*Base, *Gep));
    }
    return;
  }
  if (isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I)) {
    access(I.getOperand(0), I.getOperand(1)->getType(), Direction::Write);
    access(I.getOperand(0), I.getOperand(1)->getType(), Direction::Read);
    exposeToUnknown(I.getOperand(0));
    return;
  }
  if (auto *Compare = dyn_cast<ICmpInst>(&I);
      Compare && Compare->getOperand(0)->getType()->isPointerTy())
    return visitComparison(*Compare);
  if (auto [A, B] = pointerDifference(I); A)
    joinCompared(A, B);
  if (visitNumber(I) || !mayHoldPointer(I.getType()))
    return;
  if (isa<PHINode, SelectInst, FreezeInst, InsertValueInst, ExtractValueInst>(
          I)) {
    for (const Value *Operand : I.operand_values())
      if (mayHoldPointer(Operand->getType()))
        assign(&I, Operand);
    return;
  }
  for (const Value *Operand : I.operand_values())
    if (mayHoldPointer(Operand->getType()))
      assign(&I, Operand);
  markWild(&I);
}

/// Numbers the objects whose addresses \p C consists of.
void PointsTo::visitConstant(const Constant *C) {
  if (C->getType()->isPointerTy())
    placeOf(C);
  else if (isa<ConstantAggregate>(C))
    for (const Use &Part : C->operands())
      visitConstant(cast<Constant>(Part));
}

void PointsTo::visit(const Function &F) {
  for (const Instruction &I : instructions(F)) {
    Current = &I;
    for (const Value *Operand : I.operand_values())
      if (auto *C = dyn_cast<Constant>(Operand))
        visitConstant(C);
    visit(I);
  }
  Current = nullptr;
}

/// What is passed by value is only read.
void PointsTo::passCopy(const Value *Structure, uint64_t Size) {
  if (auto At = placeOf(Structure); At && Now == Round::First)
    Passed.push_back({*At, Size});
}

/// Of what is passed by value the callee has a copy, which has pointers.
void PointsTo::exposePassed() {
  for (auto [At, Size] : Passed) {
    DenseSet<int64_t> Offsets;
    At.Group = Ranging; // As in field().
    for (uint64_t I = 0; I < Size; ++I)
      Offsets.insert(find({At.Node, At.Offset + int64_t(I), At.Group}).Offset);
    for (auto &[Offset, Target] : Nodes[find(At).Node].Pointees)
      if (Node &To = Nodes[find(Target).Node];
          Offsets.contains(Offset) && !To.IsExposed)
        To.IsExposed = Changed = true;
  }
}

/// Code of the program that is left out may reach what callers made, and
/// variables whose addresses are anywhere, in ways that are not seen.
void PointsTo::exposeToLeftOut() {
  if (!HasLeftOut)
    return;
  for (NodeId N : nodes()) {
    const bool IsReached =
        Nodes[N].IsOutside || any_of(Nodes[N].Objects, [&](auto &Part) {
          auto *G = dyn_cast<GlobalVariable>(Objects[Part.first].Site);
          return G && isAnywhere(*G);
        });
    if (IsReached && !Nodes[N].IsExposed)
      Nodes[N].IsExposed = Changed = true;
  }
}

/// It may free what it reaches.
void PointsTo::noteFreedByLeftOut() {
  if (HasLeftOut && !TrustsUnseen)
    for (NodeId N : nodes())
      Nodes[N].IsFreed |= Nodes[N].IsExposed && mayBeAllocated(N);
}

bool PointsTo::mayBeAllocated(NodeId N) const {
  return any_of(Nodes[N].Objects, [&](auto &Part) {
    return Objects[Part.first].IsOutside ||
           isa<CallBase>(Objects[Part.first].Site);
  });
}

/// What exposed memory points to is exposed.
void PointsTo::exposePointees() {
  SmallVector<NodeId> Worklist;
  for (NodeId N : nodes())
    if (Nodes[N].IsExposed)
      Worklist.push_back(N);
  while (!Worklist.empty())
    for (const NodeId From = Worklist.pop_back_val();
         auto &[Offset, Target] : Nodes[From].Pointees) {
      Node &To = Nodes[find(Target).Node];
      if (To.IsExposed && To.HoldsUnknown >= Nodes[From].HoldsUnknown)
        continue;
      To.IsExposed = Changed = true;
      To.HoldsUnknown |= Nodes[From].HoldsUnknown;
      Worklist.push_back(find(Target).Node);
    }
}

/// Unknown code may store unknown pointers.
void PointsTo::closeExposed() {
  exposeToLeftOut();
  exposePassed();
  exposePointees();
  for (NodeId N : nodes())
    if (Nodes[N].IsExposed && !holdsLeft(N))
      for (auto &[Offset, Target] : Nodes[N].Pointees)
        makeWild(find(Target).Node);
}

PointsTo::PointsTo(const Function &Entry, Members How, Environment Outside)
    : Layout(Entry.getDataLayout()), How(How), Outside(Outside),
      TrustsUnseen(sooth::trustsUnseen(Entry, Outside)),
      HasLeftOut(hasLeftOut(*Entry.getParent())),
      Stored(storedOutside(*Entry.getParent())),
      Guess(*Entry.getParent(), How) {
  FunctionIndex[&Entry] = 0;
  Functions.push_back(&Entry);
  addArguments(Entry);
  run();
  settleAccesses();
  closeExposed();
  noteFreedByLeftOut();
}

void PointsTo::run() {
  auto VisitAll = [&] {
    for (unsigned I = 0; I < Functions.size(); ++I)
      visit(*Functions[I]);
  };
  VisitAll();
  for (Round Next : {Round::Later, Round::Last}) {
    Now = Next;
    do {
      Changed = false;
      VisitAll();
      if (TrustsUnseen) {
        exposeToLeftOut();
        exposePassed();
        exposePointees();
        joinResults();
      }
      joinStored();
      alignStarts();
      alignSubobjects();
    } while (Changed);
  }
}

std::optional<PointsTo::Cell> PointsTo::pointee(const Value *Pointer) const {
  if (auto *C = dyn_cast<Constant>(Pointer)) {
    // All constants of the program have been looked at: this only reads.
    auto Found = const_cast<PointsTo *>(this)->placeOfConstant(C);
    return Found ? std::optional(find(*Found)) : std::nullopt;
  }
  auto It = Places.find(Pointer);
  return It == Places.end() ? std::nullopt : std::optional(find(It->second));
}

uint64_t PointsTo::alignmentOf(unsigned Object) const {
  const Value *Site = Objects[Object].Site;
  auto *Call = dyn_cast<CallBase>(Site);
  if (Objects[Object].IsOutside)
    return std::max<uint64_t>(2 * Layout.getPointerSize(),
                              Objects[Object].Aligned.value_or(1));
  if (!Call)
    return Site->getPointerAlignment(Layout).value();
  uint64_t Least = 2 * Layout.getPointerSize(); // that of max_align_t
  StringRef Name = calledFunction(*Call)->getName();
  auto *Asked = dyn_cast<ConstantInt>(Call->getArgOperand(0));
  bool Asks = Asked && (Name == "aligned_alloc" || Name == "memalign");
  return Asks ? std::max(Least, Asked->getZExtValue()) : Least;
}

bool PointsTo::mayBeMisaligned(unsigned Object, uint64_t By) const {
  const MemoryObject &O = Objects[Object];
  return O.IsOutside && O.Aligned && *O.Aligned < By;
}

std::optional<unsigned> PointsTo::objectOf(const Value *Site) const {
  auto It = ObjectOf.find(Site);
  return It == ObjectOf.end() ? std::nullopt : std::optional(It->second);
}
