//===- AddressConstants.h - Constants computed from addresses -*- C++ -*---===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `(uintptr_t)&global & 7` is a constant for LLVM, but not for us: where an
// object is, is not known. So it becomes instructions like those for a local.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_ADDRESSCONSTANTS_H
#define SOOTH_LIB_FRONTEND_LLVM_ADDRESSCONSTANTS_H

#include "llvm/IR/Function.h"

namespace sooth {

/// Computes with instructions what constant expressions of \p F compute from
/// the numbers that addresses are. Has to run last: passes make constants of
/// such instructions again. Returns true if something changed.
bool expandAddressConstants(llvm::Function &F);

} // namespace sooth

#endif
