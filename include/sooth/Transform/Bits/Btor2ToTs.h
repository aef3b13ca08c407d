//===- Btor2ToTs.h - Word-level hardware as a transition system -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_BITS_BTOR2TOTS_H
#define SOOTH_TRANSFORM_BITS_BTOR2TOTS_H

#include "sooth/Model/Btor2.h"
#include "sooth/Result/Result.h"

namespace sooth {

/// The transition system of a model, and what becomes of its runs. Inputs that
/// a bad state, a constraint or an initial value depends on are state
/// variables whose next value is any. What no property depends on is left out.
class Btor2System {
public:
  /// Requires that no variable of \p Ctx has been made yet. Keeps a reference
  /// to \p M.
  Btor2System(ExprContext &Ctx, const Btor2Model &M);
  const TransitionSystem &system() const { return TS; }
  /// Requires a run of system(). Values that do not matter are zero.
  Btor2Run run(const TsTrace &T) const;

private:
  ExprContext &Ctx;
  const Btor2Model &M;
  TransitionSystem TS;
  std::vector<Expr> InputVars, StateVars; ///< null for what is left out
};

} // namespace sooth

#endif
