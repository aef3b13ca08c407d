//===- GeneralFacts.cpp - What holds of operators in general --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GeneralFacts.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace sooth;
using llvm::ArrayRef;

/// There are cubically many instances of transitivity.
static constexpr size_t MaxFacts = 400;

namespace {
class Facts {
public:
  Facts(ExprContext &Ctx, ArrayRef<Expr> Literals);
  std::vector<Expr> run();

private:
  using Pair = std::pair<Expr, Expr>;

  bool isFull() const { return Found.size() >= MaxFacts; }
  void learn(ArrayRef<Expr> Clause);
  Expr no(Expr E) { return Ctx.mkNot(E); }
  Expr eq(Expr A, Expr B) { return Ctx.makeRaw(Kind::Eq, {A, B}); }

  /// About the order \p Less on one sort, of which \p Atoms are compared.
  void order(Kind Less, ArrayRef<Pair> Atoms);
  void chains(Kind Less, ArrayRef<Pair> Atoms);
  void neighbours(Kind Less, Expr A, Expr B);
  void additions();
  void commutations();
  void bounds(Expr E);
  void extensions();

  ExprContext &Ctx;
  std::vector<Expr> Terms; // and predicates: all applications
  std::vector<Expr> Found;
  ExprSet Seen;
};
} // namespace

Facts::Facts(ExprContext &Ctx, ArrayRef<Expr> Literals) : Ctx(Ctx) {
  ExprSet Below;
  postOrder(Literals, Below, [&](Expr E) {
    if (E.numOperands() && !E.operand(0).isBool())
      Terms.push_back(E);
  });
}

void Facts::learn(ArrayRef<Expr> Clause) {
  Expr Fact = Ctx.mkOr(Clause);
  if (!Fact.isTrue() && !isFull() && Seen.insert(Fact).second)
    Found.push_back(Fact);
}

static bool isOrder(Kind K) {
  return K == Kind::BvUlt || K == Kind::BvSlt || K == Kind::Lt;
}

/// The a of a + \p By, or null.
static Expr isSum(Expr E, int By) {
  if (E.numOperands() != 2 || !E.operand(1).isConst())
    return Expr();
  const Value &V = E.operand(1).value();
  if (E.is(Kind::BvAdd) && V.bits().getBitWidth() > 1 &&
      V.bits() == llvm::APInt(V.bits().getBitWidth(), By, /*isSigned=*/true))
    return E.operand(0);
  if (E.is(Kind::Add) && E.sort().isInt() && V.integer() == By)
    return E.operand(0);
  return Expr();
}

/// a < b makes a + 1 ≤ b and b − 1 ≥ a, without overflow.
void Facts::neighbours(Kind Less, Expr A, Expr B) {
  auto Lt = [&](Expr X, Expr Y) { return Ctx.makeRaw(Less, {X, Y}); };
  for (Expr T : Terms) {
    if (isSum(T, 1) == A) {
      learn({no(Lt(A, B)), no(Lt(B, T))});
      learn({no(Lt(A, B)), Lt(A, T)});
    }
    if (isSum(T, -1) == B) {
      learn({no(Lt(A, B)), no(Lt(T, A))});
      learn({no(Lt(A, B)), Lt(T, B)});
    }
  }
}

void Facts::order(Kind Less, ArrayRef<Pair> Atoms) {
  auto Lt = [&](Expr X, Expr Y) { return Ctx.makeRaw(Less, {X, Y}); };
  for (auto [A, B] : Atoms) {
    learn({no(Lt(A, A))});
    learn({no(Lt(B, B))});
    learn({no(Lt(A, B)), no(Lt(B, A))});
    learn({Lt(A, B), Lt(B, A), eq(A, B)});
    neighbours(Less, A, B);
    neighbours(Less, B, A);
  }
}

/// Transitivity where two of the three comparisons occur.
void Facts::chains(Kind Less, ArrayRef<Pair> Atoms) {
  auto Lt = [&](Expr X, Expr Y) { return Ctx.makeRaw(Less, {X, Y}); };
  auto Transitive = [&](Expr A, Expr B, Expr C) {
    learn({no(Lt(A, B)), no(Lt(B, C)), Lt(A, C)});
    learn({Lt(A, B), Lt(B, C), no(Lt(A, C))}); // ≥ is so, too
  };
  for (auto [A, B] : Atoms)
    for (auto [C, D] : Atoms) {
      if (B == C && A != D)
        Transitive(A, B, D);
      if (A == C && B != D) {
        Transitive(A, B, D);
        Transitive(B, A, D);
      }
      if (B == D && A != C) {
        Transitive(A, C, B);
        Transitive(A, B, C);
      }
    }
}

/// x ↦ x + y is injective; of constants different from zero it has no fixed
/// point.
void Facts::additions() {
  for (Expr S : Terms) {
    if (!S.is(Kind::BvAdd) && !S.is(Kind::Add))
      continue;
    Expr Zero = Ctx.constant(Value::zero(S.sort()), S.sort());
    for (unsigned I : {0u, 1u}) {
      Expr By = S.operand(I), Other = S.operand(1 - I);
      learn({no(eq(S, Other)), eq(By, Zero)});
      learn({eq(S, Other), no(eq(By, Zero))});
    }
    for (Expr T : Terms)
      if (T.is(S.kind()) && T.sort() == S.sort() && T.id() > S.id())
        for (unsigned I : {0u, 1u})
          for (unsigned J : {0u, 1u})
            if (S.operand(I) == T.operand(J))
              learn({no(eq(S, T)), eq(S.operand(1 - I), T.operand(1 - J))});
  }
}

void Facts::commutations() {
  for (Expr E : Terms)
    switch (E.kind()) {
    case Kind::BvAdd:
    case Kind::BvMul:
    case Kind::BvAnd:
    case Kind::BvOr:
    case Kind::BvXor:
    case Kind::Add:
    case Kind::Mul:
      if (E.operand(0) != E.operand(1))
        learn({eq(E, Ctx.makeRaw(E.kind(), {E.operand(1), E.operand(0)}))});
      break;
    default:
      break;
    }
}

void Facts::bounds(Expr E) {
  auto NotAbove = [&](Expr X) { return no(Ctx.makeRaw(Kind::BvUlt, {X, E})); };
  Expr A = E.operand(0), B = E.numOperands() > 1 ? E.operand(1) : Expr();
  auto IsZero = [&] {
    return eq(B, Ctx.constant(Value::zero(B.sort()), B.sort()));
  };
  switch (E.kind()) {
  case Kind::BvAnd:
    learn({NotAbove(A)});
    learn({NotAbove(B)});
    break;
  case Kind::BvUrem:
    learn({IsZero(), Ctx.makeRaw(Kind::BvUlt, {E, B})});
    learn({NotAbove(A)});
    break;
  case Kind::BvUdiv:
    learn({IsZero(), NotAbove(A)});
    break;
  case Kind::BvLshr:
    learn({NotAbove(A)});
    break;
  default:
    break;
  }
}

/// Extensions keep equality and order.
void Facts::extensions() {
  for (Expr S : Terms)
    for (Expr T : Terms) {
      if (S.kind() != T.kind() || S.sort() != T.sort() || S == T ||
          (!S.is(Kind::ZeroExt) && !S.is(Kind::SignExt)) ||
          S.operand(0).sort() != T.operand(0).sort())
        continue;
      Expr A = S.operand(0), B = T.operand(0);
      Kind Less = S.is(Kind::ZeroExt) ? Kind::BvUlt : Kind::BvSlt;
      Expr Inner = Ctx.makeRaw(Less, {A, B}), Outer = Ctx.makeRaw(Less, {S, T});
      learn({no(eq(S, T)), eq(A, B)});
      learn({no(Inner), Outer});
      learn({Inner, no(Outer)});
    }
}

std::vector<Expr> Facts::run() {
  // By order and sort; few enough to look for.
  std::vector<std::pair<std::pair<Kind, Sort>, llvm::SetVector<Pair>>> Orders;
  for (Expr E : Terms)
    if (isOrder(E.kind())) {
      std::pair Key(E.kind(), E.operand(0).sort());
      auto Of = llvm::find_if(Orders, [&](auto &O) { return O.first == Key; });
      if (Of == Orders.end())
        Of = Orders.insert(Of, {Key, {}});
      Of->second.insert({E.operand(0), E.operand(1)});
    }
  for (auto &[Key, Atoms] : Orders)
    order(Key.first, Atoms.getArrayRef());
  commutations();
  additions();
  for (Expr E : Terms)
    bounds(E);
  extensions();
  for (auto &[Key, Atoms] : Orders)
    chains(Key.first, Atoms.getArrayRef());
  return std::move(Found);
}

std::vector<Expr> euf::generalFacts(ExprContext &Ctx, ArrayRef<Expr> Literals) {
  return Facts(Ctx, Literals).run();
}
