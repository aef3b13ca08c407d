//===- StateChecks.h - Violations that depend on earlier calls ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that others call is verified with variables that hold any number
// of those, and any pointer, that its file may store. Not all of that comes
// about: i may be 4 between two lines only, and never when the function is
// called. So a violation that depends on variables which only the file writes
// is told if a series of calls shows it, from the beginning of the program on;
// otherwise the check is unknown. Such calls also show violations of checks
// that are unknown otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_STATECHECKS_H
#define SOOTH_LIB_DRIVER_TASKS_STATECHECKS_H

#include "CallChecks.h"
#include "EntryVerification.h"
#include "Programs/CallSequences.h"
#include "Programs/ObjectCalls.h"

#include "sooth/Driver/Report/Verdict.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sooth {

class StateChecks {
public:
  /// Whether they may say more of what \p T asks of \p M.
  static bool say(const llvm::Module &M, const VerificationTask &T);

  /// Of the functions \p Entries of \p M; all that is given outlives this.
  StateChecks(const llvm::Module &M, const VerificationTask &T,
              const ProgramGlobals &Globals, const CommonDebugInfo &InCommon,
              llvm::ArrayRef<std::string> Entries, VerifiedListener OnVerified);

  /// Looks for violations in calls with objects of callers. Before anything
  /// else, which may take all of the time.
  void searchWithObjects(const Budget &B);
  /// Looks for violations that show in moments, and for proofs. What is open is
  /// said by \p Found, which get what that tells of them, and by \p Known.
  void search(llvm::MutableArrayRef<EntryReport> Found,
              llvm::ArrayRef<EntryReport> Known, const Budget &B);
  /// Makes \p Answers of that, and of what engines find out; what depends on
  /// what earlier calls have stored, and no calls show, becomes unknown.
  /// Returns whether something did.
  bool settle(llvm::MutableArrayRef<EntryReport> Answers, const Budget &B);
  /// After all else, if time is limited: looks on for violations of what is
  /// still open in \p Answers, with the time that nobody else wants.
  void searchAgain(llvm::MutableArrayRef<EntryReport> Answers, const Budget &B);

private:
  /// What was found out about a group.
  struct Finding {
    Report R;
    /// Whether all runs were looked at, so that proofs count.
    bool IsOfAllRuns;
  };
  /// Functions that share variables.
  struct Group {
    std::vector<StateOfFunction> Functions;
    /// Whether all that can come about comes about in calls of them.
    bool IsComplete;
    std::vector<Finding> Findings = {};
  };
  enum class Way {
    Running, ///< only violations that compiled runs find
    Engines  ///< all engines, all runs
  };
  using Places = std::vector<SourceLocation>;

  std::optional<size_t> groupOf(llvm::StringRef Entry) const;
  const std::vector<const llvm::GlobalVariable *> &
  stateOf(llvm::StringRef Entry) const;
  bool mayDependOnState(llvm::StringRef Entry, const AssertionReport &A) const;
  bool isShown(llvm::StringRef Entry, const AssertionReport &A) const {
    return Shown.contains({Entry.str(), keyOf(A)});
  }
  bool dependsOnState(llvm::StringRef Entry, const AssertionReport &A) const {
    return mayDependOnState(Entry, A) && !isShown(Entry, A);
  }
  bool isOpen(llvm::StringRef Entry, const AssertionReport &A) const;
  bool dependsOnState(const EntryReport &R) const;
  std::vector<Places> openPlaces(llvm::ArrayRef<EntryReport> Answers) const;
  std::optional<CallSequences> callsOf(const Group &G, Sequences Which) const;
  Report ask(const Group &G, const Places &Open, Way How,
             const Budget &B) const;
  Report ask(const CallSequences &Calls, VerificationTask Here,
             const Places &Open, const Budget &B) const;
  void askAtBeginning(llvm::MutableArrayRef<EntryReport> Answers,
                      const Budget &B);
  Report searchOne(const Group &G, const Places &Open, const Budget &B) const;
  void searchAll(
      llvm::ArrayRef<Places> Open, double MostSeconds,
      llvm::function_ref<Report(const Group &, const Places &, const Budget &)>
          SearchOne,
      double Part, const Budget &B);
  /// Without being asked for more, only what is not for callers to see to.
  ObjectCalls objectCalls() const {
    return T.RunsCallsWithObjects ? ObjectCalls::Any
                                  : ObjectCalls::OfOneStructure;
  }
  Report searchWithObjects(llvm::ArrayRef<StateOfFunction> Together,
                           const Budget &B) const;
  void learn(llvm::MutableArrayRef<EntryReport> Answers);
  void learn(EntryReport &R, const Finding &F);
  void learnWithObjects(EntryReport &R);
  bool leaveToState(EntryReport &R) const;

  const llvm::Module &M;
  const VerificationTask &T;
  const ProgramGlobals &Globals;
  const CommonDebugInfo &InCommon;
  VerifiedListener OnVerified;
  /// Of all functions that others can call.
  llvm::StringMap<std::vector<const llvm::GlobalVariable *>> State;
  std::vector<Group> Groups;
  /// What is called with objects of callers, and what that showed.
  std::vector<std::vector<StateOfFunction>> WithObjects;
  std::vector<AssertionReport> FoundWithObjects;
  llvm::StringMap<size_t> GroupOf;
  /// Checks by entries that calls show to be violated.
  std::set<std::pair<std::string, CheckKey>> Shown;
};

} // namespace sooth

#endif
