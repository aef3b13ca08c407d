//===- LinearProblem.cpp - Systems of linear constraints ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Solver/LinearProblem.h"

#include "llvm/ADT/DynamicAPInt.h"

#include <cassert>

using namespace sooth;
using llvm::DynamicAPInt;

LinearRow LinearRow::atLeast(std::vector<RowTerm> Terms, int64_t Bound) {
  return {std::move(Terms), Kind::AtLeast, Bound};
}

LinearRow LinearRow::atMost(std::vector<RowTerm> Terms, int64_t Bound) {
  assert(Bound != INT64_MIN && "has no opposite");
  for (RowTerm &T : Terms)
    T.Coefficient = -T.Coefficient;
  return {std::move(Terms), Kind::AtLeast, -Bound};
}

LinearRow LinearRow::equal(std::vector<RowTerm> Terms, int64_t Bound) {
  return {std::move(Terms), Kind::Equal, Bound};
}

bool LinearRow::holds(llvm::ArrayRef<int64_t> Values) const {
  DynamicAPInt Sum(0);
  for (const RowTerm &T : Terms)
    Sum += DynamicAPInt(T.Coefficient) * DynamicAPInt(Values[T.Variable]);
  return Rel == Kind::Equal ? Sum == Bound : Sum >= Bound;
}

bool sooth::refutes(const FarkasCertificate &C, const LinearProblem &P) {
  std::vector<__int128> Column(P.Variables, 0);
  __int128 Bound = 0;
  auto Accumulate = [](__int128 &Sum, int64_t A, int64_t B) {
    // A product of two 64-bit numbers always fits.
    return !__builtin_add_overflow(Sum, __int128(A) * B, &Sum);
  };
  for (const FarkasCertificate::Entry &E : C.Entries) {
    if (E.Row >= P.Rows.size())
      return false;
    const LinearRow &R = *P.Rows[E.Row];
    if (R.Rel == LinearRow::Kind::AtLeast && E.Multiplier < 0)
      return false;
    if (!Accumulate(Bound, R.Bound, E.Multiplier))
      return false;
    for (const RowTerm &T : R.Terms)
      if (!Accumulate(Column[T.Variable], T.Coefficient, E.Multiplier))
        return false;
  }
  for (__int128 Sum : Column)
    if (Sum > 0)
      return false;
  return Bound > 0;
}
