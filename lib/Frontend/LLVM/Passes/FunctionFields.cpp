//===- FunctionFields.cpp - Where functions' addresses are kept -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/FunctionFields.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <optional>
#include <set>

using namespace llvm;
using namespace sooth;

/// Metadata of functions: the structures' names and the numbers of the members.
static constexpr StringLiteral FieldsName = "sooth.fields";

using Field = std::pair<StringRef, uint64_t>;

/// What LLVM appends where modules are joined does not count.
static StringRef nameOf(const StructType &T) {
  if (!T.hasName())
    return "";
  auto [Name, Number] = T.getName().rsplit('.');
  return !Number.empty() && all_of(Number, isDigit) ? Name : T.getName();
}

/// The member in the innermost structure that \p Pointer leads to, or to an
/// element of which.
static std::optional<Field> fieldAt(const Value &Pointer) {
  for (auto *Gep = dyn_cast<GEPOperator>(&Pointer); Gep;
       Gep = dyn_cast<GEPOperator>(Gep->getPointerOperand())) {
    std::optional<Field> Found;
    for (auto It = gep_type_begin(Gep), End = gep_type_end(Gep); It != End;
         ++It)
      if (const StructType *In = It.getStructTypeOrNull()) {
        const StringRef Name = nameOf(*In);
        if (Name.empty())
          return std::nullopt;
        Found = {Name, cast<ConstantInt>(It.getOperand())->getZExtValue()};
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

/// The members where \p F, or an array or choice that it is in, is stored;
/// nothing if it is stored elsewhere.
static std::optional<std::set<Field>> fieldsOf(const Function &F) {
  std::set<Field> Found;
  SmallSetVector<const Value *, 8> Holders;
  Holders.insert(&F);
  for (unsigned K = 0; K < Holders.size(); ++K)
    for (const Use &U : Holders[K]->uses()) {
      const User *By = U.getUser();
      if (auto *Whole = dyn_cast<ConstantStruct>(By)) {
        const StringRef Name = nameOf(*Whole->getType());
        if (Name.empty())
          return std::nullopt;
        Found.insert({Name, U.getOperandNo()});
      } else if (isa<ConstantArray, PHINode, SelectInst, FreezeInst>(By)) {
        Holders.insert(By);
      } else if (auto *Store = dyn_cast<StoreInst>(By);
                 Store && Store->getValueOperand() == Holders[K]) {
        auto At = fieldAt(*Store->getPointerOperand());
        if (!At)
          return std::nullopt;
        Found.insert(*At);
      } else if (auto *Call = dyn_cast<CallBase>(By);
                 !(Call && Call->isCallee(&U)) && !isa<ICmpInst>(By)) {
        return std::nullopt;
      }
    }
  // (What is nowhere may have been stored in what is not shown.)
  return Found.empty() ? std::nullopt : std::optional(std::move(Found));
}

void sooth::noteFieldsOfFunctions(Module &M) {
  LLVMContext &Context = M.getContext();
  for (Function &F : M) {
    auto Fields =
        F.isIntrinsic() || !F.hasAddressTaken() ? std::nullopt : fieldsOf(F);
    if (!Fields)
      continue;
    SmallVector<Metadata *> Noted;
    for (const auto &[Name, Number] : *Fields) {
      Noted.push_back(MDString::get(Context, Name));
      Noted.push_back(ConstantAsMetadata::get(
          ConstantInt::get(Type::getInt64Ty(Context), Number)));
    }
    F.setMetadata(FieldsName, MDNode::get(Context, Noted));
  }
}

bool sooth::mayHold(const Value &Pointer, const Function &F) {
  const MDNode *Noted = F.getMetadata(FieldsName);
  auto *Load = Noted ? dyn_cast<LoadInst>(&Pointer) : nullptr;
  auto From = Load ? fieldAt(*Load->getPointerOperand()) : std::nullopt;
  if (!From)
    return true;
  for (unsigned I = 0; I < Noted->getNumOperands(); I += 2)
    if (cast<MDString>(Noted->getOperand(I))->getString() == From->first &&
        mdconst::extract<ConstantInt>(Noted->getOperand(I + 1))
                ->getZExtValue() == From->second)
      return true;
  return false;
}
