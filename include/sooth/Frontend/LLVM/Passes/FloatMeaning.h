//===- FloatMeaning.h - What C leaves open about floats -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `float-meaning` makes explicit where the result of an operation on
// floating-point numbers is not determined:
//
//  * a number that does not fit the integer it is converted to becomes any
//    integer (machines and compilers differ);
//  * the bits of a NaN, read as an integer, or its sign, are those of any NaN;
//  * the least or greatest of zeros of two signs has either sign.
//
// "Any" is the result of a call of `sooth.any.…`, which the encoder takes for
// an approximation: a violation that depends on it is not claimed. llvm.lrint
// and its kin become conversions.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_FLOATMEANING_H
#define SOOTH_FRONTEND_LLVM_FLOATMEANING_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Value;
} // namespace llvm

namespace sooth {

/// Makes users of \p I, debug records too, use what \p Make makes, which may use
/// \p I itself.
void replaceUses(llvm::Instruction &I, llvm::function_ref<llvm::Value *()> Make);

class FloatMeaningPass : public llvm::PassInfoMixin<FloatMeaningPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace sooth

#endif
