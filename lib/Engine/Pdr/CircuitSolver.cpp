//===- CircuitSolver.cpp - Questions about one step of a circuit ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CircuitSolver.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::pdr;

CircuitSolver::CircuitSolver(const AigerModel &M, const Budget &B)
    : M(M), S(B), IsDefined(M.numVariables()), Cone(M.numVariables()) {
  for (unsigned Var = 0; Var < M.numVariables(); ++Var)
    S.addVariable();
  S.addClause({inSolver(-literal(AigFalse))});
}

/// Gates are told when a question first depends on them.
void CircuitSolver::define(unsigned Var, const AigerModel::Gate &G) {
  IsDefined.set(Var);
  const SatSolver::Lit Gate = inSolver(int(Var) + 1),
                       A = inSolver(literal(G.A)), C = inSolver(literal(G.B));
  S.addClause({Gate ^ 1, A});
  S.addClause({Gate ^ 1, C});
  S.addClause({Gate, A ^ 1, C ^ 1});
}

CircuitSolver::Clause *CircuitSolver::addClause(Literal Guard,
                                                llvm::ArrayRef<Literal> OneOf) {
  llvm::SetVector<unsigned> &Latches = Guarded[Guard];
  std::vector<SatSolver::Lit> Lits{inSolver(-Guard)};
  for (Literal L : OneOf) {
    Lits.push_back(inSolver(L));
    Latches.insert(std::abs(L));
  }
  return S.addClause(Lits);
}

void CircuitSolver::addFact(Literal Guard, Literal Fact) {
  S.addClause({inSolver(-Guard), inSolver(Fact)});
}

void CircuitSolver::addConeToScope(Literal L) {
  if (!S.addToScope(std::abs(L)))
    return;
  Stack.assign(1, std::abs(L) - 1);
  while (!Stack.empty()) {
    const unsigned Var = Stack.back();
    Stack.pop_back();
    const AigerModel::Gate *G = gate(Var);
    if (!G)
      continue;
    if (!IsDefined.test(Var))
      define(Var, *G);
    for (AigLiteral Of : {G->A, G->B})
      if (S.addToScope(Of / 2 + 1))
        Stack.push_back(Of / 2);
  }
}

CircuitSolver::Answer CircuitSolver::solve(llvm::ArrayRef<Literal> Assumptions,
                                           llvm::ArrayRef<Literal> OneOf) {
  ++Asked;
  S.beginScope();
  std::vector<SatSolver::Lit> Assumed, Clause;
  for (Literal L : Assumptions) {
    addConeToScope(L);
    Assumed.push_back(inSolver(L));
    // These clauses, too, are to be satisfied.
    if (auto It = Guarded.find(L); It != Guarded.end())
      for (unsigned Latch : It->second)
        S.addToScope(Latch);
  }
  for (Literal L : OneOf) {
    addConeToScope(L);
    Clause.push_back(inSolver(L));
  }
  return S.solve(Assumed, Clause);
}

CircuitSolver::Sources CircuitSolver::sourcesOf(llvm::ArrayRef<Literal> Roots) {
  Sources Found;
  ++ConeStamp;
  auto Add = [&](unsigned Var) {
    if (std::exchange(Cone[Var], ConeStamp) == ConeStamp)
      return;
    if (Var >= M.firstGate())
      Stack.push_back(Var);
    else if (Var >= M.firstLatch())
      Found.Latches.push_back(Var - M.firstLatch());
    else if (Var > 0)
      Found.Inputs.push_back(Var - 1);
  };
  for (Literal L : Roots)
    Add(std::abs(L) - 1);
  while (!Stack.empty()) {
    const AigerModel::Gate &G = *gate(Stack.back());
    Stack.pop_back();
    Add(G.A / 2);
    Add(G.B / 2);
  }
  llvm::sort(Found.Inputs);
  llvm::sort(Found.Latches);
  return Found;
}
