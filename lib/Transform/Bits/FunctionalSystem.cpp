//===- FunctionalSystem.cpp - Systems of functions alone ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Bits/FunctionalSystem.h"

#include "sooth/Expr/FloatingPoint.h"
#include "sooth/Expr/Traversal.h"

using namespace sooth;

namespace {
/// Replaces floating-point operators by what they do to bits.
class WithoutFloats {
public:
  explicit WithoutFloats(ExprContext &Ctx) : Ctx(Ctx) {}
  Expr operator()(Expr E) {
    postOrder({E}, Seen, [&](Expr Sub) {
      llvm::SmallVector<Expr, 4> Ops;
      for (Expr Op : Sub.operands())
        Ops.push_back(New[Op]);
      New[Sub] = isFpOperator(Sub.kind()) ? fpAsBits(Ctx, Sub.kind(), Ops,
                                                     Sub.param(0), Sub.param(1))
                 : Ops.empty()            ? Sub
                                          : Ctx.rebuild(Sub, Ops);
    });
    return New[E];
  }

private:
  ExprContext &Ctx;
  SeenExprs Seen;
  ExprMap<Expr> New;
};
} // namespace

/// Conjuncts of the initial condition that give values, and the others.
static std::pair<Expr, Expr> splitInit(const TransitionSystem &M) {
  ExprContext &Ctx = M.context();
  llvm::SmallVector<Expr, 32> Values;
  Substitution Known(Ctx);
  for (auto &[Var, Val] : initialValues(M)) {
    Values.push_back(Ctx.mkEq(Var, Val));
    Known.set(Var, Val);
  }
  return {Ctx.mkAnd(Values), Known(M.init())};
}

FunctionalSystem sooth::makeFunctional(const TransitionSystem &M) {
  ExprContext &Ctx = M.context();
  WithoutFloats OnBits(Ctx);
  FunctionalSystem F{TransitionSystem(Ctx), Expr(), Expr(), M.init()};
  TransitionSystem &To = F.Model;
  for (Expr Y : M.inputs())
    To.addInput(Y);
  // A variable without update takes any value that the constraint allows.
  Substitution NextValue(Ctx);
  for (const TsVariable &V : M.variables()) {
    TsVariable New = V;
    if (!New.Update) {
      New.Update = Ctx.freshVar((V.Cur.name() + ".any").str(), V.Cur.sort());
      To.addInput(New.Update);
    }
    New.Update = OnBits(New.Update);
    NextValue.set(V.Next, New.Update);
    To.addVariable(New);
  }
  auto [Values, Start] = splitInit(M);
  Start = OnBits(Start);
  Expr Step = OnBits(NextValue(M.constraint()));
  llvm::SmallVector<Expr, 4> Init{OnBits(Values)};
  auto AddFlag = [&](const char *Name) {
    Expr Flag = Ctx.freshVar(Name, Ctx.boolSort());
    return std::pair(
        Flag, Ctx.freshVar((Flag.name() + ".next").str(), Ctx.boolSort()));
  };
  Expr PossibleNow = Ctx.trueExpr();
  if (!Start.isTrue()) {
    auto [Flag, Next] = AddFlag("started");
    F.Started = Flag;
    To.addVariable({Flag, Next, Ctx.trueExpr()});
    Init.push_back(Ctx.mkNot(Flag));
    PossibleNow = Ctx.mkOr(Flag, Start);
  }
  if (!Start.isTrue() || !Step.isTrue()) {
    auto [Flag, Next] = AddFlag("possible");
    F.Possible = Flag;
    PossibleNow = Ctx.mkAnd(Flag, PossibleNow);
    To.addVariable({Flag, Next, Ctx.mkAnd(PossibleNow, Step)});
    Init.push_back(Flag);
  }
  To.setInit(Ctx.mkAnd(Init));
  for (const Property &P : M.properties())
    To.addProperty({P.Name, Ctx.mkAnd(PossibleNow, OnBits(P.Bad)), P.Where});
  return F;
}

TsTrace FunctionalSystem::back(const TsTrace &T,
                               const TransitionSystem &Original) const {
  TsTrace Result;
  for (const Valuation &State : T.States) {
    Valuation &To = Result.States.emplace_back();
    for (const TsVariable &V : Original.variables())
      To[V.Cur] = State.find(V.Cur)->second;
  }
  for (const Valuation &Inputs : T.Inputs) {
    Valuation &To = Result.Inputs.emplace_back();
    for (Expr Y : Original.inputs())
      if (auto It = Inputs.find(Y); It != Inputs.end())
        To[Y] = It->second;
  }
  return Result;
}

/// After the first state of a possible run, both flags are true.
Expr FunctionalSystem::back(Expr Invariant) const {
  ExprContext &Ctx = Model.context();
  auto Under = [&](bool HasStarted) {
    Substitution Flags(Ctx);
    if (Possible)
      Flags.set(Possible, Ctx.trueExpr());
    if (Started)
      Flags.set(Started, Ctx.boolean(HasStarted));
    return Flags(Invariant);
  };
  if (!Started)
    return Under(true);
  return Ctx.mkOr(Under(true), Ctx.mkAnd(OriginalInit, Under(false)));
}
