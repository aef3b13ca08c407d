//===- Session.h - What is between an editor and clangd -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_LANGUAGESERVER_SESSION_H
#define SOOTH_LIB_LANGUAGESERVER_SESSION_H

#include "ClangdLink.h"
#include "Client.h"
#include "VerificationQueue.h"

#include "sooth/LanguageServer/FileCommand.h"
#include "sooth/LanguageServer/Server.h"

namespace sooth {

/// Takes what has come, in whatever order, and never waits.
class Session {
public:
  using Clock = OpenFile::Clock;

  Session(const ServerOptions &O, int Out);
  /// Starts clangd.
  llvm::Error start();

  void fromClient(const Message &M);
  void fromClangd(const Message &M);
  void clangdEnded();
  /// Verifies what has waited for a pause, and hears of what is verified.
  void lookAround();
  /// When to look around at the latest.
  std::optional<Clock::time_point> nextLook() const;
  /// The exit code, once the client has ended the session.
  std::optional<int> exitCode() const { return ExitCode; }
  /// Ends all that was started; the exit code.
  int end();

  Client &client() { return Editor; }
  ClangdLink &clangd() { return Clangd; }
  const VerificationQueue &queue() const { return Queue; }

private:
  using Object = llvm::json::Object;
  using Value = llvm::json::Value;

  // From the client.
  void request(const Message &M, const Object &O, llvm::StringRef Method);
  void notification(const Message &M, const Object &O, llvm::StringRef Method);
  void pass(const Message &M, const Object &O);
  void initialize(const Object &Params);
  void configure(const Object &Params);
  void open(const Object &Params);
  void change(const Object &Params);
  void saved(const Object &Params);
  void close(const Object &Params);
  void watchedFilesChanged(const Object &Params);
  void cancelProgress(const Object &Params);
  void lenses(const Value &Id, const Object &Params);
  bool execute(const Value &Id, const Object &Params);
  void showRun(const Value &Id, const OpenFile &F, const Value *Index);
  OpenFile *fileOf(const Object &Params);

  // From clangd.
  void replyOfClangd(const Message &M, Object O);
  void diagnosticsOfClangd(const Message &M, const Object &Params);

  // Verification.
  void take(const Settings &New);
  void tellClangdCommand(const OpenFile &F);
  void verify(OpenFile &F);
  void setStale(OpenFile &F);
  void setStaleWhoHas(const std::string &Source, const OpenFile *Except);
  FileRequest begin(const std::string &Uri);
  void progress(const std::string &Uri, llvm::StringRef Text);
  void done(const std::string &Uri, FileAnswer A);
  void notStarted(const std::string &Uri, llvm::Error E);
  bool isOfNow(const std::string &Uri, const FileAnswer &A) const;
  void endProgress(const std::string &Uri);

  // What the client is shown.
  void publish(OpenFile &F);
  void tellStates(const OpenFile &F);
  void refreshLenses();
  const SourceText *textOf(const std::string &RealPath);

  const ServerOptions &Options;
  Settings Now;
  Client Editor;
  ClangdLink Clangd;
  VerificationQueue Queue;
  VerifyFlagSearch FlagSearch;
  std::map<std::string, OpenFile> Files; ///< by URI
  ColumnUnit Unit = ColumnUnit::Utf16;
  /// Of each file that is verified: how often all files were changed when that
  /// began.
  std::map<std::string, std::map<std::string, unsigned>> Editions;
  /// Of each file that is verified: what its progress is called, and whether
  /// the client has agreed to be told.
  struct Shown {
    std::string Token;
    bool Begun = false;
  };
  std::map<std::string, Shown> Progress;
  unsigned LastToken = 0;
  /// Of files that are not open, while an answer is looked at.
  std::map<std::string, SourceText> OnDisk;
  /// Whether lenses have changed since the client was asked to ask for them,
  /// and whether it has not said yet that it will.
  bool LensesChanged = false, RefreshIsAsked = false;
  bool IsShutDown = false, IsInitialized = false;
  std::optional<int> ExitCode;
};

} // namespace sooth

#endif
