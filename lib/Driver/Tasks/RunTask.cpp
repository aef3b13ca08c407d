//===- RunTask.cpp - From what a user asks for to a report ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Tasks/RunTask.h"

#include "ProgramTask.h"
#include "WitnessTask.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace sooth;

/// What is wrong with the file, before anybody looks into it.
static std::error_code checkReadable(llvm::StringRef Path) {
  namespace fs = llvm::sys::fs;
  fs::file_status Status;
  if (std::error_code E = fs::status(Path, Status))
    return E;
  if (fs::is_directory(Status))
    return std::make_error_code(std::errc::is_a_directory);
  llvm::Expected<fs::file_t> File = fs::openNativeFileForRead(Path);
  if (!File)
    return llvm::errorToErrorCode(File.takeError());
  fs::closeFile(*File);
  return {};
}

static Report usage(const llvm::Twine &Message) {
  return Report::badInput(("sooth: error: " + Message + "\n").str());
}

llvm::Error sooth::openCache(VerificationTask &T) {
  if (T.CacheFolder.empty())
    return llvm::Error::success();
  auto Cache = CacheStore::open(T.CacheFolder, T.CachePolicy);
  if (!Cache)
    return Cache.takeError();
  T.Verifier.Cache = std::move(*Cache);
  return llvm::Error::success();
}

Report sooth::runTask(const VerificationTask &T, const Budget &B) {
  std::string Unreadable;
  for (const std::string &File : T.Files)
    if (std::error_code E = checkReadable(File))
      Unreadable +=
          "sooth: error: cannot read '" + File + "': " + E.message() + "\n";
  if (!Unreadable.empty())
    return Report::badInput(Unreadable);
  auto Has = [&](llvm::StringRef Extension) {
    return llvm::any_of(T.Files, [&](const std::string &File) {
      return llvm::sys::path::extension(File) == Extension;
    });
  };
  const bool IsHardware =
      Has(".btor2") || Has(".btor") || Has(".aig") || Has(".aag");
  const bool IsSystem = IsHardware || Has(".vmt") || Has(".system"),
             IsHorn = Has(".smt2"), IsStructuredText = Has(".st") || Has(".ST");
  const bool IsProgram = !IsSystem && !IsHorn && !IsStructuredText;
  if (!T.DumpPath.empty() && !IsStructuredText)
    return usage("--vcd needs a program in Structured Text");
  if (!T.WitnessPath.empty() && !IsHardware && !IsProgram && !IsStructuredText)
    return usage("--witness needs a program, or a model in BTOR2 or AIGER");
  if (!T.ValidatePath.empty() && !IsProgram)
    return usage("--validate needs a program");
  if (T.Verifier.Cache && !IsProgram)
    return usage("--cache needs a program");
  if (!T.ValidatePath.empty())
    return validateWitness(T, B);
  if (IsProgram)
    return runProgramTask(T, B);
  if (T.Files.size() > 1)
    return usage((IsHardware ? "a hardware model"
                  : IsSystem ? "a transition system"
                  : IsHorn   ? "a file of Horn clauses"
                             : "a file of Structured Text") +
                 llvm::Twine(" cannot be verified together with other files"));
  if (IsStructuredText)
    return runStructuredTextTask(T, B);
  if (!T.HarnessPath.empty())
    return usage("--harness needs a C program");
  return IsSystem ? runSystemTask(T, B) : runHornTask(T, B);
}
