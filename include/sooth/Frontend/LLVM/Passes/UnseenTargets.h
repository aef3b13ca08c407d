//===- UnseenTargets.h - Calls through pointers into other code -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pointer that callers pass, or store in memory, may lead to a function that
// is not shown. Where no function of the program fits a call, that is what is
// called: like a function without a body that is called by its name, it returns
// anything and writes what it is given.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_PASSES_UNSEENTARGETS_H
#define SOOTH_FRONTEND_LLVM_PASSES_UNSEENTARGETS_H

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// Lets calls through pointers that ResolveCalls has left call declarations
/// which stand for what is not shown (Vocabulary.h). Returns true if there was
/// one.
bool callUnseenTargets(llvm::Module &M);

/// What the pointers are called ("*allocate") through which \p Functions may
/// call what is not shown: no function of the program fits the call. In the
/// order of the calls.
std::vector<std::string>
unseenTargets(llvm::ArrayRef<const llvm::Function *> Functions);

} // namespace sooth

#endif
