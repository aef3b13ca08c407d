//===- LinearSum.h - Sums of token counts while they are read -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_MODEL_LINEARSUM_H
#define SOOTH_LIB_MODEL_LINEARSUM_H

#include "sooth/Model/PetriFormula.h"

#include "llvm/ADT/StringRef.h"

namespace sooth {

/// Σ Coefficient · m(Place) + Constant, exactly: numbers are of any size that
/// formulas are written with. Operations say false if one has no room in 128
/// bits, after which the sum has no meaning.
class LinearSum {
public:
  void addPlace(PlaceId P) { Terms.push_back({P, 1}); }
  /// \p Digits must be digits. False from 2^63 on.
  [[nodiscard]] bool addNumber(llvm::StringRef Digits);
  [[nodiscard]] bool add(const LinearSum &Other);
  [[nodiscard]] bool subtract(const LinearSum &Other);
  /// Requires that one of the two is constant.
  [[nodiscard]] bool multiply(const LinearSum &Other);
  bool isConstant() const { return Terms.empty(); }

  /// The formula "this Operator 0", for <, <=, =, ==, !=, >=, >; nothing if
  /// PetriFormula has no room for its numbers.
  std::optional<PetriFormula> compareWithZero(llvm::StringRef Operator) const;

  /// What users are told if it says nothing, or addNumber() says false.
  static constexpr llvm::StringLiteral TooLarge =
      "a number is too large: tokens are counted, and compared with numbers, "
      "up to 2^63 - 1";

private:
  using Number = __int128;
  struct Term {
    PlaceId Place = 0;
    Number Coefficient = 1;
  };
  bool scale(Number Factor);
  std::vector<Term> Terms;
  Number Constant = 0;
};

} // namespace sooth

#endif
