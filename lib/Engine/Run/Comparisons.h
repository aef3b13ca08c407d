//===- Comparisons.h - What a run compares -------------------- -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers that comparisons of a run had as operands, and where inputs hold
// such a number: an input that is compared with 0xA5C3 may become that. (As
// Aschermann, Schumilo, Blazytko, Gawlik, Holz: REDQUEEN, NDSS 2019.)
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_RUN_COMPARISONS_H
#define SOOTH_LIB_ENGINE_RUN_COMPARISONS_H

#include "Tapes.h"

#include "sooth/Expr/Expr.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace sooth::run {

/// Of numbers of at most 64 bits, which are not equal.
struct ComparedPair {
  unsigned Site = 0;
  uint64_t Operands[2] = {0, 0};
};

class ComparisonLog {
public:
  /// An expression that compares.
  struct Site {
    unsigned Bits = 0;
    bool IsEquality = false;
    bool IsConstant[2] = {false, false};
    /// In the run of now.
    unsigned Differed = 0, Equal = 0;
    /// Of equations: what is new about operands that are equal (see
    /// hasNewEqual()), so far.
    unsigned NewEqual = 0;
  };

  /// Whether \p E compares numbers that might be inputs.
  static bool isOfInterest(Expr E);
  /// The number of \p E, which is of interest.
  unsigned siteOf(Expr E);
  void beginRun();
  void add(unsigned Site, uint64_t Left, uint64_t Right);

  const Site &at(unsigned Number) const { return Sites[Number]; }
  /// Those of the last run whose operands differed, in order; of each site the
  /// first ones only.
  llvm::ArrayRef<ComparedPair> all() const { return Differing; }
  /// The first one of a site; null if its operands were always equal.
  const ComparedPair *first(unsigned Site) const;
  /// Whether the operands of an equation were equal for the first, second, ...
  /// time in the last run and that number, which they were not in any run that
  /// was asked about. So words are passed character by character.
  bool hasNewEqual();

private:
  std::vector<Site> Sites;
  ExprMap<unsigned> Numbers;
  std::vector<ComparedPair> Differing;
  /// Hashes of these: what has the same one is left out.
  llvm::DenseSet<uint64_t> Hashes;
  /// The same of operands that were equal, with their site: in the last run,
  /// and in those that were asked about.
  std::vector<std::pair<unsigned, uint64_t>> EqualNow;
  llvm::DenseSet<uint64_t> EqualBefore;
};

/// Words of a tape, or cells, one after the other, that hold a number.
struct HeldNumber {
  bool IsInCells = false;
  size_t First = 0;
  unsigned Count = 1;
  bool HighestFirst = false;

  /// Writes \p Number of \p Bits there. False if it does not fit.
  bool write(Tape &T, uint64_t Number, unsigned Bits) const;
};

/// Where \p T holds \p Number of \p Bits: in one word that is as wide, or
/// narrower and extended, or wider and cut; or in 2, 4 or 8 words, such as
/// bytes, in either order. At most \p Most places.
llvm::SmallVector<HeldNumber, 8> placesOf(const Tape &T, uint64_t Number,
                                          unsigned Bits, size_t Most);

/// What to add to an input for \p Distance to become 0, if adding 1 to the
/// input adds \p Slope to it, modulo \p Bits bits.
std::optional<uint64_t> stepToZero(uint64_t Distance, uint64_t Slope,
                                   unsigned Bits);

} // namespace sooth::run

#endif
