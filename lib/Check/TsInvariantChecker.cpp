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
//===----------------------------------------------------------------------===//

#include "FreshQuery.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/Twine.h"

using namespace sooth;

namespace {
class Checker {
public:
  Checker(const TransitionSystem &S, const Property &P, const TsInvariant &I,
          const Budget &B)
      : S(S), Ctx(S.context()), P(P), I(I), B(B) {}
  CheckResult run();

private:
  CheckResult declared() const;
  CheckResult initiation();
  CheckResult consecution();
  Expr at(Expr E, unsigned Frame);
  void addFrame();
  Expr differ(unsigned FrameA, unsigned FrameB);

  const TransitionSystem &S;
  ExprContext &Ctx;
  const Property &P;
  const TsInvariant &I;
  const Budget &B;
  // Frame i has variables of its own for X and Y; X′ is frame i + 1's X.
  std::vector<std::vector<Expr>> Frames;
  std::vector<std::vector<Expr>> InputFrames;
};
} // namespace

void Checker::addFrame() {
  Frames.emplace_back();
  for (const TsVariable &V : S.variables())
    Frames.back().push_back(Ctx.freshVar("check", V.Cur.sort()));
  InputFrames.emplace_back();
  for (Expr Y : S.inputs())
    InputFrames.back().push_back(Ctx.freshVar("check", Y.sort()));
}

/// \p E, over X, Y and X′, in terms of frame \p N and the next.
Expr Checker::at(Expr E, unsigned N) {
  while (Frames.size() < N + 2)
    addFrame();
  Substitution Rename(Ctx);
  for (size_t V = 0; V < S.variables().size(); ++V) {
    Rename.set(S.variables()[V].Cur, Frames[N][V]);
    Rename.set(S.variables()[V].Next, Frames[N + 1][V]);
  }
  for (size_t Y = 0; Y < S.inputs().size(); ++Y)
    Rename.set(S.inputs()[Y], InputFrames[N][Y]);
  return Rename(E);
}

Expr Checker::differ(unsigned A, unsigned B) {
  std::vector<Expr> Parts;
  for (size_t V = 0; V < S.variables().size(); ++V)
    Parts.push_back(Ctx.mkNot(Ctx.mkEq(Frames[A][V], Frames[B][V])));
  return Ctx.mkOr(Parts);
}

CheckResult Checker::declared() const {
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

CheckResult Checker::initiation() {
  std::vector<Expr> Path{at(S.init(), 0)};
  for (unsigned Step = 0; Step < I.K; ++Step) {
    std::vector<Expr> Parts = Path;
    Parts.push_back(Ctx.mkNot(at(I.Formula, Step)));
    CheckResult R = expectUnsat(
        Ctx, Parts, "initiation fails after " + std::to_string(Step) + " steps",
        B);
    if (!R.isConfirmed())
      return R;
    Path.push_back(at(S.trans(), Step));
  }
  return CheckResult::confirmed();
}

CheckResult Checker::consecution() {
  std::vector<Expr> Parts;
  for (unsigned Step = 0; Step < I.K; ++Step) {
    Parts.push_back(at(I.Formula, Step));
    Parts.push_back(at(S.trans(), Step));
  }
  if (I.Over == TsInvariant::Paths::Simple)
    for (unsigned J = 0; J < I.K; ++J)
      for (unsigned L = 0; L < J; ++L)
        Parts.push_back(differ(L, J));
  Parts.push_back(Ctx.mkNot(at(I.Formula, I.K)));
  return expectUnsat(Ctx, Parts, "consecution fails", B);
}

CheckResult Checker::run() {
  if (I.K == 0 || !I.Formula || !I.Formula.isBool())
    return CheckResult::refuted("no invariant at all");
  if (CheckResult R = declared(); !R.isConfirmed())
    return R;
  if (CheckResult R = initiation(); !R.isConfirmed())
    return R;
  if (CheckResult R = consecution(); !R.isConfirmed())
    return R;
  return expectUnsat(Ctx, {I.Formula, P.Bad}, "a bad state is not excluded", B);
}

CheckResult sooth::checkInvariant(const TransitionSystem &S, const Property &P,
                                  const TsInvariant &I, const Budget &B) {
  return Checker(S, P, I, B).run();
}
