//===- CircuitSolver.h - Questions about one step of a circuit ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_PDR_CIRCUITSOLVER_H
#define SOOTH_LIB_ENGINE_PDR_CIRCUITSOLVER_H

#include "sooth/Model/Aiger.h"
#include "sooth/Support/Budget.h"

struct CCaDiCaL;

namespace sooth::pdr {

/// A SAT solver that knows the gates of a circuit. A latch's next value is the
/// literal that the circuit has for it, so that one copy is enough for states
/// and steps.
class CircuitSolver {
public:
  /// Literals of the SAT solver: a variable or its negation as a number.
  using Literal = int;

  /// Both must outlive this.
  CircuitSolver(const AigerModel &M, const Budget &B);
  ~CircuitSolver();
  CircuitSolver(const CircuitSolver &) = delete;
  CircuitSolver &operator=(const CircuitSolver &) = delete;

  static Literal literal(AigLiteral L) {
    const int Var = int(L / 2) + 1;
    return L % 2 ? -Var : Var;
  }
  Literal latch(unsigned I) const { return int(M.firstLatch() + I) + 1; }
  Literal input(unsigned I) const { return int(I) + 2; }
  Literal next(unsigned I) const { return literal(M.Latches[I].Next); }
  Literal fresh() { return ++Last; }

  void addClause(llvm::ArrayRef<Literal> Clause);

  enum class Answer { Sat, Unsat, Stopped };
  /// Decides whether \p Assumptions and, if it is not empty, the clause
  /// \p Constraint can hold.
  Answer solve(llvm::ArrayRef<Literal> Assumptions,
               llvm::ArrayRef<Literal> Constraint = {});
  /// After Sat.
  bool isTrue(Literal L) const;
  /// After Unsat: whether the assumption was needed.
  bool isFailed(Literal L) const;
  unsigned asked() const { return Asked; }

private:
  static int isOver(void *Self);

  const AigerModel &M;
  const Budget &B;
  CCaDiCaL *S;
  Literal Last;
  unsigned Asked = 0;
};

} // namespace sooth::pdr

#endif
