//===- CostlyOperators.cpp - Terms with anything for costly operators -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Circuits of such operators are what a solver spends most of its time on, and
// few facts about memory depend on them.
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/CostlyOperators.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

/// Circuits of fewer bits cost little.
static constexpr unsigned LeastWidth = 16;

static bool isCostly(Expr E) {
  const bool HasConstant =
      llvm::any_of(E.operands(), [](Expr Op) { return Op.isConst(); });
  switch (E.kind()) {
  case Kind::BvMul:
    return !HasConstant && E.sort().width() >= LeastWidth;
  case Kind::BvUdiv:
  case Kind::BvUrem:
    return E.sort().width() >= LeastWidth &&
           !(E.operand(1).isConst() &&
             E.operand(1).value().bits().isPowerOf2());
  case Kind::BvSdiv:
  case Kind::BvSrem:
    return E.sort().width() >= LeastWidth;
  case Kind::FpAdd:
  case Kind::FpSub:
  case Kind::FpMul:
  case Kind::FpDiv:
  case Kind::FpFma:
  case Kind::FpSqrt:
  case Kind::FpRoundToIntegral:
  case Kind::FpConvert:
  case Kind::FpFromSigned:
  case Kind::FpFromUnsigned:
  case Kind::FpToSigned:
  case Kind::FpToUnsigned:
    return true;
  default:
    return false;
  }
}

/// What is true of \p Result if it is what the operator of \p E makes of
/// \p Operands.
static Expr factAbout(ExprContext &Ctx, Expr E, Expr Result,
                      llvm::ArrayRef<Expr> Operands) {
  if (Operands.size() != 2 || Operands[0].sort() != E.sort())
    return Ctx.trueExpr();
  const Expr A = Operands[0], B = Operands[1];
  const unsigned Width = A.sort().width();
  const Expr Zero = Ctx.bv(0, Width);
  switch (E.kind()) {
  case Kind::BvUdiv:
    return Ctx.mkOr(Ctx.mkEq(B, Zero), Ctx.mkUle(Result, A));
  case Kind::BvUrem:
    return Ctx.mkAnd(Ctx.mkUle(Result, A),
                     Ctx.mkOr(Ctx.mkEq(B, Zero), Ctx.mkUlt(Result, B)));
  case Kind::BvSrem: {
    // It has the sign of A, and is nearer to zero than A and than B.
    Expr AtLeast =
        Ctx.mkImplies(Ctx.mkSle(Zero, A),
                      Ctx.mkAnd(Ctx.mkSle(Zero, Result), Ctx.mkSle(Result, A)));
    Expr AtMost =
        Ctx.mkImplies(Ctx.mkSle(A, Zero),
                      Ctx.mkAnd(Ctx.mkSle(Result, Zero), Ctx.mkSle(A, Result)));
    Expr Below =
        Ctx.mkImplies(Ctx.mkSlt(Zero, B),
                      Ctx.mkAnd(Ctx.mkSlt(Result, B),
                                Ctx.mkSlt(Ctx.make(Kind::BvNeg, {B}), Result)));
    return Ctx.mkAnd({AtLeast, AtMost, Below});
  }
  case Kind::BvSdiv:
    return Ctx.mkImplies(
        Ctx.mkAnd(Ctx.mkSle(Zero, A), Ctx.mkSlt(Zero, B)),
        Ctx.mkAnd(Ctx.mkSle(Zero, Result), Ctx.mkSle(Result, A)));
  default:
    return Ctx.trueExpr();
  }
}

Expr CostlyOperators::replaced(Expr E) {
  postOrder({E}, Seen, [&](Expr T) {
    llvm::SmallVector<Expr, 4> Operands;
    for (Expr Op : T.operands())
      Operands.push_back(Memo.lookup(Op));
    if (!isCostly(T)) {
      Memo[T] = Operands.empty() ? T : Ctx.rebuild(T, Operands);
      return;
    }
    Expr Any = Ctx.freshVar("costly", T.sort());
    Variables.push_back(Any);
    if (Expr Fact = factAbout(Ctx, T, Any, Operands); !Fact.isTrue())
      Facts.push_back(Fact);
    Memo[T] = Any;
  });
  return Memo.lookup(E);
}
