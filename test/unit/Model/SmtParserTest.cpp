//===- SmtParserTest.cpp - Reading SMT-LIB --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelTest.h"

#include "../Expr/RandomExpr.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace sooth::test;
using llvm::APInt;

namespace {

class SmtParserTest : public testing::Test {
protected:
  Expr parse(const llvm::Twine &Text) {
    auto E = orFail(parseTerm(Ctx, Text.str()));
    return E ? *E : Ctx.falseExpr();
  }
  std::string eval(const llvm::Twine &Text) {
    std::string Out;
    llvm::raw_string_ostream OS(Out);
    Valuation Nothing;
    Evaluator{Nothing}(parse(Text)).print(OS);
    return Out;
  }
  /// Reads commands and returns what the assertions say together.
  Expr script(llvm::StringRef Text) {
    auto S = orFail(readSmtScript(Ctx, buffer(Text)));
    Expr E = Ctx.trueExpr();
    if (S)
      for (const SmtAssertion &A : S->Assertions)
        E = Ctx.mkAnd(E, A.Term);
    return E;
  }

  ExprContext Ctx;
  Sort B8 = Ctx.bitVecSort(8);
  Expr X = Ctx.var("x", B8), Y = Ctx.var("y", B8);
  Expr P = Ctx.var("p", Ctx.boolSort()), Q = Ctx.var("q", Ctx.boolSort());
  Expr I = Ctx.var("i", Ctx.intSort()), J = Ctx.var("j", Ctx.intSort());
  Expr R = Ctx.var("r", Ctx.realSort());
};

TEST_F(SmtParserTest, Core) {
  EXPECT_EQ(parse("(=> p q)"), Ctx.mkImplies(P, Q));
  EXPECT_EQ(parse("(=> p q false)"),
            Ctx.mkOr({Ctx.mkNot(P), Ctx.mkNot(Q), Ctx.falseExpr()}));
  EXPECT_EQ(parse("(xor p q)"), Ctx.mkXor(P, Q));
  EXPECT_EQ(parse("(= p q true)"), Ctx.mkAnd(Ctx.mkEq(P, Q), Q));
  EXPECT_EQ(parse("(distinct x y #x00)"), Ctx.mkDistinct({X, Y, Ctx.bv(0, 8)}));
  EXPECT_EQ(parse("(ite p x y)"), Ctx.mkIte(P, X, Y));
  EXPECT_EQ(parse(" (and p ; comment (\n q)"), Ctx.mkAnd(P, Q));
  EXPECT_EQ(parse("|p|"), P);
}

TEST_F(SmtParserTest, BitVectorConstants) {
  EXPECT_EQ(eval("#x0F"), "#x0f");
  EXPECT_EQ(eval("#b101"), "#b101");
  EXPECT_EQ(eval("(_ bv5 32)"), "#x00000005");
  EXPECT_EQ(eval("(_ bv340282366920938463463374607431768211455 128)"),
            "#xffffffffffffffffffffffffffffffff");
}

TEST_F(SmtParserTest, BitVectorOperators) {
  EXPECT_EQ(eval("(bvadd #x01 #x02 #x03)"), "#x06");
  EXPECT_EQ(eval("(bvsub #x01 #x02)"), "#xff");
  EXPECT_EQ(eval("(bvnand #b1100 #b1010)"), "#x7");
  EXPECT_EQ(eval("(bvnor #b1100 #b1010)"), "#x1");
  EXPECT_EQ(eval("(bvxnor #b1100 #b1010)"), "#x9");
  EXPECT_EQ(eval("(bvcomp #x01 #x01)"), "#b1");
  EXPECT_EQ(eval("(concat #b1 #b01 #b1)"), "#xb");
  EXPECT_EQ(eval("((_ extract 5 2) #b11010011)"), "#x4");
  EXPECT_EQ(eval("((_ rotate_left 3) #b10010)"), "#b10100");
  EXPECT_EQ(eval("((_ rotate_left 8) #b10010)"), "#b10100");
  EXPECT_EQ(eval("((_ rotate_right 3) #b10010)"), "#b01010");
  EXPECT_EQ(eval("((_ rotate_right 0) #b10010)"), "#b10010");
  EXPECT_EQ(eval("((_ repeat 5) #b100)"), "#b100100100100100");
  EXPECT_EQ(eval("((_ zero_extend 3) #b1)"), "#x1");
  EXPECT_EQ(eval("((_ sign_extend 3) #b1)"), "#xf");
  EXPECT_EQ(eval("(and (bvugt #x02 #x01) (bvuge #x02 #x02) (bvsgt #x01 #xff) "
                 "(bvsge #x01 #xff) (bvult #x01 #xff) (bvslt #xff #x01) "
                 "(bvule #x01 #x01) (bvsle #xff #xff))"),
            "true");
  EXPECT_EQ(eval("(or (bvugt #x01 #x01) (bvsgt #xff #x01))"), "false");
}

/// The remainder takes the sign of the divisor, and x mod 0 = x.
TEST_F(SmtParserTest, SignedModulo) {
  for (int A = -4; A < 4; ++A)
    for (int B = -4; B < 4; ++B) {
      auto Bits = [](int V) {
        llvm::SmallString<8> S;
        APInt(3, uint64_t(V) & 7).toStringUnsigned(S, 2);
        return "#b" + std::string(3 - S.size(), '0') + S.str().str();
      };
      int Mod = B ? ((A % B) + B) % B : A;
      EXPECT_EQ(eval("(bvsmod " + Bits(A) + " " + Bits(B) + ")"), Bits(Mod))
          << A << " mod " << B;
    }
}

TEST_F(SmtParserTest, Arithmetic) {
  EXPECT_EQ(eval("(- 5)"), "(- 5)");
  EXPECT_EQ(eval("(- 10 3 2)"), "5");
  EXPECT_EQ(eval("(* 2 3 4)"), "24");
  EXPECT_EQ(eval("(abs (- 7))"), "7");
  EXPECT_EQ(eval("(div (- 7) 2)"), "(- 4)");
  EXPECT_EQ(eval("(mod (- 7) 2)"), "1");
  EXPECT_EQ(eval("((_ divisible 3) 9)"), "true");
  EXPECT_EQ(eval("(< 1 2 3)"), "true");
  EXPECT_EQ(eval("(<= 1 3 2)"), "false");
  EXPECT_EQ(eval("(> 3 2 1)"), "true");
  EXPECT_EQ(eval("(>= 3 4)"), "false");
  EXPECT_EQ(eval("1.25"), "(/ 5.0 4.0)");
  EXPECT_EQ(eval("(to_int (- 1.5))"), "(- 2)");
  EXPECT_EQ(eval("(is_int 1.5)"), "false");
  EXPECT_EQ(eval("(is_int (/ 4 2))"), "true");
}

/// Integer numerals where Reals are meant.
TEST_F(SmtParserTest, NumeralsBecomeReal) {
  EXPECT_EQ(eval("(/ 1 3)"), "(/ 1.0 3.0)");
  EXPECT_EQ(parse("(+ r 1)"), parse("(+ r 1.0)"));
  EXPECT_EQ(parse("(< 0 r 1)"), parse("(< 0.0 r 1.0)"));
  EXPECT_EQ(parse("(= r (ite p 1 0))"), parse("(= r (ite p 1.0 0.0))"));
  EXPECT_EQ(parse("(ite p r 1)"), parse("(ite p r 1.0)"));
  EXPECT_EQ(parse("(* 2 (to_real i) 3)"), parse("(* 2.0 i 3.0)"));
  Expr E = script("(declare-fun s () Real)(define-fun two () Real 2)"
                  "(assert (= s two))");
  EXPECT_EQ(E, parse("(= s 2.0)"));
}

TEST_F(SmtParserTest, Arrays) {
  EXPECT_EQ(eval("(select (store ((as const (Array Int Int)) 0) 1 2) 1)"), "2");
  EXPECT_EQ(eval("(select (store ((as const (Array Int Real)) 0) 1 2) 3)"),
            "0.0");
  EXPECT_EQ(eval("(= (store (store ((as const (Array Bool Int)) 0) true 1) "
                 "false 1) ((as const (Array Bool Int)) 1))"),
            "true");
}

TEST_F(SmtParserTest, LetIsParallelAndScoped) {
  EXPECT_EQ(parse("(let ((x y) (y x)) (bvsub x y))"),
            Ctx.make(Kind::BvSub, {Y, X}));
  EXPECT_EQ(parse("(bvsub (let ((x y)) x) x)"), Ctx.make(Kind::BvSub, {Y, X}));
  EXPECT_EQ(parse("(let ((x y)) (let ((y x) (x #x01)) (bvsub x y)))"),
            Ctx.make(Kind::BvSub, {Ctx.bv(1, 8), Y}));
  EXPECT_EQ(parse("(let ((a (let ((b x)) b))) (let ((a a)) a))"), X);
}

TEST_F(SmtParserTest, FunctionsAreExpanded) {
  Expr E = script("(declare-fun a () Int)"
                  "(define-fun twice ((x Int)) Int (+ x x))"
                  "(define-fun less ((x Int) (y Int)) Bool (< (twice x) y))"
                  "(define-fun c () Int 7)"
                  "(define-const d Int (+ c 1))"
                  "(assert (less (twice a) (+ d a)))");
  EXPECT_EQ(E, parse("(< (+ (+ a a) (+ a a)) (+ 8 a))"));
}

/// A parameter is not captured by what the argument calls by the same name.
TEST_F(SmtParserTest, ExpansionDoesNotCapture) {
  Expr E = script("(declare-fun b () Int)"
                  "(define-fun f ((b Int) (c Int)) Int (- b c))"
                  "(assert (= (f (+ b 1) b) 1))");
  EXPECT_EQ(E, parse("(= (- (+ b 1) b) 1)"));
}

TEST_F(SmtParserTest, SortDefinitions) {
  script("(define-sort Word () (_ BitVec 16))"
         "(define-sort Map (K V) (Array K (Array Int V)))"
         "(declare-const m (Map Word Bool))");
  EXPECT_EQ(Ctx.lookupVar("m").sort(),
            Ctx.arraySort(Ctx.bitVecSort(16),
                          Ctx.arraySort(Ctx.intSort(), Ctx.boolSort())));
}

TEST_F(SmtParserTest, Annotations) {
  auto S = orFail(readSmtScript(
      Ctx, buffer("(declare-fun a () Bool)\n"
                  "(define-fun d () Bool (! a :next |b c| :init true :x))\n"
                  "(assert (and (! a :named n :trans (deep (list))) n))\n")));
  ASSERT_TRUE(S);
  Expr A = Ctx.lookupVar("a");
  ASSERT_EQ(S->Annotations.size(), 4u);
  EXPECT_EQ(S->Annotations[0].Attribute, "next");
  EXPECT_EQ(S->Annotations[0].Value, "b c");
  EXPECT_EQ(S->Annotations[0].Definition, "d");
  EXPECT_EQ(S->Annotations[0].Where.str(), "t.smt2:2:28");
  EXPECT_EQ(S->Annotations[1].Value, "true");
  EXPECT_EQ(S->Annotations[2].Attribute, "x");
  EXPECT_EQ(S->Annotations[3].Attribute, "trans");
  EXPECT_EQ(S->Annotations[3].Definition, "");
  for (const SmtAnnotation &Note : S->Annotations)
    EXPECT_EQ(Note.Term, A);
  ASSERT_EQ(S->Assertions.size(), 1u);
  EXPECT_EQ(S->Assertions[0].Term, A);
}

/// Whatever (div i 0) is, it must not be assumed to be something; an `ite` that
/// keeps zero out needs nothing.
TEST_F(SmtParserTest, DivisionByZeroIsOpen) {
  auto S = orFail(readSmtScript(
      Ctx, buffer("(declare-fun a () Int)(declare-fun b () Int)"
                  "(define-fun quotient ((x Int) (y Int)) Int (div x y))"
                  "(assert (= (quotient a b) (quotient 3 b)))"
                  "(assert (= (div a b) (mod a 5)))"
                  "(assert (= a (ite (= b 0) 0 (div a b))))")));
  ASSERT_TRUE(S);
  std::vector<Expr> First = variables({S->Assertions[0].Term});
  // a, b, and one unknown for each of a/b and 3/b.
  ASSERT_EQ(First.size(), 4u);
  EXPECT_EQ(variables({S->Assertions[1].Term}).size(), 3u);
  EXPECT_EQ(variables({S->Assertions[2].Term}).size(), 2u);
  Valuation Vals{{First[2], Value(llvm::DynamicAPInt(1))},
                 {First[3], Value(llvm::DynamicAPInt(2))}};
  EXPECT_FALSE(Evaluator(Vals).isTrue(S->Assertions[0].Term));
  // Where the divisor is not zero, the unknowns do not matter.
  Vals[First[1]] = Value(llvm::DynamicAPInt(5));
  EXPECT_TRUE(Evaluator(Vals).isTrue(S->Assertions[0].Term));
}

class RoundTripTest : public testing::TestWithParam<unsigned> {};

TEST_P(RoundTripTest, PrintedTermsReadBack) {
  ExprContext Ctx;
  RandomExpr Random(Ctx, GetParam(), 4);
  for (unsigned I = 0; I < 200; ++I) {
    const Sample &S = Random.next();
    auto Back = orFail(parseTerm(Ctx, toSmt(S.E)));
    ASSERT_TRUE(Back);
    for (size_t V = 0; V < Random.valuations().size(); ++V)
      ASSERT_EQ(Evaluator(Random.valuations()[V])(*Back), S.Expected[V])
          << toSmt(S.E) << "\n"
          << toSmt(*Back);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RoundTripTest, testing::Range(0u, 30u));

TEST(SmtNamesTest, StrangeNamesReadBack) {
  ExprContext Ctx;
  for (const char *Name : {"main::x", "let", "mod", "a|b", "a%7Cb", "", "x y",
                           "\n", "true", "1", "\xc3\xa9", "?0"}) {
    Expr E = Ctx.var(Name, Ctx.intSort());
    Expr Sum = Ctx.make(Kind::Add, {E, Ctx.integer(1)});
    EXPECT_EQ(orFail(parseTerm(Ctx, toSmt(Sum))), Sum) << Name;
  }
}

/// 100,000 levels of lets, and as many of parentheses.
TEST(SmtDeepTest, DeepTermsReadBack) {
  ExprContext Ctx;
  Sort S = Ctx.bitVecSort(32);
  Expr X = Ctx.var("x", S), Y = Ctx.var("y", S), Chain = X, Diamond = X;
  for (unsigned I = 0; I < 100000; ++I) {
    Chain = Ctx.make(Kind::BvXor, {Y, Ctx.make(Kind::BvNeg, {Chain})});
    Diamond =
        Ctx.make(Kind::BvAdd, {Ctx.make(Kind::BvMul, {Diamond, Y}), Diamond});
  }
  EXPECT_EQ(orFail(parseTerm(Ctx, toSmt(Chain))), Chain);
  EXPECT_EQ(orFail(parseTerm(Ctx, toSmt(Diamond))), Diamond);
}

TEST(SmtDeepTest, ManyDefinitionsReadInLinearTime) {
  std::string Text = "(declare-fun x () Int)(define-fun d0 () Int x)\n";
  for (unsigned I = 1; I < 50000; ++I)
    Text += ("(define-fun d" + llvm::Twine(I) + " () Int (+ d" +
             llvm::Twine(I - 1) + " (* x x)))\n")
                .str();
  ExprContext Ctx;
  EXPECT_TRUE(orFail(readSmtScript(Ctx, buffer(Text))));
  EXPECT_GT(Ctx.size(), 50000u);
}

} // namespace
