//===- StateEquationTest.cpp - Thesis examples, step by step ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThesisNets.h"

#include "sooth/Check/FiringReplay.h"
#include "sooth/Engine/StateEquation/StateEquation.h"

#include "gtest/gtest.h"

#include <chrono>

using namespace sooth;
using namespace sooth::thesis;

namespace {
uint64_t lengthOf(const FiringRuns &Runs) {
  uint64_t Length = 0;
  for (const FiringRun &R : Runs)
    Length += R.Word.size() * R.Times;
  return Length;
}

TEST(StateEquation, Figures) {
  for (auto &&[Name, P] :
       {std::pair("1.3", figure1_3()), std::pair("1.5a", figure1_5a()),
        std::pair("1.5b", figure1_5b()), std::pair("1.7", figure1_7()),
        std::pair("1.8", figure1_8()), std::pair("1.10", figure1_10()),
        std::pair("1.11", figure1_11()), std::pair("1.12", figure1_12()),
        std::pair("1.13a", figure1_13a()), std::pair("1.13b", figure1_13b())}) {
    std::string Log;
    llvm::raw_string_ostream OS(Log);
    StateEquationOptions O;
    O.Log = &OS;
    PetriResult R =
        createStateEquation(P.Net, O)->check(P.Goal, Budget::seconds(10));
    llvm::errs() << "--- " << Name << " "
                 << (R.isReachable()      ? "reachable"
                     : R.isInconclusive() ? R.reason().str()
                                          : "not")
                 << "\n"
                 << Log;
  }
}

TEST(StateEquation, Families) {
  auto Try = [](std::string Name, Problem P) {
    auto Start = std::chrono::steady_clock::now();
    PetriResult R =
        createStateEquation(P.Net)->check(P.Goal, Budget::seconds(20));
    double Seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
            .count();
    llvm::errs() << Name << " "
                 << (R.isReachable() ? "reachable" : R.reason().str()) << " "
                 << Seconds << " length "
                 << (R.isReachable() ? lengthOf(R.firing()) : 0) << "\n";
    if (R.isReachable())
      EXPECT_TRUE(replayFiring(P.Net, R.firing(), P.Goal).isConfirmed());
  };
  for (unsigned N = 1; N <= 7; ++N)
    Try("Distant" + std::to_string(N), distant(N));
  for (auto [N, K] : {std::pair(1, 2), std::pair(1, 3), std::pair(1, 4),
                      std::pair(1, 5), std::pair(2, 2), std::pair(2, 3)})
    Try("Chain " + std::to_string(N) + "+" + std::to_string(K), chain(N, K));
  for (unsigned N : {10, 100, 1600, 12800})
    Try("FMS-" + std::to_string(N), fms(N));
  for (unsigned N : {10, 25, 1000})
    Try("Kanban-" + std::to_string(N), kanban(N));
  for (unsigned N : {10, 50, 200})
    Try("DPhil-" + std::to_string(N), philosophers(N));
  for (unsigned N : {5, 10, 15})
    Try("Counter-" + std::to_string(N), counter(N));
  for (unsigned N : {5, 10, 20})
    Try("Slotted-" + std::to_string(N), slottedRing(N));
}
} // namespace
