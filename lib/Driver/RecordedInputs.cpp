//===- RecordedInputs.cpp - What came from outside on a run ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Harness.h"

#include "sooth/Expr/Evaluator.h"

#include <deque>
#include <map>

using namespace sooth;

static Value valueOr0(const Valuation &Values, Expr Var) {
  auto It = Values.find(Var);
  return It == Values.end() ? Value::zero(Var.sort()) : It->second;
}

static void record(const Edge &E, const Valuation &Values,
                   std::vector<RecordedInput> &To) {
  for (const Input &In : E.Inputs)
    To.push_back({In.What, In.Source, In.Where, valueOr0(Values, In.Var)});
}

std::vector<RecordedInput> sooth::recordedInputs(const Cfa &C,
                                                 const CfaTrace &T) {
  std::vector<RecordedInput> Inputs;
  for (const CfaTrace::Step &S : T.Steps)
    record(C.edge(S.Taken), S.Inputs, Inputs);
  return Inputs;
}

namespace {
/// Where an input comes from, as far as a slice leaves it alone.
using Origin =
    std::tuple<Input::Kind, std::string, std::string, unsigned, unsigned>;

/// Runs a program with given inputs.
class GuidedRun {
public:
  GuidedRun(const Cfa &C, llvm::ArrayRef<RecordedInput> Recorded);
  bool reaches(const SourceLocation &Error, unsigned MaxSteps);
  std::vector<RecordedInput> Inputs;

private:
  using Queues = std::map<Origin, std::deque<Value>>;
  bool step();
  bool isAt(const SourceLocation &Error) const;
  Valuation takeInputs(const Edge &E, Queues &From) const;

  const Cfa &C;
  Queues Waiting;
  Valuation State;
  LocationId At;
};
} // namespace

static Origin originOf(Input::Kind What, const std::string &Source,
                       const SourceLocation &Where) {
  return {What, Source, Where.File, Where.Line, Where.Column};
}

GuidedRun::GuidedRun(const Cfa &C, llvm::ArrayRef<RecordedInput> Recorded)
    : C(C), At(C.entry()) {
  for (const RecordedInput &In : Recorded)
    Waiting[originOf(In.What, In.Source, In.Where)].push_back(In.Val);
  for (const StateVariable &V : C.variables())
    State[V.Var] = Value::zero(V.Var.sort());
}

static bool fits(const Value &V, Sort S) {
  return V.isBool() ? S.isBool()
                    : V.isBitVec() && S.isBitVec() &&
                          V.bits().getBitWidth() == S.width();
}

Valuation GuidedRun::takeInputs(const Edge &E, Queues &From) const {
  Valuation Values;
  for (const Input &In : E.Inputs) {
    auto It = From.find(originOf(In.What, In.Source, In.Where));
    if (It != From.end() && !It->second.empty() &&
        fits(It->second.front(), In.Var.sort())) {
      Values[In.Var] = It->second.front();
      It->second.pop_front();
    } else {
      Values[In.Var] = Value::zero(In.Var.sort());
    }
  }
  return Values;
}

/// Takes the edge whose guard holds. Edges of one block read the same inputs.
bool GuidedRun::step() {
  for (EdgeId Id : C.outgoing(At)) {
    const Edge &E = C.edge(Id);
    Queues Left = Waiting;
    Valuation Now = takeInputs(E, Left), All = State;
    for (const auto &[Var, V] : Now)
      All[Var] = V;
    Evaluator Eval(All);
    if (!Eval.isTrue(E.Guard))
      continue;
    for (const Update &U : E.Updates)
      State[U.Var] = Eval(U.Val);
    record(E, Now, Inputs);
    Waiting = std::move(Left);
    At = E.Target;
    return true;
  }
  return false;
}

bool GuidedRun::isAt(const SourceLocation &Error) const {
  for (const ErrorLocation &E : C.errors())
    if (E.Loc == At && E.Where == Error)
      return true;
  return false;
}

bool GuidedRun::reaches(const SourceLocation &Error, unsigned MaxSteps) {
  for (unsigned I = 0; I < MaxSteps; ++I) {
    if (isAt(Error))
      return true;
    if (!step())
      return isAt(Error);
  }
  return false;
}

std::optional<std::vector<RecordedInput>>
sooth::completeInputs(const Cfa &Whole, llvm::ArrayRef<RecordedInput> Recorded,
                      const SourceLocation &Error, unsigned MaxSteps) {
  GuidedRun Run(Whole, Recorded);
  if (!Run.reaches(Error, MaxSteps))
    return std::nullopt;
  return std::move(Run.Inputs);
}
