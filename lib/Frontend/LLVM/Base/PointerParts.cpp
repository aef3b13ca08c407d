//===- PointerParts.cpp - Where objects of a type have pointers -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerParts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"

using namespace sooth;
using namespace llvm;

/// As clang names them.
static bool isUnion(const Type &T) {
  auto *S = dyn_cast<StructType>(&T);
  return S && S->hasName() && S->getName().starts_with("union.");
}

bool sooth::mayHavePointers(const Type &T) {
  return T.isPtrOrPtrVectorTy() || isUnion(T) ||
         any_of(T.subtypes(),
                [](const Type *Part) { return mayHavePointers(*Part); });
}

static void visitParts(Type &T, uint64_t From, const DataLayout &Layout,
                       function_ref<void(uint64_t)> At) {
  if (T.isPointerTy())
    return At(From);
  if (!mayHavePointers(T))
    return;
  if (isUnion(T)) {
    const uint64_t Size = Layout.getTypeAllocSize(&T);
    const uint64_t Pointer = Layout.getPointerSize();
    for (uint64_t I = 0; I + Pointer <= Size; I += Pointer)
      At(From + I);
  } else if (auto *S = dyn_cast<StructType>(&T)) {
    for (unsigned I = 0; I < S->getNumElements(); ++I)
      visitParts(*S->getElementType(I),
                 From + Layout.getStructLayout(S)->getElementOffset(I), Layout,
                 At);
  } else if (auto *Array = dyn_cast<ArrayType>(&T)) {
    const uint64_t Size = Layout.getTypeAllocSize(Array->getElementType());
    for (uint64_t I = 0; I < Array->getNumElements(); ++I)
      visitParts(*Array->getElementType(), From + I * Size, Layout, At);
  }
}

void sooth::forEachPointerPart(Type &T, const DataLayout &Layout,
                               function_ref<void(uint64_t)> At) {
  visitParts(T, 0, Layout, At);
}
