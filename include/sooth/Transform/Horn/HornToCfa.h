//===- HornToCfa.h - From Horn clauses to an automaton --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A predicate is a location, a clause from A to H is an edge from A to H, and
// a query is an edge to an error. State variables are places for arguments:
// predicates share those of the same sort, and places that a predicate does not
// need are zero. So a state at a location is a tuple of which the predicate
// must hold, an inductive invariant is a model of the clauses, and a run to an
// error is a derivation.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_HORNTOCFA_H
#define SOOTH_TRANSFORM_HORNTOCFA_H

#include "sooth/Result/Result.h"
#include "sooth/Solver/HornSystem.h"

#include <memory>

namespace sooth {

/// The way back. Refers to the clauses, which must outlive it.
class HornBackTranslation {
public:
  virtual ~HornBackTranslation();
  /// A model of the clauses if \p I is inductive. Nothing if a predicate has no
  /// formula in \p I and none can be found without quantifiers.
  virtual std::optional<HornModel> back(const CfaInvariant &I) const = 0;
  /// If \p T is not a run to an error, the result is no derivation either.
  virtual HornDerivation back(const CfaTrace &T) const = 0;
};

struct HornProgram {
  Cfa Model;
  std::unique_ptr<HornBackTranslation> Back;
};

/// Error location i of the result is query i. What division by zero yields is
/// a Havoc input.
HornProgram toCfa(const HornSystem &S);

} // namespace sooth

#endif
