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

/// From the start of both.
static constexpr std::chrono::seconds LeastForOther{5};

Report sooth::race(const Budget &B, llvm::function_ref<Report()> Main,
                   llvm::function_ref<Report()> Other, AfterMain HowLong) {
  using Clock = Budget::Clock;
  const Clock::time_point Start = Clock::now();
  std::optional<Clock::time_point> End;         // of the other one
  std::array<std::optional<Report>, 2> Reports; // by worker
  WorkerPool Pool(
      B, {.Line = [&](auto W, auto Line) { Reports[W] = receivedReport(Line); },
          .Ended =
              [&](auto W, const auto &E) {
                if (!Reports[W])
                  Reports[W] = reportWithout(E);
              }});
  for (auto Work : {Main, Other})
    // Their engines work in processes of their own.
    Pool.start({.Generations = 1},
               [&](LineWriter &Out) { sendReport(Out, Work()); });
  while (true) {
    Pool.listen();
    const auto *First = llvm::find_if(Reports, isConclusive);
    if (First != Reports.end())
      return **First;
    // What is tried besides may still succeed when nothing else is left.
    if (!Pool.anyRunning())
      return std::move(*Reports.front());
    if (HowLong == AfterMain::ToItsEnd || !Reports.front())
      continue;
    const Clock::time_point Now = Clock::now();
    if (!End)
      End = std::max(Now + (Now - Start), Start + LeastForOther);
    if (Now >= *End)
      return std::move(*Reports.front());
  }
}
