//===- LiveVariables.cpp - Where a variable's value matters ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Cfa/LiveVariables.h"

#include "Remap.h"

#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Cfa/Slice.h"

using namespace sooth;
using llvm::BitVector;

namespace {
class Analysis {
public:
  Analysis(const Cfa &C, std::vector<BitVector> &Live)
      : C(C), Live(Live), Errors(errorLocations(C)) {
    for (unsigned I = 0; I < C.variables().size(); ++I)
      IndexOf[C.variables()[I].Var] = I;
    for (const Edge &E : C.edges()) {
      EdgeReads R{readBy(E.Guard), {}};
      for (const Update &U : E.Updates)
        R.Updates.push_back({IndexOf.lookup(U.Var), readBy(U.Val)});
      Reads.push_back(std::move(R));
    }
  }

  std::vector<unsigned> readBy(Expr E) const {
    std::vector<unsigned> Result;
    for (Expr V : variables({E}))
      if (auto It = IndexOf.find(V); It != IndexOf.end())
        Result.push_back(It->second);
    return Result;
  }

  /// Grows Live to the least fixed point above.
  void solve() {
    // Later locations tend to have higher numbers; they come first.
    std::vector<LocationId> Work;
    BitVector Waiting(C.locations().size(), true);
    for (LocationId L = 0; L < C.locations().size(); ++L)
      Work.push_back(L);
    while (!Work.empty()) {
      LocationId L = Work.back();
      Work.pop_back();
      Waiting.reset(L);
      if (Errors.test(L))
        continue;
      BitVector New = Live[L];
      for (EdgeId E : C.outgoing(L))
        New |= before(E);
      if (New == Live[L])
        continue;
      Live[L] = std::move(New);
      for (EdgeId E : C.incoming(L))
        if (LocationId S = C.edge(E).Source; !Waiting.test(S)) {
          Waiting.set(S);
          Work.push_back(S);
        }
    }
  }

private:
  /// Variables by number.
  struct EdgeReads {
    std::vector<unsigned> Guard;
    std::vector<std::pair<unsigned, std::vector<unsigned>>> Updates;
  };

  BitVector before(EdgeId E) const {
    const BitVector &After = Live[C.edge(E).Target];
    BitVector Result = After;
    for (const auto &[Var, Read] : Reads[E].Updates)
      Result.reset(Var);
    for (const auto &[Var, Read] : Reads[E].Updates)
      if (After.test(Var))
        for (unsigned V : Read)
          Result.set(V);
    for (unsigned V : Reads[E].Guard)
      Result.set(V);
    return Result;
  }

  const Cfa &C;
  std::vector<BitVector> &Live;
  BitVector Errors;
  ExprMap<unsigned> IndexOf;
  std::vector<EdgeReads> Reads;
};
} // namespace

LiveVariables::LiveVariables(const Cfa &C) {
  unsigned NumVars = C.variables().size();
  Live.assign(C.locations().size(), BitVector(NumVars));
  BitVector Errors = errorLocations(C), Arrays(NumVars), Everywhere(NumVars);
  for (unsigned I = 0; I < NumVars; ++I)
    if (C.variables()[I].Var.sort().isArray())
      Arrays.set(I);

  Analysis A(C, Live);
  for (unsigned V : A.readBy(C.init()))
    Live[C.entry()].set(V);
  while (true) {
    A.solve();
    Anywhere = BitVector(NumVars);
    for (const BitVector &B : Live)
      Anywhere |= B;
    BitVector New = Anywhere;
    New &= Arrays;
    if (New == Everywhere)
      return;
    Everywhere = New;
    for (LocationId L = 0; L < Live.size(); ++L)
      if (!Errors.test(L))
        Live[L] |= Everywhere;
  }
}

TransformedCfa sooth::dropDeadUpdates(const Cfa &C) {
  ExprContext &Ctx = C.context();
  LiveVariables Live(C);
  BitVector Errors = errorLocations(C);
  auto Back = Remap::identity(C);
  std::vector<Expr> Vars;
  for (const StateVariable &V : C.variables())
    Vars.push_back(V.Var);
  Back->DeadAt = [Live, Vars](LocationId L) {
    std::vector<Expr> Dead;
    for (unsigned I = 0; I < Vars.size(); ++I)
      if (!Live.isLive(I, L))
        Dead.push_back(Vars[I]);
    return Dead;
  };

  Cfa Result(Ctx);
  copyLocations(C, Result);
  llvm::SmallVector<Expr, 16> Init{C.init()};
  auto Zero = [&](Expr V) {
    return Ctx.constant(Value::zero(V.sort()), V.sort());
  };
  ExprMap<unsigned> IndexOf;
  for (unsigned I = 0; I < C.variables().size(); ++I) {
    const StateVariable &V = C.variables()[I];
    IndexOf[V.Var] = I;
    if (!Live.isLiveAnywhere(I))
      continue;
    Result.addVariable(V);
    if (!Live.isLive(I, C.entry()))
      Init.push_back(Ctx.mkEq(V.Var, Zero(V.Var)));
  }
  Result.setInit(Ctx.mkAnd(Init));

  for (const Edge &E : C.edges()) {
    Edge New = copyEdge(E);
    llvm::erase_if(New.Updates, [&](const Update &U) {
      return !Live.isLive(IndexOf.lookup(U.Var), E.Target) || U.Var == U.Val;
    });
    if (!Errors.test(E.Target)) {
      BitVector Dying = Live.at(E.Source);
      Dying.reset(Live.at(E.Target));
      for (unsigned I : Dying.set_bits()) {
        Expr V = C.variables()[I].Var;
        New.Updates.push_back({V, Zero(V)});
      }
    }
    Result.addEdge(std::move(New));
  }
  return {std::move(Result), std::move(Back)};
}
