//===- LazyRefuter.cpp - Refuting all cases at once ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Where the goal has many disjunctions, the tree of Refuter.cpp would be large.
// Here a solver for integers keeps all cases, and each of its solutions that
// cannot fire is answered by a trap or a cut, for all cases at once. The proof
// is a chain: traps, and cuts in the form of lemmas "Low or (High and Row)",
// with one Integers leaf.
//
// Solutions of such a solver are arbitrary. So the cases that it chose are
// given to the linear solver for the least solution in them.
//
//===----------------------------------------------------------------------===//

#include "CaseSolver.h"
#include "Refuter.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::equation;
using Node = StateEquationProof::Node;

bool equation::hasManyCases(const GoalCase &Case) {
  constexpr size_t Many = 12;
  size_t Cases = 0;
  for (const PetriFormula &F : Case.Pending)
    Cases += F.parts().size();
  return Cases >= Many;
}

/// The least solution with the same choices as \p X.
static Counts leastLike(const NetMatrix &N, LinearProblem P,
                        const GoalCase &Case, llvm::ArrayRef<Cut> Lemmas,
                        Counts X, LinearSolver &Linear, const Budget &B) {
  std::optional<Marking> M = N.after(X);
  if (!M)
    return X;
  for (const PetriFormula &F : Case.Pending)
    rowsImplying(N, F, *M, P.Rows);
  for (const Cut &C : Lemmas) {
    if (C.Low.holds(X)) {
      P.add(C.Low);
    } else {
      P.add(C.High);
      P.add(C.Row);
    }
  }
  IntegerAnswer A = Linear.minimize(P, B);
  return A.What == IntegerAnswer::Status::Feasible ? std::move(A.Values) : X;
}

std::optional<Cut> Refuter::anyCut(const Counts &X) {
  std::vector<double> Point(X.begin(), X.end());
  if (auto C = findCut(Point))
    return C;
  PartialSolution S = fire(X);
  if (End == Outcome::Reachable)
    return std::nullopt;
  if (auto C = Cuts.prefix(Point, X, S, B))
    return C;
  return Cuts.suffix(Point, X, S, B);
}

/// Null when there is no proof of this kind, or a firing sequence was found.
Refuter::NodeRef Refuter::refuteLazily() {
  CaseSolver Cases(N, Context);
  size_t Before = Context.Rows.size();
  std::vector<Cut> Lemmas;
  NodeRef Top;
  NodeRef *Hole = &Top;
  auto Extend = [&](NodeRef Inner) {
    Inner->Children.resize(1);
    *Hole = std::move(Inner);
    Hole = &(*Hole)->Children[0];
  };
  auto Fail = [&]() -> NodeRef {
    Context.Rows.resize(Before);
    if (End == Outcome::Reachable)
      return nullptr;
    return giveUp(B.exhausted() ? Outcome::Stopped : Outcome::Bound,
                  "a solution passes all cuts");
  };
  for (;;) {
    if (++Nodes > Limit.MaxNodes || B.exhausted())
      return Fail();
    std::optional<int64_t> Left = B.remainingMs();
    Answer A = Cases.check(B.child(Left ? double(*Left) / 3000 : 60));
    if (A == Answer::Unsat)
      break;
    std::optional<Counts> X;
    if (A == Answer::Unknown || !(X = Cases.solution()))
      return Fail();
    LinearProblem P;
    P.Variables = N.transitions();
    P.Rows = Context.Rows;
    X = leastLike(N, std::move(P), Context, Lemmas, std::move(*X), Linear,
                  B.child(Left ? double(*Left) / 5000 : 10));
    std::vector<double> Point(X->begin(), X->end());
    bool Progress = false;
    for (std::vector<PlaceId> &Trap : Cuts.traps(Point)) {
      std::optional<LinearRow> Row = rowOf(Trap);
      if (!Row)
        continue;
      Extend(trapNode(Trap));
      Cases.add(*Row);
      push(std::move(*Row));
      Facts.Traps.push_back(std::move(Trap));
      Progress = true;
    }
    if (Progress)
      continue;
    std::optional<Cut> C = anyCut(*X);
    if (!C)
      return Fail();
    auto Inner = std::make_unique<Node>();
    Inner->What = C->What;
    Inner->Group = C->Group;
    Inner->Places = C->Places;
    Extend(std::move(Inner));
    Cases.addLemma(*C);
    Lemmas.push_back(std::move(*C));
  }
  Context.Rows.resize(Before);
  *Hole = std::make_unique<Node>();
  (*Hole)->What = Kind::Integers;
  return Top;
}
