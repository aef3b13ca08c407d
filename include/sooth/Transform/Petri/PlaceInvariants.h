//===- PlaceInvariants.h - Finding sums of tokens that never grow ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_PLACEINVARIANTS_H
#define SOOTH_TRANSFORM_PLACEINVARIANTS_H

#include "sooth/Result/PlaceInvariant.h"
#include "sooth/Support/Budget.h"

namespace sooth {

/// Invariants that together bound every place of \p N that can be bounded like
/// that, as far as the budget goes. What they say is for Check to find out
/// (sooth/Check/PlaceBounds.h).
std::vector<PlaceInvariant> findPlaceInvariants(const PetriNet &N,
                                                const Budget &B);

} // namespace sooth

#endif
