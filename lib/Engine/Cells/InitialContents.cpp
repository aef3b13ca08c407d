//===- InitialContents.cpp - What stays true of memory from outside -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InitialContents.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::cells;

/// What is left out is of no use in large numbers.
static constexpr size_t MaxAssumptions = 16, MaxValues = 16,
                        MaxContentSize = 60;

InitialContents::InitialContents(const Cfa &C) : Ctx(C.context()) {
  for (const StateVariable &V : C.variables())
    State.insert(V.Var);
  findArrays(C);
  if (NowOf.empty())
    return;
  findAssumptions(C);
  for (Assumption &A : Assumptions)
    followValues(C, A);
}

void InitialContents::findArrays(const Cfa &C) {
  ExprSet Changed;
  for (const Edge &E : C.edges())
    for (const Update &U : E.Updates)
      if (U.Val != U.Var)
        Changed.insert(U.Var);
  llvm::SmallVector<Expr, 16> Init;
  conjuncts(C.init(), Init);
  for (Expr F : Init) {
    if (!F.is(Kind::Eq) || !F.operand(0).sort().isArray() ||
        !State.contains(F.operand(0)) || !State.contains(F.operand(1)))
      continue;
    for (unsigned Side : {0, 1})
      if (Expr Now = F.operand(Side), First = F.operand(1 - Side);
          Changed.contains(Now) && !Changed.contains(First))
        NowOf[First] = Now;
  }
}

void InitialContents::findAssumptions(const Cfa &C) {
  ExprSet Seen;
  for (const Edge &E : C.edges()) {
    llvm::SmallVector<Expr, 8> Passed;
    conjuncts(E.Guard, Passed);
    for (Expr F : Passed)
      if (Seen.insert(F).second)
        addAssumption(F);
  }
}

/// Of a condition that \p Disjunction says of what is read at first, for cells
/// that others of its parts choose.
void InitialContents::addAssumption(Expr Disjunction) {
  llvm::SmallVector<Expr, 8> Parts;
  disjuncts(Disjunction, Parts);
  auto IsFirstRead = [&](Expr T) {
    return T.is(Kind::Select) && NowOf.count(T.operand(0));
  };
  llvm::SetVector<Expr, std::vector<Expr>, ExprSet> Reads;
  llvm::erase_if(Parts, [&](Expr Part) {
    bool HasRead = false;
    postOrder({Part}, [&](Expr T) {
      if (!IsFirstRead(T))
        return;
      HasRead = true;
      Reads.insert(T);
    });
    return !HasRead;
  });
  if (Reads.empty() || Assumptions.size() >= MaxAssumptions ||
      llvm::any_of(Reads,
                   [&](Expr R) { return R.operand(1) != Reads[0].operand(1); }))
    return;
  Assumption A;
  Substitution Named(Ctx);
  for (Expr R : Reads) {
    A.Of.push_back(R.operand(0));
    A.Now.push_back(NowOf[R.operand(0)]);
    A.Read.push_back(Ctx.freshVar("first", R.sort()));
    Named.set(R, A.Read.back());
  }
  A.Formula = Named(Ctx.mkOr(Parts));
  // Anything else that it speaks of is the same for all pointers.
  const bool IsOfReads = !anyVariable(A.Formula, [&](Expr X) {
    return !X.sort().isArray() && !llvm::is_contained(A.Read, X);
  });
  if (!IsOfReads || dagSize({A.Formula}) > MaxContentSize)
    return;
  // The same of other reads, up to names.
  for (const Assumption &Other : Assumptions)
    if (Other.Of == A.Of && withValues(Other, A.Read) == A.Formula)
      return;
  Assumptions.push_back(std::move(A));
}

Expr InitialContents::withValues(const Assumption &A,
                                 llvm::ArrayRef<Expr> Values) const {
  Substitution S(Ctx);
  for (auto [Read, Val] : llvm::zip_equal(A.Read, Values))
    S.set(Read, Val);
  return S(A.Formula);
}

/// Variables that get what is read, what is stored, and what these are copied
/// from and to.
void InitialContents::followValues(const Cfa &C, Assumption &A) const {
  // One for each array, in this order.
  using Group = std::vector<Expr>;
  auto Add = [&](const Group &Values) {
    if (Values.size() == A.Of.size() && A.Values.size() < MaxValues &&
        !llvm::is_contained(A.Values, Values) &&
        llvm::all_of(llvm::zip(Values, A.Read), [&](auto Pair) {
          auto [Val, Read] = Pair;
          return State.contains(Val) && Val.sort() == Read.sort();
        }))
      A.Values.push_back(Values);
  };
  // Adds, if there is one of each, what \p Find says of an update.
  auto AddOfEach = [&](const Edge &E, auto Find) {
    Group Values;
    for (size_t I = 0; I < A.Of.size(); ++I)
      for (const Update &U : E.Updates)
        if (Expr Val = Find(U, I)) {
          Values.push_back(Val);
          break;
        }
    Add(Values);
  };
  for (const Edge &E : C.edges()) {
    AddOfEach(E, [&](const Update &U, size_t I) {
      const bool IsLoad =
          U.Val.is(Kind::Select) &&
          (U.Val.operand(0) == A.Now[I] || U.Val.operand(0) == A.Of[I]);
      return IsLoad ? U.Var : Expr();
    });
    AddOfEach(E, [&](const Update &U, size_t I) {
      const bool IsStore =
          U.Val.is(Kind::Store) && U.Val.operand(0) == A.Now[I];
      return IsStore ? U.Val.operand(2) : Expr();
    });
  }
  for (size_t Done = 0; Done < A.Values.size(); ++Done) {
    const Group Of = A.Values[Done];
    for (const Edge &E : C.edges()) {
      AddOfEach(E, [&](const Update &U, size_t I) {
        return U.Var == Of[I] && U.Val != U.Var ? U.Val : Expr();
      });
      AddOfEach(E, [&](const Update &U, size_t I) {
        return U.Val == Of[I] && U.Val != U.Var ? U.Var : Expr();
      });
    }
  }
}

std::vector<Expr> InitialContents::ofState() const {
  std::vector<Expr> Facts;
  for (const Assumption &A : Assumptions)
    for (const std::vector<Expr> &Values : A.Values)
      Facts.push_back(withValues(A, Values));
  return Facts;
}

std::vector<Expr> InitialContents::ofCells(Expr K) const {
  std::vector<Expr> Facts;
  for (const Assumption &A : Assumptions) {
    if (A.Of.front().sort().index() != K.sort())
      continue;
    std::vector<Expr> Here, Same;
    for (auto [Now, First] : llvm::zip_equal(A.Now, A.Of)) {
      Here.push_back(Ctx.mkSelect(Now, K));
      Same.push_back(Ctx.mkEq(Here.back(), Ctx.mkSelect(First, K)));
    }
    Facts.push_back(Ctx.mkOr(Ctx.mkAnd(Same), withValues(A, Here)));
  }
  return Facts;
}
