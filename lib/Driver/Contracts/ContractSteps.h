//===- ContractSteps.h - From one place with facts to the next ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program with procedures in large blocks, for those who look for facts that
// hold whenever a procedure is called, whenever it returns, and at the heads of
// loops. A block leads from a call or a head to the next such place, over
// calls, whose results are variables that may have any value.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_CONTRACTS_CONTRACTSTEPS_H
#define SOOTH_LIB_DRIVER_CONTRACTS_CONTRACTSTEPS_H

#include "sooth/Model/ModularProgram.h"

#include <memory>

namespace sooth {

/// A place that facts are about, and over which variables they are.
struct FactPoint {
  enum class Kind { Call, Return, Loop } What = Kind::Call;
  unsigned Procedure = 0; // of Call and Return
  LocationId Loc = 0;     // in the program: start, exit or head
  std::vector<Expr> Vars = {};
};

/// On a path over a call.
struct StepCall {
  unsigned Callee = 0;
  std::vector<Expr> Args;    // over variables where the block begins
  std::vector<Expr> Results; // state variables
  /// A state variable that is true on all paths over this call: as is then what
  /// the callee ensures of Args and Results.
  Expr IsMade;
};

/// What runs from one point may do.
struct Block {
  unsigned From = 0; // in ContractSteps::Points
  std::vector<StepCall> Calls;
  struct Way {
    std::optional<unsigned> To; // nothing: an error
    Expr Guard;
    /// What the variables of To are then.
    std::vector<Expr> Values;
  };
  std::vector<Way> Ways;
};

struct ContractSteps {
  std::vector<FactPoint> Points;
  std::vector<Block> Blocks;
  /// By procedure: the number of its Call and, if it returns, Return.
  std::vector<unsigned> Calls;
  std::vector<std::optional<unsigned>> Returns;
};

/// \p P must outlive the result.
ContractSteps contractSteps(const ModularProgram &P);

} // namespace sooth

#endif
