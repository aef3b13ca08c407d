//===- FixedBits.h - What inputs have to be to be read --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guards say of some inputs what part of them is: that an address is one of an
// object from outside, at its beginning. Nobody comes to that by chance, least
// of all for several inputs at once.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_RUN_FIXEDBITS_H
#define SOOTH_LIB_ENGINE_RUN_FIXEDBITS_H

#include "sooth/Model/Cfa.h"

#include "llvm/ADT/APInt.h"

namespace sooth::run {

/// The bits of a number that are known to be One, or Zero; no others.
struct FixedBits {
  llvm::APInt Zero, One;
};

/// Bits of the inputs of \p C without which no edge that reads them is taken.
/// Inputs without such bits are left out.
ExprMap<FixedBits> fixedBits(const Cfa &C);

} // namespace sooth::run

#endif
