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
// A structure that is returned may be put together where the caller wants it;
// where a pointer to it may be kept it is a local, which is copied. So are
// structures by value: to parameters of which a pointer may be kept each call
// passes another copy (PassedCopies). A structure that the entry returns is a
// local of its own.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_RENEWEDLOCALS_H
#define SOOTH_LIB_FRONTEND_LLVM_RENEWEDLOCALS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// An attribute of parameters: something may lead to the structure that is
/// passed by value when the function has returned.
inline constexpr llvm::StringLiteral OutlivedName = "sooth.outlived";

/// Returns true if something changed. Requires code as clang made it, with
/// marks of lifetimes. Runs start at \p Entry.
bool renewLocals(llvm::Module &M, llvm::Function &Entry);

} // namespace sooth

#endif
