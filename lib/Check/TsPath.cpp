//===- TsPath.cpp - Copies of the variables along a path ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TsPath.h"
#include "TestedSolver.h"

#include "sooth/Expr/EquationSolving.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace sooth;

static std::unique_ptr<Solver> solverFor(const TransitionSystem &S, Expr Start,
                                         Expr Mentioned) {
  SolverOptions O;
  O.Over = theoriesOf({S.trans(), Start, Mentioned});
  return createTestedZ3Solver(S.context(), O);
}

TsPath::TsPath(const TransitionSystem &S, Expr Start, Expr Mentioned,
               const Budget &B)
    : S(S), Ctx(S.context()), B(B), Path(solverFor(S, Start, Mentioned)) {
  ExprMap<Expr> Constants = constantsIn(Ctx, Start);
  std::vector<Expr> Frame;
  for (const TsVariable &V : S.variables()) {
    Expr Val = Constants.lookup(V.Cur);
    Frame.push_back(Val ? Val : Ctx.freshVar("check", V.Cur.sort()));
  }
  addFrame(std::move(Frame));
  add(now(Start));
}

void TsPath::addFrame(std::vector<Expr> Frame) {
  Rename.emplace(Ctx);
  for (auto [V, Copy] : llvm::zip_equal(S.variables(), Frame))
    Rename->set(V.Cur, Copy);
  for (Expr Y : S.inputs())
    Rename->set(Y, Ctx.freshVar("check", Y.sort()));
  Frames.push_back(std::move(Frame));
}

void TsPath::step() {
  std::vector<Expr> Frame;
  for (const TsVariable &V : S.variables()) {
    Expr Val = V.Update ? now(V.Update) : Expr();
    Frame.push_back(Val && Val.isConst() ? Val
                                         : Ctx.freshVar("check", V.Cur.sort()));
  }
  for (auto [V, Copy] : llvm::zip_equal(S.variables(), Frame))
    Rename->set(V.Next, Copy);
  add(now(S.trans()));
  addFrame(std::move(Frame));
}

CheckResult TsPath::judge(Answer A, std::string Why) {
  switch (A) {
  case Answer::Unsat:
    return CheckResult::confirmed();
  case Answer::Sat:
    return CheckResult::refuted(std::move(Why));
  case Answer::Unknown:
    break;
  }
  return CheckResult::unknown(Path->reasonUnknown());
}

CheckResult TsPath::expectNone(Expr Assumption, std::string Why) {
  if (Assumption.isFalse())
    return CheckResult::confirmed();
  return judge(Path->check({Assumption}, B), std::move(Why));
}

Expr TsPath::different(unsigned I, unsigned J) {
  std::vector<Expr> Parts;
  for (auto [A, B] : llvm::zip_equal(Frames[I], Frames[J]))
    Parts.push_back(Ctx.mkNot(Ctx.mkEq(A, B)));
  return Ctx.mkOr(Parts);
}

TsPath::Separation TsPath::separate(unsigned Last) {
  std::vector<std::pair<unsigned, unsigned>> Equal;
  std::map<std::vector<Value>, unsigned> Seen;
  for (unsigned I = 0; I <= Last; ++I) {
    std::vector<Value> State;
    for (Expr Copy : Frames[I])
      State.push_back(Path->value(Copy));
    auto [It, New] = Seen.try_emplace(std::move(State), I);
    if (!New)
      Equal.push_back({std::exchange(It->second, I), I});
  }
  for (auto P : Equal) {
    if (!Separated.insert(P).second)
      return Separation::Failed;
    add(different(P.first, P.second));
  }
  return Equal.empty() ? Separation::None : Separation::Added;
}

CheckResult TsPath::expectNoneDifferent(unsigned Last, std::string Why) {
  for (;;) {
    Answer A = Path->check(B);
    if (A != Answer::Sat)
      return judge(A, std::move(Why));
    switch (separate(Last)) {
    case Separation::None:
      return CheckResult::refuted(std::move(Why));
    case Separation::Failed:
      return CheckResult::unknown("a model of the solver cannot be read");
    case Separation::Added:
      break;
    }
  }
}
