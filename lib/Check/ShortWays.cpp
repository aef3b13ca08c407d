//===- ShortWays.cpp - The few ways from one location to the next ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShortWays.h"

using namespace sooth;

static constexpr unsigned MostWays = 512, MostEdges = 600;

/// \p Before and then \p E.
static ShortWay extended(ExprContext &Ctx, const ShortWay &Before,
                         const Edge &E) {
  ShortWay Way = Before;
  Way.End = E.Target;
  Substitution Here(Ctx);
  for (const auto &[Var, Val] : Before.Values)
    Here.set(Var, Val);
  // Whenever an edge is taken, its inputs are chosen anew.
  for (const Input &In : E.Inputs)
    Here.set(In.Var, Ctx.freshVar("check.in", In.Var.sort()));
  llvm::SmallVector<Expr, 8> Parts;
  conjuncts(Here(E.Guard), Parts);
  Way.Conditions.insert(Way.Conditions.end(), Parts.begin(), Parts.end());
  for (const Update &U : E.Updates)
    Way.Values[U.Var] = Here(U.Val);
  return Way;
}

std::optional<std::vector<ShortWay>>
sooth::shortWays(const Cfa &C, LocationId Start,
                 llvm::function_ref<bool(LocationId)> Stops) {
  struct Open {
    ShortWay Way;
    unsigned Edges = 0;
  };
  std::vector<Open> Work;
  Work.emplace_back().Way.End = Start;
  std::vector<ShortWay> Result;
  while (!Work.empty()) {
    const Open From = std::move(Work.back());
    Work.pop_back();
    for (EdgeId Id : C.outgoing(From.Way.End)) {
      const Edge &E = C.edge(Id);
      if (E.Guard.isFalse())
        continue;
      ShortWay Way = extended(C.context(), From.Way, E);
      if (Stops(E.Target)) {
        Result.push_back(std::move(Way));
        if (Result.size() > MostWays)
          return std::nullopt;
      } else if (From.Edges == MostEdges || E.Target == Start ||
                 Result.size() + Work.size() >= MostWays) {
        return std::nullopt;
      } else {
        Work.push_back({std::move(Way), From.Edges + 1});
      }
    }
  }
  return Result;
}
