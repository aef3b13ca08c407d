//===- ValidatingSolver.h - A solver whose answers are checked ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SOLVER_VALIDATINGSOLVER_H
#define SOOTH_SOLVER_VALIDATINGSOLVER_H

#include "sooth/Solver/Solver.h"

namespace sooth {

/// A decorator that stops the program (report_fatal_error) when an answer of
/// \p Inner, a concrete solver, turns out to be wrong: after Sat it evaluates
/// what was asserted and assumed under the model; after Unsat it asks a fresh
/// solver whether the core, which must be among the assumptions, is enough.
/// Costs about twice the time; for tests and for debugging engines.
std::unique_ptr<Solver> createValidatingSolver(std::unique_ptr<Solver> Inner,
                                               ExprContext &Ctx);

} // namespace sooth

#endif
