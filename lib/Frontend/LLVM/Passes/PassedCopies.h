//===- PassedCopies.h - Structures that are passed by value ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a large structure that is passed by value, clang passes the address of
// the original to a parameter that is marked as one whose memory is copied by
// the call. As if that were a pointer like others, all that is passed to such a
// parameter would be one object to the points-to analysis.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PASSES_PASSEDCOPIES_H
#define SOOTH_LIB_FRONTEND_LLVM_PASSES_PASSEDCOPIES_H

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// Makes calls of functions with bodies copy such arguments into variables of
/// the caller first, and pass those; the functions then have plain pointers,
/// where all their calls are seen and they are not \p Entry. Returns true if
/// something changed; control flow stays.
bool copyPassedStructures(llvm::Module &M, const llvm::Function &Entry);

} // namespace sooth

#endif
