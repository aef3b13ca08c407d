//===- EveryEntry.cpp - Verifying from all functions that others call ---===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EveryEntry.h"

#include "CallChecks.h"
#include "CodeHashes.h"
#include "ContractConsistency.h"
#include "EntryShares.h"
#include "KnownAnswers.h"
#include "OpenFunction.h"
#include "OpenFunctionTimes.h"
#include "Programs/ArbitraryGlobals.h"
#include "Programs/CalleeStubs.h"
#include "Programs/LinkedFiles.h"
#include "Programs/LoadedProgram.h"
#include "Programs/SeparateFunctions.h"
#include "Programs/UsedCode.h"
#include "StateChecks.h"

#include "sooth/Driver/Processes/Supervisor.h"
#include "sooth/Driver/Report/Verdict.h"
#include "sooth/Driver/Witness/WitnessFile.h"
#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/ApplyContracts.h"
#include "sooth/Frontend/LLVM/Passes/Callbacks.h"
#include "sooth/Frontend/LLVM/Passes/FunctionFields.h"
#include "sooth/Frontend/LLVM/Passes/WeakSymbols.h"
#include "sooth/Frontend/LLVM/Source/Places.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace sooth;
using ReasonKind = UnknownReason::Kind;

namespace {
class ModuleTask {
public:
  using MoreTime = KnownAnswers::MoreTime;

  ModuleTask(const llvm::Module &M, const VerificationTask &T, const Budget &B,
             std::vector<std::string> Separate,
             std::vector<std::string> IfRecursive, VerifiedListener OnVerified,
             size_t Entries, const KnownOfRuns *FromMain)
      : M(M), T(T), B(B), Separate(std::move(Separate)),
        IfRecursive(std::move(IfRecursive)), OnVerified(OnVerified), Globals(M),
        Stubs(M, this->Separate, T.CopiedCode), InCommon(M),
        Known(T, secondsForEach(T, Entries)), Hashes(M, Globals, Stubs),
        Entries(Entries), FromMain(FromMain) {}
  Report run(llvm::ArrayRef<std::string> Entries);
  /// Whether the same would come out again with as much time.
  bool countsLater() const;
  /// Whether something would not have been left open with more.
  MoreTime moreTime() const { return More; }

private:
  using Means = VerifierOptions::Means;
  struct SizedEntry {
    std::string Name;
    size_t Size;
  };
  struct OpenEntry {
    std::unique_ptr<llvm::Module> Program;
    VerificationTask Task;
    CalledFrom Callers;
  };
  using CallsOf = VerificationTask::CallsOf;
  OpenEntry open(llvm::StringRef Entry, CallsOf Calls = CallsOf::Summarized,
                 std::vector<CalleeNeeds> Needs = {}) const;
  void verifyMain(const Budget &Own);
  void lookAtAll(llvm::ArrayRef<SizedEntry> InTurn, std::vector<Report> &Found);
  void verifyAll(llvm::ArrayRef<SizedEntry> All);
  std::vector<SizedEntry> bySize(llvm::ArrayRef<std::string> Entries) const;
  Budget shareOf(const Budget &Of, double Functions) const;
  /// What one function was made to, for those who ask about it again.
  struct KeptEntry {
    OpenEntry From;
    LoadedPrograms Programs;
  };
  Report lookAt(llvm::StringRef Entry, Report Earlier, const EasyRound &By,
                const Budget &Own, std::unique_ptr<KeptEntry> &Kept) const;
  void verifyFrom(llvm::StringRef Entry, Report Easy, const Budget &Own);
  /// Whether what holds by the values that the program computes is not asked
  /// about.
  bool isByValues() const { return FromMain && FromMain->isByValues(); }
  void learnFromMain(llvm::StringRef Entry, Report &Found) const;
  void learnFromMain();
  void checkCalls();
  OpenEntry openCalls(llvm::StringRef Entry,
                      const std::vector<CalleeNeeds> &Needs) const;
  OpenEntry openInside(llvm::StringRef Entry,
                       llvm::ArrayRef<SourceLocation> Places) const;
  Report askAboutCalls(const OpenEntry &From, const Budget &Own) const;
  std::vector<Report> askAboutCalls(llvm::ArrayRef<CallQuestion> Questions,
                                    const Budget &Within, double Share);
  Report askInside(const OpenEntry &From, const Budget &Own) const;
  Report ask(llvm::StringRef Entry, const std::vector<CalleeNeeds> &Needs,
             llvm::StringRef How, llvm::function_ref<Report()> Verify);
  CalledFrom callersOf(llvm::StringRef Entry) const;
  const std::string &codeOf(llvm::StringRef Entry);
  std::string keyOf(llvm::StringRef Entry,
                    const std::vector<CalleeNeeds> &Needs, llvm::StringRef How);
  bool excludesAll(llvm::StringRef Entry, const Budget &Own);
  bool recall(llvm::StringRef Entry);
  bool isInterrupted() const;
  void note(const Report &R);
  void noteOpen(const Report &R);
  void keep(llvm::StringRef Entry, Report R);
  void keepNew(llvm::StringRef Entry, Report R);
  void add(Report R);
  Report notVerified(const std::string &Entry, UnknownReason Why) const;

  const llvm::Module &M;
  const VerificationTask &T;
  const Budget &B;
  /// Functions whose calls are summarized.
  const std::vector<std::string> Separate;
  /// The same if they call themselves through pointers.
  const std::vector<std::string> IfRecursive;
  VerifiedListener OnVerified;
  const ProgramGlobals Globals;
  const CalleeStubs Stubs;
  const CommonDebugInfo InCommon;
  KnownAnswers Known;
  CodeHashes Hashes;
  /// How many functions are verified.
  const size_t Entries;
  /// What is known of all runs of the program; null if nobody knows where they
  /// begin.
  const KnownOfRuns *FromMain;
  /// Hashes of what each entry leads to, once that is needed.
  llvm::StringMap<std::string> Codes;
  /// Of entries whose answers are not known, if any are.
  llvm::StringMap<std::string> Keys;
  /// What calls from the beginning of the program show, if that is asked.
  std::optional<StateChecks> State;
  std::vector<EntryReport> Answers;
  Report Whole;
  JoinedChecks Checks;
  /// Whether all that was found out would be so again.
  bool AllCounts = true;
  MoreTime More = MoreTime::IsInVain;
};
} // namespace

/// Whether a variable that others see holds the address of \p C at first.
static bool isInTableForOthers(const llvm::Constant &C) {
  return llvm::any_of(C.users(), [](const llvm::User *By) {
    if (auto *Table = llvm::dyn_cast<llvm::GlobalVariable>(By))
      return !Table->hasLocalLinkage();
    auto *Part = llvm::dyn_cast<llvm::Constant>(By);
    return Part && !llvm::isa<llvm::GlobalValue>(Part) &&
           isInTableForOthers(*Part);
  });
}

bool sooth::isCalledByOthers(const llvm::Function &F) {
  return !F.isDeclaration() && !isLibraryModel(F) &&
         (!F.hasLocalLinkage() || isInTableForOthers(F));
}

/// Whether all of a program is verified.
static bool beginsAtMain(const llvm::Module &M, const VerificationTask &T) {
  const llvm::Function *Main = M.getFunction("main");
  return T.Entries.empty() ? Main && !Main->isDeclaration()
                           : llvm::is_contained(T.Entries, "main");
}

/// main if there is one, otherwise everything that others may call, by name or
/// through a pointer, and what is in \p Separate.
static std::vector<std::string>
entriesOf(const llvm::Module &M, llvm::ArrayRef<std::string> Separate) {
  const llvm::Function *Main = M.getFunction("main");
  if (Main && !Main->isDeclaration())
    return {"main"};
  std::vector<std::string> Names;
  for (const llvm::Function &F : M)
    if (classify(F) == CalleeKind::Defined && // not an error by its name
        (isCalledByOthers(F) || llvm::is_contained(Separate, F.getName()) ||
         (!isLibraryModel(F) && isKnownElsewhere(F))))
      Names.push_back(F.getName().str());
  return Names;
}

CalledFrom ModuleTask::callersOf(llvm::StringRef Entry) const {
  const llvm::Function &F = *M.getFunction(Entry);
  // What has a contract is to keep to it wherever it is called.
  const bool IsForItsProgram = Entry != "main" && T.Entries.empty() &&
                               !isCalledByOthers(F) && !hasContract(F);
  return IsForItsProgram ? CalledFrom::ItsProgram : CalledFrom::Anywhere;
}

ModuleTask::OpenEntry ModuleTask::open(llvm::StringRef Entry, CallsOf Calls,
                                       std::vector<CalleeNeeds> Needs) const {
  OpenEntry From{nullptr, T, callersOf(Entry)};
  From.Task.Prepare.Entry = Entry.str();
  if (Entry == "main") {
    From.Program = llvm::CloneModule(M);
    return From;
  }
  OpenCopy Copy = copyReachable(*M.getFunction(Entry), Globals, InCommon,
                                Calls == CallsOf::Followed ? nullptr : &Stubs);
  From.Program = std::move(Copy.Program);
  // There is nothing to follow then.
  if (Copy.HasStubs)
    From.Task.Calls = CallsOf::Summarized;
  Globals.keptRanges().tellLoads(*From.Program);
  llvm::Function *F = From.Program->getFunction(Entry);
  // Before the function gets more at its beginning. If that fails, it does so
  // again when the program is prepared, and is told then.
  llvm::consumeError(applyContracts(*From.Program, *F));
  makeGlobalsArbitrary(*F, Globals,
                       beginsProgram(*M.getFunction(Entry))
                           ? ArbitraryVariables::OfOtherFiles
                           : ArbitraryVariables::All);
  From.Task.Prepare.Summarized = Separate;
  From.Task.Prepare.SummarizedIfRecursive = IfRecursive;
  From.Task.Prepare.Needs = std::move(Needs);
  makeWholeProgram(*F);
  return From;
}

void ModuleTask::verifyMain(const Budget &Own) {
  OpenEntry From = open("main");
  keepNew("main", verifyFromEntry(*From.Program, From.Task, Own, OnVerified));
}

/// Of a function that others call, by \p By after \p Earlier.
Report ModuleTask::lookAt(llvm::StringRef Entry, Report Earlier,
                          const EasyRound &By, const Budget &Own,
                          std::unique_ptr<KeptEntry> &Kept) const {
  if (Entry == "main")
    return {};
  if (!Kept)
    Kept.reset(new KeptEntry{open(Entry), {}});
  const OpenEntry &From = Kept->From;
  if (By.isSearch())
    return searchOpenChecks(std::move(Earlier), *From.Program, From.Task, Own,
                            OnVerified, From.Callers,
                            [&](llvm::StringRef Name) {
                              return M.getFunction(Name) &&
                                     callersOf(Name) == CalledFrom::ItsProgram;
                            });
  return proveOpenChecks(std::move(Earlier), By.By, *From.Program, From.Task,
                         Own, OnVerified, From.Callers, Kept->Programs);
}

/// The rest; \p Easy has no checks if nothing was found out.
void ModuleTask::verifyFrom(llvm::StringRef Entry, Report Easy,
                            const Budget &Own) {
  if (Entry == "main")
    return verifyMain(Own);
  OpenEntry From = open(Entry);
  if (Easy.Assertions.empty())
    keepNew(Entry, verifyOpenFunction(*From.Program, From.Task, Own, OnVerified,
                                      From.Callers));
  else
    keepNew(Entry, verifyOpenChecks(std::move(Easy), *From.Program, From.Task,
                                    Own, OnVerified, From.Callers));
}

/// A hash of all that what open makes of \p Entry depends on, but for needs.
const std::string &ModuleTask::codeOf(llvm::StringRef Entry) {
  auto [At, IsNew] = Codes.try_emplace(Entry);
  if (!IsNew)
    return At->second;
  std::optional<std::string> Text;
  // (Which do not tell what variables hold at first.)
  if (Entry != "main" && !beginsProgram(*M.getFunction(Entry)))
    Text = Hashes.textOf(*M.getFunction(Entry), {Separate, IfRecursive});
  if (!Text) {
    OpenEntry From = open(Entry);
    // (Which changes what copies have in common.)
    Text = KnownAnswers::codeOf(llvm::CloneModule(*From.Program), From.Task);
  }
  return At->second = hashOfText(*Text);
}

std::string ModuleTask::keyOf(llvm::StringRef Entry,
                              const std::vector<CalleeNeeds> &Needs,
                              llvm::StringRef How) {
  const bool IsAnywhere = callersOf(Entry) == CalledFrom::Anywhere;
  return Known.keyOf(
      {codeOf(Entry), Needs,
       (IsAnywhere ? "for all callers, " : "for its program, ") + How.str()});
}

/// Whether the answer for \p Entry is known.
bool ModuleTask::recall(llvm::StringRef Entry) {
  if (!Known.areUsed())
    return false;
  std::string Key =
      keyOf(Entry, {},
            isByValues() ? "checks but for " + FromMain->hash() : "checks");
  std::optional<Report> R = Known.find(Key, KnownAnswers::Counted::Yes);
  if (R)
    keep(Entry, std::move(*R));
  else
    Keys[Entry] = std::move(Key);
  return R.has_value();
}

/// Whether calls are checked for what the functions need.
static bool asksAboutCalls(const VerificationTask &T) {
  return T.Prepare.Memory.count(MemoryProperty::Call) && !T.Outside;
}

/// For its calls of functions that have such needs.
ModuleTask::OpenEntry
ModuleTask::openCalls(llvm::StringRef Entry,
                      const std::vector<CalleeNeeds> &Needs) const {
  OpenEntry From = open(Entry, CallsOf::Summarized, Needs);
  From.Task.Verifier.IsAsked = [](const ErrorLocation &E) {
    return E.Check == "call";
  };
  return From;
}

/// For checks at \p Places, which has to outlive that, that fail in runs from
/// \p Entry whatever its callers pass, with all calls followed.
ModuleTask::OpenEntry
ModuleTask::openInside(llvm::StringRef Entry,
                       llvm::ArrayRef<SourceLocation> Places) const {
  OpenEntry From = open(Entry, CallsOf::Followed);
  From.Task.Prepare.followCalls();
  From.Task.Outside = Environment::Ample;
  From.Task.Verifier.IsAsked = [=](const ErrorLocation &E) {
    return llvm::is_contained(Places, E.Where);
  };
  return From;
}

/// What \p Verify finds out from \p Entry, as \p How says.
Report ModuleTask::ask(llvm::StringRef Entry,
                       const std::vector<CalleeNeeds> &Needs,
                       llvm::StringRef How,
                       llvm::function_ref<Report()> Verify) {
  std::string Key;
  if (Known.areUsed())
    Key = keyOf(Entry, Needs, How);
  if (auto R = Known.find(Key, KnownAnswers::Counted::No)) {
    noteOpen(*R);
    return std::move(*R);
  }
  Report R = Verify();
  note(R);
  noteOpen(R);
  if (!isInterrupted())
    Known.keep(Key, R);
  return R;
}

/// Parts of what went wrong need not be told in the end.
void ModuleTask::note(const Report &R) { AllCounts &= KnownAnswers::counts(R); }

/// Nor need what time was up for.
void ModuleTask::noteOpen(const Report &R) {
  if (KnownAnswers::moreTimeFor(R) == MoreTime::MayTell)
    More = MoreTime::MayTell;
}

bool ModuleTask::isInterrupted() const {
  return B.exhausted() == Exhausted::Cancelled;
}

bool ModuleTask::countsLater() const { return AllCounts && !isInterrupted(); }

/// Nearly all is easy, and there is little time for much.
Report ModuleTask::askAboutCalls(const OpenEntry &From,
                                 const Budget &Own) const {
  Report Easy =
      proveEasyChecks(*From.Program, From.Task, Own, OnVerified, From.Callers);
  if (!isOpen(Easy) || !isWorthwhile(Easy, Own))
    return Easy;
  return verifyOpenChecks(std::move(Easy), *From.Program, From.Task, Own,
                          OnVerified, From.Callers);
}

Report ModuleTask::askInside(const OpenEntry &From, const Budget &Own) const {
  return verifyOpenFunction(*From.Program, From.Task, Own, OnVerified,
                            From.Callers);
}

/// Several at a time, within \p Share of \p Within.
std::vector<Report>
ModuleTask::askAboutCalls(llvm::ArrayRef<CallQuestion> Questions,
                          const Budget &Within, double Share) {
  std::vector<Report> Found(Questions.size(),
                            Report::unknown({ReasonKind::Timeout}));
  std::vector<std::string> Keys(Questions.size());
  std::vector<size_t> New;
  for (auto [I, Q] : llvm::enumerate(Questions)) {
    if (Known.areUsed())
      Keys[I] = keyOf(Q.Entry, Q.Needs, "calls");
    if (auto R = Known.find(Keys[I], KnownAnswers::Counted::No))
      Found[I] = std::move(*R);
    else
      New.push_back(I);
  }
  auto Work = [&](unsigned, size_t I, const Budget &Own) {
    const CallQuestion &Q = Questions[New[I]];
    return askAboutCalls(openCalls(Q.Entry, Q.Needs), Own);
  };
  auto Done = [&](size_t I, Report R) { Found[New[I]] = std::move(R); };
  auto IsDue = [](unsigned, size_t) { return true; };
  auto ShareOf = [&](unsigned, const Budget &Of, llvm::ArrayRef<size_t> ToDo) {
    return atLeast(FileTimes::LeastSecondsForCall,
                   shareOf(Of, double(ToDo.size())), Within);
  };
  const TaskSeries Tasks{.Count = New.size(),
                         .Lanes = lanes(T),
                         .Rounds = {{.Share = Share}},
                         .IsDue = IsDue,
                         .Share = ShareOf,
                         .Work = Work,
                         .Done = Done};
  if (!Within.exhausted())
    runSupervised(Within, {.MemoryMB = memoryForOpenFunction(T)}, Tasks);
  for (const Report &R : Found)
    noteOpen(R);
  for (size_t I : New) {
    note(Found[I]);
    if (!isInterrupted())
      Known.keep(Keys[I], Found[I]);
  }
  return Found;
}

static std::string insideAt(llvm::ArrayRef<SourceLocation> Places) {
  std::string Text = "inside";
  for (const SourceLocation &Place : Places)
    Text += " " + Place.str();
  return Text;
}

void ModuleTask::checkCalls() {
  CallChecks Calls(M, Separate, Answers, CallChecks::partOfRuns(T));
  size_t Left = Calls.size();
  const Budget Within = B.share(FileTimes::Calls);
  auto Share = [&] {
    return atLeast(FileTimes::LeastSecondsForCall,
                   shareOf(Within, double(std::max<size_t>(Left, 1))), Within);
  };
  // (Answers of earlier runs are told also when there is no time to ask.)
  const Report Late = Report::unknown({ReasonKind::Timeout});
  auto IsTooLate = [&] {
    const bool Is = B.exhausted() || (Within.exhausted() && !Known.areUsed());
    if (Is)
      noteOpen(Late);
    return Is;
  };
  Calls.run(
      [&](llvm::ArrayRef<CallQuestion> Questions) {
        const double Share =
            double(Questions.size()) / double(std::max(Left, Questions.size()));
        Left -= std::min(Left, Questions.size());
        return IsTooLate() ? std::vector<Report>(Questions.size(), Late)
                           : askAboutCalls(Questions, Within, Share);
      },
      [&](llvm::StringRef Entry, llvm::ArrayRef<SourceLocation> Places) {
        const Budget Own = Share();
        Left -= Left > 0;
        if (IsTooLate())
          return Late;
        return ask(Entry, {}, insideAt(Places), [&] {
          return Within.exhausted() ? Late
                                    : askInside(openInside(Entry, Places), Own);
        });
      });
}

void ModuleTask::keep(llvm::StringRef Entry, Report R) {
  noteOpen(R);
  Answers.push_back({Entry.str(), std::move(R)});
}

/// The same, and for later runs of ours.
void ModuleTask::keepNew(llvm::StringRef Entry, Report R) {
  note(R);
  if (!isInterrupted())
    Known.keep(Keys.lookup(Entry), R);
  keep(Entry, std::move(R));
}

/// What was found out from one entry.
void ModuleTask::add(Report R) {
  llvm::append_range(Whole.Functions, R.Functions);
  addClaims(Whole.ClaimedInC, R.ClaimedInC);
  for (std::string &Note : R.Notes)
    if (!llvm::is_contained(Whole.Notes, Note))
      Whole.Notes.push_back(std::move(Note));
  if (R.Outcome == Report::Status::Unknown &&
      (R.Assertions.empty() || isBroken(R)))
    Checks.miss(R.Reason);
  for (AssertionReport &A : R.Assertions)
    Checks.add(std::move(A));
}

Report ModuleTask::notVerified(const std::string &Entry,
                               UnknownReason Why) const {
  Report R = Report::unknown(Why);
  FunctionReport F;
  F.Name = Entry;
  F.Where = placeOf(*M.getFunction(Entry));
  F.NotVerified = std::move(Why);
  R.Functions.push_back(std::move(F));
  return R;
}

/// Small functions first: what they leave of their share of the time is for
/// the large ones.
std::vector<ModuleTask::SizedEntry>
ModuleTask::bySize(llvm::ArrayRef<std::string> Entries) const {
  std::vector<SizedEntry> Sized;
  llvm::DenseMap<const llvm::Function *, size_t> Known;
  for (const std::string &Name : Entries)
    Sized.push_back(
        {Name, sizeFollowed(*M.getFunction(Name), Separate, Known)});
  llvm::stable_sort(Sized, [](const SizedEntry &A, const SizedEntry &C) {
    return A.Size < C.Size;
  });
  return Sized;
}

/// For one of so many that are still to be verified.
Budget ModuleTask::shareOf(const Budget &Of, double Functions) const {
  const std::optional<double> Share =
      secondsForEach(T, Of.remainingSeconds(), Functions, Entries);
  return Share ? Of.child(*Share) : Of;
}

/// By what costs little, about all functions; \p Found is what is known of
/// each.
void ModuleTask::lookAtAll(llvm::ArrayRef<SizedEntry> InTurn,
                           std::vector<Report> &Found) {
  const llvm::ArrayRef<EasyRound> Rounds = easyRounds();
  auto ShareOf = [&](unsigned Number, const Budget &Left,
                     llvm::ArrayRef<size_t> ToDo) {
    const double Equal = 1 / double(ToDo.size());
    if (Rounds[Number].isSearch())
      return shareOf(Left, std::min(1 / Equal, RoundTimes::FunctionsToSearch));
    if (Number > 0)
      return shareOf(Left, 1 / Equal);
    size_t Sum = 0;
    for (size_t I : ToDo)
      Sum += InTurn[I].Size;
    const double BySize = double(InTurn[ToDo.front()].Size) / double(Sum);
    return shareOf(
        Left,
        1 / std::min(std::max(RoundTimes::EqualSharesAtFirst * Equal, BySize),
                     RoundTimes::MostAtFirst));
  };
  auto IsDue = [&](unsigned Number, size_t I) {
    return Rounds[Number].IsDue(Found[I]);
  };
  const uint64_t MostMB = memoryForOpenFunction(T);
  std::vector<std::unique_ptr<KeptEntry>> Kept(InTurn.size());
  auto Work = [&](unsigned Number, size_t I, const Budget &Own) {
    Report R = lookAt(InTurn[I].Name, Found[I], Rounds[Number], Own, Kept[I]);
    // Others need memory, too.
    if (currentMemoryBytes() >> 20 > MostMB / 2)
      Kept[I].reset();
    return R;
  };
  auto Done = [&](size_t I, Report R) {
    note(R);
    if (Report &Old = Found[I]; !R.Assertions.empty() || Old.Assertions.empty())
      Old = std::move(R);
    if (isByValues())
      learnFromMain(InTurn[I].Name, Found[I]);
    if (llvm::none_of(Rounds, [&](const EasyRound &Later) {
          return Later.IsDue(Found[I]);
        }))
      Kept[I].reset();
  };
  TaskSeries Tasks{.Count = InTurn.size(),
                   .Lanes = lanes(T),
                   .Rounds = {},
                   .IsDue = IsDue,
                   .Share = ShareOf,
                   .Work = Work,
                   .Done = Done};
  for (const EasyRound &R : Rounds)
    Tasks.Rounds.push_back({.Share = R.Share});
  Tasks.Rounds.front().SecondsOver = RoundTimes::SecondsOverAtFirst;
  runSupervised(B, {.MemoryMB = MostMB}, Tasks);
}

/// Whether a contract of \p Entry leaves no run of it. Where that is not found
/// out, it is asked again each time, as proofs would say nothing.
bool ModuleTask::excludesAll(llvm::StringRef Entry, const Budget &Own) {
  if (Entry == "main")
    return false;
  const std::optional<bool> Excludes =
      excludesAllRuns(M, Entry, GlobalsAre::Anything, T, Own);
  AllCounts &= Excludes.has_value();
  return Excludes.value_or(false);
}

/// What costs little is done about all of \p InTurn first, so that no hard
/// check takes the time of others.
void ModuleTask::verifyAll(llvm::ArrayRef<SizedEntry> All) {
  std::vector<SizedEntry> InTurn;
  for (const auto &[Name, Size] : All)
    if (excludesAll(Name, shareOf(B, double(All.size()))))
      keep(Name, notVerified(Name, reasonOfContradiction(Name)));
    else if (!recall(Name))
      InTurn.push_back({Name, Size});
  if (StateChecks::say(M, T)) {
    State.emplace(M, T, Globals, InCommon, entriesOf(M, {}), OnVerified);
    State->searchWithObjects(B);
  }
  std::vector<Report> Found(InTurn.size());
  if (!InTurn.empty())
    lookAtAll(InTurn, Found);
  // (What calls show depends on other functions, and is not kept with the
  // answers of one.)
  std::vector<EntryReport> Learned;
  for (auto [Entry, R] : llvm::zip(InTurn, Found))
    Learned.push_back({Entry.Name, R});
  if (State)
    State->search(Learned, Answers, B);
  std::vector<size_t> Open;
  for (size_t I = 0; I < InTurn.size(); ++I)
    if (isOpen(Found[I]) && isOpen(Learned[I].Answer))
      Open.push_back(I);
    else
      keepNew(InTurn[I].Name, std::move(Found[I]));
  // More for what they call, as that is easy.
  static constexpr size_t ForCalls = 2;
  const size_t Later =
      asksAboutCalls(T)
          ? ForCalls * llvm::count_if(InTurn,
                                      [&](const SizedEntry &E) {
                                        return callsSome(*M.getFunction(E.Name),
                                                         Separate);
                                      })
          : 0;
  for (size_t Done = 0; Done < Open.size(); ++Done) {
    const std::string &Entry = InTurn[Open[Done]].Name;
    Report &Earlier = Found[Open[Done]];
    const Budget Own = shareOf(B, double(Open.size() - Done + Later));
    if (isWorthwhile(Earlier, Own))
      verifyFrom(Entry, std::move(Earlier), Own);
    else if (Earlier.Assertions.empty())
      keepNew(Entry, notVerified(Entry, {ReasonKind::Timeout}));
    else
      keepNew(Entry, std::move(Earlier));
  }
  if (State && State->settle(Answers, B))
    More = MoreTime::MayTell;
  // Whatever was known already, what follows is the same.
  auto Turn = [&](const EntryReport &R) {
    return llvm::find_if(
               All, [&](const SizedEntry &E) { return E.Name == R.Entry; }) -
           All.begin();
  };
  llvm::stable_sort(Answers, [&](const EntryReport &A, const EntryReport &C) {
    return Turn(A) < Turn(C);
  });
}

void ModuleTask::learnFromMain(llvm::StringRef Entry, Report &Found) const {
  if (FromMain)
    FromMain->improve(Found, *M.getFunction(Entry));
}

void ModuleTask::learnFromMain() {
  for (EntryReport &R : Answers) {
    learnFromMain(R.Entry, R.Answer);
    R.HoldsFromMain = isByValues() && FromMain->holds(R.Answer);
  }
}

Report ModuleTask::run(llvm::ArrayRef<std::string> Entries) {
  verifyAll(bySize(Entries));
  // What is known to hold in runs from main needs nothing of calls, and is not
  // found out from calls either.
  learnFromMain();
  if (asksAboutCalls(T))
    checkCalls();
  if (State)
    State->searchAgain(Answers, B);
  learnFromMain();
  for (EntryReport &R : Answers)
    add(std::move(R.Answer));
  // They are told in the order of the source.
  auto Place = [&](const FunctionReport &F) {
    return llvm::find(Entries, F.Name) - Entries.begin();
  };
  llvm::stable_sort(Whole.Functions,
                    [&](const FunctionReport &F, const FunctionReport &G) {
                      return Place(F) < Place(G);
                    });
  Whole.Assertions = Checks.take();
  llvm::stable_sort(Whole.Assertions,
                    [](const AssertionReport &A, const AssertionReport &C) {
                      return A.Where < C.Where;
                    });
  for (FunctionReport &F : Whole.Functions)
    F.Name = nameInSource(*M.getFunction(F.Name)).str();
  conclude(Whole, Checks.missing());
  noteOpen(Whole);
  Whole.Written = countAssertions(M);
  return std::move(Whole);
}

/// Told the answers of all functions, if they are worth keeping.
using AnswersListener =
    llvm::function_ref<void(const Report &R, KnownAnswers::MoreTime Is)>;

static Report verifyEntriesOf(const llvm::Module &M, const VerificationTask &T,
                              const Budget &B, VerifiedListener OnVerified,
                              AnswersListener OnAnswers,
                              const KnownOfRuns *FromMain = nullptr) {
  std::vector<std::string> Separate;
  // Whoever asks about some functions wants to know about their calls, too.
  const bool AreSummarized =
      T.Calls == VerificationTask::CallsOf::Summarized ||
      (T.Calls == VerificationTask::CallsOf::Auto && T.Entries.empty());
  if (AreSummarized)
    Separate =
        separateFunctions(*llvm::CloneModule(M),
                          asksAboutCalls(T) ? SizeOfVerySmall : SizeOfSmall);
  const std::vector<std::string> Entries =
      T.Entries.empty() ? entriesOf(M, Separate) : T.Entries;
  // (Only functions whose address is taken: of others it is found out, where
  // all calls are known, that they are given what they need.)
  std::vector<std::string> IfRecursive;
  if (AreSummarized)
    for (std::string &Name : entriesOf(M, Separate))
      if (M.getFunction(Name)->hasAddressTaken())
        IfRecursive.push_back(std::move(Name));
  const Budget Own = withoutClosing(B);
  ModuleTask Task(M, T, Own, std::move(Separate), std::move(IfRecursive),
                  OnVerified, Entries.size(), FromMain);
  Report R = Task.run(Entries);
  if (Task.countsLater())
    OnAnswers(R, Task.moreTime());
  return R;
}

Report sooth::verifyFromEveryEntry(const llvm::Module &Whole,
                                   const VerificationTask &T, const Budget &B,
                                   VerifiedListener OnVerified) {
  const std::unique_ptr<llvm::Module> M = copyUsedCode(Whole);
  const bool IsFromMain = beginsAtMain(*M, T);
  openWeakSymbols(*M, IsFromMain ? OtherFiles::Libraries : OtherFiles::Any);
  if (!IsFromMain) {
    showWhatAliasesShow(*M);
    noteFieldsOfFunctions(*M);
    noteStructures(*M);
  }
  // Where nothing has changed, the answers need not be looked for one by one,
  // and what there was no time to ask is not asked now. One entry has all.
  const KnownAnswers Known(
      T, T.TimeoutSeconds > 0 ? std::optional(T.TimeoutSeconds) : std::nullopt);
  std::string Key;
  if (Known.areUsed() && !IsFromMain)
    Key = Known.keyOfAll(*M);
  if (auto R = Known.findAll(Key))
    return std::move(*R);
  return verifyEntriesOf(*M, T, B, OnVerified,
                         [&](const Report &R, KnownAnswers::MoreTime Is) {
                           Known.keep(Key, R, Is);
                         });
}

Report sooth::verifyAsFunctions(const llvm::Module &M,
                                const VerificationTask &T, const Budget &B,
                                VerifiedListener OnVerified,
                                const KnownOfRuns &FromMain) {
  const std::unique_ptr<llvm::Module> Copy = copyAsFunctions(M);
  noteFieldsOfFunctions(*Copy);
  noteStructures(*Copy);
  auto KeepNothing = [](const Report &, KnownAnswers::MoreTime) {};
  return verifyEntriesOf(*Copy, T, B, OnVerified, KeepNothing, &FromMain);
}
