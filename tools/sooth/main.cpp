//===- main.cpp - The verifier on the command line ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Options/UserOptions.h"
#include "sooth/Driver/Processes/Supervisor.h"
#include "sooth/Driver/Processes/TerminalProgress.h"
#include "sooth/Driver/Suppress/Suppressions.h"
#include "sooth/Driver/Tasks/RunTask.h"
#include "sooth/Solver/Solver.h"
#include "sooth/Support/Interrupt.h"
#include "sooth/Support/LargePages.h"
#include "sooth/Support/OutputFile.h"
#include "sooth/Support/Version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatAdapters.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::errs;
using llvm::outs;

static constexpr int BadInput = 3;

static void printVersion() {
  outs() << "sooth " << versionText() << " (LLVM " << LLVM_VERSION_STRING
         << ", z3 " << sooth::z3Version() << ")\n\n";
  sooth::printEngines(outs());
}

/// Of a witness that is judged: what it says, if it is confirmed.
static std::string competitionVerdict(const VerificationTask &T,
                                      const Report &R) {
  switch (R.Witness) {
  case Report::Validation::None:
    return verdict(*T.Property, R);
  case Report::Validation::Confirmed:
    return "CONFIRMED";
  case Report::Validation::Rejected:
    return "REJECTED";
  case Report::Validation::Unknown:
    return "UNKNOWN";
  }
  llvm_unreachable("no verdict");
}

static void print(const UserOptions &Line, const Report &R) {
  errs() << R.Errors;
  switch (Line.Print) {
  case UserOptions::Format::Json:
    return printJson(outs(), R);
  case UserOptions::Format::Sarif:
    return printSarif(outs(), R);
  case UserOptions::Format::Text:
    printText(outs(), R, Line.Style);
    if (Line.IsCompetition)
      outs() << competitionVerdict(Line.Task, R) << '\n';
    return;
  }
}

static int finish(const UserOptions &Line, Report R) {
  for (const std::string &Note : R.Notes)
    errs() << "sooth: note: " << Note << '\n';
  if (R.Outcome != Report::Status::Done)
    print(Line, R);
  else if (Line.Style.Figures == ReportStyle::Section::Shown)
    R.Figures.print(errs()); // the output may be what is written
  if (!Line.PagePath.empty() && R.Outcome != Report::Status::BadInput) {
    std::string Page;
    llvm::raw_string_ostream OS(Page);
    printHtml(OS, R, Line.Task.Files);
    R.Outputs.push_back({Line.PagePath, std::move(Page)});
  }
  for (const Report::Output &Out : R.Outputs) {
    // --harness=FOLDER/ and --certificate name one that need not be there.
    if (llvm::StringRef Folder = llvm::sys::path::parent_path(Out.Path);
        !Folder.empty() &&
        (llvm::StringRef(Line.Task.HarnessPath).ends_with("/") ||
         Folder == Line.Task.CertificatePath))
      llvm::sys::fs::create_directories(Folder);
    if (llvm::Error E = writeOutput(
            Out.Path, [&](llvm::raw_ostream &OS) { OS << Out.Text; })) {
      outs().flush();
      errs() << "sooth: error: " << llvm::toString(std::move(E)) << '\n';
      return BadInput;
    }
  }
  return R.exitCode();
}

/// What competitions ask is about all of the program.
static void suppress(const UserOptions &Line, Report &R) {
  if (Line.Task.Property || R.Witness != Report::Validation::None ||
      R.Outcome == Report::Status::BadInput ||
      R.Outcome == Report::Status::Done)
    return;
  Suppressions All;
  All.apply(R, Line.Task.Files);
  llvm::append_range(R.Notes, All.withoutReason());
  if (Line.Style.Assertions == ReportStyle::Section::Shown &&
      !R.Assertions.empty())
    llvm::append_range(R.Notes, All.unused());
}

static int verify(UserOptions &Line) {
  const std::atomic<bool> &Stop = installInterruptHandler();
  if (llvm::Error E = openCache(Line.Task)) {
    errs() << "sooth: error: " << llvm::toString(std::move(E)) << '\n';
    return BadInput;
  }
  TerminalProgress Listener;
  if (Listener.isShown())
    Line.Task.Verifier.Engines.Listener = &Listener;
  Budget B = Budget::secondsOrNone(Line.Task.TimeoutSeconds);
  B.cancelWith(&Stop);
  const Budget OfWork = budgetOfWork(B);
  double Seconds = 0;
  Report R;
  {
    ScopedTimer Timer(Seconds);
    R = runSupervised(B,
                      {.Files = SupervisorOptions::Scratch::Directory,
                       .End = SupervisorOptions::Deadline::Users},
                      [&] { return runTask(Line.Task, OfWork); });
  }
  Listener.clear();
  // Where the process that judges a witness had to be ended.
  if (!Line.Task.ValidatePath.empty() && R.Outcome == Report::Status::Unknown &&
      R.Witness == Report::Validation::None &&
      R.Reason.What != UnknownReason::Kind::Internal) {
    R.Witness = Report::Validation::Unknown;
    R.WhyWitness = R.Reason.str();
  }
  if (Line.Task.Verifier.Cache)
    Line.Task.Verifier.Cache->prune();
  R.Figures.set("time.total.seconds", Seconds);
  suppress(Line, R);
  if (Stop) {
    print(Line, R); // what is known so far
    outs().flush();
    errs() << "sooth: interrupted\n";
    return InterruptedExitCode;
  }
  return finish(Line, R);
}

int main(int ArgCount, char **Args) {
  useLargePages();
  guardStandardOutput("sooth");
  llvm::Expected<UserOptions> Line =
      parseCommandLine(llvm::ArrayRef(Args + 1, ArgCount - 1));
  if (!Line) {
    errs() << "sooth: error: " << llvm::toString(Line.takeError()) << '\n';
    return BadInput;
  }
  switch (Line->Do) {
  case UserOptions::Action::Help:
    printHelp(outs());
    return 0;
  case UserOptions::Action::Version:
    printVersion();
    return 0;
  case UserOptions::Action::DescribeOptions:
    printOptions(outs(), Line->Page);
    return 0;
  case UserOptions::Action::ListPasses:
    printPasses(outs());
    return 0;
  case UserOptions::Action::Verify:
    return verify(*Line);
  }
}
