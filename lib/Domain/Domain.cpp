//===- Domain.cpp - An abstract domain of CEGAR ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Domain/Domain.h"

#include "DomainParts.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using Change = TrackedSet::Change;

SolverOptions sooth::solverOptionsFor(const Cfa &C) {
  std::vector<Expr> Roots{C.init()};
  for (const StateVariable &V : C.variables())
    Roots.push_back(V.Var);
  llvm::append_range(Roots, formulasOf(C));
  SolverOptions O;
  O.Over = theoriesOf(Roots);
  return O;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

llvm::ArrayRef<Expr> Step::assumptions() const {
  if (!Assumptions.empty())
    return Assumptions;
  if (From.Cubes.size() == 1)
    for (Fact F : From.cube())
      Assumptions.push_back(Table.literal(F));
  else
    Assumptions.push_back(Table.formula(From));
  if (!E.Guard.isTrue())
    Assumptions.push_back(E.Guard);
  Assumptions.append(Condition.begin(), Condition.end());
  return Assumptions;
}

Expr DomainSolver::before(const Edge &E, Expr Formula) {
  std::unique_ptr<Substitution> &Wp = Preconditions[&E];
  if (!Wp) {
    Wp = std::make_unique<Substitution>(Ctx);
    for (const Update &U : E.Updates)
      Wp->set(U.Var, U.Val);
  }
  return (*Wp)(Formula);
}

//===----------------------------------------------------------------------===//
// Domains
//===----------------------------------------------------------------------===//

Domain::Domain(StateTable &Table, std::shared_ptr<DomainSolver> S)
    : Table(Table), S(std::move(S)) {}

Domain::~Domain() = default;

const Domain::Statistics &Domain::statistics() const { return S->Figures; }

Domain::Successors Domain::post(const AbstractState &From, const Edge &E,
                                const TrackedSet &P, const Budget &B) {
  ++S->Figures.Steps;
  assert(!From.isBottom());
  Successors Result;
  for (std::vector<Cube> &Cubes : targets(Step(Table, From, E), P, B).States)
    Result.push_back(Table.intern(std::move(Cubes)));
  return Result;
}

std::unique_ptr<Domain> sooth::createDomain(DomainKind K, StateTable &Table,
                                            const Cfa &C,
                                            const DomainOptions &O) {
  auto S = std::make_shared<DomainSolver>(
      C.context(), createZ3Solver(C.context(), solverOptionsFor(C)));
  DomainInput In{Table, std::move(S), C, O};
  std::unique_ptr<Domain> D;
  switch (K) {
#define DOMAIN(KIND, NAME, ADVICE)                                             \
  case DomainKind::KIND:                                                       \
    D = create##KIND(In);                                                      \
    break;
#include "sooth/Domain/Domains.def"
  }
  if (O.ExplicitControl && D->tracks() == Domain::Tracks::Predicates)
    return createProductWith(In, std::move(D));
  return D;
}

//===----------------------------------------------------------------------===//
// What is learned from formulas
//===----------------------------------------------------------------------===//

ExprSet sooth::stateVariables(const Cfa &C) {
  ExprSet Result;
  for (const StateVariable &V : C.variables())
    Result.insert(V.Var);
  return Result;
}

Change sooth::addVariables(TrackedSet &T, Expr Formula, const ExprSet &State) {
  Change Sum = Change::None;
  for (Expr V : variables({Formula}))
    if (State.contains(V))
      add(Sum, T.addVariable(V));
  return Sum;
}

std::vector<Expr> sooth::atoms(Expr Formula) {
  std::vector<Expr> Result;
  llvm::SmallVector<Expr, 16> Work{Formula};
  ExprSet Seen;
  while (!Work.empty()) {
    Expr E = Work.pop_back_val();
    if (!Seen.insert(E).second || E.isConst())
      continue;
    bool IsConnective = !E.isAtom() && llvm::all_of(E.operands(), [](Expr Op) {
      return Op.isBool();
    });
    if (IsConnective)
      Work.append(E.operands().begin(), E.operands().end());
    else
      Result.push_back(E);
  }
  return Result;
}

static std::vector<Expr> partsOf(Expr Formula, DomainOptions::Parts P) {
  llvm::SmallVector<Expr, 16> Result;
  switch (P) {
  case DomainOptions::Parts::Whole:
    return {Formula};
  case DomainOptions::Parts::Conjuncts:
    conjuncts(Formula, Result);
    return {Result.begin(), Result.end()};
  case DomainOptions::Parts::Atoms:
    return atoms(Formula);
  }
  return {};
}

Change sooth::addParts(TrackedSet &T, Expr Formula,
                       DomainOptions::Parts Configured, Domain::Effort E,
                       llvm::function_ref<Change(Expr)> Track) {
  Change Sum = Change::None;
  for (Expr Part : partsOf(Formula, Configured))
    add(Sum, Track(Part));
  if (E == Domain::Effort::AsConfigured)
    return Sum;
  add(Sum, T.addPredicate(Formula));
  for (Expr Atom : atoms(Formula))
    add(Sum, Track(Atom));
  return Sum;
}
