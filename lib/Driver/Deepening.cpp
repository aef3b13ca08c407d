//===- Deepening.cpp - Following recursion deeper and deeper --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs with little recursion are far cheaper, and most violations have one.
// What is proved at a depth is proved for good, since the proof says that no
// run gets deeper.
//
//===----------------------------------------------------------------------===//

#include "Deepening.h"
#include "Race.h"

#include "llvm/ADT/ArrayRef.h"

using namespace sooth;
using Goal = VerifierOptions::Goal;
using Status = AssertionReport::Status;

static constexpr unsigned Depths[] = {3, 6, 12, 25, 50, 100, 200};
/// What one depth may take, if time is not limited.
static constexpr double SecondsForEach = 60;
/// With a depth that was asked for, copies may have that many instructions.
static constexpr unsigned AskedSizeLimit = 200000;

/// What a deeper model would tell; null if it would not tell more.
static const UnknownReason *depthReason(const Report &R, Goal Until) {
  auto IsDepth = [](const UnknownReason &Why) {
    return Why.What == UnknownReason::Kind::Depth;
  };
  if (R.Outcome == Report::Status::Unknown)
    return IsDepth(R.Reason) ? &R.Reason : nullptr;
  if (Until == Goal::EveryAssertion)
    for (const AssertionReport &A : R.Assertions)
      if (A.Outcome == Status::Unknown && IsDepth(A.Reason))
        return &A.Reason;
  return nullptr;
}

/// From the first of \p Depths on, whose report was \p Last if there is one.
static Report goDeeper(llvm::ArrayRef<unsigned> Depths,
                       std::optional<Report> Last, Goal Until, const Budget &B,
                       BoundedVerification Verify) {
  for (unsigned Depth : Depths) {
    const UnknownReason *Before = Last ? depthReason(*Last, Until) : nullptr;
    if (Last && (!Before || B.exhausted()))
      break;
    BoundRecursionOptions O;
    O.Depth = Depth;
    auto Left = B.remainingMs();
    Report R = Verify(O, Left ? B.child(double(*Left) / 2000)
                              : B.child(SecondsForEach));
    const UnknownReason *Now = depthReason(R, Until);
    bool GaveUp = Last && R.Outcome == Report::Status::Unknown && !Now &&
                  R.Reason.What != UnknownReason::Kind::Internal;
    bool Grew = !Now || !Before || Now->Text != Before->Text;
    if (!GaveUp)
      Last = std::move(R);
    if (!Grew)
      break; // the program would become too large
  }
  return std::move(*Last);
}

Report sooth::verifyDeepening(std::optional<unsigned> Asked, Goal Until,
                              const Budget &B, BoundedVerification Verify,
                              UnboundedProof Prove) {
  if (Asked && *Asked == 0)
    return Prove(B);
  BoundRecursionOptions O;
  O.Depth = Asked.value_or(Depths[0]);
  if (Asked)
    O.SizeLimit = AskedSizeLimit;
  Report First = Verify(O, B);
  if (!depthReason(First, Until))
    return First;
  llvm::ArrayRef<unsigned> Deeper(Depths);
  return race(
      B,
      [&] {
        return Asked ? First
                     : goDeeper(Deeper.drop_front(), First, Until, B, Verify);
      },
      [&] { return Prove(B); });
}
