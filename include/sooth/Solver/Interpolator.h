//===- Interpolator.h - Why a sequence of formulas contradicts ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sequence interpolants (EUFORIA dissertation, Definition 4.4): what is known
// after each step of an infeasible path, in terms of what the next steps read.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SOLVER_INTERPOLATOR_H
#define SOOTH_SOLVER_INTERPOLATOR_H

#include "sooth/Expr/ExprContext.h"
#include "sooth/Support/Budget.h"

#include <memory>
#include <string>
#include <vector>

namespace sooth {

struct Interpolation {
  enum class Outcome {
    Interpolants,
    Satisfiable, // the parts do not contradict
    Failed,      // out of budget, or the method does not find any
  };
  Outcome What = Outcome::Failed;
  /// After Interpolants: I_1, …, I_{n-1}.
  std::vector<Expr> I;
  /// After Failed.
  std::string Why;

  /// After Failed: whether that is because a method was found to be wrong.
  bool IsWrong = false;
  static Interpolation failed(std::string Why) {
    Interpolation I;
    I.Why = std::move(Why);
    return I;
  }
};

/// Finds sequence interpolants of formulas A_0, …, A_{n-1} whose conjunction is
/// unsatisfiable: I_1, …, I_{n-1} such that, with I_0 = true and I_n = false,
/// I_i ∧ A_i ⇒ I_{i+1} for every i, and the variables of I_i occur both in
/// A_0, …, A_{i-1} and in A_i, …, A_{n-1}. With n = 2, I_1 is Craig's
/// interpolant. No quantifiers: of arrays there need not be any.
class Interpolator {
public:
  virtual ~Interpolator();
  /// Requires at least one part; parts are Boolean. Ends soon after \p B does,
  /// as Failed.
  virtual Interpolation interpolate(llvm::ArrayRef<Expr> Parts,
                                    const Budget &B) = 0;
};

/// From which end the parts are gone through: strongest postconditions from the
/// first one, or weakest preconditions from the last.
enum class CoreInterpolation { Forward, Backward };

/// Newton-style: keeps an unsatisfiable core of the parts, goes through them
/// from one end and projects what is known onto the live variables, those that
/// the rest still reads. Works for every theory; see CoreInterpolator.cpp.
std::unique_ptr<Interpolator>
createCoreInterpolator(ExprContext &Ctx,
                       CoreInterpolation From = CoreInterpolation::Forward);

/// Solves a linear Horn chain with z3's Spacer engine, see
/// SpacerInterpolator.cpp: good on linear arithmetic, arrays and short chains
/// over bit-vectors.
std::unique_ptr<Interpolator> createSpacerInterpolator(ExprContext &Ctx);

/// Tries one after the other, each but the last for at most \p Seconds, until
/// one does not fail. Requires at least one.
std::unique_ptr<Interpolator>
createFallbackInterpolator(std::vector<std::unique_ptr<Interpolator>> Members,
                           double Seconds);

/// \p R if it is right about \p Parts: checks the variables of and the
/// implications between interpolants, or that satisfiable parts are, in fresh
/// solvers. Otherwise Failed: IsWrong, or just not validated within \p B.
Interpolation validated(llvm::ArrayRef<Expr> Parts, Interpolation R,
                        ExprContext &Ctx, const Budget &B);

/// What a validating interpolator does about what is wrong.
enum class OnWrongInterpolants { Fail, StopProgram };

/// Validates what \p Inner answers. What is wrong stays Failed or ends the
/// program (report_fatal_error).
std::unique_ptr<Interpolator> createValidatingInterpolator(
    std::unique_ptr<Interpolator> Inner, ExprContext &Ctx,
    OnWrongInterpolants OnWrong = OnWrongInterpolants::Fail);

} // namespace sooth

#endif
