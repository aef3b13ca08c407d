//===- SystemTextTest.cpp - Systems in the words of TTMC ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/SystemText.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <random>
#include <set>

using namespace sooth;

static std::string around(const std::string &Lines,
                          const std::string &Property = "x = x") {
  return "specification S {\n  property p : {\n" + Lines + "  } models G(" +
         Property + ")\n}\n";
}

static std::string systemError(const std::string &Text) {
  ExprContext Ctx;
  auto M = readSystemText(Ctx, llvm::MemoryBufferRef(Text, "f"));
  return M ? "" : llvm::toString(M.takeError());
}

/// What a formula over the integers x, y, the Booleans a, b and the real r
/// means.
static std::string meaning(const std::string &Formula) {
  ExprContext Ctx;
  std::string Text = around("local var x : integer local var y : integer\n"
                            "local var a : boolean local var b : boolean\n"
                            "local var r : real\n",
                            Formula);
  auto M = readSystemText(Ctx, llvm::MemoryBufferRef(Text, "f"));
  if (!M)
    return llvm::toString(M.takeError());
  return toSmt(Ctx.mkNot((*M)->properties()[0].Bad));
}

/// The meaning of two formulas must be one.
static void expectSame(const std::string &A, const std::string &B) {
  EXPECT_EQ(meaning(A), meaning(B));
  EXPECT_EQ(meaning(A).find("error"), std::string::npos) << meaning(A);
}

TEST(SystemTextTest, Precedence) {
  expectSame("not x = y and a", "(not (x = y)) and a");
  expectSame("a or b and x < y", "a or (b and (x < y))");
  expectSame("a => b => x = 0", "a => (b => (x = 0))");
  expectSame("a <-> b or a", "a <-> (b or a)");
  expectSame("x + y * 2 - 1 <= -x", "((x + (y * 2)) - 1) <= (-x)");
  expectSame("x - y - 1 = 0", "(x - y) - 1 = 0");
  expectSame("x div 2 mod 3 = 1", "((x div 2) mod 3) = 1");
  expectSame("(if a then x else if b then y else 0) = 0",
             "(if a then x else (if b then y else 0)) = 0");
  expectSame("x > y", "y < x");
  expectSame("x /= y", "not x = y");
  expectSame("r + 1 > 0.5", "r + 1.0 > 1 / 2");
  expectSame("if a then b else not b", "a <-> b");
}

TEST(SystemTextTest, Errors) {
  EXPECT_EQ(systemError(""),
            "f:1:1: error: the file ends where 'specification' is expected");
  EXPECT_EQ(systemError(around("    local var x : word\n")),
            "f:3:19: error: boolean, integer, real or a range such as [0 : 5] "
            "is expected, not 'word'");
  EXPECT_EQ(systemError(around("local var x : integer\nlocal var x : real\n")),
            "f:4:11: error: 'x' is declared twice");
  const std::string X = "local var x : integer\n";
  EXPECT_EQ(systemError(around(X + "initial x' = 0\n")),
            "f:4:9: error: 'x'' is only known in transitions");
  EXPECT_EQ(systemError(around(X + "initial y = 0\n")),
            "f:4:9: error: there is no variable 'y'");
  EXPECT_EQ(systemError(around(X + "initial x and true\n")),
            "f:4:11: error: 'and' needs formulas");
  EXPECT_EQ(systemError(around(X + "initial true + 1\n")),
            "f:4:14: error: '+' needs numbers");
  EXPECT_EQ(systemError(around(X + "initial x = true\n")),
            "f:4:11: error: '=' needs operands of one kind");
  EXPECT_EQ(systemError(around(X + "initial x\n")),
            "f:4:9: error: a formula is expected");
  EXPECT_EQ(systemError(around(X + "initial x + 1.5 = 2 mod 1.5\n")),
            "f:4:21: error: 'mod' needs integers");
  EXPECT_EQ(systemError(around(X + "initial (x = 0\n")),
            "f:5:3: error: ')' is expected, not '}'");
  EXPECT_EQ(systemError(around(X + "initial x = 1.\n")),
            "f:4:13: error: a number is expected, not '1.'");
  EXPECT_EQ(systemError(around(X + "initial " + std::string(5000, '(') + "\n")),
            "f:4:2009: error: terms are nested too deeply");
  EXPECT_EQ(systemError("specification S { property p : { } models F(true) }"),
            "f:1:43: error: only properties G(…) are supported");
}

TEST(SystemTextTest, LongChains) {
  std::string Sum = "x";
  std::string Choice = "(";
  for (unsigned I = 0; I < 20000; ++I) {
    Sum += " + x";
    Choice += "if x = " + std::to_string(I) + " then 1 else ";
  }
  Choice += "2)";
  const std::string X = "local var x : integer\n";
  EXPECT_EQ(systemError(around(X + "transition x' = " + Choice + "\n")), "");
  EXPECT_EQ(systemError(around(X + "initial " + Sum + " = 0\n")), "");
}

TEST(SystemTextTest, MutatedFiles) {
  const std::string Text =
      around("local var x : [0 : 5] // a comment\nlocal var b : boolean\n"
             "invariant x >= 0 /* another */\ninitial x = 0 and not b\n"
             "transition x' = (if b then x + 1 else x)\n",
             "x < 5 or b");
  EXPECT_EQ(systemError(Text), "");
  std::mt19937 R(1);
  for (unsigned Round = 0; Round < 5000; ++Round) {
    std::string Changed = Text;
    for (unsigned I = 0; I <= R() % 3; ++I) {
      const size_t At = R() % Changed.size();
      if (R() % 4 == 0)
        Changed.resize(At + 1);
      else
        Changed[At] = R() % 4 ? Text[R() % Text.size()] : char(R());
    }
    (void)systemError(Changed);
  }
}

// What is written is read as the same relation.
TEST(SystemTextTest, RoundTrip) {
  const std::string Text =
      around("local var x : integer\nlocal var y : [0 : 3]\n"
             "local var b : boolean\nlocal var r : real\n"
             "initial x = -1 and b and r = 0.5\n"
             "transition x' = (if b then x div 2 else y * -3)\n"
             "transition b' <-> (x < y or not b)\ntransition r' > r\n",
             "x < 5 => r >= 0");
  auto Write = [](const TransitionSystem &M) {
    std::string Written;
    llvm::raw_string_ostream OS(Written);
    llvm::cantFail(writeSystemText(OS, M));
    return Written;
  };
  ExprContext Ctx, Again;
  auto M =
      llvm::cantFail(readSystemText(Ctx, llvm::MemoryBufferRef(Text, "f")));
  const std::string Once = Write(*M);
  auto N =
      llvm::cantFail(readSystemText(Again, llvm::MemoryBufferRef(Once, "f")));
  // Conjuncts may be in another order.
  auto Facts = [](Expr E) {
    llvm::SmallVector<Expr, 16> Parts;
    conjuncts(E, Parts);
    std::multiset<std::string> Texts;
    for (Expr Part : Parts)
      Texts.insert(toSmt(Part));
    return Texts;
  };
  EXPECT_EQ(Facts(N->trans()), Facts(M->trans()));
  EXPECT_EQ(Facts(N->init()), Facts(M->init()));
  EXPECT_EQ(toSmt(N->properties()[0].Bad), toSmt(M->properties()[0].Bad));
}
