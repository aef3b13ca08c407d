//===- ValidatingInterpolator.cpp - Interpolants checked again ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Traversal.h"
#include "sooth/Solver/Interpolator.h"
#include "sooth/Solver/Solver.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

#include <optional>

using namespace sooth;

namespace {
class ValidatingInterpolator final : public Interpolator {
public:
  ValidatingInterpolator(std::unique_ptr<Interpolator> Inner, ExprContext &Ctx,
                         OnWrongInterpolants OnWrong)
      : Inner(std::move(Inner)), Ctx(Ctx), OnWrong(OnWrong) {}
  Interpolation interpolate(llvm::ArrayRef<Expr> Parts,
                            const Budget &B) override;

private:
  Interpolation wrong(const llvm::Twine &What) const;
  Answer check(llvm::ArrayRef<Expr> Facts, std::string &Why,
               const Budget &B) const;
  Interpolation checkImplications(llvm::ArrayRef<Expr> Parts, Interpolation R,
                                  const Budget &B) const;
  Interpolation checkSatisfiable(llvm::ArrayRef<Expr> Parts, Interpolation R,
                                 const Budget &B) const;

  std::unique_ptr<Interpolator> Inner;
  ExprContext &Ctx;
  OnWrongInterpolants OnWrong;
};
} // namespace

/// The first interpolant with a variable that only one side has, or nothing.
static std::optional<size_t> strangeVocabulary(llvm::ArrayRef<Expr> Parts,
                                               llvm::ArrayRef<Expr> I) {
  ExprMap<size_t> First, Last;
  for (size_t P = 0; P < Parts.size(); ++P)
    for (Expr V : variables({Parts[P]})) {
      First.try_emplace(V, P);
      Last[V] = P;
    }
  for (size_t K = 0; K < I.size(); ++K)
    if (anyVariable(I[K], [&](Expr V) {
          return !First.contains(V) || First[V] > K || Last[V] <= K;
        }))
      return K;
  return std::nullopt;
}

Interpolation ValidatingInterpolator::wrong(const llvm::Twine &What) const {
  if (OnWrong == OnWrongInterpolants::StopProgram)
    llvm::report_fatal_error("interpolation: " + What);
  return Interpolation::failed(("wrong: " + What).str());
}

Interpolation ValidatingInterpolator::interpolate(llvm::ArrayRef<Expr> Parts,
                                                  const Budget &B) {
  Interpolation R = Inner->interpolate(Parts, B);
  switch (R.What) {
  case Interpolation::Outcome::Failed:
    return R;
  case Interpolation::Outcome::Satisfiable:
    return checkSatisfiable(Parts, std::move(R), B);
  case Interpolation::Outcome::Interpolants:
    break;
  }
  if (R.I.size() + 1 != Parts.size())
    return wrong("not as many interpolants as there should be");
  if (auto K = strangeVocabulary(Parts, R.I))
    return wrong("interpolant " + llvm::Twine(*K + 1) +
                 " has a variable that is not shared");
  return checkImplications(Parts, std::move(R), B);
}

Answer ValidatingInterpolator::check(llvm::ArrayRef<Expr> Facts,
                                     std::string &Why, const Budget &B) const {
  SolverOptions O;
  O.Over = theoriesOf(Facts);
  auto S = createZ3Solver(Ctx, O);
  for (Expr F : Facts)
    S->add(F);
  Answer A = S->check(B);
  if (A == Answer::Unknown)
    Why = S->reasonUnknown();
  return A;
}

Interpolation ValidatingInterpolator::checkImplications(
    llvm::ArrayRef<Expr> Parts, Interpolation R, const Budget &B) const {
  for (size_t K = 0; K < Parts.size(); ++K) {
    Expr Before = K == 0 ? Ctx.trueExpr() : R.I[K - 1];
    Expr After = K + 1 == Parts.size() ? Ctx.falseExpr() : R.I[K];
    std::string Why;
    switch (check({Before, Parts[K], Ctx.mkNot(After)}, Why, B)) {
    case Answer::Unsat:
      break;
    case Answer::Sat:
      return wrong("interpolant " + llvm::Twine(K + 1) + " does not follow");
    case Answer::Unknown:
      return Interpolation::failed("validation: " + Why);
    }
  }
  return R;
}

Interpolation ValidatingInterpolator::checkSatisfiable(
    llvm::ArrayRef<Expr> Parts, Interpolation R, const Budget &B) const {
  std::string Why;
  switch (check(Parts, Why, B)) {
  case Answer::Sat:
    return R;
  case Answer::Unsat:
    return wrong("the parts are not satisfiable");
  case Answer::Unknown:
    return Interpolation::failed("validation: " + Why);
  }
  llvm_unreachable("unknown answer");
}

std::unique_ptr<Interpolator>
sooth::createValidatingInterpolator(std::unique_ptr<Interpolator> Inner,
                                    ExprContext &Ctx,
                                    OnWrongInterpolants OnWrong) {
  return std::make_unique<ValidatingInterpolator>(std::move(Inner), Ctx,
                                                  OnWrong);
}
