//===- Alternatives.cpp - Edges of which one is taken ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Alternatives.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/MapVector.h"

using namespace sooth;
using llvm::ArrayRef;

namespace {
/// Looks for a contradiction in A ∧ B by taking conjunctions and disjunctions
/// apart, without expanding anything more than once, for any number of pairs.
class Exclusion {
public:
  explicit Exclusion(ExprContext &Ctx) : Ctx(Ctx) {}

  bool operator()(Expr A, Expr B) {
    Steps = 0;
    return Memo.size() < MaxMemo && exclude(A, B);
  }

private:
  static constexpr size_t MaxMemo = 1 << 20;

  bool exclude(Expr A, Expr B) {
    if (A.isFalse() || B.isFalse() || A == Ctx.mkNot(B))
      return true;
    if (A == B || A.isTrue() || B.isTrue() || Steps++ > 2000 || Depth > 200)
      return false;
    if (A.id() > B.id())
      std::swap(A, B);
    auto [It, New] = Memo.try_emplace({A, B}, false);
    if (!New)
      return It->second;
    ++Depth;
    bool Result = differentValues(A, B) || takenApart(A, B) || takenApart(B, A);
    --Depth;
    return Memo[{A, B}] = Result;
  }

  /// x = 1 and x = 2.
  static bool differentValues(Expr A, Expr B) {
    return A.is(Kind::Eq) && B.is(Kind::Eq) && A.operand(0) == B.operand(0) &&
           A.operand(1).isConst() && B.operand(1).isConst() &&
           A.operand(1) != B.operand(1);
  }

  bool takenApart(Expr A, Expr B) {
    bool Negated = A.is(Kind::Not);
    Expr Inner = Negated ? A.operand(0) : A;
    auto Part = [&](Expr E) { return Negated ? Ctx.mkNot(E) : E; };
    auto ExcludesB = [&](Expr E) { return exclude(Part(E), B); };
    switch (Inner.kind()) {
    case Kind::And:
    case Kind::Or:
      return Inner.is(Kind::And) != Negated
                 ? llvm::any_of(Inner.operands(), ExcludesB)
                 : llvm::all_of(Inner.operands(), ExcludesB);
    case Kind::Ite: {
      // (c ∧ t) ∨ (¬c ∧ e).
      Expr C = Inner.operand(0);
      return (exclude(C, B) || ExcludesB(Inner.operand(1))) &&
             (exclude(Ctx.mkNot(C), B) || ExcludesB(Inner.operand(2)));
    }
    default:
      return false;
    }
  }

  ExprContext &Ctx;
  llvm::DenseMap<std::pair<Expr, Expr>, bool> Memo;
  unsigned Steps = 0, Depth = 0;
};
} // namespace

namespace {
/// What the conjuncts of a guard say: the value of an atom, or, of x = 1, the
/// value of x. Most guards that leave one location differ in one of these.
class Decisions {
public:
  Decisions(ExprContext &Ctx, Expr Guard) {
    llvm::SmallVector<Expr, 16> Parts;
    conjuncts(Guard, Parts);
    for (Expr P : Parts)
      if (P.is(Kind::Eq) && P.operand(1).isConst())
        List.push_back({P.operand(0), P.operand(1)});
      else if (P.is(Kind::Not))
        List.push_back({P.operand(0), Ctx.falseExpr()});
      else
        List.push_back({P, Ctx.trueExpr()});
    Values.insert(List.begin(), List.end());
  }
  bool exclude(const Decisions &Other) const {
    return llvm::any_of(Other.List, [&](const auto &D) {
      auto It = Values.find(D.first);
      return It != Values.end() && It->second != D.second;
    });
  }

private:
  llvm::SmallVector<std::pair<Expr, Expr>, 16> List;
  llvm::DenseMap<Expr, Expr> Values;
};
} // namespace

std::vector<unsigned>
sooth::colourConflicts(ExprContext &Ctx, ArrayRef<Expr> Guards,
                       llvm::function_ref<bool(unsigned, unsigned)> Harmless) {
  std::vector<unsigned> Colours(Guards.size(), ~0u);
  Exclusion Exclusive(Ctx);
  std::vector<Decisions> Decided;
  for (Expr G : Guards)
    Decided.emplace_back(Ctx, G);
  for (unsigned I = 0; I < Guards.size(); ++I) {
    llvm::SmallVector<bool, 8> Taken;
    for (unsigned J = 0; J < I; ++J) {
      if (Decided[I].exclude(Decided[J]) || Harmless(I, J) ||
          Exclusive(Guards[I], Guards[J]))
        continue;
      if (Colours[J] == ~0u)
        Colours[J] = 0; // free: it had no conflict with anything before
      if (Taken.size() <= Colours[J])
        Taken.resize(Colours[J] + 1);
      Taken[Colours[J]] = true;
    }
    if (!Taken.empty())
      Colours[I] = llvm::find(Taken, false) - Taken.begin();
  }
  return Colours;
}

static bool readTheSame(const Input &A, const Input &B) {
  return A.Var.sort() == B.Var.sort() && A.What == B.What &&
         A.Source == B.Source && A.Where == B.Where;
}

SharedInputs::SharedInputs(ArrayRef<const Edge *> Edges,
                           llvm::function_ref<Expr(const Input &)> Name) {
  ExprMap<unsigned> IndexOf; // from originals
  for (const Edge *E : Edges) {
    // Variables that the edges share already stay shared.
    std::vector<bool> Used(Inputs.size());
    for (const Input &In : E->Inputs)
      if (auto It = IndexOf.find(In.Var); It != IndexOf.end())
        Used[It->second] = true;
    Pairs.emplace_back();
    for (const Input &In : E->Inputs) {
      auto [It, New] = IndexOf.try_emplace(In.Var, Inputs.size());
      if (New) {
        unsigned I = 0;
        while (I < Inputs.size() && (Used[I] || !readTheSame(Inputs[I], In)))
          ++I;
        if (I == Inputs.size()) {
          Inputs.push_back(In);
          Inputs.back().Var = Name(In);
          Used.push_back(true);
        }
        Used[I] = true;
        It->second = I;
      }
      Pairs.back().push_back({In.Var, Inputs[It->second].Var});
    }
  }
}

/// A rough size: the number of literals in the upper levels.
static unsigned complexity(Expr E, unsigned Levels = 4) {
  if (E.is(Kind::Not))
    return complexity(E.operand(0), Levels);
  if (Levels == 0 || (!E.is(Kind::And) && !E.is(Kind::Or)))
    return 1;
  unsigned Sum = 0;
  for (Expr Op : E.operands())
    Sum += complexity(Op, Levels - 1);
  return Sum;
}

/// \p E where \p Known holds: without the conjuncts in it.
static Expr assuming(ExprContext &Ctx, Expr E, const ExprSet &Known) {
  if (Known.contains(E))
    return Ctx.trueExpr();
  if (!E.is(Kind::And))
    return E;
  llvm::SmallVector<Expr, 8> Parts, Rest;
  conjuncts(E, Parts);
  for (Expr P : Parts)
    if (!Known.contains(P))
      Rest.push_back(P);
  return Rest.size() == Parts.size() ? E : Ctx.mkAnd(Rest);
}

Expr sooth::choose(ExprContext &Ctx, ArrayRef<Alternative> As) {
  assert(!As.empty());
  llvm::MapVector<Expr, llvm::SmallVector<Expr, 2>> ByValue;
  for (const Alternative &A : As)
    ByValue[A.Val].push_back(A.When);
  if (ByValue.size() == 1)
    return As[0].Val;
  llvm::SmallVector<Alternative, 4> Groups;
  unsigned Default = 0;
  for (auto &[Val, Conditions] : ByValue) {
    Groups.push_back({anyOf(Ctx, Conditions), Val});
    if (complexity(Groups.back().When) > complexity(Groups[Default].When))
      Default = Groups.size() - 1;
  }
  std::swap(Groups[Default], Groups.back());
  // What is known when a condition is asked: the ones before it do not hold.
  ExprSet Known;
  for (Alternative &G : Groups) {
    Expr Full = G.When;
    G.When = assuming(Ctx, Full, Known);
    llvm::SmallVector<Expr, 4> Parts;
    disjuncts(Full, Parts);
    for (Expr P : Parts)
      Known.insert(Ctx.mkNot(P));
  }
  Expr Result = Groups.back().Val;
  for (const Alternative &G : llvm::reverse(llvm::drop_end(Groups)))
    Result = Ctx.mkIte(G.When, G.Val, Result);
  return Result;
}

Expr sooth::anyOf(ExprContext &Ctx, ArrayRef<Expr> Conditions) {
  Expr Result = Ctx.falseExpr();
  for (Expr C : llvm::reverse(Conditions))
    Result = Ctx.mkOr(C, Result);
  return Result;
}
