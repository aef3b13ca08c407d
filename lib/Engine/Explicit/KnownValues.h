//===- KnownValues.h - Variables that are constants -------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_EXPLICIT_KNOWNVALUES_H
#define SOOTH_LIB_ENGINE_EXPLICIT_KNOWNVALUES_H

#include "sooth/Expr/Traversal.h"
#include "sooth/Model/Cfa.h"

#include <map>
#include <optional>

namespace sooth::explicitly {

/// What is known of a state: scalars that are constants, and cells of arrays
/// at constant indices. All else may be anything.
class KnownValues {
public:
  explicit KnownValues(ExprContext &Ctx) : Ctx(&Ctx) {}

  /// \p Condition, a conjunction, holds.
  void learn(Expr Condition);
  /// \p E where this is known.
  Expr operator()(Expr E) const;
  /// After the updates of \p E. Forgets variables for which \p IsLive is not
  /// true.
  KnownValues after(const Edge &E, llvm::function_ref<bool(Expr)> IsLive) const;
  /// All of it.
  Expr formula() const;

private:
  void set(Expr Var, Expr New);
  Substitution substitution() const;

  ExprContext *Ctx;
  /// By variable: a constant; or a chain of stores to the variable itself, or
  /// a constant array. In the order of ids, so that formulas are the same.
  std::map<unsigned, std::pair<Expr, Expr>> Values;
};

} // namespace sooth::explicitly

#endif
