//===- Refinement.cpp - Checking abstract counterexamples -----------------===//
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

/// Where Spacer finds interpolants it does so fast.
static constexpr double MaxSpacerSeconds = 1;

SolverOptions euf::minimalCores() {
  SolverOptions O;
  O.Core = SolverOptions::Cores::Minimal;
  return O;
}

Refinement::Refinement(AbstractSystem &Sys, const EufOptions &O,
                       const Budget &B)
    : Sys(Sys), O(O), B(B), S(createZ3Solver(Sys.context(), minimalCores())) {
  if (O.Refine == EufOptions::Refinement::Interpolants)
    setInterpolator(O.InterpolateBy);
}

void Refinement::setInterpolator(EufOptions::Interpolation How) {
  ExprContext &Ctx = Sys.context();
  using By = EufOptions::Interpolation;
  O.InterpolateBy = How;
  std::vector<std::unique_ptr<Interpolator>> Ways;
  if (How == By::Spacer)
    Ways.push_back(createSpacerInterpolator(Ctx));
  Ways.push_back(createCoreInterpolator(
      Ctx, How == By::CoreForward ? CoreInterpolation::Forward
                                  : CoreInterpolation::Backward));
  Interpolate = createValidatingInterpolator(
      createFallbackInterpolator(std::move(Ways), MaxSpacerSeconds), Ctx);
}

Refinement::Outcome Refinement::buildCx(const AbstractTrace &T) {
  ++Stats.Runs;
  ScopedTimer Timer(Stats.Seconds);
  // Cubes and steps that come from concrete models are feasible.
  if (O.Abstract == EufOptions::Abstraction::Predicates)
    return refineForward(T);
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
  if (learnFacts(Core) == Learnt::New)
    return Outcome::Refined;
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
      Last = std::max(Last, L.Step);
    if (Last == 0) // Init against the first step: start from any A_0.
      Path.resize(InitParts.size() + T.States[0].size());
    else
      llvm::erase_if(Path,
                     [&](const PathLiteral &L) { return L.Step >= Last; });
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
  if (Core.empty())
    return Outcome::Stuck;
  if (Interpolate) {
    Outcome O = refineWithInterpolants(T, Core);
    if (O != Outcome::Stuck)
      return O;
  }
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
    Expr E = timed(L.Literal, L.Step);
    if (E.isTrue())
      continue;
    Origin.try_emplace(E, L);
    Assumptions.push_back(E);
  }
  // The literals alone are cheap and mostly contradict each other already.
  S->push();
  Answer A = S->check(Assumptions, B);
  if (A == Answer::Sat) {
    for (const PathLiteral &L : definitions(T, Path, Steps)) {
      Expr E = timed(L.Literal, L.Step);
      if (!E.isTrue() && Origin.try_emplace(E, L).second)
        Assumptions.push_back(E);
    }
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
std::vector<Refinement::PathLiteral>
Refinement::definitions(const AbstractTrace &T,
                        llvm::ArrayRef<PathLiteral> Path, unsigned Steps) {
  ExprContext &Ctx = Sys.context();
  using From = PathLiteral::From;
  std::vector<PathLiteral> Result;
  auto Via = [&](unsigned I) -> const Block & { return *T.Steps[I]->Via; };
  auto IsFunctional = [&](unsigned I) { return Sys.isFunctional(Via(I)); };
  if (!llvm::all_of(llvm::seq(Steps), IsFunctional)) {
    std::vector<Expr> All;
    for (const StatePair &V : Sys.variables())
      All.push_back(V.Cur);
    Dependencies.assign(Steps + 1, All);
    for (unsigned I = 0; I < Steps; ++I)
      Result.push_back({I, Sys.relation(Via(I)), From::Relation});
    return Result;
  }
  Dependencies.assign(Steps + 1, {});
  ExprSet Needed; // current-state variables of the step after I
  for (unsigned I = Steps; I-- > 0;) {
    std::vector<Expr> Mentioned;
    for (const PathLiteral &L : Path)
      if (L.Step == I || L.Step == I + 1)
        Mentioned.push_back(L.Step == I ? L.Literal : Sys.prime(L.Literal));
    for (Expr V : variables(Mentioned))
      if (Sys.isNext(V))
        Needed.insert(Sys.unprime(V));
    std::vector<Expr> Sources;
    for (const StatePair &V : Sys.variables())
      if (Needed.contains(V.Cur)) {
        Expr U = Sys.updateOf(Via(I), V.Next);
        Result.push_back(
            {I, Ctx.makeRaw(Kind::Eq, {V.Next, U}), From::Relation});
        Sources.push_back(U);
        Dependencies[I + 1].push_back(V.Cur);
      }
    Needed.clear();
    for (Expr V : variables(Sources))
      Needed.insert(V);
  }
  Dependencies[0].assign(Needed.begin(), Needed.end());
  llvm::sort(Dependencies[0], [](Expr A, Expr B) { return A.id() < B.id(); });
  return Result;
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
