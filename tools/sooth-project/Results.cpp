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
  }
  for (Remark &I : R.Invariant)
    Shorten(I.Where);
}

Results::Results(llvm::ArrayRef<Unit> Units) {
  llvm::SmallString<128> Here;
  if (!llvm::sys::fs::current_path(Here))
    Here += llvm::sys::path::get_separator();
  for (const Unit &U : Units) {
    if (!U.IsAsked)
      continue;
    File &F = Files.emplace_back(File{&U, std::nullopt});
    if (!U.Problem.empty())
      F.Answer = Report::badInput("error: " + U.Problem + "\n");
    else
      F.Answer = readAnswer(U.Answer);
    if (!F.Answer)
      continue;
    shorten(*F.Answer, Here);
    merge(*F.Answer);
  }
  conclude();
}

/// What is violated in one file is violated; what holds, holds in all.
void Results::merge(const Report &R) {
  auto Rank = [](const AssertionReport &A) {
    return A.Outcome == Status::Safe ? 0 : A.Outcome == Status::Unknown ? 1 : 2;
  };
  for (const AssertionReport &A : R.Assertions) {
    auto [It, IsNew] =
        Places.try_emplace({A.Where.File, A.Where.Line, A.Where.Column, A.What},
                           All.Assertions.size());
    if (IsNew)
      All.Assertions.push_back(A);
    else if (Rank(A) > Rank(All.Assertions[It->second]))
      All.Assertions[It->second] = A;
  }
  llvm::append_range(All.Functions, R.Functions);
  for (const std::string &Note : R.Notes)
    if (!llvm::is_contained(All.Notes, Note))
      All.Notes.push_back(Note);
  All.Figures.add(R.Figures);
}

void Results::conclude() {
  All.Outcome = Report::Status::Safe;
  for (const File &F : Files) {
    if (!F.Answer || F.Answer->Outcome == Report::Status::BadInput)
      All.Outcome = Report::Status::Unknown;
    if (!F.Answer || F.Answer->Outcome != Report::Status::Unknown)
      continue;
    All.Outcome = Report::Status::Unknown;
    All.Reason = F.Answer->Reason;
  }
  if (llvm::any_of(All.Assertions, [](const AssertionReport &A) {
        return A.Outcome == Status::Unsafe;
      }))
    All.Outcome = Report::Status::Unsafe;
}

//===----------------------------------------------------------------------===//
// Telling
//===----------------------------------------------------------------------===//

static FunctionReport counted(llvm::ArrayRef<AssertionReport> All) {
  FunctionReport Counts;
  for (const AssertionReport &A : All)
    Counts.add(A);
  return Counts;
}

static std::string countText(llvm::ArrayRef<AssertionReport> All) {
  const FunctionReport Counts = counted(All);
  return hasChecks(Counts) ? describeChecks(Counts) : "nothing to check";
}

bool Results::File::isCompiled() const {
  return Of->Problem.empty() && llvm::sys::fs::exists(Of->Bitcode);
}

bool Results::File::isVerified() const {
  return Answer && Answer->Outcome != Report::Status::BadInput &&
         (Answer->Outcome != Report::Status::Unknown ||
          !Answer->Assertions.empty());
}

std::string Results::File::summary() const {
  if (isVerified())
    return countText(Answer->Assertions);
  if (!Answer)
    return isCompiled() ? "not verified: no answer" : "not compiled";
  return "not verified: " + (Answer->Outcome == Report::Status::BadInput
                                 ? StringRef(Answer->Errors).trim().str()
                                 : Answer->Reason.str());
}

std::string Results::summary() const {
  auto FilesOf = [](size_t N) {
    return std::to_string(N) + (N == 1 ? " file" : " files");
  };
  const size_t Left =
      llvm::count_if(Files, [](const File &F) { return !F.isVerified(); });
  return FilesOf(Files.size()) + ": " + countText(All.Assertions) +
         (Left ? "; " + FilesOf(Left) + " not verified" : "");
}

void Results::print(llvm::raw_ostream &OS,
                    llvm::ArrayRef<const AssertionReport *> New) const {
  for (const File &F : Files)
    OS << F.Of->Name << ": " << F.summary() << '\n';
  for (const AssertionReport &A : All.Assertions) {
    if (A.Outcome != Status::Unsafe)
      continue;
    OS << A.Where.str() << ": " << message(A.What)
       << (llvm::is_contained(New, &A) ? "" : " (known)") << '\n';
  }
  OS << summary() << '\n';
}

int Results::exitCode(size_t NewViolations) const {
  auto Any = [&](auto Is) { return llvm::any_of(Files, Is); };
  auto AnyWithCode = [&](int Code) {
    return Any([&](const File &F) {
      return F.Answer && F.Answer->exitCode() == Code;
    });
  };
  constexpr int Unknown = 2, BadInput = 3, Internal = 4, Nothing = 5;
  if (AnyWithCode(Internal))
    return Internal;
  if (NewViolations)
    return 1;
  if (AnyWithCode(BadInput) ||
      Any([](const File &F) { return !F.isCompiled(); }))
    return BadInput;
  if (Any([](const File &F) { return !F.Answer; }) || AnyWithCode(Unknown) ||
      counted(All.Assertions).Unknown)
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
     << "<tr><th>File<th>Checks<th>Seconds\n";
  for (const File &F : Files) {
    OS << "<tr class=\"" << classOf(F.Answer) << "\"><td>";
    if (F.Answer)
      OS << "<a href=\"" << F.Of->Page << "\">" << inHtml(F.Of->Name) << "</a>";
    else
      OS << inHtml(F.Of->Name);
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
  for (const File &F : Files)
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
    for (const File &F : Files) {
      OS << (&F == &Files.front() ? "\n" : ",\n")
         << "{\"file\": " << json::Value(json::fixUTF8(F.Of->Name))
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
