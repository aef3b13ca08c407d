//===- CallChecks.h - Functions are given what they need ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a function that was verified by itself needs of its arguments is an
// obligation where it is called and summarized. Functions are looked at after
// those that they call, as what a call needs of a caller's own arguments
// becomes one of the caller's needs. Functions that call each other are looked
// at together: what they need is taken to be true when they begin, and checked
// at their calls of each other, until nothing is added; that no check in them
// fails then follows by induction on the number of calls.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_CALLCHECKS_H
#define SOOTH_LIB_DRIVER_TASKS_CALLCHECKS_H

#include "sooth/Driver/Options/VerificationTask.h"
#include "sooth/Driver/Report/Report.h"
#include "sooth/Frontend/LLVM/Passes/CheckArguments.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace sooth {

/// What became of a function that runs begin in.
struct EntryReport {
  std::string Entry;
  Report Answer;
  /// Whether its checks hold in all runs of the program, so that nothing has to
  /// be given to it; not only because of what an engine took to be true of it.
  bool HoldsFromMain = false;
};

/// Whether the calls in a function, and in what it calls and follows, give
/// others what they need.
struct CallQuestion {
  llvm::StringRef Entry;
  std::vector<CalleeNeeds> Needs;
};

class CallChecks {
public:
  /// Answers questions that do not depend on each other, one report for each,
  /// which has these checks.
  using CallVerifier =
      llvm::function_ref<std::vector<Report>(llvm::ArrayRef<CallQuestion>)>;
  /// Looks for violations of checks at some places, in runs from a function in
  /// which all calls are followed.
  using FailureFinder = llvm::function_ref<Report(
      llvm::StringRef Entry, llvm::ArrayRef<SourceLocation> Places)>;

  /// How much of a run a check that holds is about.
  enum class HoldsIn {
    All,             ///< wherever it goes
    ToFirstViolation ///< until a check fails; all accesses to memory are
                     ///< checked
  };

  /// What answers to \p T are about: all that a program or library does is
  /// reported together, so who reads that a check holds also reads which others
  /// may fail before it.
  static HoldsIn partOfRuns(const VerificationTask &T);

  /// Calls of \p Separate are summarized; \p Found is what was found out about
  /// functions one by one. All must outlive this.
  CallChecks(const llvm::Module &M, llvm::ArrayRef<std::string> Separate,
             std::vector<EntryReport> &Found, HoldsIn Until);
  /// How many functions have calls to look at, and to look into.
  size_t size() const;
  /// Adds the checks to the reports, and the needs that these add. What needed
  /// that others are given what they need does so no more where that holds. A
  /// violation in a function that was followed and is not given what it needs
  /// becomes one of its call. What a function takes memory to hold is not asked
  /// at calls; instead, violations are looked for in small functions as they
  /// are called.
  void run(CallVerifier Verify, FailureFinder Find);

private:
  struct Entry {
    const llvm::Function *F;
    Report *Answer;
    /// As in EntryReport.
    bool HoldsFromMain;
    /// What is summarized and called from it or from what it follows.
    llvm::SmallSetVector<const llvm::Function *, 8> Callees;
    /// What has no body and is called there.
    llvm::SmallPtrSet<const llvm::Function *, 8> Unseen;
    /// Whether all calls of these have been looked at.
    bool IsAsked = false;
    /// Whether all that it needs is known.
    bool IsComplete = false;
    /// Whether all its checks hold if its arguments are as it needs.
    bool IsClean = false;
    /// Whether a run in which something is wrong in it, given what it needs of
    /// its arguments, first fails a check of it, or of what it calls.
    bool FailsByItself = false;
  };
  using Group = llvm::SmallVector<Entry *>;

  bool isSeparate(const llvm::Function &F) const;
  void addCallees(const llvm::Function &F, Entry &Of,
                  llvm::SmallPtrSetImpl<const llvm::Function *> &Seen) const;
  std::vector<Group> groups();
  std::vector<std::vector<Group>> levels();
  std::vector<CalleeNeeds> needsOfCallees(const Entry &E) const;
  std::vector<Need> needsOf(const Entry &E) const;
  enum class Growth { None, Some };
  llvm::SmallVector<Growth> ask(llvm::ArrayRef<Entry *> Of,
                                CallVerifier Verify);
  void take(Entry &E, Report Now) const;
  void confirm(Entry &E, FailureFinder Find);
  std::vector<SourceLocation> placesInside(const Entry &E) const;
  void lookInside(Entry &E, FailureFinder Find);
  void check(llvm::ArrayRef<Group> Level, CallVerifier Verify,
             FailureFinder Find);
  bool askAgain(const Group &G, CallVerifier Verify);
  void settle(const Group &G, bool Grows, FailureFinder Find);
  bool isGiven(const Entry &E, const llvm::Function &Callee,
               const Group &TakenAsClean) const;
  std::vector<Need> remaining(const Entry &E, const std::vector<Need> &Needs,
                              const Group &TakenAsClean) const;
  bool isClean(const Entry &E, const Group &TakenAsClean) const;
  bool failsByItself(const Entry &E, const Group &G) const;
  void settle(Entry &E, const Group &TakenAsClean);
  void blameCalls(Entry &E) const;
  bool blame(AssertionReport &A, const Entry &Failing) const;
  bool isCovered(const llvm::Function &F,
                 llvm::SmallPtrSetImpl<const llvm::Function *> &Seen) const;
  bool areAlwaysGiven(const Group &G) const;
  void discharge(const Group &G);

  const llvm::Module &M;
  llvm::ArrayRef<std::string> Separate;
  const HoldsIn Until;
  llvm::MapVector<const llvm::Function *, Entry> Entries;
};

} // namespace sooth

#endif
