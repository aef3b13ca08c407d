//===- Expansion.cpp - More for cubes to speak about -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What to do about a path whose steps are feasible one by one, without
// interpolants: the unsatisfiable core is pulled backwards through the path's
// updates. The terms that arise become part of the cubes' vocabulary, until the
// contradiction is that of one step. What cannot be pulled back because inputs
// stand in the way is fixed at the values of the longest feasible prefix, as
// Algorithm 7 does with inputs.
//

#include "Refinement.h"

using namespace sooth;
using namespace sooth::euf;

/// Requires a core, and that Concrete is a run up to the core's last step (or, for a core
/// at step 0, anything).
Refinement::Outcome Refinement::expand(const AbstractTrace &T,
                                       llvm::ArrayRef<PathLiteral> Core) {
  unsigned First = Core.front().Step, Last = First;
  for (const PathLiteral &L : Core) {
    First = std::min(First, L.Step);
    Last = std::max(Last, L.Step);
  }
  unsigned New = pullBack(T, Core, First, Last);
  Stats.ExpansionTerms += New;
  if (New == 0) {
    New = trackValues(T, Core, First, Last);
    Stats.ValueAtoms += New;
  }
  return New ? Outcome::Refined : Outcome::Stuck;
}

unsigned Refinement::pullBack(const AbstractTrace &T,
                              llvm::ArrayRef<PathLiteral> Core, unsigned First,
                              unsigned Last) {
  ExprContext &Ctx = Sys.context();
  unsigned New = 0;
  // Literals over X of step At, and X′ of the step before.
  std::vector<Expr> Wanted;
  auto Pull = [&](Expr L, unsigned At) {
    Expr E = L;
    if (At < T.Steps.size())
      E = substituteUpdates(Ctx, T.Steps[At]->Updates, E);
    if (At < Concrete.Inputs.size()) {
      Substitution Inputs(Ctx, Substitution::Mode::Raw);
      for (auto &[Y, V] : Concrete.Inputs[At])
        Inputs.set(Y, Ctx.constant(V, Y.sort()));
      E = Inputs(E);
    }
    if (!Sys.isStateTerm(E) || E.isConst())
      return;
    New += Sys.makeKnown(E);
    Wanted.push_back(E);
  };
  for (unsigned At = Last + 1; At-- > First;) {
    for (Expr L : std::exchange(Wanted, {}))
      Pull(Sys.prime(L), At);
    for (const PathLiteral &L : Core)
      if (L.Step == At && L.Of == PathLiteral::From::Cube)
        Pull(L.Literal, At);
  }
  return New;
}

/// First the variables that the core mentions, then those on which the path
/// up to it depends, then all. Once cubes record all along a whole run, the
/// next abstract trace differs from it in some single step.
unsigned Refinement::trackValues(const AbstractTrace &T,
                                 llvm::ArrayRef<PathLiteral> Core,
                                 unsigned First, unsigned Last) {
  auto Track = [&](unsigned At, llvm::ArrayRef<Expr> Vars) {
    unsigned New = 0;
    for (Expr V : Vars) {
      auto It = Concrete.States[At].find(V);
      if (It == Concrete.States[At].end())
        continue;
      Expr Atom =
          Sys.context().mkEq(V, Sys.context().constant(It->second, V.sort()));
      if (Atom.is(Kind::Not))
        Atom = Atom.operand(0);
      New += Sys.track(T.Locations[At], Atom) == AbstractSystem::Added::New;
    }
    return New;
  };
  unsigned Known = Concrete.States.size();
  for (unsigned At = Last + 1; At-- > First;) {
    std::vector<Expr> Literals;
    for (const PathLiteral &L : Core) {
      if (L.Step == At)
        Literals.push_back(L.Literal);
      if (L.Step + 1 == At)
        Literals.push_back(Sys.unprime(L.Literal));
    }
    if (At < Known)
      if (unsigned New = Track(At, variables(Literals)))
        return New;
  }
  for (unsigned At = std::min<size_t>(Known, Dependencies.size()); At-- > 0;)
    if (unsigned New = Track(At, Dependencies[At]))
      return New;
  std::vector<Expr> All;
  for (const StatePair &V : Sys.variables())
    All.push_back(V.Cur);
  for (unsigned At = Known; At-- > 0;)
    if (unsigned New = Track(At, All))
      return New;
  return 0;
}

