//===- Prepare.h - What every use of a solver begins with -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SOLVER_PREPARE_H
#define SOOTH_SOLVER_PREPARE_H

namespace sooth {

/// Makes the tables of megabytes that z3 begins with, if this process has none
/// to spare: the next solver, here or in a process that is started from now on,
/// has them at once.
void prepareZ3();
/// Gives back the memory, some dozens of megabytes, that solvers which are gone
/// have left to the next ones.
void releaseZ3();

} // namespace sooth

#endif
