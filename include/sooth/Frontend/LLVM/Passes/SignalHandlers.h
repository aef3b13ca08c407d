//===- SignalHandlers.h - What signal handlers do to a program ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handler runs whenever it likes. Most do nothing but set a flag, as C asks
// of them (C17 7.14.1.1: a volatile sig_atomic_t). Then a read of the flag
// yields anything, and there is no other trace of the handler, whose own checks
// nobody looks at. Programs with other handlers are refused (Callbacks.h).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_PASSES_SIGNALHANDLERS_H
#define SOOTH_FRONTEND_LLVM_PASSES_SIGNALHANDLERS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class GlobalVariable;
class LoadInst;
class Module;
} // namespace llvm

namespace sooth {

/// Whether the function of C or POSIX makes a function that it is given a
/// handler of signals, or one in a structure that it is given.
bool registersSignalHandler(llvm::StringRef Name);

/// Handlers that do nothing but change flags: static volatile integers that the
/// program only reads and writes.
struct FlagSetters {
  std::vector<const llvm::Function *> Handlers;
  std::vector<const llvm::GlobalVariable *> Flags;
};

/// The handlers of \p M if all do no more. Nothing if one may, or there is
/// none.
std::optional<FlagSetters> flagSetters(const llvm::Module &M);

/// If flagSetters() finds some, marks the reads of the flags, and the calls
/// that register the handlers. Whether it has changed anything. Requires that
/// volatile accesses are still there.
bool applySignalHandlers(llvm::Module &M);

/// Whether applySignalHandlers() has marked the call: it calls nothing back.
bool registersOnlyFlagSetters(const llvm::CallBase &Call);
/// The same of a read, which yields anything.
bool isSetBySignal(const llvm::LoadInst &Load);

} // namespace sooth

#endif
