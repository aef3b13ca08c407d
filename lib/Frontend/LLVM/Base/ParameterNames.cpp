//===- ParameterNames.cpp - What the source calls parameters --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Base/ParameterNames.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace sooth;

/// The place in a variable where the function puts \p A; null if there is none.
static AllocaInst *homeOf(const Argument &A, APInt &Offset) {
  for (const User *By : A.users())
    if (auto *Store = dyn_cast<StoreInst>(By);
        Store && Store->getValueOperand() == &A)
      return const_cast<AllocaInst *>(dyn_cast<AllocaInst>(
          Store->getPointerOperand()->stripAndAccumulateConstantOffsets(
              Store->getDataLayout(), Offset, /*AllowNonInbounds=*/true)));
  return nullptr;
}

/// "s.first" of "s.coerce0"; empty if it is no member, but several.
static std::string nameOfMember(const Argument &A) {
  const DataLayout &Layout = A.getParent()->getDataLayout();
  APInt Offset(Layout.getIndexSizeInBits(0), 0);
  AllocaInst *Home = homeOf(A, Offset);
  if (!Home)
    return "";
  for (const DbgVariableRecord *R : findDVRDeclares(Home)) {
    const DIType *Whole = R->getVariable()->getType();
    const DIType *Scalar = scalarAt(Whole, Offset.getZExtValue());
    auto Path = pathTo(Whole, Offset.getZExtValue());
    if (Scalar && Path &&
        Scalar->getSizeInBits() == Layout.getTypeSizeInBits(A.getType()))
      return (R->getVariable()->getName() + *Path).str();
  }
  return "";
}

/// Whether clang made \p A of a structure or a part of one.
static bool isPartOfStructure(const Argument &A) {
  const auto [Structure, Part] = A.getName().rsplit(".coerce");
  return Structure != A.getName() &&
         Part.find_first_not_of("0123456789") == StringRef::npos;
}

std::string sooth::nameInSource(const Argument &A) {
  if (A.hasStructRetAttr())
    return "the result";
  std::string Member = isPartOfStructure(A) ? nameOfMember(A) : "";
  return Member.empty() ? A.getName().str() : Member;
}

void sooth::nameParameters(Module &M) {
  for (Function &F : M)
    for (Argument &A : F.args()) {
      if (isPartOfStructure(A))
        A.addAttr(Attribute::get(M.getContext(), PartOfStructureName));
      A.setName(nameInSource(A));
    }
}
