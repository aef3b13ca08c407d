//===- StrategyRun.cpp - One strategy at work -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StrategyRun.h"

#include "ProofText.h"

#include "sooth/Check/FiringReplay.h"
#include "sooth/Engine/Walk/Explore.h"

#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::StringRef;
namespace json = llvm::json;

static constexpr StringRef KindNames[] = {"reachable",    "not-reachable",
                                          "lower",        "upper",
                                          "beyond-limit", "wrong-evidence"};

std::string sooth::encode(const StrategyMessage &M) {
  json::Array Runs;
  for (const FiringRun &R : M.Runs) {
    json::Array Run{int64_t(R.Times)};
    for (TransitionId T : R.Word)
      Run.push_back(T);
    Runs.push_back(std::move(Run));
  }
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << json::Value(json::Object{{"kind", KindNames[size_t(M.What)]},
                                 {"question", int64_t(M.Question)},
                                 {"runs", std::move(Runs)},
                                 {"value", M.Value},
                                 {"technique", M.Technique},
                                 {"evidence", M.Evidence},
                                 {"proof", M.Proof}});
  return OS.str();
}

static llvm::Error unreadable() {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "an unreadable answer");
}

llvm::Expected<StrategyMessage> sooth::decodeMessage(StringRef Line) {
  llvm::Expected<json::Value> V = json::parse(Line);
  if (!V)
    return V.takeError();
  const json::Object *O = V->getAsObject();
  const json::Array *Runs = O ? O->getArray("runs") : nullptr;
  auto Kind = O ? O->getString("kind") : std::nullopt;
  auto Question = O ? O->getInteger("question") : std::nullopt;
  if (!Runs || !Kind || !Question)
    return unreadable();
  StrategyMessage M;
  const auto *Name = llvm::find(KindNames, *Kind);
  if (Name == std::end(KindNames))
    return unreadable();
  M.What = StrategyMessage::Kind(Name - std::begin(KindNames));
  M.Question = size_t(*Question);
  M.Value = O->getInteger("value").value_or(0);
  M.Technique = O->getString("technique").value_or("").str();
  M.Evidence = O->getString("evidence").value_or("").str();
  M.Proof = O->getString("proof").value_or("").str();
  for (const json::Value &Run : *Runs) {
    const json::Array *Numbers = Run.getAsArray();
    if (!Numbers || Numbers->empty())
      return unreadable();
    FiringRun R;
    R.Times = uint64_t(Numbers->front().getAsInteger().value_or(0));
    for (const json::Value &T : llvm::drop_begin(*Numbers))
      R.Word.push_back(TransitionId(T.getAsInteger().value_or(0)));
    M.Runs.push_back(std::move(R));
  }
  return M;
}

//===----------------------------------------------------------------------===//
// For strategies
//===----------------------------------------------------------------------===//

std::vector<size_t> PetriStrategyRun::undecidedQuestions() const {
  std::vector<size_t> Result;
  for (size_t Q = 0; Q < Questions.size(); ++Q)
    if (isUndecided(Q))
      Result.push_back(Q);
  return Result;
}

static std::vector<LinearTerm> sumOf(llvm::ArrayRef<PlaceId> Places) {
  std::vector<LinearTerm> Terms;
  for (PlaceId P : Places)
    Terms.push_back({P, 1});
  return Terms;
}

std::string sooth::manyTokens() {
  return "there are 2^63 - 1 tokens or more in the places asked about";
}

PetriFormula sooth::tokensOn(llvm::ArrayRef<PlaceId> Places, int64_t Least) {
  return PetriFormula::constraint(sumOf(Places), Relation::GreaterEqual, Least)
      .value_or(PetriFormula::constant(true));
}

PetriStrategyRun::Aims PetriStrategyRun::aims() const {
  Aims A;
  for (size_t Q : undecidedQuestions()) {
    if (Questions[Q].What == MccProperty::Kind::Bound) {
      A.OfSum.push_back(Q);
      A.Sums.push_back(sumOf(Questions[Q].Places));
    } else {
      A.OfGoal.push_back(Q);
      A.Goals.push_back(Questions[Q].Goal);
    }
  }
  return A;
}

PetriFormula PetriStrategyRun::goalOf(size_t Q) {
  Asked[Q] = Board.lower(Q);
  return goalAskedLast(Q);
}

PetriFormula PetriStrategyRun::goalAskedLast(size_t Q) const {
  if (Questions[Q].What != MccProperty::Kind::Bound)
    return Questions[Q].Goal;
  return tokensOn(Questions[Q].Places, Asked[Q] + 1);
}

void PetriStrategyRun::wrongEvidence(size_t Q, StringRef Technique,
                                     StringRef Why) {
  Out.send(encode({StrategyMessage::Kind::WrongEvidence,
                   Q,
                   {},
                   0,
                   Technique.str(),
                   Why.str(),
                   ""}));
}

void PetriStrategyRun::beyondLimit(size_t Q, StringRef Technique,
                                   StringRef Why) {
  if (!isUndecided(Q))
    return;
  Board.setDone(Q);
  Out.send(encode({StrategyMessage::Kind::BeyondLimit,
                   Q,
                   {},
                   0,
                   Technique.str(),
                   Why.str(),
                   ""}));
}

void PetriStrategyRun::reached(size_t Q, FiringRuns Runs, StringRef Technique) {
  if (!isUndecided(Q))
    return;
  if (Questions[Q].What == MccProperty::Kind::Bound) {
    Marking Last;
    CheckResult R = replayFiring(N, Runs, PetriFormula::constant(true), &Last);
    if (R.isUnknown())
      return beyondLimit(Q, Technique, R.Why);
    if (!R.isConfirmed())
      return wrongEvidence(Q, Technique, R.Why);
    __int128 Sum = 0;
    for (PlaceId P : Questions[Q].Places)
      Sum += Last[P];
    return reachedSum(Q, Sum, std::move(Runs), Technique);
  }
  CheckResult R = replayFiring(N, Runs, Questions[Q].Goal);
  if (R.isUnknown())
    return beyondLimit(Q, Technique, R.Why);
  if (!R.isConfirmed())
    return wrongEvidence(Q, Technique, R.Why);
  Board.setDone(Q);
  Out.send(encode({StrategyMessage::Kind::Reachable, Q, std::move(Runs), 0,
                   Technique.str(), "", ""}));
}

void PetriStrategyRun::reachedSum(size_t Q, __int128 Sum, FiringRuns Runs,
                                  StringRef Technique) {
  if (Sum >= INT64_MAX)
    return beyondLimit(Q, Technique, manyTokens());
  const auto Value = int64_t(Sum);
  if (!isUndecided(Q) || !Board.raiseLower(Q, Value))
    return;
  Out.send(encode({StrategyMessage::Kind::Lower, Q, std::move(Runs), Value,
                   Technique.str(), "", ""}));
  finishBound(Q);
}

void PetriStrategyRun::excluded(size_t Q, StringRef Technique,
                                StringRef Evidence,
                                const PetriCertificate *Proof) {
  if (!isUndecided(Q))
    return;
  bool IsBound = Questions[Q].What == MccProperty::Kind::Bound;
  if (IsBound && !Board.reduceUpper(Q, Asked[Q]))
    return;
  std::string Text;
  if (Proof && HaveProofs == PetriPortfolioOptions::Proofs::Told)
    Text = proofText(N, goalAskedLast(Q), *Proof).value_or("");
  Out.send(encode({IsBound ? StrategyMessage::Kind::Upper
                           : StrategyMessage::Kind::NotReachable,
                   Q,
                   {},
                   IsBound ? Asked[Q] : 0,
                   Technique.str(),
                   Evidence.str(),
                   std::move(Text)}));
  if (IsBound)
    finishBound(Q);
  else
    Board.setDone(Q);
}

void PetriStrategyRun::excludedByRules(size_t Q, const PetriFormula &Goal,
                                       StringRef Technique,
                                       StringRef Evidence) {
  if (IsLarge)
    return excluded(Q, Technique, Evidence, nullptr);
  constexpr double Seconds = 0.1;
  MarkingExploration E = explore(
      N, {Goal}, {}, {.MaxMarkings = 20000, .MaxBytes = uint64_t(1) << 26},
      B.child(Seconds));
  IsLarge = E.How != MarkingExploration::Ending::Complete;
  if (E.Reached.front())
    return wrongEvidence(Q, Technique, "a run of the net itself reaches it");
  if (!IsLarge) {
    const CheckResult Check = checkUnreachable(N, *E.Markings, Goal, B);
    if (Check.isRefuted())
      return wrongEvidence(Q, Technique, Check.Why);
    if (Check.isConfirmed()) {
      const PetriCertificate All = E.Markings;
      return excluded(Q, Technique,
                      (Evidence + "; nor is it any of the " +
                       std::to_string(E.Markings->size()) +
                       " markings of the net itself")
                          .str(),
                      &All);
    }
  }
  excluded(Q, Technique, Evidence, nullptr);
}

void PetriStrategyRun::finishBound(size_t Q) {
  if (Board.lower(Q) >= Board.upper(Q))
    Board.setDone(Q);
}
