//===- LocationFacts.h - Facts about the states at a location ---*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_ABSTRACT_LOCATIONFACTS_H
#define SOOTH_LIB_ENGINE_ABSTRACT_LOCATIONFACTS_H

#include "PartFacts.h"

#include "llvm/ADT/BitVector.h"

namespace sooth::abstraction {

/// Values of the variables that split a location's states, in order.
using PartKey = std::vector<llvm::APInt>;

/// Orders keys of one length.
struct LessKey {
  bool operator()(const PartKey &A, const PartKey &B) const;
};

struct PartitionLimits {
  unsigned MaxValues, MaxParts;
};

/// The states that were met at a location, as a disjunction: the values of the
/// variables with few values, and for each combination of them what is true of
/// the others.
class LocationFacts {
public:
  /// \p MaySplit are those of \p Vars that decide branches.
  LocationFacts(std::vector<Expr> Vars, llvm::BitVector MaySplit,
                PartitionLimits Limits)
      : Vars(std::move(Vars)), MaySplit(std::move(MaySplit)), Limits(Limits),
        Values(this->Vars.size()) {}

  const std::vector<Expr> &variables() const { return Vars; }
  /// Those that split, and the others.
  std::vector<Expr> keyVariables() const;

  enum class Change { None, Part, Partition };
  /// A state that was met. Tells whether facts of its part are weaker now, or
  /// all parts are others.
  Change add(std::vector<llvm::APInt> State, const Thresholds &WidenTo);
  PartKey keyOf(llvm::ArrayRef<llvm::APInt> State) const;

  using PartMap = std::map<PartKey, PartFacts, LessKey>;
  const PartMap &parts() const { return Parts; }
  /// The states of a part; null if there is none of this key.
  Expr partFormula(ExprContext &Ctx, const PartKey &Key) const;
  std::vector<Expr> partFormulas(ExprContext &Ctx) const;
  Expr formula(ExprContext &Ctx) const;

private:
  bool splits(unsigned Var) const { return MaySplit.test(Var); }
  Expr formulaOf(ExprContext &Ctx, const PartKey &Key,
                 const PartFacts &Facts) const;
  bool limitPartition();
  void rebuild(const llvm::BitVector &SplitBefore, const Thresholds &WidenTo);
  bool addToPart(llvm::ArrayRef<llvm::APInt> State, const Thresholds &WidenTo);

  std::vector<Expr> Vars;
  llvm::BitVector MaySplit;
  PartitionLimits Limits;
  /// Those that were met and weakened something: the same facts follow.
  std::vector<std::vector<llvm::APInt>> States;
  /// By variable that splits: its values.
  std::vector<std::vector<llvm::APInt>> Values;
  PartMap Parts;
};

} // namespace sooth::abstraction

#endif
