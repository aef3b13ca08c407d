//===- ProgramText.h - What verifying a program looks at ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_PROGRAMTEXT_H
#define SOOTH_LIB_DRIVER_TASKS_PROGRAMTEXT_H

#include <memory>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// \p Program as text, with places and the types of variables: the same for
/// each that has the same functions and variables, whatever else there is in
/// the files that they are from.
std::string textOf(std::unique_ptr<llvm::Module> Program);

/// The same for parts of programs: removes what \p M has of whole files, and
/// prints what is left, whatever those files are like otherwise.
void dropWhatIsOfFiles(llvm::Module &M);
std::string printedWithoutHashes(const llvm::Module &M);

/// All of \p M as text, also what no function in it leads to.
std::string wholeTextOf(const llvm::Module &M);

} // namespace sooth

#endif
