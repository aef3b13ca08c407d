//===- AvailableFacts.h - What every run to a location has seen -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_AVAILABLEFACTS_H
#define SOOTH_LIB_ENGINE_CELLS_AVAILABLEFACTS_H

#include "sooth/Model/Cfa.h"
#include "sooth/Support/Budget.h"

#include <vector>

namespace sooth::cells {

/// By location: conditions that were passed, and equations x = t that were
/// assigned, on each way there, and of which no variable was changed since. All
/// are about live variables, and together they are inductive on the edges.
/// False where no edges lead. Nothing if \p B does not suffice.
std::vector<std::vector<Expr>> availableFacts(const Cfa &C, const Budget &B);

} // namespace sooth::cells

#endif
