//===- Sarif.cpp - Reports as SARIF ---------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Static Analysis Results Interchange Format 2.1.0, with what GitHub demands:
// a rule with its help for each kind of check, paths from the folder that sooth
// was run in, and a fingerprint that survives changes elsewhere in the file.
//
//===----------------------------------------------------------------------===//

#include "ReasonJson.h"

#include "sooth/Driver/Report/Verdict.h"
#include "sooth/Driver/Report/Wording.h"
#include "sooth/Support/SourceFile.h"
#include "sooth/Support/Version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace sooth;
using llvm::StringRef;
namespace json = llvm::json;

static constexpr StringRef Folder = "SRCROOT";

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// What RFC 3986 allows in any part of a path stays: before a colon, it would
/// be a scheme.
static std::string percentEncoded(StringRef Path) {
  std::string Result;
  for (char C : Path) {
    if (llvm::isAlnum(C) || StringRef("-._~/!$&'()*+,;=@").contains(C))
      Result += C;
    else
      Result += "%" + llvm::toHex(StringRef(&C, 1));
  }
  return Result;
}

namespace {
/// The lines of the files that a report speaks of.
class Lines {
public:
  /// Without its end; empty if it is not known.
  StringRef line(const std::string &File, unsigned Number) {
    auto [It, IsNew] = Files.try_emplace(File);
    if (IsNew)
      read(File, It->second);
    const std::vector<std::string> &All = It->second;
    return Number && Number <= All.size() ? StringRef(All[Number - 1]) : "";
  }
  /// The column in code units of UTF-16 of one in bytes; both count from 1.
  unsigned utf16Column(const SourceLocation &Where) {
    StringRef Before =
        line(Where.File, Where.Line).take_front(Where.Column - 1);
    llvm::SmallVector<llvm::UTF16, 128> Units;
    // Of what is no text, clang counts as we do.
    if (Before.size() + 1 < Where.Column ||
        !llvm::convertUTF8ToUTF16String(Before, Units))
      return Where.Column;
    return unsigned(Units.size()) + 1;
  }

private:
  static void read(const std::string &File, std::vector<std::string> &To) {
    auto Text = readSourceFile(File);
    if (!Text)
      return;
    for (StringRef Line : llvm::split(Text->getBuffer(), '\n'))
      To.push_back(Line.rtrim('\r').str());
  }
  std::map<std::string, std::vector<std::string>> Files;
};

class SarifWriter {
public:
  json::Value log(const Report &R);
  std::string fingerprint(const AssertionReport &A);

private:
  json::Object artifact(const std::string &File) const;
  json::Object region(const SourceLocation &Where);
  json::Value location(const SourceLocation &Where, StringRef Text = "");
  json::Value flow(const AssertionReport &A);
  json::Value result(const AssertionReport &A);
  json::Value notification(StringRef Level, StringRef Text,
                           const SourceLocation &Where = {});
  json::Value invocation(const Report &R);

  Lines Sources;
  /// How often a line with the same text had a result.
  std::map<std::string, unsigned> Seen;
};
} // namespace

json::Object SarifWriter::artifact(const std::string &File) const {
  if (llvm::sys::path::is_absolute(File))
    return json::Object{{"uri", "file://" + percentEncoded(File)}};
  return json::Object{{"uri", percentEncoded(File)}, {"uriBaseId", Folder}};
}

/// From a column to the end of the word there.
json::Object SarifWriter::region(const SourceLocation &Where) {
  json::Object Region{{"startLine", Where.Line}};
  if (!Where.Column)
    return Region;
  StringRef Line = Sources.line(Where.File, Where.Line);
  const size_t Length =
      Line.drop_front(std::min<size_t>(Where.Column - 1, Line.size()))
          .take_while([](char C) { return llvm::isAlnum(C) || C == '_'; })
          .size();
  const unsigned Column = Sources.utf16Column(Where);
  Region["startColumn"] = Column;
  Region["endColumn"] = Column + unsigned(std::max<size_t>(Length, 1));
  return Region;
}

json::Value SarifWriter::location(const SourceLocation &Where, StringRef Text) {
  json::Object O;
  if (!Text.empty())
    O["message"] = json::Object{{"text", jsonText(Text)}};
  if (Where.isValid() && !Where.File.empty())
    O["physicalLocation"] = json::Object{
        {"artifactLocation", artifact(Where.File)}, {"region", region(Where)}};
  return O;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The kinds of checks, and what a violation of each is.
static constexpr std::pair<StringRef, StringRef> Rules[] = {
#define WRITTEN_CHECK(NAME, VIOLATION) {NAME, VIOLATION},
#include "sooth/Frontend/LLVM/Base/Checks.def"
#define SANITIZER_CHECK(KIND, NAME, SANITIZER, VIOLATION, ...)                 \
  {NAME, VIOLATION},
#include "sooth/Frontend/LLVM/Base/Checks.def"
#define MEMORY_CHECK(KIND, NAME, VIOLATION) {NAME, VIOLATION},
#include "sooth/Frontend/LLVM/Base/Checks.def"
    {"undefined", "Other behaviour that C does not define."},
    {"property", "A property of a model is violated."},
};

static json::Value textObject(StringRef Text) {
  return json::Object{{"text", jsonText(Text)}};
}

static json::Array rules() {
  json::Array All;
  for (auto [Id, Text] : Rules)
    All.push_back(json::Object{
        {"id", Id},
        {"shortDescription", textObject(Text)},
        {"fullDescription",
         textObject((Text +
                     " The result shows a run of the program on which this "
                     "happens.")
                        .str())},
        {"help", textObject((Text + " Follow the steps of the run to where it "
                                    "happens; sooth --harness=FILE writes a "
                                    "program that replays it.")
                                .str())},
        {"defaultConfiguration", json::Object{{"level", "error"}}},
        {"properties", json::Object{{"tags", json::Array{"correctness"}},
                                    {"precision", "very-high"},
                                    {"problem.severity", "error"}}}});
  return All;
}

static size_t ruleOf(const AssertionReport &A) {
  const auto *Rule = llvm::find_if(
      Rules, [&](const auto &Entry) { return Entry.first == A.Check; });
  return Rule == std::end(Rules) ? std::size(Rules) - 1 : Rule - Rules;
}

/// Of a long run the beginning and the end: GitHub takes no more.
json::Value SarifWriter::flow(const AssertionReport &A) {
  constexpr size_t AtBegin = 1000, AtEnd = 8000;
  json::Array Steps;
  const std::vector<StoryStep> Told = outsideLibrary(A.Trace);
  for (size_t I = 0; I < Told.size(); ++I) {
    if (I == AtBegin && Told.size() > AtBegin + AtEnd)
      I = Told.size() - AtEnd;
    Steps.push_back(
        json::Object{{"location", location(Told[I].Where, wordsFor(Told[I]))}});
  }
  Steps.push_back(json::Object{{"location", location(A.Where, message(A.What))},
                               {"importance", "essential"}});
  json::Object Thread{{"locations", std::move(Steps)}};
  return json::Object{{"threadFlows", json::Array{std::move(Thread)}}};
}

/// Of the rule and the text of the line, not of where that is.
std::string SarifWriter::fingerprint(const AssertionReport &A) {
  std::string Text =
      A.Check + "\n" + Sources.line(A.Where.File, A.Where.Line).trim().str();
  const unsigned Before = Seen[A.Where.File + "\n" + Text]++;
  const auto Hash = llvm::SHA256::hash(llvm::arrayRefFromStringRef(Text));
  return llvm::toHex(Hash, /*LowerCase=*/true).substr(0, 16) + ":" +
         std::to_string(Before + 1);
}

json::Value SarifWriter::result(const AssertionReport &A) {
  const size_t Rule = ruleOf(A);
  json::Object Result{{"ruleId", Rules[Rule].first},
                      {"ruleIndex", Rule},
                      {"kind", "fail"},
                      {"level", "error"},
                      {"message", textObject(message(A.What))},
                      {"locations", json::Array{location(A.Where)}},
                      {"codeFlows", json::Array{flow(A)}}};
  if (A.Suppressed)
    Result["suppressions"] = json::Array{
        json::Object{{"kind", "inSource"},
                     {"location", location(A.Suppressed->Where)},
                     {"justification", jsonText(A.Suppressed->Reason)}}};
  if (A.Where.isValid())
    Result["partialFingerprints"] =
        json::Object{{"primaryLocationLineHash", fingerprint(A)}};
  return Result;
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

json::Value SarifWriter::notification(StringRef Level, StringRef Text,
                                      const SourceLocation &Where) {
  json::Object O{{"level", Level}, {"message", textObject(Text)}};
  if (Where.isValid())
    O["locations"] = json::Array{location(Where)};
  return O;
}

/// What there is to know besides the violations.
json::Value SarifWriter::invocation(const Report &R) {
  json::Array Notifications;
  for (const std::string &Note : R.Notes)
    Notifications.push_back(notification("note", Note));
  for (const AssertionReport &A : R.Assertions)
    if (A.Outcome == AssertionReport::Status::Unknown)
      Notifications.push_back(
          A.Suppressed ? notification("note",
                                      requirement(A.What) + ": suppressed: " +
                                          A.Suppressed->Reason,
                                      A.Where)
                       : notification("warning",
                                      requirement(A.What) +
                                          ": unknown: " + A.Reason.str(),
                                      A.Where));
  if (R.Outcome == Report::Status::Unknown)
    Notifications.push_back(notification(isBroken(R) ? "error" : "warning",
                                         "unknown: " + R.Reason.str()));
  if (R.Explored)
    Notifications.push_back(
        notification("note", describeExplored(*R.Explored)));
  if (R.Costly)
    Notifications.push_back(notification("note", describeCostly(*R.Costly)));
  if (R.Outcome == Report::Status::NothingToCheck)
    Notifications.push_back(notification("warning", "nothing to check"));
  const bool IsBad = R.Outcome == Report::Status::BadInput;
  if (IsBad)
    Notifications.push_back(notification("error", R.Errors));
  return json::Object{{"executionSuccessful", !IsBad && !isBroken(R)},
                      {"exitCode", R.exitCode()},
                      {"toolExecutionNotifications", std::move(Notifications)}};
}

static json::Object baseFolders() {
  llvm::SmallString<128> Here;
  if (llvm::sys::fs::current_path(Here))
    return {};
  return json::Object{
      {Folder,
       json::Object{{"uri", "file://" + percentEncoded(Here) + "/"},
                    {"description", textObject("The folder that sooth was run "
                                               "in.")}}}};
}

json::Value SarifWriter::log(const Report &R) {
  json::Array Results;
  for (const AssertionReport &A : R.Assertions)
    if (A.Outcome == AssertionReport::Status::Unsafe)
      Results.push_back(result(A));
  json::Object Driver{{"name", "sooth"},
                      {"version", versionText()},
                      {"semanticVersion", versionText()},
                      {"rules", rules()}};
  json::Object Run{{"tool", json::Object{{"driver", std::move(Driver)}}},
                   {"columnKind", "utf16CodeUnits"},
                   {"originalUriBaseIds", baseFolders()},
                   {"invocations", json::Array{invocation(R)}},
                   {"results", std::move(Results)}};
  return json::Object{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", json::Array{std::move(Run)}}};
}

std::vector<std::pair<const AssertionReport *, std::string>>
sooth::fingerprints(const Report &R) {
  SarifWriter Writer;
  std::vector<std::pair<const AssertionReport *, std::string>> All;
  for (const AssertionReport &A : R.Assertions)
    if (A.Outcome == AssertionReport::Status::Unsafe) {
      std::string Text = Writer.fingerprint(A);
      if (!A.Suppressed)
        All.emplace_back(&A, A.Where.File + ":" + A.Check + ":" + Text);
    }
  return All;
}

void sooth::printSarif(llvm::raw_ostream &OS, const Report &R) {
  OS << llvm::formatv("{0:2}", SarifWriter().log(R)) << '\n';
}
