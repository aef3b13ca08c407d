//===- AigBuilder.cpp - Circuits of and-gates -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AigBuilder.h"

using namespace sooth;

AigLiteral AigBuilder::conjunction(AigLiteral A, AigLiteral B) {
  if (A > B)
    std::swap(A, B);
  if (A == AigFalse || A == negated(B))
    return AigFalse;
  if (A == AigTrue || A == B)
    return B;
  auto [It, IsNew] = Known.try_emplace({A, B}, 2 * M.numVariables());
  if (IsNew)
    M.Gates.push_back({A, B});
  return It->second;
}

AigLiteral AigBuilder::different(AigLiteral A, AigLiteral B) {
  return disjunction(conjunction(A, negated(B)), conjunction(negated(A), B));
}

AigLiteral AigBuilder::choice(AigLiteral If, AigLiteral Then, AigLiteral Else) {
  if (Then == Else)
    return Then;
  return disjunction(conjunction(If, Then), conjunction(negated(If), Else));
}

AigLiteral AigBuilder::equal(const AigWord &A, const AigWord &B) {
  AigLiteral Result = AigTrue;
  for (size_t I = 0; I < A.size(); ++I)
    Result = conjunction(Result, negated(different(A[I], B[I])));
  return Result;
}

/// From the lowest bit: where both differ, B decides. Of signed numbers the
/// highest bit decides the other way round.
AigLiteral AigBuilder::lessThan(const AigWord &A, const AigWord &B,
                                bool IsSigned) {
  AigLiteral Less = AigFalse;
  for (size_t I = 0; I < A.size(); ++I) {
    const bool IsSign = IsSigned && I + 1 == A.size();
    Less = choice(different(A[I], B[I]), IsSign ? A[I] : B[I], Less);
  }
  return Less;
}

AigWord AigBuilder::choice(AigLiteral If, const AigWord &Then,
                           const AigWord &Else) {
  AigWord Result;
  for (size_t I = 0; I < Then.size(); ++I)
    Result.push_back(choice(If, Then[I], Else[I]));
  return Result;
}

AigWord AigBuilder::complement(const AigWord &A) {
  AigWord Result;
  for (AigLiteral L : A)
    Result.push_back(negated(L));
  return Result;
}

AigWord AigBuilder::sum(const AigWord &A, const AigWord &B, AigLiteral Carry) {
  AigWord Result;
  for (size_t I = 0; I < A.size(); ++I) {
    const AigLiteral Half = different(A[I], B[I]);
    Result.push_back(different(Half, Carry));
    Carry = disjunction(conjunction(A[I], B[I]), conjunction(Half, Carry));
  }
  return Result;
}

AigWord AigBuilder::product(const AigWord &A, const AigWord &B) {
  const size_t Width = A.size();
  AigWord Result(Width, AigFalse);
  for (size_t I = 0; I < Width; ++I) {
    if (B[I] == AigFalse)
      continue;
    AigWord Row(Width, AigFalse);
    for (size_t J = I; J < Width; ++J)
      Row[J] = conjunction(A[J - I], B[I]);
    Result = sum(Result, Row);
  }
  return Result;
}

/// By hand, from the highest bit. For a divisor of zero the quotient's bits are
/// all one, and the remainder is the dividend, as no subtraction changes it.
std::pair<AigWord, AigWord> AigBuilder::quotient(const AigWord &A,
                                                 const AigWord &B) {
  const size_t Width = A.size();
  AigWord Quotient(Width), Divisor = B;
  Divisor.push_back(AigFalse);
  AigWord Rest(Width + 1, AigFalse);
  for (size_t I = Width; I-- > 0;) {
    Rest.insert(Rest.begin(), A[I]);
    Rest.pop_back();
    Quotient[I] = negated(lessThan(Rest, Divisor, /*IsSigned=*/false));
    Rest = choice(Quotient[I], difference(Rest, Divisor), Rest);
  }
  Rest.pop_back();
  return {Quotient, Rest};
}

std::pair<AigWord, AigWord> AigBuilder::signedQuotient(const AigWord &A,
                                                       const AigWord &B) {
  auto Magnitude = [&](const AigWord &W) {
    return choice(W.back(), negative(W), W);
  };
  auto [Quotient, Rest] = quotient(Magnitude(A), Magnitude(B));
  return {choice(different(A.back(), B.back()), negative(Quotient), Quotient),
          choice(A.back(), negative(Rest), Rest)};
}

AigWord AigBuilder::shifted(const AigWord &A, const AigWord &Amount, Shift To,
                            AigLiteral Fill) {
  const size_t Width = A.size();
  AigWord Result = A;
  AigLiteral TooFar = AigFalse;
  for (size_t Bit = 0; Bit < Amount.size(); ++Bit) {
    if (Bit >= 32 || (size_t(1) << Bit) >= Width) {
      TooFar = disjunction(TooFar, Amount[Bit]);
      continue;
    }
    const size_t By = size_t(1) << Bit;
    AigWord Moved(Width, Fill);
    for (size_t I = 0; I + By < Width; ++I)
      if (To == Shift::Left)
        Moved[I + By] = Result[I];
      else
        Moved[I] = Result[I + By];
    Result = choice(Amount[Bit], Moved, Result);
  }
  return choice(TooFar, AigWord(Width, Fill), Result);
}
