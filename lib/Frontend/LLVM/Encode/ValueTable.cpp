//===- ValueTable.cpp - Which SSA values are state variables --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueTable.h"

#include "Operations.h"
#include "sooth/Frontend/LLVM/Base/PointerTypes.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace sooth;
using namespace llvm;

ValueTable::ValueTable(ExprContext &Ctx, const Function &F,
                       const LiveValues &Live, const SourceMap &Names,
                       const MemoryModel &Memory, PassedValues Passed)
    : Ctx(Ctx), Live(Live), Names(Names), Memory(Memory), Later(F) {
  for (const Argument &A : F.args()) {
    if (!Live.isShared(&A))
      continue;
    if (std::optional<Scalars> Known = Passed(A))
      Available[&A] = std::move(*Known);
    else
      store(&A, "argument");
  }
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

std::optional<Scalars> ValueTable::known(const llvm::Value *V) const {
  if (auto *C = dyn_cast<Constant>(V)) {
    if (hasUndefinedScalar(C) || !hasKnownScalars(C) ||
        mayHoldPointer(C->getType()))
      return std::nullopt;
    return constantScalars(Ctx, C, [](const Constant *, Type *T) {
      return Scalars(scalarTypes(T).size());
    });
  }
  const Scalars *Known = find(V);
  return Known ? std::optional(*Known) : std::nullopt;
}

/// The user's names of the parts that are taken out of a structure, by scalar.
static SmallVector<const UserName *, 1> partNames(const llvm::Value *V,
                                                  const SourceMap &Names) {
  SmallVector<const UserName *, 1> Parts(scalarTypes(V->getType()).size());
  if (Parts.size() == 1)
    Parts[0] = Names.nameOf(V);
  auto *Ty = dyn_cast<StructType>(V->getType());
  if (!Ty || Ty->getNumElements() != Parts.size())
    return Parts;
  for (const User *U : V->users())
    if (auto *Part = dyn_cast<ExtractValueInst>(U))
      if (const UserName *Name = Names.nameOf(Part))
        Parts[Part->getIndices()[0]] = Name;
  return Parts;
}

void ValueTable::store(const llvm::Value *V, StringRef Fallback) {
  const UserName *Whole = Names.nameOf(V);
  std::string Base = Whole          ? Whole->Path.str()
                     : V->hasName() ? V->getName().str()
                                    : Fallback.str();
  SmallVector<Type *, 1> Types = scalarTypes(V->getType());
  const bool IsPointer = V->getType()->isPointerTy();
  Expr SoleObject = IsPointer ? Memory.soleObject(V) : Expr();
  Scalars Vars;
  for (auto [I, T, Name] : enumerate(Types, partNames(V, Names))) {
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
                          : Name    ? Name->Path.str()
                          : Types.size() == 1 ? Base
                                              : Base + "." + std::to_string(I);
    Vars.push_back(Ctx.lookupVar(VarName) ? Ctx.freshVar(VarName, S)
                                          : Ctx.var(VarName, S));
    Variables.push_back({Vars.back(),
                         Name && !IsPointer ? Name->Path.str() : "",
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
    if (Live.isShared(&I))
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
