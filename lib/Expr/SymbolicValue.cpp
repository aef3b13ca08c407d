//===- SymbolicValue.cpp - Values that may be terms -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/SymbolicValue.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

//===- Scalars ------------------------------------------------------------===//

SymbolicValue SymbolicValue::of(Expr E) {
  SymbolicValue V;
  if (E.isConst() && E.isBool())
    V.Bits = E.value().boolean();
  else if (E.isConst() && E.sort().isBitVec() && E.sort().width() <= 64)
    V.Bits = E.value().bits().getZExtValue();
  else
    V.Term = E;
  return V;
}

Expr SymbolicValue::term(ExprContext &Ctx, Sort S) const {
  if (Term)
    return Term;
  return S.isBool() ? Ctx.boolean(Bits) : Ctx.bv(Bits, S.width());
}

namespace {
/// Goes over the nodes of a tree once each.
class ConstantMap {
public:
  ConstantMap(ExprContext &Ctx, llvm::function_ref<Expr(Expr)> Change)
      : Ctx(Ctx), Change(Change) {}

  Expr operator()(Expr E) {
    if (E.isConst())
      return Change(E);
    if (!E.is(Kind::Ite))
      return Expr();
    if (auto It = Done.find(E); It != Done.end())
      return It->second;
    if (Done.size() >= MaxNodes)
      return Expr();
    Done[E] = Expr();
    Expr T = (*this)(E.operand(1));
    Expr F = T ? (*this)(E.operand(2)) : Expr();
    return Done[E] = F ? Ctx.mkIte(E.operand(0), T, F) : Expr();
  }

private:
  static constexpr size_t MaxNodes = 64;
  ExprContext &Ctx;
  llvm::function_ref<Expr(Expr)> Change;
  llvm::SmallDenseMap<Expr, Expr, 8> Done;
};
} // namespace

Expr sooth::mapConstants(ExprContext &Ctx, Expr E,
                         llvm::function_ref<Expr(Expr)> Change) {
  return ConstantMap(Ctx, Change)(E);
}

Expr sooth::makeOverConstants(ExprContext &Ctx, Kind K,
                              llvm::ArrayRef<Expr> Ops, uint32_t Param0,
                              uint32_t Param1, Sort S) {
  int Tree = -1;
  for (size_t I = 0; I < Ops.size(); ++I) {
    if (Ops[I].isConst())
      continue;
    if (Tree >= 0 || !Ops[I].is(Kind::Ite) || Ops[I].isBool())
      return Ctx.make(K, Ops, Param0, Param1, S);
    Tree = int(I);
  }
  if (Tree >= 0 && K != Kind::Ite) {
    llvm::SmallVector<Expr, 4> With(Ops);
    Expr Mapped = mapConstants(Ctx, Ops[Tree], [&](Expr Constant) {
      With[Tree] = Constant;
      return Ctx.make(K, With, Param0, Param1, S);
    });
    if (Mapped)
      return Mapped;
  }
  return Ctx.make(K, Ops, Param0, Param1, S);
}

//===- Cells --------------------------------------------------------------===//

const SymbolicValue *SymbolicArray::CellMap::find(uint64_t Index) const {
  if (Index >= FirstReserved) {
    const auto &Cell = Reserved[Index - FirstReserved];
    return Cell ? &*Cell : nullptr;
  }
  auto It = Most.find(Index);
  return It == Most.end() ? nullptr : &It->second;
}

void SymbolicArray::CellMap::set(uint64_t Index, SymbolicValue V) {
  if (Index >= FirstReserved)
    Reserved[Index - FirstReserved] = V;
  else
    Most[Index] = V;
}

std::vector<std::pair<uint64_t, SymbolicValue>>
SymbolicArray::CellMap::sorted() const {
  std::vector<std::pair<uint64_t, SymbolicValue>> All;
  for (const auto &[Index, V] : Most)
    All.push_back({Index, V});
  llvm::sort(All, llvm::less_first());
  for (uint64_t I : {0, 1})
    if (Reserved[I])
      All.push_back({FirstReserved + I, *Reserved[I]});
  return All;
}

//===- Arrays -------------------------------------------------------------===//

/// Beyond this many layers, or cells to choose from, an array is a term.
static constexpr unsigned MaxDepth = 500, MaxChoices = 2000;

SymbolicArray::Ptr SymbolicArray::layer(Sort S, Base From) {
  return Ptr(new SymbolicArray(S, From));
}

SymbolicArray::Ptr SymbolicArray::filled(Sort S, SymbolicValue Element) {
  Ptr A = layer(S, Base::Filled);
  A->Element = Element;
  return A;
}

SymbolicArray::Ptr SymbolicArray::ofTerm(Expr T) {
  CellMap Cells;
  Expr Below = T;
  for (; Below.is(Kind::Store) && Below.operand(1).isConst();
       Below = Below.operand(0)) {
    uint64_t Index = SymbolicValue::of(Below.operand(1)).bits();
    if (!Cells.find(Index))
      Cells.set(Index, SymbolicValue::of(Below.operand(2)));
  }
  Ptr A;
  if (Below.is(Kind::ConstArray)) {
    A = filled(T.sort(), SymbolicValue::of(Below.operand(0)));
  } else {
    A = layer(T.sort(), Base::Term);
    A->Index = Below;
  }
  A->Cells = std::move(Cells);
  return A;
}

bool SymbolicArray::hasSameBase(const SymbolicArray &Other) const {
  return From == Other.From && Element == Other.Element &&
         Index == Other.Index && First == Other.First && Second == Other.Second;
}

/// Requires the same base.
SymbolicArray::Ptr SymbolicArray::mergeCells(ExprContext &Ctx, Expr Condition,
                                             const Ptr &A, const Ptr &B) {
  Ptr Merged = std::make_shared<SymbolicArray>(*A);
  auto Merge = [&](uint64_t I) {
    SymbolicValue X = A->read(Ctx, I), Y = B->read(Ctx, I);
    if (X == Y)
      return;
    const Sort E = A->S.element();
    Merged->Cells.set(I, SymbolicValue::of(Ctx.mkIte(
                             Condition, X.term(Ctx, E), Y.term(Ctx, E))));
  };
  for (const auto &[I, V] : A->Cells.sorted())
    Merge(I);
  for (const auto &[I, V] : B->Cells.sorted())
    if (!Merged->Cells.find(I))
      Merge(I);
  return Merged;
}

SymbolicArray::Ptr SymbolicArray::choice(ExprContext &Ctx, Expr Condition,
                                         const Ptr &A, const Ptr &B) {
  if (A == B || Condition.isTrue())
    return A;
  if (Condition.isFalse())
    return B;
  if (A->hasSameBase(*B))
    return mergeCells(Ctx, Condition, A, B);
  if (std::max(A->Depth, B->Depth) >= MaxDepth)
    return ofTerm(Ctx.mkIte(Condition, A->term(Ctx), B->term(Ctx)));
  Ptr Chosen = layer(A->S, Base::Choice);
  Chosen->Index = Condition;
  Chosen->First = A;
  Chosen->Second = B;
  Chosen->Depth = std::max(A->Depth, B->Depth) + 1;
  return Chosen;
}

/// What a cell that is not among Cells holds.
SymbolicValue SymbolicArray::below(ExprContext &Ctx, uint64_t I) {
  switch (From) {
  case Base::Filled:
    return Element;
  case Base::Term:
    return SymbolicValue::of(Ctx.mkSelect(Index, constantIndex(Ctx, I)));
  case Base::Written: {
    Expr Same =
        makeOverConstants(Ctx, Kind::Eq, {Index, constantIndex(Ctx, I)});
    SymbolicValue Old = First->read(Ctx, I);
    return SymbolicValue::of(Ctx.mkIte(Same, Element.term(Ctx, S.element()),
                                       Old.term(Ctx, S.element())));
  }
  case Base::Choice:
    return SymbolicValue::of(
        Ctx.mkIte(Index, First->read(Ctx, I).term(Ctx, S.element()),
                  Second->read(Ctx, I).term(Ctx, S.element())));
  }
  llvm_unreachable("unknown base");
}

SymbolicValue SymbolicArray::read(ExprContext &Ctx, uint64_t I) {
  if (const SymbolicValue *Cell = Cells.find(I))
    return *Cell;
  SymbolicValue V = below(Ctx, I);
  if (From != Base::Filled)
    Cells.set(I, V);
  return V;
}

/// A choice between all cells.
Expr SymbolicArray::readAnywhere(ExprContext &Ctx, Expr At, LayerTerms &Done) {
  if (Expr Known = Done.lookup(this))
    return Known;
  if (Cells.size() > MaxChoices)
    return Done[this] = Ctx.mkSelect(term(Ctx), At);
  const Sort E = S.element();
  Expr Read;
  switch (From) {
  case Base::Filled:
    Read = Element.term(Ctx, E);
    break;
  case Base::Term:
    Read = Ctx.mkSelect(Index, At);
    break;
  case Base::Written:
    Read = Ctx.mkIte(Ctx.mkEq(At, Index), Element.term(Ctx, E),
                     First->readAnywhere(Ctx, At, Done));
    break;
  case Base::Choice:
    Read = Ctx.mkIte(Index, First->readAnywhere(Ctx, At, Done),
                     Second->readAnywhere(Ctx, At, Done));
    break;
  }
  for (const auto &[I, V] : Cells.sorted())
    Read = Ctx.mkIte(Ctx.mkEq(At, constantIndex(Ctx, I)), V.term(Ctx, E), Read);
  return Done[this] = Read;
}

SymbolicValue SymbolicArray::read(ExprContext &Ctx, SymbolicValue At) {
  if (At.isKnown())
    return read(Ctx, At.bits());
  Expr Place = At.term(Ctx, S.index());
  Expr Read = mapConstants(Ctx, Place, [&](Expr I) {
    return read(Ctx, SymbolicValue::of(I).bits()).term(Ctx, S.element());
  });
  LayerTerms Done;
  return SymbolicValue::of(Read ? Read : readAnywhere(Ctx, Place, Done));
}

void SymbolicArray::own(Ptr &A) {
  if (A.use_count() != 1)
    A = std::make_shared<SymbolicArray>(*A);
}

void SymbolicArray::write(ExprContext &Ctx, Ptr &A, SymbolicValue At,
                          SymbolicValue New) {
  if (At.isKnown()) {
    own(A);
    A->Cells.set(At.bits(), New);
    return;
  }
  const Sort S = A->S;
  const Expr Place = At.term(Ctx, S.index()), Term = New.term(Ctx, S.element());
  llvm::SmallVector<Expr, 8> Places;
  if (mapConstants(Ctx, Place, [&](Expr I) {
        if (!llvm::is_contained(Places, I))
          Places.push_back(I);
        return I;
      })) {
    own(A);
    for (Expr I : Places) {
      uint64_t Cell = SymbolicValue::of(I).bits();
      Expr Same = makeOverConstants(Ctx, Kind::Eq, {Place, I});
      Expr Old = A->read(Ctx, Cell).term(Ctx, S.element());
      A->Cells.set(Cell, SymbolicValue::of(Ctx.mkIte(Same, Term, Old)));
    }
    return;
  }
  if (A->Depth >= MaxDepth) {
    A = ofTerm(Ctx.mkStore(A->term(Ctx), Place, Term));
    return;
  }
  Ptr Written = layer(S, Base::Written);
  Written->Index = Place;
  Written->Element = New;
  Written->Depth = A->Depth + 1;
  Written->First = std::move(A);
  A = std::move(Written);
}

Expr SymbolicArray::term(ExprContext &Ctx, LayerTerms &Done) {
  if (Expr Known = Done.lookup(this))
    return Known;
  const Sort E = S.element();
  Expr T;
  switch (From) {
  case Base::Filled:
    T = Ctx.mkConstArray(S, Element.term(Ctx, E));
    break;
  case Base::Term:
    T = Index;
    break;
  case Base::Written:
    T = Ctx.mkStore(First->term(Ctx, Done), Index, Element.term(Ctx, E));
    break;
  case Base::Choice:
    T = Ctx.mkIte(Index, First->term(Ctx, Done), Second->term(Ctx, Done));
    break;
  }
  for (const auto &[I, V] : Cells.sorted())
    T = Ctx.mkStore(T, constantIndex(Ctx, I), V.term(Ctx, E));
  return Done[this] = T;
}
