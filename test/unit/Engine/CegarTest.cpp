//===- CegarTest.cpp - CEGAR on the paper's figures -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The figures of Hajdu and Micskei, "Efficient Strategies for CEGAR-Based
// Model Checking".
//
//===----------------------------------------------------------------------===//

#include "Engine/Cegar/CegarLoop.h"

#include "CfaMaker.h"
#include "RandomCfa.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/TraceChecker.h"
#include "sooth/Engine/Cegar/Cegar.h"
#include "sooth/Transform/Cfa/ControlVariables.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::cegar;
using namespace sooth::test;
using Mark = ArgNode::Mark;
using Outcome = Abstractor::Outcome;

namespace {
using Choices = std::vector<std::pair<const char *, const char *>>;

CegarOptions configured(const Choices &Which) {
  CegarOptions O;
  O.Blocks = Encoding::Small;
  for (auto [Name, Value] : Which)
    llvm::cantFail(cegarOptions().set(O, Name, Value));
  return O;
}

class CegarTest : public testing::Test {
protected:
  Expr is(Expr Var, uint64_t V) {
    return Ctx.mkEq(Var, Ctx.bv(V, Var.sort().width()));
  }
  Expr no(Expr E) { return Ctx.mkNot(E); }
  Expr less(Expr V, uint64_t Than) { return Ctx.mkUlt(V, Ctx.bv(Than, 8)); }
  Expr constant(uint64_t V) { return Ctx.bv(V, 8); }

  /// The engine's answer; its evidence has to check out.
  CfaResult answer(const Cfa &C, const Choices &Which) {
    std::unique_ptr<CfaEngine> E = createCegar(configured(Which));
    CfaResult R = E->check(C, Budget::seconds(20));
    if (R.isSafe()) {
      CheckResult Checked = checkInvariant(C, R.invariant(), Budget());
      EXPECT_TRUE(Checked.isConfirmed()) << Checked.Why;
    }
    if (R.isUnsafe()) {
      CheckResult Checked = checkTrace(C, R.trace());
      EXPECT_TRUE(Checked.isConfirmed()) << Checked.Why;
    }
    return R;
  }

  /// Figure 1; location 8 is l_F and 9 is l_E.
  CfaMaker figure1(unsigned Rounds = 100) {
    CfaMaker M(Ctx, 10);
    Expr X = M.bitVec("x"), I = M.bitVec("i");
    M.edge(0, 1, Expr(), {{X, constant(0)}});
    M.edge(1, 2, Expr(), {{I, constant(0)}});
    M.edge(2, 3, less(I, Rounds));
    M.edge(2, 7, no(less(I, Rounds)));
    M.edge(3, 4, is(X, 0));
    M.edge(3, 5, no(is(X, 0)));
    M.edge(4, 6, Expr(), {{X, constant(1)}});
    M.edge(5, 6, Expr(), {{X, constant(0)}});
    M.edge(6, 2, Expr(), {{I, M.plus(I, 1)}});
    M.edge(7, 8, less(X, 2));
    M.edge(7, 9, no(less(X, 2)));
    M.error(9);
    return M;
  }

  ExprContext Ctx;
};
} // namespace

//===----------------------------------------------------------------------===//
// Figures 1 and 3
//===----------------------------------------------------------------------===//

TEST_F(CegarTest, Figure3aPredicates) {
  CfaMaker M = figure1();
  StateTable Table(Ctx);
  std::unique_ptr<Domain> D =
      createDomain(DomainKind::Cartesian, Table, M.C, {});
  Precision P(Precision::Scope::Global, 10);
  P.at(0).addPredicate(less(Ctx.lookupVar("i"), 100));
  Abstractor A(M.C, Table, *D, {}, 0);
  Arg G(M.C, Table);
  EXPECT_EQ(A.build(G, P, Budget()), Outcome::Unsafe);
  EXPECT_EQ(G.size(), 13u);
  EXPECT_EQ(G.withMark(Mark::Covered).size(), 2u); // an l6 and an l3
  ASSERT_EQ(G.withMark(Mark::Unsafe).size(), 1u);
  ArgPath Path = G.pathTo(G.withMark(Mark::Unsafe)[0]);
  EXPECT_EQ(Table.formula(*G.node(Path.Nodes[Path.Nodes.size() - 2]).State),
            no(less(Ctx.lookupVar("i"), 100)));
}

TEST_F(CegarTest, Figure3aIsSafeWithTheRightPredicate) {
  CfaMaker M = figure1();
  StateTable Table(Ctx);
  std::unique_ptr<Domain> D =
      createDomain(DomainKind::Cartesian, Table, M.C, {});
  Precision P(Precision::Scope::Global, 10);
  P.at(0).addPredicate(less(Ctx.lookupVar("x"), 2));
  Abstractor A(M.C, Table, *D, {}, 1);
  Arg G(M.C, Table);
  EXPECT_EQ(A.build(G, P, Budget()), Outcome::Safe);
}

TEST_F(CegarTest, Figure3bExplicitValues) {
  CfaMaker M = figure1();
  StateTable Table(Ctx);
  std::unique_ptr<Domain> D =
      createDomain(DomainKind::Explicit, Table, M.C, {.MaxEnum = std::nullopt});
  Precision P(Precision::Scope::Global, 10);
  P.at(0).addVariable(Ctx.lookupVar("x"));
  Abstractor A(M.C, Table, *D, {}, 1);
  Arg G(M.C, Table);
  EXPECT_EQ(A.build(G, P, Budget()), Outcome::Safe);
  EXPECT_EQ(G.size(), 15u);
  EXPECT_EQ(G.withMark(Mark::Covered).size(), 1u);
  EXPECT_TRUE(G.withMark(Mark::Unmarked).empty());
}

TEST_F(CegarTest, Figure1IsSolvedByEveryConfiguration) {
  CfaMaker M = figure1(6);
  // Without this, maxenum 0 starts with all of their values.
  M.C.setInit(Ctx.mkAnd(is(Ctx.lookupVar("x"), 0), is(Ctx.lookupVar("i"), 0)));
  for (const OptionInfo &Option : cegarOptions().infos())
    for (const OptionValue &V : Option.Values)
      for (const char *Domain : {"PRED_CART", "EXPL", "PROD", "INTERVAL"}) {
        Choices Which{{"domain", Domain}};
        Which.push_back({Option.Name.data(), V.Name.data()});
        CfaResult R = answer(M.C, Which);
        EXPECT_TRUE(R.isSafe())
            << Domain << ' ' << Option.Name.str() << ' ' << V.Name.str() << ' '
            << (R.isUnknown() ? R.reason().str() : "");
      }
}

/// A larger number says more.
struct AtLeast final : FactOrder {
  Expr formula(Expr Item, uint32_t) override { return Item; }
  bool covers(uint32_t By, uint32_t Of) const override { return By <= Of; }
};

/// Against looking at all that was stored.
TEST_F(CegarTest, CoverIndexFindsWhatCovers) {
  StateTable Table(Ctx);
  auto Order = std::make_shared<AtLeast>();
  std::vector<Expr> Vars;
  for (unsigned V = 0; V < 6; ++V)
    Vars.push_back(Ctx.var("v" + std::to_string(V), Ctx.bitVecSort(8)));
  Random R(7);
  auto RandomCube = [&](unsigned Percent) {
    Cube C;
    for (Expr V : Vars)
      if (R.chance(Percent / 2))
        C.push_back(Table.valueFact(V, Value(llvm::APInt(8, R.below(3)))));
      else if (R.chance(Percent))
        C.push_back(Table.orderedFact(V, Order, R.below(4)));
    llvm::sort(C);
    return C;
  };
  for (unsigned Round = 0; Round < 20; ++Round) {
    CoverIndex Index(Table, 1);
    std::vector<const AbstractState *> Stored;
    for (unsigned N = 0; N < 300; ++N) {
      std::vector<Cube> Cubes{RandomCube(80)};
      if (R.chance(20))
        Cubes.push_back(RandomCube(90));
      const AbstractState &S = *Table.intern(Cubes);
      unsigned Found = Index.find(0, S);
      bool Any = llvm::any_of(Stored, [&](auto *Other) {
        return Other && Table.covers(*Other, S);
      });
      ASSERT_EQ(Found != NoNode, Any);
      if (Found != NoNode) {
        ASSERT_TRUE(Stored[Found] && Table.covers(*Stored[Found], S));
      }
      Index.insert(N, 0, S);
      Stored.push_back(&S);
      if (unsigned Old = R.below(N + 1); R.chance(60) && Stored[Old]) {
        Index.erase(Old, 0, *Stored[Old]);
        Stored[Old] = nullptr;
      }
    }
  }
}

TEST_F(CegarTest, CoveringIsGoneWithWhatCovers) {
  CfaMaker M = figure1();
  StateTable Table(Ctx);
  std::unique_ptr<Domain> D =
      createDomain(DomainKind::Explicit, Table, M.C, {.MaxEnum = std::nullopt});
  Precision P(Precision::Scope::Global, 10);
  P.at(0).addVariable(Ctx.lookupVar("x"));
  Abstractor A(M.C, Table, *D, {}, 1);
  Arg G(M.C, Table);
  A.build(G, P, Budget());
  unsigned Covered = G.withMark(Mark::Covered)[0];
  unsigned By = G.node(Covered).CoveredBy;
  // The covering node is above: all but it and what is before it go away.
  EXPECT_TRUE(G.isProperAncestor(By, Covered));
  G.prune(G.node(By).Children[0]);
  EXPECT_EQ(G.node(Covered).M, Mark::Pruned);
  EXPECT_EQ(G.node(By).M, Mark::Unmarked);
  EXPECT_EQ(A.build(G, P, Budget()), Outcome::Safe);
  EXPECT_EQ(G.size(), 15u);
  G.prune(0);
  EXPECT_TRUE(G.needsRoots());
  EXPECT_EQ(G.size(), 0u);
  EXPECT_EQ(A.build(G, P, Budget()), Outcome::Safe);
  EXPECT_EQ(G.size(), 15u);
}

//===----------------------------------------------------------------------===//
// Figure 4
//===----------------------------------------------------------------------===//

TEST_F(CegarTest, Figure4LeftNeedsFourValues) {
  CfaMaker M(Ctx, 4);
  Expr X = M.bitVec("x"), In = Ctx.var("in", Ctx.bitVecSort(8));
  M.edge(0, 1, Expr(), {{X, In}}, {In});
  M.edge(1, 2, Ctx.mkAnd(no(is(X, 0)), less(X, 5)));
  M.edge(2, 3, is(X, 0));
  M.error(3);
  for (const char *Max : {"1*", "1", "3"}) {
    CfaResult R = answer(M.C, {{"domain", "EXPL"}, {"maxenum", Max}});
    ASSERT_TRUE(R.isUnknown()) << Max;
    EXPECT_EQ(R.reason().What, UnknownReason::Kind::NoProgress);
  }
  for (const char *Max : {"4", "10", "0"})
    EXPECT_TRUE(answer(M.C, {{"domain", "EXPL"}, {"maxenum", Max}}).isSafe())
        << Max;
}

TEST_F(CegarTest, Figure4RightNeedsPredicates) {
  CfaMaker M(Ctx, 4);
  Expr X = M.bitVec("x"), In = Ctx.var("in", Ctx.bitVecSort(8));
  M.edge(0, 1, Expr(), {{X, In}}, {In});
  M.edge(1, 2, no(is(X, 0)));
  M.edge(2, 3, is(X, 0));
  M.error(3);
  CfaResult R = answer(M.C, {{"domain", "EXPL"}, {"maxenum", "10"}});
  ASSERT_TRUE(R.isUnknown());
  EXPECT_EQ(R.reason().What, UnknownReason::Kind::NoProgress);
  for (const char *Domain : {"PRED_CART", "PRED_BOOL", "PRED_SPLIT", "PROD"})
    EXPECT_TRUE(answer(M.C, {{"domain", Domain}}).isSafe()) << Domain;
}

//===----------------------------------------------------------------------===//
// Intervals
//===----------------------------------------------------------------------===//

/// i counts to \p Rounds; behind the loop it is just that.
static CfaMaker counter(ExprContext &Ctx, uint64_t Rounds) {
  CfaMaker M(Ctx, 3);
  Expr I = M.bitVec("i", 32);
  auto Is = [&](uint64_t V) { return Ctx.mkEq(I, Ctx.bv(V, 32)); };
  Expr Goes = Ctx.mkUlt(I, Ctx.bv(Rounds, 32));
  M.C.setInit(Is(0));
  M.edge(0, 0, Goes, {{I, M.plus(I, 1)}});
  M.edge(0, 1, Ctx.mkNot(Goes));
  M.edge(1, 2, Ctx.mkNot(Is(Rounds)));
  M.error(2);
  return M;
}

// As many states as there are constants, not as there are rounds.
TEST_F(CegarTest, IntervalsNeedNotCount) {
  CfaMaker M = counter(Ctx, 1000000);
  CegarOptions O = configured({{"domain", "INTERVAL"}});
  CegarLoop Loop(M.C, O);
  size_t Nodes = 0;
  CfaResult R = Loop.run(Budget::seconds(20),
                         [&](const CegarLoop &L) { Nodes = L.graph().size(); });
  EXPECT_TRUE(R.isSafe());
  EXPECT_LT(Nodes, 20u);
  EXPECT_TRUE(answer(M.C, {{"domain", "INTERVAL"}}).isSafe());
}

//===----------------------------------------------------------------------===//
// Figure 5
//===----------------------------------------------------------------------===//

/// Nodes until the first abstract counterexample, nothing being tracked.
static unsigned nodesToError(const Cfa &C, const char *Search) {
  CegarOptions O =
      configured({{"domain", "EXPL"}, {"search", Search}, {"maxenum", "1*"}});
  CegarLoop Loop(C, O);
  unsigned Nodes = 0;
  Loop.run(Budget::seconds(20), [&](const CegarLoop &L) {
    if (!Nodes)
      Nodes = L.graph().size();
  });
  return Nodes;
}

TEST_F(CegarTest, Figure5aBranches) {
  // As many diamonds as there are edges to the right; a counter makes the
  // paths different, as conditions would.
  constexpr unsigned Diamonds = 8;
  CfaMaker M(Ctx, 3 * Diamonds + 2);
  for (unsigned D = 0; D < Diamonds; ++D) {
    M.edge(3 * D, 3 * D + 1);
    M.edge(3 * D, 3 * D + 2);
    M.edge(3 * D + 1, 3 * D + 3);
    M.edge(3 * D + 2, 3 * D + 3);
  }
  M.edge(3 * Diamonds, 3 * Diamonds + 1);
  M.error(3 * Diamonds + 1);
  EXPECT_EQ(distancesToError(M.C)[0], 2 * Diamonds + 1);
  EXPECT_EQ(distancesToError(M.C)[3 * Diamonds + 1], 0u);
  // Each diamond on the way contributes two branches and a join.
  for (const char *Search : {"DFS", "ERR", "DFS_ERR"})
    EXPECT_EQ(nodesToError(M.C, Search), 3 * Diamonds + 2) << Search;
}

TEST_F(CegarTest, Figure5bLoops) {
  // 0 -> 1; 1 <-> 2; 1 -> 6 is infeasible; 0 -> 3 -> 4 -> 5 -> 8 -> error.
  CfaMaker M(Ctx, 9);
  Expr X = M.bitVec("x");
  M.C.setInit(is(X, 0));
  M.edge(0, 1);
  M.edge(1, 2);
  M.edge(2, 1, Expr(), {{X, M.plus(X, 1)}});
  M.edge(1, 6, Ctx.falseExpr());
  M.edge(6, 7);
  M.edge(0, 3);
  M.edge(3, 4);
  M.edge(4, 5);
  M.edge(5, 8);
  M.edge(8, 7);
  M.error(7);
  // Values of x make each round of the loop a new state.
  auto Nodes = [&](const char *Search) {
    CegarOptions O = configured({{"search", Search}, {"domain", "EXPL"}});
    StateTable Table(Ctx);
    std::unique_ptr<Domain> D =
        createDomain(DomainKind::Explicit, Table, M.C, {});
    Precision P(Precision::Scope::Global, 9);
    P.at(0).addVariable(X);
    SearchOrder Order = searchOrder(O);
    Abstractor A(M.C, Table, *D, Order, 1);
    Arg G(M.C, Table);
    EXPECT_EQ(A.build(G, P, Budget()), Outcome::Unsafe);
    return G.size();
  };
  EXPECT_GT(Nodes("ERR"), 500u); // both states of 256 rounds
  EXPECT_LT(Nodes("BFS"), 12u);
  EXPECT_LT(Nodes("ERR_DFS"), 20u);
  EXPECT_LT(Nodes("DFS_ERR"), 30u);
}

//===----------------------------------------------------------------------===//
// Figures 6 to 8
//===----------------------------------------------------------------------===//

TEST_F(CegarTest, Figure6ChainOfRefinements) {
  CfaMaker M(Ctx, 5);
  Expr X = M.bitVec("x");
  M.edge(0, 1, Expr(), {{X, constant(0)}});
  M.edge(1, 2);
  M.edge(2, 3);
  M.edge(3, 4, no(less(X, 6)));
  M.error(4);
  auto Refinements = [&](const char *Kind) {
    CegarOptions O = configured({{"refinement", Kind},
                                 {"domain", "PRED_SPLIT"},
                                 {"precision", "GLOBAL"}});
    CegarLoop Loop(M.C, O);
    EXPECT_TRUE(Loop.run(Budget(), [](const CegarLoop &) {}).isSafe());
    return Loop.refiner().statistics().Refinements;
  };
  EXPECT_EQ(Refinements("FW_BIN_ITP"), 3u);
  EXPECT_EQ(Refinements("BW_BIN_ITP"), 1u);
  EXPECT_EQ(Refinements("SEQ_ITP"), 1u);
  EXPECT_EQ(Refinements("MIN_PRUNE"), 1u);
}

TEST_F(CegarTest, Figure7MinimalSet) {
  // A tree: 0 is the first node of path 2 to refine, with path 1 behind it;
  // 3 that of path 3, with path 4 behind it.
  CfaMaker M(Ctx, 8);
  M.edge(0, 1);
  M.edge(0, 4);
  M.edge(1, 2);
  M.edge(1, 3);
  M.edge(4, 5);
  M.edge(5, 6);
  M.edge(5, 7);
  M.edge(2, 2);
  StateTable Table(Ctx);
  std::unique_ptr<Domain> D =
      createDomain(DomainKind::Cartesian, Table, M.C, {});
  Precision P(Precision::Scope::Global, 8);
  Abstractor A(M.C, Table, *D, {}, 0);
  Arg G(M.C, Table);
  A.build(G, P, Budget());
  auto At = [&](LocationId L) {
    for (unsigned N = 0; N < G.numNodes(); ++N)
      if (G.node(N).Loc == L)
        return N;
    return NoNode;
  };
  // σ1 … σ4 of the figure.
  EXPECT_EQ(minimalSet(G, {At(2), At(1), At(4), At(6)}),
            (std::vector<unsigned>{1, 2}));
  // The same node twice is no reason to skip either.
  EXPECT_EQ(minimalSet(G, {At(4), At(4)}), (std::vector<unsigned>{0, 1}));
}

TEST_F(CegarTest, Figure8PruneIndexes) {
  CfaMaker M(Ctx, 6);
  Expr X = M.bitVec("x"), Y = M.bitVec("y");
  // (a): x := 0 contradicts [x = 1] three steps later.
  std::vector<EdgeId> A{M.edge(0, 1, Expr(), {{X, constant(0)}}), M.edge(1, 2),
                        M.edge(2, 3), M.edge(3, 4, is(X, 1))};
  // (b): two contradictions, one near each end.
  std::vector<EdgeId> B{
      M.edge(0, 1, Expr(), {{X, constant(0)}}), M.edge(1, 2, is(X, 1)),
      M.edge(2, 3, Expr(), {{Y, constant(0)}}), M.edge(3, 4, is(Y, 1))};
  PathVersions Versions(M.C);
  std::vector<Expr> Labels(5, Ctx.trueExpr());
  auto Prune = [&](const std::vector<EdgeId> &Path, const char *Kind) {
    CegarOptions O = configured({{"refinement", Kind}});
    PathInterpolator I(Versions, PathInterpolator::Content::Formulas,
                       O.Refinement);
    PathFormula F(Versions, Path);
    auto P = I.interpolate(F, Labels, Budget());
    return P ? P->pruneIndex() : ~0u;
  };
  EXPECT_EQ(Prune(A, "FW_BIN_ITP"), 3u);
  EXPECT_EQ(Prune(A, "BW_BIN_ITP"), 1u);
  EXPECT_EQ(Prune(B, "FW_BIN_ITP"), 1u);
  EXPECT_EQ(Prune(B, "BW_BIN_ITP"), 3u);
  for (const auto &Path : {A, B}) {
    EXPECT_EQ(Prune(Path, "MIN_PRUNE"), 1u);
    EXPECT_EQ(Prune(Path, "MAX_PRUNE"), 3u);
  }
}

//===----------------------------------------------------------------------===//
// Around them
//===----------------------------------------------------------------------===//

TEST_F(CegarTest, FindsRuns) {
  CfaMaker M(Ctx, 3);
  Expr X = M.bitVec("x"), In = Ctx.var("in", Ctx.bitVecSort(8));
  M.C.setInit(is(X, 0));
  M.edge(0, 1);
  M.edge(1, 1, less(In, 2), {{X, Ctx.make(Kind::BvAdd, {X, In})}}, {In});
  M.edge(1, 2, is(X, 4));
  M.error(2);
  for (const char *Domain :
       {"PRED_CART", "PRED_BOOL", "PRED_SPLIT", "EXPL", "PROD"}) {
    CfaResult R = answer(M.C, {{"domain", Domain}, {"maxenum", "2"}});
    ASSERT_TRUE(R.isUnsafe()) << Domain;
    EXPECT_EQ(R.trace().Steps.size(), 6u) << Domain;
  }
}

TEST_F(CegarTest, TheSameInputOnManyEdgesIsChosenAnew) {
  CfaMaker M(Ctx, 3);
  Expr X = M.bitVec("x"), In = Ctx.var("in", Ctx.bitVecSort(8));
  M.edge(0, 1, Expr(), {{X, In}}, {In});
  M.edge(1, 2, no(Ctx.mkEq(X, In)), {}, {In});
  M.error(2);
  EXPECT_TRUE(answer(M.C, {}).isUnsafe());
}

TEST_F(CegarTest, EntryThatIsAnError) {
  CfaMaker M(Ctx, 1);
  Expr X = M.bitVec("x");
  M.C.setInit(is(X, 1));
  M.error(0);
  EXPECT_TRUE(answer(M.C, {}).isUnsafe());
  CfaMaker Impossible(Ctx, 1);
  Impossible.declare(X);
  Impossible.C.setInit(Ctx.mkAnd(Ctx.mkUlt(X, constant(1)), no(is(X, 0))));
  Impossible.error(0);
  EXPECT_TRUE(answer(Impossible.C, {}).isSafe());
}

TEST_F(CegarTest, EndsWithItsBudget) {
  CfaMaker M = figure1();
  CfaResult R = createCegar({})->check(M.C, Budget::seconds(0));
  ASSERT_TRUE(R.isUnknown());
  EXPECT_EQ(R.reason().What, UnknownReason::Kind::Timeout);
  R = createCegarSchedule()->check(M.C, Budget::seconds(0));
  ASSERT_TRUE(R.isUnknown());
  EXPECT_EQ(R.reason().What, UnknownReason::Kind::Timeout);
}

TEST_F(CegarTest, OptionsByName) {
  CegarOptions O;
  EXPECT_FALSE(bool(cegarOptions().set(O, "maxenum", "37")));
  EXPECT_EQ(O.MaxEnum, 37u);
  EXPECT_FALSE(bool(cegarOptions().set(O, "maxenum", "1*")));
  EXPECT_FALSE(O.MaxEnum.has_value());
  EXPECT_FALSE(bool(cegarOptions().set(O, "search", "2:-1")));
  EXPECT_EQ(O.ErrorWeight, 2);
  EXPECT_EQ(O.DepthWeight, -1);
  EXPECT_EQ(toString(cegarOptions().set(O, "precision", "local")),
            "--precision takes one of AUTO, LOCAL, GLOBAL, not 'local'");
  EXPECT_EQ(toString(cegarOptions().set(O, "maxenum", "-1")),
            "--maxenum takes one of 1, 1*, 0, 10, not '-1'");
  EXPECT_EQ(toString(cegarOptions().set(O, "nothing", "1")),
            "there is no option --nothing");
}

TEST_F(CegarTest, ControlVariables) {
  CfaMaker M(Ctx, 2);
  Expr State = M.bitVec("state"), Copy = M.bitVec("copy"), N = M.bitVec("n"),
       Free = M.bitVec("free");
  M.C.setInit(is(State, 0));
  M.edge(0, 0, is(Free, 1),
         {{State, Ctx.mkIte(is(N, 1), constant(2), constant(3))},
          {Copy, State},
          {N, M.plus(N, 1)}});
  ExprSet Control = controlVariables(M.C);
  EXPECT_TRUE(Control.contains(State));
  EXPECT_FALSE(Control.contains(N));
  EXPECT_FALSE(Control.contains(Free));
}

/// Each copies another one of which nothing is known yet.
TEST_F(CegarTest, ManyControlVariables) {
  constexpr unsigned Count = 10000;
  CfaMaker M(Ctx, 2);
  std::vector<Expr> Vars;
  for (unsigned I = 0; I < Count; ++I)
    Vars.push_back(M.bitVec(("v" + std::to_string(I)).c_str()));
  std::vector<Update> Updates;
  for (unsigned I = 0; I + 1 < Count; I += 2)
    Updates.push_back({Vars[I], Vars[I + 1]});
  M.edge(0, 0, Ctx.trueExpr(), Updates);
  EXPECT_TRUE(controlVariables(M.C).empty());
}
