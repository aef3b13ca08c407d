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

/// Σ Coefficient · m(Place) + Constant. Operations say false if a number does
/// not fit, after which the sum has no meaning.
class LinearSum {
public:
  void addPlace(PlaceId P) { Terms.push_back({P, 1}); }
  /// \p Digits must be digits.
  [[nodiscard]] bool addNumber(llvm::StringRef Digits);
  [[nodiscard]] bool add(const LinearSum &Other);
  [[nodiscard]] bool subtract(const LinearSum &Other);
  /// Requires that one of the two is constant.
  [[nodiscard]] bool multiply(const LinearSum &Other);
  bool isConstant() const { return Terms.empty(); }

  /// The formula "this Operator 0", for <, <=, =, ==, !=, >=, >; nothing if
  /// numbers do not fit.
  std::optional<PetriFormula> compareWithZero(llvm::StringRef Operator) const;

private:
  bool scale(int64_t Factor);
  std::vector<LinearTerm> Terms;
  int64_t Constant = 0;
};

} // namespace sooth

#endif
