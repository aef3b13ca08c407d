//===- SharedLiterals.cpp - String literals in the same memory ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedLiterals.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"

using namespace sooth;
using namespace llvm;

namespace {
struct Literal {
  unsigned Object;
  StringRef Text; // with the 0 at its end
};
} // namespace

static SmallVector<Literal> literalsAt(const PointsTo &Points,
                                       const llvm::Value *Pointer) {
  SmallVector<Literal> Found;
  auto At = Points.pointee(Pointer);
  if (!At)
    return Found;
  for (auto [O, Start] : Points.node(At->Node).Objects) {
    auto *G = dyn_cast<GlobalVariable>(Points.objects()[O].Site);
    if (!G || !G->isConstant() || !G->hasLocalLinkage() ||
        !G->hasGlobalUnnamedAddr() || !G->hasInitializer())
      continue;
    auto *Text = dyn_cast<ConstantDataArray>(G->getInitializer());
    if (Text && Text->isCString())
      Found.push_back({O, Text->getAsString()});
  }
  return Found;
}

/// Calls \p Use with a literal at \p P, one at \p Q, and how far the latter
/// begins after the former if they are put together; until that returns true.
static bool
anyPair(const PointsTo &Points, const llvm::Value *P, const llvm::Value *Q,
        function_ref<bool(unsigned OfP, unsigned OfQ, int64_t Distance)> Use) {
  const SmallVector<Literal> AtP = literalsAt(Points, P);
  if (AtP.empty())
    return false;
  const SmallVector<Literal> AtQ = literalsAt(Points, Q);
  for (const Literal &A : AtP)
    for (const Literal &B : AtQ)
      if (A.Object != B.Object &&
          (A.Text.ends_with(B.Text) || B.Text.ends_with(A.Text)) &&
          Use(A.Object, B.Object,
              int64_t(A.Text.size()) - int64_t(B.Text.size())))
        return true;
  return false;
}

bool sooth::mayShareLiterals(const PointsTo &Points, const llvm::Value *P,
                             const llvm::Value *Q) {
  return anyPair(Points, P, Q,
                 [](unsigned, unsigned, int64_t) { return true; });
}

Expr sooth::wouldMeetInLiterals(ExprContext &Ctx, const PointsTo &Points,
                                const ObjectLifetimes &Lifetimes,
                                const llvm::Value *P, const Address &OfP,
                                const llvm::Value *Q, const Address &OfQ) {
  SmallVector<Expr> Ways;
  anyPair(Points, P, Q, [&](unsigned A, unsigned B, int64_t Distance) {
    Expr Moved = Ctx.make(Kind::BvAdd,
                          {OfQ.Offset, Ctx.bv(uint64_t(Distance), OffsetBits)});
    Ways.push_back(Ctx.mkAnd({Ctx.mkEq(OfP.Object, Lifetimes.number(A)),
                              Ctx.mkEq(OfQ.Object, Lifetimes.number(B)),
                              Ctx.mkEq(OfP.Offset, Moved)}));
    return false;
  });
  return Ctx.mkOr(Ways);
}
