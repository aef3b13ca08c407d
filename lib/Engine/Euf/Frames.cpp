//===- Frames.cpp - Frames and the queries about them
//----------------------===//
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

Frames::Frames(AbstractSystem &Sys, Updates U, const Budget &B,
               Statistics &Stats)
    : Sys(Sys), Defined(U), B(B), Stats(Stats) {
  F.resize(1);
  addLevel(0);
  newFrame();
  build();
}

void Frames::addLevel(unsigned Level) {
  Expr A = Sys.context().freshVar("frame", Sys.context().boolSort());
  Activation.push_back(A);
  LevelOf[A] = Level;
}

void Frames::newFrame() {
  ++Depth;
  F.emplace_back();
  addLevel(Depth);
}

void Frames::build() {
  ExprContext &Ctx = Sys.context();
  SolverOptions O;
  O.Relevant = SolverOptions::Relevancy::Off;
  States = createZ3EufSolver(Ctx, O);
  Trans = createZ3EufSolver(Ctx, O);
  Temporary = Expr();
  Expr Init = Ctx.mkImplies(Activation[0], Sys.system().init());
  States->add(Init);
  Trans->add(Init);
  Trans->add(Sys.system().constraint());
  Definitions.clear();
  if (Defined == Updates::All)
    for (const TsVariable &V : Sys.system().variables())
      if (V.Update)
        define(*Trans, Ctx.trueExpr(), V.Next, V.Update);
  LemmasAsserted = 0;
  assertNewLemmas();
  for (unsigned Level = 1; Level < F.size(); ++Level)
    for (const Cube &C : F[Level])
      assertBlocked(C, Level);
  for (const Cube &C : Invariant)
    assertBlocked(C, Infinity);
  Retired = 0;
}

/// Updates are total functions, so those of variables that nobody asks about
/// can be left out, which spares the solver most of the relation.
Expr Frames::definition(Expr Next) {
  ExprContext &Ctx = Sys.context();
  Expr &D = Definitions[Next];
  if (!D) {
    D = Ctx.freshVar("define", Ctx.boolSort());
    define(*Trans, D, Next, Sys.updateOf(Next));
  }
  return D;
}

/// A state machine's update is a long chain of ites. As a term, choosing its
/// last case costs an equality for every case before it; as clauses over a
/// Boolean per ite, it costs one equality and cheap propagation.
void Frames::define(EufSolver &S, Expr Active, Expr Next, Expr Update) {
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

void Frames::assertNewLemmas() {
  const std::vector<Expr> &Lemmas = Sys.lemmas();
  for (; LemmasAsserted < Lemmas.size(); ++LemmasAsserted) {
    Expr L = Lemmas[LemmasAsserted];
    Trans->add(L);
    if (Sys.isStateTerm(L))
      States->add(L);
  }
}

void Frames::assumeFrames(unsigned Level,
                          llvm::SmallVectorImpl<Expr> &Assumptions) {
  if (Level == 0)
    Assumptions.push_back(Activation[0]);
  for (unsigned J = std::max(Level, 1u); J <= Depth; ++J)
    Assumptions.push_back(Activation[J]);
}

Answer Frames::checkState(unsigned Level, llvm::ArrayRef<Expr> E) {
  ++Stats.StateQueries;
  ScopedTimer Timer(Stats.StateSeconds);
  llvm::SmallVector<Expr, 16> Assumptions;
  assumeFrames(Level, Assumptions);
  Assumptions.append(E.begin(), E.end());
  return States->check(Assumptions, B);
}

std::vector<Expr> Frames::stateCore() {
  std::vector<Expr> Core = States->core();
  llvm::erase_if(Core, [&](Expr E) { return LevelOf.contains(E); });
  return Core;
}

Answer Frames::checkStep(unsigned Level, const Cube &C, Self S) {
  ExprContext &Ctx = Sys.context();
  if (Retired > MaxRetired) {
    ++Stats.Rebuilds;
    build();
  }
  if (Temporary)
    Trans->add(Ctx.mkNot(std::exchange(Temporary, Expr())));
  ++Stats.StepQueries;
  ScopedTimer Timer(Stats.StepSeconds);
  llvm::SmallVector<Expr, 16> Assumptions;
  assumeFrames(Level, Assumptions);
  if (S == Self::Assumed) {
    ++Retired;
    Temporary = Ctx.freshVar("step", Ctx.boolSort());
    Trans->add(Ctx.mkImplies(Temporary, clause(C)));
    Assumptions.push_back(Temporary);
  }
  ExprMap<Expr> Unprimed;
  for (Expr L : C) {
    Expr Primed = Sys.prime(L);
    Unprimed[Primed] = L;
    Assumptions.push_back(Primed);
  }
  if (Defined == Updates::OfTarget) {
    std::vector<Expr> Primed;
    for (auto &[P, L] : Unprimed)
      Primed.push_back(P);
    for (Expr V : variables(Primed))
      if (Sys.updateOf(V))
        Assumptions.push_back(definition(V));
  }
  Answer A = Trans->check(Assumptions, B);
  if (A == Answer::Unsat) {
    CoreCube.clear();
    CoreLevel = Infinity;
    for (Expr E : Trans->core()) {
      if (Expr L = Unprimed.lookup(E))
        CoreCube.push_back(L);
      else if (auto It = LevelOf.find(E); It != LevelOf.end())
        CoreLevel = std::min(CoreLevel, It->second);
    }
    CoreCube = makeCube(CoreCube);
  }
  return A;
}

void Frames::assertBlocked(const Cube &C, unsigned Level) {
  Expr Clause = clause(C);
  if (Level != Infinity)
    Clause = Sys.context().mkOr(Sys.context().mkNot(Activation[Level]), Clause);
  States->add(Clause);
  Trans->add(Clause);
}

void Frames::block(const Cube &C, unsigned Level) {
  ++Stats.CubesAdded;
  auto Subsumed = [&](const Cube &Old) {
    return std::includes(Old.begin(), Old.end(), C.begin(), C.end(),
                         [](Expr A, Expr B) { return A.id() < B.id(); });
  };
  for (unsigned J = 1; J <= std::min(Level, Depth); ++J) {
    size_t Before = F[J].size();
    llvm::erase_if(F[J], Subsumed);
    Retired += Before - F[J].size();
  }
  if (Level == Infinity)
    Invariant.push_back(C);
  else
    F[Level].push_back(C);
  assertBlocked(C, Level);
}

Expr Frames::invariant(unsigned Level) {
  ExprContext &Ctx = Sys.context();
  std::vector<Expr> All;
  ExprMap<Expr> Cubes; // by clause: the primed cube
  auto Add = [&](const Cube &C) {
    Expr Clause = clause(C);
    if (!Cubes.try_emplace(Clause, Sys.prime(Ctx.mkAnd(C))).second)
      return;
    All.push_back(Clause);
  };
  llvm::for_each(Invariant, Add);
  for (unsigned J = Level; J < F.size(); ++J)
    llvm::for_each(F[J], Add);

  // Start from what excludes Bad, and add what keeps that, and so on.
  SolverOptions O;
  O.Relevant = SolverOptions::Relevancy::Off;
  std::unique_ptr<EufSolver> S = createZ3EufSolver(Ctx, O);
  for (const TsVariable &V : Sys.system().variables())
    if (V.Update)
      define(*S, Ctx.trueExpr(), V.Next, V.Update);
  for (Expr L : Sys.lemmas())
    S->add(L);
  std::vector<Expr> Kept;
  ExprSet KeptSet;
  auto Keep = [&](Expr Excluded, Expr Constraint) {
    std::vector<Expr> Assumptions = All;
    Assumptions.push_back(Excluded);
    Assumptions.push_back(Constraint);
    if (S->check(Assumptions, B) != Answer::Unsat)
      return false;
    for (Expr E : S->core())
      if (Cubes.contains(E) && KeptSet.insert(E).second)
        Kept.push_back(E);
    return true;
  };
  // The constraint is one on steps: a bad state need not have a successor.
  bool Reduced = Keep(Sys.bad(), Ctx.trueExpr());
  for (size_t I = 0; Reduced && I < Kept.size(); ++I)
    Reduced = Keep(Cubes.lookup(Kept[I]), Sys.system().constraint());
  return Ctx.mkAnd(Reduced ? Kept : All);
}
