//===- Counterexample.cpp - Counterexamples of abstractions ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counterexample.h"

#include "sooth/Solver/Interpolator.h"

#include <deque>

using namespace sooth;
using namespace sooth::stscegar;

namespace {
class SolverConcretizer final : public Concretizer {
public:
  explicit SolverConcretizer(Questions &Q);

  std::optional<TsTrace> concretize(const AbstractPath &Path) override;
  void deadEnds(const AbstractPath &Path, Questions::Listener Found) override;
  std::optional<Expr> craigInterpolant(const AbstractPath &Path) override;
  std::optional<std::vector<Expr>>
  sequenceInterpolants(const AbstractPath &Path) override;

private:
  /// Copies of variables for a step.
  struct Copy {
    Copy(ExprContext &Ctx) : To(Ctx), From(Ctx), Steps(Ctx) {}
    std::vector<Expr> Xs, Ys;
    Substitution To, From; ///< X to the copy, and back
    Substitution Steps;    ///< X and Y to the copy, X' to the next one
  };
  Copy &copy(size_t Step);
  Expr at(size_t Step, Expr E) { return copy(Step).To(E); }
  Expr step(size_t From);
  /// How runs come to state \p I: it is a first one, or there is a step to it.
  Expr comesTo(size_t I);
  /// What holds of the path's state \p I: that, and that it is one.
  Expr part(const AbstractPath &Path, size_t I);
  TsTrace readTrace(size_t Length);

  std::deque<Copy> Copies;
  std::unique_ptr<Solver> Runs; ///< is asked about the parts of every path
  std::unique_ptr<Interpolator> Reasons;
};
} // namespace

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

/// What bits have to do with each other is soon told by cores.
static std::unique_ptr<Interpolator> createByCores(ExprContext &Ctx) {
  constexpr double Seconds = 0.5;
  std::vector<std::unique_ptr<Interpolator>> Members;
  Members.push_back(createCoreInterpolator(Ctx, CoreInterpolation::Forward));
  Members.push_back(createBySpacer(Ctx));
  return createFallbackInterpolator(std::move(Members), Seconds);
}

static std::unique_ptr<Interpolator> createFor(Questions &Q) {
  const auto Over =
      theoriesOf({Q.model().trans(), Q.model().init(), Q.property().Bad});
  return createValidatingInterpolator(
      Over == SolverOptions::Theories::BitVectors ? createByCores(Q.context())
                                                  : createBySpacer(Q.context()),
      Q.context());
}

SolverConcretizer::SolverConcretizer(Questions &Q)
    : Concretizer(Q), Runs(Q.newSolver()), Reasons(createFor(Q)) {}

SolverConcretizer::Copy &SolverConcretizer::copy(size_t Step) {
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

Expr SolverConcretizer::step(size_t From) {
  copy(From + 1);
  return copy(From).Steps(Q.model().trans());
}

Expr SolverConcretizer::comesTo(size_t I) {
  return I == 0 ? at(0, Q.model().init()) : step(I - 1);
}

Expr SolverConcretizer::part(const AbstractPath &Path, size_t I) {
  return Ctx.mkAnd(comesTo(I), at(I, Path[I]));
}

TsTrace SolverConcretizer::readTrace(size_t Length) {
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
std::optional<TsTrace> SolverConcretizer::concretize(const AbstractPath &Path) {
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

void SolverConcretizer::deadEnds(const AbstractPath &Path,
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

std::optional<Expr>
SolverConcretizer::craigInterpolant(const AbstractPath &Path) {
  std::vector<Expr> Dead;
  for (size_t I = 0; I <= Failure; ++I)
    Dead.push_back(part(Path, I));
  Expr Bad = Failure + 1 < Path.size() ? part(Path, Failure + 1)
                                       : at(Failure, Q.property().Bad);
  Interpolation R = Reasons->interpolate({Ctx.mkAnd(Dead), Bad}, Q.budget());
  if (R.What != Interpolation::Outcome::Interpolants)
    return std::nullopt;
  return copy(Failure).From(R.I.front());
}

std::optional<std::vector<Expr>>
SolverConcretizer::sequenceInterpolants(const AbstractPath &Path) {
  std::vector<Expr> Parts;
  for (size_t I = 0; I < Path.size(); ++I)
    Parts.push_back(part(Path, I));
  Parts.push_back(at(Path.size() - 1, Q.property().Bad));
  Interpolation R = Reasons->interpolate(Parts, Q.budget());
  if (R.What != Interpolation::Outcome::Interpolants)
    return std::nullopt;
  std::vector<Expr> Result;
  for (size_t I = 0; I < Path.size(); ++I)
    Result.push_back(copy(I).From(R.I[I]));
  return Result;
}

std::unique_ptr<Concretizer> stscegar::createSolverConcretizer(Questions &Q) {
  return std::make_unique<SolverConcretizer>(Q);
}
