//===- NeedTest.cpp - What functions need of their callers ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Need.h"

#include "gtest/gtest.h"

using namespace sooth;

static Need memory(uint64_t Bytes, bool MayBeNull = false) {
  return {.Given = {"p", 0}, .MayBeNull = MayBeNull, .Bytes = Bytes};
}

TEST(Need, Words) {
  EXPECT_EQ(describeNeed(memory(0)), "p != NULL");
  EXPECT_EQ(describeNeed(memory(1)), "p != NULL, with at least 1 byte");
  EXPECT_EQ(describeNeed(memory(12, true)),
            "p is NULL or has at least 12 bytes");
  Need Counted{.What = Need::Kind::Counted,
               .Given = {"a", 0},
               .Other = {"n", 1},
               .Bytes = 1};
  EXPECT_EQ(describeNeed(Counted), "a has at least n bytes");
  Counted.Bytes = 4;
  EXPECT_EQ(describeNeed(Counted), "a has at least n * 4 bytes");
  Counted.IsNatural = true;
  EXPECT_EQ(describeNeed(Counted), "a has at least n * 4 bytes, and n >= 0");
}

TEST(Need, OfCalls) {
  Need Calls{.What = Need::Kind::Calls,
             .Needy = {{"copy.1", "copy"}},
             .Changing = {{"copy.1", "copy"}}};
  EXPECT_EQ(describeNeed(Calls),
            "copy()'s own requirements are met, and pointers that it returns "
            "or stores are NULL or valid");
  Calls.Needy.push_back({"drop", "drop"});
  EXPECT_EQ(describeNeed(Calls),
            "the requirements of copy() and drop() are met, and pointers that "
            "copy() returns or stores are NULL or valid");
  Calls.Needy.push_back({"next", "next", true});
  Calls.Changing.clear();
  EXPECT_EQ(describeNeed(Calls),
            "the requirements of copy(), drop() and next() are met, and next() "
            "does what its contract ensures");
  Calls.Needy.clear();
  Calls.Changing = {{"copy.1", "copy"}};
  Calls.After = Need::Left::Valid;
  EXPECT_EQ(describeNeed(Calls),
            "pointers that copy() returns or stores are valid (NULL only where "
            "the code tests for it)");
  Calls.Changing.push_back({"*get", "*get"});
  Calls.After = Need::Left::ValidAndUsed;
  EXPECT_EQ(describeNeed(Calls),
            "pointers that copy() and (*get)() return or store are valid (NULL "
            "only where the code tests for it), and memory that they free is "
            "not used afterwards");
}

TEST(Need, OfResults) {
  Need N{.What = Need::Kind::ResultsApart, .Needy = {{"pool", "pool"}}};
  EXPECT_EQ(describeNeed(N),
            "pool() returns only memory of its own or that it was given");
  N.Needy.push_back({"get", "get"});
  EXPECT_EQ(describeNeed(N), "pool() and get() return only memory of their own "
                             "or that they were given");
}

TEST(Need, OfMemoryFromElsewhere) {
  EXPECT_EQ(describeNeed({.What = Need::Kind::Found}),
            "pointers that other functions stored in memory are valid (NULL "
            "only where the code tests for it)");
  EXPECT_EQ(describeNeed({.What = Need::Kind::FoundStrings}),
            "char pointers that other functions stored or returned lead to "
            "strings");
  EXPECT_EQ(describeNeed({.What = Need::Kind::FoundAligned, .Bytes = 4}),
            "pointers that other functions stored in memory are aligned to 4 "
            "bytes");
  EXPECT_EQ(describeNeed(
                {.What = Need::Kind::StoredIndices, .Expressions = {"", ""}}),
            "numbers in memory that are used as array indices without a test "
            "are in bounds");
}

TEST(Need, OfWhatIsKept) {
  const Need N{.What = Need::Kind::KeptMembers,
               .Expressions = {"struct pool", "-1 <= first < 8"}};
  EXPECT_EQ(describeNeed(N), "in each struct pool, -1 <= first < 8");
  EXPECT_STREQ(needLabel(N), "keeps");
  EXPECT_STREQ(needLabel({.What = Need::Kind::Found}), "needs");
  EXPECT_FALSE(restatesCheck(N));
  // Each is one of its own.
  std::vector<Need> All{N};
  addNeed(All, N);
  EXPECT_EQ(All.size(), 1u);
  addNeed(All, {.What = Need::Kind::KeptMembers,
                .Expressions = {"struct pool", "0 <= used < 9"}});
  EXPECT_EQ(All.size(), 2u);
}

TEST(Need, OfConditions) {
  std::vector<Need> All;
  for (const char *Text : {"p->n >= 0", "p->n < 8", "p->n >= 0"})
    addNeed(All, {.What = Need::Kind::Conditions, .Expressions = {Text}});
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(describeNeed(All.front()), "p->n < 8 and p->n >= 0");
  EXPECT_TRUE(restatesCheck(All.front()));
}

TEST(Need, OfPlaces) {
  Need N{.What = Need::Kind::NotReached, .Places = {{"a.c", 6, 1}}};
  EXPECT_EQ(describeNeed(N),
            "code marked unreachable in line 6 is not reached");
  N.What = Need::Kind::Modelled;
  EXPECT_EQ(describeNeed(N), "what is done in line 6 is allowed by C and "
                             "supported by Sooth");
}

TEST(Need, OfAlignment) {
  Need N{.What = Need::Kind::Aligned, .Given = {"p", 0}, .Bytes = 4};
  EXPECT_EQ(describeNeed(N), "p is aligned to 4 bytes");
  EXPECT_FALSE(restatesCheck(N));
  std::vector<Need> Needs{N};
  N.Bytes = 8;
  addNeed(Needs, N);
  ASSERT_EQ(Needs.size(), 1u);
  EXPECT_EQ(Needs[0].Bytes, 8u);
  Need Moved{.What = Need::Kind::Aligned,
             .Bytes = 4,
             .Expressions = {"(char *)p + 1"}};
  EXPECT_EQ(describeNeed(Moved), "(char *)p + 1 is aligned to 4 bytes");
  EXPECT_TRUE(restatesCheck(Moved));
  addNeed(Needs, Moved);
  EXPECT_EQ(Needs.size(), 2u);
}

TEST(Need, TwoOfOneArgumentAreOne) {
  std::vector<Need> Needs;
  addNeed(Needs, memory(4, true));
  addNeed(Needs, memory(12, true));
  addNeed(Needs, memory(8));
  ASSERT_EQ(Needs.size(), 1u);
  EXPECT_EQ(Needs[0], memory(12));
  addNeed(Needs, {.What = Need::Kind::String, .Given = {"p", 0}});
  addNeed(Needs, {.Given = {"q", 1}});
  EXPECT_EQ(Needs.size(), 3u);
}

TEST(Need, OfTwoBoundsTheLowerOneCounts) {
  std::vector<Need> Needs;
  const Need One{.What = Need::Kind::InRange, .Bytes = 9, .Expressions = {"i"}};
  Need Other = One;
  Other.Bytes = 8;
  addNeed(Needs, One);
  addNeed(Needs, Other);
  addNeed(Needs, One);
  addNeed(Needs, {.What = Need::Kind::InRange, .Expressions = {"i"}});
  ASSERT_EQ(Needs.size(), 1u);
  EXPECT_EQ(describeNeed(Needs[0]), "0 <= i < 8");
  Other.Expressions = {"j"};
  addNeed(Needs, Other);
  EXPECT_EQ(Needs.size(), 2u);
}

TEST(Need, WhatIsFreedOrCalled) {
  Need N{.What = Need::Kind::Freeable, .Given = {"p", 0}};
  EXPECT_EQ(describeNeed(N), "p can be passed to free()");
  N.Given = {};
  EXPECT_EQ(describeNeed(N),
            "pointers in memory that the code frees can be passed to free()");
  N = {.What = Need::Kind::Function, .Given = {"f", 1}};
  EXPECT_EQ(describeNeed(N), "f is a function");
  N.MayBeNull = true;
  EXPECT_EQ(describeNeed(N), "f is NULL or a function");
}
