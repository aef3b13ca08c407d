//===- SystemTask.cpp - Tasks on transition systems -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramTask.h"

#include "sooth/Model/Vmt.h"
#include "sooth/Support/ChildProcess.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using Form = VerificationTask::Form;

static Report badInput(const llvm::Twine &Message) {
  return Report::badInput(("sooth: error: " + Message + "\n").str());
}

Report sooth::runSystemTask(const VerificationTask &T, const Budget &B) {
  const std::string &Path = T.Files.front();
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text)
    return badInput("cannot read '" + Path + "': " + Text.getError().message());
  limitMemory(T.Verifier.Engines.MemoryMB);
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
