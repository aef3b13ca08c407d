//===- EvmReplay.h - Violations of contracts in a real machine ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_EVMREPLAY_H
#define SOOTH_DRIVER_EVMREPLAY_H

#include "sooth/Driver/Solidity/SolidityTask.h"

namespace sooth {

/// Writes a program for node that compiles the contracts of \p Bundle, which
/// compileSolidity() has made, sends them the transactions of each violation in
/// \p All that has some, and says whether an assertion fails in the last one
/// (and no other before it). It needs the packages solc and @ethereumjs/evm.
/// What needs code that is not in \p Bundle, as it is called back, is said
/// there not to be replayed.
void printEvmReplay(llvm::raw_ostream &OS, const llvm::json::Value &Bundle,
                    llvm::ArrayRef<SolidityVerdict> All);

} // namespace sooth

#endif
