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
            "what copy needs holds where it is called, and "
            "after it pointers are NULL or valid");
  Calls.Needy.push_back({"drop", "drop"});
  EXPECT_EQ(describeNeed(Calls),
            "what copy, drop need holds where they are called, and after copy "
            "pointers are NULL or valid");
  Calls.Needy.clear();
  Calls.After = Need::Left::Valid;
  EXPECT_EQ(describeNeed(Calls), "after copy pointers are valid, and NULL only "
                                 "where that is tested");
}

TEST(Need, OfResults) {
  Need N{.What = Need::Kind::ResultsApart, .Needy = {{"pool", "pool"}}};
  EXPECT_EQ(describeNeed(N), "what pool returns is apart from what it is not "
                             "given");
  N.Needy.push_back({"get", "get"});
  EXPECT_EQ(describeNeed(N), "what pool, get return is apart from what they "
                             "are not given");
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
