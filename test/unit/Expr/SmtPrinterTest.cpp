//===- SmtPrinterTest.cpp - Expressions as SMT-LIB text -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/SmtPrinter.h"

#include "sooth/Expr/ExprContext.h"

#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <set>

using namespace sooth;

namespace {

class SmtPrinterTest : public testing::Test {
protected:
  ExprContext Ctx;
  Sort B8 = Ctx.bitVecSort(8);
  Expr X = Ctx.var("x", B8), Y = Ctx.var("y", B8);
  Expr I = Ctx.var("i", Ctx.intSort()), J = Ctx.var("j", Ctx.intSort());
  Expr R = Ctx.var("r", Ctx.realSort()), Q = Ctx.var("q", Ctx.realSort());
};

TEST_F(SmtPrinterTest, Operators) {
  EXPECT_EQ(toSmt(Ctx.make(Kind::BvAdd, {X, Ctx.bv(3, 8)})), "(bvadd x #x03)");
  EXPECT_EQ(toSmt(Ctx.mkExtract(6, 2, X)), "((_ extract 6 2) x)");
  EXPECT_EQ(toSmt(Ctx.mkSignExt(3, X)), "((_ sign_extend 3) x)");
  EXPECT_EQ(toSmt(Ctx.make(Kind::Neg, {I})), "(- i)");
  EXPECT_EQ(toSmt(Ctx.make(Kind::Add, {I, Ctx.integer(-2)})), "(+ i (- 2))");
  EXPECT_EQ(toSmt(Ctx.mkConstArray(Ctx.arraySort(B8, B8), X)),
            "((as const (Array (_ BitVec 8) (_ BitVec 8))) x)");
  EXPECT_EQ(toSmt(Ctx.trueExpr()), "true");
}

TEST_F(SmtPrinterTest, SharedNodesAreBound) {
  Expr E = Ctx.make(Kind::BvMul, {X, Y});
  EXPECT_EQ(toSmt(Ctx.make(Kind::BvUdiv, {E, Ctx.make(Kind::BvNot, {E})})),
            "(let ((?0 (bvmul x y))) (bvudiv ?0 (bvnot ?0)))");
}

TEST_F(SmtPrinterTest, BoundNamesAvoidVariables) {
  Expr V = Ctx.var("?0", B8), E = Ctx.make(Kind::BvMul, {V, Y});
  EXPECT_EQ(toSmt(Ctx.make(Kind::BvUdiv, {E, Ctx.make(Kind::BvNot, {E})})),
            "(let ((?\?0 (bvmul y ?0))) (bvudiv ?\?0 (bvnot ?\?0)))");
}

/// What SMT-LIB leaves open is spelled out; a nonzero constant needs nothing.
TEST_F(SmtPrinterTest, DivisionIsMadeTotal) {
  EXPECT_EQ(toSmt(Ctx.make(Kind::IntDiv, {I, J})), "(ite (= j 0) 0 (div i j))");
  EXPECT_EQ(toSmt(Ctx.make(Kind::IntMod, {I, J})), "(ite (= j 0) i (mod i j))");
  EXPECT_EQ(toSmt(Ctx.make(Kind::RealDiv, {R, Q})),
            "(ite (= q 0.0) 0.0 (/ r q))");
  EXPECT_EQ(toSmt(Ctx.make(Kind::IntDiv, {I, Ctx.integer(3)})), "(div i 3)");
  Expr Sum = Ctx.make(Kind::Add, {I, J});
  EXPECT_EQ(toSmt(Ctx.make(Kind::IntDiv, {I, Sum})),
            "(let ((?0 (+ i j))) (ite (= ?0 0) 0 (div i ?0)))");
}

TEST(SmtSymbolTest, QuotesWhatNeedsIt) {
  EXPECT_EQ(smtSymbol("x.next!0"), "x.next!0");
  EXPECT_EQ(smtSymbol("main::x"), "|main::x|");
  EXPECT_EQ(smtSymbol("1st"), "|1st|");
  EXPECT_EQ(smtSymbol(""), "||");
  EXPECT_EQ(smtSymbol("let"), "|let|");
  EXPECT_EQ(smtSymbol("mod"), "%6Dod");
  EXPECT_EQ(smtSymbol("a|b"), "a%7Cb");
}

/// Different names stay different, and the way back exists.
TEST(SmtSymbolTest, IsInjective) {
  std::set<std::string> Seen;
  for (std::string Name :
       {"a|b", "a%7Cb", "a%257Cb", "a\\b", "a%b", "%", "%%", "100%", "\n",
        "\x7f", "mod", "%6Dod", "<=", "", " ", "|", "let", "%6", "x\x80y"}) {
    std::string Symbol = smtSymbol(Name);
    EXPECT_TRUE(Seen.insert(Symbol).second) << Name;
    llvm::StringRef Bare = Symbol;
    if (Bare.consume_front("|"))
      Bare.consume_back("|");
    EXPECT_EQ(smtSymbolName(Bare), Name);
  }
}

TEST_F(SmtPrinterTest, DefinitionsComeBeforeUse) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  SmtDefinitions Defs(OS, ".d");
  Expr E = Ctx.make(Kind::BvMul, {X, Y});
  Expr F = Ctx.make(Kind::BvAdd, {E, X});
  Defs.define({Ctx.mkUlt(E, X), Ctx.mkUlt(F, X), Ctx.mkUlt(F, Y)});
  EXPECT_EQ(Text, "(define-fun .d0 () (_ BitVec 8) (bvmul x y))\n"
                  "(define-fun .d1 () (_ BitVec 8) (bvadd x .d0))\n");
  EXPECT_EQ(Defs.text(Ctx.mkUlt(F, Y)), "(bvult .d1 y)");
  EXPECT_EQ(Defs.text(F), ".d1");
}

TEST_F(SmtPrinterTest, LetsAroundSeveralTerms) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Expr E = Ctx.make(Kind::BvMul, {X, Y});
  SmtLets Lets(OS, {Ctx.mkUlt(E, X), E});
  OS << "(f ";
  Lets.print(Ctx.mkUlt(E, X));
  OS << ' ';
  Lets.print(E);
  OS << ')';
  Lets.close();
  EXPECT_EQ(Text, "(let ((?0 (bvmul x y))) (f (bvult ?0 x) ?0))");
}

} // namespace
