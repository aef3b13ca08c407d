//===- Extents.h - Which array a pointer ranges over ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A guess, from the types in getelementptr, at how far a pointer moves: one
// that was made from an array in a structure is meant to stay in that array,
// whatever is added to it; where structures with arrays are elements of other
// arrays, in the innermost one; and one made from a row of a matrix in that
// row, if it is not a certain one. Nothing relies on the guess: the points-to
// analysis keeps what such pointers lead to apart from the rest of the
// structure, and each access through them is checked to be there
// (MemoryModel.h).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_EXTENTS_H
#define SOOTH_LIB_FRONTEND_LLVM_EXTENTS_H

#include "sooth/Frontend/LLVM/Base/Members.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace llvm {
class DataLayout;
class GEPOperator;
class Module;
class Value;
} // namespace llvm

namespace sooth {

/// Bytes from a pointer on, or from some bytes before it.
struct ByteRange {
  int64_t Begin;
  uint64_t Size;
};

/// The size of an array that goes on to the end of its object: more than
/// objects have.
inline constexpr uint64_t BytesToTheEnd = uint64_t(1) << 48;

/// What a getelementptr adds to a pointer, as far as it stays in one array.
struct PointerStep {
  int64_t Fixed = 0;
  /// Any multiple of this, or nothing if it is 0.
  uint64_t Stride = 0;
  /// The array that the variable part stays in, from the pointer before this
  /// step on; nothing if that may go anywhere.
  std::optional<ByteRange> Array;
};

/// The array that a pointer is meant to stay in.
struct Extent {
  uint64_t Size = 0;
  /// Where in the array the pointer is, if there is only one such place: from 0
  /// to Size.
  std::optional<int64_t> Position;
  friend bool operator==(const Extent &, const Extent &) = default;
};

class Extents {
public:
  /// Of all pointers in \p M. There are none if members are \p How = Joined.
  Extents(const llvm::Module &M, Members How);

  /// Nothing for a pointer that may go anywhere in its object. Where a pointer
  /// to a structure becomes \p As, which ranges over what comes first in it,
  /// that is meant.
  std::optional<Extent> of(const llvm::Value *Pointer,
                           const llvm::Value *As = nullptr) const;
  /// The steps of \p Gep, into one array in a structure after the other.
  /// Requires that its offset is a sum of scaled values.
  llvm::SmallVector<PointerStep, 2> stepsOf(const llvm::GEPOperator &Gep) const;

private:
  /// Grows from None over Array, with a position and without, to Whole.
  struct Guess {
    enum class Kind { None, Array, Whole } What = Kind::None;
    Extent In;
    friend bool operator==(const Guess &, const Guess &) = default;
  };

  Guess guess(const llvm::Value *V) const;
  Guess guess(const llvm::Value *V, const llvm::Value *As) const;
  Guess compute(const llvm::Value &V) const;
  Guess computeStep(const llvm::GEPOperator &Gep) const;
  void setArrays(const llvm::GEPOperator &Gep,
                 llvm::SmallVectorImpl<PointerStep> &Steps) const;
  static Guess meet(const Guess &A, const Guess &B);
  bool update(const llvm::Value &V);

  const llvm::DataLayout &Layout;
  Members How;
  llvm::DenseMap<const llvm::Value *, Guess> Guesses;
};

} // namespace sooth

#endif
