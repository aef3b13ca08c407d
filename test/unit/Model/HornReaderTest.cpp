//===- HornReaderTest.cpp - Reading Horn clauses --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelTest.h"

#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Model/Horn.h"

#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace sooth::test;

namespace {
class HornReaderTest : public testing::Test {
protected:
  /// The clauses, "P(x) & x < 5 => Q(x + 1)", after declarations of P and Q.
  std::string clauses(llvm::StringRef Text) {
    auto S = orFail(readHorn(Ctx, buffer(Declarations + Text.str())));
    return S ? print(*S) : "";
  }
  std::string error(llvm::StringRef Text) {
    std::string All = Declarations + Text.str();
    return messageOf(readHorn(Ctx, buffer(All)));
  }

  static std::string print(const HornSystem &S) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    auto PrintAtom = [&](const HornAtom &A) {
      OS << S.Predicates[A.Predicate].Name;
      for (Expr Arg : A.Args)
        OS << ' ' << toSmt(Arg);
    };
    for (const HornClause &C : S.Clauses) {
      if (C.body()) {
        PrintAtom(*C.body());
        OS << " & ";
      }
      OS << toSmt(C.Constraint) << " => ";
      if (C.Head)
        PrintAtom(*C.Head);
      else
        OS << "false";
      OS << '\n';
    }
    return Text;
  }

  ExprContext Ctx;
  std::string Declarations = "(set-logic HORN)(declare-fun P (Int) Bool)"
                             "(declare-fun Q (Int) Bool)"
                             "(declare-fun R () Bool)\n";
};
} // namespace

TEST_F(HornReaderTest, Forms) {
  EXPECT_EQ(clauses(R"(
(assert (P 0))
(assert R)
(assert (forall ((x Int)) (=> (P x) (Q x))))
(assert (forall ((x Int) (y Int)) (=> (and (P x) (= y (+ x 1)) (< x 5)) (P y))))
(assert (forall ((x Int)) (or (not (Q x)) (< x 3) R)))
(assert (forall ((x Int)) (not (and (Q x) (< 9 x)))))
(assert (=> R false))
(check-sat)
(get-model))"),
            R"(true => P 0
true => R
P x!0 & true => Q x!0
P x!1 & (and (= y!0 (+ x!1 1)) (< x!1 5)) => P y!0
Q x!2 & (not (< x!2 3)) => R
Q x!3 & (< 9 x!3) => false
R & true => false
)");
}

TEST_F(HornReaderTest, LetsDefinitionsAndNames) {
  EXPECT_EQ(clauses(R"(
(define-fun small ((x Int)) Bool (< x 5))
(assert (! (forall ((x Int))
  (let ((a (P x)) (n (+ x 1))) (let ((x 7)) (=> (and a (small n)) (P n)))))
  :named step))
(assert (forall ((|a b| Int)) (=> (P |a b|) false))))"),
            R"(P x!0 & (< (+ x!0 1) 5) => P (+ x!0 1)
P |a b!0| & true => false
)");
}

TEST_F(HornReaderTest, FormulasThatAreSeveralClauses) {
  EXPECT_EQ(clauses(R"(
(assert (forall ((x Int)) (=> (P x) (and (Q x) (< x 9)))))
(assert (forall ((x Int)) (=> (or (P x) (Q x) (= x 1) (= x 2)) R)))
(assert (forall ((x Int)) (=> (ite (< x 0) (P x) (Q x)) R))))"),
            R"(P x!0 & true => Q x!0
P x!0 & (not (< x!0 9)) => false
P x!1 & true => R
Q x!1 & true => R
(or (= x!1 1) (= x!1 2)) => R
P x!2 & (< x!2 0) => R
Q x!2 & (not (< x!2 0)) => R
)");
}

TEST_F(HornReaderTest, NestedQuantifiers) {
  EXPECT_EQ(clauses(R"(
(assert (forall ((x Int))
  (=> (exists ((y Int)) (and (P y) (< x y))) (forall ((y Int)) (Q (+ x y))))))
(assert (not (exists ((x Int)) (Q x)))))"),
            R"(P y!0 & (< x!0 y!0) => Q (+ x!0 y!1)
Q x!1 & true => false
)");
}

TEST_F(HornReaderTest, RulesAndQueries) {
  Declarations = "";
  EXPECT_EQ(clauses(R"(
(declare-rel inv (Int Int))
(declare-rel done ())
(declare-var x Int)
(declare-var y Int)
(rule (inv 0 0))
(rule (=> (and (inv x y) (< x y)) (inv (+ x 1) y)) step)
(rule (! (=> (and (inv x y) (< y x)) done) :named |last|))
(query done :print-certificate true)
(query inv)
(query (and (inv x 3) (< x 1))))"),
            R"(true => inv 0 0
inv x!0 y!0 & (< x!0 y!0) => inv (+ x!0 1) y!0
inv x!0 y!0 & (< y!0 x!0) => done
done & true => false
inv any!0 any!1 & true => false
inv x!0 3 & (< x!0 1) => false
)");
}

TEST_F(HornReaderTest, TriviallyTrueClausesAreDropped) {
  EXPECT_EQ(clauses("(assert (forall ((x Int)) (=> (and (P x) false) (Q x))))"
                    "(assert (=> R false))"),
            "R & true => false\n");
}

TEST_F(HornReaderTest, QueriesThatHoldTriviallyAreQueries) {
  EXPECT_EQ(clauses("(assert (P 1))(assert (forall ((x Int)) (=> (and (P x) "
                    "(< x x)) false)))"),
            "true => P 1\n");
}

TEST_F(HornReaderTest, OnePredicateTwiceIsStillLinear) {
  EXPECT_EQ(clauses("(assert (forall ((x Int)) (=> (and (P x) (P x)) false)))"),
            "P x!0 & true => false\n");
}

TEST_F(HornReaderTest, NumbersAreReadAsReals) {
  Declarations = "(declare-fun S (Real) Bool)";
  EXPECT_EQ(clauses("(assert (S 1))(assert (=> (S 2.5) false))"),
            "true => S 1.0\nS (/ 5.0 2.0) & true => false\n");
}

TEST_F(HornReaderTest, Errors) {
  auto InBody = [&](llvm::StringRef Body) {
    return error("(assert (forall ((x Int)) (=> " + Body.str() + " false)))");
  };
  EXPECT_EQ(InBody("(and (P x) (Q x))"),
            "t.smt2:2:43: error: nonlinear clause: more than one predicate in "
            "the body");
  EXPECT_EQ(InBody("(and (P x) (P (+ x 1)))"),
            "t.smt2:2:43: error: nonlinear clause: more than one predicate in "
            "the body");
  EXPECT_EQ(InBody("(forall ((y Int)) (P y))"),
            "t.smt2:2:32: error: 'forall' in the body is not supported");
  EXPECT_EQ(InBody("(= (P x) (< x 1))"),
            "t.smt2:2:9: error: a predicate below '=' is not supported");
  EXPECT_EQ(InBody("(P x 1)"), "t.smt2:2:32: error: ill-sorted arguments of P: "
                               "Int, Int; expected Int");
  EXPECT_EQ(InBody("(P true)"), "t.smt2:2:32: error: ill-sorted arguments of "
                                "P: Bool; expected Int");
  EXPECT_EQ(InBody("(S x)"), "t.smt2:2:32: error: undeclared symbol 'S'");
  EXPECT_EQ(InBody("P"), "t.smt2:2:31: error: ill-sorted arguments of P: none; "
                         "expected Int");
  EXPECT_EQ(error("(assert (forall ((x Int)) (=> (P x) (or (Q x) R))))"),
            "t.smt2:2:47: error: not a Horn clause: more than one predicate in "
            "the head");
  EXPECT_EQ(error("(assert (exists ((x Int)) (P x)))"),
            "t.smt2:2:10: error: 'exists' in the head is not supported");
  EXPECT_EQ(error("(assert (P 1))"),
            "t.smt2: error: no query: no clause has the head false");
  EXPECT_EQ(error("(declare-fun f (Int) Int)"),
            "t.smt2:2:14: error: 'f' is no predicate; Horn clauses have no "
            "other functions");
  EXPECT_EQ(error("(declare-fun P () Bool)"),
            "t.smt2:2:14: error: redeclaration of 'P'");
  EXPECT_EQ(error("(declare-datatypes () ())"),
            "t.smt2:2:2: error: unknown command 'declare-datatypes'");
  EXPECT_EQ(error("(define-fun f ((x Int)) Bool (P x))"),
            "t.smt2:2:31: error: predicate 'P' inside function 'f' with "
            "arguments");
  EXPECT_EQ(error("(assert (forall () R))"),
            "t.smt2:2:18: error: expected '(' of a variable, found ')'");
  EXPECT_EQ(error("(assert (forall ((x Int)) (+ x 1)))"),
            "t.smt2:2:10: error: quantified term is of sort Int");
  EXPECT_EQ(error("(rule 5)"), "t.smt2:2:7: error: rule is of sort Int");
}

TEST_F(HornReaderTest, DisjunctionsHaveALimit) {
  std::string Many;
  for (unsigned I = 0; I < 20; ++I)
    Many += "(or (< x " + std::to_string(I) + ") (P x))";
  EXPECT_EQ(error("(assert (forall ((x Int)) (=> (and " + Many + ") false)))"),
            "t.smt2:2:9: error: more than 10000 clauses in one formula");
}
