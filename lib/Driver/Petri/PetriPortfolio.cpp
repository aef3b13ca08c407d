//===- PetriPortfolio.cpp - Strategies for nets, side by side -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Petri/PetriPortfolio.h"

#include "ProofText.h"
#include "StrategyRun.h"
#include "UnitBounds.h"

#include "sooth/Check/FiringReplay.h"
#include "sooth/Result/StateEquationProof.h"
#include "sooth/Support/WorkerPool.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace sooth;
using ReasonKind = UnknownReason::Kind;
using Status = PetriAnswer::Status;

llvm::ArrayRef<PetriStrategy> sooth::allPetriStrategies() {
  static constexpr PetriStrategy All[] = {
      {"state", "state-equation abstraction refinement", runStateEquation},
      {"walk", "random and best-first walks", runWalks},
      {"reduce", "structural reductions for each question, then both",
       runReductions},
      {"explore", "enumeration of all markings", runExploration},
      {"kind", "k-induction on the reduced net", runKInduction},
      {"euf", "IC3 over EUF on the reduced net", runEuf},
      {"ic3ia", "IC3 over predicates on the reduced net",
       runImplicitPredicates},
      {"cegar", "abstract reachability graphs of the reduced net", runCegar},
  };
  return All;
}

llvm::Expected<std::vector<PetriStrategy>>
sooth::choosePetriStrategies(llvm::StringRef Names) {
  // Those that answer most, and one that proves what needs an induction; more
  // of them would share the same cores.
  if (Names.empty())
    Names = "state,walk,reduce,explore,ic3ia";
  std::vector<PetriStrategy> Result;
  for (llvm::StringRef Name : llvm::split(Names, ',')) {
    const auto *S = llvm::find_if(allPetriStrategies(),
                                  [&](auto &S) { return S.Name == Name; });
    if (S == allPetriStrategies().end())
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "there is no engine '" + Name +
                                         "' for nets");
    Result.push_back(*S);
  }
  return Result;
}

namespace {
class Portfolio {
public:
  Portfolio(const PetriNet &N, llvm::ArrayRef<MccProperty> Questions,
            const Budget &B, const PetriPortfolioOptions &O,
            llvm::function_ref<void(size_t, const PetriAnswer &)> OnAnswer)
      : N(N), Questions(Questions), B(B), O(O), OnAnswer(OnAnswer),
        Board(Questions.size()), Bounds(Questions.size()),
        Start(Budget::Clock::now()),
        Pool(B,
             {.Line = [this](auto W,
                             auto Line) { take(this->O.Strategies[W], Line); },
              .Ended = [this](auto W,
                              auto &E) { ended(this->O.Strategies[W], E); }}) {
    Report.Answers.resize(Questions.size());
  }
  PetriReport run();

private:
  struct BoundState {
    std::optional<StrategyMessage> Lower, Upper;
  };
  void answerAtOnce();
  void startBound(size_t Q, __int128 Sum);
  void startNext();
  bool allStarted() const { return Started == O.Strategies.size(); }
  std::optional<std::chrono::milliseconds> headStartLeft() const;
  void take(const PetriStrategy &S, llvm::StringRef Line);
  void takeReachable(StrategyMessage M);
  void takeNotReachable(StrategyMessage M);
  void takeBound(StrategyMessage M);
  void settle(size_t Q, PetriAnswer A);
  void internalError(size_t Q, const llvm::Twine &Text);
  void giveUp(size_t Q, const llvm::Twine &Why);
  void ended(const PetriStrategy &S, const ChildProcess::Ending &E);
  bool isSettled(size_t Q) const {
    return Report.Answers[Q].Outcome != Status::Inconclusive;
  }
  void giveUpOnRest();

  const PetriNet &N;
  llvm::ArrayRef<MccProperty> Questions;
  const Budget &B;
  const PetriPortfolioOptions &O;
  llvm::function_ref<void(size_t, const PetriAnswer &)> OnAnswer;
  AnswerBoard Board;
  std::vector<BoundState> Bounds;
  size_t Started = 0; // strategies, in order: each is the worker of its number
  PetriReport Report;
  std::vector<UnknownReason> Failures;
  std::vector<bool> Broken;  // questions with wrong evidence
  std::vector<bool> GivenUp; // with a reason of their own
  Budget::Clock::time_point Start;
  WorkerPool Pool;
};
} // namespace

void Portfolio::settle(size_t Q, PetriAnswer A) {
  A.Seconds =
      std::chrono::duration<double>(Budget::Clock::now() - Start).count();
  Board.setDone(Q);
  Report.Answers[Q] = std::move(A);
  OnAnswer(Q, Report.Answers[Q]);
}

void Portfolio::internalError(size_t Q, const llvm::Twine &Text) {
  Report.Answers[Q].Outcome = Status::Inconclusive;
  Report.Answers[Q].Reason = {ReasonKind::Internal, Cause::quote(Text.str())};
  Broken[Q] = true;
  Board.setDone(Q);
}

/// Counts are limited, and an answer would need more.
void Portfolio::giveUp(size_t Q, const llvm::Twine &Why) {
  if (isSettled(Q))
    return;
  Report.Answers[Q].Reason = {ReasonKind::Unsupported, Cause::quote(Why.str())};
  GivenUp[Q] = true;
  Board.setDone(Q);
}

static __int128 sumOf(const Marking &M, llvm::ArrayRef<PlaceId> Places) {
  __int128 Sum = 0;
  for (PlaceId P : Places)
    Sum += M[P];
  return Sum;
}

/// The initial marking is a lower bound, and units may give an upper one.
void Portfolio::startBound(size_t Q, __int128 Sum) {
  if (Sum >= INT64_MAX)
    return giveUp(Q, manyTokens());
  Board.raiseLower(Q, int64_t(Sum));
  takeBound({StrategyMessage::Kind::Lower,
             Q,
             {},
             int64_t(Sum),
             "initial marking",
             "",
             ""});
  auto Upper = boundByUnits(N, Questions[Q].Places);
  if (!Upper || *Upper >= INT64_MAX)
    return;
  Board.reduceUpper(Q, int64_t(*Upper));
  takeBound(
      {StrategyMessage::Kind::Upper,
       Q,
       {},
       int64_t(*Upper),
       "nupn",
       "the net's units, which are said to be safe",
       O.HaveProofs == PetriPortfolioOptions::Proofs::Told
           ? unitsText(N, tokensOn(Questions[Q].Places, int64_t(*Upper) + 1))
           : ""});
}

/// That there is no solution if the goal is False: its row comes behind those
/// of places.
static PetriCertificate contradiction(const PetriNet &N) {
  StateEquationProof P;
  P.Root = std::make_unique<StateEquationProof::Node>();
  P.Root->What = StateEquationProof::Node::Kind::Farkas;
  P.Root->Certificate.Entries = {{unsigned(N.places().size()), 1}};
  return std::make_shared<StateEquationProof>(std::move(P));
}

/// What the initial marking, or the formula alone, decides.
void Portfolio::answerAtOnce() {
  Marking Initial = N.initialMarking();
  for (size_t Q = 0; Q < Questions.size(); ++Q) {
    if (Questions[Q].What == MccProperty::Kind::Bound) {
      startBound(Q, sumOf(Initial, Questions[Q].Places));
      continue;
    }
    PetriAnswer A;
    if (Questions[Q].Goal.holds(N, Initial)) {
      A.Outcome = Status::Reachable;
      A.Last = Initial;
      A.Technique = "initial marking";
      settle(Q, std::move(A));
    } else if (Questions[Q].Goal.kind() == PetriFormula::Kind::False) {
      A.Outcome = Status::NotReachable;
      A.Technique = "simplification";
      A.Evidence = "the condition is never true";
      if (O.HaveProofs == PetriPortfolioOptions::Proofs::Told)
        A.Proof =
            proofText(N, Questions[Q].Goal, contradiction(N)).value_or("");
      settle(Q, std::move(A));
    }
  }
}

void Portfolio::startNext() {
  const PetriStrategy &S = O.Strategies[Started++];
  uint64_t Share = WorkerPool::shareOf(O.MemoryMB, O.Strategies.size());
  Budget Own = WorkerPool::budgetWithin(B, Share);
  Pool.start({.Process = {.MemoryMB = Share}}, [&](LineWriter &Out) {
    PetriStrategyRun Run(N, Questions, Own, Board, Out, O.HaveProofs);
    S.Run(Run);
  });
}

/// Nothing once it is over.
std::optional<std::chrono::milliseconds> Portfolio::headStartLeft() const {
  auto Over = Start + O.HeadStart;
  auto Now = Budget::Clock::now();
  if (allStarted() || Now >= Over)
    return std::nullopt;
  return std::chrono::ceil<std::chrono::milliseconds>(Over - Now);
}

void Portfolio::ended(const PetriStrategy &S, const ChildProcess::Ending &E) {
  using How = ChildProcess::Ending::Kind;
  Report.Figures.set(("memory." + S.Name + ".mb").str(),
                     double(E.PeakMemoryBytes) / (1024 * 1024));
  switch (E.How) {
  case How::Finished:
  case How::Killed:
    return;
  case How::OutOfMemory:
    Failures.push_back({ReasonKind::Memory});
    return;
  case How::Crashed:
  case How::Flooded:
  case How::NotStarted:
    Report.Notes.push_back(("engine " + S.Name + " " + E.str()).str());
    Failures.push_back({ReasonKind::Internal, Cause::quote(E.str())});
    return;
  }
}

void Portfolio::take(const PetriStrategy &S, llvm::StringRef Line) {
  auto M = decodeMessage(Line);
  if (!M) {
    Report.Notes.push_back(
        ("engine " + S.Name + ": " + llvm::toString(M.takeError())).str());
    return;
  }
  if (M->Question >= Questions.size() || Broken[M->Question] ||
      GivenUp[M->Question])
    return;
  switch (M->What) {
  case StrategyMessage::Kind::Reachable:
    return takeReachable(std::move(*M));
  case StrategyMessage::Kind::NotReachable:
    return takeNotReachable(std::move(*M));
  case StrategyMessage::Kind::Lower:
  case StrategyMessage::Kind::Upper:
    return takeBound(std::move(*M));
  case StrategyMessage::Kind::BeyondLimit:
    return giveUp(M->Question, M->Evidence);
  case StrategyMessage::Kind::WrongEvidence:
    return internalError(M->Question, "evidence of engine " + M->Technique +
                                          " is wrong: " + M->Evidence);
  }
}

void Portfolio::takeReachable(StrategyMessage M) {
  size_t Q = M.Question;
  if (Report.Answers[Q].Outcome == Status::NotReachable)
    return internalError(Q, "engines contradict each other");
  if (isSettled(Q))
    return;
  PetriAnswer A;
  CheckResult R = replayFiring(N, M.Runs, Questions[Q].Goal, &A.Last);
  if (!R.isConfirmed())
    return internalError(Q, "a firing sequence cannot be replayed: " + R.Why);
  A.Outcome = Status::Reachable;
  A.Runs = std::move(M.Runs);
  A.Technique = std::move(M.Technique);
  settle(Q, std::move(A));
}

void Portfolio::takeNotReachable(StrategyMessage M) {
  size_t Q = M.Question;
  if (Report.Answers[Q].Outcome == Status::Reachable)
    return internalError(Q, "engines contradict each other");
  if (isSettled(Q))
    return;
  PetriAnswer A;
  A.Outcome = Status::NotReachable;
  A.Technique = std::move(M.Technique);
  A.Evidence = std::move(M.Evidence);
  A.Proof = std::move(M.Proof);
  settle(Q, std::move(A));
}

void Portfolio::takeBound(StrategyMessage M) {
  size_t Q = M.Question;
  BoundState &S = Bounds[Q];
  bool IsLower = M.What == StrategyMessage::Kind::Lower;
  std::optional<StrategyMessage> &Known = IsLower ? S.Lower : S.Upper;
  if (IsLower ? !Known || M.Value > Known->Value
              : !Known || M.Value < Known->Value)
    Known = std::move(M);
  if (!S.Lower || !S.Upper)
    return;
  if (S.Lower->Value > S.Upper->Value)
    return internalError(Q, "engines contradict each other");
  if (isSettled(Q) || S.Lower->Value < S.Upper->Value)
    return;
  PetriAnswer A;
  CheckResult R =
      replayFiring(N, S.Lower->Runs, PetriFormula::constant(true), &A.Last);
  if (!R.isConfirmed() || sumOf(A.Last, Questions[Q].Places) != S.Lower->Value)
    return internalError(Q, "a firing sequence cannot be replayed: " + R.Why);
  A.Outcome = Status::Bound;
  A.Bound = S.Lower->Value;
  A.Runs = S.Lower->Runs;
  A.Technique = S.Lower->Technique == S.Upper->Technique
                    ? S.Lower->Technique
                    : S.Lower->Technique + ", " + S.Upper->Technique;
  A.Evidence = S.Upper->Evidence;
  A.Proof = S.Upper->Proof;
  settle(Q, std::move(A));
}

void Portfolio::giveUpOnRest() {
  UnknownReason Reason{ReasonKind::NoProgress};
  auto Used = B.exhausted();
  if (Used == Exhausted::Time)
    Reason.What = ReasonKind::Timeout;
  else if (Used == Exhausted::Cancelled)
    Reason.What = ReasonKind::Cancelled;
  else if (Used == Exhausted::Memory)
    Reason.What = ReasonKind::Memory;
  else if (!Failures.empty())
    Reason = Failures.front();
  for (size_t Q = 0; Q < Questions.size(); ++Q)
    if (!isSettled(Q) && !Broken[Q] && !GivenUp[Q])
      Report.Answers[Q].Reason = Reason;
}

PetriReport Portfolio::run() {
  Broken.resize(Questions.size());
  GivenUp.resize(Questions.size());
  if (!Board.isValid()) {
    Failures.push_back({ReasonKind::Memory});
    giveUpOnRest();
    return std::move(Report);
  }
  answerAtOnce();
  if (!Board.allDone())
    startNext();
  auto AreMoreNeeded = [&] {
    return !allStarted() && !Board.allDone() && !B.exhausted();
  };
  while (Pool.anyRunning() || AreMoreNeeded()) {
    Pool.listen(headStartLeft().value_or(WorkerPool::LookAround));
    if (AreMoreNeeded() && (!headStartLeft() || !Pool.anyRunning()))
      while (!allStarted())
        startNext();
    // Who contradicts has said so before the last question was done.
    if (Board.allDone() &&
        llvm::all_of(llvm::seq<size_t>(0, Questions.size()), [&](size_t Q) {
          return isSettled(Q) || Broken[Q] || GivenUp[Q];
        }))
      break;
  }
  Pool.stopAll();
  giveUpOnRest();
  return std::move(Report);
}

PetriReport sooth::answerQuestions(
    const PetriNet &N, llvm::ArrayRef<MccProperty> Questions, const Budget &B,
    const PetriPortfolioOptions &O,
    llvm::function_ref<void(size_t, const PetriAnswer &)> OnAnswer) {
  return Portfolio(N, Questions, B, O, OnAnswer).run();
}
