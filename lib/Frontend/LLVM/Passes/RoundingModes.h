//===- RoundingModes.h - What fesetround changes --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a program that may call fesetround, results of operations on
// floating-point numbers that are rounded depend on the mode that the model of
// fesetround keeps in a variable (runtime/libc/fenv.c). They become calls that
// are given the mode (RoundedOperations.h). Constants that the compiler
// computed are rounded to nearest, as C says where FENV_ACCESS is off.
//
// Operations that processors leave to software, and conversions of 64 bits
// without sign to double, are done by compilers in different ways: in other
// modes than to nearest their results are unknown.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_ROUNDINGMODES_H
#define SOOTH_LIB_FRONTEND_LLVM_ROUNDINGMODES_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// Requires code in which no pass has computed constants or changed
/// floating-point operations, and of lowerIntrinsics() that it was applied.
/// Ensures that llvm.get.rounding is gone: in other programs it is 1, "to
/// nearest".
void followRoundingMode(llvm::Module &M);

} // namespace sooth

#endif
