//===- ClangdLink.cpp - What is passed on to clangd, and what comes back --===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClangdLink.h"

#include "Client.h"

using namespace sooth;
using llvm::StringRef;
namespace json = llvm::json;

/// Identifies the request by which a clangd that takes over is initialized.
static constexpr StringRef OwnInitialize = "sooth/initialize";

llvm::Error ClangdLink::start(const std::string &P,
                              llvm::ArrayRef<std::string> A) {
  Program = P;
  Arguments = A.vec();
  auto Started = ClangdProcess::start(Program, Arguments);
  if (!Started)
    return Started.takeError();
  Process = std::move(*Started);
  return llvm::Error::success();
}

void ClangdLink::pass(const Message &M, const json::Object &O) {
  const json::Value *Id = O.get("id");
  StringRef Method = O.getString("method").value_or("");
  if (Method.empty()) {
    // The one that asked may have ended.
    if (!Id || !AskedByIt.erase(keyOf(*Id)))
      return;
  } else if (Id) {
    Asked.insert_or_assign(keyOf(*Id), std::make_pair(Method.str(), *Id));
  }
  if (Method == "initialize")
    Initialize = O;
  else if (Method == "initialized")
    IsInitialized = true;
  else if (Method == "workspace/didChangeConfiguration")
    Configuration = O;
  Process->input().send(M.Raw);
}

void ClangdLink::send(json::Object O) {
  O["jsonrpc"] = "2.0";
  Process->input().send(framed(std::move(O)));
}

void ClangdLink::sendCommand(const std::string &File,
                             const json::Value &Command) {
  json::Object Changes{{"compilationDatabaseChanges",
                        json::Object{{json::fixUTF8(File), Command}}}};
  send(
      json::Object{{"method", "workspace/didChangeConfiguration"},
                   {"params", json::Object{{"settings", std::move(Changes)}}}});
}

void ClangdLink::tellCommand(const std::string &File,
                             const std::string &Directory,
                             llvm::ArrayRef<std::string> Words) {
  json::Array Texts;
  for (const std::string &Word : Words)
    Texts.push_back(json::fixUTF8(Word));
  json::Value Command =
      json::Object{{"workingDirectory", json::fixUTF8(Directory)},
                   {"compilationCommand", std::move(Texts)}};
  auto [It, IsNew] = Commands.try_emplace(File, Command);
  if (!IsNew && It->second == Command)
    return;
  It->second = Command;
  sendCommand(File, Command);
}

bool ClangdLink::isForUs(const json::Object &O) {
  const json::Value *Id = O.get("id");
  StringRef Method = O.getString("method").value_or("");
  if (Method.empty())
    return Id && Id->getAsString() == OwnInitialize;
  if (Id)
    AskedByIt.insert(keyOf(*Id));
  if (Method != "$/progress")
    return false;
  const json::Object *Params = O.getObject("params");
  const json::Value *Token = Params ? Params->get("token") : nullptr;
  const json::Object *Value = Params ? Params->getObject("value") : nullptr;
  if (!Token || !Value)
    return false;
  if (Value->getString("kind") == "begin")
    Progress.insert_or_assign(keyOf(*Token), *Token);
  else if (Value->getString("kind") == "end")
    Progress.erase(keyOf(*Token));
  return false;
}

std::string ClangdLink::methodAnswered(const json::Object &Reply) {
  const json::Value *Id = Reply.get("id");
  auto Found = Id ? Asked.find(keyOf(*Id)) : Asked.end();
  if (Found == Asked.end())
    return "";
  std::string Method = std::move(Found->second.first);
  Asked.erase(Found);
  return Method;
}

std::vector<json::Value> ClangdLink::takeUnanswered() {
  std::vector<json::Value> All;
  for (auto &[Key, Request] : Asked)
    All.push_back(Request.second);
  Asked.clear();
  return All;
}

std::vector<json::Value> ClangdLink::takeOpenProgress() {
  std::vector<json::Value> All;
  for (auto &[Key, Token] : Progress)
    All.push_back(Token);
  Progress.clear();
  return All;
}

void ClangdLink::forget() {
  AskedByIt.clear();
  Reader = MessageReader();
}

bool ClangdLink::restart(const std::map<std::string, OpenFile> &Files) {
  constexpr size_t MostRestarts = 3;
  constexpr auto Within = std::chrono::minutes(1);
  forget();
  const auto Now = OpenFile::Clock::now();
  std::erase_if(Restarts, [&](auto When) { return Now - When > Within; });
  if (!Initialize || Restarts.size() >= MostRestarts)
    return false;
  Restarts.push_back(Now);
  auto Started = ClangdProcess::start(Program, Arguments);
  if (!Started) {
    llvm::consumeError(Started.takeError());
    return false;
  }
  Process = std::move(*Started);
  json::Object First = *Initialize;
  First["id"] = OwnInitialize;
  send(std::move(First));
  if (IsInitialized)
    send(json::Object{{"method", "initialized"}, {"params", json::Object()}});
  if (Configuration)
    send(*Configuration);
  for (const auto &[File, Command] : Commands)
    sendCommand(File, Command);
  for (const auto &[Uri, F] : Files)
    send(json::Object{
        {"method", "textDocument/didOpen"},
        {"params", json::Object{{"textDocument",
                                 json::Object{{"uri", F.Uri},
                                              {"languageId", F.Language},
                                              {"version", F.Version},
                                              {"text", F.Text.text()}}}}}});
  return true;
}

int ClangdLink::end(unsigned Milliseconds) {
  Process->closeInput();
  const int Code = Process->wait(Milliseconds);
  Ending = Process->ending();
  Process.reset();
  return Code;
}
