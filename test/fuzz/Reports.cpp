//===- Reports.cpp - Reports and witnesses with any strings ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, messages and paths come from programs, and may have any bytes. What is
// written must be JSON (or YAML), from which the same strings are read.
//
//===----------------------------------------------------------------------===//

#include "FileFindings.h"
#include "Readers.h"
#include "Report/ReasonJson.h"

#include "sooth/Driver/Report/Report.h"
#include "sooth/Driver/Witness/WitnessFile.h"
#include "sooth/LanguageServer/Transport.h"
#include "sooth/LanguageServer/Uri.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <fuzzer/FuzzedDataProvider.h>

#include <set>

using namespace sooth;
using llvm::StringRef;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Reports of bytes
//===----------------------------------------------------------------------===//

namespace {
/// The same bytes make the same report. What it makes is as whoever makes
/// reports promises; strings have any bytes.
class Maker {
public:
  /// \p Source is a file that is there.
  Maker(StringRef Bytes, std::string Source)
      : Data(reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size()),
        Source(std::move(Source)) {}

  Report report();
  WitnessFile witness();

private:
  using StepKind = StoryStep::Kind;

  std::string text() { return Data.ConsumeRandomLengthString(64); }
  bool flag() { return Data.ConsumeBool(); }
  unsigned number() { return Data.ConsumeIntegral<unsigned>(); }
  uint64_t large() { return Data.ConsumeIntegral<uint64_t>(); }
  template <class Enum> Enum oneOf(Enum Last) {
    return Enum(Data.ConsumeIntegralInRange<unsigned>(0, unsigned(Last)));
  }
  /// As many as the bytes say, at most \p Most.
  template <class F> auto several(F Make, unsigned Most = 3) {
    std::vector<decltype(Make())> All;
    for (unsigned N = Data.ConsumeIntegralInRange(0u, Most); N; --N)
      All.push_back(Make());
    return All;
  }
  std::vector<std::string> texts() {
    return several([&] { return text(); });
  }

  std::string file();
  SourceLocation place();
  NamedObject object();
  Failure failure();
  UnknownReason reason(unsigned Depth);
  Need need();
  std::vector<Need> needs() {
    return several([&] { return need(); });
  }
  AccessPath path();
  StoryValue value();
  StoryStep step();
  std::vector<StoryStep> story();
  StoryStep cycle(size_t Values);
  std::string check();
  AssertionReport assertion();
  UnknownCheck unknownCheck();
  FunctionReport function();
  LoopInvariant invariant();
  Certificate certificate();

  FuzzedDataProvider Data;
  const std::string Source;
};
} // namespace

/// None but the source is there, whatever the bytes say.
std::string Maker::file() {
  switch (Data.ConsumeIntegralInRange(0, 3)) {
  case 0:
    return "";
  case 1:
    return "no folder/" + text();
  case 2:
    return "/no folder/" + text();
  default:
    return Source;
  }
}

SourceLocation Maker::place() {
  SourceLocation Where{file()};
  // Most are in the source.
  Where.Line = flag() ? Data.ConsumeIntegralInRange(0u, 9u) : number();
  Where.Column = flag() ? Data.ConsumeIntegralInRange(0u, 40u) : number();
  return Where;
}

NamedObject Maker::object() {
  NamedObject O{oneOf(NamedObject::Kind::OfCaller), text()};
  if (flag())
    O.Size = large();
  O.Line = number();
  return O;
}

Failure Maker::failure() {
  Failure F(oneOf(Failure::Kind::CalledBack), text(), large());
  F.Objects = several([&] { return object(); });
  F.Lines = several([&] { return number(); });
  F.IsWrite = flag();
  F.IsPossible = flag();
  return F;
}

UnknownReason Maker::reason(unsigned Depth) {
  UnknownReason R{oneOf(UnknownReason::Kind::Internal)};
  R.Why =
      Cause(oneOf(Cause::Kind(unsigned(Cause::Kind::End) - 1)), text(), text());
  R.Why.Number = large();
  if (R.Why.What == Cause::Kind::Fault)
    R.Why.Fault = failure();
  R.Where = place();
  R.Help = oneOf(Remedy::JoinedMembers);
  if (flag())
    R.Depth = number();
  R.Engine = text();
  if (Depth)
    R.Each = several([&] { return reason(Depth - 1); });
  return R;
}

Need Maker::need() {
  auto Callee = [&] { return Need::Callee{text(), text(), flag()}; };
  Need N{.What = oneOf(Need::Kind::Extent),
         .Given = {text(), number()},
         .Other = {text(), number()},
         .MayBeNull = flag(),
         .IsNatural = flag(),
         .Bytes = large(),
         .Before = large()};
  N.After = oneOf(Need::Left::ValidAndUsed);
  N.Places = several([&] { return place(); });
  N.Needy = several(Callee);
  N.Changing = several(Callee);
  N.Expressions = texts();
  // What it is about is there.
  N.Places.resize(std::max<size_t>(N.Places.size(), 1));
  N.Needy.resize(std::max<size_t>(N.Needy.size(), 1));
  N.Expressions.resize(3);
  if (N.What == Need::Kind::StoredIndices || N.What == Need::Kind::KeptMembers)
    N.Expressions.pop_back();
  return N;
}

AccessPath Maker::path() {
  return AccessPath(text(), several([&] {
                      return AccessPath::Step{
                          oneOf(AccessPath::Step::Kind::Target), text(),
                          large()};
                    }));
}

StoryValue Maker::value() {
  StoryValue V{path(), text(), oneOf(ShownValue::Role::Result)};
  V.Target = text();
  V.Column = oneOf(StoryValue::Part::Output);
  V.Signal = oneOf(StoryValue::Level::High);
  return V;
}

StoryStep Maker::step() {
  StoryStep S{oneOf(StepKind::Fails), place()};
  S.Values = several([&] { return value(); });
  if (S.Values.empty())
    S.Values.push_back(value());
  if (S.What == StepKind::Elements)
    S.Values.front().Path.Inside.push_back(
        {AccessPath::Step::Kind::Element, "", large()});
  S.Function = text();
  S.Holds = flag();
  S.Number = large();
  S.Text = {text(), flag() ? "<" : "", text()};
  S.Failing = failure();
  return S;
}

StoryStep Maker::cycle(size_t Values) {
  StoryStep S{StepKind::Cycle, place()};
  S.Number = large();
  for (size_t I = 0; I < Values; ++I)
    S.Values.push_back(value());
  return S;
}

/// Of a controller each step has the same variables.
std::vector<StoryStep> Maker::story() {
  if (flag())
    return several([&] { return step(); }, 5);
  const size_t Values = Data.ConsumeIntegralInRange<size_t>(0, 3);
  return several([&] { return cycle(Values); }, 14);
}

std::string Maker::check() {
  return Data.PickValueInArray<const char *>(
      {"", "assert", "access", "overflow", "div", "undefined", "property"});
}

AssertionReport Maker::assertion() {
  AssertionReport A;
  A.Outcome = oneOf(AssertionReport::Status::Unknown);
  A.What = failure();
  A.Where = place();
  A.Check = check();
  if (A.Outcome == AssertionReport::Status::Unsafe)
    A.Trace = story();
  A.Assumed = texts();
  A.Again = {text(), text(), {}, text()};
  A.Again.Plan.How = oneOf(ReplayPlan::Unset::Painted);
  A.Again.Plan.Obstacle = text();
  A.Reason = reason(1);
  A.Needs = needs();
  A.IsRestated = flag();
  A.ByCheapestMeans = flag();
  return A;
}

UnknownCheck Maker::unknownCheck() {
  UnknownCheck C;
  C.Where = place();
  C.What = failure();
  C.Reason = reason(0);
  return C;
}

FunctionReport Maker::function() {
  FunctionReport F{text(),
                   place(),
                   number(),
                   number(),
                   number(),
                   number(),
                   number(),
                   {},
                   {},
                   needs(),
                   Data.ConsumeFloatingPointInRange(0.0, 1e9),
                   needs()};
  F.UnknownChecks = several([&] { return unknownCheck(); });
  if (flag())
    F.NotVerified = reason(0);
  return F;
}

LoopInvariant Maker::invariant() { return {place(), text(), needs()}; }

Certificate Maker::certificate() {
  Certificate C;
  C.What = oneOf(Certificate::Kind::Run);
  C.K = number();
  C.IsOnDifferentStates = flag();
  C.Model = text();
  C.Evidence = text();
  C.Origin = "the program";
  C.Claims = texts();
  C.Violated = number();
  return C;
}

Report Maker::report() {
  Report R;
  R.Outcome = oneOf(Report::Status::NothingToCheck);
  R.Reason = reason(1);
  R.Errors = text();
  R.Assertions = several([&] { return assertion(); });
  if (flag())
    R.Explored = {several([&] { return place(); }), number()};
  if (flag())
    R.Costly = {place(), number(), oneOf(CostlyPart::Operation::FloatingPoint),
                number(), place()};
  R.Functions = several([&] { return function(); });
  R.Environment = needs();
  R.HasOutside = flag();
  R.HasSummaries = flag();
  R.HasStrings = flag();
  R.HasCounts = flag();
  R.Written = number();
  R.Engine = "kind";
  R.Proof = "k-induction with k = 3";
  R.Invariant = several([&] { return Remark{place(), text()}; });
  R.InvariantInC = several([&] { return invariant(); });
  R.ClaimedInC = several([&] { return invariant(); });
  R.Witness = oneOf(Report::Validation::Unknown);
  R.WhyWitness = text();
  R.Explanation = text();
  R.Notes = texts();
  R.Figures.set("time.total.seconds",
                Data.ConsumeFloatingPointInRange(0.0, 1e9));
  R.Certificates = several([&] { return certificate(); });
  R.OpenLimits = texts();
  R.PreparedHash = "0123456789abcdef";
  R.Outputs = several([&] { return Report::Output{text(), text()}; });
  return R;
}

WitnessFile Maker::witness() {
  WitnessFile W;
  W.What = oneOf(WitnessFile::Kind::Correctness);
  W.InputFiles = texts();
  // Keys of a mapping: each is there once.
  std::set<std::string> Names;
  for (const std::string &Name : W.InputFiles)
    if (Names.insert(jsonText(Name)).second)
      W.Hashes.emplace_back(Name, text());
  W.Specification = text();
  W.Model = oneOf(DataModel::Bits64);
  auto At = [&] {
    SourceLocation Where{text(), number(), number()};
    Where.Line = std::max(Where.Line, 1u);
    return Where;
  };
  if (W.What == WitnessFile::Kind::Correctness) {
    W.Invariants = several([&] {
      return WitnessInvariant{oneOf(WitnessInvariant::Kind::Location), At(),
                              "x" + text()};
    });
    return W;
  }
  W.Waypoints = several([&] {
    return Waypoint{oneOf(Waypoint::Kind::FunctionReturn), At(), text()};
  });
  W.Waypoints.push_back({Waypoint::Kind::Target, At()});
  return W;
}

//===----------------------------------------------------------------------===//
// What writers make of them
//===----------------------------------------------------------------------===//

static json::Object parsed(StringRef Written) {
  json::Value V = readAgain(json::parse(Written), Written);
  if (!V.getAsObject())
    fail("no object", Written);
  return std::move(*V.getAsObject());
}

/// What is written is \p Text, but for what is not UTF-8.
static void expectText(const json::Object *O, StringRef Key, StringRef Text) {
  if (!O || O->getString(Key) != jsonText(Text))
    fail("another text at " + Key.str(), Text);
}

/// The objects of an array of as many.
static std::vector<const json::Object *>
objectsAt(const json::Object &O, StringRef Key, size_t Count) {
  std::vector<const json::Object *> All;
  if (const json::Array *A = O.getArray(Key))
    for (const json::Value &V : *A)
      All.push_back(V.getAsObject());
  if (All.size() != Count || llvm::is_contained(All, nullptr))
    fail("not so many at " + Key.str(), textOf(json::Object(O)));
  return All;
}

template <class F> static std::string written(F Print) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Print(OS);
  return Text;
}

static void checkJson(const Report &R) {
  const json::Object O = parsed(written([&](auto &OS) { printJson(OS, R); }));
  const auto Assertions = objectsAt(O, "assertions", R.Assertions.size());
  for (auto [A, Encoded] : llvm::zip(R.Assertions, Assertions)) {
    expectText(Encoded, "message", message(A.What));
    expectText(Encoded, "name", requirement(A.What));
    if (!A.Where.File.empty())
      expectText(Encoded, "file", A.Where.File);
    if (A.Outcome != AssertionReport::Status::Unsafe)
      continue;
    const auto Trace = objectsAt(*Encoded, "trace", A.Trace.size());
    for (auto [S, Step] : llvm::zip(A.Trace, Trace))
      if (!S.Function.empty())
        expectText(Step, "function", S.Function);
  }
  if (const json::Array *Notes = O.getArray("notes"))
    for (auto [Note, Encoded] : llvm::zip(R.Notes, *Notes))
      if (Encoded.getAsString() != jsonText(Note))
        fail("another note", Note);
}

/// The file that \p Location, an object of SARIF, is about.
static void expectFile(const json::Object *Location, const std::string &File) {
  const json::Object *Physical =
      Location ? Location->getObject("physicalLocation") : nullptr;
  const json::Object *Artifact =
      Physical ? Physical->getObject("artifactLocation") : nullptr;
  StringRef Uri = Artifact ? Artifact->getString("uri").value_or("") : "";
  // A relative one has no scheme, whatever it is called.
  const bool IsAbsolute = llvm::sys::path::is_absolute(File);
  const std::string Read =
      IsAbsolute ? pathOfUri(Uri) : pathOfUri(("file:///" + Uri).str());
  if (Read != (IsAbsolute ? File : "/" + File))
    fail("another file", Read);
}

static void checkSarif(const Report &R) {
  const json::Object O = parsed(written([&](auto &OS) { printSarif(OS, R); }));
  const json::Object &Run = *objectsAt(O, "runs", 1).front();
  std::vector<const AssertionReport *> Violated;
  for (const AssertionReport &A : R.Assertions)
    if (A.Outcome == AssertionReport::Status::Unsafe)
      Violated.push_back(&A);
  const auto Results = objectsAt(Run, "results", Violated.size());
  for (auto [A, Result] : llvm::zip(Violated, Results)) {
    expectText(Result->getObject("message"), "text", message(A->What));
    if (A->Where.isValid() && !A->Where.File.empty())
      expectFile(objectsAt(*Result, "locations", 1).front(), A->Where.File);
    const auto Flows = objectsAt(*Result, "codeFlows", 1);
    const auto Threads = objectsAt(*Flows.front(), "threadFlows", 1);
    objectsAt(*Threads.front(), "locations", A->Trace.size() + 1);
  }
  if (fingerprints(R).size() != Violated.size())
    fail("not so many fingerprints", "");
}

/// The page has the report as JSON, in an element that no text of it ends.
static void checkHtml(const Report &R, const std::string &Source) {
  const std::string Page =
      written([&](auto &OS) { printHtml(OS, R, {Source}); });
  StringRef Data = StringRef(Page).split("id=\"report\">").second;
  const json::Object O = parsed(Data.split("</script>").first);
  objectsAt(O, "checks", R.Assertions.size());
}

/// What is shown in an editor, and sent to it.
static void checkDiagnostics(const Report &R, const std::string &Source,
                             StringRef Text) {
  FileAnswer A{R, {}, {}, ""};
  for (const FunctionReport &F : R.Functions)
    A.Functions.push_back({F.Name, F.Where});
  const SourceText Known{Text.str()};
  const std::string Real = realPath(Source);
  auto TextOf = [&](const std::string &File) {
    return File == Real ? &Known : nullptr;
  };
  // One way for each length.
  constexpr ColumnUnit Units[] = {ColumnUnit::Utf8, ColumnUnit::Utf16,
                                  ColumnUnit::Utf32};
  const FileFindings F = findingsOf(A, Source, TextOf, Units[Text.size() % 3]);
  const RunAs How =
      Text.size() % 2 ? RunAs::RelatedInformation : RunAs::Message;
  MessageReader Reader;
  Reader.append(framed(diagnosticsOf(F, How, /*WithHints=*/true)));
  auto M = readAgain(Reader.next(), "a message");
  if (!M)
    fail("no whole message", "");
  const json::Value V = readAgain(json::parse(M->body()), M->body());
  if (!V.getAsArray() ||
      V.getAsArray()->size() != F.Violations.size() + F.Hints.size())
    fail("not so many diagnostics", M->body());
}

/// What was read is written, and read as the same.
static Report throughJson(const Report &R, std::string &Written) {
  Written = textOf(encodeReport(R));
  return readAgain(decodeReport(json::Value(parsed(Written))), Written);
}

/// Returns what was read first.
static Report checkEncoding(const Report &R) {
  std::string First, Second;
  Report Once = throughJson(R, First);
  const Report Twice = throughJson(Once, Second);
  if (textOf(encodeReport(Twice)) != Second)
    fail("another report", Second);
  return Once;
}

/// Two reports, but for what is not UTF-8.
static void expectSame(const Report &R, const Report &Read) {
  auto Same = [](StringRef A, StringRef B) { return jsonText(A) == B; };
  bool IsSame = R.Outcome == Read.Outcome && Same(R.Errors, Read.Errors) &&
                R.Assertions.size() == Read.Assertions.size() &&
                R.Functions.size() == Read.Functions.size() &&
                R.Environment.size() == Read.Environment.size() &&
                R.Certificates.size() == Read.Certificates.size() &&
                R.Outputs.size() == Read.Outputs.size() &&
                R.Notes.size() == Read.Notes.size();
  for (auto [A, B] : llvm::zip(R.Assertions, Read.Assertions)) {
    IsSame &= A.Outcome == B.Outcome && A.Check == B.Check &&
              A.What.What == B.What.What && A.What.Number == B.What.Number &&
              Same(A.What.Subject, B.What.Subject) &&
              A.Needs.size() == B.Needs.size() &&
              A.Trace.size() == B.Trace.size() &&
              (A.Again.Harness.empty() || A.Again.Plan.How == B.Again.Plan.How);
    for (auto [N, M] : llvm::zip(A.Needs, B.Needs))
      IsSame &= N.What == M.What && N.Bytes == M.Bytes &&
                N.Before == M.Before && N.Places.size() == M.Places.size();
    for (auto [S, T] : llvm::zip(A.Trace, B.Trace)) {
      IsSame &= S.What == T.What && S.Values.size() == T.Values.size() &&
                S.Number == T.Number;
      for (auto [V, W] : llvm::zip(S.Values, T.Values))
        IsSame &=
            Same(V.Text, W.Text) && Same(V.Path.Variable, W.Path.Variable);
    }
  }
  // Of binary formats every byte counts.
  for (auto [A, B] : llvm::zip(R.Outputs, Read.Outputs))
    IsSame &= A.Text == B.Text;
  if (!IsSame)
    fail("another report",
         textOf(encodeReport(R)) + "\n" + textOf(encodeReport(Read)));
}

static void checkText(const Report &R) {
  using Section = ReportStyle::Section;
  written([&](auto &OS) {
    printText(OS, R,
              {Section::Shown, Section::Shown, Section::Shown, Section::Shown});
  });
}

/// The first byte chooses the writer, the others make the report.
void sooth::writesReport(StringRef Bytes) {
  if (Bytes.empty())
    return;
  const unsigned Writer = static_cast<unsigned char>(Bytes.front()) % 6;
  Bytes = Bytes.drop_front();
  // The next ones are the source, too.
  const StringRef Text = Bytes.take_front(Bytes.size() % 200);
  const UnnamedFile Source(Text);
  const Report R = Maker(Bytes, Source.path()).report();
  switch (Writer) {
  case 0:
    return checkJson(R);
  case 1:
    return checkSarif(R);
  case 2:
    return checkHtml(R, Source.path());
  case 3:
    return checkDiagnostics(R, Source.path(), Text);
  case 4:
    return expectSame(R, checkEncoding(R));
  case 5:
    return checkText(R);
  }
}

void sooth::readsReport(StringRef Text) {
  auto V = json::parse(Text);
  if (!V)
    return llvm::consumeError(V.takeError());
  auto R = valueOf(decodeReport(*V));
  if (!R)
    return;
  checkEncoding(*R);
}

void sooth::writesWitness(StringRef Bytes) {
  const WitnessFile W = Maker(Bytes, "").witness();
  const std::string Written = writeWitness(W, 1700000000);
  const UnnamedFile File(Written);
  const WitnessFile Read = readAgain(readWitness(File.path()), Written);
  auto Same = [](StringRef A, StringRef B) { return jsonText(A) == B; };
  auto SamePlace = [&](const SourceLocation &A, const SourceLocation &B) {
    return Same(A.File, B.File) && A.Line == B.Line && A.Column == B.Column;
  };
  bool IsSame = W.What == Read.What && W.Model == Read.Model &&
                Same(W.Specification, Read.Specification) &&
                W.Hashes.size() == Read.Hashes.size() &&
                W.Waypoints.size() == Read.Waypoints.size() &&
                W.Invariants.size() == Read.Invariants.size();
  for (auto [A, B] : llvm::zip(W.Waypoints, Read.Waypoints))
    IsSame &= A.What == B.What && SamePlace(A.Where, B.Where) &&
              Same(A.Constraint, B.Constraint);
  for (auto [A, B] : llvm::zip(W.Invariants, Read.Invariants))
    IsSame &= A.What == B.What && SamePlace(A.Where, B.Where) &&
              Same(A.Value, B.Value);
  if (!IsSame)
    fail("another witness", Written);
}
