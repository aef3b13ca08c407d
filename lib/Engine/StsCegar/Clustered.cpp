//===- Clustered.cpp - Clusters of variables ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Section 4.2: variables that occur in one atom belong to one cluster. A
// cluster's values are partitioned into the components of abstract states, at
// first by the truth of its atoms; a spurious counterexample splits components
// of the failure state.
//
//===----------------------------------------------------------------------===//

#include "Clusters.h"
#include "Strategy.h"

#include "sooth/Expr/Evaluator.h"

#include <set>

using namespace sooth;
using namespace sooth::stscegar;

namespace {
/// One part for each cluster; none stands for what is before the first states.
using ProductState = std::vector<unsigned>;

class Clustered final : public Strategy {
public:
  using Strategy::Strategy;
  void initialize() override;
  std::optional<AbstractPath> check() override;
  void refine(const AbstractPath &Path) override;
  std::vector<Expr> reached() const override;

private:
  Expr formula(const ProductState &S) const;
  ProductState stateOf(const Valuation &Values);
  std::vector<ProductState> successors(const ProductState &From);
  void split(unsigned Cluster, unsigned Part,
             llvm::ArrayRef<std::vector<ClusterValue>> DeadEnds);
  std::optional<std::vector<std::vector<ClusterValue>>>
  enumerateDeadEnds(const AbstractPath &Path);

  std::vector<Cluster> Clusters;
  std::set<ProductState> Known;
  /// Of states whose parts, and whose successors' parts, were not split since.
  std::map<ProductState, std::vector<ProductState>> Successors;
  std::vector<ProductState> LastPath;
};
} // namespace

/// 4.2.1.
void Clustered::initialize() { Clusters = initialClusters(Q, O.MaxValues); }

Expr Clustered::formula(const ProductState &S) const {
  std::vector<Expr> Parts;
  for (size_t I = 0; I < S.size(); ++I)
    Parts.push_back(Clusters[I].Parts[S[I]]);
  return Ctx.mkAnd(Parts);
}

ProductState Clustered::stateOf(const Valuation &Values) {
  Evaluator Eval(Values);
  ProductState S;
  for (const Cluster &C : Clusters) {
    auto It = llvm::find_if(C.Parts, [&](Expr P) { return Eval.isTrue(P); });
    // Unless a solver was wrong, each value is in one of them.
    if (It == C.Parts.end())
      Q.stop(UnknownReason::Kind::Internal);
    S.push_back(It == C.Parts.end() ? 0 : It - C.Parts.begin());
  }
  return S;
}

/// The abstract states to which there are steps from \p From, or the first.
std::vector<ProductState> Clustered::successors(const ProductState &From) {
  auto [It, IsNew] = Successors.try_emplace(From);
  std::vector<ProductState> &Found = It->second;
  if (!IsNew)
    return Found;
  auto Add = [&](const Valuation &Values) {
    Found.push_back(stateOf(Values));
    if (Found.size() > O.MaxValues)
      stopForSize(Cause::Kind::TooManySuccessors);
    return formula(Found.back());
  };
  if (!From.empty())
    Q.nextStates(formula(From), Add);
  else
    Q.firstStates(Ctx.trueExpr(), Add);
  return Found;
}

/// Algorithm 2.
std::optional<AbstractPath> Clustered::check() {
  Known.clear();
  struct Open {
    ProductState State;
    std::vector<ProductState> Todo;
  };
  std::vector<Open> Stack;
  Stack.push_back({{}, successors({})});
  while (!Stack.empty() && !Q.isStopped()) {
    if (Stack.back().Todo.empty()) {
      Stack.pop_back();
      continue;
    }
    ProductState State = std::move(Stack.back().Todo.back());
    Stack.back().Todo.pop_back();
    if (!Known.insert(State).second)
      continue;
    countState();
    const bool IsBad = Q.isBad(formula(State));
    Stack.push_back({State, {}});
    if (!IsBad) {
      Stack.back().Todo = successors(State);
      continue;
    }
    AbstractPath Path;
    LastPath.clear();
    for (const Open &Of : llvm::drop_begin(Stack)) {
      LastPath.push_back(Of.State);
      Path.push_back(formula(Of.State));
    }
    return Path;
  }
  return std::nullopt;
}

std::vector<Expr> Clustered::reached() const {
  std::vector<Expr> Formulas;
  for (const ProductState &S : Known)
    Formulas.push_back(formula(S));
  return Formulas;
}

/// Splits a component of the failure state. Values that no dead end has stay
/// together, so that they need not be enumerated.
void Clustered::split(unsigned C, unsigned Part,
                      llvm::ArrayRef<std::vector<ClusterValue>> DeadEnds) {
  std::vector<Expr> New;
  for (const std::vector<ClusterValue> &Class : separateDeadEnds(DeadEnds, C)) {
    std::vector<Expr> Alternatives;
    for (const ClusterValue &Values : Class) {
      Valuation State;
      for (auto [Var, V] : llvm::zip_equal(Clusters[C].Vars, Values))
        State[Var] = V;
      Alternatives.push_back(valuesOf(Ctx, Clusters[C].Vars, State));
    }
    New.push_back(Ctx.mkOr(Alternatives));
  }
  Expr Rest = Ctx.mkAnd(Clusters[C].Parts[Part], Ctx.mkNot(Ctx.mkOr(New)));
  if (Q.isState(Rest))
    New.push_back(Rest);
  if (New.size() < 2)
    return;
  auto IsSplit = [&](const ProductState &S) {
    return !S.empty() && S[C] == Part;
  };
  std::erase_if(Successors, [&](const auto &Of) {
    return IsSplit(Of.first) || llvm::any_of(Of.second, IsSplit);
  });
  Clusters[C].Parts[Part] = New.front();
  Clusters[C].Parts.insert(Clusters[C].Parts.end(), New.begin() + 1, New.end());
}

std::optional<std::vector<std::vector<ClusterValue>>>
Clustered::enumerateDeadEnds(const AbstractPath &Path) {
  std::vector<Expr> Vars;
  for (const Cluster &C : Clusters)
    Vars.insert(Vars.end(), C.Vars.begin(), C.Vars.end());
  for (Expr Var : Vars)
    if (Var.sort().isArray()) {
      Q.stop(UnknownReason::Kind::Bound,
             Cause(Cause::Kind::NoEnumeration, Var.name()));
      return std::nullopt;
    }
  std::vector<std::vector<ClusterValue>> DeadEnds;
  Runs.deadEnds(Path, [&](const Valuation &State) {
    if (DeadEnds.size() == O.MaxValues) {
      stopForSize(Cause::Kind::TooManyDeadEnds);
      return Expr();
    }
    std::vector<ClusterValue> &Values = DeadEnds.emplace_back();
    for (const Cluster &C : Clusters) {
      Values.emplace_back();
      for (Expr Var : C.Vars)
        Values.back().push_back(State.find(Var)->second);
    }
    return valuesOf(Ctx, Vars, State);
  });
  if (Q.isStopped())
    return std::nullopt;
  return DeadEnds;
}

/// 4.2.4.
void Clustered::refine(const AbstractPath &Path) {
  auto DeadEnds = enumerateDeadEnds(Path);
  if (!DeadEnds)
    return;
  const ProductState Failed = LastPath[Runs.failure()];
  auto Size = [&] {
    size_t Sum = 0;
    for (const Cluster &C : Clusters)
      Sum += C.Parts.size();
    return Sum;
  };
  const size_t Before = Size();
  for (unsigned I = 0; I < Clusters.size(); ++I)
    split(I, Failed[I], *DeadEnds);
  if (Before == Size() && !Q.isStopped())
    Q.stop(UnknownReason::Kind::NoProgress, Cause::Kind::NoSplit);
}

std::unique_ptr<Strategy> stscegar::createClustered(Questions &Q,
                                                    Concretizer &Runs,
                                                    const StsCegarOptions &O) {
  return std::make_unique<Clustered>(Q, Runs, O);
}
