//===- UnmodelledFunctions.h - Library functions without a model -*- C++
//-*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a function without a body that the program does not come with, the C
// standard or POSIX may say which memory it accesses. Where no model says so,
// it is not known whether a call is right.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_CLIBRARY_UNMODELLEDFUNCTIONS_H
#define SOOTH_LIB_FRONTEND_LLVM_CLIBRARY_UNMODELLEDFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class IRBuilderBase;
class Value;
} // namespace llvm

namespace sooth {

/// Whether \p F is declared, has the name of a function of C17 or POSIX that
/// accesses memory it is given, and has no model.
bool accessesUnmodelled(const llvm::Function &F);

/// Whether a function called \p Name is known to be of C17 or POSIX although it
/// is not given memory, so that isOfLibrary() does not tell.
bool isOfLibraryWithoutMemory(llvm::StringRef Name);

/// A Boolean of which nothing is known: that a function called \p Name is
/// called in a way that is not allowed.
llvm::Value *mayBeCalledWrongly(llvm::IRBuilderBase &Build,
                                llvm::StringRef Name);

} // namespace sooth

#endif
