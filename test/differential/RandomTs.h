//===- RandomTs.h - Seeded random transition systems ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_DIFFERENTIAL_RANDOMTS_H
#define SOOTH_TEST_DIFFERENTIAL_RANDOMTS_H

#include "sooth/Model/TransitionSystem.h"

namespace sooth::test {

/// A system with one property over two to four bit-vectors of one to four
/// bits, Booleans and inputs, with at most 12 bits of state and 5 of input;
/// few seeds give one that is partly relational. The same seed gives the same
/// system on every machine.
TransitionSystem randomTs(ExprContext &Ctx, uint64_t Seed);

/// A seed for randomTs, one of a few derived from \p Seed, whose system is
/// worth an engine's time if there is one: a bad state some steps away, or a
/// safe property that is not inductive by itself.
uint64_t worthwhileSeed(uint64_t Seed);

} // namespace sooth::test

#endif
