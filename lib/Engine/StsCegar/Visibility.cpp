//===- Visibility.cpp - Visible and invisible variables -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Section 4.3: an abstract state is the values of the visible variables. At
// first these are the property's; a spurious counterexample makes those of an
// interpolant visible.
//
//===----------------------------------------------------------------------===//

#include "Strategy.h"

#include "sooth/Expr/Traversal.h"

using namespace sooth;
using namespace sooth::stscegar;

namespace {
class Visibility final : public Strategy {
public:
  using Strategy::Strategy;
  void initialize() override;
  std::optional<AbstractPath> check() override;
  void refine(const AbstractPath &Path) override;
  std::vector<Expr> reached() const override { return Reached; }

private:
  void makeVisible(Expr Var);
  std::vector<Expr> successors(Expr State);

  std::vector<Expr> Visible;
  ExprSet IsVisible;
  std::vector<Expr> Reached;
};
} // namespace

void Visibility::makeVisible(Expr Var) {
  // Its values cannot be enumerated.
  if (Var.sort().isArray() || Var.sort().isReal())
    Q.stop(UnknownReason::Kind::Bound,
           Cause(Cause::Kind::NoEnumeration, Var.name()));
  if (IsVisible.insert(Var).second)
    Visible.push_back(Var);
}

/// 4.3.1.
void Visibility::initialize() {
  for (Expr Var : variables({Q.property().Bad}))
    makeVisible(Var);
}

std::vector<Expr> Visibility::successors(Expr State) {
  std::vector<Expr> Found;
  auto Add = [&](const Valuation &Next) {
    Found.push_back(valuesOf(Ctx, Visible, Next));
    if (Found.size() > O.MaxValues)
      stopForSize(Cause::Kind::TooManySuccessors);
    return Found.back();
  };
  if (State)
    Q.nextStates(State, Add);
  else
    Q.firstStates(Ctx.trueExpr(), Add);
  return Found;
}

/// Algorithm 4; depth first, where each state of the stack has the successors
/// that are yet to come.
std::optional<AbstractPath> Visibility::check() {
  Reached.clear();
  ExprSet Known;
  struct Open {
    Expr State;
    std::vector<Expr> Todo;
  };
  std::vector<Open> Stack;
  Stack.push_back({Expr(), successors(Expr())});
  while (!Stack.empty() && !Q.isStopped()) {
    if (Stack.back().Todo.empty()) {
      Stack.pop_back();
      continue;
    }
    Expr State = Stack.back().Todo.back();
    Stack.back().Todo.pop_back();
    if (!Known.insert(State).second)
      continue;
    countState();
    Reached.push_back(State);
    const bool IsBad = Q.isBad(State);
    Stack.push_back({State, IsBad ? std::vector<Expr>() : successors(State)});
    if (!IsBad)
      continue;
    AbstractPath Path;
    for (const Open &Of : llvm::drop_begin(Stack))
      Path.push_back(Of.State);
    return Path;
  }
  return std::nullopt;
}

/// 4.3.4. An interpolant separates dead ends from bad states of one abstract
/// state, which are equal in all that is visible.
void Visibility::refine(const AbstractPath &Path) {
  const size_t Before = Visible.size();
  if (auto Reason = Runs.craigInterpolant(Path))
    for (Expr Var : variables({*Reason}))
      makeVisible(Var);
  if (Visible.size() > Before || Q.isStopped())
    return;
  // Without one, all that steps read of the state may be the reason.
  for (const TsVariable &V : Q.model().variables())
    makeVisible(V.Cur);
  if (Visible.size() == Before)
    Q.stop(UnknownReason::Kind::NoProgress, Cause::Kind::NoInterpolant);
}

std::unique_ptr<Strategy> stscegar::createVisibility(Questions &Q,
                                                     Concretizer &Runs,
                                                     const StsCegarOptions &O) {
  return std::make_unique<Visibility>(Q, Runs, O);
}
