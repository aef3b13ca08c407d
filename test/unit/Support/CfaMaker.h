//===- CfaMaker.h - Hand-made automata, shortly ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_UNIT_SUPPORT_CFAMAKER_H
#define SOOTH_TEST_UNIT_SUPPORT_CFAMAKER_H

#include "sooth/Model/Cfa.h"

namespace sooth::test {

/// Builds automata over numbered locations; location 0 is the entry.
struct CfaMaker {
  ExprContext &Ctx;
  Cfa C;

  CfaMaker(ExprContext &Ctx, unsigned Locations) : Ctx(Ctx), C(Ctx) {
    for (unsigned L = 0; L < Locations; ++L)
      C.addLocation({"L" + std::to_string(L), {}});
  }
  Expr bitVec(llvm::StringRef Name, unsigned Width = 8) {
    return declare(Ctx.var(Name, Ctx.bitVecSort(Width)));
  }
  Expr boolean(llvm::StringRef Name) {
    return declare(Ctx.var(Name, Ctx.boolSort()));
  }
  Expr declare(Expr V) {
    C.addVariable({V, V.name().str(), ValueStyle::Unsigned});
    return V;
  }
  EdgeId edge(LocationId From, LocationId To, Expr Guard = Expr(),
              std::vector<Update> Updates = {}, std::vector<Expr> Ys = {}) {
    Edge E;
    E.Source = From;
    E.Target = To;
    E.Guard = Guard ? Guard : Ctx.trueExpr();
    E.Updates = std::move(Updates);
    for (Expr Y : Ys)
      E.Inputs.push_back({Y, Input::Kind::Nondet, "nondet", {}});
    return C.addEdge(std::move(E));
  }
  void error(LocationId L) { C.addError({L, "error", {}}); }
  Expr plus(Expr A, uint64_t N) {
    return Ctx.make(Kind::BvAdd, {A, Ctx.bv(N, A.sort().width())});
  }
};

} // namespace sooth::test

#endif
