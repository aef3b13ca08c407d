//===- Tapes.h - What a run reads ----------------------------- -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_RUN_TAPES_H
#define SOOTH_LIB_ENGINE_RUN_TAPES_H

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

namespace sooth::run {

/// Values in the order in which they are asked for, as words.
struct Tape {
  /// One of an array that is given from outside: which, in the order in which
  /// they are given.
  struct Cell {
    unsigned Array = 0;
    uint64_t Index = 0, Word = 0;
    uint8_t Bits = 0;
    bool isBefore(const Cell &Other) const {
      return std::tie(Array, Index) < std::tie(Other.Array, Other.Index);
    }
  };

  std::vector<uint64_t> Words;
  /// How many bits of each word count.
  std::vector<uint8_t> Bits;
  /// Those that are read, in order.
  std::vector<Cell> Cells;

  bool isEmpty() const { return Words.empty() && Cells.empty(); }
  void cut(size_t Size) {
    Words.resize(Size);
    Bits.resize(Size);
  }
  void erase(size_t First, size_t Last) {
    Words.erase(Words.begin() + First, Words.begin() + Last);
    Bits.erase(Bits.begin() + First, Bits.begin() + Last);
  }
};

/// All that a run depends on.
struct Tapes {
  Tape Inputs;         ///< first those variables that init leaves open
  Tape Approximations; ///< what the model does not know
  Tape Choices;        ///< between edges that can be taken
};

} // namespace sooth::run

#endif
