//===- UsedCode.h - Programs without what they do not use ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models of the whole C library are linked to each program: more code than most
// programs have themselves. Where a program is copied for each of its
// functions, copies are made of what is used.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_USEDCODE_H
#define SOOTH_LIB_DRIVER_PROGRAMS_USEDCODE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <memory>

namespace llvm {
class Function;
class GlobalValue;
class Module;
class Value;
} // namespace llvm

namespace sooth {

class ProgramGlobals;

/// Constants, functions and variables among them.
using UsedValues = llvm::SmallPtrSet<const llvm::Value *, 32>;

/// What those of \p M lead to by their operands that \p IsRoot, with these.
UsedValues usedFrom(const llvm::Module &M,
                    llvm::function_ref<bool(const llvm::GlobalValue &)> IsRoot);

/// A copy of what of \p M is \p Used.
std::unique_ptr<llvm::Module> copyOf(const llvm::Module &M,
                                     const UsedValues &Used);

/// A copy of \p M without those models of library functions that nothing else
/// in it leads to.
std::unique_ptr<llvm::Module> copyUsedCode(const llvm::Module &M);

/// A copy of what runs from \p Entry may come to, \p Of its program included:
/// functions that it finds in variables, or that callers may pass pointers to.
/// Nothing else of the program may be asked about afterwards.
std::unique_ptr<llvm::Module> copyReachable(const llvm::Function &Entry,
                                            const ProgramGlobals &Of);

/// Makes the module of \p Entry a program that begins there; what others could
/// see of it is remembered.
void makeWholeProgram(llvm::Function &Entry);

} // namespace sooth

#endif
