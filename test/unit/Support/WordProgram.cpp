//===- WordProgram.cpp - Expressions over machine words -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExplicitState.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/Support/ErrorHandling.h"

using namespace sooth;
using namespace sooth::test;
using llvm::ArrayRef;

static unsigned widthOf(Sort S) { return S.isBool() ? 1 : S.width(); }

static uint64_t mask(unsigned Width) {
  return Width >= 64 ? ~uint64_t(0) : (uint64_t(1) << Width) - 1;
}

static int64_t asSigned(uint64_t V, unsigned Width) {
  bool Negative = (V >> (Width - 1)) & 1;
  return int64_t(Negative ? V | ~mask(Width) : V);
}

static uint64_t wordOf(const Value &V) {
  return V.isBool() ? V.boolean() : V.bits().getZExtValue();
}

WordProgram::WordProgram(ArrayRef<Expr> Roots, ArrayRef<Expr> Slots) {
  ExprMap<unsigned> SlotOf, RegOf;
  for (unsigned I = 0; I < Slots.size(); ++I)
    SlotOf[Slots[I]] = I;
  ExprSet Visited;
  postOrder(Roots, Visited, [&](Expr E) {
    Instruction I{E.kind(), widthOf(E.sort()), 1, E.param(0), E.param(1), {},
                  0};
    for (Expr Op : E.operands())
      I.Ops.push_back(RegOf.lookup(Op));
    if (E.numOperands())
      I.ArgWidth = widthOf(E.operand(0).sort());
    if (E.isConst())
      I.Value = wordOf(E.value());
    if (E.isVar()) {
      if (!SlotOf.contains(E))
        llvm::report_fatal_error("a variable without a slot");
      I.Value = SlotOf.lookup(E);
    }
    RegOf[E] = Code.size();
    Code.push_back(std::move(I));
  });
  for (Expr Root : Roots)
    Results.push_back(RegOf.lookup(Root));
  Regs.resize(Code.size());
}

void WordProgram::run(const uint64_t *Words) {
  for (unsigned I = 0; I < Code.size(); ++I)
    Regs[I] = step(Code[I], Words) & mask(Code[I].Width);
}

/// Signed division by way of magnitudes, as SMT-LIB defines it.
static uint64_t signedDivRem(Kind K, uint64_t A, uint64_t B, unsigned W) {
  bool NegA = asSigned(A, W) < 0, NegB = asSigned(B, W) < 0;
  uint64_t AbsA = (NegA ? -A : A) & mask(W), AbsB = (NegB ? -B : B) & mask(W);
  if (K == Kind::BvSdiv) {
    uint64_t Q = AbsB ? AbsA / AbsB : mask(W);
    return NegA != NegB ? -Q : Q;
  }
  uint64_t Rem = AbsB ? AbsA % AbsB : AbsA;
  return NegA ? -Rem : Rem;
}

uint64_t WordProgram::step(const Instruction &I, const uint64_t *Words) const {
  auto Op = [&](unsigned N) { return Regs[I.Ops[N]]; };
  auto SOp = [&](unsigned N) { return asSigned(Op(N), I.ArgWidth); };
  unsigned W = I.ArgWidth;
  switch (I.K) {
  case Kind::Const:
    return I.Value;
  case Kind::Var:
    return Words[I.Value];
  case Kind::Not:
    return !Op(0);
  case Kind::And: {
    uint64_t V = 1;
    for (unsigned R : I.Ops)
      V &= Regs[R];
    return V;
  }
  case Kind::Or: {
    uint64_t V = 0;
    for (unsigned R : I.Ops)
      V |= Regs[R];
    return V;
  }
  case Kind::Ite:
    return Op(0) ? Op(1) : Op(2);
  case Kind::Eq:
    return Op(0) == Op(1);
  case Kind::BvNot:
    return ~Op(0);
  case Kind::BvNeg:
    return -Op(0);
  case Kind::BvAnd:
    return Op(0) & Op(1);
  case Kind::BvOr:
    return Op(0) | Op(1);
  case Kind::BvXor:
    return Op(0) ^ Op(1);
  case Kind::BvAdd:
    return Op(0) + Op(1);
  case Kind::BvSub:
    return Op(0) - Op(1);
  case Kind::BvMul:
    return Op(0) * Op(1);
  case Kind::BvUdiv:
    return Op(1) ? Op(0) / Op(1) : mask(W);
  case Kind::BvUrem:
    return Op(1) ? Op(0) % Op(1) : Op(0);
  case Kind::BvSdiv:
  case Kind::BvSrem:
    return signedDivRem(I.K, Op(0), Op(1), W);
  case Kind::BvShl:
    return Op(1) >= W ? 0 : Op(0) << Op(1);
  case Kind::BvLshr:
    return Op(1) >= W ? 0 : Op(0) >> Op(1);
  case Kind::BvAshr:
    return uint64_t(SOp(0) >> std::min<uint64_t>(Op(1), 63));
  case Kind::BvUlt:
    return Op(0) < Op(1);
  case Kind::BvUle:
    return Op(0) <= Op(1);
  case Kind::BvSlt:
    return SOp(0) < SOp(1);
  case Kind::BvSle:
    return SOp(0) <= SOp(1);
  case Kind::Concat:
    return Op(0) << (I.Width - W) | Op(1);
  case Kind::Extract:
    return Op(0) >> I.Param1;
  case Kind::ZeroExt:
    return Op(0);
  case Kind::SignExt:
    return uint64_t(SOp(0));
  default:
    llvm::report_fatal_error("an operator that cannot be enumerated");
  }
}

Packing::Packing(std::vector<Expr> Vs) : Vars(std::move(Vs)) {
  for (Expr V : Vars) {
    Widths.push_back(widthOf(V.sort()));
    Bits += Widths.back();
  }
  if (Bits > 24)
    llvm::report_fatal_error("too many bits to enumerate");
}

void Packing::unpack(uint64_t State, uint64_t *Words) const {
  for (unsigned I = 0; I < Vars.size(); ++I) {
    Words[I] = State & mask(Widths[I]);
    State >>= Widths[I];
  }
}

uint64_t Packing::pack(const uint64_t *Words) const {
  uint64_t State = 0;
  for (unsigned I = Vars.size(); I-- > 0;)
    State = State << Widths[I] | Words[I];
  return State;
}

Valuation Packing::valuation(uint64_t State) const {
  std::vector<uint64_t> Words(Vars.size());
  unpack(State, Words.data());
  Valuation V;
  for (unsigned I = 0; I < Vars.size(); ++I)
    V[Vars[I]] = Vars[I].sort().isBool()
                     ? Value(Words[I] != 0)
                     : Value(llvm::APInt(Widths[I], Words[I]));
  return V;
}

uint64_t Packing::number(const Valuation &V) const {
  std::vector<uint64_t> Words;
  for (Expr Var : Vars) {
    auto It = V.find(Var);
    Words.push_back(It == V.end() ? 0 : wordOf(It->second));
  }
  return pack(Words.data());
}
