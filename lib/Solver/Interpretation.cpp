//===- Interpretation.cpp - Operators that keep their meaning -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Solver/Interpretation.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

static bool isArrayOperator(Kind K) {
  return K == Kind::Select || K == Kind::Store || K == Kind::ConstArray;
}

/// Applied to two terms these cost a solver dearly, to a constant they do not.
static bool dependsOnConstants(Kind K) {
  switch (K) {
  case Kind::BvMul:
  case Kind::BvUdiv:
  case Kind::BvUrem:
  case Kind::BvSdiv:
  case Kind::BvSrem:
  case Kind::BvShl:
  case Kind::BvLshr:
  case Kind::BvAshr:
  case Kind::Mul:
  case Kind::IntDiv:
  case Kind::IntMod:
  case Kind::RealDiv:
  case Kind::FpAdd:
  case Kind::FpSub:
  case Kind::FpMul:
  case Kind::FpDiv:
  case Kind::FpFma:
    return true;
  default:
    return false;
  }
}

bool Operator::isApplication(Expr E) {
  switch (E.kind()) {
  case Kind::Const:
  case Kind::Var:
  case Kind::Not:
  case Kind::And:
  case Kind::Or:
  case Kind::Ite:
  case Kind::Eq:
    return false;
  default:
    return true;
  }
}

Operator::Operator(Expr E) {
  assert(isApplication(E));
  About = Applications::Any;
  if (dependsOnConstants(E.kind()))
    About = llvm::any_of(E.operands(), [](Expr Op) { return Op.isConst(); })
                ? Applications::ToConstants
                : Applications::ToTerms;
  Key = {E.kind(),          E.param(0),
         E.param(1),        E.operand(0).sort().opaque(),
         E.sort().opaque(), About};
}

void Interpretation::add(Expr E) {
  if (!Operators.insert(Operator(E)).second)
    return;
  auto Touch = [&](Sort S) {
    // What arrays are over can stay as it is.
    if (!S.isBool() && S.isArray() == isArrayOperator(E.kind()))
      Concrete.insert(S);
  };
  Touch(E.sort());
  for (Expr Op : E.operands())
    Touch(Op.sort());
}

bool Interpretation::isInterpreted(Expr E) const {
  if (Arrays && isArrayOperator(E.kind()))
    return true;
  return !Operators.empty() && Operators.count(Operator(E));
}

/// With everything below: an array of an uninterpreted sort is not concrete
/// through and through.
static bool isPrecise(const Interpretation &I, Sort S) {
  if (S.isBool())
    return true;
  return I.isConcrete(S) && (!S.isArray() || (isPrecise(I, S.index()) &&
                                              isPrecise(I, S.element())));
}

bool Interpretation::isPrecise(Expr Root) const {
  bool Precise = true;
  postOrder({Root}, [&](Expr E) {
    // An instance says something about other applications, too.
    Precise &= ::isPrecise(*this, E.sort()) &&
               (!Operator::isApplication(E) ||
                (isInterpreted(E) && !Operator(E).isInstance()));
  });
  return Precise;
}
