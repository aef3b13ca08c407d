//===- ValueState.cpp - What a run may be like at one point ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueState.h"

using namespace sooth;

Change ValueState::joinWith(const ValueState &Other, Growth How,
                            Thresholds Steps) {
  using ValueMap = PersistentMap<AbstractValue>;
  using ObjectMap = PersistentMap<ObjectState>;
  using EventMap = PersistentMap<Certainty>;
  const ValueState Before = *this;
  LostTargets Lost;
  bool Grows = false, LosesEqualities = false;
  Values.joinWith(Other.Values, ValueMap::Others::Dropped,
                  [&](uint64_t, const AbstractValue &A,
                      const AbstractValue &B) -> std::optional<AbstractValue> {
                    if (A.isEqual(B) &&
                        (A.Identity == B.Identity || A.Identity == 0))
                      return std::nullopt;
                    AbstractValue New = join(A, B, How, Steps);
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
  auto JoinEvents = [&](EventMap &Here, const EventMap &There) {
    Grows |= Here.joinWith(
        There, EventMap::Others::Kept, [](uint64_t, Certainty A, Certainty B) {
          return A == B ? std::nullopt : std::optional(Certainty::Possible);
        });
  };
  // An event that only one has is possible.
  EventMap Old = Aged;
  JoinEvents(Aged, Other.Aged);
  Aged.transform([&](uint64_t O, Certainty Is) {
    const bool IsSure =
        Is == Certainty::Certain && Old.find(O) && Other.Aged.find(O);
    return IsSure || Is == Certainty::Possible
               ? std::nullopt
               : std::optional(Certainty::Possible);
  });
  JoinEvents(Known, Other.Known);
  for (ObjectId O : Lost)
    if (!Known.find(O)) {
      Known.set(O, IsFound);
      Grows |= !Before.Known.find(O);
    }
  if (!Before.Aged.isSame(Aged))
    Aged.forEach([&](uint64_t O, Certainty Is) {
      const Certainty *Was = Before.Aged.find(O);
      Grows |= !Was || *Was != Is;
    });
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
