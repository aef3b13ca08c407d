//===- CircuitSolver.h - Questions about one step of a circuit ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_PDR_CIRCUITSOLVER_H
#define SOOTH_LIB_ENGINE_PDR_CIRCUITSOLVER_H

#include "SatSolver.h"

#include "sooth/Model/Aiger.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace sooth::pdr {

/// A SAT solver that knows the gates of a circuit. A latch's next value is the
/// literal that the circuit has for it, so that one copy is enough for states
/// and steps. A question is about the gates on which its literals depend.
class CircuitSolver {
public:
  /// A variable, which is that of the circuit plus one, or its negation as a
  /// number.
  using Literal = int;
  using Answer = SatSolver::Answer;

  /// Both must outlive this.
  CircuitSolver(const AigerModel &M, const Budget &B);

  static Literal literal(AigLiteral L) {
    const int Var = int(L / 2) + 1;
    return L % 2 ? -Var : Var;
  }
  Literal latch(unsigned I) const { return int(M.firstLatch() + I) + 1; }
  Literal input(unsigned I) const { return int(I) + 2; }
  Literal next(unsigned I) const { return literal(M.Latches[I].Next); }
  /// One that nothing is known of.
  Literal fresh() { return S.addVariable(); }

  using Clause = SatSolver::Clause;
  /// Adds that \p Guard implies one of \p OneOf, which are literals of latches.
  /// Returns what removeClause() takes, or null if it need not be removed.
  Clause *addClause(Literal Guard, llvm::ArrayRef<Literal> OneOf);
  void removeClause(Clause *C) { S.removeClause(C); }
  /// Adds that \p Guard implies \p Fact about a latch. The facts of a guard can
  /// hold together.
  void addFact(Literal Guard, Literal Fact);

  /// Decides whether \p Assumptions and, if it is not empty, the clause
  /// \p OneOf can hold.
  Answer solve(llvm::ArrayRef<Literal> Assumptions,
               llvm::ArrayRef<Literal> OneOf = {});
  /// After Sat, of what the question depends on; false of all else.
  bool isTrue(Literal L) const { return S.isTrue(inSolver(L)); }
  /// After Unsat: whether the assumption was needed.
  bool isFailed(Literal L) const { return S.isFailed(inSolver(L)); }
  unsigned asked() const { return Asked; }

  /// The inputs and latches that \p Roots depend on, by their numbers. Leaves
  /// what is known of the last answer.
  struct Sources {
    std::vector<unsigned> Inputs, Latches; ///< sorted
  };
  Sources sourcesOf(llvm::ArrayRef<Literal> Roots);

private:
  static SatSolver::Lit inSolver(Literal L) {
    return L > 0 ? 2 * L : -2 * L + 1;
  }
  /// The gate of a variable of the circuit, or null.
  const AigerModel::Gate *gate(unsigned Var) const {
    return Var >= M.firstGate() && Var < M.numVariables()
               ? &M.Gates[Var - M.firstGate()]
               : nullptr;
  }
  void define(unsigned Var, const AigerModel::Gate &G);
  void addConeToScope(Literal L);

  const AigerModel &M;
  SatSolver S;
  llvm::BitVector IsDefined;         ///< gates, by their variables
  std::vector<unsigned> Cone, Stack; ///< stamps of sourcesOf(), by variable
  unsigned ConeStamp = 0;
  /// By guard, the latches in its clauses.
  llvm::DenseMap<Literal, llvm::SetVector<unsigned>> Guarded;
  unsigned Asked = 0;
};

} // namespace sooth::pdr

#endif
