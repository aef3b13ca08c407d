//===- HornToCfa.cpp - From Horn clauses to an automaton ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Horn/HornToCfa.h"

#include "HornStep.h"

#include "sooth/Expr/EquationSolving.h"
#include "sooth/Expr/Evaluator.h"
#include "sooth/Model/SourceTable.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

HornBackTranslation::~HornBackTranslation() = default;

namespace {
constexpr LocationId Start = 0;

LocationId locationOf(PredicateId P) { return P + 1; }

Expr zero(ExprContext &Ctx, Sort S) { return Ctx.constant(Value::zero(S), S); }

/// Where the predicates' arguments are.
struct Places {
  explicit Places(const HornSystem &S);

  std::vector<Expr> All;
  std::vector<std::vector<Expr>> Of; // each predicate
};

class Encoder {
public:
  explicit Encoder(const HornSystem &S) : S(S), Ctx(*S.Ctx), P(S), Model(Ctx) {}
  HornProgram run();

private:
  void addLocations();
  void addEdge(const HornClause &C);
  LocationId addQuery(const HornClause &C);

  const HornSystem &S;
  ExprContext &Ctx;
  Places P;
  Cfa Model;
  SourceTable Source;
  std::vector<HornStep> Steps; // of the clauses, which are the edges
};

class Back final : public HornBackTranslation {
public:
  Back(const HornSystem &S, Places P, Cfa Model, std::vector<HornStep> Steps)
      : S(S), Ctx(*S.Ctx), P(std::move(P)), Model(std::move(Model)),
        Steps(std::move(Steps)) {}
  std::optional<HornModel> back(const CfaInvariant &I) const override;
  HornDerivation back(const CfaTrace &T) const override;

private:
  /// What has to hold at \p L so that the targets' formulas hold after every
  /// step, or null.
  Expr weakest(LocationId L, llvm::ArrayRef<Expr> At) const;
  bool complete(std::vector<Expr> &At) const;

  const HornSystem &S;
  ExprContext &Ctx;
  Places P;
  Cfa Model;
  std::vector<HornStep> Steps;
};
} // namespace

Places::Places(const HornSystem &S) {
  llvm::DenseMap<Sort, std::vector<Expr>> BySort;
  for (const HornPredicate &P : S.Predicates) {
    llvm::DenseMap<Sort, size_t> Used;
    auto &Mine = Of.emplace_back();
    for (Expr Param : P.Params) {
      auto &Pool = BySort[Param.sort()];
      size_t Which = Used[Param.sort()]++;
      if (Which == Pool.size()) {
        Pool.push_back(S.Ctx->freshVar("place", Param.sort()));
        All.push_back(Pool.back());
      }
      Mine.push_back(Pool[Which]);
    }
  }
}

void Encoder::addLocations() {
  Model.addLocation({"start", {}});
  for (const HornPredicate &Pred : S.Predicates)
    Model.addLocation({Pred.Name, Pred.Where});
  llvm::SmallVector<Expr, 16> Init;
  for (Expr Place : P.All) {
    Model.addVariable({Place, Place.name().str(), ValueStyle::Signed});
    Init.push_back(Ctx.mkEq(Place, zero(Ctx, Place.sort())));
  }
  Model.setEntry(Start);
  Model.setInit(Ctx.mkAnd(Init));
}

LocationId Encoder::addQuery(const HornClause &C) {
  LocationId L = Model.addLocation({"query", C.Where});
  Model.addError({L, Failure::Kind::Query, C.Where});
  return L;
}

void Encoder::addEdge(const HornClause &C) {
  static const std::vector<Expr> None;
  const auto &Before = C.body() ? P.Of[C.body()->Predicate] : None;
  const auto &After = C.Head ? P.Of[C.Head->Predicate] : None;
  HornStep Step = solveClause(Ctx, C, Before, S.ZeroDivisions);
  Edge E;
  E.Source = C.body() ? locationOf(C.body()->Predicate) : Start;
  E.Target = C.Head ? locationOf(C.Head->Predicate) : addQuery(C);
  E.Guard = Step.Guard;
  for (size_t I = 0; I < After.size(); ++I)
    if (Step.HeadArgs[I] != After[I])
      E.Updates.push_back({After[I], Step.HeadArgs[I]});
  for (Expr Place : Before)
    if (C.Head && !llvm::is_contained(After, Place))
      E.Updates.push_back({Place, zero(Ctx, Place.sort())});
  static const auto DivisionByZero =
      std::make_shared<const Cause>(Cause::Kind::DivisionByZero);
  EdgeSource OfEdge;
  for (Expr V : Step.Inputs) {
    bool Open = llvm::is_contained(S.ZeroDivisions, V);
    E.Inputs.push_back({V, Open ? Input::Kind::Havoc : Input::Kind::Nondet,
                        Open ? "" : V.name().str(), C.Where});
    if (Open)
      OfEdge.Unknown.push_back({V, DivisionByZero});
  }
  Source.set(Model.addEdge(std::move(E)), std::move(OfEdge));
  Steps.push_back(std::move(Step));
}

HornProgram Encoder::run() {
  addLocations();
  for (const HornClause &C : S.Clauses)
    addEdge(C);
  Model.setSource(std::make_shared<const SourceTable>(std::move(Source)));
  auto Way = std::make_unique<Back>(S, std::move(P), Model, std::move(Steps));
  return {std::move(Model), std::move(Way)};
}

/// ∀Inputs. Guard ⇒ Target[Updates] for every edge; inputs must be determined
/// where that fails.
Expr Back::weakest(LocationId L, llvm::ArrayRef<Expr> At) const {
  std::vector<Expr> Safe;
  for (EdgeId Id : Model.outgoing(L)) {
    const Edge &E = Model.edge(Id);
    if (!At[E.Target])
      return Expr();
    Substitution After(Ctx);
    for (const Update &U : E.Updates)
      After.set(U.Var, U.Val);
    llvm::SmallVector<Expr, 16> Fails;
    conjuncts(Ctx.mkAnd(E.Guard, Ctx.mkNot(After(At[E.Target]))), Fails);
    ExprSet Inputs;
    for (const Input &In : E.Inputs)
      Inputs.insert(In.Var);
    solveEquations(Ctx, Fails, Inputs);
    Safe.push_back(Ctx.mkNot(Ctx.mkAnd(Fails)));
    if (anyVariable(Safe.back(), [&](Expr V) { return Inputs.contains(V); }))
      return Expr();
  }
  return Ctx.mkAnd(Safe);
}

/// Finds formulas where there are none; false if it cannot.
bool Back::complete(std::vector<Expr> &At) const {
  for (bool Progress = true; Progress;) {
    Progress = false;
    for (LocationId L = 0; L < At.size(); ++L)
      if (!At[L] && (At[L] = weakest(L, At)))
        Progress = true;
  }
  return !llvm::is_contained(At, Expr());
}

std::optional<HornModel> Back::back(const CfaInvariant &I) const {
  if (I.isQuantified())
    return std::nullopt;
  std::vector<Expr> At(Model.locations().size());
  for (auto &[L, Formula] : I.Formulas)
    At[L] = Formula;
  if (!complete(At))
    return std::nullopt;
  HornModel Result;
  for (PredicateId Id = 0; Id < S.Predicates.size(); ++Id) {
    Substitution Here(Ctx);
    for (Expr Place : P.All)
      Here.set(Place, zero(Ctx, Place.sort()));
    for (size_t K = 0; K < P.Of[Id].size(); ++K)
      Here.set(P.Of[Id][K], S.Predicates[Id].Params[K]);
    Result.Meaning.push_back(Here(At[locationOf(Id)]));
  }
  return Result;
}

HornDerivation Back::back(const CfaTrace &T) const {
  HornDerivation Result;
  Valuation State = T.Initial;
  for (const CfaTrace::Step &Taken : T.Steps) {
    Valuation Env = State;
    for (auto &[Var, V] : Taken.Inputs)
      Env[Var] = V;
    Evaluator Eval(Env);
    HornDerivation::Step Step;
    Step.Clause = Taken.Taken;
    for (auto &[Var, Term] : Steps[Taken.Taken].Values)
      Step.Values[Var] = Eval(Term);
    Result.Steps.push_back(std::move(Step));
    for (const Update &U : Model.edge(Taken.Taken).Updates)
      State[U.Var] = Eval(U.Val);
  }
  return Result;
}

HornProgram sooth::toCfa(const HornSystem &S) { return Encoder(S).run(); }
