//===- PrecisionAdjustment.h - From formulas to what is tracked -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CEGAR_PRECISIONADJUSTMENT_H
#define SOOTH_LIB_ENGINE_CEGAR_PRECISIONADJUSTMENT_H

#include "sooth/Domain/Domain.h"
#include "sooth/Engine/Cegar/Cegar.h"

namespace sooth::cegar {

/// Adds to the precision of each location what the domain learns from a path
/// (paper 2.2.2 and 3.1.3).
class PrecisionAdjustment {
public:
  PrecisionAdjustment(const Cfa &C, const CegarOptions &O, const Domain &D);

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
  Change addConditions(TrackedSet &T, const Edge &E) const;
  bool tracksVariables() const {
    return D.tracks() == Domain::Tracks::Variables;
  }

  const Cfa &C;
  const CegarOptions &O;
  const Domain &D;
  ExprSet State;
};

} // namespace sooth::cegar

#endif
