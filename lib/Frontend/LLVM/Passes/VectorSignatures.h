//===- VectorSignatures.h - Vectors that functions are given and give -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions with bodies, and calls through pointers, take and return arrays of
// elements instead of vectors: so that vectors are no more than a way to
// compute (ScalarElements.h), also where calls stay calls. Functions without
// bodies stay as they are.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_VECTORSIGNATURES_H
#define SOOTH_LIB_FRONTEND_LLVM_VECTORSIGNATURES_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// Keeps names, attributes, and debug information.
void replaceVectorSignatures(llvm::Module &M);

} // namespace sooth

#endif
