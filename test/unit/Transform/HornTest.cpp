//===- HornTest.cpp - Horn clauses there and back -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Differential.h"

#include "sooth/Check/HornChecker.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Model/Horn.h"
#include "sooth/Model/Vmt.h"
#include "sooth/Transform/Horn/HornToCfa.h"
#include "sooth/Transform/Horn/HornToTs.h"

#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace sooth::test;

namespace {
struct HornTest : testing::Test {
  ExprContext Ctx;

  HornSystem read(llvm::StringRef Text) {
    auto S = readHorn(Ctx, {Text, "t.smt2"});
    if (S)
      return std::move(*S);
    ADD_FAILURE() << llvm::toString(S.takeError());
    return HornSystem(Ctx);
  }
  static Budget budget() { return Budget::seconds(20); }
};

// EUFORIA dissertation, Example 4.2.
constexpr const char *Example42 = R"((set-logic HORN)
(declare-fun E () Bool)
(declare-fun L (Int) Bool)
(declare-fun M (Int) Bool)
(assert (=> true E))
(assert (=> E (L 0)))
(assert (forall ((x Int)) (=> (and (L x) (< x 5)) (L (+ x 3)))))
(assert (forall ((x Int)) (=> (and (L x) (not (< x 5))) (M x))))
(assert (forall ((x Int)) (=> (and (M x) (not (< x 7))) false)))
)";
} // namespace

TEST_F(HornTest, FunctionalEncodingOfTheDissertation) {
  // Example 4.4.
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  TransitionSystem TS =
      toTransitionSystem(read(Example42), HornEncoding::Functional);
  for (const TsVariable &V : TS.variables())
    OS << V.Cur.name() << "' = " << toSmt(V.Update) << '\n';
  llvm::SmallVector<Expr, 16> Parts;
  conjuncts(TS.constraint(), Parts);
  for (Expr P : Parts)
    OS << toSmt(P) << '\n';
  OS << toSmt(TS.properties()[0].Bad) << '\n';
  EXPECT_EQ(OS.str(), R"(E' = act!0
L' = (or act!1 act!2)
L.1' = (ite act!2 (+ L.1 3) (ite act!1 0 L.1))
M' = act!3
M.1' = (ite act!3 L.1 M.1)
query' = act!4
(or E (not act!1))
(not (and act!0 act!1))
(or (and L (< L.1 5)) (not act!2))
(not (and (or act!0 act!1) act!2))
(or (and L (not (< L.1 5))) (not act!3))
(not (and (or (or act!0 act!1) act!2) act!3))
(or (and M (not (< M.1 7))) (not act!4))
(not (and (or (or (or act!0 act!1) act!2) act!3) act!4))
(or (or (or (or act!0 act!1) act!2) act!3) act!4)
query
)");
  EXPECT_TRUE(TS.isFunctional());
}

TEST_F(HornTest, RelationalEncodingKeepsWhatIsNotInTheHead) {
  // Example 4.3: (4.2*) is ℓE ∧ ℓL′ ∧ P′ = 0, and everything else stays.
  TransitionSystem TS =
      toTransitionSystem(read(Example42), HornEncoding::Relational);
  auto Var = [&](const char *Name) { return Ctx.lookupVar(Name); };
  Expr Second = Ctx.mkAnd(
      {Var("E"), Var("L.next"), Ctx.mkEq(Var("L.1.next"), Ctx.integer(0)),
       Ctx.mkEq(Var("E.next"), Var("E")), Ctx.mkEq(Var("M.next"), Var("M")),
       Ctx.mkEq(Var("M.1.next"), Var("M.1")),
       Ctx.mkEq(Var("query.next"), Var("query"))});
  llvm::SmallVector<Expr, 8> Clauses, Wanted, Found;
  disjuncts(TS.constraint(), Clauses);
  ASSERT_EQ(Clauses.size(), 5u);
  conjuncts(Second, Wanted);
  conjuncts(Clauses[1], Found);
  EXPECT_EQ(ExprSet(Wanted.begin(), Wanted.end()),
            ExprSet(Found.begin(), Found.end()))
      << toSmt(Clauses[1]);
}

TEST_F(HornTest, EquationsBecomeUpdates) {
  // Arguments in every position may be terms, repeated, or constants.
  HornSystem S = read(R"(
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (P x x)))
(assert (forall ((x Int) (y Int) (z Int))
  (=> (and (P (+ x 1) x) (= y (+ x 5)) (< z y)) (P y z))))
(assert (forall ((x Int)) (=> (P x 7) false))))");
  HornProgram H = toCfa(S);
  ASSERT_EQ(H.Model.edges().size(), 3u);
  EXPECT_EQ(H.Model.edge(0).Inputs.size(), 1u);
  const Edge &Step = H.Model.edge(1);
  EXPECT_EQ(Step.Inputs.size(), 1u); // z
  ASSERT_EQ(Step.Updates.size(), 2u);
  EXPECT_TRUE(Step.Inputs[0].Var == Step.Updates[1].Val);
  EXPECT_EQ(H.Model.edge(2).Inputs.size(), 0u);
}

TEST_F(HornTest, PredicatesShareTheirPlaces) {
  HornSystem S = read(R"(
(declare-fun P (Int Bool Int) Bool)
(declare-fun Q (Bool Int) Bool)
(assert (forall ((x Int) (b Bool) (y Int)) (P x b y)))
(assert (forall ((x Int) (b Bool) (y Int)) (=> (P x b y) (Q b y))))
(assert (forall ((b Bool) (y Int)) (=> (Q b y) false))))");
  HornProgram H = toCfa(S);
  EXPECT_EQ(H.Model.variables().size(), 3u);
  // What Q does not need is zero there.
  EXPECT_EQ(H.Model.edge(1).Updates.size(), 2u);
}

TEST_F(HornTest, ModelsAreCompletedBackwards) {
  HornSystem S = read(Example42);
  HornProgram H = toCfa(S);
  // Only the loop and the ends have a formula.
  CfaInvariant I;
  Expr Place = H.Model.variables()[0].Var;
  I.Formulas[0] = Ctx.trueExpr();
  I.Formulas[2] = Ctx.make(Kind::Lt, {Place, Ctx.integer(7)});
  I.Formulas[4] = Ctx.falseExpr();
  auto M = H.Back->back(I);
  ASSERT_TRUE(M);
  EXPECT_TRUE(M->Meaning[0].isTrue());
  EXPECT_EQ(M->Meaning[2],
            Ctx.make(Kind::Lt, {S.Predicates[2].Params[0], Ctx.integer(7)}));
  // x < 7 is not inductive, as 4 < 5 goes to 7, but the others are right.
  CheckResult C = checkModel(S, *M, budget());
  EXPECT_TRUE(C.isRefuted());
  EXPECT_EQ(C.Why, "the clause at t.smt2:7:9 does not hold");
}

TEST_F(HornTest, ZeroDivisionsAreLeftOpen) {
  HornSystem S = read(R"(
(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (=> (= x (div 5 0)) (P x))))
(assert (=> (P 3) false)))");
  HornProgram H = toCfa(S);
  ASSERT_EQ(S.ZeroDivisions.size(), 1u);
  ASSERT_EQ(H.Model.edge(0).Inputs.size(), 1u);
  EXPECT_EQ(H.Model.edge(0).Inputs[0].What, Input::Kind::Havoc);
}

//===----------------------------------------------------------------------===//
// The checker
//===----------------------------------------------------------------------===//

TEST_F(HornTest, CheckerOfDerivations) {
  HornSystem S = read(R"(
(declare-fun P (Int) Bool)
(assert (P 0))
(assert (forall ((x Int) (y Int)) (=> (and (P x) (= y (+ x 1))) (P y))))
(assert (forall ((x Int)) (=> (and (P x) (< 1 x)) false))))");
  auto At = [&](unsigned Clause, std::vector<int64_t> Values) {
    HornDerivation::Step Step;
    Step.Clause = Clause;
    std::vector<Expr> Vars = variables(S.Clauses[Clause]);
    for (size_t I = 0; I < Values.size(); ++I)
      Step.Values[Vars[I]] = Value(llvm::DynamicAPInt(Values[I]));
    return Step;
  };
  HornDerivation Good{{At(0, {}), At(1, {0, 1}), At(1, {1, 2}), At(2, {2})}};
  EXPECT_TRUE(checkDerivation(S, Good).isConfirmed());
  auto Complaint = [&](auto Change) {
    HornDerivation D = Good;
    Change(D.Steps);
    CheckResult C = checkDerivation(S, D);
    EXPECT_TRUE(C.isRefuted());
    return C.Why;
  };
  EXPECT_EQ(Complaint([](auto &D) { D.pop_back(); }),
            "it does not end with a query");
  EXPECT_EQ(Complaint([](auto &D) { D.clear(); }),
            "it does not end with a query");
  EXPECT_EQ(Complaint([](auto &D) { D.push_back(D.back()); }),
            "it goes on after the query");
  EXPECT_EQ(Complaint([](auto &D) { D.erase(D.begin()); }),
            "the body of the clause at t.smt2:4:9 is not what was derived "
            "before");
  EXPECT_EQ(Complaint([](auto &D) { D.erase(D.begin() + 1); }),
            "the body of the clause at t.smt2:4:9 is not what was derived "
            "before");
  EXPECT_EQ(Complaint([&](auto &D) { D[2] = At(1, {1, 3}); }),
            "the constraint of the clause at t.smt2:4:9 does not hold");
  EXPECT_EQ(Complaint([&](auto &D) { D[3] = At(2, {}); }).substr(0, 11),
            "no value of");
  EXPECT_EQ(Complaint([](auto &D) { D[0].Clause = 9; }),
            "there is no such clause");
}

TEST_F(HornTest, CheckerOfModels) {
  HornSystem S = read(Example42);
  Expr X = S.Predicates[1].Params[0], Y = S.Predicates[2].Params[0];
  auto Number = [&](int64_t N) { return Ctx.integer(N); };
  Expr InLoop = Ctx.mkOr(
      {Ctx.mkEq(X, Number(0)), Ctx.mkEq(X, Number(3)), Ctx.mkEq(X, Number(6))});
  Expr After = Ctx.make(Kind::Lt, {Y, Number(7)});
  auto Check = [&](std::vector<Expr> Meaning) {
    return checkModel(S, HornModel{std::move(Meaning)}, budget());
  };
  EXPECT_TRUE(Check({Ctx.trueExpr(), InLoop, After}).isConfirmed());
  EXPECT_EQ(Check({Ctx.falseExpr(), InLoop, After}).Why,
            "the clause at t.smt2:5:9 does not hold");
  EXPECT_EQ(Check({Ctx.trueExpr(), InLoop, Ctx.falseExpr()}).Why,
            "the clause at t.smt2:8:9 does not hold");
  EXPECT_EQ(Check({Ctx.trueExpr(), InLoop, Ctx.trueExpr()}).Why,
            "the clause at t.smt2:9:9 does not hold");
  EXPECT_EQ(Check({Ctx.trueExpr(), After, After}).Why,
            "the meaning of L is not over its parameters");
  EXPECT_EQ(Check({Ctx.trueExpr()}).Why, "not every predicate has a meaning");
}

//===----------------------------------------------------------------------===//
// Random automata, written as clauses and read again
//===----------------------------------------------------------------------===//

static void roundTrip(uint64_t Seed) {
  SCOPED_TRACE("seed " + std::to_string(Seed));
  ExprContext Ctx, Again;
  Cfa C = randomCfa(Ctx, shape(Seed));
  ExplicitCfa Truth(C);
  std::string Text;
  {
    llvm::raw_string_ostream OS(Text);
    writeHorn(OS, C);
  }
  auto S = readHorn(Again, {Text, "t.smt2"});
  ASSERT_TRUE(bool(S)) << llvm::toString(S.takeError());
  HornProgram H = toCfa(*S);
  ExplicitCfa States(H.Model);
  ASSERT_EQ(Truth.errorReachable(), States.errorReachable()) << Text;
  if (States.errorReachable()) {
    CheckResult R = checkDerivation(*S, H.Back->back(*States.trace()));
    EXPECT_TRUE(R.isConfirmed()) << R.Why;
    return;
  }
  CfaInvariant I = exactInvariant(H.Model, States);
  auto M = H.Back->back(I);
  ASSERT_TRUE(M);
  CheckResult R = checkModel(*S, *M, Budget::seconds(20));
  EXPECT_TRUE(R.isConfirmed()) << R.Why;
  // Completed formulas are right, too.
  for (LocationId L = 1; L < C.locations().size(); L += 2) {
    CfaInvariant Less = I;
    Less.Formulas.erase(L);
    if (auto Completed = H.Back->back(Less)) {
      R = checkModel(*S, *Completed, Budget::seconds(20));
      EXPECT_TRUE(R.isConfirmed()) << R.Why;
    }
  }
}

TEST(HornRandom, ClausesMeanTheSame) {
  for (uint64_t Seed = 1; Seed <= 60 && !testing::Test::HasFailure(); ++Seed)
    roundTrip(Seed);
}
