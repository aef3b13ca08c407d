//===- CheckArguments.h - Calls give functions what they need -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that was verified by itself needs something of its arguments: that
// is checked before each call of it, whether the call is followed or
// summarized.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_CHECKARGUMENTS_H
#define SOOTH_FRONTEND_LLVM_CHECKARGUMENTS_H

#include "sooth/Model/Need.h"

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// What a function needs of those who call it.
struct CalleeNeeds {
  /// Its name in the module.
  std::string Symbol;
  std::vector<Need> Needs;
};

/// Whether calls of \p F can be asked for \p N, as far as it is about arguments
/// of theirs, which it need not be.
bool isAboutArguments(const Need &N, const llvm::Function &F);

/// What calls of \p F are asked for if its checks need \p Needs: those of them
/// that are about arguments, and that every pointer is null or leads to memory
/// that is there, which is taken to be true of all arguments.
std::vector<Need> askedOfCalls(const llvm::Function &F,
                               const std::vector<Need> &Needs);

/// Puts the checks in. Requires functions as clang made them; what is about
/// arguments that a function does not have is left out.
void checkArguments(llvm::Module &M, llvm::ArrayRef<CalleeNeeds> Callees);

} // namespace sooth

#endif
