//===- ValueCases.cpp - Splitting a question by the value of a variable ---===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueCases.h"

#include "ValueSets.h"

#include "llvm/ADT/MapVector.h"

using namespace sooth;

/// A variable that is compared to fewer constants is not worth it.
static constexpr size_t MinComparisons = 8;
/// Each case costs a query, so smaller questions are asked as they are.
static constexpr size_t MinNodes = 200;
static constexpr size_t MaxCases = 10000;

using ValuesOf = llvm::MapVector<Expr, std::vector<Expr>>;

static bool isValue(Expr E) {
  return E.is(Kind::Eq) && E.operand(0).isVar() && E.operand(1).isConst();
}

static void addValue(ValuesOf &Values, Expr Equality) {
  std::vector<Expr> &Known = Values[Equality.operand(0)];
  if (!llvm::is_contained(Known, Equality.operand(1)))
    Known.push_back(Equality.operand(1));
}

/// The variable of \p Values with the most values, if it has \p Least.
static const ValuesOf::value_type *widest(const ValuesOf &Values,
                                          size_t Least) {
  const ValuesOf::value_type *Best = nullptr;
  for (const auto &Entry : Values)
    if (Entry.second.size() >= Least &&
        (!Best || Entry.second.size() > Best->second.size()))
      Best = &Entry;
  return Best;
}

/// By variable, the values that disjuncts of \p Formula give it.
static ValuesOf valuesInDisjuncts(Expr Formula) {
  ValuesOf Values;
  llvm::SmallVector<Expr, 32> Cases, Parts;
  disjuncts(Formula, Cases);
  if (Cases.size() < 2)
    return Values;
  for (Expr Case : Cases) {
    Parts.clear();
    conjuncts(Case, Parts);
    for (Expr P : Parts)
      if (isValue(P))
        addValue(Values, P);
  }
  return Values;
}

static ValuesOf comparisons(llvm::ArrayRef<Expr> Roots) {
  ValuesOf Values;
  postOrder(Roots, [&](Expr E) {
    if (isValue(E))
      addValue(Values, E);
  });
  return Values;
}

/// Appends the cases of \p Whole by the values of \p Var to \p Out.
static void split(ExprContext &Ctx, const ValueCase &Whole, Expr Var,
                  llvm::ArrayRef<Expr> Values, std::vector<ValueCase> &Out) {
  Substitution None(Ctx);
  llvm::SmallVector<Expr, 16> Others;
  for (Expr Val : Values) {
    Substitution S(Ctx);
    S.set(Var, Val);
    ValueCase Part{Whole.Values, S(Whole.Formula)};
    Part.Values[Var] = Val;
    if (!Part.Formula.isFalse())
      Out.push_back(std::move(Part));
    Expr Is = Ctx.mkEq(Var, Val);
    None.set(Is, Ctx.falseExpr());
    Others.push_back(Ctx.mkNot(Is));
  }
  Others.push_back(None(Whole.Formula));
  if (Expr Rest = Ctx.mkAnd(Others); !Rest.isFalse())
    Out.push_back({Whole.Values, Rest});
}

/// Moves the values that the formula gives variables to Values.
static void substituteKnown(ExprContext &Ctx, ValueCase &Case) {
  llvm::SmallVector<Expr, 32> Facts;
  for (bool Learned = true; Learned;) {
    Learned = false;
    Facts.clear();
    conjuncts(Case.Formula, Facts);
    Substitution S(Ctx);
    for (Expr Fact : Facts)
      if (auto Known = valueEquation(Ctx, Fact);
          Known &&
          Case.Values.try_emplace(Known->first, Known->second).second) {
        S.set(Known->first, Known->second);
        Learned = true;
      }
    if (Learned)
      Case.Formula = S(Case.Formula);
  }
}

ValueCase sooth::wholeCase(ExprContext &Ctx, Expr Formula) {
  ValueCase Whole;
  Whole.Formula = Formula;
  substituteKnown(Ctx, Whole);
  return Whole;
}

std::vector<ValueCase> sooth::splitByValues(ExprContext &Ctx,
                                            const ValueCase &Whole,
                                            llvm::ArrayRef<Expr> Behind) {
  std::vector<ValueCase> Done, Pending{Whole};
  std::vector<Expr> Roots(Behind);
  Roots.push_back(Whole.Formula);
  if (dagSize(Roots) < MinNodes)
    return Pending;
  // Once by what the program compares, ...
  if (auto Compared = comparisons(Behind);
      const auto *Best = widest(Compared, MinComparisons)) {
    Pending.clear();
    split(Ctx, Whole, Best->first, Best->second, Pending);
  }
  // ... then as long as the formula itself tells cases apart.
  while (!Pending.empty()) {
    ValueCase Case = std::move(Pending.back());
    Pending.pop_back();
    ValuesOf Values;
    if (dagSize({Case.Formula}) >= MinNodes)
      Values = valuesInDisjuncts(Case.Formula);
    const auto *Best = widest(Values, 2);
    if (Best && Done.size() + Pending.size() + Best->second.size() < MaxCases)
      split(Ctx, Case, Best->first, Best->second, Pending);
    else
      Done.push_back(std::move(Case));
  }
  for (ValueCase &Case : Done)
    substituteKnown(Ctx, Case);
  return Done;
}
