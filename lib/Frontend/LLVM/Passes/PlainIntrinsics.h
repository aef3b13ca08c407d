//===- PlainIntrinsics.h - Intrinsics that are plain instructions ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some intrinsics say more than a run depends on:
//
//  * llvm.experimental.constrained.…, which clang makes of floating-point
//    operations under `#pragma STDC FENV_ACCESS ON`: the operations themselves,
//    as any may be in another rounding mode (RoundingModes.h). Which
//    exceptions were raised is not modelled; who asks gets an unknown result.
//    An operation that is to round otherwise than to nearest in all modes
//    stays, and has an unknown result, too.
//  * llvm.annotation, llvm.launder.invariant.group and the like: what they are
//    given.
//  * llvm.is.constant (__builtin_constant_p): what is no constant as it is
//    written may become one to a compiler that looks further. So it is true or
//    not, and a violation that depends on which is not claimed. This has to be
//    said before any pass makes constants.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PLAININTRINSICS_H
#define SOOTH_LIB_FRONTEND_LLVM_PLAININTRINSICS_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// Requires code in which no pass has made constants. Ensures that none of the
/// intrinsics named above is left, except for other rounding modes. Debug
/// locations stay.
void lowerIntrinsics(llvm::Module &M);

} // namespace sooth

#endif
