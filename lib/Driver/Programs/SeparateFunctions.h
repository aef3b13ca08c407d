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

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// In instructions as clang writes them without optimization, checks included:
/// some twenty lines.
inline constexpr unsigned SizeOfSmall = 200;
/// The same of some six lines: the limit where calls are checked, too, and what
/// is small is looked into as it is called.
inline constexpr unsigned SizeOfVerySmall = 60;

/// The names of these functions of \p M, callees first. What is no larger than
/// \p MostFollowed with what it calls is verified with its callers.
std::vector<std::string> separateFunctions(llvm::Module &M,
                                           unsigned MostFollowed);

/// Whether \p F itself calls one of \p Separate by its name.
bool callsSome(const llvm::Function &F, llvm::ArrayRef<std::string> Separate);

/// How many instructions \p F has with those that it calls, each time, but for
/// those of \p Separate. \p Known has what was found out before.
size_t sizeFollowed(const llvm::Function &F,
                    llvm::ArrayRef<std::string> Separate,
                    llvm::DenseMap<const llvm::Function *, size_t> &Known);

} // namespace sooth

#endif
