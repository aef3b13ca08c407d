//===- OpenInitializers.h - Bytes that initializers leave open --*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// union { int i, j[4]; } u = {0}; says nothing of j[1]. For clang it is undef,
// which LLVM folds to zero at one place and to anything at another. In objects
// with static storage duration it is zero, which is what all compilers write
// into object files. In locals compilers differ: gcc before 15 and clang 20
// clear the whole union, gcc 15 and clang 19 only the member, but for {} in
// gcc's case.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_OPENINITIALIZERS_H
#define SOOTH_LIB_FRONTEND_LLVM_OPENINITIALIZERS_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// Initializers in part undefined become zero there. Where clang copies one
/// into a local, these bytes get values that may be anything
/// (ArbitraryValues.h); padding of structures, which no member is in, stays as
/// it is.
void fillOpenInitializers(llvm::Module &M);

} // namespace sooth

#endif
