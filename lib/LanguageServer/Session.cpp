//===- Session.cpp - What is between an editor and clangd -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"

#include "sooth/LanguageServer/Uri.h"

#include "llvm/ADT/StringSwitch.h"

#include <utility>

using namespace sooth;
using llvm::StringRef;
namespace json = llvm::json;

static const json::Object &paramsOf(const json::Object &O) {
  static const json::Object None;
  const json::Object *Params = O.getObject("params");
  return Params ? *Params : None;
}

Session::Session(const ServerOptions &O, int Out)
    : Options(O), Now(O.AtFirst), Editor(Out),
      Queue({.Begin = [this](const auto &Uri) { return begin(Uri); },
             .Progress = [this](const auto &Uri,
                                StringRef Text) { progress(Uri, Text); },
             .Done = [this](const auto &Uri,
                            FileAnswer A) { done(Uri, std::move(A)); },
             .NotStarted =
                 [this](const auto &Uri, llvm::Error E) {
                   notStarted(Uri, std::move(E));
                 }}) {}

llvm::Error Session::start() {
  return Options.Clangd.empty()
             ? llvm::Error::success()
             : Clangd.start(Options.Clangd, Options.ClangdArguments);
}

//===----------------------------------------------------------------------===//
// From the client
//===----------------------------------------------------------------------===//

void Session::fromClient(const Message &M) {
  llvm::Expected<json::Value> V = json::parse(M.body());
  const json::Object *O = V ? V->getAsObject() : nullptr;
  if (!O) {
    llvm::consumeError(V.takeError());
    if (Clangd.isRunning())
      Clangd.process().input().send(M.Raw); // it knows what to say
    return;
  }
  auto Method = O->getString("method");
  if (!Method) {
    if (!Editor.takeReply(*O))
      pass(M, *O);
  } else if (O->get("id")) {
    request(M, *O, *Method);
  } else {
    notification(M, *O, *Method);
  }
}

void Session::pass(const Message &M, const Object &O) {
  if (Clangd.isRunning())
    return Clangd.pass(M, O);
  const Value *Id = O.get("id");
  auto Method = O.getString("method");
  if (Id && Method)
    Editor.replyError(*Id, ErrorCode::MethodNotFound,
                      "no '" + *Method + "' without clangd");
}

/// What we can do.
static json::Value ownCommands() {
  return json::Array{VerifyCommand, CancelCommand, ShowRunCommand};
}

/// The answer to the first request of a client, without clangd.
static json::Value ownCapabilities() {
  return json::Object{
      {"capabilities",
       json::Object{
           {"textDocumentSync",
            json::Object{{"openClose", true}, {"change", 2}, {"save", true}}},
           {"codeLensProvider", json::Object{{"resolveProvider", false}}},
           {"executeCommandProvider",
            json::Object{{"commands", ownCommands()}}}}},
      {"serverInfo", json::Object{{"name", "sooth-clangd"}}}};
}

void Session::request(const Message &M, const Object &O, StringRef Method) {
  const Value &Id = *O.get("id");
  const Object &Params = paramsOf(O);
  if (Method == "initialize")
    initialize(Params);
  if (Method == "shutdown") {
    IsShutDown = true;
    Queue.clear();
  }
  if (Method == "textDocument/codeLens")
    return lenses(Id, Params);
  if (Method == "workspace/executeCommand" && execute(Id, Params))
    return;
  if (!Clangd.isRunning() && Method == "initialize")
    return Editor.reply(Id, ownCapabilities());
  if (!Clangd.isRunning() && Method == "shutdown")
    return Editor.reply(Id, nullptr);
  pass(M, O);
}

void Session::notification(const Message &M, const Object &O,
                           StringRef Method) {
  const Object &Params = paramsOf(O);
  if (Method == "window/workDoneProgress/cancel") {
    auto Token = Params.getString("token").value_or("");
    if (Token.starts_with("sooth/"))
      return cancelProgress(Params);
  }
  using Handler = void (Session::*)(const Object &);
  const Handler Take =
      llvm::StringSwitch<Handler>(Method)
          .Case("textDocument/didOpen", &Session::open)
          .Case("textDocument/didChange", &Session::change)
          .Case("textDocument/didSave", &Session::saved)
          .Case("textDocument/didClose", &Session::close)
          .Case("workspace/didChangeWatchedFiles",
                &Session::watchedFilesChanged)
          .Case("workspace/didChangeConfiguration", &Session::configure)
          .Default(nullptr);
  // clangd has to know how a file is compiled before it is opened.
  if (Method == "textDocument/didOpen")
    (this->*Take)(Params);
  pass(M, O);
  if (Take && Method != "textDocument/didOpen")
    (this->*Take)(Params);
  if (Method == "exit")
    ExitCode = IsShutDown ? 0 : 1;
}

void Session::initialize(const Object &Params) {
  Editor.Can = ClientAbilities::from(Params);
  if (const Object *All = Params.getObject("initializationOptions"))
    configure(json::Object{{"settings", json::Object(*All)}});
}

void Session::configure(const Object &Params) {
  const Object *All = Params.getObject("settings");
  const Object *Ours = All ? All->getObject("sooth") : nullptr;
  if (!Ours)
    return;
  auto New = settingsFrom(Now, *Ours);
  if (!New)
    return Editor.show(Client::Importance::Error,
                       "sooth: " + llvm::toString(New.takeError()));
  take(*New);
}

OpenFile *Session::fileOf(const Object &Params) {
  const Object *Document = Params.getObject("textDocument");
  auto Found =
      Files.find(Document ? Document->getString("uri").value_or("").str() : "");
  return Found == Files.end() ? nullptr : &Found->second;
}

void Session::open(const Object &Params) {
  const Object *Document = Params.getObject("textDocument");
  auto Uri = Document ? Document->getString("uri") : std::nullopt;
  if (!Uri)
    return;
  Queue.remove(Uri->str());
  OpenFile &F = Files[Uri->str()] = OpenFile();
  F.Uri = Uri->str();
  F.Path = pathOfUri(*Uri);
  F.RealPath = F.Path.empty() ? "" : realPath(F.Path);
  F.Language = Document->getString("languageId").value_or("").str();
  F.Version = Document->getInteger("version").value_or(0);
  F.Text = SourceText(Document->getString("text").value_or("").str());
  F.Edited = true; // it may be; who verifies it looks
  tellClangdCommand(F);
  if (Now.Verify != Settings::When::Never)
    verify(F);
}

void Session::change(const Object &Params) {
  OpenFile *F = fileOf(Params);
  if (!F)
    return;
  F->Version =
      Params.getObject("textDocument")->getInteger("version").value_or(0);
  const json::Array *Array = Params.getArray("contentChanges");
  auto Changes = Array ? changesFrom(*Array) : std::nullopt;
  if (!Changes)
    return;
  F->apply(*Changes, Unit);
  setStale(*F);
  setStaleWhoHas(F->RealPath, F);
  if (std::exchange(F->IsSavedAhead, false) && F->isOnDisk())
    return saved(Params);
  if (Now.Verify == Settings::When::OnChange) {
    constexpr auto Pause = std::chrono::milliseconds(500);
    F->VerifyAt = Clock::now() + Pause;
  }
}

void Session::saved(const Object &Params) {
  OpenFile *F = fileOf(Params);
  if (!F || Now.Verify == Settings::When::Never)
    return;
  F->IsSavedAhead = !F->isOnDisk();
  for (auto &[Uri, Other] : Files)
    if (&Other != F && Other.Now == OpenFile::Stage::Stale &&
        Other.dependsOn(F->RealPath))
      verify(Other);
  // What is being verified is what has been saved.
  if (F->Now == OpenFile::Stage::Stale || F->Now == OpenFile::Stage::Verified)
    verify(*F);
}

void Session::close(const Object &Params) {
  OpenFile *F = fileOf(Params);
  if (!F)
    return;
  const std::string Uri = F->Uri;
  setStale(*F);
  Files.erase(Uri);
}

void Session::watchedFilesChanged(const Object &Params) {
  const json::Array *Changes = Params.getArray("changes");
  for (const Value &Change : Changes ? *Changes : json::Array()) {
    const Object *O = Change.getAsObject();
    std::string Path =
        O ? pathOfUri(O->getString("uri").value_or("")) : std::string();
    auto IsIt = [&](const auto &F) { return F.second.Path == Path; };
    // Of what is open the editor's text counts.
    if (!Path.empty() && llvm::none_of(Files, IsIt))
      setStaleWhoHas(realPath(Path), nullptr);
  }
}

void Session::cancelProgress(const Object &Params) {
  const auto Token = Params.getString("token");
  for (const auto &[Uri, Shown] : Progress)
    if (Shown.Token == Token)
      if (auto Found = Files.find(Uri); Found != Files.end())
        return setStale(Found->second);
}

void Session::lenses(const Value &Id, const Object &Params) {
  const OpenFile *F = fileOf(Params);
  Editor.reply(Id, F ? lensesOf(*F) : json::Array());
}

/// False if the command is none of ours.
bool Session::execute(const Value &Id, const Object &Params) {
  const StringRef Command = Params.getString("command").value_or("");
  if (Command != VerifyCommand && Command != CancelCommand &&
      Command != ShowRunCommand)
    return false;
  const json::Array *Arguments = Params.getArray("arguments");
  auto Argument = [&](size_t I) {
    return Arguments && I < Arguments->size() ? &(*Arguments)[I] : nullptr;
  };
  auto Uri = Argument(0) ? Argument(0)->getAsString() : std::nullopt;
  auto Found = Files.find(Uri.value_or("").str());
  if (Found == Files.end()) {
    Editor.replyError(Id, ErrorCode::InvalidParams,
                      "'" + Command + "' needs the URI of an open file");
    return true;
  }
  OpenFile &F = Found->second;
  if (Command == ShowRunCommand) {
    showRun(Id, F, Argument(1));
    return true;
  }
  if (Command == CancelCommand)
    setStale(F);
  else if (F.isVerifiable())
    verify(F);
  else
    Editor.show(Client::Importance::Warning,
                "sooth: only C is verified, files *.c and *.i");
  Editor.reply(Id, nullptr);
  return true;
}

void Session::showRun(const Value &Id, const OpenFile &F, const Value *Index) {
  const auto &All = F.Findings.Violations;
  const int64_t At = Index ? Index->getAsInteger().value_or(0) : 0;
  if (F.Now != OpenFile::Stage::Verified || At < 0 || size_t(At) >= All.size())
    return Editor.replyError(Id, ErrorCode::InvalidParams,
                             "there is no such run of this text");
  const FailingCheck &V = All[size_t(At)];
  json::Array Steps;
  for (const FailingCheck::Step &S : V.Run)
    Steps.push_back(json::Object{{"uri", S.Uri},
                                 {"range", toJson(S.Where)},
                                 {"text", json::fixUTF8(S.Text)}});
  if (V.Where != TextRange()) // what is violated, if that is here
    Steps.push_back(json::Object{{"uri", F.Uri},
                                 {"range", toJson(V.Where)},
                                 {"text", json::fixUTF8(V.Message)}});
  Editor.reply(Id, json::Object{{"uri", F.Uri},
                                {"range", toJson(V.Where)},
                                {"message", json::fixUTF8(V.Message)},
                                {"steps", std::move(Steps)}});
  if (!Editor.Can.Runs)
    Editor.show(Client::Importance::Info, runText(V));
}

//===----------------------------------------------------------------------===//
// From clangd
//===----------------------------------------------------------------------===//

void Session::fromClangd(const Message &M) {
  llvm::Expected<json::Value> V = json::parse(M.body());
  json::Object *O = V ? V->getAsObject() : nullptr;
  if (!O) {
    llvm::consumeError(V.takeError());
    return Editor.pass(M);
  }
  if (Clangd.isForUs(*O))
    return;
  auto Method = O->getString("method");
  if (!Method)
    replyOfClangd(M, std::move(*O));
  else if (*Method == "textDocument/publishDiagnostics")
    diagnosticsOfClangd(M, paramsOf(*O));
  else
    Editor.pass(M);
}

static ColumnUnit unitNamed(StringRef Name) {
  return llvm::StringSwitch<ColumnUnit>(Name)
      .Case("utf-8", ColumnUnit::Utf8)
      .Case("utf-32", ColumnUnit::Utf32)
      .Default(ColumnUnit::Utf16);
}

/// What clangd says that it can do, and what we can.
void Session::replyOfClangd(const Message &M, Object O) {
  if (Clangd.methodAnswered(O) != "initialize")
    return Editor.pass(M);
  Object *Result = O.getObject("result");
  Object *Can = Result ? Result->getObject("capabilities") : nullptr;
  if (!Can)
    return Editor.pass(M);
  IsInitialized = true;
  auto Encoding = Can->getString("positionEncoding");
  if (!Encoding)
    Encoding = Result->getString("offsetEncoding");
  Unit = unitNamed(Encoding.value_or("utf-16"));
  (*Can)["codeLensProvider"] = json::Object{{"resolveProvider", false}};
  json::Array Commands = *ownCommands().getAsArray();
  if (const Object *Theirs = Can->getObject("executeCommandProvider"))
    if (const json::Array *Names = Theirs->getArray("commands"))
      Commands.insert(Commands.begin(), Names->begin(), Names->end());
  (*Can)["executeCommandProvider"] =
      json::Object{{"commands", std::move(Commands)}};
  Editor.send(std::move(O));
}

void Session::diagnosticsOfClangd(const Message &M, const Object &Params) {
  const std::string Uri = Params.getString("uri").value_or("").str();
  const std::string Path = pathOfUri(Uri);
  auto Found = llvm::find_if(Files, [&](const auto &F) {
    return F.second.Uri == Uri || (!Path.empty() && F.second.Path == Path);
  });
  const json::Array *Diagnostics = Params.getArray("diagnostics");
  if (Found == Files.end() || !Diagnostics)
    return Editor.pass(M);
  OpenFile &F = Found->second;
  F.ClangdDiagnostics = *Diagnostics;
  F.ClangdUri = Uri;
  F.ClangdVersion = Params.getInteger("version");
  if (F.Now == OpenFile::Stage::Verified)
    publish(F);
  else
    Editor.pass(M);
}

void Session::clangdEnded() {
  constexpr unsigned Briefly = 200;
  const int Code = Clangd.end(Briefly);
  if (!IsInitialized || IsShutDown) {
    ExitCode = Code ? Code : 1; // nobody can be served without its answer
    return;
  }
  const std::string What = "clangd has ended: " + Clangd.endingText();
  for (const Value &Id : Clangd.takeUnanswered())
    Editor.replyError(Id, ErrorCode::InternalError, What);
  for (const Value &Token : Clangd.takeOpenProgress())
    Editor.notify("$/progress",
                  json::Object{{"token", Token},
                               {"value", json::Object{{"kind", "end"}}}});
  if (Clangd.restart(Files))
    Editor.show(Client::Importance::Warning,
                What + "; it has been started again");
  else
    Editor.show(Client::Importance::Error,
                What + "; it is not started any more, files are only verified");
}

int Session::end() {
  Queue.clear();
  Editor.output().flush();
  if (!Clangd.isRunning())
    return ExitCode.value_or(1);
  constexpr unsigned Patiently = 5000;
  const int Code = Clangd.end(Patiently);
  return ExitCode.value_or(Code);
}
