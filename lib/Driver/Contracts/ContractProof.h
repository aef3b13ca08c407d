//===- ContractProof.h - Proofs of recursive programs ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_CONTRACTPROOF_H
#define SOOTH_LIB_DRIVER_CONTRACTPROOF_H

#include "sooth/Driver/Report/Report.h"
#include "sooth/Driver/Verify/Verifier.h"
#include "sooth/Model/ModularProgram.h"

namespace sooth {

/// Whether to look as long as there is time, or only where it costs a second or
/// two.
enum class ContractEffort { Little, All };

/// Looks for contracts that make \p P safe. Safe only if each procedure has
/// been shown to keep its contract, and no assertion to fail, with evidence
/// that Check has confirmed; Unknown otherwise.
Report proveByContracts(const ModularProgram &P, const Budget &B,
                        const VerifierOptions &O, ContractEffort Effort);

} // namespace sooth

#endif
