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
    Here.joinWith(
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
      Known.set(O, Certainty::Possible);
      Grows |= !Before.Known.find(O);
    }
  // What only the other has is more.
  auto HasMore = [&](auto &Map, auto &OfOther) {
    bool Has = false;
    OfOther.forEach([&](uint64_t K, const auto &) { Has |= !Map.find(K); });
    return Has;
  };
  if (!Before.Objects.isSame(Objects))
    Grows |= HasMore(Before.Objects, Other.Objects);
  if (!Before.Aged.isSame(Aged)) {
    Grows |= HasMore(Before.Aged, Other.Aged);
    Aged.forEach([&](uint64_t O, Certainty Is) {
      const Certainty *Was = Before.Aged.find(O);
      Grows |= !Was || *Was != Is;
    });
  }
  if (!Before.Known.isSame(Known))
    Grows |= HasMore(Before.Known, Other.Known);
  if (Checked != Other.Checked) {
    Grows |= Checked != nullptr;
    Checked = nullptr;
  }
  return Grows             ? Change::Values
         : LosesEqualities ? Change::Equalities
                           : Change::None;
}
