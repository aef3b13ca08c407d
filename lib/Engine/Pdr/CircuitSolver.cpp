//===- CircuitSolver.cpp - Questions about one step of a circuit ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CircuitSolver.h"

extern "C" {
#include <ccadical.h>
}

using namespace sooth;
using namespace sooth::pdr;

int CircuitSolver::isOver(void *Self) {
  return static_cast<CircuitSolver *>(Self)->B.exhausted().has_value();
}

CircuitSolver::CircuitSolver(const AigerModel &M, const Budget &B)
    : M(M), B(B), S(ccadical_init()), Last(int(M.numVariables())) {
  // Questions are many and small: what looks at all clauses does not pay.
  for (const char *Option : {"lucky", "walk", "elim", "probe", "condition"})
    ccadical_set_option(S, Option, 0);
  ccadical_set_option(S, "quiet", 1);
  ccadical_set_terminate(S, this, isOver);
  addClause({-literal(AigFalse)});
  for (size_t G = 0; G < M.Gates.size(); ++G) {
    const Literal Gate = int(M.firstGate() + G) + 1;
    const Literal A = literal(M.Gates[G].A), C = literal(M.Gates[G].B);
    addClause({-Gate, A});
    addClause({-Gate, C});
    addClause({Gate, -A, -C});
  }
}

CircuitSolver::~CircuitSolver() { ccadical_release(S); }

void CircuitSolver::addClause(llvm::ArrayRef<Literal> Clause) {
  for (Literal L : Clause)
    ccadical_add(S, L);
  ccadical_add(S, 0);
}

CircuitSolver::Answer CircuitSolver::solve(llvm::ArrayRef<Literal> Assumptions,
                                           llvm::ArrayRef<Literal> Constraint) {
  if (B.exhausted())
    return Answer::Stopped;
  ++Asked;
  for (Literal L : Assumptions)
    ccadical_assume(S, L);
  if (!Constraint.empty()) {
    for (Literal L : Constraint)
      ccadical_constrain(S, L);
    ccadical_constrain(S, 0);
  }
  switch (ccadical_solve(S)) {
  case 10:
    return Answer::Sat;
  case 20:
    return Answer::Unsat;
  default:
    return Answer::Stopped;
  }
}

bool CircuitSolver::isTrue(Literal L) const { return ccadical_val(S, L) > 0; }
bool CircuitSolver::isFailed(Literal L) const {
  return ccadical_failed(S, L) != 0;
}
