//===- ExpandTransfers.h - Copies and fills as loops ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PASSES_EXPANDTRANSFERS_H
#define SOOTH_LIB_FRONTEND_LLVM_PASSES_EXPANDTRANSFERS_H

namespace llvm {
class Function;
} // namespace llvm

namespace sooth {

/// Copies and fills of lengths that the program computes become loops over
/// elements or bytes; if \p Many, those of many elements, too.
void expandTransfers(llvm::Function &F, bool Many);

/// The checks that expandTransfers() makes of copies of lengths that the
/// program computes: their memory is apart.
void checkCopiesApart(llvm::Function &F);

} // namespace sooth

#endif
