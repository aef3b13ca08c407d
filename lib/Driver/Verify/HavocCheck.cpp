//===- HavocCheck.cpp - Does a run depend on approximations? --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HavocCheck.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Model/SourceTable.h"
#include "sooth/Model/SymbolicProgram.h"
#include "sooth/Solver/Solver.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace sooth;

namespace {
/// Tells which terms over symbols have only one value, by what is known of the
/// symbols.
class OnlyValues {
public:
  OnlyValues(ExprContext &Ctx, const Budget &B)
      : Ctx(Ctx), B(B.child(MostSeconds)), S(createZ3Solver(Ctx)) {}
  /// \p Symbol is \p Is in one of the runs that there may be.
  void add(Expr Symbol, const Value &Is) { One[Symbol] = Is; }
  /// \p Fact holds in all runs that there may be.
  void know(Expr Fact) { S->add(Fact); }
  /// The value of \p Term, a Boolean or a bit-vector, or \p Term itself.
  Expr settled(Expr Term);

private:
  static constexpr double MostSeconds = 5;
  ExprContext &Ctx;
  Budget B;
  std::unique_ptr<Solver> S;
  Valuation One;
  ExprMap<Expr> Settled;
};

/// Runs along the edges of a trace with its values, but for over-approximated
/// inputs, which stay variables.
class SymbolicRun {
public:
  SymbolicRun(const Cfa &C, const CfaTrace &T, const Budget &B);
  /// The guards met, over the variables that stand for approximations.
  const std::vector<Expr> &conditions() const { return Conditions; }
  /// What is known of these variables.
  const std::vector<Expr> &known() const { return Known; }
  /// Under which conditions over them the model could not say how a run goes
  /// on, where this one does.
  const std::vector<Expr> &limits() const { return Limits; }
  /// Why the first approximation whose value \p E depends on is not known.
  std::optional<UnknownReason> firstIn(Expr E) const;

private:
  void take(const CfaTrace::Step &S);
  void passLimits(const Edge &Taken);

  const Cfa &C;
  ExprContext &Ctx;
  std::set<LocationId> LimitLocations;
  SymbolicProgram Program;
  SymbolicState State;
  OnlyValues Only;
  std::vector<Expr> Conditions, Known, Limits;
  struct Approximation {
    Expr Var;
    EdgeId On;
    const Input *In;
  };
  std::vector<Approximation> Havocs;
};
} // namespace

/// What is left out of a trace is zero.
static Expr constantOf(ExprContext &Ctx, const Valuation &Values, Expr Var) {
  auto It = Values.find(Var);
  return Ctx.constant(It == Values.end() ? Value::zero(Var.sort()) : It->second,
                      Var.sort());
}

Expr OnlyValues::settled(Expr Term) {
  auto [It, IsNew] = Settled.try_emplace(Term, Term);
  if (!IsNew || B.exhausted())
    return It->second;
  Expr Is = Ctx.constant(Evaluator(One)(Term), Term.sort());
  if (S->check({Ctx.mkNot(Ctx.mkEq(Term, Is))}, B) == Answer::Unsat)
    It->second = Is;
  return It->second;
}

SymbolicRun::SymbolicRun(const Cfa &C, const CfaTrace &T, const Budget &B)
    : C(C), Ctx(C.context()), Program(C), Only(C.context(), B) {
  Program.settleWith([&](Expr Term) { return Only.settled(Term); });
  for (const ErrorLocation &E : C.errors())
    if (E.Type == ErrorLocation::Kind::Limit)
      LimitLocations.insert(E.Loc);
  for (const StateVariable &V : C.variables())
    Program.set(V.Var, constantOf(Ctx, T.Initial, V.Var), State);
  for (const CfaTrace::Step &S : T.Steps)
    take(S);
}

void SymbolicRun::take(const CfaTrace::Step &S) {
  const Edge &E = C.edge(S.Taken);
  for (const Input &In : E.Inputs) {
    if (In.What != Input::Kind::Havoc) {
      Program.set(In.Var, constantOf(Ctx, S.Inputs, In.Var), State);
      continue;
    }
    // Each time an edge is taken its inputs are new.
    Expr Any = Ctx.freshVar("any", In.Var.sort());
    if (auto It = S.Inputs.find(In.Var); It != S.Inputs.end())
      Only.add(Any, It->second);
    Havocs.push_back({Any, S.Taken, &In});
    Program.set(In.Var, Any, State);
  }
  if (Expr Fact = C.source().at(S.Taken).Known) {
    Known.push_back(Program.value(Fact, State).term(Ctx, Ctx.boolSort()));
    Only.know(Known.back());
  }
  const Expr Guard = Program.guard(S.Taken, State).term(Ctx, Ctx.boolSort());
  if (!Guard.isTrue() && !Only.settled(Guard).isTrue())
    Conditions.push_back(Guard);
  passLimits(E);
  Program.take(S.Taken, State);
}

void SymbolicRun::passLimits(const Edge &Taken) {
  if (Havocs.empty())
    return;
  for (EdgeId Id : C.outgoing(Taken.Source)) {
    const Edge &E = C.edge(Id);
    if (!LimitLocations.count(E.Target))
      continue;
    SymbolicState There = State;
    for (const Input &In : E.Inputs)
      if (llvm::none_of(Taken.Inputs,
                        [&](const Input &I) { return I.Var == In.Var; }))
        Program.set(In.Var, Ctx.freshVar("any", In.Var.sort()), There);
    Expr Guard = Program.guard(Id, There).term(Ctx, Ctx.boolSort());
    if (Guard.isFalse() || !firstIn(Guard))
      continue;
    if (Expr Fact = C.source().at(Id).Known)
      Guard = Ctx.mkAnd(Guard,
                        Program.value(Fact, There).term(Ctx, Ctx.boolSort()));
    Limits.push_back(Guard);
  }
}

/// Why \p In, an input of edge \p Id, is not known.
static UnknownReason reasonFor(const Cfa &C, EdgeId Id, const Input &In) {
  const UnknownInput *U = C.source().at(Id).unknown(In);
  return {UnknownReason::Kind::Unsupported,
          U ? *U->Why : Cause::quote(In.Source), In.Where,
          U ? U->Help : Remedy::None};
}

std::optional<UnknownReason> SymbolicRun::firstIn(Expr E) const {
  ExprSet Vars;
  for (Expr V : variables(E))
    Vars.insert(V);
  for (const Approximation &A : Havocs)
    if (Vars.contains(A.Var))
      return reasonFor(C, A.On, *A.In);
  return std::nullopt;
}

static bool passesHavoc(const Cfa &C, const CfaTrace &T) {
  for (const CfaTrace::Step &S : T.Steps)
    for (const Input &In : C.edge(S.Taken).Inputs)
      if (In.What == Input::Kind::Havoc)
        return true;
  return false;
}

std::optional<UnknownReason>
sooth::findDecidingHavoc(const Cfa &C, const CfaTrace &T, const Budget &B) {
  if (!passesHavoc(C, T))
    return std::nullopt;
  SymbolicRun Run(C, T, B);
  ExprContext &Ctx = C.context();
  Expr Leaves = Ctx.mkNot(Ctx.mkAnd(Run.conditions()));
  std::optional<UnknownReason> Deciding = Run.firstIn(Leaves);
  Expr Limit = Ctx.mkOr(Run.limits());
  if (!Deciding && Limit.isFalse())
    return std::nullopt; // its guards hold, as the trace has been checked
  std::unique_ptr<Solver> S = createZ3Solver(Ctx);
  S->add(Ctx.mkOr(Leaves, Limit));
  S->add(Ctx.mkAnd(Run.known()));
  if (S->check(B.child(5)) == Answer::Unsat)
    return std::nullopt;
  return Deciding ? Deciding : Run.firstIn(Limit);
}

/// The conditions under which the inputs \p Havocs do not matter to \p Roots.
static std::vector<Expr> conditionsWithout(ExprContext &Ctx,
                                           const ExprSet &Havocs,
                                           llvm::ArrayRef<Expr> Roots) {
  std::vector<Expr> Conditions;
  auto IsOne = [&](Expr E) {
    return Havocs.contains(E) ||
           (E.is(Kind::Not) && Havocs.contains(E.operand(0)));
  };
  postOrder(Roots, [&](Expr E) {
    if ((E.is(Kind::Or) || E.is(Kind::And)) &&
        llvm::any_of(E.operands(), IsOne)) {
      std::vector<Expr> Others;
      llvm::copy_if(E.operands(), std::back_inserter(Others),
                    [&](Expr Op) { return !IsOne(Op); });
      Conditions.push_back(E.is(Kind::Or) ? Ctx.mkOr(Others)
                                          : Ctx.mkNot(Ctx.mkAnd(Others)));
    }
    if (!E.is(Kind::Ite))
      return;
    if (Havocs.contains(E.operand(1)))
      Conditions.push_back(Ctx.mkNot(E.operand(0)));
    if (Havocs.contains(E.operand(2)))
      Conditions.push_back(E.operand(0));
  });
  return Conditions;
}

Edge sooth::withoutApproximations(ExprContext &Ctx, Edge E) {
  ExprSet Havocs;
  for (const Input &In : E.Inputs)
    if (In.What == Input::Kind::Havoc)
      Havocs.insert(In.Var);
  std::vector<Expr> Roots{E.Guard};
  for (const Update &U : E.Updates)
    Roots.push_back(U.Val);
  std::vector<Expr> Guards = conditionsWithout(Ctx, Havocs, Roots);
  Guards.push_back(E.Guard);
  E.Guard = Ctx.mkAnd(Guards);
  return E;
}
