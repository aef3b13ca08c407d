//===- EdgeQuery.cpp - Which candidates an edge preserves -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EdgeQuery.h"

#include "ReadElimination.h"

#include "sooth/Expr/Evaluator.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::cells;

static constexpr size_t MaxInstances = 20000;

namespace {
/// The terms at which arrays are read, and which arrays these are.
class ReadTerms {
public:
  void add(llvm::ArrayRef<Expr> Roots) {
    postOrder(Roots, Seen, [&](Expr E) {
      if (E.is(Kind::Select))
        for (Expr A : variables({E.operand(0)}))
          if (A.sort().isArray())
            At[E.operand(1)].insert(A);
    });
  }
  llvm::MapVector<Expr, ExprSet> At;

private:
  SeenExprs Seen;
};
} // namespace

static bool hasRead(Expr E) {
  bool Result = false;
  postOrder({E}, [&](Expr Part) { Result |= Part.is(Kind::Select); });
  return Result;
}

/// Whether \p Fact reads a cell whose index was read.
static bool isAboutLink(Expr Fact) {
  bool Result = false;
  postOrder({Fact}, [&](Expr E) {
    Result |= E.is(Kind::Select) && hasRead(E.operand(1));
  });
  return Result;
}

/// What holds at the beginning is known by itself.
void EdgeQuery::assumeBefore() {
  if (Source)
    Facts = Cands.Facts[*Source];
  if (!Source || (*Source == C.entry() && C.incoming(*Source).empty())) {
    llvm::SmallVector<Expr, 8> Init;
    conjuncts(C.init(), Init);
    Base.insert(Base.end(), Init.begin(), Init.end());
    Facts = {};
  }
  const size_t Before = Cands.Facts[Source.value_or(Targets.front())].size();
  for (size_t I = 0; I < Before; ++I)
    Assume.push_back(Ctx.freshVar("cells.known", Ctx.boolSort()));
}

EdgeQuery::EdgeQuery(const Cfa &C, const Candidates &Of,
                     std::optional<EdgeId> Edge, SolverFamily<Solver> &Solvers)
    : C(C), Cands(Of), Solvers(Solvers),
      Ctx(C.context()), Targets{Edge ? C.edge(*Edge).Target : C.entry()},
      IsError(false) {
  if (!Edge)
    return;
  Source = C.edge(*Edge).Source;
  Via = {*Edge};
}

EdgeQuery::EdgeQuery(const Cfa &C, const Candidates &Of,
                     llvm::ArrayRef<EdgeId> ToErrors,
                     SolverFamily<Solver> &Solvers)
    : C(C), Cands(Of), Solvers(Solvers), Ctx(C.context()), Via(ToErrors.vec()),
      Source(C.edge(ToErrors.front()).Source), IsError(true) {
  for (EdgeId Id : ToErrors)
    Targets.push_back(C.edge(Id).Target);
}

/// That candidates hold behind the edge, in terms of what is before it.
void EdgeQuery::addGoals() {
  Substitution Next(Ctx);
  for (EdgeId Id : Via)
    for (const Update &U : C.edge(Id).Updates)
      Next.set(U.Var, U.Val);
  ExprMap<int> Before;
  for (size_t I = 0; I < Facts.size(); ++I)
    Before[Facts[I]] = int(I);
  for (Expr Fact : Cands.Facts[target()]) {
    Expr Now = Source ? Next(Fact) : Fact == C.init() ? Ctx.trueExpr() : Fact;
    auto It = Before.find(Now);
    Goals.push_back({Now, Ctx.freshVar("cells.wrong", Ctx.boolSort()),
                     It == Before.end() ? -1 : It->second});
  }
}

void EdgeQuery::make() {
  if (IsError)
    for (EdgeId Id : Via)
      Goals.push_back({Ctx.mkNot(C.edge(Id).Guard),
                       Ctx.freshVar("cells.taken", Ctx.boolSort())});
  else
    Base = {Source ? C.edge(Via.front()).Guard : Ctx.trueExpr()};
  assumeBefore();
  if (!IsError)
    addGoals();
  instantiate(Cands.ForAll);
  tell();
}

/// What is known before the edge of the cells that matter.
void EdgeQuery::instantiate(llvm::ArrayRef<Expr> ForAll) {
  std::vector<std::vector<Expr>> Read;
  std::vector<Expr> Roots = Base;
  auto IsCell = [&](Expr V) { return llvm::is_contained(ForAll, V); };
  for (const Goal &G : Goals)
    Roots.push_back(G.Formula);
  for (size_t I = 0; I < Facts.size(); ++I) {
    Known.push_back({unsigned(I), Facts[I]}); // of the goal's cell
    Read.push_back(variables({Facts[I]}));
    if (!llvm::any_of(Read.back(), IsCell))
      Roots.push_back(Facts[I]);
  }
  // Facts about links would bring in one cell after the other: they are used
  // of those that the edge reads.
  ReadTerms OfEdge;
  OfEdge.add(Base);
  if (IsError)
    for (const Goal &G : Goals)
      OfEdge.add({G.Formula});
  llvm::BitVector IsLink(Facts.size());
  for (size_t I = 0; I < Facts.size(); ++I)
    IsLink[I] = isAboutLink(Facts[I]);
  ReadTerms Terms;
  Terms.add(Roots);
  // Instances bring in terms of their own, once.
  ExprSet Done(ForAll.begin(), ForAll.end());
  for (unsigned Round = 0; Round < 2; ++Round) {
    std::vector<Expr> Instances;
    for (auto &[Term, Arrays] : Terms.At) {
      auto K = llvm::find_if(
          ForAll, [S = Term.sort()](Expr V) { return V.sort() == S; });
      if (K == ForAll.end() || !Done.insert(Term).second)
        continue;
      const bool IsFar = hasRead(Term) && !OfEdge.At.contains(Term);
      Substitution Here(Ctx);
      Here.set(*K, Term);
      for (size_t I = 0; I < Facts.size() && Known.size() < MaxInstances; ++I) {
        if (!llvm::is_contained(Read[I], *K) || (IsLink[I] && IsFar) ||
            llvm::none_of(Read[I], [&](Expr V) { return Arrays.contains(V); }))
          continue;
        Instances.push_back(Here(Facts[I]));
        Known.push_back({unsigned(I), Instances.back()});
      }
    }
    Terms.add(Instances);
  }
}

/// Without arrays, if that is possible.
void EdgeQuery::tell() {
  ReadElimination Eliminate(Ctx);
  std::vector<Expr> Conditions;
  for (Expr E : Base)
    if (E.is(Kind::Eq) && E.operand(0).isVar() && E.operand(0).sort().isArray())
      Eliminate.define(E.operand(0), E.operand(1));
    else
      Conditions.push_back(E);
  for (Expr &E : Conditions)
    E = Eliminate(E);
  std::vector<Expr> OfGoals, OfKnown;
  for (const Goal &G : Goals)
    OfGoals.push_back(Eliminate(G.Formula));
  for (const auto &[I, Instance] : Known)
    OfKnown.push_back(Eliminate(Instance));
  SolverOptions O;
  if (Eliminate.failed()) {
    Conditions = Base;
  } else {
    O.Over = SolverOptions::Theories::BitVectors;
    llvm::append_range(Conditions, Eliminate.takeConstraints());
    for (size_t I = 0; I < Goals.size(); ++I)
      Goals[I].Formula = OfGoals[I];
    for (size_t I = 0; I < Known.size(); ++I)
      Known[I].second = OfKnown[I];
  }
  S = Solvers.create(O);
  std::vector<Expr> Roots;
  for (Expr E : Conditions)
    S->add(E);
  for (const Goal &G : Goals) {
    S->add(Ctx.mkImplies(G.IsWrong, Ctx.mkNot(G.Formula)));
    Roots.push_back(G.Formula);
  }
  for (const auto &[I, Instance] : Known)
    S->add(Ctx.mkImplies(Assume[I], Instance));
  Vars = variables(Roots);
}

Answer EdgeQuery::check(const llvm::BitVector &Holding,
                        const llvm::BitVector &Asked, const Budget &B,
                        llvm::BitVector &Wrong) {
  Shortcuts.clear();
  IsAsked = false;
  if (Asked.none())
    return Answer::Unsat;
  if (!S)
    make();
  std::vector<Expr> Assumptions, Any;
  for (unsigned I : Holding.set_bits())
    Assumptions.push_back(Assume[I]);
  for (unsigned I : Asked.set_bits()) {
    const Goal &G = Goals[I];
    if (G.Before >= 0 && Holding.test(G.Before))
      Shortcuts.push_back(G.Before);
    else if (!G.Formula.isTrue())
      Any.push_back(G.IsWrong);
  }
  if (Any.empty())
    return Answer::Unsat;
  Assumptions.push_back(Ctx.mkOr(Any));
  IsAsked = true;
  Answer A = S->check(Assumptions, B);
  if (A != Answer::Sat)
    return A;
  Valuation Model;
  for (Expr V : Vars)
    Model[V] = S->value(V);
  Evaluator Holds(Model);
  Wrong.clear();
  Wrong.resize(Goals.size());
  for (unsigned I : Asked.set_bits())
    if (!Holds.isTrue(Goals[I].Formula))
      Wrong.set(I);
  return A;
}

std::vector<unsigned> EdgeQuery::needed() {
  std::vector<unsigned> Result = Shortcuts;
  if (!IsAsked)
    return Result;
  ExprMap<unsigned> Number;
  for (unsigned I = 0; I < Assume.size(); ++I)
    Number[Assume[I]] = I;
  for (Expr E : S->core())
    if (auto It = Number.find(E); It != Number.end())
      Result.push_back(It->second);
  return Result;
}
