//===- Counterexample.cpp - Counterexamples of abstractions ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counterexample.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/Twine.h"

using namespace sooth;
using namespace sooth::stscegar;

/// The formulas of Spacer, which needs a process, are the better ones where
/// numbers have no bounds.
static std::unique_ptr<Interpolator> createBySpacer(ExprContext &Ctx) {
  constexpr double Seconds = 5;
  std::vector<std::unique_ptr<Interpolator>> Members;
  Members.push_back(createSpacerInterpolator(Ctx));
  Members.push_back(createCoreInterpolator(Ctx, CoreInterpolation::Backward));
  Members.push_back(createCoreInterpolator(Ctx, CoreInterpolation::Forward));
  return createFallbackInterpolator(std::move(Members), Seconds);
}

/// Few values are soon told apart by cores.
static std::unique_ptr<Interpolator> createByCores(ExprContext &Ctx) {
  constexpr double Seconds = 0.5;
  std::vector<std::unique_ptr<Interpolator>> Members;
  Members.push_back(createCoreInterpolator(Ctx, CoreInterpolation::Forward));
  Members.push_back(createBySpacer(Ctx));
  return createFallbackInterpolator(std::move(Members), Seconds);
}

Concretizer::Concretizer(Questions &Q)
    : Q(Q), Ctx(Q.context()), Runs(Q.newSolver()),
      AtFirst(createValidatingInterpolator(createByCores(Ctx), Ctx)),
      Later(createValidatingInterpolator(createBySpacer(Ctx), Ctx)) {}

/// Where cores tell apart one value after the other, there is no end to it.
Interpolator &Concretizer::interpolator() {
  static constexpr unsigned ByCores = 12;
  return Refinements++ < ByCores ? *AtFirst : *Later;
}

Concretizer::Copy &Concretizer::copy(size_t Step) {
  while (Copies.size() <= Step) {
    const std::string Suffix = "@" + std::to_string(Copies.size());
    Copy &C = Copies.emplace_back(Ctx);
    for (const TsVariable &V : Q.model().variables()) {
      Expr X = Ctx.freshVar(V.Cur.name().str() + Suffix, V.Cur.sort());
      C.Xs.push_back(X);
      C.To.set(V.Cur, X);
      C.From.set(X, V.Cur);
      C.Steps.set(V.Cur, X);
    }
    for (Expr Y : Q.model().inputs()) {
      C.Ys.push_back(Ctx.freshVar(Y.name().str() + Suffix, Y.sort()));
      C.Steps.set(Y, C.Ys.back());
    }
    if (Copies.size() < 2)
      continue;
    Copy &Before = Copies[Copies.size() - 2];
    for (auto [V, X] : llvm::zip_equal(Q.model().variables(), C.Xs))
      Before.Steps.set(V.Next, X);
  }
  return Copies[Step];
}

Expr Concretizer::step(size_t From) {
  copy(From + 1);
  return copy(From).Steps(Q.model().trans());
}

Expr Concretizer::comesTo(size_t I) {
  return I == 0 ? at(0, Q.model().init()) : step(I - 1);
}

Expr Concretizer::part(const AbstractPath &Path, size_t I) {
  return Ctx.mkAnd(comesTo(I), at(I, Path[I]));
}

TsTrace Concretizer::readTrace(size_t Length) {
  TsTrace T;
  for (size_t I = 0; I < Length; ++I) {
    Valuation &State = T.States.emplace_back();
    for (auto [V, X] : llvm::zip_equal(Q.model().variables(), copy(I).Xs))
      State[V.Cur] = Runs->value(X);
    if (I + 1 == Length)
      break;
    Valuation &Inputs = T.Inputs.emplace_back();
    for (auto [Y, Timed] : llvm::zip_equal(Q.model().inputs(), copy(I).Ys))
      Inputs[Y] = Runs->value(Timed);
  }
  return T;
}

/// Asks about the whole path first. A core tells up to which state there is no
/// run at least, so that few questions find the failure state.
std::optional<TsTrace> Concretizer::concretize(const AbstractPath &Path) {
  // Two of each state, and one at the end.
  std::vector<Expr> Parts;
  for (size_t I = 0; I < Path.size(); ++I) {
    Parts.push_back(comesTo(I));
    Parts.push_back(at(I, Path[I]));
  }
  Parts.push_back(at(Path.size() - 1, Q.property().Bad));
  const size_t All = Parts.size();
  while (!Q.ask(*Runs, Parts)) {
    if (Q.isStopped())
      return std::nullopt;
    const std::vector<Expr> Core = Runs->core();
    size_t End = Parts.size();
    while (End > 0 && !llvm::is_contained(Core, Parts[End - 1]))
      --End;
    Parts.resize(End > 0 ? (End - 1) / 2 * 2 : 0);
  }
  if (Parts.size() == All)
    return readTrace(Path.size());
  Failure = Parts.empty() ? 0 : Parts.size() / 2 - 1;
  return std::nullopt;
}

void Concretizer::deadEnds(const AbstractPath &Path,
                           Questions::Listener Found) {
  std::unique_ptr<Solver> S = Q.newSolver();
  for (size_t I = 0; I <= Failure; ++I)
    S->add(part(Path, I));
  while (Q.ask(*S, {})) {
    Valuation State;
    for (auto [V, X] : llvm::zip_equal(Q.model().variables(), copy(Failure).Xs))
      State[V.Cur] = S->value(X);
    Expr Exclude = Found(State);
    if (!Exclude)
      return;
    S->add(Ctx.mkNot(at(Failure, Exclude)));
  }
}

std::optional<Expr> Concretizer::craigInterpolant(const AbstractPath &Path) {
  std::vector<Expr> Dead;
  for (size_t I = 0; I <= Failure; ++I)
    Dead.push_back(part(Path, I));
  Expr Bad = Failure + 1 < Path.size() ? part(Path, Failure + 1)
                                       : at(Failure, Q.property().Bad);
  Interpolation R =
      interpolator().interpolate({Ctx.mkAnd(Dead), Bad}, Q.budget());
  if (R.What != Interpolation::Outcome::Interpolants)
    return std::nullopt;
  return copy(Failure).From(R.I.front());
}

std::optional<std::vector<Expr>>
Concretizer::sequenceInterpolants(const AbstractPath &Path) {
  std::vector<Expr> Parts;
  for (size_t I = 0; I < Path.size(); ++I)
    Parts.push_back(part(Path, I));
  Parts.push_back(at(Path.size() - 1, Q.property().Bad));
  Interpolation R = interpolator().interpolate(Parts, Q.budget());
  if (R.What != Interpolation::Outcome::Interpolants)
    return std::nullopt;
  std::vector<Expr> Result;
  for (size_t I = 0; I < Path.size(); ++I)
    Result.push_back(copy(I).From(R.I[I]));
  return Result;
}
