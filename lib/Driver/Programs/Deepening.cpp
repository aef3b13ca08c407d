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
#include "Processes/Race.h"

#include "sooth/Driver/Report/Verdict.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace sooth;
using Goal = VerifierOptions::Goal;
using Status = AssertionReport::Status;

static constexpr unsigned Depths[] = {3, 6, 12, 25, 50, 100, 200};
/// What the first depth may take.
static constexpr double FirstSeconds = 20;
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

Budget sooth::budgetFor(const Cfa &C, const BoundRecursionOptions &O,
                        const Budget &B) {
  bool IsCut = llvm::any_of(C.errors(), [](const ErrorLocation &E) {
    return E.Type == ErrorLocation::Kind::Depth;
  });
  if (!IsCut || O.Depth != Depths[0])
    return B;
  return B.share(1.0 / 3, FirstSeconds);
}

/// Whether there was too little time or depth.
static bool isUndecided(const Report &R, Goal Until) {
  return depthReason(R, Until) ||
         (R.Outcome == Report::Status::Unknown &&
          R.Reason.What == UnknownReason::Kind::Timeout);
}

/// Whether there is something left to answer.
static bool isOpen(const Report &R, Goal Until) {
  return R.Outcome == Report::Status::Unknown ||
         (Until == Goal::EveryAssertion &&
          llvm::any_of(R.Assertions, [](const AssertionReport &A) {
            return A.Outcome == Status::Unknown;
          }));
}

/// Beyond the first of the depths, whose report was \p Last.
static Report goDeeper(Report Last, Goal Until, const Budget &B,
                       BoundedVerification Verify) {
  for (unsigned Depth : llvm::drop_begin(Depths)) {
    if (!isUndecided(Last, Until) || B.exhausted())
      break;
    BoundRecursionOptions O;
    O.Depth = Depth;
    Report R = Verify(O, B.shareOr(0.5, SecondsForEach));
    const UnknownReason *Before = depthReason(Last, Until);
    const UnknownReason *Now = depthReason(R, Until);
    bool Grew = !Now || !Before || Now->Why != Before->Why;
    bool GaveUp = R.Outcome == Report::Status::Unknown && !Now &&
                  R.Reason.What != UnknownReason::Kind::Internal;
    if (!GaveUp)
      Last = std::move(R);
    if (!Grew)
      break; // the program would become too large
  }
  return Last;
}

/// So that there is time to tell what was found out.
static Budget almostAll(const Budget &B) { return B.leaving(1, 0.4); }

/// What the first depth may take before there is another way, too.
static Budget headStart(const Budget &B) {
  constexpr double MostSeconds = 2, Share = 0.1;
  return B.share(Share, MostSeconds);
}

/// Whether what ended now may have ended for lack of time.
static bool isNearlyOver(const Budget &B) {
  constexpr int64_t Milliseconds = 200;
  return B.exhausted() || B.remainingMs().value_or(0) < Milliseconds;
}

Report sooth::verifyDeepening(std::optional<unsigned> Asked, Recursion Has,
                              Goal Until, const Budget &B,
                              BoundedVerification Verify,
                              UnboundedProof Prove) {
  if (Asked && *Asked == 0)
    return Prove(B, ContractEffort::All);
  BoundRecursionOptions O;
  O.Depth = Asked.value_or(Depths[0]);
  if (Asked)
    O.SizeLimit = AskedSizeLimit;
  if (Has == Recursion::None)
    return Verify(O, B);
  const Budget Short = headStart(B);
  Report First = Verify(O, Short);
  // With more time it might have had another answer.
  const bool IsCut = isNearlyOver(Short) && isOpen(First, Until);
  if ((!IsCut && !isUndecided(First, Until)) || B.exhausted())
    return First;
  Budget Own = almostAll(B);
  // Engines would leave it little of the processor.
  if (Report Quick = Prove(Own, ContractEffort::Little);
      Quick.Outcome == Report::Status::Safe || castsDoubt(Quick))
    return Quick;
  return race(
      Own,
      [&] {
        if (IsCut && (Asked || !depthReason(First, Until)))
          First = Verify(O, Own);
        return Asked ? First : goDeeper(First, Until, Own, Verify);
      },
      [&] { return Prove(Own, ContractEffort::All); });
}
