//===- FunctionFields.cpp - Where functions' addresses are kept -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/FunctionFields.h"

#include "FunctionFlow.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <map>
#include <optional>
#include <set>

using namespace llvm;
using namespace sooth;

/// Metadata of functions: the structures' names and the numbers of the members.
static constexpr StringLiteral FieldsName = "sooth.fields";

std::optional<Member> sooth::memberAt(const Value &Pointer) {
  for (auto *Gep = dyn_cast<GEPOperator>(&Pointer); Gep;
       Gep = dyn_cast<GEPOperator>(Gep->getPointerOperand())) {
    std::optional<Member> Found;
    for (auto It = gep_type_begin(Gep), End = gep_type_end(Gep); It != End;
         ++It)
      if (const StructType *In = It.getStructTypeOrNull()) {
        if (fieldName(*In).empty())
          return std::nullopt;
        Found = {In, cast<ConstantInt>(It.getOperand())->getZExtValue()};
      }
    if (Found)
      return Found;
    // Steps over bytes may lead to any member.
    const Type *Stepped = Gep->getSourceElementType();
    if (!Stepped->isArrayTy() && !Stepped->isPointerTy())
      return std::nullopt;
  }
  return std::nullopt;
}

static std::optional<Field> fieldAt(const Value &Pointer) {
  auto At = memberAt(Pointer);
  return At ? std::optional(fieldOf(*At)) : std::nullopt;
}

/// Whether \p F, or an array or choice that it is in, is stored in members of
/// structures that have names, and nowhere else.
static bool isInMembersOnly(const Function &F) {
  bool IsStored = false;
  SmallSetVector<const Value *, 8> Holders;
  Holders.insert(&F);
  for (unsigned K = 0; K < Holders.size(); ++K)
    for (const Use &U : Holders[K]->uses()) {
      const User *By = U.getUser();
      if (auto *Whole = dyn_cast<ConstantStruct>(By)) {
        if (fieldName(*Whole->getType()).empty())
          return false;
        IsStored = true;
      } else if (isa<ConstantArray, PHINode, SelectInst, FreezeInst>(By)) {
        Holders.insert(By);
      } else if (auto *Store = dyn_cast<StoreInst>(By);
                 Store && Store->getValueOperand() == Holders[K]) {
        if (!fieldAt(*Store->getPointerOperand()))
          return false;
        IsStored = true;
      } else if (auto *Call = dyn_cast<CallBase>(By);
                 !(Call && Call->isCallee(&U)) && !isa<ICmpInst>(By)) {
        return false;
      }
    }
  // (What is nowhere may have been stored in what is not shown.)
  return IsStored;
}

static MDNode *noteOf(LLVMContext &Context, const std::set<Field> &Fields) {
  SmallVector<Metadata *> Noted;
  for (const auto &[Name, Number] : Fields) {
    Noted.push_back(MDString::get(Context, Name));
    Noted.push_back(ConstantAsMetadata::get(
        ConstantInt::get(Type::getInt64Ty(Context), Number)));
  }
  return MDNode::get(Context, Noted);
}

static bool isNoted(const MDNode &Noted, const Field &Asked) {
  for (unsigned I = 0; I < Noted.getNumOperands(); I += 2)
    if (cast<MDString>(Noted.getOperand(I))->getString() == Asked.first &&
        mdconst::extract<ConstantInt>(Noted.getOperand(I + 1))
                ->getZExtValue() == Asked.second)
      return true;
  return false;
}

void sooth::noteFieldsOfFunctions(Module &M) {
  SmallVector<const Function *> Functions;
  for (const Function &F : M)
    if (F.hasLocalLinkage() && F.hasAddressTaken() && isInMembersOnly(F))
      Functions.push_back(&F);
  for (auto &[F, Fields] : fieldsReached(M, Functions))
    const_cast<Function *>(F)->setMetadata(FieldsName,
                                           noteOf(M.getContext(), Fields));
}

bool sooth::mayHold(const Value &Pointer, const Function &F) {
  const MDNode *Noted = F.getMetadata(FieldsName);
  auto *Load = Noted ? dyn_cast<LoadInst>(&Pointer) : nullptr;
  auto From = Load ? fieldAt(*Load->getPointerOperand()) : std::nullopt;
  return !From || isNoted(*Noted, *From);
}
