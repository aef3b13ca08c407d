//===- Abstractor.cpp - Building the abstract reachability graph ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abstractor.h"

#include <deque>
#include <queue>

using namespace sooth;
using namespace sooth::cegar;
using Mark = ArgNode::Mark;

std::vector<unsigned> sooth::cegar::distancesToError(const Cfa &C) {
  std::vector<unsigned> Distance(C.locations().size(), C.locations().size());
  std::deque<LocationId> Work;
  for (const ErrorLocation &E : C.errors()) {
    Distance[E.Loc] = 0;
    Work.push_back(E.Loc);
  }
  for (; !Work.empty(); Work.pop_front())
    for (EdgeId E : C.incoming(Work.front()))
      if (LocationId L = C.edge(E).Source;
          Distance[L] > Distance[Work.front()] + 1) {
        Distance[L] = Distance[Work.front()] + 1;
        Work.push_back(L);
      }
  return Distance;
}

Abstractor::Abstractor(const Cfa &C, StateTable &Table, Domain &D,
                       SearchOrder Order, unsigned MaxUnsafe)
    : C(C), Table(Table), D(D), Order(Order), MaxUnsafe(MaxUnsafe),
      Distance(distancesToError(C)) {
  Start.Target = C.entry();
  Start.Guard = C.init();
}

Abstractor::Outcome Abstractor::build(Arg &G, const Precision &P,
                                      const Budget &B) {
  // Rank, then age.
  using Entry = std::pair<std::pair<int64_t, int64_t>, unsigned>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> Waitlist;
  unsigned NumUnsafe = G.withMark(Mark::Unsafe).size();
  auto Take = [&](unsigned N) {
    const ArgNode &Node = G.node(N);
    if (Node.M == Mark::Unsafe)
      ++NumUnsafe;
    else
      Waitlist.push(
          {{rank(Node),
            Order.Among == SearchOrder::Ties::Newest ? -int64_t(N) : N},
           N});
  };
  auto Enough = [&] { return MaxUnsafe && NumUnsafe >= MaxUnsafe; };

  if (G.needsRoots()) {
    unsigned First = G.numNodes();
    const TrackedSet &T = P.at(C.entry());
    auto States = D.post(*Table.top(), Start, T, B);
    if (B.exhausted())
      return Outcome::OutOfBudget;
    G.setRoots(States, T.version());
    for (unsigned N = First; N < G.numNodes(); ++N)
      NumUnsafe += G.node(N).M == Mark::Unsafe;
  }
  for (unsigned N : G.withMark(Mark::Unmarked))
    Take(N);

  while (!Waitlist.empty() && !Enough()) {
    if (B.exhausted())
      return Outcome::OutOfBudget;
    unsigned N = Waitlist.top().second;
    Waitlist.pop();
    if (!G.node(N).Covering && G.tryToCover(N) == Mark::Covered)
      continue;
    while (!G.node(N).Pending.empty() && !Enough()) {
      EdgeId E = G.node(N).Pending.front();
      const TrackedSet &T = P.at(C.edge(E).Target);
      auto States = D.post(*G.node(N).State, C.edge(E), T, B);
      if (B.exhausted()) // they may say less than they could
        return Outcome::OutOfBudget;
      for (unsigned Child : G.addSuccessors(N, E, States, T.version()))
        Take(Child);
    }
    if (G.node(N).Pending.empty())
      G.setExpanded(N);
  }
  return NumUnsafe ? Outcome::Unsafe : Outcome::Safe;
}
