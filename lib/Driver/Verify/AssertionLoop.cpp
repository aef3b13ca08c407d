//===- AssertionLoop.cpp - From one assertion to the next -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssertionLoop.h"

#include "sooth/Driver/Report/Verdict.h"

#include "llvm/ADT/STLExtras.h"

#include <deque>

using namespace sooth;
using Status = AssertionReport::Status;
using Goal = VerifierOptions::Goal;
using ReasonKind = UnknownReason::Kind;

namespace {
class AssertionLoop {
public:
  AssertionLoop(Report &R, const Budget &B, Goal Until, GroupCheck Check,
                llvm::ArrayRef<unsigned> Postponed, ViolationSearch Search)
      : R(R), B(B), Until(Until), Check(Check), Postponed(Postponed),
        Search(Search) {
    for (unsigned I = 0; I < R.Assertions.size(); ++I)
      if (R.Assertions[I].Outcome == Status::Unknown &&
          R.Assertions[I].Reason.What != ReasonKind::Callers &&
          !llvm::is_contained(Postponed, I))
        Undecided.push_back(I);
  }

  void run() {
    if (Postponed.empty()) {
      decideUndecided();
    } else {
      const Budget Whole = B;
      constexpr double Share = 0.8;
      B = Whole.share(Share);
      decideUndecided();
      B = Whole;
      decidePostponed();
    }
    conclude(R, Broken);
  }

private:
  void decideUndecided() {
    while (!Undecided.empty() && askTogether())
      ;
  }
  void decidePostponed();
  bool askTogether();
  void askInParts();
  void findOthers();
  void close(unsigned Assertion);
  void record(unsigned Assertion, const GroupAnswer &A);
  void giveUp(const UnknownReason &Why);
  void leaveTimeFor(Remedy Help);

  Report &R;
  Budget B;
  Goal Until;
  GroupCheck Check;
  llvm::ArrayRef<unsigned> Postponed;
  ViolationSearch Search;
  bool HasSearched = false;
  std::vector<unsigned> Undecided;
  std::optional<UnknownReason> Broken;
};
} // namespace

static bool isError(const GroupAnswer &A) {
  return A.Outcome == Status::Unknown && A.Reason.What == ReasonKind::Internal;
}

void AssertionLoop::close(unsigned Assertion) {
  llvm::erase(Undecided, Assertion);
}

void AssertionLoop::record(unsigned Assertion, const GroupAnswer &A) {
  AssertionReport &Entry = R.Assertions[Assertion];
  Entry.Outcome = A.Outcome;
  Entry.Reason = A.Reason;
  Entry.Trace = A.Trace;
  Entry.Assumed = A.Assumed;
}

void AssertionLoop::giveUp(const UnknownReason &Why) {
  for (unsigned Assertion : Undecided)
    R.Assertions[Assertion].Reason = Why;
  Undecided.clear();
  if (Why.What == ReasonKind::Internal)
    Broken = Why;
}

void AssertionLoop::decidePostponed() {
  constexpr double MostSeconds = 3;
  auto Limit = llvm::find_if(R.Assertions, [](const AssertionReport &A) {
    return A.Type != ErrorLocation::Kind::Violation &&
           A.Outcome != Status::Safe;
  });
  if (Broken)
    return;
  Undecided.assign(Postponed.begin(), Postponed.end());
  if (Limit == R.Assertions.end())
    return decideUndecided();
  const Budget Own = B.child(MostSeconds);
  while (!Undecided.empty() && !Own.exhausted()) {
    GroupAnswer A = Check(Undecided, Own);
    if (isError(A))
      return giveUp(A.Reason);
    if (!A.Assertion)
      break;
    record(*A.Assertion, A);
    close(*A.Assertion);
  }
  giveUp(limitUndecided(*Limit));
}

UnknownReason sooth::limitUndecided(const AssertionReport &Limit) {
  if (Limit.Type != ErrorLocation::Kind::Depth)
    return Limit.Reason;
  return {ReasonKind::Depth, Limit.What, Limit.Where};
}

/// Where another model may answer, this one can prove nothing any more.
void AssertionLoop::leaveTimeFor(Remedy Help) {
  constexpr double Share = 0.1, MostSeconds = 60;
  if (Help == Remedy::None || R.Help != Remedy::None)
    return;
  R.Help = Help;
  B = B.share(Share, MostSeconds);
}

/// What else fails, after the first violation.
void AssertionLoop::findOthers() {
  constexpr double Share = 0.3;
  if (!Search || HasSearched || Undecided.empty())
    return;
  HasSearched = true;
  const std::vector<unsigned> Open = Undecided;
  Search(Open, B.share(Share), [&](const GroupAnswer &A) {
    if (isError(A))
      return giveUp(A.Reason);
    if (A.Outcome != Status::Unsafe ||
        !llvm::is_contained(Undecided, *A.Assertion))
      return;
    record(*A.Assertion, A);
    close(*A.Assertion);
  });
}

/// True if there may be more to learn from asking again.
bool AssertionLoop::askTogether() {
  bool MaySplit = Until == Goal::EveryAssertion && Undecided.size() > 1;
  // Half is kept for the single ones.
  GroupAnswer A = Check(Undecided, MaySplit ? B.share(0.5) : B);
  if (isError(A)) {
    giveUp(A.Reason);
    return false;
  }
  switch (A.Outcome) {
  case Status::Safe:
    for (unsigned Assertion : Undecided)
      record(Assertion, A);
    Undecided.clear();
    R.Engine = A.Engine;
    R.Proof = A.Proof;
    R.Invariant = std::move(A.Invariant);
    return false;
  case Status::Unsafe:
    record(*A.Assertion, A);
    close(*A.Assertion);
    if (R.Engine.empty())
      R.Engine = A.Engine;
    if (Until != Goal::FirstViolation) {
      findOthers();
      return true;
    }
    giveUp({ReasonKind::Cancelled, Cause::Kind::OtherAssertion});
    return false;
  case Status::Unknown:
    break;
  }
  if (A.Assertion) {
    record(*A.Assertion, A);
    close(*A.Assertion);
    leaveTimeFor(A.Reason.Help);
    return true;
  }
  if (MaySplit)
    askInParts();
  else
    giveUp(A.Reason);
  return false;
}

/// Asks about halves, and halves of these, until each group has an answer or is
/// one assertion; those that are left have an equal share of the time each.
void AssertionLoop::askInParts() {
  std::deque<std::vector<unsigned>> Parts{Undecided};
  auto Split = [&](const std::vector<unsigned> &Part) {
    auto Middle = Part.begin() + Part.size() / 2;
    Parts.emplace_back(Part.begin(), Middle);
    Parts.emplace_back(Middle, Part.end());
  };
  Split(Parts.front());
  Parts.pop_front();
  while (!Parts.empty() && !B.exhausted()) {
    std::vector<unsigned> Part = std::move(Parts.front());
    Parts.pop_front();
    GroupAnswer A = Check(Part, B.share(1 / double(Parts.size() + 1)));
    if (isError(A))
      return giveUp(A.Reason);
    const bool IsOfOne = A.Assertion || Part.size() == 1;
    if (A.Outcome == Status::Unknown && !IsOfOne) {
      Split(Part);
      continue;
    }
    for (unsigned Assertion : std::vector<unsigned>(Part))
      if (A.Outcome == Status::Safe || Part.size() == 1 ||
          A.Assertion == Assertion) {
        record(Assertion, A);
        close(Assertion);
        llvm::erase(Part, Assertion);
      }
    if (!Part.empty())
      Parts.push_back(std::move(Part));
  }
  giveUp({reasonOf(B.exhausted().value_or(Exhausted::Time))});
}

void sooth::decideAssertions(Report &R, const Budget &B, Goal Until,
                             GroupCheck Check,
                             llvm::ArrayRef<unsigned> Postponed,
                             ViolationSearch Search) {
  AssertionLoop(R, B, Until, Check, Postponed, Search).run();
}
