//===- Refinement.cpp - Checking abstract counterexamples
//------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refinement.h"

#include "sooth/Expr/Evaluator.h"

#include "llvm/ADT/Sequence.h"

using namespace sooth;
using namespace sooth::euf;

static SolverOptions minimalCores() {
  SolverOptions O;
  O.Core = SolverOptions::Cores::Minimal;
  return O;
}

Refinement::Refinement(AbstractSystem &Sys, const Budget &B)
    : Sys(Sys), B(B), S(createZ3Solver(Sys.context(), minimalCores())) {}

Refinement::Outcome Refinement::buildCx(const AbstractTrace &T) {
  ++Stats.Runs;
  ScopedTimer Timer(Stats.Seconds);
  // Stage one: states, the first together with Init.
  for (size_t I = 0; I < T.States.size(); ++I) {
    Cube C = T.States[I];
    if (I == 0)
      C.insert(C.end(), T.Init.begin(), T.Init.end());
    Outcome O = checkTogether(C, Stats.StateCores);
    if (O != Outcome::Feasible)
      return O;
  }
  // Stage two: transitions.
  for (size_t I = 0; I < T.Steps.size(); ++I) {
    Cube C = T.States[I];
    C.insert(C.end(), T.Steps[I]->Step.begin(), T.Steps[I]->Step.end());
    for (Expr L : T.States[I + 1])
      C.push_back(Sys.prime(L));
    Outcome O = checkTogether(C, Stats.StepCores);
    if (O != Outcome::Feasible)
      return O;
  }
  // Stage three: the path.
  return refineForward(T);
}

/// Literals that one abstract model makes true: Feasible, or Refined by a
/// lemma that excludes the model.
Refinement::Outcome Refinement::checkTogether(llvm::ArrayRef<Expr> Literals,
                                              unsigned &Counter) {
  S->push();
  Answer A = S->check(Literals, B);
  std::vector<Expr> Core;
  if (A == Answer::Unsat)
    Core = S->core();
  S->pop();
  if (A == Answer::Sat)
    return Outcome::Feasible;
  if (A == Answer::Unknown)
    return Outcome::OutOfBudget;
  ++Counter;
  return learnLemma(Core) == Learnt::New ? Outcome::Refined : Outcome::Stuck;
}

Expr Refinement::timed(Expr E, unsigned Step) {
  ExprContext &Ctx = Sys.context();
  auto Copy = [&](Expr V, unsigned At) {
    if (TimedVars.size() <= At)
      TimedVars.resize(At + 1);
    Expr &To = TimedVars[At][V];
    if (!To)
      To = Ctx.freshVar((V.name() + "@" + llvm::Twine(At)).str(), V.sort());
    return To;
  };
  while (TimedExprs.size() <= Step) {
    unsigned At = TimedExprs.size();
    auto Sub = std::make_unique<Substitution>(Ctx);
    for (const StatePair &V : Sys.variables()) {
      Sub->set(V.Cur, Copy(V.Cur, At));
      Sub->set(V.Next, Copy(V.Cur, At + 1));
    }
    for (Expr Y : Sys.inputs())
      Sub->set(Y, Copy(Y, At));
    TimedExprs.push_back(std::move(Sub));
  }
  return (*TimedExprs[Step])(E);
}

/// Algorithm 6 as queries about longer and longer paths would do it; asking
/// about the whole path first finds a counterexample at once.
Refinement::Outcome Refinement::refineForward(const AbstractTrace &T) {
  unsigned Steps = T.Steps.size();
  std::vector<PathLiteral> Path;
  llvm::SmallVector<Expr, 32> InitParts;
  conjuncts(Sys.init(), InitParts);
  for (Expr E : InitParts)
    Path.push_back({0, E});
  for (unsigned I = 0; I <= Steps; ++I) {
    for (Expr L : T.States[I])
      Path.push_back({I, L});
    if (I < Steps)
      for (Expr L : T.Steps[I]->Step)
        Path.push_back({I, L});
  }
  std::vector<PathLiteral> Core;
  Answer A = checkPath(T, Path, Steps, Core);
  if (A == Answer::Sat)
    return Outcome::Feasible;
  // Up to the first step that cannot be taken.
  while (A == Answer::Unsat) {
    unsigned Last = 0;
    for (const PathLiteral &L : Core)
      Last = std::max(Last, L.At);
    if (Last == 0) // Init against the first step: start from any A_0.
      Path.resize(InitParts.size() + T.States[0].size());
    else
      llvm::erase_if(Path, [&](const PathLiteral &L) { return L.At >= Last; });
    std::vector<PathLiteral> Shorter;
    A = checkPath(T, Path, Last, Shorter);
    if (A == Answer::Unsat && Last == 0)
      return Outcome::Stuck; // stage one has excluded this
    if (A == Answer::Unsat)
      Core = std::move(Shorter);
  }
  if (A == Answer::Unknown)
    return Outcome::OutOfBudget;
  ++Stats.PathCores;
  return expand(T, Core);
}

/// Sat: Concrete is a run of \p Steps steps. Unsat: \p Core says why not.
Answer Refinement::checkPath(const AbstractTrace &T,
                             llvm::ArrayRef<PathLiteral> Path, unsigned Steps,
                             std::vector<PathLiteral> &Core) {
  Dependencies.clear();
  std::vector<Expr> Assumptions;
  ExprMap<PathLiteral> Origin;
  for (const PathLiteral &L : Path) {
    Expr E = timed(L.Literal, L.At);
    if (E.isTrue())
      continue;
    Origin.try_emplace(E, L);
    Assumptions.push_back(E);
  }
  // The literals alone are cheap and mostly contradict each other already.
  S->push();
  Answer A = S->check(Assumptions, B);
  if (A == Answer::Sat) {
    addTransitions(T, Path, Steps);
    A = S->check(Assumptions, B);
  }
  if (A == Answer::Sat)
    readTrace(T, Steps);
  if (A == Answer::Unsat)
    for (Expr E : S->core())
      Core.push_back(Origin.lookup(E));
  S->pop();
  return A;
}

/// The literals of a step make its guard true and say how its target's
/// variables come about. A later step may depend on others, whose updates no
/// literal records.
void Refinement::addTransitions(const AbstractTrace &T,
                                llvm::ArrayRef<PathLiteral> Path,
                                unsigned Steps) {
  ExprContext &Ctx = Sys.context();
  auto Via = [&](unsigned I) -> const Block & { return *T.Steps[I]->Via; };
  auto IsFunctional = [&](unsigned I) { return Sys.isFunctional(Via(I)); };
  if (!llvm::all_of(llvm::seq(Steps), IsFunctional)) {
    std::vector<Expr> All;
    for (const StatePair &V : Sys.variables())
      All.push_back(V.Cur);
    Dependencies.assign(Steps + 1, All);
    for (unsigned I = 0; I < Steps; ++I)
      S->add(timed(Sys.relation(Via(I)), I));
    return;
  }
  Dependencies.assign(Steps + 1, {});
  ExprSet Needed; // current-state variables of the step after I
  for (unsigned I = Steps; I-- > 0;) {
    std::vector<Expr> Mentioned;
    for (const PathLiteral &L : Path)
      if (L.At == I || L.At == I + 1)
        Mentioned.push_back(L.At == I ? L.Literal : Sys.prime(L.Literal));
    for (Expr V : variables(Mentioned))
      if (Sys.isNext(V))
        Needed.insert(Sys.unprime(V));
    std::vector<Expr> Sources;
    for (const StatePair &V : Sys.variables())
      if (Needed.contains(V.Cur)) {
        Expr U = Sys.updateOf(Via(I), V.Next);
        S->add(timed(Ctx.mkEq(V.Next, U), I));
        Sources.push_back(U);
        Dependencies[I + 1].push_back(V.Cur);
      }
    Needed.clear();
    for (Expr V : variables(Sources))
      Needed.insert(V);
  }
  Dependencies[0].assign(Needed.begin(), Needed.end());
  llvm::sort(Dependencies[0], [](Expr A, Expr B) { return A.id() < B.id(); });
}

void Refinement::readTrace(const AbstractTrace &T, unsigned Steps) {
  Concrete = {};
  Valuation State;
  for (const StatePair &V : Sys.variables())
    State[V.Cur] = S->value(timed(V.Cur, 0));
  Concrete.States.push_back(State);
  for (unsigned I = 0; I < Steps; ++I) {
    const Block &Via = *T.Steps[I]->Via;
    Valuation Inputs;
    for (Expr Y : Sys.inputs())
      Inputs[Y] = S->value(timed(Y, I));
    Valuation Before = Concrete.States.back();
    Before.insert(Inputs.begin(), Inputs.end());
    Evaluator Eval(Before);
    Valuation Next;
    for (const StatePair &V : Sys.variables())
      Next[V.Cur] = Sys.isFunctional(Via) ? Eval(Sys.updateOf(Via, V.Next))
                                          : S->value(timed(V.Cur, I + 1));
    Concrete.Inputs.push_back(std::move(Inputs));
    Concrete.States.push_back(std::move(Next));
  }
}

/// Requires that Concrete is a run up to the core's last step (or, for a core
/// at step 0, anything).
Refinement::Outcome Refinement::expand(const AbstractTrace &T,
                                       llvm::ArrayRef<PathLiteral> Core) {
  if (Core.empty())
    return Outcome::Stuck;
  unsigned First = Core.front().At, Last = First;
  for (const PathLiteral &L : Core) {
    First = std::min(First, L.At);
    Last = std::max(Last, L.At);
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
      if (L.At == At)
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
      if (L.At == At)
        Literals.push_back(L.Literal);
      if (L.At + 1 == At)
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

std::vector<Expr> Refinement::propagateEqualities(llvm::ArrayRef<Expr> Core) {
  ExprContext &Ctx = Sys.context();
  std::vector<Expr> Literals(Core.begin(), Core.end());
  auto Rank = [&](Expr V) {
    return Sys.isNext(V) ? 2 : Sys.isStateTerm(V) ? 0 : 1;
  };
  for (;;) {
    // The variable that should go first, and what it equals.
    Expr From, To;
    for (Expr L : Literals) {
      if (!L.is(Kind::Eq))
        continue;
      for (unsigned I = 0; I < 2; ++I) {
        Expr V = L.operand(I), Other = L.operand(1 - I);
        if (!V.isVar() || (From && Rank(V) <= Rank(From)) ||
            (Rank(V) == 0 && !Other.isConst() && !Other.isVar()) ||
            anyVariable(Other, [&](Expr W) { return W == V; }))
          continue;
        From = V;
        To = Other;
      }
    }
    if (!From)
      return Literals;
    Substitution Sub(Ctx, Substitution::Mode::Raw);
    Sub.set(From, To);
    std::vector<Expr> Next;
    for (Expr L : Literals)
      if (Expr E = Sub(L); !E.isTrue())
        Next.push_back(E);
    Literals = std::move(Next);
  }
}

Expr Refinement::normalize(Expr Root, Learnt &Any) {
  ExprContext &Ctx = Sys.context();
  ExprSet Seen;
  llvm::SmallVector<Expr, 4> Ops;
  postOrder({Root}, Seen, [&](Expr E) {
    if (Normal.contains(E))
      return;
    Ops.clear();
    for (Expr Op : E.operands())
      Ops.push_back(Normal.lookup(Op));
    Expr Plain = E.numOperands() ? Ctx.rebuildRaw(E, Ops) : E;
    Expr To = E.numOperands()
                  ? Ctx.make(E.kind(), Ops, E.param(0), E.param(1), E.sort())
                  : E;
    if (To != Plain) {
      // As the simplification is valid, so is the equality.
      Expr Fact = Ctx.makeRaw(Kind::Eq, {Plain, To});
      if (addLemma(Fact) == Learnt::New) {
        ++Stats.RewriteLemmas;
        Any = Learnt::New;
      }
    }
    Normal[E] = To;
  });
  return Normal.lookup(Root);
}

Refinement::Learnt Refinement::learnLemma(llvm::ArrayRef<Expr> Core) {
  ExprContext &Ctx = Sys.context();
  Learnt Any = Learnt::Nothing;
  llvm::SmallVector<Expr, 8> Clause;
  for (Expr L : propagateEqualities(Core))
    Clause.push_back(Ctx.mkNot(normalize(L, Any)));
  Expr Lemma = Ctx.mkOr(Clause);
  if (!Lemma.isTrue() && addLemma(Lemma) == Learnt::New) {
    ++Stats.ConstraintLemmas;
    Any = Learnt::New;
  }
  return Any;
}

Refinement::Learnt Refinement::addLemma(Expr L) {
  if (L.isTrue() || !LemmaSet.insert(L).second)
    return Learnt::Nothing;
  Sys.addLemma(L);
  Expr Other = L;
  switch (Sys.variablesOf(L)) {
  case AbstractSystem::Variables::Current:
    Sys.makeKnown(L);
    Other = Sys.prime(L);
    break;
  case AbstractSystem::Variables::NextOnly:
    Other = Sys.unprime(L);
    Sys.makeKnown(Other);
    break;
  case AbstractSystem::Variables::None:
    Sys.makeKnown(L);
    break;
  case AbstractSystem::Variables::Mixed:
    break;
  }
  if (LemmaSet.insert(Other).second)
    Sys.addLemma(Other);
  return Learnt::New;
}
