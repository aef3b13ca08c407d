//===- RejoinPointers.h - Pointers put together from their bytes -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_REJOINPOINTERS_H
#define SOOTH_LIB_FRONTEND_LLVM_REJOINPOINTERS_H

namespace llvm {
class Function;
} // namespace llvm

namespace sooth {

/// Where a number is made a pointer, and each bit of it is the same bit of one
/// pointer's number, as after copying the pointer byte by byte, that is the
/// pointer. Returns true if something changed.
bool rejoinPointers(llvm::Function &F);

} // namespace sooth

#endif
