//===- OwnRemainders.h - Inputs that are their remainders -------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of an input of which only `input % 7` is used, the values 0 to 6 stand for
// all others, and are their own remainders: no divider is needed.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_OWNREMAINDERS_H
#define SOOTH_LIB_FRONTEND_LLVM_OWNREMAINDERS_H

namespace llvm {
class BinaryOperator;
class CallBase;
class ConstantInt;
class Function;
class Instruction;
} // namespace llvm

namespace sooth {

/// Marks such inputs of \p F, and the remainders. No use of them may be added
/// afterwards.
void markOwnRemainders(llvm::Function &F);

/// The remainder, by a positive constant, that the marked input \p Call is;
/// null if it is not marked. Its operand is the call, or the call made wider.
const llvm::BinaryOperator *ownRemainder(const llvm::CallBase &Call);

/// Whether \p I is a marked remainder, and so the same as its operand.
bool isOwnRemainder(const llvm::Instruction &I);

/// The positive constant by which \p I divides; null if there is none.
const llvm::ConstantInt *positiveDivisor(const llvm::BinaryOperator &I);

} // namespace sooth

#endif
