//===- AbstractSystem.cpp - The system as EUF sees it
//----------------------===//
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
    : Ts(Ts), Bad(P.Bad), Prime(Ts.context(), Substitution::Mode::Raw),
      Unprime(Ts.context(), Substitution::Mode::Raw) {
  for (const TsVariable &V : Ts.variables()) {
    Prime.set(V.Cur, V.Next);
    Unprime.set(V.Next, V.Cur);
    CurVars.insert(V.Cur);
    NextVars.insert(V.Next);
    if (V.Update)
      Updates[V.Next] = V.Update;
  }
  for (const TsVariable &V : Ts.variables())
    if (V.Update)
      makeKnown(V.Update);
  makeKnown(Ts.init());
  makeKnown(Ts.constraint());
  makeKnown(Bad);
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

AbstractSystem::Added AbstractSystem::track(Expr Atom) {
  if (!TrackedSet.insert(Atom).second)
    return Added::Old;
  Tracked.push_back(Atom);
  return Added::New;
}
