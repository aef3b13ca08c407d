//===- OpenFunction.cpp - Verifying a function that others call ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The environments are ordered: what holds in one holds in all that take more
// to be true. All checks are asked about in the one that callers usually keep.
// Those that hold are asked about again where nothing is taken to be true, the
// others where members are in the bounds in which the program keeps them, where
// besides pointers to char lead to strings, or arrays are as long as the
// numbers that come with them say, and then where they are long enough. The
// weakest environment in which a check holds is what it needs.
//
//===----------------------------------------------------------------------===//

#include "OpenFunction.h"
#include "OpenFunctionTimes.h"

#include "sooth/Driver/Processes/Supervisor.h"
#include "sooth/Driver/Report/Verdict.h"
#include "sooth/Engine/Run/Run.h"
#include "sooth/Frontend/LLVM/Passes/ApplyContracts.h"
#include "sooth/Frontend/LLVM/Source/Places.h"
#include "sooth/Support/WorkerPool.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include <set>

using namespace sooth;

/// For one function of many, where the user says nothing: what the process that
/// prepares it may have beyond the file's program, and each engine beyond that.
static constexpr uint64_t MostMB = 1500, MostMBOfEngine = 800;

using Status = AssertionReport::Status;

uint64_t sooth::memoryForOpenFunction(const VerificationTask &T) {
  const uint64_t Given = T.Verifier.Engines.MemoryMB;
  return Given ? Given : WorkerPool::withOwn(MostMB);
}

namespace {
using Means = VerifierOptions::Means;

class OpenFunction {
public:
  OpenFunction(const llvm::Module &Program, const VerificationTask &T,
               const Budget &B, VerifiedListener OnVerified, CalledFrom Callers,
               Means From, Means UpTo, Report Earlier, LoadedPrograms *Known)
      : Program(Program), T(T), B(B), OnVerified(OnVerified), Callers(Callers),
        From(From), UpTo(UpTo), Known(Known), Result(std::move(Earlier)) {
    // What holds by the conditions just before a check may need less by what
    // else is known.
    for (const AssertionReport &A : Result.Assertions)
      IsSettled.push_back(A.Outcome == Status::Unsafe ||
                          (A.Outcome == Status::Safe && !A.mayNeedLess() &&
                           (UpTo != Means::NoGuess || A.Needs.empty())));
    for (const FunctionReport &F : Result.Functions)
      EarlierSeconds += F.Seconds;
    SecondsToEncode = Result.SecondsToEncode;
    Claims = Result.ClaimedInC;
    Result.Functions.clear();
  }
  Report run();

private:
  using Wanted = llvm::function_ref<bool(const AssertionReport &)>;
  enum class Calls { Summarized, Followed };
  /// What is taken to be true of memory from outside: besides, that members
  /// are in the bounds in which the program keeps them.
  struct Assumptions {
    Environment Outside;
    bool Kept = false;
  };
  Report ask(Assumptions What, double Share, Wanted Which,
             Calls How = Calls::Summarized);
  Report verify(const VerificationTask &Here, const Budget &Own);
  template <typename Update>
  void refine(Assumptions What, double Share, Wanted Which, Update Learn,
              Calls How = Calls::Summarized);
  bool hasTimeToAsk(double Share) const;
  void askFirst();
  void askWithKept();
  /// What says itself what it requires needs no more.
  VerifierOptions::Limits afterLimits() const {
    return requiredSomething(*Program.getFunction(T.Prepare.Entry))
               ? VerifierOptions::Limits::Unknown
               : VerifierOptions::Limits::Needs;
  }
  bool isSettled(const AssertionReport &A) const {
    return !IsSettled.empty() && IsSettled[&A - Result.Assertions.data()];
  }
  void conclude();

  const llvm::Module &Program;
  const VerificationTask &T;
  const Budget &B;
  VerifiedListener OnVerified;
  const CalledFrom Callers;
  const Means From, UpTo;
  const Budget::Clock::time_point Start = Budget::Clock::now();
  /// Of Program where calls are summarized, for questions that are asked in
  /// this process; null if none are.
  LoadedPrograms *Known;
  double EarlierSeconds = 0;
  /// To prepare the program and to make its model; 0 if that is not known.
  double SecondsToEncode = 0;
  Report Result;
  /// Of all proofs.
  std::vector<LoopInvariant> Claims;
  /// By assertion: whether it was proved earlier, and what it needs is known,
  /// or is known to be violated; empty if nothing was asked.
  std::vector<bool> IsSettled;
};
} // namespace

/// Verifies all that is wanted within a part of the time that is left.
Report OpenFunction::ask(Assumptions What, double Share, Wanted Which,
                         Calls How) {
  const Environment Outside = What.Outside;
  VerificationTask Here = T;
  Here.Outside = Outside;
  Here.TakesKept = What.Kept;
  if (How == Calls::Followed)
    Here.Prepare.followCalls();
  Here.Verifier.Until = VerifierOptions::Goal::EveryAssertion;
  Here.Verifier.AfterLimits = afterLimits();
  // Only what fails whatever callers pass has to be told with a run.
  Here.Verifier.LeavesFailuresToCallers = Here.Verifier.RestatesForCallers =
      !T.Outside && Outside != Environment::Ample;
  if (Here.Verifier.LeavesFailuresToCallers)
    Here.Prepare.Branches = PrepareOptions::Branches::Threaded;
  // What is asked for the first time is asked by all means.
  const bool IsFirst = How == Calls::Followed || Outside == Environment::Any ||
                       (UpTo == Means::Guesses &&
                        (What.Kept || Outside == Environment::Strings ||
                         Outside == Environment::Counted));
  Here.Verifier.From = IsFirst ? Means::Local : From;
  Here.Verifier.UpTo = UpTo;
  Here.Verifier.Engines.MostMBOfEach = MostMBOfEngine;
  Here.Verifier.IsAsked = [&](const ErrorLocation &E) {
    if (T.Verifier.IsAsked && !T.Verifier.IsAsked(E))
      return false;
    return Result.Assertions.empty() ||
           llvm::any_of(Result.Assertions, [&](const AssertionReport &A) {
             return Which(A) && A.Where == E.Where &&
                    (A.What == E.What || How == Calls::Followed);
           });
  };
  Report R = verify(Here, B.share(Share));
  addClaims(Claims, R.ClaimedInC);
  SecondsToEncode = std::max(SecondsToEncode, R.SecondsToEncode);
  return R;
}

Report OpenFunction::verify(const VerificationTask &Here, const Budget &Own) {
  if (Known)
    return verifyToOneDepth(Program, Here, Own, OnVerified, *Known);
  // In a process of its own, so that what it was too much for costs no more.
  return runSupervised(Own, {.MemoryMB = memoryForOpenFunction(T)}, [&] {
    LoadedPrograms OfOne;
    return verifyToOneDepth(Program, Here, Own, OnVerified, OfOne);
  });
}

/// Whether the program can be encoded once more, within \p Share of what is
/// left if that begins with preparing it.
bool OpenFunction::hasTimeToAsk(double Share) const {
  const std::optional<double> Seconds = B.remainingSeconds();
  if (!Seconds || B.exhausted())
    return !B.exhausted();
  return Known ? *Seconds > Known->secondsToEncode()
               : Share * *Seconds > SecondsToEncode;
}

/// What became of \p Old, one of \p Before. A message may name objects in
/// another way where calls are followed; what is asked at one place is asked in
/// one order.
static const AssertionReport *
counterpart(const AssertionReport &Old, llvm::ArrayRef<AssertionReport> Before,
            llvm::ArrayRef<AssertionReport> Now) {
  auto Has = [](llvm::ArrayRef<AssertionReport> Of, const AssertionReport &A) {
    return llvm::any_of(Of, [&](const AssertionReport &B) {
      return A.Where == B.Where && A.What == B.What;
    });
  };
  std::vector<const AssertionReport *> Others;
  for (const AssertionReport &New : Now)
    if (New.Where == Old.Where) {
      if (New.What == Old.What)
        return &New;
      if (!Has(Before, New))
        Others.push_back(&New);
    }
  std::vector<const AssertionReport *> OldOnes;
  for (const AssertionReport &B : Before)
    if (B.Where == Old.Where && !Has(Now, B))
      OldOnes.push_back(&B);
  if (OldOnes.size() != Others.size())
    return nullptr;
  return Others[llvm::find(OldOnes, &Old) - OldOnes.begin()];
}

/// Asks again about some assertions; \p Learn is given each of them, what was
/// found out now, and what was taken to be true for that.
template <typename Update>
void OpenFunction::refine(Assumptions What, double Share, Wanted Which,
                          Update Learn, Calls How) {
  if (isBroken(Result) || !hasTimeToAsk(Share) ||
      llvm::none_of(Result.Assertions, Which))
    return;
  Report Now = ask(What, Share, Which, How);
  if (isBroken(Now))
    return breakBy(Result, Now);
  for (AssertionReport &Old : Result.Assertions) {
    if (!Which(Old))
      continue;
    if (auto *New = counterpart(Old, Result.Assertions, Now.Assertions))
      Learn(Old, *New, Now.Environment);
  }
}

/// What became of the function \p Entry.
static FunctionReport functionReport(const Report &Result,
                                     const llvm::Function &Entry,
                                     double Seconds) {
  FunctionReport F;
  F.Name = Entry.getName().str();
  F.Where = placeOf(Entry);
  F.Seconds = Seconds;
  const bool IsUnknown = Result.Outcome == Report::Status::Unknown;
  if (IsUnknown && (Result.Assertions.empty() || castsDoubt(Result.Reason))) {
    F.NotVerified = Result.Reason;
    return F;
  }
  for (const AssertionReport &A : Result.Assertions)
    F.add(A);
  // What the others ask for first makes these readable.
  std::stable_partition(F.Needs.begin(), F.Needs.end(),
                        [](const Need &N) { return !restatesCheck(N); });
  return F;
}

void sooth::summarizeChecks(Report &R, const llvm::Function &Entry) {
  concludeAgain(R);
  const double Seconds = R.Functions.empty() ? 0 : R.Functions.front().Seconds;
  R.Functions = {functionReport(R, Entry, Seconds)};
}

void OpenFunction::conclude() {
  const std::string Note =
      "assumed: pointers from callers do not alias globals or each other, "
      "except pointers to the same structure type";
  if (!llvm::is_contained(Result.Notes, Note))
    Result.Notes.push_back(Note);
  concludeAgain(Result);
}

static void leaveToCallers(AssertionReport &A) {
  A.Outcome = Status::Unknown;
  A.Trace.clear();
  A.Needs.clear();
  A.Reason = {UnknownReason::Kind::Callers};
}

static void addNeeds(AssertionReport &A, const std::vector<Need> &Taken) {
  for (const Need &N : Taken)
    addNeed(A.Needs, N);
}

static size_t countUnknown(const Report &R) {
  return R.Assertions.empty()
             ? SIZE_MAX
             : llvm::count_if(R.Assertions, [](const AssertionReport &A) {
                 return A.Outcome == Status::Unknown;
               });
}

static bool hasUnknown(const Report &R) {
  return llvm::any_of(R.Assertions, [](const AssertionReport &A) {
    return A.Outcome == Status::Unknown;
  });
}

static bool isForCallers(const AssertionReport &A) {
  return A.Outcome == Status::Unknown &&
         A.Reason.What == UnknownReason::Kind::Callers;
}

/// Whether it may turn out to be violated. That a run was found which the model
/// does not follow does not say that there is no other one.
static bool mayBeViolated(const AssertionReport &A) {
  return isForCallers(A) || (A.Outcome == Status::Unknown &&
                             A.Reason.What == UnknownReason::Kind::Unsupported);
}

/// In the environment that callers usually keep.
void OpenFunction::askFirst() {
  auto IsOpen = [](const AssertionReport &A) {
    return A.mayNeedLess() ||
           (A.Outcome == Status::Unknown && !isForCallers(A));
  };
  if (!Result.Assertions.empty() && llvm::none_of(Result.Assertions, IsOpen))
    return;
  const double Share = T.Outside              ? 1
                       : From == Means::Local ? QuestionTimes::FirstByCheapMeans
                                              : QuestionTimes::FirstByOthers;
  Report Now = ask({T.Outside.value_or(Environment::Valid)}, Share, IsOpen);
  if (Result.Assertions.empty()) {
    IsSettled.clear();
    Result = std::move(Now);
    return;
  }
  if (isBroken(Now)) {
    for (AssertionReport &A : Result.Assertions)
      if (A.Outcome == Status::Unknown && IsOpen(A))
        A.Reason = Now.Reason;
    return breakBy(Result, Now);
  }
  const std::vector<AssertionReport> Before = Result.Assertions;
  for (auto [Old, New] : llvm::zip(Before, Result.Assertions))
    if (IsOpen(Old))
      if (auto *Found = counterpart(Old, Before, Now.Assertions);
          Found && !(Old.mayNeedLess() && Found->Outcome == Status::Unknown))
        New = *Found;
  // What is proved now may need more: the members of structures may be joined.
  if (!Now.Assertions.empty())
    Result.Environment = std::move(Now.Environment);
  concludeAgain(Result);
}

/// Where the environment is given: no violation is told that depends on what
/// the program never writes.
void OpenFunction::askWithKept() {
  refine(
      {*T.Outside, true}, 1,
      [](const AssertionReport &A) { return A.Outcome != Status::Safe; },
      [](AssertionReport &Old, const AssertionReport &New,
         const std::vector<Need> &Taken) {
        if (New.Outcome == Status::Unknown && Old.Outcome == Status::Unknown)
          return;
        Old = New;
        for (const Need &N : Taken)
          if (N.What == Need::Kind::KeptMembers && New.Outcome == Status::Safe)
            addNeed(Old.Needs, N);
      });
  concludeAgain(Result);
}

Report OpenFunction::run() {
  auto Summarize = [&] {
    const std::chrono::duration<double> Taken = Budget::Clock::now() - Start;
    Result.Functions.push_back(
        functionReport(Result, *Program.getFunction(T.Prepare.Entry),
                       EarlierSeconds + Taken.count()));
    Result.ClaimedInC = std::move(Claims);
    Result.SecondsToEncode = SecondsToEncode;
  };
  auto Is = [](Status S) {
    return [S](const AssertionReport &A) { return A.Outcome == S; };
  };
  askFirst();
  if (T.Outside && T.Outside != Environment::Any && Result.HasKept)
    askWithKept();
  const bool IsBroken = isBroken(Result);
  const bool IsRefused = Result.Outcome == Report::Status::Unknown &&
                         Result.Assertions.empty() &&
                         Result.Reason.What == UnknownReason::Kind::Unsupported;
  const Calls AtLast = T.Calls == VerificationTask::CallsOf::Summarized
                           ? Calls::Summarized
                           : Calls::Followed;
  // Without memory from outside there is no more to find out but what the
  // functions do that are called, and how deep recursion gets.
  if (UpTo == Means::Engines && !Result.HasOutside && !Result.HasKept &&
      !IsRefused && Result.Outcome == Report::Status::Unknown && !IsBroken &&
      !B.exhausted() && (!Result.HasSummaries || AtLast == Calls::Followed)) {
    VerificationTask Followed = T;
    Followed.Prepare.followCalls();
    Followed.Verifier.AfterLimits = afterLimits();
    Report New = verifyFromEntry(Program, Followed, B, OnVerified);
    addClaims(Claims, New.ClaimedInC);
    if (!Result.HasSummaries || countUnknown(New) <= countUnknown(Result)) {
      Result = std::move(New);
      IsSettled.clear();
    } else if (isBroken(New)) {
      breakBy(Result, New);
    }
  }
  if (Callers == CalledFrom::ItsProgram)
    for (AssertionReport &A : Result.Assertions)
      if (A.Outcome == Status::Unsafe)
        leaveToCallers(A);
  if (T.Outside ||
      !(Result.HasOutside || Result.HasSummaries || Result.HasKept) ||
      IsBroken) {
    if (Callers == CalledFrom::ItsProgram)
      conclude();
    else if (T.Outside)
      concludeAgain(Result);
    Summarize();
    return std::move(Result);
  }
  // What fails here is for the callers to see to, until it is found to fail
  // whatever they pass.
  for (AssertionReport &A : Result.Assertions)
    if (A.Outcome == Status::Safe && !isSettled(A))
      addNeeds(A, Result.Environment);
    else if (A.Outcome == Status::Unsafe && !isSettled(A))
      leaveToCallers(A);
  auto IsNew = [&](const AssertionReport &A) {
    return A.Outcome == Status::Safe && !isSettled(A) && !A.mayNeedLess();
  };
  const Assumptions Stronger[] = {{Environment::Valid, true},
                                  {Environment::Strings, true},
                                  {Environment::Counted, true}};
  for (const Assumptions &More : Stronger) {
    if (!(More.Outside == Environment::Valid     ? Result.HasKept
          : More.Outside == Environment::Strings ? Result.HasStrings
                                                 : Result.HasCounts))
      continue;
    auto IsOpen = [](const AssertionReport &A) {
      return A.Outcome == Status::Unknown || A.mayNeedLess();
    };
    // Nothing that proves more comes after this.
    const bool IsLast =
        More.Outside == Environment::Counted && UpTo < Means::Engines;
    refine(More, IsLast ? QuestionTimes::LastStronger : QuestionTimes::Stronger,
           IsOpen,
           [&](AssertionReport &Old, const AssertionReport &New,
               const std::vector<Need> &Taken) {
             if (New.Outcome != Status::Safe || New.IsRestated)
               return;
             Old = New;
             addNeeds(Old, Taken);
             Old.ByCheapestMeans = UpTo < Means::Guesses;
           });
  }
  refine({Environment::Any}, QuestionTimes::Any, IsNew,
         [](AssertionReport &Old, const AssertionReport &New,
            const std::vector<Need> &Taken) {
           if (New.Outcome == Status::Safe && New.Needs.empty())
             Old.Needs = Taken;
         });
  if (UpTo < Means::Engines) {
    conclude();
    Summarize();
    return std::move(Result);
  }
  // What the functions that it calls do may make the difference.
  if (!T.Prepare.Summarized.empty() && AtLast == Calls::Followed)
    refine(
        {Environment::Valid, Result.HasKept}, QuestionTimes::Followed,
        Is(Status::Unknown),
        [&](AssertionReport &Old, const AssertionReport &New,
            const std::vector<Need> &Taken) {
          if (New.Outcome == Status::Unknown &&
              New.Reason.What != UnknownReason::Kind::Callers)
            return;
          Old = New;
          addNeeds(Old, Taken);
          if (New.Outcome == Status::Unsafe)
            leaveToCallers(Old);
        },
        Calls::Followed);
  if (Callers == CalledFrom::Anywhere)
    refine(
        {Environment::Ample, true}, 1, mayBeViolated,
        [](AssertionReport &Old, const AssertionReport &New,
           const std::vector<Need> &) {
          if (New.Outcome == Status::Unsafe)
            Old = New;
        },
        AtLast);
  conclude();
  Summarize();
  return std::move(Result);
}

Report sooth::verifyOpenFunction(const llvm::Module &Program,
                                 const VerificationTask &T, const Budget &B,
                                 VerifiedListener OnVerified,
                                 CalledFrom Callers) {
  return OpenFunction(Program, T, B, OnVerified, Callers, Means::Local,
                      Means::Engines, {}, nullptr)
      .run();
}

/// With which means to begin after \p Earlier, if \p By is next. Where nothing
/// was proved, there was hardly time for what costs least.
static VerifierOptions::Means firstMeans(const Report &Earlier,
                                         VerifierOptions::Means By) {
  const bool IsKnown =
      llvm::any_of(Earlier.Assertions, [](const AssertionReport &A) {
        return A.Outcome == Status::Safe;
      });
  return IsKnown ? By : Means::Local;
}

Report sooth::proveOpenChecks(Report Earlier, VerifierOptions::Means By,
                              const llvm::Module &Program,
                              const VerificationTask &T, const Budget &B,
                              VerifiedListener OnVerified, CalledFrom Callers,
                              LoadedPrograms &Known) {
  const Means From = firstMeans(Earlier, By);
  return OpenFunction(Program, T, B, OnVerified, Callers, From, By,
                      std::move(Earlier), &Known)
      .run();
}

std::vector<EngineChoice>
sooth::runningEngines(llvm::ArrayRef<EngineChoice> Wanted) {
  std::vector<EngineChoice> Found;
  llvm::copy_if(Wanted, std::back_inserter(Found),
                [](const EngineChoice &E) { return E.Name == NameOfRun; });
  for (EngineChoice &E : Found) {
    E.Suits = nullptr;
    E.Factory = makeFactoryForPrograms(NameOfRun, [] {
      return createRun({.IdleSeconds = RoundTimes::IdleSecondsOfSearch});
    });
  }
  return Found;
}

/// Where the functions are checked that are verified by themselves, and that
/// only \p Program calls, as \p IsOnlyCalledHere says: what they need is for it
/// to see to.
static std::set<std::string>
placesInside(const llvm::Module &Program, const VerificationTask &T,
             llvm::function_ref<bool(llvm::StringRef)> IsOnlyCalledHere) {
  std::set<std::string> Places;
  for (const llvm::Function &F : Program)
    if (!F.hasAddressTaken() && F.getName() != T.Prepare.Entry &&
        llvm::is_contained(T.Prepare.Summarized, F.getName()) &&
        IsOnlyCalledHere(F.getName()))
      for (const llvm::Instruction &I : llvm::instructions(F))
        if (const llvm::DebugLoc &At = I.getDebugLoc()) {
          SourceLocation Where = placeOf(F);
          Where.Line = At.getLine();
          Where.Column = At.getCol();
          Places.insert(Where.str());
        }
  return Places;
}

Report sooth::searchOpenChecks(
    Report Earlier, const llvm::Module &Program, const VerificationTask &T,
    const Budget &B, VerifiedListener OnVerified, CalledFrom Callers,
    llvm::function_ref<bool(llvm::StringRef)> IsOnlyCalledHere) {
  VerificationTask Here = T;
  Here.Verifier.Engines.Engines = runningEngines(T.Verifier.Engines.Engines);
  const std::set<std::string> Inside =
      placesInside(Program, T, IsOnlyCalledHere);
  if (Callers != CalledFrom::Anywhere || T.Outside ||
      T.Calls == VerificationTask::CallsOf::Summarized ||
      Here.Verifier.Engines.Engines.empty() ||
      (Inside.empty() && !hasUnknown(Earlier)))
    return Earlier;
  Here.Prepare.followCalls();
  Here.Outside = Environment::Ample;
  Here.TakesKept = true;
  Here.Verifier.Until = VerifierOptions::Goal::Violations;
  Here.Verifier.From = Here.Verifier.UpTo = Means::Engines;
  Here.Verifier.Engines.MostMBOfEach = MostMBOfEngine;
  // What is not found is not kept, and would be missed each time.
  Here.Verifier.Cache = nullptr;
  auto IsUnknown = [](const AssertionReport &A) {
    return A.Outcome == Status::Unknown;
  };
  Here.Verifier.IsAsked = [&](const ErrorLocation &E) {
    return (!T.Verifier.IsAsked || T.Verifier.IsAsked(E)) &&
           (Inside.contains(E.Where.str()) ||
            llvm::any_of(Earlier.Assertions, [&](const AssertionReport &A) {
              return IsUnknown(A) && A.Where == E.Where;
            }));
  };
  LoadedPrograms OfThis;
  const Report Now =
      verifyToOneDepth(Program, Here, B.child(RoundTimes::MostSecondsOfSearch),
                       OnVerified, OfThis);
  // (Where the engine cannot compile the model, nothing is wrong.)
  if (castsDoubt(Now)) {
    breakBy(Earlier, Now);
    return Earlier;
  }
  const std::vector<AssertionReport> Before = Earlier.Assertions;
  for (auto [Old, New] : llvm::zip(Before, Earlier.Assertions))
    if (const AssertionReport *Found =
            IsUnknown(Old) ? counterpart(Old, Before, Now.Assertions) : nullptr;
        Found && Found->Outcome == Status::Unsafe)
      New = *Found;
  for (const AssertionReport &Found : Now.Assertions)
    if (Found.Outcome == Status::Unsafe && !Found.ForCallers &&
        Inside.contains(Found.Where.str()))
      Earlier.Assertions.push_back(Found);
  summarizeChecks(Earlier, *Program.getFunction(T.Prepare.Entry));
  return Earlier;
}

bool sooth::isOpen(const Report &R) {
  if (R.Assertions.empty())
    return R.Outcome == Report::Status::Unknown &&
           R.Reason.What != UnknownReason::Kind::Unsupported;
  return !isBroken(R) &&
         (R.Outcome == Report::Status::Unknown || hasUnknown(R));
}

/// Whether all checks hold, some under conditions.
static bool hasNeedsOnly(const Report &R) {
  return R.Outcome == Report::Status::Safe &&
         llvm::any_of(R.Assertions, [](const AssertionReport &A) {
           return !A.Needs.empty();
         });
}

/// Whether something is open, or holds by no more than that callers see to it.
static bool mayNeedLess(const Report &R) {
  return isOpen(R) || (R.Outcome == Report::Status::Safe &&
                       llvm::any_of(R.Assertions, [](const AssertionReport &A) {
                         return A.mayNeedLess();
                       }));
}

/// Whether there may be a violation to find, here or in what is called.
static bool maySearch(const Report &R) {
  return hasUnknown(R) || R.HasSummaries;
}

llvm::ArrayRef<EasyRound> sooth::easyRounds() {
  static constexpr EasyRound Rounds[] = {
      {Means::Local, isOpen, RoundTimes::Local},
      {Means::Engines, maySearch, RoundTimes::Search},
      {Means::NoGuess, mayNeedLess, RoundTimes::WithoutGuess},
      {Means::Guesses, mayNeedLess, RoundTimes::Guesses},
      {Means::NoGuess, hasNeedsOnly, RoundTimes::NeedsOnly}};
  return Rounds;
}

Report sooth::proveEasyChecks(const llvm::Module &Program,
                              const VerificationTask &T, const Budget &B,
                              VerifiedListener OnVerified, CalledFrom Callers) {
  Report Found = Report::unknown({UnknownReason::Kind::Timeout});
  LoadedPrograms Known;
  auto IsDue = [&](unsigned Number, size_t) {
    return !easyRounds()[Number].isSearch() &&
           easyRounds()[Number].IsDue(Found);
  };
  auto Share = [](unsigned, const Budget &Left, auto) { return Left; };
  auto Work = [&](unsigned Number, size_t, const Budget &Own) {
    return proveOpenChecks(Found.Assertions.empty() ? Report() : Found,
                           easyRounds()[Number].By, Program, T, Own, OnVerified,
                           Callers, Known);
  };
  auto Done = [&](size_t, Report R) {
    if (!R.Assertions.empty() || Found.Assertions.empty())
      Found = std::move(R);
  };
  TaskSeries Tasks{.Count = 1,
                   .Rounds = {},
                   .IsDue = IsDue,
                   .Share = Share,
                   .Work = Work,
                   .Done = Done};
  for (const EasyRound &R : easyRounds())
    Tasks.Rounds.push_back({.Share = R.Share});
  runSupervised(B, {.MemoryMB = memoryForOpenFunction(T)}, Tasks);
  return Found;
}

Report sooth::verifyOpenChecks(Report Earlier, const llvm::Module &Program,
                               const VerificationTask &T, const Budget &B,
                               VerifiedListener OnVerified,
                               CalledFrom Callers) {
  const Means From = firstMeans(Earlier, Means::Engines);
  return OpenFunction(Program, T, B, OnVerified, Callers, From, Means::Engines,
                      std::move(Earlier), nullptr)
      .run();
}
