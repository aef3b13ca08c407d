//===- TestedSolver.h - Solvers that are asked what is known --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An engine that proves something and the checker of its proof ask the same
// solver by way of the same translation of expressions. Were that wrong about
// an operator, they would agree. So before a checker relies on a solver that
// has found no model, another of its family is asked what is known: what the
// operators in the question yield for a few values, by the evaluator, which
// also replays runs.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_CHECK_TESTEDSOLVER_H
#define SOOTH_LIB_CHECK_TESTEDSOLVER_H

#include "sooth/Solver/Solver.h"

#include "llvm/ADT/StringSet.h"

namespace sooth {

/// What operators are to a solver.
enum class Meaning {
  Concrete,     ///< what the evaluator says
  Uninterpreted ///< any function, as for an EufSolver
};

/// Solvers of \p Inner over expressions of \p Ctx, that answer Unknown in place
/// of Unsat if the family is wrong about an operator in what was added or
/// assumed: it finds a model in which the operator, applied to some values,
/// yields something else than it does, or none in which it yields that. \p
/// Tested are names of operators which it is right about (or takes long); it
/// grows, and is used by one thread at a time.
std::unique_ptr<SolverFamily<Solver>>
createTestedFamily(ExprContext &Ctx,
                   std::unique_ptr<SolverFamily<Solver>> Inner, Meaning Of,
                   llvm::StringSet<> &Tested);

/// Of z3, each operator once in a thread. Ctx must outlive it.
std::unique_ptr<SolverFamily<Solver>> createTestedZ3Family(ExprContext &Ctx);
std::unique_ptr<SolverFamily<Solver>> createTestedZ3EufFamily(ExprContext &Ctx);
std::unique_ptr<Solver> createTestedZ3Solver(ExprContext &Ctx,
                                             SolverOptions O = {});

} // namespace sooth

#endif
