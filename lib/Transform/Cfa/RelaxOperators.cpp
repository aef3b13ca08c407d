//===- RelaxOperators.cpp - Results of costly operators are anything ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Cfa/RelaxOperators.h"

#include "sooth/Expr/CostlyOperators.h"

using namespace sooth;

std::optional<Cfa> sooth::relaxOperators(const Cfa &C) {
  ExprContext &Ctx = C.context();
  Cfa Result = C;
  bool IsChanged = false;
  Result.changeEdges([&](Edge &E) {
    CostlyOperators Costly(Ctx);
    Expr Guard = Costly.replaced(E.Guard);
    std::vector<Update> Updates;
    for (const Update &U : E.Updates)
      Updates.push_back({U.Var, Costly.replaced(U.Val)});
    if (Costly.variables().empty())
      return;
    IsChanged = true;
    E.Guard = Ctx.mkAnd(Guard, Ctx.mkAnd(Costly.facts()));
    E.Updates = std::move(Updates);
    for (Expr Any : Costly.variables())
      E.Inputs.push_back({Any, Input::Kind::Havoc, "costly", {}});
  });
  if (!IsChanged)
    return std::nullopt;
  return Result;
}
