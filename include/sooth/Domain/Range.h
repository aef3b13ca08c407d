//===- Range.h - Values between bounds ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DOMAIN_RANGE_H
#define SOOTH_DOMAIN_RANGE_H

#include "sooth/Expr/ExprContext.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/ArrayRef.h"

namespace sooth {

/// The values that a bit-vector may have, between bounds as an unsigned and as
/// a signed number.
class Range {
public:
  explicit Range(const llvm::APInt &One)
      : UnsignedLow(One), UnsignedHigh(One), SignedLow(One), SignedHigh(One) {}
  static Range full(unsigned Width);
  static Range empty(unsigned Width);
  /// Requires Low <= High.
  static Range ofUnsigned(llvm::APInt Low, llvm::APInt High);
  static Range ofSigned(llvm::APInt Low, llvm::APInt High);

  unsigned width() const { return UnsignedLow.getBitWidth(); }
  bool isEmpty() const {
    return UnsignedHigh.ult(UnsignedLow) || SignedHigh.slt(SignedLow);
  }
  bool isFull() const { return *this == full(width()); }
  /// The only value, or null. Requires that it is not empty.
  const llvm::APInt *single() const {
    return UnsignedLow == UnsignedHigh ? &UnsignedLow : nullptr;
  }
  /// Whether there are fewer numbers between the bounds with a sign than
  /// between those without.
  bool isSmallerWithSign() const {
    return (SignedHigh - SignedLow).ult(UnsignedHigh - UnsignedLow);
  }
  bool contains(const Range &Other) const;
  friend bool operator==(const Range &A, const Range &B) {
    return A.UnsignedLow == B.UnsignedLow && A.UnsignedHigh == B.UnsignedHigh &&
           A.SignedLow == B.SignedLow && A.SignedHigh == B.SignedHigh;
  }
  size_t hash() const;

  /// Of one width each.
  Range join(const Range &Other) const;
  Range meet(const Range &Other) const;
  /// A range that contains this one, which is not empty: the least with bounds
  /// among \p Numbers and the largest and least numbers.
  Range roundedTo(llvm::ArrayRef<llvm::APInt> Numbers) const;
  /// The same of those bounds that are not the ones of \p Old, which this range
  /// contains.
  Range widenedFrom(const Range &Old,
                    llvm::ArrayRef<llvm::APInt> Numbers) const;
  /// The numbers that are less (greater) than some number of this range, which
  /// is not empty, or equal; empty if there are none.
  Range less(bool IsSigned, bool OrEqual) const;
  Range greater(bool IsSigned, bool OrEqual) const;
  /// This range without the one value of \p Other, if that is a bound of it.
  Range without(const Range &Other) const;
  /// That \p Term is in the range. Requires that it is not empty.
  Expr formula(ExprContext &Ctx, Expr Term) const;

  // What operators of Kinds.def make of values in ranges that are not empty.
  Range add(const Range &B) const;
  Range sub(const Range &B) const;
  Range mul(const Range &B) const;
  Range udiv(const Range &B) const;
  Range urem(const Range &B) const;
  Range srem(const Range &B) const;
  Range complement() const; // of each bit
  Range bitAnd(const Range &B) const;
  Range bitOr(const Range &B) const;
  Range bitXor(const Range &B) const;
  /// Requires that \p Amount is less than the width.
  Range shl(unsigned Amount) const;
  Range lshr(unsigned Amount) const;
  Range ashr(unsigned Amount) const;
  Range zeroExtend(unsigned Width) const;
  Range signExtend(unsigned Width) const;
  Range truncate(unsigned Width) const;

  llvm::APInt UnsignedLow, UnsignedHigh, SignedLow, SignedHigh;

private:
  Range(llvm::APInt UnsignedLow, llvm::APInt UnsignedHigh,
        llvm::APInt SignedLow, llvm::APInt SignedHigh)
      : UnsignedLow(std::move(UnsignedLow)),
        UnsignedHigh(std::move(UnsignedHigh)), SignedLow(std::move(SignedLow)),
        SignedHigh(std::move(SignedHigh)) {}
  Range tightened() const;
  using Operation = llvm::APInt (llvm::APInt::*)(const llvm::APInt &,
                                                 bool &Wraps) const;
  Range ends(const Range &B, Operation Unsigned, Operation Signed) const;
};

} // namespace sooth

#endif
