//===- TableConcretizer.cpp - Counterexamples looked up -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With all states and steps known, the ends of runs along an abstract path are
// sets of states, and interpolants are formulas between these and the states
// from which runs lead on.
//
//===----------------------------------------------------------------------===//

#include "Counterexample.h"
#include "Separation.h"

using namespace sooth;
using namespace sooth::stscegar;
using Set = StateTable::Set;

namespace {
class TableConcretizer final : public Concretizer {
public:
  explicit TableConcretizer(Questions &Q);

  std::optional<TsTrace> concretize(const AbstractPath &Path) override;
  void deadEnds(const AbstractPath &Path, Questions::Listener Found) override;
  std::optional<Expr> craigInterpolant(const AbstractPath &Path) override;
  std::optional<std::vector<Expr>>
  sequenceInterpolants(const AbstractPath &Path) override;

private:
  Set statesOf(const AbstractPath &Path, size_t I);
  Set leadOn(const AbstractPath &Path, size_t I, const Set &Next);
  TsTrace runTo(unsigned State);

  StateTable &Table;
  Separation Separate;
  /// Where runs along the path of concretize() lead, up to the failure state.
  std::vector<Set> Ends;
};
} // namespace

/// Of the property and of conditions.
static std::vector<Expr> atomsFor(Questions &Q) {
  std::vector<Expr> Atoms = conditionsOf(Q.model());
  for (Expr Atom : atomsOf(Q.model(), {Q.property().Bad}))
    if (!llvm::is_contained(Atoms, Atom))
      Atoms.push_back(Atom);
  return Atoms;
}

TableConcretizer::TableConcretizer(Questions &Q)
    : Concretizer(Q), Table(*Q.table()),
      Separate(Table, Q.model(), atomsFor(Q)) {}

Set TableConcretizer::statesOf(const AbstractPath &Path, size_t I) {
  return Table.where(Path[I]);
}

TsTrace TableConcretizer::runTo(unsigned State) {
  std::vector<unsigned> States{State};
  for (size_t I = Ends.size() - 1; I-- > 0;) {
    Set Before(Ends[I].size());
    Before.set(States.back());
    Before = Table.before(Before);
    Before &= Ends[I];
    States.push_back(Before.find_first());
  }
  std::reverse(States.begin(), States.end());
  TsTrace T;
  for (size_t I = 0; I < States.size(); ++I) {
    T.States.push_back(Table.state(States[I]));
    if (I > 0)
      T.Inputs.push_back(Table.inputsOf(States[I - 1], States[I]));
  }
  return T;
}

std::optional<TsTrace> TableConcretizer::concretize(const AbstractPath &Path) {
  Ends.clear();
  Failure = 0;
  for (size_t I = 0; I < Path.size(); ++I) {
    if (!Q.begin())
      return std::nullopt;
    Set Next = I == 0 ? Table.first() : Table.after(Ends.back());
    Next &= statesOf(Path, I);
    if (Next.none() && I > 0)
      return std::nullopt;
    Failure = I;
    Ends.push_back(std::move(Next));
  }
  Set Bad = Table.where(Q.property().Bad);
  Bad &= Ends.back();
  if (Bad.none())
    return std::nullopt;
  return runTo(Bad.find_first());
}

void TableConcretizer::deadEnds(const AbstractPath &,
                                Questions::Listener Found) {
  Q.enumerate(Ends.back(), Found);
}

/// Those of state \p I of the path that have a step to one of \p Next.
Set TableConcretizer::leadOn(const AbstractPath &Path, size_t I,
                             const Set &Next) {
  Set States = Table.before(Next);
  return States &= statesOf(Path, I);
}

std::optional<Expr>
TableConcretizer::craigInterpolant(const AbstractPath &Path) {
  Set Bad = Failure + 1 < Path.size()
                ? leadOn(Path, Failure, statesOf(Path, Failure + 1))
                : Table.where(Q.property().Bad);
  return Separate.between(Ends.back(), Bad &= statesOf(Path, Failure));
}

/// Backwards those from which runs along the path lead to a bad state, then
/// forwards formulas that exclude them, each of what the one before leaves.
std::optional<std::vector<Expr>>
TableConcretizer::sequenceInterpolants(const AbstractPath &Path) {
  std::vector<Set> LeadToBad(Path.size());
  LeadToBad.back() = Table.where(Q.property().Bad);
  LeadToBad.back() &= statesOf(Path, Path.size() - 1);
  for (size_t I = Path.size() - 1; I-- > 0;)
    LeadToBad[I] = leadOn(Path, I, LeadToBad[I + 1]);
  std::vector<Expr> Result;
  Set States = Table.first();
  for (size_t I = 0; I < Path.size(); ++I) {
    States &= statesOf(Path, I);
    Result.push_back(Separate.between(States, LeadToBad[I]));
    States = Table.where(Result.back());
    States &= statesOf(Path, I);
    States = Table.after(States);
  }
  return Result;
}

std::unique_ptr<Concretizer> stscegar::createTableConcretizer(Questions &Q) {
  return std::make_unique<TableConcretizer>(Q);
}
