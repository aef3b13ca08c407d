//===- ExportTest.cpp - Horn clauses and graphs ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Dot.h"
#include "sooth/Model/Horn.h"

#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace sooth;

namespace {

class ExportTest : public testing::Test {
protected:
  template <class ModelT> std::string horn(const ModelT &M) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    writeHorn(OS, M);
    return Text;
  }

  /// x counts up to 10; the error is reached if it is 10 where y is not.
  Cfa counter() {
    Cfa Program(Ctx);
    Program.addVariable({X, "x"});
    Program.addVariable({Y, "count[\"y\"]"});
    LocationId Head = Program.addLocation({"loop", {"a.c", 3, 1}});
    LocationId Error = Program.addLocation({"error", {}});
    Program.setEntry(Head);
    Program.setInit(Ctx.mkEq(X, Ctx.integer(0)));
    Expr Sum = Ctx.make(Kind::Add, {X, In});
    Program.addEdge({Head,
                     Head,
                     Ctx.make(Kind::Lt, {Sum, Ctx.integer(10)}),
                     {{X, Sum}},
                     {}});
    Program.addEdge({Head, Error, Ctx.mkNot(Ctx.mkEq(X, Y)), {}, {}});
    Program.addError({Error, "assertion\nfailed", {}});
    return Program;
  }

  ExprContext Ctx;
  Expr X = Ctx.var("x", Ctx.intSort()), Y = Ctx.var("y", Ctx.intSort());
  Expr In = Ctx.var("in", Ctx.intSort()), XN = Ctx.var("x'", Ctx.intSort());
};

TEST_F(ExportTest, HornClausesOfAProgram) {
  EXPECT_EQ(horn(counter()), R"((set-logic HORN)
(declare-fun at.0.loop (Int Int) Bool)
(declare-fun at.1.error (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and true (= x 0)) (at.0.loop x y))))
(assert (forall ((x Int) (y Int) (in Int)) (let ((?0 (+ x in))) (=> (and true (at.0.loop x y) (< ?0 10)) (at.0.loop ?0 y)))))
(assert (forall ((x Int) (y Int)) (=> (and true (at.0.loop x y) (not (= x y))) (at.1.error x y))))
; assertion failed
(assert (forall ((x Int) (y Int)) (=> (and true (at.1.error x y)) false)))
(check-sat)
)");
}

TEST_F(ExportTest, HornClausesOfASystem) {
  TransitionSystem TS(Ctx);
  TS.addVariable({X, XN, Ctx.make(Kind::Add, {X, In})});
  TS.addVariable({Y, Ctx.var("y'", Ctx.intSort()), X});
  TS.addInput(In);
  TS.setConstraint(Ctx.make(Kind::Lt, {X, XN}));
  TS.addProperty({"p", Ctx.make(Kind::Lt, {X, Y}), {}});
  EXPECT_EQ(horn(TS), R"((set-logic HORN)
(declare-fun reached (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and true true) (reached x y))))
(assert (forall ((x Int) (y Int) (in Int) (|x'| Int)) (=> (and true (reached x y) (< x |x'|) (= |x'| (+ x in))) (reached |x'| x))))
; p
(assert (forall ((x Int) (y Int)) (=> (and true (reached x y) (< x y)) false)))
(check-sat)
)");
}

TEST_F(ExportTest, ProgramsWithoutVariables) {
  Cfa Program(Ctx);
  Program.addLocation({"", {}});
  Program.addError({0, "e", {}});
  EXPECT_EQ(horn(Program), R"((set-logic HORN)
(declare-fun at.0 () Bool)
(assert (=> (and true true) at.0))
; e
(assert (=> (and true at.0) false))
(check-sat)
)");
}

TEST_F(ExportTest, GraphOfAProgram) {
  Cfa Program = counter();
  Expr Large = X;
  for (unsigned I = 0; I < 1000; ++I)
    Large = Ctx.make(Kind::Mul, {Ctx.make(Kind::Add, {Large, Y}), Large});
  Program.addEdge({1, 0, Ctx.trueExpr(), {{Y, Large}}, {}});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeDot(OS, Program);
  EXPECT_EQ(Text, R"(digraph program {
  node [shape=box, fontname=monospace];
  edge [fontname=monospace, fontsize=10];
  n0 [label="loop\na.c:3:1", style=bold];
  n1 [label="error", color=red, fontcolor=red];
  n0 -> n0 [label="[(< (+ x in) 10)]\lx := (+ x in)\l"];
  n0 -> n1 [label="[(not (= x y))]\l"];
  n1 -> n0 [label="count[\"y\"] := (* ... 2002 nodes)\l"];
}
)");
}

} // namespace
