//===- IntegerRules.cpp - Machine integers as integers --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing here is sound in either direction, nor has to be: what comes out of
// it is tried on the program as it is.
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/ModularToHorn.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace sooth;
using llvm::APInt;
using llvm::DynamicAPInt;

namespace {
class ToIntegers {
public:
  explicit ToIntegers(ExprContext &Ctx) : Ctx(Ctx) {}
  Expr operator()(Expr E);

private:
  Expr node(Expr E, llvm::ArrayRef<Expr> Ops);
  Expr anything(Expr E) { return Ctx.freshVar("any", sort(E.sort())); }
  Sort sort(Sort S) const { return S.isBitVec() ? Ctx.intSort() : S; }

  ExprContext &Ctx;
  ExprMap<Expr> Memo;
};

class FromIntegers {
public:
  FromIntegers(ExprContext &Ctx, unsigned Width) : Ctx(Ctx), Width(Width) {}
  Expr operator()(Expr E);
  void set(Expr From, Expr To) { Memo[From] = widened(To); }

private:
  Expr widened(Expr E) {
    return E.sort().isBitVec() && E.sort().width() < Width
               ? Ctx.mkSignExt(Width - E.sort().width(), E)
               : E;
  }
  Expr node(Expr E, llvm::ArrayRef<Expr> Ops);

  ExprContext &Ctx;
  unsigned Width;
  ExprMap<Expr> Memo;
};
} // namespace

static llvm::SmallVector<Expr, 4> operands(Expr E, const ExprMap<Expr> &Memo) {
  llvm::SmallVector<Expr, 4> Ops;
  for (unsigned I = 0; I < E.numOperands(); ++I)
    Ops.push_back(Memo.lookup(E.operand(I)));
  return Ops;
}

Expr ToIntegers::operator()(Expr Root) {
  ExprSet Seen;
  postOrder({Root}, Seen, [&](Expr E) {
    if (!Memo.contains(E)) {
      Expr Made = node(E, operands(E, Memo));
      Memo[E] = Made;
    }
  });
  return Memo.lookup(Root);
}

Expr ToIntegers::node(Expr E, llvm::ArrayRef<Expr> Ops) {
  if (E.isVar())
    return E.sort().isBitVec() ? Ctx.freshVar(E.name(), Ctx.intSort()) : E;
  if (E.isConst())
    return E.sort().isBitVec() ? Ctx.integer(*parseInteger(llvm::toString(
                                     E.value().bits(), 10, /*Signed=*/true)))
                               : E;
  auto IsNumber = [](Expr V) { return V.sort().isInt(); };
  switch (E.kind()) {
  case Kind::Not:
  case Kind::And:
  case Kind::Or:
  case Kind::Ite:
  case Kind::Eq:
    return Ctx.make(E.kind(), Ops);
  case Kind::BvAdd:
    return Ctx.mkSum(Ops);
  case Kind::BvSub:
    return Ctx.make(Kind::Sub, Ops);
  case Kind::BvNeg:
    return Ctx.make(Kind::Neg, Ops);
  case Kind::BvMul:
    return llvm::any_of(Ops, [](Expr Op) { return Op.isConst(); })
               ? Ctx.make(Kind::Mul, Ops)
               : anything(E);
  case Kind::BvUlt:
  case Kind::BvSlt:
    return Ctx.make(Kind::Lt, Ops);
  case Kind::BvUle:
  case Kind::BvSle:
    return Ctx.make(Kind::Le, Ops);
  case Kind::Extract:
  case Kind::ZeroExt:
  case Kind::SignExt:
    return IsNumber(Ops[0]) ? Ops[0] : anything(E);
  default:
    return anything(E);
  }
}

static HornRules::Application over(ToIntegers &Convert,
                                   const HornRules::Application &A) {
  HornRules::Application Result{A.Predicate, {}};
  for (Expr Arg : A.Args)
    Result.Args.push_back(Convert(Arg));
  return Result;
}

HornRules sooth::overIntegers(ExprContext &Ctx, const HornRules &R) {
  HornRules Result;
  ToIntegers Params(Ctx);
  for (const auto &P : R.Predicates) {
    HornRules::Predicate New{P.Name, {}};
    for (Expr Param : P.Params)
      New.Params.push_back(Params(Param));
    Result.Predicates.push_back(std::move(New));
  }
  for (const auto &Rule : R.Rules) {
    ToIntegers Convert(Ctx);
    HornRules::Rule New;
    New.Constraint = Convert(Rule.Constraint);
    for (const auto &A : Rule.Body)
      New.Body.push_back(over(Convert, A));
    if (Rule.Head)
      New.Head = over(Convert, *Rule.Head);
    Result.Rules.push_back(std::move(New));
  }
  return Result;
}

Expr FromIntegers::operator()(Expr Root) {
  ExprSet Seen;
  postOrder({Root}, Seen, [&](Expr E) {
    if (Memo.contains(E))
      return;
    auto Ops = operands(E, Memo);
    Expr Made = llvm::is_contained(Ops, Expr()) ? Expr() : node(E, Ops);
    Memo[E] = Made;
  });
  return Memo.lookup(Root);
}

Expr FromIntegers::node(Expr E, llvm::ArrayRef<Expr> Ops) {
  auto Sum = [&](llvm::ArrayRef<Expr> Parts) {
    Expr Total = Parts[0];
    for (Expr Part : Parts.drop_front())
      Total = Ctx.make(Kind::BvAdd, {Total, Part});
    return Total;
  };
  if (E.isConst() && E.sort().isInt()) {
    const DynamicAPInt &N = E.value().integer();
    if (N < DynamicAPInt(-INT64_MAX) || N > DynamicAPInt(INT64_MAX))
      return Expr();
    return Ctx.bv(APInt(64, uint64_t(int64_t(N)), true).sextOrTrunc(Width));
  }
  if (E.isConst())
    return E;
  switch (E.kind()) {
  case Kind::Not:
  case Kind::And:
  case Kind::Or:
  case Kind::Ite:
  case Kind::Eq:
    return Ctx.make(E.kind(), Ops);
  case Kind::Add:
    return Sum(Ops);
  case Kind::Sub:
    return Ctx.make(Kind::BvSub, Ops);
  case Kind::Neg:
    return Ctx.make(Kind::BvNeg, Ops);
  case Kind::Mul:
    return Ctx.make(Kind::BvMul, Ops);
  case Kind::Lt:
    return Ctx.mkSlt(Ops[0], Ops[1]);
  case Kind::Le:
    return Ctx.mkSle(Ops[0], Ops[1]);
  default:
    return Expr();
  }
}

Expr sooth::fromIntegers(ExprContext &Ctx, Expr Formula,
                         const HornRules::Predicate &Integer,
                         const HornRules::Predicate &Original) {
  unsigned Width = 0;
  for (Expr Param : Original.Params)
    if (Param.sort().isBitVec())
      Width = std::max(Width, Param.sort().width());
  FromIntegers Convert(Ctx, std::max(Width, 1u));
  for (auto [From, To] : llvm::zip_equal(Integer.Params, Original.Params))
    Convert.set(From, To);
  return Convert(Formula);
}
