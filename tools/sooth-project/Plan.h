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

#include <map>
#include <set>

namespace sooth {

/// A file of the project, and the files that are made of it.
struct Unit {
  std::string File; ///< absolute
  /// As seen from the folder that sooth-project was started in.
  std::string Name;
  std::string Bitcode, Request, Answer, Page;
  /// Why it cannot be compiled, if so.
  std::string Problem;
  /// Whether it is to be verified this time.
  bool IsAsked = true;
};

/// The files that are to be verified, in order. Fails with a sentence for the
/// user.
llvm::Expected<std::vector<Unit>> planUnits(const ProjectOptions &Line);

/// Writes build.ninja, and for each unit what it is asked; says of units why
/// they cannot be compiled. A file that would not change stays as it is.
llvm::Error writePlan(const ProjectOptions &Line,
                      llvm::MutableArrayRef<Unit> Units);

/// Compiles all, or verifies what is asked. Returns ninja's exit code.
enum class Stage { Compile, Verify };
llvm::Expected<int> runNinja(const ProjectOptions &Line, Stage S);

/// Asks about the units that are affected by what has changed alone. Requires
/// that they have been compiled.
llvm::Error askAboutChanged(const ProjectOptions &Line,
                            llvm::MutableArrayRef<Unit> Units);

} // namespace sooth

#endif
