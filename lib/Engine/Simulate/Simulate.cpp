//===- Simulate.cpp - Runs with inputs taken at random --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Simulate/Simulate.h"

#include "sooth/Engine/Simulate/InputChooser.h"
#include "sooth/Expr/Evaluator.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::simulate;
using ReasonKind = UnknownReason::Kind;

namespace {
/// One run after the other.
class Simulation {
public:
  Simulation(const Cfa &C, const SimulateOptions &O);
  /// Returns true if it violates something.
  bool run(const Budget &B);

  CfaTrace Trace;
  uint64_t Steps = 0;

private:
  /// A location whose edges all have guards that no inputs found make true.
  static constexpr unsigned MaxTries = 20;

  bool begin();
  bool step();
  bool tryStep();
  bool isSure(const Edge &E);
  void take(EdgeId E);

  const Cfa &C;
  const unsigned MaxSteps;
  std::vector<bool> IsError, IsViolation; // by location
  InputChooser Choose;
  LocationId At;
  /// With the inputs of the edges that are looked at.
  Valuation State;
};

class SimulateEngine final : public CfaEngine {
public:
  explicit SimulateEngine(SimulateOptions O) : O(O) {}
  llvm::StringRef name() const override { return "simulate"; }
  void report(Statistics &S) const override {
    for (const auto &[Name, Figure] : Figures.values())
      S.add(Name, Figure);
  }
  CfaResult check(const Cfa &C, const Budget &B) override;

private:
  SimulateOptions O;
  Statistics Figures;
};
} // namespace

Simulation::Simulation(const Cfa &C, const SimulateOptions &O)
    : C(C), MaxSteps(O.MaxSteps), IsError(C.locations().size()),
      IsViolation(C.locations().size()), Choose(C, O.Seed), At(C.entry()) {
  for (const ErrorLocation &E : C.errors()) {
    IsError[E.Loc] = true;
    IsViolation[E.Loc] =
        IsViolation[E.Loc] || E.Type == ErrorLocation::Kind::Violation;
  }
}

bool Simulation::begin() {
  Choose.beginRun();
  At = C.entry();
  State.clear();
  for (const StateVariable &V : C.variables())
    State[V.Var] = Choose.choose(V.Var.sort());
  applyEquations(C.init(), State);
  Trace = {State, {}};
  return Evaluator(State).isTrue(C.init());
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

/// Whether \p E does the same, as far as two tries can tell, whatever is not
/// known.
bool Simulation::isSure(const Edge &E) {
  if (llvm::none_of(E.Inputs, isApproximation))
    return true;
  Valuation Other = State;
  for (const Input &In : E.Inputs)
    if (isApproximation(In))
      Other[In.Var] = Choose.choose(In.Var.sort());
  return valuesAfter(E, State) == valuesAfter(E, Other);
}

void Simulation::take(EdgeId Id) {
  const Edge &E = C.edge(Id);
  CfaTrace::Step Taken{Id, Valuation()};
  for (const Input &In : E.Inputs)
    Taken.Inputs[In.Var] = State[In.Var];
  Trace.Steps.push_back(std::move(Taken));
  std::vector<Value> New = valuesAfter(E, State);
  for (auto [U, V] : llvm::zip(E.Updates, llvm::drop_begin(New)))
    State[U.Var] = std::move(V);
  At = E.Target;
}

/// Takes any of the edges that can be taken with these inputs.
bool Simulation::tryStep() {
  for (EdgeId Id : C.outgoing(At))
    for (const Input &In : C.edge(Id).Inputs)
      State[In.Var] = Choose.choose(In.Var.sort());
  llvm::SmallVector<EdgeId, 4> Possible;
  Evaluator Eval(State);
  for (EdgeId Id : C.outgoing(At))
    if (Eval.isTrue(C.edge(Id).Guard) && isSure(C.edge(Id)))
      Possible.push_back(Id);
  if (Possible.empty())
    return false;
  take(Possible[Choose.below(Possible.size())]);
  return true;
}

bool Simulation::step() {
  bool HasInputs = llvm::any_of(
      C.outgoing(At), [&](EdgeId Id) { return !C.edge(Id).Inputs.empty(); });
  for (unsigned I = 0; I < (HasInputs ? MaxTries : 1); ++I)
    if (tryStep())
      return true;
  return false;
}

bool Simulation::run(const Budget &B) {
  if (!begin())
    return false;
  for (unsigned I = 0; I < MaxSteps; ++I) {
    // Asking for the processor's time takes as long as some steps.
    if (I % 64 == 63 && B.exhausted())
      return false;
    if (IsError[At])
      return IsViolation[At];
    if (!step())
      return false;
    ++Steps;
  }
  return false;
}

CfaResult SimulateEngine::check(const Cfa &C, const Budget &B) {
  progress("running");
  const Budget Own = B.onThisThread(O.MaxSeconds);
  Simulation Runs(C, O);
  uint64_t Count = 0;
  bool Found = false;
  while (!Found && !Own.exhausted()) {
    Found = Runs.run(Own);
    ++Count;
  }
  Figures.add("simulate.runs", double(Count));
  Figures.add("simulate.steps", double(Runs.Steps));
  if (Found)
    return CfaResult::unsafe(std::move(Runs.Trace));
  return CfaResult::unknown(ReasonKind::NoProgress, Cause::Kind::NoRandomRun);
}

std::unique_ptr<CfaEngine> sooth::createSimulate(SimulateOptions O) {
  return std::make_unique<SimulateEngine>(O);
}
