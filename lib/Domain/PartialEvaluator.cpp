//===- PartialEvaluator.cpp - Evaluation with unknown values --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartialEvaluator.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/Traversal.h"

using namespace sooth;

PartialEvaluator::PartialEvaluator(llvm::ArrayRef<Expr> Roots) {
  postOrder(Roots, [&](Expr E) {
    unsigned Number = Operations.size();
    Index[E] = Number;
    Operations.push_back({E, unsigned(Operands.size())});
    for (Expr Op : E.operands())
      Operands.push_back(Index.lookup(Op));
    if (E.isVar())
      Vars.push_back(Number);
  });
  Values.resize(Operations.size());
  for (const Operation &O : Operations)
    if (O.E.isConst())
      Values[Index.lookup(O.E)] = O.E.value();
}

void PartialEvaluator::reset() {
  for (unsigned V : Vars)
    Values[V].reset();
}

void PartialEvaluator::assume(Expr Var, const Value &V) {
  if (auto It = Index.find(Var); It != Index.end())
    Values[It->second] = V;
}

void PartialEvaluator::run() {
  for (unsigned I = 0; I < Operations.size(); ++I)
    if (const Operation &O = Operations[I]; O.E.numOperands())
      Values[I] = apply(O);
}

/// Conjunction (disjunction): one false (true) operand decides.
std::optional<Value> PartialEvaluator::connective(const Operation &O,
                                                  bool Absorbing) const {
  bool AllKnown = true;
  for (unsigned I = 0; I < O.E.numOperands(); ++I) {
    const std::optional<Value> &Op = operand(O, I);
    if (!Op)
      AllKnown = false;
    else if (Op->boolean() == Absorbing)
      return Value(Absorbing);
  }
  if (AllKnown)
    return Value(!Absorbing);
  return std::nullopt;
}

std::optional<Value> PartialEvaluator::apply(const Operation &O) const {
  switch (O.E.kind()) {
  case Kind::And:
    return connective(O, false);
  case Kind::Or:
    return connective(O, true);
  case Kind::Ite:
    if (const auto &Condition = operand(O, 0))
      return operand(O, Condition->boolean() ? 1 : 2);
    if (operand(O, 1) && operand(O, 2) && *operand(O, 1) == *operand(O, 2))
      return operand(O, 1);
    return std::nullopt;
  default:
    break;
  }
  llvm::SmallVector<Value, 4> Ops;
  for (unsigned I = 0; I < O.E.numOperands(); ++I) {
    if (!operand(O, I))
      return std::nullopt;
    Ops.push_back(*operand(O, I));
  }
  return applyKind(O.E.kind(), Ops, O.E.param(0), O.E.param(1), O.E.sort());
}
