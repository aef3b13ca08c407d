//===- AbstractValue.cpp - What a value may be ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AbstractValue.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DerivedTypes.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace sooth;
using llvm::APInt;
using llvm::ConstantRange;

//===----------------------------------------------------------------------===//
// Offsets
//===----------------------------------------------------------------------===//

/// No object is that large.
static constexpr int64_t Farthest = int64_t(1) << 60;

Offsets Offsets::any() { return {-Farthest, Farthest, 1}; }

bool Offsets::isAny() const { return Low <= -Farthest || High >= Farthest; }

/// Offsets count modulo 2^64, so what leaves the bounds may come back anywhere.
static Offsets bounded(__int128 Low, __int128 High, uint64_t Stride) {
  if (Low <= -Farthest || High >= Farthest)
    return Offsets::any();
  return {int64_t(Low), int64_t(High), Low == High ? 0 : Stride};
}

Offsets Offsets::plus(int64_t Distance) const {
  return isAny() ? any()
                 : bounded(__int128(Low) + Distance, __int128(High) + Distance,
                           Stride);
}

Offsets Offsets::plus(const Offsets &Other) const {
  if (isAny() || Other.isAny())
    return any();
  return bounded(__int128(Low) + Other.Low, __int128(High) + Other.High,
                 std::gcd(Stride, Other.Stride));
}

Offsets Offsets::scaled(const ConstantRange &Numbers, int64_t By) {
  if (Numbers.isEmptySet() || By == 0)
    return of(0);
  const __int128 A = __int128(Numbers.getSignedMin().getSExtValue()) * By;
  const __int128 B = __int128(Numbers.getSignedMax().getSExtValue()) * By;
  return bounded(std::min(A, B), std::max(A, B), uint64_t(std::abs(By)));
}

Offsets Offsets::joined(const Offsets &Other) const {
  if (isAny() || Other.isAny())
    return any();
  const uint64_t Between =
      Low < Other.Low ? uint64_t(Other.Low - Low) : uint64_t(Low - Other.Low);
  return bounded(std::min(Low, Other.Low), std::max(High, Other.High),
                 std::gcd(std::gcd(Stride, Other.Stride), Between));
}

bool Offsets::includes(const Offsets &Other) const {
  return isAny() || joined(Other) == *this;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

AbstractValue AbstractValue::number(ConstantRange Range) {
  AbstractValue V;
  V.What = Kind::Number;
  V.Range = std::move(Range);
  return V;
}

AbstractValue AbstractValue::null() {
  AbstractValue V;
  V.What = Kind::Pointer;
  V.MayBeNull = true;
  return V;
}

AbstractValue AbstractValue::anyPointer() {
  AbstractValue V = null();
  V.MayBeAny = true;
  return V;
}

AbstractValue AbstractValue::pointerTo(ObjectId Object, Offsets At) {
  AbstractValue V;
  V.What = Kind::Pointer;
  V.Targets.push_back({Object, At});
  return V;
}

/// How many parts are told apart.
static constexpr uint64_t MostParts = 32;

template <typename OfScalarT>
static AbstractValue ofParts(const llvm::Type *T, OfScalarT OfScalar) {
  AbstractValue V;
  if (T->isIntegerTy() || T->isPointerTy())
    return OfScalar(T);
  if (auto *S = llvm::dyn_cast<llvm::StructType>(T);
      S && S->getNumElements() <= MostParts) {
    V.What = AbstractValue::Kind::Parts;
    for (const llvm::Type *E : S->elements())
      V.Parts.push_back(ofParts(E, OfScalar));
  } else if (auto *A = llvm::dyn_cast<llvm::ArrayType>(T);
             A && A->getNumElements() <= MostParts) {
    V.What = AbstractValue::Kind::Parts;
    for (uint64_t I = 0; I < A->getNumElements(); ++I)
      V.Parts.push_back(ofParts(A->getElementType(), OfScalar));
  }
  return V;
}

AbstractValue AbstractValue::anyOf(const llvm::Type *T) {
  return ofParts(T, [](const llvm::Type *Scalar) {
    return Scalar->isPointerTy()
               ? anyPointer()
               : number(ConstantRange::getFull(Scalar->getIntegerBitWidth()));
  });
}

AbstractValue AbstractValue::zeroOf(const llvm::Type *T) {
  return ofParts(T, [](const llvm::Type *Scalar) {
    return Scalar->isPointerTy() ? null()
                                 : number(ConstantRange(APInt::getZero(
                                       Scalar->getIntegerBitWidth())));
  });
}

bool AbstractValue::isEmpty() const {
  switch (What) {
  case Kind::Number:
    return Range.isEmptySet();
  case Kind::Pointer:
    return !MayBeNull && !MayBeNowhere && !MayBeAny && Targets.empty();
  case Kind::Parts:
    return llvm::any_of(Parts, [](auto &P) { return P.isEmpty(); });
  case Kind::Other:
    return false;
  }
  llvm_unreachable("a value of no kind");
}

void AbstractValue::addTarget(const Target &New) {
  auto IsBefore = [](const Target &A, const Target &B) {
    return std::tie(A.Object, A.In.Begin, A.In.End) <
           std::tie(B.Object, B.In.Begin, B.In.End);
  };
  auto Place = llvm::lower_bound(Targets, New, IsBefore);
  if (Place != Targets.end() && Place->isAlike(New))
    Place->At = Place->At.joined(New.At);
  else
    Targets.insert(Place, New);
}

bool AbstractValue::isEqual(const AbstractValue &Other) const {
  if (What != Other.What || MayBeUnset != Other.MayBeUnset)
    return false;
  switch (What) {
  case Kind::Number:
    return Range == Other.Range;
  case Kind::Pointer:
    return MayBeNull == Other.MayBeNull && MayBeAny == Other.MayBeAny &&
           MayBeNowhere == Other.MayBeNowhere && Targets == Other.Targets;
  case Kind::Parts:
    return Parts.size() == Other.Parts.size() &&
           llvm::all_of(llvm::zip_equal(Parts, Other.Parts), [](auto P) {
             return std::get<0>(P).isEqual(std::get<1>(P));
           });
  case Kind::Other:
    return true;
  }
  llvm_unreachable("a value of no kind");
}

//===----------------------------------------------------------------------===//
// Joins
//===----------------------------------------------------------------------===//

/// The bounds of \p New, where they exceed those of \p Old, and \p Old
/// otherwise, moved outwards to one of \p Steps.
static std::optional<std::pair<int64_t, int64_t>>
moveOut(int64_t OldLow, int64_t OldHigh, int64_t Low, int64_t High,
        int64_t Least, int64_t Most, Thresholds Steps) {
  if (Low >= OldLow)
    Low = OldLow;
  else {
    auto Next = std::upper_bound(Steps.begin(), Steps.end(), Low);
    Low = Next == Steps.begin() ? Least : std::max(Least, *std::prev(Next));
  }
  if (High <= OldHigh)
    High = OldHigh;
  else {
    auto Next = std::lower_bound(Steps.begin(), Steps.end(), High);
    High = Next == Steps.end() ? Most : std::min(Most, *Next);
  }
  if (Low == Least && High == Most)
    return std::nullopt;
  return std::pair{Low, High};
}

static ConstantRange widen(const ConstantRange &Old, const ConstantRange &New,
                           Thresholds Steps) {
  const unsigned Width = Old.getBitWidth();
  if (New == Old || Width > 64)
    return New == Old ? Old : ConstantRange::getFull(Width);
  if (Old.isEmptySet())
    return New;
  auto Made = [&](int64_t Low, int64_t High) {
    return ConstantRange::getNonEmpty(
        APInt(Width, uint64_t(Low), /*isSigned=*/true),
        APInt(Width, uint64_t(High), /*isSigned=*/true) + 1);
  };
  if (!Old.isSignWrappedSet() && !New.isSignWrappedSet()) {
    auto Bounds = moveOut(
        Old.getSignedMin().getSExtValue(), Old.getSignedMax().getSExtValue(),
        New.getSignedMin().getSExtValue(), New.getSignedMax().getSExtValue(),
        APInt::getSignedMinValue(Width).getSExtValue(),
        APInt::getSignedMaxValue(Width).getSExtValue(), Steps);
    return Bounds ? Made(Bounds->first, Bounds->second)
                  : ConstantRange::getFull(Width);
  }
  if (!Old.isWrappedSet() && !New.isWrappedSet() && Width < 64) {
    auto Bounds =
        moveOut(int64_t(Old.getUnsignedMin().getZExtValue()),
                int64_t(Old.getUnsignedMax().getZExtValue()),
                int64_t(New.getUnsignedMin().getZExtValue()),
                int64_t(New.getUnsignedMax().getZExtValue()), 0,
                int64_t(APInt::getMaxValue(Width).getZExtValue()), Steps);
    return Bounds ? Made(Bounds->first, Bounds->second)
                  : ConstantRange::getFull(Width);
  }
  return ConstantRange::getFull(Width);
}

static ConstantRange joined(const ConstantRange &A, const ConstantRange &B) {
  if (A.contains(B))
    return A;
  // An interval of signed numbers, as these are what programs mostly have.
  ConstantRange Signed = A.unionWith(B, ConstantRange::Signed);
  ConstantRange Small = A.unionWith(B, ConstantRange::Smallest);
  return Signed.isFullSet() ? Small : Signed;
}

static Offsets joined(const Offsets &A, const Offsets &B, Growth How,
                      Thresholds Steps) {
  Offsets All = A.joined(B);
  if (How == Growth::Exact || All == A || All.isAny())
    return All;
  auto Bounds =
      moveOut(A.Low, A.High, All.Low, All.High, -Farthest, Farthest, Steps);
  if (!Bounds)
    return Offsets::any();
  // On the grid that the others are on.
  const int64_t Stride = int64_t(std::max<uint64_t>(All.Stride, 1));
  auto Down = [&](int64_t N) { return N - N % Stride; };
  Offsets Wide{All.Low - Down(All.Low - Bounds->first),
               All.Low + Down(Bounds->second - All.Low), All.Stride};
  return Wide.isAny() ? Offsets::any() : Wide;
}

/// The one of \p Targets that is alike, or none.
template <typename TargetsT>
static auto *findAlike(TargetsT &Targets, const AbstractValue::Target &T) {
  auto *Place = llvm::lower_bound(
      Targets, T, [](auto &A, auto &B) { return A.Object < B.Object; });
  while (Place != Targets.end() && Place->Object == T.Object &&
         !Place->isAlike(T))
    ++Place;
  const bool IsThere = Place != Targets.end() && Place->isAlike(T);
  return IsThere ? &*Place : nullptr;
}

AbstractValue sooth::join(const AbstractValue &A, const AbstractValue &B,
                          Growth How, Thresholds Steps) {
  AbstractValue V = A;
  if (A.Identity != B.Identity)
    V.Identity = 0;
  V.MayBeUnset |= B.MayBeUnset;
  using Kind = AbstractValue::Kind;
  auto IsAlike = [&] {
    if (A.What != B.What)
      return false;
    return A.isNumber() ? A.Range.getBitWidth() == B.Range.getBitWidth()
                        : A.Parts.size() == B.Parts.size();
  };
  if (!IsAlike()) {
    AbstractValue Any;
    Any.MayBeUnset = V.MayBeUnset;
    return Any;
  }
  switch (A.What) {
  case Kind::Number: {
    ConstantRange All = joined(A.Range, B.Range);
    V.Range = How == Growth::Widened ? widen(A.Range, All, Steps) : All;
    break;
  }
  case Kind::Pointer:
    V.MayBeNull |= B.MayBeNull;
    V.MayBeNowhere |= B.MayBeNowhere;
    V.MayBeAny |= B.MayBeAny;
    for (const AbstractValue::Target &T : B.Targets)
      if (auto *Old = findAlike(V.Targets, T))
        Old->At = joined(Old->At, T.At, How, Steps);
      else
        V.addTarget(T);
    break;
  case Kind::Parts:
    for (auto [Here, There] : llvm::zip_equal(V.Parts, B.Parts))
      Here = join(Here, There, How, Steps);
    break;
  case Kind::Other:
    break;
  }
  return V;
}

AbstractValue sooth::common(const AbstractValue &A, const AbstractValue &B) {
  AbstractValue V = A;
  if (A.What != B.What)
    return V;
  if (A.isNumber()) {
    V.Range = A.Range.intersectWith(B.Range, ConstantRange::Signed);
    return V;
  }
  if (!A.isPointer())
    return V;
  V.MayBeNull = A.MayBeNull && B.MayBeNull;
  V.MayBeAny = A.MayBeAny && B.MayBeAny;
  V.MayBeNowhere =
      (A.MayBeNowhere || A.MayBeAny) && (B.MayBeNowhere || B.MayBeAny);
  if (V.MayBeAny)
    V.MayBeNowhere = A.MayBeNowhere;
  if (B.MayBeAny)
    return V;
  auto OfB = [&](ObjectId O) {
    return llvm::find_if(B.Targets, [&](auto &T) { return T.Object == O; });
  };
  if (A.MayBeAny) {
    // It is one of the others then.
    V.Targets = B.Targets;
    return V;
  }
  llvm::erase_if(V.Targets,
                 [&](auto &T) { return OfB(T.Object) == B.Targets.end(); });
  return V;
}

bool sooth::includes(const AbstractValue &A, const AbstractValue &B) {
  using Kind = AbstractValue::Kind;
  if (B.MayBeUnset && !A.MayBeUnset)
    return false;
  if (A.What != B.What)
    return A.What == Kind::Other;
  switch (A.What) {
  case Kind::Number:
    return A.Range.getBitWidth() == B.Range.getBitWidth() &&
           A.Range.contains(B.Range);
  case Kind::Pointer:
    return (A.MayBeNull || !B.MayBeNull) && (A.MayBeAny || !B.MayBeAny) &&
           (A.MayBeNowhere || !B.MayBeNowhere) &&
           llvm::all_of(B.Targets, [&](const AbstractValue::Target &T) {
             auto *Same = findAlike(A.Targets, T);
             return Same && Same->At.includes(T.At);
           });
  case Kind::Parts:
    return A.Parts.size() == B.Parts.size() &&
           llvm::all_of(llvm::zip_equal(A.Parts, B.Parts), [](auto P) {
             return includes(std::get<0>(P), std::get<1>(P));
           });
  case Kind::Other:
    return true;
  }
  llvm_unreachable("a value of no kind");
}
