//===- AigBuilder.h - Circuits of and-gates -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_TRANSFORM_BITS_AIGBUILDER_H
#define SOOTH_LIB_TRANSFORM_BITS_AIGBUILDER_H

#include "sooth/Model/Aiger.h"

#include "llvm/ADT/DenseMap.h"

namespace sooth {

/// A number of bits, the lowest one first.
using AigWord = std::vector<AigLiteral>;

/// Adds gates to a model, each once. Words of one operation are equally wide.
class AigBuilder {
public:
  explicit AigBuilder(AigerModel &M) : M(M) {}

  AigLiteral conjunction(AigLiteral A, AigLiteral B);
  AigLiteral disjunction(AigLiteral A, AigLiteral B) {
    return negated(conjunction(negated(A), negated(B)));
  }
  AigLiteral different(AigLiteral A, AigLiteral B);
  AigLiteral choice(AigLiteral If, AigLiteral Then, AigLiteral Else);

  AigLiteral equal(const AigWord &A, const AigWord &B);
  AigLiteral lessThan(const AigWord &A, const AigWord &B, bool IsSigned);
  AigWord choice(AigLiteral If, const AigWord &Then, const AigWord &Else);
  AigWord complement(const AigWord &A);
  AigWord sum(const AigWord &A, const AigWord &B, AigLiteral Carry = AigFalse);
  AigWord difference(const AigWord &A, const AigWord &B) {
    return sum(A, complement(B), AigTrue);
  }
  AigWord negative(const AigWord &A) {
    return difference(AigWord(A.size(), AigFalse), A);
  }
  AigWord product(const AigWord &A, const AigWord &B);
  /// Quotient and remainder, as SMT-LIB has them for zero, too.
  std::pair<AigWord, AigWord> quotient(const AigWord &A, const AigWord &B);
  std::pair<AigWord, AigWord> signedQuotient(const AigWord &A,
                                             const AigWord &B);
  enum class Shift { Left, Right };
  /// What comes in is \p Fill.
  AigWord shifted(const AigWord &A, const AigWord &Amount, Shift To,
                  AigLiteral Fill);

private:
  AigerModel &M;
  llvm::DenseMap<std::pair<AigLiteral, AigLiteral>, AigLiteral> Known;
};

} // namespace sooth

#endif
