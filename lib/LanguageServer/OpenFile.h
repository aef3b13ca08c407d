//===- OpenFile.h - A document that the editor has open -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_LANGUAGESERVER_OPENFILE_H
#define SOOTH_LIB_LANGUAGESERVER_OPENFILE_H

#include "FileFindings.h"

#include <chrono>

namespace sooth {

struct OpenFile {
  using Clock = FileVerification::Clock;

  std::string Uri;
  /// Empty for what is no file.
  std::string Path;
  std::string RealPath;
  std::string Language;
  int64_t Version = 0;
  /// Goes up with each change, whatever the editor's versions do.
  unsigned Edition = 0;
  SourceText Text;
  /// Whether the file on disk may be another text.
  bool Edited = false;
  /// Whether the editor has told that it saved a text that it has not sent yet.
  bool IsSavedAhead = false;

  enum class Stage { Stale, Queued, Running, Verified } Now = Stage::Stale;
  /// If Verified, of this text. Otherwise of one before, with functions moved
  /// to where they are now.
  FileFindings Findings;
  /// Which files the last verification has seen, by real path.
  std::vector<std::string> Sources;
  /// When to verify it, if that waits for a pause.
  std::optional<Clock::time_point> VerifyAt;

  /// What clangd has said last, moved along edits.
  llvm::json::Array ClangdDiagnostics;
  /// As clangd calls it.
  std::string ClangdUri;
  std::optional<int64_t> ClangdVersion;
  /// Whether what the editor shows has diagnostics of ours.
  bool ShowsOurs = false;

  bool isVerifiable() const;
  /// Whether its text is that of the file.
  bool isOnDisk() const;
  /// Whether what is known of it depends on the file, a real path. What a file
  /// that does not compile is made of is not known.
  bool dependsOn(const std::string &Source) const;
  FunctionState stateOf(const FunctionFindings &F) const;
  void apply(llvm::ArrayRef<TextChange> Changes, ColumnUnit Unit);
};

/// The lenses over its functions.
llvm::json::Array lensesOf(const OpenFile &F);
/// Our own notification: what is known of its functions.
llvm::json::Object functionStatesOf(const OpenFile &F);

/// Commands that clients send.
constexpr llvm::StringLiteral VerifyCommand = "sooth.verify";
constexpr llvm::StringLiteral CancelCommand = "sooth.cancel";
constexpr llvm::StringLiteral ShowRunCommand = "sooth.showRun";

} // namespace sooth

#endif
