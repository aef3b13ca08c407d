//===- OptionValues.h - What command lines have in common -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors are sentences for the user.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_OPTIONVALUES_H
#define SOOTH_SUPPORT_OPTIONVALUES_H

#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Error.h"

namespace sooth {

llvm::Error wrong(const llvm::Twine &Message);

/// Understands the argument at \p Index, which is not in a table of options,
/// and moves \p Index behind it and its values; or leaves \p Index where it is.
using ForeignOption = llvm::function_ref<llvm::Error(
    llvm::ArrayRef<const char *> Arguments, unsigned &Index)>;

/// Reads \p Arguments and hands each to \p Take, or if it is unknown (or not
/// \p For the user) to \p Otherwise, in order; stops at the first that fails,
/// that neither understands or that lacks its value.
llvm::Error
parseArguments(const llvm::opt::OptTable &Table,
               llvm::ArrayRef<const char *> Arguments,
               llvm::function_ref<llvm::Error(const llvm::opt::Arg &,
                                              const llvm::opt::InputArgList &)>
                   Take,
               llvm::opt::Visibility For = llvm::opt::Visibility(),
               ForeignOption Otherwise = {});

/// What is wrong with \p Text, with the option of \p Table that is nearest.
llvm::Error unknownOption(const llvm::opt::OptTable &Table,
                          llvm::StringRef Text, llvm::opt::Visibility For);

/// --timeout, in seconds.
llvm::Error parseTimeout(llvm::StringRef Text, double &Seconds);
/// A number of things.
llvm::Error parseCount(llvm::StringRef Option, llvm::StringRef Text,
                       unsigned &Count);
/// The same, of which there is at least one.
llvm::Error parsePositiveCount(llvm::StringRef Option, llvm::StringRef Text,
                               unsigned &Count);
/// --memory, in megabytes.
llvm::Error parseMemory(llvm::StringRef Text, uint64_t &MB);
/// A file to write to.
llvm::Error parsePath(const llvm::opt::Arg &A, std::string &Path);

} // namespace sooth

#endif
