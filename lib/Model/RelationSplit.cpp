//===- RelationSplit.cpp - Updates in a transition relation ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/RelationSplit.h"

#include "sooth/Expr/Traversal.h"
#include "sooth/Model/Cfa.h"

#include <optional>

using namespace sooth;

namespace {
class UpdateFinder {
public:
  UpdateFinder(ExprContext &Ctx, llvm::ArrayRef<TsVariable> Vars, Expr Trans);
  std::optional<Update> asUpdate(Expr Conjunct) const;

private:
  std::optional<Update> asUpdate(Expr Next, Expr Val) const;

  ExprContext &Ctx;
  ExprSet Nexts;
  ExprSet HasNext; ///< terms that mention next values
};
} // namespace

UpdateFinder::UpdateFinder(ExprContext &Ctx, llvm::ArrayRef<TsVariable> Vars,
                           Expr Trans)
    : Ctx(Ctx) {
  for (const TsVariable &V : Vars)
    Nexts.insert(V.Next);
  postOrder({Trans}, [&](Expr E) {
    if (Nexts.contains(E) || llvm::any_of(E.operands(), [&](Expr Op) {
          return HasNext.contains(Op);
        }))
      HasNext.insert(E);
  });
}

/// Next = Val as an update if Next is a next-state variable and Val mentions
/// none.
std::optional<Update> UpdateFinder::asUpdate(Expr Next, Expr Val) const {
  if (Nexts.contains(Next) && !HasNext.contains(Val))
    return Update{Next, Val};
  return std::nullopt;
}

/// Equalities of Booleans have been simplified: x′ alone is x′ = true, and a
/// negation moves outwards.
std::optional<Update> UpdateFinder::asUpdate(Expr C) const {
  bool Negated = C.is(Kind::Not);
  if (Negated)
    C = C.operand(0);
  if (C.isVar())
    return asUpdate(C, Ctx.boolean(!Negated));
  if (!C.is(Kind::Eq) || (Negated && !C.operand(0).isBool()))
    return std::nullopt;
  for (unsigned Side : {0, 1}) {
    Expr Val = C.operand(1 - Side);
    if (auto U = asUpdate(C.operand(Side), Val)) {
      U->Val = Negated ? Ctx.mkNot(Val) : Val;
      return U;
    }
  }
  return std::nullopt;
}

Expr sooth::splitUpdates(ExprContext &Ctx, std::vector<TsVariable> &Vars,
                         Expr Trans) {
  const UpdateFinder Find(Ctx, Vars, Trans);
  llvm::SmallVector<Expr, 32> Parts, Rest;
  conjuncts(Trans, Parts);
  ExprMap<Expr> Updates;
  for (Expr Part : Parts) {
    auto U = Find.asUpdate(Part);
    // A second value for the same variable is a constraint.
    if (!U || !Updates.try_emplace(U->Var, U->Val).second)
      Rest.push_back(Part);
  }
  for (TsVariable &V : Vars)
    if (Expr Val = Updates.lookup(V.Next))
      V.Update = Val;
  return Ctx.mkAnd(Rest);
}
