//===- SystemVerifier.cpp - Verifying a transition system -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssertionLoop.h"
#include "Certificates.h"
#include "Picture.h"
#include "Proof.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/TraceChecker.h"
#include "sooth/Driver/Story/Story.h"
#include "sooth/Expr/Evaluator.h"

using namespace sooth;
using Status = AssertionReport::Status;
using ReasonKind = UnknownReason::Kind;

static Property jointProperty(const TransitionSystem &M,
                              llvm::ArrayRef<unsigned> Which) {
  std::vector<Expr> Bad;
  for (unsigned I : Which)
    Bad.push_back(M.properties()[I].Bad);
  return {"properties", M.context().mkOr(Bad), {}};
}

/// The first property of \p Which that the last state violates. Requires a run
/// that violates one of them.
static unsigned violatedBy(const TransitionSystem &M,
                           llvm::ArrayRef<unsigned> Which, const TsTrace &Run) {
  Evaluator Last(Run.States.back());
  return *llvm::find_if(
      Which, [&](unsigned I) { return Last.isTrue(M.properties()[I].Bad); });
}

static std::optional<UnknownReason> confirm(const TransitionSystem &M,
                                            llvm::ArrayRef<unsigned> Which,
                                            const Property &Joint,
                                            const TsResult &R, const Budget &B,
                                            const VerifierOptions &O) {
  if (R.isSafe())
    return reasonAgainst(checkInvariant(M, Joint, R.invariant(), B),
                         Evidence::Invariant);
  if (auto Against =
          reasonAgainst(checkTrace(M, Joint, R.trace(), B), Evidence::Trace))
    return Against;
  return O.Confirm(violatedBy(M, Which, R.trace()), R.trace());
}

static GroupAnswer check(const TransitionSystem &M,
                         llvm::ArrayRef<unsigned> Which, const Budget &B,
                         const VerifierOptions &O, Report &R) {
  Property P = jointProperty(M, Which);
  PortfolioAnswer Answer = runPortfolio(
      {M, P}, B, O.Engines, [&](const AnyResult &Found, const Budget &Own) {
        return confirm(M, Which, P, *Found.onSystem(), Own, O);
      });
  mergeFigures(R.Figures, Answer.Figures);
  R.Notes.insert(R.Notes.end(), Answer.Notes.begin(), Answer.Notes.end());
  takePicture(Answer, O, R);

  const bool IsCertified =
      O.HaveCertificates == VerifierOptions::Certificates::Wanted;
  GroupAnswer A;
  A.Engine = Answer.Engine;
  if (Answer.Result.isUnknown()) {
    A.Reason = Answer.Result.reason();
  } else if (Answer.Result.isSafe()) {
    A.Outcome = Status::Safe;
    A.Proof = describeProof(Answer);
    const TsInvariant &Why = Answer.Result.onSystem()->invariant();
    A.Invariant = describeInvariant(Why);
    if (IsCertified)
      R.Certificates.push_back(certificateOf(M, Which, Why));
  } else {
    A.Outcome = Status::Unsafe;
    const TsTrace &Run = Answer.Result.onSystem()->trace();
    A.Trace = foldRounds(tellStory(M, Run));
    A.Assertion = violatedBy(M, Which, Run);
    O.OnViolation(*A.Assertion, Run);
    if (IsCertified)
      R.Certificates.push_back(certificateOf(M, *A.Assertion, Run));
  }
  return A;
}

Report sooth::verifySystem(const TransitionSystem &M, const Budget &B,
                           const VerifierOptions &O) {
  Report R;
  for (const Property &P : M.properties()) {
    AssertionReport A;
    A.What = {Failure::Kind::Property, P.Name};
    A.Where = P.Where;
    R.Assertions.push_back(std::move(A));
  }
  R.Figures.set("model.variables", M.variables().size());
  R.Figures.set("model.inputs", M.inputs().size());
  R.Figures.set("model.assertions", M.properties().size());
  decideAssertions(R, B, O.Until,
                   [&](llvm::ArrayRef<unsigned> Which, const Budget &Own) {
                     return check(M, Which, Own, O, R);
                   });
  return R;
}
