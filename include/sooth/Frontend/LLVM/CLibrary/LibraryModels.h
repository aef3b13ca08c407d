//===- LibraryModels.h - What functions of the C library do ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The models are C (runtime/libc), compiled when Sooth is built. A function
// that a program uses and does not define becomes its model's; what the program
// defines itself stays as it is, and models do not call it.
//
// Values from outside that the real function F returns come from a declaration
// named F, so that a replay can define it. The model itself has another name
// then.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_LIBRARYMODELS_H
#define SOOTH_FRONTEND_LLVM_LIBRARYMODELS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class GlobalVariable;
class IRBuilderBase;
class Module;
class Type;
class Value;
} // namespace llvm

namespace sooth {

/// Whether invalid accesses are looked for. If not, models leave out loops that
/// read text whose content has no influence.
enum class Accesses { Unchecked, Checked };

/// Whether what is printed to stdout and stderr always arrives. What is written
/// to other files may fail in any case.
enum class Printing { Succeeds, MayFail };
/// Named metadata of a program in which it may not.
inline constexpr llvm::StringLiteral PrintingMayFailName =
    "sooth.printing.may.fail";
/// The same of one that may read what it has written to a file (KeptFiles.h).
inline constexpr llvm::StringLiteral FilesAreKeptName = "sooth.files.are.kept";

/// Whether there are models for the machine of \p Program.
bool hasLibraryModels(const llvm::Module &Program);

/// Adds the models that \p Program needs. Requires that all of the program is
/// linked. Does nothing if the program is not for x86 Linux, with 32 or 64
/// bits, or if there are no models where Sooth was built or installed. Fails if
/// the models are there but cannot be read.
llvm::Error linkLibraryModels(llvm::Module &Program, Accesses Ask,
                              Printing Kind);

/// Whether \p F is declared, and has the name of a function of a C library that
/// accesses memory it is given.
bool isOfLibrary(const llvm::Function &F);

/// Whether models keep something in \p Variable: errno, the rounding mode.
bool isKeptByModels(const llvm::GlobalVariable &Variable);
/// What such a variable has where a function begins that others call: any \p T,
/// an integer or a floating-point number. A violation that depends on it is not
/// claimed, as no caller in C could be shown that leaves it so.
llvm::Value *callKeptByModels(llvm::IRBuilderBase &Build, llvm::Type *T);

} // namespace sooth

#endif
