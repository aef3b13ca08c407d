//===- Compile.h - What the Solidity compiler says of a file --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler types the program and, as each annotation becomes a small
// function of it, the annotations: the file is compiled twice, and what is read
// further is the second syntax tree. A bundle holds all of that, so that a file
// can be verified without a compiler.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_SOLIDITY_COMPILE_H
#define SOOTH_FRONTEND_SOLIDITY_COMPILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace sooth {

struct SolidityCompiler {
  /// The command, "solc" or "node_modules/.bin/solcjs"; empty to look for one.
  std::string Command;
};

/// Compiles \p Path and what it imports, with its annotations. The result has
///
///   sources     text of each file, by name
///   ast         syntax tree of each file, by name
///   insertions  of each file: where text was inserted, how much, and what
///               annotation it is of (-1 for none)
///   annotations what each says, about what, and where it is
///   checked     whether the compiler's arithmetic reverts on overflow
///
/// Fails with the compiler's errors, one a line, at their places in the file as
/// the user wrote it; and if there is no compiler.
llvm::Expected<llvm::json::Value> compileSolidity(llvm::StringRef Path,
                                                  const SolidityCompiler &How);

/// The command that \p How means, or where a compiler was found. Fails if there
/// is none.
llvm::Expected<std::string> commandOf(const SolidityCompiler &How);

/// Where packages of npm may be: the folders node_modules in the working
/// directory and those around it, and in those around this program.
std::vector<std::string> nodeModules();

} // namespace sooth

#endif
