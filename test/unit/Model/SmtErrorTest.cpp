//===- SmtErrorTest.cpp - Messages about bad SMT-LIB ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelTest.h"

using namespace sooth;
using namespace sooth::test;

namespace {

struct BadText {
  const char *Text;
  const char *Message; // after the file's name
};

/// Some declarations on the first line; the bad text is the second.
constexpr const char *Preamble =
    "(declare-fun x () (_ BitVec 8))(declare-fun y () (_ BitVec 16))"
    "(declare-fun i () Int)(declare-fun p () Bool)(declare-fun r () Real)"
    "(define-fun f ((n Int)) Int n)(declare-fun a () (Array Int Int))\n";

class SmtErrorTest : public testing::TestWithParam<BadText> {};

TEST_P(SmtErrorTest, IsReported) {
  ExprContext Ctx;
  std::string Text = std::string(Preamble) + GetParam().Text;
  EXPECT_EQ(messageOf(readSmtScript(Ctx, buffer(Text))),
            std::string("t.smt2:") + GetParam().Message);
}

INSTANTIATE_TEST_SUITE_P(
    Syntax, SmtErrorTest,
    testing::Values(
        BadText{"(assert (and p p)", "2:1: error: unbalanced parenthesis"},
        BadText{"(assert (and p (or p p)\n(assert p)",
                "2:1: error: unbalanced parenthesis"},
        BadText{"(assert p\n(assert p)", "2:1: error: unbalanced parenthesis"},
        BadText{"(assert (and p\n\n (or p",
                "4:2: error: unbalanced parenthesis"},
        BadText{"(assert p))", "2:11: error: unbalanced parenthesis"},
        BadText{"(assert", "2:1: error: unbalanced parenthesis"},
        BadText{"p", "2:1: error: expected a command, found 'p'"},
        BadText{"(frob)", "2:2: error: unknown command 'frob'"},
        BadText{"(push 1)", "2:2: error: unknown command 'push'"},
        BadText{"()", "2:2: error: expected a command, found ')'"},
        BadText{"(assert ())", "2:10: error: expected an operator, found ')'"},
        BadText{"(assert)", "2:8: error: expected a term, found ')'"},
        BadText{"(assert |p", "2:9: error: quoted symbol without an end"},
        BadText{"(set-info \"p", "2:11: error: string without an end"},
        BadText{"(assert #q)", "2:9: error: malformed bit-vector constant"},
        BadText{"(assert (= x #b012))",
                "2:14: error: malformed bit-vector constant"},
        BadText{"(assert 12a)", "2:9: error: malformed number"},
        BadText{"(assert [)", "2:9: error: unexpected character"},
        BadText{"(assert (let p p))", "2:14: error: expected '(', found 'p'"},
        BadText{"(assert (let (p) p))",
                "2:15: error: expected '(' of a binding, found 'p'"},
        BadText{"(assert (! p true))",
                "2:14: error: expected an attribute or ')', found 'true'"}));

INSTANTIATE_TEST_SUITE_P(
    Names, SmtErrorTest,
    testing::Values(
        BadText{"(assert q)", "2:9: error: undeclared symbol 'q'"},
        BadText{"(assert (g p))", "2:10: error: undeclared symbol 'g'"},
        BadText{"(assert (p p))", "2:10: error: 'p' is not a function"},
        BadText{"(assert (= f 1))",
                "2:12: error: function 'f' expects arguments"},
        BadText{"(assert (let ((q p)) q))(assert q)",
                "2:33: error: undeclared symbol 'q'"},
        BadText{"(declare-fun p () Int)", "2:14: error: redeclaration of 'p'"},
        BadText{"(define-fun f () Int 1)", "2:13: error: redeclaration of 'f'"},
        BadText{"(define-fun g ((q Int)) Int q)(assert (= q 1))",
                "2:42: error: undeclared symbol 'q'"},
        BadText{"(declare-fun g (Int) Int)(assert (= (g p) 1))",
                "2:38: error: ill-sorted arguments of 'g': Bool"},
        BadText{"(declare-fun g (Int) Int)(assert (= g 1))",
                "2:37: error: function 'g' expects arguments"},
        BadText{"(declare-sort S 0)",
                "2:15: error: uninterpreted sort 'S' is not supported"},
        BadText{"(define-fun-rec g () Int 1)",
                "2:2: error: unknown command 'define-fun-rec'"},
        BadText{"(assert (forall ((q Int)) p))",
                "2:10: error: quantifiers are not supported"},
        BadText{"(assert ((_ frob 3) p))",
                "2:13: error: unknown operator 'frob'"},
        BadText{"(assert (= x (_ char 3)))",
                "2:17: error: unknown constant 'char'"}));

INSTANTIATE_TEST_SUITE_P(
    Sorts, SmtErrorTest,
    testing::Values(
        BadText{"(assert (= x (bvadd x y)))",
                "2:15: error: ill-sorted operands of bvadd: (_ BitVec 8), "
                "(_ BitVec 16)"},
        BadText{"(assert (and p i))",
                "2:10: error: ill-sorted operands of and: Bool, Int"},
        BadText{"(assert (= i p))",
                "2:10: error: ill-sorted operands of =: Int, Bool"},
        BadText{"(assert (= i (+ p)))",
                "2:15: error: ill-sorted operands of +: Bool"},
        BadText{"(assert (distinct i p))",
                "2:10: error: ill-sorted operands of distinct: Int, Bool"},
        BadText{"(assert (=> p i))",
                "2:10: error: ill-sorted operands of =>: Bool, Int"},
        BadText{"(assert (bvult x (bvnot x y)))",
                "2:19: error: bvnot expects 1 operand, got 2"},
        BadText{"(assert (bvult x))",
                "2:10: error: bvult expects 2 operands, got 1"},
        BadText{"(assert (= p))",
                "2:10: error: = expects at least 2 operands, got 1"},
        BadText{"(assert (= ((_ extract 8 0) x) x))",
                "2:16: error: ill-sorted operands of extract: (_ BitVec 8)"},
        BadText{"(assert (= (extract x) x))",
                "2:13: error: extract expects 2 indices, got 0"},
        BadText{"(assert (= x ((_ zero_extend 4000000) x)))",
                "2:18: error: index of zero_extend is too large"},
        BadText{"(assert (= x ((_ repeat 0) x)))",
                "2:18: error: index of repeat must be positive and not too "
                "large"},
        BadText{"(assert (= x (_ bv256 8)))",
                "2:17: error: bv256 does not fit in 8 bits"},
        BadText{"(assert (= x (_ bv1 0)))",
                "2:21: error: width of a bit-vector must be between 1 and "
                "1048576"},
        BadText{"(assert (= x ((_ zero_extend 99999999999) x)))",
                "2:30: error: number is too large"},
        BadText{"(assert (= 1 (f p)))",
                "2:15: error: ill-sorted arguments of f: Bool; expected Int"},
        BadText{"(assert (= 1 (f 1 2)))",
                "2:15: error: ill-sorted arguments of f: Int, Int; expected "
                "Int"},
        BadText{"(assert (= 1 (select a p)))",
                "2:15: error: ill-sorted operands of select: (Array Int Int), "
                "Bool"},
        BadText{"(assert (= a ((as const (Array Int Int)) p)))",
                "2:19: error: ill-sorted operands of const: Bool"},
        BadText{"(assert (= a ((as const Int) 1)))",
                "2:25: error: const needs an array sort"},
        BadText{"(assert (to_int i))",
                "2:10: error: ill-sorted operands of to_int: Int"},
        BadText{"(assert (ite i p p))",
                "2:10: error: ill-sorted operands of ite: Int, Bool, Bool"},
        BadText{"(assert i)", "2:9: error: assertion is of sort Int"},
        BadText{"(define-fun g () Int p)",
                "2:13: error: definition of 'g' is of sort Bool"},
        BadText{"(declare-fun g () Float32)",
                "2:19: error: unknown sort 'Float32'"},
        BadText{"(declare-fun g () (_ FloatingPoint 8 24))",
                "2:22: error: unknown sort 'FloatingPoint'"},
        BadText{"(declare-fun g () (_ BitVec 0))",
                "2:29: error: width of a bit-vector must be between 1 and "
                "1048576"},
        BadText{"(define-sort T (K) (Array K K))(declare-fun g () T)",
                "2:50: error: sort 'T' expects arguments"}));

/// Definitions of sorts that double each time are stopped.
TEST(SmtHostileTest, EnormousSorts) {
  std::string Doubling = "(define-sort S0 () Int)",
              Nothing = "(define-sort S0 (T) T)";
  for (unsigned I = 1; I < 60; ++I) {
    std::string Old = "S" + std::to_string(I - 1);
    std::string Head = "(define-sort S" + std::to_string(I);
    Doubling += Head + " () (Array " + Old + " " + Old + "))";
    Nothing += Head + " (T) (" + Old + " (" + Old + " T)))";
  }
  std::string Deep = "(declare-fun x () ";
  for (unsigned I = 0; I < 100000; ++I)
    Deep += "(Array Int ";
  for (const std::string &Text : {Doubling, Nothing, Deep}) {
    ExprContext Ctx;
    EXPECT_NE(messageOf(readSmtScript(Ctx, buffer(Text)))
                  .find("error: sort is too large"),
              std::string::npos);
  }
}

TEST(SmtHostileTest, EnormousWidths) {
  std::string Text = "(declare-fun x () (_ BitVec 1000000))(assert (= x ";
  ExprContext Ctx;
  EXPECT_EQ(messageOf(readSmtScript(Ctx, buffer(Text + "(concat x x)))"))),
            "t.smt2:1:52: error: bit-vector is wider than 1048576");
  EXPECT_EQ(
      messageOf(readSmtScript(Ctx, buffer(Text + "((_ repeat 1000000) x)"))),
      "t.smt2:1:55: error: bit-vector is wider than 1048576");
}

TEST(SmtHostileTest, SortOfAnOlderVariable) {
  ExprContext Ctx;
  Ctx.var("x", Ctx.intSort());
  EXPECT_EQ(messageOf(readSmtScript(Ctx, buffer("(declare-fun x () Bool)"))),
            "t.smt2:1:14: error: 'x' exists already with another sort");
}

TEST(SmtHostileTest, TermsHaveNoFile) {
  ExprContext Ctx;
  EXPECT_EQ(messageOf(parseTerm(Ctx, "(and true\n q)")),
            "2:2: error: undeclared symbol 'q'");
  EXPECT_EQ(messageOf(parseTerm(Ctx, "true true")),
            "1:6: error: expected the end, found 'true'");
  EXPECT_EQ(messageOf(parseTerm(Ctx, "")),
            "1:1: error: expected a term, found the end");
}

/// No prefix of a good text, and no text with a character missing, crashes.
TEST(SmtHostileTest, CutTexts) {
  std::string Text =
      std::string(Preamble) +
      "(define-fun g ((b (_ BitVec 8)) (c Bool)) Bool (! (let ((d (bvadd b x)) "
      "(e ((_ extract 3 0) b))) (ite c (= d #x0f) (= e (_ bv3 4)))) :init "
      "true))\n(assert (and (g x p) (< r 1.5 (/ 1 3)) (= a ((as const (Array "
      "Int Int)) (- 1)))))(exit)";
  for (size_t I = 0; I < Text.size(); ++I) {
    ExprContext Cut, Missing;
    llvm::consumeError(
        readSmtScript(Cut, buffer(llvm::StringRef(Text).take_front(I)))
            .takeError());
    std::string Without = Text;
    Without.erase(I, 1);
    llvm::consumeError(readSmtScript(Missing, buffer(Without)).takeError());
  }
  ExprContext Ctx;
  EXPECT_EQ(messageOf(readSmtScript(Ctx, buffer(Text))), "");
}

} // namespace
