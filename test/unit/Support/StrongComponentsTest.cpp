//===- StrongComponentsTest.cpp - Strongly connected components -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/StrongComponents.h"

#include "gtest/gtest.h"

#include <random>

using namespace sooth;

using Graph = std::vector<std::vector<unsigned>>;
using Components = std::vector<std::vector<unsigned>>;

static Components componentsOf(const Graph &G) {
  Components Found;
  for (const auto &Members : strongComponents(G.size(), [&](unsigned Node) {
         return llvm::ArrayRef<unsigned>(G[Node]);
       }))
    Found.emplace_back(Members.begin(), Members.end());
  return Found;
}

TEST(StrongComponentsTest, WhatIsLedToComesBefore) {
  EXPECT_EQ(componentsOf({}), Components());
  EXPECT_EQ(componentsOf({{1}, {2}, {}}), (Components{{2}, {1}, {0}}));
  EXPECT_EQ(componentsOf({{}, {0}, {1}}), (Components{{0}, {1}, {2}}));
}

TEST(StrongComponentsTest, WhatWasReachedFirstComesFirst) {
  // A loop within a loop, entered at 1; another one behind it.
  EXPECT_EQ(componentsOf({{1}, {3}, {1, 3, 4}, {2}, {5}, {4}}),
            (Components{{4, 5}, {1, 3, 2}, {0}}));
  EXPECT_EQ(componentsOf({{0}}), (Components{{0}}));
}

TEST(StrongComponentsTest, LongPathsNeedNoStack) {
  constexpr unsigned Size = 1000000;
  Graph G(Size);
  for (unsigned Node = 0; Node + 1 < Size; ++Node)
    G[Node] = {Node + 1};
  EXPECT_EQ(componentsOf(G).size(), Size);
  G.back() = {0};
  EXPECT_EQ(componentsOf(G).size(), 1u);
}

/// By what each node reaches.
static std::vector<std::vector<bool>> reached(const Graph &G) {
  std::vector<std::vector<bool>> Reaches(G.size(), std::vector<bool>(G.size()));
  for (unsigned From = 0; From < G.size(); ++From) {
    std::vector<unsigned> Pending{From};
    while (!Pending.empty()) {
      const unsigned Node = Pending.back();
      Pending.pop_back();
      if (Reaches[From][Node])
        continue;
      Reaches[From][Node] = true;
      Pending.insert(Pending.end(), G[Node].begin(), G[Node].end());
    }
  }
  return Reaches;
}

TEST(StrongComponentsTest, RandomGraphs) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round < 300; ++Round) {
    const unsigned Size = 1 + Random() % 12;
    Graph G(Size);
    for (unsigned Edges = Random() % (2 * Size); Edges > 0; --Edges)
      G[Random() % Size].push_back(Random() % Size);
    const auto Reaches = reached(G);
    std::vector<unsigned> Number(Size, ~0u);
    const Components All = componentsOf(G);
    for (unsigned I = 0; I < All.size(); ++I)
      for (unsigned Node : All[I]) {
        EXPECT_EQ(Number[Node], ~0u) << "a node is in two components";
        Number[Node] = I;
      }
    for (unsigned A = 0; A < Size; ++A)
      for (unsigned B = 0; B < Size; ++B) {
        EXPECT_EQ(Number[A] == Number[B], Reaches[A][B] && Reaches[B][A]);
        if (Reaches[A][B])
          EXPECT_LE(Number[B], Number[A]);
      }
  }
}
