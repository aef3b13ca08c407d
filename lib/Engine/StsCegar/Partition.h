//===- Partition.h - Abstract states that are split -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STSCEGAR_PARTITION_H
#define SOOTH_LIB_ENGINE_STSCEGAR_PARTITION_H

#include "sooth/Expr/ExprContext.h"

#include <map>
#include <vector>

namespace sooth::stscegar {

/// A partition of the states: by the truth of predicates and by the values of
/// variables (section 4.4.1), and then by a formula of its own for each part
/// that was split (4.4.4, lazy abstraction). Parts are known when a state in
/// them is.
class Partition {
public:
  using Part = unsigned;
  Partition(ExprContext &Ctx, std::vector<Expr> Predicates,
            std::vector<Expr> Tracked)
      : Ctx(Ctx), Predicates(std::move(Predicates)),
        Tracked(std::move(Tracked)) {}

  /// The part that has \p State, a new one if none is known to.
  Part find(const Valuation &State);
  Expr formula(Part P) const { return Nodes[P].Formula; }
  /// Whether others have replaced \p P.
  bool isSplit(Part P) const { return bool(Nodes[P].Predicate); }
  /// How many have replaced it and those that did; 1 if none has.
  unsigned partsOf(Part P) const;
  /// Replaces \p P by two parts.
  void split(Part P, Expr By);

private:
  struct Node {
    Expr Formula;
    Expr Predicate; ///< null of a part
    Part IfTrue = 0, IfFalse = 0;
  };
  ExprContext &Ctx;
  std::vector<Expr> Predicates, Tracked;
  std::map<std::vector<Value>, Part> Roots;
  std::vector<Node> Nodes;
};

} // namespace sooth::stscegar

#endif
