//===- Deepening.h - Following recursion deeper and deeper ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_DEEPENING_H
#define SOOTH_LIB_DRIVER_DEEPENING_H

#include "Contracts/ContractProof.h"

#include "sooth/Driver/Report/Report.h"
#include "sooth/Driver/Verify/Verifier.h"
#include "sooth/Frontend/LLVM/Passes/BoundRecursion.h"
#include "sooth/Support/Budget.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace sooth {

/// Verifies the program in which recursion is followed as deep as it is told.
using BoundedVerification =
    llvm::function_ref<Report(const BoundRecursionOptions &, const Budget &)>;

/// What of \p B verifying \p C, which was made with \p O, may take: not all of
/// it if there is more to try because recursion is cut off.
Budget budgetFor(const Cfa &C, const BoundRecursionOptions &O, const Budget &B);

/// Another way to a proof, without a bound.
using UnboundedProof =
    llvm::function_ref<Report(const Budget &, ContractEffort)>;

/// Whether there are functions that call themselves or each other, even if that
/// becomes a loop.
enum class Recursion { None, Some };

/// Asks with deeper and deeper recursion, as long as it is for depth or time
/// that something is not known, the depth still grows, and \p B lasts; or with
/// the depth \p Asked for, where 0 means not at all. The report is that of the
/// last depth that says more than the one before. Unless the first depth is
/// enough, within a short time, \p Prove is tried, with little effort and then
/// at the same time.
Report verifyDeepening(std::optional<unsigned> Asked, Recursion Has,
                       VerifierOptions::Goal Until, const Budget &B,
                       BoundedVerification Verify, UnboundedProof Prove);

} // namespace sooth

#endif
