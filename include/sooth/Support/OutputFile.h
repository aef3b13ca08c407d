//===- OutputFile.h - Files and standard output of programs ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_OUTPUTFILE_H
#define SOOTH_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <string>

namespace sooth {

/// Writes a file, all of it or nothing: what was there before stays if writing
/// fails. "-" is standard output, of which guardStandardOutput() tells. What is
/// no regular file (a device, a pipe) is written to as it is. The error names
/// the path.
llvm::Error writeOutput(llvm::StringRef Path,
                        llvm::function_ref<void(llvm::raw_ostream &)> Print);

/// A name for a file about \p File, to which an ending can be added: readable,
/// and different for different paths.
std::string stemFor(llvm::StringRef File);

/// To be called once, at the start of main. From now on the process ends with
/// exit code 3 and a sentence of \p Program on standard error if not all of its
/// standard output could be written. That nobody reads any more is no error:
/// who stops reading has what they wanted.
void guardStandardOutput(const char *Program);

} // namespace sooth

#endif
