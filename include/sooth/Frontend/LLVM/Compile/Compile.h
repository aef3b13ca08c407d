//===- Compile.h - From C files to one LLVM module ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang is run as a program of its own, so that what it says to the user
// appears as always, and a crash or a runaway compilation is not ours.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_COMPILE_H
#define SOOTH_FRONTEND_LLVM_COMPILE_H

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/CLibrary/LibraryModels.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace sooth {

/// What is checked beside assertions by branches that clang's sanitizers make.
enum class RuntimeCheck {
#define SANITIZER_CHECK(KIND, NAME, SANITIZER, VIOLATION, ...) KIND,
#include "sooth/Frontend/LLVM/Base/Checks.def"
};

/// The one that a user calls \p Name, "overflow", if any.
std::optional<RuntimeCheck> runtimeCheck(llvm::StringRef Name);

/// "signed-integer-overflow", as in clang's -fsanitize=.
llvm::StringRef sanitizerName(RuntimeCheck Check);

/// The data model of the program: LP64 or ILP32.
enum class DataModel { Bits64, Bits32 };

/// What is known of the C library: what our models say (LibraryModels.h), or
/// nothing.
enum class Library { Models, Unknown };

struct CompileOptions {
  std::vector<std::string> IncludeDirs;
  /// "NAME" or "NAME=VALUE".
  std::vector<std::string> Defines;
  /// Handed on to clang as they are, last.
  std::vector<std::string> ExtraArgs;
  /// The same for single files, before everything else.
  std::map<std::string, std::vector<std::string>> FlagsOfFile;
  /// As in -std=; empty for clang's default.
  std::string Standard;
  DataModel Model = DataModel::Bits64;
  Library CLibrary = Library::Models;
  Accesses OfLibrary = Accesses::Unchecked;
  Printing OfOutput = Printing::Succeeds;
  FunctionMeanings Functions;
  /// Files of contracts (DeclaredContracts.h), compiled as C.
  std::vector<std::string> Contracts;
  std::set<RuntimeCheck> Checks;
  /// The compiler; empty for the one that was found when Sooth was built.
  std::string Clang;
  /// For each file; 0 is no limit.
  unsigned TimeLimitSeconds = 0;
  unsigned MemoryLimitMB = 0;
};

/// Compiles C files (.c, .i), reads LLVM ones (.bc, .ll), and links all into
/// one module, with debug information and without any optimization, and with
/// models of the library functions that they use. sooth.h can be included. The
/// functions of Options.Functions have no bodies any more. Contracts that stand
/// apart from bodies are applied, of Options.Contracts as well.
/// clang's errors go to stderr as they are; its warnings are off, since users
/// have their own compiler for that, and so are the errors that reject C89
/// (implicit int and function declarations).
///
/// Fails with a message for the user if a file cannot be read, compiled or
/// linked. Leaves no temporary files behind, not even when interrupted if the
/// caller has LLVM's signal handlers installed.
llvm::Expected<std::unique_ptr<llvm::Module>>
compileProgram(llvm::ArrayRef<std::string> Files, const CompileOptions &Options,
               llvm::LLVMContext &Context);

/// The files of contracts at \p Path: itself, or NAME.contracts in that folder,
/// in order. Fails with a message for the user if there is no such file or
/// folder.
llvm::Expected<std::vector<std::string>> contractFiles(llvm::StringRef Path);

/// How what contractsInC() makes of \p File is compiled.
CompileOptions contractOptions(CompileOptions Options, llvm::StringRef File);

/// Applies to \p Program the contracts that are in it, and those of
/// Options.Contracts. Fails with a message for the user, also if one of the
/// files has something else than contracts and declarations.
llvm::Error addContracts(llvm::Module &Program, const CompileOptions &Options);

/// The command that compiles \p File into \p Output, the program first: clang's
/// front end as it is built with Sooth, which hands on what attributes say, or
/// else clang.
std::vector<std::string> clangArguments(const CompileOptions &Options,
                                        llvm::StringRef File,
                                        llvm::StringRef Output);

/// Where sooth.h is; empty if it is nowhere.
std::string headerFolder();

/// How any clang compiles the program to run, without its files: the program's
/// name first, the folder of sooth.h if one of \p Files may include it, and
/// what makes clang take them if it would reject them.
std::vector<std::string> nativeArguments(const CompileOptions &Options,
                                         llvm::ArrayRef<std::string> Files);
/// The files as words of that command.
std::vector<std::string> nativeFiles(llvm::ArrayRef<std::string> Files);

} // namespace sooth

#endif
