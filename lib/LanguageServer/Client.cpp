//===- Client.cpp - The editor that we serve ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Client.h"

#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::StringRef;
namespace json = llvm::json;

std::string sooth::keyOf(const json::Value &Id) {
  std::string Text;
  llvm::raw_string_ostream(Text) << Id;
  return Text;
}

/// The truth value at a path of names.
static bool isSet(const json::Object *O,
                  std::initializer_list<StringRef> Names) {
  for (StringRef Name : llvm::ArrayRef(Names.begin(), Names.size()).drop_back())
    O = O ? O->getObject(Name) : nullptr;
  return O && O->getBoolean(*(Names.end() - 1)).value_or(false);
}

ClientAbilities ClientAbilities::from(const json::Object &Params) {
  const json::Object *C = Params.getObject("capabilities");
  ClientAbilities Can;
  Can.RelatedInformation =
      isSet(C, {"textDocument", "publishDiagnostics", "relatedInformation"});
  Can.Progress = isSet(C, {"window", "workDoneProgress"});
  Can.LensRefresh = isSet(C, {"workspace", "codeLens", "refreshSupport"});
  Can.FunctionStates = isSet(C, {"experimental", "sooth", "functionStates"});
  Can.Runs = isSet(C, {"experimental", "sooth", "runs"});
  return Can;
}

void Client::send(json::Object O) {
  O["jsonrpc"] = "2.0";
  Out.send(framed(std::move(O)));
}

void Client::notify(StringRef Method, json::Object Params) {
  send(json::Object{{"method", Method}, {"params", std::move(Params)}});
}

void Client::reply(const json::Value &Id, json::Value Result) {
  send(json::Object{{"id", Id}, {"result", std::move(Result)}});
}

void Client::replyError(const json::Value &Id, ErrorCode Code,
                        const llvm::Twine &Why) {
  send(json::Object{
      {"id", Id},
      {"error", json::Object{{"code", int(Code)},
                             {"message", json::fixUTF8(Why.str())}}}});
}

void Client::request(StringRef Method, json::Value Params,
                     std::function<void(bool)> Then) {
  std::string Id = "sooth/" + std::to_string(++LastRequest);
  Asked.emplace(keyOf(Id), std::move(Then));
  send(json::Object{
      {"id", Id}, {"method", Method}, {"params", std::move(Params)}});
}

bool Client::takeReply(const json::Object &Reply) {
  const json::Value *Id = Reply.get("id");
  auto Found = Id ? Asked.find(keyOf(*Id)) : Asked.end();
  if (Found == Asked.end())
    return false;
  auto Then = std::move(Found->second);
  Asked.erase(Found);
  Then(!Reply.get("error"));
  return true;
}

void Client::show(Importance I, const llvm::Twine &Text) {
  notify(
      "window/showMessage",
      json::Object{{"type", int(I)}, {"message", json::fixUTF8(Text.str())}});
}

void Client::log(const llvm::Twine &Text) {
  notify("window/logMessage",
         json::Object{{"type", int(Importance::Log)},
                      {"message", json::fixUTF8(Text.str())}});
}
