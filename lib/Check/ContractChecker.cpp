//===- ContractChecker.cpp - Do procedures keep their contracts? ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Check/ContractChecker.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace sooth;
using Clause = ContractObligations::Clause;

namespace {
class ObligationBuilder {
public:
  ObligationBuilder(const ModularProgram &P, llvm::ArrayRef<Contract> Contracts)
      : P(P), Contracts(Contracts), Ctx(P.Model->context()),
        Result{Cfa(Ctx), {}}, Bodies(Result.Bodies) {}
  ContractObligations run();

private:
  void addBegin();
  void addCall(const ProcedureCall &Call);
  void addReturn(unsigned Number);
  /// Edges from \p From to an error for each conjunct of the part that
  /// \p Instance, which says what it means there, makes false.
  void demand(LocationId From, Clause What, Substitution &Instance,
              const SourceLocation &Where);

  const ModularProgram &P;
  llvm::ArrayRef<Contract> Contracts;
  ExprContext &Ctx;
  ContractObligations Result;
  Cfa &Bodies;
};
} // namespace

/// State variables are arbitrary in the beginning, but for what the entry says,
/// whose memory no other procedure touches.
void ObligationBuilder::addBegin() {
  LocationId Begin = Bodies.addLocation({"begin", {}});
  Bodies.setEntry(Begin);
  for (auto [Body, C] : llvm::zip_equal(P.Procedures, Contracts))
    Bodies.addEdge({Begin, Body.Start, C.Requires, {}, {}});
}

void ObligationBuilder::demand(LocationId From, Clause What,
                               Substitution &Instance,
                               const SourceLocation &Where) {
  llvm::SmallVector<Expr, 8> Parts;
  conjuncts(What.Formula, Parts);
  for (Expr Part : Parts) {
    if (Part.isTrue())
      continue;
    LocationId Error = Bodies.addLocation({"broken", Where});
    Bodies.addEdge({From, Error, Ctx.mkNot(Instance(Part)), {}, {}});
    Failure Broken(Failure::Kind::Obligation, P.Procedures[What.Procedure].Name,
                   Result.Clauses.size());
    Broken.IsWrite = What.In == Clause::Part::Ensures;
    Bodies.addError({Error, std::move(Broken), Where});
    Result.Clauses.push_back({What.Procedure, What.In, Part});
  }
}

void ObligationBuilder::addCall(const ProcedureCall &Call) {
  const Procedure &Callee = P.Procedures[Call.Callee];
  const Contract &C = Contracts[Call.Callee];
  Substitution Here(Ctx);
  for (auto [Param, Arg] : llvm::zip_equal(Callee.Params, Call.Args))
    Here.set(Param, Arg);
  demand(Call.Before, {Call.Callee, Clause::Part::Requires, C.Requires}, Here,
         Call.Where);
  if (!Callee.Exit)
    return;
  Edge Return{Call.Before, Call.After, {}, {}, {}};
  for (auto [Placeholder, Target] :
       llvm::zip_equal(Callee.Results, Call.Targets)) {
    Expr Returned = Ctx.freshVar("returned", Placeholder.sort());
    Return.Inputs.push_back({Returned, Input::Kind::Nondet,
                             "result of " + Callee.Name, Call.Where});
    Here.set(Placeholder, Returned);
    if (Target)
      Return.Updates.push_back({Target, Returned});
  }
  Return.Guard = Here(C.Ensures);
  Bodies.addEdge(std::move(Return));
}

void ObligationBuilder::addReturn(unsigned Number) {
  const Procedure &Body = P.Procedures[Number];
  if (!Body.Exit)
    return;
  Substitution Here(Ctx);
  for (auto [Placeholder, Returned] :
       llvm::zip_equal(Body.Results, Body.Returned))
    Here.set(Placeholder, Returned);
  demand(*Body.Exit, {Number, Clause::Part::Ensures, Contracts[Number].Ensures},
         Here, Body.Where);
}

ContractObligations ObligationBuilder::run() {
  Bodies = *P.Model;
  addBegin();
  for (const ProcedureCall &Call : P.Calls)
    addCall(Call);
  for (unsigned I = 0; I < P.Procedures.size(); ++I)
    addReturn(I);
  return std::move(Result);
}

ContractObligations
sooth::contractObligations(const ModularProgram &P,
                           llvm::ArrayRef<Contract> Contracts) {
  return ObligationBuilder(P, Contracts).run();
}
