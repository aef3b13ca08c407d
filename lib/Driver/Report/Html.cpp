//===- Html.cpp - Reports as pages ----------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// page.html shows what is written into it here: the report and the sources that
// it speaks of, as JSON.
//
//===----------------------------------------------------------------------===//

#include "NeedJson.h"
#include "ReasonJson.h"

#include "sooth/Driver/Report/Report.h"
#include "sooth/Driver/Report/Wording.h"
#include "sooth/Support/SourceFile.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace sooth;
using llvm::StringRef;
namespace json = llvm::json;

static constexpr unsigned char PageBytes[] = {
#include "page.inc"
};
static constexpr StringRef PlaceOfReport = "@REPORT@";

static json::Object placed(const SourceLocation &Where) {
  return json::Object{{"file", jsonText(Where.File)},
                      {"line", Where.Line},
                      {"column", Where.Column}};
}

/// Whether control enters or leaves a function, decides, or goes on untold.
static StringRef roleOf(const StoryStep &S) {
  switch (S.What) {
  case StoryStep::Kind::Call:
    return "call";
  case StoryStep::Kind::Return:
    return "return";
  case StoryStep::Kind::Condition:
    return "condition";
  case StoryStep::Kind::Rounds:
    return "rounds";
  default:
    return "";
  }
}

/// What waves are drawn from: of each value whose it is, and the level of a
/// Boolean.
static json::Array signalsOf(const StoryStep &S) {
  static constexpr StringRef Parts[] = {"", "inputs", "state", "outputs"};
  static constexpr StringRef Levels[] = {"", "low", "high"};
  json::Array Signals;
  for (const StoryValue &V : S.Values)
    Signals.push_back(
        json::Array{Parts[size_t(V.Column)], Levels[size_t(V.Signal)]});
  return Signals;
}

static json::Value encode(const StoryStep &S) {
  json::Object O = placed(S.Where);
  O["text"] = jsonText(wordsFor(S));
  O["role"] = roleOf(S);
  json::Array Values;
  for (const StoryValue &V : S.Values)
    if (V.What == ShownValue::Role::Variable && !V.Path.empty() &&
        S.What != StoryStep::Kind::Call)
      Values.push_back(json::Array{jsonText(V.Path.str()), jsonText(V.Text)});
  O["values"] = std::move(Values);
  if (S.What == StoryStep::Kind::Cycle) {
    O["cycle"] = S.Number;
    O["signals"] = signalsOf(S);
  }
  return O;
}

static StringRef stateOf(const AssertionReport &A) {
  if (A.Suppressed)
    return "suppressed";
  switch (A.Outcome) {
  case AssertionReport::Status::Safe:
    return A.IsRestated ? "open" : A.Needs.empty() ? "proved" : "proved if";
  case AssertionReport::Status::Unsafe:
    return "violated";
  case AssertionReport::Status::Unknown:
    return "unknown";
  }
  llvm_unreachable("a check without a state");
}

static json::Value encode(const AssertionReport &A) {
  json::Object O = placed(A.Where);
  O["state"] = stateOf(A);
  O["check"] = jsonText(A.Check);
  O["text"] = jsonText(A.Outcome == AssertionReport::Status::Unsafe
                           ? message(A.What)
                           : requirement(A.What));
  if (A.Outcome == AssertionReport::Status::Unknown)
    O["reason"] = jsonText(A.Reason.str());
  if (A.Suppressed)
    O["reason"] =
        jsonText(A.Suppressed->Where.str() + ": " + A.Suppressed->Reason);
  json::Array Steps;
  for (const StoryStep &S : outsideLibrary(A.Trace))
    Steps.push_back(encode(S));
  O["needs"] = needTexts(A.Needs);
  O["steps"] = std::move(Steps);
  return O;
}

static json::Value encode(const FunctionReport &F) {
  json::Object O = placed(F.Where);
  O["text"] = jsonText(summary(F));
  O["seconds"] = F.Seconds;
  json::Array Details;
  for (const std::string &Detail : details(F))
    Details.push_back(jsonText(Detail));
  O["details"] = std::move(Details);
  return O;
}

static json::Array encode(llvm::ArrayRef<LoopInvariant> Invariants) {
  json::Array All;
  for (const LoopInvariant &I : Invariants) {
    json::Object O = placed(I.Where);
    O["text"] = jsonText(I.Text);
    O["needs"] = needTexts(I.Needs);
    All.push_back(std::move(O));
  }
  return All;
}

/// The files that the report speaks of and that are there, with their text.
static json::Object sourcesOf(const Report &R,
                              llvm::ArrayRef<std::string> Files) {
  std::set<std::string> Names(Files.begin(), Files.end());
  for (const AssertionReport &A : R.Assertions) {
    Names.insert(A.Where.File);
    for (const StoryStep &S : A.Trace)
      Names.insert(S.Where.File);
  }
  json::Object Sources;
  for (const std::string &Name : Names)
    if (auto Text = readSourceFile(Name);
        Text && !Text->getBuffer().contains('\0'))
      Sources[jsonText(Name)] = jsonText(Text->getBuffer());
  return Sources;
}

static StringRef outcomeOf(const Report &R) {
  switch (R.Outcome) {
  case Report::Status::Safe:
    return countSuppressed(R) ? "Safe if what is suppressed holds" : "Safe";
  case Report::Status::Unsafe:
    return "Unsafe";
  case Report::Status::NothingToCheck:
    return "nothing to check";
  default:
    return "Unknown";
  }
}

static json::Object encodePage(const Report &R,
                               llvm::ArrayRef<std::string> Files) {
  json::Array Checks, Functions, Notes;
  for (auto Wanted :
       {AssertionReport::Status::Unsafe, AssertionReport::Status::Unknown,
        AssertionReport::Status::Safe})
    for (const AssertionReport &A : R.Assertions)
      if (A.Outcome == Wanted && !A.Suppressed)
        Checks.push_back(encode(A));
  for (const AssertionReport &A : R.Assertions)
    if (A.Suppressed)
      Checks.push_back(encode(A));
  for (const FunctionReport &F : R.Functions)
    Functions.push_back(encode(F));
  for (const std::string &Note : R.Notes)
    Notes.push_back(jsonText(Note));
  return json::Object{{"outcome", outcomeOf(R)},
                      {"reason", R.Outcome == Report::Status::Unknown
                                     ? jsonText(R.Reason.str())
                                     : std::string()},
                      {"engine", R.Engine},
                      {"proof", R.Proof},
                      {"seconds", R.Figures.get("time.total.seconds")},
                      {"checks", std::move(Checks)},
                      {"functions", std::move(Functions)},
                      {"invariants", encode(R.InvariantInC)},
                      {"notes", std::move(Notes)},
                      {"sources", sourcesOf(R, Files)}};
}

void sooth::printHtml(llvm::raw_ostream &OS, const Report &R,
                      llvm::ArrayRef<std::string> Files) {
  const StringRef Page(reinterpret_cast<const char *>(PageBytes),
                       std::size(PageBytes));
  const auto [Before, After] = Page.split(PlaceOfReport);
  OS << Before;
  // Nothing in a string may end the element that it is in.
  for (char C : llvm::formatv("{0}", json::Value(encodePage(R, Files))).str()) {
    if (C == '<')
      OS << "\\u003c";
    else
      OS << C;
  }
  OS << After;
}
