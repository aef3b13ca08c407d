//===- SeparateFunctions.h - What is verified by itself -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a file without main, a function that is large with what it calls, or that
// is recursive, is verified by itself, and not again wherever it is called.
// Small ones are verified with their callers, which know best what they pass.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_SEPARATEFUNCTIONS_H
#define SOOTH_LIB_DRIVER_PROGRAMS_SEPARATEFUNCTIONS_H

#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// The names of these functions of \p M, callees first.
std::vector<std::string> separateFunctions(llvm::Module &M);

} // namespace sooth

#endif
