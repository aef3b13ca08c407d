//===- ModularMemory.cpp - Memory as parameters and results ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModularMemory.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace sooth;

namespace {
class MemoryPassing {
public:
  MemoryPassing(ModularProgram &P, llvm::ArrayRef<StateVariable> Memory,
                Expr StackTop);
  void run();

private:
  void findBodies();
  void noteUses();
  bool closeUnderCalls();
  bool isTaken(unsigned Number, Expr Var) const;
  bool isGiven(unsigned Number, Expr Var) const {
    return Written[Number].contains(Var) && Var != StackTop;
  }
  Expr newVariable(const std::string &Name, Sort S);
  void addParameters(unsigned Number);
  void addArguments(ProcedureCall &Call);

  ModularProgram &P;
  Cfa &Model;
  ExprContext &Ctx;
  llvm::ArrayRef<StateVariable> Memory;
  Expr StackTop;
  ExprSet IsMemory;
  /// By location: the procedures that come there. (Only errors are shared.)
  std::vector<llvm::SmallVector<unsigned, 1>> Owners;
  /// By procedure.
  std::vector<ExprSet> Touched, Written;
};
} // namespace

MemoryPassing::MemoryPassing(ModularProgram &P,
                             llvm::ArrayRef<StateVariable> Memory,
                             Expr StackTop)
    : P(P), Model(*P.Model), Ctx(Model.context()), Memory(Memory),
      StackTop(StackTop), Owners(Model.locations().size()),
      Touched(P.Procedures.size()), Written(P.Procedures.size()) {
  for (const StateVariable &V : Memory)
    IsMemory.insert(V.Var);
}

void MemoryPassing::findBodies() {
  std::vector<llvm::SmallVector<LocationId, 2>> Next(Owners.size());
  for (const Edge &E : Model.edges())
    Next[E.Source].push_back(E.Target);
  for (const ProcedureCall &C : P.Calls)
    Next[C.Before].push_back(C.After);
  for (unsigned I = 0; I < P.Procedures.size(); ++I) {
    llvm::SmallVector<LocationId> Worklist{P.Procedures[I].Start};
    while (!Worklist.empty()) {
      LocationId L = Worklist.pop_back_val();
      if (llvm::is_contained(Owners[L], I))
        continue;
      Owners[L].push_back(I);
      Worklist.append(Next[L].begin(), Next[L].end());
    }
  }
}

void MemoryPassing::noteUses() {
  for (const Edge &E : Model.edges())
    for (unsigned Body : Owners[E.Source]) {
      std::vector<Expr> Read{E.Guard};
      for (const Update &U : E.Updates) {
        Read.push_back(U.Val);
        if (IsMemory.contains(U.Var)) {
          Written[Body].insert(U.Var);
          Touched[Body].insert(U.Var);
        }
      }
      for (Expr V : variables(Read))
        if (IsMemory.contains(V))
          Touched[Body].insert(V);
    }
}

/// Whether anything was added.
bool MemoryPassing::closeUnderCalls() {
  bool Grew = false;
  auto Add = [&](ExprSet &To, const ExprSet &From) {
    for (Expr V : From)
      Grew |= To.insert(V).second;
  };
  for (const ProcedureCall &C : P.Calls)
    for (unsigned Caller : Owners[C.Before]) {
      Add(Touched[Caller], Touched[C.Callee]);
      Add(Written[Caller], Written[C.Callee]);
    }
  return Grew;
}

/// What is never written is known without.
bool MemoryPassing::isTaken(unsigned Number, Expr Var) const {
  return Touched[Number].contains(Var) &&
         llvm::any_of(Written,
                      [&](const ExprSet &Of) { return Of.contains(Var); });
}

/// Named like that, if nothing else is.
Expr MemoryPassing::newVariable(const std::string &Name, Sort S) {
  return Ctx.lookupVar(Name) ? Ctx.freshVar(Name, S) : Ctx.var(Name, S);
}

/// The parameters are copies that stay as they were when the body begins.
void MemoryPassing::addParameters(unsigned Number) {
  Procedure &Body = P.Procedures[Number];
  Edge Begin;
  for (const StateVariable &V : Memory) {
    if (!isTaken(Number, V.Var))
      continue;
    std::string Name = V.Var.name().str();
    Expr Passed = newVariable(Body.Name + "::" + Name, V.Var.sort());
    Model.addVariable({Passed, ""});
    Body.Params.push_back(Passed);
    Begin.Updates.push_back({V.Var, Passed});
    if (!isGiven(Number, V.Var))
      continue;
    Body.Returned.push_back(V.Var);
    Body.Results.push_back(newVariable("result." + Name, V.Var.sort()));
  }
  if (Begin.Updates.empty())
    return;
  const Location &Start = Model.location(Body.Start);
  Begin.Source = Model.addLocation({Start.Name + ".memory", Start.Where});
  Begin.Target = Body.Start;
  Begin.Guard = Ctx.trueExpr();
  Body.Start = Begin.Source;
  Model.addEdge(std::move(Begin));
}

void MemoryPassing::addArguments(ProcedureCall &Call) {
  for (const StateVariable &V : Memory) {
    if (isTaken(Call.Callee, V.Var))
      Call.Args.push_back(V.Var);
    if (isGiven(Call.Callee, V.Var))
      Call.Targets.push_back(V.Var);
  }
}

void MemoryPassing::run() {
  findBodies();
  noteUses();
  while (closeUnderCalls())
    ;
  // The entry has no parameters.
  for (unsigned I = 1; I < P.Procedures.size(); ++I)
    addParameters(I);
  for (ProcedureCall &Call : P.Calls)
    addArguments(Call);
}

void sooth::passMemory(ModularProgram &P, llvm::ArrayRef<StateVariable> Memory,
                       Expr StackTop) {
  MemoryPassing(P, Memory, StackTop).run();
}
