//===- FreshQuery.cpp - Questions to solvers of their own ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreshQuery.h"
#include "TestedSolver.h"

#include "sooth/Expr/CostlyOperators.h"
#include "sooth/Expr/EquationSolving.h"
#include "sooth/Expr/IntBlasting.h"
#include "sooth/Expr/Products.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

/// Leaves out the alternatives that no meaning of the operators allows. What
/// has no model whatever operators mean has none (dissertation, Theorem 2.3),
/// and that is often much quicker to see: many invariants are about control.
static std::vector<FreshQuery>
possibleWithoutMeaning(ExprContext &Ctx, llvm::ArrayRef<FreshQuery> Queries,
                       const Budget &B) {
  SolverOptions O;
  O.Relevant = SolverOptions::Relevancy::Off;
  auto Solvers = createTestedZ3EufFamily(Ctx);
  const Budget Some = B.share(0.25, 5);
  std::vector<FreshQuery> Possible;
  for (const FreshQuery &Q : Queries) {
    std::unique_ptr<Solver> Fresh = Solvers->create(O);
    for (Expr E : Q.Parts)
      Fresh->add(E);
    FreshQuery Rest{Q.Parts, {}};
    for (Expr E : Q.Alternatives)
      if (Fresh->check({E}, Some) != Answer::Unsat)
        Rest.Alternatives.push_back(E);
    if (!Rest.Alternatives.empty())
      Possible.push_back(std::move(Rest));
  }
  return Possible;
}

static CheckResult ask(SolverFamily<Solver> &Solvers, llvm::ArrayRef<Expr> All,
                       SolverOptions::Theories Over, const llvm::Twine &Why,
                       const Budget &B) {
  SolverOptions O;
  O.Over = Over;
  if (Over == SolverOptions::Theories::Any)
    O.WhenHard = SolverOptions::Hard::Preprocess;
  std::unique_ptr<Solver> Fresh = Solvers.create(O);
  for (Expr E : All)
    Fresh->add(E);
  switch (Fresh->check(B)) {
  case Answer::Unsat:
    return CheckResult::confirmed();
  case Answer::Sat:
    return CheckResult::refuted(Why.str());
  case Answer::Unknown:
    break;
  }
  return CheckResult::unknown(Fresh->reasonUnknown());
}

/// Whether that is so whatever floating-point arithmetic, products and
/// divisions yield.
static bool contradictsWithoutCostly(ExprContext &Ctx,
                                     SolverFamily<Solver> &Solvers,
                                     llvm::ArrayRef<Expr> All,
                                     const Budget &B) {
  CostlyOperators Costly(Ctx);
  std::vector<Expr> Rest;
  for (Expr E : All)
    Rest.push_back(Costly.replaced(E));
  if (Costly.variables().empty())
    return false;
  llvm::append_range(Rest, Costly.facts());
  const Budget Some = B.share(0.25, 5);
  return ask(Solvers, Rest, SolverOptions::Theories::Any, "", Some)
      .isConfirmed();
}

/// Whether that is so because sums and products of machine integers are
/// polynomials: once equations are solved and products multiplied out, what is
/// left of them is linear in products, which may be anything. But where factors
/// are equal, so are products.
static bool contradictsMultipliedOut(ExprContext &Ctx,
                                     SolverFamily<Solver> &Solvers,
                                     llvm::ArrayRef<Expr> All,
                                     const Budget &B) {
  bool IsAny = false;
  postOrder(All, [&](Expr E) {
    IsAny |=
        E.is(Kind::BvMul) && !E.operand(0).isConst() && !E.operand(1).isConst();
  });
  if (!IsAny)
    return false;
  llvm::SmallVector<Expr, 16> Facts;
  for (Expr E : All)
    conjuncts(E, Facts);
  ExprSet Open;
  for (Expr V : variables(Facts))
    Open.insert(V);
  solveEquations(Ctx, Facts, Open);
  ProductExpansion Expand(Ctx, ProductExpansion::Equations::All);
  for (Expr &E : Facts)
    E = Expand(E);
  // Equations are solved for products, too.
  for (size_t I = 0; I < Facts.size() && !B.exhausted(); ++I)
    if (auto Solved = Expand.solved(Facts[I])) {
      Substitution S(Ctx);
      S.set(Solved->first, Solved->second);
      for (size_t J = 0; J < Facts.size(); ++J)
        if (J != I)
          Facts[J] = Expand(S(Facts[J]));
    }
  std::vector<Expr> Products;
  postOrder(Facts, [&](Expr E) {
    if (ProductExpansion::factors(E).size() > 1)
      Products.push_back(E);
  });
  llvm::append_range(Facts, ProductExpansion::consequences(Ctx, Products));
  return contradictsWithoutCostly(Ctx, Solvers, Facts, B);
}

/// A solver that follows the structure is quick where a question is about
/// control, one that sees nothing but bits where it is about arithmetic.
static CheckResult expectUnsat(ExprContext &Ctx, SolverFamily<Solver> &Solvers,
                               const FreshQuery &Q, const llvm::Twine &Why,
                               const Budget &B) {
  using Theories = SolverOptions::Theories;
  std::vector<Expr> All = Q.Parts;
  All.push_back(Ctx.mkOr(Q.Alternatives));
  if (contradictsWithoutCostly(Ctx, Solvers, All, B))
    return CheckResult::confirmed();
  if (contradictsMultipliedOut(Ctx, Solvers, All, B))
    return CheckResult::confirmed();
  if (theoriesOf(All) == Theories::Any)
    return ask(Solvers, All, Theories::Any, Why, B);
  CheckResult R = CheckResult::unknown("the budget is used up");
  bool WantsTime = true;
  for (double Slice = 2; WantsTime && !B.exhausted(); Slice *= 4) {
    WantsTime = false;
    for (Theories Over : {Theories::Any, Theories::BitVectors}) {
      Budget Some = B.child(Slice);
      R = ask(Solvers, All, Over, Why, Some);
      if (R.isConfirmed() || R.isRefuted())
        return R;
      WantsTime |= Some.exhausted().has_value();
    }
  }
  return R;
}

CheckResult sooth::expectUnsat(ExprContext &Ctx,
                               llvm::ArrayRef<FreshQuery> Queries,
                               const llvm::Twine &Why, const Budget &B) {
  if (B.exhausted())
    return CheckResult::unknown("the budget is used up");
  // Solvers take a millisecond to make.
  if (llvm::all_of(Queries, [](const FreshQuery &Q) {
        auto IsFalse = [](Expr E) { return E.isFalse(); };
        return llvm::any_of(Q.Parts, IsFalse) ||
               llvm::all_of(Q.Alternatives, IsFalse);
      }))
    return CheckResult::confirmed();
  std::vector<FreshQuery> Possible = possibleWithoutMeaning(Ctx, Queries, B);
  if (Possible.empty())
    return CheckResult::confirmed();
  auto Solvers = createTestedZ3Family(Ctx);
  for (const FreshQuery &Q : Possible)
    if (CheckResult R = ::expectUnsat(Ctx, *Solvers, Q, Why, B);
        !R.isConfirmed())
      return R;
  return CheckResult::confirmed();
}

/// Whether \p E has no model, as far as its terms are linear.
static bool contradictsAsIntegers(ExprContext &Ctx, Expr E, const Budget &B) {
  IntBlasting AsIntegers(Ctx);
  std::unique_ptr<Solver> Fresh = createTestedZ3Solver(Ctx);
  Fresh->add(AsIntegers(E));
  for (Expr Fact : AsIntegers.facts())
    Fresh->add(Fact);
  return Fresh->check(B) == Answer::Unsat;
}

llvm::BitVector sooth::easyOnes(ExprContext &Ctx, llvm::ArrayRef<Expr> Small,
                                const Budget &B) {
  llvm::BitVector Easy(Small.size());
  if (Small.empty())
    return Easy;
  static constexpr double SecondsForOne = 0.05, LeastAsIntegers = 0.1;
  // Where some are about something else, the rest mostly is, too.
  double AsIntegers = 1;
  CostlyOperators Costly(Ctx);
  std::vector<Expr> Replaced;
  for (Expr E : Small)
    Replaced.push_back(Costly.replaced(E));
  std::unique_ptr<Solver> Fresh = createTestedZ3Solver(Ctx);
  for (Expr Fact : Costly.facts())
    Fresh->add(Fact);
  for (auto [I, Easier] : llvm::enumerate(Replaced)) {
    if (contradictsAsIntegers(Ctx, Small[I], B.child(AsIntegers))) {
      Easy.set(unsigned(I));
      continue;
    }
    AsIntegers = std::max(LeastAsIntegers, AsIntegers / 2);
    if (Fresh->check({Easier}, B.child(SecondsForOne)) == Answer::Unsat)
      Easy.set(unsigned(I));
  }
  return Easy;
}

Expr sooth::undeclared(Expr E, const ExprSet &Declared) {
  for (Expr V : variables({E}))
    if (!Declared.contains(V))
      return V;
  return Expr();
}
