//===- AigerToTs.h - Bit-level hardware as a transition system ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_BITS_AIGERTOTS_H
#define SOOTH_TRANSFORM_BITS_AIGERTOTS_H

#include "sooth/Model/Aiger.h"
#include "sooth/Result/Result.h"

namespace sooth {

/// The transition system of a model, and what becomes of its runs. Inputs that
/// a bad state or a constraint depends on are state variables whose next value
/// is any. What no property depends on is left out.
class AigerSystem {
public:
  /// Requires that no variable of \p Ctx has been made yet. Keeps a reference
  /// to \p M.
  AigerSystem(ExprContext &Ctx, const AigerModel &M);
  const TransitionSystem &system() const { return TS; }
  /// Requires a run of system(). Values that do not matter are zero.
  AigerRun run(const TsTrace &T) const;

private:
  const AigerModel &M;
  TransitionSystem TS;
  std::vector<Expr> InputVars, LatchVars; ///< null for what is left out
};

} // namespace sooth

#endif
