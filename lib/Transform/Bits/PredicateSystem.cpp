//===- PredicateSystem.cpp - Numbers seen through predicates --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Bits/PredicateSystem.h"

#include "LinearComparison.h"

#include "sooth/Expr/Choices.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace sooth;

/// A comparison with more cases is an input.
static constexpr unsigned MaxCases = 300;
/// Of more numbers that are changed together, differences are too many.
static constexpr size_t MaxTogether = 20;
/// With more, clauses about any three take longer than they help.
static constexpr size_t MaxComparisons = 400;

class PredicateSystem::Impl {
public:
  explicit Impl(const TransitionSystem &M);

  TransitionSystem booleans();
  unsigned addPredicates(Expr F);
  bool addConflict(llvm::ArrayRef<Expr> Literals);
  std::vector<Comparison> comparisons() const;
  llvm::ArrayRef<Expr> facts() const { return Facts; }
  Expr back(Expr Invariant) const;

private:
  struct Known {
    LinearComparison What;
    Expr Bit, Meaning;
    Expr Next; ///< of a predicate
  };
  using Decided = llvm::DenseMap<Expr, bool>;

  Expr bits(Expr F);
  Expr compareCases(RationalSum S, bool IsStrict, Decided &Conditions,
                    unsigned &Cases);
  Expr compare(Expr A, Expr B, bool IsStrict);
  Expr bitOf(const LinearComparison &C);
  size_t numberOf(const LinearComparison &C);
  void makePredicate(size_t Number);
  /// \p S ≤ 0 and \p S < 0.
  void addOrder(const RationalSum &S);
  void addBounds(Expr Var, const Rational &Bound);
  void addSteps();
  bool isOver(const Known &K, const ExprSet &Vars) const;
  std::vector<Expr> clauses() const;

  const TransitionSystem &M;
  ExprContext &Ctx;
  ExprSet State, Computed;
  /// State variables of which the next value is not just an input.
  ExprSet Steady;
  Substitution ToNext;
  std::map<LinearComparison, size_t> Numbers;
  std::vector<Known> All;
  ExprMap<Expr> Bits;
  std::vector<Expr> Conflicts;
  std::vector<Expr> Facts; ///< of the last booleans()
  Expr Bad;
};

static bool isComparison(Expr F) {
  return F.is(Kind::Le) || F.is(Kind::Lt) ||
         (F.is(Kind::Eq) && F.operand(0).sort().isArith());
}

static RationalSum difference(Expr A, Expr B) {
  RationalSum S = RationalSum::of(A);
  S.add(B, {llvm::DynamicAPInt(-1), llvm::DynamicAPInt(1)});
  return S;
}

static ExprSet steadyVariables(const TransitionSystem &M) {
  const ExprSet Inputs(M.inputs().begin(), M.inputs().end());
  ExprSet Steady;
  for (const TsVariable &V : M.variables())
    if (V.Update && !Inputs.contains(V.Update))
      Steady.insert(V.Cur);
  return Steady;
}

static ExprSet computedNumbers(const TransitionSystem &M) {
  const ExprSet Steady = steadyVariables(M);
  ExprSet Found;
  for (const TsVariable &V : M.variables())
    if (V.Cur.sort().isArith() && Steady.contains(V.Cur) &&
        !llvm::all_of(alternatives(V.Update),
                      [&](Expr E) { return E == V.Cur || E.isConst(); }))
      Found.insert(V.Cur);
  return Found;
}

PredicateSystem::Impl::Impl(const TransitionSystem &M)
    : M(M), Ctx(M.context()), Computed(computedNumbers(M)),
      Steady(steadyVariables(M)), ToNext(Ctx) {
  for (const TsVariable &V : M.variables()) {
    State.insert(V.Cur);
    ToNext.set(V.Cur, V.Update);
  }
  Bad = bits(M.properties().front().Bad);
  for (size_t I = 0, E = All.size(); I < E; ++I)
    makePredicate(I);
  bits(M.init());
  std::vector<Expr> Updates;
  for (const TsVariable &V : M.variables()) {
    Updates.push_back(V.Update);
    if (!V.Cur.sort().isArith())
      bits(V.Update);
  }
  postOrder(Updates, [&](Expr E) {
    if (E.is(Kind::Ite))
      bits(E.operand(0));
  });
  for (size_t I = 0, E = All.size(); I < E; ++I) {
    if (isOver(All[I], Steady))
      makePredicate(I);
    Expr Only;
    for (auto &[Term, Factor] : All[I].What.Sum)
      if (Computed.contains(Term))
        Only = Only ? Expr() : Term;
    if (Only)
      addBounds(Only, All[I].What.Bound);
  }
  addSteps();
}

bool PredicateSystem::Impl::isOver(const Known &K, const ExprSet &Vars) const {
  return !anyVariable(K.Meaning, [&](Expr V) { return !Vars.contains(V); });
}

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

/// Of \p C or its negation.
size_t PredicateSystem::Impl::numberOf(const LinearComparison &C) {
  const LinearComparison Positive = C.isPositive() ? C : C.negation();
  auto [It, IsNew] = Numbers.try_emplace(Positive, All.size());
  if (IsNew) {
    All.push_back({Positive, Ctx.freshVar("compare", Ctx.boolSort()),
                   Positive.toExpr(Ctx), Expr()});
    Bits[All.back().Meaning] = All.back().Bit;
  }
  return It->second;
}

Expr PredicateSystem::Impl::bitOf(const LinearComparison &C) {
  Expr Bit = All[numberOf(C)].Bit;
  return C.isPositive() ? Bit : Ctx.mkNot(Bit);
}

void PredicateSystem::Impl::makePredicate(size_t Number) {
  Known &K = All[Number];
  if (!K.Next && isOver(K, State))
    K.Next = Ctx.freshVar((K.Bit.name() + ".next").str(), Ctx.boolSort());
}

void PredicateSystem::Impl::addOrder(const RationalSum &S) {
  if (S.Terms.empty())
    return;
  for (bool IsStrict : {false, true})
    makePredicate(numberOf({S, IsStrict}));
}

void PredicateSystem::Impl::addBounds(Expr Var, const Rational &Bound) {
  addOrder(difference(Var, Var.sort().isInt()
                               ? Ctx.integer(floorDiv(Bound.Num, Bound.Den))
                               : Ctx.real(Bound)));
}

/// Constants that numbers are set to, and differences that steps preserve.
void PredicateSystem::Impl::addSteps() {
  std::vector<std::pair<RationalSum, std::vector<Expr>>> Moved;
  for (const TsVariable &V : M.variables()) {
    if (!Computed.contains(V.Cur))
      continue;
    for (Expr E : alternatives(V.Update)) {
      RationalSum By = difference(E, V.Cur);
      if (E.isConst())
        addOrder(By);
      else if (E == V.Cur || By.Terms.contains(V.Cur))
        continue;
      else if (auto It = llvm::find_if(
                   Moved, [&](auto &Group) { return Group.first == By; });
               It != Moved.end())
        It->second.push_back(V.Cur);
      else
        Moved.push_back({By, {V.Cur}});
    }
  }
  for (auto &[By, Vars] : Moved)
    for (size_t I = 0; I < Vars.size() && Vars.size() <= MaxTogether; ++I)
      for (size_t J = 0; J < I; ++J)
        if (Vars[I].sort() == Vars[J].sort())
          addOrder(difference(Vars[J], Vars[I]));
}

unsigned PredicateSystem::Impl::addPredicates(Expr F) {
  auto Count = [&] {
    return llvm::count_if(All, [](const Known &K) { return bool(K.Next); });
  };
  const auto Before = Count();
  postOrder({F}, [&](Expr E) {
    if (!isComparison(E))
      return;
    const RationalSum S = difference(E.operand(0), E.operand(1));
    if (S.Terms.empty())
      return;
    if (E.is(Kind::Eq))
      addOrder(S);
    else
      makePredicate(numberOf({S, E.is(Kind::Lt)}));
  });
  return Count() - Before;
}

//===----------------------------------------------------------------------===//
// Formulas over bits
//===----------------------------------------------------------------------===//

Expr PredicateSystem::Impl::bits(Expr F) {
  if (Expr Known = Bits.lookup(F))
    return Known;
  Expr Result;
  if (isComparison(F)) {
    Expr A = F.operand(0), B = F.operand(1);
    Result = compare(A, B, F.is(Kind::Lt));
    if (F.is(Kind::Eq))
      Result = Ctx.mkAnd(Result, Ctx.mkNot(compare(A, B, true)));
  } else {
    llvm::SmallVector<Expr, 8> Ops;
    for (Expr Op : F.operands())
      Ops.push_back(bits(Op));
    Result = Ops.empty() ? F : Ctx.rebuild(F, Ops);
  }
  Bits[F] = Result;
  return Result;
}

Expr PredicateSystem::Impl::compare(Expr A, Expr B, bool IsStrict) {
  Decided Conditions;
  unsigned Cases = 0;
  const RationalSum S = difference(A, B);
  if (Expr Result = compareCases(S, IsStrict, Conditions, Cases))
    return Result;
  return bitOf({S, IsStrict});
}

/// \p S ≤ 0, or < 0, case by case; null if there are too many.
Expr PredicateSystem::Impl::compareCases(RationalSum S, bool IsStrict,
                                         Decided &Conditions, unsigned &Cases) {
  for (;;) {
    auto It = llvm::find_if(
        S.Terms, [](const auto &T) { return T.first.is(Kind::Ite); });
    if (It == S.Terms.end())
      break;
    const auto [Choice, Factor] = *It;
    S.Terms.erase(It);
    Expr Condition = Choice.operand(0);
    const bool IsNegated = Condition.is(Kind::Not);
    if (IsNegated)
      Condition = Condition.operand(0);
    auto With = [&](bool Value) {
      RationalSum Case = S;
      Case.add(Choice.operand(Value == IsNegated ? 2 : 1), Factor);
      return Case;
    };
    if (auto Known = Conditions.find(Condition); Known != Conditions.end()) {
      S = With(Known->second);
      continue;
    }
    auto Under = [&](bool Value) {
      Conditions[Condition] = Value;
      Expr Case = compareCases(With(Value), IsStrict, Conditions, Cases);
      Conditions.erase(Condition);
      return Case;
    };
    Expr Then = Under(true);
    Expr Else = Then ? Under(false) : Expr();
    return Else ? Ctx.mkIte(bits(Condition), Then, Else) : Expr();
  }
  if (++Cases > MaxCases)
    return Expr();
  if (S.Terms.empty())
    return Ctx.boolean(S.Constant.Num < 0 ||
                       (!IsStrict && S.Constant.Num == 0));
  return bitOf({S, IsStrict});
}

//===----------------------------------------------------------------------===//
// The system
//===----------------------------------------------------------------------===//

namespace {
/// A comparison or its negation.
struct Literal {
  LinearComparison What;
  Expr Negation; ///< of its Boolean
};
struct FactorsOrder {
  bool operator()(const LinearComparison::Factors &A,
                  const LinearComparison::Factors &B) const {
    return isBefore(A, B);
  }
};
/// By their sums; stronger ones first.
using LiteralsBySum =
    std::map<LinearComparison::Factors, std::vector<Literal>, FactorsOrder>;
} // namespace

/// The weakest of \p From that contradicts \p Others, or its size.
static size_t weakest(const std::vector<Literal> &From,
                      llvm::ArrayRef<const LinearComparison *> Others) {
  size_t Found = From.size();
  for (size_t I = 0; I < From.size(); ++I) {
    llvm::SmallVector<const LinearComparison *, 3> Set(Others);
    Set.push_back(&From[I].What);
    if (!contradict(Set))
      break;
    Found = I;
  }
  return Found;
}

/// That two or three comparisons whose sums cancel contradict each other; only
/// what does not follow from the others.
std::vector<Expr> PredicateSystem::Impl::clauses() const {
  std::vector<Expr> Result;
  if (All.size() > MaxComparisons)
    return Result;
  LiteralsBySum BySum;
  for (const Known &K : All) {
    BySum[K.What.Sum].push_back({K.What, Ctx.mkNot(K.Bit)});
    LinearComparison N = K.What.negation();
    BySum[N.Sum].push_back({N, K.Bit});
  }
  for (auto &[Sum, Literals] : BySum)
    llvm::sort(Literals, [](const Literal &A, const Literal &B) {
      return A.What < B.What;
    });
  auto Find = [&](const LinearComparison::Factors &Sum) {
    return BySum.find(Sum);
  };
  for (auto &[Sum, Literals] : BySum) {
    const auto &Opposite = Find(negated(Sum))->second;
    for (const Literal &L : Literals)
      if (size_t At = weakest(Opposite, {&L.What}); At < Opposite.size())
        Result.push_back(Ctx.mkOr(L.Negation, Opposite[At].Negation));
  }
  for (auto A = BySum.begin(); A != BySum.end(); ++A)
    for (auto B = std::next(A); B != BySum.end(); ++B) {
      auto C = Find(negated(plus(A->first, B->first)));
      if (C == BySum.end() || !isBefore(B->first, C->first))
        continue;
      for (size_t I = 0; I < A->second.size(); ++I)
        for (size_t J = 0; J < B->second.size(); ++J) {
          const Literal &First = A->second[I], &Second = B->second[J];
          size_t At = weakest(C->second, {&First.What, &Second.What});
          if (At == C->second.size())
            continue;
          const Literal &Third = C->second[At];
          if (I != weakest(A->second, {&Second.What, &Third.What}) ||
              J != weakest(B->second, {&First.What, &Third.What}))
            continue;
          Result.push_back(
              Ctx.mkOr({First.Negation, Second.Negation, Third.Negation}));
        }
    }
  std::set<Expr, ById> Each(Result.begin(), Result.end());
  return {Each.begin(), Each.end()};
}

TransitionSystem PredicateSystem::Impl::booleans() {
  TransitionSystem To(Ctx);
  std::vector<Expr> Init;
  Substitution Start(Ctx);
  for (auto &[Var, Val] : initialValues(M)) {
    Start.set(Var, Val);
    if (!Var.sort().isArith())
      Init.push_back(Ctx.mkEq(Var, Val));
  }
  for (const TsVariable &V : M.variables())
    if (!V.Cur.sort().isArith())
      To.addVariable({V.Cur, V.Next, bits(V.Update)});
  for (size_t I = 0; I < All.size(); ++I) // grows
    if (const Known K = All[I]; K.Next) {
      To.addVariable({K.Bit, K.Next, bits(ToNext(K.Meaning))});
      if (Expr Value = Start(K.Meaning); Value.isConst())
        Init.push_back(Ctx.mkEq(K.Bit, Value));
    }
  for (Expr Y : M.inputs())
    if (!Y.sort().isArith())
      To.addInput(Y);
  for (const Known &K : All)
    if (!K.Next)
      To.addInput(K.Bit);
  To.setInit(Ctx.mkAnd(Init));
  std::vector<Expr> Steps = Conflicts;
  Facts.clear();
  const ExprSet Inputs(To.inputs().begin(), To.inputs().end());
  for (Expr C : clauses())
    (anyVariable(C, [&](Expr V) { return Inputs.contains(V); }) ? Steps : Facts)
        .push_back(C);
  To.setConstraint(Ctx.mkAnd(Steps));
  To.addProperty({M.properties().front().Name, Bad, {}});
  return To;
}

bool PredicateSystem::Impl::addConflict(llvm::ArrayRef<Expr> Literals) {
  std::vector<Expr> OneOf;
  for (Expr L : Literals)
    OneOf.push_back(Ctx.mkNot(bits(L)));
  Expr Clause = Ctx.mkOr(OneOf);
  if (llvm::is_contained(Conflicts, Clause))
    return false;
  Conflicts.push_back(Clause);
  return true;
}

std::vector<PredicateSystem::Comparison>
PredicateSystem::Impl::comparisons() const {
  std::vector<Comparison> Result;
  for (const Known &K : All)
    Result.push_back({K.Bit, K.Meaning});
  return Result;
}

Expr PredicateSystem::Impl::back(Expr Invariant) const {
  Substitution Meanings(Ctx);
  for (const Known &K : All)
    Meanings.set(K.Bit, K.Meaning);
  return Meanings(Invariant);
}

PredicateSystem::PredicateSystem(const TransitionSystem &M)
    : Of(std::make_unique<Impl>(M)) {}
PredicateSystem::~PredicateSystem() = default;

bool PredicateSystem::suits(const TransitionSystem &M) {
  bool HasNumbers = false, HasArrays = false;
  auto Look = [&](Expr Var) {
    HasNumbers |= Var.sort().isArith();
    HasArrays |= Var.sort().isArray();
  };
  llvm::for_each(M.inputs(), Look);
  for (const TsVariable &V : M.variables())
    Look(V.Cur);
  return HasNumbers && !HasArrays;
}

TransitionSystem PredicateSystem::booleans() { return Of->booleans(); }
unsigned PredicateSystem::addPredicates(Expr F) { return Of->addPredicates(F); }
llvm::ArrayRef<Expr> PredicateSystem::facts() const { return Of->facts(); }
bool PredicateSystem::addConflict(llvm::ArrayRef<Expr> Literals) {
  return Of->addConflict(Literals);
}
std::vector<PredicateSystem::Comparison> PredicateSystem::comparisons() const {
  return Of->comparisons();
}
Expr PredicateSystem::back(Expr Invariant) const { return Of->back(Invariant); }
