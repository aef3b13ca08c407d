//===- AbstractSystem.cpp - The system as EUF sees it ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AbstractSystem.h"

using namespace sooth;
using namespace sooth::euf;

Cube euf::makeCube(llvm::ArrayRef<Expr> Literals) {
  Cube C(Literals.begin(), Literals.end());
  llvm::sort(C, [](Expr A, Expr B) { return A.id() < B.id(); });
  C.erase(std::unique(C.begin(), C.end()), C.end());
  return C;
}

AbstractSystem::AbstractSystem(const TransitionSystem &Ts, const Property &P)
    : Ctx(Ts.context()), Inputs(Ts.inputs()), Init(Ts.init()),
      Bad{{0, P.Bad}}, WithoutUpdate(Missing::IsFree),
      Prime(Ctx, Substitution::Mode::Raw),
      Unprime(Ctx, Substitution::Mode::Raw) {
  Block Step{0, 0, 0, Ts.constraint(), ExprMap<Expr>()};
  for (const TsVariable &V : Ts.variables()) {
    addVariable(V.Cur, V.Next);
    if (V.Update)
      Step.Updates[V.Next] = V.Update;
  }
  Blocks.push_back(std::move(Step));
  finish(1);
}

AbstractSystem::AbstractSystem(const Cfa &C)
    : Ctx(C.context()), Entry(C.entry()), Init(C.init()),
      WithoutUpdate(Missing::StaysTheSame),
      Prime(Ctx, Substitution::Mode::Raw),
      Unprime(Ctx, Substitution::Mode::Raw) {
  for (const StateVariable &V : C.variables())
    addVariable(V.Var, Ctx.freshVar(V.Var.name().str() + "'", V.Var.sort()));
  ExprSet Seen;
  for (const Edge &E : C.edges()) {
    Block B{unsigned(Blocks.size()), E.Source, E.Target, E.Guard,
            ExprMap<Expr>()};
    for (const Update &U : E.Updates)
      B.Updates[prime(U.Var)] = U.Val;
    for (const Input &Y : E.Inputs)
      if (Seen.insert(Y.Var).second)
        Inputs.push_back(Y.Var);
    Blocks.push_back(std::move(B));
  }
  for (const ErrorLocation &E : C.errors())
    Bad.push_back({E.Loc, Ctx.trueExpr()});
  finish(C.locations().size());
}

void AbstractSystem::addVariable(Expr Cur, Expr Next) {
  Vars.push_back({Cur, Next});
  Prime.set(Cur, Next);
  Unprime.set(Next, Cur);
  CurVars.insert(Cur);
  NextVars.insert(Next);
}

void AbstractSystem::finish(size_t Locations) {
  Incoming.resize(Locations);
  Outgoing.resize(Locations);
  Tracked.resize(Locations);
  TrackedSet.resize(Locations);
  for (const Block &B : Blocks) {
    Incoming[B.Target].push_back(B.Number);
    Outgoing[B.Source].push_back(B.Number);
  }
  Distance.assign(Locations, Unreachable);
  Distance[Entry] = 0;
  std::vector<LocationId> Queue{Entry};
  for (size_t I = 0; I < Queue.size(); ++I) {
    Radius = Distance[Queue[I]];
    for (unsigned Out : Outgoing[Queue[I]])
      if (LocationId To = Blocks[Out].Target; Distance[To] == Unreachable) {
        Distance[To] = Radius + 1;
        Queue.push_back(To);
      }
  }
  for (const Block &B : Blocks) {
    makeKnown(B.Guard);
    for (auto &[Next, Value] : B.Updates)
      makeKnown(Value);
  }
  makeKnown(Init);
  for (const BadState &B : Bad)
    makeKnown(B.What);
}

Expr AbstractSystem::updateOf(const Block &B, Expr Next) {
  if (Expr U = B.Updates.lookup(Next))
    return U;
  return WithoutUpdate == Missing::StaysTheSame ? unprime(Next) : Expr();
}

bool AbstractSystem::isFunctional(const Block &B) {
  return (WithoutUpdate == Missing::StaysTheSame ||
          B.Updates.size() == Vars.size()) &&
         !anyVariable(B.Guard, [&](Expr V) { return isNext(V); });
}

Expr AbstractSystem::relation(const Block &B) {
  std::vector<Expr> Parts{B.Guard};
  for (const StatePair &V : Vars)
    if (Expr U = updateOf(B, V.Next))
      Parts.push_back(Ctx.makeRaw(Kind::Eq, {V.Next, U}));
  return Ctx.mkAnd(Parts);
}

static AbstractSystem::Variables join(AbstractSystem::Variables A,
                                      AbstractSystem::Variables B) {
  using V = AbstractSystem::Variables;
  if (A == V::None || A == B)
    return B;
  return B == V::None ? A : V::Mixed;
}

AbstractSystem::Variables AbstractSystem::variablesOf(Expr Root) {
  auto It = VarsMemo.find(Root);
  if (It != VarsMemo.end())
    return It->second;
  llvm::SmallVector<Expr, 16> Stack{Root};
  while (!Stack.empty()) {
    Expr E = Stack.back();
    if (VarsMemo.contains(E)) {
      Stack.pop_back();
      continue;
    }
    Variables V = Variables::None;
    if (E.isVar()) {
      V = CurVars.contains(E)    ? Variables::Current
          : NextVars.contains(E) ? Variables::NextOnly
                                 : Variables::Mixed;
    } else {
      bool Ready = true;
      for (Expr Op : E.operands()) {
        auto OpIt = VarsMemo.find(Op);
        if (OpIt != VarsMemo.end()) {
          V = join(V, OpIt->second);
        } else {
          Stack.push_back(Op);
          Ready = false;
        }
      }
      if (!Ready)
        continue;
    }
    VarsMemo[E] = V;
  }
  return VarsMemo.lookup(Root);
}

unsigned AbstractSystem::makeKnown(Expr E) {
  unsigned New = 0;
  postOrder({E}, KnownSeen, [&](Expr T) {
    if (!T.isBool() && !T.is(Kind::Ite) && isStateTerm(T))
      New += Known.insert(T).second;
  });
  return New;
}

AbstractSystem::Added AbstractSystem::track(LocationId L, Expr Atom) {
  if (!TrackedSet[L].insert(Atom).second)
    return Added::Old;
  Tracked[L].push_back(Atom);
  return Added::New;
}

unsigned AbstractSystem::trackAtoms(LocationId L, Expr Root) {
  unsigned New = 0;
  postOrder({Root}, [&](Expr E) {
    if (E.isBool() && E.isAtom() && !E.isConst())
      New += track(L, E) == Added::New;
  });
  return New;
}
