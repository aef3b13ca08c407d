//===- CellsTest.cpp - Facts about all cells of arrays --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs of two loops over small arrays, made twice: with arrays for
// the engine, and with a variable for each cell to be enumerated.
//
//===----------------------------------------------------------------------===//

#include "Engine/Cells/Candidates.h"
#include "Engine/Cells/Houdini.h"
#include "Engine/Cells/InitialContents.h"
#include "Engine/Cells/LinearForm.h"
#include "Engine/Cells/LocalFacts.h"
#include "Engine/Cells/Observations.h"
#include "Engine/Cells/ReadElimination.h"

#include "CfaMaker.h"
#include "ExplicitState.h"
#include "RandomCfa.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Engine/Cells/Cells.h"
#include "sooth/Engine/Engines.h"
#include "sooth/Expr/Evaluator.h"
#include "sooth/Model/CfaPrinter.h"
#include "sooth/Solver/Solver.h"
#include "sooth/Transform/Cfa/Slice.h"

#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

namespace {
/// How memory is in a model.
enum class Memory { Arrays, Variables };

class LoopProgram {
public:
  LoopProgram(ExprContext &Ctx, uint64_t Seed, Memory How);
  Cfa &model() { return M.C; }

private:
  static constexpr unsigned IndexBits = 2, CounterBits = 3;
  Expr read(unsigned Array, Expr Index);
  void write(std::vector<Update> &Out, unsigned Array, Expr Index, Expr Val);
  Expr number(uint64_t V) { return Ctx.bv(V, CounterBits); }
  Expr index(Expr Counter) { return Ctx.mkExtract(IndexBits - 1, 0, Counter); }
  Expr constant() { return Ctx.bv(R.below(1u << Bits), Bits); }
  Expr value();
  Expr assertion();

  ExprContext &Ctx;
  CfaMaker M;
  Random R;
  Memory How;
  unsigned Count, Bits; // arrays, and bits of a cell
  std::vector<Expr> Arrays;
  std::vector<std::vector<Expr>> Cells;
  Expr I, N, X;
};
} // namespace

Expr LoopProgram::read(unsigned Array, Expr Index) {
  if (How == Memory::Arrays)
    return Ctx.mkSelect(Arrays[Array], Index);
  Expr Result = Cells[Array][0];
  for (unsigned C = 1; C < Cells[Array].size(); ++C)
    Result = Ctx.mkIte(Ctx.mkEq(Index, Ctx.bv(C, IndexBits)), Cells[Array][C],
                       Result);
  return Result;
}

void LoopProgram::write(std::vector<Update> &Out, unsigned Array, Expr Index,
                        Expr Val) {
  if (How == Memory::Arrays) {
    Out.push_back({Arrays[Array], Ctx.mkStore(Arrays[Array], Index, Val)});
    return;
  }
  for (unsigned C = 0; C < Cells[Array].size(); ++C)
    Out.push_back(
        {Cells[Array][C], Ctx.mkIte(Ctx.mkEq(Index, Ctx.bv(C, IndexBits)), Val,
                                    Cells[Array][C])});
}

Expr LoopProgram::value() {
  switch (R.below(Count == 1 ? 4 : 5)) {
  case 0:
    return constant();
  case 1:
    return Ctx.mkExtract(Bits - 1, 0, I);
  case 2: {
    Expr Limit = constant();
    return Ctx.mkIte(Ctx.mkUlt(X, Limit), X, Limit);
  }
  case 3:
    return X;
  default:
    return read(1, index(I));
  }
}

Expr LoopProgram::assertion() {
  Expr Cell = read(0, index(I));
  switch (R.below(Count == 1 ? 4 : 5)) {
  case 0:
    return Ctx.mkEq(Cell, constant());
  case 1:
    return Ctx.mkUle(Cell, constant());
  case 2:
    return Ctx.mkEq(Cell, Ctx.mkExtract(Bits - 1, 0, I));
  case 3:
    return Ctx.mkEq(Cell, X);
  default:
    return Ctx.mkEq(Cell, read(1, index(I)));
  }
}

LoopProgram::LoopProgram(ExprContext &Ctx, uint64_t Seed, Memory How)
    : Ctx(Ctx), M(Ctx, 5), R(Seed), How(How), Count(1 + R.below(2)),
      Bits(Count == 1 ? 2 : 1) {
  for (unsigned A = 0; A < Count; ++A) {
    std::string Name(1, char('a' + A));
    if (How == Memory::Arrays)
      Arrays.push_back(
          M.declare(Ctx.var(Name, Ctx.arraySort(Ctx.bitVecSort(IndexBits),
                                                Ctx.bitVecSort(Bits)))));
    else
      for (unsigned C = 0; C < 1u << IndexBits; ++C) {
        Cells.resize(Count);
        Cells[A].push_back(M.bitVec(Name + std::to_string(C), Bits));
      }
  }
  I = M.bitVec("i", CounterBits);
  N = M.bitVec("n", CounterBits);
  X = M.bitVec("x", Bits);
  Expr Any = Ctx.var("any", N.sort()), AnyX = Ctx.var("any.x", X.sort());
  std::vector<Update> Start{{I, number(R.chance(80) ? 0 : 1)},
                            {N, R.chance(80) ? Any : number(4)}};
  if (R.chance(50))
    write(Start, 0, index(number(0)), constant());
  M.edge(0, 1, Ctx.mkUle(Any, number(R.chance(90) ? 4 : 5)), Start, {Any});
  auto More = [&] {
    return R.chance(85) ? Ctx.mkUlt(I, N) : Ctx.mkNot(Ctx.mkEq(I, N));
  };
  Expr More1 = More(), More2 = More();
  std::vector<Update> Body{{I, M.plus(I, R.chance(85) ? 1 : 2)}};
  write(Body, 0, index(I), value());
  if (R.chance(40))
    Body.push_back({X, AnyX});
  M.edge(1, 1, More1, Body, {AnyX});
  std::vector<Update> Between{{I, number(R.chance(80) ? 0 : 1)}};
  if (R.chance(15))
    write(Between, R.below(Count), index(number(R.below(4))), constant());
  M.edge(1, 2, Ctx.mkNot(More1), Between);
  Expr Good = assertion();
  M.edge(2, 2, Ctx.mkAnd(More2, Good), {{I, M.plus(I, 1)}});
  M.edge(2, 4, Ctx.mkAnd(More2, Ctx.mkNot(Good)));
  M.edge(2, 3, Ctx.mkNot(More2));
  M.error(4);
}

static std::string text(const Cfa &C) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printCfa(OS, C);
  return Text;
}

TEST(Cells, RandomLoops) {
  unsigned Safe = 0, Proved = 0;
  for (uint64_t Seed = 1; Seed <= 250; ++Seed) {
    ExprContext Ctx, Plain;
    LoopProgram P(Ctx, Seed, Memory::Arrays), Q(Plain, Seed, Memory::Variables);
    bool IsSafe = !ExplicitCfa(Q.model()).errorReachable();
    Safe += IsSafe;
    TransformedCfa Sliced = slice(P.model());
    CfaResult R = Sliced.Back->back(
        createCells()->check(Sliced.Model, Budget::seconds(20)));
    EXPECT_FALSE(R.isUnsafe());
    ExcludedErrors Excluded =
        excludeErrors(Sliced.Model, Budget::seconds(20), CellsOptions());
    EXPECT_EQ(R.isSafe(), !Excluded.Locations.empty()) << "seed " << Seed;
    if (!R.isSafe())
      continue;
    ++Proved;
    EXPECT_TRUE(IsSafe) << "seed " << Seed << "\n" << text(P.model());
    CheckResult Checked = checkInvariant(P.model(), R.invariant(), Budget());
    EXPECT_TRUE(Checked.isConfirmed())
        << "seed " << Seed << ": " << Checked.Why << "\n"
        << text(P.model());
  }
  RecordProperty("safe", Safe);
  RecordProperty("proved", Proved);
  EXPECT_GE(Proved * 4, Safe) << Proved << " of " << Safe;
}

TEST(Cells, GivesUpAtOnce) {
  ExprContext Ctx;
  CfaMaker NoArray(Ctx, 2), NoLoop(Ctx, 2);
  Expr X = NoArray.bitVec("x", 4);
  NoArray.edge(0, 0, {}, {{X, NoArray.plus(X, 1)}});
  NoArray.edge(0, 1, Ctx.mkEq(X, Ctx.bv(3, 4)));
  NoArray.error(1);
  Expr A = NoLoop.declare(Ctx.var("a", Ctx.arraySort(X.sort(), X.sort())));
  NoLoop.edge(0, 1, Ctx.mkEq(Ctx.mkSelect(A, Ctx.bv(1, 4)), Ctx.bv(3, 4)));
  NoLoop.error(1);
  for (Cfa *C : {&NoArray.C, &NoLoop.C}) {
    EXPECT_FALSE(cellsMayHelp(*C));
    CfaResult R = createCells()->check(*C, Budget());
    ASSERT_TRUE(R.isUnknown());
    EXPECT_EQ(R.reason().What, UnknownReason::Kind::NoProgress);
  }
}

/// A counter to 5 that is no 7, but 3, and of which nothing is known with y.
TEST(Cells, ExcludesSomeErrors) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 5);
  Expr X = M.bitVec("x"), Y = M.bitVec("y");
  M.edge(0, 1, {}, {{X, Ctx.bv(0, 8)}});
  M.edge(1, 1, Ctx.mkUlt(X, Ctx.bv(5, 8)), {{X, M.plus(X, 1)}});
  M.edge(1, 2, Ctx.mkEq(X, Ctx.bv(7, 8)));
  M.edge(1, 3, Ctx.mkEq(X, Ctx.bv(3, 8)));
  M.edge(1, 4, Ctx.mkEq(X, Y));
  for (LocationId Error : {2, 3, 4})
    M.error(Error);
  ExcludedErrors Found = excludeErrors(M.C, Budget(), CellsOptions());
  EXPECT_EQ(Found.Locations, std::vector<LocationId>{2});
  EXPECT_TRUE(Found.Why.Formulas.lookup(2).isFalse());
  Cfa One = M.C;
  One.setErrors({M.C.errors().front()});
  EXPECT_TRUE(checkInvariant(One, Found.Why, Budget()).isConfirmed());
  EXPECT_TRUE(
      excludeErrors(M.C, Budget::seconds(0), CellsOptions()).Locations.empty());
}

namespace {
/// Gives up from some question on.
class Cut final : public Solver {
public:
  Cut(std::unique_ptr<Solver> Inner, unsigned &Left)
      : Inner(std::move(Inner)), Left(Left) {}
  void push() override { Inner->push(); }
  void pop() override { Inner->pop(); }
  void add(Expr E) override { Inner->add(E); }
  Answer check(llvm::ArrayRef<Expr> Assumptions, const Budget &B) override {
    if (Left == 0)
      return Answer::Unknown;
    --Left;
    return Inner->check(Assumptions, B);
  }
  Value value(Expr E) override { return Inner->value(E); }
  std::vector<Expr> core() override { return Inner->core(); }
  std::string reasonUnknown() const override { return "cut"; }

private:
  std::unique_ptr<Solver> Inner;
  unsigned &Left;
};

/// Which answer \p Questions, all together.
class CutFamily final : public SolverFamily<Solver> {
public:
  explicit CutFamily(unsigned &Questions) : Questions(Questions) {}
  std::unique_ptr<Solver> create(SolverOptions O) override {
    return std::make_unique<Cut>(Inner->create(O), Questions);
  }

private:
  std::unique_ptr<SolverFamily<Solver>> Inner = createZ3Family();
  unsigned &Questions;
};
} // namespace

/// What is certain is not asked about, and here it is wrong: that must not be
/// told, at whatever question the search is cut short.
TEST(Cells, TellsNothingThatTheSolverHasNotSeenToBeAnInvariant) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 3);
  Expr X = M.bitVec("x"), Y = M.bitVec("y");
  M.edge(0, 1, {}, {{X, Ctx.bv(0, 8)}});
  M.edge(1, 1, Ctx.mkUlt(X, Ctx.bv(5, 8)), {{X, M.plus(X, 1)}});
  M.edge(1, 2, Ctx.mkEq(X, Ctx.bv(7, 8)));
  M.error(2);
  const Expr Wrong = Ctx.mkEq(Y, Ctx.bv(3, 8));
  cells::Candidates Of;
  Of.Facts = {{}, {Ctx.mkUlt(X, Ctx.bv(6, 8)), Wrong}, {}};
  Of.Certain.resize(3);
  Of.Certain[1].insert(Wrong);
  std::optional<CfaInvariant> Why;
  for (unsigned Questions = 0; !Why && Questions < 100; ++Questions) {
    unsigned Left = Questions;
    cells::Houdini Search(M.C, Of, Budget(), std::make_unique<CutFamily>(Left));
    if (Search.run(Budget()) == cells::Houdini::Outcome::Proof)
      Why = Search.invariant(Budget());
  }
  ASSERT_TRUE(Why);
  EXPECT_TRUE(checkInvariant(M.C, *Why, Budget()).isConfirmed());
}

/// A search ends at the cell that was stored last, by a variable that nothing
/// else needs any more.
TEST(Cells, SearchesEndWhereTheirEndWasStored) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 4);
  Expr X = M.bitVec("x"), Y = M.bitVec("y");
  Expr A = M.declare(Ctx.var("a", Ctx.arraySort(X.sort(), X.sort())));
  Expr Zero = Ctx.bv(0, 8), Cell = Ctx.mkSelect(A, Y);
  M.edge(0, 1, Ctx.mkUlt(X, Ctx.bv(200, 8)),
         {{A, Ctx.mkStore(A, X, Zero)}, {Y, Zero}});
  M.edge(1, 1, Ctx.mkNot(Ctx.mkEq(Cell, Zero)), {{Y, M.plus(Y, 1)}});
  M.edge(1, 2, Ctx.mkUlt(Ctx.bv(200, 8), Y));
  M.edge(1, 3, Ctx.mkEq(Y, Ctx.bv(100, 8)));
  M.error(2);
  const CfaResult R = createCells()->check(M.C, Budget::seconds(60));
  ASSERT_TRUE(R.isSafe());
  EXPECT_TRUE(checkInvariant(M.C, R.invariant(), Budget()).isConfirmed());
  M.error(3);
  EXPECT_EQ(excludeErrors(M.C, Budget(), CellsOptions()).Locations,
            std::vector<LocationId>{2});
}

/// Without any guess: what was checked before a loop is known behind it, and an
/// error before it is reached.
TEST(Cells, KnowsWhatLoopsDoNotChange) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 5);
  Expr X = M.bitVec("x"), Y = M.bitVec("y");
  Expr Small = Ctx.mkUlt(Y, Ctx.bv(9, 8));
  M.edge(0, 3, Ctx.mkEq(Y, Ctx.bv(77, 8)));
  M.edge(0, 1, Small, {{X, Ctx.bv(0, 8)}});
  M.edge(1, 1, Ctx.mkUlt(X, Ctx.bv(5, 8)), {{X, M.plus(X, 1)}});
  M.edge(1, 2, Ctx.mkEq(Y, Ctx.bv(9, 8)));
  M.edge(1, 4, Ctx.mkUlt(Ctx.bv(5, 8), X));
  for (LocationId Error : {2, 3, 4})
    M.error(Error);
  ExcludedErrors Found = excludeErrors(M.C, Budget(), {.MaxCandidates = 0});
  EXPECT_EQ(Found.Locations, (std::vector<LocationId>{2, 4}));
  EXPECT_EQ(Found.Reached, std::vector<LocationId>{3});
}

/// What one edge before an error says, or what several facts say together, also
/// behind a loop; but not what the error's edge does not contradict.
TEST(Cells, ExcludesByLocalFacts) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 5);
  Expr X = M.bitVec("x"), Y = M.bitVec("y");
  M.edge(0, 1, Ctx.mkUlt(Y, Ctx.bv(9, 8)), {{X, Ctx.bv(0, 8)}});
  M.edge(1, 1, Ctx.mkUlt(X, Y), {{X, M.plus(X, 1)}});
  M.edge(1, 2, Ctx.mkEq(Y, Ctx.bv(9, 8)));
  M.edge(1, 3, Ctx.mkUlt(X, Ctx.bv(9, 8)));
  M.edge(1, 4,
         Ctx.mkEq(Ctx.mkAnd(Ctx.mkUlt(X, Y), Ctx.mkUlt(Y, X)), Ctx.trueExpr()));
  for (LocationId Error : {2, 3, 4})
    M.error(Error);
  ExcludedErrors Found = excludeLocally(M.C, Budget());
  EXPECT_EQ(Found.Locations, (std::vector<LocationId>{2, 4}));
  EXPECT_TRUE(Found.IsComplete);
  M.C.setErrors({M.C.errors()[0], M.C.errors()[2]});
  EXPECT_TRUE(checkInvariant(M.C, Found.Why, Budget()).isConfirmed());
  EXPECT_TRUE(excludeLocally(M.C, Budget::seconds(0)).Locations.size() < 2);
}

/// Facts that are not inductive are not used, and cost nothing else.
TEST(Cells, LeavesOutWrongLocalFacts) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 4);
  Expr X = M.bitVec("x"), Y = M.bitVec("y");
  Expr Small = Ctx.mkUlt(X, Ctx.bv(5, 8)), Zero = Ctx.mkEq(Y, Ctx.bv(0, 8));
  M.edge(0, 1, {}, {{X, Ctx.bv(0, 8)}, {Y, Ctx.bv(0, 8)}});
  M.edge(1, 1, {}, {{X, M.plus(X, 1)}});
  M.edge(1, 2, Ctx.mkNot(Small));
  M.edge(1, 3, Ctx.mkNot(Zero));
  M.error(2);
  M.error(3);
  cells::LocalFacts Facts(M.C, {{}, {Small, Zero}, {}, {}});
  EXPECT_FALSE(Facts.exclude(2, Budget()));
  EXPECT_TRUE(Facts.exclude(3, Budget()));
  EXPECT_EQ(Facts.invariant().Formulas.lookup(1), Zero);
}

/// The same fact twice is one: when it is found not to hold, both are gone.
TEST(Cells, TakesLocalFactsOnce) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 3);
  Expr X = M.bitVec("x");
  Expr Small = Ctx.mkUlt(X, Ctx.bv(5, 8));
  M.edge(0, 1, {}, {{X, Ctx.bv(0, 8)}});
  M.edge(1, 1, {}, {{X, M.plus(X, 1)}});
  M.edge(1, 2, Ctx.mkNot(Small));
  M.error(2);
  cells::LocalFacts Facts(M.C, {{}, {Small, Small}, {}});
  EXPECT_FALSE(Facts.exclude(2, Budget()));
}

/// Of more facts than are used at once, those that are about what is asked.
TEST(Cells, UsesNearFactsOfMany) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 4);
  Expr X = M.bitVec("x"), Y = M.bitVec("y");
  Expr A = Ctx.var("a", Ctx.arraySort(Ctx.bitVecSort(16), Ctx.bitVecSort(8)));
  M.declare(A);
  auto Element = [&](unsigned I) { return Ctx.mkSelect(A, Ctx.bv(I, 16)); };
  std::vector<Expr> Known;
  for (unsigned I = 10; I < 310; ++I)
    Known.push_back(Ctx.mkUlt(Element(I), X));
  Known.push_back(Ctx.mkUlt(Element(5), Ctx.bv(4, 8)));
  // By what a variable is equal to.
  Known.push_back(Ctx.mkEq(Y, Element(5)));
  M.edge(0, 1, Ctx.mkAnd(Known));
  M.edge(1, 2, Ctx.mkUlt(Ctx.bv(9, 8), Element(5)));
  M.edge(1, 3,
         Ctx.mkAnd(Ctx.mkUlt(Ctx.bv(9, 8), Y), Ctx.mkUlt(Element(400), Y)));
  M.error(2);
  M.error(3);
  cells::LocalFacts Facts(M.C, {{}, Known, {}, {}});
  EXPECT_TRUE(Facts.exclude(2, Budget()));
  EXPECT_TRUE(Facts.exclude(3, Budget()));
}

/// Both of two numbers are zero, or the first one is not: as of pointers. What
/// is known where they come together is different on each way.
TEST(Cells, GuessesThatOneEquationImpliesAnother) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 6);
  Expr X = M.bitVec("x"), Y = M.bitVec("y"), Z = M.bitVec("z");
  Expr Zero = Ctx.bv(0, 8);
  M.edge(0, 1, {}, {{X, Zero}, {Y, Zero}});
  M.edge(0, 1, Ctx.mkUlt(Ctx.bv(3, 8), Z), {{X, Z}, {Y, M.plus(Z, 7)}});
  M.edge(1, 2, Ctx.mkNot(Ctx.mkAnd(Ctx.mkEq(X, Zero), Ctx.mkEq(Y, Zero))));
  M.edge(2, 3, Ctx.mkEq(X, Zero));
  M.edge(2, 4, Ctx.mkEq(Y, Zero));
  M.error(3);
  M.error(4);
  cells::LocalFacts Certain(
      M.C,
      cells::factsWithoutGuess(M.C, analyzeIntervals(M.C, Budget()), Budget()));
  EXPECT_FALSE(Certain.exclude(3, Budget()));
  const ExcludedErrors Found = excludeLocally(M.C, Budget());
  EXPECT_EQ(Found.Locations, std::vector<LocationId>{3});
  M.C.setErrors({M.C.errors().front()});
  EXPECT_TRUE(checkInvariant(M.C, Found.Why, Budget()).isConfirmed());
}

/// What a loop compares differs by as much in all rounds.
TEST(Cells, BoundsSumsInLoops) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 6);
  Expr At = M.bitVec("at"), End = M.bitVec("end"), N = M.bitVec("n");
  Expr Left = Ctx.make(Kind::BvSub, {End, At});
  auto Number = [&](uint64_t V) { return Ctx.bv(V, 8); };
  M.edge(0, 1, Ctx.mkAnd(Ctx.mkUlt(Number(0), N), Ctx.mkUlt(N, Number(50))),
         {{At, Number(3)}, {End, M.plus(N, 3)}});
  M.edge(1, 2, Ctx.mkUle(End, At));
  M.edge(1, 3, Ctx.mkUlt(At, Number(60)), {{At, M.plus(At, 1)}});
  M.edge(3, 1, Ctx.mkSle(Number(4), Left), {{At, M.plus(At, 2)}});
  M.edge(3, 4, Ctx.mkSle(Number(4), Left));
  M.edge(3, 5, Ctx.mkUlt(End, At));
  M.error(2);
  M.error(4);
  M.error(5);
  EXPECT_TRUE(excludeLocally(M.C, Budget()).Locations.empty());
  const ExcludedErrors Found =
      excludeLocally(M.C, Budget(), LocalGuesses::Sums);
  EXPECT_EQ(Found.Locations, (std::vector<LocationId>{2, 5}));
  M.C.setErrors({M.C.errors()[0], M.C.errors()[2]});
  EXPECT_TRUE(checkInvariant(M.C, Found.Why, Budget()).isConfirmed());
}

static void expectInductive(LocalGuesses Guessed) {
  unsigned Excluded = 0;
  for (uint64_t Seed = 0; Seed < 200; ++Seed) {
    ExprContext Ctx;
    Cfa C = randomCfa(Ctx, {.Seed = Seed, .Errors = 3, .Exprs = {}});
    const ExcludedErrors Found = excludeLocally(C, Budget(), Guessed);
    std::vector<ErrorLocation> Errors = C.errors();
    llvm::erase_if(Errors, [&](const ErrorLocation &E) {
      return !llvm::is_contained(Found.Locations, E.Loc);
    });
    C.setErrors(std::move(Errors));
    EXPECT_FALSE(ExplicitCfa(C).errorReachable()) << "seed " << Seed;
    CheckResult R = checkInvariant(C, Found.Why, Budget());
    EXPECT_TRUE(R.isConfirmed()) << "seed " << Seed << ": " << R.Why;
    Excluded += Found.Locations.size();
  }
  EXPECT_GT(Excluded, 50u);
}

TEST(Cells, RandomLocalFacts) { expectInductive(LocalGuesses::Equations); }

TEST(Cells, RandomLocalFactsAboutSums) { expectInductive(LocalGuesses::Sums); }

namespace {
/// Cells of an array are set to 7, one after the other, and then nothing is
/// done any more.
struct Filling {
  CfaMaker M;
  Expr A, I, K, Cell;

  explicit Filling(ExprContext &Ctx)
      : M(Ctx, 4),
        A(M.declare(
            Ctx.var("a", Ctx.arraySort(Ctx.bitVecSort(8), Ctx.bitVecSort(8))))),
        I(M.bitVec("i")), K(Ctx.var("k", Ctx.bitVecSort(8))),
        Cell(Ctx.mkSelect(A, K)) {
    M.edge(0, 1, {}, {{I, Ctx.bv(0, 8)}});
    M.edge(1, 1, Ctx.mkUlt(I, Ctx.bv(20, 8)),
           {{A, Ctx.mkStore(A, I, Ctx.bv(7, 8))}, {I, M.plus(I, 1)}});
    M.edge(1, 2, Ctx.mkEq(I, Ctx.bv(20, 8)));
    M.error(3);
  }
};
} // namespace

TEST(Cells, RunsRefuteCandidates) {
  ExprContext Ctx;
  Filling P(Ctx);
  auto Number = [&](uint64_t V) { return Ctx.bv(V, 8); };
  Expr IsFilled =
           Ctx.mkImplies(Ctx.mkUlt(P.K, P.I), Ctx.mkEq(P.Cell, Number(7))),
       IsWrong =
           Ctx.mkImplies(Ctx.mkUlt(P.K, P.I), Ctx.mkEq(P.Cell, Number(8))),
       IsAtBegin = Ctx.mkEq(P.I, Number(0)),
       IsAboutNone = Ctx.mkImplies(Ctx.mkUlt(Number(20), P.I),
                                   Ctx.mkEq(P.Cell, Number(9))),
       IsOfNoCell = Ctx.mkImplies(
           Ctx.mkAnd(Ctx.mkUlt(P.K, P.I), Ctx.mkUlt(Number(30), P.K)),
           Ctx.mkEq(P.Cell, Number(9)));
  const cells::Candidates All{
      {P.K},
      {{}, {IsFilled, IsWrong, IsAtBegin, IsAboutNone, IsOfNoCell}, {}, {}},
      std::vector<ExprSet>(4)};
  const cells::Observations Seen(P.M.C, Budget());
  EXPECT_FALSE(Seen.hasError());
  using Vacuous = cells::Observations::Vacuous;
  cells::Candidates Few = All, Many = All;
  const auto OfFew = Seen.filter(Few, Vacuous::Removed, Budget());
  EXPECT_EQ(Few.Facts[1], (std::vector<Expr>{IsFilled, IsAboutNone}));
  EXPECT_EQ(OfFew.Refuted, 2u);
  EXPECT_EQ(OfFew.Vacuous, 1u);
  const auto OfMany = Seen.filter(Many, Vacuous::Kept, Budget());
  EXPECT_EQ(Many.Facts[1],
            (std::vector<Expr>{IsFilled, IsAboutNone, IsOfNoCell}));
  EXPECT_EQ(OfMany.Vacuous, 0u);

  // What is known without a guess stays, and so does all if there is no time.
  cells::Candidates Known = All;
  Known.Certain[1].insert(IsOfNoCell);
  Seen.filter(Known, Vacuous::Removed, Budget());
  EXPECT_EQ(Known.Facts[1],
            (std::vector<Expr>{IsOfNoCell, IsFilled, IsAboutNone}));
  cells::Candidates Late = All;
  Seen.filter(Late, Vacuous::Removed, Budget::seconds(0));
  EXPECT_EQ(Late.Facts, All.Facts);
}

/// Most initial states are met at random, but not at the first attempt.
TEST(Cells, RunsBeginWithinLimits) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 2);
  Expr X = M.bitVec("x"), Y = M.bitVec("y");
  M.C.setInit(Ctx.mkAnd(Ctx.mkUlt(X, Ctx.bv(100, 8)), Ctx.mkUlt(X, Y)));
  M.edge(0, 1, Ctx.mkUlt(X, Y));
  M.error(1);
  EXPECT_TRUE(cells::Observations(M.C, Budget()).hasError());
}

TEST(Cells, RunsFindErrors) {
  ExprContext Ctx;
  Filling P(Ctx);
  P.M.edge(2, 3);
  EXPECT_TRUE(cells::Observations(P.M.C, Budget()).hasError());
}

/// What seems to be about no cell comes last, but it comes: no input taken at
/// random is the one for which there is more than one round.
TEST(Cells, ProvesWhatNoRunShows) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 4);
  const Sort Word = Ctx.bitVecSort(32);
  Expr A = M.declare(Ctx.var("a", Ctx.arraySort(Word, Word))),
       I = M.bitVec("i", 32), N = M.bitVec("n", 32), Y = Ctx.var("y", Word);
  auto Number = [&](uint64_t V) { return Ctx.bv(V, 32); };
  Expr IsTheOne = Ctx.mkEq(Ctx.make(Kind::BvMul, {Y, Y}), Number(361 * 361));
  M.edge(0, 1, IsTheOne, {{I, Number(0)}, {N, Y}}, {Y});
  M.edge(0, 1, {}, {{I, Number(0)}, {N, Number(0)}});
  M.edge(1, 1, Ctx.mkUlt(I, N),
         {{A, Ctx.mkStore(A, I, Number(7))}, {I, M.plus(I, 1)}});
  M.edge(1, 2, Ctx.mkUle(N, I), {{I, Number(0)}});
  M.edge(2, 3,
         Ctx.mkAnd({Ctx.mkUlt(I, N),
                    Ctx.mkNot(Ctx.mkEq(Ctx.mkSelect(A, I), Number(7)))}));
  M.edge(2, 2, Ctx.mkUlt(I, N), {{I, M.plus(I, 1)}});
  M.error(3);
  auto Engine = createCells();
  CfaResult R = Engine->check(M.C, Budget::seconds(100));
  ASSERT_TRUE(R.isSafe());
  EXPECT_TRUE(checkInvariant(M.C, R.invariant(), Budget()).isConfirmed());
  Statistics S;
  Engine->report(S);
  EXPECT_GT(S.get("cells.vacuous"), 0);
}

/// Others leave the processor to it where there are an array and a loop.
TEST(Cells, IsMadeForLoopsOverArrays) {
  auto *Info = llvm::find_if(
      allEngines(), [](const EngineInfo &E) { return E.Name == "cells"; });
  ASSERT_NE(Info, allEngines().end());
  ExprContext Ctx;
  TransitionSystem System(Ctx);
  Property None{"p", Ctx.falseExpr(), {}};
  Filling P(Ctx);
  EXPECT_TRUE(Info->IsMadeFor({System, None, &P.M.C}));
  EXPECT_FALSE(Info->IsMadeFor({System, None}));
  Cfa Empty(Ctx);
  Empty.setEntry(Empty.addLocation({"entry", {}}));
  EXPECT_FALSE(Info->IsMadeFor({System, None, &Empty}));
}

TEST(Cells, NoTime) {
  ExprContext Ctx;
  LoopProgram P(Ctx, 3, Memory::Arrays);
  CfaResult R = createCells()->check(P.model(), Budget::seconds(0));
  ASSERT_TRUE(R.isUnknown());
  EXPECT_EQ(R.reason().What, UnknownReason::Kind::Timeout);
}

/// x = t is simplified to a formula that is no equation: for x := ¬y. It is the
/// last term made here, so that nothing lies where its second operand would be.
TEST(Cells, DefinitionsThatAreNoEquations) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 2);
  Sort Bv = Ctx.bitVecSort(4);
  M.declare(Ctx.var("a", Ctx.arraySort(Bv, Bv)));
  Expr X = M.boolean("x"), Y = M.boolean("y");
  Expr NotX = Ctx.mkNot(X), NotY = Ctx.mkNot(Y);
  M.edge(0, 1, {}, {{X, NotY}});
  cells::Vocabulary V(M.C);
  const std::vector<std::vector<Expr>> Known(2);
  std::vector<Expr> Facts = cells::guess(M.C, V, Known, 100).Facts[1];
  for (Expr Expected : {X, NotX, Y, NotY, Ctx.mkEq(X, NotY)})
    EXPECT_TRUE(llvm::is_contained(Facts, Expected));
  EXPECT_EQ(Facts.size(), 5u);
}

/// What is assumed of two arrays at first is asked of variables that both are
/// read into, and of no others.
TEST(Cells, InitialContents) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 3);
  Sort Index = Ctx.bitVecSort(4), Wide = Ctx.bitVecSort(8);
  auto Array = [&](const char *Name, Sort Element) {
    return M.declare(Ctx.var(Name, Ctx.arraySort(Index, Element)));
  };
  Expr A = Array("a", Index), OfA = Array("a.first", Index);
  Expr B = Array("b", Wide), OfB = Array("b.first", Wide);
  Expr I = M.bitVec("i", 4), X = M.bitVec("x", 4), Y = M.bitVec("y", 8);
  Expr V = M.bitVec("v", 4), W = M.bitVec("w", 4), Copy = M.bitVec("copy", 4);
  M.C.setInit(Ctx.mkAnd(Ctx.mkEq(A, OfA), Ctx.mkEq(B, OfB)));
  auto Fact = [&](Expr One, Expr Other) {
    return Ctx.mkAnd(Ctx.mkEq(One, Ctx.bv(1, 4)),
                     Ctx.mkEq(Other, Ctx.bv(2, 8)));
  };
  Expr Assumed = Ctx.mkOr(Ctx.mkUlt(I, Ctx.bv(8, 4)),
                          Fact(Ctx.mkSelect(OfA, I), Ctx.mkSelect(OfB, I)));
  M.edge(0, 1, Assumed,
         {{X, Ctx.mkSelect(A, I)},
          {Y, Ctx.mkSelect(B, I)},
          {A, Ctx.mkStore(A, I, Ctx.bv(3, 4))},
          {B, Ctx.mkStore(B, I, Ctx.bv(4, 8))}});
  M.edge(1, 2, {}, {{V, Ctx.mkSelect(A, I)}, {W, Ctx.mkSelect(A, X)}});
  M.edge(1, 2, {}, {{Copy, X}});
  const cells::InitialContents Contents(M.C);
  EXPECT_EQ(Contents.ofState(), std::vector{Fact(X, Y)});
  Expr K = Ctx.var("k", Index);
  Expr Same = Ctx.mkAnd(Ctx.mkEq(Ctx.mkSelect(A, K), Ctx.mkSelect(OfA, K)),
                        Ctx.mkEq(Ctx.mkSelect(B, K), Ctx.mkSelect(OfB, K)));
  EXPECT_EQ(Contents.ofCells(K),
            std::vector{
                Ctx.mkOr(Same, Fact(Ctx.mkSelect(A, K), Ctx.mkSelect(B, K)))});
}

/// The place of a[n - 1 - i] in memory, in bytes and in cells.
TEST(Cells, LinearForms) {
  ExprContext Ctx;
  Expr I = Ctx.var("i", Ctx.bitVecSort(32)), N = Ctx.var("n", I.sort()),
       Offset = Ctx.var("offset", Ctx.bitVecSort(64));
  Expr Place = Ctx.make(
      Kind::BvSub, {Ctx.make(Kind::BvAdd, {N, Ctx.bv(0xffffffff, 32)}), I});
  Expr Bytes = Ctx.make(Kind::BvMul, {Ctx.mkSignExt(32, Place), Ctx.bv(4, 64)});
  auto CellOf = [&](Expr E) {
    return cells::LinearForm::of(Ctx,
                                 Ctx.mkZeroExt(2, Ctx.mkExtract(63, 2, E)));
  };
  cells::LinearForm F = CellOf(Bytes);
  EXPECT_EQ(F.factorOf(N), 1);
  EXPECT_EQ(F.factorOf(I), -1);
  EXPECT_EQ(F.Summands.size(), 2u);
  EXPECT_EQ(F.Constant, -1);
  Valuation Values;
  Values[N] = Value(llvm::APInt(32, 10));
  Values[I] = Value(llvm::APInt(32, 3));
  EXPECT_EQ(Evaluator(Values)(F.toExpr(Ctx, 64)), Value(llvm::APInt(64, 6)));
  // An offset that is no number of cells for sure is one of its own.
  F = CellOf(Ctx.make(Kind::BvAdd, {Offset, Bytes}));
  EXPECT_EQ(F.Summands.size(), 3u);
  EXPECT_EQ(F.factorOf(Ctx.mkExtract(63, 2, Offset)), 1);
  // What is in a sum and is taken away again is gone.
  F.add(CellOf(Bytes), -1);
  EXPECT_EQ(F.Summands.size(), 1u);
  EXPECT_EQ(F.Constant, 0);
}

/// Formulas with and without arrays have models together.
TEST(Cells, ReadElimination) {
  ExprContext Ctx;
  Sort Bv = Ctx.bitVecSort(2);
  Expr A = Ctx.var("a", Ctx.arraySort(Bv, Bv)),
       B = Ctx.var("b", Ctx.arraySort(Bv, Bv));
  std::vector<Expr> Words{Ctx.var("i", Bv), Ctx.var("j", Bv), Ctx.bv(1, 2),
                          Ctx.bv(2, 2)};
  Random R(7);
  unsigned Sat = 0;
  for (unsigned Round = 0; Round < 200; ++Round) {
    std::vector<Expr> Terms = Words, Memories{A, B};
    auto Any = [&](const std::vector<Expr> &From) {
      return From[R.below(From.size())];
    };
    for (unsigned Step = 0; Step < 6; ++Step)
      switch (R.below(4)) {
      case 0:
        Memories.push_back(Ctx.mkStore(Any(Memories), Any(Terms), Any(Terms)));
        break;
      case 1:
        Memories.push_back(Ctx.mkIte(Ctx.mkUlt(Any(Terms), Any(Terms)),
                                     Any(Memories), Any(Memories)));
        break;
      default:
        Terms.push_back(Ctx.mkSelect(Any(Memories), Any(Terms)));
      }
    cells::ReadElimination Eliminate(Ctx);
    std::unique_ptr<Solver> With = createZ3Solver(Ctx),
                            Without = createZ3Solver(Ctx);
    if (R.chance(30)) {
      Expr Sum = Ctx.make(Kind::BvAdd, {Any(Words), Any(Words)});
      Expr Content = Ctx.mkStore(B, Any(Words), Sum);
      Eliminate.define(A, Content);
      With->add(Ctx.mkEq(A, Content));
    }
    for (unsigned Conjunct = 0; Conjunct < 4; ++Conjunct) {
      Expr F = R.below(2) ? Ctx.mkEq(Any(Terms), Any(Terms))
                          : Ctx.mkUlt(Any(Terms), Any(Terms));
      With->add(F);
      Without->add(Eliminate(F));
    }
    for (Expr C : Eliminate.takeConstraints())
      Without->add(C);
    ASSERT_FALSE(Eliminate.failed());
    Answer Expected = With->check(Budget());
    Sat += Expected == Answer::Sat;
    EXPECT_EQ(Without->check(Budget()), Expected) << "round " << Round;
  }
  EXPECT_GT(Sat, 20u);
  EXPECT_LT(Sat, 180u);
}
