//===- ProgramVerifier.cpp - Verifying a control-flow automaton -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssertionLoop.h"
#include "Cache/CachedEvidence.h"
#include "Certificates.h"
#include "CostlyPart.h"
#include "HavocCheck.h"
#include "LimitNeeds.h"
#include "Picture.h"
#include "Processes/RunSearch.h"
#include "ProgramModels.h"
#include "Proof.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/TraceChecker.h"
#include "sooth/Driver/Report/Verdict.h"
#include "sooth/Engine/Cells/Cells.h"
#include "sooth/Engine/Run/Run.h"
#include "sooth/Support/WorkerPool.h"
#include "sooth/Transform/Cfa/CfaToTs.h"
#include "sooth/Transform/Cfa/RelaxOperators.h"
#include "sooth/Transform/Cfa/Slice.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <numeric>
#include <set>

using namespace sooth;
using Status = AssertionReport::Status;
using ReasonKind = UnknownReason::Kind;

namespace {
/// One of the ways to prove many assertions at once.
struct Stage {
  VerifierOptions::Means By;
  /// Of errors one by one, if that is what the stage is about.
  std::optional<LocalGuesses> OfEach = std::nullopt;
  unsigned MaxCandidates = 0;
  /// Or with anything for the results of costly operators.
  bool IsExact = false;
  bool ComparisonsFirst = false;
};
constexpr Stage Local{.By = VerifierOptions::Means::Local,
                      .OfEach = LocalGuesses::Equations};
constexpr Stage WithoutGuesses{.By = VerifierOptions::Means::NoGuess};

class ProgramVerifier {
public:
  ProgramVerifier(const Cfa &C, const Budget &B, const VerifierOptions &O)
      : C(C), B(B), O(O) {}
  VerifiedProgram run();

private:
  void collectAssertions();
  bool mayGuess() const;
  void proveEasyOnes();
  void proveEasyOnes(const Stage &S, const Budget &Within);
  double secondsFor(const Stage &S, const Budget &Within) const;
  std::vector<unsigned> openFor(const Stage &S) const;
  void noteReached(const Cfa &Asked, const ExcludedErrors &Found, bool IsExact);
  bool acceptExcluded(const ExcludedErrors &Found, const TransformedCfa &Sliced,
                      llvm::ArrayRef<unsigned> Undecided, const Stage &S,
                      const Budget &Own);
  /// What an attempt to confirm a proof came to.
  enum class Confirmation { Confirmed, Refuted, NoTime };
  Confirmation confirm(llvm::ArrayRef<unsigned> Proved, UnconfirmedProof Found,
                       const Budget &Own);
  bool confirmEarlier();
  void leaveFailuresToCallers();
  void applyLimits();
  void applyLimits(unsigned Assertion, llvm::ArrayRef<unsigned> Reached,
                   bool IsOnlyDepth);
  bool mayFollow(unsigned Assertion, unsigned Limit) const;
  bool mayFollowDepth(unsigned Assertion) const;
  std::vector<unsigned> undecidedAfterDepth() const;
  /// All runs, or those without approximations as far as they can be avoided.
  enum class Runs { All, Exact };
  Cfa restrictedTo(llvm::ArrayRef<unsigned> Assertions, Runs Which) const;
  GroupAnswer check(llvm::ArrayRef<unsigned> Assertions, const Budget &Own);
  GroupAnswer check(llvm::ArrayRef<unsigned> Assertions, Runs Which,
                    const Budget &Own);
  GroupAnswer violated(CfaTrace T, const Budget &Own);
  void findOthers(llvm::ArrayRef<unsigned> Assertions, const Budget &Own,
                  llvm::function_ref<void(const GroupAnswer &)> Found);
  bool wantsCertificates() const {
    return O.HaveCertificates == VerifierOptions::Certificates::Wanted;
  }
  void certify(const Cfa &Part, const CfaInvariant &Why, const Budget &Own);
  void certify(const ProgramModels &Of, const TsInvariant &Why);
  void noteCostly(const Cfa &Blocks);
  void noteExplored(llvm::ArrayRef<unsigned> Assertions, const Cfa &Blocks,
                    unsigned Steps);
  void decide();

  const Cfa &C;
  const Budget &B;
  const VerifierOptions &O;
  VerifiedProgram Result;
  /// The assertion that each error location stands for.
  std::vector<unsigned> AssertionOf;
  /// The error locations of each assertion.
  std::vector<std::vector<LocationId>> LocationsOf;
  static constexpr unsigned NotAsked = ~0u;
  /// Assertions that fail on some run from the entry without loops, and those
  /// that may, as costly operators are anything.
  std::set<unsigned> Failing, MayFail;
};
} // namespace

/// Error locations of one assertion have one.
using AssertionKey =
    std::tuple<std::string, unsigned, unsigned, Failure, ErrorLocation::Kind>;

static AssertionKey keyOf(const SourceLocation &Where, const Failure &What,
                          ErrorLocation::Kind Type) {
  return {Where.File, Where.Line, Where.Column, What, Type};
}

void ProgramVerifier::collectAssertions() {
  // (That no error is a violation says nothing: others may be below.)
  if (O.Deeper == VerifierOptions::DeeperRuns::Harmless &&
      llvm::all_of(C.errors(), [](const ErrorLocation &E) {
        return E.Type != ErrorLocation::Kind::Violation;
      }))
    return;
  std::map<AssertionKey, unsigned> Known;
  for (const ErrorLocation &E : C.errors()) {
    auto &Assertions = Result.Answer.Assertions;
    if (O.IsAsked && E.Type == ErrorLocation::Kind::Violation &&
        !O.IsAsked(E)) {
      AssertionOf.push_back(NotAsked);
      continue;
    }
    auto [It, IsNew] =
        Known.try_emplace(keyOf(E.Where, E.What, E.Type), Assertions.size());
    if (IsNew) {
      AssertionReport A;
      A.What = E.What;
      A.Check = E.Check;
      A.Where = E.Where;
      A.Type = E.Type;
      A.Help = E.Help;
      A.ForCallers = E.ForCallers;
      A.Operations = E.Operations;
      Assertions.push_back(std::move(A));
      LocationsOf.emplace_back();
    } else {
      addNeeds(Assertions[It->second].ForCallers, E.ForCallers);
      addOperations(Assertions[It->second].Operations, E.Operations);
    }
    AssertionOf.push_back(It->second);
    LocationsOf[It->second].push_back(E.Loc);
  }
}

/// The same automaton with fewer error locations; ids stay what they are.
Cfa ProgramVerifier::restrictedTo(llvm::ArrayRef<unsigned> Assertions,
                                  Runs Which) const {
  Cfa Part = C;
  if (Which == Runs::Exact)
    Part.changeEdges(
        [&](Edge &E) { E = withoutApproximations(C.context(), std::move(E)); });
  std::vector<ErrorLocation> Errors;
  for (size_t I = 0; I < C.errors().size(); ++I)
    if (llvm::is_contained(Assertions, AssertionOf[I]))
      Errors.push_back(C.errors()[I]);
  Part.setErrors(std::move(Errors));
  return Part;
}

/// That the condition of an assertion is false need not be told twice, but what
/// was compared.
static void dropLastBranch(std::vector<StoryStep> &Trace,
                           const SourceLocation &Error) {
  while (!Trace.empty() && Trace.back().Where.Line == Error.Line &&
         Trace.back().Where.File == Error.File &&
         Trace.back().What == StoryStep::Kind::Condition &&
         Trace.back().Text == ConditionText())
    Trace.pop_back();
}

/// Those whose results the run has.
static std::vector<std::string> functionsWithoutBody(const Cfa &C,
                                                     const CfaTrace &T) {
  std::vector<std::string> Names;
  for (const CfaTrace::Step &S : T.Steps)
    for (const Input &In : C.edge(S.Taken).Inputs)
      if (In.What == Input::Kind::Extern &&
          !llvm::is_contained(Names, In.Source))
        Names.push_back(In.Source);
  return Names;
}

/// \p T is a run of the model; is it one of the program?
GroupAnswer ProgramVerifier::violated(CfaTrace T, const Budget &Own) {
  GroupAnswer A;
  LocationId End =
      T.Steps.empty() ? C.entry() : C.edge(T.Steps.back().Taken).Target;
  unsigned Error = 0;
  for (size_t I = 0; I < C.errors().size(); ++I)
    if (C.errors()[I].Loc == End && AssertionOf[I] != NotAsked) {
      A.Assertion = AssertionOf[I];
      Error = unsigned(I);
    }
  const AssertionReport &Violated = Result.Answer.Assertions[*A.Assertion];
  // More depth may find what does not depend on an approximation.
  if (Violated.Type == ErrorLocation::Kind::Depth) {
    A.Reason = limitUndecided(Violated);
    return A;
  }
  if (auto Havoc = findDecidingHavoc(C, T, Own)) {
    A.Reason = std::move(*Havoc);
    return A;
  }
  if (Violated.Type == ErrorLocation::Kind::Limit) {
    A.Reason = {ReasonKind::Undefined, Violated.What, Violated.Where,
                Violated.Help};
    return A;
  }
  A.Outcome = Status::Unsafe;
  A.Trace = O.Tell(C, T, Violated);
  dropLastBranch(A.Trace, Violated.Where);
  A.Assumed = functionsWithoutBody(C, T);
  if (wantsCertificates())
    if (std::optional<Certificate> Made = certificateOf(C, Error, T))
      Result.Answer.Certificates.push_back(std::move(*Made));
  Result.Violations.push_back({Violated, std::move(T)});
  return A;
}

/// A run that is none of the program may hide another one that is.
GroupAnswer ProgramVerifier::check(llvm::ArrayRef<unsigned> Assertions,
                                   const Budget &Own) {
  constexpr double LeastSeconds = 5;
  auto Start = Budget::Clock::now();
  GroupAnswer A = check(Assertions, Runs::All, Own);
  if (!A.Assertion || A.Outcome != Status::Unknown ||
      A.Reason.What != ReasonKind::Unsupported)
    return A;
  std::chrono::duration<double> Taken = Budget::Clock::now() - Start;
  GroupAnswer Exact = check(Assertions, Runs::Exact,
                            Own.child(std::max(LeastSeconds, Taken.count())));
  const bool IsWrong =
      Exact.Outcome == Status::Unknown && castsDoubt(Exact.Reason);
  return Exact.Outcome == Status::Unsafe || IsWrong ? Exact : A;
}

GroupAnswer ProgramVerifier::check(llvm::ArrayRef<unsigned> Assertions,
                                   Runs Which, const Budget &Own) {
  Statistics &Figures = Result.Answer.Figures;
  double TransformSeconds = 0, EngineSeconds = 0;
  Cfa Part = restrictedTo(Assertions, Which);
  std::optional<ProgramModels> M;
  {
    ScopedTimer Timer(TransformSeconds);
    M.emplace(Part, O.Blocks);
  }
  PortfolioAnswer Answer = [&] {
    ScopedTimer Timer(EngineSeconds);
    auto Confirm = [&](const AnyResult &R, const Budget &Within) {
      return M->confirm(R, Within);
    };
    return O.Cache ? runPortfolio(*O.Cache, O.Blocks, M->question(), Own,
                                  O.Engines, Confirm)
                   : runPortfolio(M->question(), Own, O.Engines, Confirm);
  }();
  Figures.add("time.transform.seconds", TransformSeconds);
  // Evidence may be looked at while others are still looking for some.
  const double CheckSeconds = std::min(Answer.CheckSeconds, EngineSeconds);
  Figures.add("time.engines.seconds", EngineSeconds - CheckSeconds);
  Figures.add("time.check.seconds", CheckSeconds);
  Figures.set("model.blocks.locations", M->Blocks.Model.locations().size());
  Figures.set("model.blocks.edges", M->Blocks.Model.edges().size());
  Figures.set("model.blocks.variables", M->Blocks.Model.variables().size());
  mergeFigures(Figures, Answer.Figures);
  llvm::append_range(Result.Answer.Notes, Answer.Notes);
  takePicture(Answer, O, Result.Answer);
  if (Answer.Result.isConclusive())
    M->accept(Answer.Result);

  GroupAnswer A;
  if (Answer.Result.isUnsafe()) {
    A = violated(std::move(M->Run), Own);
  } else if (Answer.Result.isSafe()) {
    A.Outcome = Status::Safe;
    A.Proof = describeProof(Answer);
    A.Invariant =
        M->Invariant ? describeInvariant(C, *M->Invariant)
                     : describeInvariant(Answer.Result.onSystem()->invariant());
    if (Which == Runs::All) {
      Result.Proofs.push_back(M->formulas());
      if (wantsCertificates() && M->Invariant)
        certify(Part, *M->Invariant, Own);
      else if (wantsCertificates())
        certify(*M, Answer.Result.onSystem()->invariant());
    }
  } else {
    A.Reason = Answer.Result.reason();
    if (Answer.SafeSteps && Which == Runs::All)
      noteExplored(Assertions, M->Blocks.Model, *Answer.SafeSteps);
    if (A.Reason.What == ReasonKind::Timeout ||
        A.Reason.What == ReasonKind::Cancelled)
      noteCostly(M->Blocks.Model);
  }
  A.Engine = Answer.Engine;
  return A;
}

/// What else of \p Assertions fails, where one did, if compiled runs are
/// wanted: in a process of its own, which goes on with what it knows.
void ProgramVerifier::findOthers(
    llvm::ArrayRef<unsigned> Assertions, const Budget &Own,
    llvm::function_ref<void(const GroupAnswer &)> Found) {
  constexpr double IdleSeconds = 1;
  if (llvm::none_of(O.Engines.Engines,
                    [](const EngineChoice &E) { return E.Name == NameOfRun; }))
    return;
  const Cfa Part = restrictedTo(Assertions, Runs::All);
  const TransformedCfa Sliced = slice(Part);
  auto Take = [&](CfaTrace OnSlice) {
    CfaTrace T = Sliced.Back->back(std::move(OnSlice));
    if (auto Against = reasonAgainst(checkTrace(C, T), Evidence::Trace)) {
      GroupAnswer A;
      A.Reason = std::move(*Against);
      return Found(A);
    }
    Found(violated(std::move(T), Own));
  };
  const PortfolioOptions &Limits = O.Engines;
  const uint64_t LimitMB =
      Limits.MemoryMB       ? WorkerPool::shareOf(Limits.MemoryMB, 1)
      : Limits.MostMBOfEach ? WorkerPool::withOwn(Limits.MostMBOfEach)
                            : 0;
  findViolationsInProcess(Sliced.Model, Own, IdleSeconds, LimitMB, Take);
}

/// With what proves that no error of \p Part is reached.
void ProgramVerifier::certify(const Cfa &Part, const CfaInvariant &Why,
                              const Budget &Own) {
  if (std::optional<Certificate> Made = certificateOf(Part, Why, Own))
    Result.Answer.Certificates.push_back(std::move(*Made));
}

/// The same where the proof is about large blocks.
void ProgramVerifier::certify(const ProgramModels &Of, const TsInvariant &Why) {
  std::vector<unsigned> Which(Of.Ts.Model.properties().size());
  std::iota(Which.begin(), Which.end(), 0);
  Certificate Made = certificateOf(Of.Ts.Model, Which, Why);
  Made.Origin = "the program without what does not influence the checks; a "
                "step is a path from one loop to the next";
  Made.Claims.clear();
  for (const ErrorLocation &E : Of.Original.errors())
    Made.Claims.push_back(claimAbout(E.Where, E.What));
  Result.Answer.Certificates.push_back(std::move(Made));
}

/// Whether the engine is wanted that finds facts for many assertions.
bool ProgramVerifier::mayGuess() const {
  return llvm::any_of(O.Engines.Engines,
                      [](const EngineChoice &E) { return E.Name == "cells"; });
}

/// Of many assertions, most need little: what holds without any guess, then
/// facts that are guessed, all at once. What is proved so is no question to
/// engines any more.
void ProgramVerifier::proveEasyOnes() {
  static constexpr auto Guesses = VerifierOptions::Means::Guesses;
  static constexpr Stage Stages[] = {
      Local,
      {.By = VerifierOptions::Means::NoGuess, .OfEach = LocalGuesses::Sums},
      WithoutGuesses,
      {.By = Guesses, .MaxCandidates = 100},
      {.By = Guesses,
       .MaxCandidates = 100,
       .IsExact = true,
       .ComparisonsFirst = true}};
  const bool IsLocalOpen = O.Progress && O.Progress->IsOpen;
  for (const Stage &S : Stages)
    if (S.By <= O.UpTo &&
        (S.By >= O.From ||
         (S.By == VerifierOptions::Means::Local && IsLocalOpen)))
      proveEasyOnes(S, B);
}

/// Of processor time.
double ProgramVerifier::secondsFor(const Stage &S, const Budget &Within) const {
  static constexpr double Most = 10;
  // The rest is for Check and what comes next. What holds just before a check
  // is confirmed in a third of the time that it takes to find it.
  const double Share = S.By != O.UpTo                          ? 0.3
                       : S.By == VerifierOptions::Means::Local ? 0.75
                                                               : 0.5;
  // Where there is little time, this is the best use of it; but to confirm what
  // others find takes nearly as long.
  static constexpr double Least = 1, LeastShare = 0.5;
  const std::optional<double> All = Within.remainingSeconds();
  if (!All)
    return Most;
  const double AtLeast = S.IsExact ? 0 : std::min(Least, LeastShare * *All);
  return std::min(Most, std::max(Share * *All, AtLeast));
}

/// The assertions that have no answer yet, and may have one that \p S finds.
std::vector<unsigned> ProgramVerifier::openFor(const Stage &S) const {
  const std::vector<AssertionReport> &All = Result.Answer.Assertions;
  std::vector<unsigned> Open;
  for (unsigned I = 0; I < All.size(); ++I)
    if (All[I].Outcome == Status::Unknown &&
        !(S.IsExact ? Failing : MayFail).contains(I))
      Open.push_back(I);
  return Open;
}

/// What is reached from the entry is so whatever holds in loops.
void ProgramVerifier::noteReached(const Cfa &Asked, const ExcludedErrors &Found,
                                  bool IsExact) {
  for (const ErrorLocation &E : Asked.errors())
    if (llvm::is_contained(Found.Reached, E.Loc))
      for (size_t I = 0; I < C.errors().size(); ++I)
        if (C.errors()[I].Loc == E.Loc && AssertionOf[I] != NotAsked) {
          MayFail.insert(AssertionOf[I]);
          if (IsExact)
            Failing.insert(AssertionOf[I]);
        }
}

void ProgramVerifier::proveEasyOnes(const Stage &S, const Budget &Within) {
  Report &R = Result.Answer;
  std::vector<unsigned> Undecided = openFor(S);
  if (Undecided.empty() || Within.exhausted())
    return;
  Cfa Asked = restrictedTo(Undecided, Runs::All);
  bool IsExact = true;
  if (!S.IsExact)
    if (std::optional<Cfa> Relaxed = relaxOperators(Asked)) {
      Asked = std::move(*Relaxed);
      IsExact = false;
    }
  const TransformedCfa Sliced = slice(Asked);
  const double Seconds = secondsFor(S, Within);
  const Budget Own = Within.child(Seconds);
  const CellsOptions How{.MaxCandidates = S.MaxCandidates,
                         .MaxSeconds = Seconds,
                         .ComparisonsFirst = S.ComparisonsFirst};
  auto Take = [&](const ExcludedErrors &Found) {
    if (!acceptExcluded(Found, Sliced, Undecided, S, Within))
      return false;
    noteReached(Sliced.Model, Found, IsExact);
    return true;
  };
  const bool IsCached = O.Cache && !S.OfEach;
  if (IsCached) {
    auto Known = findExcludedErrors(*O.Cache, Sliced.Model, How);
    const bool IsGood = Known && Take(*Known);
    O.Cache->note(IsGood ? CacheStore::Event::Confirmed
                         : CacheStore::Event::NotConfirmed);
    if (IsGood)
      return;
  }
  double Taken = 0;
  const ExcludedErrors Found = [&] {
    ScopedTimer Timer(Taken);
    return S.OfEach ? excludeLocally(Sliced.Model, Own, *S.OfEach)
                    : excludeErrors(Sliced.Model, Own, How);
  }();
  R.Figures.add("time.guesses.seconds", Taken);
  R.Figures.add("guesses.queries", Found.Queries);
  R.Figures.add("guesses.incomplete", !Found.IsComplete);
  R.Figures.add("guesses.excluded", Found.Locations.size());
  if (O.Progress && S.By == VerifierOptions::Means::Local)
    O.Progress->IsOpen = !Found.IsComplete;
  if (!Take(Found)) {
    noteReached(Sliced.Model, Found, IsExact);
    return;
  }
  if (IsCached)
    keepExcludedErrors(*O.Cache, Sliced.Model, How, Found);
}

/// Whether Check confirms that \p Found by \p S, about \p Sliced, excludes what
/// it says of \p Undecided; then that is proved.
bool ProgramVerifier::acceptExcluded(const ExcludedErrors &Found,
                                     const TransformedCfa &Sliced,
                                     llvm::ArrayRef<unsigned> Undecided,
                                     const Stage &S, const Budget &Own) {
  std::set<AssertionKey> StayUndecided;
  for (const ErrorLocation &E : Sliced.Model.errors())
    if (!llvm::is_contained(Found.Locations, E.Loc))
      StayUndecided.insert(keyOf(E.Where, E.What, E.Type));
  std::vector<unsigned> Proved = Undecided.vec();
  llvm::erase_if(Proved, [&](unsigned I) {
    const AssertionReport &A = Result.Answer.Assertions[I];
    return StayUndecided.contains(keyOf(A.Where, A.What, A.Type));
  });
  if (Proved.empty() || Found.Why.Formulas.empty())
    return true;
  UnconfirmedProof Proof;
  Proof.Why = Sliced.Back->back(Found.Why);
  const Confirmation Is = confirm(Proved, Proof, Own);
  if (Is == Confirmation::NoTime && O.Progress &&
      S.By == VerifierOptions::Means::Local) {
    for (unsigned I : Proved)
      llvm::append_range(Proof.Errors, LocationsOf[I]);
    O.Progress->Unconfirmed = std::move(Proof);
  }
  return Is == Confirmation::Confirmed;
}

/// If Check confirms that \p Found keeps runs from \p Proved, these are proved.
ProgramVerifier::Confirmation
ProgramVerifier::confirm(llvm::ArrayRef<unsigned> Proved,
                         UnconfirmedProof Found, const Budget &Own) {
  Report &R = Result.Answer;
  CfaInvariant &Why = Found.Why;
  if (auto Against = reasonAgainst(
          checkInvariant(restrictedTo(Proved, Runs::All), Why, Own),
          Evidence::Invariant)) {
    const bool IsRefuted = Against->What == ReasonKind::Internal;
    R.Figures.add("cells.refuted", IsRefuted);
    return IsRefuted ? Confirmation::Refuted : Confirmation::NoTime;
  }
  for (unsigned I : Proved)
    R.Assertions[I].Outcome = Status::Safe;
  R.Engine = std::move(Found.Engine);
  R.Proof = std::move(Found.Proof);
  if (wantsCertificates())
    certify(restrictedTo(Proved, Runs::All), Why, Own);
  Result.Proofs.push_back(std::move(Why));
  return Confirmation::Confirmed;
}

/// Tries again to confirm what was found when there was no time for it. False
/// if there still is none.
bool ProgramVerifier::confirmEarlier() {
  if (!O.Progress || !O.Progress->Unconfirmed)
    return true;
  auto Found = std::move(*O.Progress->Unconfirmed);
  O.Progress->Unconfirmed.reset();
  const llvm::DenseSet<LocationId> Errors(Found.Errors.begin(),
                                          Found.Errors.end());
  std::vector<unsigned> Proved = openFor(Local);
  llvm::erase_if(Proved, [&](unsigned I) {
    return !llvm::all_of(LocationsOf[I],
                         [&](LocationId L) { return Errors.contains(L); });
  });
  if (Proved.empty() || confirm(Proved, Found, B) != Confirmation::NoTime)
    return true;
  O.Progress->Unconfirmed = std::move(Found);
  return false;
}

/// What a caller has to see to needs no run that shows it.
void ProgramVerifier::leaveFailuresToCallers() {
  for (unsigned I : Failing) {
    AssertionReport &A = Result.Answer.Assertions[I];
    if (A.Outcome == Status::Unknown &&
        A.Type == ErrorLocation::Kind::Violation)
      A.Reason = {ReasonKind::Callers};
  }
}

/// Whether runs may come to \p Assertion that were at \p Limit before.
bool ProgramVerifier::mayFollow(unsigned Assertion, unsigned Limit) const {
  return llvm::any_of(LocationsOf[Limit], [&](LocationId From) {
    return llvm::any_of(LocationsOf[Assertion],
                        [&](LocationId To) { return O.MayFollow(From, To); });
  });
}

/// What became of an assertion that was proved for the runs that the model
/// covers, if those at \p Reached, limits, go on.
void ProgramVerifier::applyLimits(unsigned Assertion,
                                  llvm::ArrayRef<unsigned> Reached,
                                  bool IsOnlyDepth) {
  std::vector<AssertionReport> &All = Result.Answer.Assertions;
  AssertionReport &A = All[Assertion];
  std::vector<Need> Needs;
  for (unsigned I : Reached) {
    const AssertionReport &Limit = All[I];
    if (!mayFollow(Assertion, I))
      continue;
    if (O.AfterLimits == VerifierOptions::Limits::Needs)
      if (const std::vector<Need> More = needsAgainst(Limit, A);
          !More.empty()) {
        for (const Need &N : More)
          addNeed(Needs, N);
        continue;
      }
    A.Outcome = Status::Unknown;
    A.Needs.clear();
    A.IsRestated = false;
    const bool HasNeeds = O.AfterLimits == VerifierOptions::Limits::Needs;
    A.Reason = O.HurriesAfterDepth && IsOnlyDepth
                   ? limitUndecided(Limit)
                   : All[HasNeeds ? I : Reached.front()].Reason;
    return;
  }
  for (const Need &N : Needs)
    addNeed(A.Needs, N);
}

/// An assertion that was proved only for the runs that the model covers is not
/// proved, unless none of the others gets there. Limits themselves are not what
/// the user asked about.
void ProgramVerifier::applyLimits() {
  Report &R = Result.Answer;
  auto IsLimit = [](const AssertionReport &A) {
    return A.Type != ErrorLocation::Kind::Violation;
  };
  std::vector<unsigned> Reached;
  for (unsigned I = 0; I < R.Assertions.size(); ++I)
    if (IsLimit(R.Assertions[I]) && R.Assertions[I].Outcome != Status::Safe)
      Reached.push_back(I);
  for (unsigned I : Reached)
    R.OpenLimits.push_back(
        claimAbout(R.Assertions[I].Where, R.Assertions[I].What));
  if (!Reached.empty()) {
    const UnknownReason Why = R.Assertions[Reached.front()].Reason;
    const bool IsOnlyDepth = llvm::all_of(Reached, [&](unsigned I) {
      return R.Assertions[I].Type == ErrorLocation::Kind::Depth;
    });
    for (unsigned I = 0; I < R.Assertions.size(); ++I)
      if (!IsLimit(R.Assertions[I]) &&
          R.Assertions[I].Outcome == Status::Safe &&
          !(IsOnlyDepth && !mayFollowDepth(I)))
        applyLimits(I, Reached, IsOnlyDepth);
    const bool Broken = isBroken(R);
    // Where nothing is asked, there is nothing to need.
    if (O.AfterLimits == VerifierOptions::Limits::Needs &&
        llvm::all_of(R.Assertions, IsLimit) && !Broken) {
      R.Outcome = Report::Status::Safe;
    } else if (R.Outcome != Report::Status::Unsafe && !Broken) {
      R.Outcome = Report::Status::Unknown;
      R.Reason = Why;
    }
    Result.Proofs.clear();
  }
  llvm::erase_if(R.Assertions, IsLimit);
}

bool ProgramVerifier::mayFollowDepth(unsigned Assertion) const {
  for (size_t I = 0; I < C.errors().size(); ++I)
    if (AssertionOf[I] == Assertion && C.errors()[I].MayFollowDepth)
      return true;
  return false;
}

/// Undecided assertions that may follow depth, if it may be reached.
std::vector<unsigned> ProgramVerifier::undecidedAfterDepth() const {
  const std::vector<AssertionReport> &All = Result.Answer.Assertions;
  if (llvm::none_of(All, [](const AssertionReport &A) {
        return A.Type == ErrorLocation::Kind::Depth &&
               A.Outcome != Status::Safe;
      }))
    return {};
  std::vector<unsigned> Found;
  for (unsigned I = 0; I < All.size(); ++I)
    if (All[I].Type == ErrorLocation::Kind::Violation &&
        All[I].Outcome == Status::Unknown && mayFollowDepth(I))
      Found.push_back(I);
  return Found;
}

/// No run of \p Blocks, the model of all that is open, violates anything within
/// \p Steps steps. All but the first one begin at a loop.
void ProgramVerifier::noteExplored(llvm::ArrayRef<unsigned> Assertions,
                                   const Cfa &Blocks, unsigned Steps) {
  const std::vector<AssertionReport> &All = Result.Answer.Assertions;
  for (unsigned I = 0; I < All.size(); ++I)
    if (All[I].Outcome != Status::Safe && !llvm::is_contained(Assertions, I))
      return;
  ExploredRuns Found;
  Found.Arrivals = Steps - std::min(Steps, 1u);
  for (LocationId L = 0; L < Blocks.locations().size(); ++L)
    if (L != Blocks.entry() && !Blocks.outgoing(L).empty())
      Found.Loops.push_back(Blocks.location(L).Where);
  if (O.Blocks == Encoding::Large && Found.Arrivals > 0 && !Found.Loops.empty())
    Result.Answer.Explored = std::move(Found);
}

static GroupAnswer undecided(UnknownReason Why) {
  GroupAnswer A;
  A.Reason = std::move(Why);
  return A;
}

void ProgramVerifier::noteCostly(const Cfa &Blocks) {
  if (Result.Answer.Costly)
    return; // of a larger question
  if (CostlyPart Part = findCostlyPart(C, Blocks); Part.isKnown())
    Result.Answer.Costly = std::move(Part);
}

/// Before time is up without an answer, some is left to find out which of
/// several assertions are easy.
void ProgramVerifier::decide() {
  constexpr double MostSeconds = 2, Share = 0.1, LeastLimit = 5;
  const double Limit = B.remainingSeconds().value_or(0);
  const bool IsForFirst = O.Until == VerifierOptions::Goal::FirstViolation &&
                          mayGuess() && Limit >= LeastLimit &&
                          Result.Answer.Assertions.size() > 1;
  const Budget Own = IsForFirst ? B.leaving(Share, MostSeconds) : B;
  decideAssertions(
      Result.Answer, Own, O.Until,
      [&](llvm::ArrayRef<unsigned> Assertions, const Budget &Part) {
        return O.UpTo < VerifierOptions::Means::Engines
                   ? undecided({ReasonKind::Timeout})
                   : check(Assertions, Part);
      },
      O.HurriesAfterDepth ? undecidedAfterDepth() : std::vector<unsigned>(),
      [&](auto Assertions, const Budget &Part, auto Found) {
        findOthers(Assertions, Part, Found);
      });
  // Another model is next if that may help.
  if (Result.Answer.Outcome != Report::Status::Unknown ||
      Result.Answer.Help != Remedy::None)
    return;
  const ReasonKind Why = Result.Answer.Reason.What;
  if (IsForFirst && Why == ReasonKind::Timeout)
    proveEasyOnes();
  else if (Why == ReasonKind::Cancelled && mayGuess())
    // Who has interrupted this waits, but not for long.
    proveEasyOnes(WithoutGuesses, Budget::seconds(0.3));
  else
    return;
  if (llvm::all_of(Result.Answer.Assertions, [](const AssertionReport &A) {
        return A.Outcome == Status::Safe;
      }))
    Result.Answer.Outcome = Report::Status::Safe;
}

VerifiedProgram ProgramVerifier::run() {
  collectAssertions();
  Statistics &Figures = Result.Answer.Figures;
  Figures.set("model.locations", C.locations().size());
  Figures.set("model.edges", C.edges().size());
  Figures.set("model.variables", C.variables().size());
  Figures.set("model.assertions", Result.Answer.Assertions.size());
  const bool HasTime = confirmEarlier();
  if (HasTime && O.Until == VerifierOptions::Goal::EveryAssertion &&
      mayGuess() &&
      (O.UpTo < VerifierOptions::Means::Engines ||
       Result.Answer.Assertions.size() > 1))
    proveEasyOnes();
  if (O.LeavesFailuresToCallers)
    leaveFailuresToCallers();
  if (O.RestatesForCallers)
    restateForCallers(Result.Answer.Assertions);
  decide();
  applyLimits();
  if (castsDoubt(Result.Answer)) {
    Result.Violations.clear();
    Result.Proofs.clear();
  }
  llvm::stable_sort(Result.Answer.Assertions,
                    [](const AssertionReport &A, const AssertionReport &B) {
                      return A.Where < B.Where;
                    });
  return std::move(Result);
}

VerifiedProgram sooth::verifyProgram(const Cfa &C, const Budget &B,
                                     const VerifierOptions &O) {
  return ProgramVerifier(C, B, O).run();
}
