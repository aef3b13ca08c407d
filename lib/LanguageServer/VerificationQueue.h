//===- VerificationQueue.h - Which files are verified, and when -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_LANGUAGESERVER_VERIFICATIONQUEUE_H
#define SOOTH_LIB_LANGUAGESERVER_VERIFICATIONQUEUE_H

#include "FileVerification.h"

#include <functional>
#include <list>
#include <map>

namespace sooth {

/// Files by name, each in at most one process; the one that was added last is
/// the next.
class VerificationQueue {
public:
  using Clock = FileVerification::Clock;

  struct Listener {
    /// What is to be done for a file whose turn it is.
    std::function<FileRequest(const std::string &)> Begin;
    std::function<void(const std::string &, llvm::StringRef)> Progress;
    std::function<void(const std::string &, FileAnswer)> Done;
    std::function<void(const std::string &, llvm::Error)> NotStarted;
  };
  explicit VerificationQueue(Listener L);

  void add(const std::string &Name);
  /// Forgets the file and kills its process, without waiting for its end.
  void remove(const std::string &Name);
  /// Forgets all files, and waits until their processes are gone.
  void clear();

  /// Starts what can be started.
  void startSome();
  /// Takes in what the processes have sent, and lets go of those that have
  /// ended.
  void hear();
  /// Readable when there is something to hear.
  std::vector<int> descriptors() const;
  /// When to hear at the latest.
  std::optional<Clock::time_point> nextLook() const;

private:
  Listener L;
  const size_t MaxRunning;
  std::list<std::string> Waiting;
  std::map<std::string, std::unique_ptr<FileVerification>> Running;
  /// Killed, but not yet gone.
  std::vector<std::unique_ptr<FileVerification>> Ending;
};

} // namespace sooth

#endif
