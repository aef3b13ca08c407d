//===- ModularToHorn.cpp - Procedures as Horn clauses ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Horn/ModularToHorn.h"

#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

//===----------------------------------------------------------------------===//
// Which variables a location needs
//===----------------------------------------------------------------------===//

namespace {
class NeededVariables {
public:
  explicit NeededVariables(const ModularProgram &P)
      : P(P), Needed(P.Model->locations().size()) {
    while (step())
      ;
  }
  std::vector<Expr> at(LocationId L) const {
    std::vector<Expr> Vars;
    for (const StateVariable &V : P.Model->variables())
      if (Needed[L].contains(V.Var))
        Vars.push_back(V.Var);
    return Vars;
  }

private:
  bool step();
  void need(LocationId L, llvm::ArrayRef<Expr> Terms);

  const ModularProgram &P;
  std::vector<ExprSet> Needed;
  bool Changed = false;
};
} // namespace

void NeededVariables::need(LocationId L, llvm::ArrayRef<Expr> Terms) {
  for (Expr V : variables(Terms))
    Changed |= Needed[L].insert(V).second;
}

bool NeededVariables::step() {
  Changed = false;
  const Cfa &Model = *P.Model;
  for (const Edge &E : llvm::reverse(Model.edges())) {
    ExprMap<Expr> New;
    for (const Update &U : E.Updates)
      New[U.Var] = U.Val;
    need(E.Source, {E.Guard});
    for (Expr V : at(E.Target)) {
      Expr Val = New.lookup(V);
      need(E.Source, {Val ? Val : V});
    }
  }
  for (const ProcedureCall &C : P.Calls) {
    need(C.Before, C.Args);
    for (Expr V : at(C.After))
      if (!llvm::is_contained(C.Targets, V))
        need(C.Before, {V});
  }
  for (const Procedure &Body : P.Procedures)
    if (Body.Exit) {
      need(*Body.Exit, Body.Params);
      need(*Body.Exit, Body.Returned);
    }
  return Changed;
}

//===----------------------------------------------------------------------===//
// Clauses
//===----------------------------------------------------------------------===//

namespace {
class ClauseBuilder {
public:
  explicit ClauseBuilder(const ModularProgram &P)
      : P(P), Model(*P.Model), Ctx(Model.context()) {}
  ModularHorn run();

private:
  void declare();
  void addEdge(const Edge &E);
  void addCall(const ProcedureCall &C);
  Expr lastingFacts() const;
  HornAtom at(LocationId L) const {
    return {L, Result.Clauses.Predicates[L].Params};
  }
  void add(std::vector<HornAtom> Body, Expr Constraint,
           std::optional<HornAtom> Head) {
    Result.Clauses.Clauses.push_back(
        {std::move(Body), Constraint, std::move(Head)});
  }

  const ModularProgram &P;
  const Cfa &Model;
  ExprContext &Ctx;
  ModularHorn Result{
      HornSystem(Ctx), {}, {}}; // locations are the first predicates
};
} // namespace

void ClauseBuilder::declare() {
  NeededVariables Needed(P);
  auto &Predicates = Result.Clauses.Predicates;
  for (LocationId L = 0; L < Model.locations().size(); ++L)
    Predicates.push_back({Model.location(L).Name, Needed.at(L)});
  for (const Procedure &Body : P.Procedures) {
    Result.Calls.push_back(Predicates.size());
    Predicates.push_back({"calls." + Body.Name, Body.Params});
    std::vector<Expr> Both = Body.Params;
    llvm::append_range(Both, Body.Results);
    Result.Summaries.push_back(Predicates.size());
    Predicates.push_back({"summary." + Body.Name, std::move(Both)});
  }
}

void ClauseBuilder::addEdge(const Edge &E) {
  ExprMap<Expr> New;
  for (const Update &U : E.Updates)
    New[U.Var] = U.Val;
  HornAtom Head = at(E.Target);
  for (Expr &Arg : Head.Args)
    if (Expr Val = New.lookup(Arg))
      Arg = Val;
  add({at(E.Source)}, E.Guard, std::move(Head));
}

void ClauseBuilder::addCall(const ProcedureCall &C) {
  add({at(C.Before)}, Ctx.trueExpr(), HornAtom{Result.Calls[C.Callee], C.Args});
  HornAtom Summary{Result.Summaries[C.Callee], C.Args};
  HornAtom Head = at(C.After);
  for (auto [Placeholder, Target] :
       llvm::zip_equal(P.Procedures[C.Callee].Results, C.Targets)) {
    Expr Returned = Ctx.freshVar("returned", Placeholder.sort());
    Summary.Args.push_back(Returned);
    for (Expr &Arg : Head.Args)
      if (Target && Arg == Target)
        Arg = Returned;
  }
  add({at(C.Before), std::move(Summary)}, Ctx.trueExpr(), std::move(Head));
}

/// What holds in the beginning of variables that nothing changes.
Expr ClauseBuilder::lastingFacts() const {
  ExprSet Changed;
  for (const Edge &E : Model.edges())
    for (const Update &U : E.Updates)
      Changed.insert(U.Var);
  for (const ProcedureCall &C : P.Calls)
    Changed.insert(C.Targets.begin(), C.Targets.end());
  llvm::SmallVector<Expr> Facts;
  conjuncts(Model.init(), Facts);
  llvm::erase_if(Facts, [&](Expr Fact) {
    return anyVariable(Fact, [&](Expr V) { return Changed.contains(V); });
  });
  return Ctx.mkAnd(Facts);
}

ModularHorn ClauseBuilder::run() {
  declare();
  add({}, Model.init(), HornAtom{Result.Calls[0], {}});
  for (auto [I, Body] : llvm::enumerate(P.Procedures)) {
    add({{Result.Calls[I], Body.Params}},
        I == 0 ? Model.init() : lastingFacts(), at(Body.Start));
    if (!Body.Exit)
      continue;
    HornAtom Summary{Result.Summaries[I], Body.Params};
    llvm::append_range(Summary.Args, Body.Returned);
    add({at(*Body.Exit)}, Ctx.trueExpr(), std::move(Summary));
  }
  for (const Edge &E : Model.edges())
    addEdge(E);
  for (const ProcedureCall &C : P.Calls)
    addCall(C);
  for (const ErrorLocation &E : Model.errors())
    add({at(E.Loc)}, Ctx.trueExpr(), std::nullopt);
  return std::move(Result);
}

//===----------------------------------------------------------------------===//
// Fewer predicates
//===----------------------------------------------------------------------===//

static unsigned count(const std::vector<HornAtom> &Body, unsigned P) {
  return llvm::count_if(Body,
                        [&](const HornAtom &A) { return A.Predicate == P; });
}

static void substitute(HornClause &R, Substitution &S) {
  R.Constraint = S(R.Constraint);
  for (HornAtom &A : R.Body)
    for (Expr &Arg : A.Args)
      Arg = S(Arg);
  if (R.Head)
    for (Expr &Arg : R.Head->Args)
      Arg = S(Arg);
}

/// A copy of \p R with variables of its own.
static HornClause renamed(ExprContext &Ctx, const HornClause &R) {
  std::vector<Expr> Roots{R.Constraint};
  for (const HornAtom &A : R.Body)
    llvm::append_range(Roots, A.Args);
  if (R.Head)
    llvm::append_range(Roots, R.Head->Args);
  Substitution Fresh(Ctx);
  for (Expr V : variables(Roots))
    Fresh.set(V, Ctx.freshVar("x", V.sort()));
  HornClause Copy = R;
  substitute(Copy, Fresh);
  return Copy;
}

/// \p Use with what \p Definition says in place of its atom of the predicate
/// that \p Definition derives.
static HornClause resolved(ExprContext &Ctx, const HornClause &Use,
                           const HornClause &Definition) {
  HornClause D = renamed(Ctx, Definition), Result = Use;
  auto Atom = llvm::find_if(Result.Body, [&](const HornAtom &A) {
    return A.Predicate == D.Head->Predicate;
  });
  Substitution Values(Ctx);
  std::vector<Expr> Parts{D.Constraint};
  ExprSet Known;
  std::vector<std::pair<Expr, Expr>> Equal;
  for (auto [Arg, Val] : llvm::zip_equal(Atom->Args, D.Head->Args)) {
    if (Arg.isVar() && Known.insert(Arg).second)
      Values.set(Arg, Val);
    else
      Equal.push_back({Arg, Val});
  }
  Result.Body.erase(Atom);
  substitute(Result, Values);
  for (auto [Arg, Val] : Equal)
    Parts.push_back(Ctx.mkEq(Values(Arg), Val));
  Parts.push_back(Result.Constraint);
  Result.Constraint = Ctx.mkAnd(Parts);
  llvm::append_range(Result.Body, D.Body);
  return Result;
}

/// Whether the predicate could be taken out.
static bool unfold(ExprContext &Ctx, HornSystem &R, unsigned P) {
  std::vector<HornClause> Definitions, Uses, Rest;
  for (const HornClause &Each : R.Clauses) {
    bool Defines = Each.Head && Each.Head->Predicate == P;
    unsigned Used = count(Each.Body, P);
    if (Used > 1 || (Used && Defines))
      return false;
    (Defines ? Definitions : Used ? Uses : Rest).push_back(Each);
  }
  size_t Before = Definitions.size() + Uses.size();
  if (Before == 0 || Definitions.size() * Uses.size() > Before)
    return false;
  for (const HornClause &Use : Uses)
    for (const HornClause &Definition : Definitions) {
      HornClause New = resolved(Ctx, Use, Definition);
      if (!New.Constraint.isFalse())
        Rest.push_back(std::move(New));
    }
  R.Clauses = std::move(Rest);
  return true;
}

ModularHorn sooth::toHorn(const ModularProgram &P) {
  ModularHorn H = ClauseBuilder(P).run();
  unsigned Locations = P.Model->locations().size();
  for (bool Progress = true; Progress;) {
    Progress = false;
    for (unsigned L = 0; L < Locations; ++L)
      Progress |= unfold(P.Model->context(), H.Clauses, L);
  }
  return H;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void print(llvm::raw_ostream &OS, const HornSystem &R, const HornAtom &A,
                  const SmtLets &Lets) {
  OS << (A.Args.empty() ? "" : "(")
     << smtSymbol(R.Predicates[A.Predicate].Name);
  for (Expr Arg : A.Args) {
    OS << ' ';
    Lets.print(Arg);
  }
  OS << (A.Args.empty() ? "" : ")");
}

static void print(llvm::raw_ostream &OS, const HornSystem &R,
                  const HornClause &Each) {
  std::vector<Expr> Roots{Each.Constraint};
  for (const HornAtom &A : Each.Body)
    llvm::append_range(Roots, A.Args);
  if (Each.Head)
    llvm::append_range(Roots, Each.Head->Args);
  std::vector<Expr> Bound = variables(Roots);
  OS << "(assert " << (Bound.empty() ? "" : "(forall (");
  for (Expr V : Bound) {
    OS << (V == Bound.front() ? "(" : " (") << smtSymbol(V.name()) << ' ';
    V.sort().print(OS);
    OS << ')';
  }
  OS << (Bound.empty() ? "" : ") ");
  SmtLets Lets(OS, Roots);
  OS << "(=> (and";
  for (const HornAtom &A : Each.Body) {
    OS << ' ';
    print(OS, R, A, Lets);
  }
  OS << ' ';
  Lets.print(Each.Constraint);
  OS << ") ";
  if (Each.Head)
    print(OS, R, *Each.Head, Lets);
  else
    OS << "false";
  OS << ')';
  Lets.close();
  OS << (Bound.empty() ? ")\n" : "))\n");
}

void sooth::printClauses(llvm::raw_ostream &OS, const HornSystem &R) {
  OS << "(set-logic HORN)\n";
  std::vector<bool> Used(R.Predicates.size());
  for (const HornClause &Each : R.Clauses) {
    for (const HornAtom &A : Each.Body)
      Used[A.Predicate] = true;
    if (Each.Head)
      Used[Each.Head->Predicate] = true;
  }
  for (auto [I, P] : llvm::enumerate(R.Predicates)) {
    if (!Used[I])
      continue;
    OS << "(declare-fun " << smtSymbol(P.Name) << " (";
    for (size_t K = 0; K < P.Params.size(); ++K) {
      OS << (K ? " " : "");
      P.Params[K].sort().print(OS);
    }
    OS << ") Bool)\n";
  }
  for (const HornClause &Each : R.Clauses)
    print(OS, R, Each);
  OS << "(check-sat)\n";
}
