//===- ContractTemplates.h - Facts that may hold in all runs --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_CONTRACTS_CONTRACTTEMPLATES_H
#define SOOTH_LIB_DRIVER_CONTRACTS_CONTRACTTEMPLATES_H

#include "ContractSteps.h"
#include "ObservedRuns.h"

#include "sooth/Domain/AffineHull.h"
#include "sooth/Expr/Evaluator.h"

namespace sooth {

/// The equations between terms at a point that hold where the guard does.
struct AffineGuess {
  unsigned Point;
  Expr Guard;
  std::vector<Expr> Terms;
  /// Of the values that they had.
  AffineHull Hull;

  /// Keeps what holds of this state, too. Returns whether that changed
  /// anything.
  bool add(Evaluator &State);
  /// That the guard does not hold, if there was no state yet.
  std::vector<Expr> formulas(ExprContext &Ctx) const;
};

/// By point: facts, without those that are in Equations.
struct Guesses {
  std::vector<std::vector<Expr>> Facts;
  std::vector<AffineGuess> Equations;
};

/// How much is guessed.
enum class GuessSize { Few, Many };

/// Facts that hold of all \p Samples, by point: comparisons from the text of
/// the program, over what is a parameter or a result there; comparisons of
/// variables with each other and with the program's constants; equations; and
/// these where a comparison of parameters holds.
Guesses guessFacts(const ModularProgram &P, const ContractSteps &Steps,
                   llvm::ArrayRef<std::vector<Sample>> Samples, GuessSize Size);

} // namespace sooth

#endif
