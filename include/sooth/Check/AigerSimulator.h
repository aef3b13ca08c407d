//===- AigerSimulator.h - Runs of bit-level hardware ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_CHECK_AIGERSIMULATOR_H
#define SOOTH_CHECK_AIGERSIMULATOR_H

#include "sooth/Check/CheckResult.h"
#include "sooth/Model/Aiger.h"

namespace sooth {

/// Whether \p R is a run of \p M that ends in the bad state and satisfies the
/// constraints in all its states, computed gate by gate. Never Unknown.
/// Requires a value for each latch, and in each step for each input.
CheckResult simulate(const AigerModel &M, unsigned Bad, const AigerRun &R);

} // namespace sooth

#endif
