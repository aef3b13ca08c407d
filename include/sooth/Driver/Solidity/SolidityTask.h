//===- SolidityTask.h - Verifying a file of contracts ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_SOLIDITYTASK_H
#define SOOTH_DRIVER_SOLIDITYTASK_H

#include "sooth/Driver/Verify/Verifier.h"
#include "sooth/Frontend/Solidity/Compile.h"
#include "sooth/Frontend/Solidity/Encode.h"

namespace sooth {

struct SolidityTask {
  /// A file of contracts, or what compileSolidity() has made of one.
  std::string File;
  enum class Form { Source, Compiled } Of = Form::Source;
  SolidityCompiler Compiler;
  SolidityEncoding Encoding;
  /// Each function by itself, or each contract for all of its life.
  enum class Mode { Functions, Lives } By = Mode::Lives;
  /// Whether the violations of a contract are run in an Ethereum Virtual
  /// Machine, if there is one, before they are told.
  enum class Replays { Run, NotRun } Confirm = Replays::Run;
  VerifierOptions Verifier;
  /// For each function, or contract; 0 is no limit.
  double SecondsEach = 0;
};

/// What became of a function or contract.
struct SolidityVerdict {
  enum class Status {
    Ok,
    Error,
    Nothing, ///< there is nothing to check
    Skipped, ///< it has what is not modelled
    Unknown,
    Timeout,
    Internal ///< a bug of ours
  };
  SolidityTarget Target;
  Status Outcome = Status::Unknown;
  /// What is violated, or in the way.
  std::vector<Remark> Reasons;
  /// All about it.
  Report Details;
  double Seconds = 0;
};

/// Compiles the file of \p T, or reads it.
llvm::Expected<llvm::json::Value> loadSolidity(const SolidityTask &T);

/// Verifies all that \p T asks for, and hands each verdict to \p Take when it
/// is there. The outcomes of those for which no time is left are timeouts.
void verifySolidity(const SolidityTask &T, const SolidityProgram &P,
                    const Budget &B,
                    llvm::function_ref<void(const SolidityVerdict &)> Take);

/// "Bank::withdraw: ERROR" and lines with reasons; for a contract the
/// transactions that lead to the first.
void printVerdict(llvm::raw_ostream &OS, const SolidityVerdict &V);

} // namespace sooth

#endif
