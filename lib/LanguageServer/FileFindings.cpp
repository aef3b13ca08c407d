//===- FileFindings.cpp - What an editor shows of a verification ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileFindings.h"

#include "sooth/Driver/Report/Verdict.h"
#include "sooth/Driver/Report/Wording.h"
#include "sooth/Driver/Suppress/Suppressions.h"
#include "sooth/LanguageServer/Uri.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <set>

using namespace sooth;
using llvm::StringRef;
using Status = AssertionReport::Status;
namespace json = llvm::json;

StringRef sooth::nameOf(FunctionState S) {
  static constexpr StringRef Names[] = {"stale",    "queued", "running",
                                        "violated", "proved", "unknown",
                                        "no checks"};
  return Names[size_t(S)];
}

std::string FunctionFindings::text() const {
  if (Checks.NotVerified)
    return "not verified: " + Checks.NotVerified->str();
  return hasChecks(Checks) ? describeChecks(Checks) : "";
}

const FunctionFindings *FileFindings::functionAt(Position P) const {
  const FunctionFindings *Last = nullptr;
  for (const FunctionFindings &F : Functions)
    if (F.Start.Line <= P.Line)
      Last = &F;
  return Last;
}

//===----------------------------------------------------------------------===//
// From a report
//===----------------------------------------------------------------------===//

namespace {
class Maker {
public:
  Maker(FileAnswer Answer, StringRef Path, const TextOfFile &TextOf,
        ColumnUnit Unit)
      : A(std::move(Answer)), Path(realPath(Path)), TextOf(TextOf), Unit(Unit) {
  }
  FileFindings make();

private:
  const std::string &realName(const std::string &File);
  bool isHere(const SourceLocation &L) { return realName(L.File) == Path; }
  TextRange rangeOf(const SourceLocation &L);
  void addFunctions();
  void findEntries();
  void addEntries();
  void addCheck(const AssertionReport &Check);
  void addViolation(const AssertionReport &Check);
  void addHint(const AssertionReport &Check, std::string Text);
  FunctionFindings *functionOf(const SourceLocation &L);
  void doubt(AssertionReport &Check);
  void conclude(FunctionFindings &F) const;

  FileAnswer A;
  const std::string Path;
  const TextOfFile &TextOf;
  const ColumnUnit Unit;
  FileFindings Result;
  std::map<std::string, std::string> RealNames;
  /// Functions that runs begin in, so that all that is said of checks in them
  /// holds whoever calls them.
  std::set<std::string> Entries;
  /// Why one of the others could not be verified, if so.
  std::optional<UnknownReason> NotVerified;
};
} // namespace

const std::string &Maker::realName(const std::string &File) {
  auto [It, IsNew] = RealNames.try_emplace(File);
  if (IsNew && !File.empty())
    It->second = realPath(File);
  return It->second;
}

TextRange Maker::rangeOf(const SourceLocation &L) {
  const SourceText *Text = TextOf(realName(L.File));
  if (!Text || !L.isValid()) {
    const Position Line{L.Line ? L.Line - 1 : 0, 0};
    return {Line, Line};
  }
  return Text->wordAt(L.Line, L.Column, Unit);
}

void Maker::addFunctions() {
  for (const DefinedFunction &F : A.Functions)
    if (isHere(F.Where))
      Result.Functions.push_back(
          {.Name = F.Name, .Start = rangeOf(F.Where).Start});
  llvm::stable_sort(Result.Functions, [](const auto &F, const auto &G) {
    return F.Start < G.Start;
  });
}

void Maker::findEntries() {
  for (const FunctionReport &F : A.Outcome.Functions)
    if (!F.NotVerified)
      Entries.insert(F.Name);
    else if (!NotVerified)
      NotVerified = F.NotVerified;
}

/// What is known of functions that runs begin in as a whole.
void Maker::addEntries() {
  for (FunctionFindings &Here : Result.Functions) {
    Here.Checks.Needs.clear();
    Here.Checks.OpenUnless.clear();
    for (const FunctionReport &F : A.Outcome.Functions)
      if (Here.Name == F.Name) {
        Here.Checks.NotVerified = F.NotVerified;
        Here.Checks.Needs = F.Needs;
        Here.Checks.OpenUnless = F.OpenUnless;
      }
  }
}

FunctionFindings *Maker::functionOf(const SourceLocation &L) {
  if (!isHere(L) || !L.isValid())
    return nullptr;
  return const_cast<FunctionFindings *>(Result.functionAt({L.Line - 1, 0}));
}

/// A check outside of the functions that were verified for all callers is not
/// proved if some callers were not verified.
void Maker::doubt(AssertionReport &Check) {
  const FunctionFindings *F = functionOf(Check.Where);
  if (Check.Outcome != Status::Safe || !NotVerified || Check.Suppressed ||
      (F && Entries.count(F->Name)))
    return;
  Check.Outcome = Status::Unknown;
  Check.Reason = *NotVerified;
}

/// A place in another file cannot be marked in this one: what is said there is
/// told at the beginning.
void Maker::addViolation(const AssertionReport &Check) {
  FailingCheck V;
  V.Check = Check.Check;
  V.Message = message(Check.What);
  if (isHere(Check.Where))
    V.Where = rangeOf(Check.Where);
  else
    V.Message = "in " + Check.Where.str() + ": " + V.Message;
  for (const StoryStep &S : outsideLibrary(Check.Trace))
    V.Run.push_back({S.Where.isValid() ? uriOfPath(realName(S.Where.File)) : "",
                     rangeOf(S.Where), wordsFor(S)});
  for (const std::string &Name : Check.Assumed)
    V.Message += "; the run has a value of '" + Name + "', which has no body";
  Result.Violations.push_back(std::move(V));
}

void Maker::addHint(const AssertionReport &Check, std::string Text) {
  if (isHere(Check.Where))
    Result.Hints.push_back({rangeOf(Check.Where),
                            requirement(Check.What) + ": " + std::move(Text)});
}

void Maker::addCheck(const AssertionReport &Check) {
  if (FunctionFindings *F = functionOf(Check.Where))
    F->Checks.add(Check);
  if (Check.Suppressed)
    addHint(Check, "suppressed: " + Check.Suppressed->Reason);
  else if (Check.Outcome == Status::Unsafe)
    addViolation(Check);
  else if (Check.Outcome == Status::Unknown)
    addHint(Check, "unknown: " + Check.Reason.str());
}

/// Where something was not verified, checks may be missing.
void Maker::conclude(FunctionFindings &F) const {
  const FunctionReport &C = F.Checks;
  const bool MayLackChecks =
      !Result.Obstacle.empty() || (NotVerified && !Entries.count(F.Name));
  if (C.Violated)
    F.State = FunctionState::Violated;
  else if (C.Unknown || C.Open || C.NotVerified || MayLackChecks)
    F.State = FunctionState::Unknown;
  else if (C.Proved || C.ProvedIf)
    F.State = FunctionState::Proved;
}

FileFindings Maker::make() {
  const Report &R = A.Outcome;
  using Outcome = Report::Status;
  if (R.Outcome == Outcome::BadInput) {
    Result.Obstacle = "the file does not compile";
    return std::move(Result);
  }
  addFunctions();
  findEntries();
  for (AssertionReport &Check : A.Outcome.Assertions) {
    doubt(Check);
    addCheck(Check);
  }
  addEntries();
  if (R.Outcome == Outcome::Unknown && R.Assertions.empty() &&
      R.Functions.empty())
    Result.Obstacle = R.Reason.str();
  for (FunctionFindings &F : Result.Functions) {
    for (const Need &N : F.Checks.Needs)
      Result.Hints.push_back(
          {{F.Start, F.Start},
           F.Name + " " + needLabel(N) + ": " + describeNeed(N)});
    for (const Need &N : F.Checks.OpenUnless)
      Result.Hints.push_back(
          {{F.Start, F.Start}, F.Name + " is open unless: " + describeNeed(N)});
    conclude(F);
  }
  return std::move(Result);
}

FileFindings sooth::findingsOf(const FileAnswer &A, StringRef Path,
                               const TextOfFile &TextOf, ColumnUnit Unit) {
  Suppressions Marks([&](const std::string &File) {
    const SourceText *Text = TextOf(realPath(File));
    return Text ? std::optional(Text->text().str()) : std::nullopt;
  });
  FileAnswer Counted = A;
  if (isBroken(Counted.Outcome))
    breakReport(Counted.Outcome, UnknownReason(Counted.Outcome.Reason));
  Marks.apply(Counted.Outcome);
  return Maker(std::move(Counted), Path, TextOf, Unit).make();
}

//===----------------------------------------------------------------------===//
// As the protocol has it
//===----------------------------------------------------------------------===//

/// Editors show all of a message, and servers send all of them at each change.
static constexpr size_t MaxSteps = 200, MaxLines = 25;

static std::string lineOf(const FailingCheck::Step &S) {
  return S.Uri.empty()
             ? S.Text
             : "line " + std::to_string(S.Where.Start.Line + 1) + ": " + S.Text;
}

static std::string stepLines(const FailingCheck &V, size_t Most) {
  std::string Text;
  for (const FailingCheck::Step &S : llvm::ArrayRef(V.Run).take_front(Most))
    Text += "\n  " + lineOf(S);
  if (V.Run.size() > Most)
    Text += "\n  and " + std::to_string(V.Run.size() - Most) + " steps more";
  return Text;
}

std::string sooth::runText(const FailingCheck &V) {
  return V.Message + stepLines(V, MaxSteps);
}

static json::Object diagnosticAt(const TextRange &Where, int Severity,
                                 std::string Text) {
  return json::Object{{"range", toJson(Where)},
                      {"severity", Severity},
                      {"source", "sooth"},
                      {"message", json::fixUTF8(Text)}};
}

static json::Array relatedPlaces(const FailingCheck &V) {
  json::Array Places;
  for (const FailingCheck::Step &S : V.Run) {
    if (S.Uri.empty())
      continue;
    if (Places.size() == MaxSteps)
      break;
    Places.push_back(json::Object{
        {"location", json::Object{{"uri", S.Uri}, {"range", toJson(S.Where)}}},
        {"message", json::fixUTF8(S.Text)}});
  }
  return Places;
}

json::Array sooth::diagnosticsOf(const FileFindings &F, RunAs How,
                                 bool WithHints) {
  constexpr int Warning = 2, AsHint = 4;
  json::Array All;
  for (const FailingCheck &V : F.Violations) {
    const bool Related = How == RunAs::RelatedInformation;
    json::Object D = diagnosticAt(
        V.Where, Warning, V.Message + (Related ? "" : stepLines(V, MaxLines)));
    if (!V.Check.empty())
      D["code"] = V.Check;
    if (Related)
      D["relatedInformation"] = relatedPlaces(V);
    All.push_back(std::move(D));
  }
  if (WithHints)
    for (const Hint &H : F.Hints)
      All.push_back(diagnosticAt(H.Where, AsHint, H.Text));
  return All;
}
