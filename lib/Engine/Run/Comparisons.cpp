//===- Comparisons.cpp - What a run compares ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Comparisons.h"

#include "llvm/Support/MathExtras.h"

using namespace sooth;
using namespace sooth::run;

/// Of one site in one run; and how often equal operands are told apart.
static constexpr unsigned MostOfSite = 16, MostEqualCounted = 64;
/// Of one site in all runs.
static constexpr unsigned MostNewEqual = 256;

static uint64_t lowBits(uint64_t Word, unsigned Bits) {
  return Word & llvm::maskTrailingOnes<uint64_t>(Bits);
}

//===- The log ------------------------------------------------------------===//

bool ComparisonLog::isOfInterest(Expr E) {
  switch (E.kind()) {
  case Kind::Eq:
  case Kind::BvUlt:
  case Kind::BvUle:
  case Kind::BvSlt:
  case Kind::BvSle: {
    const Sort S = E.operand(0).sort();
    return S.isBitVec() && S.width() > 1 && S.width() <= 64 &&
           !(E.operand(0).isConst() && E.operand(1).isConst());
  }
  default:
    return false;
  }
}

unsigned ComparisonLog::siteOf(Expr E) {
  auto [It, IsNew] = Numbers.try_emplace(E, unsigned(Sites.size()));
  if (IsNew) {
    Site S;
    S.Bits = E.operand(0).sort().width();
    S.IsEquality = E.is(Kind::Eq);
    for (unsigned I : {0, 1})
      S.IsConstant[I] = E.operand(I).isConst();
    Sites.push_back(S);
  }
  return It->second;
}

void ComparisonLog::beginRun() {
  Differing.clear();
  Hashes.clear();
  EqualNow.clear();
  for (Site &S : Sites)
    S.Differed = S.Equal = 0;
}

/// No key that the set reserves.
static uint64_t hashOf(unsigned Site, uint64_t Left, uint64_t Right) {
  constexpr uint64_t Odd = 0x9e3779b97f4a7c15;
  return ((Left * Odd + Right) * Odd + Site) * Odd >> 1;
}

void ComparisonLog::add(unsigned Number, uint64_t Left, uint64_t Right) {
  Site &S = Sites[Number];
  if (Left == Right) {
    if (S.IsEquality && S.Equal < MostEqualCounted)
      EqualNow.push_back({Number, hashOf(Number, ++S.Equal, Left)});
    return;
  }
  if (S.Differed == MostOfSite)
    return;
  if (!Hashes.insert(hashOf(Number, Left, Right)).second)
    return;
  ++S.Differed;
  Differing.push_back({Number, {Left, Right}});
}

const ComparedPair *ComparisonLog::first(unsigned Number) const {
  auto Found = llvm::find_if(
      Differing, [&](const ComparedPair &C) { return C.Site == Number; });
  return Found == Differing.end() ? nullptr : &*Found;
}

bool ComparisonLog::hasNewEqual() {
  bool IsNew = false;
  for (auto [Number, Hash] : EqualNow) {
    Site &S = Sites[Number];
    if (S.NewEqual < MostNewEqual && EqualBefore.insert(Hash).second) {
      ++S.NewEqual;
      IsNew = true;
    }
  }
  return IsNew;
}

//===- Where inputs hold a number -----------------------------------------===//

namespace {
/// Words and cells of a tape are the same here.
struct TapeView {
  const Tape &T;
  bool IsOfCells;

  size_t size() const { return IsOfCells ? T.Cells.size() : T.Words.size(); }
  uint64_t word(size_t I) const {
    return IsOfCells ? T.Cells[I].Word : T.Words[I];
  }
  unsigned bits(size_t I) const {
    return IsOfCells ? T.Cells[I].Bits : T.Bits[I];
  }
  /// Whether the word after that one comes right after it.
  bool goesOn(size_t I) const {
    return I + 1 < size() && bits(I) == bits(I + 1) &&
           (!IsOfCells || (T.Cells[I].Array == T.Cells[I + 1].Array &&
                           T.Cells[I].Index + 1 == T.Cells[I + 1].Index));
  }
};
} // namespace

/// Whether \p Number of \p Bits is a number of \p Fewer bits, extended.
static bool fits(uint64_t Number, unsigned Bits, unsigned Fewer) {
  if (Fewer >= Bits || Number >> Fewer == 0)
    return true;
  const int64_t Signed = llvm::SignExtend64(Number, Bits);
  return llvm::SignExtend64(Signed, Fewer) == Signed;
}

static uint64_t joined(const TapeView &V, const HeldNumber &H) {
  uint64_t Number = 0;
  const unsigned Each = V.bits(H.First);
  for (unsigned I = 0; I < H.Count; ++I) {
    const unsigned Place = H.HighestFirst ? H.Count - 1 - I : I;
    Number |= lowBits(V.word(H.First + I), Each) << (Place * Each);
  }
  return Number;
}

bool HeldNumber::write(Tape &T, uint64_t Number, unsigned Bits) const {
  const TapeView V{T, IsInCells};
  if (First + Count > V.size())
    return false;
  const unsigned Each = V.bits(First), All = Each * Count;
  if (!fits(Number, Bits, All))
    return false;
  for (unsigned I = 0; I < Count; ++I) {
    const unsigned Place = HighestFirst ? Count - 1 - I : I;
    uint64_t &Word = IsInCells ? T.Cells[First + I].Word : T.Words[First + I];
    // What is wider keeps the rest.
    const uint64_t Kept = Each > Bits ? Word >> Bits << Bits : 0;
    Word = Kept | lowBits(Number >> (Place * Each), std::min(Each, Bits));
  }
  return true;
}

/// Whether the words are what is left of \p Number, or what it was made of.
static bool holds(const TapeView &V, const HeldNumber &H, uint64_t Number,
                  unsigned Bits) {
  const unsigned All = V.bits(H.First) * H.Count;
  const uint64_t Own = joined(V, H);
  if (All >= Bits)
    return lowBits(Own, Bits) == Number;
  return fits(Number, Bits, All) && lowBits(Number, All) == Own;
}

llvm::SmallVector<HeldNumber, 8> sooth::run::placesOf(const Tape &T,
                                                      uint64_t Number,
                                                      unsigned Bits,
                                                      size_t Most) {
  constexpr unsigned LeastBits = 4;
  llvm::SmallVector<HeldNumber, 8> Found;
  for (unsigned Count : {8, 4, 2, 1})
    for (bool IsOfCells : {false, true}) {
      const TapeView V{T, IsOfCells};
      size_t Connected = 0; // words before this one, without a gap
      for (size_t I = 0; I < V.size() && Found.size() < Most; ++I) {
        Connected = I && V.goesOn(I - 1) ? Connected + 1 : 1;
        const unsigned Each = V.bits(I);
        if (Connected < Count || Each < LeastBits || Each * Count > 64 ||
            (Count > 1 && Each * Count / 2 >= Bits))
          continue;
        for (bool HighestFirst : {true, false}) {
          if (HighestFirst && Count == 1)
            continue;
          HeldNumber H{IsOfCells, I + 1 - Count, Count, HighestFirst};
          if (holds(V, H, Number, Bits))
            Found.push_back(H);
        }
      }
    }
  return Found;
}

std::optional<uint64_t> sooth::run::stepToZero(uint64_t Distance,
                                               uint64_t Slope, unsigned Bits) {
  if (lowBits(Slope, Bits) == 0)
    return std::nullopt;
  const unsigned Zeros = llvm::countr_zero(Slope);
  if (lowBits(Distance, Zeros) != 0)
    return std::nullopt;
  // Newton's iteration doubles the bits of the inverse that are right.
  const uint64_t Odd = Slope >> Zeros;
  uint64_t Inverse = Odd;
  for (unsigned Right = 3; Right < 64; Right *= 2)
    Inverse *= 2 - Odd * Inverse;
  const uint64_t Steps = (-Distance >> Zeros) * Inverse;
  return llvm::SignExtend64(Steps, Bits - Zeros);
}
