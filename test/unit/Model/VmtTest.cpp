//===- VmtTest.cpp - VMT-LIB ----------------------------------------------===//
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
#include "sooth/Model/Vmt.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace sooth::test;

namespace {

using System = std::unique_ptr<TransitionSystem>;

std::string written(const TransitionSystem &TS) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeVmt(OS, TS);
  return Text;
}

class VmtTest : public testing::Test {
protected:
  System read(llvm::StringRef Text) {
    auto TS = orFail(readVmt(Ctx, buffer(Text), [&](const Diagnostic &D) {
      Warnings.push_back(D.where().str() + ": " + D.text());
    }));
    return TS ? std::move(*TS) : nullptr;
  }
  Expr parse(llvm::StringRef Text) {
    auto E = orFail(parseTerm(Ctx, Text));
    return E ? *E : Expr();
  }

  ExprContext Ctx;
  std::vector<std::string> Warnings;
};

constexpr const char *Counter = R"(; a counter that stops
(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun |x next| () Int)
(declare-fun go () Bool)
(define-fun .sv0 () Int (! x :next |x next|))
(define-fun start () Bool (! (= x 1) :init))
(define-fun step () Bool
  (! (= |x next| (ite (and go (< x 10)) (+ x 1) x)) :trans true))
(define-fun positive () Bool (! (> x 0) :invar-property 1))
(assert (! (<= x 10) :invar-property 2))
(assert true)
)";

TEST_F(VmtTest, FunctionalSystem) {
  System TS = read(Counter);
  ASSERT_TRUE(TS);
  ASSERT_EQ(TS->variables().size(), 1u);
  EXPECT_EQ(TS->variables()[0].Cur, parse("x"));
  EXPECT_EQ(TS->variables()[0].Next, parse("|x next|"));
  EXPECT_EQ(TS->variables()[0].Update,
            parse("(ite (and go (< x 10)) (+ x 1) x)"));
  EXPECT_EQ(TS->inputs(), std::vector<Expr>{parse("go")});
  EXPECT_TRUE(TS->isFunctional());
  EXPECT_EQ(TS->init(), parse("(= x 1)"));
  EXPECT_TRUE(TS->constraint().isTrue());
  ASSERT_EQ(TS->properties().size(), 2u);
  EXPECT_EQ(TS->properties()[0].Name, "positive");
  EXPECT_EQ(TS->properties()[0].Bad, parse("(<= x 0)"));
  EXPECT_EQ(TS->properties()[0].Where.str(), "t.smt2:10:41");
  EXPECT_EQ(TS->properties()[1].Name, "property 2");
}

/// Each way in which a value of a next-state variable can be said.
TEST_F(VmtTest, UpdatesAreRecognised) {
  System TS = read(R"(
(declare-fun a () Bool)(declare-fun a. () Bool)(declare-fun b () Bool)
(declare-fun b. () Bool)(declare-fun c () Bool)(declare-fun c. () Bool)
(declare-fun x () Int)(declare-fun x. () Int)
(declare-fun y () Int)(declare-fun y. () Int)
(define-fun va () Bool (! a :next a.))(define-fun vb () Bool (! b :next b.))
(define-fun vc () Bool (! c :next c.))(define-fun vx () Int (! x :next x.))
(define-fun vy () Int (! y :next y.))
(define-fun t1 () Bool (! (and (not a.) (= x. 3) (= b. (not a))) :trans true))
(define-fun t2 () Bool (! (and c. (= (+ x y) y.) (= x. y)) :trans true))
(define-fun p () Bool (! a :invar-property 0)))");
  ASSERT_TRUE(TS);
  auto Update = [&](unsigned I) { return TS->variables()[I].Update; };
  EXPECT_TRUE(Update(0).isFalse());
  EXPECT_EQ(Update(1), parse("(not a)"));
  EXPECT_TRUE(Update(2).isTrue());
  EXPECT_TRUE(Update(3) == Ctx.integer(3) || Update(3) == parse("y"));
  EXPECT_EQ(Update(4), parse("(+ x y)"));
  // The second value for x. is left as a constraint.
  EXPECT_EQ(variables({TS->constraint()})[0], parse("x."));
  EXPECT_EQ(TS->trans(), parse("(and (not a.) (= x. 3) (= b. (not a)) c. "
                               "(= (+ x y) y.) (= x. y))"));
  EXPECT_FALSE(TS->isFunctional());
}

TEST_F(VmtTest, RelationalSystem) {
  System TS = read(R"(
(declare-fun x () Int)(declare-fun xn () Int)
(declare-fun y () Int)(declare-fun yn () Int)
(define-fun vx () Int (! x :next xn))(define-fun vy () Int (! y :next yn))
(define-fun t () Bool (! (and (> xn x) (= yn xn)) :trans true))
(define-fun p () Bool (! (= x y) :invar-property 0)))");
  ASSERT_TRUE(TS);
  EXPECT_FALSE(TS->variables()[0].Update);
  EXPECT_FALSE(TS->variables()[1].Update);
  EXPECT_EQ(TS->constraint(), parse("(and (> xn x) (= yn xn))"));
  EXPECT_TRUE(TS->init().isTrue());
}

/// Properties are over state variables only: an input that one mentions is a
/// state variable whose next value is any.
TEST_F(VmtTest, InputsOfPropertiesBecomeState) {
  System TS = read(R"(
(declare-fun x () Int)(declare-fun xn () Int)(declare-fun in () Int)
(declare-fun other () Int)
(define-fun vx () Int (! x :next xn))
(define-fun t () Bool (! (= xn (+ in other)) :trans true))
(define-fun p () Bool (! (< x in) :invar-property 0)))");
  ASSERT_TRUE(TS);
  ASSERT_EQ(TS->variables().size(), 2u);
  EXPECT_EQ(TS->variables()[1].Cur, parse("in"));
  ASSERT_EQ(TS->inputs().size(), 2u);
  EXPECT_EQ(TS->variables()[1].Update, TS->inputs()[0]);
  EXPECT_EQ(TS->inputs()[1], parse("other"));
  EXPECT_TRUE(TS->isFunctional());
  EXPECT_EQ(TS->properties()[0].Bad, parse("(not (< x in))"));
}

TEST_F(VmtTest, OldDialects) {
  System TS = read(R"(
(declare-fun x () Int)(declare-fun x.next () Int)
(define-fun sv ((unused Bool)) Int 3)
(assert (! (= x 0) :init true))
(define-fun v () Int (! x :next "x.next" :named again))
(assert (! (= x.next again) :trans true :comment (some (thing))))
(define-fun pr () Bool (! (= x 1) :predicate true))
(define-fun p () Bool (! (< x 1) :invar-property 0))
(check-sat)
(exit)
(anything)");
  ASSERT_TRUE(TS);
  EXPECT_EQ(TS->variables()[0].Update, parse("x"));
}

TEST_F(VmtTest, WhatIsLeftOutIsToldOf) {
  System TS = read(R"((declare-fun x () Int)(declare-fun n () Int)
(define-fun v () Int (! x :next n))
(define-fun l () Bool (! (< x 1) :live-property 0))
(define-fun t () Bool (! (= n (div 10 x)) :trans true))
(define-fun p () Bool (! (< x 1) :invar-property 1)))");
  ASSERT_TRUE(TS);
  EXPECT_EQ(TS->properties().size(), 1u);
  EXPECT_EQ(Warnings,
            (std::vector<std::string>{
                "t.smt2:3:34: :live-property is not supported and left out",
                "t.smt2:4:32: the divisor may be zero; any result is "
                "considered then"}));
  EXPECT_EQ(TS->inputs().size(), 1u);
}

/// A guarded division needs no unknown, and a system printed has only those.
TEST_F(VmtTest, GuardedDivisionNeedsNoInput) {
  Expr X = Ctx.var("x", Ctx.intSort()), N = Ctx.var("n", Ctx.intSort());
  TransitionSystem TS(Ctx);
  TS.addVariable({X, N, Ctx.make(Kind::IntDiv, {Ctx.integer(10), X})});
  TS.addProperty({"p", Ctx.mkEq(X, Ctx.integer(3)), {}});
  System Back = read(written(TS));
  ASSERT_TRUE(Back);
  EXPECT_EQ(Back->variables()[0].Update, TS.variables()[0].Update);
  EXPECT_TRUE(Back->inputs().empty());
  EXPECT_TRUE(Warnings.empty());
}

TEST_F(VmtTest, NamesAvoidTheVariables) {
  TransitionSystem TS(Ctx);
  Expr X = Ctx.var(".sv0", Ctx.boolSort()),
       N = Ctx.var("..trans", Ctx.boolSort());
  Expr Y = Ctx.var("let", Ctx.boolSort());
  TS.addVariable({X, N, Ctx.mkNot(Y)});
  TS.addInput(Y);
  TS.addProperty({"let", X, {}});
  TS.addProperty({"", X, {}});
  TS.addProperty({"assertion i < 7 failed", X, {}});
  System Back = read(written(TS));
  ASSERT_TRUE(Back);
  EXPECT_EQ(Back->variables()[0].Cur, X);
  EXPECT_EQ(Back->variables()[0].Update, Ctx.mkNot(Y));
  EXPECT_EQ(Back->properties().size(), 3u);
  EXPECT_EQ(Back->properties()[2].Name, "assertion i < 7 failed");
}

/// What the writer's file says is what the system says.
class VmtRoundTripTest : public testing::TestWithParam<unsigned> {};

TEST_P(VmtRoundTripTest, SystemsReadBack) {
  ExprContext Ctx;
  RandomExpr Random(Ctx, GetParam(), 5);
  for (unsigned I = 0; I < 200; ++I)
    Random.next();
  TransitionSystem TS(Ctx);
  std::vector<Expr> Inputs;
  for (Expr Var : Random.variables()) {
    if (Random.below(3)) {
      Expr Next = Ctx.var((Var.name() + "'").str(), Var.sort());
      TS.addVariable(
          {Var, Next, Random.below(4) ? Random.pick(Var.sort()).E : Expr()});
    } else {
      TS.addInput(Var);
      Inputs.push_back(Var);
    }
  }
  // Inputs of initial states and properties would become state.
  Substitution Drop(Ctx);
  for (Expr In : Inputs)
    Drop.set(In, Ctx.constant(Value::zero(In.sort()), In.sort()));
  TS.setInit(Drop(Random.pick(Ctx.boolSort()).E));
  TS.addProperty({"p", Drop(Random.pick(Ctx.boolSort()).E), {}});
  Expr Relation = Ctx.trueExpr();
  for (const TsVariable &V : TS.variables())
    if (!V.Update)
      Relation = Ctx.mkAnd(Relation, Ctx.mkOr(Ctx.mkEq(V.Next, V.Cur),
                                              Random.pick(Ctx.boolSort()).E));
  TS.setConstraint(Relation);

  std::string Text = written(TS);
  auto Read = orFail(readVmt(Ctx, buffer(Text)));
  ASSERT_TRUE(Read) << Text;
  const TransitionSystem &Back = **Read;
  EXPECT_EQ(Back.inputs(), TS.inputs());
  ASSERT_EQ(Back.variables().size(), TS.variables().size());
  for (size_t I = 0; I < TS.variables().size(); ++I) {
    EXPECT_EQ(Back.variables()[I].Cur, TS.variables()[I].Cur);
    EXPECT_EQ(Back.variables()[I].Next, TS.variables()[I].Next);
    EXPECT_TRUE(!TS.variables()[I].Update || Back.variables()[I].Update);
  }
  for (Valuation Vals : Random.valuations()) {
    for (const TsVariable &V : TS.variables())
      Vals[V.Next] = V.Update && Random.below(8)
                         ? Evaluator(Vals)(V.Update)
                         : Random.randomValue(V.Cur.sort());
    Evaluator Eval(Vals);
    EXPECT_EQ(Eval(Back.init()), Eval(TS.init()));
    EXPECT_EQ(Eval(Back.trans()), Eval(TS.trans())) << Text;
    EXPECT_EQ(Eval(Back.properties()[0].Bad), Eval(TS.properties()[0].Bad));
  }
  // Writing again what was read gives the same text.
  auto Again = orFail(readVmt(Ctx, buffer(written(Back))));
  EXPECT_EQ(written(**Again), written(Back));
}

INSTANTIATE_TEST_SUITE_P(Seeds, VmtRoundTripTest, testing::Range(0u, 100u));

struct BadSystem {
  const char *Text;
  const char *Message; // after the file's name
};

class VmtErrorTest : public testing::TestWithParam<BadSystem> {};

TEST_P(VmtErrorTest, IsReported) {
  ExprContext Ctx;
  std::string Text =
      "(declare-fun x () Int)(declare-fun n () Int)(declare-fun y () Int)"
      "(declare-fun b () Bool)\n";
  Text += GetParam().Text;
  EXPECT_EQ(messageOf(readVmt(Ctx, buffer(Text))),
            std::string("t.smt2:") + GetParam().Message);
}

INSTANTIATE_TEST_SUITE_P(
    Systems, VmtErrorTest,
    testing::Values(
        BadSystem{"(define-fun v () Int (! x :next n))",
                  " error: no :invar-property"},
        BadSystem{"(define-fun p () Bool (! b :live-property 0))",
                  " error: no :invar-property"},
        BadSystem{"(define-fun v () Int (! x :next m))",
                  "2:27: error: undeclared next-state variable 'm'"},
        BadSystem{"(define-fun v () Int (! x :next))",
                  "2:27: error: :next needs the name of a variable"},
        BadSystem{"(define-fun v () Int (! (+ x 1) :next n))",
                  "2:33: error: :next of a term that is not a variable"},
        BadSystem{"(define-fun v () Int (! x :next x))",
                  "2:27: error: 'x' is its own next-state variable"},
        BadSystem{"(define-fun v () Int (! x :next b))",
                  "2:27: error: 'x' and its next-state variable 'b' have "
                  "different sorts"},
        BadSystem{"(define-fun v () Int (! x :next n))\n"
                  "(define-fun w () Int (! x :next y))",
                  "3:27: error: 'x' has two next-state variables"},
        BadSystem{"(define-fun v () Int (! x :next n))\n"
                  "(define-fun w () Int (! y :next n))",
                  "3:27: error: 'n' is the next-state variable of two "
                  "variables"},
        BadSystem{"(define-fun v () Int (! x :next n))\n"
                  "(define-fun w () Int (! n :next y))",
                  "3:27: error: 'n' is both a current and a next-state "
                  "variable"},
        BadSystem{"(define-fun v () Int (! x :next n))\n"
                  "(define-fun i () Bool (! (= n 0) :init true))",
                  "3:34: error: :init mentions the next-state variable 'n'"},
        BadSystem{"(define-fun v () Int (! x :next n))\n"
                  "(define-fun p () Bool (! (= n 0) :invar-property 0))",
                  "3:34: error: :invar-property mentions the next-state "
                  "variable 'n'"},
        BadSystem{"(define-fun p () Int (! x :invar-property 0))",
                  "2:27: error: :invar-property of a term that is not Bool"},
        BadSystem{"(define-fun p ((z Bool)) Bool (! z :invar-property 0))",
                  "2:36: error: :invar-property inside function 'p' with "
                  "arguments"},
        BadSystem{"(define-fun p () Bool (! b :invar-property 0))\n"
                  "(assert b)",
                  "3:9: error: assertions are not part of VMT-LIB"},
        BadSystem{"(define-fun p () Bool (! b :invar-property 0)",
                  "2:1: error: unbalanced parenthesis"}));

} // namespace
