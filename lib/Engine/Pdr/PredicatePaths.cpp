//===- PredicatePaths.cpp - Runs along paths of predicates ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PredicatePaths.h"

using namespace sooth;
using namespace sooth::pdr;
using Outcome = PredicatePaths::Outcome;

static std::unique_ptr<Solver> conflictSolver(ExprContext &Ctx) {
  SolverOptions O;
  O.Core = SolverOptions::Cores::Minimal;
  return createZ3Solver(Ctx, O);
}

static std::unique_ptr<Interpolator> createInterpolator(ExprContext &Ctx) {
  constexpr double Seconds = 1;
  std::vector<std::unique_ptr<Interpolator>> Members;
  Members.push_back(createSpacerInterpolator(Ctx));
  Members.push_back(createCoreInterpolator(Ctx));
  return createValidatingInterpolator(
      createFallbackInterpolator(std::move(Members), Seconds), Ctx);
}

PredicatePaths::PredicatePaths(const TransitionSystem &M, PredicateSystem &A,
                               const Budget &B)
    : M(M), A(A), B(B), Ctx(M.context()), Interpolate(createInterpolator(Ctx)) {
}

Outcome PredicatePaths::stop(UnknownReason R) {
  Why = std::move(R);
  return Outcome::Stopped;
}

Outcome PredicatePaths::outOfBudget(const Solver &S) {
  auto E = B.exhausted();
  return stop({E ? reasonOf(*E) : UnknownReason::Kind::Solver,
               E ? Cause() : Cause::quote(S.reasonUnknown())});
}

PredicatePaths::Copy &PredicatePaths::copy(size_t Step) {
  while (Copies.size() <= Step) {
    const std::string Suffix = "@" + std::to_string(Copies.size());
    Copy &C = Copies.emplace_back(Ctx);
    auto Add = [&](Expr V) {
      Expr Timed = Ctx.freshVar(V.name().str() + Suffix, V.sort());
      C.To.set(V, Timed);
      return Timed;
    };
    for (const TsVariable &V : M.variables()) {
      C.Xs.push_back(Add(V.Cur));
      C.From.set(C.Xs.back(), V.Cur);
    }
    for (Expr Y : M.inputs())
      Add(Y);
  }
  return Copies[Step];
}

/// What the abstract state and the abstract inputs say, over X and Y.
std::vector<Expr> PredicatePaths::literalsAt(const TsTrace &Abstract,
                                             size_t Step) const {
  Valuation Bits = Abstract.States[Step];
  if (Step < Abstract.Inputs.size())
    Bits.insert(Abstract.Inputs[Step].begin(), Abstract.Inputs[Step].end());
  std::vector<Expr> Literals;
  auto Add = [&](Expr Var, Expr Meaning) {
    if (auto It = Bits.find(Var); It == Bits.end())
      return;
    else if (!Var.isBool())
      Literals.push_back(Ctx.mkEq(Var, Ctx.constant(It->second, Var.sort())));
    else
      Literals.push_back(It->second.boolean() ? Meaning : Ctx.mkNot(Meaning));
  };
  for (const PredicateSystem::Comparison &C : A.comparisons())
    Add(C.Bit, C.Meaning);
  for (const TsVariable &V : M.variables())
    Add(V.Cur, V.Cur);
  for (Expr Y : M.inputs())
    Add(Y, Y);
  return Literals;
}

Expr PredicatePaths::part(const TsTrace &Abstract, size_t I) {
  std::vector<Expr> Facts;
  if (I == 0)
    Facts.push_back(copy(0).To(M.init()));
  for (Expr L : literalsAt(Abstract, I))
    Facts.push_back(copy(I).To(L));
  if (I + 1 == Abstract.States.size()) {
    Facts.push_back(copy(I).To(M.properties().front().Bad));
  } else {
    copy(I + 1);
    for (auto [V, Next] : llvm::zip_equal(M.variables(), copy(I + 1).Xs))
      Facts.push_back(Ctx.mkEq(Next, copy(I).To(V.Update)));
  }
  return Ctx.mkAnd(Facts);
}

void PredicatePaths::readRun(Solver &S, size_t Length) {
  Found = {};
  for (size_t I = 0; I < Length; ++I) {
    Valuation &State = Found.States.emplace_back();
    for (auto [V, X] : llvm::zip_equal(M.variables(), copy(I).Xs))
      State[V.Cur] = S.value(X);
    if (I + 1 == Length)
      break;
    Valuation &Inputs = Found.Inputs.emplace_back();
    for (Expr Y : M.inputs())
      Inputs[Y] = S.value(copy(I).To(Y));
  }
}

Outcome PredicatePaths::check(const TsTrace &Abstract) {
  if (!Together)
    Together = conflictSolver(Ctx);
  bool IsPossible = true, IsRefined = false;
  for (size_t I = 0; I < Abstract.States.size(); ++I) {
    const std::vector<Expr> Literals = literalsAt(Abstract, I);
    Answer Result = Together->check(Literals, B);
    if (Result == Answer::Unknown)
      return outOfBudget(*Together);
    if (Result == Answer::Unsat) {
      IsRefined |= A.addConflict(Together->core());
      IsPossible = false;
    }
  }
  if (!IsPossible)
    return IsRefined ? Outcome::Refined
                     : stop({UnknownReason::Kind::NoProgress,
                             Cause::Kind::NoInterpolant});
  std::vector<Expr> Parts;
  for (size_t I = 0; I < Abstract.States.size(); ++I)
    Parts.push_back(part(Abstract, I));
  std::unique_ptr<Solver> Whole = createZ3Solver(Ctx);
  Answer Result = Whole->check(Parts, B);
  if (Result == Answer::Unknown)
    return outOfBudget(*Whole);
  if (Result == Answer::Sat) {
    readRun(*Whole, Parts.size());
    return Outcome::Run;
  }
  Interpolation R = Interpolate->interpolate(Parts, B);
  if (R.What == Interpolation::Outcome::Interpolants)
    for (size_t I = 0; I < R.I.size(); ++I)
      if (A.addPredicates(copy(I + 1).From(R.I[I])))
        IsRefined = true;
  if (IsRefined)
    return Outcome::Refined;
  auto E = B.exhausted();
  return stop({E ? reasonOf(*E) : UnknownReason::Kind::NoProgress,
               E ? Cause() : Cause(Cause::Kind::NoInterpolant)});
}
