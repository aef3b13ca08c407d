//===- AccessedElements.h - What a run reads of arrays ----------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_ACCESSEDELEMENTS_H
#define SOOTH_LIB_DRIVER_ACCESSEDELEMENTS_H

#include "sooth/Driver/Replay/Harness.h"
#include "sooth/Model/Cfa.h"

namespace sooth {

/// Adds the indices at which \p E, taken in \p State (with its inputs), reads
/// or writes elements of array variables.
void addAccesses(const Edge &E, const Valuation &State, AccessedElements &To);

} // namespace sooth

#endif
