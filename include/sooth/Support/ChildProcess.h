//===- ChildProcess.h - A computation in a process of its own -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forks, so that whatever the computation does (crash, hang, eat the memory)
// it does alone, and so that it has the caller's data without a copy being
// made. It answers by lines of text through a pipe.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_CHILDPROCESS_H
#define SOOTH_SUPPORT_CHILDPROCESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace sooth {

/// The child's end of the pipe.
class LineWriter {
public:
  explicit LineWriter(int Descriptor) : Descriptor(Descriptor) {}
  /// Sends \p Line, which must not contain a newline.
  void send(llvm::StringRef Line);
  int descriptor() const { return Descriptor; }

private:
  int Descriptor;
};

/// Ends this process, which must be a child, when it allocates more than
/// \p MemoryMB of memory, what it has now included; 0 means no limit.
void limitMemory(uint64_t MemoryMB);

/// Lets other processes have the processor first, from now on.
void giveWay();
/// From now on giveWay() does nothing here: no other process of ours would have
/// the processor instead, only those of other users.
void stayFirst();

class ChildProcess {
public:
  struct Options {
    /// Of resident memory; 0 means no limit.
    uint64_t MemoryMB = 0;
    /// A family is a process group: it is killed, waited for and reaped with
    /// all processes that the child has started. One at a time. A group is
    /// killed in the same way, but only the child itself is waited for.
    enum class Kin { Single, Group, Family } Who = Kin::Single;
    size_t MaxLineBytes = size_t(256) << 20;
  };
  /// Forks a process that runs \p Work and ends. It is killed when the calling
  /// thread ends.
  static llvm::Expected<ChildProcess>
  start(const Options &O, llvm::function_ref<void(LineWriter &)> Work);

  ChildProcess(ChildProcess &&Other);
  ChildProcess &operator=(ChildProcess &&) = delete;
  /// Kills the process if it still runs; no zombie is left.
  ~ChildProcess();

  /// Readable when there are lines or the end to read.
  int descriptor() const { return Pipe; }
  pid_t id() const { return Pid; }

  /// Unfinished: there is more to read already.
  enum class Stream { Open, Unfinished, Ended };
  /// Hands \p Take complete lines that have arrived; does not block, and takes
  /// no more than some megabytes at a time, however fast the process writes. A
  /// line of more than Options::MaxLineBytes is a fault: the process is killed.
  Stream read(llvm::function_ref<void(llvm::StringRef)> Take);

  /// How the process ended.
  struct Ending {
    enum class Kind {
      Finished,
      OutOfMemory,
      Crashed,
      Killed,
      Flooded,
      NotStarted
    } How;
    /// The signal that killed or crashed it.
    int Signal = 0;
    uint64_t PeakMemoryBytes = 0;
    /// What the system said to a process that could not be started.
    std::string Refusal = {};

    /// "out of memory", "crashed (Segmentation fault)".
    std::string str() const;
  };
  /// Whether the process itself has ended; others may still hold its end of
  /// the pipe.
  bool hasEnded() const;
  /// Waits for the process to end; kill() first unless it has. Killed is who
  /// was killed by kill(), whatever it did at that moment.
  Ending wait();
  void kill();

private:
  ChildProcess(pid_t Pid, int Pipe, const Options &O)
      : Pid(Pid), Pipe(Pipe), Who(O.Who), MaxLineBytes(O.MaxLineBytes) {}
  void reapFamily();

  pid_t Pid = -1;
  int Pipe = -1;
  Options::Kin Who;
  size_t MaxLineBytes;
  std::string Unfinished;
  enum class State { Running, Killed, Flooded, Reaped } Now = State::Running;
  Ending Last{Ending::Kind::Finished};
};

} // namespace sooth

#endif
