//===- main.cpp - Petri nets on the command line --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "sooth/Driver/Petri/PetriCertificate.h"
#include "sooth/Driver/Petri/PetriOutput.h"
#include "sooth/Support/Diagnostic.h"
#include "sooth/Support/Interrupt.h"
#include "sooth/Support/LargePages.h"
#include "sooth/Support/OutputFile.h"
#include "sooth/Support/Version.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatAdapters.h"

using namespace sooth;
using llvm::errs;
using llvm::outs;

static constexpr int BadInput = 3;

static int fail(llvm::Error E) {
  outs().flush();
  errs() << textOf(std::move(E), "sooth-pnml") << '\n';
  return BadInput;
}

static void printVersion() {
  outs() << "sooth-pnml " << versionText() << "\nengines:\n";
  for (const PetriStrategy &S : allPetriStrategies())
    outs() << "  " << llvm::left_justify(S.Name, 8) << S.Description << '\n';
}

static llvm::Error writeCertificate(const CommandLine &Line, const PetriNet &N,
                                    llvm::ArrayRef<MccProperty> Questions,
                                    const PetriReport &R) {
  llvm::sys::fs::create_directories(Line.CertificatePath);
  for (const Report::Output &Out :
       certificateFiles(Line.Task, N, Questions, R, Line.CertificatePath))
    if (llvm::Error E = writeOutput(
            Out.Path, [&](llvm::raw_ostream &OS) { OS << Out.Text; }))
      return E;
  return llvm::Error::success();
}

static int answer(const CommandLine &Line, const PetriNet &N,
                  llvm::ArrayRef<MccProperty> Questions) {
  const std::atomic<bool> &Stop = installInterruptHandler();
  bool Mcc = Line.Task.Question == PetriTask::Ask::Mcc &&
             Line.Print == CommandLine::Format::Text;
  Budget B = Budget::secondsOrNone(Line.TimeoutSeconds);
  B.cancelWith(&Stop);
  PetriReport R = answerQuestions(N, Questions, B, Line.Task.Portfolio,
                                  [&](size_t Q, const PetriAnswer &A) {
                                    if (Mcc)
                                      printMccLine(outs(), Questions[Q], A);
                                    outs().flush();
                                  });
  for (const std::string &Note : R.Notes)
    errs() << "sooth-pnml: note: " << Note << '\n';
  for (size_t Q = 0; Mcc && Q < Questions.size(); ++Q)
    if (R.Answers[Q].Outcome == PetriAnswer::Status::Inconclusive)
      printMccLine(outs(), Questions[Q], R.Answers[Q]);
  if (Line.Print == CommandLine::Format::Json)
    printPetriJson(outs(), N, Questions, R);
  else if (!Mcc)
    printPetriText(outs(), N, R.Answers.front());
  if (Line.Stats == CommandLine::Figures::Shown &&
      Line.Print == CommandLine::Format::Text)
    R.Figures.print(outs());
  if (!Line.TracePath.empty())
    if (llvm::Error E = writeOutput(Line.TracePath, [&](llvm::raw_ostream &OS) {
          printFirings(OS, N, R.Answers.front().Runs);
        }))
      return fail(std::move(E));
  if (!Line.CertificatePath.empty())
    if (llvm::Error E = writeCertificate(Line, N, Questions, R))
      return fail(std::move(E));
  if (Stop) {
    errs() << "sooth-pnml: interrupted\n";
    return InterruptedExitCode;
  }
  int Code = exitCodeOf(Questions, R);
  return Line.Task.Question == PetriTask::Ask::Mcc && Code == 1 ? 0 : Code;
}

static int run(const CommandLine &Line) {
  auto N = readNetFile(Line.Task.NetFile);
  if (!N)
    return fail(N.takeError());
  for (const std::string &Remark : N->remarks())
    errs() << Remark << '\n';
  auto Questions = readQuestions(Line.Task, *N);
  if (!Questions)
    return fail(Questions.takeError());
  if (!Line.DotPath.empty())
    if (llvm::Error E =
            writeOutput(Line.DotPath, [&](auto &OS) { writePetriDot(OS, *N); }))
      return fail(std::move(E));
  if (Line.Task.Emit != PetriTask::Form::None) {
    auto Text = emitNet(Line.Task, *N, *Questions);
    llvm::Error E =
        Text ? writeOutput(Line.EmitPath, [&](auto &OS) { OS << *Text; })
             : Text.takeError();
    return E ? fail(std::move(E)) : 0;
  }
  return Questions->empty() ? 0 : answer(Line, *N, *Questions);
}

int main(int ArgCount, char **Args) {
  useLargePages();
  guardStandardOutput("sooth-pnml");
  auto Line = parsePnmlCommandLine(llvm::ArrayRef(Args + 1, ArgCount - 1));
  if (!Line)
    return fail(Line.takeError());
  switch (Line->Do) {
  case CommandLine::Action::Describe:
    printOptions(outs(), Line->Page);
    return 0;
  case CommandLine::Action::Version:
    printVersion();
    return 0;
  case CommandLine::Action::Answer:
    return run(*Line);
  }
}
