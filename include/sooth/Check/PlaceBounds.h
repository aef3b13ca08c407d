//===- PlaceBounds.h - How many tokens places can have --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_CHECK_PLACEBOUNDS_H
#define SOOTH_CHECK_PLACEBOUNDS_H

#include "sooth/Model/PetriFormula.h"
#include "sooth/Result/PlaceInvariant.h"

#include <optional>

namespace sooth {

/// For each place a number that no reachable marking exceeds, if one follows
/// from \p Invariants. Each of these is checked first, in integers that do not
/// overflow; one that is no invariant of \p N proves nothing.
std::vector<std::optional<uint64_t>>
boundsByInvariants(const PetriNet &N,
                   llvm::ArrayRef<PlaceInvariant> Invariants);

/// What \p Invariants say of every reachable marking: Σ ≤ what it is in the
/// beginning, or = if no transition makes it less either. Checked as above; one
/// that is none, or does not fit, is left out.
std::vector<PetriFormula>
factsByInvariants(const PetriNet &N, llvm::ArrayRef<PlaceInvariant> Invariants);

} // namespace sooth

#endif
