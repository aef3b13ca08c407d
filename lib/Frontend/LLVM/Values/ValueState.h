//===- ValueState.h - What a run may be like at one point -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_VALUES_VALUESTATE_H
#define SOOTH_LIB_FRONTEND_LLVM_VALUES_VALUESTATE_H

#include "AbstractMemory.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include "sooth/Support/PersistentMap.h"

namespace llvm {
class Value;
} // namespace llvm

namespace sooth {

/// Who may know an object; each includes those before.
enum class KnownTo : uint8_t {
  Numbers, ///< its address is a number, or in memory of which nothing is known:
           ///< a pointer of which nothing is known may lead to it
  Unseen,  ///< code without a body has found it
  Caller   ///< the same; if it is a function, that code may call it. (The C
           ///< library calls only functions that it was given as such.)
};

/// What has become of an object that was the newest of its site: it still is,
/// or it is one of the older ones, or of those that were freed.
struct ObjectMoves {
  bool Stays = false, ToOlder = false, ToFreed = false;
  ObjectMoves joined(const ObjectMoves &Other) const {
    return {Stays || Other.Stays, ToOlder || Other.ToOlder,
            ToFreed || Other.ToFreed};
  }
  friend bool operator==(const ObjectMoves &, const ObjectMoves &) = default;
};

struct ValueState {
  /// Of the function that runs, by the numbers of its values.
  PersistentMap<AbstractValue> Values;
  /// By their ids.
  PersistentMap<ObjectState> Objects;
  /// Of the newest objects of their sites, those that may have become others
  /// since the function was called.
  PersistentMap<ObjectMoves> Moved;
  /// Objects that are known to others than the values that lead there.
  PersistentMap<KnownTo> Known;
  /// Lets \p O be known to \p Whom, too. Returns whether that is new.
  bool tell(uint64_t O, KnownTo Whom);
  bool isFound(uint64_t O) const {
    const KnownTo *By = Known.find(O);
    return By && *By >= KnownTo::Unseen;
  }
  /// Available loads, by their numbers: nothing was written since.
  PersistentMap<char> Loaded;
  /// Identities below this one are those of callers, and say nothing here.
  uint64_t FirstIdentity = 1;
  /// The address whose content was found to be written right before.
  const llvm::Value *Checked = nullptr;

  /// A hash of what tells states apart that had better not be joined: which
  /// pointers are null, and which objects are there.
  uint64_t shape() const;
  /// Of which pointers are null.
  uint64_t shapeOfValues() const;
  /// Memory is written.
  void forgetLoads() {
    Loaded = {};
    Checked = nullptr;
  }
  /// Lets this be all runs of both, which have the same values. \p IsFixed are
  /// the numbers of values that are not widened.
  Change joinWith(
      const ValueState &Other, Growth How = Growth::Exact,
      Thresholds Steps = {},
      llvm::function_ref<bool(uint64_t)> IsFixed = [](uint64_t) {
        return false;
      });
  /// Whether joining with \p Other may leave the values as they are: found out
  /// faster than by joining.
  bool mayInclude(const ValueState &Other) const;
  /// Replaces pointers by what \p Do makes of them, in memory and in values.
  template <typename DoT> void transformPointers(DoT Do) {
    auto OfValue = [&](uint64_t, const AbstractValue &V) {
      return transformed(V, Do);
    };
    Values.transform(OfValue);
    Objects.transform([&](uint64_t, const ObjectState &O) {
      ObjectState New = O;
      const bool HasChanged = New.Content.transform(
          [&](const AbstractValue &V) { return transformed(V, Do); });
      return HasChanged ? std::optional(std::move(New)) : std::nullopt;
    });
  }
  /// \p V, and what is in it, as \p Do makes it; nothing if that is the same.
  template <typename DoT>
  static std::optional<AbstractValue> transformed(const AbstractValue &V,
                                                  DoT &Do) {
    if (V.isPointer())
      return V.Targets.empty() ? std::nullopt : Do(V);
    std::optional<AbstractValue> New;
    for (size_t I = 0; I < V.Parts.size(); ++I)
      if (std::optional<AbstractValue> Part = transformed(V.Parts[I], Do)) {
        if (!New)
          New = V;
        New->Parts[I] = std::move(*Part);
      }
    return New;
  }
};

} // namespace sooth

#endif
