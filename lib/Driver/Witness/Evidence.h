//===- Evidence.h - Runs and proofs in terms of the source ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_WITNESS_EVIDENCE_H
#define SOOTH_LIB_DRIVER_WITNESS_EVIDENCE_H

#include "sooth/Driver/Replay/Harness.h"
#include "sooth/Driver/Verify/Verifier.h"
#include "sooth/Driver/Witness/WitnessFile.h"

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// What \p Run, a whole run of \p Program that violates \p Violated, passes:
/// the results of calls that come from outside, as far as the sources, \p
/// Files, show these calls, and the target.
std::vector<Waypoint> waypointsOf(const RecordedRun &Run,
                                  const AssertionReport &Violated,
                                  const llvm::Module &Program,
                                  llvm::ArrayRef<std::string> Files);

/// Which parts of formulas matter: those of proofs all do.
enum class Parts { All, AboutLoops };

/// What \p Invariant says in C at the loops of \p Files, one for each part of
/// its formulas, or those that are about nothing but what the loop mentions;
/// without what follows from the others. Whether the variables of the model are
/// those of the program there has to be checked.
std::vector<LoopInvariant> claimsInC(const Cfa &C,
                                     const CfaInvariant &Invariant,
                                     llvm::ArrayRef<std::string> Files,
                                     Parts Which);

/// Those at one place that need the same as one.
std::vector<LoopInvariant> joined(std::vector<LoopInvariant> All);

} // namespace sooth

#endif
