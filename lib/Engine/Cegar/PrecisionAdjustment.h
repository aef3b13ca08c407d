//===- PrecisionAdjustment.h - From formulas to what is tracked -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CEGAR_PRECISIONADJUSTMENT_H
#define SOOTH_LIB_ENGINE_CEGAR_PRECISIONADJUSTMENT_H

#include "sooth/Domain/Precision.h"
#include "sooth/Engine/Cegar/Cegar.h"

namespace sooth::cegar {

/// Variables that only ever have a few values, all of them written in the
/// program: constants are assigned, or other such variables. A program's state
/// machines look like that, and its own program counters.
ExprSet controlVariables(const Cfa &C);

/// Maps formulas to variables and predicates by domain and by how predicates
/// are split (paper 2.2.2 and 3.1.3).
class PrecisionAdjustment {
public:
  PrecisionAdjustment(const Cfa &C, const CegarOptions &O);

  Precision initial() const;

  /// How much to take from a path.
  enum class Effort {
    AsConfigured,
    WholeFormulas, ///< unsplit, too
    Everything     ///< and what the path's edges read
  };
  using Change = TrackedSet::Change;
  Change extend(Precision &P, LocationId L, Expr Formula, Effort E) const;
  /// Variables that the edges read, or conditions on them.
  Change extendByPath(Precision &P, llvm::ArrayRef<EdgeId> Path) const;

private:
  Change addVariables(TrackedSet &T, Expr Formula) const;
  Change addPredicates(TrackedSet &T, Expr Formula,
                       CegarOptions::SplitKind Split) const;
  Change addConditions(TrackedSet &T, const Edge &E) const;
  bool isExplicit(Expr Part) const;

  const Cfa &C;
  const CegarOptions &O;
  ExprSet State, Control;
};

} // namespace sooth::cegar

#endif
