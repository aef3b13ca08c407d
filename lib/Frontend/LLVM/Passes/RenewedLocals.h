//===- RenewedLocals.h - Locals that are other objects each time ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each time that a block is entered its variables are new objects, and so are
// those of a function that is called again: a pointer to the last round's is
// one to nothing, though LLVM has one alloca for all. Where such a pointer may
// be kept (OutlivingPointers), the local is allocated anew each time.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_RENEWEDLOCALS_H
#define SOOTH_LIB_FRONTEND_LLVM_RENEWEDLOCALS_H

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// Returns true if something changed. Requires code as clang made it, with
/// marks of lifetimes. Runs start at \p Entry.
bool renewLocals(llvm::Module &M, const llvm::Function &Entry);

} // namespace sooth

#endif
