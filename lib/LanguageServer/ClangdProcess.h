//===- ClangdProcess.h - clangd behind us ---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_LANGUAGESERVER_CLANGDPROCESS_H
#define SOOTH_LIB_LANGUAGESERVER_CLANGDPROCESS_H

#include "sooth/LanguageServer/Transport.h"

#include <sys/types.h>

namespace sooth {

class ClangdProcess {
public:
  /// Runs \p Program, the path of one, with \p Arguments. What it says on
  /// standard error goes to ours.
  static llvm::Expected<std::unique_ptr<ClangdProcess>>
  start(const std::string &Program, llvm::ArrayRef<std::string> Arguments);
  ClangdProcess(const ClangdProcess &) = delete;
  /// Kills it if it still runs.
  ~ClangdProcess();

  OutputChannel &input() { return Input; }
  /// Readable when it has said something or has ended.
  int descriptor() const { return Output; }
  /// Takes in what it has said; false if it will say nothing more.
  bool read(MessageReader &To);
  /// Tells it that nothing more will come.
  void closeInput();

  /// Waits, at most \p Milliseconds, for its end; then kills it. Returns its
  /// exit code, 128 and the number of the signal that has ended it.
  int wait(unsigned Milliseconds);
  /// "exit code 1", "signal 11 (Segmentation fault)", once it has been waited
  /// for.
  std::string ending() const;

private:
  ClangdProcess(pid_t Pid, int In, int Out)
      : Pid(Pid), Output(Out), Input(In) {}

  pid_t Pid;
  int Output;
  OutputChannel Input;
  bool InputOpen = true;
  std::optional<int> Status; ///< once it has been waited for
};

} // namespace sooth

#endif
