//===- CfaRunner.h - Runs a Cfa on concrete inputs ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_UNIT_FRONTEND_CFARUNNER_H
#define SOOTH_TEST_UNIT_FRONTEND_CFARUNNER_H

#include "sooth/Model/Cfa.h"

#include <map>

namespace sooth::test {

/// How a run ended.
struct Outcome {
  enum class Kind {
    Error,       // in an error location
    End,         // main has returned
    Stuck,       // no edge can be taken: exit(), a false assumption, a trap
    OutOfInputs, // more inputs were asked for than there are
    OutOfSteps,
    Ambiguous // several edges can be taken
  };
  Kind How;
  /// The error's message, or the location.
  std::string Where;
};

/// The values that functions return, call after call. They are cut to the
/// input's width, or sign-extended.
using InputQueues = std::map<std::string, std::vector<int64_t>>;

/// Follows the one edge that can be taken, from the entry with all state
/// variables zero. Inputs come from the queue of their function, or from the
/// queue "" if it has none; other inputs than results of functions are zero.
Outcome runCfa(const Cfa &Model, const InputQueues &Inputs, unsigned MaxSteps);

} // namespace sooth::test

#endif
