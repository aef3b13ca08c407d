//===- FixedBits.cpp - What inputs have to be to be read ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedBits.h"

#include "sooth/Expr/Traversal.h"

using namespace sooth;
using namespace sooth::run;

static FixedBits noneOf(unsigned Width) {
  return {llvm::APInt(Width, 0), llvm::APInt(Width, 0)};
}

/// Adds what \p Equation says of a variable, or of successive bits of one.
static void addEquation(Expr Equation, ExprMap<FixedBits> &Known) {
  if (!Equation.is(Kind::Eq))
    return;
  Expr Part = Equation.operand(0), Number = Equation.operand(1);
  if (Part.isConst())
    std::swap(Part, Number);
  if (!Number.isConst() || !Number.sort().isBitVec())
    return;
  const bool IsExtract = Part.is(Kind::Extract);
  Expr Var = IsExtract ? Part.operand(0) : Part;
  if (!Var.isVar())
    return;
  const unsigned Width = Var.sort().width(),
                 Low = IsExtract ? unsigned(Part.param(1)) : 0;
  const llvm::APInt Bits = Number.value().bits();
  FixedBits &Of = Known.try_emplace(Var, noneOf(Width)).first->second;
  Of.One.insertBits(Bits | Of.One.extractBits(Bits.getBitWidth(), Low), Low);
  Of.Zero.insertBits(~Bits | Of.Zero.extractBits(Bits.getBitWidth(), Low), Low);
}

ExprMap<FixedBits> run::fixedBits(const Cfa &C) {
  ExprMap<FixedBits> Result;
  for (EdgeId Id = 0; Id < C.edges().size(); ++Id) {
    const Edge &E = C.edge(Id);
    if (E.Inputs.empty())
      continue;
    llvm::SmallVector<Expr, 16> Facts;
    conjuncts(E.Guard, Facts);
    ExprMap<FixedBits> Here;
    for (Expr Fact : Facts)
      addEquation(Fact, Here);
    for (const Input &In : E.Inputs) {
      if (!In.Var.sort().isBitVec())
        continue;
      const unsigned Width = In.Var.sort().width();
      auto Found = Here.find(In.Var);
      const FixedBits Bits =
          Found == Here.end() ? noneOf(Width) : Found->second;
      auto [At, IsFirst] = Result.try_emplace(In.Var, Bits);
      if (!IsFirst) {
        At->second.One &= Bits.One;
        At->second.Zero &= Bits.Zero;
      }
    }
  }
  return Result;
}
