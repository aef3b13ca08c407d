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

#include "llvm/ADT/STLExtras.h"

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

Report sooth::verifyDeepening(unsigned Asked, Goal Until, const Budget &B,
                              BoundedVerification Verify) {
  BoundRecursionOptions O;
  if (Asked) {
    O.Depth = Asked;
    O.SizeLimit = AskedSizeLimit;
    return Verify(O, B);
  }
  O.Depth = Depths[0];
  Report Last = Verify(O, B);
  for (unsigned Depth : llvm::drop_begin(Depths)) {
    const UnknownReason *Before = depthReason(Last, Until);
    if (!Before || B.exhausted())
      break;
    O.Depth = Depth;
    auto Left = B.remainingMs();
    Report R = Verify(O, Left ? B.child(double(*Left) / 2000)
                              : B.child(SecondsForEach));
    const UnknownReason *Now = depthReason(R, Until);
    bool GaveUp = R.Outcome == Report::Status::Unknown && !Now &&
                  R.Reason.What != UnknownReason::Kind::Internal;
    bool Grew = !Now || Now->Text != Before->Text;
    if (!GaveUp)
      Last = std::move(R);
    if (!Grew)
      break; // the program would become too large
  }
  return Last;
}
