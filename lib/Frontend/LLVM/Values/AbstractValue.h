//===- AbstractValue.h - What a value may be ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets of values: numbers in a range, and pointers to objects at offsets in a
// range with a stride (Reps and Balakrishnan, Improved Memory-Access Analysis
// for x86 Executables, CC 2008, section 2, call the latter strided intervals).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_VALUES_ABSTRACTVALUE_H
#define SOOTH_LIB_FRONTEND_LLVM_VALUES_ABSTRACTVALUE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/ConstantRange.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace llvm {
class DataLayout;
class Type;
} // namespace llvm

namespace sooth {

/// Low, Low + Stride, ... up to High, in bytes; anything if it is not bounded.
struct Offsets {
  int64_t Low = 0, High = 0;
  /// 0 if there is one only.
  uint64_t Stride = 0;

  static Offsets any();
  static Offsets of(int64_t Only) { return {Only, Only, 0}; }
  bool isAny() const;
  bool isOne() const { return Low == High; }
  Offsets plus(int64_t Distance) const;
  Offsets plus(const Offsets &Other) const;
  /// Requires that \p Numbers has at most 64 bits, which have a sign.
  static Offsets scaled(const llvm::ConstantRange &Numbers, int64_t By);
  Offsets joined(const Offsets &Other) const;
  bool includes(const Offsets &Other) const;
  friend bool operator==(const Offsets &, const Offsets &) = default;
};

using ObjectId = uint32_t;

/// A set of values of one type.
struct AbstractValue {
  enum class Kind : uint8_t {
    Number,  ///< an integer in Range
    Pointer, ///< null, or to one of Targets, or anything
    Parts,   ///< a structure or array of Parts
    Other    ///< anything; of floating-point numbers, vectors, large arrays
  } What = Kind::Other;
  /// Of a pointer: whether it may be null, an address near that, at which there
  /// is nothing, or anything but null.
  bool MayBeNull = false, MayBeNowhere = false, MayBeAny = false;
  /// Or it has the content of memory that was never written.
  bool MayBeUnset = false;
  /// Two values of a state that have the same identity, which is not 0, are
  /// equal in each run.
  uint64_t Identity = 0;
  llvm::ConstantRange Range{1, /*isFullSet=*/true};
  /// The bytes of an array in an object: what a pointer into that array
  /// may access (C17 6.5.6p8).
  struct Bounds {
    int64_t Begin = INT64_MIN, End = INT64_MAX;
    bool isWhole() const { return Begin == INT64_MIN; }
    friend bool operator==(const Bounds &, const Bounds &) = default;
  };
  struct Target {
    ObjectId Object;
    Offsets At;
    Bounds In = {};
    bool isAlike(const Target &Other) const {
      return Object == Other.Object && In == Other.In;
    }
    friend bool operator==(const Target &, const Target &) = default;
  };
  /// In the order of their objects.
  llvm::SmallVector<Target, 1> Targets;
  std::vector<AbstractValue> Parts;

  static AbstractValue number(llvm::ConstantRange Range);
  static AbstractValue null();
  static AbstractValue anyPointer();
  static AbstractValue pointerTo(ObjectId Object, Offsets At);
  /// Everything that has this type.
  static AbstractValue anyOf(const llvm::Type *T);
  /// The same of zeros.
  static AbstractValue zeroOf(const llvm::Type *T);

  bool isNumber() const { return What == Kind::Number; }
  bool isPointer() const { return What == Kind::Pointer; }
  /// Whether there is no such value.
  bool isEmpty() const;
  /// Adds a target to a pointer.
  void addTarget(const Target &New);

  /// Whether both are the same set, whatever their identities.
  bool isEqual(const AbstractValue &Other) const;
};

/// Bounds that are tried before everything, when a range grows.
using Thresholds = llvm::ArrayRef<int64_t>;
enum class Growth { Exact, Widened };

/// What joining with others has changed: nothing, only that fewer values are
/// known to be equal, or that there are more values.
enum class Change { None, Equalities, Values };
inline void addChange(Change &To, Change More) { To = std::max(To, More); }

/// What is in \p A or \p B. If widened, bounds by which \p B exceeds \p A go to
/// the next of \p Steps, or as far as can be, so that only finitely many such
/// steps are possible. Both must be of one type; otherwise it is Other.
AbstractValue join(const AbstractValue &A, const AbstractValue &B,
                   Growth How = Growth::Exact, Thresholds Steps = {});

/// What \p A and \p B have in common; of numbers perhaps more.
AbstractValue common(const AbstractValue &A, const AbstractValue &B);

/// Whether all of \p B are in \p A: joining would not make it larger.
bool includes(const AbstractValue &A, const AbstractValue &B);

} // namespace sooth

#endif
