//===- ClangdLink.h - What is passed on to clangd, and what comes back ----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_LANGUAGESERVER_CLANGDLINK_H
#define SOOTH_LIB_LANGUAGESERVER_CLANGDLINK_H

#include "ClangdProcess.h"
#include "OpenFile.h"

#include <map>
#include <set>

namespace sooth {

/// clangd, and what has to be remembered so that another one can take over.
class ClangdLink {
public:
  /// Starts it. Empty \p Program: there is none, and never will be.
  llvm::Error start(const std::string &Program,
                    llvm::ArrayRef<std::string> Arguments);
  bool isRunning() const { return Process != nullptr; }
  ClangdProcess &process() { return *Process; }

  /// Passes on what the client says: a request, a notification or a reply.
  void pass(const Message &M, const llvm::json::Object &O);
  /// Says something of our own.
  void send(llvm::json::Object O);
  /// That \p File is compiled by a command without our flags.
  void tellCommand(const std::string &File, const std::string &Directory,
                   llvm::ArrayRef<std::string> Words);

  /// What has come and is complete. Fails if it is no message.
  llvm::Expected<std::optional<Message>> next() { return Reader.next(); }
  /// False if it has ended.
  bool read() { return Process->read(Reader); }
  /// To be told of what it says. Whether the client is not to hear of it, as it
  /// answers a request of ours.
  bool isForUs(const llvm::json::Object &O);
  /// The method of the client's request that \p Reply answers.
  std::string methodAnswered(const llvm::json::Object &Reply);

  /// After its end: what the client still waits for.
  std::vector<llvm::json::Value> takeUnanswered();
  std::vector<llvm::json::Value> takeOpenProgress();
  /// Starts another one and tells it what the one before knew. False if that
  /// is in vain.
  bool restart(const std::map<std::string, OpenFile> &Files);

  /// Ends it; its exit code.
  int end(unsigned Milliseconds);
  std::string endingText() const { return Ending; }

private:
  void forget();
  void sendCommand(const std::string &File, const llvm::json::Value &Command);

  std::string Program;
  std::vector<std::string> Arguments;
  std::unique_ptr<ClangdProcess> Process;
  MessageReader Reader;
  std::string Ending;
  /// The client's requests that are not answered: the method and the number.
  std::map<std::string, std::pair<std::string, llvm::json::Value>> Asked;
  /// Its own requests that the client has not answered.
  std::set<std::string> AskedByIt;
  /// Its progress that has begun and not ended.
  std::map<std::string, llvm::json::Value> Progress;
  std::optional<llvm::json::Object> Initialize, Configuration;
  bool IsInitialized = false;
  std::map<std::string, llvm::json::Value> Commands;
  std::vector<OpenFile::Clock::time_point> Restarts;
};

} // namespace sooth

#endif
