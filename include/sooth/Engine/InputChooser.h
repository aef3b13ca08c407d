//===- InputChooser.h - Values that are likely to matter --------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_INPUTCHOOSER_H
#define SOOTH_ENGINE_INPUTCHOOSER_H

#include "sooth/Expr/FloatingPoint.h"
#include "sooth/Model/Cfa.h"

#include <map>
#include <random>

namespace sooth {

/// Chooses values at random: small numbers, the program's constants and their
/// neighbours, special and ordinary floating-point numbers, any bits, and
/// again what was chosen before. The same seed gives the same values.
class InputChooser {
public:
  InputChooser(const Cfa &C, uint64_t Seed);

  /// From now on one of these is preferred, or none.
  void beginRun();
  Value choose(Sort S);
  /// Below \p Count, which is not 0.
  size_t below(size_t Count) { return R() % Count; }

private:
  enum class Taste { Small, Constant, Float, Any, Again };
  static constexpr unsigned NumTastes = 5;

  void learn(Expr E);
  void addConstant(llvm::APInt Bits);
  llvm::APInt bits(unsigned Width);
  llvm::APInt floatBits(FpFormat F);

  std::mt19937_64 R;
  /// By width.
  std::map<unsigned, std::vector<llvm::APInt>> Constants, Before;
  std::map<unsigned, FpFormat> Formats;
  std::optional<Taste> Preferred;
};

} // namespace sooth

#endif
