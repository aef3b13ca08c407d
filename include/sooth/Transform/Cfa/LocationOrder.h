//===- LocationOrder.h - In which order facts flow ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_LOCATIONORDER_H
#define SOOTH_TRANSFORM_LOCATIONORDER_H

#include "sooth/Model/Cfa.h"

namespace sooth {

/// The locations that edges lead to from the entry, in reverse postorder of a
/// depth-first search: each after those before it, but for back edges.
std::vector<LocationId> reversePostorder(const Cfa &C);

} // namespace sooth

#endif
