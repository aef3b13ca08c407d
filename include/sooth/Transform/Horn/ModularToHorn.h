//===- ModularToHorn.h - Procedures as Horn clauses -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two predicates for each procedure: with which parameters it is called, and
// what it returns for which parameters (its summary). A clause whose body has a
// summary is a step over a call. (Grebenshchikov, Lopes, Popeea, Rybalchenko:
// Synthesizing software verifiers from proof rules, PLDI 2012.) Locations are
// predicates as well, but only where the clauses would become more without
// them.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_MODULARTOHORN_H
#define SOOTH_TRANSFORM_MODULARTOHORN_H

#include "sooth/Model/ModularProgram.h"
#include "sooth/Solver/HornSolver.h"

#include "llvm/Support/raw_ostream.h"

namespace sooth {

struct ModularHorn {
  HornSystem Clauses;
  /// By procedure: the predicate of its calls, over Params, and its summary,
  /// over Params and Results.
  std::vector<unsigned> Calls, Summaries;
};
ModularHorn toHorn(const ModularProgram &P);

/// The clauses over unbounded integers: a rough picture, in which arithmetic
/// does not wrap and what has no counterpart may be anything. What holds of it
/// is a hint and no more. Arrays may be taken for something of which nothing is
/// known: with them, Spacer often finds no end.
enum class ArraysOfClauses { Kept, Forgotten };
HornSystem overIntegers(ExprContext &Ctx, const HornSystem &R,
                        ArraysOfClauses Arrays);

/// \p Formula, over the parameters of predicate \p Of of overIntegers(\p R),
/// read again over those of \p R; null if it cannot be.
Expr fromIntegers(ExprContext &Ctx, Expr Formula, const HornPredicate &Integer,
                  const HornPredicate &Original);

/// In SMT-LIB's logic HORN.
void printClauses(llvm::raw_ostream &OS, const HornSystem &R);

} // namespace sooth

#endif
