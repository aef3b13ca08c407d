//===- HornChecker.cpp - Models and derivations of Horn clauses -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Check/HornChecker.h"

#include "FreshQuery.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

static std::string placeOf(const HornClause &C) {
  return "the clause at " + C.Where.str();
}

/// The meaning of an atom: parameters are constrained to be the arguments, so
/// that nothing is substituted. \p Rename makes copies of the parameters.
static Expr meaning(const HornSystem &S, const HornModel &M, const HornAtom &A,
                    std::vector<Expr> &Equations, const char *Copy) {
  ExprContext &Ctx = *S.Ctx;
  const auto &Params = S.Predicates[A.Predicate].Params;
  Substitution Rename(Ctx);
  for (auto [Param, Arg] : llvm::zip_equal(Params, A.Args)) {
    Expr Mine = Ctx.freshVar(Param.name().str() + Copy, Param.sort());
    Rename.set(Param, Mine);
    Equations.push_back(Ctx.mkEq(Mine, Arg));
  }
  return Rename(M.Meaning[A.Predicate]);
}

CheckResult sooth::checkModel(const HornSystem &S, const HornModel &M,
                              const Budget &B) {
  if (M.Meaning.size() != S.Predicates.size())
    return CheckResult::refuted("not every predicate has a meaning");
  for (auto [P, Meaning] : llvm::zip_equal(S.Predicates, M.Meaning)) {
    ExprSet Params(P.Params.begin(), P.Params.end());
    if (!Meaning.isBool() || undeclared(Meaning, Params))
      return CheckResult::refuted("the meaning of " + P.Name +
                                  " is not over its parameters");
  }
  ExprContext &Ctx = *S.Ctx;
  for (const HornClause &C : S.Clauses) {
    std::vector<Expr> Parts{C.Constraint};
    if (C.body())
      Parts.push_back(meaning(S, M, *C.body(), Parts, ".body"));
    Expr Head =
        C.Head ? meaning(S, M, *C.Head, Parts, ".head") : Ctx.falseExpr();
    CheckResult R = expectUnsat(Ctx, FreshQuery{std::move(Parts), {Ctx.mkNot(Head)}},
                                placeOf(C) + " does not hold", B);
    if (!R.isConfirmed())
      return R;
  }
  return CheckResult::confirmed();
}

static std::vector<Value> valuesOf(const HornAtom &A, Evaluator &Eval) {
  std::vector<Value> Result;
  for (Expr Arg : A.Args)
    Result.push_back(Eval(Arg));
  return Result;
}

CheckResult sooth::checkDerivation(const HornSystem &S,
                                   const HornDerivation &D) {
  const HornAtom *Derived = nullptr;
  std::vector<Value> Values;
  for (const HornDerivation::Step &Step : D.Steps) {
    if (Step.Clause >= S.Clauses.size())
      return CheckResult::refuted("there is no such clause");
    const HornClause &C = S.Clauses[Step.Clause];
    for (Expr V : variables(C))
      if (!Step.Values.contains(V))
        return CheckResult::refuted("no value of " + V.name().str() + " in " +
                                    placeOf(C));
    Evaluator Eval(Step.Values, Evaluator::Missing::IsError);
    if (!Eval.isTrue(C.Constraint))
      return CheckResult::refuted("the constraint of " + placeOf(C) +
                                  " does not hold");
    if (bool(Derived) != bool(C.body()) ||
        (Derived && (Derived->Predicate != C.body()->Predicate ||
                     Values != valuesOf(*C.body(), Eval))))
      return CheckResult::refuted("the body of " + placeOf(C) +
                                  " is not what was derived before");
    if (C.isQuery())
      return &Step == &D.Steps.back()
                 ? CheckResult::confirmed()
                 : CheckResult::refuted("it goes on after the query");
    Derived = &*C.Head;
    Values = valuesOf(*C.Head, Eval);
  }
  return CheckResult::refuted("it does not end with a query");
}
