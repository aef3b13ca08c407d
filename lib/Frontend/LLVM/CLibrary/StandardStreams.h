//===- StandardStreams.h - Streams that no argument names -------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In glibc, stdin, stdout and stderr are variables that a program may set. What
// is printed without naming a stream goes where stdout leads then, which may be
// a file that is closed, or nowhere.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_CLIBRARY_STANDARDSTREAMS_H
#define SOOTH_LIB_FRONTEND_LLVM_CLIBRARY_STANDARDSTREAMS_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// If \p Program may set one of the three, says before each call that uses them
/// without an argument that the stream is used, and marks the program. Returns
/// whether it may. Requires that no call of the library was replaced.
bool useStandardStreams(llvm::Module &Program);

} // namespace sooth

#endif
