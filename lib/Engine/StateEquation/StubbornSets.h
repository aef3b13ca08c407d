//===- StubbornSets.h - Orders of firing that do not matter -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STATEEQUATION_STUBBORNSETS_H
#define SOOTH_LIB_ENGINE_STATEEQUATION_STUBBORNSETS_H

#include "NetMatrix.h"

#include "llvm/ADT/BitVector.h"

namespace sooth::equation {

/// Chooses, among the transitions that could fire next, some that suffice to
/// reach every final marking of the bounded net in which each transition has a
/// remainder of firings left (Schmidt, Stubborn sets for standard properties:
/// the deadlock-preserving ones; the remainder is one more input place, which
/// no two transitions share).
class StubbornSets {
public:
  explicit StubbornSets(const NetMatrix &N);

  /// The enabled transitions of a stubborn set at \p M; never empty unless
  /// \p Enabled is. \p Enabled are those with a remainder that can fire.
  std::vector<TransitionId> reduce(const Marking &M, const Counts &Remainder,
                                   llvm::ArrayRef<TransitionId> Enabled);

private:
  llvm::ArrayRef<TransitionId> conflicts(TransitionId T);
  /// Appends a set of transitions of which one must fire before \p T, which is
  /// disabled at \p M.
  void enablers(TransitionId T, const Marking &M, const Counts &Remainder,
                std::vector<TransitionId> &Result) const;
  std::vector<TransitionId> closure(TransitionId Seed, const Marking &M,
                                    const Counts &Remainder);

  const NetMatrix &N;
  /// By transition; empty until asked for.
  std::vector<std::optional<std::vector<TransitionId>>> Conflicts;
  llvm::BitVector Member;
};

} // namespace sooth::equation

#endif
