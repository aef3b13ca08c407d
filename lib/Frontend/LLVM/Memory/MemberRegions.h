//===- MemberRegions.h - Regions that are one member of a structure -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_MEMBERREGIONS_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_MEMBERREGIONS_H

#include "Regions.h"

namespace sooth {

/// Whether all cells of \p Region are one member of the structures from outside
/// that the region is in, or elements of an array that is one; or, where there
/// are no structures, elements of what callers pass. So what is said of that
/// member is said of the region, and of nothing else.
bool isOneMember(const PointsTo &Points, const Regions &Parts, unsigned Region);

} // namespace sooth

#endif
