//===- RunTask.cpp - From what a user asks for to a report ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Tasks/RunTask.h"

#include "CertificateFiles.h"
#include "ExplainedAnswer.h"
#include "ProgramTask.h"
#include "UsageError.h"
#include "WitnessTask.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace sooth;

namespace {
/// What a task is about, by the endings of its files.
struct Inputs {
  explicit Inputs(const VerificationTask &T);

  bool AreHardware, AreSystem, AreHorn, AreStructuredText, AreProgram;
};
} // namespace

Inputs::Inputs(const VerificationTask &T) {
  auto Has = [&](llvm::StringRef Extension) {
    return llvm::any_of(T.Files, [&](const std::string &File) {
      return llvm::sys::path::extension(File) == Extension;
    });
  };
  AreHardware = Has(".btor2") || Has(".btor") || Has(".aig") || Has(".aag");
  AreSystem = AreHardware || Has(".vmt") || Has(".system");
  AreHorn = Has(".smt2");
  AreStructuredText = Has(".st") || Has(".ST");
  AreProgram = !AreSystem && !AreHorn && !AreStructuredText;
}

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

llvm::Error sooth::openCache(VerificationTask &T) {
  if (T.CacheFolder.empty())
    return llvm::Error::success();
  auto Cache = CacheStore::open(T.CacheFolder, T.CachePolicy);
  if (!Cache)
    return Cache.takeError();
  T.Verifier.Cache = std::move(*Cache);
  return llvm::Error::success();
}

/// Requires files that can be read.
static Report run(const VerificationTask &T, const Inputs &In,
                  const Budget &B) {
  if (!T.DumpPath.empty() && !In.AreStructuredText)
    return usageError("--vcd needs a program in Structured Text");
  if (!T.WitnessPath.empty() && !In.AreHardware && !In.AreProgram &&
      !In.AreStructuredText)
    return usageError(
        "--witness needs a program, or a model in BTOR2 or AIGER");
  if (!T.ValidatePath.empty() && !In.AreProgram)
    return usageError("--validate needs a program");
  if (T.Verifier.Cache && !In.AreProgram)
    return usageError("--cache needs a program");
  if (!T.ValidatePath.empty())
    return validateWitness(T, B);
  if (In.AreProgram)
    return runProgramTask(T, B);
  if (T.Files.size() > 1)
    return usageError(
        (In.AreHardware ? "a hardware model"
         : In.AreSystem ? "a transition system"
         : In.AreHorn   ? "a file of Horn clauses"
                        : "a file of Structured Text") +
        llvm::Twine(" cannot be verified together with other files"));
  if (In.AreStructuredText)
    return runStructuredTextTask(T, B);
  if (!T.HarnessPath.empty())
    return usageError("--harness needs a C program");
  return In.AreSystem ? runSystemTask(T, B) : runHornTask(T, B);
}

Report sooth::runTask(const VerificationTask &T, const Budget &B) {
  std::string Unreadable;
  for (const std::string &File : T.Files)
    if (std::error_code E = checkReadable(File))
      Unreadable +=
          "sooth: error: cannot read '" + File + "': " + E.message() + "\n";
  if (!Unreadable.empty())
    return Report::badInput(Unreadable);
  const Inputs In(T);
  if (T.CertificatePath.empty() && !T.Explain)
    return run(T, In, B);
  VerificationTask Certified = T;
  if (!T.CertificatePath.empty() && In.AreProgram && T.HarnessPath.empty())
    Certified.HarnessPath = T.CertificatePath + "/";
  if (T.Explain && !In.AreProgram)
    Certified.Verifier.HaveCertificates = VerifierOptions::Certificates::Wanted;
  Report R = run(Certified, In, B);
  if (T.Explain && !In.AreProgram) // which explains itself
    explainModel(T,
                 In.AreSystem ? ModelKind::System
                 : In.AreHorn ? ModelKind::Clauses
                              : ModelKind::Controller,
                 R);
  if (!T.CertificatePath.empty())
    addCertificateFiles(Certified, R);
  R.Certificates.clear();
  return R;
}
