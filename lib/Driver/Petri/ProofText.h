//===- ProofText.h - Evidence about nets as JSON --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What sooth-check reads of nets (docs/Certificates.md).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PETRI_PROOFTEXT_H
#define SOOTH_LIB_DRIVER_PETRI_PROOFTEXT_H

#include "sooth/Result/PetriResult.h"

namespace sooth {

/// Places and transitions, which evidence names by their numbers.
std::string netText(const PetriNet &N);

/// \p C, which proves that no marking of \p N satisfies \p Goal, with the goal
/// as Check expands it. Nothing if that would be too large.
std::optional<std::string> proofText(const PetriNet &N,
                                     const PetriFormula &Goal,
                                     const PetriCertificate &C);

/// That safe units of \p N leave no room for \p Goal, so many tokens.
std::string unitsText(const PetriNet &N, const PetriFormula &Goal);

/// A run to a marking that satisfies \p Goal.
std::string runText(const PetriNet &N, const PetriFormula &Goal,
                    const FiringRuns &Runs);

} // namespace sooth

#endif
