//===- StoryTest.cpp - Values and rounds
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Story/Story.h"
#include "sooth/Driver/Report/Wording.h"

#include "gtest/gtest.h"

using namespace sooth;
using llvm::APInt;

static std::string text(unsigned Width, uint64_t Bits, ValueStyle Style) {
  return valueText(Value(APInt(Width, Bits)), Style);
}

TEST(Story, ValuesAsProgrammersWriteThem) {
  EXPECT_EQ(text(32, 7, ValueStyle::Signed), "7");
  EXPECT_EQ(text(32, 0xffffffff, ValueStyle::Signed), "-1");
  EXPECT_EQ(text(32, 7, ValueStyle::Unsigned), "7");
  EXPECT_EQ(text(32, 0xffffffff, ValueStyle::Unsigned),
            "4294967295 (0xffffffff)");
  EXPECT_EQ(text(8, 0xff, ValueStyle::Unsigned), "255");
  EXPECT_EQ(text(8, 'a', ValueStyle::Character), "97 'a'");
  EXPECT_EQ(text(8, '\'', ValueStyle::Character), "39 '\\''");
  EXPECT_EQ(text(8, '\n', ValueStyle::Character), "10");
  EXPECT_EQ(text(8, 0xfd, ValueStyle::Character), "-3");
  EXPECT_EQ(text(16, 0xabcd, ValueStyle::Bits), "0xabcd");
  EXPECT_EQ(text(8, 2, ValueStyle::Bool), "true");
  EXPECT_EQ(valueText(Value(false), ValueStyle::Signed), "false");
  EXPECT_EQ(valueText(Value(llvm::DynamicAPInt(-12)), ValueStyle::Signed),
            "-12");
}

static StoryStep condition(SourceLocation Where, bool Holds) {
  StoryStep S{StoryStep::Kind::Condition, std::move(Where)};
  S.Holds = Holds;
  return S;
}

static StoryStep assignment(SourceLocation Where, unsigned I) {
  return {StoryStep::Kind::Assignment,
          std::move(Where),
          {{"i", std::to_string(I)}}};
}

static std::vector<StoryStep> rounds(unsigned Count) {
  std::vector<StoryStep> Steps{assignment({"f.c", 1, 1}, 0)};
  for (unsigned I = 1; I <= Count; ++I) {
    Steps.push_back(condition({"f.c", 2, 1}, true));
    Steps.push_back(assignment({"f.c", 3, 1}, I));
  }
  Steps.push_back(condition({"f.c", 2, 1}, false));
  return Steps;
}

TEST(Story, ManyRoundsAreSummedUp) {
  std::vector<StoryStep> Folded = foldRounds(rounds(40));
  ASSERT_EQ(Folded.size(), 9u);
  EXPECT_EQ(wordsFor(Folded[2]), "i = 1");
  EXPECT_EQ(wordsFor(Folded[4]), "i = 2");
  EXPECT_EQ(wordsFor(Folded[5]), "(37 more rounds)");
  EXPECT_EQ(wordsFor(Folded[7]), "i = 40");
  EXPECT_EQ(wordsFor(Folded[8]), "condition is false");
}

TEST(Story, FewRoundsAreTold) {
  EXPECT_EQ(foldRounds(rounds(4)).size(), rounds(4).size());
  EXPECT_EQ(foldRounds({}).size(), 0u);
}

TEST(Story, OnlyChangesAndWhatHappens) {
  ExprContext Ctx;
  Sort S = Ctx.bitVecSort(8);
  Expr X = Ctx.var("x", S), In = Ctx.var("in", S);
  Cfa C(Ctx);
  C.addVariable({X, "x", ValueStyle::Signed});
  LocationId Start = C.addLocation({"start", {}});
  using Kind = SourceStep::Kind;
  Expr Next = Ctx.make(sooth::Kind::BvAdd, {X, In});
  SourceLocation Read{"f.c", 2, 9}, Set{"f.c", 2, 5}, If{"f.c", 3, 3};
  Edge E{Start,
         Start,
         Ctx.trueExpr(),
         {{X, Next}},
         {{In, Input::Kind::Nondet, "f", Read}}};
  ShownValue Returned{{}, In};
  Returned.What = ShownValue::Role::Result;
  EdgeSource Told;
  Told.Steps = {
      {Kind::Input, Ctx.trueExpr(), Read, {Returned}, "f"},
      {Kind::Assignment, Ctx.trueExpr(), Set, {{"x", Next}}},
      {Kind::Condition, Ctx.mkEq(X, Ctx.bv(0, 8)), If, {}, "", Ctx.trueExpr()},
      {Kind::Assignment, Ctx.trueExpr(), If, {{"y", X}}}};
  EdgeId Id = C.addEdge(E);
  auto Source = std::make_shared<SourceTable>();
  Source->set(Id, std::move(Told));
  C.setSource(Source);
  auto With = [&](uint64_t V) {
    Valuation Values;
    Values[In] = Value(APInt(8, V));
    return CfaTrace::Step{Id, Values};
  };
  CfaTrace T{Valuation(), {With(5), With(0)}};
  std::vector<std::string> Texts;
  for (const StoryStep &S : tellStory(C, T))
    Texts.push_back(S.Where.str() + ": " + wordsFor(S));
  EXPECT_EQ(Texts,
            (std::vector<std::string>{
                "f.c:2:5: x = f() = 5", "f.c:3:3: condition is true",
                "f.c:3:3: y = 0", "f.c:2:9: f() = 0", "f.c:3:3: y = 5"}));
}
