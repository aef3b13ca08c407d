//===- BlockBuilder.cpp - The loop-free part behind a cutpoint ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockBuilder.h"

#include "sooth/Expr/Traversal.h"

using namespace sooth;
using llvm::ArrayRef;

Cutpoints::Cutpoints(const Cfa &C)
    : Cut(C.locations().size()), Order(C.locations().size()) {
  Cut.set(C.entry());
  for (const ErrorLocation &E : C.errors())
    Cut.set(E.Loc);
  for (LocationId L = 0; L < C.locations().size(); ++L)
    if (C.location(L).What == Location::Role::Cutpoint)
      Cut.set(L);
  // Of the cycles that are left, a depth-first search finds the heads.
  const llvm::BitVector Given = Cut;
  enum class Mark : uint8_t { New, Open, Done };
  std::vector<Mark> Marks(C.locations().size(), Mark::New);
  std::vector<std::pair<LocationId, unsigned>> Stack;
  unsigned Position = C.locations().size();
  auto Open = [&](LocationId L) {
    Marks[L] = Mark::Open;
    Stack.push_back({L, 0});
  };
  auto Search = [&](LocationId Root) {
    Open(Root);
    while (!Stack.empty()) {
      auto &[L, Next] = Stack.back();
      if (Next == C.outgoing(L).size()) {
        Marks[L] = Mark::Done;
        Order[L] = --Position;
        Stack.pop_back();
        continue;
      }
      LocationId T = C.edge(C.outgoing(L)[Next++]).Target;
      if (Given.test(T))
        continue;
      if (Marks[T] == Mark::Open)
        Cut.set(T);
      else if (Marks[T] == Mark::New)
        Open(T);
    }
  };
  Search(C.entry());
  for (LocationId L : Given.set_bits())
    if (Marks[L] == Mark::New)
      Search(L);
}

BlockBuilder::BlockBuilder(const Cfa &C, const Cutpoints &Cuts,
                           const LiveVariables &Live, LocationId Source)
    : C(C), Ctx(C.context()), Cuts(Cuts), Live(Live), Source(Source) {
  for (unsigned I = 0; I < C.variables().size(); ++I)
    VarIndex[C.variables()[I].Var] = I;
  collectNodes();
  Node &Root = Nodes[0];
  Root.Local = Ctx.trueExpr();
  for (const StateVariable &V : C.variables())
    Root.Vals.push_back(V.Var);
  leave(0);
  for (unsigned N = 1; N < Nodes.size(); ++N) {
    if (Nodes[N].Arrivals.empty())
      continue;
    join(N);
    if (Nodes[N].Local.isFalse())
      continue;
    if (N < NumInterior)
      leave(N);
    else
      compose(Nodes[N], N);
    Nodes[N].Vals.clear();
  }
}

void BlockBuilder::collectNodes() {
  std::vector<LocationId> Inner, Outer, Work{Source};
  llvm::DenseMap<LocationId, bool> Seen;
  while (!Work.empty()) {
    LocationId L = Work.back();
    Work.pop_back();
    for (EdgeId E : C.outgoing(L)) {
      LocationId T = C.edge(E).Target;
      if (!Seen.try_emplace(T, true).second)
        continue;
      (Cuts.Cut.test(T) ? Outer : Inner).push_back(T);
      if (!Cuts.Cut.test(T))
        Work.push_back(T);
    }
  }
  auto Before = [&](LocationId A, LocationId B) {
    return Cuts.Order[A] < Cuts.Order[B];
  };
  llvm::sort(Inner, Before);
  llvm::sort(Outer, Before);
  Nodes.push_back({Source, {}, 0, 0, {}, {}});
  for (LocationId L : Inner) {
    Interior[L] = Nodes.size();
    Nodes.push_back({L, {}, 0, 0, {}, {}});
  }
  NumInterior = Nodes.size();
  for (LocationId L : Outer) {
    Targets[L] = Nodes.size();
    Nodes.push_back({L, {}, 0, 0, {}, {}});
  }
}

unsigned BlockBuilder::commonDominator(unsigned A, unsigned B) const {
  while (A != B) {
    if (Nodes[A].Depth < Nodes[B].Depth)
      std::swap(A, B);
    A = Nodes[A].Dominator;
  }
  return A;
}

Expr BlockBuilder::conditionFrom(unsigned Dominator, unsigned N) {
  llvm::SmallVector<unsigned, 16> Up;
  Expr Result = Ctx.trueExpr();
  for (; N != Dominator; N = Nodes[N].Dominator) {
    if (Expr Known = Conditions.lookup({Dominator, N})) {
      Result = Known;
      break;
    }
    Up.push_back(N);
  }
  for (unsigned M : llvm::reverse(Up)) {
    Result = Ctx.mkAnd(Result, Nodes[M].Local);
    Conditions[{Dominator, M}] = Result;
  }
  return Result;
}

void BlockBuilder::join(unsigned Index) {
  Node &N = Nodes[Index];
  N.Dominator = N.Arrivals[0].From;
  for (const Arrival &A : N.Arrivals)
    N.Dominator = commonDominator(N.Dominator, A.From);
  N.Depth = Nodes[N.Dominator].Depth + 1;

  llvm::SmallVector<Expr, 8> Whens;
  for (const Arrival &A : N.Arrivals)
    Whens.push_back(Ctx.mkAnd(conditionFrom(N.Dominator, A.From), A.When));
  N.Local = anyOf(Ctx, Whens);

  N.Vals.resize(C.variables().size());
  llvm::SmallVector<Alternative, 8> As;
  for (unsigned V : Live.at(N.Loc).set_bits()) {
    As.clear();
    for (unsigned I = 0; I < Whens.size(); ++I)
      As.push_back({Whens[I], N.Arrivals[I].Vals[V]});
    N.Vals[V] = choose(Ctx, As);
  }
  N.Arrivals.clear();
}

const llvm::BitVector &BlockBuilder::onTheWay(LocationId From) {
  llvm::BitVector &Seen = OnTheWay[From];
  if (!Seen.empty())
    return Seen;
  Seen.resize(C.locations().size());
  llvm::SmallVector<LocationId, 16> Work{From};
  Seen.set(From);
  while (!Work.empty()) {
    LocationId L = Work.pop_back_val();
    if (Cuts.Cut.test(L))
      continue;
    for (EdgeId E : C.outgoing(L))
      if (LocationId T = C.edge(E).Target; !Seen.test(T)) {
        Seen.set(T);
        Work.push_back(T);
      }
  }
  return Seen;
}

bool BlockBuilder::waysMeet(LocationId A, LocationId B) {
  if (A == B || (Cuts.Cut.test(A) && Cuts.Cut.test(B)))
    return A == B;
  if (Cuts.Cut.test(A))
    return onTheWay(B).test(A);
  if (Cuts.Cut.test(B))
    return onTheWay(A).test(B);
  return onTheWay(A).anyCommon(onTheWay(B));
}

std::vector<Expr> BlockBuilder::makeSelectors(ArrayRef<unsigned> Colours) {
  unsigned Count = 0;
  for (unsigned Colour : Colours)
    if (Colour != ~0u)
      Count = std::max(Count, Colour + 1);
  std::vector<Expr> Result;
  Expr NoneBefore = Ctx.trueExpr();
  for (unsigned I = 0; I + 1 < Count; ++I) {
    Expr Y = Ctx.freshVar("choice", Ctx.boolSort());
    Inputs.push_back(
        {Y, Input::Kind::Nondet, "choice", C.location(Source).Where});
    Result.push_back(Ctx.mkAnd(NoneBefore, Y));
    NoneBefore = Ctx.mkAnd(NoneBefore, Ctx.mkNot(Y));
  }
  Result.push_back(NoneBefore);
  return Result;
}

void BlockBuilder::leave(unsigned Index) {
  std::vector<const Edge *> Edges;
  const std::vector<EdgeId> &Ids = C.outgoing(Nodes[Index].Loc);
  for (EdgeId E : Ids)
    Edges.push_back(&C.edge(E));
  SharedInputs Shared(Edges, [&](const Input &In) {
    return UsedInputs.insert(In.Var).second
               ? In.Var
               : Ctx.freshVar(In.Var.name(), In.Var.sort());
  });
  for (const Input &In : Shared.inputs())
    Inputs.push_back(In);

  Substitution Here(Ctx);
  for (unsigned V = 0; V < C.variables().size(); ++V)
    if (Expr Val = Nodes[Index].Vals[V]; Val && Val != C.variables()[V].Var)
      Here.set(C.variables()[V].Var, Val);
  for (unsigned I = 0; I < Edges.size(); ++I)
    for (auto [Original, Common] : Shared.ofEdge(I))
      if (Original != Common)
        Here.set(Original, Common);

  llvm::SmallVector<Expr, 4> Guards;
  for (const Edge *E : Edges)
    Guards.push_back(Here(E->Guard));
  std::vector<unsigned> Colours =
      colourConflicts(Ctx, Guards, [&](unsigned I, unsigned J) {
        // Nothing to mix up if the ways never meet.
        return !waysMeet(Edges[I]->Target, Edges[J]->Target);
      });
  std::vector<Expr> Selectors = makeSelectors(Colours);

  for (unsigned I = 0; I < Edges.size(); ++I) {
    const Edge &E = *Edges[I];
    Part &P = Parts[Ids[I]];
    P.Inputs = Shared.ofEdge(I);
    if (Colours[I] != ~0u)
      P.Selector = Selectors[Colours[I]];
    Arrival A{Index, Guards[I], Nodes[Index].Vals};
    if (P.Selector)
      A.When = Ctx.mkAnd(P.Selector, A.When);
    if (A.When.isFalse())
      continue;
    for (const Update &U : E.Updates) {
      unsigned V = VarIndex.lookup(U.Var);
      if (Live.isLive(V, E.Target))
        A.Vals[V] = Here(U.Val);
    }
    const auto &Map = Cuts.Cut.test(E.Target) ? Targets : Interior;
    Nodes[Map.lookup(E.Target)].Arrivals.push_back(std::move(A));
  }
}

void BlockBuilder::compose(const Node &N, unsigned Index) {
  Edge E;
  E.Source = Source;
  E.Target = N.Loc;
  E.Guard = conditionFrom(0, Index);
  llvm::SmallVector<Expr, 16> Roots{E.Guard};
  for (unsigned V : Live.at(N.Loc).set_bits())
    if (Expr Var = C.variables()[V].Var; N.Vals[V] != Var) {
      E.Updates.push_back({Var, N.Vals[V]});
      Roots.push_back(N.Vals[V]);
    }
  std::vector<Expr> Read = variables(Roots);
  ExprSet ReadSet(Read.begin(), Read.end());
  for (const Input &In : Inputs)
    if (ReadSet.contains(In.Var))
      E.Inputs.push_back(In);
  Composed.push_back(std::move(E));
}
