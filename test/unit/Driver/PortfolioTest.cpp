//===- PortfolioTest.cpp - Engines that misbehave
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processes/ResultCodec.h"

#include "sooth/Driver/Processes/Portfolio.h"
#include "sooth/Support/WorkerPool.h"

#include "gtest/gtest.h"

#include <csignal>
#include <memory>
#include <unistd.h>

using namespace sooth;
using ReasonKind = UnknownReason::Kind;

namespace {
/// Does what a function tells it to.
template <TsResult (*Answer)(const TransitionSystem &)>
class FakeEngine : public TsEngine {
public:
  llvm::StringRef name() const override { return "fake"; }
  TsResult check(const TransitionSystem &M, const Property &,
                 const Budget &) override {
    progress("working");
    return Answer(M);
  }
  void report(Statistics &S) const override { S.set("fake.figure", 7); }
};

template <TsResult (*Answer)(const TransitionSystem &)>
EngineChoice fake(llvm::StringRef Name) {
  return {Name,
          makeFactory([] { return std::make_unique<FakeEngine<Answer>>(); })};
}

TsResult saysSafe(const TransitionSystem &M) {
  return TsResult::safe({M.properties()[0].Bad, 2, TsInvariant::Paths::Any});
}
TsResult saysSafeLater(const TransitionSystem &M) {
  usleep(300000);
  return TsResult::safe({M.properties()[0].Bad, 3, TsInvariant::Paths::Any});
}
TsResult saysUnsafe(const TransitionSystem &M) {
  Valuation S;
  for (const TsVariable &V : M.variables())
    S[V.Cur] = Value::zero(V.Cur.sort());
  return TsResult::unsafe({{S, S}, {Valuation()}});
}
TsResult saysBound(const TransitionSystem &) {
  return TsResult::unknown({.What = ReasonKind::Bound, .Depth = 3});
}
TsResult saysTimeout(const TransitionSystem &) {
  return TsResult::unknown({.What = ReasonKind::Timeout, .Depth = 3});
}
TsResult crashes(const TransitionSystem &) {
  raise(SIGSEGV);
  return TsResult::unknown(ReasonKind::Bound);
}
TsResult hangs(const TransitionSystem &) {
  while (true)
    pause();
}
TsResult devours(const TransitionSystem &) {
  std::vector<std::vector<char>> All;
  for (int I = 0; I < 4000; ++I)
    All.emplace_back(1 << 20, 'x');
  return TsResult::unknown(ReasonKind::Bound);
}
/// More than half of 3000 MB, and less than two thirds. (What a process
/// inherits in files is not resident in it at first, so limits are not exact.)
TsResult needsMuch(const TransitionSystem &M) {
  const std::unique_ptr<char[]> All(new char[size_t(1750) << 20]);
  *static_cast<volatile char *>(All.get()) = 'x';
  return saysSafe(M);
}
TsResult leaves(const TransitionSystem &) { _exit(0); }

class PortfolioTest : public testing::Test {
protected:
  PortfolioTest() : M(Ctx) {
    Expr X = Ctx.var("x", Ctx.bitVecSort(8));
    M.addVariable({X, Ctx.var("x'", Ctx.bitVecSort(8)), X});
    M.addInput(Ctx.var("|odd name|", Ctx.boolSort()));
    M.addProperty({"p", Ctx.mkEq(X, Ctx.bv(3, 8)), {}});
  }
  PortfolioAnswer run(std::vector<EngineChoice> Engines) {
    PortfolioOptions O;
    O.Engines = std::move(Engines);
    O.MemoryMB = MemoryMB;
    return runPortfolio({M, M.properties()[0]}, Budget::seconds(Seconds), O,
                        [&](const AnyResult &R, const Budget &B) {
                          usleep(ConfirmMicroseconds);
                          return Confirm ? Confirm(R, B) : std::nullopt;
                        });
  }

  ExprContext Ctx;
  TransitionSystem M;
  double Seconds = 20;
  uint64_t MemoryMB = 0;
  unsigned ConfirmMicroseconds = 0;
  std::function<std::optional<UnknownReason>(const AnyResult &, const Budget &)>
      Confirm;
};
} // namespace

TEST_F(PortfolioTest, AnswersAndFiguresArrive) {
  PortfolioAnswer A = run({fake<saysSafe>("a")});
  ASSERT_TRUE(A.Result.isSafe());
  EXPECT_EQ(A.Result.onSystem()->invariant().Formula, M.properties()[0].Bad);
  EXPECT_EQ(A.Result.onSystem()->invariant().K, 2u);
  EXPECT_EQ(A.Result.onSystem()->invariant().PathKind, TsInvariant::Paths::Any);
  EXPECT_EQ(A.Engine, "a");
  EXPECT_EQ(A.Figures.get("fake.figure"), 7);
  EXPECT_GT(A.Figures.get("memory.a.mb"), 0);

  A = run({fake<saysUnsafe>("b")});
  ASSERT_TRUE(A.Result.isUnsafe());
  EXPECT_EQ(A.Result.onSystem()->trace().States.size(), 2u);
  EXPECT_EQ(A.Result.onSystem()->trace().States[1].lookup(M.variables()[0].Cur),
            Value::zero(Ctx.bitVecSort(8)));
}

TEST_F(PortfolioTest, FirstConclusiveAnswerStopsTheOthers) {
  PortfolioAnswer A = run({fake<hangs>("a"), fake<saysUnsafe>("b")});
  EXPECT_TRUE(A.Result.isUnsafe());
  EXPECT_EQ(A.Engine, "b");
}

TEST_F(PortfolioTest, EasyQuestionsNeedNoProcess) {
  EngineChoice Quick = fake<saysSafe>("quick");
  Quick.First = EngineInfo::Attempt::AtOnce;
  PortfolioAnswer A = run({fake<hangs>("a"), Quick});
  ASSERT_TRUE(A.Result.isSafe());
  EXPECT_EQ(A.Engine, "quick");
  EXPECT_EQ(A.Figures.get("fake.figure"), 7);
  EXPECT_FALSE(A.Figures.values().count("memory.quick.mb"));
}

TEST_F(PortfolioTest, WhatIsNotAnsweredAtOnceIsRacedFor) {
  EngineChoice Quick = fake<saysBound>("quick");
  Quick.First = EngineInfo::Attempt::AtOnce;
  PortfolioAnswer A = run({Quick, fake<saysSafe>("a")});
  ASSERT_TRUE(A.Result.isSafe());
  EXPECT_EQ(A.Engine, "a");
}

TEST_F(PortfolioTest, AnswersAtOnceAreConfirmedToo) {
  EngineChoice Quick = fake<saysSafe>("quick");
  Quick.First = EngineInfo::Attempt::AtOnce;
  Confirm = [](const AnyResult &,
               const Budget &) -> std::optional<UnknownReason> {
    return UnknownReason{ReasonKind::Internal, Cause::Kind::WrongTrace};
  };
  PortfolioAnswer A = run({Quick, fake<hangs>("a")});
  EXPECT_EQ(A.Result.reason().What, ReasonKind::Internal);
  EXPECT_EQ(A.Result.reason().Why, Cause::Kind::WrongTrace);
  EXPECT_EQ(A.Result.reason().Engine, "quick");
}

TEST_F(PortfolioTest, WhoCancelsIsToldSo) {
  std::atomic<bool> Stop = true;
  Budget B;
  B.cancelWith(&Stop);
  PortfolioAnswer A = runPortfolio(
      {M, M.properties()[0]}, B, {.Engines = {fake<hangs>("a")}},
      [](const AnyResult &, const Budget &) { return std::nullopt; });
  EXPECT_EQ(A.Result.reason().What, ReasonKind::Cancelled);
}

/// Works until \p B is used up, like a check of evidence that is too large.
static UnknownReason looksForLong(const Budget &B) {
  while (!B.exhausted())
    ;
  return {ReasonKind::Timeout};
}

/// Takes long in the process that asks, and elsewhere does what \p Elsewhere
/// says.
template <typename FunctionT> static auto hardHere(FunctionT Elsewhere) {
  return [=, Here = getpid()](const AnyResult &R,
                              const Budget &B) -> std::optional<UnknownReason> {
    if (getpid() == Here)
      return looksForLong(B);
    return Elsewhere(R, B);
  };
}

static std::optional<UnknownReason> neverEnds() {
  while (true)
    pause();
}

TEST_F(PortfolioTest, EvidenceThatTakesLongKeepsNobodyWaiting) {
  Seconds = 1000;
  Confirm = hardHere([](const AnyResult &R, const Budget &) {
    return R.onSystem()->invariant().K == 3 ? std::nullopt : neverEnds();
  });
  PortfolioAnswer A = run({fake<saysSafe>("a"), fake<saysSafe>("b"),
                           fake<saysSafe>("c"), fake<saysSafeLater>("d")});
  EXPECT_EQ(A.Engine, "d");
}

TEST_F(PortfolioTest, EvidenceThatTakesLongIsConfirmedElsewhere) {
  Confirm = hardHere([](const AnyResult &, const Budget &B) {
    EXPECT_GT(*B.remainingMs(), 10000) << "it has no time";
    return std::nullopt;
  });
  EXPECT_TRUE(run({fake<saysSafe>("a"), fake<hangs>("b")}).Result.isSafe());
}

TEST_F(PortfolioTest, WrongEvidenceIsFoundElsewhere) {
  Confirm = hardHere([](const AnyResult &, const Budget &) {
    return UnknownReason{ReasonKind::Internal,
                         {Cause::Kind::WrongInvariant, "so"}};
  });
  PortfolioAnswer A = run({fake<saysSafe>("a"), fake<hangs>("b")});
  EXPECT_EQ(A.Result.reason().What, ReasonKind::Internal);
  EXPECT_EQ(A.Result.reason().Why, Cause(Cause::Kind::WrongInvariant, "so"));
  EXPECT_EQ(A.Result.reason().Engine, "a");
}

TEST_F(PortfolioTest, ChecksThatNeverEndEndWithTheTime) {
  Seconds = 1;
  auto Start = Budget::Clock::now();
  Confirm =
      hardHere([](const AnyResult &, const Budget &) { return neverEnds(); });
  PortfolioAnswer A = run({fake<saysSafe>("a"), fake<saysSafe>("b")});
  EXPECT_EQ(A.Result.reason().What, ReasonKind::Timeout);
  EXPECT_LT(Budget::Clock::now() - Start, std::chrono::seconds(5));
}

TEST_F(PortfolioTest, CrashOfACheckLeavesOtherAnswers) {
  Confirm = hardHere(
      [](const AnyResult &R, const Budget &) -> std::optional<UnknownReason> {
        if (R.onSystem()->invariant().K != 3)
          raise(SIGSEGV);
        return std::nullopt;
      });
  PortfolioAnswer A = run({fake<saysSafe>("a"), fake<saysSafeLater>("b")});
  EXPECT_EQ(A.Engine, "b");
  A = run({fake<saysSafe>("a"), fake<saysBound>("b")});
  EXPECT_EQ(A.Result.reason().What, ReasonKind::Internal);
  ASSERT_EQ(A.Notes.size(), 1u);
  EXPECT_EQ(A.Notes[0].find("check of what engine a has found crashed"), 0u);
}

TEST_F(PortfolioTest, WhatWasFoundEarlierIsConfirmedAnew) {
  const Question Q{M, M.properties()[0]};
  auto Ask = [&](Confirmation Says) {
    return confirmEarlier(Q, Budget::seconds(Seconds), {}, Says, "old",
                          saysSafe(M));
  };
  auto Good = [](const AnyResult &, const Budget &) { return std::nullopt; };
  EXPECT_TRUE(Ask(Good).Result.isSafe());
  EXPECT_EQ(Ask(Good).Engine, "old");
  EXPECT_TRUE(Ask(hardHere(Good)).Result.isSafe());
  Seconds = 0.5;
  EXPECT_TRUE(Ask(hardHere([](const AnyResult &, const Budget &) {
                return neverEnds();
              })).Result.isUnknown());
}

TEST_F(PortfolioTest, CrashIsNotedAndOthersGoOn) {
  PortfolioAnswer A = run({fake<crashes>("a"), fake<saysSafe>("b")});
  EXPECT_TRUE(A.Result.isSafe());
  A = run({fake<crashes>("a"), fake<saysBound>("b")});
  ASSERT_TRUE(A.Result.isUnknown());
  EXPECT_EQ(A.Result.reason().What, ReasonKind::Internal);
  ASSERT_EQ(A.Notes.size(), 1u);
  EXPECT_EQ(A.Notes[0].find("engine a crashed"), 0u);
  A = run({fake<leaves>("a")});
  EXPECT_EQ(A.Result.reason().What, ReasonKind::Internal);
}

TEST_F(PortfolioTest, HangingEngineIsKilledAtTheDeadline) {
  Seconds = 0.3;
  auto Start = Budget::Clock::now();
  PortfolioAnswer A = run({fake<hangs>("a"), fake<hangs>("b")});
  ASSERT_TRUE(A.Result.isUnknown());
  EXPECT_EQ(A.Result.reason().str(), "timeout");
  EXPECT_LT(Budget::Clock::now() - Start, std::chrono::seconds(5));
}

TEST_F(PortfolioTest, MemoryLimitIsTold) {
  MemoryMB = 300;
  PortfolioAnswer A = run({fake<devours>("a"), fake<devours>("b")});
  ASSERT_TRUE(A.Result.isUnknown());
  EXPECT_EQ(A.Result.reason().str(), "out of memory");
  EXPECT_TRUE(A.Notes.empty());
}

TEST_F(PortfolioTest, EnginesThatDoNotSuitMayAnswerAtOnce) {
  EngineChoice Other = fake<saysSafe>("b");
  Other.Suits = [](const Question &) { return false; };
  EXPECT_TRUE(run({fake<saysBound>("a"), Other}).Result.isUnknown());
  Other.First = EngineInfo::Attempt::AtOnce;
  EXPECT_TRUE(run({fake<saysBound>("a"), Other}).Result.isSafe());
}

TEST_F(PortfolioTest, EnginesForAllQuestionsHaveMoreMemory) {
  MemoryMB = 3000 + WorkerPool::residentMB();
  EngineChoice Besides = fake<saysBound>("b");
  Besides.Suits = [](const Question &) { return true; };
  EXPECT_TRUE(run({fake<needsMuch>("a"), Besides}).Result.isSafe());
  EXPECT_TRUE(
      run({fake<needsMuch>("a"), fake<saysBound>("b")}).Result.isUnknown());
}

TEST_F(PortfolioTest, ContradictionStopsEverything) {
  ConfirmMicroseconds = 500000; // time for the other to answer
  PortfolioAnswer A = run({fake<saysSafe>("a"), fake<saysUnsafe>("b")});
  ASSERT_TRUE(A.Result.isUnknown());
  EXPECT_EQ(A.Result.reason().What, ReasonKind::Internal);
  EXPECT_EQ(A.Result.reason().Why, Cause(Cause::Kind::Contradiction, "a", "b"));
}

TEST_F(PortfolioTest, RefutedEvidenceIsNoAnswer) {
  Confirm = [](const AnyResult &, const Budget &) {
    return UnknownReason{ReasonKind::Internal, Cause::Kind::WrongInvariant};
  };
  PortfolioAnswer A = run({fake<saysSafe>("a")});
  ASSERT_TRUE(A.Result.isUnknown());
  EXPECT_EQ(A.Result.reason().What, ReasonKind::Internal);
}

TEST_F(PortfolioTest, UncheckedEvidenceLetsOthersGoOn) {
  Confirm = [](const AnyResult &R,
               const Budget &) -> std::optional<UnknownReason> {
    if (R.isSafe())
      return std::nullopt;
    return UnknownReason{ReasonKind::Timeout, Cause::Kind::CheckingTrace};
  };
  EXPECT_TRUE(run({fake<saysUnsafe>("a")}).Result.isUnknown());
}

TEST_F(PortfolioTest, ReasonsAreJoined) {
  Seconds = 0.3;
  EXPECT_EQ(
      run({fake<saysTimeout>("a"), fake<hangs>("b")}).Result.reason().What,
      ReasonKind::Timeout);
  PortfolioAnswer A = run({fake<saysTimeout>("a"), fake<saysBound>("b")});
  EXPECT_EQ(A.Result.reason().str(),
            "timeout: a: timeout: at depth 3; b: bound reached: depth 3");
  EXPECT_EQ(
      run({fake<saysBound>("a"), fake<saysBound>("b")}).Result.reason().str(),
      "bound reached: depth 3");
}

TEST_F(PortfolioTest, UnreadableResultsAreErrors) {
  auto Decode = [&](llvm::StringRef Text) {
    auto R = decodeResult({M, M.properties()[0]},
                          llvm::cantFail(llvm::json::parse(Text)));
    bool Good = bool(R);
    if (!R)
      llvm::consumeError(R.takeError());
    return Good;
  };
  EXPECT_TRUE(Decode(R"({"safe":{"formula":"true","k":1,"paths":"simple"}})"));
  EXPECT_FALSE(Decode(R"({"safe":{"formula":"(","k":1,"paths":"simple"}})"));
  EXPECT_FALSE(Decode(R"({"safe":{"formula":"#x00","k":1,"paths":"simple"}})"));
  EXPECT_FALSE(Decode(R"({"safe":{"formula":"true","k":0,"paths":"simple"}})"));
  EXPECT_FALSE(Decode(R"({"safe":{"formula":"true","k":1,"paths":"odd"}})"));
  EXPECT_FALSE(Decode(R"({"safe":{}})"));
  EXPECT_FALSE(Decode(R"({"unsafe":{"states":[{"y":"#x00"}],"inputs":[]}})"));
  EXPECT_FALSE(Decode(R"({"unsafe":{"states":[{"x":"#x0"}],"inputs":[]}})"));
  EXPECT_FALSE(Decode(R"({"unknown":{"kind":99}})"));
  EXPECT_FALSE(Decode("{}"));
  EXPECT_FALSE(Decode("3"));
}
