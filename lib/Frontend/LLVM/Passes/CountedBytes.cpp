//===- CountedBytes.cpp - How large an array is, as code ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountedBytes.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"


using namespace llvm;

namespace sooth {

Value *countedBytes(IRBuilder<> &Builder, Value *Count,
                    const Argument &Parameter, uint64_t ElementSize,
                    IfNegative Negative) {
  Type *Wide = Builder.getInt64Ty();
  Value *Number = Builder.CreateZExtOrTrunc(Count, Wide);
  Value *Bytes = Builder.CreateSelect(
      Builder.CreateICmpUGT(Number, Builder.getInt64(MostBytes / ElementSize)),
      Builder.getInt64(MostBytes + 1),
      Builder.CreateMul(Number, Builder.getInt64(ElementSize)));
  if (!isDeclaredSigned(Parameter))
    return Bytes;
  return Builder.CreateSelect(
      Builder.CreateICmpSLT(Count, ConstantInt::get(Count->getType(), 0)),
      Builder.getInt64(Negative == IfNegative::None ? 0 : MostBytes + 1),
      Bytes);
}

} // namespace sooth
