//===- WitnessFile.cpp - Witnesses that verifiers exchange ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Witness/WitnessFile.h"

#include "sooth/Support/Version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::Error;
using llvm::StringRef;
namespace yaml = llvm::yaml;

static constexpr StringRef WaypointNames[] = {
    "assumption", "branching", "function_enter", "function_return", "target"};

std::string sooth::hashOfText(StringRef Text) {
  const auto Hash = llvm::SHA256::hash(llvm::arrayRefFromStringRef(Text));
  return llvm::toHex(Hash, /*LowerCase=*/true);
}

std::string sooth::hashOfFile(StringRef Path) {
  auto File = llvm::MemoryBuffer::getFile(Path);
  return File ? hashOfText((*File)->getBuffer()) : "";
}

void sooth::setInputFiles(WitnessFile &W, llvm::ArrayRef<std::string> Files) {
  W.InputFiles.assign(Files.begin(), Files.end());
  W.Hashes.clear();
  for (const std::string &File : Files)
    W.Hashes.push_back({File, hashOfFile(File)});
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// JSON's strings are YAML's.
static std::string quoted(StringRef Text) {
  return llvm::formatv("{0}", llvm::json::Value(llvm::json::fixUTF8(Text)))
      .str();
}

namespace {
class Writer {
public:
  explicit Writer(llvm::raw_ostream &OS) : OS(OS) {}
  void line(unsigned Indent, StringRef Text) {
    OS.indent(Indent) << Text << '\n';
  }
  void pair(unsigned Indent, StringRef Key, StringRef Text) {
    line(Indent, (Key + ": " + quoted(Text)).str());
  }
  void location(unsigned Indent, const SourceLocation &Where) {
    line(Indent, "location:");
    pair(Indent + 2, "file_name", Where.File);
    line(Indent + 2, "line: " + std::to_string(Where.Line));
    if (Where.Column)
      line(Indent + 2, "column: " + std::to_string(Where.Column));
  }

private:
  llvm::raw_ostream &OS;
};
} // namespace

/// One that depends on what the witness says and when.
static std::string uuid(const WitnessFile &W, int64_t Seconds) {
  std::string Text = W.Specification + std::to_string(Seconds);
  for (const auto &[File, Hash] : W.Hashes)
    Text += Hash;
  std::string H = hashOfText(Text);
  H[12] = '4'; // of version 4 and variant 1
  H[16] = "89ab"[H[16] % 4];
  return H.substr(0, 8) + "-" + H.substr(8, 4) + "-" + H.substr(12, 4) + "-" +
         H.substr(16, 4) + "-" + H.substr(20, 12);
}

static void writeMetadata(Writer &Out, const WitnessFile &W, int64_t Seconds) {
  Out.line(2, "metadata:");
  Out.line(4, "format_version: \"2.0\"");
  Out.pair(4, "uuid", uuid(W, Seconds));
  Out.pair(4, "creation_time",
           llvm::formatv("{0:%Y-%m-%dT%H:%M:%SZ}",
                         llvm::sys::UtcTime<std::chrono::seconds>(
                             std::chrono::seconds(Seconds)))
               .str());
  Out.line(4, "producer:");
  Out.line(6, "name: \"sooth\"");
  Out.pair(6, "version", versionText());
  Out.line(4, "task:");
  Out.line(6, "input_files:");
  for (const std::string &File : W.InputFiles)
    Out.line(8, "- " + quoted(File));
  Out.line(6, "input_file_hashes:");
  for (const auto &[File, Hash] : W.Hashes)
    Out.line(8, quoted(File) + ": " + quoted(Hash));
  Out.pair(6, "specification", W.Specification);
  Out.line(6, W.Model == DataModel::Bits32 ? "data_model: \"ILP32\""
                                           : "data_model: \"LP64\"");
  Out.line(6, "language: \"C\"");
}

static void write(Writer &Out, const Waypoint &P) {
  Out.line(4, "- segment:");
  Out.line(8, "- waypoint:");
  Out.pair(12, "type", WaypointNames[size_t(P.What)]);
  Out.line(12, "action: \"follow\"");
  if (!P.Constraint.empty()) {
    Out.line(12, "constraint:");
    Out.pair(14, "value", P.Constraint);
    if (P.What == Waypoint::Kind::Assumption)
      Out.line(14, "format: \"c_expression\"");
    if (P.What == Waypoint::Kind::FunctionReturn)
      Out.line(14, "format: \"acsl_expression\"");
  }
  Out.location(12, P.Where);
}

static void write(Writer &Out, const WitnessInvariant &I) {
  Out.line(4, "- invariant:");
  Out.line(8, I.What == WitnessInvariant::Kind::Loop
                  ? "type: \"loop_invariant\""
                  : "type: \"location_invariant\"");
  Out.location(8, I.Where);
  Out.pair(8, "value", I.Value);
  Out.line(8, "format: \"c_expression\"");
}

std::string sooth::writeWitness(const WitnessFile &W, int64_t Seconds) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Writer Out(OS);
  const bool IsViolation = W.What == WitnessFile::Kind::Violation;
  Out.line(0, IsViolation ? "- entry_type: \"violation_sequence\""
                          : "- entry_type: \"invariant_set\"");
  writeMetadata(Out, W, Seconds);
  const bool IsEmpty = IsViolation ? W.Waypoints.empty() : W.Invariants.empty();
  Out.line(2, IsEmpty ? "content: []" : "content:");
  for (const Waypoint &P : W.Waypoints)
    write(Out, P);
  for (const WitnessInvariant &I : W.Invariants)
    write(Out, I);
  return Text;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
class Reader {
public:
  explicit Reader(StringRef Text)
      : Stream(Text, Sources, /*ShowColors=*/false) {
    Sources.setDiagHandler(
        [](const llvm::SMDiagnostic &D, void *Context) {
          auto &Problem = *static_cast<std::string *>(Context);
          if (Problem.empty())
            Problem = D.getMessage().str();
        },
        &Problem);
  }
  llvm::Expected<llvm::json::Value> read();

private:
  llvm::json::Value valueOf(yaml::Node *N, unsigned Depth);

  llvm::SourceMgr Sources;
  std::string Problem;
  yaml::Stream Stream;
};
} // namespace

static std::string textOf(yaml::ScalarNode &N) {
  llvm::SmallString<64> Storage;
  return llvm::json::fixUTF8(N.getValue(Storage));
}

llvm::json::Value Reader::valueOf(yaml::Node *N, unsigned Depth) {
  constexpr unsigned MaxDepth = 50;
  if (!N || Depth > MaxDepth) {
    if (Problem.empty())
      Problem = "nothing where something is expected";
    return nullptr;
  }
  if (auto *Scalar = llvm::dyn_cast<yaml::ScalarNode>(N))
    return textOf(*Scalar);
  if (auto *Block = llvm::dyn_cast<yaml::BlockScalarNode>(N))
    return llvm::json::fixUTF8(Block->getValue());
  if (auto *List = llvm::dyn_cast<yaml::SequenceNode>(N)) {
    llvm::json::Array Elements;
    for (yaml::Node &Element : *List)
      Elements.push_back(valueOf(&Element, Depth + 1));
    return Elements;
  }
  llvm::json::Object Pairs;
  if (auto *Map = llvm::dyn_cast<yaml::MappingNode>(N))
    for (yaml::KeyValueNode &Pair : *Map) {
      auto *Key = llvm::dyn_cast_or_null<yaml::ScalarNode>(Pair.getKey());
      std::string Name = Key ? textOf(*Key) : "";
      Pairs[Name] = valueOf(Pair.getValue(), Depth + 1);
    }
  return Pairs;
}

llvm::Expected<llvm::json::Value> Reader::read() {
  auto Document = Stream.begin();
  llvm::json::Value V = Document == Stream.end()
                            ? llvm::json::Value(nullptr)
                            : valueOf(Document->getRoot(), 0);
  if (!Problem.empty() || Stream.failed())
    return llvm::createStringError(Problem.empty() ? "no YAML" : Problem);
  return V;
}

static StringRef text(const llvm::json::Object *O, StringRef Key) {
  return O ? O->getString(Key).value_or("") : "";
}

static unsigned number(const llvm::json::Object *O, StringRef Key) {
  unsigned N = 0;
  text(O, Key).getAsInteger(10, N);
  return N;
}

static SourceLocation readLocation(const llvm::json::Object &O) {
  const llvm::json::Object *L = O.getObject("location");
  return {text(L, "file_name").str(), number(L, "line"), number(L, "column")};
}

static Error wrong(const llvm::Twine &What) {
  return llvm::createStringError(What);
}

static Error readWaypoint(const llvm::json::Object &O, WitnessFile &W) {
  auto Name = llvm::find(WaypointNames, text(&O, "type"));
  if (Name == std::end(WaypointNames))
    return wrong("no waypoint has the type '" + text(&O, "type") + "'");
  Waypoint P{Waypoint::Kind(Name - std::begin(WaypointNames)), readLocation(O),
             text(O.getObject("constraint"), "value").str()};
  if (P.Where.Line == 0)
    return wrong("a waypoint has no line");
  if (text(&O, "action") == "avoid") {
    W.AvoidsSome = true;
    return Error::success();
  }
  if (text(&O, "action") != "follow")
    return wrong("the action of a waypoint is 'follow' or 'avoid'");
  if (!W.Waypoints.empty() && W.Waypoints.back().What == Waypoint::Kind::Target)
    return wrong("a waypoint comes after the target");
  W.Waypoints.push_back(std::move(P));
  return Error::success();
}

static Error readSequence(const llvm::json::Array &Content, WitnessFile &W) {
  for (const llvm::json::Value &Each : Content) {
    const llvm::json::Object *O = Each.getAsObject();
    const llvm::json::Array *Segment = O ? O->getArray("segment") : nullptr;
    if (!Segment)
      return wrong("the content of a violation sequence is segments");
    for (const llvm::json::Value &Point : *Segment) {
      const llvm::json::Object *P = Point.getAsObject();
      const llvm::json::Object *Inner = P ? P->getObject("waypoint") : nullptr;
      if (!Inner)
        return wrong("a segment is waypoints");
      if (Error E = readWaypoint(*Inner, W))
        return E;
    }
  }
  if (W.Waypoints.empty() || W.Waypoints.back().What != Waypoint::Kind::Target)
    return wrong("the last waypoint is no target");
  return Error::success();
}

static Error readInvariants(const llvm::json::Array &Content, WitnessFile &W) {
  for (const llvm::json::Value &Each : Content) {
    const llvm::json::Object *O = Each.getAsObject();
    const llvm::json::Object *I = O ? O->getObject("invariant") : nullptr;
    if (!I)
      return wrong("the content of an invariant set is invariants");
    const bool IsLoop = text(I, "type") == "loop_invariant";
    if (!IsLoop && text(I, "type") != "location_invariant")
      return wrong("no invariant has the type '" + text(I, "type") + "'");
    WitnessInvariant Read{IsLoop ? WitnessInvariant::Kind::Loop
                                 : WitnessInvariant::Kind::Location,
                          readLocation(*I), text(I, "value").str()};
    if (Read.Where.Line == 0 || Read.Value.empty())
      return wrong("an invariant has no line or no value");
    if (text(I, "format") != "c_expression")
      return wrong("the format of invariants is 'c_expression'");
    W.Invariants.push_back(std::move(Read));
  }
  return Error::success();
}

static Error readEntry(const llvm::json::Object &Entry, WitnessFile &W) {
  const llvm::json::Object *Metadata = Entry.getObject("metadata");
  const llvm::json::Object *Task =
      Metadata ? Metadata->getObject("task") : nullptr;
  const llvm::json::Array *Content = Entry.getArray("content");
  if (!Task || !Content)
    return wrong("an entry has no metadata, task or content");
  if (!text(Metadata, "format_version").starts_with("2."))
    return wrong("only format 2 is read, not '" +
                 text(Metadata, "format_version") + "'");
  W.Specification = text(Task, "specification").str();
  W.Model = text(Task, "data_model") == "ILP32" ? DataModel::Bits32
                                                : DataModel::Bits64;
  if (const llvm::json::Object *Hashes = Task->getObject("input_file_hashes"))
    for (const auto &[File, Hash] : *Hashes)
      W.Hashes.push_back({File.str(), Hash.getAsString().value_or("").str()});
  if (text(&Entry, "entry_type") == "violation_sequence") {
    W.What = WitnessFile::Kind::Violation;
    return readSequence(*Content, W);
  }
  W.What = WitnessFile::Kind::Correctness;
  if (text(&Entry, "entry_type") == "invariant_set")
    return readInvariants(*Content, W);
  return wrong("no entry has the type '" + text(&Entry, "entry_type") + "'");
}

static Error readEntries(const llvm::json::Value &V, WitnessFile &W) {
  const llvm::json::Array *Entries = V.getAsArray();
  if (!Entries || Entries->empty())
    return wrong("a witness is a list of entries");
  for (const llvm::json::Value &Each : *Entries) {
    if (!Each.getAsObject())
      return wrong("an entry is no mapping");
    const WitnessFile::Kind Before = W.What;
    if (Error E = readEntry(*Each.getAsObject(), W))
      return E;
    if (&Each != &Entries->front() && W.What != Before)
      return wrong("violations and invariants are in one file");
  }
  return Error::success();
}

llvm::Expected<WitnessFile> sooth::readWitness(StringRef Path) {
  auto File = llvm::MemoryBuffer::getFile(Path);
  if (!File)
    return wrong("cannot read '" + Path + "': " + File.getError().message());
  auto Located = [&](Error E) {
    return wrong(Path + ": " + llvm::toString(std::move(E)));
  };
  auto V = Reader((*File)->getBuffer()).read();
  if (!V)
    return Located(V.takeError());
  WitnessFile W;
  if (Error E = readEntries(*V, W))
    return Located(std::move(E));
  return W;
}
