//===- Compile.cpp - What the Solidity compiler says of a file ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/Solidity/Compile.h"

#include "Annotations.h"
#include "Lines.h"

#include "sooth/Support/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace sooth;
using namespace sooth::solidity;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace json = llvm::json;

namespace {
class Compilation {
public:
  explicit Compilation(std::string Command) : Command(std::move(Command)) {}
  Expected<json::Value> run(StringRef Path);

private:
  Error addSource(StringRef Path);
  Error addImports(StringRef Path, StringRef Text);
  /// Compiles the sources with \p Inserted, and keeps the trees.
  Error compile(const Annotations &Inserted);
  Expected<std::string> runCompiler(const std::string &Question) const;
  Error errorsIn(const json::Object &Answer, const Annotations &Inserted) const;
  std::vector<Node> trees() const;
  json::Value bundle(Annotations Inserted);

  std::string Command;
  std::vector<std::string> Names, Texts;
  json::Value Answer = nullptr;
};
} // namespace

static Error failure(const llvm::Twine &What) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), What);
}

/// Calls \p Take with \p Folder and all around it, from the inside.
static void forEachFolder(StringRef Folder,
                          llvm::function_ref<void(StringRef)> Take) {
  for (; !Folder.empty(); Folder = llvm::sys::path::parent_path(Folder))
    Take(Folder);
}

std::vector<std::string> sooth::nodeModules() {
  std::vector<std::string> Found;
  auto Add = [&](StringRef Folder) {
    llvm::SmallString<128> Modules(Folder);
    llvm::sys::path::append(Modules, "node_modules");
    if (llvm::sys::fs::is_directory(Modules))
      Found.push_back(Modules.str().str());
  };
  llvm::SmallString<128> Here;
  llvm::sys::fs::current_path(Here);
  forEachFolder(Here, Add);
  const std::string Program =
      llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  forEachFolder(llvm::sys::path::parent_path(Program), Add);
  return Found;
}

/// On the path, or where npm installs it for a project, or where bootstrap
/// does, in the folder that this program was built in.
static Expected<std::string> findCompiler() {
  for (StringRef Name : {"solc", "solcjs"})
    if (auto Found = llvm::sys::findProgramByName(Name))
      return *Found;
  for (const std::string &Modules : nodeModules()) {
    llvm::SmallString<128> Local(Modules);
    llvm::sys::path::append(Local, ".bin", "solcjs");
    if (llvm::sys::fs::can_execute(Local))
      return Local.str().str();
  }
  return failure("no Solidity compiler is found: install solc, or run 'npm "
                 "install solc', or say where it is with --solc");
}

/// Names of sources have no dots as the compiler would take them away, too.
static std::string sourceName(StringRef Path) {
  llvm::SmallString<128> Name = Path;
  llvm::sys::path::remove_dots(Name, /*remove_dot_dot=*/true);
  return Name.str().str();
}

Error Compilation::addSource(StringRef Path) {
  std::string Name = sourceName(Path);
  if (llvm::is_contained(Names, Name))
    return Error::success();
  auto Text = llvm::MemoryBuffer::getFile(Name, /*IsText=*/true);
  if (!Text)
    return failure("cannot read '" + Name + "': " + Text.getError().message());
  Names.push_back(Name);
  Texts.push_back((*Text)->getBuffer().str());
  return addImports(Name, (*Text)->getBuffer());
}

/// What follows the word import, up to a semicolon, has one text: the path.
Error Compilation::addImports(StringRef Path, StringRef Text) {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    StringRef Import = Line.ltrim();
    if (!Import.consume_front("import") || Import.empty() ||
        !StringRef(" \t\"'{*").contains(Import.front())) {
      Text = Rest;
      continue;
    }
    Import = Text.drop_front(Import.data() - Text.data());
    auto [Directive, After] = Import.split(';');
    Text = After;
    StringRef Quoted = Directive.drop_front(
        std::min(Directive.size(), Directive.find_first_of("\"'")));
    if (Quoted.empty())
      continue;
    Quoted = Quoted.drop_front().take_until(
        [Quote = Quoted.front()](char C) { return C == Quote; });
    llvm::SmallString<128> Where;
    if (Quoted.starts_with("."))
      Where = llvm::sys::path::parent_path(Path);
    llvm::sys::path::append(Where, Quoted);
    if (Error E = addSource(Where))
      return E;
  }
  return Error::success();
}

Expected<std::string>
Compilation::runCompiler(const std::string &Question) const {
  llvm::SmallString<128> In, Out;
  int Descriptor = -1;
  if (auto Failed =
          llvm::sys::fs::createTemporaryFile("sooth", "json", Descriptor, In))
    return failure("no temporary file: " + Failed.message());
  llvm::FileRemover RemoveIn(In);
  {
    llvm::raw_fd_ostream OS(Descriptor, /*shouldClose=*/true);
    OS << Question;
  }
  if (auto Failed = llvm::sys::fs::createTemporaryFile("sooth", "json", Out))
    return failure("no temporary file: " + Failed.message());
  llvm::FileRemover RemoveOut(Out);
  std::string Message;
  const int Code = llvm::sys::ExecuteAndWait(
      Command, {Command, "--standard-json"}, std::nullopt,
      {StringRef(In), StringRef(Out), StringRef("")}, 0, 0, &Message);
  if (Code < 0)
    return failure("cannot run '" + Command + "': " + Message);
  auto Text = llvm::MemoryBuffer::getFile(Out);
  if (!Text)
    return failure("'" + Command + "' has no answer");
  return (*Text)->getBuffer().str();
}

Error Compilation::errorsIn(const json::Object &Answer,
                            const Annotations &Inserted) const {
  Error All = Error::success();
  const json::Array *Errors = Answer.getArray("errors");
  for (const json::Value &V : Errors ? *Errors : json::Array()) {
    Node E(V.getAsObject());
    if (E.text("severity") != "error")
      continue;
    Node Where = E.child("sourceLocation");
    const size_t File =
        llvm::find(Names, Where.text("file").str()) - Names.begin();
    SourceLocation At;
    std::string Message = E.text("message").str();
    if (File < Names.size() && Where.number("start") >= 0) {
      OriginalPlace P = originalPlace(Inserted.Insertions[File],
                                      unsigned(Where.number("start")));
      At = Lines(Names[File], Texts[File]).at(P.Offset);
      if (P.Annotation >= 0) {
        const Annotation &A = Inserted.All[P.Annotation];
        At = Lines(Names[File], Texts[File]).at(A.Owner);
        Message += " (in annotation '" + A.Text + "')";
      }
    }
    All = llvm::joinErrors(std::move(All),
                           llvm::make_error<Diagnostic>(At, Message));
  }
  return All;
}

Error Compilation::compile(const Annotations &Inserted) {
  json::Object Sources;
  for (size_t I = 0; I < Names.size(); ++I)
    Sources[Names[I]] = json::Object{
        {"content", withInsertions(Texts[I], Inserted.Insertions[I])}};
  json::Value Question = json::Object{
      {"language", "Solidity"},
      {"sources", std::move(Sources)},
      {"settings",
       json::Object{
           {"outputSelection",
            json::Object{{"*", json::Object{{"", json::Array{"ast"}}}}}}}}};
  auto Text = runCompiler(llvm::formatv("{0}", Question).str());
  if (!Text)
    return Text.takeError();
  // solcjs may say something before the answer.
  StringRef Json = *Text;
  Json = Json.drop_front(std::min(Json.size(), Json.find('{')));
  auto Parsed = json::parse(Json);
  if (!Parsed || !Parsed->getAsObject()) {
    llvm::consumeError(Parsed.takeError());
    return failure("'" + Command + "' does not answer as a Solidity compiler");
  }
  Answer = std::move(*Parsed);
  return errorsIn(*Answer.getAsObject(), Inserted);
}

std::vector<Node> Compilation::trees() const {
  std::vector<Node> Result;
  Node Sources = Node(Answer.getAsObject()).child("sources");
  for (const std::string &Name : Names)
    Result.push_back(Sources.child(Name).child("ast"));
  return Result;
}

static json::Array numbersOf(llvm::ArrayRef<Insertion> Inserted) {
  json::Array Result;
  for (const Insertion &I : Inserted)
    Result.push_back(json::Object{{"at", I.Offset},
                                  {"size", I.Text.size()},
                                  {"annotation", I.Annotation}});
  return Result;
}

static StringRef kindName(Annotation::Kind K) {
  switch (K) {
  case Annotation::Kind::Invariant:
    return "invariant";
  case Annotation::Kind::Precondition:
    return "precondition";
  case Annotation::Kind::Postcondition:
    return "postcondition";
  case Annotation::Kind::Modifies:
    return "modifies";
  case Annotation::Kind::Emits:
    return "emits";
  case Annotation::Kind::Tracks:
    return "tracks";
  case Annotation::Kind::TellsNothing:
    return "tells-nothing";
  case Annotation::Kind::Case:
    return "case";
  case Annotation::Kind::CaseResult:
    return "case-result";
  case Annotation::Kind::ContractInvariants:
    return "contract-invariants";
  case Annotation::Kind::Unsupported:
    return "unsupported";
  }
  llvm_unreachable("a kind of annotations without a name");
}

json::Value Compilation::bundle(Annotations Inserted) {
  json::Object Sources, Insertions, Trees;
  json::Object &Compiled = *Answer.getAsObject()->getObject("sources");
  bool Checked = false;
  for (size_t I = 0; I < Names.size(); ++I) {
    Sources[Names[I]] = Texts[I];
    Insertions[Names[I]] = numbersOf(Inserted.Insertions[I]);
    json::Object &Of = *Compiled.getObject(Names[I]);
    // Compilers since 0.8.2 say where names are.
    Node(Of.getObject("ast")).walk([&](Node N) {
      Checked |= N.object()->get("nameLocation") != nullptr;
      return true;
    });
    Trees[Names[I]] = json::Object{{"id", *Of.getInteger("id")},
                                   {"tree", std::move(*Of.get("ast"))}};
  }
  json::Array All;
  for (const Annotation &A : Inserted.All) {
    json::Object One{{"kind", kindName(A.What)},
                     {"file", A.File},
                     {"owner", A.Owner},
                     {"text", A.Text},
                     {"condition", A.Condition}};
    json::Array Binders;
    for (const Annotation::Binder &B : A.Binders)
      Binders.push_back(json::Object{
          {"exists", B.What == Annotation::Binder::Quantifier::Exists},
          {"name", B.Name}});
    if (!Binders.empty())
      One["binders"] = std::move(Binders);
    All.push_back(std::move(One));
  }
  return json::Object{
      {"main", Names.front()},         {"sources", std::move(Sources)},
      {"ast", std::move(Trees)},       {"insertions", std::move(Insertions)},
      {"annotations", std::move(All)}, {"checked", Checked}};
}

Expected<json::Value> Compilation::run(StringRef Path) {
  if (Error E = addSource(Path))
    return std::move(E);
  Annotations None;
  None.Insertions.resize(Names.size());
  if (Error E = compile(None))
    return std::move(E);
  Annotations Found = readAnnotations(Names, Texts, trees());
  if (llvm::any_of(Found.Insertions, [](auto &Of) { return !Of.empty(); }))
    if (Error E = compile(Found))
      return std::move(E);
  return bundle(std::move(Found));
}

Expected<std::string> sooth::commandOf(const SolidityCompiler &How) {
  if (How.Command.empty())
    return findCompiler();
  auto Found = llvm::sys::findProgramByName(How.Command);
  return Found ? *Found : How.Command;
}

Expected<json::Value> sooth::compileSolidity(StringRef Path,
                                             const SolidityCompiler &How) {
  auto Command = commandOf(How);
  if (!Command)
    return Command.takeError();
  return Compilation(*Command).run(Path);
}
