//===- EquationPairs.cpp - Equations that are asked about together --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EquationPairs.h"

#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Cfa/LiveVariables.h"

using namespace sooth;
using namespace sooth::cells;

namespace {
class EquationPairs {
public:
  explicit EquationPairs(const Cfa &C) : C(C), Ctx(C.context()), Live(C) {
    for (unsigned I = 0; I < C.variables().size(); ++I)
      Number[C.variables()[I].Var] = I;
  }
  std::vector<std::vector<Expr>> run();

private:
  /// Each is a variable and what it is equal to.
  struct EquationPair {
    Expr X, A, Y, B;
  };
  std::pair<Expr, Expr> equation(Expr E) const;
  void addPair(const EquationPair &P);
  void readGuards();
  void follow();

  const Cfa &C;
  ExprContext &Ctx;
  const LiveVariables Live;
  ExprMap<unsigned> Number;
  std::vector<EquationPair> Pairs;
  ExprSet Known; // pairs, as conjunctions
};
} // namespace

/// The state variable and the constant that \p E says to be equal, or nothing.
std::pair<Expr, Expr> EquationPairs::equation(Expr E) const {
  if (E.is(Kind::Eq))
    for (unsigned Side : {0, 1})
      if (E.operand(1 - Side).isConst() && Number.contains(E.operand(Side)))
        return {E.operand(Side), E.operand(1 - Side)};
  return {};
}

void EquationPairs::addPair(const EquationPair &P) {
  if (P.X == P.Y ||
      !Known.insert(Ctx.mkAnd(Ctx.mkEq(P.X, P.A), Ctx.mkEq(P.Y, P.B))).second)
    return;
  Pairs.push_back(P);
}

void EquationPairs::readGuards() {
  ExprSet Seen;
  for (const Edge &E : C.edges()) {
    postOrder({E.Guard}, Seen, [&](Expr T) {
      if (!T.is(Kind::And) || T.numOperands() != 2)
        return;
      auto [X, A] = equation(T.operand(0));
      auto [Y, B] = equation(T.operand(1));
      if (X && Y)
        addPair({X, A, Y, B});
    });
  }
}

/// What a variable gets its value from is like it.
void EquationPairs::follow() {
  for (size_t I = 0; I < Pairs.size(); ++I)
    for (const Edge &E : C.edges()) {
      EquationPair P = Pairs[I];
      for (const Update &U : E.Updates) {
        if (U.Var == Pairs[I].X)
          P.X = U.Val;
        if (U.Var == Pairs[I].Y)
          P.Y = U.Val;
      }
      if (Number.contains(P.X) && Number.contains(P.Y))
        addPair(P);
    }
}

std::vector<std::vector<Expr>> EquationPairs::run() {
  readGuards();
  follow();
  std::vector<std::vector<Expr>> Result(C.locations().size());
  for (const auto &[X, A, Y, B] : Pairs) {
    Expr First = Ctx.mkEq(X, A), Second = Ctx.mkEq(Y, B);
    for (LocationId L = 0; L < Result.size(); ++L)
      if (Live.isLive(Number[X], L) && Live.isLive(Number[Y], L)) {
        Result[L].push_back(Ctx.mkOr(Ctx.mkNot(First), Second));
        Result[L].push_back(Ctx.mkOr(First, Ctx.mkNot(Second)));
      }
  }
  return Result;
}

std::vector<std::vector<Expr>> cells::impliedEquations(const Cfa &C) {
  return EquationPairs(C).run();
}
