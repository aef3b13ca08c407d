//===- ProofsInC.h - Proofs in terms of the source ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What proofs say at loops is first claimed in C, as names of the model are not
// always what they are called in the source, and then proved again, as
// assertions in a copy of the program.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_PROOFSINC_H
#define SOOTH_LIB_DRIVER_TASKS_PROOFSINC_H

#include "EntryVerification.h"

#include "sooth/Driver/Witness/WitnessFile.h"

namespace sooth {

/// If \p T wants that, adds to \p R what the proofs of \p Verified claim at the
/// loops of its files.
void addClaimsInC(const VerificationTask &T, const VerifiedModel &Of,
                  const VerifiedProgram &Verified, Report &R);

/// Where engines follow loops to their end, proofs say nothing about them: adds
/// to \p R, about all of \p Program, what abstract interpretation finds at
/// loops of which nothing is claimed.
void addFactsInC(const llvm::Module &Program, const VerificationTask &T,
                 const Budget &B, Report &R);

/// As a witness has them.
std::vector<WitnessInvariant>
inWitness(llvm::ArrayRef<LoopInvariant> Invariants);

/// Whether invariants can be put into \p File, by its name.
bool isCSource(llvm::StringRef File);

/// Lets \p T ask about the assertions of withInvariants as well.
void askAboutInvariants(VerificationTask &T);
/// The same, and about nothing else.
void askAboutInvariantsAlone(VerificationTask &T);

/// What can be done with a copy of the program that withInvariants has made.
struct CopyWithInvariants {
  using Invariants = llvm::ArrayRef<WitnessInvariant>;
  /// Whether the compiler takes it.
  llvm::function_ref<bool(Invariants)> Compiles;
  /// What becomes of its assertions.
  llvm::function_ref<Report(Invariants, const Budget &)> Verify;
};

/// Moves those claims of \p R that hold on all runs of the program, as far as
/// time allows to find that out, to what is told in C.
void confirmClaims(const CopyWithInvariants &Copy, const Budget &B, Report &R);

} // namespace sooth

#endif
