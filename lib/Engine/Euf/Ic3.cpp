//===- Ic3.cpp - Word-level IC3 -------------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ic3.h"

using namespace sooth;
using namespace sooth::euf;

Ic3::Ic3(AbstractSystem &Sys, const EufOptions &O, const Budget &B)
    : Sys(Sys), O(O), B(B), Abstract(createAbstraction(Sys, O)),
      R(Sys, *Abstract,
        O.Project == EufOptions::Projection::Partition
            ? Frames::Updates::All
            : Frames::Updates::OfTarget,
        B, Stats.Frame) {
  // Before that, locations are out of reach just because they are far away.
  while (R.depth() < Sys.radius())
    R.newFrame();
}

Ic3::Outcome Ic3::check() {
  for (;;) {
    switch (blockBadStates()) {
    case Blocked::Yes:
      break;
    case Blocked::Reached:
      return Outcome::AbstractTrace;
    case Blocked::OutOfBudget:
      return Outcome::OutOfBudget;
    }
    if (O.MaxDepth && R.depth() >= O.MaxDepth)
      return Outcome::Bound;
    R.newFrame();
    switch (forwardPropagate()) {
    case Propagated::Fixpoint:
      return Outcome::Invariant;
    case Propagated::OutOfBudget:
      return Outcome::OutOfBudget;
    case Propagated::No:
      break;
    }
  }
}

/// Is there a bad state in R_D, or among the initial states?
Ic3::Blocked Ic3::blockBadStates() {
  for (const AbstractSystem::BadState &Bad : Sys.bad())
    for (unsigned Level : {0u, R.depth()})
      for (;;) {
        Answer A = R.checkState(Bad.Loc, Level, {Bad.What});
        if (A == Answer::Unknown)
          return Blocked::OutOfBudget;
        if (A == Answer::Unsat)
          break;
        Cube C = Abstract->state(R.stateSolver(Bad.Loc), Bad.Loc, Bad.What);
        Obligations.clear();
        Obligations.push_back({Bad.Loc, std::move(C), Level, nullptr, {}});
        Blocked Result = backwardReach(Obligations.back());
        if (Result != Blocked::Yes)
          return Result;
      }
  return Blocked::Yes;
}

void Ic3::push(const ProofObligation &O) { Queue.push({O.Level, &O}); }

Ic3::Blocked Ic3::backwardReach(const ProofObligation &Bad) {
  Queue = {};
  push(Bad);
  while (!Queue.empty()) {
    const ProofObligation *Next = Queue.top().second;
    Queue.pop();
    Blocked Result = blockOrExtend(*Next);
    if (Result != Blocked::Yes)
      return Result;
  }
  return Blocked::Yes;
}

Answer Ic3::checkPredecessors(LocationId L, unsigned Level, const Cube &C,
                              Frames::Self S) {
  Cube Core;
  unsigned Lowest = Frames::Infinity;
  for (unsigned In : Sys.incoming(L)) {
    Via = &Sys.blocks()[In];
    Answer A = R.checkStep(*Via, Level, C, S);
    if (A != Answer::Unsat)
      return A;
    Core.insert(Core.end(), R.coreCube().begin(), R.coreCube().end());
    Lowest = std::min(Lowest, R.coreLevel());
  }
  CoreCube = makeCube(Core);
  CoreLevel = Lowest;
  return Answer::Unsat;
}

Ic3::Blocked Ic3::blockOrExtend(const ProofObligation &Ob) {
  ++Stats.Obligations;
  // A cube that meets Init is reached, at whatever level it is wanted.
  Answer A = R.checkInit(Ob.Loc, Ob.C);
  if (A == Answer::Unknown)
    return Blocked::OutOfBudget;
  if (A == Answer::Sat) {
    buildTrace(Ob);
    return Blocked::Reached;
  }
  if (Ob.Level == 0)
    return Blocked::Yes; // by now excluded from Init
  // Known to be unreachable?
  if (R.isSubsumed(Ob.Loc, Ob.Level, Ob.C))
    return Blocked::Yes;
  A = R.checkState(Ob.Loc, Ob.Level, Ob.C);
  if (A == Answer::Unknown)
    return Blocked::OutOfBudget;
  if (A == Answer::Unsat)
    return Blocked::Yes;

  A = checkPredecessors(Ob.Loc, Ob.Level - 1, Ob.C, Frames::Self::Assumed);
  if (A == Answer::Unknown)
    return Blocked::OutOfBudget;
  if (A == Answer::Sat) {
    std::vector<Expr> Target;
    for (Expr L : Ob.C)
      Target.push_back(Sys.prime(L));
    auto Step = std::make_shared<const PreImage>(
        Abstract->preImage(R.transSolver(*Via), *Via, Target));
    Obligations.push_back(
        {Via->Source, Step->Pre, Ob.Level - 1, &Ob, std::move(Step)});
    push(Obligations.back());
    push(Ob);
    return Blocked::Yes;
  }

  unsigned Level = Ob.Level;
  Cube C = generalizeInfeasible(Ob.Loc, Ob.C, Level);
  // Attempt to block it further on.
  while (Level < R.depth()) {
    A = checkPredecessors(Ob.Loc, Level, C, Frames::Self::Assumed);
    if (A == Answer::Unknown)
      return Blocked::OutOfBudget;
    if (A == Answer::Sat)
      break;
    Level = CoreLevel == Frames::Infinity ? Frames::Infinity : CoreLevel + 1;
  }
  if (Level != Frames::Infinity)
    Level = std::min(Level, R.depth());
  R.block(Ob.Loc, C, Level);
  if (Level < R.depth()) {
    Obligations.push_back(Ob);
    Obligations.back().Level = Level + 1;
    push(Obligations.back());
  }
  return Blocked::Yes;
}

Cube Ic3::separateFromInit(LocationId L, const Cube &C, Cube Core) {
  if (R.checkInit(L, Core) == Answer::Unsat)
    return Core;
  // C itself is apart from Init; add the literals that make it so.
  if (R.checkInit(L, C) != Answer::Unsat)
    return C;
  llvm::append_range(Core, R.stateCore());
  return makeCube(Core);
}

Cube Ic3::generalizeInfeasible(LocationId L, const Cube &C, unsigned &Level) {
  auto LevelOfCore = [&] {
    return CoreLevel == Frames::Infinity ? Frames::Infinity : CoreLevel + 1;
  };
  Stats.LiteralsBefore += C.size();
  unsigned Reached = LevelOfCore();
  Cube T = separateFromInit(L, C, CoreCube);
  if (O.Generalize == EufOptions::Generalization::DropLiterals) {
    // Newer and larger literals first: they came with refinement.
    Cube Candidates(T.rbegin(), T.rend());
    for (Expr Literal : Candidates) {
      if (T.empty() || B.exhausted())
        break;
      if (!llvm::is_contained(T, Literal))
        continue;
      Cube M = T;
      llvm::erase(M, Literal);
      if (R.checkInit(L, M) != Answer::Unsat ||
          checkPredecessors(L, Level - 1, M, Frames::Self::Assumed) !=
              Answer::Unsat)
        continue;
      Reached = LevelOfCore();
      T = separateFromInit(L, M, CoreCube);
    }
  }
  Level = std::max(Level, Reached);
  Stats.LiteralsAfter += T.size();
  return T;
}

void Ic3::buildTrace(const ProofObligation &First) {
  Trace = {};
  // The model of Init ∧ A_0 is still there.
  Trace.Init =
      projectState(Sys, R.stateSolver(First.Loc), First.Loc, Sys.init());
  for (const ProofObligation *O = &First; O; O = O->Successor) {
    Trace.States.push_back(O->C);
    Trace.Locations.push_back(O->Loc);
    if (O->Successor)
      Trace.Steps.push_back(O->Step);
  }
}

Ic3::Propagated Ic3::forwardPropagate() {
  for (unsigned Level = 1; Level < R.depth(); ++Level) {
    for (LocationId L = 0; L < Sys.numLocations(); ++L) {
      // A copy: blocking further on removes cubes from this level.
      std::vector<Cube> Cubes = R.cubes(L, Level);
      for (const Cube &C : Cubes) {
        if (!llvm::is_contained(R.cubes(L, Level), C))
          continue;
        Answer A = checkPredecessors(L, Level, C, Frames::Self::Ignored);
        if (A == Answer::Unknown)
          return Propagated::OutOfBudget;
        if (A == Answer::Sat)
          continue;
        R.block(L, C,
                CoreLevel == Frames::Infinity
                    ? CoreLevel
                    : std::min(CoreLevel + 1, R.depth()));
      }
    }
    // R_Level = R_{Level+1}; up to the radius, their distances differ.
    if (Level >= Sys.radius() && R.isLevelEmpty(Level)) {
      Inv = R.invariant(Level + 1);
      return Propagated::Fixpoint;
    }
  }
  return Propagated::No;
}
