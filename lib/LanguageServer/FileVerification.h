//===- FileVerification.h - The verification of one file, in a process of its
//own ===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The process that verifies sends lines of JSON: what it is doing, which files
// and functions the program is made of, and at the end its report.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_LANGUAGESERVER_FILEVERIFICATION_H
#define SOOTH_LIB_LANGUAGESERVER_FILEVERIFICATION_H

#include "sooth/Driver/Report/Report.h"
#include "sooth/Support/ChildProcess.h"

#include <chrono>

namespace sooth {

struct FileRequest {
  std::string File;
  /// What the editor has for files that are otherwise on disk.
  std::vector<std::pair<std::string, std::string>> Unsaved;
  /// Where compile_commands.json is; empty to look for it.
  std::string BuildFolder;
  /// As in Settings.
  std::vector<std::string> Options;
};

/// A function with a body.
struct DefinedFunction {
  std::string Name;
  SourceLocation Where;
};

struct FileAnswer {
  Report Outcome;
  std::vector<DefinedFunction> Functions;
  /// Which files the program is made of, by real path.
  std::vector<std::string> Sources;
  /// What the compiler has said.
  std::string Log;
};

class FileVerification {
public:
  using Clock = std::chrono::steady_clock;

  /// Starts it. Temporary files go to a folder that is removed at the end.
  static llvm::Expected<std::unique_ptr<FileVerification>>
  start(const FileRequest &R);
  FileVerification(const FileVerification &) = delete;
  ~FileVerification();

  /// Readable when there is something to hear.
  int descriptor() const { return Child.descriptor(); }
  /// Takes in what the process has sent; true when there is an answer, or it
  /// has ended without one.
  bool hear();
  /// What it is doing, in a few words; empty if that has been asked for
  /// already.
  std::string takeProgress() { return std::exchange(Progress, ""); }
  FileAnswer takeAnswer() { return std::move(Answer); }

  void kill() { Child.kill(); }
  /// Whether the destructor would not have to wait.
  bool hasEnded() const { return Child.hasEnded(); }
  /// When it has to be done at the latest.
  Clock::time_point deadline() const { return Deadline; }

private:
  FileVerification(ChildProcess Child, std::string Folder, double Seconds);
  void take(llvm::StringRef Line);

  ChildProcess Child;
  std::string Folder;
  Clock::time_point Deadline;
  std::string Progress;
  FileAnswer Answer;
  bool HasReport = false;
};

} // namespace sooth

#endif
