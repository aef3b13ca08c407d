//===- RecordedInputs.cpp - What came from outside on a run ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryImage.h"

#include "ProgramArguments.h"

#include "sooth/Driver/Replay/Harness.h"

#include <deque>
#include <map>

using namespace sooth;

static Value valueOr0(const Valuation &Values, Expr Var) {
  auto It = Values.find(Var);
  return It == Values.end() ? Value::zero(Var.sort()) : It->second;
}

/// Notes what \p E reads from outside; \p Before is the state with the inputs.
static void record(const Edge &E, const Valuation &Before, RecordedRun &To) {
  for (const Input &In : E.Inputs)
    To.Inputs.push_back(
        {In.What, In.Source, In.Where, valueOr0(Before, In.Var)});
  Evaluator Eval(Before);
  for (const FoundMemory &F : E.Found)
    To.Memory.push_back(
        {F.What, F.Name, F.Where, Eval(F.Size).bits().getZExtValue(),
         Eval.isTrue(F.Fails) ? RecordedMemory::Allocation::Fails
                              : RecordedMemory::Allocation::Succeeds,
         bytesOf(F, Before),
         !F.Content || F.Content->empty()
             ? 1
             : unsigned(F.Content->front().Bytes)});
}

static void execute(const Edge &E, const Valuation &Before, Valuation &State) {
  Evaluator Eval(Before);
  for (const Update &U : E.Updates)
    State[U.Var] = Eval(U.Val);
}

RecordedRun sooth::recordRun(const Cfa &C, const CfaTrace &T) {
  RecordedRun Run;
  Valuation State = T.Initial;
  for (const CfaTrace::Step &S : T.Steps) {
    Valuation Before = State;
    for (const auto &[Var, V] : S.Inputs)
      Before[Var] = V;
    record(C.edge(S.Taken), Before, Run);
    execute(C.edge(S.Taken), Before, State);
  }
  recordArguments(C, T, Run.Inputs);
  return Run;
}

namespace {
/// Where something comes from, as far as a slice leaves it alone.
using Origin =
    std::tuple<unsigned, std::string, std::string, unsigned, unsigned>;

template <typename Kind>
Origin originOf(Kind What, const std::string &Source,
                const SourceLocation &Where) {
  return {unsigned(What), Source, Where.File, Where.Line, Where.Column};
}

/// What has not been read yet.
struct Waiting {
  std::map<Origin, std::deque<Value>> Inputs;
  std::map<Origin, std::deque<RecordedMemory>> Memory;
};

/// Runs a program with given inputs.
class GuidedRun {
public:
  GuidedRun(const Cfa &C, const RecordedRun &Recorded);
  bool breaks(const AssertionReport &Violated, unsigned MaxSteps);
  ReplayedRun Run;

private:
  bool step();
  bool isAt(const AssertionReport &Violated) const;
  Valuation before(const Edge &E, Waiting &From) const;

  const Cfa &C;
  Waiting Left;
  Valuation State;
  LocationId At;
};
} // namespace

GuidedRun::GuidedRun(const Cfa &C, const RecordedRun &Recorded)
    : C(C), At(C.entry()) {
  for (const RecordedInput &In : Recorded.Inputs)
    Left.Inputs[originOf(In.What, In.Source, In.Where)].push_back(In.Val);
  for (const RecordedMemory &M : Recorded.Memory)
    Left.Memory[originOf(M.What, M.Name, M.Where)].push_back(M);
  for (const StateVariable &V : C.variables())
    State[V.Var] = Value::zero(V.Var.sort());
  applyEquations(C.init(), State);
  Run.Outside.Inputs = restoreArguments(C, Recorded.Inputs, State);
  Run.Trace.Initial = State;
}

static bool fits(const Value &V, Sort S) {
  return V.isBool() ? S.isBool()
                    : V.isBitVec() && S.isBitVec() &&
                          V.bits().getBitWidth() == S.width();
}

/// The state with inputs and found memory as recorded, or zero.
Valuation GuidedRun::before(const Edge &E, Waiting &From) const {
  Valuation Values = State;
  for (const Input &In : E.Inputs) {
    auto It = From.Inputs.find(originOf(In.What, In.Source, In.Where));
    if (It != From.Inputs.end() && !It->second.empty() &&
        fits(It->second.front(), In.Var.sort())) {
      Values[In.Var] = It->second.front();
      It->second.pop_front();
    } else {
      Values[In.Var] = Value::zero(In.Var.sort());
    }
  }
  for (const FoundMemory &F : E.Found) {
    auto It = From.Memory.find(originOf(F.What, F.Name, F.Where));
    if (It == From.Memory.end() || It->second.empty())
      continue;
    setBytes(F, It->second.front().Bytes, Values);
    It->second.pop_front();
  }
  return Values;
}

/// Takes the edge whose guard holds. Edges of one block read the same inputs.
bool GuidedRun::step() {
  for (EdgeId Id : C.outgoing(At)) {
    const Edge &E = C.edge(Id);
    Waiting Later = Left;
    Valuation Before = before(E, Later);
    if (!Evaluator(Before).isTrue(E.Guard))
      continue;
    record(E, Before, Run.Outside);
    CfaTrace::Step Taken{Id, Valuation()};
    for (const Input &In : E.Inputs)
      Taken.Inputs[In.Var] = Before[In.Var];
    Run.Trace.Steps.push_back(std::move(Taken));
    for (const StateVariable &V : C.variables())
      State[V.Var] = Before[V.Var];
    execute(E, Before, State);
    Left = std::move(Later);
    At = E.Target;
    return true;
  }
  return false;
}

bool GuidedRun::isAt(const AssertionReport &Violated) const {
  for (const ErrorLocation &E : C.errors())
    if (E.Loc == At && E.Where == Violated.Where &&
        E.What == Violated.What)
      return true;
  return false;
}

bool GuidedRun::breaks(const AssertionReport &Violated, unsigned MaxSteps) {
  for (unsigned I = 0; I < MaxSteps; ++I) {
    if (isAt(Violated))
      return true;
    if (!step())
      return isAt(Violated);
  }
  return false;
}

std::optional<ReplayedRun> sooth::replay(const Cfa &C,
                                         const RecordedRun &Recorded,
                                         const AssertionReport &Violated,
                                         unsigned MaxSteps) {
  GuidedRun Guided(C, Recorded);
  if (!Guided.breaks(Violated, MaxSteps))
    return std::nullopt;
  return std::move(Guided.Run);
}
