//===- CompilerFlags.h - Flags of a C compiler ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program is often compiled by a long command, of which little matters to
// what it means. clang's own table of options says where a flag ends.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_COMPILERFLAGS_H
#define SOOTH_FRONTEND_LLVM_COMPILERFLAGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sooth {

/// A flag with its values, or the name of a file.
struct CompilerFlag {
  enum class Use {
    /// Without it, the program may mean something else.
    Meaning,
    /// About warnings, speed, debugging, linking and the like.
    None,
    /// Where the output goes, "-o x.o".
    Output,
    /// To compile only: -c, -S and -fsyntax-only.
    CompileOnly,
    /// A file to compile or link.
    File,
    /// Asks for what is no compilation of C, such as -E or -x c++.
    OtherTask,
    /// No flag of clang's.
    Unknown
  } For = Use::Unknown;
  /// The words that have the same effect in clang; of None and Unknown the
  /// first word.
  std::vector<std::string> Words;
};

/// Reads the flag at \p Index of a command line, and moves \p Index behind it
/// and its values. Relative paths that matter are in \p Directory, unless that
/// is empty. Fails if a value is missing.
llvm::Expected<CompilerFlag>
readCompilerFlag(llvm::ArrayRef<const char *> Arguments, unsigned &Index,
                 llvm::StringRef Directory = "");

/// The words of \p Command, a compiler and its arguments, that matter to what
/// the program means. Fails with a message for the user if one of them is
/// unknown to clang or is about another language.
llvm::Expected<std::vector<std::string>>
meaningfulFlags(llvm::ArrayRef<std::string> Command, llvm::StringRef Directory);

} // namespace sooth

#endif
