//===- LibraryVariables.h - Variables of the C library ----------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs declare variables that the C library has, such as environ and
// optind. What they are when the program begins, no user chooses, and functions
// of the library change them.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_CLIBRARY_LIBRARYVARIABLES_H
#define SOOTH_LIB_FRONTEND_LLVM_CLIBRARY_LIBRARYVARIABLES_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// What glibc has under several names, such as environ and __environ, becomes
/// one variable of \p Program, which uses it under some of them.
void joinNamesOfVariables(llvm::Module &Program);

/// Says what variables of the library that \p Program uses are when it begins,
/// if it has main. Most are open: no violation that depends on them is claimed.
void openLibraryVariables(llvm::Module &Program);

/// Functions of \p Models change the variables that \p Program uses.
void letModelsChangeVariables(const llvm::Module &Program,
                              llvm::Module &Models);

/// Whether \p Program may change the environment without functions of the
/// library: it does more than to read one of its variables that lead there, or
/// main uses what it is given. Requires that these are not open yet.
bool mayChangeEnvironment(const llvm::Module &Program);

/// Takes from \p Models those that know what the environment has.
void forgetEnvironment(llvm::Module &Models);

} // namespace sooth

#endif
