//===- ContractHoudini.cpp - The facts that hold together -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractHoudini.h"

#include "sooth/Expr/Evaluator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace sooth;
using Outcome = ContractHoudini::Outcome;

/// Of one question about all facts, and about one of them.
static constexpr double SecondsForAll = 2, SecondsForOne = 0.2;

ContractHoudini::ContractHoudini(const ModularProgram &P,
                                 const ContractSteps &Steps, Guesses Of)
    : P(P), Steps(Steps), Ctx(P.Model->context()), Solvers(createZ3Family()),
      Left(std::move(Of)), Facts(Steps.Points.size()),
      Queries(Steps.Blocks.size()), IsWaiting(Steps.Blocks.size()) {
  for (unsigned I = 0; I < Steps.Points.size(); ++I)
    collect(I);
}

/// Different guesses may be the same fact.
void ContractHoudini::collect(unsigned Point) {
  llvm::SetVector<Expr> All;
  All.insert(Left.Facts[Point].begin(), Left.Facts[Point].end());
  for (const AffineGuess &G : Left.Equations)
    if (G.Point == Point)
      for (Expr Equation : G.formulas(Ctx))
        All.insert(Equation);
  Facts[Point].clear();
  for (Expr Fact : All)
    if (!Fact.isTrue() && !Banned.contains(Fact))
      Facts[Point].push_back(Fact);
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

void ContractHoudini::make(unsigned Number) {
  const Block &B = Steps.Blocks[Number];
  Query &Q = Queries[Number];
  std::vector<Expr> Roots{P.Model->init()};
  for (const Block::Way &W : B.Ways) {
    Roots.push_back(W.Guard);
    llvm::append_range(Roots, W.Values);
  }
  for (const StepCall &C : B.Calls)
    llvm::append_range(Roots, C.Args);
  Q.Vars = variables(Roots);
  std::vector<Expr> All = Roots;
  llvm::append_range(All, Steps.Points[B.From].Vars);
  SolverOptions O;
  O.Over = theoriesOf(All);
  O.WhenHard = SolverOptions::Hard::Preprocess;
  Q.S = Solvers->create(O);
  // Of variables that no procedure changes, and of those of the entry.
  if (Steps.Points[B.From].What == FactPoint::Kind::Call)
    Q.S->add(P.Model->init());
  for (const Block::Way &W : B.Ways) {
    Expr Taken = Ctx.freshVar("contract.way", Ctx.boolSort());
    Q.S->add(Ctx.mkImplies(Taken, W.Guard));
    Q.WayTaken.push_back(Taken);
    auto &Then = Q.OfWay.emplace_back(std::make_unique<Substitution>(Ctx));
    if (W.To)
      for (auto [Var, Val] :
           llvm::zip_equal(Steps.Points[*W.To].Vars, W.Values))
        Then->set(Var, Val);
  }
  for (const StepCall &C : B.Calls) {
    auto &There = Q.AtCall.emplace_back(std::make_unique<Substitution>(Ctx));
    const Procedure &Callee = P.Procedures[C.Callee];
    for (auto [Param, Arg] : llvm::zip_equal(Callee.Params, C.Args))
      There->set(Param, Arg);
    if (Callee.Exit)
      for (auto [Result, Got] : llvm::zip_equal(Callee.Results, C.Results))
        There->set(Result, Got);
  }
  Q.OfCall.resize(B.Calls.size());
  Q.Wrong.resize(B.Ways.size());
}

Expr ContractHoudini::known(unsigned Number, Expr Fact) {
  Query &Q = Queries[Number];
  Expr &Literal = Q.Known[Fact];
  if (!Literal) {
    Literal = Ctx.freshVar("contract.known", Ctx.boolSort());
    Q.S->add(Ctx.mkImplies(Literal, Fact));
  }
  return Literal;
}

Expr ContractHoudini::ofCall(unsigned Number, unsigned Call, Expr Fact) {
  Query &Q = Queries[Number];
  Expr &Literal = Q.OfCall[Call][Fact];
  if (!Literal) {
    Literal = Ctx.freshVar("contract.ensured", Ctx.boolSort());
    Q.S->add(Ctx.mkImplies(
        Ctx.mkAnd(Literal, Steps.Blocks[Number].Calls[Call].IsMade),
        (*Q.AtCall[Call])(Fact)));
  }
  return Literal;
}

/// Null if the fact is right, whatever happens.
Expr ContractHoudini::wrong(unsigned Number, unsigned Way, Expr Fact) {
  Query &Q = Queries[Number];
  auto [It, IsNew] = Q.Wrong[Way].try_emplace(Fact);
  if (!IsNew)
    return It->second;
  Expr Then = (*Q.OfWay[Way])(Fact);
  if (Then.isTrue())
    return {};
  It->second = Ctx.freshVar("contract.wrong", Ctx.boolSort());
  Q.S->add(
      Ctx.mkImplies(It->second, Ctx.mkAnd(Q.WayTaken[Way], Ctx.mkNot(Then))));
  return It->second;
}

/// All that is left of what is known before the block and of calls in it.
std::vector<Expr> ContractHoudini::assumptions(unsigned Number) {
  std::vector<Expr> Result;
  const Block &B = Steps.Blocks[Number];
  for (Expr Fact : Facts[B.From])
    Result.push_back(known(Number, Fact));
  for (const auto &[I, Call] : llvm::enumerate(B.Calls))
    if (auto Return = Steps.Returns[Call.Callee])
      for (Expr Fact : Facts[*Return])
        Result.push_back(ofCall(Number, I, Fact));
  return Result;
}

std::vector<Expr>
ContractHoudini::goals(unsigned Number,
                       llvm::function_ref<bool(unsigned, Expr)> IsAsked) {
  std::vector<Expr> Result;
  const Block &B = Steps.Blocks[Number];
  for (const auto &[I, Way] : llvm::enumerate(B.Ways))
    if (Way.To)
      for (Expr Fact : Facts[*Way.To])
        if (IsAsked(*Way.To, Fact))
          if (Expr Goal = wrong(Number, I, Fact))
            Result.push_back(Goal);
  return Result;
}

/// Whether a goal may be reached.
Answer ContractHoudini::ask(unsigned Number, llvm::ArrayRef<Expr> Goals,
                            const Budget &B) {
  if (B.exhausted())
    return Answer::Unknown;
  if (Goals.empty())
    return Answer::Unsat;
  std::vector<Expr> Assumed = assumptions(Number);
  Assumed.push_back(Ctx.mkOr(Goals));
  return Queries[Number].S->check(Assumed, B);
}

//===----------------------------------------------------------------------===//
// Counterexamples
//===----------------------------------------------------------------------===//

void ContractHoudini::changed(unsigned Point) {
  const FactPoint &At = Steps.Points[Point];
  auto DependsOn = [&](const Block &B) {
    return B.From == Point || (At.What == FactPoint::Kind::Return &&
                               llvm::any_of(B.Calls, [&](const StepCall &C) {
                                 return C.Callee == At.Procedure;
                               }));
  };
  for (const auto &[I, B] : llvm::enumerate(Steps.Blocks))
    if (DependsOn(B) && !IsWaiting.test(I)) {
      IsWaiting.set(I);
      Work.push_back(I);
    }
}

/// Keeps what holds of \p S. Whether that changed anything.
bool ContractHoudini::refine(unsigned Point, const Sample &S) {
  Valuation Here;
  for (auto [Var, Val] : llvm::zip_equal(Steps.Points[Point].Vars, S))
    Here[Var] = Val;
  Evaluator Holds(Here);
  bool IsNew = false;
  for (AffineGuess &G : Left.Equations)
    if (G.Point == Point)
      IsNew |= G.add(Holds);
  auto &Others = Left.Facts[Point];
  const size_t Before = Others.size();
  llvm::erase_if(Others, [&](Expr Fact) { return !Holds.isTrue(Fact); });
  IsNew |= Others.size() != Before;
  if (IsNew) {
    collect(Point);
    changed(Point);
  }
  return IsNew;
}

/// From the solver's model: the ways that are taken in it all show something.
bool ContractHoudini::learn(unsigned Number) {
  Query &Q = Queries[Number];
  Valuation Model;
  for (Expr V : Q.Vars)
    Model[V] = Q.S->value(V);
  Evaluator Eval(Model);
  bool IsNew = false;
  for (const Block::Way &W : Steps.Blocks[Number].Ways) {
    if (!W.To || !Eval.isTrue(W.Guard))
      continue;
    Sample S;
    for (Expr Val : W.Values)
      S.push_back(Eval(Val));
    IsNew |= refine(*W.To, S);
  }
  return IsNew;
}

//===----------------------------------------------------------------------===//
// Until nothing is refuted
//===----------------------------------------------------------------------===//

Outcome ContractHoudini::excludeErrors(unsigned Number, const Budget &B) {
  std::vector<Expr> Taken;
  for (auto [Way, Literal] :
       llvm::zip_equal(Steps.Blocks[Number].Ways, Queries[Number].WayTaken))
    if (!Way.To)
      Taken.push_back(Literal);
  switch (ask(Number, Taken, B)) {
  case Answer::Unsat:
    return Outcome::Proof;
  case Answer::Sat:
    return Outcome::None;
  case Answer::Unknown:
    return Outcome::Unknown;
  }
  llvm_unreachable("no answer");
}

/// One by one: what takes the solver long is dropped.
bool ContractHoudini::dropSlow(unsigned Number, const Budget &B) {
  for (const Block::Way &W : Steps.Blocks[Number].Ways) {
    if (!W.To)
      continue;
    const std::vector<Expr> Asked = Facts[*W.To];
    for (Expr Fact : Asked) {
      if (B.exhausted())
        return false;
      auto Goal = goals(Number, [&](unsigned To, Expr F) {
        return To == *W.To && F == Fact;
      });
      Answer A = ask(Number, Goal, B.onThisThread(SecondsForOne));
      if (A == Answer::Unsat || (A == Answer::Sat && learn(Number)))
        continue;
      Banned.insert(Fact);
      collect(*W.To);
      changed(*W.To);
    }
  }
  return true;
}

Outcome ContractHoudini::settle(unsigned Number, const Budget &B) {
  while (true) {
    if (Outcome O = excludeErrors(Number, B); O != Outcome::Proof)
      return O;
    auto All = goals(Number, [](unsigned, Expr) { return true; });
    switch (ask(Number, All, B.onThisThread(SecondsForAll))) {
    case Answer::Unsat:
      return Outcome::Proof;
    case Answer::Sat:
      if (!learn(Number))
        return Outcome::Unknown;
      break;
    case Answer::Unknown:
      if (!dropSlow(Number, B))
        return Outcome::Unknown;
      break;
    }
  }
}

Outcome ContractHoudini::run(const Budget &B) {
  for (unsigned I = 0; I < Steps.Blocks.size(); ++I) {
    if (B.exhausted())
      return Outcome::Unknown;
    make(I);
    IsWaiting.set(I);
    Work.push_back(I);
  }
  while (!Work.empty()) {
    const unsigned Number = Work.front();
    Work.pop_front();
    IsWaiting.reset(Number);
    if (Outcome O = settle(Number, B); O != Outcome::Proof)
      return O;
  }
  return Outcome::Proof;
}

//===----------------------------------------------------------------------===//
// What it takes
//===----------------------------------------------------------------------===//

/// Adds the facts whose literals the last answer needed.
void ContractHoudini::need(unsigned Number, std::vector<ExprSet> &Needed) {
  const Block &B = Steps.Blocks[Number];
  const Query &Q = Queries[Number];
  ExprSet Core;
  for (Expr Literal : Q.S->core())
    Core.insert(Literal);
  auto Add = [&](unsigned Point, const ExprMap<Expr> &Literals) {
    for (Expr Fact : Facts[Point])
      if (Core.contains(Literals.lookup(Fact)))
        Needed[Point].insert(Fact);
  };
  Add(B.From, Q.Known);
  for (const auto &[I, Call] : llvm::enumerate(B.Calls))
    if (auto Return = Steps.Returns[Call.Callee])
      Add(*Return, Q.OfCall[I]);
}

ContractGuess ContractHoudini::proof(const Budget &B) {
  std::vector<ExprSet> Needed(Steps.Points.size());
  std::vector<size_t> Done(Steps.Blocks.size(), ~size_t(0));
  bool Changed = true, IsCut = false;
  while (Changed && !IsCut) {
    Changed = false;
    for (unsigned I = 0; I < Steps.Blocks.size() && !IsCut; ++I) {
      auto Goals = goals(
          I, [&](unsigned To, Expr Fact) { return Needed[To].contains(Fact); });
      for (auto [Way, Literal] :
           llvm::zip_equal(Steps.Blocks[I].Ways, Queries[I].WayTaken))
        if (!Way.To)
          Goals.push_back(Literal);
      // Goals only become more.
      if (Goals.empty() || Goals.size() == Done[I])
        continue;
      Done[I] = Goals.size();
      Changed = true;
      IsCut = ask(I, Goals, B) != Answer::Unsat;
      if (!IsCut)
        need(I, Needed);
    }
  }
  auto FormulaAt = [&](unsigned Point) {
    std::vector<Expr> Parts;
    for (Expr Fact : Facts[Point])
      if (IsCut || Needed[Point].contains(Fact))
        Parts.push_back(Fact);
    return Ctx.mkAnd(Parts);
  };
  ContractGuess Result{{{Ctx.trueExpr(), Ctx.trueExpr()}}};
  for (unsigned I = 1; I < P.Procedures.size(); ++I)
    Result.Contracts.push_back(
        {FormulaAt(Steps.Calls[I]),
         Steps.Returns[I] ? FormulaAt(*Steps.Returns[I]) : Ctx.trueExpr()});
  for (const auto &[I, At] : llvm::enumerate(Steps.Points))
    if (At.What == FactPoint::Kind::Loop)
      Result.Heads.push_back({At.Loc, FormulaAt(I)});
  return Result;
}
