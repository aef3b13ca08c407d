//===- Results.cpp - What is known of a project ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Results.h"

#include "UnitRun.h"

#include "sooth/Driver/Report/Wording.h"
#include "sooth/Support/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace sooth;
using llvm::StringRef;
using Status = AssertionReport::Status;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Lets all places of \p R be seen from \p Folder, which ends with a slash.
static void shorten(Report &R, StringRef Folder) {
  auto Shorten = [&](SourceLocation &Where) {
    if (StringRef(Where.File).starts_with(Folder))
      Where.File.erase(0, Folder.size());
  };
  Shorten(R.Reason.Where);
  for (AssertionReport &A : R.Assertions) {
    Shorten(A.Where);
    Shorten(A.Reason.Where);
    for (StoryStep &S : A.Trace)
      Shorten(S.Where);
  }
  for (FunctionReport &F : R.Functions) {
    Shorten(F.Where);
    for (UnknownCheck &C : F.UnknownChecks) {
      Shorten(C.Where);
      Shorten(C.Reason.Where);
    }
    for (FailingOrOpenCheck &C : F.FailingOrOpen)
      Shorten(C.Where);
  }
  for (Remark &I : R.Invariant)
    Shorten(I.Where);
  if (R.Linked)
    for (Remark &F : R.Linked->NotReached)
      Shorten(F.Where);
}

Results::Results(llvm::ArrayRef<Unit> Units) {
  llvm::SmallString<128> Here;
  if (!llvm::sys::fs::current_path(Here))
    Here += llvm::sys::path::get_separator();
  for (const Unit &U : Units) {
    if (!U.IsAsked)
      continue;
    Entry &F = Files.emplace_back(Entry{&U, std::nullopt, {}});
    if (!U.Problem.empty())
      F.Answer = Report::badInput("error: " + U.Problem + "\n");
    else
      F.Answer = readAnswer(U.Answer);
    if (!F.Answer)
      continue;
    shorten(*F.Answer, Here);
    Marks.apply(*F.Answer,
                U.As ? std::vector<std::string>() : std::vector{U.Name});
    merge(*F.Answer, U.As.has_value());
  }
  conclude();
}

const Report *Results::answerOf(const Unit &U) const {
  auto Its = llvm::find_if(Files, [&](const Entry &F) { return F.Of == &U; });
  return Its != Files.end() && Its->Answer ? &*Its->Answer : nullptr;
}

void Results::tell(const Unit &U, std::string Line) {
  for (Entry &F : Files)
    if (F.Of == &U)
      F.More.push_back(std::move(Line));
}

/// What is violated in one unit is violated; what holds, holds in all.
void Results::merge(const Report &R, bool IsOfWhole) {
  for (const AssertionReport &A : R.Assertions)
    if (auto I = Checks.add(A)) {
      if (IsOfWhole)
        OfWhole.insert(*I);
      else
        OfWhole.erase(*I);
    }
  llvm::append_range(All.Functions, R.Functions);
  for (const std::string &Note : R.Notes)
    if (!llvm::is_contained(All.Notes, Note))
      All.Notes.push_back(Note);
  All.Figures.add(R.Figures);
}

/// What has no answer at all is told if nothing else is unknown.
void Results::conclude() {
  for (const Entry &F : Files)
    if (!F.Answer || F.Answer->Outcome == Report::Status::BadInput)
      Checks.miss({UnknownReason::Kind::Unsupported,
                   Cause::quote(F.name() + ": " + F.summary())});
  for (const Entry &F : Files)
    if (F.Answer && F.Answer->Outcome == Report::Status::Unknown)
      Checks.miss(F.Answer->Reason);
  All.Assertions = Checks.take();
  concludeRuns(All, Checks.missing());
}

//===----------------------------------------------------------------------===//
// Telling
//===----------------------------------------------------------------------===//

static std::string countText(llvm::ArrayRef<AssertionReport> All) {
  const FunctionReport Counts = countChecks(All);
  return hasChecks(Counts) ? describeChecks(Counts) : "nothing to check";
}

static std::string numbered(size_t Count, const char *One, const char *Many) {
  return std::to_string(Count) + " " + (Count == 1 ? One : Many);
}

bool Results::Entry::isCompiled() const {
  if (Of->As)
    return true; // otherwise it is no unit
  return Of->Problem.empty() && llvm::sys::fs::exists(Of->Bitcode);
}

bool Results::Entry::isVerified() const {
  return Answer && Answer->Outcome != Report::Status::BadInput &&
         (Answer->Outcome != Report::Status::Unknown ||
          !Answer->Assertions.empty());
}

/// Where preparing a program shows that nothing fails no check is left.
bool Results::Entry::holds() const {
  return Of->As && Answer && Answer->Outcome == Report::Status::Safe &&
         Answer->Assertions.empty();
}

static constexpr StringRef AllHold = "all checks hold";

std::string Results::Entry::summary() const {
  if (holds())
    return AllHold.str();
  if (isVerified())
    return countText(Answer->Assertions);
  if (!Answer)
    return isCompiled() ? "not verified: no answer" : "not compiled";
  return "not verified: " + (Answer->Outcome == Report::Status::BadInput
                                 ? StringRef(Answer->Errors).trim().str()
                                 : Answer->Reason.str());
}

StringRef Results::Entry::kind() const {
  if (!Of->As)
    return "file";
  return Of->As->What == LinkedAs::Kind::Program ? "program" : "library";
}

std::string Results::Entry::name() const {
  if (!Of->As)
    return Of->Name;
  const bool IsProgram = Of->As->What == LinkedAs::Kind::Program;
  std::string Text = Of->Name + " (" + kind().str() + ", " +
                     numbered(Of->Parts.size(), "file", "files");
  if (Answer && Answer->Linked && IsProgram)
    Text += ", " + numbered(Answer->Linked->Reached, "function", "functions");
  else if (Answer && Answer->Linked)
    Text += ", " + numbered(Answer->Linked->Exported, "exported function",
                            "exported functions");
  return Text + ")";
}

/// "a, b and 3 more".
static std::string listOf(llvm::ArrayRef<Remark> All) {
  static constexpr size_t Most = 10;
  std::string Text;
  for (const Remark &R : All.take_front(Most)) {
    Text += (Text.empty() ? "" : ", ") + R.Text;
    if (R.Where.isValid())
      Text += " (" + R.Where.str() + ")";
  }
  if (All.size() > Most)
    Text += " and " + std::to_string(All.size() - Most) + " more";
  return Text;
}

std::vector<std::string> Results::Entry::details() const {
  std::vector<std::string> Lines = More;
  if (!Of->As || !Answer)
    return Lines;
  if (Answer->Linked && !Answer->Linked->NotReached.empty())
    Lines.push_back("not reached: " + listOf(Answer->Linked->NotReached));
  if (Answer->Linked && !Answer->Linked->OnValues.empty())
    Lines.push_back("values: " + Answer->Linked->OnValues);
  for (const FunctionReport &F : Answer->Functions)
    if (F.NotVerified)
      Lines.push_back(::summary(F));
  for (const auto &[Reason, Count] :
       reasonTexts(countChecks(Answer->Assertions)))
    Lines.push_back("unknown: " + std::to_string(Count) + ": " + Reason);
  return Lines;
}

std::string Results::summary() const {
  const bool AreFiles =
      llvm::none_of(Files, [](const Entry &F) { return F.Of->As; });
  auto FilesOf = [&](size_t N) {
    return AreFiles ? numbered(N, "file", "files")
                    : numbered(N, "unit", "units");
  };
  const size_t Left =
      llvm::count_if(Files, [](const Entry &F) { return !F.isVerified(); });
  const bool IsHeld =
      All.Assertions.empty() &&
      llvm::any_of(Files, [](const Entry &F) { return F.holds(); });
  return FilesOf(Files.size()) + ": " +
         (IsHeld ? AllHold.str() : countText(All.Assertions)) +
         (Left ? "; " + FilesOf(Left) + " not verified" : "");
}

/// How the run comes there.
static void printCalls(llvm::raw_ostream &OS, const AssertionReport &A) {
  std::vector<const StoryStep *> Open;
  for (const StoryStep &S : A.Trace)
    if (S.What == StoryStep::Kind::Call)
      Open.push_back(&S);
    else if (S.What == StoryStep::Kind::Return && !Open.empty())
      Open.pop_back();
  for (const StoryStep *S : Open)
    OS << "  " << S->Where.str() << ": " << wordsFor(*S) << '\n';
}

void Results::print(llvm::raw_ostream &OS,
                    llvm::ArrayRef<const AssertionReport *> New) const {
  if (isBroken(All))
    OS << All.Reason.str() << '\n';
  for (const auto &[I, A] : llvm::enumerate(All.Assertions)) {
    if (A.Outcome != Status::Unsafe || A.Suppressed)
      continue;
    OS << A.Where.str() << ": " << message(A.What)
       << (llvm::is_contained(New, &A) ? "" : " (known)") << '\n';
    if (OfWhole.count(I))
      printCalls(OS, A);
  }
  for (const Entry &F : Files) {
    OS << F.name() << ": " << F.summary() << '\n';
    for (const std::string &Line : F.details())
      OS << "  " << Line << '\n';
  }
  for (const std::vector<std::string> &Notes :
       {Marks.withoutReason(), Marks.unused()})
    for (const std::string &Note : Notes)
      OS << "note: " << Note << '\n';
  OS << summary() << '\n';
}

int Results::exitCode(size_t NewViolations) const {
  auto Any = [&](auto Is) { return llvm::any_of(Files, Is); };
  auto AnyWithCode = [&](int Code) {
    return Any([&](const Entry &F) {
      return F.Answer && F.Answer->exitCode() == Code;
    });
  };
  constexpr int Unknown = 2, BadInput = 3, Internal = 4, Nothing = 5;
  if (isBroken(All))
    return Internal;
  if (NewViolations)
    return 1;
  if (AnyWithCode(BadInput) ||
      Any([](const Entry &F) { return !F.isCompiled(); }))
    return BadInput;
  if (Any([](const Entry &F) { return !F.Answer; }) || AnyWithCode(Unknown) ||
      countChecks(All.Assertions).Unknown)
    return Unknown;
  return All.Assertions.empty() && !AnyWithCode(0) ? Nothing : 0;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static std::string inHtml(StringRef Text) {
  std::string Result;
  for (char C : Text)
    switch (C) {
    case '<':
      Result += "&lt;";
      break;
    case '&':
      Result += "&amp;";
      break;
    case '"':
      Result += "&quot;";
      break;
    default:
      Result += C;
    }
  return json::fixUTF8(Result);
}

static constexpr StringRef Head = R"(<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>Verification</title>
<style>
body { font: 15px sans-serif; margin: 2em; color: #222; background: #fff; }
td, th { padding: .2em .8em; text-align: left; }
tr.violated td:first-child { border-left: .4em solid #c22; }
tr.unknown td:first-child { border-left: .4em solid #ca2; }
tr.proved td:first-child { border-left: .4em solid #282; }
</style>
<h1>Verification</h1>
)";

static StringRef classOf(const std::optional<Report> &R) {
  if (!R || R->Outcome == Report::Status::Unknown ||
      R->Outcome == Report::Status::BadInput)
    return "unknown";
  return R->Outcome == Report::Status::Unsafe ? "violated" : "proved";
}

std::string Results::index() const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << Head << "<p>" << inHtml(summary()) << "</p>\n<table>\n"
     << "<tr><th>File, program or library<th>Checks<th>Seconds\n";
  for (const Entry &F : Files) {
    OS << "<tr class=\"" << classOf(F.Answer) << "\"><td>";
    if (F.Answer)
      OS << "<a href=\"" << F.Of->Page << "\">" << inHtml(F.name()) << "</a>";
    else
      OS << inHtml(F.name());
    OS << "<td>" << inHtml(F.summary()) << "<td>";
    if (F.Answer)
      OS << llvm::format("%.1f", F.Answer->Figures.get("time.total.seconds"));
    OS << '\n';
  }
  OS << "</table>\n";
  return Text;
}

llvm::Error Results::write(const std::string &Folder) const {
  using Printer = llvm::function_ref<void(llvm::raw_ostream &)>;
  auto Write = [&](const std::string &Name, Printer Print) {
    return writeOutput(Folder + "/" + Name, Print);
  };
  for (const Entry &F : Files)
    if (F.Answer)
      if (llvm::Error E = Write(F.Of->Page, [&](llvm::raw_ostream &OS) {
            printHtml(OS, *F.Answer, F.Of->Name);
          }))
        return E;
  if (llvm::Error E =
          Write("index.html", [&](llvm::raw_ostream &OS) { OS << index(); }))
    return E;
  if (llvm::Error E = Write(
          "results.sarif", [&](llvm::raw_ostream &OS) { printSarif(OS, All); }))
    return E;
  return Write("results.json", [&](llvm::raw_ostream &OS) {
    OS << "[";
    for (const Entry &F : Files) {
      OS << (&F == &Files.front() ? "\n" : ",\n") << "{\"" << F.kind()
         << "\": " << json::Value(json::fixUTF8(F.Of->Name))
         << ",\n\"summary\": " << json::Value(json::fixUTF8(F.summary()))
         << ",\n\"report\": ";
      if (F.Answer)
        printJson(OS, *F.Answer);
      else
        OS << "null";
      OS << "}";
    }
    OS << "\n]\n";
  });
}
