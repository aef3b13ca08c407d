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

void ProgramModels::accept(const AnyResult &R) {
  Invariant.reset();
  if (const TsResult *OnSystem = R.onSystem()) {
    if (OnSystem->isUnsafe())
      Run = Sliced.Back->back(onSlice(OnSystem->trace()));
    // A k-inductive invariant is no invariant of the program's small steps.
    else if (isInductive(OnSystem->invariant()))
      Invariant = Sliced.Back->back(onSlice(OnSystem->invariant()));
  } else if (R.isUnsafe()) {
    Run = Sliced.Back->back(R.onAutomaton()->trace());
  } else {
    Invariant = Sliced.Back->back(R.onAutomaton()->invariant());
  }
}

std::optional<UnknownReason> ProgramModels::confirm(const AnyResult &R,
                                                    const Budget &B) const {
  return R.onSystem() ? confirm(*R.onSystem(), B)
                      : confirm(*R.onAutomaton(), B);
}

std::optional<UnknownReason> ProgramModels::confirm(const TsResult &R,
                                                    const Budget &B) const {
  if (R.isUnsafe())
    return confirm(CfaResult::unsafe(onSlice(R.trace())), B);
  CfaInvariant OnSlice = onSlice(R.invariant());
  if (isInductive(R.invariant()))
    return confirm(CfaResult::safe(std::move(OnSlice)), B);
  return reasonAgainst(checkSystemProof(Original,
                                        {Ts.Model, AnyError, R.invariant(),
                                         Sliced.Back->back(std::move(OnSlice))},
                                        B),
                       Evidence::Invariant);
}

std::optional<UnknownReason> ProgramModels::confirm(const CfaResult &R,
                                                    const Budget &B) const {
  if (R.isUnsafe())
    return reasonAgainst(checkTrace(Original, Sliced.Back->back(R.trace())),
                         Evidence::Trace);
  return reasonAgainst(
      checkInvariant(Original, Sliced.Back->back(R.invariant()), B),
      Evidence::Invariant);
}
