//===- ThesisTables.cpp - Tables 1.2 and 1.3 again ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// sooth-petri-tables            measures every row, as Markdown
// sooth-petri-tables NAME...    only these rows ("FMS-100", "Chain 1+5")
// sooth-petri-tables --pnml ROW writes the row's net
//
//===----------------------------------------------------------------------===//

#include "ThesisNets.h"

#include "sooth/Check/FiringReplay.h"
#include "sooth/Driver/Petri/PetriPortfolio.h"
#include "sooth/Engine/StateEquation/StateEquation.h"
#include "sooth/Model/Pnml.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <functional>

using namespace sooth;
using namespace sooth::thesis;

namespace {
/// A row, with the thesis' seconds; negative if it has none.
struct Row {
  std::string Name;
  double Thesis, Sara;
  std::function<Problem()> Make;
};
} // namespace

static constexpr double None = -1;

static std::vector<Row> allRows() {
  std::vector<Row> Rows;
  auto Add = [&](const char *Family, unsigned N, double Thesis, double Sara,
                 Problem (*Make)(unsigned)) {
    Rows.push_back(
        {Family + std::to_string(N), Thesis, Sara, [=] { return Make(N); }});
  };
  Add("FMS-", 10, 0.041, 0.001, fms);
  Add("FMS-", 50, 0.048, 0.018, fms);
  Add("FMS-", 100, 0.056, 0.059, fms);
  Add("FMS-", 200, 0.071, 0.278, fms);
  Add("FMS-", 400, 0.105, 0.868, fms);
  Add("FMS-", 800, 0.226, 3.537, fms);
  Add("FMS-", 1600, 0.317, None, fms);
  Add("FMS-", 3200, 0.65, None, fms);
  Add("FMS-", 6400, 1.274, None, fms);
  Add("FMS-", 12800, 2.54, None, fms);
  Add("FMS-", 1'000'000'000, None, None, fms);
  Add("Kanban-", 10, 0.032, 0.03, kanban);
  Add("Kanban-", 13, 1.074, 0.05, kanban);
  Add("Kanban-", 16, 3.055, 0.09, kanban);
  Add("Kanban-", 19, 7.128, 0.134, kanban);
  Add("Kanban-", 22, 16.039, 0.2, kanban);
  Add("Kanban-", 25, 31.181, 0.268, kanban);
  Add("Kanban-", 1'000'000'000, None, None, kanban);
  Add("Dphil-", 10, 0.078, 0.005, philosophers);
  Add("Dphil-", 20, 0.204, 0.012, philosophers);
  Add("Dphil-", 30, 0.399, 0.021, philosophers);
  Add("Dphil-", 50, 1.156, 0.037, philosophers);
  Add("Dphil-", 100, 6.989, 0.094, philosophers);
  Add("Dphil-", 200, 67.603, 0.33, philosophers);
  Add("Dphil-", 1000, None, None, philosophers);
  constexpr double Distant[] = {0.027, 0.068, 0.083, 0.116,
                                0.078, 0.063, 0.137};
  for (unsigned N = 1; N <= 7; ++N)
    Add("Distant", N, Distant[N - 1], N == 1 ? 0.001 : None, distant);
  for (unsigned N : {5, 10, 15, 20})
    Add("Counter-", N, None, None, counter);
  for (unsigned N : {5, 10, 20, 50})
    Add("SlottedRing-", N, None, None, slottedRing);
  // Table 1.3's hybrid strategy.
  constexpr struct {
    unsigned N, K;
    double Hybrid;
  } Chains[] = {{1, 2, 0.039}, {1, 3, 0.1},   {1, 4, 0.288}, {1, 5, 56.36},
                {2, 2, 0.074}, {2, 3, 0.288}, {5, 20, None}};
  for (auto [N, K, Hybrid] : Chains)
    Rows.push_back({"Chain " + std::to_string(N) + "+" + std::to_string(K),
                    Hybrid, None, [N = N, K = K] { return chain(N, K); }});
  return Rows;
}

static std::string seconds(double S) {
  if (S < 0)
    return "";
  std::string Text;
  llvm::raw_string_ostream(Text) << llvm::format("%.4g", S);
  return Text;
}

/// Seconds of what sooth-pnml does by default, without reading the net;
/// negative if that is inconclusive.
static double portfolio(const Problem &P) {
  MccProperty Question;
  Question.Id = "row";
  Question.Goal = P.Goal;
  PetriPortfolioOptions O;
  O.Strategies = llvm::cantFail(choosePetriStrategies(""));
  PetriReport R = answerQuestions(P.Net, Question, Budget::seconds(600), O,
                                  [](size_t, const PetriAnswer &) {});
  const PetriAnswer &A = R.Answers.front();
  return A.Outcome == PetriAnswer::Status::Inconclusive ? None : A.Seconds;
}

/// Of a row that takes milliseconds, the median of nine runs: one alone says
/// more about the machine.
static double medianPortfolio(const Problem &P) {
  std::vector<double> Runs = {portfolio(P)};
  while (Runs.front() >= 0 && Runs.front() < 0.05 && Runs.size() < 9)
    Runs.push_back(portfolio(P));
  llvm::sort(Runs);
  return Runs[Runs.size() / 2];
}

static void measure(const Row &R) {
  Problem P = R.Make();
  double Seconds = 0;
  PetriResult Result = PetriResult::inconclusive(UnknownReason::Kind::Internal);
  {
    ScopedTimer Timer(Seconds);
    Result = createStateEquation(P.Net)->check(P.Goal, Budget::seconds(600));
  }
  std::string Cost = "inconclusive";
  if (Result.isReachable()) {
    uint64_t Length = 0;
    for (const FiringRun &Run : Result.firing())
      Length += Run.Word.size() * Run.Times;
    Cost = replayFiring(P.Net, Result.firing(), P.Goal).isConfirmed()
               ? std::to_string(Length)
               : "wrong";
  }
  llvm::outs() << "| " << R.Name << " | " << seconds(R.Thesis) << " | "
               << seconds(R.Sara) << " | " << llvm::format("%.4f", Seconds)
               << " | " << Cost << " | ";
  double Default = medianPortfolio(P);
  if (Default < 0)
    llvm::outs() << "inconclusive |\n";
  else
    llvm::outs() << llvm::format("%.4f", Default) << " |\n";
  llvm::outs().flush();
}

int main(int Count, char **Arguments) {
  std::vector<std::string> Wanted(Arguments + 1, Arguments + Count);
  bool Write = !Wanted.empty() && Wanted[0] == "--pnml";
  if (!Write)
    llvm::outs() << "| net | thesis (s) | Sara (s) | state (s) | firings | "
                    "default (s) |\n"
                 << "|---|---|---|---|---|---|\n";
  for (const Row &R : allRows()) {
    if (!Wanted.empty() && !llvm::is_contained(Wanted, R.Name))
      continue;
    if (Write)
      writePnml(llvm::outs(), R.Make().Net);
    else
      measure(R);
  }
  return 0;
}
