//===- ModuleVerifier.h - Verify one LLVM module --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a compiler plugin asks and what it is told, in the user's terms: places
// in the source and sentences. It names no model, no engine and no solver.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_MODULEVERIFIER_H
#define SOOTH_DRIVER_MODULEVERIFIER_H

#include "sooth/Frontend/LLVM/Passes/MemoryProperty.h"
#include "sooth/Frontend/LLVM/Passes/VolatileMeaning.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace sooth {

/// One step of a run, such as "branch taken: x > 3" or "i = 4".
struct ReportStep {
  /// As the debug information has it, after joining its directory; may be
  /// empty, and Line and Column 0, where a step has no place of its own.
  std::string File;
  unsigned Line = 0, Column = 0;
  std::string Text;
};

/// A check that some run breaks, at the place of the check.
struct Violation {
  std::string File;
  unsigned Line = 0, Column = 0;
  std::string Message;
  /// The run, from the entry function to the check.
  std::vector<ReportStep> Steps;
};

struct ModuleReport {
  enum class Status { Safe, Unsafe, Unknown, NothingToCheck };
  Status Outcome = Status::Unknown;
  /// Why the outcome is Unknown; empty otherwise.
  std::string Reason;
  /// The unsupported construct behind Unknown; empty and 0 if there is none.
  std::string File;
  unsigned Line = 0, Column = 0;
  /// Not empty exactly if the outcome is Unsafe.
  std::vector<Violation> Violations;
};

struct ModuleVerifierOptions {
  double TimeoutSeconds = 10;
  /// Limit on the process's resident memory; 0 means none.
  uint64_t MemoryMB = 0;
  /// The engine's name; empty means the default.
  std::string Engine;
  /// How calls are encoded: inline, wait or auto; empty means the default.
  std::string Procedures;
  /// Empty means main if the module defines it, otherwise every externally
  /// visible function, with unconstrained arguments and globals.
  std::vector<std::string> EntryFunctions;
  /// What of memory is checked. Leaks are only looked for from main.
  MemoryProperties Memory;
  enum Volatile Volatile = Volatile::Memory;
};

/// Verifies the assertions of \p M and the checks that its traps stand for.
///
/// Requires code as clang emits it at O0, without optnone, with debug
/// information and, where checks are asked for, with clang's sanitizer traps.
/// Consumes the module, whose LLVMContext must outlive the call. Safe and
/// Unsafe are answered only with evidence that has been checked; everything
/// else, unknown engines, names and entry functions included, is Unknown with
/// its reason. Never ends the process and never takes longer than the timeout
/// by more than a second.
ModuleReport verifyModule(std::unique_ptr<llvm::Module> M,
                          const ModuleVerifierOptions &Options);

} // namespace sooth

#endif
