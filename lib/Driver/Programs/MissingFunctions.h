//===- MissingFunctions.h - Functions that should have a body -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that is only declared is taken to do little, which is wrong if its
// source was forgotten. So each answer names them.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_MISSINGFUNCTIONS_H
#define SOOTH_LIB_DRIVER_MISSINGFUNCTIONS_H

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// Whether \p F is declared only, and is none that stands for inputs, errors or
/// the like, nor one of the C library.
bool isMissing(const llvm::Function &F);

/// What is taken to be true of missing functions, in a line for all, but for
/// those that may have a body in another file and those that belong to threads
/// or signals: "'f' (no body was given; is a source file missing?) returns
/// anything".
std::vector<std::string>
assumptionsAbout(llvm::ArrayRef<const llvm::Function *> Missing);

/// What handlers of signals are taken to do, if \p M is verified in spite of
/// them: "signal handlers are not run: 'stop' (line 7) does nothing but change
/// 'flag', a read of which yields anything". Else empty.
std::string assumptionAboutSignals(const llvm::Module &M);

/// The missing functions that runs from \p Entries may call, in the order of
/// the module.
std::vector<const llvm::Function *>
missingFunctions(const llvm::Module &M,
                 llvm::ArrayRef<const llvm::Function *> Entries);

/// The same of what is called through pointers to which no function of the
/// program fits, from \p Entries on; empty if there is no such call.
std::string
assumptionAboutTargets(const llvm::Module &M,
                       llvm::ArrayRef<const llvm::Function *> Entries);

} // namespace sooth

#endif
