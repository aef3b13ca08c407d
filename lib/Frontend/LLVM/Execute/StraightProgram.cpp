//===- StraightProgram.cpp - What a run does, as a program ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StraightProgram.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <set>

using namespace sooth;
using namespace llvm;
using ValueKind = RunValue::Kind;

namespace {
class StraightBuilder {
public:
  StraightBuilder(Function &Entry, const RunTrace &T, const RunMemory &Memory)
      : Entry(Entry), T(T), Memory(Memory), Context(Entry.getContext()),
        Body(newBlock()) {}
  void build();

private:
  BasicBlock *newBlock() {
    BasicBlock *New = BasicBlock::Create(Context);
    New->IsNewDbgInfoFormat = true;
    return New;
  }
  void addChoice();
  void endBody();
  void need(const RunValue &V);
  void need(RunObjectId O);
  bool isLeftOut(const RunEvent &E) const;
  std::vector<const RunEvent *> orderedEvents();
  void add(const RunEvent &E);
  llvm::Value *addressBy(const RunEvent &E, unsigned Step);
  void addRecord(const RunEvent &E);
  void addValue(Instruction &Input, const RunValue &V);
  void addDeclares(const RunEvent &E, AllocaInst &Local);
  llvm::Value *operand(const llvm::Value &Of, const RunValue &V);
  llvm::Value *valueOf(const RunValue &V, Type *T);
  Instruction *insert(const RunEvent &E, Instruction *New);
  const DILocation *callAround(uint32_t Frame);
  bool isVisible(uint32_t Frame) const;
  DebugLoc placeOf(const DILocation *At, const Function &Of, uint32_t Frame);

  Function &Entry;
  const RunTrace &T;
  const RunMemory &Memory;
  LLVMContext &Context;
  /// What events are added to, and what is done.
  BasicBlock *Body;
  std::vector<BasicBlock *> Blocks;
  std::set<RunObjectId> Needed;
  DenseMap<RunObjectId, llvm::Value *> Objects;
  DenseMap<uint32_t, const DILocation *> Calls;
  DenseMap<const MDNode *, MDNode *> InlinedAt;
};
} // namespace

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

bool StraightBuilder::isVisible(uint32_t Frame) const {
  const CallBase *Call = T.Frames[Frame].Call;
  return !Call || Call->getDebugLoc();
}

/// Where the function of \p Frame is called, with all calls around it; null for
/// the entry.
const DILocation *StraightBuilder::callAround(uint32_t Frame) {
  const RunTrace::Frame &F = T.Frames[Frame];
  if (!F.Call)
    return nullptr;
  if (!isVisible(Frame))
    return callAround(F.Caller);
  auto [It, IsNew] = Calls.try_emplace(Frame);
  if (!IsNew)
    return It->second;
  const DebugLoc At =
      placeOf(F.Call->getDebugLoc(), *F.Call->getFunction(), F.Caller);
  const DILocation *Call =
      At ? DILocation::getDistinct(Context, At.getLine(), At.getCol(),
                                   At->getScope(), At->getInlinedAt())
         : nullptr;
  return Calls[Frame] = Call;
}

/// As inlining has it.
DebugLoc StraightBuilder::placeOf(const DILocation *At, const Function &Of,
                                  uint32_t Frame) {
  const DILocation *Call = callAround(Frame);
  if ((!At && !Of.getSubprogram()) || !isVisible(Frame))
    return Call ? DebugLoc(DILocation::get(Call->getContext(), Call->getLine(),
                                           Call->getColumn(), Call->getScope(),
                                           Call->getInlinedAt()))
                : DebugLoc();
  if (!At || !Call)
    return At;
  const DebugLoc Around = DebugLoc::appendInlinedAt(
      At, const_cast<DILocation *>(Call), Context, InlinedAt);
  return DILocation::get(Context, At->getLine(), At->getColumn(),
                         At->getScope(), Around.get());
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Null for what is not known.
llvm::Value *StraightBuilder::valueOf(const RunValue &V, Type *T) {
  IRBuilder<> Builder(Body);
  if (V.is(ValueKind::Bits)) {
    if (T->isIntegerTy(V.Number.getBitWidth()))
      return ConstantInt::get(T, V.Number);
    if (T->isFloatingPointTy())
      return ConstantFP::get(T, APFloat(T->getFltSemantics(), V.Number));
    return nullptr;
  }
  if ((!V.is(ValueKind::Pointer) || !T->isPointerTy()) &&
      (!V.is(ValueKind::Address) || !T->isIntegerTy(64)))
    return nullptr;
  const RunObject &O = Memory.at(V.Object);
  llvm::Value *At = nullptr;
  switch (O.What) {
  case RunObject::Kind::Null:
    At = ConstantPointerNull::get(Builder.getPtrTy());
    break;
  case RunObject::Kind::Function:
  case RunObject::Kind::Global:
    At = const_cast<llvm::Value *>(O.Site);
    break;
  case RunObject::Kind::Local:
  case RunObject::Kind::Heap:
    At = Objects.lookup(V.Object);
    break;
  }
  if (At && V.Offset != 0)
    At = Builder.CreateGEP(Builder.getInt8Ty(), At,
                           Builder.getInt64(uint64_t(V.Offset)));
  return At && T->isIntegerTy() ? Builder.CreatePtrToInt(At, T) : At;
}

llvm::Value *StraightBuilder::operand(const llvm::Value &Of,
                                      const RunValue &V) {
  if (isa<Constant>(Of) || isa<MetadataAsValue>(Of))
    return const_cast<llvm::Value *>(&Of);
  return valueOf(V, Of.getType());
}

//===----------------------------------------------------------------------===//
// What is needed
//===----------------------------------------------------------------------===//

void StraightBuilder::need(RunObjectId O) {
  const RunObject::Kind What = Memory.at(O).What;
  if (What != RunObject::Kind::Local && What != RunObject::Kind::Heap)
    return;
  if (Needed.insert(O).second)
    for (const RunEvent &E : T.Lives[O])
      for (const RunValue &V : E.Operands)
        need(V);
}

void StraightBuilder::need(const RunValue &V) {
  if (V.is(ValueKind::Pointer) || V.is(ValueKind::Address))
    need(V.Object);
}

/// Of what holds memory not all is there, so nothing is to hold any, and all
/// that is there is what was lost.
bool StraightBuilder::isLeftOut(const RunEvent &E) const {
  return T.Lost != NullObject && any_of(E.Operands, [&](const RunValue &V) {
           return (!E.Record && V.is(ValueKind::Pointer) &&
                   isa<StoreInst>(E.At) && &V == &E.Operands.front()) ||
                  (V.is(ValueKind::Pointer) && V.Object != T.Lost &&
                   Memory.at(V.Object).What == RunObject::Kind::Heap) ||
                  isa<MemTransferInst>(E.At);
         });
}

std::vector<const RunEvent *> StraightBuilder::orderedEvents() {
  std::vector<const RunEvent *> All;
  need(T.Lost);
  for (const RunEvent &E : T.Events) {
    if (isLeftOut(E))
      continue;
    All.push_back(&E);
    for (const RunValue &V : E.Operands)
      need(V);
  }
  for (const RunValue &V : T.Last.Operands)
    need(V);
  for (RunObjectId O : Needed)
    for (const RunEvent &E : T.Lives[O])
      All.push_back(&E);
  llvm::sort(All, [](const RunEvent *A, const RunEvent *B) {
    return A->Time < B->Time;
  });
  return All;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

Instruction *StraightBuilder::insert(const RunEvent &E, Instruction *New) {
  New->insertInto(Body, Body->end());
  New->setDebugLoc(placeOf(E.At->getDebugLoc(), *E.At->getFunction(), E.Frame));
  return New;
}

void StraightBuilder::addDeclares(const RunEvent &E, AllocaInst &Local) {
  for (DbgVariableRecord *Old :
       findDVRDeclares(const_cast<Instruction *>(E.At))) {
    const DebugLoc At =
        placeOf(Old->getDebugLoc(), *E.At->getFunction(), E.Frame);
    if (!At || !isVisible(E.Frame))
      continue;
    DbgVariableRecord *New = DbgVariableRecord::createDVRDeclare(
        &Local, Old->getVariable(), Old->getExpression(), At);
    Body->insertDbgRecordBefore(New, Body->end());
  }
}

void StraightBuilder::addRecord(const RunEvent &E) {
  const DbgVariableRecord &Old = *E.Record;
  const DebugLoc At = placeOf(Old.getDebugLoc(), *E.At->getFunction(), E.Frame);
  if (!At || !isVisible(E.Frame))
    return;
  const llvm::Value *Was = Old.getVariableLocationOp(0);
  llvm::Value *Now = operand(*Was, E.Operands.front());
  if (!Now)
    return;
  Body->insertDbgRecordBefore(
      DbgVariableRecord::createDbgVariableRecord(Now, Old.getVariable(),
                                                 Old.getExpression(), At),
      Body->end());
}

/// Before its last steps, as many as \p Step: a member keeps its name.
llvm::Value *StraightBuilder::addressBy(const RunEvent &E, unsigned Step) {
  const RunStep &S = E.Steps[Step];
  llvm::Value *Before =
      Step + 1 < E.Steps.size()
          ? addressBy(E, Step + 1)
          : operand(*S.At->getPointerOperand(), S.Operands[0]);
  if (!Before)
    return nullptr;
  SmallVector<llvm::Value *, 4> Indices;
  for (unsigned I = 1; I < S.At->getNumOperands(); ++I)
    Indices.push_back(operand(*S.At->getOperand(I), S.Operands[I]));
  IRBuilder<> Builder(Body);
  return Builder.CreateGEP(S.At->getSourceElementType(), Before, Indices);
}

/// The run goes on if the input is what it was.
void StraightBuilder::addValue(Instruction &Input, const RunValue &V) {
  IRBuilder<> Builder(Body);
  Type *T = Builder.getIntNTy(V.Number.getBitWidth());
  llvm::Value *Is = Builder.CreateICmpEQ(Builder.CreateBitCast(&Input, T),
                                         ConstantInt::get(T, V.Number));
  Builder.CreateCall(
      Entry.getParent()->getOrInsertFunction(
          ContinueIfName,
          FunctionType::get(Builder.getVoidTy(), {Is->getType()}, false)),
      {Is});
}

void StraightBuilder::add(const RunEvent &E) {
  if (E.Record)
    return addRecord(E);
  Instruction *New = E.At->clone();
  New->dropDbgRecords();
  // (A call has a callee, which is its last operand.)
  for (unsigned I = 0; I < E.At->getNumOperands(); ++I) {
    const bool HasSteps =
        !E.Steps.empty() && E.At->getOperand(I) == E.Steps.front().At;
    llvm::Value *Now = HasSteps ? addressBy(E, 0)
                                : operand(*E.At->getOperand(I), E.Operands[I]);
    if (!Now) {
      New->deleteValue();
      return;
    }
    New->setOperand(I, Now);
  }
  insert(E, New);
  if (E.Result)
    addValue(*New, *E.Result);
  if (E.Object == NullObject)
    return;
  Objects[E.Object] = New;
  New->setName(E.At->getName());
  if (auto *Local = dyn_cast<AllocaInst>(New))
    addDeclares(E, *Local);
}

/// Ends the body where the run decides for the error, which begins another.
void StraightBuilder::addChoice() {
  DenseMap<const llvm::Value *, llvm::Value *> Done;
  for (const RunEvent &E : T.Choice) {
    Instruction *New = E.At->clone();
    New->dropDbgRecords();
    for (unsigned I = 0; I < E.At->getNumOperands(); ++I) {
      const llvm::Value *Old = E.At->getOperand(I);
      llvm::Value *Now = Done.lookup(Old);
      if (!Now && !isa<BasicBlock>(Old))
        Now = operand(*Old, E.Operands[I]);
      if (!Now && !isa<BasicBlock>(Old)) {
        New->deleteValue();
        return;
      }
      if (Now)
        New->setOperand(I, Now);
    }
    Done[E.At] = insert(E, New);
    if (auto *Branch = dyn_cast<BranchInst>(New)) {
      const bool IsFirst = Branch->getSuccessor(0) == T.Last.At->getParent();
      BasicBlock *Error = newBlock(), *Other = newBlock();
      Branch->setSuccessor(IsFirst ? 0 : 1, Error);
      Branch->setSuccessor(IsFirst ? 1 : 0, Other);
      Blocks.push_back(Body);
      Body = Other;
      endBody();
      Body = Error;
    }
  }
}

void StraightBuilder::build() {
  for (const RunEvent *E : orderedEvents())
    add(*E);
  addChoice();
  add(T.Last);
  endBody();
  // Only now, as the events are made of them.
  for (BasicBlock &Old : Entry)
    Old.dropAllReferences();
  while (!Entry.empty())
    Entry.front().eraseFromParent();
  for (BasicBlock *New : Blocks)
    New->insertInto(&Entry);
}

void StraightBuilder::endBody() {
  IRBuilder<> Builder(Body);
  auto *Call = Body->empty() ? nullptr : dyn_cast<CallBase>(&Body->back());
  Type *Returned = Entry.getReturnType();
  if (Call && Call->doesNotReturn())
    Builder.CreateUnreachable();
  else if (Returned->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Constant::getNullValue(Returned));
  Blocks.push_back(Body);
}

void sooth::makeStraight(Function &Entry, const RunTrace &T,
                         const RunMemory &Memory) {
  StraightBuilder(Entry, T, Memory).build();
}
