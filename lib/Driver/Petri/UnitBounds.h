//===- UnitBounds.h - What units say about sums of tokens -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PETRI_UNITBOUNDS_H
#define SOOTH_LIB_DRIVER_PETRI_UNITBOUNDS_H

#include "sooth/Model/PetriNet.h"

namespace sooth {

/// The most tokens that \p Places can have together if the net's units are as
/// safe as its author says; nothing if there is no such claim or a place is in
/// no unit.
std::optional<uint64_t> boundByUnits(const PetriNet &N,
                                     llvm::ArrayRef<PlaceId> Places);

} // namespace sooth

#endif
