//===- Report.cpp - What the user is told ---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Report/Report.h"

#include "CycleTable.h"

#include "sooth/Driver/Report/Verdict.h"
#include "sooth/Driver/Report/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace sooth;
using llvm::raw_ostream;
using AssertionStatus = AssertionReport::Status;
using Section = ReportStyle::Section;

int Report::exitCode() const {
  if (Witness != Validation::None)
    return int(Witness) - int(Validation::Confirmed);
  switch (Outcome) {
  case Status::Safe:
  case Status::Done:
    return 0;
  case Status::Unsafe:
    return 1;
  case Status::Unknown:
    return Reason.What == UnknownReason::Kind::Internal ? 4 : 2;
  case Status::BadInput:
    return 3;
  case Status::NothingToCheck:
    return 5;
  }
  llvm_unreachable("unknown status");
}

void sooth::addClaims(std::vector<LoopInvariant> &Known,
                      llvm::ArrayRef<LoopInvariant> New) {
  for (const LoopInvariant &I : New)
    if (llvm::none_of(Known, [&](const LoopInvariant &K) {
          return K.Where == I.Where && K.Text == I.Text;
        }))
      Known.push_back(I);
}

Report Report::unknown(UnknownReason R) {
  Report Result;
  Result.Reason = std::move(R);
  return Result;
}

Report Report::badInput(std::string Errors) {
  Report Result;
  Result.Outcome = Status::BadInput;
  Result.Errors = std::move(Errors);
  return Result;
}

Report Report::done() {
  Report Result;
  Result.Outcome = Status::Done;
  return Result;
}

size_t sooth::countSuppressed(const Report &R) {
  return llvm::count_if(R.Assertions, [](const AssertionReport &A) {
    return A.Suppressed.has_value();
  });
}

/// A sentence is one line, whatever names and messages it is made of.
static std::string oneLine(std::string Text) {
  std::ranges::replace_if(
      Text, [](char C) { return C == '\n' || C == '\r'; }, ' ');
  return Text;
}

static std::string placed(const SourceLocation &Where, llvm::StringRef Text) {
  std::string Place = Where.str();
  return Place.empty() ? Text.str() : Place + ": " + Text.str();
}

static void printSafe(raw_ostream &OS, const Report &R) {
  const size_t Suppressed = countSuppressed(R);
  OS << "Safe";
  if (Suppressed > 0)
    OS << " if the "
       << (Suppressed == 1
               ? "suppressed check holds"
               : std::to_string(Suppressed) + " suppressed checks hold");
  OS << '\n';
  if (!R.Functions.empty())
    return; // each is told
  if (!R.Explanation.empty()) {
    OS << R.Explanation << '\n';
    return;
  }
  size_t N = R.Assertions.size();
  if (N == 0) {
    OS << "no assertion can fail: simplifying the program shows it\n";
    return;
  }
  if (Suppressed > 0) {
    OS << N - Suppressed << " of " << N
       << (N == 1 ? " assertion holds" : " assertions hold") << ", "
       << Suppressed << " suppressed\n";
    return;
  }
  OS << (N == 1 ? "the only assertion holds"
                : "all " + std::to_string(N) + " assertions hold");
  if (!R.Proof.empty())
    OS << ": " << R.Proof;
  OS << '\n';
}

static void printViolations(raw_ostream &OS, const Report &R) {
  for (const AssertionReport &A : R.Assertions) {
    if (A.Outcome != AssertionStatus::Unsafe || A.Suppressed)
      continue;
    OS << placed(A.Where, message(A.What)) << '\n';
    if (isTable(A.Trace)) {
      printCycles(OS, A.Trace);
      continue;
    }
    for (const ToldStep &Step : toldSteps(A.Trace))
      OS << "  " << placed(Step.Where, Step.Text) << '\n';
  }
}

static void printAssertions(raw_ostream &OS, const Report &R) {
  const bool IfSuppressed = countSuppressed(R) > 0;
  for (const AssertionReport &A : R.Assertions) {
    if (A.Suppressed) {
      OS << placed(A.Where, requirement(A.What)) << ": suppressed at "
         << A.Suppressed->Where.str() << ": " << A.Suppressed->Reason << '\n';
      continue;
    }
    switch (A.Outcome) {
    case AssertionStatus::Safe:
      OS << placed(A.Where, requirement(A.What))
         << (A.IsRestated ? ": unknown" : ": holds");
      if (IfSuppressed && !A.IsRestated)
        OS << " up to what is suppressed";
      for (const Need &N : A.Needs)
        OS << (&N != &A.Needs.front() ? ", "
               : A.IsRestated         ? " unless "
                                      : " if ")
           << describeNeed(N);
      OS << '\n';
      break;
    case AssertionStatus::Unsafe:
      OS << placed(A.Where, requirement(A.What)) << ": can fail\n";
      break;
    case AssertionStatus::Unknown:
      OS << placed(A.Where, requirement(A.What))
         << ": unknown: " << A.Reason.str() << '\n';
      break;
    }
  }
}

std::string sooth::describeExplored(const ExploredRuns &E) {
  // Copies of a function have the same places, and models of the library none.
  std::vector<std::string> Places;
  bool HasOthers = false;
  for (const SourceLocation &Where : E.Loops)
    if (std::string Place = Where.str(); Place.empty())
      HasOthers = true;
    else if (!llvm::is_contained(Places, Place))
      Places.push_back(std::move(Place));
  if (HasOthers)
    Places.push_back("an unknown place");
  // The last arrival is where the loop ends.
  if (E.Loops.size() == 1)
    return "no violation within " + std::to_string(E.Arrivals - 1) +
           (E.Arrivals == 2 ? " iteration" : " iterations") +
           " of the loop at " + Places[0];
  constexpr size_t MaxPlaces = 4;
  const size_t Count = Places.size();
  Places.resize(std::min(Count, MaxPlaces));
  return "no violation in runs that reach the loops at " +
         llvm::join(Places, ", ") +
         (Count > MaxPlaces
              ? " and " + std::to_string(Count - MaxPlaces) + " more"
              : "") +
         " at most " + std::to_string(E.Arrivals) + " times in total";
}

static const char *words(CostlyPart::Operation O) {
  switch (O) {
  case CostlyPart::Operation::None:
    return "";
  case CostlyPart::Operation::Product:
    return "a product";
  case CostlyPart::Operation::Quotient:
    return "a quotient or remainder";
  case CostlyPart::Operation::FloatingPoint:
    return "a floating-point operation";
  }
  llvm_unreachable("an operation without words");
}

std::string sooth::describeCostly(const CostlyPart &P) {
  std::string Text = "costs most: ";
  const bool HasLoop = P.Loop.isValid();
  if (HasLoop)
    Text += "the loop at " + P.Loop.str() + " (" + std::to_string(P.Percent) +
            " % of the model)";
  if (P.What == CostlyPart::Operation::None)
    return Text;
  Text += std::string(HasLoop ? "; " : "") + words(P.What);
  if (P.Bits)
    Text += " of " + std::to_string(P.Bits) + " bits";
  return P.Where.isValid() ? Text + " at " + P.Where.str() : Text;
}

/// The checks that have no answer, and why if that is not why all have none.
static void printOpen(raw_ostream &OS, const Report &R) {
  constexpr size_t MaxOpen = 5;
  std::vector<const AssertionReport *> Open;
  for (const AssertionReport &A : R.Assertions)
    if (A.Outcome == AssertionStatus::Unknown && !A.Suppressed)
      Open.push_back(&A);
  const FunctionReport All = countChecks(R.Assertions);
  OS << All.Proved + All.ProvedIf + All.Open << " of " << R.Assertions.size()
     << (R.Assertions.size() == 1 ? " check holds" : " checks hold")
     << "; open:\n";
  for (const AssertionReport *A : llvm::ArrayRef(Open).take_front(MaxOpen)) {
    OS << "  " << placed(A->Where, requirement(A->What));
    if (std::string Why = oneLine(A->Reason.str());
        Why != oneLine(R.Reason.str()))
      OS << ": " << Why;
    OS << '\n';
  }
  if (Open.size() > MaxOpen)
    OS << "  and " << Open.size() - MaxOpen << " more (--all lists them)\n";
}

/// What is known although there is no answer, and what may help.
static void printSoFar(raw_ostream &OS, const Report &R) {
  using Kind = UnknownReason::Kind;
  const bool IsLimit =
      R.Reason.What == Kind::Timeout || R.Reason.What == Kind::Memory ||
      R.Reason.What == Kind::Bound || R.Reason.What == Kind::Cancelled;
  if (!R.Functions.empty())
    return; // each is told
  if (IsLimit && R.Assertions.empty())
    // (Which it was, a process that was ended cannot say.)
    OS << "no check has an answer yet: that was while the program was prepared "
          "or all checks were looked at together\n";
  if (R.Assertions.empty())
    return;
  printOpen(OS, R);
  if (!IsLimit)
    return;
  if (R.Explored)
    OS << describeExplored(*R.Explored) << '\n';
  if (R.Costly)
    OS << describeCostly(*R.Costly) << '\n';
  OS << "to try: more time; --all, which asks about each check alone; smaller "
        "constants; an assertion in the loop that says why it is right\n";
}

/// "f.c:3:5: no read through a null pointer: timeout".
static std::string describeUnknown(const UnknownCheck &C) {
  return oneLine(placed(C.Where, requirement(C.What)) + ": " + C.Reason.str());
}

static unsigned sumOf(const FunctionReport &F) {
  return F.Proved + F.ProvedIf + F.Violated + F.Open + F.Unknown + F.Suppressed;
}

void FunctionReport::add(const AssertionReport &A) {
  if (A.Suppressed) {
    ++Suppressed;
    return;
  }
  const bool IsOpen = A.Outcome == AssertionStatus::Safe && A.IsRestated;
  if (IsOpen || A.Outcome == AssertionStatus::Unsafe)
    FailingOrOpen.push_back({A.Where, !IsOpen});
  switch (A.Outcome) {
  case AssertionStatus::Safe:
    ++(A.IsRestated ? Open : A.Needs.empty() ? Proved : ProvedIf);
    break;
  case AssertionStatus::Unsafe:
    ++Violated;
    break;
  case AssertionStatus::Unknown:
    ++Unknown;
    UnknownChecks.push_back({A.Where, A.What, A.Reason});
    break;
  }
  for (const Need &N : A.Needs) {
    const bool SaysCheck =
        A.IsRestated && (restatesCheck(N) || N.What == Need::Kind::Accesses);
    addNeed(SaysCheck ? OpenUnless : Needs, N);
    if (SaysCheck && IsOpen)
      FailingOrOpen.back().OpenUnless.push_back(N);
  }
}

std::string sooth::describeChecks(const FunctionReport &F) {
  const unsigned All = sumOf(F);
  std::string Text = std::to_string(All) + (All == 1 ? " check" : " checks");
  const char *Before = ": ";
  auto Add = [&](unsigned Count, const char *What) {
    if (Count == 0)
      return;
    Text += Before + std::to_string(Count) + " " + What;
    Before = ", ";
  };
  Add(F.Proved, "proved");
  Add(F.ProvedIf, "proved if");
  Add(F.Violated, "violated");
  Add(F.Open, "open");
  Add(F.Unknown, "unknown");
  Add(F.Suppressed, "suppressed");
  return Text;
}

std::map<std::string, unsigned> sooth::reasonTexts(const FunctionReport &F) {
  std::map<std::string, unsigned> Texts;
  for (const UnknownCheck &C : F.UnknownChecks)
    ++Texts[oneLine(C.Reason.str())];
  return Texts;
}

bool sooth::hasChecks(const FunctionReport &F) {
  return F.NotVerified || sumOf(F) > 0;
}

std::string sooth::summary(const FunctionReport &F) {
  return F.Name + ": " +
         (F.NotVerified ? "not verified: " + oneLine(F.NotVerified->str())
                        : describeChecks(F));
}

std::vector<std::string> sooth::details(const FunctionReport &F) {
  std::vector<std::string> All;
  for (const Need &N : F.Needs)
    All.push_back(needLabel(N) + (": " + oneLine(describeNeed(N))));
  for (const Need &N : F.OpenUnless)
    All.push_back("open unless: " + oneLine(describeNeed(N)));
  constexpr size_t MostTold = 10;
  const size_t Told =
      F.UnknownChecks.size() > MostTold + 1 ? MostTold : F.UnknownChecks.size();
  for (const UnknownCheck &C : llvm::ArrayRef(F.UnknownChecks).take_front(Told))
    All.push_back("unknown: " + describeUnknown(C));
  if (const size_t Left = F.UnknownChecks.size() - Told)
    All.push_back("unknown: " + std::to_string(Left) +
                  " more (--all lists them)");
  return All;
}

/// What is known of each function that runs may begin in and that has checks,
/// and of all.
static void printFunctions(raw_ostream &OS, const Report &R) {
  if (R.Functions.empty())
    return;
  unsigned NotVerified = 0;
  for (const FunctionReport &F : R.Functions) {
    NotVerified += F.NotVerified.has_value();
    if (!hasChecks(F) && R.Functions.size() > 1)
      continue;
    OS << placed(F.Where, summary(F)) << '\n';
    for (const std::string &Detail : details(F))
      OS << "  " << Detail << '\n';
  }
  const FunctionReport All = countChecks(R.Assertions);
  OS << R.Functions.size()
     << (R.Functions.size() == 1 ? " function, " : " functions, ")
     << describeChecks(All);
  if (NotVerified)
    OS << "; " << NotVerified << (NotVerified == 1 ? " function" : " functions")
       << " not verified";
  OS << '\n';
}

static void printValidation(raw_ostream &OS, const Report &R) {
  static constexpr const char *Names[] = {"", "confirmed", "rejected",
                                          "unknown"};
  OS << Names[int(R.Witness)];
  if (!R.WhyWitness.empty())
    OS << ": " << oneLine(R.WhyWitness);
  OS << '\n';
}

static void printBasis(raw_ostream &OS, const AnswerBasis &B) {
  auto Print = [&](const char *Title, llvm::ArrayRef<std::string> Texts) {
    if (!Texts.empty())
      OS << Title << ":\n";
    for (const std::string &Text : Texts)
      OS << "  " << oneLine(Text) << '\n';
  };
  Print("what this means", B.Meaning);
  Print("what has checked it", B.Checked);
  Print("what is trusted", B.Trusted);
}

void sooth::printText(raw_ostream &OS, const Report &R, const ReportStyle &S) {
  if (R.Witness != Report::Validation::None)
    return printValidation(OS, R);
  switch (R.Outcome) {
  case Report::Status::BadInput:
  case Report::Status::Done:
    return;
  case Report::Status::Safe:
    printSafe(OS, R);
    break;
  case Report::Status::Unsafe:
    OS << "Unsafe\n";
    printViolations(OS, R);
    break;
  case Report::Status::NothingToCheck:
    OS << "nothing to check\n";
    OS << (R.Explanation.empty()
               ? "No assertions in this program. Use --check=default to look "
                 "for bugs."
               : R.Explanation)
       << '\n';
    break;
  case Report::Status::Unknown:
    OS << "Unknown: " << oneLine(R.Reason.str()) << '\n';
    printViolations(OS, R); // of other functions than that of an error
    if (S.Assertions == Section::Hidden)
      printSoFar(OS, R);
    else if (R.Explored)
      OS << describeExplored(*R.Explored) << '\n';
    break;
  }
  if (S.Assertions == Section::Shown)
    printAssertions(OS, R);
  if (const size_t N = countSuppressed(R);
      N > 0 && R.Functions.empty() && R.Outcome != Report::Status::Safe)
    OS << N << (N == 1 ? " check suppressed\n" : " checks suppressed\n");
  printFunctions(OS, R);
  printBasis(OS, R.Basis);
  if (S.Invariant == Section::Shown && !R.Invariant.empty()) {
    OS << "invariant:\n";
    for (const Remark &I : R.Invariant)
      OS << "  " << placed(I.Where, I.Text) << '\n';
  }
  if (S.InvariantInC == Section::Shown &&
      (R.Outcome == Report::Status::Safe || !R.InvariantInC.empty())) {
    OS << (R.InvariantInC.empty()
               ? "invariant: nothing of it can be told in C\n"
               : "invariant:\n");
    for (const LoopInvariant &I : R.InvariantInC) {
      OS << "  " << placed(I.Where, I.Text) << '\n';
      for (const Need &N : I.Needs)
        OS << "    " << needLabel(N) << ": " << describeNeed(N) << '\n';
    }
  }
  if (S.Figures == Section::Shown)
    R.Figures.print(OS);
}
