//===- Vocabulary.cpp - What a program speaks of --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Vocabulary.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::cells;

static constexpr size_t MaxTermSize = 30;
/// Of variables that are counted; other sums are no counting.
static constexpr int64_t MaxStep = 1 << 20;

static bool isComparison(Expr E) {
  switch (E.kind()) {
  case Kind::Eq:
    return E.operand(0).sort().isBitVec();
  case Kind::BvUlt:
  case Kind::BvUle:
  case Kind::BvSlt:
  case Kind::BvSle:
    return true;
  default:
    return false;
  }
}

static bool isCells(Sort S) {
  return S.isArray() && S.index().isBitVec() && !S.element().isArray();
}

bool Vocabulary::hasArray(const Cfa &C) {
  return llvm::any_of(C.variables(), [](const StateVariable &V) {
    return isCells(V.Var.sort());
  });
}

Vocabulary::Vocabulary(const Cfa &C) : Ctx(C.context()), Initial(C) {
  for (const StateVariable &V : C.variables()) {
    Sort S = V.Var.sort();
    if (isCells(S))
      Arrays.insert(V.Var);
    else if (S.isBool() || S.isBitVec())
      Scalars.insert(V.Var);
  }
  for (const Edge &E : C.edges())
    addEdge(E);
  findCounter(C);
  followValues(C);
}

bool Vocabulary::isOverState(Expr E) const {
  auto [It, IsNew] = OverState.try_emplace(E);
  if (IsNew)
    It->second = !anyVariable(
        E, [&](Expr V) { return !Scalars.contains(V) && !Arrays.contains(V); });
  return It->second;
}

/// Terms of \p E as they are in the state after it, as far as they can be said
/// there: what comes from outside has the name of the variable that gets it,
/// and of a read that may be out of bounds only the read is left.
void Vocabulary::addEdge(const Edge &E) {
  ExprSet Inputs, Changed, Seen;
  for (const Input &In : E.Inputs)
    Inputs.insert(In.Var);
  auto IsInput = [&](Expr V) { return Inputs.contains(V); };
  std::vector<Expr> Roots{E.Guard};
  for (const Update &U : E.Updates) {
    Roots.push_back(U.Val);
    Changed.insert(U.Var);
  }
  Substitution InBounds(Ctx), Named(Ctx), NamedInputs(Ctx);
  for (const Update &U : E.Updates) {
    if (!U.Val.isConst() && !U.Var.sort().isArray() &&
        anyVariable(U.Val, IsInput))
      Named.set(U.Val, U.Var);
    if (IsInput(U.Val))
      NamedInputs.set(U.Val, U.Var);
  }
  postOrder(Roots, Seen, [&](Expr T) {
    if (!T.is(Kind::Ite))
      return;
    for (unsigned I : {1, 2})
      if (IsInput(T.operand(I)))
        return InBounds.set(T, InBounds(T.operand(3 - I)));
  });
  for (const Update &U : E.Updates) {
    Expr Val = NamedInputs(InBounds(U.Val));
    ExprSet Fresh;
    for (const Update &Other : E.Updates)
      if (IsInput(Other.Val))
        Fresh.insert(Other.Var);
    auto IsStale = [&](Expr V) {
      return V == U.Var || (Changed.contains(V) && !Fresh.contains(V));
    };
    if (U.Val.is(Kind::BvAdd) && U.Val.operand(0) == U.Var &&
        U.Val.operand(1).isConst())
      Counters.insert(U.Var);
    if (Scalars.contains(U.Var) && !Val.isConst() && isOverState(Val) &&
        dagSize({Val}) <= MaxTermSize && !anyVariable(Val, IsStale))
      Definitions.insert({U.Var, Val});
  }
  for (Expr &R : Roots)
    R = Named(InBounds(R));
  addTerms(E, Roots);
}

void Vocabulary::addTerms(const Edge &E, llvm::ArrayRef<Expr> Roots) {
  postOrder(Roots, [&](Expr T) {
    bool IsAccess = T.is(Kind::Select) || T.is(Kind::Store);
    if (IsAccess && isOverState(T.operand(1)) &&
        dagSize({T.operand(1)}) <= MaxTermSize)
      Indices[T.operand(1).sort()].insert(T.operand(1));
    if (T.is(Kind::Store)) {
      Expr A = T.operand(0);
      while (A.is(Kind::Store))
        A = A.operand(0);
      if (A.isVar() && dagSize({T.operand(2)}) <= MaxTermSize)
        Stores.push_back({A, T.operand(1), T.operand(2)});
    }
    if (isComparison(T) && dagSize({T}) <= MaxTermSize)
      Atoms.insert(T);
  });
}

/// A variable that starts with a constant and is only ever counted up.
void Vocabulary::findCounter(const Cfa &C) {
  llvm::SmallVector<Expr, 8> Init;
  conjuncts(C.init(), Init);
  for (Expr F : Init) {
    if (!F.is(Kind::Eq) || !Scalars.contains(F.operand(0)) ||
        !F.operand(1).isConst())
      continue;
    Expr X = F.operand(0);
    Expr More = Ctx.make(Kind::BvAdd, {X, Ctx.bv(1, X.sort().width())});
    unsigned Counts = 0, Others = 0;
    for (const Edge &E : C.edges())
      for (const Update &U : E.Updates) {
        if (U.Var != X)
          continue;
        ExprSet Seen;
        bool IsCount = false;
        postOrder({U.Val}, Seen, [&](Expr T) { IsCount |= T == More; });
        ++(IsCount ? Counts : Others);
      }
    if (Counts && !Others)
      Counter = {X, F.operand(1)};
  }
}

/// Calls \p Visit on what a value may be a copy of.
static void sources(Expr E, llvm::function_ref<void(Expr)> Visit) {
  std::vector<Expr> Work{E};
  ExprSet Seen;
  while (!Work.empty()) {
    Expr T = Work.back();
    Work.pop_back();
    if (!Seen.insert(T).second)
      continue;
    if (T.is(Kind::Ite)) {
      Work.push_back(T.operand(1));
      Work.push_back(T.operand(2));
    } else if (T.is(Kind::Store)) {
      Work.push_back(T.operand(0));
      Work.push_back(T.operand(2));
    } else if (T.is(Kind::Select) || T.is(Kind::ConstArray)) {
      Work.push_back(T.operand(0));
    } else {
      Visit(T);
    }
  }
}

void Vocabulary::followValues(const Cfa &C) {
  llvm::MapVector<Expr, ExprList> From;
  for (const Edge &E : C.edges())
    for (const Update &U : E.Updates) {
      sources(U.Val, [&](Expr T) { From[U.Var].insert(T); });
      if (U.Val.isConst())
        Assigned[U.Var].insert(U.Val);
    }
  llvm::SmallVector<Expr, 8> Init;
  conjuncts(C.init(), Init);
  for (Expr F : Init)
    if (F.is(Kind::Eq) && F.operand(0).isVar())
      sources(F.operand(1), [&](Expr T) { From[F.operand(0)].insert(T); });
  llvm::MapVector<Expr, ExprList> Reaching;
  for (const auto &[Var, Direct] : From) {
    ExprList &All = Reaching[Var];
    All.insert(Var);
    for (size_t I = 0; I < All.size(); ++I)
      if (auto It = From.find(All[I]); It != From.end())
        for (Expr T : It->second)
          All.insert(T);
    for (Expr T : All)
      if (T.isConst())
        Constants[Var].insert(T);
    if (auto It = Constants.find(Var);
        Scalars.contains(Var) && It != Constants.end() &&
        It->second.size() == 1 && llvm::all_of(All, [&](Expr T) {
          return T.isConst() || (T.isVar() && From.contains(T));
        }))
      Fixed[Var] = It->second[0];
    if (Counter && All.contains(Counter->Next) && Var != Counter->Next)
      Objects.insert(Var);
  }
  findSingle();
  findCounted(Reaching);
}

void Vocabulary::findSingle() {
  static constexpr size_t MaxSingle = 4;
  if (!Counter)
    return;
  const llvm::APInt &First = Counter->First.value().bits();
  for (Expr X : Objects)
    if (auto It = Constants.find(X); It != Constants.end())
      for (Expr T : It->second)
        if (T.sort() == Counter->Next.sort() && !T.value().bits().isZero() &&
            T.value().bits().ult(First) && Single.size() < MaxSingle)
          Single.insert(T);
}

Expr Vocabulary::isObject(Expr Number, Expr IsCounted) const {
  std::vector<Expr> Any{IsCounted};
  for (Expr T : Single)
    Any.push_back(Ctx.mkEq(Number, T));
  return Ctx.mkOr(Any);
}

/// \p From has, by variable, what may be copied to it.
void Vocabulary::findCounted(const llvm::MapVector<Expr, ExprList> &From) {
  for (const auto &[Var, All] : From) {
    if (!Scalars.contains(Var) || !Var.sort().isBitVec() ||
        Var.sort().width() > 64)
      continue;
    Counting Found;
    for (Expr T : All) {
      const bool IsSum = T.is(Kind::BvAdd) && T.operands().size() == 2 &&
                         T.operand(0).isVar() && T.operand(1).isConst();
      auto Source = IsSum ? From.find(T.operand(0)) : From.end();
      if (Source != From.end() && Source->second.contains(Var) &&
          All.contains(T.operand(0))) {
        const int64_t Step = T.operand(1).value().bits().getSExtValue();
        if (Step && Step >= -MaxStep && Step <= MaxStep &&
            !llvm::is_contained(Found.Steps, Step))
          Found.Steps.push_back(Step);
      } else if (!T.isVar() && isOverState(T) && dagSize({T}) <= MaxTermSize) {
        Found.Starts.insert(T);
      }
    }
    if (!Found.Steps.empty())
      Counted[Var] = std::move(Found);
  }
}
