//===- MemoryUse.h - Functions that leave memory alone --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORYUSE_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORYUSE_H

namespace llvm {
class Function;
} // namespace llvm

namespace sooth {

/// Whether \p F, apart from what it calls that has a body, neither accesses
/// memory nor exchanges addresses. It may call functions that are not defined
/// only if no function of the module keeps anything in memory, which they might
/// change otherwise.
bool leavesMemoryAlone(const llvm::Function &F);

} // namespace sooth

#endif
