//===- AddressSet.cpp - Addresses that a pointer may be -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressSet.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace sooth;
using namespace llvm;

static uint64_t distance(int64_t A, int64_t B) {
  return A > B ? uint64_t(A) - uint64_t(B) : uint64_t(B) - uint64_t(A);
}

bool Positions::mayOverlap(const Positions &Other, uint64_t Bytes) const {
  const uint64_t Apart = distance(First, Other.First);
  const uint64_t Common = std::gcd(Step, Other.Step);
  if (Common == 0)
    return Apart < Bytes;
  const uint64_t Rest = Apart % Common;
  return Rest < Bytes || Common - Rest < Bytes;
}

/// Adds \p New to \p Known, which stay few.
static bool addPlace(AddressSet::Places &Known, const Positions &New) {
  static constexpr size_t Most = 6;
  for (Positions &Old : Known) {
    if (Old.Anywhere && Old.Step &&
        distance(Old.First, New.First) % Old.Step == 0 &&
        New.Step % Old.Step == 0)
      return false;
    if (Old.First != New.First)
      continue;
    const Positions Both{Old.First, std::gcd(Old.Step, New.Step),
                         Old.Anywhere || New.Anywhere};
    if (Both == Old)
      return false;
    Old = Both;
    return true;
  }
  Known.push_back(New);
  if (Known.size() <= Most)
    return true;
  Positions All = Known.front();
  for (const Positions &P : Known)
    All.Step =
        std::gcd(std::gcd(All.Step, P.Step), distance(All.First, P.First));
  All.Anywhere = true;
  Known = {All};
  return true;
}

bool AddressSet::add(unsigned Object, const Positions &At) {
  auto [Known, IsNew] = Objects.try_emplace(Object);
  if (Object < FirstOwn)
    return IsNew;
  return addPlace(Known->second, At);
}

bool AddressSet::add(const AddressSet &Others) {
  bool Grows = false;
  if (&Others == this)
    return Grows;
  // Both are in order: unless few are added to many, they are gone through
  // side by side.
  static constexpr size_t Few = 4;
  const bool AreFew = Others.Objects.size() * Few < Objects.size();
  auto At = Objects.begin();
  for (const auto &[Object, Places] : Others.Objects) {
    if (AreFew)
      At = Objects.lower_bound(Object);
    while (At != Objects.end() && At->first < Object)
      ++At;
    if (At == Objects.end() || At->first != Object) {
      At = Objects.emplace_hint(At, Object, Places);
      Grows = true;
    } else if (Object >= FirstOwn) {
      for (const Positions &P : Places)
        Grows |= addPlace(At->second, P);
    }
  }
  return Grows;
}

static AddressSet changed(const AddressSet &Of, auto Change) {
  AddressSet Result;
  for (const auto &[Object, Places] : Of)
    if (Object < AddressSet::FirstOwn)
      Result.add(Object);
    else
      for (const Positions &At : Places)
        Result.add(Object, Change(At));
  return Result;
}

AddressSet AddressSet::moved(int64_t Distance) const {
  return changed(*this, [&](Positions At) {
    At.First += Distance;
    return At;
  });
}

AddressSet AddressSet::walked(uint64_t Step) const {
  return changed(*this, [&](Positions At) {
    At.Step = std::gcd(At.Step, Step);
    return At;
  });
}

AddressSet AddressSet::scattered(uint64_t Step) const {
  return changed(*this, [&](Positions At) {
    return Positions{At.First, std::gcd(At.Step, Step), true};
  });
}
