//===- SolverCount.h - How many solvers were made -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SOLVER_SOLVERCOUNT_H
#define SOOTH_SOLVER_SOLVERCOUNT_H

namespace sooth {

/// How many solvers this process has made since it was first asked, together
/// with all that it has forked since then; 0 the first time.
unsigned solversMade();

/// For whoever makes one.
void noteSolver();

} // namespace sooth

#endif
