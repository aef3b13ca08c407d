//===- CostlyPart.cpp - What makes a program hard to verify ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostlyPart.h"

#include "sooth/Expr/FloatingPoint.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Model/SourceTable.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using Operation = CostlyPart::Operation;

static Operation operationOf(Expr E) {
  switch (E.kind()) {
  case Kind::BvMul:
    return llvm::any_of(E.operands(), [](Expr Op) { return Op.isConst(); })
               ? Operation::None
               : Operation::Product;
  case Kind::BvUdiv:
  case Kind::BvUrem:
    return E.operand(1).isConst() && E.operand(1).value().bits().isPowerOf2()
               ? Operation::None
               : Operation::Quotient;
  case Kind::BvSdiv:
  case Kind::BvSrem:
    return Operation::Quotient;
  default:
    return isFpOperator(E.kind()) ? Operation::FloatingPoint : Operation::None;
  }
}

static double bitsOf(Sort S) {
  constexpr unsigned Unknown = 64; // of integers, and of elements of arrays
  return S.isBool() ? 1 : S.isBitVec() ? S.width() : Unknown;
}

/// About how many gates \p E has without its operands.
static double gatesOf(Expr E) {
  if (E.operands().empty())
    return 0;
  const double Bits = bitsOf(E.operand(0).sort());
  const bool IsCostly = operationOf(E) != Operation::None;
  return IsCostly ? Bits * Bits : std::max(Bits, bitsOf(E.sort()));
}

static double gatesOf(const Edge &E) {
  double Sum = 0;
  postOrder(formulasOf(E), [&](Expr Part) { Sum += gatesOf(Part); });
  return Sum;
}

/// Large blocks begin at the entry and at loops.
static void findLoop(const Cfa &Blocks, CostlyPart &Found) {
  double Sum = 0, Most = 0;
  for (LocationId L = 0; L < Blocks.locations().size(); ++L) {
    double Here = 0;
    for (EdgeId Id : Blocks.outgoing(L))
      Here += gatesOf(Blocks.edge(Id));
    Sum += Here;
    if (Here <= Most)
      continue;
    Most = Here;
    Found.Loop =
        L == Blocks.entry() ? SourceLocation() : Blocks.location(L).Where;
  }
  if (2 * Most < Sum)
    Found.Loop = {};
  if (Found.Loop.isValid())
    Found.Percent = unsigned(100 * Most / Sum);
}

/// The step of edge \p Id that shows a value computed with \p Part.
static SourceLocation placeOf(const Cfa &C, EdgeId Id, Expr Part) {
  for (const SourceStep &S : C.source().at(Id).Steps) {
    std::vector<Expr> Roots;
    for (const ShownValue &V : S.Values)
      Roots.push_back(V.Val);
    if (S.Holds)
      Roots.push_back(S.Holds);
    bool Has = false;
    postOrder(Roots, [&](Expr E) { Has |= E == Part; });
    if (Has && S.Where.isValid())
      return S.Where;
  }
  return C.location(C.edge(Id).Source).Where;
}

static void findOperation(const Cfa &C, CostlyPart &Found) {
  // Narrow ones are no reason for anything.
  double Most = 16 * 16 - 1;
  for (EdgeId Id = 0; Id < C.edges().size(); ++Id) {
    Expr Costly;
    postOrder(formulasOf(C.edge(Id)), [&](Expr E) {
      const Operation What = operationOf(E);
      if (What == Operation::None || gatesOf(E) <= Most)
        return;
      Most = gatesOf(E);
      Costly = E;
      Found.What = What;
    });
    if (!Costly)
      continue;
    const Sort S = Costly.operand(0).sort();
    Found.Bits = S.isBitVec() ? S.width() : 0;
    Found.Where = placeOf(C, Id, Costly);
  }
}

CostlyPart sooth::findCostlyPart(const Cfa &C, const Cfa &Blocks) {
  CostlyPart Found;
  findLoop(Blocks, Found);
  findOperation(C, Found);
  return Found;
}
