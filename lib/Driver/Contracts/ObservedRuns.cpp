//===- ObservedRuns.cpp - What procedures do in some runs -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObservedRuns.h"

#include "sooth/Engine/InputChooser.h"
#include "sooth/Expr/Evaluator.h"
#include "sooth/Model/EdgeEffect.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace sooth;

static constexpr unsigned MaxRuns = 400, MaxSteps = 3000, MaxDepth = 300;
/// Of one point, from one run and from all.
static constexpr unsigned MaxOfRun = 20, MaxSamples = 300;
/// At a location whose edges all have guards that no inputs make true.
static constexpr unsigned MaxTries = 20;
/// Larger arrays take too long to compare.
static constexpr size_t MaxComparedCells = 300;

namespace {
class Execution {
public:
  Execution(const ModularProgram &P, llvm::ArrayRef<FactPoint> Points);
  void run(const Budget &B);
  bool isEnough() const {
    return Result.ReachError ||
           llvm::all_of(Result.Samples, [](const std::vector<Sample> &Of) {
             return Of.size() >= MaxSamples;
           });
  }

  ObservedRuns Result;

private:
  struct Activation {
    Valuation State;
    const ProcedureCall *Waiting;
  };

  bool begin();
  bool step();
  bool takeAny();
  void call(const ProcedureCall &C);
  bool doReturn();
  void observe(FactPoint::Kind What, Evaluator &Eval);

  const ModularProgram &P;
  llvm::ArrayRef<FactPoint> Points;
  InputChooser Choose;
  /// By location.
  std::vector<const ProcedureCall *> CallAt;
  std::vector<bool> IsWatched, IsError;
  LocationId At = 0;
  Valuation State, Initial; // State has inputs, too
  std::vector<Activation> Stack;
  std::vector<unsigned> OfRun; // by point
  std::vector<std::set<Sample>> Known;
};
} // namespace

Execution::Execution(const ModularProgram &P, llvm::ArrayRef<FactPoint> Points)
    : P(P), Points(Points), Choose(*P.Model, 1),
      CallAt(P.Model->locations().size()),
      IsWatched(P.Model->locations().size()),
      IsError(P.Model->locations().size()), Known(Points.size()) {
  Result.Samples.resize(Points.size());
  for (const ProcedureCall &C : P.Calls)
    CallAt[C.Before] = &C;
  for (const ErrorLocation &E : P.Model->errors())
    IsError[E.Loc] = true;
  for (const FactPoint &Point : Points)
    IsWatched[Point.Loc] = true;
}

bool Execution::begin() {
  Choose.beginRun();
  At = P.Model->entry();
  Stack.clear();
  OfRun.assign(Points.size(), 0);
  Initial.clear();
  for (const StateVariable &V : P.Model->variables())
    Initial[V.Var] = Choose.choose(V.Var.sort());
  applyEquations(P.Model->init(), Initial);
  State = Initial;
  return Evaluator(State).isTrue(P.Model->init());
}

static bool isLarge(const Value &V) {
  return V.isArray() && V.array().Entries.size() > MaxComparedCells;
}

/// Of those points of this kind that are where the run is.
void Execution::observe(FactPoint::Kind What, Evaluator &Eval) {
  for (const auto &[I, Point] : llvm::enumerate(Points)) {
    if (Point.Loc != At || Point.What != What || OfRun[I] >= MaxOfRun ||
        Result.Samples[I].size() >= MaxSamples)
      continue;
    Sample S;
    if (What == FactPoint::Kind::Return) {
      const Procedure &Body = P.Procedures[Point.Procedure];
      for (Expr Param : Body.Params)
        S.push_back(Eval(Param));
      for (Expr Returned : Body.Returned)
        S.push_back(Eval(Returned));
    } else {
      for (Expr V : Point.Vars)
        S.push_back(Eval(V));
    }
    if (llvm::any_of(S, isLarge) || !Known[I].insert(S).second)
      continue;
    ++OfRun[I];
    Result.Samples[I].push_back(std::move(S));
  }
}

void Execution::call(const ProcedureCall &C) {
  const Procedure &Callee = P.Procedures[C.Callee];
  Valuation Inner = Initial;
  for (auto [Param, Arg] : llvm::zip_equal(Callee.Params, C.Args))
    Inner[Param] = State[Arg];
  Stack.push_back({std::move(State), &C});
  State = std::move(Inner);
  At = Callee.Start;
}

/// Whether there is a caller.
bool Execution::doReturn() {
  if (Stack.empty())
    return false;
  const ProcedureCall &C = *Stack.back().Waiting;
  const Procedure &Callee = P.Procedures[C.Callee];
  if (Callee.Exit != At)
    return false;
  Evaluator Eval(State);
  std::vector<Value> Returned;
  for (Expr E : Callee.Returned)
    Returned.push_back(Eval(E));
  State = std::move(Stack.back().State);
  Stack.pop_back();
  for (auto [Target, New] : llvm::zip_equal(C.Targets, Returned))
    if (Target)
      State[Target] = New;
  At = C.After;
  return true;
}

/// Takes any of the edges that can be taken with some inputs.
bool Execution::takeAny() {
  const std::vector<EdgeId> &Out = P.Model->outgoing(At);
  const bool HasInputs = llvm::any_of(
      Out, [&](EdgeId Id) { return !P.Model->edge(Id).Inputs.empty(); });
  for (unsigned Try = 0; Try < (HasInputs ? MaxTries : 1); ++Try) {
    for (EdgeId Id : Out)
      for (const Input &In : P.Model->edge(Id).Inputs)
        State[In.Var] = Choose.choose(In.Var.sort());
    llvm::SmallVector<EdgeId, 4> Possible;
    Evaluator Eval(State);
    for (EdgeId Id : Out)
      if (Eval.isTrue(P.Model->edge(Id).Guard))
        Possible.push_back(Id);
    if (Possible.empty())
      continue;
    const Edge &E = P.Model->edge(Possible[Choose.below(Possible.size())]);
    takeEdge(E, State);
    At = E.Target;
    return true;
  }
  return false;
}

bool Execution::step() {
  if (IsError[At]) {
    Result.ReachError = true;
    return false;
  }
  if (IsWatched[At]) {
    Evaluator Eval(State);
    observe(FactPoint::Kind::Call, Eval);
    observe(FactPoint::Kind::Loop, Eval);
    observe(FactPoint::Kind::Return, Eval);
  }
  if (const ProcedureCall *C = CallAt[At]) {
    if (Stack.size() >= MaxDepth)
      return false;
    call(*C);
    return true;
  }
  return takeAny() || doReturn();
}

void Execution::run(const Budget &B) {
  if (!begin())
    return;
  for (unsigned I = 0; I < MaxSteps; ++I)
    // Asking for the processor's time takes as long as some steps.
    if ((I % 64 == 63 && B.exhausted()) || !step())
      return;
}

ObservedRuns sooth::observeRuns(const ModularProgram &P,
                                llvm::ArrayRef<FactPoint> Points,
                                const Budget &B) {
  Execution E(P, Points);
  for (unsigned I = 0; I < MaxRuns && !B.exhausted() && !E.isEnough(); ++I)
    E.run(B);
  return std::move(E.Result);
}
