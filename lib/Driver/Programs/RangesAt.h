//===- RangesAt.h - What numbers may be at a place ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's analysis of lazy values forgets behind a loop what was tested before
// it, and knows nothing of two numbers together. After `if (n > 64 - s->used)
// return;`, `s->used + n` is at most 64 if s->used was. Here both is known.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_RANGESAT_H
#define SOOTH_LIB_DRIVER_PROGRAMS_RANGESAT_H

#include "llvm/IR/ConstantRange.h"

namespace llvm {
class DominatorTree;
class Instruction;
class LazyValueInfo;
class Value;
} // namespace llvm

namespace sooth {

/// What numbers may be where an instruction is executed. Poison counts as any
/// number.
class RangesAt {
public:
  RangesAt(llvm::Instruction &At, llvm::LazyValueInfo &Values,
           const llvm::DominatorTree &Order)
      : At(At), Values(Values), Order(Order) {}
  llvm::ConstantRange of(llvm::Value &Number);

private:
  llvm::ConstantRange tested(llvm::Value &Number);
  llvm::ConstantRange computed(llvm::Value &Number, unsigned Depth);
  llvm::ConstantRange summedUp(llvm::Value &Sum);
  llvm::Value &withoutZeros(llvm::Value &Number);

  llvm::Instruction &At;
  llvm::LazyValueInfo &Values;
  const llvm::DominatorTree &Order;
};

} // namespace sooth

#endif
