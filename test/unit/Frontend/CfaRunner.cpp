//===- CfaRunner.cpp - Runs a Cfa on concrete inputs ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CfaRunner.h"

#include "sooth/Expr/Evaluator.h"

#include <optional>

using namespace sooth;
using namespace sooth::test;

namespace {

using Positions = std::map<std::string, size_t>;

class Runner {
public:
  Runner(const Cfa &Model, const InputQueues &Inputs)
      : Model(Model), Inputs(Inputs) {}

  Outcome run(unsigned MaxSteps);

private:
  /// An edge that can be taken, and what holds after it.
  struct Taken {
    const Edge *E;
    Valuation After;
    Positions Next;
    enum class Needs { WhatIsThere, MoreInputs } Inputs;
  };

  std::optional<Value> next(const Input &In, Positions &P) const;
  void tryEdge(const Edge &E, std::vector<Taken> &Enabled);
  Outcome outcome(Outcome::Kind How) const {
    return {How, Model.location(Here).Name};
  }

  const Cfa &Model;
  const InputQueues &Inputs;
  LocationId Here = 0;
  Valuation State;
  Positions Read;
};

} // namespace

std::optional<Value> Runner::next(const Input &In, Positions &P) const {
  if (In.What != Input::Kind::Nondet && In.What != Input::Kind::Extern)
    return Value::zero(In.Var.sort());
  std::string Name = Inputs.count(In.Source) ? In.Source : "";
  const std::vector<int64_t> &Queue = Inputs.at(Name);
  size_t &Place = P[Name];
  if (Place >= Queue.size())
    return std::nullopt;
  int64_t V = Queue[Place++];
  if (In.Var.isBool())
    return Value((V & 1) != 0);
  return Value(llvm::APInt(64, V).sextOrTrunc(In.Var.sort().width()));
}

void Runner::tryEdge(const Edge &E, std::vector<Taken> &Enabled) {
  Valuation Vars = State;
  Positions P = Read;
  auto Needs = Taken::Needs::WhatIsThere;
  // Inputs beyond the last may be wanted only if the run goes on to the end of
  // the block; whether it does shows with any value.
  for (const Input &In : E.Inputs) {
    std::optional<Value> V = next(In, P);
    if (!V)
      Needs = Taken::Needs::MoreInputs;
    Vars[In.Var] = V.value_or(Value::zero(In.Var.sort()));
  }
  Evaluator Eval(Vars, Evaluator::Missing::IsError);
  if (!Eval.isTrue(E.Guard))
    return;
  Valuation After = State;
  for (const Update &U : E.Updates)
    After[U.Var] = Eval(U.Val);
  Enabled.push_back({&E, std::move(After), std::move(P), Needs});
}

Outcome Runner::run(unsigned MaxSteps) {
  Here = Model.entry();
  for (const StateVariable &V : Model.variables())
    State[V.Var] = Value::zero(V.Var.sort());
  for (unsigned Step = 0; Step < MaxSteps; ++Step) {
    for (const ErrorLocation &E : Model.errors())
      if (E.Loc == Here)
        return {Outcome::Kind::Error, message(E.What)};
    if (Model.location(Here).Name == "exit")
      return outcome(Outcome::Kind::End);
    std::vector<Taken> Enabled;
    for (EdgeId Id : Model.outgoing(Here))
      tryEdge(Model.edge(Id), Enabled);
    if (Enabled.empty())
      return outcome(Outcome::Kind::Stuck);
    if (llvm::any_of(Enabled, [](const Taken &T) {
          return T.Inputs == Taken::Needs::MoreInputs;
        }))
      return outcome(Outcome::Kind::OutOfInputs);
    if (Enabled.size() > 1)
      return outcome(Outcome::Kind::Ambiguous);
    Here = Enabled[0].E->Target;
    State = std::move(Enabled[0].After);
    Read = std::move(Enabled[0].Next);
  }
  return outcome(Outcome::Kind::OutOfSteps);
}

Outcome sooth::test::runCfa(const Cfa &Model, const InputQueues &Inputs,
                            unsigned MaxSteps) {
  return Runner(Model, Inputs).run(MaxSteps);
}
