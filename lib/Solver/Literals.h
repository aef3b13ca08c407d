//===- Literals.h - What may be said about a model ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_SOLVER_LITERALS_H
#define SOOTH_LIB_SOLVER_LITERALS_H

#include "sooth/Expr/Traversal.h"

#include <optional>

namespace sooth {

/// Term ≤ At (Upper) or At ≤ Term (Lower).
struct Bound {
  enum class Order { Unsigned, Signed, Linear };
  enum class Side { Upper, Lower };
  Expr Term;
  Value Limit;
  Order Ordering;
  Side Is;

  Expr literal(ExprContext &Ctx) const;
  /// The same bound, weaker by \p Distance; nothing if that says nothing.
  std::optional<Bound> weakened(const llvm::APInt &Distance) const;
  /// How many bits a useful distance has.
  unsigned distanceBits() const;
};

/// Proposes literals to make cubes of: over the variables that \p Facts and
/// \p Rest share, and true in a given model.
class LiteralSource {
public:
  LiteralSource(ExprContext &Ctx, llvm::ArrayRef<Expr> Facts,
                const ExprSet &Locals, llvm::ArrayRef<Expr> Rest);

  /// Appends groups of literals, those that say most in general first. All
  /// together imply the values of shared variables.
  void propose(const Valuation &Model, std::vector<std::vector<Expr>> &Groups);
  /// The bound that a proposed literal is, or nothing.
  const Bound *boundOf(Expr Literal) const {
    auto It = Bounds.find(Literal);
    return It == Bounds.end() ? nullptr : &It->second;
  }

private:
  void collect(llvm::ArrayRef<Expr> Roots);
  void addTerm(Expr E);
  void addReadBelowStores(Expr Read, const ExprSet &Pure);
  std::vector<Expr> boundsOn(Expr Term, const Value &At);

  ExprContext &Ctx;
  std::vector<Expr> Facts;
  ExprSet Locals;
  std::vector<Expr> Shared; // variables
  std::vector<Expr> Terms;  // shared variables and elements of shared arrays
  std::vector<Expr> Atoms;
  ExprSet Seen;
  ExprMap<Bound> Bounds;
};

} // namespace sooth

#endif
