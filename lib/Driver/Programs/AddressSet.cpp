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

Positions sooth::around(const Positions &A, const Positions &B) {
  return {A.First,
          std::gcd(std::gcd(A.Step, B.Step), distance(A.First, B.First)), true};
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
    All = around(All, P);
  Known = {All};
  return true;
}

/// Adds \p Others to \p All; both are in order.
static void addAll(AddressSet::Objects &All,
                   const AddressSet::Objects &Others) {
  AddressSet::Objects Result;
  Result.reserve(All.size() + Others.size());
  auto At = All.begin();
  for (const auto &[Object, Places] : Others) {
    while (At != All.end() && At->first < Object)
      Result.push_back(std::move(*At++));
    if (At == All.end() || At->first != Object) {
      Result.push_back({Object, Places});
      continue;
    }
    Result.push_back(std::move(*At++));
    if (Object >= AddressSet::FirstOwn)
      for (const Positions &P : Places)
        addPlace(Result.back().second, P);
  }
  std::move(At, All.end(), std::back_inserter(Result));
  All = std::move(Result);
}

//===----------------------------------------------------------------------===//
// The pool
//===----------------------------------------------------------------------===//

const AddressPool::Entry *AddressPool::intern(AddressSet::Objects All) {
  return &*Entries.insert({std::move(All), this}).first;
}

AddressSet AddressPool::just(unsigned Object, const Positions &At) {
  return AddressSet(
      intern({{Object, {Object < AddressSet::FirstOwn ? Positions() : At}}}));
}

const AddressPool::Entry *AddressPool::both(const Entry *A, const Entry *B) {
  auto [Known, IsNew] = Unions.try_emplace({A, B});
  if (!IsNew)
    return Known->second;
  AddressSet::Objects All = A->All;
  addAll(All, B->All);
  return Known->second = intern(std::move(All));
}

static Positions changed(Positions At, uint64_t Step, bool IsAnywhere) {
  return {At.First, std::gcd(At.Step, Step), At.Anywhere || IsAnywhere};
}

const AddressPool::Entry *AddressPool::changed(const Entry *Of, Change How,
                                               uint64_t By) {
  auto [Known, IsNew] = Changes.try_emplace({Of, How, By});
  if (!IsNew)
    return Known->second;
  AddressSet::Objects All;
  for (const auto &[Object, Places] : Of->All) {
    All.push_back({Object, {}});
    if (Object < AddressSet::FirstOwn)
      All.back().second = Places;
    else
      for (const Positions &At : Places)
        addPlace(All.back().second,
                 How == Change::Moved
                     ? Positions{At.First + int64_t(By), At.Step, At.Anywhere}
                     : ::changed(At, By, How == Change::Scattered));
  }
  return Known->second = intern(std::move(All));
}

//===----------------------------------------------------------------------===//
// Sets
//===----------------------------------------------------------------------===//

bool AddressSet::add(const AddressSet &Others) {
  if (!Others.Known || Others.Known == Known)
    return false;
  const Entry *Old = std::exchange(
      Known, Known ? Known->Pool->both(Known, Others.Known) : Others.Known);
  return Known != Old;
}

bool AddressSet::contains(unsigned Object) const {
  auto At = lower_bound(*this, Object, [](const auto &Of, unsigned Number) {
    return Of.first < Number;
  });
  return At != end() && At->first == Object;
}

AddressSet AddressSet::moved(int64_t Distance) const {
  using Change = AddressPool::Change;
  return Known ? AddressSet(Known->Pool->changed(Known, Change::Moved,
                                                 uint64_t(Distance)))
               : *this;
}

AddressSet AddressSet::walked(uint64_t Step) const {
  using Change = AddressPool::Change;
  return Known ? AddressSet(Known->Pool->changed(Known, Change::Walked, Step))
               : *this;
}

AddressSet AddressSet::scattered(uint64_t Step) const {
  using Change = AddressPool::Change;
  return Known
             ? AddressSet(Known->Pool->changed(Known, Change::Scattered, Step))
             : *this;
}

static const AddressSet::Objects Nothing;

AddressSet::Objects::const_iterator AddressSet::begin() const {
  return Known ? Known->All.begin() : Nothing.begin();
}

AddressSet::Objects::const_iterator AddressSet::end() const {
  return Known ? Known->All.end() : Nothing.end();
}
