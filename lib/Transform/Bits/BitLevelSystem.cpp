//===- BitLevelSystem.cpp - Words as bits ---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Bits/BitLevelSystem.h"

#include "AigBuilder.h"

#include "sooth/Expr/Traversal.h"

using namespace sooth;
using llvm::Error;
using Start = AigerModel::Latch::Start;

Expr BitLevelSystem::Bit::term(ExprContext &Ctx) const {
  if (Var.isBool())
    return Var;
  return Ctx.bvToBool(Ctx.mkExtract(Position, Position, Var));
}

namespace {
class BitBlaster {
public:
  explicit BitBlaster(const TransitionSystem &M) : M(M), Build(B.Model) {}
  llvm::Expected<BitLevelSystem> run();

private:
  Error check() const;
  void declare(Expr Var, std::vector<BitLevelSystem::Bit> &Bits);
  void setStart();
  const AigWord &word(Expr E);
  AigLiteral literal(Expr E) { return word(E).front(); }
  AigWord build(Expr E);
  AigWord arithmetic(Expr E);

  const TransitionSystem &M;
  BitLevelSystem B;
  AigBuilder Build;
  ExprMap<AigWord> Words;
  ExprSet Built;
};
} // namespace

Error BitBlaster::check() const {
  std::vector<Expr> Roots(M.inputs());
  for (const TsVariable &V : M.variables())
    Roots.insert(Roots.end(), {V.Cur, V.Update});
  for (const Property &P : M.properties())
    Roots.push_back(P.Bad);
  const char *Lacking = nullptr;
  postOrder(Roots, [&](Expr E) {
    if (E.sort().isArray())
      Lacking = "arrays";
    else if (E.sort().isArith())
      Lacking = "numbers without bounds";
  });
  if (Lacking)
    return llvm::createStringError(llvm::Twine(Lacking) +
                                   " cannot be split into bits");
  return Error::success();
}

static unsigned widthOf(Expr E) { return E.isBool() ? 1 : E.sort().width(); }

static AigWord wordOf(const Value &V) {
  if (V.isBool())
    return {V.boolean() ? AigTrue : AigFalse};
  AigWord W;
  for (unsigned I = 0; I < V.bits().getBitWidth(); ++I)
    W.push_back(V.bits()[I] ? AigTrue : AigFalse);
  return W;
}

void BitBlaster::declare(Expr Var, std::vector<BitLevelSystem::Bit> &Bits) {
  const bool IsInput = &Bits == &B.Inputs;
  const unsigned First = IsInput ? 1 : B.Model.firstLatch();
  AigWord &W = Words[Var];
  for (unsigned I = 0; I < widthOf(Var); ++I) {
    W.push_back(2 * (First + Bits.size()));
    Bits.push_back({Var, I});
    std::string Symbol = Var.name().str();
    if (!Var.isBool())
      Symbol += "[" + std::to_string(I) + "]";
    if (IsInput)
      B.Model.Inputs.push_back(Symbol);
    else
      B.Model.Latches.push_back({AigFalse, Start::Any, Symbol});
  }
  Built.insert(Var);
}

void BitBlaster::setStart() {
  for (auto &[Var, Val] : initialValues(M)) {
    const AigWord Values = word(Val);
    const AigWord &Bits = Words[Var];
    for (size_t I = 0; I < Bits.size(); ++I)
      B.Model.Latches[Bits[I] / 2 - B.Model.firstLatch()].Reset =
          Values[I] == AigTrue ? Start::One : Start::Zero;
  }
}

const AigWord &BitBlaster::word(Expr E) {
  postOrder({E}, Built, [&](Expr Sub) {
    AigWord W = build(Sub);
    Words[Sub] = std::move(W);
  });
  return Words[E];
}

AigWord BitBlaster::arithmetic(Expr E) {
  const AigWord &A = Words[E.operand(0)], &C = Words[E.operand(1)];
  auto BitByBit = [&](AigLiteral (AigBuilder::*Op)(AigLiteral, AigLiteral)) {
    AigWord W;
    for (size_t I = 0; I < A.size(); ++I)
      W.push_back((Build.*Op)(A[I], C[I]));
    return W;
  };
  switch (E.kind()) {
  case Kind::BvAnd:
    return BitByBit(&AigBuilder::conjunction);
  case Kind::BvOr:
    return BitByBit(&AigBuilder::disjunction);
  case Kind::BvXor:
    return BitByBit(&AigBuilder::different);
  case Kind::BvAdd:
    return Build.sum(A, C);
  case Kind::BvSub:
    return Build.difference(A, C);
  case Kind::BvMul:
    return Build.product(A, C);
  case Kind::BvUdiv:
    return Build.quotient(A, C).first;
  case Kind::BvUrem:
    return Build.quotient(A, C).second;
  case Kind::BvSdiv:
    return Build.signedQuotient(A, C).first;
  case Kind::BvSrem:
    return Build.signedQuotient(A, C).second;
  case Kind::BvShl:
    return Build.shifted(A, C, AigBuilder::Shift::Left, AigFalse);
  case Kind::BvLshr:
    return Build.shifted(A, C, AigBuilder::Shift::Right, AigFalse);
  case Kind::BvAshr:
    return Build.shifted(A, C, AigBuilder::Shift::Right, A.back());
  case Kind::BvUlt:
    return {Build.lessThan(A, C, /*IsSigned=*/false)};
  case Kind::BvSlt:
    return {Build.lessThan(A, C, /*IsSigned=*/true)};
  case Kind::BvUle:
    return {negated(Build.lessThan(C, A, /*IsSigned=*/false))};
  case Kind::BvSle:
    return {negated(Build.lessThan(C, A, /*IsSigned=*/true))};
  default:
    llvm_unreachable("an operator that is not about bits");
  }
}

AigWord BitBlaster::build(Expr E) {
  auto Op = [&](unsigned I) -> const AigWord & { return Words[E.operand(I)]; };
  switch (E.kind()) {
  case Kind::Const:
    return wordOf(E.value());
  case Kind::Not:
  case Kind::BvNot:
    return Build.complement(Op(0));
  case Kind::And:
  case Kind::Or: {
    AigLiteral L = E.is(Kind::And) ? AigTrue : AigFalse;
    for (unsigned I = 0; I < E.numOperands(); ++I)
      L = E.is(Kind::And) ? Build.conjunction(L, Op(I).front())
                          : Build.disjunction(L, Op(I).front());
    return {L};
  }
  case Kind::Ite:
    return Build.choice(Op(0).front(), Op(1), Op(2));
  case Kind::Eq:
    return {Build.equal(Op(0), Op(1))};
  case Kind::BvNeg:
    return Build.negative(Op(0));
  case Kind::Concat: {
    AigWord W = Op(1);
    W.insert(W.end(), Op(0).begin(), Op(0).end());
    return W;
  }
  case Kind::Extract:
    return AigWord(Op(0).begin() + E.param(1), Op(0).begin() + E.param(0) + 1);
  case Kind::ZeroExt:
  case Kind::SignExt: {
    AigWord W = Op(0);
    W.resize(W.size() + E.param(0), E.is(Kind::SignExt) ? W.back() : AigFalse);
    return W;
  }
  default:
    return arithmetic(E);
  }
}

llvm::Expected<BitLevelSystem> BitBlaster::run() {
  if (Error E = check())
    return std::move(E);
  for (Expr Y : M.inputs())
    declare(Y, B.Inputs);
  for (const TsVariable &V : M.variables())
    declare(V.Cur, B.Latches);
  setStart();
  for (const TsVariable &V : M.variables()) {
    const AigWord Next = word(V.Update);
    const AigWord &Bits = Words[V.Cur];
    for (size_t I = 0; I < Bits.size(); ++I)
      B.Model.Latches[Bits[I] / 2 - B.Model.firstLatch()].Next = Next[I];
  }
  for (const Property &P : M.properties())
    B.Model.Bads.push_back({literal(P.Bad), P.Name, P.Where});
  return std::move(B);
}

llvm::Expected<BitLevelSystem> sooth::toBits(const TransitionSystem &M) {
  return BitBlaster(M).run();
}
