//===- Abstractor.h - Building the abstract reachability graph ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CEGAR_ABSTRACTOR_H
#define SOOTH_LIB_ENGINE_CEGAR_ABSTRACTOR_H

#include "Arg.h"

#include "sooth/Domain/Domain.h"

namespace sooth::cegar {

/// Which node comes next: one for which the weighted sum is smallest (paper
/// 3.1.2).
struct SearchOrder {
  int ErrorWeight = 0; // of the location's distance to the nearest error
  int DepthWeight = 1; // of the node's depth
  /// Of several nodes with the same sum.
  enum class Ties { Oldest, Newest } Among = Ties::Oldest;
};

/// Edges from each location to the nearest error location; the number of
/// locations where there is none.
std::vector<unsigned> distancesToError(const Cfa &C);

/// Algorithm 1.
class Abstractor {
public:
  /// Stops at \p MaxUnsafe error nodes; 0 means that it looks for all.
  Abstractor(const Cfa &C, StateTable &Table, Domain &D, SearchOrder Order,
             unsigned MaxUnsafe);

  enum class Outcome { Safe, Unsafe, OutOfBudget };
  /// Goes on with \p G until it is complete or there are enough error nodes.
  /// OutOfBudget leaves it such that one can go on later.
  Outcome build(Arg &G, const Precision &P, const Budget &B);

private:
  int64_t rank(const ArgNode &N) const {
    return int64_t(Order.ErrorWeight) * Distance[N.Loc] +
           int64_t(Order.DepthWeight) * N.Depth;
  }

  const Cfa &C;
  StateTable &Table;
  Domain &D;
  SearchOrder Order;
  unsigned MaxUnsafe;
  std::vector<unsigned> Distance;
  Edge Start; // from nowhere to the entry, under init
};

} // namespace sooth::cegar

#endif
