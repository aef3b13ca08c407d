//===- Frames.cpp - Frames and the queries about them ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frames.h"

using namespace sooth;
using namespace sooth::euf;

/// Solvers are built anew after so many retired clauses.
static constexpr unsigned MaxRetired = 1500;

Frames::Frames(AbstractSystem &Sys, Abstraction &Abstract, Updates U,
               const Budget &B, Statistics &Stats)
    : Sys(Sys), Defined(U), B(B), Stats(Stats), Abstract(Abstract),
      Locations(Sys.numLocations()) {
  addLevel();
  newFrame();
}

void Frames::addLevel() {
  Expr A = Sys.context().freshVar("frame", Sys.context().boolSort());
  LevelOf[A] = Activation.size();
  Activation.push_back(A);
  for (LocationFrames &L : Locations)
    L.F.emplace_back();
}

void Frames::newFrame() {
  ++Depth;
  addLevel();
}

bool Frames::isLevelEmpty(unsigned Level) const {
  return llvm::all_of(
      Locations, [&](const LocationFrames &L) { return L.F[Level].empty(); });
}

void Frames::assertFrames(LocationId L, Solver &S) {
  if (L == Sys.entry())
    S.add(Sys.context().mkImplies(Activation[0], Sys.init()));
  for (unsigned Level = 1; Level <= Depth; ++Level)
    for (const Cube &C : Locations[L].F[Level])
      assertBlocked(S, C, Level);
  for (const Cube &C : Locations[L].Invariant)
    assertBlocked(S, C, Infinity);
}

void Frames::assertLemma(Solver &S, Expr Lemma) {
  if (Sys.meaning().empty() || !Sys.meaning().isPrecise(Lemma))
    S.add(Lemma);
}

/// The solver about states at \p L, with all lemmas about states. With many
/// locations the blocks of each are small, and a second solver for each would
/// only cost memory.
Solver &Frames::states(LocationId L) {
  if (Locations.size() > 1)
    return trans(L);
  LocationFrames &Loc = Locations[L];
  if (!Loc.States || Loc.MeaningInStates != Sys.meaning().size()) {
    Loc.States = Abstract.makeSolver();
    Loc.MeaningInStates = Sys.meaning().size();
    Loc.LemmasInStates = 0;
    assertFrames(L, *Loc.States);
  }
  const std::vector<Expr> &Lemmas = Sys.lemmas();
  for (; Loc.LemmasInStates < Lemmas.size(); ++Loc.LemmasInStates)
    if (Expr Lemma = Lemmas[Loc.LemmasInStates]; Sys.isStateTerm(Lemma))
      assertLemma(*Loc.States, Lemma);
  return *Loc.States;
}

/// The solver about steps from \p L, with all lemmas.
Solver &Frames::trans(LocationId L) {
  LocationFrames &Loc = Locations[L];
  if (Loc.Trans && (Loc.Retired > MaxRetired ||
                    Loc.MeaningInTrans != Sys.meaning().size())) {
    ++Stats.Rebuilds;
    Loc.Trans = nullptr;
  }
  if (!Loc.Trans) {
    Loc.Trans = Abstract.makeSolver();
    Loc.MeaningInTrans = Sys.meaning().size();
    Loc.LemmasInTrans = 0;
    Loc.Retired = 0;
    Loc.Temporary = Expr();
    Loc.Definitions.clear();
    Loc.Guards.clear();
    assertFrames(L, *Loc.Trans);
  }
  const std::vector<Expr> &Lemmas = Sys.lemmas();
  for (; Loc.LemmasInTrans < Lemmas.size(); ++Loc.LemmasInTrans)
    assertLemma(*Loc.Trans, Lemmas[Loc.LemmasInTrans]);
  return *Loc.Trans;
}

Expr Frames::guard(const Block &Via) {
  ExprContext &Ctx = Sys.context();
  Expr &G = Locations[Via.Source].Guards[Via.Number];
  if (!G) {
    G = Ctx.freshVar("guard", Ctx.boolSort());
    Locations[Via.Source].Trans->add(Ctx.mkImplies(G, Via.Guard));
  }
  return G;
}

/// Updates are total functions, so those of variables that nobody asks about
/// can be left out, which spares the solver most of the relation.
Expr Frames::definition(const Block &Via, Expr Next) {
  ExprContext &Ctx = Sys.context();
  LocationFrames &Loc = Locations[Via.Source];
  Expr &D = Loc.Definitions[{Via.Number, Next}];
  if (!D) {
    D = Ctx.freshVar("define", Ctx.boolSort());
    define(*Loc.Trans, D, Next, Sys.updateOf(Via, Next));
  }
  return D;
}

/// A state machine's update is a long chain of ites. As a term, choosing its
/// last case costs an equality for every case before it; as clauses over a
/// Boolean per ite, it costs one equality and cheap propagation.
void Frames::define(Solver &S, Expr Active, Expr Next, Expr Update) {
  ExprContext &Ctx = Sys.context();
  ExprMap<Expr> Selected; // of an ite: it is the one that matters
  llvm::SmallVector<Expr, 16> Work;
  auto Reach = [&](Expr When, Expr Term) {
    if (!Term.is(Kind::Ite) || Term.isBool()) {
      S.add(Ctx.mkImplies(When, Ctx.makeRaw(Kind::Eq, {Next, Term})));
      return;
    }
    Expr &Chosen = Selected[Term];
    if (!Chosen) {
      Chosen = Ctx.freshVar("select", Ctx.boolSort());
      Work.push_back(Term);
    }
    S.add(Ctx.mkImplies(When, Chosen));
  };
  Reach(Active, Update);
  while (!Work.empty()) {
    Expr Ite = Work.pop_back_val();
    Expr Chosen = Selected.lookup(Ite), C = Ite.operand(0);
    Reach(Ctx.mkAnd(Chosen, C), Ite.operand(1));
    Reach(Ctx.mkAnd(Chosen, Ctx.mkNot(C)), Ite.operand(2));
  }
}

Expr Frames::clause(const Cube &C) {
  llvm::SmallVector<Expr, 8> Ops;
  for (Expr L : C)
    Ops.push_back(Sys.context().mkNot(L));
  return Sys.context().mkOr(Ops);
}

void Frames::assumeFrames(unsigned Level,
                          llvm::SmallVectorImpl<Expr> &Assumptions) {
  if (Level == 0)
    Assumptions.push_back(Activation[0]);
  for (unsigned J = std::max(Level, 1u); J <= Depth; ++J)
    Assumptions.push_back(Activation[J]);
}

Answer Frames::checkState(LocationId L, unsigned Level,
                          llvm::ArrayRef<Expr> E) {
  StateCore.clear();
  if (isTooFar(L, Level))
    return Answer::Unsat;
  ++Stats.StateQueries;
  ScopedTimer Timer(Stats.StateSeconds);
  llvm::SmallVector<Expr, 16> Assumptions;
  assumeFrames(Level, Assumptions);
  Assumptions.append(E.begin(), E.end());
  Answer A = states(L).check(Assumptions, B);
  if (A == Answer::Unsat) {
    StateCore = states(L).core();
    llvm::erase_if(StateCore, [&](Expr E) { return LevelOf.contains(E); });
  }
  return A;
}

static bool includes(const Cube &All, const Cube &Part) {
  return std::includes(All.begin(), All.end(), Part.begin(), Part.end(),
                       [](Expr A, Expr B) { return A.id() < B.id(); });
}

bool Frames::isSubsumed(LocationId L, unsigned Level, const Cube &C) const {
  if (isTooFar(L, Level))
    return true;
  auto IsPart = [&](const Cube &Part) { return includes(C, Part); };
  for (unsigned J = std::max(Level, 1u); J <= Depth; ++J)
    if (llvm::any_of(Locations[L].F[J], IsPart))
      return true;
  return llvm::any_of(Locations[L].Invariant, IsPart);
}

Answer Frames::checkStep(const Block &Via, unsigned Level, const Cube &C,
                         Self S) {
  ExprContext &Ctx = Sys.context();
  if (isTooFar(Via.Source, Level)) {
    CoreCube.clear();
    CoreLevel = Sys.distance(Via.Source) - 1; // Unreachable is no level
    if (Sys.distance(Via.Source) == AbstractSystem::Unreachable)
      CoreLevel = Infinity;
    return Answer::Unsat;
  }
  ++Stats.StepQueries;
  ScopedTimer Timer(Stats.StepSeconds);
  Solver &Solver = trans(Via.Source);
  LocationFrames &Loc = Locations[Via.Source];
  if (Loc.Temporary)
    Solver.add(Ctx.mkNot(std::exchange(Loc.Temporary, Expr())));
  llvm::SmallVector<Expr, 16> Assumptions;
  assumeFrames(Level, Assumptions);
  if (S == Self::Assumed && Via.Source == Via.Target) {
    ++Loc.Retired;
    Loc.Temporary = Ctx.freshVar("step", Ctx.boolSort());
    Solver.add(Ctx.mkImplies(Loc.Temporary, clause(C)));
    Assumptions.push_back(Loc.Temporary);
  }
  ExprMap<Expr> Unprimed;
  std::vector<Expr> Target;
  for (Expr L : C) {
    Expr Primed = Sys.prime(L);
    Unprimed[Primed] = L;
    Target.push_back(Primed);
  }
  llvm::append_range(Assumptions, Target);
  Assumptions.push_back(guard(Via));
  if (Defined == Updates::OfTarget) {
    for (Expr V : variables(Target))
      if (Sys.isNext(V) && Sys.updateOf(Via, V))
        Assumptions.push_back(definition(Via, V));
  } else {
    for (const StatePair &V : Sys.variables())
      if (Sys.updateOf(Via, V.Next))
        Assumptions.push_back(definition(Via, V.Next));
  }
  Answer A = Solver.check(Assumptions, B);
  if (A == Answer::Unsat) {
    CoreCube.clear();
    CoreLevel = Infinity;
    for (Expr E : Solver.core()) {
      if (Expr L = Unprimed.lookup(E))
        CoreCube.push_back(L);
      else if (auto It = LevelOf.find(E); It != LevelOf.end())
        CoreLevel = std::min(CoreLevel, It->second);
    }
    CoreCube = makeCube(CoreCube);
  }
  return A;
}

void Frames::assertBlocked(Solver &S, const Cube &C, unsigned Level) {
  Expr Clause = clause(C);
  if (Level != Infinity)
    Clause = Sys.context().mkOr(Sys.context().mkNot(Activation[Level]), Clause);
  S.add(Clause);
}

void Frames::block(LocationId L, const Cube &C, unsigned Level) {
  ++Stats.CubesAdded;
  LocationFrames &Loc = Locations[L];
  for (unsigned J = 1; J <= std::min(Level, Depth); ++J) {
    size_t Before = Loc.F[J].size();
    llvm::erase_if(Loc.F[J], [&](const Cube &Old) { return includes(Old, C); });
    Loc.Retired += Before - Loc.F[J].size();
  }
  (Level == Infinity ? Loc.Invariant : Loc.F[Level]).push_back(C);
  if (Loc.States)
    assertBlocked(*Loc.States, C, Level);
  if (Loc.Trans)
    assertBlocked(*Loc.Trans, C, Level);
}
