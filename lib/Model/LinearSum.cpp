//===- LinearSum.cpp - Sums of token counts while they are read -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearSum.h"

using namespace sooth;

bool LinearSum::addNumber(llvm::StringRef Digits) {
  int64_t Value;
  return !Digits.getAsInteger(10, Value) &&
         !__builtin_add_overflow(Constant, Value, &Constant);
}

bool LinearSum::add(const LinearSum &Other) {
  Terms.insert(Terms.end(), Other.Terms.begin(), Other.Terms.end());
  return !__builtin_add_overflow(Constant, Other.Constant, &Constant);
}

bool LinearSum::subtract(const LinearSum &Other) {
  LinearSum Negative = Other;
  return Negative.scale(-1) && add(Negative);
}

bool LinearSum::multiply(const LinearSum &Other) {
  if (Other.isConstant())
    return scale(Other.Constant);
  Number Factor = Constant;
  *this = Other;
  return scale(Factor);
}

bool LinearSum::scale(Number Factor) {
  for (Term &T : Terms)
    if (__builtin_mul_overflow(T.Coefficient, Factor, &T.Coefficient))
      return false;
  return !__builtin_mul_overflow(Constant, Factor, &Constant);
}

/// What fits a formula, whose numbers have 64 bits.
static std::optional<int64_t> narrow(__int128 N) {
  if (N > INT64_MAX || N <= INT64_MIN)
    return std::nullopt;
  return int64_t(N);
}

static Relation relationOf(llvm::StringRef Operator) {
  if (Operator == "<=" || Operator == "<")
    return Relation::LessEqual;
  if (Operator == ">=" || Operator == ">")
    return Relation::GreaterEqual;
  return Operator == "!=" ? Relation::NotEqual : Relation::Equal;
}

std::optional<PetriFormula>
LinearSum::compareWithZero(llvm::StringRef Operator) const {
  const Number Shift = Operator == "<" ? -1 : Operator == ">" ? 1 : 0;
  Number Bound;
  if (__builtin_sub_overflow(Shift, Constant, &Bound))
    return std::nullopt;
  std::vector<LinearTerm> Narrow;
  for (const Term &T : Terms) {
    std::optional<int64_t> Coefficient = narrow(T.Coefficient);
    if (!Coefficient)
      return std::nullopt;
    Narrow.push_back({T.Place, *Coefficient});
  }
  std::optional<int64_t> NarrowBound = narrow(Bound);
  if (!NarrowBound)
    return std::nullopt;
  return PetriFormula::constraint(std::move(Narrow), relationOf(Operator),
                                  *NarrowBound);
}
