//===- Premises.h - Of which facts something is a consequence ---*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_PREMISES_H
#define SOOTH_LIB_ENGINE_CELLS_PREMISES_H

#include <array>
#include <cstdint>

namespace sooth::cells {

/// A set of facts, by number.
class Premises {
public:
  static constexpr unsigned MostFacts = 256;

  void add(unsigned Fact) { Bits[Fact / 64] |= uint64_t(1) << Fact % 64; }
  bool contains(unsigned Fact) const {
    return Bits[Fact / 64] >> Fact % 64 & 1;
  }
  Premises &operator|=(const Premises &Other) {
    for (unsigned I = 0; I < Bits.size(); ++I)
      Bits[I] |= Other.Bits[I];
    return *this;
  }

private:
  std::array<uint64_t, MostFacts / 64> Bits{};
};

} // namespace sooth::cells

#endif
