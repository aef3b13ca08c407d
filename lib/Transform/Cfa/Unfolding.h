//===- Unfolding.h - Locations with known values --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_TRANSFORM_UNFOLDING_H
#define SOOTH_LIB_TRANSFORM_UNFOLDING_H

#include "sooth/Transform/Cfa/BackTranslation.h"

#include "llvm/ADT/BitVector.h"

#include <optional>

namespace sooth {

/// One location for each location of \p C and known values of the variables
/// \p Tracked (by index) that are live there, as far as they are reached.
/// Nothing if there are more than \p MaxLocations, or it takes too much work.
std::optional<TransformedCfa> unfoldVariables(const Cfa &C,
                                              const llvm::BitVector &Tracked,
                                              size_t MaxLocations);

} // namespace sooth

#endif
