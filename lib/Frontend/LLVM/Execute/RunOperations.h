//===- RunOperations.h - What instructions compute ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of values that are known. What C and the machine leave open is unknown, and
// so is what depends on where objects are.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_EXECUTE_RUNOPERATIONS_H
#define SOOTH_LIB_FRONTEND_LLVM_EXECUTE_RUNOPERATIONS_H

#include "RunMemory.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace sooth {

/// Unknown where the machine would trap.
RunValue runBinary(const llvm::BinaryOperator &I, const RunValue &A,
                   const RunValue &B, const RunMemory &Memory);
RunValue runCast(unsigned Opcode, const RunValue &V, llvm::Type *From,
                 llvm::Type *To, const RunMemory &Memory);
RunValue runCompare(llvm::CmpInst::Predicate P, const RunValue &A,
                    const RunValue &B, llvm::Type *T, const RunMemory &Memory);
RunValue runNegateFloat(const RunValue &V);
/// An intrinsic that computes a value; nothing if this one is not known here.
std::optional<RunValue> runIntrinsic(const llvm::IntrinsicInst &I,
                                     llvm::ArrayRef<RunValue> Arguments,
                                     const RunMemory &Memory);

} // namespace sooth

#endif
