//===- ModuleVerifier.h - Verify one LLVM module --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a compiler plugin asks and what it is told, in the user's terms: places
// in the source and sentences.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_MODULEVERIFIER_H
#define SOOTH_DRIVER_MODULEVERIFIER_H

#include "sooth/Driver/Options/VerificationTask.h"
#include "sooth/Driver/Report/Report.h"

#include <functional>
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

/// What is known of a function that others can call.
struct FunctionSummary {
  std::string File;
  unsigned Line = 0;
  /// "first: 2 checks: 1 proved, 1 proved if".
  std::string Text;
  /// What it needs of its callers, and why checks are unknown.
  std::vector<std::string> Details;
};

struct ModuleReport {
  /// BadInput: the task names a function that is not there.
  enum class Status { Safe, Unsafe, Unknown, NothingToCheck, BadInput };
  Status Outcome = Status::Unknown;
  /// Why the outcome is BadInput, or why something is undecided; empty
  /// otherwise.
  std::string Reason;
  /// The construct that is the reason, or the first check that is undecided;
  /// empty and 0 if there is none.
  std::string File;
  unsigned Line = 0, Column = 0;
  /// Not empty exactly if the outcome is Unsafe.
  std::vector<Violation> Violations;
  /// Of those that have checks, in the order of the module; empty if runs start
  /// in main.
  std::vector<FunctionSummary> Functions;
  /// How many checks are known to hold, and not known to hold or fail, as far
  /// as the program was looked at.
  unsigned Hold = 0, Undecided = 0;
  /// How many are suppressed (docs/Suppressions.md), and so neither.
  unsigned Suppressed = 0;
  /// From how many functions runs were not looked at, as the cache had answers.
  unsigned FromCache = 0;
  /// What all of this was made of.
  Report Whole;
};

/// Compiles the file again with another text, as its module was but without
/// traps for checks. Null if the text has errors. What is returned is used no
/// longer than verifyModule runs.
using CompileAgain =
    std::function<std::unique_ptr<llvm::Module>(llvm::StringRef Text)>;

/// Verifies the assertions of \p M and the checks that its traps stand for.
///
/// Requires code as clang emits it at O0, without optnone, with debug
/// information and, where checks are asked for, with clang's sanitizer traps;
/// of \p T what is about files, compiling and output does not matter. Starts in
/// T.Entries or, if there are none, in main if the module defines it, otherwise
/// in every externally visible function, with unconstrained arguments and
/// globals. Leaks are only looked for from main.
/// Consumes the module, whose LLVMContext must outlive the call. Safe and
/// Unsafe are answered only with evidence that has been checked; everything
/// else is Unknown with its reason, or BadInput. Never ends the process and
/// never takes longer than the timeout by more than a second.
/// Where T.ProofsAre says so, proofs are told in C as well, if \p Again is
/// given: T.Files is then the source. Compiling is not interrupted.
ModuleReport verifyModule(std::unique_ptr<llvm::Module> M, VerificationTask T,
                          const CompileAgain &Again = nullptr);

} // namespace sooth

#endif
