//===- Report.h - What the user is told -----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The outcome of a task in the user's terms. Plain data, so that it can come
// from another process.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_REPORT_H
#define SOOTH_DRIVER_REPORT_H

#include "sooth/Driver/Report/StoryStep.h"
#include "sooth/Model/Need.h"
#include "sooth/Result/Result.h"
#include "sooth/Support/OperationsAt.h"
#include "sooth/Support/Statistics.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace sooth {

/// A sentence about a place, which may be unknown.
struct Remark {
  SourceLocation Where;
  std::string Text;
};

/// What holds whenever the condition of a loop is evaluated, as a C expression.
struct LoopInvariant {
  /// The loop's keyword.
  SourceLocation Where;
  std::string Text;
  /// What that takes to be true of what the function is given whose runs come
  /// there.
  std::vector<Need> Needs = {};
};

/// What variables without initializer hold, again and again over their bytes.
using StackPattern = std::array<uint8_t, 16>;

/// What a replay does so that a run happens again, beside delivering inputs.
struct ReplayPlan {
  /// How variables without initializer get their value: not at all; 0, by the
  /// compiler; the pattern, by a function that is called as each function
  /// begins (x86-64 only).
  enum class Unset { AsTheyAre, Zero, Painted } How = Unset::AsTheyAre;
  StackPattern Pattern{};
  /// Why the run will not happen again; empty if nothing speaks against it.
  std::string Obstacle;
};

/// How to make a violation happen again.
struct Replay {
  /// The text of a C file that is to be compiled with the program; empty if
  /// nobody asked for it.
  std::string Harness;
  /// The function that the run begins in.
  std::string Entry;
  ReplayPlan Plan;
  /// The line for a shell that compiles and runs it, once it has a place.
  std::string Command = "";
};

/// A comment of the source that says why a check there is not to be counted
/// (docs/Suppressions.md).
struct Suppression {
  SourceLocation Where;
  std::string Reason;
};

/// What became of one thing to verify.
struct AssertionReport {
  enum class Status { Safe, Unsafe, Unknown } Outcome = Status::Unknown;
  ErrorLocation::Kind Type = ErrorLocation::Kind::Violation;
  Remedy Help = Remedy::None;
  /// What happens where it does not hold.
  Failure What;
  SourceLocation Where;
  /// As in ErrorLocation.
  std::string Check;
  /// The run that breaks it, if unsafe.
  std::vector<StoryStep> Trace;
  /// The functions without a body whose results that run has, each once.
  std::vector<std::string> Assumed;
  /// Of that run, if it was asked for.
  Replay Again;
  /// Why it is unknown, if so.
  UnknownReason Reason;
  /// If safe: what has to be true of the arguments of the function that it was
  /// verified from; empty if nothing has to be.
  std::vector<Need> Needs;
  /// As in ErrorLocation, of all that it stands for. Not kept in JSON.
  std::optional<std::vector<Need>> ForCallers = std::nullopt;
  /// As in ErrorLocation, of all that it stands for.
  OperationsAt Operations = {};
  /// If safe: whether these are among its needs, as nothing was found that
  /// takes less. It is told as open: such a need says the check again.
  bool IsRestated = false;
  /// If it is not known to hold: why it does not count. What else is proved is
  /// proved of the runs on which it holds.
  std::optional<Suppression> Suppressed = std::nullopt;
  /// If safe: whether the cheapest means proved it, by more than other means
  /// may need. For later stages only.
  bool ByCheapestMeans = false;
  bool mayNeedLess() const { return IsRestated || ByCheapestMeans; }
};

/// A check that is unknown, and why.
struct UnknownCheck {
  SourceLocation Where;
  Failure What;
  UnknownReason Reason;

  friend bool operator==(const UnknownCheck &, const UnknownCheck &) = default;
};

/// A check that is violated, or else open.
struct FailingOrOpenCheck {
  SourceLocation Where;
  bool IsViolated = false;
  /// If it is open: as in FunctionReport.
  std::vector<Need> OpenUnless = {};
};

/// What became of the checks that are reached from one function.
struct FunctionReport {
  std::string Name;
  SourceLocation Where;
  /// How many checks came to what; of those that are open nothing is known but
  /// that they ask for what they ask for (AssertionReport::IsRestated).
  unsigned Proved = 0, ProvedIf = 0, Violated = 0, Unknown = 0, Open = 0;
  /// Those that are unknown, as many as Unknown says.
  std::vector<UnknownCheck> UnknownChecks;
  /// Why it could not be verified at all, if so.
  std::optional<UnknownReason> NotVerified;
  /// What the checks need that are proved if.
  std::vector<Need> Needs;
  /// Wall time that it took.
  double Seconds = 0;
  /// Without what would make those true that are open.
  std::vector<Need> OpenUnless = {};
  /// Those that are violated or open.
  std::vector<FailingOrOpenCheck> FailingOrOpen = {};
  /// How many of all are neither, nor unknown, as they are suppressed.
  unsigned Suppressed = 0;

  /// Counts \p A, one of its checks, and adds what it needs.
  void add(const AssertionReport &A);
};

/// Whether there is something to tell of it.
bool hasChecks(const FunctionReport &F);
/// "3 checks: 1 proved, 2 proved if".
std::string describeChecks(const FunctionReport &F);
/// "f: 3 checks: 1 proved, 2 proved if", "f: not verified: timeout".
std::string summary(const FunctionReport &F);
/// "needs: p != NULL", "unknown: f.c:3:5: no read through a null pointer:
/// timeout".
std::vector<std::string> details(const FunctionReport &F);
/// Why how many of its checks are unknown.
std::map<std::string, unsigned> reasonTexts(const FunctionReport &F);

/// What is known of the assertions that are open, all together.
struct ExploredRuns {
  /// Where the loops are.
  std::vector<SourceLocation> Loops;
  /// No run violates one that comes to the beginnings of these loops so often,
  /// all together, or less.
  unsigned Arrivals = 0;
};

/// "no violation within 12 rounds of the loop at f.c:17:3".
std::string describeExplored(const ExploredRuns &E);

/// What makes the question about the open assertions hard. It is measured by
/// the size of circuits for what the program computes.
struct CostlyPart {
  /// The loop that has most of it, and how much; invalid if no loop has half.
  SourceLocation Loop;
  unsigned Percent = 0;
  /// The most costly operation, if one is costly.
  enum class Operation { None, Product, Quotient, FloatingPoint };
  Operation What = Operation::None;
  unsigned Bits = 0; // 0: not a matter of bits
  SourceLocation Where = {};

  bool isKnown() const { return Loop.isValid() || What != Operation::None; }
};

/// "costs most: the loop at f.c:17:3 (80 % of the model); a product of 64 bits
/// at f.c:20:7".
std::string describeCostly(const CostlyPart &P);

/// What backs a part of the answer, as texts that need nothing of ours
/// (docs/Certificates.md).
struct Certificate {
  enum class Kind {
    Invariant,  ///< holds at first, and every step preserves it
    KInduction, ///< k states that satisfy it are followed by one that does
    RunsEnd,    ///< no run has more than k different states, and all satisfy it
    Question,   ///< what Check asked to confirm that all runs end
    Run,        ///< a run to a state that violates a property
    Predicates, ///< what predicates of Horn clauses may mean
    Derivation  ///< a derivation of a query of Horn clauses
  } What = Kind::Invariant;
  /// Of KInduction and RunsEnd. The k states may have to be different.
  unsigned K = 1;
  bool IsOnDifferentStates = false;
  /// A transition system in VMT; Horn clauses as they were read; empty of a
  /// Question.
  std::string Model;
  /// What is about it: of a proof the definition of Inv, or of all predicates,
  /// in SMT-LIB, of a Run or Derivation JSON, of a Question the formula that
  /// has to be unsatisfiable.
  std::string Evidence;
  /// How the model was made, in words.
  std::string Origin;
  /// What is claimed of it: "f.c:3:5: assertion fails", in the order of the
  /// model's properties where there is one for each.
  std::vector<std::string> Claims;
  /// Of a Run: the number of the property that it violates.
  unsigned Violated = 0;

  /// Whether it shows that something fails.
  bool isViolation() const {
    return What == Kind::Run || What == Kind::Derivation;
  }
};

/// What certificates call an assertion.
std::string claimAbout(const SourceLocation &Where, const Failure &What);

/// What an answer means, what has checked it, and what is trusted, in sentences
/// (docs/Trust.md).
struct AnswerBasis {
  std::vector<std::string> Meaning, Checked, Trusted;
  bool empty() const {
    return Meaning.empty() && Checked.empty() && Trusted.empty();
  }
};

/// What was verified of all that is linked to a program or library.
struct LinkedFunctions {
  /// Functions that runs may come to, as far as calls and addresses tell, and
  /// those among them that other code may call.
  unsigned Reached = 0, Exported = 0;
  /// The others, which nobody calls. They are not judged.
  std::vector<Remark> NotReached;
  /// What the analysis of values came to, for people; empty if it was not asked.
  std::string OnValues;
};

struct Report {
  /// NothingToCheck: the program has no assertion, nor anything else that was
  /// asked for. Done: something else was asked for than an answer.
  enum class Status { Safe, Unsafe, Unknown, BadInput, Done, NothingToCheck };
  Status Outcome = Status::Unknown;
  /// Why the outcome is Unknown.
  UnknownReason Reason;
  /// Messages about bad input, complete with "error:"; empty if they have
  /// been printed already.
  std::string Errors;

  /// Everything that was to verify in the model.
  std::vector<AssertionReport> Assertions;
  /// If the outcome is Unknown: what was found out before time was up.
  std::optional<ExploredRuns> Explored;
  std::optional<CostlyPart> Costly;
  /// The same: what might answer questions that the model leaves open.
  Remedy Help = Remedy::None;
  /// Where runs may begin, if that is not main only.
  std::vector<FunctionReport> Functions;
  /// If all that is linked was verified together.
  std::optional<LinkedFunctions> Linked;
  /// What was taken to be true of the arguments of the function that runs begin
  /// in; and whether it has memory that its callers have made.
  std::vector<Need> Environment;
  bool HasOutside = false;
  /// Whether it calls functions that are not looked into.
  bool HasSummaries = false;
  /// Whether some of that may be strings, and arrays of which arguments say how
  /// long they are.
  bool HasStrings = false, HasCounts = false;
  /// Whether it reads members that the program keeps in bounds.
  bool HasKept = false;
  /// How many seconds it took to make the model.
  double SecondsToEncode = 0;
  /// The number of assertions in the program as it was written, including
  /// those that preparing it has shown to hold.
  unsigned Written = 0;
  /// The engine that answered, and how it proved the program safe:
  /// "k-induction with k = 3".
  std::string Engine;
  std::string Proof;
  std::vector<Remark> Invariant;
  /// What of that can be told in C, or else of facts about loops that it says
  /// nothing of; it has been checked as assertions of the program.
  std::vector<LoopInvariant> InvariantInC;
  /// What is to be checked so: it is right if variables of the model are what
  /// the source calls by their names.
  std::vector<LoopInvariant> ClaimedInC;
  /// If a witness was judged: what came of it, and why.
  enum class Validation {
    None,
    Confirmed,
    Rejected,
    Unknown
  } Witness = Validation::None;
  std::string WhyWitness;
  /// What a safe outcome means, in place of the sentence about assertions.
  std::string Explanation;
  /// Sentences for the user that do not change the outcome.
  std::vector<std::string> Notes;
  Statistics Figures;

  /// If somebody asked for that.
  AnswerBasis Basis;

  /// Of what is proved, or violated, if they were asked for.
  std::vector<Certificate> Certificates;
  /// Where runs leave what the model covers, if that could not be excluded.
  std::vector<std::string> OpenLimits;
  /// SHA-256 of the program as it was prepared, if that was asked for.
  std::string PreparedHash;

  /// Texts that were asked for, to be written where the user wants them.
  struct Output {
    std::string Path; // "-" is standard output
    std::string Text;
  };
  std::vector<Output> Outputs;

  /// Of a witness: 0 confirmed, 1 rejected, 2 unknown. Else 0 Safe or Done, 1
  /// Unsafe, 2 Unknown, 3 bad input, 4 internal error, 5 nothing to check.
  int exitCode() const;

  static Report unknown(UnknownReason R);
  static Report badInput(std::string Errors);
  static Report done();
};

/// Makes an answer Unknown that would be Safe but for checks that are open
/// (AssertionReport::IsRestated).
void concludeOpen(Report &R);

/// How many of the checks are suppressed.
size_t countSuppressed(const Report &R);

/// Adds those of \p New that are not among \p Known.
void addClaims(std::vector<LoopInvariant> &Known,
               llvm::ArrayRef<LoopInvariant> New);

/// How much of a report to print.
struct ReportStyle {
  enum class Section { Hidden, Shown };
  Section Invariant = Section::Hidden;
  /// As C expressions.
  Section InvariantInC = Section::Hidden;
  Section Figures = Section::Hidden;
  /// One line for each assertion rather than only the violated ones.
  Section Assertions = Section::Hidden;
};

/// The first line is "Safe", "Safe if the suppressed check holds", "Unsafe",
/// "Unknown: reason" or "nothing to check".
void printText(llvm::raw_ostream &OS, const Report &R, const ReportStyle &S);
void printJson(llvm::raw_ostream &OS, const Report &R);
/// Static Analysis Results Interchange Format 2.1.0.
void printSarif(llvm::raw_ostream &OS, const Report &R);
/// The violations in \p R that count, which has to live as long, each with a
/// text that stays what it is when code around it changes: its file, and what
/// SARIF has.
std::vector<std::pair<const AssertionReport *, std::string>>
fingerprints(const Report &R);
/// One page that needs no other file, for the program that \p Files are; reads
/// the sources that \p R speaks of.
void printHtml(llvm::raw_ostream &OS, const Report &R,
               llvm::ArrayRef<std::string> Files);

/// Everything in a report, and back.
llvm::json::Value encodeReport(const Report &R);
llvm::Expected<Report> decodeReport(const llvm::json::Value &V);

} // namespace sooth

#endif
