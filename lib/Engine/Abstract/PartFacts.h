//===- PartFacts.h - Facts about the states of one part ---------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_ABSTRACT_PARTFACTS_H
#define SOOTH_LIB_ENGINE_ABSTRACT_PARTFACTS_H

#include "sooth/Domain/AffineHull.h"
#include "sooth/Domain/Range.h"
#include "sooth/Domain/Thresholds.h"

namespace sooth::abstraction {

/// The values that a variable has had.
class SeenRange {
public:
  explicit SeenRange(const llvm::APInt &First) : Values(First) {}
  /// Returns true if it has grown.
  bool add(const llvm::APInt &V, llvm::ArrayRef<llvm::APInt> WidenTo);
  /// Requires one of the same width.
  void cover(const SeenRange &Other);
  const Range &values() const { return Values; }

private:
  Range Values;
  unsigned Growths = 0;
};

/// A conjunction of facts about some variables: linear equalities among those of
/// one width, ranges, and orders. Booleans are bit-vectors of width 1.
class PartFacts {
public:
  explicit PartFacts(std::vector<Expr> Vars);

  /// \p State has a value for each variable. Returns true if the facts had to
  /// be weakened, or it is the first state.
  bool add(llvm::ArrayRef<llvm::APInt> State, const Thresholds &WidenTo);

  /// Weakens ranges so that they contain those that \p Other, which has a state,
  /// has of the same variables.
  void coverRanges(const PartFacts &Other);

  /// Requires a state.
  Expr formula(ExprContext &Ctx) const;

private:
  struct Order {
    unsigned A, B; // variables
    bool Ule = true, Ult = true, Sle = true, Slt = true;
  };
  struct Group {
    unsigned Width;
    std::vector<unsigned> Members; // variables
    AffineHull Hull;
  };
  void addOrders(const Group &G);
  bool weaken(Order &O, llvm::ArrayRef<llvm::APInt> State);

  std::vector<Expr> facts(ExprContext &Ctx) const;

  bool IsEmpty = true;
  mutable Expr Formula; // null if it has to be made anew
  std::vector<Expr> Vars;
  std::vector<Group> Groups;
  std::vector<Order> Orders;
  std::vector<SeenRange> Ranges; // by variable, once there is a state
};

/// A Boolean is 0 or 1.
llvm::APInt bitsOf(const Value &V);
Expr termOf(ExprContext &Ctx, Expr Var);

} // namespace sooth::abstraction

#endif
