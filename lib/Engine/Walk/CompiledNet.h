//===- CompiledNet.h - A net laid out for firing --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_WALK_COMPILEDNET_H
#define SOOTH_LIB_ENGINE_WALK_COMPILEDNET_H

#include "sooth/Model/PetriNet.h"

namespace sooth {

/// Lists of lists in one array.
template <class T> class Rows {
public:
  void addRow(llvm::ArrayRef<T> Row) {
    All.insert(All.end(), Row.begin(), Row.end());
    Ends.push_back(uint32_t(All.size()));
  }
  llvm::ArrayRef<T> operator[](size_t I) const {
    uint32_t Begin = I == 0 ? 0 : Ends[I - 1];
    return llvm::ArrayRef<T>(All).slice(Begin, Ends[I] - Begin);
  }

private:
  std::vector<T> All;
  std::vector<uint32_t> Ends;
};

/// A condition of a transition on a place.
struct PlaceCondition {
  TransitionId Transition;
  uint64_t Weight;
};

struct CompiledNet {
  explicit CompiledNet(const PetriNet &N);

  unsigned NumPlaces, NumTransitions;
  Rows<PetriArc> Inputs, Inhibitors; ///< by transition
  Rows<TokenChange> Effects;         ///< by transition
  Rows<PlaceCondition> Needed;       ///< by place: m(p) ≥ w
  Rows<PlaceCondition> Forbidden;    ///< by place: m(p) < w
};

/// A marking with the transitions it enables, kept up to date as they fire.
class FiringState {
public:
  explicit FiringState(const CompiledNet &N);
  void reset(const Marking &M);

  const Marking &marking() const { return M; }
  /// In no particular order.
  llvm::ArrayRef<TransitionId> enabled() const { return Enabled; }
  bool isEnabled(TransitionId T) const { return Missing[T] == 0; }
  bool isDeadlock() const { return Enabled.empty(); }

  /// How often \p T can fire in a row from here; 0 if not at all.
  uint64_t repetitions(TransitionId T) const;
  /// Requires 1 ≤ Times ≤ repetitions(T).
  void fire(TransitionId T, uint64_t Times);
  /// Takes that back.
  void unfire(TransitionId T, uint64_t Times);

private:
  void set(PlaceId P, uint64_t Tokens);
  void lack(TransitionId T);
  void gain(TransitionId T);

  const CompiledNet &N;
  Marking M;
  std::vector<uint32_t> Missing; // conditions that do not hold
  std::vector<TransitionId> Enabled;
  std::vector<uint32_t> Where; // in Enabled
};

} // namespace sooth

#endif
