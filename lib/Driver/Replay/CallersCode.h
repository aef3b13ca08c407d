//===- CallersCode.h - C code for what callers have made ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_CALLERSCODE_H
#define SOOTH_LIB_DRIVER_CALLERSCODE_H

#include "CallersHeap.h"

#include "sooth/Driver/Replay/Harness.h"

namespace sooth {

/// A type for a structure that is passed by value, of this size and alignment.
std::string structureName(const OpenProgram::Parameter &P);

/// The part of a harness that makes objects, puts into them what a run finds
/// there, and sets the program's variables.
class CallersCode {
public:
  using Inputs = std::map<std::string, std::vector<Value>>;

  /// \p Run is one of \p C, \p Arguments and \p Results what it was given, by
  /// parameter and function. All must outlive this.
  CallersCode(const OpenProgram &Program, const Cfa &C, const RecordedRun &Run,
              const Inputs &Arguments, const Inputs &Results);

  /// Why what it makes may be less than what the run finds, or nothing.
  llvm::StringRef obstacle() const;
  /// Whether there is nothing to write.
  bool isEmpty() const;
  /// Defines `sooth_make_memory`, which allocates with the function
  /// \p Allocator; requires replay.c.
  void write(llvm::raw_ostream &OS, llvm::StringRef Allocator) const;
  /// What to pass for a pointer or structure.
  std::string argument(const OpenProgram::Parameter &P) const;
  /// The variable that leads to a function or variable of this name, if that
  /// is static in the program.
  std::optional<std::string> ownName(llvm::StringRef Name) const;

private:
  using Target = CallersHeap::Target;
  Target targetAt(const std::vector<Value> &Values);
  void findTargets(const Inputs &Arguments);
  bool isSet(const OpenProgram::InitialValue &Initial) const;
  void findStreams();
  void findSymbols();
  void writeSymbols(llvm::raw_ostream &OS) const;
  void writeSizes(llvm::raw_ostream &OS) const;
  void writeObjects(llvm::raw_ostream &OS) const;
  void writeInitialValue(llvm::raw_ostream &OS,
                         const OpenProgram::InitialValue &Initial) const;
  const OpenProgram::Static *findStatic(llvm::StringRef Name) const;
  std::string text(const Target &T) const;

  const OpenProgram &Program;
  const Inputs &Results;
  CallersHeap Heap;
  /// By parameter or the source of an initial value.
  std::map<std::string, Target> Targets;
  /// Standard streams by the objects that they lead to.
  std::map<size_t, std::string> Streams;
  /// Functions and variables that are needed, and what they are called here.
  std::map<std::string, std::string> Symbols;
};

} // namespace sooth

#endif
