//===- RandomRun.cpp - Runs with inputs taken at random -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/RandomRun.h"

#include "sooth/Expr/Evaluator.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

RandomRun::RandomRun(const Cfa &C, uint64_t Seed, Edges Which)
    : C(C), Which(Which), Choose(C, Seed), At(C.entry()) {}

bool RandomRun::begin() {
  // What is no equation is only met by chance: limits, mostly wide ones.
  static constexpr unsigned Attempts = 20;
  At = C.entry();
  for (unsigned I = 0; I < Attempts; ++I) {
    Choose.beginRun();
    State.clear();
    for (const StateVariable &V : C.variables())
      State[V.Var] = Choose.choose(V.Var.sort());
    applyEquations(C.init(), State);
    if (Evaluator(State).isTrue(C.init()))
      return true;
  }
  return false;
}

static std::vector<Value> valuesAfter(const Edge &E, const Valuation &State) {
  Evaluator Eval(State);
  std::vector<Value> New{Eval(E.Guard)};
  for (const Update &U : E.Updates)
    New.push_back(Eval(U.Val));
  return New;
}

static bool isApproximation(const Input &In) {
  return In.What == Input::Kind::Havoc;
}

bool RandomRun::isSure(const Edge &E) {
  if (llvm::none_of(E.Inputs, isApproximation))
    return true;
  Valuation Other = State;
  for (const Input &In : E.Inputs)
    if (isApproximation(In))
      Other[In.Var] = Choose.choose(In.Var.sort());
  return valuesAfter(E, State) == valuesAfter(E, Other);
}

void RandomRun::take(const Edge &E) {
  std::vector<Value> New = valuesAfter(E, State);
  for (auto [U, V] : llvm::zip(E.Updates, llvm::drop_begin(New)))
    State[U.Var] = std::move(V);
  At = E.Target;
}

std::optional<EdgeId> RandomRun::tryStep() {
  for (EdgeId Id : C.outgoing(At))
    for (const Input &In : C.edge(Id).Inputs)
      State[In.Var] = Choose.choose(In.Var.sort());
  llvm::SmallVector<EdgeId, 4> Possible;
  Evaluator Eval(State);
  for (EdgeId Id : C.outgoing(At))
    if (Eval.isTrue(C.edge(Id).Guard) &&
        (Which == Edges::Any || isSure(C.edge(Id))))
      Possible.push_back(Id);
  if (Possible.empty())
    return std::nullopt;
  const EdgeId Taken = Possible[Choose.below(Possible.size())];
  take(C.edge(Taken));
  return Taken;
}

std::optional<EdgeId> RandomRun::step() {
  // A location whose edges all have guards that no inputs found make true.
  static constexpr unsigned MaxTries = 20;
  const bool HasInputs = llvm::any_of(
      C.outgoing(At), [&](EdgeId Id) { return !C.edge(Id).Inputs.empty(); });
  for (unsigned I = 0; I < (HasInputs ? MaxTries : 1); ++I)
    if (std::optional<EdgeId> Taken = tryStep())
      return Taken;
  return std::nullopt;
}
