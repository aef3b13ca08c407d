//===- FastMath.h - What fast floating-point arithmetic leaves open -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With -ffinite-math-only (flags nnan and ninf) compilers compute as if NaNs and
// infinities did not occur, with -fno-signed-zeros (nsz) as if zeros had no
// sign; what comes out where they do is anything. The other flags of -ffast-math
// let compilers compute something else altogether: the encoder knows nothing of
// such a result (isDefinedArithmetic).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_FASTMATH_H
#define SOOTH_LIB_FRONTEND_LLVM_FASTMATH_H

namespace llvm {
class Instruction;
} // namespace llvm

namespace sooth {

/// Ensures that \p I has none of these three flags; what uses it gets any value
/// (callAny) where they let it be one. Vectors lose the flags only.
void defineFastMath(llvm::Instruction &I);

} // namespace sooth

#endif
