//===- CoreInterpolator.cpp - Interpolants from unsatisfiable cores -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Newton-style refinement (Dietsch, Heizmann, Musa, Nutz and Podelski, "Craig
// vs. Newton in software model checking", FSE 2017):
//
//   keep of every part the conjuncts that are in an unsatisfiable core;
//   I_1 := project(A_0), I_2 := project(I_1 ∧ A_1), …
//
// where project() is the strongest postcondition over the live variables, those
// that later conjuncts of the core read, weakened as far as the result still
// contradicts these conjuncts. Interpolants of the reversed sequence, negated,
// are interpolants too: they are the weakest preconditions.
//
//===----------------------------------------------------------------------===//

#include "Projection.h"

#include "sooth/Solver/Interpolator.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

Interpolator::~Interpolator() = default;

namespace {
class CoreInterpolator final : public Interpolator {
public:
  CoreInterpolator(ExprContext &Ctx, CoreInterpolation From)
      : Ctx(Ctx), From(From) {}
  Interpolation interpolate(llvm::ArrayRef<Expr> Parts,
                            const Budget &B) override;

private:
  ExprContext &Ctx;
  CoreInterpolation From;
};

/// One call, from the first part to the last.
class Sweep {
public:
  Sweep(ExprContext &Ctx, llvm::ArrayRef<Expr> Parts, const Budget &B);
  Interpolation run();

private:
  Answer reduceToCore();
  void postpone();
  bool step(size_t Part, std::string &Why);

  ExprContext &Ctx;
  const Budget &B;
  std::vector<llvm::SmallVector<Expr, 8>> Parts; // their conjuncts
  const std::unique_ptr<SolverFamily<Solver>> Family = createZ3Family();
  std::unique_ptr<Solver> S; // the parts to come, each in a scope of its own
  std::vector<Expr> Known;   // the current interpolant
  Interpolation Result;
};
} // namespace

Sweep::Sweep(ExprContext &Ctx, llvm::ArrayRef<Expr> All, const Budget &B)
    : Ctx(Ctx), B(B), Parts(All.size()) {
  for (size_t I = 0; I < All.size(); ++I)
    conjuncts(All[I], Parts[I]);
  SolverOptions O;
  O.Over = theoriesOf(All);
  S = Family->create(O);
}

/// Keeps the conjuncts of a core, which is minimized for a part of the time.
Answer Sweep::reduceToCore() {
  std::vector<Expr> All;
  for (auto &Part : Parts)
    llvm::append_range(All, Part);
  Answer A = S->check(All, B);
  if (A != Answer::Unsat)
    return A;
  std::vector<Expr> Core = S->core();
  Core = minimalCore(*S, Core, B.shareOr(0.25, 10));
  ExprSet Keep(Core.begin(), Core.end());
  for (auto &Part : Parts)
    llvm::erase_if(Part, [&](Expr E) { return !Keep.contains(E); });
  return A;
}

/// Leaves the parts in the solver, the first one in the innermost scope.
void Sweep::postpone() {
  for (auto &Part : llvm::reverse(Parts)) {
    S->push();
    for (Expr E : Part)
      S->add(E);
  }
}

/// From the interpolant before \p Part to the one after.
bool Sweep::step(size_t Part, std::string &Why) {
  S->pop();
  std::vector<Expr> Later;
  for (auto &P : llvm::drop_begin(Parts, Part + 1))
    llvm::append_range(Later, P);
  ExprSet Live;
  for (Expr V : variables(Later))
    Live.insert(V);
  llvm::append_range(Known, Parts[Part]);
  Projected P = project(Ctx, Known, {*Family, *S, Later, Live}, B);
  if (!P.Facts) {
    Why = std::move(P.Why);
    return false;
  }
  Known = std::move(*P.Facts);
  Result.I.push_back(Ctx.mkAnd(Known));
  return true;
}

Interpolation Sweep::run() {
  switch (reduceToCore()) {
  case Answer::Sat:
    return {Interpolation::Outcome::Satisfiable, {}, {}};
  case Answer::Unknown:
    return Interpolation::failed("core: " + S->reasonUnknown());
  case Answer::Unsat:
    break;
  }
  postpone();
  std::string Why;
  for (size_t I = 0; I + 1 < Parts.size(); ++I)
    if (!step(I, Why))
      return Interpolation::failed(std::move(Why));
  Result.What = Interpolation::Outcome::Interpolants;
  return std::move(Result);
}

Interpolation CoreInterpolator::interpolate(llvm::ArrayRef<Expr> Parts,
                                            const Budget &B) {
  std::vector<Expr> Ordered(Parts);
  if (From == CoreInterpolation::Backward)
    std::reverse(Ordered.begin(), Ordered.end());
  Interpolation Result = Sweep(Ctx, Ordered, B).run();
  if (From == CoreInterpolation::Backward) {
    std::reverse(Result.I.begin(), Result.I.end());
    for (Expr &E : Result.I)
      E = Ctx.mkNot(E);
  }
  return Result;
}

std::unique_ptr<Interpolator>
sooth::createCoreInterpolator(ExprContext &Ctx, CoreInterpolation From) {
  return std::make_unique<CoreInterpolator>(Ctx, From);
}
