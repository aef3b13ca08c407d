//===- Ic3.cpp - Word-level IC3
//--------------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ic3.h"

using namespace sooth;
using namespace sooth::euf;

Ic3::Ic3(AbstractSystem &Sys, const EufOptions &O, const Budget &B)
    : Sys(Sys), O(O), B(B), R(Sys,
                              O.Project == EufOptions::Projection::Partition
                                  ? Frames::Updates::All
                                  : Frames::Updates::OfTarget,
                              B, Stats.Frame) {}

Ic3::Outcome Ic3::check() {
  for (;;) {
    // Is there a bad state in R_D, or among the initial states?
    for (unsigned Level : {0u, R.depth()}) {
      for (;;) {
        Answer A = R.checkState(Level, {Sys.bad()});
        if (A == Answer::Unknown)
          return Outcome::OutOfBudget;
        if (A == Answer::Unsat)
          break;
        Obligations.clear();
        Obligations.push_back({projectState(Sys, R.stateSolver(), Sys.bad()),
                               Level,
                               nullptr,
                               {}});
        switch (backwardReach(Obligations.back())) {
        case Blocked::Yes:
          continue;
        case Blocked::Reached:
          return Outcome::AbstractTrace;
        case Blocked::OutOfBudget:
          return Outcome::OutOfBudget;
        }
      }
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

void Ic3::refined() { R.assertNewLemmas(); }

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

Ic3::Blocked Ic3::blockOrExtend(const ProofObligation &Ob) {
  ++Stats.Obligations;
  // A cube that meets Init is reached, at whatever level it is wanted.
  Answer A = R.checkInit(Ob.C);
  if (A == Answer::Unknown)
    return Blocked::OutOfBudget;
  if (A == Answer::Sat) {
    buildTrace(Ob);
    return Blocked::Reached;
  }
  if (Ob.Level == 0)
    return Blocked::Yes; // by now excluded from Init
  // Known to be unreachable?
  A = R.checkState(Ob.Level, Ob.C);
  if (A == Answer::Unknown)
    return Blocked::OutOfBudget;
  if (A == Answer::Unsat)
    return Blocked::Yes;

  A = R.checkStep(Ob.Level - 1, Ob.C, Frames::Self::Assumed);
  if (A == Answer::Unknown)
    return Blocked::OutOfBudget;
  if (A == Answer::Sat) {
    std::vector<Expr> Target;
    for (Expr L : Ob.C)
      Target.push_back(Sys.prime(L));
    PreImage Step = O.Project == EufOptions::Projection::Partition
                        ? expandPreImage(Sys, R.transSolver(), Target)
                        : substitutePreImage(Sys, R.transSolver(), Target);
    auto Shared = std::make_shared<const PreImage>(std::move(Step));
    Obligations.push_back({Shared->Pre, Ob.Level - 1, &Ob, Shared});
    push(Obligations.back());
    push(Ob);
    return Blocked::Yes;
  }

  unsigned Level = Ob.Level;
  Cube C = generalizeInfeasible(Ob.C, Level);
  // Attempt to block it further on.
  while (Level < R.depth()) {
    A = R.checkStep(Level, C, Frames::Self::Assumed);
    if (A == Answer::Unknown)
      return Blocked::OutOfBudget;
    if (A == Answer::Sat)
      break;
    Level = R.coreLevel() == Frames::Infinity ? Frames::Infinity
                                              : R.coreLevel() + 1;
  }
  if (Level != Frames::Infinity)
    Level = std::min(Level, R.depth());
  R.block(C, Level);
  if (Level < R.depth()) {
    Obligations.push_back(Ob);
    Obligations.back().Level = Level + 1;
    push(Obligations.back());
  }
  return Blocked::Yes;
}

Cube Ic3::separateFromInit(const Cube &C, Cube Core) {
  if (R.checkInit(Core) == Answer::Unsat)
    return Core;
  // C itself is apart from Init; add the literals that make it so.
  if (R.checkInit(C) != Answer::Unsat)
    return C;
  for (Expr L : R.stateCore())
    Core.push_back(L);
  return makeCube(Core);
}

Cube Ic3::generalizeInfeasible(const Cube &C, unsigned &Level) {
  auto LevelOfCore = [&] {
    return R.coreLevel() == Frames::Infinity ? Frames::Infinity
                                             : R.coreLevel() + 1;
  };
  Stats.LiteralsBefore += C.size();
  unsigned Reached = LevelOfCore();
  Cube T = separateFromInit(C, R.coreCube());
  if (O.Generalize == EufOptions::Generalization::DropLiterals) {
    // Newer and larger literals first: they came with refinement.
    Cube Candidates(T.rbegin(), T.rend());
    for (Expr L : Candidates) {
      if (T.size() <= 1 || B.exhausted())
        break;
      if (!llvm::is_contained(T, L))
        continue;
      Cube M = T;
      llvm::erase(M, L);
      if (R.checkInit(M) != Answer::Unsat ||
          R.checkStep(Level - 1, M, Frames::Self::Assumed) != Answer::Unsat)
        continue;
      Reached = LevelOfCore();
      T = separateFromInit(M, R.coreCube());
    }
  }
  Level = std::max(Level, Reached);
  Stats.LiteralsAfter += T.size();
  return T;
}

void Ic3::buildTrace(const ProofObligation &First) {
  Trace = {};
  // The model of Init ∧ A_0 is still there.
  Trace.Init = projectState(Sys, R.stateSolver(), Sys.system().init());
  for (const ProofObligation *O = &First; O; O = O->Successor) {
    Trace.States.push_back(O->C);
    if (O->Successor)
      Trace.Steps.push_back(O->Step);
  }
}

Ic3::Propagated Ic3::forwardPropagate() {
  for (unsigned Level = 1; Level < R.depth(); ++Level) {
    // A copy: blocking further on removes cubes from this level.
    std::vector<Cube> Cubes = R.cubes(Level);
    for (const Cube &C : Cubes) {
      if (!llvm::is_contained(R.cubes(Level), C))
        continue;
      Answer A = R.checkStep(Level, C, Frames::Self::Ignored);
      if (A == Answer::Unknown)
        return Propagated::OutOfBudget;
      if (A == Answer::Sat)
        continue;
      unsigned To = R.coreLevel();
      R.block(C, To == Frames::Infinity ? To : std::min(To + 1, R.depth()));
    }
    if (R.cubes(Level).empty()) {
      Inv = R.invariant(Level + 1);
      return Propagated::Fixpoint;
    }
  }
  return Propagated::No;
}
