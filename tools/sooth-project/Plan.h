//===- Plan.h - What is to be done, for ninja -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each file is compiled here, into LLVM IR, and verified where the launcher
// says. Ninja knows what is done already, and does no more.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_PROJECT_PLAN_H
#define SOOTH_TOOLS_PROJECT_PLAN_H

#include "CommandLine.h"

#include "sooth/Driver/Options/VerificationTask.h"

#include <map>
#include <set>

namespace sooth {

/// A file of the project, or a program or library that is answered as a whole,
/// and the files that are made of it.
struct Unit {
  std::string File; ///< absolute; empty of a program or library
  /// Of a file: as seen from the folder that sooth-project was started in.
  std::string Name;
  std::string Bitcode, Request, Answer, Page;
  /// Why it cannot be compiled, if so.
  std::string Problem;
  /// Whether it is to be verified this time.
  bool IsAsked = true;
  /// Of a file, if they are others than compile_commands.json has.
  std::optional<std::vector<std::string>> Flags = std::nullopt;
  /// Of a program or library: how it is linked, and of what.
  std::optional<LinkedAs> As = std::nullopt;
  std::vector<std::string> Parts = {};
  /// Contracts of functions, as LLVM IR.
  std::vector<std::string> Contracts = {};
};

/// What is made of \p File in the folder \p Results; \p Variant tells it from
/// the same file compiled in the usual way, if it is not empty.
Unit unitOfFile(llvm::StringRef File, llvm::StringRef Results,
                llvm::StringRef Variant = "");

/// The files that are to be verified, in order. Fails with a sentence for the
/// user.
llvm::Expected<std::vector<Unit>> planUnits(const ProjectOptions &Line);

/// Writes build.ninja, and for each unit what it is asked; says of units why
/// they cannot be compiled. A file that would not change stays as it is.
llvm::Error writePlan(const ProjectOptions &Line,
                      llvm::MutableArrayRef<Unit> Units);

/// Compiles all, or verifies what is asked, \p Lanes functions at a time of
/// each program. Returns ninja's exit code.
enum class Stage { Compile, Verify };
llvm::Expected<int> runNinja(const ProjectOptions &Line, Stage S,
                             unsigned Lanes = 1);

/// Asks about the units that are affected by what has changed alone. Requires
/// that they have been compiled.
llvm::Error askAboutChanged(const ProjectOptions &Line,
                            llvm::MutableArrayRef<Unit> Units);

} // namespace sooth

#endif
