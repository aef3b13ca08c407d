//===- Separation.h - Formulas between two sets of states -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STSCEGAR_SEPARATION_H
#define SOOTH_LIB_ENGINE_STSCEGAR_SEPARATION_H

#include "StateTable.h"

namespace sooth::stscegar {

/// Finds simple formulas that tell states of a table apart: disjunctions of
/// conjunctions of \p Atoms, their negations, and comparisons of variables with
/// constants.
class Separation {
public:
  Separation(StateTable &Table, const TransitionSystem &M,
             std::vector<Expr> Atoms)
      : Table(Table), M(M), Ctx(M.context()), Atoms(std::move(Atoms)) {}

  /// Holds in all of \p In and in none of \p Out. Requires that no state is in
  /// both.
  Expr between(const StateTable::Set &In, const StateTable::Set &Out);

private:
  using Set = StateTable::Set;
  struct Cover {
    std::vector<Expr> Cubes;
    unsigned Size = 0; ///< literals
  };
  Cover cover(Set In, const Set &Out);
  std::vector<Expr> literalsOf(unsigned State, const Set &Out);
  void addBounds(size_t Variable, const Value &At, const Set &Out,
                 std::vector<Expr> &Literals);

  StateTable &Table;
  const TransitionSystem &M;
  ExprContext &Ctx;
  std::vector<Expr> Atoms;
};

} // namespace sooth::stscegar

#endif
