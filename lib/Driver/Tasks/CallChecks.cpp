//===- CallChecks.cpp - Functions are given what they need ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallChecks.h"

#include "Programs/LinkedFiles.h"
#include "Programs/SeparateFunctions.h"

#include "OpenFunction.h"

#include "sooth/Driver/Report/Verdict.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

#include <array>

using namespace sooth;
using Status = AssertionReport::Status;
using FailureKind = Failure::Kind;

/// How often what functions need that call each other may grow.
static constexpr unsigned MaxRounds = 3;

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

bool CallChecks::isSeparate(const llvm::Function &F) const {
  return llvm::is_contained(Separate, F.getName());
}

/// Whether \p F is called by its name and not used in another way.
static bool isOnlyCalled(const llvm::Function &F) {
  return llvm::all_of(F.uses(), [&](const llvm::Use &U) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(U.getUser());
    return Call && Call->isCallee(&U) &&
           Call->getFunctionType() == F.getFunctionType();
  });
}

void CallChecks::addCallees(
    const llvm::Function &F, Entry &Of,
    llvm::SmallPtrSetImpl<const llvm::Function *> &Seen) const {
  for (const llvm::Instruction &I : llvm::instructions(F)) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
    const llvm::Function *Callee = Call ? calledFunction(*Call) : nullptr;
    if (!Callee)
      continue;
    if (Callee->isDeclaration())
      Of.Unseen.insert(Callee);
    else if (isSeparate(*Callee))
      Of.Callees.insert(Callee);
    else if (Seen.insert(Callee).second)
      addCallees(*Callee, Of, Seen);
  }
}

CallChecks::HoldsIn CallChecks::partOfRuns(const VerificationTask &T) {
  using P = MemoryProperty;
  const bool AreAccessesChecked = llvm::all_of(
      std::array{P::Access, P::Uninitialized, P::Alignment, P::Call},
      [&](P What) { return T.Prepare.Memory.count(What) != 0; });
  return T.Linked && AreAccessesChecked ? HoldsIn::ToFirstViolation
                                        : HoldsIn::All;
}

CallChecks::CallChecks(const llvm::Module &M,
                       llvm::ArrayRef<std::string> Separate,
                       std::vector<EntryReport> &Found, HoldsIn Until)
    : M(M), Separate(Separate), Until(Until) {
  for (EntryReport &R : Found)
    if (const llvm::Function *F = M.getFunction(R.Entry);
        F && R.Entry != "main")
      Entries.insert({F, Entry{F, &R.Answer, R.HoldsFromMain, {}, {}}});
  for (auto &[F, E] : Entries) {
    llvm::SmallPtrSet<const llvm::Function *, 8> Seen;
    addCallees(*F, E, Seen);
  }
}

size_t CallChecks::size() const {
  return llvm::count_if(Entries,
                        [](auto &E) { return !E.second.Callees.empty(); }) +
         llvm::count_if(
             Entries, [&](auto &E) { return !placesInside(E.second).empty(); });
}

/// Functions that call each other together, and each after those that it calls.
std::vector<CallChecks::Group> CallChecks::groups() {
  std::vector<Group> All;
  // (Which changes nothing.)
  llvm::CallGraph Graph(const_cast<llvm::Module &>(M));
  for (auto Component = llvm::scc_begin(&Graph); !Component.isAtEnd();
       ++Component) {
    Group G;
    for (const llvm::CallGraphNode *Node : *Component)
      if (auto E = Entries.find(Node->getFunction()); E != Entries.end())
        G.push_back(&E->second);
    if (!G.empty())
      All.push_back(std::move(G));
  }
  return All;
}

/// The same groups, each on the first level after those of what it calls.
std::vector<std::vector<CallChecks::Group>> CallChecks::levels() {
  std::vector<std::vector<Group>> All;
  llvm::DenseMap<const llvm::Function *, size_t> After;
  for (Group &G : groups()) {
    size_t Level = 0;
    for (const Entry *E : G)
      for (const llvm::Function *Callee : E->Callees)
        Level = std::max(Level, After.lookup(Callee));
    for (const Entry *E : G)
      After[E->F] = Level + 1;
    if (All.size() == Level)
      All.emplace_back();
    All[Level].push_back(std::move(G));
  }
  return All;
}

//===----------------------------------------------------------------------===//
// Obligations
//===----------------------------------------------------------------------===//

static bool isVerified(const Report &R) {
  return !(R.Outcome == Report::Status::Unknown && R.Assertions.empty());
}

static bool isOfCall(const AssertionReport &A) { return A.Check == "call"; }

/// Whether it is about a call that it names itself.
static bool isOfAttribute(const AssertionReport &A) {
  return A.Check == "attribute";
}

static bool isOfCallOf(const AssertionReport &A, const llvm::Function &Callee) {
  return isOfCall(A) && !A.What.Objects.empty() &&
         A.What.Objects.front().Name == nameInSource(Callee);
}

/// All that the checks need which hold.
std::vector<Need> CallChecks::needsOf(const Entry &E) const {
  std::vector<Need> Needs;
  for (const AssertionReport &A : E.Answer->Assertions)
    for (const Need &N : A.Needs)
      addNeed(Needs, N);
  return Needs;
}

std::vector<CalleeNeeds> CallChecks::needsOfCallees(const Entry &E) const {
  std::vector<CalleeNeeds> All;
  for (const llvm::Function *Callee : E.Callees)
    if (auto Found = Entries.find(Callee); Found != Entries.end() &&
                                           !Found->second.HoldsFromMain &&
                                           isVerified(*Found->second.Answer)) {
      std::vector<Need> Asked = askedOfCalls(*Callee, needsOf(Found->second));
      if (!Asked.empty())
        All.push_back({Callee->getName().str(), std::move(Asked)});
    }
  return All;
}

/// Takes the checks of calls from \p Now, the answer to a question about \p E.
void CallChecks::take(Entry &E, Report Now) const {
  E.IsAsked = isVerified(Now) && !isBroken(Now);
  if (!Now.Functions.empty() && !E.Answer->Functions.empty())
    E.Answer->Functions.front().Seconds += Now.Functions.front().Seconds;
  for (AssertionReport &A : Now.Assertions)
    if (isOfCall(A))
      E.Answer->Assertions.push_back(std::move(A));
  // Where there are other checks, these say what they depend on.
  if (isBroken(Now)) {
    breakBy(*E.Answer, Now);
  } else if (!E.IsAsked && E.Answer->Assertions.empty()) {
    E.Answer->Outcome = Report::Status::Unknown;
    E.Answer->Reason = Now.Reason;
  }
}

/// Whether more is needed than before, by each of \p Of.
llvm::SmallVector<CallChecks::Growth>
CallChecks::ask(llvm::ArrayRef<Entry *> Of, CallVerifier Verify) {
  std::vector<std::vector<Need>> Before(Of.size());
  std::vector<CallQuestion> Questions;
  std::vector<Entry *> Asked;
  for (auto [E, Needs] : llvm::zip_equal(Of, Before)) {
    if (!isVerified(*E->Answer) || isBroken(*E->Answer))
      continue;
    Needs = needsOf(*E);
    CallQuestion Q{E->F->getName(), needsOfCallees(*E)};
    E->IsAsked = true;
    llvm::erase_if(E->Answer->Assertions, isOfCall);
    if (Q.Needs.empty())
      continue;
    Questions.push_back(std::move(Q));
    Asked.push_back(E);
  }
  if (!Questions.empty())
    for (auto [E, Now] : llvm::zip_equal(Asked, Verify(Questions)))
      take(*E, std::move(Now));
  llvm::SmallVector<Growth> Grown;
  for (auto [E, Needs] : llvm::zip_equal(Of, Before)) {
    std::vector<Need> Both = Needs;
    if (E->IsAsked)
      for (const Need &N : needsOf(*E))
        addNeed(Both, N);
    Grown.push_back(Both == Needs ? Growth::None : Growth::Some);
  }
  return Grown;
}

/// Whether a function that fails like \p Inside may do so as \p Obligation
/// does not hold.
static bool explains(const Failure &Inside, const Failure &Obligation) {
  switch (Inside.What) {
  case FailureKind::CallOfOther:
    return Obligation.What == FailureKind::ArgumentNotFunction;
  case FailureKind::NullAccess:
  case FailureKind::NullCall:
    return Obligation.What == FailureKind::ArgumentIsNull;
  case FailureKind::OutsideAccess:
  case FailureKind::AccessAfterEnd:
  case FailureKind::AccessAfterFree:
    return Obligation.What == FailureKind::ArgumentTooSmall;
  case FailureKind::SecondFree:
  case FailureKind::FreeOfOther:
    return Obligation.What == FailureKind::ArgumentNotFreeable;
  case FailureKind::Misaligned:
    return Obligation.What == FailureKind::ArgumentMisaligned;
  default:
    return true;
  }
}

/// The calls of \p Callee in which \p Run ends, the outermost first.
static std::vector<SourceLocation> callsAtEnd(llvm::ArrayRef<StoryStep> Run,
                                              llvm::StringRef Callee) {
  std::vector<SourceLocation> Calls;
  for (const StoryStep &S : Run)
    if (S.Function == Callee && S.What == StoryStep::Kind::Call)
      Calls.push_back(S.Where);
    else if (S.Function == Callee && S.What == StoryStep::Kind::Return &&
             !Calls.empty())
      Calls.pop_back();
  return Calls;
}

/// Whether \p Run ends in the call that \p Obligation is about.
static bool endsInCall(llvm::ArrayRef<StoryStep> Run,
                       const AssertionReport &Obligation) {
  return llvm::is_contained(
      callsAtEnd(Run, Obligation.What.Objects.front().Name), Obligation.Where);
}

/// Makes the end of \p Run the check of \p Inside.
static void endIn(std::vector<StoryStep> &Run, const Failure &Inside,
                  const SourceLocation &Where) {
  StoryStep Needed{StoryStep::Kind::Fails, Where};
  Needed.Failing = Inside;
  Run.push_back(std::move(Needed));
}

/// An argument is not as a function needs it, but what is needed is more than
/// enough: that the function fails is looked for.
void CallChecks::confirm(Entry &E, FailureFinder Find) {
  auto IsBrokenCall = [](const AssertionReport &A) {
    return isOfCall(A) && A.Outcome == Status::Unsafe;
  };
  if (llvm::none_of(E.Answer->Assertions, IsBrokenCall))
    return;
  std::vector<SourceLocation> Places;
  for (auto &[F, Other] : Entries)
    if (F != E.F)
      for (const AssertionReport &A : Other.Answer->Assertions)
        if (A.Outcome == Status::Safe && !A.Needs.empty())
          Places.push_back(A.Where);
  Report Followed = Find(E.F->getName(), Places);
  if (isBroken(Followed))
    breakBy(*E.Answer, Followed);
  for (AssertionReport &A : E.Answer->Assertions) {
    if (!IsBrokenCall(A))
      continue;
    auto Inside =
        llvm::find_if(Followed.Assertions, [&](const AssertionReport &Failing) {
          return Failing.Outcome == Status::Unsafe && !isOfCall(Failing) &&
                 explains(Failing.What, A.What) && endsInCall(Failing.Trace, A);
        });
    if (Inside == Followed.Assertions.end()) {
      A.Outcome = Status::Unknown;
      A.Trace.clear();
      A.Reason = {UnknownReason::Kind::Callee};
      continue;
    }
    A.Trace = Inside->Trace;
    endIn(A.Trace, Inside->What, Inside->Where);
  }
}

/// Whether \p A holds and is about memory, or needs that pointers are valid
/// which are found there; or it depends on what callers pass.
static bool dependsOnContent(const AssertionReport &A) {
  if (A.Outcome == Status::Unknown)
    return A.Reason.What == UnknownReason::Kind::Callers;
  return A.Outcome == Status::Safe &&
         (A.Check == "access" || llvm::any_of(A.Needs, [](const Need &N) {
            return N.What == Need::Kind::Found;
          }));
}

/// Checks in small functions that \p E, which others call, calls, and that
/// these call, which take memory to hold what it should: \p E may have put
/// something else there, or nothing.
std::vector<SourceLocation> CallChecks::placesInside(const Entry &E) const {
  std::vector<SourceLocation> Places;
  if (E.F->hasLocalLinkage() && isOnlyCalled(*E.F))
    return Places;
  llvm::SmallSetVector<const llvm::Function *, 8> Inside = E.Callees;
  for (size_t I = 0; I < Inside.size(); ++I) {
    auto Found = Entries.find(Inside[I]);
    if (Found == Entries.end() ||
        Inside[I]->getInstructionCount() > SizeOfSmall)
      continue;
    for (const AssertionReport &A : Found->second.Answer->Assertions)
      if (dependsOnContent(A))
        Places.push_back(A.Where);
    Inside.insert(Found->second.Callees.begin(), Found->second.Callees.end());
  }
  return Places;
}

/// Adds what fails there in runs from \p E, unless a call is blamed for it.
void CallChecks::lookInside(Entry &E, FailureFinder Find) {
  const std::vector<SourceLocation> Places = placesInside(E);
  if (Places.empty() || !isVerified(*E.Answer) || isBroken(*E.Answer))
    return;
  std::vector<AssertionReport> &Own = E.Answer->Assertions;
  const size_t Before = Own.size();
  Report Inside = Find(E.F->getName(), Places);
  if (isBroken(Inside))
    breakBy(*E.Answer, Inside);
  for (AssertionReport &A : Inside.Assertions) {
    auto IsToldOf = [&](const AssertionReport &Old) {
      return (Old.Where == A.Where && Old.What == A.What) ||
             (isOfCall(Old) && Old.Outcome == Status::Unsafe &&
              endsInCall(A.Trace, Old));
    };
    if (A.Outcome == Status::Unsafe && !isOfCall(A) &&
        llvm::none_of(llvm::ArrayRef(Own).take_front(Before), IsToldOf))
      Own.push_back(std::move(A));
  }
}

/// What a call of \p Callee that does not fulfil \p N is told to do wrong,
/// where \p Inside happens in it; nothing if that is not for want of \p N.
static std::optional<Failure>
failureOfCall(const Need &N, const Failure &Inside, llvm::StringRef Callee) {
  Failure Is(FailureKind::ArgumentTooSmall, N.Given.Name, N.Bytes);
  if (N.What == Need::Kind::Freeable)
    Is.What = FailureKind::ArgumentNotFreeable;
  else if (N.What == Need::Kind::Function)
    Is.What = FailureKind::ArgumentNotFunction;
  else if (N.What != Need::Kind::Memory)
    return std::nullopt;
  if (Inside.What == FailureKind::NullAccess ||
      Inside.What == FailureKind::NullCall)
    Is.What = FailureKind::ArgumentIsNull;
  if (!explains(Inside, Is))
    return std::nullopt;
  if (Is.What != FailureKind::ArgumentTooSmall)
    Is.Number = 0;
  Is.IsPossible = N.MayBeNull;
  Is.Objects = {{NamedObject::Kind::Function, Callee.str()}};
  return Is;
}

/// Makes \p A, a violation in \p Failing, one of the call of that if the checks
/// of this function need that argument to be another one.
bool CallChecks::blame(AssertionReport &A, const Entry &Failing) const {
  const std::vector<SourceLocation> Calls =
      callsAtEnd(A.Trace, nameInSource(*Failing.F));
  if (Calls.empty())
    return false;
  std::string Pointer;
  const AssertionReport *Same = nullptr, *Exact = nullptr;
  for (const AssertionReport &Own : Failing.Answer->Assertions)
    if (Own.Where == A.Where && !isOfAttribute(Own)) {
      // (That something is null is said of no pointer.)
      if (Pointer.empty() && Own.What.Callee.empty())
        Pointer = Own.What.Subject;
      if (Own.What == A.What)
        Exact = &Own;
      if (Own.What.What == A.What.What && Own.Outcome == Status::Safe)
        Same = &Own;
    }
  // Where a macro is expanded, others may be of the same kind.
  if (Exact && !Exact->What.Objects.empty()) {
    Same = Exact->Outcome == Status::Safe ? Exact : nullptr;
    Pointer = Exact->What.Subject;
  }
  if (!Same || Pointer.empty())
    return false;
  for (const Need &N : Same->Needs) {
    auto OfCall = failureOfCall(N, A.What, nameInSource(*Failing.F));
    if (N.Given.Name != Pointer || !OfCall)
      continue;
    endIn(A.Trace, A.What, A.Where);
    A.Where = Calls.back();
    A.What = std::move(*OfCall);
    A.Check = "call";
    return true;
  }
  return false;
}

/// Others call what fails, too, so it is not wrong itself.
void CallChecks::blameCalls(Entry &E) const {
  for (AssertionReport &A : E.Answer->Assertions)
    if (A.Outcome == Status::Unsafe && !isOfCall(A) && !isOfAttribute(A))
      for (auto &[F, Failing] : Entries)
        if (F != E.F && blame(A, Failing))
          break;
}

//===----------------------------------------------------------------------===//
// What they make of the other checks
//===----------------------------------------------------------------------===//

/// Whether \p N says of memory that it is there, and holds valid pointers: if
/// that is not so, and matters, a check fails where it is used. (What an index
/// in a structure is, or that accesses stay in their member, may go unnoticed.)
static bool isSeenWhenUsed(const Need &N) {
  using Kind = Need::Kind;
  switch (N.What) {
  case Kind::Memory:
  case Kind::String:
  case Kind::Counted:
  case Kind::CountedMembers:
  case Kind::Found:
  case Kind::FoundStrings:
  case Kind::Calls:
  case Kind::Aligned:
  case Kind::FoundAligned:
  case Kind::Freeable:
  case Kind::Function:
    return true;
  default:
    return false;
  }
}

/// Whether that is so of \p E, if it is of the others in \p G.
bool CallChecks::failsByItself(const Entry &E, const Group &G) const {
  auto IsKnown = [&](const Need::Callee &C) {
    auto Found = Entries.find(M.getFunction(C.Symbol));
    return Found != Entries.end() &&
           (Found->second.IsClean || Found->second.FailsByItself ||
            llvm::is_contained(G, &Found->second));
  };
  return E.IsAsked && isVerified(*E.Answer) && !isBroken(*E.Answer) &&
         llvm::all_of(needsOf(E), [&](const Need &N) {
           return isAboutArguments(N, *E.F) ||
                  (isSeenWhenUsed(N) && (N.What != Need::Kind::Calls ||
                                         llvm::all_of(N.Needy, IsKnown)));
         });
}

/// Whether calls of \p Callee in runs from \p E give it all that it needs, if
/// that is known.
bool CallChecks::isGiven(const Entry &E, const llvm::Function &Callee,
                         const Group &TakenAsClean) const {
  auto Found = Entries.find(&Callee);
  if (Found == Entries.end() || !E.IsAsked || !E.Callees.contains(&Callee) ||
      !isOnlyCalled(Callee))
    return false;
  if (!Found->second.IsClean &&
      !llvm::is_contained(TakenAsClean, &Found->second) &&
      !Found->second.FailsByItself)
    return false;
  return llvm::all_of(E.Answer->Assertions, [&](const AssertionReport &A) {
    return !isOfCallOf(A, Callee) || A.Outcome == Status::Safe;
  });
}

/// \p Needs of a check, without that callees are given what they need where
/// that was found out.
std::vector<Need> CallChecks::remaining(const Entry &E,
                                        const std::vector<Need> &Needs,
                                        const Group &TakenAsClean) const {
  std::vector<Need> Left;
  std::vector<const llvm::Function *> Given;
  // What only those call that are summarized is their business.
  auto IsFarther = [&](const Need::Callee &C) {
    const llvm::Function *Callee = M.getFunction(C.Symbol);
    return Callee && isOnlyCalled(*Callee) &&
           !(Callee->isDeclaration() ? E.Unseen.contains(Callee)
                                     : E.Callees.contains(Callee));
  };
  auto AddRest = [&](Need N) {
    if (N.What != Need::Kind::Calls && N.What != Need::Kind::ResultsApart)
      return addNeed(Left, N);
    llvm::erase_if(N.Needy, IsFarther);
    llvm::erase_if(N.Changing, IsFarther);
    llvm::erase_if(N.Needy, [&](const Need::Callee &C) {
      const llvm::Function *Callee = M.getFunction(C.Symbol);
      const bool Is = Callee && isGiven(E, *Callee, TakenAsClean);
      if (Is && !llvm::is_contained(Given, Callee))
        Given.push_back(Callee);
      return Is;
    });
    if (!N.Needy.empty() || !N.Changing.empty())
      addNeed(Left, N);
  };
  for (const Need &N : Needs)
    AddRest(N);
  // What is given holds under conditions of its own.
  for (size_t I = 0; I < Given.size(); ++I)
    for (const AssertionReport &A : E.Answer->Assertions)
      if (isOfCallOf(A, *Given[I]))
        for (const Need &N : A.Needs)
          AddRest(N);
  return Left;
}

bool CallChecks::isClean(const Entry &E, const Group &TakenAsClean) const {
  if (E.HoldsFromMain)
    return true;
  // That pointers which it finds in memory are valid is not checked at calls,
  // even where that is all it needs.
  if (!E.IsAsked || !isVerified(*E.Answer) || isBroken(*E.Answer) ||
      llvm::any_of(E.Answer->Environment,
                   [](const Need &N) { return N.What == Need::Kind::Found; }))
    return false;
  return llvm::all_of(E.Answer->Assertions, [&](const AssertionReport &A) {
    if (A.Outcome != Status::Safe)
      return false;
    return llvm::all_of(remaining(E, A.Needs, TakenAsClean), [&](auto &N) {
      return isAboutArguments(N, *E.F) ||
             (N.What == Need::Kind::Calls && N.Needy.empty()) ||
             N.What == Need::Kind::ResultsApart;
    });
  });
}

void CallChecks::settle(Entry &E, const Group &TakenAsClean) {
  std::vector<std::vector<Need>> New;
  for (const AssertionReport &A : E.Answer->Assertions)
    New.push_back(remaining(E, A.Needs, TakenAsClean));
  for (auto [A, Needs] : llvm::zip_equal(E.Answer->Assertions, New))
    A.Needs = std::move(Needs);
}

/// Functions that call each other, more of which is needed than before: asks
/// about them one by one, until that grows no more. Returns whether it does.
bool CallChecks::askAgain(const Group &G, CallVerifier Verify) {
  // Only a call of one of them makes a difference.
  if (llvm::none_of(G, [&](const Entry *E) {
        return llvm::any_of(
            G, [&](const Entry *F) { return E->Callees.contains(F->F); });
      }))
    return false;
  bool Grows = true;
  for (unsigned Round = 0; Grows && Round < MaxRounds; ++Round) {
    Grows = false;
    for (Entry *E : G)
      Grows |= ask(E, Verify).front() == Growth::Some;
  }
  return Grows;
}

/// After all calls in \p G were asked about.
void CallChecks::settle(const Group &G, bool Grows, FailureFinder Find) {
  for (Entry *E : G)
    confirm(*E, Find);
  const bool AreClean =
      !Grows && llvm::all_of(G, [&](const Entry *E) { return isClean(*E, G); });
  const Group TakenAsClean = AreClean ? G : Group();
  for (Entry *E : G) {
    settle(*E, TakenAsClean);
    E->IsComplete = !Grows;
    E->IsClean = AreClean;
  }
  const bool FailByThemselves =
      Until == HoldsIn::ToFirstViolation && !Grows &&
      llvm::all_of(G, [&](const Entry *E) { return failsByItself(*E, G); });
  for (Entry *E : G)
    E->FailsByItself = FailByThemselves;
}

/// Groups that do not call each other.
void CallChecks::check(llvm::ArrayRef<Group> Level, CallVerifier Verify,
                       FailureFinder Find) {
  std::vector<Entry *> All;
  for (const Group &G : Level)
    llvm::append_range(All, G);
  const llvm::SmallVector<Growth> Grown = ask(All, Verify);
  size_t First = 0;
  for (const Group &G : Level) {
    const bool Grows = llvm::is_contained(
        llvm::ArrayRef(Grown).slice(First, G.size()), Growth::Some);
    settle(G, Grows && askAgain(G, Verify), Find);
    First += G.size();
  }
}

//===----------------------------------------------------------------------===//
// Functions that only their program calls
//===----------------------------------------------------------------------===//

/// Whether all calls in \p F belong to runs that begin in functions which were
/// verified.
bool CallChecks::isCovered(
    const llvm::Function &F,
    llvm::SmallPtrSetImpl<const llvm::Function *> &Seen) const {
  if (Entries.contains(&F) || !Seen.insert(&F).second)
    return true;
  return F.hasLocalLinkage() && !isLibraryModel(F) && isOnlyCalled(F) &&
         llvm::all_of(F.users(), [&](const llvm::User *By) {
           return isCovered(*llvm::cast<llvm::Instruction>(By)->getFunction(),
                            Seen);
         });
}

/// Whether each call of \p G, functions that call each other, gives them what
/// they need, whatever others pass.
bool CallChecks::areAlwaysGiven(const Group &G) const {
  return llvm::all_of(G, [&](const Entry *Of) {
    llvm::SmallPtrSet<const llvm::Function *, 8> Seen;
    if (!Of->IsComplete || !Of->F->hasLocalLinkage() || !isOnlyCalled(*Of->F) ||
        !llvm::all_of(Of->F->users(), [&](const llvm::User *By) {
          return isCovered(*llvm::cast<llvm::Instruction>(By)->getFunction(),
                           Seen);
        }))
      return false;
    return llvm::all_of(Entries, [&](auto &Calling) {
      const Entry &E = Calling.second;
      if (!E.Callees.contains(Of->F))
        return true;
      const bool IsOfGroup = llvm::is_contained(G, &E);
      return E.IsAsked && isVerified(*E.Answer) && !isBroken(*E.Answer) &&
             llvm::all_of(E.Answer->Assertions, [&](auto &A) {
               return !isOfCallOf(A, *Of->F) ||
                      (A.Outcome == Status::Safe &&
                       llvm::all_of(A.Needs, [&](const Need &N) {
                         return IsOfGroup && isAboutArguments(N, *E.F);
                       }));
             });
    });
  });
}

void CallChecks::discharge(const Group &G) {
  if (!areAlwaysGiven(G))
    return;
  for (Entry *E : G)
    for (AssertionReport &A : E->Answer->Assertions)
      llvm::erase_if(A.Needs,
                     [&](const Need &N) { return isAboutArguments(N, *E->F); });
}

void CallChecks::run(CallVerifier Verify, FailureFinder Find) {
  const std::vector<std::vector<Group>> InOrder = levels();
  for (const std::vector<Group> &Level : InOrder)
    check(Level, Verify, Find);
  for (const std::vector<Group> &Level : llvm::reverse(InOrder))
    for (const Group &G : Level)
      discharge(G);
  for (auto &[F, E] : Entries) {
    lookInside(E, Find);
    blameCalls(E);
    summarizeChecks(*E.Answer, *F);
  }
}
