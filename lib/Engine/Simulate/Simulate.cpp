//===- Simulate.cpp - Runs with inputs taken at random --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Simulate/Simulate.h"

#include "sooth/Engine/RandomRun.h"

using namespace sooth;
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
  void record(EdgeId Taken);

  const Cfa &C;
  const unsigned MaxSteps;
  std::vector<bool> IsError, IsViolation; // by location
  RandomRun Run;
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
      IsViolation(C.locations().size()),
      Run(C, O.Seed, RandomRun::Edges::Sure) {
  for (const ErrorLocation &E : C.errors()) {
    IsError[E.Loc] = true;
    IsViolation[E.Loc] =
        IsViolation[E.Loc] || E.Type == ErrorLocation::Kind::Violation;
  }
}

void Simulation::record(EdgeId Id) {
  CfaTrace::Step Taken{Id, Valuation()};
  for (const Input &In : C.edge(Id).Inputs)
    Taken.Inputs[In.Var] = Run.state().lookup(In.Var);
  Trace.Steps.push_back(std::move(Taken));
}

bool Simulation::run(const Budget &B) {
  if (!Run.begin())
    return false;
  Trace = {Run.state(), {}};
  for (unsigned I = 0; I < MaxSteps; ++I) {
    // Asking for the processor's time takes as long as some steps.
    if (I % 64 == 63 && B.exhausted())
      return false;
    if (IsError[Run.location()])
      return IsViolation[Run.location()];
    const std::optional<EdgeId> Taken = Run.step();
    if (!Taken)
      return false;
    record(*Taken);
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
