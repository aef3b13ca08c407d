//===- FpOperands.h - Operators on floating-point numbers, at random ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_UNIT_SUPPORT_FPOPERANDS_H
#define SOOTH_TEST_UNIT_SUPPORT_FPOPERANDS_H

#include "sooth/Expr/FloatingPoint.h"

#include <random>
#include <vector>

namespace sooth::test {

struct FpApplication {
  Kind K;
  uint32_t P0, P1;
  unsigned IntegerWidth = 0; // of the operand of a conversion from integers
};

/// The number in the environment variable \p Name, for longer runs.
unsigned setting(const char *Name, unsigned Default);

/// Every operator on every format, in every direction, but for conversions a
/// selection of widths.
std::vector<FpApplication> fpApplications();

/// Operands that are special, simple or near each other more often than others.
class FpOperands {
public:
  explicit FpOperands(unsigned Seed) : Rng(Seed) {}
  llvm::SmallVector<Value, 3> operator()(const FpApplication &A);

private:
  llvm::APInt number(FpFormat F);
  llvm::APInt any(unsigned Width);
  unsigned below(unsigned N) { return Rng() % N; }

  std::mt19937 Rng;
  llvm::APInt Last; // to make the next one like it
};

} // namespace sooth::test

#endif
