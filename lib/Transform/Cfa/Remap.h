//===- Remap.h - The way back of transforms that keep edges ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_TRANSFORM_REMAP_H
#define SOOTH_LIB_TRANSFORM_REMAP_H

#include "sooth/Transform/Cfa/BackTranslation.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

namespace sooth {

/// New locations are old ones, new edges are paths of old ones with the same
/// inputs.
struct Remap : CfaBackTranslation {
  explicit Remap(ExprContext &Ctx) : Ctx(Ctx) {}

  CfaTrace back(const CfaTrace &T) const override;
  CfaInvariant back(const CfaInvariant &I) const override;
  CfaUnwinding back(const CfaUnwinding &U) const;
  using CfaBackTranslation::back;

  /// The identity on \p C.
  static std::unique_ptr<Remap> identity(const Cfa &C);

  ExprContext &Ctx;
  std::vector<LocationId> Locations;
  std::vector<llvm::SmallVector<EdgeId, 1>> Edges;
  /// Old locations that are gone and need a formula.
  std::vector<std::pair<LocationId, Expr>> Dropped;
  /// Initial values of variables that are gone.
  Valuation Initial;
  /// Holds of the variables that are gone, everywhere; may be null.
  Expr Fact;
  /// May be empty: what holds at a new location besides.
  std::vector<Expr> FactAt;
  /// May be null: variables that are zero at a new location but may be
  /// anything in the original.
  std::function<std::vector<Expr>(LocationId)> DeadAt;
};

/// \p C without locations, edges and errors, which the caller copies.
Cfa copyVariables(const Cfa &C);
/// All locations, errors and the entry of \p From.
void copyLocations(const Cfa &From, Cfa &To);
/// \p E without its source steps: traces show those of the original.
Edge copyEdge(const Edge &E);
llvm::BitVector errorLocations(const Cfa &C);
/// The conjuncts of init that give a variable a constant value.
ExprMap<Expr> initialConstants(const Cfa &C);
/// The last of \p Stages, each of which was made from the one before, with the
/// way back through all of them. Requires at least one.
TransformedCfa chain(std::vector<std::unique_ptr<TransformedCfa>> Stages);

} // namespace sooth

#endif
