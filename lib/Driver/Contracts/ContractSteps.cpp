//===- ContractSteps.cpp - From one place with facts to the next ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractSteps.h"

#include "sooth/Transform/Cfa/LargeBlock.h"
#include "sooth/Transform/Cfa/LiveVariables.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using PointKind = FactPoint::Kind;

namespace {
/// Large-block encoding does the work, on an automaton in which a call leads to
/// a location of its own, and a return to one, each with what is passed in
/// variables; they are cutpoints, whose names say what they are.
class StepBuilder {
public:
  explicit StepBuilder(const ModularProgram &P)
      : P(P), Ctx(P.Model->context()), Steps(Ctx) {}
  ContractSteps run();

private:
  struct Made {
    LocationId At;
    unsigned Callee;
    std::vector<Expr> Results;
    Expr IsMade;
  };

  void copyProgram();
  LocationId addPoint(llvm::ArrayRef<Expr> Vars, llvm::ArrayRef<Expr> Values,
                      LocationId From, Expr Guard);
  void addCall(const ProcedureCall &C);
  void declare();
  void addLoops(const Cfa &Blocks, const LiveVariables &Live);
  void addBlock(const Cfa &Blocks, LocationId L);

  const ModularProgram &P;
  ExprContext &Ctx;
  Cfa Steps;
  std::vector<Made> CallsMade;
  /// By location of Steps: the point there.
  llvm::DenseMap<LocationId, unsigned> PointAt;
  ContractSteps Result;
};
} // namespace

void StepBuilder::copyProgram() {
  const Cfa &Model = *P.Model;
  for (const StateVariable &V : Model.variables())
    Steps.addVariable(V);
  auto IsStart = [&](LocationId L) {
    return llvm::any_of(P.Procedures,
                        [&](const Procedure &B) { return B.Start == L; });
  };
  for (LocationId L = 0; L < Model.locations().size(); ++L)
    Steps.addLocation(
        {std::to_string(L),
         {},
         IsStart(L) ? Location::Role::Cutpoint : Model.location(L).What});
  for (const Edge &E : Model.edges())
    Steps.addEdge(E);
  for (const ErrorLocation &E : Model.errors())
    Steps.addError(E);
  Steps.setEntry(Model.entry());
  Steps.setInit(Model.init());
}

/// A location with \p Values in \p Vars, where all of them matter.
LocationId StepBuilder::addPoint(llvm::ArrayRef<Expr> Vars,
                                 llvm::ArrayRef<Expr> Values, LocationId From,
                                 Expr Guard) {
  auto Name = [&] { return std::to_string(Steps.locations().size()); };
  LocationId At = Steps.addLocation({Name(), {}, Location::Role::Cutpoint});
  LocationId Watched = Steps.addLocation({Name(), {}, {}});
  Edge To{From, At, Guard, {}, {}}, On{At, Watched, {}, {}, {}};
  std::vector<Expr> All;
  for (auto [Var, Val] : llvm::zip_equal(Vars, Values)) {
    if (Var != Val)
      To.Updates.push_back({Var, Val});
    Expr Watch = Ctx.freshVar("watched", Var.sort());
    Steps.addVariable({Watch, "", {}, {}});
    All.push_back(Ctx.mkEq(Var, Watch));
  }
  On.Guard = Ctx.mkAnd(All);
  Steps.addEdge(std::move(To));
  Steps.addEdge(std::move(On));
  Steps.addError({Watched, Failure(Failure::Kind::Obligation, "", 0), {}});
  return At;
}

void StepBuilder::addCall(const ProcedureCall &C) {
  const Procedure &Callee = P.Procedures[C.Callee];
  Made M{0, C.Callee, {}, Ctx.freshVar("made", Ctx.boolSort())};
  Steps.addVariable({M.IsMade, "", {}, {}});
  M.At = addPoint(Callee.Params, C.Args, C.Before, Ctx.trueExpr());
  PointAt[M.At] = Result.Calls[C.Callee];
  // A run into the callee: so its body is reached.
  Steps.addEdge({M.At, Callee.Start, Ctx.trueExpr(), {}, {}});
  if (Callee.Exit) {
    Edge Over{C.Before, C.After, M.IsMade, {}, {}};
    for (auto [Placeholder, Target] :
         llvm::zip_equal(Callee.Results, C.Targets)) {
      Expr Returned = Ctx.freshVar("returned", Placeholder.sort());
      Steps.addVariable({Returned, "", {}, {}});
      M.Results.push_back(Returned);
      if (Target)
        Over.Updates.push_back({Target, Returned});
    }
    Steps.addEdge(std::move(Over));
  }
  CallsMade.push_back(std::move(M));
}

/// The points of procedures.
void StepBuilder::declare() {
  for (const auto &[I, Body] : llvm::enumerate(P.Procedures)) {
    Result.Calls.push_back(Result.Points.size());
    Result.Points.push_back(
        {PointKind::Call, unsigned(I), Body.Start, Body.Params});
    Result.Returns.emplace_back();
    if (!Body.Exit || I == 0)
      continue;
    Result.Returns.back() = Result.Points.size();
    FactPoint &Return = Result.Points.emplace_back(
        FactPoint{PointKind::Return, unsigned(I), *Body.Exit, Body.Params});
    llvm::append_range(Return.Vars, Body.Results);
  }
}

static LocationId originOf(const Cfa &Blocks, LocationId L) {
  return std::stoul(Blocks.location(L).Name);
}

/// What is left are heads of loops.
void StepBuilder::addLoops(const Cfa &Blocks, const LiveVariables &Live) {
  for (LocationId L = 0; L < Blocks.locations().size(); ++L) {
    const LocationId Origin = originOf(Blocks, L);
    if (Blocks.isError(L) || PointAt.contains(Origin) ||
        Origin >= P.Model->locations().size())
      continue;
    PointAt[Origin] = Result.Points.size();
    FactPoint &Head =
        Result.Points.emplace_back(FactPoint{PointKind::Loop, 0, Origin, {}});
    for (const StateVariable &V : P.Model->variables()) {
      auto It = llvm::find_if(Blocks.variables(), [&](const StateVariable &B) {
        return B.Var == V.Var;
      });
      if (It != Blocks.variables().end() &&
          Live.isLive(It - Blocks.variables().begin(), L))
        Head.Vars.push_back(V.Var);
    }
  }
}

void StepBuilder::addBlock(const Cfa &Blocks, LocationId L) {
  const auto From = PointAt.find(originOf(Blocks, L));
  if (From == PointAt.end() ||
      Result.Points[From->second].What == PointKind::Return ||
      Result.Points[From->second].Loc != originOf(Blocks, L))
    return;
  Block B{From->second, {}, {}};
  for (EdgeId Id : Blocks.outgoing(L)) {
    const Edge &E = Blocks.edge(Id);
    if (E.Guard.isFalse())
      continue;
    const LocationId Target = originOf(Blocks, E.Target);
    auto To = PointAt.find(Target);
    if (To == PointAt.end() && !Blocks.isError(E.Target))
      continue;
    Block::Way W{std::nullopt, E.Guard, {}};
    if (To != PointAt.end()) {
      W.To = To->second;
      ExprMap<Expr> New;
      for (const Update &U : E.Updates)
        New[U.Var] = U.Val;
      for (Expr V : Result.Points[To->second].Vars) {
        Expr Val = New.lookup(V);
        W.Values.push_back(Val ? Val : V);
      }
    }
    for (const Made &M : CallsMade)
      if (M.At == Target)
        B.Calls.push_back({M.Callee, W.Values, M.Results, M.IsMade});
    B.Ways.push_back(std::move(W));
  }
  Result.Blocks.push_back(std::move(B));
}

ContractSteps StepBuilder::run() {
  copyProgram();
  declare();
  for (const auto &[I, Body] : llvm::enumerate(P.Procedures)) {
    if (!Result.Returns[I])
      continue;
    std::vector<Expr> Vars = Body.Params, Values = Body.Params;
    for (Expr Placeholder : Body.Results)
      Steps.addVariable({Placeholder, "", {}, {}});
    llvm::append_range(Vars, Body.Results);
    llvm::append_range(Values, Body.Returned);
    PointAt[addPoint(Vars, Values, *Body.Exit, Ctx.trueExpr())] =
        *Result.Returns[I];
  }
  for (const ProcedureCall &C : P.Calls)
    addCall(C);
  for (const auto &[I, Body] : llvm::enumerate(P.Procedures))
    PointAt[Body.Start] = Result.Calls[I];
  const TransformedCfa Blocks = encodeBlocks(Steps, Encoding::Large);
  addLoops(Blocks.Model, LiveVariables(Blocks.Model));
  for (LocationId L = 0; L < Blocks.Model.locations().size(); ++L)
    addBlock(Blocks.Model, L);
  return std::move(Result);
}

ContractSteps sooth::contractSteps(const ModularProgram &P) {
  return StepBuilder(P).run();
}
