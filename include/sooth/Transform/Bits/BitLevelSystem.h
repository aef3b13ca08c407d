//===- BitLevelSystem.h - Words as bits -----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_BITS_BITLEVELSYSTEM_H
#define SOOTH_TRANSFORM_BITS_BITLEVELSYSTEM_H

#include "sooth/Model/Aiger.h"

namespace sooth {

/// A system as an and-inverter graph, and which bits of which variables its
/// inputs and latches are.
struct BitLevelSystem {
  struct Bit {
    Expr Var; ///< a Bool or a bit-vector
    unsigned Position = 0;
    /// As a formula.
    Expr term(ExprContext &Ctx) const;
  };
  AigerModel Model;
  std::vector<Bit> Inputs, Latches;
};

/// Requires a system that makeFunctional() has made. Fails, with a sentence for
/// the user, if it has numbers without bounds or arrays.
llvm::Expected<BitLevelSystem> toBits(const TransitionSystem &M);

} // namespace sooth

#endif
