//===- ModuleRun.h - Runs of LLVM IR as it is -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module for this machine, without any of our passes, and runs it in
// a process of its own. What the module only declares is not called: inputs are
// chosen, memory comes from here, and where anything else of the world is asked
// for the run is cut. So it can do nothing but compute.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_EXECUTE_MODULERUN_H
#define SOOTH_FRONTEND_LLVM_EXECUTE_MODULERUN_H

#include "sooth/Frontend/LLVM/Execute/ChosenInputs.h"
#include "sooth/Frontend/LLVM/Execute/ObservedRun.h"

#include "llvm/Support/Error.h"

#include <memory>

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

struct ModuleRunOptions {
  std::string Entry = "main";
  /// What assignments are: what is stored, or what debug records say, which
  /// Prepare adds for the user's.
  enum class Assignments { Stored, Recorded } From = Assignments::Stored;
  unsigned MaxSeconds = 5; ///< of processor time, for each run
  unsigned MaxValues = 200'000, MaxBlocks = 5'000'000;
};

/// The numbers that \p M has in its code.
MentionedNumbers mentionedNumbers(const llvm::Module &M);

class CompiledModule {
public:
  /// Leaves \p M as it is. Fails, with a reason for the user, if it cannot be
  /// run: it is for another machine, or has variables that are defined
  /// elsewhere. \p Places must outlive the result.
  static llvm::Expected<CompiledModule> compile(const llvm::Module &M,
                                                const ModuleRunOptions &O,
                                                PlaceNumbers &Places);
  CompiledModule(CompiledModule &&);
  ~CompiledModule();

  /// What a run with these inputs has for sure.
  ObservedRun run(const ChosenInputs &Inputs) const;

private:
  struct State;
  explicit CompiledModule(std::unique_ptr<State> S);
  std::unique_ptr<State> S;
};

} // namespace sooth

#endif
