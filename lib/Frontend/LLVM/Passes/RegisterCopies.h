//===- RegisterCopies.h - Structures handed over in registers ---*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PASSES_REGISTERCOPIES_H
#define SOOTH_LIB_FRONTEND_LLVM_PASSES_REGISTERCOPIES_H

namespace llvm {
class AAResults;
class Function;
} // namespace llvm

namespace sooth {

/// Calling conventions hand small structures over as integers, which make
/// accesses across their members where the call was inlined. Where such an
/// integer is only loaded from one variable to be stored in another, the bytes
/// are copied instead, member by member for all that follows. Returns true if
/// something changed; control flow stays.
bool copyStructuresAsMemory(llvm::Function &F, llvm::AAResults &Aliases);

} // namespace sooth

#endif
