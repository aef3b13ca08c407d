//===- AigerToTs.cpp - AIGER as a transition system -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Bits/AigerToTs.h"

#include "SymbolNames.h"

#include "llvm/ADT/BitVector.h"

using namespace sooth;
using Start = AigerModel::Latch::Start;

/// Adds the gates that \p Into needs.
static void closeUnderGates(const AigerModel &M, llvm::BitVector &Into) {
  for (unsigned G = M.Gates.size(); G-- > 0;)
    if (Into.test(M.firstGate() + G)) {
      Into.set(M.Gates[G].A / 2);
      Into.set(M.Gates[G].B / 2);
    }
}

/// What bad states and constraints speak of.
static llvm::BitVector coneOfStates(const AigerModel &M) {
  llvm::BitVector Cone(M.numVariables());
  for (const AigerModel::Bad &B : M.Bads)
    Cone.set(B.Cond / 2);
  for (AigLiteral C : M.Constraints)
    Cone.set(C / 2);
  closeUnderGates(M, Cone);
  return Cone;
}

/// The same of all steps. Takes linear time.
static llvm::BitVector coneOfSteps(const AigerModel &M) {
  llvm::BitVector Cone(M.numVariables());
  llvm::SmallVector<unsigned> Work;
  auto Add = [&](AigLiteral L) {
    if (!Cone.test(L / 2)) {
      Cone.set(L / 2);
      Work.push_back(L / 2);
    }
  };
  for (const AigerModel::Bad &B : M.Bads)
    Add(B.Cond);
  for (AigLiteral C : M.Constraints)
    Add(C);
  while (!Work.empty()) {
    const unsigned Var = Work.pop_back_val();
    if (Var >= M.firstGate()) {
      Add(M.Gates[Var - M.firstGate()].A);
      Add(M.Gates[Var - M.firstGate()].B);
    } else if (Var >= M.firstLatch()) {
      Add(M.Latches[Var - M.firstLatch()].Next);
    }
  }
  return Cone;
}

AigerSystem::AigerSystem(ExprContext &Ctx, const AigerModel &M)
    : M(M), TS(Ctx), InputVars(M.Inputs.size()), LatchVars(M.Latches.size()) {
  const llvm::BitVector OfStates = coneOfStates(M), OfSteps = coneOfSteps(M);
  std::vector<Expr> Terms(M.numVariables());
  Terms[0] = Ctx.falseExpr();
  auto Term = [&](AigLiteral L) {
    return L % 2 ? Ctx.mkNot(Terms[L / 2]) : Terms[L / 2];
  };
  SymbolNames Used;
  auto Declare = [&](unsigned Var, llvm::StringRef Symbol, const char *Kind,
                     unsigned I) {
    std::string Name = Used.unique(Symbol, Kind, I);
    if (OfSteps.test(Var))
      Terms[Var] = Ctx.var(Name, Ctx.boolSort());
    return Terms[Var];
  };
  for (unsigned I = 0; I < M.Inputs.size(); ++I)
    InputVars[I] = Declare(1 + I, M.Inputs[I], "i", I);
  for (unsigned I = 0; I < M.Latches.size(); ++I)
    LatchVars[I] = Declare(M.firstLatch() + I, M.Latches[I].Symbol, "l", I);
  for (unsigned G = 0; G < M.Gates.size(); ++G)
    if (OfSteps.test(M.firstGate() + G))
      Terms[M.firstGate() + G] =
          Ctx.mkAnd(Term(M.Gates[G].A), Term(M.Gates[G].B));

  // Fresh variables come after those with names of their own.
  auto NextOf = [&](Expr Var) {
    return Ctx.freshVar((Var.name() + ".next").str(), Ctx.boolSort());
  };
  for (unsigned I = 0; I < M.Inputs.size(); ++I) {
    Expr Var = InputVars[I];
    if (Var && OfStates.test(1 + I)) {
      Expr Y = Ctx.freshVar((Var.name() + ".input").str(), Ctx.boolSort());
      TS.addInput(Y);
      TS.addVariable({Var, NextOf(Var), Y});
    } else if (Var) {
      TS.addInput(Var);
    }
  }
  std::vector<Expr> Init, Constraints;
  for (unsigned I = 0; I < M.Latches.size(); ++I) {
    Expr Var = LatchVars[I];
    if (!Var)
      continue;
    TS.addVariable({Var, NextOf(Var), Term(M.Latches[I].Next)});
    if (M.Latches[I].Reset != Start::Any)
      Init.push_back(M.Latches[I].Reset == Start::One ? Var : Ctx.mkNot(Var));
  }
  for (AigLiteral C : M.Constraints)
    Constraints.push_back(Term(C));
  Expr Constraint = Ctx.mkAnd(Constraints);
  TS.setInit(Ctx.mkAnd(Init));
  TS.setConstraint(Constraint);
  for (const AigerModel::Bad &B : M.Bads) {
    std::string Name = B.Symbol;
    if (Name.empty())
      Name = "b" + std::to_string(TS.properties().size());
    TS.addProperty({Name, Ctx.mkAnd(Constraint, Term(B.Cond)), B.Where});
  }
}

/// The value of a variable in a step; false if a run gives it none.
static bool valueIn(const TsTrace &T, size_t Step, Expr Var) {
  if (!Var)
    return false;
  if (auto It = T.States[Step].find(Var); It != T.States[Step].end())
    return It->second.boolean();
  if (Step >= T.Inputs.size())
    return false;
  auto It = T.Inputs[Step].find(Var);
  return It != T.Inputs[Step].end() && It->second.boolean();
}

AigerRun AigerSystem::run(const TsTrace &T) const {
  AigerRun R;
  for (unsigned I = 0; I < M.Latches.size(); ++I)
    R.Latches.push_back(M.Latches[I].Reset == Start::Any
                            ? valueIn(T, 0, LatchVars[I])
                            : M.Latches[I].Reset == Start::One);
  for (size_t Step = 0; Step < T.States.size(); ++Step) {
    std::vector<bool> &To = R.Inputs.emplace_back();
    for (Expr Var : InputVars)
      To.push_back(valueIn(T, Step, Var));
  }
  return R;
}
