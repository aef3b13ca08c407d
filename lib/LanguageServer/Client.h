//===- Client.h - The editor that we serve --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_LANGUAGESERVER_CLIENT_H
#define SOOTH_LIB_LANGUAGESERVER_CLIENT_H

#include "sooth/LanguageServer/SourceText.h"
#include "sooth/LanguageServer/Transport.h"

#include <functional>
#include <map>

namespace sooth {

/// Identifiers of requests are numbers or texts; as one text.
std::string keyOf(const llvm::json::Value &Id);

/// The errors of the protocol that we answer with.
enum class ErrorCode {
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603
};

/// What it can do, as it says in its first request.
struct ClientAbilities {
  bool RelatedInformation = false;
  bool Progress = false;
  bool LensRefresh = false;
  /// Whether it wants our own notification, and shows runs itself.
  bool FunctionStates = false;
  bool Runs = false;

  static ClientAbilities from(const llvm::json::Object &InitializeParams);
};

class Client {
public:
  explicit Client(int Descriptor) : Out(Descriptor) {}

  OutputChannel &output() { return Out; }
  void pass(const Message &M) { Out.send(M.Raw); }
  void send(llvm::json::Object O);
  void notify(llvm::StringRef Method, llvm::json::Object Params);
  void reply(const llvm::json::Value &Id, llvm::json::Value Result);
  void replyError(const llvm::json::Value &Id, ErrorCode Code,
                  const llvm::Twine &Why);
  /// Asks; \p Then is told whether it was done.
  void request(
      llvm::StringRef Method, llvm::json::Value Params,
      std::function<void(bool)> Then = [](bool) {});
  /// If \p Reply answers such a request, tells who asked; else false.
  bool takeReply(const llvm::json::Object &Reply);

  enum class Importance { Error = 1, Warning = 2, Info = 3, Log = 4 };
  void show(Importance I, const llvm::Twine &Text);
  void log(const llvm::Twine &Text);

  ClientAbilities Can;

private:
  OutputChannel Out;
  unsigned LastRequest = 0;
  std::map<std::string, std::function<void(bool)>> Asked;
};

} // namespace sooth

#endif
