//===- SystemTask.cpp - Tasks on transition systems -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramTask.h"

#include "sooth/Model/Vmt.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using Form = VerificationTask::Form;

static Report badInput(const llvm::Twine &Message) {
  return Report::badInput(("sooth: error: " + Message + "\n").str());
}

static llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readFile(llvm::StringRef Path) {
  if (llvm::sys::fs::is_directory(Path))
    return std::make_error_code(std::errc::is_a_directory);
  return llvm::MemoryBuffer::getFile(Path);
}

Report sooth::runSystemTask(const VerificationTask &T, const Budget &B) {
  const std::string &Path = T.Files.front();
  auto Text = readFile(Path);
  if (!Text)
    return badInput("cannot read '" + Path + "': " + Text.getError().message());
  ExprContext Ctx;
  std::vector<std::string> Warnings;
  double ReadSeconds = 0;
  auto M = [&] {
    ScopedTimer Timer(ReadSeconds);
    return readVmt(Ctx, (*Text)->getMemBufferRef(), [&](const Diagnostic &D) {
      Warnings.push_back(D.where().str() + ": " + D.text());
    });
  }();
  if (!M)
    return Report::badInput(llvm::toString(M.takeError()) + "\n");
  Report R;
  if (T.Emit == Form::None) {
    R = verifySystem(**M, B, T.Verifier);
  } else {
    auto Emitted = emitSystem(**M, T);
    if (!Emitted)
      return badInput(llvm::toString(Emitted.takeError()));
    R = Report::done();
    R.Outputs.push_back({T.EmitPath, std::move(*Emitted)});
  }
  R.Notes.insert(R.Notes.begin(), Warnings.begin(), Warnings.end());
  R.Figures.set("time.read.seconds", ReadSeconds);
  return R;
}

Report sooth::runTask(const VerificationTask &T, const Budget &B) {
  size_t Systems = 0;
  for (const std::string &File : T.Files)
    Systems += llvm::sys::path::extension(File) == ".vmt";
  if (Systems == 0)
    return runProgramTask(T, B);
  if (T.Files.size() > 1)
    return badInput("a VMT file cannot be verified together with other files");
  if (!T.HarnessPath.empty())
    return badInput("--harness needs a C program");
  return runSystemTask(T, B);
}
