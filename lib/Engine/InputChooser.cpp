//===- InputChooser.cpp - Values that are likely to matter ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/InputChooser.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using llvm::APFloat;
using llvm::APInt;

/// Of one width.
static constexpr size_t MaxConstants = 300, MaxBefore = 16;

InputChooser::InputChooser(const Cfa &C, uint64_t Seed) : R(Seed) {
  postOrder(formulasOf(C), [&](Expr E) { learn(E); });
}

static APInt number(int64_t N, unsigned Width) {
  return APInt(64, uint64_t(N), /*isSigned=*/true).sextOrTrunc(Width);
}

void InputChooser::learn(Expr E) {
  if (E.isConst() && E.sort().isBitVec()) {
    const APInt &Bits = E.value().bits();
    for (int Beside : {0, 1, -1})
      addConstant(Bits + number(Beside, Bits.getBitWidth()));
  }
  if (isFpOperator(E.kind()))
    Formats[fpWidth(FpFormat(E.param(0)))] = FpFormat(E.param(0));
  if (E.is(Kind::FpConvert))
    Formats[fpWidth(fpSource(E.param(1)))] = fpSource(E.param(1));
}

void InputChooser::addConstant(APInt Bits) {
  std::vector<APInt> &Known = Constants[Bits.getBitWidth()];
  if (Known.size() < MaxConstants && !llvm::is_contained(Known, Bits))
    Known.push_back(std::move(Bits));
}

void InputChooser::beginRun() {
  size_t Next = below(2 * NumTastes);
  Preferred = Next < NumTastes ? std::optional(Taste(Next)) : std::nullopt;
  Before.clear();
}

/// Special, a fraction with few digits, or any.
APInt InputChooser::floatBits(FpFormat F) {
  const llvm::fltSemantics &Semantics = fpSemantics(F);
  const bool Negative = below(2);
  switch (below(8)) {
  case 0:
    return APFloat::getZero(Semantics, Negative).bitcastToAPInt();
  case 1:
    return APFloat::getInf(Semantics, Negative).bitcastToAPInt();
  case 2:
    return fpNaN(F);
  case 3:
    return (below(2) ? APFloat::getLargest(Semantics, Negative)
                     : APFloat::getSmallest(Semantics, Negative))
        .bitcastToAPInt();
  default: {
    APFloat Number(Semantics);
    APInt Whole(64, below(2) ? below(10) : below(1u << 20));
    Number.convertFromAPInt(Whole, /*IsSigned=*/false,
                            APFloat::rmNearestTiesToEven);
    if (Negative)
      Number.changeSign();
    return scalbn(Number, below(2) ? 0 : -int(below(20)),
                  APFloat::rmNearestTiesToEven)
        .bitcastToAPInt();
  }
  }
}

APInt InputChooser::bits(unsigned Width) {
  Taste As = Preferred && below(4) ? *Preferred : Taste(below(NumTastes));
  auto Format = Formats.find(Width);
  if (As == Taste::Float && Format != Formats.end())
    return floatBits(Format->second);
  std::vector<APInt> &From =
      As == Taste::Again ? Before[Width] : Constants[Width];
  if ((As == Taste::Again || As == Taste::Constant) && !From.empty())
    return From[below(From.size())];
  if (As != Taste::Any)
    return number(int64_t(below(20)) - 4, Width);
  llvm::SmallVector<uint64_t, 2> Words((Width + 63) / 64);
  for (uint64_t &Word : Words)
    Word = R();
  return APInt(Width, Words);
}

Value InputChooser::choose(Sort S) {
  if (S.isBool())
    return Value(bool(below(2)));
  if (S.isArray())
    return Value::constArray(S, choose(S.element()));
  if (!S.isBitVec())
    return Value::zero(S);
  APInt Chosen = bits(S.width());
  std::vector<APInt> &Known = Before[S.width()];
  if (Known.size() < MaxBefore)
    Known.push_back(Chosen);
  return Value(std::move(Chosen));
}
