//===- FpOperands.cpp - Operators on floating-point numbers, at random ----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FpOperands.h"

#include <cstdlib>

using namespace sooth;
using namespace sooth::test;
using llvm::APInt;

unsigned sooth::test::setting(const char *Name, unsigned Default) {
  const char *Text = std::getenv(Name);
  return Text ? unsigned(std::atoi(Text)) : Default;
}

std::vector<FpApplication> sooth::test::fpApplications() {
  std::vector<FpApplication> All;
  for (uint32_t F = 0; isFpFormat(F); ++F) {
    for (Kind K : {Kind::FpEq, Kind::FpLt, Kind::FpLe})
      All.push_back({K, F, 0});
    for (unsigned R = 0; R < NumFpRoundings; ++R) {
      for (Kind K : {Kind::FpAdd, Kind::FpSub, Kind::FpMul, Kind::FpDiv,
                     Kind::FpFma, Kind::FpSqrt, Kind::FpRoundToIntegral})
        All.push_back({K, F, R});
      for (uint32_t From = 0; isFpFormat(From); ++From)
        if (From != F)
          All.push_back({Kind::FpConvert, F,
                         fpConversion(FpFormat(From), FpRounding(R))});
      for (unsigned Width : {8, 16, 32, 64, 128})
        for (Kind K : {Kind::FpFromSigned, Kind::FpFromUnsigned})
          All.push_back({K, F, R, Width});
    }
    for (unsigned Width : {8, 16, 32, 64, 128})
      for (Kind K : {Kind::FpToSigned, Kind::FpToUnsigned})
        All.push_back({K, F, Width});
  }
  return All;
}

APInt FpOperands::any(unsigned Width) {
  APInt V(Width, 0);
  for (unsigned I = 0; I < Width; I += 32)
    V |= APInt(32, uint32_t(Rng())).zextOrTrunc(Width).shl(I);
  // Long runs of equal bits make carries and ties.
  switch (below(4)) {
  case 0:
    return V & APInt::getHighBitsSet(Width, 1 + below(Width));
  case 1:
    return V | APInt::getLowBitsSet(Width, 1 + below(Width));
  default:
    return V;
  }
}

APInt FpOperands::number(FpFormat F) {
  FpShape S = fpShape(F);
  const unsigned Point = F == FpFormat::Extended ? 64 : S.Precision - 1;
  const unsigned Bias = (1u << (S.ExponentBits - 1)) - 1;
  APInt Fraction = any(S.Precision - 1);
  unsigned Exponent = Rng() & ((1u << S.ExponentBits) - 1);
  switch (below(12)) {
  case 0:
    Fraction = 0;
    Exponent = 0;
    break;
  case 1:
    Fraction = 0;
    Exponent = (1u << S.ExponentBits) - 1;
    break;
  case 2:
    Exponent = (1u << S.ExponentBits) - 1;
    break;
  case 3:
    Exponent = below(3);
    break;
  case 4:
    Exponent = (1u << S.ExponentBits) - 2;
    break;
  case 5: // whole numbers and halves
    Fraction &= APInt::getHighBitsSet(S.Precision - 1, below(5));
    [[fallthrough]];
  case 6:
  case 7:
    Exponent =
        std::min(Bias + below(S.Precision + 4) - 2, (1u << S.ExponentBits) - 2);
    break;
  case 8: // near the last one
    if (Last.getBitWidth() == S.Width)
      return Last + below(5) - 2;
    break;
  case 9:
    if (Last.getBitWidth() == S.Width)
      return Last ^ APInt::getOneBitSet(S.Width, below(2) ? S.Width - 1
                                                          : below(S.Width));
    break;
  default:
    break;
  }
  APInt V = Fraction.zext(S.Width) | APInt(S.Width, Exponent).shl(Point) |
            APInt(S.Width, below(2)).shl(S.Width - 1);
  // The first bit, which should be there, but need not.
  bool IsWritten = (Exponent != 0) != (below(16) == 0);
  if (F == FpFormat::Extended && IsWritten)
    V.setBit(63);
  return Last = V;
}

llvm::SmallVector<Value, 3> FpOperands::operator()(const FpApplication &A) {
  llvm::SmallVector<Value, 3> Ops;
  if (A.IntegerWidth)
    return {Value(any(A.IntegerWidth))};
  auto F = A.K == Kind::FpConvert ? fpSource(A.P1) : FpFormat(A.P0);
  unsigned Count = A.K == Kind::FpFma ? 3 : isFpUnary(A.K) ? 1 : 2;
  while (Ops.size() < Count)
    Ops.push_back(Value(number(F)));
  return Ops;
}
