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
  int64_t Factor = Constant;
  *this = Other;
  return scale(Factor);
}

bool LinearSum::scale(int64_t Factor) {
  for (LinearTerm &T : Terms)
    if (__builtin_mul_overflow(T.Coefficient, Factor, &T.Coefficient))
      return false;
  return !__builtin_mul_overflow(Constant, Factor, &Constant);
}

std::optional<PetriFormula>
LinearSum::compareWithZero(llvm::StringRef Operator) const {
  int64_t Bound;
  if (__builtin_sub_overflow(int64_t(0), Constant, &Bound))
    return std::nullopt;
  Relation Rel = Relation::Equal;
  if (Operator == "<=" || Operator == "<")
    Rel = Relation::LessEqual;
  else if (Operator == ">=" || Operator == ">")
    Rel = Relation::GreaterEqual;
  else if (Operator == "!=")
    Rel = Relation::NotEqual;
  int64_t Shift = Operator == "<" ? -1 : Operator == ">" ? 1 : 0;
  if (__builtin_add_overflow(Bound, Shift, &Bound))
    return std::nullopt;
  return PetriFormula::constraint(Terms, Rel, Bound);
}
