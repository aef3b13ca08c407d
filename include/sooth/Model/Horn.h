//===- Horn.h - Models as constrained Horn clauses ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// SMT-LIB in the logic HORN, as z3's Spacer, Golem and Eldarica read it: a
// predicate over the state variables for each location (one for a transition
// system), a clause for each edge, and a query for each error. `sat` means that
// no error is reachable.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_HORN_H
#define SOOTH_MODEL_HORN_H

#include "sooth/Model/Cfa.h"
#include "sooth/Model/TransitionSystem.h"
#include "sooth/Solver/HornSystem.h"
#include "sooth/Support/Diagnostic.h"

#include "llvm/Support/MemoryBufferRef.h"

namespace llvm {
class raw_ostream;
}

namespace sooth {

void writeHorn(llvm::raw_ostream &OS, const Cfa &Program);
void writeHorn(llvm::raw_ostream &OS, const TransitionSystem &TS);

/// Reads linear clauses, in the logic HORN or as z3's rules and queries. A
/// formula may be several clauses; there must be at least one query.
/// Nonlinear clauses and quantifiers that do not fit are errors.
llvm::Expected<HornSystem> readHorn(ExprContext &Ctx,
                                    llvm::MemoryBufferRef Text);

} // namespace sooth

#endif
