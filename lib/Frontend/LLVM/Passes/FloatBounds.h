//===- FloatBounds.h - What pow and its kin return of constants -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What these functions return differs from library to library in the last
// digits. Of constants everybody agrees about the others.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_FLOATBOUNDS_H
#define SOOTH_LIB_FRONTEND_LLVM_FLOATBOUNDS_H

namespace llvm {
class Function;
} // namespace llvm

namespace sooth {

/// Answers the questions of models for bounds in \p F
/// (sooth_nondet_libc_float_bound of runtime/libc/math.c): where all is
/// constant, with numbers that are so far from the result that no library in
/// use is beyond them; elsewhere with a NaN. Requires that models were put into
/// what calls them. Returns whether there was any.
bool tellFloatBounds(llvm::Function &F);

} // namespace sooth

#endif
