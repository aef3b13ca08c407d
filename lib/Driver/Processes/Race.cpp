//===- Race.cpp - Two ways to an answer, side by side ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Race.h"

#include "WorkerReport.h"

#include "sooth/Support/WorkerPool.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <array>

using namespace sooth;

static bool isConclusive(const std::optional<Report> &R) {
  return R && (R->Outcome != Report::Status::Unknown ||
               R->Reason.What == UnknownReason::Kind::Internal);
}

static constexpr std::chrono::seconds LeastForOther{3};

Report sooth::race(const Budget &B, llvm::function_ref<Report()> Main,
                   llvm::function_ref<Report()> Other, AfterMain HowLong,
                   std::chrono::milliseconds HeadStart) {
  using Clock = Budget::Clock;
  const Clock::time_point Start = Clock::now();
  std::optional<Clock::time_point> OtherStart, OtherEnd;
  std::array<std::optional<Report>, 2> Reports; // by worker
  WorkerPool Pool(
      B, {.Line = [&](auto W, auto Line) { Reports[W] = receivedReport(Line); },
          .Ended =
              [&](auto W, const auto &E) {
                if (!Reports[W])
                  Reports[W] = reportWithout(E);
              }});
  // Their engines work in processes of their own.
  auto Begin = [&](llvm::function_ref<Report()> Work) {
    Pool.start({.Generations = 1},
               [&](LineWriter &Out) { sendReport(Out, Work()); });
  };
  Begin(Main);
  while (true) {
    const Clock::time_point Now = Clock::now();
    if (!OtherStart && Reports.front() && B.exhausted())
      return std::move(*Reports.front());
    if (!OtherStart && (Now >= Start + HeadStart || Reports.front())) {
      OtherStart = Now;
      Begin(Other);
    }
    Pool.listen();
    const auto *First = llvm::find_if(Reports, isConclusive);
    if (First != Reports.end())
      return **First;
    // What is tried besides may still succeed when nothing else is left.
    if (OtherStart && !Pool.anyRunning())
      return std::move(*Reports.front());
    if (HowLong == AfterMain::ToItsEnd || !Reports.front() || !OtherStart)
      continue;
    if (!OtherEnd)
      OtherEnd = std::max(Now + (Now - Start), *OtherStart + LeastForOther);
    if (Now >= *OtherEnd)
      return std::move(*Reports.front());
  }
}
