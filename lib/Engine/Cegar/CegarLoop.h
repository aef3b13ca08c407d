//===- CegarLoop.h - Abstraction and refinement ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CEGAR_CEGARLOOP_H
#define SOOTH_LIB_ENGINE_CEGAR_CEGARLOOP_H

#include "Abstractor.h"
#include "Refiner.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace sooth::cegar {

/// What the paper calls the strategy, 3.1.2.
SearchOrder searchOrder(const CegarOptions &O);

/// Algorithm 3, on an automaton in the encoding of one's choice.
class CegarLoop {
public:
  CegarLoop(const Cfa &C, const CegarOptions &O);

  /// Called after each abstraction.
  using Observer = llvm::function_ref<void(const CegarLoop &)>;
  /// After Unknown{Timeout} it may be called again, to go on.
  CfaResult run(const Budget &B, Observer After);

  const Arg &graph() const { return G; }
  const Precision &precision() const { return P; }
  StateTable &table() { return Table; }
  const Refiner &refiner() const { return Refine; }
  const Domain &domain() const { return *D; }

private:
  CfaInvariant invariant();

  const Cfa &C;
  StateTable Table;
  std::unique_ptr<Domain> D;
  PrecisionAdjustment Adjust;
  Abstractor Abstraction;
  Refiner Refine;
  Arg G;
  Precision P;
};

} // namespace sooth::cegar

#endif
