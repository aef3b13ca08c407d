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

static StoryStep element(uint64_t Index, unsigned I) {
  return {StoryStep::Kind::Assignment,
          {"f.c", 4, 1},
          {{AccessPath("a", {{AccessPath::Step::Kind::Element, "", Index}}),
            std::to_string(I)}}};
}

TEST(Story, RoundsWriteElementsOfAnArray) {
  std::vector<StoryStep> Steps;
  for (unsigned I = 0; I < 10; ++I) {
    Steps.push_back(condition({"f.c", 3, 1}, true));
    Steps.push_back(element(I, 2 * I));
  }
  std::vector<StoryStep> Folded = foldRounds(Steps);
  ASSERT_EQ(Folded.size(), 7u);
  EXPECT_EQ(wordsFor(Folded[1]), "a[0] = 0");
  EXPECT_EQ(wordsFor(Folded[4]), "(7 more rounds)");
  EXPECT_EQ(wordsFor(Folded[6]), "a[9] = 18");
}

TEST(Story, ManyElementsAreOneLine) {
  StoryStep All{StoryStep::Kind::Elements, {"f.c", 1, 1}};
  for (uint64_t I = 0; I < 16; ++I)
    All.Values.push_back(element(I, 0).Values[0]);
  EXPECT_EQ(wordsFor(All), "a[0..15] = {0, ...}");
  All.Values[1].Text = "7";
  EXPECT_EQ(wordsFor(All), "a[0..15] = {0, 7, 0, 0, ...}");
  All.Values.resize(3);
  EXPECT_EQ(wordsFor(All), "a[0..2] = {0, 7, 0}");
}

static StoryStep entered(SourceLocation Where, const char *Function) {
  StoryStep S{StoryStep::Kind::Call, std::move(Where)};
  S.Function = Function;
  return S;
}

static StoryStep left(SourceLocation Where, const char *Function) {
  StoryStep S = entered(std::move(Where), Function);
  S.What = StoryStep::Kind::Return;
  return S;
}

static std::vector<std::string> lines(const std::vector<StoryStep> &Steps) {
  std::vector<std::string> All;
  for (const ToldStep &S : toldSteps(Steps))
    All.push_back(S.Where.str() + ": " + S.Text);
  return All;
}

TEST(Story, WhatTheLibraryDoesIsNotTold) {
  EXPECT_EQ(lines({entered({"f.c", 7, 3}, "qsort"),
                   assignment({"<libc>/stdlib.c", 9, 1}, 0),
                   entered({"<libc>/stdlib.c", 9, 5}, "compare"),
                   assignment({"f.c", 2, 1}, 5),
                   left({"<libc>/stdlib.c", 9, 5}, "compare"),
                   entered({"<libc>/stdlib.c", 10, 5}, "memcpy"),
                   assignment({"<libc>/string.c", 2, 1}, 5),
                   left({"<libc>/stdlib.c", 10, 5}, "memcpy"),
                   left({"f.c", 7, 3}, "qsort")}),
            (std::vector<std::string>{"f.c:7:3: call qsort: i = 0",
                                      "f.c:7:3: call compare", "f.c:2:1: i = 5",
                                      "f.c:7:3: return from compare",
                                      "f.c:7:3: return from qsort"}));
}

TEST(Story, CallsOfTheLibraryAreALine) {
  StoryStep Read{StoryStep::Kind::Input, {"f.c", 3, 7}, {{"", "7"}}};
  Read.Function = "getchar";
  EXPECT_EQ(
      lines({entered({"f.c", 3, 7}, "getchar"), Read,
             assignment({"<libc>/stdio.c", 2, 1}, 1),
             left({"f.c", 3, 7}, "getchar"), entered({"f.c", 4, 3}, "strcpy"),
             assignment({"<libc>/string.c", 2, 1}, 1),
             left({"f.c", 4, 3}, "strcpy")}),
      (std::vector<std::string>{"f.c:3:7: getchar() = 7",
                                "f.c:4:3: call strcpy: i = 1"}));
}

TEST(Story, TheMiddleOfALongRunIsALine) {
  std::vector<StoryStep> Steps;
  for (unsigned I = 0; I < 97; ++I)
    Steps.push_back(assignment({"f.c", I + 1, 1}, I));
  std::vector<std::string> Told = lines(Steps);
  ASSERT_EQ(Told.size(), MostToldSteps);
  EXPECT_EQ(Told[14], "f.c:15:1: i = 14");
  EXPECT_EQ(Told[15], ": ... 38 more steps (sooth --json has all)");
  EXPECT_EQ(Told[16], "f.c:54:1: i = 53");
  EXPECT_EQ(Told.back(), "f.c:97:1: i = 96");
  Steps.resize(MostToldSteps);
  EXPECT_EQ(lines(Steps).size(), MostToldSteps);
  EXPECT_EQ(lines(Steps)[15], "f.c:16:1: i = 15");
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
