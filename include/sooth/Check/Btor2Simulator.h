//===- Btor2Simulator.h - Runs of word-level hardware ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a file in BTOR2 says is computed here once more, node by node on values:
// nothing is shared with how the file becomes a transition system.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_CHECK_BTOR2SIMULATOR_H
#define SOOTH_CHECK_BTOR2SIMULATOR_H

#include "sooth/Check/CheckResult.h"
#include "sooth/Model/Btor2.h"

#include <map>
#include <set>

namespace sooth {

struct Btor2Simulation {
  /// Whether the run ends in the bad state, and satisfies the constraints in
  /// all its states. Never Unknown.
  CheckResult Checked;
  /// By width: where arrays were read.
  std::map<unsigned, std::set<Value>> Indices;
};

/// Runs \p M. Requires that \p R gives each input and each state that no line
/// defines a value of its sort in each step.
Btor2Simulation simulate(const Btor2Model &M, unsigned Bad, const Btor2Run &R);

/// \p R with arrays that are zero but where they have entries, or are in
/// \p Indices.
Btor2Run withZeroDefaults(Btor2Run R,
                          const std::map<unsigned, std::set<Value>> &Indices);

} // namespace sooth

#endif
