//===- SystemVerifier.cpp - Verifying a transition system -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssertionLoop.h"
#include "Picture.h"
#include "Proof.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/TraceChecker.h"
#include "sooth/Driver/Report/Story.h"
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

static std::optional<UnknownReason> confirm(const TransitionSystem &M,
                                            const Property &P,
                                            const TsResult &R,
                                            const Budget &B) {
  CheckResult Checked = R.isSafe() ? checkInvariant(M, P, R.invariant(), B)
                                   : checkTrace(M, P, R.trace(), B);
  return reasonAgainst(Checked,
                       R.isSafe() ? Evidence::Invariant : Evidence::Trace);
}

static GroupAnswer check(const TransitionSystem &M,
                         llvm::ArrayRef<unsigned> Which, const Budget &B,
                         const VerifierOptions &O, Report &R) {
  Property P = jointProperty(M, Which);
  PortfolioAnswer Answer =
      runPortfolio({M, P}, B, O.Engines, [&](const AnyResult &Found) {
        return confirm(M, P, *Found.onSystem(), B);
      });
  mergeFigures(R.Figures, Answer.Figures);
  R.Notes.insert(R.Notes.end(), Answer.Notes.begin(), Answer.Notes.end());
  takePicture(Answer, O, R);

  GroupAnswer A;
  A.Engine = Answer.Engine;
  if (Answer.Result.isUnknown()) {
    A.Reason = Answer.Result.reason();
  } else if (Answer.Result.isSafe()) {
    A.Outcome = Status::Safe;
    A.Proof = describeProof(Answer);
    A.Invariant = describeInvariant(Answer.Result.onSystem()->invariant());
  } else {
    A.Outcome = Status::Unsafe;
    const TsTrace &Run = Answer.Result.onSystem()->trace();
    A.Trace = foldRounds(tellStory(M, Run));
    Evaluator Last(Run.States.back());
    for (unsigned I : Which)
      if (!A.Assertion && Last.isTrue(M.properties()[I].Bad))
        A.Assertion = I;
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
