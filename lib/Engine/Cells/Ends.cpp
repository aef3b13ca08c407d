//===- Ends.cpp - Cells at which a search ends ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ends.h"

#include <algorithm>

using namespace sooth;
using namespace sooth::cells;

/// Of stores with searches in the same array.
static constexpr unsigned MaxPairs = 16;

static ExprList numbersIn(const Vocabulary &V, Expr Index) {
  ExprList Result;
  for (Expr X : variables({Index}))
    if (X.sort().isBitVec() && !V.Objects.contains(X))
      Result.insert(X);
  return Result;
}

static Expr widened(ExprContext &Ctx, Expr E, unsigned Width) {
  return Ctx.mkZeroExt(Width - E.sort().width(), E);
}

Ends::Ends(const Vocabulary &V) {
  unsigned Pairs = 0;
  for (Expr Atom : V.Atoms) {
    if (!Atom.is(Kind::Eq))
      continue;
    for (unsigned Side : {0, 1}) {
      Expr Read = Atom.operand(Side), Constant = Atom.operand(1 - Side);
      if (!Read.is(Kind::Select) || !Read.operand(0).isVar() ||
          !Constant.isConst() || !V.isOverState(Read))
        continue;
      for (const StoredValue &S : V.Stores)
        if (S.Array == Read.operand(0) && S.Index != Read.operand(1) &&
            (!S.Val.isConst() || S.Val == Constant) && Pairs < MaxPairs &&
            V.isOverState(S.Index)) {
          ++Pairs;
          add(V, Read, Constant, S);
        }
    }
  }
}

void Ends::add(const Vocabulary &V, Expr Read, Expr Constant,
               const StoredValue &Stored) {
  ExprContext &Ctx = V.Ctx;
  for (Expr X : sooth::variables({Stored.Index}))
    if (V.Scalars.contains(X))
      Known.insert(X);
  Facts.insert(Ctx.mkEq(Ctx.mkSelect(Stored.Array, Stored.Index), Constant));
  Facts.insert(Ctx.mkUle(Read.operand(1), Stored.Index));
  // Indices leave out bits of what they are computed from.
  for (Expr At : numbersIn(V, Read.operand(1)))
    for (Expr End : numbersIn(V, Stored.Index)) {
      const unsigned Width = std::max(At.sort().width(), End.sort().width());
      Facts.insert(
          Ctx.mkUle(widened(Ctx, At, Width), widened(Ctx, End, Width)));
    }
}
