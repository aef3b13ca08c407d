//===- AliasRules.cpp - What C says of accesses that may meet -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AliasRules.h"

#include "sooth/Frontend/LLVM/Base/GeneratedCode.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using namespace llvm;

/// Of parameters.
static constexpr StringLiteral RestrictName = "sooth.restrict";

//===----------------------------------------------------------------------===//
// Effective types
//===----------------------------------------------------------------------===//

/// The type in \p Tag, TBAA's for an access to a member: the structure, the
/// type of the member, and where it is. Null if the tag has another form.
static MDNode *typeIn(const MDNode *Tag) {
  if (!Tag || Tag->getNumOperands() < 3 || !isa<MDNode>(Tag->getOperand(0)))
    return nullptr;
  auto *Type = dyn_cast<MDNode>(Tag->getOperand(1));
  // A scalar type has a name, what it is a kind of, and 0.
  return Type && Type->getNumOperands() == 3 &&
                 isa<MDString>(Type->getOperand(0)) &&
                 isa<MDNode>(Type->getOperand(1))
             ? Type
             : nullptr;
}

/// What \p Type is a kind of; null for the root.
static const MDNode *above(const MDNode *Type) {
  return Type->getNumOperands() < 2 ? nullptr
                                    : dyn_cast<MDNode>(Type->getOperand(1));
}

static bool isKindOf(const MDNode *Type, const MDNode *Of) {
  while (Type && Type != Of)
    Type = above(Type);
  return Type;
}

static const MDNode *rootOf(const MDNode *Type) {
  while (const MDNode *Next = above(Type))
    Type = Next;
  return Type;
}

const MDNode *sooth::effectiveType(const Instruction &Access) {
  return Access.getMetadata(EffectiveTypeName);
}

void sooth::setEffectiveType(Instruction &Access, MDNode *Type) {
  Access.setMetadata(EffectiveTypeName, Type);
}

void sooth::copyEffectiveType(const Instruction &From, Instruction &To) {
  setEffectiveType(To, From.getMetadata(EffectiveTypeName));
}

namespace {
/// What TBAA says of one member that is copied.
struct CopiedMember {
  uint64_t Offset, Bytes;
  MDNode *Type;
};
} // namespace

static SmallVector<CopiedMember, 4> copiedMembers(const MemIntrinsic &Copy) {
  SmallVector<CopiedMember, 4> All;
  const MDNode *Parts = Copy.getMetadata(CopiedTypesName);
  for (unsigned I = 0; Parts && I + 2 < Parts->getNumOperands(); I += 3) {
    auto *Offset = mdconst::dyn_extract<ConstantInt>(Parts->getOperand(I));
    auto *Bytes = mdconst::dyn_extract<ConstantInt>(Parts->getOperand(I + 1));
    if (!Offset || !Bytes)
      return {};
    All.push_back({Offset->getLimitedValue(), Bytes->getLimitedValue(),
                   typeIn(dyn_cast<MDNode>(Parts->getOperand(I + 2)))});
  }
  return All;
}

SmallVector<MDNode *, 4> sooth::copiedTypes(const MemIntrinsic &Copy) {
  SmallVector<MDNode *, 4> Types;
  for (const CopiedMember &M : copiedMembers(Copy))
    Types.push_back(M.Type);
  if (Types.empty())
    Types.push_back(nullptr);
  return Types;
}

MDNode *sooth::copiedType(const MemIntrinsic &Copy, uint64_t Offset,
                          uint64_t Bytes) {
  for (const CopiedMember &M : copiedMembers(Copy))
    if (M.Offset == Offset && M.Bytes == Bytes)
      return M.Type;
  return nullptr;
}

bool sooth::mayMeet(const MDNode *A, const MDNode *B) {
  return !A || !B || isKindOf(A, B) || isKindOf(B, A) || rootOf(A) != rootOf(B);
}

//===----------------------------------------------------------------------===//
// What the compiler says
//===----------------------------------------------------------------------===//

/// Structures that are returned and passed by value have memory of their own,
/// but the source does not say restrict.
static bool isDeclaredRestrict(const Argument &A) {
  return A.hasNoAliasAttr() && !A.hasStructRetAttr() && !A.hasByValAttr();
}

bool sooth::isRestrict(const Argument &A) {
  return A.getParent()->getAttributes().hasParamAttr(A.getArgNo(),
                                                     RestrictName);
}

void sooth::keepAliasRules(Module &M) {
  for (Function &F : M) {
    for (Argument &A : F.args())
      if (isDeclaredRestrict(A))
        A.addAttr(Attribute::get(M.getContext(), RestrictName));
    for (Instruction &I : instructions(F))
      if (const MDNode *Tag = I.getMetadata(LLVMContext::MD_tbaa)) {
        setEffectiveType(I, typeIn(Tag));
        I.setMetadata(LLVMContext::MD_tbaa, nullptr);
      } else if (MDNode *Parts = I.getMetadata(LLVMContext::MD_tbaa_struct)) {
        I.setMetadata(CopiedTypesName, Parts);
        I.setMetadata(LLVMContext::MD_tbaa_struct, nullptr);
      }
  }
}
