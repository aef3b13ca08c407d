//===- ValueTable.cpp - Which SSA values are state variables --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueTable.h"

#include "Operations.h"
#include "sooth/Frontend/LLVM/Vocabulary.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace sooth;
using namespace llvm;

/// Whether an operand has no value that could be computed again.
static bool isUnknownConstant(const llvm::Value *V) {
  auto *C = dyn_cast<Constant>(V);
  return C && hasModelledScalar(C->getType()) &&
         (hasUndefinedScalar(C) || !hasKnownScalars(C));
}

ValueRole sooth::valueRole(const Instruction &I) {
  if (I.getType()->isVoidTy() || !hasModelledScalar(I.getType()))
    return ValueRole::Unmodelled;
  if (isa<PHINode>(I))
    return ValueRole::Phi;
  if (isOperation(I) && none_of(I.operands(), isUnknownConstant))
    return ValueRole::Operation;
  return ValueRole::Input;
}

SmallVector<const llvm::Value *, 2>
sooth::operandsOfInput(const Instruction &I) {
  if (auto [A, B] = pointerDifference(I); A)
    return {A, B};
  switch (I.getOpcode()) {
  case Instruction::Call:
    // What an address is asked for.
    if (auto *Size = dyn_cast<IntrinsicInst>(&I);
        Size && Size->getIntrinsicID() == Intrinsic::objectsize)
      return {I.getOperand(0)};
    return {};
  case Instruction::Load:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return {I.getOperand(0)};
  case Instruction::ICmp:
    if (I.getOperand(0)->getType()->isPointerTy())
      return {I.getOperand(0), I.getOperand(1)};
    return {};
  default:
    return {};
  }
}

ValueTable::ValueTable(ExprContext &Ctx, const Function &F,
                       const SourceMap &Names, const MemoryModel &Memory)
    : Ctx(Ctx), F(F), Names(Names), Memory(Memory) {
  findLive();
  for (const Argument &A : F.args())
    if (Shared.contains(&A))
      store(&A, "argument");
  ReversePostOrderTraversal<const Function *> Blocks(&F);
  for (const BasicBlock *B : Blocks)
    for (const PHINode &Phi : B->phis())
      if (isLive(&Phi))
        store(&Phi, "v");
  // Definitions come before their uses in this order, φs aside.
  for (const BasicBlock *B : Blocks)
    for (const Instruction &I : *B)
      evaluate(I);
}

const Scalars *ValueTable::variablesOf(const llvm::Value *V) const {
  auto It = Stored.find(V);
  return It == Stored.end() ? nullptr : &It->second;
}

const Scalars *ValueTable::find(const llvm::Value *V) const {
  auto It = Available.find(V);
  return It == Available.end() ? nullptr : &It->second;
}

/// The operands of \p I that decide something by themselves.
static SmallVector<const llvm::Value *, 2>
decidingOperands(const Instruction &I) {
  if (auto *Branch = dyn_cast<BranchInst>(&I))
    return Branch->isConditional()
               ? SmallVector<const llvm::Value *, 2>{Branch->getCondition()}
               : SmallVector<const llvm::Value *, 2>{};
  if (auto *Switch = dyn_cast<SwitchInst>(&I))
    return {Switch->getCondition()};
  if (I.isIntDivRem() && isOperation(I))
    return {I.getOperand(0), I.getOperand(1)};
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return {Store->getPointerOperand(), Store->getValueOperand()};
  if (isa<LoadInst>(I) && !isOperation(I)) // It may trap.
    return {I.getOperand(0)};
  if (auto *Local = dyn_cast<AllocaInst>(&I))
    return {Local->getArraySize()};
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    CalleeKind Kind = classify(*Call);
    if (Kind == CalleeKind::Assert || Kind == CalleeKind::Assume)
      return {Call->getArgOperand(0)};
    if (Kind == CalleeKind::Memory || Kind == CalleeKind::Allocation ||
        Kind == CalleeKind::Deallocation || Kind == CalleeKind::MemoryCheck)
      return SmallVector<const llvm::Value *, 2>(Call->args());
  }
  return {};
}

void ValueTable::findLive() {
  for (const BasicBlock *B : ReversePostOrderTraversal<const Function *>(&F))
    for (const Instruction &I : *B)
      for (const llvm::Value *V : decidingOperands(I))
        demand(V, B);
  while (!Worklist.empty())
    demandOperands(*Worklist.pop_back_val());
}

/// \p V decides something in the block \p From.
void ValueTable::demand(const llvm::Value *V, const BasicBlock *From) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I && !isa<Argument>(V))
    return;
  if (Live.insert(V).second && I)
    Worklist.push_back(I);
  if ((I ? I->getParent() : &F.getEntryBlock()) != From)
    demandEverywhere(V);
}

/// \p V is wanted in another block, and so is what it is computed from.
void ValueTable::demandEverywhere(const llvm::Value *V) {
  SmallVector<const llvm::Value *> Pending{V};
  while (!Pending.empty()) {
    const llvm::Value *Next = Pending.pop_back_val();
    if (!Shared.insert(Next).second)
      continue;
    auto *I = dyn_cast<Instruction>(Next);
    if (I && valueRole(*I) == ValueRole::Operation)
      for (const llvm::Value *Operand : I->operands())
        if (isa<Instruction>(Operand) || isa<Argument>(Operand))
          Pending.push_back(Operand);
  }
}

void ValueTable::demandOperands(const Instruction &I) {
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    for (unsigned K = 0; K < Phi->getNumIncomingValues(); ++K)
      demand(Phi->getIncomingValue(K), Phi->getIncomingBlock(K));
    return;
  }
  for (const llvm::Value *Operand : operandsOfInput(I))
    demand(Operand, I.getParent());
  // An input on something undefined is still an operation.
  if (isOperation(I))
    for (const llvm::Value *Operand : I.operands())
      demand(Operand, I.getParent());
}

void ValueTable::store(const llvm::Value *V, StringRef Fallback) {
  const UserName *Name = Names.nameOf(V);
  std::string Base = Name           ? Name->Name
                     : V->hasName() ? V->getName().str()
                                    : Fallback.str();
  SmallVector<Type *, 1> Types = scalarTypes(V->getType());
  const bool IsPointer = V->getType()->isPointerTy();
  Expr SoleObject = IsPointer ? Memory.soleObject(V) : Expr();
  Scalars Vars;
  for (auto [I, T] : enumerate(Types)) {
    if (I == 0 && SoleObject) {
      Vars.push_back(SoleObject);
      continue;
    }
    Sort S = scalarSort(Ctx, T);
    if (!S) {
      Vars.push_back(Expr());
      continue;
    }
    std::string VarName = IsPointer ? Base + (I ? ".offset" : ".object")
                          : Types.size() == 1 ? Base
                                              : Base + "." + std::to_string(I);
    Vars.push_back(Ctx.lookupVar(VarName) ? Ctx.freshVar(VarName, S)
                                          : Ctx.var(VarName, S));
    Variables.push_back({Vars.back(), Name && !IsPointer ? Name->Name : "",
                         Name ? Name->Style : valueStyle(T)});
  }
  Stored[V] = Vars;
  Available[V] = std::move(Vars);
}

void ValueTable::evaluate(const Instruction &I) {
  if (auto Known = Memory.addressOf(&I)) {
    Available[&I] = scalarsOf(*Known);
    return;
  }
  switch (valueRole(I)) {
  case ValueRole::Input:
    if (Shared.contains(&I))
      store(&I, "v");
    return;
  case ValueRole::Operation:
    break;
  default:
    return;
  }
  auto IsAvailable = [&](const llvm::Value *Operand) {
    return isa<Constant>(Operand) || !hasModelledScalar(Operand->getType()) ||
           find(Operand);
  };
  if (!all_of(I.operand_values(), IsAvailable))
    return;
  Available[&I] = applyOperation(
      Ctx, Memory, I, [&](const llvm::Value *Operand) -> Scalars {
        if (auto *C = dyn_cast<Constant>(Operand))
          return constantScalars(
              Ctx, C, [&](const Constant *Leaf, Type *T) -> Scalars {
                auto Known = Leaf ? Memory.addressOf(Leaf) : std::nullopt;
                return Known ? scalarsOf(*Known)
                             : Scalars(scalarTypes(T).size());
              });
        if (const Scalars *Known = find(Operand))
          return *Known;
        return Scalars(scalarTypes(Operand->getType()).size());
      });
}
