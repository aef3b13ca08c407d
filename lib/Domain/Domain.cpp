//===- Domain.cpp - The transfer function of CEGAR ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Domain/Domain.h"

#include "Transfer.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using Taken = ExplicitTransfer::Result::Taken;

class Domain::Impl {
public:
  Impl(StateTable &Table, const Cfa &C, DomainOptions O)
      : Table(Table), O(O),
        S{C.context(), createZ3Solver(C.context(), solverOptionsFor(C)), {}},
        Values(Table, S, O.MaxEnum), Truths(Table, S, O.Combine) {}

  Successors successors(const AbstractState &From, const Edge &E,
                        const TrackedSet &P, const Budget &B);
  const Statistics &statistics() const { return S.Figures; }

private:
  bool speaksOfPredicates(const AbstractState &S) const;
  std::vector<Expr> condition(const Edge &E, const Cube &After);
  Successors intern(std::vector<Cube> Cubes);

  StateTable &Table;
  DomainOptions O;
  DomainSolver S;
  ExplicitTransfer Values;
  PredicateTransfer Truths;
};

SolverOptions sooth::solverOptionsFor(const Cfa &C) {
  std::vector<Expr> Roots{C.init()};
  for (const StateVariable &V : C.variables())
    Roots.push_back(V.Var);
  for (const Edge &E : C.edges()) {
    Roots.push_back(E.Guard);
    for (const Update &U : E.Updates)
      Roots.push_back(U.Val);
  }
  SolverOptions O;
  O.Over = theoriesOf(Roots);
  return O;
}

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
  return Assumptions;
}

/// What holds before the edge if the facts \p After hold after it.
std::vector<Expr> Domain::Impl::condition(const Edge &E, const Cube &After) {
  std::vector<Expr> Result;
  for (Fact F : After) {
    Expr Var = Table.expr(F.Item);
    auto U =
        llvm::find_if(E.Updates, [&](const Update &U) { return U.Var == Var; });
    Expr Before = U == E.Updates.end() ? Var : U->Val;
    Expr Same = S.Ctx.mkEq(Before, S.Ctx.constant(Table.value(F), Var.sort()));
    if (!Same.isTrue())
      Result.push_back(Same);
  }
  return Result;
}

Domain::Successors Domain::Impl::intern(std::vector<Cube> Cubes) {
  Successors Result;
  if (Cubes.empty())
    return Result;
  if (O.Combine == DomainOptions::Predicates::Boolean) {
    Result.push_back(Table.intern(std::move(Cubes)));
    return Result;
  }
  for (Cube &C : Cubes)
    Result.push_back(Table.intern({std::move(C)}));
  return Result;
}

bool Domain::Impl::speaksOfPredicates(const AbstractState &S) const {
  return S.Cubes.size() > 1 || llvm::any_of(S.cube(), [&](Fact F) {
           return Table.kind(F.Item) == StateTable::ItemKind::Predicate;
         });
}

Domain::Successors Domain::Impl::successors(const AbstractState &From,
                                            const Edge &E, const TrackedSet &P,
                                            const Budget &B) {
  ++S.Figures.Steps;
  assert(!From.isBottom());
  Step Q(Table, From, E);
  ExplicitTransfer::Result R{
      {Cube()}, E.Guard.isTrue() ? Taken::Certain : Taken::Possible};
  bool OnlyPredicates = P.variables().empty() && !P.predicates().empty();
  if (!OnlyPredicates)
    R = Values.successors(Q, P.variables(), B);
  // Values say nothing about whether the source's predicates allow the edge.
  bool OnlyValues = P.predicates().empty() &&
                    (R.Edge == Taken::Certain || !speaksOfPredicates(From));
  Successors Result;
  for (Cube &Explicit : R.Cubes) {
    if (OnlyValues) {
      Result.push_back(Table.intern({std::move(Explicit)}));
      continue;
    }
    Taken Certain = Explicit.empty() ? R.Edge : Taken::Possible;
    std::vector<Cube> Cubes = Truths.successors(Q, condition(E, Explicit),
                                                Certain, P.predicates(), B);
    for (Cube &C : Cubes) {
      C.insert(C.end(), Explicit.begin(), Explicit.end());
      llvm::sort(C);
    }
    llvm::append_range(Result, intern(std::move(Cubes)));
  }
  return Result;
}

Domain::Domain(StateTable &Table, const Cfa &C, DomainOptions O)
    : I(std::make_unique<Impl>(Table, C, O)) {}

Domain::~Domain() = default;

Domain::Successors Domain::successors(const AbstractState &S, const Edge &E,
                                      const TrackedSet &P, const Budget &B) {
  return I->successors(S, E, P, B);
}

const Domain::Statistics &Domain::statistics() const { return I->statistics(); }
