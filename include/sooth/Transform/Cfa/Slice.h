//===- Slice.h - Removing what does not matter ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_SLICE_H
#define SOOTH_TRANSFORM_SLICE_H

#include "sooth/Transform/Cfa/BackTranslation.h"

namespace sooth {

/// Drops locations that the entry does not reach or that do not reach an
/// error, edges between them, edges that are never taken (guard false) and
/// edges out of error locations. The entry stays.
TransformedCfa pruneLocations(const Cfa &C);

/// Replaces variables that init fixes and that no update changes by their
/// values.
TransformedCfa propagateConstants(const Cfa &C);

/// Replaces variables by the values that they always have at a location, and
/// guards that are false there by false.
TransformedCfa foldLocalConstants(const Cfa &C);

/// Cone of influence: drops variables that influence no guard, directly or
/// through updates, and their conjuncts of init.
TransformedCfa dropIrrelevantVariables(const Cfa &C);

/// Redirects edges past locations that do nothing but go on.
TransformedCfa skipTrivialLocations(const Cfa &C);

/// For each variable and location where it is dead: drops its updates, and
/// makes its value zero instead; see LargeBlock.h. Requires a pruned
/// automaton.
TransformedCfa dropDeadUpdates(const Cfa &C);

/// All of the above but dropDeadUpdates, which encodeBlocks() does.
TransformedCfa slice(const Cfa &C);

} // namespace sooth

#endif
