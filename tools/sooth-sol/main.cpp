//===- main.cpp - Contracts on the command line ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "sooth/Driver/Solidity/EvmReplay.h"
#include "sooth/Support/Diagnostic.h"
#include "sooth/Support/Interrupt.h"
#include "sooth/Support/LargePages.h"
#include "sooth/Support/OutputFile.h"
#include "sooth/Support/Version.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace sooth;
using llvm::errs;
using llvm::outs;
using Status = SolidityVerdict::Status;

static constexpr int BadInput = 3;

static int fail(llvm::Error E) {
  outs().flush();
  errs() << textOf(std::move(E), "sooth-sol") << '\n';
  return BadInput;
}

static int exitCode(llvm::ArrayRef<Status> All) {
  if (llvm::is_contained(All, Status::Internal))
    return 4;
  if (llvm::is_contained(All, Status::Error))
    return 1;
  constexpr int NothingToCheck = 5;
  auto IsGood = [](Status S) {
    return S == Status::Ok || S == Status::Nothing;
  };
  if (!llvm::all_of(All, IsGood))
    return 2;
  return All.empty() || llvm::is_contained(All, Status::Ok) ? 0
                                                            : NothingToCheck;
}

static int verify(const CommandLine &Line, const SolidityProgram &P) {
  const std::atomic<bool> &Stop = installInterruptHandler();
  Budget B = Budget::secondsOrNone(Line.TimeoutSeconds);
  B.cancelWith(&Stop);
  if (Line.Task.Encoding.Numbers == Arithmetic::Unbounded)
    errs()
        << "sooth-sol: note: numbers are taken to have no bounds: overflow is "
           "not seen\n";
  if (!Line.IgnoredSolver.empty())
    errs() << "sooth-sol: note: --solver=" << Line.IgnoredSolver
           << " is ignored: the solver is z3\n";
  std::vector<Status> All;
  std::vector<SolidityVerdict> Violated;
  verifySolidity(Line.Task, P, B, [&](const SolidityVerdict &V) {
    printVerdict(outs(), V);
    if (Line.Stats == CommandLine::Figures::Shown)
      outs() << "   " << llvm::format("%.2f", V.Seconds) << " s\n";
    outs().flush();
    All.push_back(V.Outcome);
    if (!Line.ReplayPath.empty() && V.Outcome == Status::Error)
      Violated.push_back(V);
  });
  if (Stop) {
    errs() << "sooth-sol: interrupted\n";
    return InterruptedExitCode;
  }
  outs() << (llvm::is_contained(All, Status::Error)
                 ? "Errors were found by the verifier.\n"
                 : "No errors found.\n");
  if (!Line.ReplayPath.empty())
    if (llvm::Error E =
            writeOutput(Line.ReplayPath, [&](llvm::raw_ostream &OS) {
              printEvmReplay(OS, P.bundle(), Violated);
            }))
      return fail(std::move(E));
  return exitCode(All);
}

static int run(const CommandLine &Line) {
  auto Bundle = loadSolidity(Line.Task);
  if (!Bundle)
    return fail(Bundle.takeError());
  if (Line.Do == CommandLine::Action::Emit) {
    llvm::Error E = writeOutput(Line.EmitPath, [&](llvm::raw_ostream &OS) {
      OS << llvm::formatv("{0}", *Bundle) << '\n';
    });
    return E ? fail(std::move(E)) : 0;
  }
  auto P = SolidityProgram::read(std::move(*Bundle));
  return P ? verify(Line, *P) : fail(P.takeError());
}

int main(int ArgCount, char **Args) {
  useLargePages();
  guardStandardOutput("sooth-sol");
  auto Line = parseSolidityCommandLine(llvm::ArrayRef(Args + 1, ArgCount - 1));
  if (!Line)
    return fail(Line.takeError());
  switch (Line->Do) {
  case CommandLine::Action::Describe:
    printOptions(outs(), Line->Page);
    return 0;
  case CommandLine::Action::Version:
    outs() << "sooth-sol " << versionText() << '\n';
    return 0;
  case CommandLine::Action::Verify:
  case CommandLine::Action::Emit:
    return run(*Line);
  }
}
