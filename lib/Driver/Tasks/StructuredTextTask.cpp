//===- StructuredTextTask.cpp - Tasks on controllers
//--------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Controllers/CycleRun.h"
#include "ProgramTask.h"
#include "UsageError.h"

#include "sooth/Frontend/StructuredText/Reader.h"
#include "sooth/Support/ChildProcess.h"
#include "sooth/Support/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace sooth;
using Form = VerificationTask::Form;

static Report badInput(llvm::Error E) {
  return Report::badInput(textOf(std::move(E), "sooth") + "\n");
}

/// What is asked for that only programs in C have; empty if nothing is.
static std::string foreignOption(const VerificationTask &T) {
  if (!T.Prepare.Memory.empty())
    return "--check=memory is about programs in C";
  for (RuntimeCheck C : T.Compile.Checks)
    if (C != RuntimeCheck::SignedOverflow &&
        C != RuntimeCheck::UnsignedOverflow && C != RuntimeCheck::Division &&
        C != RuntimeCheck::FloatCast)
      return "Structured Text has the checks overflow, unsigned-overflow, div "
             "and float-cast; indices are always checked";
  if (!T.HarnessPath.empty())
    return "--harness needs a C program";
  if (!T.WitnessPath.empty())
    return "--witness needs a program in C, or a model in BTOR2 or AIGER; "
           "--vcd writes the run of a controller";
  if (T.Emit == Form::Llvm || T.Emit == Form::Regions ||
      T.Emit == Form::Values || T.Emit == Form::Horn)
    return "--emit takes vmt, cfa, cfa.dot, smt2, btor2, aig, aag or system "
           "for Structured Text";
  return "";
}

static st::CycleEncoding encodingOf(const VerificationTask &T) {
  st::CycleEncoding E;
  E.LeastTime = T.CycleTime.Least;
  E.MostTime = T.CycleTime.Most;
  auto Has = [&](RuntimeCheck C) { return T.Compile.Checks.contains(C); };
  E.ChecksDivision = Has(RuntimeCheck::Division);
  E.ChecksOverflow = Has(RuntimeCheck::SignedOverflow);
  E.ChecksUnsignedOverflow = Has(RuntimeCheck::UnsignedOverflow);
  E.ChecksRealToNumber = Has(RuntimeCheck::FloatCast);
  return E;
}

static bool hasAssertion(const st::Block &B) {
  return llvm::any_of(B, [](const std::unique_ptr<st::Statement> &S) {
    return S->What == st::Statement::Kind::Assert ||
           hasAssertion(S->Otherwise) ||
           llvm::any_of(S->Branches, [](const st::Statement::Branch &Inner) {
             return hasAssertion(Inner.Body);
           });
  });
}

/// What the user may not expect.
static std::vector<std::string>
notesOn(const st::File &F, const st::CycleModel &M, const st::Unit &Entry) {
  std::vector<std::string> Notes = F.Warnings;
  for (const auto &U : F.Units)
    if (!M.Executed.contains(U.get()) && hasAssertion(U->Body))
      Notes.push_back(U->Where.str() + ": '" + Entry.Name +
                      "' does not call '" + U->Name +
                      "', whose assertions are not looked at");
  return Notes;
}

static Report verify(const VerificationTask &T, const Budget &B,
                     const st::CycleModel &M, const st::Unit &Entry) {
  std::string Dump;
  VerifierOptions O = T.Verifier;
  O.Tell = [&](const Cfa &, const CfaTrace &Run,
               const AssertionReport &Violated) {
    const CycleRun Cycles = cyclesOf(M, Run);
    if (Dump.empty() && !T.DumpPath.empty())
      Dump = valueChangeDump(M, Cycles, Entry.Name);
    return tellCycles(M, Cycles, Violated.Where);
  };
  Report R = verifyProgram(*M.Program, B, O).Answer;
  if (!Dump.empty())
    R.Outputs.push_back({T.DumpPath, std::move(Dump)});
  return R;
}

static Report run(const VerificationTask &T, const Budget &B,
                  llvm::MemoryBufferRef Text, double &ReadSeconds) {
  ExprContext Ctx;
  std::unique_ptr<st::File> File;
  std::optional<st::CycleModel> M;
  const st::Unit *Entry = nullptr;
  {
    ScopedTimer Timer(ReadSeconds);
    auto Read = st::readStructuredText(Text);
    if (!Read)
      return badInput(Read.takeError());
    File = std::move(*Read);
    auto Found = st::entryOf(*File, T.Entries.empty() ? "" : T.Entries.front());
    if (!Found)
      return badInput(Found.takeError());
    Entry = *Found;
    auto Model = st::encode(Ctx, *File, *Entry, encodingOf(T));
    if (!Model)
      return badInput(Model.takeError());
    M = std::move(*Model);
  }
  Report R;
  if (T.Emit != Form::None) {
    auto Emitted = emitProgram(*M->Program, T);
    if (!Emitted)
      return badInput(Emitted.takeError());
    R = Report::done();
    R.Outputs.push_back({T.EmitPath, std::move(*Emitted)});
  } else if (M->Program->errors().empty()) {
    R.Outcome = Report::Status::NothingToCheck;
    R.Explanation = "'" + Entry->Name +
                    "' has no assertion (//#ASSERT e : "
                    "name), nor anything else that is checked";
  } else {
    R = verify(T, B, *M, *Entry);
  }
  const std::vector<std::string> Notes = notesOn(*File, *M, *Entry);
  R.Notes.insert(R.Notes.begin(), Notes.begin(), Notes.end());
  R.Figures.set("model.columns", M->Columns.size());
  return R;
}

Report sooth::runStructuredTextTask(const VerificationTask &T,
                                    const Budget &B) {
  if (const std::string Foreign = foreignOption(T); !Foreign.empty())
    return usageError(Foreign);
  const std::string &Path = T.Files.front();
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text)
    return usageError("cannot read '" + Path +
                      "': " + Text.getError().message());
  limitMemory(T.Verifier.Engines.MemoryMB);
  double ReadSeconds = 0;
  Report R = run(T, B, (*Text)->getMemBufferRef(), ReadSeconds);
  R.Figures.set("time.read.seconds", ReadSeconds);
  return R;
}
