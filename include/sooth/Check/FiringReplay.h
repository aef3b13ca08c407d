//===- FiringReplay.h - Firing sequences played again ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_CHECK_FIRINGREPLAY_H
#define SOOTH_CHECK_FIRINGREPLAY_H

#include "sooth/Check/CheckResult.h"
#include "sooth/Result/PetriResult.h"
#include "sooth/Support/Budget.h"

namespace sooth {

/// Whether \p Runs can fire from the initial marking of \p N and leads to a
/// marking that satisfies \p Goal. Arcs are read from the net, nothing is
/// shared with what engines use; takes time by the length of the words, not by
/// how often they repeat. Never Unknown. Sets \p Last, if given, to the marking
/// in the end.
CheckResult replayFiring(const PetriNet &N, const FiringRuns &Runs,
                         const PetriFormula &Goal, Marking *Last = nullptr);

/// What \p Set proves: whether it contains the initial marking of \p N and is
/// closed under firing.
CheckResult checkClosedSet(const PetriNet &N, const MarkingSet &Set,
                           const Budget &B);

/// Whether no marking of \p Set satisfies \p Goal.
CheckResult checkExcludes(const PetriNet &N, const MarkingSet &Set,
                          const PetriFormula &Goal, const Budget &B);

/// Both: whether \p Set proves that no run of \p N reaches \p Goal.
CheckResult checkUnreachable(const PetriNet &N, const MarkingSet &Set,
                             const PetriFormula &Goal, const Budget &B);

} // namespace sooth

#endif
