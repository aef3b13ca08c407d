//===- RunTest.cpp - Compiled runs ----------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CfaEngineTest.h"
#include "FpOperands.h"

#include "../Expr/RandomExpr.h"
#include "Engine/Run/Comparisons.h"
#include "Engine/Run/Machine.h"

#include "sooth/Engine/Run/Run.h"
#include "sooth/Expr/Evaluator.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

namespace {
struct RunTest : CfaEngineTest {
  RunTest() : CfaEngineTest([] { return createRun(); }, 8) {}

  Expr array(llvm::StringRef Name) {
    return M.declare(
        Ctx.var(Name, Ctx.arraySort(Ctx.bitVecSort(8), Ctx.bitVecSort(8))));
  }
};

struct IdleRunTest : CfaEngineTest {
  IdleRunTest()
      : CfaEngineTest([] { return createRun({.IdleSeconds = 0.2}); }, 8) {}
};

/// A program that compares expressions with what they should be, one by one.
class Comparison {
public:
  Comparison(ExprContext &Ctx) : Ctx(Ctx), C(Ctx) {
    At = C.addLocation({"start", {}});
    Wrong = C.addLocation({"wrong", {}});
    C.addError({Wrong, "wrong", {}});
  }
  void expect(Expr E, const Value &Expected) {
    LocationId Next = C.addLocation({"next", {}});
    Expr IsRight = Ctx.makeRaw(Kind::Eq, {E, Ctx.constant(Expected, E.sort())},
                               0, 0, Ctx.boolSort());
    add(Next, IsRight);
    add(Wrong, Ctx.mkNot(IsRight));
    At = Next;
    Compared.push_back(E);
  }
  /// Returns the first expression whose value is another one; null if all are
  /// right.
  Expr run() {
    run::Machine M(C, 1);
    EXPECT_FALSE(M.failure());
    run::Tapes T;
    auto End = M.run(T, 1'000'000, Budget(), nullptr);
    Steps = M.stepsInAll();
    if (End.What == run::Machine::Ending::Kind::AtEnd && End.Loc == At)
      return Expr();
    return Steps ? Compared[Steps - 1] : Expr();
  }

  ExprContext &Ctx;
  Cfa C;
  uint64_t Steps = 0;

private:
  void add(LocationId Target, Expr Guard) {
    Edge E;
    E.Source = At;
    E.Target = Target;
    E.Guard = Guard;
    C.addEdge(std::move(E));
  }
  LocationId At, Wrong;
  std::vector<Expr> Compared;
};
} // namespace

//===- Expressions --------------------------------------------------------===//

TEST_F(RunTest, OperatorsMeanWhatTheyDo) {
  uint64_t Compared = 0;
  for (unsigned Seed = 1; Seed <= 12; ++Seed) {
    constexpr unsigned NumValuations = 2, NumSamples = 500;
    RandomExpr R(Ctx, Seed, NumValuations);
    std::vector<Sample> Samples;
    for (unsigned I = 0; I < NumSamples; ++I)
      Samples.push_back(R.next());
    for (unsigned V = 0; V < NumValuations; ++V) {
      Comparison All(Ctx);
      std::vector<Expr> Init;
      for (Expr Var : R.variables()) {
        if (!run::Layout::supports(Var))
          continue;
        All.C.addVariable({Var, "", ValueStyle::Unsigned});
        const Value &Is = R.valuations()[V].lookup(Var);
        Init.push_back(Ctx.mkEq(Var, Ctx.constant(Is, Var.sort())));
      }
      All.C.setInit(Ctx.mkAnd(Init));
      for (const Sample &S : Samples) {
        Expr E = S.E;
        Value Expected = S.Expected[V];
        if (E.sort().isArray()) {
          Value Index = R.randomValue(E.sort().index());
          E = Ctx.makeRaw(Kind::Select,
                          {E, Ctx.constant(Index, E.sort().index())}, 0, 0,
                          E.sort().element());
          Expected = Expected.select(Index);
        }
        if (run::Layout::supports(E))
          All.expect(E, Expected);
      }
      Expr Wrong = All.run();
      EXPECT_FALSE(Wrong) << "seed " << Seed << ": "
                          << (Wrong ? kindName(Wrong.kind()).str() : "");
      Compared += All.Steps;
    }
  }
  EXPECT_GT(Compared, 2000u);
}

TEST_F(RunTest, FloatingPointOperatorsMeanWhatTheyDo) {
  FpOperands Random(1);
  Comparison All(Ctx);
  std::vector<Expr> Init;
  auto Variable = [&](Sort S, const Value &V) {
    Expr Var = Ctx.freshVar("x", S);
    All.C.addVariable({Var, "", ValueStyle::Unsigned});
    Init.push_back(Ctx.mkEq(Var, Ctx.constant(V, S)));
    return Var;
  };
  for (const FpApplication &A : fpApplications())
    for (unsigned I = 0; I < 20; ++I) {
      llvm::SmallVector<Value, 3> Operands = Random(A);
      std::vector<Expr> Terms;
      for (const Value &V : Operands)
        Terms.push_back(Variable(Ctx.bitVecSort(V.bits().getBitWidth()), V));
      Expr E = Ctx.make(A.K, Terms, A.P0, A.P1);
      All.expect(E, applyFp(A.K, Operands, A.P0, A.P1));
    }
  All.C.setInit(Ctx.mkAnd(Init));
  Expr Wrong = All.run();
  EXPECT_FALSE(Wrong) << (Wrong ? kindName(Wrong.kind()).str() : "") << " "
                      << (Wrong ? Wrong.param(0) : 0) << " "
                      << (Wrong ? Wrong.param(1) : 0);
}

//===- Programs without inputs --------------------------------------------===//

TEST_F(RunTest, AProgramWithoutInputsThatEndsIsProved) {
  Expr I = M.bitVec("i", 32);
  M.C.setInit(Ctx.mkEq(I, Ctx.bv(0, 32)));
  loop(0, I, Ctx.bv(100000, 32));
  M.edge(1, 2, Ctx.mkNot(Ctx.mkEq(I, Ctx.bv(100000, 32))));
  M.error(2);
  expectSafe();
  EXPECT_GT(Figures.get("run.steps"), 100000);
}

TEST_F(RunTest, ARunWithoutInputsToAnError) {
  Expr I = M.bitVec("i", 32);
  M.C.setInit(Ctx.mkEq(I, Ctx.bv(0, 32)));
  loop(0, I, Ctx.bv(70000, 32));
  M.edge(1, 2, Ctx.mkEq(I, Ctx.bv(70000, 32)));
  M.error(2);
  expectUnsafe();
}

/// Tries that begin with what may not be say nothing of other runs.
TEST_F(RunTest, RunsThatAreAssumedAwayAreNoOthers) {
  Expr I = M.bitVec("i"), X = M.bitVec("x", 64);
  M.C.setInit(Ctx.mkEq(I, Ctx.bv(0, 8)));
  const Expr Mixed = Ctx.make(Kind::BvMul, {X, Ctx.bv(0x9e3779b97f4a7c15, 64)});
  M.edge(0, 1, Ctx.mkUlt(Mixed, Ctx.bv(1000, 64)));
  Expr More = Ctx.mkUlt(I, Ctx.bv(20, 8));
  M.edge(1, 1, More, {{I, M.plus(I, 1)}});
  M.edge(1, 2, Ctx.mkNot(More));
  M.edge(2, 3, Ctx.mkUlt(I, Ctx.bv(20, 8)));
  M.error(3);
  expectSafe();
}

/// What init leaves open and inputs that decide nothing are no obstacle.
TEST_F(RunTest, WhatDoesNotMatterMayBeUnknown) {
  Expr I = M.bitVec("i"), X = M.bitVec("x"), A = array("a");
  M.C.setInit(Ctx.mkEq(I, Ctx.bv(0, 8)));
  Expr More = Ctx.mkUlt(I, Ctx.bv(20, 8));
  M.edge(0, 0, More,
         {{A, Ctx.mkStore(A, I, Ctx.make(Kind::BvAdd, {In, X}))},
          {I, M.plus(I, 1)}},
         {In});
  M.edge(0, 1, Ctx.mkNot(More));
  M.edge(1, 2, Ctx.mkUlt(I, Ctx.bv(20, 8)));
  M.error(2);
  expectSafe();
}

/// Three runs that are the same say nothing about the fourth.
TEST_F(RunTest, WhatMattersRarelyIsNoProof) {
  Expr X = M.bitVec("x", 64), Y = M.bitVec("y", 64);
  M.edge(0, 1, {}, {{Y, Ctx.make(Kind::BvMul, {X, X})}});
  M.edge(1, 2, Ctx.mkEq(Y, Ctx.bv(0x123456789abcdef1, 64)));
  M.error(2);
  expectUnknown();
}

TEST_F(RunTest, ChoicesAreNoProof) {
  Expr X = M.bitVec("x");
  M.edge(0, 1, {}, {{X, Ctx.bv(1, 8)}});
  M.edge(0, 1, {}, {{X, Ctx.bv(2, 8)}});
  M.edge(1, 2, Ctx.mkEq(X, Ctx.bv(4, 8)));
  M.error(2);
  expectUnknown();
  M.edge(1, 2, Ctx.mkEq(X, Ctx.bv(2, 8)));
  expectUnsafe();
}

TEST_F(IdleRunTest, EndsWhenRunsDoNothingNew) {
  Expr X = M.bitVec("x");
  M.edge(0, 1, {}, {{X, Ctx.bv(1, 8)}});
  M.edge(0, 1, {}, {{X, Ctx.bv(2, 8)}});
  M.edge(1, 2, Ctx.mkEq(X, Ctx.bv(4, 8)));
  M.error(2);
  CfaResult R = check();
  ASSERT_TRUE(R.isUnknown());
  EXPECT_EQ(R.reason().What, UnknownReason::Kind::NoProgress);
}

//===- Violations ---------------------------------------------------------===//

/// Five inputs in a row, each of which is worth keeping.
TEST_F(RunTest, InputsThatLeadToSomethingNewAreKept) {
  Expr State = M.bitVec("state");
  Expr Input = Ctx.var("input", Ctx.bitVecSort(32));
  M.C.setInit(Ctx.mkEq(State, Ctx.bv(0, 8)));
  unsigned I = 0;
  std::vector<Expr> Others;
  for (uint64_t Wanted : {1700u, 99u, 4294967292u, 100000u, 12345u}) {
    Expr Goes = Ctx.mkAnd(Ctx.mkEq(State, Ctx.bv(I, 8)),
                          Ctx.mkEq(Input, Ctx.bv(Wanted, 32)));
    M.edge(0, 0, Goes, {{State, Ctx.bv(++I, 8)}}, {Input});
    Others.push_back(Ctx.mkNot(Goes));
  }
  Others.push_back(Ctx.mkUlt(State, Ctx.bv(5, 8)));
  M.edge(0, 0, Ctx.mkAnd(Others), {{State, Ctx.bv(0, 8)}}, {Input});
  M.edge(0, 1, Ctx.mkEq(State, Ctx.bv(5, 8)));
  M.error(1);
  expectUnsafe();
  EXPECT_GT(Figures.get("run.kept"), 3);
}

/// Sixty times the same.
TEST_F(RunTest, SomeInputsStayTheSame) {
  Expr Count = M.bitVec("count"), In = Ctx.var("again", Ctx.boolSort());
  M.C.setInit(Ctx.mkEq(Count, Ctx.bv(0, 8)));
  Expr IsFull = Ctx.mkEq(Count, Ctx.bv(60, 8));
  Expr More = Ctx.make(Kind::BvAdd, {Count, Ctx.bv(1, 8)});
  M.edge(0, 0, Ctx.mkNot(IsFull), {{Count, Ctx.mkIte(In, More, Ctx.bv(0, 8))}},
         {In});
  M.edge(0, 1, IsFull);
  M.error(1);
  expectUnsafe();
}

/// An input of one format is compared in another one.
TEST_F(RunTest, FractionsOfTheProgramAreTriedInAllFormats) {
  const auto Single = uint32_t(FpFormat::Single),
             Double = uint32_t(FpFormat::Double);
  Expr Input = Ctx.var("input", Ctx.bitVecSort(32));
  Expr Wide = Ctx.make(Kind::FpConvert, {Input}, Double, Single);
  Expr Wanted = Ctx.bv(0x4062d00000000000, 64); // 150.5
  M.edge(0, 1, Ctx.make(Kind::FpEq, {Wide, Wanted}, Double), {}, {Input});
  M.edge(0, 2, Ctx.mkNot(Ctx.make(Kind::FpEq, {Wide, Wanted}, Double)), {},
         {Input});
  M.error(1);
  expectUnsafe();
}

TEST_F(RunTest, RunsAreShortened) {
  Expr X = M.bitVec("x"), N = M.bitVec("n", 32);
  M.C.setInit(Ctx.mkEq(N, Ctx.bv(0, 32)));
  M.edge(0, 1, {}, {{X, In}, {N, M.plus(N, 1)}}, {In});
  M.edge(1, 0, Ctx.mkNot(Ctx.mkEq(X, Ctx.bv(77, 8))));
  M.edge(1, 2, Ctx.mkEq(X, Ctx.bv(77, 8)));
  M.error(2);
  CfaResult R = check();
  ASSERT_TRUE(R.isUnsafe());
  EXPECT_LE(R.trace().Steps.size(), 8u);
}

TEST_F(RunTest, LimitsAreNoViolations) {
  M.edge(0, 1);
  M.C.addError({1, "limit", {}, ErrorLocation::Kind::Limit});
  expectUnknown();
}

TEST_F(RunTest, LimitsThatAnotherModelDoesNotHaveAreFound) {
  M.edge(0, 1);
  M.C.addError(
      {1, "limit", {}, ErrorLocation::Kind::Limit, Remedy::JoinedMembers});
  expectUnsafe();
}

TEST_F(RunTest, WhatIsApproximatedDecidesNothing) {
  Expr X = M.bitVec("x");
  Edge E;
  E.Source = 0;
  E.Target = 1;
  E.Guard = Ctx.trueExpr();
  E.Updates = {{X, In}};
  E.Inputs = {{In, Input::Kind::Havoc, "unknown", {}}};
  M.C.addEdge(E);
  M.edge(1, 2, Ctx.mkUlt(X, Ctx.bv(128, 8)));
  M.error(2);
  expectUnknown();
  M.edge(1, 2, Ctx.mkUle(Ctx.bv(128, 8), X));
  M.edge(0, 3);
  M.edge(3, 2);
  expectUnsafe();
}

/// Addresses are anything, but no small numbers.
TEST_F(RunTest, WhatIsKnownOfApproximationsIsMet) {
  Expr X = M.bitVec("x", 64), Place = Ctx.var("place", Ctx.bitVecSort(64));
  Edge E;
  E.Source = 0;
  E.Target = 1;
  E.Guard = Ctx.mkUlt(Ctx.bv(uint64_t(1) << 62, 64), Place);
  E.Updates = {{X, Place}};
  E.Inputs = {{Place, Input::Kind::Havoc, "place", {}}};
  M.C.addEdge(E);
  M.edge(1, 2, Ctx.mkUlt(Ctx.bv(1, 64), X));
  M.error(2);
  expectUnsafe();
}

TEST_F(RunTest, InitIsACondition) {
  Expr X = M.bitVec("x"), Y = M.bitVec("y");
  M.C.setInit(Ctx.mkAnd(Ctx.mkUlt(X, Y), Ctx.mkEq(Y, Ctx.bv(3, 8))));
  M.edge(0, 1, Ctx.mkUlt(Ctx.bv(2, 8), X));
  M.error(1);
  expectUnknown();
  M.edge(0, 1, Ctx.mkEq(X, Ctx.bv(2, 8)));
  expectUnsafe();
}

//===- Arrays -------------------------------------------------------------===//

/// All updates happen at once.
TEST_F(RunTest, ArraysAreExchanged) {
  Expr A = array("a"), B = array("b"), X = M.bitVec("x");
  Expr Zeros = Ctx.mkConstArray(A.sort(), Ctx.bv(0, 8));
  Expr Five = Ctx.bv(5, 8), Nine = Ctx.bv(9, 8);
  M.C.setInit(Ctx.mkAnd(
      {Ctx.mkEq(A, Zeros), Ctx.mkEq(B, Zeros), Ctx.mkEq(X, Ctx.bv(0, 8))}));
  M.edge(0, 1, {}, {{A, Ctx.mkStore(A, Five, Nine)}});
  M.edge(1, 2, {},
         {{A, Ctx.mkStore(B, Nine, Five)},
          {B, Ctx.mkStore(A, Ctx.bv(6, 8), Ctx.bv(7, 8))},
          {X, Ctx.mkSelect(A, Five)}});
  Expr IsRight =
      Ctx.mkAnd({Ctx.mkEq(Ctx.mkSelect(A, Nine), Five),
                 Ctx.mkEq(Ctx.mkSelect(A, Five), Ctx.bv(0, 8)),
                 Ctx.mkEq(Ctx.mkSelect(B, Five), Nine),
                 Ctx.mkEq(Ctx.mkSelect(B, Ctx.bv(6, 8)), Ctx.bv(7, 8)),
                 Ctx.mkEq(X, Nine)});
  M.edge(2, 3, Ctx.mkNot(IsRight));
  M.error(3);
  expectSafe();
}

TEST_F(RunTest, ArraysMayDependOnConditions) {
  Expr A = array("a"), B = array("b"), X = M.bitVec("x");
  Expr Is = Ctx.mkEq(X, Ctx.bv(3, 8)), Base = Ctx.mkStore(A, X, X);
  M.C.setInit(
      Ctx.mkAnd({Ctx.mkEq(X, Ctx.bv(3, 8)),
                 Ctx.mkEq(Ctx.mkSelect(A, Ctx.bv(4, 8)), Ctx.bv(8, 8)),
                 Ctx.mkEq(B, Ctx.mkConstArray(B.sort(), Ctx.bv(6, 8)))}));
  M.edge(0, 1, {},
         {{A, Ctx.mkIte(Is, Ctx.mkStore(Base, Ctx.bv(1, 8), Ctx.bv(2, 8)),
                        Ctx.mkStore(Base, Ctx.bv(4, 8), Ctx.bv(2, 8)))},
          {B, Ctx.mkIte(Is, Ctx.mkStore(A, Ctx.bv(0, 8), X), B)}});
  auto Has = [&](Expr Of, unsigned Index, unsigned Element) {
    return Ctx.mkEq(Ctx.mkSelect(Of, Ctx.bv(Index, 8)), Ctx.bv(Element, 8));
  };
  M.edge(1, 2,
         Ctx.mkNot(Ctx.mkAnd({Has(A, 1, 2), Has(A, 3, 3), Has(A, 4, 8),
                              Has(B, 0, 3), Has(B, 4, 8)})));
  M.error(2);
  expectSafe();
}

TEST_F(RunTest, ElementsMayHaveManyWords) {
  Sort Wide = Ctx.bitVecSort(150);
  Expr A = M.declare(Ctx.var("a", Ctx.arraySort(Ctx.bitVecSort(8), Wide)));
  Expr B = M.declare(Ctx.var("b", A.sort())), X = M.bitVec("x", 150);
  Expr One = Ctx.bv(1, 8), Two = Ctx.bv(2, 8);
  Expr Large = Ctx.bv(llvm::APInt::getOneBitSet(150, 140) + 9);
  Expr Other = Ctx.bv(llvm::APInt::getOneBitSet(150, 70) + 3);
  M.C.setInit(Ctx.mkAnd(Ctx.mkEq(A, Ctx.mkConstArray(A.sort(), Other)),
                        Ctx.mkEq(Ctx.mkSelect(B, Two), Large)));
  M.edge(0, 1, {}, {{A, Ctx.mkStore(B, One, Ctx.mkSelect(A, Two))}, {B, A}});
  M.edge(1, 2, {},
         {{X, Ctx.make(Kind::BvAdd,
                       {Ctx.mkSelect(A, One), Ctx.mkSelect(A, Two)})}});
  Expr Sum = Ctx.make(Kind::BvAdd, {Large, Other});
  M.edge(2, 3, Ctx.mkNot(Ctx.mkEq(X, Sum)));
  M.edge(2, 3, Ctx.mkNot(Ctx.mkEq(Ctx.mkSelect(B, One), Other)));
  M.error(3);
  expectSafe();
}

/// An object and an offset, which may be below it.
TEST_F(RunTest, IndicesMayHaveTwoWords) {
  const unsigned Bits = 96;
  Expr A = M.declare(
      Ctx.var("a", Ctx.arraySort(Ctx.bitVecSort(Bits), Ctx.bitVecSort(8))));
  Expr Object = M.bitVec("object", 32), Offset = M.bitVec("offset", 64);
  auto Cell = [&](Expr O, Expr At) { return Ctx.make(Kind::Concat, {O, At}); };
  Expr One = Ctx.bv(1, 32), Two = Ctx.bv(2, 32), Below = Ctx.bv(-8, 64);
  Expr Known = Ctx.mkSelect(A, Cell(Two, Below));
  M.C.setInit(Ctx.mkAnd({Ctx.mkEq(Object, One), Ctx.mkEq(Offset, Below),
                         Ctx.mkEq(Known, Ctx.bv(7, 8))}));
  M.edge(0, 1, {},
         {{A, Ctx.mkStore(Ctx.mkStore(A, Cell(Object, Offset), Ctx.bv(3, 8)),
                          Cell(Object, Ctx.bv(5, 64)), Ctx.bv(4, 8))}});
  auto Is = [&](Expr O, Expr At, unsigned N) {
    return Ctx.mkEq(Ctx.mkSelect(A, Cell(O, At)), Ctx.bv(N, 8));
  };
  M.edge(1, 2,
         Ctx.mkAnd({Is(Two, Below, 7), Is(Object, Offset, 3),
                    Is(One, Ctx.bv(5, 64), 4),
                    Ctx.mkNot(Is(Two, Ctx.bv(5, 64), 4))}));
  M.error(2);
  expectUnsafe();
}

/// Of an array from outside, each cell is something else.
TEST_F(RunTest, TextFromOutsideIsFound) {
  Expr Text = array("text");
  unsigned I = 0;
  for (char Wanted : {'4', '7', '1', '1', '\0'}) {
    Expr Is = Ctx.mkEq(Ctx.mkSelect(Text, Ctx.bv(20 + I, 8)),
                       Ctx.bv(uint64_t(Wanted), 8));
    M.edge(I, I + 1, Is);
    M.edge(I, 7, Ctx.mkNot(Is));
    ++I;
  }
  M.error(I);
  expectUnsafe();
}

/// Whichever is read first.
TEST_F(RunTest, CopiesOfWhatIsFromOutsideAreTheSame) {
  Expr A = array("a"), B = array("b"), In = Ctx.var("given", A.sort());
  Expr One = Ctx.bv(1, 8), Two = Ctx.bv(2, 8), Three = Ctx.bv(3, 8);
  M.C.setInit(Ctx.mkEq(Ctx.mkSelect(A, Three), Ctx.bv(9, 8)));
  M.edge(0, 1, {}, {{B, Ctx.mkStore(A, One, Two)}});
  Expr Differ = Ctx.mkNot(Ctx.mkEq(Ctx.mkSelect(A, Two), Ctx.mkSelect(B, Two)));
  M.edge(1, 5, Differ);
  M.edge(1, 5, Ctx.mkNot(Ctx.mkEq(Ctx.mkSelect(B, One), Two)));
  M.edge(1, 5, Ctx.mkNot(Ctx.mkEq(Ctx.mkSelect(B, Three), Ctx.bv(9, 8))));
  M.edge(1, 2, Ctx.mkNot(Differ), {{A, In}}, {In});
  M.edge(2, 5,
         Ctx.mkAnd(Ctx.mkEq(Ctx.mkSelect(A, Two), Ctx.bv('x', 8)),
                   Ctx.mkEq(Ctx.mkSelect(B, Two), Ctx.bv('y', 8))));
  M.edge(2, 3, Ctx.mkEq(Ctx.mkSelect(A, Two), Ctx.bv('x', 8)));
  M.error(5);
  expectUnsafe();
}

/// Elements of more than a word, found by indices of more than a word.
TEST_F(RunTest, LargeCellsFromOutsideAreTold) {
  Expr A = M.declare(
      Ctx.var("a", Ctx.arraySort(Ctx.bitVecSort(96), Ctx.bitVecSort(70))));
  auto Cell = [&](uint64_t O, uint64_t At) {
    return Ctx.mkSelect(
        A, Ctx.make(Kind::Concat, {Ctx.bv(O, 32), Ctx.bv(At, 64)}));
  };
  M.edge(0, 1,
         Ctx.mkAnd(Ctx.mkUlt(Cell(1, 8), Cell(2, 8)),
                   Ctx.mkUlt(Cell(2, 8), Cell(2, uint64_t(-8)))));
  M.error(1);
  expectUnsafe();
}

/// Of two bytes that are read one by one.
TEST_F(RunTest, BytesOfTheProgramsConstantsAreTried) {
  Expr High = Ctx.var("high", Ctx.bitVecSort(8));
  Expr Low = Ctx.var("low", Ctx.bitVecSort(8));
  Expr Third = Ctx.var("third", Ctx.bitVecSort(8));
  Expr All = Ctx.make(Kind::Concat,
                      {Ctx.make(Kind::Concat, {High, Low}), Third});
  M.edge(0, 1, Ctx.mkEq(All, Ctx.bv(0x4a71b3, 24)), {}, {High, Low, Third});
  M.error(1);
  expectUnsafe();
}

/// A condition is tried with other cells, too.
TEST_F(RunTest, CellsAreChosenAgainWhereARunCannotGoOn) {
  Expr Text = array("text"), Two = Ctx.bv(2, 8);
  M.edge(0, 1,
         Ctx.mkAnd(Ctx.mkEq(Ctx.mkSelect(Text, Two), Ctx.bv(0, 8)),
                   Ctx.mkUlt(In, Ctx.bv(100, 8))),
         {}, {In});
  M.edge(1, 2, Ctx.mkEq(Ctx.mkSelect(Text, Two), Ctx.bv(0, 8)));
  M.error(2);
  expectUnsafe();
}

TEST_F(RunTest, AllViolationsAreTold) {
  Expr X = M.bitVec("x"), Input = Ctx.var("input", Ctx.bitVecSort(32));
  M.C.setInit(Ctx.mkEq(X, Ctx.bv(0, 8)));
  M.edge(0, 1);
  for (unsigned I = 0; I < 3; ++I) {
    M.edge(1, 2 + I, Ctx.mkEq(Input, Ctx.bv(1000 * (I + 1), 32)), {}, {Input});
    M.error(2 + I);
  }
  M.edge(1, 5, Ctx.mkUlt(Ctx.bv(0, 8), X));
  M.error(5);
  std::vector<LocationId> Ends;
  findViolations(M.C, Budget::seconds(20), 0.2, [&](CfaTrace Run) {
    EXPECT_TRUE(checkTrace(M.C, Run).isConfirmed());
    Ends.push_back(M.C.edge(Run.Steps.back().Taken).Target);
  });
  llvm::sort(Ends);
  EXPECT_EQ(Ends, (std::vector<LocationId>{2, 3, 4}));
}

//===- What cannot be compiled --------------------------------------------===//

TEST_F(RunTest, UnboundedIntegersAreNotCompiled) {
  M.declare(Ctx.var("n", Ctx.intSort()));
  M.edge(0, 1);
  M.error(1);
  CfaResult R = check();
  ASSERT_TRUE(R.isUnknown());
  EXPECT_EQ(R.reason().What, UnknownReason::Kind::Unsupported);
}

//===- What inputs are compared with --------------------------------------===//

namespace {
run::Tape tapeOf(llvm::ArrayRef<std::pair<uint64_t, unsigned>> Words) {
  run::Tape T;
  for (auto [Word, Bits] : Words) {
    T.Words.push_back(Word);
    T.Bits.push_back(uint8_t(Bits));
  }
  return T;
}
} // namespace

TEST(RunComparisonsTest, FindsANumberInOneWord) {
  run::Tape T = tapeOf({{7, 8}, {7, 32}, {0xfffffffff9, 64}, {0xf9, 8}});
  EXPECT_EQ(placesOf(T, 7, 32, 16).size(), 2u);
  // -7, which bytes and wider words hold, too.
  auto Places = placesOf(T, 0xfffffff9, 32, 16);
  ASSERT_EQ(Places.size(), 2u);
  EXPECT_TRUE(Places[0].write(T, 0x12345678, 32));
  EXPECT_EQ(T.Words[2], 0xff12345678u);
  EXPECT_TRUE(Places[1].write(T, uint32_t(-2), 32));
  EXPECT_EQ(T.Words[3], 0xfeu);
}

TEST(RunComparisonsTest, FindsANumberThatIsMadeOfBytes) {
  for (bool HighestFirst : {false, true}) {
    run::Tape T = tapeOf({{9, 8}, {1, 8}, {2, 8}, {9, 16}});
    auto Places = placesOf(T, HighestFirst ? 0x0102 : 0x0201, 16, 16);
    ASSERT_EQ(Places.size(), 1u);
    EXPECT_EQ(Places[0].First, 1u);
    EXPECT_EQ(Places[0].Count, 2u);
    EXPECT_EQ(Places[0].HighestFirst, HighestFirst);
    EXPECT_TRUE(Places[0].write(T, 0xa5c3, 16));
    EXPECT_EQ(T.Words[HighestFirst ? 1 : 2], 0xa5u);
    EXPECT_EQ(T.Words[HighestFirst ? 2 : 1], 0xc3u);
  }
}

TEST(RunComparisonsTest, FindsANumberInCellsOneAfterTheOther) {
  run::Tape T;
  for (uint64_t Index : {4, 5, 7})
    T.Cells.push_back({0, Index, Index, 8});
  EXPECT_EQ(placesOf(T, 0x0405, 16, 16).size(), 1u);
  EXPECT_TRUE(placesOf(T, 0x0507, 16, 16).empty());
}

TEST(RunComparisonsTest, SolvesWhatIsLinear) {
  // 3 * x + 5 = 0, modulo 2^8.
  std::optional<uint64_t> X = run::stepToZero(5, 3, 8);
  ASSERT_TRUE(X);
  EXPECT_EQ((3 * *X + 5) & 0xff, 0u);
  X = run::stepToZero(uint64_t(-12), 4, 32);
  ASSERT_TRUE(X);
  EXPECT_EQ(*X, 3u);
  EXPECT_FALSE(run::stepToZero(7, 4, 32));
  EXPECT_FALSE(run::stepToZero(7, 0, 32));
}
