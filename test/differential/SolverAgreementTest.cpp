//===- SolverAgreementTest.cpp - Solvers against enumeration --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random queries over narrow variables: answers, models and cores must be what
// enumeration says they are, with and without scopes.
//
//===----------------------------------------------------------------------===//

#include "ExplicitState.h"
#include "RandomCfa.h"

#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Solver/Solver.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

namespace {
struct SolverAgreementTest : testing::TestWithParam<SolverOptions> {
  ExprContext Ctx;
  Random R{17};
  Packing Vars{{Ctx.var("a", Ctx.bitVecSort(3)),
                Ctx.var("b", Ctx.bitVecSort(2)),
                Ctx.var("c", Ctx.bitVecSort(1)),
                Ctx.var("d", Ctx.bitVecSort(4)), Ctx.var("p", Ctx.boolSort())}};

  Expr literal() {
    RandomExprOptions O;
    O.Depth = 1 + R.below(4);
    return randomExpr(Ctx, R, Vars.variables(), Ctx.boolSort(), O);
  }

  bool isSatisfiable(llvm::ArrayRef<Expr> All) const {
    WordProgram Query(All, Vars.variables());
    std::vector<uint64_t> Words(Vars.variables().size());
    for (uint64_t V = 0; V < Vars.size(); ++V) {
      Vars.unpack(V, Words.data());
      Query.run(Words.data());
      bool Holds = true;
      for (unsigned I = 0; I < All.size() && Holds; ++I)
        Holds = Query.result(I);
      if (Holds)
        return true;
    }
    return false;
  }

  std::string text(llvm::ArrayRef<Expr> All) {
    std::string Text;
    for (Expr E : All)
      Text += "\n  " + toSmt(E);
    return Text;
  }

  void checkModel(Solver &S, llvm::ArrayRef<Expr> All) {
    std::vector<uint64_t> Words(Vars.variables().size());
    Valuation Model;
    for (Expr V : Vars.variables())
      Model[V] = S.value(V);
    Vars.unpack(Vars.number(Model), Words.data());
    WordProgram Query(All, Vars.variables());
    Query.run(Words.data());
    for (unsigned I = 0; I < All.size(); ++I) {
      EXPECT_TRUE(Query.result(I)) << toSmt(All[I]) << " in" << text(All);
      EXPECT_TRUE(S.value(All[I]).boolean()) << toSmt(All[I]);
    }
  }
};
} // namespace

TEST_P(SolverAgreementTest, AnswersModelsAndCores) {
  SolverOptions O = GetParam();
  Budget B = Budget::seconds(100);
  for (unsigned Round = 0; Round < 60 && !HasFailure(); ++Round) {
    auto S = createZ3Solver(Ctx, O);
    std::vector<std::vector<Expr>> Scopes(1);
    for (unsigned Query = 0; Query < 12; ++Query) {
      if (R.chance(30)) {
        S->push();
        Scopes.emplace_back();
      } else if (R.chance(30) && Scopes.size() > 1) {
        S->pop();
        Scopes.pop_back();
      }
      if (R.chance(40)) {
        Scopes.back().push_back(literal());
        S->add(Scopes.back().back());
      }
      std::vector<Expr> Assumed, Added;
      for (unsigned I = 0, N = R.below(4); I < N; ++I)
        Assumed.push_back(literal());
      for (auto &Scope : Scopes)
        Added.insert(Added.end(), Scope.begin(), Scope.end());
      std::vector<Expr> All = Added;
      All.insert(All.end(), Assumed.begin(), Assumed.end());
      Answer A = S->check(Assumed, B);
      ASSERT_EQ(A, isSatisfiable(All) ? Answer::Sat : Answer::Unsat)
          << text(All);
      if (A == Answer::Sat) {
        checkModel(*S, All);
        continue;
      }
      std::vector<Expr> Core = S->core();
      for (Expr E : Core)
        EXPECT_TRUE(llvm::is_contained(Assumed, E));
      Added.insert(Added.end(), Core.begin(), Core.end());
      EXPECT_FALSE(isSatisfiable(Added)) << text(Added);
    }
  }
}

static SolverOptions options(SolverOptions::Cores C,
                             SolverOptions::Theories T) {
  SolverOptions O;
  O.Core = C;
  O.Over = T;
  return O;
}

using Cores = SolverOptions::Cores;
using Theories = SolverOptions::Theories;
INSTANTIATE_TEST_SUITE_P(
    Options, SolverAgreementTest,
    testing::Values(options(Cores::Any, Theories::Any),
                    options(Cores::Minimal, Theories::Any),
                    options(Cores::Any, Theories::BitVectors),
                    options(Cores::Minimal, Theories::BitVectors)));
