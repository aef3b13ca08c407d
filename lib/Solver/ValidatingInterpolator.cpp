//===- ValidatingInterpolator.cpp - Interpolants checked again ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Solver/Interpolator.h"
#include "sooth/Solver/Solver.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

#include <optional>

using namespace sooth;

static Interpolation wrong(const llvm::Twine &What) {
  Interpolation I = Interpolation::failed(("wrong: " + What).str());
  I.IsWrong = true;
  return I;
}

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

namespace {
struct Checked {
  Answer What;
  std::string Why; // after Unknown
};
} // namespace

/// z3 4.8.12 has wrong models of arrays with few indices.
static bool isModel(Solver &S, llvm::ArrayRef<Expr> Facts) {
  Valuation Model;
  for (Expr V : variables(Facts))
    Model[V] = S.value(V);
  Evaluator Eval(Model);
  return llvm::all_of(Facts, [&](Expr F) { return Eval.isTrue(F); });
}

/// In a solver of its own.
static Checked check(SolverFamily<Solver> &Family, llvm::ArrayRef<Expr> Facts,
                     const Budget &B) {
  SolverOptions O;
  O.Over = theoriesOf(Facts);
  auto S = Family.create(O);
  for (Expr F : Facts)
    S->add(F);
  Answer A = S->check(B);
  if (A == Answer::Unknown)
    return {A, "validation: " + S->reasonUnknown()};
  if (A == Answer::Sat && !isModel(*S, Facts))
    return {Answer::Unknown, "validation: the solver's model is wrong"};
  return {A, ""};
}

static Interpolation validatedInterpolants(llvm::ArrayRef<Expr> Parts,
                                           Interpolation R, ExprContext &Ctx,
                                           const Budget &B) {
  if (R.I.size() + 1 != Parts.size())
    return wrong("not as many interpolants as there should be");
  if (auto K = strangeVocabulary(Parts, R.I))
    return wrong("interpolant " + llvm::Twine(*K + 1) +
                 " has a variable that is not shared");
  const auto Family = createZ3Family();
  for (size_t K = 0; K < Parts.size(); ++K) {
    Expr Before = K == 0 ? Ctx.trueExpr() : R.I[K - 1];
    Expr After = K + 1 == Parts.size() ? Ctx.falseExpr() : R.I[K];
    Checked C = check(*Family, {Before, Parts[K], Ctx.mkNot(After)}, B);
    if (C.What == Answer::Sat)
      return wrong("interpolant " + llvm::Twine(K + 1) + " does not follow");
    if (C.What == Answer::Unknown)
      return Interpolation::failed(C.Why);
  }
  return R;
}

Interpolation sooth::validated(llvm::ArrayRef<Expr> Parts, Interpolation R,
                               ExprContext &Ctx, const Budget &B) {
  switch (R.What) {
  case Interpolation::Outcome::Failed:
    return R;
  case Interpolation::Outcome::Interpolants:
    return validatedInterpolants(Parts, std::move(R), Ctx, B);
  case Interpolation::Outcome::Satisfiable: {
    Checked C = check(*createZ3Family(), Parts, B);
    if (C.What == Answer::Unsat)
      return wrong("the parts are not satisfiable");
    return C.What == Answer::Sat ? R : Interpolation::failed(C.Why);
  }
  }
  llvm_unreachable("unknown outcome");
}

namespace {
class ValidatingInterpolator final : public Interpolator {
public:
  ValidatingInterpolator(std::unique_ptr<Interpolator> Inner, ExprContext &Ctx,
                         OnWrongInterpolants OnWrong)
      : Inner(std::move(Inner)), Ctx(Ctx), OnWrong(OnWrong) {}
  Interpolation interpolate(llvm::ArrayRef<Expr> Parts,
                            const Budget &B) override {
    Interpolation R = validated(Parts, Inner->interpolate(Parts, B), Ctx, B);
    if (OnWrong == OnWrongInterpolants::StopProgram && R.IsWrong)
      llvm::report_fatal_error(llvm::Twine("interpolation: ") + R.Why);
    return R;
  }

private:
  std::unique_ptr<Interpolator> Inner;
  ExprContext &Ctx;
  OnWrongInterpolants OnWrong;
};
} // namespace

std::unique_ptr<Interpolator>
sooth::createValidatingInterpolator(std::unique_ptr<Interpolator> Inner,
                                    ExprContext &Ctx,
                                    OnWrongInterpolants OnWrong) {
  return std::make_unique<ValidatingInterpolator>(std::move(Inner), Ctx,
                                                  OnWrong);
}
