//===- TsInvariantChecker.cpp - Invariants of transition systems ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For K > 1 this is k-induction (Sheeran, Singh, Stålmarck, FMCAD 2000). Why
// the step may ask for different states: were a state outside of the formula
// reachable, take a shortest run to one. Its states differ, all but the last
// satisfy the formula, and by the base case it has at least K steps; so its
// last K + 1 states contradict the step.
//
// And why the end of runs is enough for Initial paths: a shortest run to any
// reachable state has different states, so it has at most K of them, and all
// of these satisfy the formula.
//
//===----------------------------------------------------------------------===//

#include "FreshQuery.h"
#include "TsPath.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/Twine.h"

using namespace sooth;

namespace {
class SystemChecker {
public:
  SystemChecker(const TransitionSystem &S, const Property &P,
                const TsInvariant &I, const Budget &B)
      : S(S), Ctx(S.context()), P(P), I(I), B(B) {}
  CheckResult run();

private:
  bool isAboutRuns() const { return I.PathKind == TsInvariant::Paths::Initial; }
  CheckResult declared() const;
  CheckResult initiation();
  CheckResult consecution();

  const TransitionSystem &S;
  ExprContext &Ctx;
  const Property &P;
  const TsInvariant &I;
  const Budget &B;
};
} // namespace

CheckResult SystemChecker::declared() const {
  ExprSet Known;
  for (const TsVariable &V : S.variables())
    Known.insert(V.Cur);
  for (Expr E : {I.Formula, P.Bad, S.init()})
    if (Expr V = undeclared(E, Known))
      return CheckResult::refuted((V.name() + " is no state variable").str());
  Known.insert(S.inputs().begin(), S.inputs().end());
  for (const TsVariable &V : S.variables())
    Known.insert(V.Next);
  if (Expr V = undeclared(S.trans(), Known))
    return CheckResult::refuted((V.name() + " is not declared").str());
  return CheckResult::confirmed();
}

/// Also, if that is the claim, that runs have no more than K different states.
CheckResult SystemChecker::initiation() {
  TsPath Run(S, S.init(), I.Formula, B);
  for (unsigned Step = 0; Step < I.K; ++Step) {
    CheckResult R = Run.expectNone(Ctx.mkNot(Run.now(I.Formula)),
                                   "initiation fails after " +
                                       std::to_string(Step) + " steps");
    if (!R.isConfirmed())
      return R;
    if (Step + 1 < I.K || isAboutRuns())
      Run.step();
  }
  if (!isAboutRuns())
    return CheckResult::confirmed();
  return Run.expectNoneDifferent(
      I.K, "a run has more than " + std::to_string(I.K) + " different states");
}

CheckResult SystemChecker::consecution() {
  if (isAboutRuns())
    return CheckResult::confirmed();
  TsPath Path(S, I.Formula, I.Formula, B);
  for (unsigned Step = 1; Step < I.K; ++Step) {
    Path.step();
    Path.add(Path.now(I.Formula));
  }
  Path.step();
  Expr Broken = Ctx.mkNot(Path.now(I.Formula));
  if (I.PathKind == TsInvariant::Paths::Any)
    return Path.expectNone(Broken, "consecution fails");
  Path.add(Broken);
  return Path.expectNoneDifferent(I.K - 1, "consecution fails");
}

CheckResult SystemChecker::run() {
  if (I.K == 0 || (I.K == 1 && isAboutRuns()) || !I.Formula ||
      !I.Formula.isBool())
    return CheckResult::refuted("no invariant at all");
  if (CheckResult R = declared(); !R.isConfirmed())
    return R;
  if (CheckResult R = initiation(); !R.isConfirmed())
    return R;
  if (CheckResult R = consecution(); !R.isConfirmed())
    return R;
  return expectUnsat(Ctx, {I.Formula}, {P.Bad}, "a bad state is not excluded",
                     B);
}

CheckResult sooth::checkInvariant(const TransitionSystem &S, const Property &P,
                                  const TsInvariant &I, const Budget &B) {
  return SystemChecker(S, P, I, B).run();
}
