//===- ProgramModels.cpp - What engines see of a program ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramModels.h"

#include "Proof.h"

#include "sooth/Check/CutpointSystem.h"
#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/TraceChecker.h"
#include "sooth/Engine/Abstract/Abstract.h"
#include "sooth/Transform/Cfa/Slice.h"

#include <algorithm>
#include <chrono>

using namespace sooth;

ProgramModels::ProgramModels(const Cfa &Original, Encoding E)
    : Original(Original), Sliced(slice(Original)),
      Blocks(encodeBlocks(Sliced.Model, E)),
      Ts(toTransitionSystem(Blocks.Model)) {
  std::vector<Expr> Bad;
  for (const Property &P : Ts.Model.properties())
    Bad.push_back(P.Bad);
  AnyError = {"errors", Original.context().mkOr(Bad), {}};
}

std::optional<KnownFacts> ProgramModels::facts(const Budget &B) const {
  std::optional<CfaInvariant> Found = findFacts(Blocks.Model, B);
  if (!Found)
    return std::nullopt;
  Expr InStates = Ts.Back->atLocations(*Found);
  return KnownFacts{Blocks, std::move(*Found), InStates};
}

std::optional<CfaInvariant> sooth::factsAbout(const Cfa &C, Encoding E,
                                              const Budget &B) {
  const TransformedCfa Blocks = encodeBlocks(C, E);
  AbstractOptions Plain;
  Plain.MaxParts = 1; // no alternatives, which are hard to read
  std::optional<CfaInvariant> Found = findFacts(Blocks.Model, B, Plain);
  if (Found)
    Found = Blocks.Back->back(*Found);
  return Found;
}

std::optional<UnknownReason> ProgramModels::confirm(const AnyResult &R,
                                                    const Budget &B) {
  return R.onSystem() ? confirm(*R.onSystem(), B)
                      : confirm(*R.onAutomaton(), B);
}

std::optional<UnknownReason> ProgramModels::confirm(const TsResult &R,
                                                    const Budget &B) {
  if (R.isUnsafe())
    return confirm(
        CfaResult::unsafe(Blocks.Back->back(Ts.Back->back(R.trace()))), B);
  // A k-inductive invariant is no invariant of the program's small steps.
  if (!isInductive(R.invariant())) {
    Invariant.reset();
    const auto Start = std::chrono::steady_clock::now();
    CheckResult Found = checkInvariant(Ts.Model, AnyError, R.invariant(), B);
    const std::chrono::duration<double> Seconds =
        std::chrono::steady_clock::now() - Start;
    if (Found.isConfirmed())
      Found = checkOnOriginal(R.invariant(), Seconds.count(), B);
    return reasonAgainst(Found, Evidence::Invariant);
  }
  return confirm(
      CfaResult::safe(Blocks.Back->back(Ts.Back->back(R.invariant()))), B);
}

CheckResult ProgramModels::checkOnOriginal(const TsInvariant &I, double Seconds,
                                           const Budget &B) const {
  using Paths = TsInvariant::Paths;
  static constexpr unsigned MaxSteps = 100;
  // That runs have few states is mostly not so before transforms.
  if (I.PathKind == Paths::Initial)
    return CheckResult::confirmed();
  const CfaInvariant Places =
      Sliced.Back->back(Blocks.Back->back(Ts.Back->back({I.Formula})));
  CheckResult R = checkInduction(Original, Places, I.K, I.PathKind,
                                 B.child(std::clamp(1.5 * Seconds, 0.03, 0.3)));
  if (!R.isRefuted())
    return CheckResult::confirmed();
  // Simple paths may be longer before transforms, as states differ in what
  // these leave out; so that it is no induction there proves nothing.
  R = excludeErrors(Original, Places, MaxSteps,
                    B.child(I.PathKind == Paths::Any ? 2 : 0.15));
  return R.isRefuted() ? R : CheckResult::confirmed();
}

std::optional<UnknownReason> ProgramModels::confirm(const CfaResult &R,
                                                    const Budget &B) {
  if (R.isUnsafe()) {
    Run = Sliced.Back->back(R.trace());
    return reasonAgainst(checkTrace(Original, Run), Evidence::Trace);
  }
  Invariant = Sliced.Back->back(R.invariant());
  return reasonAgainst(checkInvariant(Original, *Invariant, B),
                       Evidence::Invariant);
}
