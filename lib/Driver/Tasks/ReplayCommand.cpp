//===- ReplayCommand.cpp - How to compile and run a harness ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReplayCommand.h"

#include "sooth/Support/ShellWord.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace sooth;

/// Whether it is a read of what was never written.
static bool isAboutContent(const Failure &What) {
  return What.What == Failure::Kind::UninitializedRead;
}

/// The checks that clang puts into the program for a violation to show.
static std::vector<std::string> sanitizers(const VerificationTask &T,
                                           const Failure &What) {
  std::vector<std::string> Names;
  for (RuntimeCheck Check : T.Compile.Checks)
    Names.push_back(sanitizerName(Check).str());
  // No program can have both of the large ones.
  if (isAboutContent(What))
    Names.push_back("memory");
  else if (!T.Prepare.Memory.empty())
    llvm::append_values(Names, "address", "alignment", "null");
  // Far outside is another variable to the address sanitizer.
  if (What.What == Failure::Kind::OutsideAccess &&
      !T.Compile.Checks.count(RuntimeCheck::Bounds))
    Names.push_back(sanitizerName(RuntimeCheck::Bounds).str());
  return Names;
}

/// What makes the compiler fill variables without initializer.
static std::vector<std::string> forUnset(const ReplayPlan &Plan) {
  switch (Plan.How) {
  case ReplayPlan::Unset::AsTheyAre:
    return {};
  case ReplayPlan::Unset::Zero:
    return {"-ftrivial-auto-var-init=zero"};
  case ReplayPlan::Unset::Painted:
    return {"-Xclang", "-pg", "-Xclang", "-mfentry"};
  }
  llvm_unreachable("no way to fill variables");
}

std::string sooth::replayCommand(const VerificationTask &T,
                                 const OpenProgram &Program,
                                 const ReplayPlan &Plan, const Failure &What,
                                 llvm::StringRef Path) {
  // A name without a folder would be looked for where programs are.
  llvm::SmallString<64> Binary(Path);
  llvm::sys::path::replace_extension(Binary, "");
  std::vector<std::string> Words = nativeArguments(T.Compile, T.Files);
  // The memory sanitizer is to find them as they are.
  if (!isAboutContent(What))
    llvm::append_range(Words, forUnset(Plan));
  if (!Program.WatchedErrors.empty())
    Words.push_back("-finstrument-functions");
  std::vector<std::string> Names = sanitizers(T, What);
  if (!Names.empty())
    llvm::append_values(Words, "-fsanitize=" + llvm::join(Names, ","),
                        "-fno-sanitize-recover=all");
  // This check does not allow the address of a member of null, either, which is
  // no access: it is told, and the run goes on to what it is about.
  if (llvm::is_contained(Names, "null"))
    Words.push_back("-fsanitize-recover=null");
  llvm::append_range(Words, nativeFiles(T.Files));
  Words.push_back(Path.str());
  llvm::append_range(Words, Program.Libraries);
  llvm::append_values(Words, "-o", Binary.str().str());
  std::string Run = Binary.str().contains('/') ? "" : "./";
  // Otherwise variables are elsewhere than on the stack.
  if (Plan.How == ReplayPlan::Unset::Painted &&
      llvm::is_contained(Names, "address"))
    Run = "ASAN_OPTIONS=detect_stack_use_after_return=0 " + Run;
  return llvm::join(llvm::map_range(Words, quotedForShell), " ") + " && " +
         Run + quotedForShell(Binary);
}
