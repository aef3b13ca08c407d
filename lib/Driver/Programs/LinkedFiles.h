//===- LinkedFiles.h - All files of a program or library ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_LINKEDFILES_H
#define SOOTH_LIB_DRIVER_PROGRAMS_LINKEDFILES_H

#include "sooth/Driver/Options/VerificationTask.h"
#include "sooth/Driver/Report/Report.h"

#include <memory>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// Makes what \p M defines internal, but for what code that is not in it sees.
void hideFromOthers(llvm::Module &M, const LinkedAs &How);

/// Lets other files know the static variables that have another name which they
/// know (the attribute alias).
void showWhatAliasesShow(llvm::Module &M);

/// The functions of \p M, in which what others see is visible.
LinkedFunctions linkedFunctions(const llvm::Module &M);

/// Whether runs of \p M may come to a use of memory that could be wrong. That
/// variables are read and written by their names is none.
bool usesMemory(const llvm::Module &M);

/// A copy of \p M without what nobody calls, in which main is one of the
/// functions that others call: as the first of all, with arguments as a program
/// gets them. Requires that it is defined.
std::unique_ptr<llvm::Module> copyAsFunctions(const llvm::Module &M);

/// Whether \p F is main of such a copy.
bool isMainOfProgram(const llvm::Function &F);

/// Whether runs of a program begin in \p F, of such a copy, and nowhere else,
/// not in constructors nor in functions that others see: then its variables are
/// as they are initialized.
bool beginsProgram(const llvm::Function &F);

/// What the user calls \p F.
llvm::StringRef nameInSource(const llvm::Function &F);

} // namespace sooth

#endif
