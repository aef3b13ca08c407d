//===- ProductDomain.cpp - Values and predicates --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Predicates are asked about for each combination of values. What is said of
// control variables alone is learned as values, the rest as predicates.
//
//===----------------------------------------------------------------------===//

#include "DomainParts.h"

#include "sooth/Transform/Cfa/ControlVariables.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

namespace {
class ProductDomain final : public Domain {
public:
  ProductDomain(const DomainInput &In, std::unique_ptr<Domain> Values,
                std::unique_ptr<Domain> Truths)
      : Domain(In.Table, In.S), Values(std::move(Values)),
        Truths(std::move(Truths)), Control(controlVariables(In.C)),
        Predicates(In.O.Predicates) {}

  Tracks tracks() const override { return Tracks::Both; }
  Change refineWith(TrackedSet &T, Expr Formula, Effort E) const override;
  Targets targets(const Step &Q, const TrackedSet &P, const Budget &B) override;

private:
  bool speaksOfPredicates(const AbstractState &S) const;
  bool isAboutControl(Expr Part) const {
    return !anyVariable(Part, [&](Expr V) { return !Control.contains(V); });
  }

  std::unique_ptr<Domain> Values, Truths;
  ExprSet Control;
  DomainOptions::Parts Predicates;
};
} // namespace

Domain::Change ProductDomain::refineWith(TrackedSet &T, Expr Formula,
                                         Effort E) const {
  return addParts(T, Formula, Predicates, E, [&](Expr Part) {
    return !Control.empty() && isAboutControl(Part)
               ? Values->refineWith(T, Part, Effort::AsConfigured)
               : T.addPredicate(Part);
  });
}

bool ProductDomain::speaksOfPredicates(const AbstractState &S) const {
  return S.Cubes.size() > 1 || llvm::any_of(S.cube(), [&](Fact F) {
           return Table.kind(F.Item) == StateTable::ItemKind::Predicate;
         });
}

Domain::Targets ProductDomain::targets(const Step &Q, const TrackedSet &P,
                                       const Budget &B) {
  if (P.variables().empty() && !P.predicates().empty())
    return Truths->targets(Q, P, B);
  Targets Result = Values->targets(Q, P, B);
  // Values say nothing about whether the source's predicates allow the edge.
  if (P.predicates().empty() &&
      (Result.Edge == Step::Taken::Certain || !speaksOfPredicates(Q.From)))
    return Result;
  std::vector<std::vector<Cube>> Combinations;
  for (const std::vector<Cube> &State : Result.States) {
    assert(State.size() == 1);
    const Cube &Known = State[0];
    llvm::SmallVector<Expr, 8> Condition;
    for (Fact F : Known)
      if (Expr Before = S->before(Q.E, Table.literal(F)); !Before.isTrue())
        Condition.push_back(Before);
    Step Narrower(Q, Condition,
                  Known.empty() ? Result.Edge : Step::Taken::Possible);
    for (std::vector<Cube> &Next : Truths->targets(Narrower, P, B).States) {
      for (Cube &C : Next) {
        C.insert(C.end(), Known.begin(), Known.end());
        llvm::sort(C);
      }
      Combinations.push_back(std::move(Next));
    }
  }
  Result.States = std::move(Combinations);
  return Result;
}

std::unique_ptr<Domain> sooth::createProductWith(const DomainInput &In,
                                                 std::unique_ptr<Domain> Rest) {
  assert(Rest->tracks() == Domain::Tracks::Predicates);
  return std::make_unique<ProductDomain>(In, createExplicit(In),
                                         std::move(Rest));
}

std::unique_ptr<Domain> sooth::createProduct(const DomainInput &In) {
  return createProductWith(In, createCartesian(In));
}
