//===- PointsTo.cpp - What pointers may point to --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointsTo.h"

#include "sooth/Frontend/LLVM/CheckMemory.h"
#include "sooth/Frontend/LLVM/Vocabulary.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

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
// Cells
//===----------------------------------------------------------------------===//

PointsTo::Cell PointsTo::fresh() {
  Nodes.emplace_back();
  NodeId N = Nodes.size() - 1;
  Parent.push_back({N, 0});
  return {N, 0};
}

static uint64_t absoluteDifference(int64_t A, int64_t B) {
  return A > B ? uint64_t(A) - uint64_t(B) : uint64_t(B) - uint64_t(A);
}

static int64_t reduced(int64_t Offset, uint64_t Stride) {
  if (Stride == 0)
    return Offset;
  int64_t Rest = Offset % int64_t(Stride);
  return Rest < 0 ? Rest + int64_t(Stride) : Rest;
}

PointsTo::Cell PointsTo::find(Cell C) const {
  while (Parent[C.Node].first != C.Node) {
    auto [Up, Shift] = Parent[C.Node];
    if (Parent[Up].first != Up)
      Parent[C.Node] = {Parent[Up].first, Shift + Parent[Up].second};
    C = {Up, C.Offset + Shift};
  }
  return {C.Node, reduced(C.Offset, Nodes[C.Node].Stride)};
}

void PointsTo::unify(Cell A, Cell B) {
  Pending.push_back({A, B});
  unifyPending();
}

void PointsTo::unifyPending() {
  while (!Pending.empty()) {
    auto [A, B] = Pending.pop_back_val();
    A = find(A);
    B = find(B);
    if (A.Node != B.Node)
      merge(A, B);
    else if (A.Offset != B.Offset)
      setStride(A.Node, absoluteDifference(A.Offset, B.Offset));
  }
}

void PointsTo::makePeriodic(Cell C, uint64_t Step) {
  setStride(find(C).Node, Step);
  unifyPending();
}

/// Objects whose numbers do not tell them apart begin at the same place of
/// their node, so that an offset in them says where in the node it is.
void PointsTo::alignStarts() {
  for (NodeId N : nodes()) {
    std::optional<int64_t> First;
    for (size_t I = 0; I < Nodes[N].Objects.size(); ++I) {
      auto [Object, Start] = Nodes[N].Objects[I];
      if (Objects[Object].How == Instances::One)
        continue;
      if (!First)
        First = Start;
      else if (reduced(*First, Nodes[N].Stride) !=
               reduced(Start, Nodes[N].Stride))
        makePeriodic({N, 0}, absoluteDifference(*First, Start));
      if (Parent[N].first != N)
        break;
    }
  }
}

int64_t PointsTo::start(NodeId N) const {
  int64_t First = INT64_MAX;
  for (auto [Object, Start] : Nodes[N].Objects)
    First = std::min(First, Start);
  return Nodes[N].Objects.empty() ? 0 : First;
}

uint64_t PointsTo::displacement(NodeId N, unsigned Object) const {
  for (auto [Other, Start] : Nodes[N].Objects)
    if (Other == Object)
      return reduced(Start - start(N), Nodes[N].Stride);
  return 0;
}

void PointsTo::merge(Cell Into, Cell From) {
  int64_t Shift = Into.Offset - From.Offset;
  Parent[From.Node] = {Into.Node, Shift};
  Node Old = std::move(Nodes[From.Node]);
  Nodes[From.Node] = Node();
  Node &New = Nodes[Into.Node];
  for (auto [Object, Start] : Old.Objects)
    New.Objects.push_back({Object, Start + Shift});
  for (MemoryAccess A : Old.Accesses) {
    A.Offset = reduced(A.Offset + Shift, New.Stride);
    New.Accesses.push_back(A);
  }
  New.IsWild |= Old.IsWild;
  if (!New.WildBy)
    New.WildBy = Old.WildBy;
  New.IsExposed |= Old.IsExposed;
  New.IsFreed |= Old.IsFreed;
  New.FreedBy.append(Old.FreedBy);
  for (auto &[Offset, Target] : Old.Pointees) {
    auto [It, IsNew] =
        New.Pointees.try_emplace(reduced(Offset + Shift, New.Stride), Target);
    if (!IsNew)
      Pending.push_back({It->second, Target});
  }
  if (Old.Stride) {
    uint64_t Before = Nodes[Into.Node].Stride;
    setStride(Into.Node, Old.Stride);
    if (Nodes[Into.Node].Stride == Old.Stride && Before != Old.Stride)
      Nodes[Into.Node].StrideBy = Old.StrideBy;
  }
}

/// Offsets in \p N that differ by \p Step are the same from now on.
void PointsTo::setStride(NodeId N, uint64_t Step) {
  Node &Of = Nodes[N];
  uint64_t Stride = std::gcd(Of.Stride, Step);
  if (Stride == Of.Stride)
    return;
  Of.Stride = Stride;
  Of.StrideBy = Current;
  for (MemoryAccess &A : Of.Accesses)
    A.Offset = reduced(A.Offset, Stride);
  auto Old = std::move(Of.Pointees);
  Of.Pointees.clear();
  for (auto &[Offset, Target] : Old) {
    auto [It, IsNew] = Of.Pointees.try_emplace(reduced(Offset, Stride), Target);
    if (!IsNew)
      Pending.push_back({It->second, Target});
  }
}

/// What a pointer at \p Address points to.
PointsTo::Cell PointsTo::field(Cell Address) {
  Address = find(Address);
  auto &Pointees = Nodes[Address.Node].Pointees;
  auto It = Pointees.find(Address.Offset);
  if (It != Pointees.end())
    return It->second;
  Cell New = fresh(); // May move Nodes.
  Nodes[Address.Node].Pointees[Address.Offset] = New;
  return New;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

PointsTo::Cell PointsTo::ownCell(const Value *V) {
  auto It = Cells.find(V);
  if (It != Cells.end())
    return It->second;
  Cell New = fresh();
  Cells[V] = New;
  return New;
}

PointsTo::Cell PointsTo::addObject(const Value *Site,
                                   std::optional<uint64_t> Size,
                                   Instances How) {
  Cell At = ownCell(Site);
  ObjectOf[Site] = Objects.size();
  // Whatever is unified with the cell meanwhile, the object begins there.
  Cell Start = find(At);
  Nodes[Start.Node].Objects.push_back({Objects.size(), Start.Offset});
  Objects.push_back({Site, Size, How});
  return At;
}

std::optional<PointsTo::Cell> PointsTo::cellOfConstant(const Constant *C) {
  if (auto *G = dyn_cast<GlobalAlias>(C))
    return cellOfConstant(G->getAliasee());
  if (auto *G = dyn_cast<GlobalObject>(C)) {
    if (ObjectOf.contains(G))
      return ownCell(G);
    auto *Variable = dyn_cast<GlobalVariable>(G);
    bool IsSized = Variable && Variable->getValueType()->isSized();
    std::optional<uint64_t> Size = 0;
    if (IsSized)
      Size = Layout.getTypeAllocSize(Variable->getValueType());
    Cell At = addObject(G, Size, Instances::One);
    if (Variable && Variable->hasInitializer())
      visitInitializer(At, Variable->getInitializer());
    if (Variable && !Variable->hasInitializer())
      Nodes[find(At).Node].IsExposed = true;
    return At;
  }
  auto *E = dyn_cast<ConstantExpr>(C);
  if (!E)
    return std::nullopt; // null, undef
  if (isa<GEPOperator>(E))
    if (auto Base = cellOf(E->getOperand(0)))
      return step(*Base, *E);
  if (E->isCast() && E->getOperand(0)->getType()->isPointerTy())
    return cellOf(E->getOperand(0));
  for (const Use &U : E->operands())
    if (auto Part = cellOf(U)) {
      makeWild(find(*Part).Node);
      makePeriodic(*Part, 1);
      return Part;
    }
  return std::nullopt;
}

std::optional<PointsTo::Cell> PointsTo::cellOf(const Value *V) {
  if (auto *C = dyn_cast<Constant>(V))
    return cellOfConstant(C);
  return ownCell(V);
}

void PointsTo::assign(const Value *To, const Value *From) {
  if (auto Cell = cellOf(From))
    unify(ownCell(To), *Cell);
}

void PointsTo::markWild(const Value *V) {
  if (auto C = cellOf(V))
    makeWild(find(*C).Node);
}

void PointsTo::makeWild(NodeId N) {
  if (!Nodes[N].IsWild)
    Nodes[N].WildBy = Current;
  Nodes[N].IsWild = true;
}

void PointsTo::expose(const Value *V) {
  if (auto C = cellOf(V))
    Nodes[find(*C).Node].IsExposed = true;
}

void PointsTo::visitInitializer(Cell At, const Constant *C) {
  if (C->getType()->isPointerTy()) {
    if (auto Target = cellOf(C))
      unify(field(At), *Target);
    return;
  }
  if (!isa<ConstantAggregate>(C))
    return;
  for (unsigned I = 0; I < C->getNumOperands(); ++I) {
    uint64_t Offset =
        C->getType()->isStructTy()
            ? Layout.getStructLayout(cast<StructType>(C->getType()))
                  ->getElementOffset(I)
            : I * Layout.getTypeAllocSize(C->getOperand(I)->getType());
    visitInitializer({At.Node, At.Offset + int64_t(Offset)},
                     cast<Constant>(C->getOperand(I)));
  }
}

/// Of a variable.
static Type *objectType(const Value *Object) {
  if (auto *Local = dyn_cast<AllocaInst>(Object))
    return Local->getAllocatedType();
  return cast<GlobalVariable>(Object)->getValueType();
}

/// The cell that a getelementptr leads to.
PointsTo::Cell PointsTo::step(Cell From, const User &Gep) {
  auto &G = cast<GEPOperator>(Gep);
  unsigned Width = Layout.getIndexTypeSizeInBits(G.getType());
  MapVector<Value *, APInt> Variable;
  APInt Constant(Width, 0);
  if (!G.getType()->isPointerTy() ||
      !G.collectOffset(Layout, Width, Variable, Constant)) {
    makePeriodic(From, 1);
    return From;
  }
  for (auto &[Index, Scale] : Variable)
    if (!Scale.isZero())
      makePeriodic(From, Scale.abs().getLimitedValue(INT64_MAX));
  return {From.Node, From.Offset + Constant.getSExtValue()};
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void PointsTo::access(Cell At, Type *T, Direction Way) {
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
      access({At.Node, At.Offset + int64_t(Offset)}, Element, Way);
    }
    return;
  }
  Cell Root = find(At);
  Content Holds = T->isPointerTy()         ? Content::Pointer
                  : T->isIntegerTy()       ? Content::Integer
                  : T->isFloatingPointTy() ? Content::Float
                                           : Content::Opaque;
  Nodes[Root.Node].Accesses.push_back(
      {Root.Offset, Layout.getTypeStoreSize(T), Holds, Way, Current});
}

void PointsTo::access(const Value *Pointer, Type *T, Direction Way) {
  if (auto At = cellOf(Pointer))
    access(*At, T, Way);
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
    if (auto To = cellOf(Copy.getRawDest()))
      visitInitializer(*To, Initial->getInitializer());
    return;
  }
  auto To = cellOf(Copy.getRawDest()), From = cellOf(Copy.getRawSource());
  if (To && From)
    unify(*To, *From);
}

void PointsTo::visitDefinedCall(const CallBase &Call, const Function &Callee) {
  if (FunctionIndex.try_emplace(&Callee, Functions.size()).second)
    Functions.push_back(&Callee);
  for (const Argument &A : Callee.args())
    if (A.getArgNo() < Call.arg_size() && A.getType()->isPtrOrPtrVectorTy())
      assign(&A, Call.getArgOperand(A.getArgNo()));
  // Nobody knows where a variable argument ends up.
  for (unsigned I = Callee.arg_size(); I < Call.arg_size(); ++I)
    expose(Call.getArgOperand(I));
  if (Call.getType()->isVoidTy())
    return;
  for (const BasicBlock &B : Callee)
    if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator()))
      if (const Value *Result = Return->getReturnValue())
        assign(&Call, Result);
}

static bool isInCycle(const BasicBlock &B) {
  SmallVector<const BasicBlock *> Worklist(successors(&B));
  SmallPtrSet<const BasicBlock *, 32> Seen;
  while (!Worklist.empty()) {
    const BasicBlock *Next = Worklist.pop_back_val();
    if (Next == &B)
      return true;
    if (Seen.insert(Next).second)
      Worklist.append(succ_begin(Next), succ_end(Next));
  }
  return false;
}

/// The pointers in an object are asked for when the program ends.
void PointsTo::readPointers(Cell At, Type *T) {
  if (T->isPointerTy())
    return access(At, T, Direction::Read);
  uint64_t Count = T->isStructTy()  ? T->getStructNumElements()
                   : T->isArrayTy() ? T->getArrayNumElements()
                                    : 0;
  for (uint64_t I = 0; I < Count && mayHoldPointer(T); ++I) {
    Type *Part = GetElementPtrInst::getTypeAtIndex(T, I);
    uint64_t Offset =
        T->isStructTy() ? uint64_t(Layout.getStructLayout(cast<StructType>(T))
                                       ->getElementOffset(I))
                        : I * uint64_t(Layout.getTypeAllocSize(Part));
    readPointers({At.Node, At.Offset + int64_t(Offset)}, Part);
  }
}

void PointsTo::visitCheck(const CallBase &Call) {
  MemoryCheck Check = describeCheck(Call);
  if (Check.What == MemoryCheck::Kind::Leak) {
    AsksForLeaks = true;
    for (const Value *Object : Call.args())
      if (auto At = cellOf(Object))
        readPointers(*At, objectType(Object));
  }
  if (Check.What == MemoryCheck::Kind::Free)
    if (auto C = cellOf(Check.Pointer))
      Nodes[find(*C).Node].IsFreed = true;
  if (!Check.isOfContent())
    return;
  AsksForContent = true;
  auto At = cellOf(Check.Pointer);
  if (!At)
    return;
  Cell Root = find(*At);
  Content Holds = Check.What == MemoryCheck::Kind::Number    ? Content::Integer
                  : Check.What == MemoryCheck::Kind::Pointer ? Content::Pointer
                                                             : Content::Opaque;
  Nodes[Root.Node].Accesses.push_back(
      {Root.Offset, cast<ConstantInt>(Check.Size)->getZExtValue(), Holds,
       Direction::Read, Current});
}

void PointsTo::visitCall(const CallBase &Call) {
  CalleeKind Kind = classify(Call);
  switch (Kind) {
  case CalleeKind::Defined:
    return visitDefinedCall(Call, *calledFunction(Call));
  case CalleeKind::Allocation: {
    std::optional<uint64_t> Size = 1;
    for (const Value *Factor : allocatedSize(Call)) {
      auto *Number = dyn_cast<ConstantInt>(Factor);
      Size = Size && Number ? std::optional(*Size * Number->getZExtValue())
                            : std::nullopt;
    }
    bool Again =
        Call.getFunction() != Functions.front() || isInCycle(*Call.getParent());
    addObject(&Call, Size, Again ? Instances::Many : Instances::One);
    return;
  }
  case CalleeKind::Lifetime: {
    auto *Local = dyn_cast<AllocaInst>(Call.getArgOperand(1));
    bool Ends =
        cast<IntrinsicInst>(Call).getIntrinsicID() == Intrinsic::lifetime_end;
    if (Local && Ends && ObjectOf.contains(Local))
      // Checks count: they may be all that is left of uses after the end.
      Objects[ObjectOf[Local]].MayDangle |=
          PointerMayBeCaptured(Local, /*ReturnCaptures=*/true,
                               /*StoreCaptures=*/true);
    return;
  }
  case CalleeKind::MemoryCheck:
    return visitCheck(Call);
  case CalleeKind::Deallocation:
    if (auto C = cellOf(Call.getArgOperand(0))) {
      Nodes[find(*C).Node].IsFreed = true;
      Nodes[find(*C).Node].FreedBy.push_back(&Call);
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
    for (const Value *Argument : Call.args())
      if (Argument->getType()->isPtrOrPtrVectorTy())
        expose(Argument);
    if (Call.getType()->isPtrOrPtrVectorTy() ||
        Call.getType()->isAggregateType())
      markWild(&Call);
    return;
  default:
    // An operation on pointers, like llvm.ptrmask.
    if (Call.getType()->isPtrOrPtrVectorTy()) {
      for (const Value *Argument : Call.args())
        if (Argument->getType()->isPtrOrPtrVectorTy())
          assign(&Call, Argument);
      makePeriodic(ownCell(&Call), 1);
    }
    return;
  }
}

bool sooth::mayHoldPointer(Type *T) {
  if (T->isPtrOrPtrVectorTy())
    return true;
  return T->isAggregateType() &&
         any_of(T->subtypes(), [](Type *Part) { return mayHoldPointer(Part); });
}

void PointsTo::visit(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return visitCall(*Call);
  if (auto *Local = dyn_cast<AllocaInst>(&I)) {
    std::optional<uint64_t> Size;
    if (auto Known = Local->getAllocationSize(Layout))
      Size = Known->getFixedValue();
    bool Again = !Local->isStaticAlloca() && isInCycle(*Local->getParent());
    addObject(Local, Size, Again ? Instances::Many : Instances::One);
    return;
  }
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    access(Load->getPointerOperand(), Load->getType(), Direction::Read);
    if (mayHoldPointer(Load->getType()))
      if (auto At = cellOf(Load->getPointerOperand()))
        unify(ownCell(Load), field(*At));
    return;
  }
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    const Value *New = Store->getValueOperand();
    access(Store->getPointerOperand(), New->getType(), Direction::Write);
    if (mayHoldPointer(New->getType()))
      if (auto At = cellOf(Store->getPointerOperand()))
        if (auto Target = cellOf(New))
          unify(field(*At), *Target);
    return;
  }
  if (auto *Gep = dyn_cast<GetElementPtrInst>(&I)) {
    if (auto Base = cellOf(Gep->getPointerOperand()))
      unify(ownCell(Gep), step(*Base, *Gep));
    return;
  }
  if (isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I)) {
    access(I.getOperand(0), I.getOperand(1)->getType(), Direction::Write);
    access(I.getOperand(0), I.getOperand(1)->getType(), Direction::Read);
    expose(I.getOperand(0));
    return;
  }
  if (isa<PtrToIntInst>(I))
    return;
  if (!mayHoldPointer(I.getType()))
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
  markWild(&I); // inttoptr and the like
}

/// Numbers the objects whose addresses \p C consists of.
void PointsTo::visitConstant(const Constant *C) {
  if (C->getType()->isPointerTy())
    cellOf(C);
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

/// What exposed memory points to is exposed.
void PointsTo::closeExposed() {
  SmallVector<NodeId> Worklist;
  for (NodeId N : nodes())
    if (Nodes[N].IsExposed)
      Worklist.push_back(N);
  while (!Worklist.empty())
    for (auto &[Offset, Target] : Nodes[Worklist.pop_back_val()].Pointees)
      if (NodeId N = find(Target).Node; !Nodes[N].IsExposed) {
        Nodes[N].IsExposed = true;
        Worklist.push_back(N);
      }
  // Unknown code may store unknown pointers.
  for (NodeId N : nodes())
    if (Nodes[N].IsExposed)
      for (auto &[Offset, Target] : Nodes[N].Pointees)
        makeWild(find(Target).Node);
}

PointsTo::PointsTo(const Function &Entry) : Layout(Entry.getDataLayout()) {
  FunctionIndex[&Entry] = 0;
  Functions.push_back(&Entry);
  for (const Argument &A : Entry.args())
    if (A.getType()->isPointerTy())
      markWild(&A);
  for (unsigned I = 0; I < Functions.size(); ++I)
    visit(*Functions[I]);
  alignStarts();
  closeExposed();
}

SmallVector<PointsTo::NodeId> PointsTo::nodes() const {
  SmallVector<NodeId> Roots;
  for (NodeId N = 0; N < Nodes.size(); ++N)
    if (Parent[N].first == N)
      Roots.push_back(N);
  return Roots;
}

std::optional<PointsTo::Cell> PointsTo::pointee(const Value *Pointer) const {
  if (auto *C = dyn_cast<Constant>(Pointer)) {
    // All constants of the program have been looked at: this only reads.
    auto Found = const_cast<PointsTo *>(this)->cellOfConstant(C);
    return Found ? std::optional(find(*Found)) : std::nullopt;
  }
  auto It = Cells.find(Pointer);
  return It == Cells.end() ? std::nullopt : std::optional(find(It->second));
}

std::optional<unsigned> PointsTo::objectOf(const Value *Site) const {
  auto It = ObjectOf.find(Site);
  return It == ObjectOf.end() ? std::nullopt : std::optional(It->second);
}
