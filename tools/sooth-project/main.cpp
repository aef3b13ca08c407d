//===- main.cpp - Whole projects on the command line ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baseline.h"
#include "Capture.h"
#include "CommandLine.h"
#include "Contracts.h"
#include "Explain.h"
#include "LinkPlan.h"
#include "Plan.h"
#include "Results.h"
#include "UnitRun.h"

#include "sooth/Support/Interrupt.h"
#include "sooth/Support/LargePages.h"
#include "sooth/Support/OutputFile.h"
#include "sooth/Support/Version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Threading.h"

using namespace sooth;
using llvm::errs;
using llvm::outs;
using llvm::StringRef;

static constexpr int BadInput = 3;

static int fail(llvm::Error E) {
  outs().flush();
  errs() << "sooth-project: error: " << llvm::toString(std::move(E)) << '\n';
  return BadInput;
}

static llvm::Expected<std::vector<Unit>> prepare(const ProjectOptions &Line) {
  auto Units = planUnits(Line);
  if (!Units)
    return Units;
  auto Links = LinkPlan::read(Line, *Units);
  if (!Links)
    return Links.takeError();
  if (llvm::Error E = writePlan(Line, *Units))
    return std::move(E);
  if (Line.ChangedSince.empty() && Links->empty() && Line.Contracts.empty())
    return Units;
  // What a file includes and defines is known when it has been compiled.
  if (auto Code = runNinja(Line, Stage::Compile); !Code)
    return Code.takeError();
  for (const std::string &Note : Links->addTo(*Units))
    errs() << "sooth-project: note: " << Note << '\n';
  if (llvm::Error E = useContracts(Line, *Units))
    return std::move(E);
  if (!Line.ChangedSince.empty())
    if (llvm::Error E = askAboutChanged(Line, *Units))
      return std::move(E);
  if (llvm::Error E = writePlan(Line, *Units))
    return std::move(E);
  return Units;
}

/// How many functions of a program are verified at a time, so that all
/// processors have something to do.
static unsigned lanesOf(llvm::ArrayRef<Unit> Units) {
  const size_t Asked =
      llvm::count_if(Units, [](const Unit &U) { return U.IsAsked; });
  const unsigned Processors =
      llvm::hardware_concurrency().compute_thread_count();
  return std::max<unsigned>(1, Processors / std::max<size_t>(Asked, 1));
}

static int tell(const ProjectOptions &Line, const Results &R) {
  Baseline Known;
  if (!Line.Baseline.empty()) {
    auto Read = Baseline::read(Line.Baseline);
    if (!Read)
      return fail(Read.takeError());
    Known = std::move(*Read);
  }
  const auto New = Known.newIn(R.all());
  R.print(outs(), New);
  if (llvm::Error E = R.write(Line.ResultFolder))
    return fail(std::move(E));
  if (!Line.NewBaseline.empty())
    if (llvm::Error E = Baseline::of(R.all()).write(Line.NewBaseline))
      return fail(std::move(E));
  return R.exitCode(New.size());
}

static int verify(const ProjectOptions &Line) {
  const std::atomic<bool> &Stop = installInterruptHandler();
  auto Units = prepare(Line);
  if (!Units)
    return fail(Units.takeError());
  auto Code = runNinja(Line, Stage::Verify, lanesOf(*Units));
  if (!Code)
    return fail(Code.takeError());
  if (Stop) {
    errs()
        << "sooth-project: interrupted; the same command goes on from here\n";
    return InterruptedExitCode;
  }
  Results R(*Units);
  if (llvm::Error E = writeContracts(Line, *Units, R))
    return fail(std::move(E));
  if (llvm::Error E = writeUnitList(Line, *Units))
    return fail(std::move(E));
  return tell(Line, R);
}

/// Runs of this program that it starts itself.
static std::optional<int> runPart(llvm::ArrayRef<char *> Args) {
  const StringRef What = Args.size() > 1 ? Args[1] : "";
  if (What == "capture")
    return capture(
        llvm::ArrayRef<const char *>(Args.data() + 2, Args.size() - 2));
  if (What == "explain")
    return explain(
        llvm::ArrayRef<const char *>(Args.data() + 2, Args.size() - 2));
  if (What == "send" && Args.size() >= 5)
    return sendUnit(Args[2], Args[3], Args.drop_front(4));
  if (What == "unit" && Args.size() == 2)
    return runUnit();
  return std::nullopt;
}

int main(int ArgCount, char **Args) {
  if (isCalledAsTool(Args[0]))
    return record(llvm::ArrayRef(Args, ArgCount));
  useLargePages();
  guardStandardOutput("sooth-project");
  if (auto Code = runPart(llvm::ArrayRef(Args, ArgCount)))
    return *Code;
  auto Line = parseProjectOptions(llvm::ArrayRef(Args + 1, ArgCount - 1));
  if (!Line)
    return fail(Line.takeError());
  switch (Line->Do) {
  case ProjectOptions::Action::Describe:
    printProjectOptions(outs(), Line->Page);
    return 0;
  case ProjectOptions::Action::Version:
    outs() << "sooth-project " << versionText() << '\n';
    return 0;
  case ProjectOptions::Action::Verify:
    return verify(*Line);
  }
}
