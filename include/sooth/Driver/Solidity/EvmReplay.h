//===- EvmReplay.h - Violations of contracts in a real machine ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_EVMREPLAY_H
#define SOOTH_DRIVER_EVMREPLAY_H

#include "sooth/Driver/Solidity/SolidityTask.h"

#include <memory>

namespace sooth {

/// Writes a program for node that compiles the contracts of \p Bundle, which
/// compileSolidity() has made, sends them the transactions of each violation in
/// \p All that has some, and says whether an assertion fails in the last one
/// (and no other before it). It needs the packages solc and @ethereumjs/evm.
/// What needs code that is not in \p Bundle, as it is called back, is said
/// there not to be replayed.
void printEvmReplay(llvm::raw_ostream &OS, const llvm::json::Value &Bundle,
                    llvm::ArrayRef<SolidityVerdict> All);

/// A machine that runs violations before they are told.
class EvmMachine {
public:
  /// Null if there is no node, no @ethereumjs/evm among its packages, or no
  /// compiler.
  static std::unique_ptr<EvmMachine> find(const SolidityCompiler &Compiler);
  EvmMachine(const EvmMachine &) = delete;
  ~EvmMachine();

  struct Outcome {
    enum class Kind { Confirmed, Refuted, NotRun } What = Kind::NotRun;
    std::string Why; ///< of Refuted: what happens instead
  };
  /// Runs the violations of \p V that have transactions, in their order. Fewer
  /// outcomes, or none, if that does not end in \p Seconds or fails otherwise:
  /// then nothing is known of the others.
  std::vector<Outcome> replay(const llvm::json::Value &Bundle,
                              const SolidityVerdict &V, unsigned Seconds);

private:
  EvmMachine() = default;
  std::string Node, Compiler;
  std::vector<std::string> Folders;
  std::string Kept; ///< where the compiled contracts are
};

} // namespace sooth

#endif
