//===- Oracle.cpp - Judging evidence by enumeration -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Oracle.h"

#include "ExplicitState.h"

#include "sooth/Expr/Evaluator.h"

#include <set>

using namespace sooth;
using namespace sooth::test;

std::string sooth::test::replay(const Cfa &C, const CfaTrace &T) {
  Valuation State = T.Initial;
  if (!Evaluator(State).isTrue(C.init()))
    return "init does not hold";
  LocationId At = C.entry();
  for (size_t I = 0; I < T.Steps.size(); ++I) {
    const Edge &E = C.edge(T.Steps[I].Taken);
    if (E.Source != At)
      return "step " + std::to_string(I) + " does not start where it should";
    Valuation Env = State;
    for (const Input &In : E.Inputs)
      if (auto It = T.Steps[I].Inputs.find(In.Var);
          It != T.Steps[I].Inputs.end())
        Env[In.Var] = It->second;
    Evaluator Eval(Env);
    if (!Eval.isTrue(E.Guard))
      return "guard of step " + std::to_string(I) + " does not hold";
    for (const Update &U : E.Updates)
      State[U.Var] = Eval(U.Val);
    At = E.Target;
  }
  return C.isError(At) ? "" : "does not end at an error";
}

namespace {
class InvariantJudge {
public:
  InvariantJudge(const Cfa &C, const CfaInvariant &I)
      : C(C), I(I), States(variables(C)) {}
  std::string run();

private:
  static std::vector<Expr> variables(const Cfa &C) {
    std::vector<Expr> Vars;
    for (const StateVariable &V : C.variables())
      Vars.push_back(V.Var);
    return Vars;
  }
  bool holds(LocationId L, uint64_t S);
  std::string follow(LocationId From, uint64_t State);
  void successors(const Edge &E, EdgeId Id, uint64_t State,
                  std::set<uint64_t> &Out);

  const Cfa &C;
  const CfaInvariant &I;
  Packing States;
  std::map<LocationId, WordProgram> Formulas;
  std::map<EdgeId, std::pair<Packing, WordProgram>> Programs;
  std::vector<uint64_t> Words = std::vector<uint64_t>(128);
};
} // namespace

bool InvariantJudge::holds(LocationId L, uint64_t S) {
  auto It = Formulas.find(L);
  if (It == Formulas.end())
    It =
        Formulas
            .emplace(L, WordProgram({I.Formulas.lookup(L)}, States.variables()))
            .first;
  States.unpack(S, Words.data());
  It->second.run(Words.data());
  return It->second.result(0);
}

void InvariantJudge::successors(const Edge &E, EdgeId Id, uint64_t State,
                                std::set<uint64_t> &Out) {
  const std::vector<Expr> &Xs = States.variables();
  auto It = Programs.find(Id);
  if (It == Programs.end()) {
    std::vector<Expr> Ys, Slots = Xs, Roots{E.Guard};
    for (const Input &In : E.Inputs)
      Ys.push_back(In.Var);
    Slots.insert(Slots.end(), Ys.begin(), Ys.end());
    for (Expr X : Xs) {
      Roots.push_back(X);
      for (const Update &U : E.Updates)
        if (U.Var == X)
          Roots.back() = U.Val;
    }
    It = Programs.emplace(Id, std::pair(Packing(Ys), WordProgram(Roots, Slots)))
             .first;
  }
  auto &[Inputs, Program] = It->second;
  std::vector<uint64_t> Next(Xs.size());
  for (uint64_t Y = 0; Y < Inputs.size(); ++Y) {
    States.unpack(State, Words.data());
    Inputs.unpack(Y, Words.data() + Xs.size());
    Program.run(Words.data());
    if (!Program.result(0))
      continue;
    for (unsigned X = 0; X < Xs.size(); ++X)
      Next[X] = Program.result(X + 1);
    Out.insert(States.pack(Next.data()));
  }
}

/// All paths from \p From to the next locations with formulas.
std::string InvariantJudge::follow(LocationId From, uint64_t State) {
  std::set<std::pair<LocationId, uint64_t>> Seen;
  std::vector<std::pair<LocationId, uint64_t>> Work{{From, State}};
  while (!Work.empty()) {
    auto [L, S] = Work.back();
    Work.pop_back();
    for (EdgeId Id : C.outgoing(L)) {
      const Edge &E = C.edge(Id);
      std::set<uint64_t> Next;
      successors(E, Id, S, Next);
      for (uint64_t N : Next) {
        if (!I.Formulas.contains(E.Target)) {
          if (Seen.insert({E.Target, N}).second)
            Work.push_back({E.Target, N});
        } else if (!holds(E.Target, N)) {
          return "not preserved from " + C.location(From).Name + " to " +
                 C.location(E.Target).Name;
        }
      }
    }
  }
  return "";
}

std::string InvariantJudge::run() {
  for (const ErrorLocation &E : C.errors())
    if (!I.Formulas.contains(E.Loc))
      return "no formula at an error";
  if (!I.Formulas.contains(C.entry()))
    return "no formula at the entry";
  WordProgram Init({C.init()}, States.variables());
  for (uint64_t S = 0; S < States.size(); ++S) {
    States.unpack(S, Words.data());
    Init.run(Words.data());
    if (Init.result(0) && !holds(C.entry(), S))
      return "init does not imply the formula at the entry";
    for (const ErrorLocation &E : C.errors())
      if (holds(E.Loc, S))
        return "an error is not excluded";
    for (const auto &[L, Formula] : I.Formulas)
      if (holds(L, S))
        if (std::string Why = follow(L, S); !Why.empty())
          return Why;
  }
  return "";
}

std::string sooth::test::judge(const Cfa &C, const CfaInvariant &I) {
  return InvariantJudge(C, I).run();
}
