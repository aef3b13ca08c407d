//===- ContractCheckerTest.cpp - Right and wrong contracts ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Check/ContractChecker.h"
#include "sooth/Check/InvariantChecker.h"

#include "gtest/gtest.h"

using namespace sooth;

namespace {
/// main: r = f(5); assert(r == 5).  f(n): if n == 0 return 0; return f(n-1) + 1
struct ContractTest : testing::Test {
  ExprContext Ctx;
  Sort Bv = Ctx.bitVecSort(8);
  Expr R = Ctx.var("r", Bv), Pass0 = Ctx.var("pass.0", Bv);
  Expr N = Ctx.var("n", Bv), M = Ctx.var("m", Bv),
       Pass1 = Ctx.var("pass.1", Bv);
  Expr Value = Ctx.var("value", Bv), Result = Ctx.var("result", Bv);
  ModularProgram P;
  LocationId Main, Before0, After0, Error, F, Before1, After1, Exit;

  Expr number(uint64_t V) { return Ctx.bv(V, 8); }
  LocationId location(const char *Name) {
    return P.Model->addLocation({Name, {}, Location::Role::Inner});
  }
  ContractTest() {
    P.Model = std::make_unique<Cfa>(Ctx);
    for (Expr V : {R, Pass0, N, M, Pass1, Value})
      P.Model->addVariable({V, ""});
    Main = location("main"), Before0 = location("main.call");
    After0 = location("main.return"), Error = location("error");
    F = location("f"), Before1 = location("f.call");
    After1 = location("f.return"), Exit = location("f.exit");
    Cfa &C = *P.Model;
    C.setEntry(Main);
    Expr Zero = Ctx.mkEq(N, number(0)), True = Ctx.trueExpr();
    C.addEdge({Main, Before0, True, {{Pass0, number(5)}}, {}});
    C.addEdge({After0, Error, Ctx.mkNot(Ctx.mkEq(R, number(5))), {}, {}});
    C.addEdge({F, Exit, Zero, {{Value, number(0)}}, {}});
    Expr Less = Ctx.make(Kind::BvAdd, {N, number(255)});
    C.addEdge({F, Before1, Ctx.mkNot(Zero), {{Pass1, Less}}, {}});
    Expr More = Ctx.make(Kind::BvAdd, {M, number(1)});
    C.addEdge({After1, Exit, True, {{Value, More}}, {}});
    C.addError({Error, "assertion failed", {}, ErrorLocation::Kind::Violation});
    Procedure Entry;
    Entry.Name = "main", Entry.Start = Main;
    Procedure Body;
    Body.Name = "f", Body.Start = F, Body.Exit = Exit;
    Body.Params = {N}, Body.Returned = {Value}, Body.Results = {Result};
    P.Procedures = {Entry, Body};
    P.Calls = {{1, Before0, After0, {Pass0}, {R}, {}},
               {1, Before1, After1, {Pass1}, {M}, {}}};
  }

  /// With \p Requires and \p Ensures as f's contract, and what follows from
  /// them at once as invariant.
  CheckResult check(Expr Requires, Expr Ensures) {
    Expr True = Ctx.trueExpr();
    ContractObligations Duties =
        contractObligations(P, {{True, True}, {Requires, Ensures}});
    const Cfa &C = Duties.Bodies;
    CfaInvariant I;
    for (LocationId L = 0; L < C.locations().size(); ++L)
      I.Formulas[L] = C.isError(L) ? Ctx.falseExpr() : True;
    I.Formulas[Before0] = Ctx.mkEq(Pass0, number(5));
    I.Formulas[After0] = Ctx.mkEq(R, number(5));
    I.Formulas[F] = Requires;
    Expr Less = Ctx.make(Kind::BvAdd, {N, number(255)});
    I.Formulas[Before1] = Ctx.mkAnd(
        {Requires, Ctx.mkNot(Ctx.mkEq(N, number(0))), Ctx.mkEq(Pass1, Less)});
    I.Formulas[After1] = Ctx.mkEq(M, Less);
    I.Formulas[Exit] = Ctx.mkEq(Value, N);
    return checkInvariant(C, I, Budget());
  }
};
} // namespace

TEST_F(ContractTest, Kept) {
  EXPECT_TRUE(check(Ctx.trueExpr(), Ctx.mkEq(Result, N)).isConfirmed());
  EXPECT_TRUE(
      check(Ctx.mkUlt(N, number(6)), Ctx.mkEq(Result, N)).isConfirmed());
}

TEST_F(ContractTest, CallBreaksIt) {
  EXPECT_TRUE(check(Ctx.mkUlt(N, number(5)), Ctx.mkEq(Result, N)).isRefuted());
}

TEST_F(ContractTest, ReturnBreaksIt) {
  EXPECT_TRUE(check(Ctx.trueExpr(),
                    Ctx.mkAnd(Ctx.mkEq(Result, N), Ctx.mkUlt(N, number(200))))
                  .isRefuted());
}

TEST_F(ContractTest, TooWeak) {
  EXPECT_TRUE(check(Ctx.trueExpr(), Ctx.trueExpr()).isRefuted());
  EXPECT_TRUE(check(Ctx.trueExpr(), Ctx.mkUle(Result, N)).isRefuted());
}

TEST_F(ContractTest, ClausesAreNumbered) {
  Expr True = Ctx.trueExpr(), Small = Ctx.mkUlt(N, number(6));
  ContractObligations Duties = contractObligations(
      P,
      {{True, True},
       {Small, Ctx.mkAnd(Ctx.mkEq(Result, N), Ctx.mkUlt(Result, number(6)))}});
  // Two calls, and two conjuncts at the exit.
  ASSERT_EQ(Duties.Clauses.size(), 4u);
  ASSERT_EQ(Duties.Bodies.errors().size(), 5u);
  EXPECT_EQ(message(Duties.Bodies.errors()[1].What),
            "clause 0 of what 'f' requires");
  EXPECT_EQ(Duties.Clauses[0].Formula, Small);
  EXPECT_EQ(message(Duties.Bodies.errors()[4].What),
            "clause 3 of what 'f' ensures");
}
