//===- RecordedInputs.cpp - What came from outside on a run ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessedElements.h"
#include "MemoryImage.h"

#include "ProgramArguments.h"

#include "sooth/Driver/Replay/Harness.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Model/EdgeEffect.h"
#include "sooth/Solver/Solver.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace sooth;

/// To find values for what is not known.
static constexpr double MostSecondsForChoice = 10;

static Value valueOr0(const Valuation &Values, Expr Var) {
  auto It = Values.find(Var);
  return It == Values.end() ? Value::zero(Var.sort()) : It->second;
}

/// Notes what edge \p Id reads from outside; \p Before is the state with the
/// inputs.
static void record(const Cfa &C, EdgeId Id, const Valuation &Before,
                   RecordedRun &To) {
  const EdgeSource &Source = C.source().at(Id);
  for (const Input &In : C.edge(Id).Inputs)
    To.Inputs.push_back({In.What, In.Source, In.Where, valueOr0(Before, In.Var),
                         Source.whyUnknown(In), Source.callsAround(In)});
  Evaluator Eval(Before);
  for (const FoundMemory &F : Source.Found)
    To.Memory.push_back(
        {F.What, F.Name, F.Where, Eval(F.Size).bits().getZExtValue(),
         Eval.isTrue(F.Fails) ? RecordedMemory::Allocation::Fails
                              : RecordedMemory::Allocation::Succeeds,
         bytesOf(F, Before),
         !F.Content || F.Content->empty() ? 1
                                          : unsigned(F.Content->front().Bytes),
         F.Calls});
}

RecordedRun sooth::recordRun(const Cfa &C, const CfaTrace &T) {
  RecordedRun Run;
  const bool HasCallers = !C.source().callersMemory().empty();
  Valuation State = T.Initial;
  for (const CfaTrace::Step &S : T.Steps) {
    const Edge &E = C.edge(S.Taken);
    for (const Input &In : E.Inputs)
      State[In.Var] = valueOr0(S.Inputs, In.Var);
    record(C, S.Taken, State, Run);
    if (HasCallers)
      addAccesses(E, State, Run.Accessed);
    takeEdge(E, State);
  }
  recordArguments(C, T, Run.Inputs);
  if (HasCallers)
    Run.Initial = T.Initial;
  return Run;
}

namespace {
/// Where something comes from, as far as a slice leaves it alone.
using Origin = std::tuple<unsigned, std::string, Cause, SourceLocation,
                          std::vector<SourceLocation>>;

template <typename Kind>
Origin
originOf(Kind What, const std::string &Source, const SourceLocation &Where,
         const std::vector<SourceLocation> &Calls, const Cause *Why = nullptr) {
  return {unsigned(What), Source, Why ? *Why : Cause(), Where, Calls};
}

template <typename T> struct Queue {
  std::vector<T> All;
  size_t Next = 0;
};

/// Runs a program with given inputs.
class GuidedRun {
public:
  GuidedRun(const Cfa &C, const RecordedRun &Recorded);
  bool breaks(const AssertionReport &Violated, unsigned MaxSteps);
  ReplayedRun Run;

private:
  /// Of inputs that are over-approximated: as recorded, or zero; or as the
  /// guard of the edge needs them.
  enum class Unknowns { AsRecorded, AsNeeded };
  bool step();
  bool take(EdgeId Id, Unknowns Are);
  bool chooseUnknowns(const Edge &E);
  bool isAt(const AssertionReport &Violated) const;
  void read(EdgeId Id);

  const Cfa &C;
  std::map<Origin, Queue<Value>> Inputs;
  std::map<Origin, Queue<RecordedMemory>> Memory;
  /// Of the queues that the edge reads from which is looked at.
  std::vector<size_t *> Advanced;
  Valuation State; // with inputs of earlier edges
  LocationId At;
  std::unique_ptr<Solver> Choice; // null until it is needed
  Budget ForChoice;
};
} // namespace

GuidedRun::GuidedRun(const Cfa &C, const RecordedRun &Recorded)
    : C(C), At(C.entry()) {
  for (const RecordedInput &In : Recorded.Inputs)
    Inputs[originOf(In.What, In.Source, In.Where, In.Calls, In.Why.get())]
        .All.push_back(In.Val);
  for (const RecordedMemory &M : Recorded.Memory)
    Memory[originOf(M.What, M.Name, M.Where, M.Calls)].All.push_back(M);
  for (const StateVariable &V : C.variables())
    State[V.Var] = Value::zero(V.Var.sort());
  applyEquations(C.init(), State);
  for (const auto &[Var, Val] : Recorded.Initial)
    if (auto It = State.find(Var); It != State.end())
      It->second = Val;
  Run.Outside.Inputs = restoreArguments(C, Recorded.Inputs, State);
  Run.Trace.Initial = State;
  Run.Outside.Initial = Recorded.Initial;
}

static bool fits(const Value &V, Sort S) {
  return V.isBool() ? S.isBool()
                    : V.isBitVec() && S.isBitVec() &&
                          V.bits().getBitWidth() == S.width();
}

/// Gives the state inputs and found memory as recorded, or zero.
void GuidedRun::read(EdgeId Id) {
  Advanced.clear();
  const EdgeSource &Source = C.source().at(Id);
  for (const Input &In : C.edge(Id).Inputs) {
    auto It = Inputs.find(originOf(In.What, In.Source, In.Where,
                                   Source.callsAround(In),
                                   Source.whyUnknown(In).get()));
    if (It != Inputs.end() && It->second.Next < It->second.All.size() &&
        fits(It->second.All[It->second.Next], In.Var.sort())) {
      State[In.Var] = It->second.All[It->second.Next++];
      Advanced.push_back(&It->second.Next);
    } else {
      State[In.Var] = Value::zero(In.Var.sort());
    }
  }
  for (const FoundMemory &F : Source.Found) {
    auto It = Memory.find(originOf(F.What, F.Name, F.Where, F.Calls));
    if (It == Memory.end() || It->second.Next == It->second.All.size())
      continue;
    setBytes(F, It->second.All[It->second.Next++].Bytes, State);
    Advanced.push_back(&It->second.Next);
  }
}

/// Gives over-approximated inputs of \p E values for which its guard holds, if
/// there are any: objects cannot all be at address 0.
bool GuidedRun::chooseUnknowns(const Edge &E) {
  std::vector<Expr> Open;
  for (const Input &In : E.Inputs)
    if (In.What == Input::Kind::Havoc)
      Open.push_back(In.Var);
  if (Open.empty())
    return false;
  if (!Choice) {
    Choice = createZ3Solver(C.context());
    ForChoice = Budget::seconds(MostSecondsForChoice);
  }
  Choice->push();
  Choice->add(E.Guard);
  for (Expr Var : variables(E.Guard))
    if (!llvm::is_contained(Open, Var))
      Choice->add(C.context().mkEq(
          Var, C.context().constant(valueOr0(State, Var), Var.sort())));
  const bool IsPossible = Choice->check(ForChoice) == Answer::Sat;
  if (IsPossible)
    for (Expr Var : Open)
      State[Var] = Choice->value(Var);
  Choice->pop();
  return IsPossible && Evaluator(State).isTrue(E.Guard);
}

/// Takes the edge whose guard holds.
bool GuidedRun::step() {
  for (Unknowns Are : {Unknowns::AsRecorded, Unknowns::AsNeeded})
    for (EdgeId Id : C.outgoing(At))
      if (take(Id, Are))
        return true;
  return false;
}

/// Takes edge \p Id if its guard holds. Edges of one block read the same
/// inputs.
bool GuidedRun::take(EdgeId Id, Unknowns Are) {
  const Edge &E = C.edge(Id);
  std::optional<Valuation> Old;
  if (!C.source().at(Id).Found.empty())
    Old = State;
  read(Id);
  if (!Evaluator(State).isTrue(E.Guard) &&
      (Are == Unknowns::AsRecorded || !chooseUnknowns(E))) {
    for (size_t *Next : Advanced)
      --*Next;
    if (Old)
      State = std::move(*Old);
    return false;
  }
  record(C, Id, State, Run.Outside);
  CfaTrace::Step Taken{Id, Valuation()};
  for (const Input &In : E.Inputs)
    Taken.Inputs[In.Var] = State[In.Var];
  Run.Trace.Steps.push_back(std::move(Taken));
  takeEdge(E, State);
  At = E.Target;
  return true;
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
