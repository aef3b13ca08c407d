//===- ExplicitState.cpp - Enumeration of small models --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExplicitState.h"

#include "sooth/Expr/Traversal.h"

using namespace sooth;
using namespace sooth::test;

static std::vector<Expr> stateVariables(const Cfa &C) {
  std::vector<Expr> Vars;
  for (const StateVariable &V : C.variables())
    Vars.push_back(V.Var);
  return Vars;
}

static std::vector<Expr> joined(std::vector<Expr> A,
                                const std::vector<Expr> &B) {
  A.insert(A.end(), B.begin(), B.end());
  return A;
}

//===- Cfa ----------------------------------------------------------------===//

ExplicitCfa::ExplicitCfa(const Cfa &C) : C(C), States(stateVariables(C)) {
  for (const Edge &E : C.edges()) {
    std::vector<Expr> Ys;
    for (const Input &In : E.Inputs)
      Ys.push_back(In.Var);
    Inputs.emplace_back(std::move(Ys));
  }
  Seen.assign(C.locations().size(), std::vector<bool>(States.size()));
  explore();
}

void ExplicitCfa::explore() {
  const std::vector<Expr> &Xs = States.variables();
  auto Visit = [&](Node N) {
    if (Seen[N.Loc][N.State])
      return;
    Seen[N.Loc][N.State] = true;
    if (C.isError(N.Loc) && !Error)
      Error = Nodes.size();
    Nodes.push_back(N);
  };
  std::vector<WordProgram> Programs; // guard, then the next values
  for (EdgeId Id = 0; Id < C.edges().size(); ++Id) {
    const Edge &E = C.edge(Id);
    std::vector<Expr> Roots = joined({E.Guard}, Xs);
    for (const Update &U : E.Updates)
      for (unsigned I = 0; I < Xs.size(); ++I)
        if (Xs[I] == U.Var)
          Roots[I + 1] = U.Val;
    Programs.emplace_back(Roots, joined(Xs, Inputs[Id].variables()));
  }

  std::vector<uint64_t> Words(Xs.size() + 64), Next(Xs.size());
  WordProgram Init({C.init()}, Xs);
  for (uint64_t S = 0; S < States.size(); ++S) {
    States.unpack(S, Words.data());
    Init.run(Words.data());
    if (Init.result(0))
      Visit({C.entry(), S, ~0u, 0, 0});
  }
  for (unsigned I = 0; I < Nodes.size(); ++I) {
    Node N = Nodes[I];
    if (C.isError(N.Loc))
      continue;
    for (EdgeId Id : C.outgoing(N.Loc))
      for (uint64_t Y = 0; Y < Inputs[Id].size(); ++Y) {
        States.unpack(N.State, Words.data());
        Inputs[Id].unpack(Y, Words.data() + Xs.size());
        Programs[Id].run(Words.data());
        if (!Programs[Id].result(0))
          continue;
        for (unsigned X = 0; X < Xs.size(); ++X)
          Next[X] = Programs[Id].result(X + 1);
        Visit({C.edge(Id).Target, States.pack(Next.data()), I, Id, Y});
      }
  }
}

std::optional<CfaTrace> ExplicitCfa::trace() const {
  if (!Error)
    return std::nullopt;
  CfaTrace T;
  unsigned I = *Error;
  for (; Nodes[I].Parent != ~0u; I = Nodes[I].Parent)
    T.Steps.push_back(
        {Nodes[I].Via, Inputs[Nodes[I].Via].valuation(Nodes[I].Inputs)});
  std::reverse(T.Steps.begin(), T.Steps.end());
  T.Initial = States.valuation(Nodes[I].State);
  return T;
}

Expr ExplicitCfa::reachableSet(LocationId L) const {
  ExprContext &Ctx = C.context();
  std::vector<Expr> Terms;
  for (uint64_t S = 0; S < States.size(); ++S) {
    if (!Seen[L][S])
      continue;
    std::vector<Expr> Literals;
    Valuation V = States.valuation(S);
    for (Expr X : States.variables())
      Literals.push_back(Ctx.mkEq(X, Ctx.constant(V[X], X.sort())));
    Terms.push_back(Ctx.mkAnd(Literals));
  }
  return Ctx.mkOr(Terms);
}

//===- TransitionSystem ---------------------------------------------------===//

static std::vector<Expr> without(const TransitionSystem &T,
                                 const std::vector<Expr> &Control) {
  std::vector<Expr> Data;
  for (const TsVariable &V : T.variables())
    if (!llvm::is_contained(Control, V.Cur))
      Data.push_back(V.Cur);
  return Data;
}

ExplicitTs::ExplicitTs(const TransitionSystem &T, std::vector<Expr> Cs)
    : T(T), Control(Cs), Data(without(T, Cs)) {
  assert(T.isFunctional());
  std::vector<Expr> Bads;
  for (const Property &P : T.properties())
    Bads.push_back(P.Bad);
  BadProgram.emplace(llvm::ArrayRef<Expr>(T.context().mkOr(Bads)),
                     joined(Control.variables(), Data.variables()));
  explore();
}

ExplicitTs::Special &ExplicitTs::special(uint64_t Value) {
  auto It = Specials.find(Value);
  if (It != Specials.end())
    return It->second;
  ExprContext &Ctx = T.context();
  Substitution Fix(Ctx);
  for (auto &[Var, V] : Control.valuation(Value))
    Fix.set(Var, Ctx.constant(V, Var.sort()));
  ExprMap<Expr> Updates;
  for (const TsVariable &V : T.variables())
    Updates[V.Cur] = Fix(V.Update);
  std::vector<Expr> Roots;
  for (Expr V : joined(Data.variables(), Control.variables()))
    Roots.push_back(Updates[V]);
  Roots.push_back(Fix(T.constraint()));
  std::vector<Expr> Needed, Used = variables(Roots);
  for (Expr Y : T.inputs())
    if (llvm::is_contained(Used, Y))
      Needed.push_back(Y);
  WordProgram Step(Roots, joined(Data.variables(), Needed));
  return Specials
      .emplace(Value, Special{Packing(std::move(Needed)), std::move(Step)})
      .first->second;
}

bool ExplicitTs::isBad(uint64_t C, uint64_t D) {
  std::vector<uint64_t> Words(T.variables().size());
  Control.unpack(C, Words.data());
  Data.unpack(D, Words.data() + Control.variables().size());
  BadProgram->run(Words.data());
  return BadProgram->result(0);
}

void ExplicitTs::add(Node N) {
  if (!Seen.emplace(std::pair(N.Control, N.Data), Nodes.size()).second)
    return;
  if (!Bad && isBad(N.Control, N.Data))
    Bad = Nodes.size();
  Nodes.push_back(std::move(N));
}

void ExplicitTs::explore() {
  size_t NumData = Data.variables().size();
  size_t NumControl = Control.variables().size();
  std::vector<uint64_t> Words(NumData + NumControl + 64);
  std::vector<uint64_t> Next(NumData + NumControl);
  WordProgram Init({T.init()}, joined(Control.variables(), Data.variables()));
  for (uint64_t C = 0; C < Control.size(); ++C)
    for (uint64_t D = 0; D < Data.size(); ++D) {
      Control.unpack(C, Words.data());
      Data.unpack(D, Words.data() + NumControl);
      Init.run(Words.data());
      if (Init.result(0))
        add({C, D, ~0u, Valuation()});
    }
  for (unsigned I = 0; I < Nodes.size(); ++I) {
    uint64_t C = Nodes[I].Control, D = Nodes[I].Data;
    Special &S = special(C);
    for (uint64_t Y = 0; Y < S.Inputs.size(); ++Y) {
      Data.unpack(D, Words.data());
      S.Inputs.unpack(Y, Words.data() + NumData);
      S.Step.run(Words.data());
      if (!S.Step.result(NumData + NumControl))
        continue;
      for (size_t N = 0; N < NumData + NumControl; ++N)
        Next[N] = S.Step.result(N);
      uint64_t NextD = Data.pack(Next.data());
      uint64_t NextC = Control.pack(Next.data() + NumData);
      if (!Seen.contains({NextC, NextD}))
        add({NextC, NextD, I, S.Inputs.valuation(Y)});
    }
  }
}

std::optional<TsTrace> ExplicitTs::trace() const {
  if (!Bad)
    return std::nullopt;
  TsTrace Tr;
  for (unsigned I = *Bad; I != ~0u; I = Nodes[I].Parent) {
    Valuation S = Data.valuation(Nodes[I].Data);
    for (auto &[Var, V] : Control.valuation(Nodes[I].Control))
      S[Var] = V;
    Tr.States.push_back(std::move(S));
    if (Nodes[I].Parent != ~0u)
      Tr.Inputs.push_back(Nodes[I].Inputs);
  }
  std::reverse(Tr.States.begin(), Tr.States.end());
  std::reverse(Tr.Inputs.begin(), Tr.Inputs.end());
  return Tr;
}

bool ExplicitTs::isReachable(const Valuation &State) const {
  return Seen.contains({Control.number(State), Data.number(State)});
}
