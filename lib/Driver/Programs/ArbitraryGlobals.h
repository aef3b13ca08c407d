//===- ArbitraryGlobals.h - Functions called at any time ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_ARBITRARYGLOBALS_H
#define SOOTH_LIB_DRIVER_ARBITRARYGLOBALS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
} // namespace llvm

namespace sooth {

/// Lets \p Entry begin by giving every integer in every variable global of its
/// module, members and elements included, any value: other code may have run
/// before. Values that are not integers, and globals of more than a thousand
/// of them, keep what they have; the encoder does not model those.
void makeGlobalsArbitrary(llvm::Function &Entry);

} // namespace sooth

#endif
