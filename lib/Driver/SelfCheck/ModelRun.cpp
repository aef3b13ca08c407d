//===- ModelRun.cpp - A run of the model with chosen inputs ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelRun.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Model/EdgeEffect.h"
#include "sooth/Model/SourceTable.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace sooth;

namespace {
class Execution {
public:
  Execution(const Cfa &C, const ChosenInputs &Inputs, PlaceNumbers &Places);
  ModelRun run(unsigned MaxSteps);

private:
  using Counts = llvm::SmallDenseMap<uint64_t, unsigned>;
  bool step();
  void read(EdgeId Id, Counts &Read);
  Value chosen(const Input &In, const EdgeSource &Source, Counts &Read);
  void observe(const EdgeSource &Source, Evaluator &Eval);
  bool endsHere();

  const Cfa &C;
  const ChosenInputs &Inputs;
  PlaceNumbers &Places;
  LocationId At;
  Valuation State; // with inputs of earlier edges
  llvm::DenseMap<uint64_t, unsigned> Before;
  ModelRun Result;
};
} // namespace

Execution::Execution(const Cfa &C, const ChosenInputs &Inputs,
                     PlaceNumbers &Places)
    : C(C), Inputs(Inputs), Places(Places), At(C.entry()) {
  for (const StateVariable &V : C.variables())
    State[V.Var] = Value::zero(V.Var.sort());
  applyEquations(C.init(), State);
}

static uint64_t keyOf(const Input &In, const EdgeSource &Source,
                      const ChosenInputs &Inputs) {
  uint64_t Calls = 0;
  const std::vector<SourceLocation> Around = Source.callsAround(In);
  if (Inputs.atPlace() == ChosenInputs::AtPlace::Various)
    for (const SourceLocation &Site : llvm::reverse(Around))
      Calls = withCall(Calls, Site);
  return inputKey(In.Source, In.Where, Calls);
}

Value Execution::chosen(const Input &In, const EdgeSource &Source,
                        Counts &Read) {
  const Sort S = In.Var.sort();
  const bool IsDelivered =
      In.What == Input::Kind::Nondet || In.What == Input::Kind::Extern;
  if (IsDelivered && !S.isArray()) {
    const uint64_t Key = keyOf(In, Source, Inputs);
    const unsigned Count = Before.lookup(Key) + Read[Key]++;
    llvm::APInt Bits =
        Inputs.value(Key, Count, S.isBool() ? 1 : S.width(), In.Source);
    return S.isBool() ? Value(Bits.getBoolValue()) : Value(std::move(Bits));
  }
  if (Result.Guessed.empty()) {
    auto Why = Source.whyUnknown(In);
    Result.Guessed = "the model does not know a value at " + In.Where.str();
    if (Why)
      Result.Guessed += ": " + message(*Why);
  }
  return Value::zero(S);
}

/// Gives the state the inputs of \p Id.
void Execution::read(EdgeId Id, Counts &Read) {
  const EdgeSource &Source = C.source().at(Id);
  for (const Input &In : C.edge(Id).Inputs)
    State[In.Var] = chosen(In, Source, Read);
}

void Execution::observe(const EdgeSource &Source, Evaluator &Eval) {
  for (const SourceStep &Step : Source.Steps) {
    if (Step.What != SourceStep::Kind::Assignment || Step.Values.size() != 1 ||
        Step.Values[0].Offset || !Step.Values[0].Path.Inside.empty() ||
        !Step.Where.isValid() || !Eval.isTrue(Step.When))
      continue;
    // ("f::i", where several variables are called i.)
    llvm::StringRef Name = Step.Values[0].Path.Variable;
    const unsigned Place =
        Places.of({Step.Where, Name.substr(Name.rfind(':') + 1).str()});
    const Value New = Eval(Step.Values[0].Val);
    if (New.isBool())
      Result.Seen.Values.push_back({Place, 1, New.boolean()});
    else if (New.isBitVec() && New.bits().getBitWidth() <= 64)
      Result.Seen.Values.push_back(
          {Place, New.bits().getBitWidth(), New.bits().getZExtValue()});
  }
}

/// Takes the edge whose guard holds. Edges of one block read the same inputs.
bool Execution::step() {
  for (EdgeId Id : C.outgoing(At)) {
    Counts Read;
    read(Id, Read);
    const Edge &E = C.edge(Id);
    Evaluator Eval(State);
    if (!Eval.isTrue(E.Guard))
      continue;
    observe(C.source().at(Id), Eval);
    takeEdge(E, State);
    for (auto [Key, Count] : Read)
      Before[Key] += Count;
    At = E.Target;
    return true;
  }
  return false;
}

/// Whether \p At is an error location.
bool Execution::endsHere() {
  for (const ErrorLocation &E : C.errors())
    if (E.Loc == At) {
      Result.Seen.Ending = {RunEnding::Kind::Failed, E.Where, E.What};
      if (E.Type != ErrorLocation::Kind::Violation)
        Result.Seen.Ending = {.How = RunEnding::Kind::Cut,
                              .Why = "it leaves what the model covers: " +
                                     message(E.What)};
      return true;
    }
  return false;
}

ModelRun Execution::run(unsigned MaxSteps) {
  for (unsigned I = 0; I < MaxSteps; ++I) {
    if (endsHere())
      return std::move(Result);
    if (step())
      continue;
    // Another value may have led on.
    if (!Result.Guessed.empty() && !C.outgoing(At).empty())
      Result.Seen.Ending = {.How = RunEnding::Kind::Cut, .Why = Result.Guessed};
    return std::move(Result);
  }
  Result.Seen.Ending = {.How = RunEnding::Kind::Cut, .Why = "it is long"};
  return std::move(Result);
}

ModelRun sooth::runModel(const Cfa &C, const ChosenInputs &Inputs,
                         PlaceNumbers &Places, unsigned MaxSteps) {
  return Execution(C, Inputs, Places).run(MaxSteps);
}
