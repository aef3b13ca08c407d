//===- Observations.cpp - What runs tell about candidates -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Observations.h"

#include "sooth/Engine/RandomRun.h"
#include "sooth/Expr/Evaluator.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <set>

using namespace sooth;
using namespace sooth::cells;

static constexpr unsigned MaxRuns = 60, MaxSteps = 200;
/// At one location.
static constexpr unsigned MaxStates = 60;
/// Fewer say little about what there may be.
static constexpr size_t ManyStates = 10;
/// Of one sort, in one state.
static constexpr size_t MaxIndices = 6;

Observations::Observations(const Cfa &Blocks, const Budget &B)
    : Blocks(Blocks), States(Blocks.locations().size()) {
  RandomRun Run(Blocks, /*Seed=*/1, RandomRun::Edges::Any);
  for (unsigned I = 0; I < MaxRuns; ++I) {
    if (B.exhausted() || !Run.begin())
      return;
    std::vector<unsigned> Visits(States.size());
    for (unsigned Step = 0; Step < MaxSteps && Run.step(); ++Step) {
      const LocationId At = Run.location();
      HasError = Blocks.isError(At);
      if (HasError || B.exhausted())
        return;
      // Of a long run those at its end say as much as those at its beginning.
      if (llvm::isPowerOf2_32(++Visits[At]) && States[At].size() < MaxStates)
        States[At].push_back(Run.state());
    }
  }
}

/// Those of which a variable or an array says something, and one besides.
std::vector<Value> Observations::indicesIn(const Valuation &State,
                                           Sort Index) const {
  std::set<Value> Found{Value::zero(Index)};
  for (const StateVariable &V : Blocks.variables()) {
    const Value &Val = State.find(V.Var)->second;
    if (Val.isBitVec() && Index.isBitVec() && Found.size() < MaxIndices)
      Found.insert(Value(Val.bits().zextOrTrunc(Index.width())));
    if (Val.isArray() && V.Var.sort().index() == Index)
      for (const auto &[At, Element] : Val.array().Entries)
        if (Found.size() < 2 * MaxIndices)
          Found.insert(At);
  }
  return {Found.begin(), Found.end()};
}

/// \p State with each of such indices for \p ForAll.
std::vector<Valuation>
Observations::instances(const Valuation &State,
                        llvm::ArrayRef<Expr> ForAll) const {
  std::vector<std::vector<Value>> Indices;
  size_t Count = 1;
  for (Expr K : ForAll) {
    Indices.push_back(indicesIn(State, K.sort()));
    Count = std::max(Count, Indices.back().size());
  }
  std::vector<Valuation> Result(Count, State);
  for (auto [I, Instance] : llvm::enumerate(Result))
    for (auto [K, Values] : llvm::zip(ForAll, Indices))
      Instance[K] = Values[I % Values.size()];
  return Result;
}

static void alternatives(Expr Fact, std::vector<Expr> &Result) {
  if (!Fact.is(Kind::Or)) {
    Result.push_back(Fact);
    return;
  }
  for (Expr Op : Fact.operands())
    alternatives(Op, Result);
}

namespace {
struct Watched {
  Expr Fact;
  std::vector<Expr> Alternatives;
  /// Which of these say which cells are meant, and were so in all states.
  llvm::BitVector Always;

  Watched(Expr Fact, llvm::ArrayRef<Expr> ForAll) : Fact(Fact) {
    alternatives(Fact, Alternatives);
    for (Expr A : Alternatives) {
      const std::vector<Expr> Vars = variables({A});
      auto IsIn = [&](Expr K) { return llvm::is_contained(Vars, K); };
      Always.push_back(
          llvm::any_of(ForAll, IsIn) &&
          llvm::none_of(Vars, [](Expr X) { return X.sort().isArray(); }));
    }
  }
  /// Returns whether it is so here.
  bool observe(Evaluator &Holds) {
    bool IsTrue = false;
    for (auto [I, A] : llvm::enumerate(Alternatives))
      if (Holds.isTrue(A))
        IsTrue = true;
      else
        Always.reset(I);
    return IsTrue;
  }
  bool isVacuous() const { return Alternatives.size() > 1 && Always.any(); }
};
} // namespace

Observations::Removed Observations::filterAt(LocationId L, Candidates &Of,
                                             Vacuous What,
                                             const Budget &B) const {
  Removed Count;
  std::vector<Expr> Left;
  std::vector<Watched> Facts;
  for (Expr Fact : Of.Facts[L])
    if (Of.Certain[L].contains(Fact))
      Left.push_back(Fact);
    else
      Facts.emplace_back(Fact, Of.ForAll);
  bool IsComplete = true;
  for (const Valuation &State : States[L])
    for (const Valuation &Instance : instances(State, Of.ForAll)) {
      IsComplete &= !B.exhausted();
      if (!IsComplete)
        break;
      Evaluator Holds(Instance);
      const size_t Before = Facts.size();
      llvm::erase_if(Facts, [&](Watched &W) { return !W.observe(Holds); });
      Count.Refuted += Before - Facts.size();
    }
  const bool IsEnough = IsComplete && States[L].size() >= ManyStates;
  for (const Watched &W : Facts)
    if (What == Vacuous::Removed && IsEnough && W.isVacuous())
      ++Count.Vacuous;
    else
      Left.push_back(W.Fact);
  Of.Facts[L] = std::move(Left);
  return Count;
}

Observations::Removed Observations::filter(Candidates &Of, Vacuous What,
                                           const Budget &B) const {
  Removed All;
  for (LocationId L = 0; L < States.size(); ++L)
    if (!States[L].empty()) {
      const Removed Here = filterAt(L, Of, What, B);
      All.Refuted += Here.Refuted;
      All.Vacuous += Here.Vacuous;
    }
  return All;
}
