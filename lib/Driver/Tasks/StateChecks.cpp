//===- StateChecks.cpp - Violations that depend on earlier calls ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StateChecks.h"

#include "EntryShares.h"
#include "EveryEntry.h"
#include "FirstRun.h"
#include "OpenFunction.h"
#include "OpenFunctionTimes.h"
#include "Programs/LinkedFiles.h"
#include "Programs/SeparateFunctions.h"

#include "sooth/Driver/Processes/Supervisor.h"
#include "sooth/Frontend/LLVM/Base/PointerTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using Status = AssertionReport::Status;

/// In instructions, where each function counts with all that it leads to: more
/// takes longer to prepare than there is time.
static constexpr size_t MostCode = 8000;

bool StateChecks::say(const llvm::Module &M, const VerificationTask &T) {
  const llvm::Function *Main = M.getFunction("main");
  return (!Main || Main->isDeclaration()) && T.Outside != Environment::Any &&
         T.Calls != VerificationTask::CallsOf::Summarized &&
         M.getInstructionCount() <= StateTimes::MostCode * T.CopiedCode;
}

/// Whether runs may be told without a model of all runs.
static bool mayExecute(const VerificationTask &T) {
  return T.HarnessPath.empty() &&
         !runningEngines(T.Verifier.Engines.Engines).empty();
}

StateChecks::StateChecks(const llvm::Module &M, const VerificationTask &T,
                         const ProgramGlobals &Globals,
                         const CommonDebugInfo &InCommon,
                         llvm::ArrayRef<std::string> Entries,
                         VerifiedListener OnVerified)
    : M(M), T(T), Globals(Globals), InCommon(InCommon), OnVerified(OnVerified) {
  std::vector<StateOfFunction> Callable;
  for (const std::string &Name : Entries) {
    const llvm::Function &F = *M.getFunction(Name);
    if (!isCalledByOthers(F))
      continue;
    State[Name] = ownStateOf(F, Globals);
    // (A program begins only once.)
    if (canBeCalledAtWill(F) && !isMainOfProgram(F))
      Callable.push_back({&F, State[Name]});
  }
  for (std::vector<StateOfFunction> &Together : bySharedState(Callable)) {
    for (const StateOfFunction &F : Together)
      GroupOf[F.Of->getName()] = Groups.size();
    const bool IsComplete = areAllSequences(Together, Globals);
    Groups.push_back({std::move(Together), IsComplete});
  }
  if (mayExecute(T) && (T.RunsCallsWithObjects ||
                        T.Prepare.Memory.count(MemoryProperty::Access)))
    WithObjects = bySharedObjects(Callable, objectCalls(), Globals);
}

std::optional<size_t> StateChecks::groupOf(llvm::StringRef Entry) const {
  auto Known = GroupOf.find(Entry);
  if (Known == GroupOf.end())
    return std::nullopt;
  return Known->second;
}

//===----------------------------------------------------------------------===//
// What is open
//===----------------------------------------------------------------------===//

/// Whether \p Name is what a run calls \p G.
static bool isNameOf(llvm::StringRef Name, const llvm::GlobalVariable &G) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> Declared;
  G.getDebugInfo(Declared);
  return Name == G.getName() ||
         llvm::any_of(Declared, [&](const auto *Variable) {
           return Variable->getVariable()->getName() == Name;
         });
}

const std::vector<const llvm::GlobalVariable *> &
StateChecks::stateOf(llvm::StringRef Entry) const {
  static const std::vector<const llvm::GlobalVariable *> None;
  auto Known = State.find(Entry);
  return Known == State.end() ? None : Known->second;
}

bool StateChecks::mayDependOnState(llvm::StringRef Entry,
                                   const AssertionReport &A) const {
  if (A.Outcome != Status::Unsafe)
    return false;
  // (Where a pointer leads at first is not told in all runs.)
  return llvm::any_of(stateOf(Entry), [&](const auto *G) {
    return mayHoldPointer(G->getValueType()) ||
           llvm::any_of(A.Trace, [&](const StoryStep &S) {
             return S.What == StoryStep::Kind::InitialValue &&
                    isNameOf(S.Values[0].Path.Variable, *G);
           });
  });
}

/// Whether \p A is violated, or holds whatever others do.
static bool isAnswered(const AssertionReport &A) {
  return A.Outcome == Status::Unsafe ||
         (A.Outcome == Status::Safe && A.Needs.empty() && !A.IsRestated);
}

bool StateChecks::isOpen(llvm::StringRef Entry,
                         const AssertionReport &A) const {
  return dependsOnState(Entry, A) || !isAnswered(A);
}

/// By groups.
std::vector<StateChecks::Places>
StateChecks::openPlaces(llvm::ArrayRef<EntryReport> Answers) const {
  std::vector<Places> Found(Groups.size());
  for (const EntryReport &R : Answers)
    if (auto Group = groupOf(R.Entry))
      for (const AssertionReport &A : R.Answer.Assertions)
        if (isOpen(R.Entry, A))
          Found[*Group].push_back(A.Where);
  return Found;
}

//===----------------------------------------------------------------------===//
// Calls from the beginning
//===----------------------------------------------------------------------===//

/// Nothing if that is too much.
std::optional<CallSequences> StateChecks::callsOf(const Group &G,
                                                  Sequences Which) const {
  llvm::DenseMap<const llvm::Function *, size_t> Sizes;
  std::vector<const llvm::Function *> Functions;
  size_t Sum = 0;
  for (const StateOfFunction &F : G.Functions) {
    Functions.push_back(F.Of);
    Sum += sizeFollowed(*F.Of, {}, Sizes);
  }
  if (Sum > MostCode)
    return std::nullopt;
  return callsFromBeginning(Functions, Which, Globals, InCommon);
}

/// What calls of \p G tell of the checks at the places \p Open, in this process
/// and those of the engines.
Report StateChecks::ask(const Group &G, const Places &Open, Way How,
                        const Budget &B) const {
  using Means = VerifierOptions::Means;
  VerificationTask Here = T;
  Here.Verifier.Until = VerifierOptions::Goal::EveryAssertion;
  Here.Verifier.UpTo = Means::Engines;
  if (How == Way::Running) {
    Here.Verifier.Engines.Engines = runningEngines(T.Verifier.Engines.Engines);
    Here.Verifier.Until = VerifierOptions::Goal::Violations;
    Here.Verifier.From = Means::Engines;
    // What is not found is not kept, and would be missed each time.
    Here.Verifier.Cache = nullptr;
  }
  const auto Calls = Here.Verifier.Engines.Engines.empty()
                         ? std::nullopt
                         : callsOf(G, How == Way::Running ? Sequences::Bursts
                                                          : Sequences::All);
  return Calls ? ask(*Calls, std::move(Here), Open, B)
               : Report::unknown({UnknownReason::Kind::Bound});
}

/// The same, as \p Here says, of the program \p Calls.
Report StateChecks::ask(const CallSequences &Calls, VerificationTask Here,
                        const Places &Open, const Budget &B) const {
  Here.Prepare.Entry = Calls.Entry;
  Here.Prepare.Summarized.clear();
  Here.Prepare.SummarizedIfRecursive.clear();
  Here.Prepare.followCalls();
  Here.Outside = Environment::Ample;
  Here.TakesKept = true;
  Here.Verifier.IsAsked = [&](const ErrorLocation &E) {
    return (!T.Verifier.IsAsked || T.Verifier.IsAsked(E)) &&
           llvm::is_contained(Open, E.Where);
  };
  LoadedPrograms OfThis;
  return verifyToOneDepth(*Calls.Program, Here, B, OnVerified, OfThis);
}

/// Where calls are all that there is, engines know best, and find short runs.
Report StateChecks::searchOne(const Group &G, const Places &Open,
                              const Budget &B) const {
  Report ByEngines = Report::unknown({UnknownReason::Kind::Timeout});
  if (G.IsComplete)
    ByEngines =
        ask(G, Open, Way::Engines, B.child(StateTimes::MostSecondsForAllRuns));
  if (castsDoubt(ByEngines) || (!ByEngines.Assertions.empty() &&
                                llvm::all_of(ByEngines.Assertions, isAnswered)))
    return ByEngines;
  Report ByRuns = ask(G, Open, Way::Running, B);
  if (castsDoubt(ByRuns) || ByEngines.Assertions.empty())
    return ByRuns;
  for (const AssertionReport &A : ByRuns.Assertions)
    for (AssertionReport &Old : ByEngines.Assertions)
      if (A.Outcome == Status::Unsafe && keyOf(A) == keyOf(Old) &&
          !isAnswered(Old))
        Old = A;
  return ByEngines;
}

/// What runs of calls with objects of callers show.
Report StateChecks::searchWithObjects(llvm::ArrayRef<StateOfFunction> Together,
                                      const Budget &B) const {
  const CallSequences Calls =
      callsWithObjects(Together, objectCalls(), Globals, InCommon);
  VerificationTask Here = T;
  Here.Prepare.Entry = Calls.Entry;
  Here.Prepare.Summarized.clear();
  Here.Prepare.SummarizedIfRecursive.clear();
  Here.Prepare.followCalls();
  Here.Verifier.UpTo = VerifierOptions::Means::Engines;
  Here.Verifier.Cache = nullptr;
  Report R = Report::unknown({UnknownReason::Kind::Timeout});
  R.Assertions = violationsInCalls(*Calls.Program, Here, B);
  if (objectCalls() == ObjectCalls::OfOneStructure)
    llvm::erase_if(R.Assertions, [](const AssertionReport &A) {
      return A.What.What != Failure::Kind::AccessAfterFree &&
             A.What.What != Failure::Kind::SecondFree;
    });
  return R;
}

void StateChecks::searchWithObjects(const Budget &B) {
  auto IsDue = [](unsigned, size_t) { return true; };
  auto Share = [](unsigned, const Budget &Of, llvm::ArrayRef<size_t> ToDo) {
    return Of.share(1 / double(ToDo.size()))
        .child(StateTimes::MostSecondsWithObjects);
  };
  auto Work = [&](unsigned, size_t Group, const Budget &Own) {
    return searchWithObjects(WithObjects[Group], Own);
  };
  auto Done = [&](size_t, Report R) {
    llvm::append_range(FoundWithObjects, R.Assertions);
  };
  const TaskSeries Tasks{.Count = WithObjects.size(),
                         .Lanes = lanes(T),
                         .Rounds = {{.Share = StateTimes::WithObjects}},
                         .IsDue = IsDue,
                         .Share = Share,
                         .Work = Work,
                         .Done = Done};
  if (!WithObjects.empty())
    runSupervised(B, {.MemoryMB = memoryForOpenFunction(T)}, Tasks);
}

/// Has \p SearchOne look at all groups with open places in \p Part of the time,
/// and keeps what it finds.
void StateChecks::searchAll(
    llvm::ArrayRef<Places> Open, double MostSeconds,
    llvm::function_ref<Report(const Group &, const Places &, const Budget &)>
        SearchOne,
    double Part, const Budget &B) {
  auto IsDue = [&](unsigned, size_t Group) { return !Open[Group].empty(); };
  auto Share = [&](unsigned, const Budget &Of, llvm::ArrayRef<size_t> ToDo) {
    return Of.share(1 / double(ToDo.size())).child(MostSeconds);
  };
  auto Work = [&](unsigned, size_t Group, const Budget &Own) {
    return SearchOne(Groups[Group], Open[Group], Own);
  };
  auto Done = [&](size_t Group, Report R) {
    Groups[Group].Findings.push_back({std::move(R), Groups[Group].IsComplete});
  };
  const TaskSeries Tasks{.Count = Groups.size(),
                         .Lanes = lanes(T),
                         .Rounds = {{.Share = Part}},
                         .IsDue = IsDue,
                         .Share = Share,
                         .Work = Work,
                         .Done = Done};
  if (llvm::any_of(Open, [](const Places &P) { return !P.empty(); }))
    runSupervised(B, {.MemoryMB = memoryForOpenFunction(T)}, Tasks);
}

void StateChecks::search(llvm::MutableArrayRef<EntryReport> Found,
                         llvm::ArrayRef<EntryReport> Known, const Budget &B) {
  std::vector<Places> Open = openPlaces(Found);
  for (auto [All, More] : llvm::zip(Open, openPlaces(Known)))
    llvm::append_range(All, More);
  searchAll(
      Open, StateTimes::MostSecondsAtOnce,
      [&](const Group &G, const Places &At, const Budget &Own) {
        return searchOne(G, At, Own);
      },
      StateTimes::AtOnce, B);
  learn(Found);
}

void StateChecks::searchAgain(llvm::MutableArrayRef<EntryReport> Answers,
                              const Budget &B) {
  if (B.exhausted() || !B.remainingMs())
    return;
  searchAll(
      openPlaces(Answers), StateTimes::MostSecondsAgain,
      [&](const Group &G, const Places &At, const Budget &Own) {
        return ask(G, At, Way::Running, Own);
      },
      StateTimes::Again, B);
  learn(Answers);
  for (EntryReport &R : Answers)
    leaveToState(R);
}

//===----------------------------------------------------------------------===//
// What they show
//===----------------------------------------------------------------------===//

/// What \p Now says of \p Old, one of \p Before: objects may have other names
/// there. Null if that is not known.
static const AssertionReport *sameCheck(const AssertionReport &Old,
                                        llvm::ArrayRef<AssertionReport> Before,
                                        llvm::ArrayRef<AssertionReport> Now) {
  auto IsAlike = [&](const AssertionReport &A) {
    return A.Where == Old.Where && A.What.What == Old.What.What &&
           A.What.IsWrite == Old.What.IsWrite;
  };
  const AssertionReport *Found = nullptr;
  for (const AssertionReport &A : Now)
    if (keyOf(A) == keyOf(Old))
      return &A;
    else if (IsAlike(A))
      Found = &A;
  return llvm::count_if(Before, IsAlike) == 1 &&
                 llvm::count_if(Now, IsAlike) == 1
             ? Found
             : nullptr;
}

void StateChecks::learn(llvm::MutableArrayRef<EntryReport> Answers) {
  for (EntryReport &R : Answers) {
    if (auto Group = groupOf(R.Entry))
      for (const Finding &F : Groups[*Group].Findings)
        learn(R, F);
    learnWithObjects(R);
  }
}

void StateChecks::learnWithObjects(EntryReport &Of) {
  bool IsChanged = false;
  for (AssertionReport &Old : Of.Answer.Assertions)
    for (const AssertionReport &New : FoundWithObjects)
      if (!isAnswered(Old) && New.Where == Old.Where &&
          New.What.What == Old.What.What &&
          New.What.IsWrite == Old.What.IsWrite) {
        Old = New;
        Shown.insert({Of.Entry, keyOf(New)});
        IsChanged = true;
      }
  if (IsChanged)
    summarizeChecks(Of.Answer, *M.getFunction(Of.Entry));
}

void StateChecks::learn(EntryReport &Of, const Finding &F) {
  const std::string &Entry = Of.Entry;
  Report &R = Of.Answer;
  const Report &Found = F.R;
  // (Where such a program cannot be prepared or compiled, nothing is wrong.)
  if (castsDoubt(Found))
    return breakBy(R, Found);
  // One violation may be what several checks at a place are about.
  std::set<SourceLocation> Places;
  for (const AssertionReport &A : R.Assertions)
    if (!isAnswered(A) || mayDependOnState(Entry, A))
      Places.insert(A.Where);
  auto Show = [&](AssertionReport &Old, const AssertionReport &New) {
    Old = New;
    Old.Again.Entry = Entry; // a name for the file
    Shown.insert({Entry, keyOf(New)});
  };
  const std::vector<AssertionReport> Before = R.Assertions;
  for (auto [Old, New] : llvm::zip(Before, R.Assertions)) {
    const AssertionReport *Known = sameCheck(Old, Before, Found.Assertions);
    if (!Known || !Places.contains(Old.Where))
      continue;
    if (Known->Outcome == Status::Unsafe)
      Show(New, *Known);
    else if (F.IsOfAllRuns && isAnswered(*Known))
      New = *Known;
  }
  // Checks of another kind are there, as other objects are.
  for (const AssertionReport &New : Found.Assertions)
    if (New.Outcome == Status::Unsafe && Places.contains(New.Where) &&
        !sameCheck(New, Found.Assertions, Before))
      Show(R.Assertions.emplace_back(), New);
  summarizeChecks(R, *M.getFunction(Entry));
}

/// Makes what depends on state unknown. Returns whether something did.
bool StateChecks::leaveToState(EntryReport &R) const {
  bool Does = false;
  for (AssertionReport &A : R.Answer.Assertions) {
    if (!dependsOnState(R.Entry, A))
      continue;
    A.Outcome = Status::Unknown;
    A.Trace.clear();
    A.Again = {};
    A.Reason = {UnknownReason::Kind::State};
    Does = true;
  }
  if (Does)
    summarizeChecks(R.Answer, *M.getFunction(R.Entry));
  return Does;
}

bool StateChecks::dependsOnState(const EntryReport &R) const {
  return llvm::any_of(R.Answer.Assertions, [&](const AssertionReport &A) {
    return dependsOnState(R.Entry, A);
  });
}

/// Whether what depends on state is so in the first call, too.
void StateChecks::askAtBeginning(llvm::MutableArrayRef<EntryReport> Answers,
                                 const Budget &B) {
  size_t Left = llvm::count_if(
      Answers, [&](const EntryReport &R) { return dependsOnState(R); });
  for (EntryReport &R : Answers) {
    if (!dependsOnState(R) || B.exhausted())
      continue;
    const Budget Own = B.share(StateTimes::AtBeginning / double(Left--))
                           .child(StateTimes::MostSecondsAtBeginning);
    Places Open;
    for (const AssertionReport &A : R.Answer.Assertions)
      if (dependsOnState(R.Entry, A))
        Open.push_back(A.Where);
    VerificationTask Here = T;
    Here.Verifier.Until = VerifierOptions::Goal::EveryAssertion;
    Here.Verifier.UpTo = VerifierOptions::Means::Engines;
    const Finding Found{
        runSupervised(Own, {.MemoryMB = memoryForOpenFunction(T)},
                      [&] {
                        return ask(callAtBeginning(*M.getFunction(R.Entry),
                                                   Globals, InCommon),
                                   Here, Open, Own);
                      }),
        /*IsOfAllRuns=*/false};
    learn(R, Found);
  }
}

bool StateChecks::settle(llvm::MutableArrayRef<EntryReport> Answers,
                         const Budget &B) {
  learn(Answers);
  askAtBeginning(Answers, B);
  const std::vector<Places> Open = openPlaces(Answers);
  // Of others, where not all runs are looked at, nothing more is found.
  std::set<size_t> WithViolations;
  for (const EntryReport &R : Answers)
    for (const AssertionReport &A : R.Answer.Assertions)
      if (auto Group = groupOf(R.Entry); Group && dependsOnState(R.Entry, A))
        WithViolations.insert(*Group);
  std::vector<size_t> ToAsk;
  for (size_t I = 0; I < Groups.size(); ++I)
    if (Groups[I].IsComplete ? !Open[I].empty() : WithViolations.contains(I))
      ToAsk.push_back(I);
  for (size_t Done = 0; Done < ToAsk.size() && !B.exhausted(); ++Done) {
    Group &G = Groups[ToAsk[Done]];
    const Budget Own =
        B.share(StateTimes::ByEngines / double(ToAsk.size() - Done))
            .child(StateTimes::MostSecondsByEngines);
    Report R = runSupervised(Own, {.MemoryMB = memoryForOpenFunction(T)}, [&] {
      return ask(G, Open[ToAsk[Done]], Way::Engines, Own);
    });
    G.Findings.push_back({std::move(R), G.IsComplete});
  }
  if (!ToAsk.empty())
    learn(Answers);
  bool IsOpen = false;
  for (EntryReport &R : Answers)
    IsOpen |= leaveToState(R);
  return IsOpen;
}
