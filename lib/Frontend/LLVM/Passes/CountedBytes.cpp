//===- CountedBytes.cpp - How large an array is, as code ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountedBytes.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace sooth {

/// Whether \p A is declared as a number that may be negative.
static bool isSigned(const Argument &A) {
  auto *Type =
      dyn_cast_or_null<DIBasicType>(withoutQualifiers(declaredType(A)));
  return Type && Type->getEncoding() == dwarf::DW_ATE_signed;
}

Value *countedBytes(IRBuilder<> &Builder, Value *Count,
                    const Argument &Parameter, uint64_t ElementSize) {
  Type *Wide = Builder.getInt64Ty();
  Value *Number = Builder.CreateZExtOrTrunc(Count, Wide);
  Value *Bytes = Builder.CreateSelect(
      Builder.CreateICmpUGT(Number, Builder.getInt64(MostBytes / ElementSize)),
      Builder.getInt64(MostBytes + 1),
      Builder.CreateMul(Number, Builder.getInt64(ElementSize)));
  if (!isSigned(Parameter))
    return Bytes;
  return Builder.CreateSelect(
      Builder.CreateICmpSLT(Count, ConstantInt::get(Count->getType(), 0)),
      Builder.getInt64(0), Bytes);
}

} // namespace sooth
