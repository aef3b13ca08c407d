//===- SessionVerification.cpp - What a session verifies and shows --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"

#include "sooth/Driver/Report/Verdict.h"
#include "sooth/Frontend/LLVM/Compile/Compile.h"
#include "sooth/LanguageServer/Uri.h"
#include "sooth/Support/SourceFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace sooth;
using llvm::StringRef;
using Stage = OpenFile::Stage;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// When
//===----------------------------------------------------------------------===//

void Session::take(const Settings &New) {
  const Settings Before = std::exchange(Now, New);
  for (auto &[Uri, F] : Files) {
    if (Before.Options != Now.Options && F.Now != Stage::Stale) {
      setStale(F);
      if (Now.Verify != Settings::When::Never)
        verify(F);
    } else if (Before.Remarks != Now.Remarks && F.Now == Stage::Verified) {
      publish(F);
    }
  }
}

/// clangd knows neither our flags nor where sooth.h is.
void Session::tellClangdCommand(const OpenFile &F) {
  if (!Clangd.isRunning() || F.Path.empty())
    return;
  const CommandFile From = findCommandFile(F.Path, Options.BuildFolder);
  const bool HasHeader = F.isVerifiable() && F.Text.text().contains("sooth.h");
  if (!HasHeader && !FlagSearch.hasFlags(From))
    return;
  auto Command = commandOf(F.Path, From);
  if (!Command)
    return llvm::consumeError(Command.takeError()); // told when it is verified
  if (From.What == CommandFile::Kind::None)
    *Command = {llvm::sys::path::parent_path(F.Path).str(), {"clang"}, {}};
  if (Command->Words.empty())
    return; // clangd finds one that fits
  if (HasHeader)
    Command->Words.insert(Command->Words.begin() + 1,
                          {"-idirafter", headerFolder()});
  if (From.What != CommandFile::Kind::Commands)
    Command->Words.push_back(F.Path);
  Clangd.tellCommand(F.Path, Command->Directory, Command->Words);
}

void Session::verify(OpenFile &F) {
  if (!F.isVerifiable() || IsShutDown)
    return;
  setStale(F);
  F.Now = Stage::Queued;
  Queue.add(F.Uri);
  tellStates(F);
}

void Session::setStale(OpenFile &F) {
  F.VerifyAt.reset();
  if (F.Now == Stage::Stale)
    return;
  Queue.remove(F.Uri);
  endProgress(F.Uri);
  F.Now = Stage::Stale;
  if (F.ShowsOurs)
    publish(F);
  tellStates(F);
}

/// Of files that are being verified it is not known yet whom they include.
void Session::setStaleWhoHas(const std::string &Source,
                             const OpenFile *Except) {
  for (auto &[Uri, F] : Files)
    if (&F != Except && F.Now == Stage::Verified && F.dependsOn(Source))
      setStale(F);
}

void Session::lookAround() {
  const auto Time = Clock::now();
  for (auto &[Uri, F] : Files)
    if (F.VerifyAt && *F.VerifyAt <= Time)
      verify(F);
  Queue.hear();
  Queue.startSome();
  refreshLenses();
}

std::optional<Session::Clock::time_point> Session::nextLook() const {
  auto Next = Queue.nextLook();
  for (const auto &[Uri, F] : Files)
    if (F.VerifyAt)
      Next = Next ? std::min(*Next, *F.VerifyAt) : *F.VerifyAt;
  return Next;
}

//===----------------------------------------------------------------------===//
// How it goes
//===----------------------------------------------------------------------===//

FileRequest Session::begin(const std::string &Uri) {
  OpenFile &F = Files.at(Uri);
  F.Now = Stage::Running;
  FileRequest R{F.Path, {}, Options.BuildFolder, Now.Options};
  auto &Seen = Editions[Uri];
  Seen.clear();
  for (auto &[OtherUri, Other] : Files) {
    Seen[OtherUri] = Other.Edition;
    // Somebody else may have written the file to be verified.
    if (Other.Path.empty() || (!Other.Edited && &Other != &F))
      continue;
    Other.Edited = !Other.isOnDisk();
    if (!Other.Edited)
      continue;
    R.Unsaved.emplace_back(Other.Path, Other.Text.text().str());
    if (Other.RealPath != Other.Path)
      R.Unsaved.emplace_back(Other.RealPath, Other.Text.text().str());
  }
  tellStates(F);
  if (!Editor.Can.Progress)
    return R;
  Shown &P = Progress[Uri] = {"sooth/" + std::to_string(++LastToken)};
  Editor.request(
      "window/workDoneProgress/create", json::Object{{"token", P.Token}},
      [this, Uri, Token = P.Token](bool IsAgreed) {
        auto Found = Progress.find(Uri);
        if (!IsAgreed || Found == Progress.end() ||
            Found->second.Token != Token)
          return;
        Found->second.Begun = true;
        StringRef Name = StringRef(Files.at(Uri).Path).rsplit('/').second;
        Editor.notify(
            "$/progress",
            json::Object{
                {"token", Token},
                {"value",
                 json::Object{
                     {"kind", "begin"},
                     {"title", json::fixUTF8(("Verifying " + Name).str())},
                     {"cancellable", true}}}});
      });
  return R;
}

void Session::progress(const std::string &Uri, StringRef Text) {
  auto Found = Progress.find(Uri);
  if (Found != Progress.end() && Found->second.Begun)
    Editor.notify("$/progress",
                  json::Object{{"token", Found->second.Token},
                               {"value", json::Object{{"kind", "report"},
                                                      {"message", Text}}}});
}

void Session::endProgress(const std::string &Uri) {
  auto Found = Progress.find(Uri);
  if (Found == Progress.end())
    return;
  if (Found->second.Begun)
    Editor.notify("$/progress",
                  json::Object{{"token", Found->second.Token},
                               {"value", json::Object{{"kind", "end"}}}});
  Progress.erase(Found);
}

/// Whether no text that the answer is about has changed since.
bool Session::isOfNow(const std::string &Uri, const FileAnswer &A) const {
  auto Before = Editions.find(Uri);
  return llvm::all_of(Files, [&](const auto &Entry) {
    const auto &[Other, F] = Entry;
    if (Other != Uri && !llvm::is_contained(A.Sources, F.RealPath))
      return true;
    auto Seen = Before->second.find(Other);
    // One that has been opened since may be another text than the one on disk.
    return Seen == Before->second.end() ? F.isOnDisk()
                                        : Seen->second == F.Edition;
  });
}

void Session::done(const std::string &Uri, FileAnswer A) {
  OpenFile &F = Files.at(Uri);
  endProgress(Uri);
  F.Sources = A.Sources;
  if (!isOfNow(Uri, A)) {
    F.Now = Stage::Stale;
    tellStates(F);
    if (Now.Verify != Settings::When::Never)
      verify(F);
    return;
  }
  F.Now = Stage::Verified;
  F.Findings = findingsOf(
      A, F.Path, [this](const std::string &Path) { return textOf(Path); },
      Unit);
  OnDisk.clear();
  const Report &R = A.Outcome;
  if (R.Outcome == Report::Status::BadInput)
    Editor.log("sooth: '" + F.Path + "' is not verified:\n" + A.Log + R.Errors);
  else if (isBroken(R))
    Editor.show(Client::Importance::Error,
                "sooth: the verification of '" + F.Path +
                    "' went wrong: " + R.Reason.str());
  for (const std::string &Note : R.Notes)
    Editor.log("sooth: '" + F.Path + "': note: " + Note);
  publish(F);
  tellStates(F);
}

void Session::notStarted(const std::string &Uri, llvm::Error E) {
  OpenFile &F = Files.at(Uri);
  endProgress(Uri);
  F.Now = Stage::Stale;
  Editor.show(Client::Importance::Error,
              "sooth: '" + F.Path +
                  "' cannot be verified: " + llvm::toString(std::move(E)));
  tellStates(F);
}

//===----------------------------------------------------------------------===//
// What the client is shown
//===----------------------------------------------------------------------===//

const SourceText *Session::textOf(const std::string &RealPath) {
  for (const auto &[Uri, F] : Files)
    if (!F.Path.empty() && F.RealPath == RealPath)
      return &F.Text;
  auto [It, IsNew] = OnDisk.try_emplace(RealPath);
  if (IsNew)
    if (auto Text = readSourceFile(RealPath))
      It->second = SourceText(Text->getBuffer().str());
  return &It->second;
}

void Session::publish(OpenFile &F) {
  json::Array All = F.ClangdDiagnostics;
  const bool IsVerified = F.Now == Stage::Verified;
  if (IsVerified) {
    const RunAs How = Editor.Can.RelatedInformation ? RunAs::RelatedInformation
                                                    : RunAs::Message;
    json::Array Ours =
        diagnosticsOf(F.Findings, How, Now.Remarks == Settings::Hints::On);
    F.ShowsOurs = !Ours.empty();
    All.insert(All.end(), Ours.begin(), Ours.end());
  } else {
    F.ShowsOurs = false;
  }
  json::Object Params{{"uri", F.ClangdUri.empty() ? F.Uri : F.ClangdUri},
                      {"diagnostics", std::move(All)}};
  // What clangd has said of another version is told without one.
  if (F.ClangdUri.empty() || F.ClangdVersion == F.Version)
    Params["version"] = F.Version;
  Editor.notify("textDocument/publishDiagnostics", std::move(Params));
}

void Session::tellStates(const OpenFile &F) {
  if (!F.isVerifiable())
    return;
  if (Editor.Can.FunctionStates)
    Editor.notify("sooth/functionStates", functionStatesOf(F));
  LensesChanged = true;
}

/// Once for all that has happened meanwhile.
void Session::refreshLenses() {
  if (!LensesChanged || RefreshIsAsked || !Editor.Can.LensRefresh || IsShutDown)
    return;
  LensesChanged = false;
  RefreshIsAsked = true;
  Editor.request("workspace/codeLens/refresh", nullptr,
                 [this](bool) { RefreshIsAsked = false; });
}
