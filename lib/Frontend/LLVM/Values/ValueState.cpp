//===- ValueState.cpp - What a run may be like at one point ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueState.h"

#include "llvm/ADT/Hashing.h"

using namespace sooth;

bool ValueState::tell(uint64_t O, KnownTo Whom) {
  const KnownTo *Now = Known.find(O);
  if (Now && *Now >= Whom)
    return false;
  Known.set(O, Whom);
  return true;
}

uint64_t ValueState::shapeOfValues() const {
  uint64_t Hash = 0;
  Values.forEach([&](uint64_t Number, const AbstractValue &All) {
    const AbstractValue &V = All.Parts.empty() ? All : All.Parts.front();
    if (V.isPointer())
      Hash = llvm::hash_combine(Hash, Number, V.MayBeNull, V.Targets.empty());
  });
  return Hash;
}

uint64_t ValueState::shape() const {
  uint64_t Hash = shapeOfValues();
  Objects.forEach([&](uint64_t O, const ObjectState &Is) {
    if (!Is.IsMany)
      Hash = llvm::hash_combine(Hash, O, Is.Life);
  });
  return Hash;
}

Change ValueState::joinWith(const ValueState &Other, Growth How,
                            Thresholds Steps,
                            llvm::function_ref<bool(uint64_t)> IsFixed) {
  using ValueMap = PersistentMap<AbstractValue>;
  using ObjectMap = PersistentMap<ObjectState>;
  const ValueState Before = *this;
  LostTargets Lost;
  bool Grows = false, LosesEqualities = false;
  Values.joinWith(
      Other.Values, ValueMap::Others::Dropped,
      [&](uint64_t Number, const AbstractValue &A,
          const AbstractValue &B) -> std::optional<AbstractValue> {
        if (A.isEqual(B) && (A.Identity == B.Identity || A.Identity == 0))
          return std::nullopt;
        AbstractValue New =
            join(A, B, IsFixed(Number) ? Growth::Exact : How, Steps);
        Grows |= !New.isEqual(A);
        LosesEqualities |= New.Identity != A.Identity;
        return New;
      });
  Grows |=
      Objects.joinWith(Other.Objects, ObjectMap::Others::Kept,
                       [&](uint64_t, const ObjectState &A,
                           const ObjectState &B) -> std::optional<ObjectState> {
                         ObjectState New = A;
                         const Change Found =
                             sooth::joinWith(New, B, How, Steps, Lost);
                         if (Found == Change::None)
                           return std::nullopt;
                         Grows |= Found == Change::Values;
                         LosesEqualities = true;
                         return New;
                       });
  // What only one of them has moved may have stayed.
  Moved.joinWith(Other.Moved, PersistentMap<ObjectMoves>::Others::Kept,
                 [](uint64_t, const ObjectMoves &A, const ObjectMoves &B) {
                   return A == B ? std::nullopt : std::optional(A.joined(B));
                 });
  Moved.transform(
      [&](uint64_t O, const ObjectMoves &M) -> std::optional<ObjectMoves> {
        if (M.Stays || (Before.Moved.find(O) && Other.Moved.find(O)))
          return std::nullopt;
        return M.joined({.Stays = true});
      });
  Grows |= Known.joinWith(Other.Known, PersistentMap<KnownTo>::Others::Kept,
                          [](uint64_t, KnownTo A, KnownTo B) {
                            return A >= B ? std::nullopt : std::optional(B);
                          });
  for (ObjectId O : Lost)
    Grows |= tell(O, KnownTo::Numbers);
  if (!Before.Moved.isSame(Moved))
    Moved.forEach([&](uint64_t O, const ObjectMoves &M) {
      const ObjectMoves *Was = Before.Moved.find(O);
      Grows |= !Was || *Was != M;
    });
  Loaded.joinWith(Other.Loaded, PersistentMap<char>::Others::Dropped,
                  [](uint64_t, char, char) { return std::nullopt; });
  Before.Loaded.forEach(
      [&](uint64_t Load, char) { LosesEqualities |= !Loaded.find(Load); });
  if (Checked != Other.Checked) {
    Grows |= Checked != nullptr;
    Checked = nullptr;
  }
  return Grows             ? Change::Values
         : LosesEqualities ? Change::Equalities
                           : Change::None;
}

bool ValueState::mayInclude(const ValueState &Other) const {
  return Values.allOf(Other.Values,
                      PersistentMap<AbstractValue>::Others::Dropped,
                      [](const AbstractValue &A, const AbstractValue &B) {
                        return includes(A, B);
                      }) &&
         Objects.allOf(Other.Objects, PersistentMap<ObjectState>::Others::Kept,
                       [](const ObjectState &A, const ObjectState &B) {
                         return sooth::mayInclude(A, B);
                       });
}
