//===- NetMatrix.cpp - A net as linear algebra --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NetMatrix.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::equation;

/// |V| small enough for a coefficient or bound, with room for a sum of two.
static bool fits(__int128 V) {
  constexpr __int128 Limit = __int128(1) << 62;
  return V < Limit && V > -Limit;
}

std::optional<std::vector<RowTerm>> RowBuilder::terms() const {
  std::vector<RowTerm> Terms;
  for (auto [Variable, Sum] : Sums) {
    if (!fits(Sum))
      return std::nullopt;
    if (Sum != 0)
      Terms.push_back({Variable, int64_t(Sum)});
  }
  return Terms;
}

NetMatrix::NetMatrix(const PetriNet &N)
    : Net(N), Index(N), Initial(N.initialMarking()), Rows(N.places().size()) {
  for (TransitionId T = 0; T < transitions(); ++T) {
    Columns.push_back(effectOf(N.transition(T)));
    for (const TokenChange &C : Columns[T])
      Rows[C.Place].push_back({T, C.Change});
  }
  for (PlaceId P = 0; P < places(); ++P) {
    LinearConstraint C{{{P, 1}}, Relation::GreaterEqual, 0};
    std::optional<LinearRow> Row = rowOf(C);
    if (!Row) {
      Supported = false;
      continue;
    }
    NonNegative.push_back(std::make_shared<const LinearRow>(std::move(*Row)));
  }
}

int64_t NetMatrix::change(PlaceId P, TransitionId T) const {
  for (const TokenChange &C : Columns[T])
    if (C.Place == P)
      return C.Change;
  return 0;
}

static uint64_t weight(llvm::ArrayRef<PetriArc> Arcs, PlaceId P) {
  auto I = llvm::lower_bound(
      Arcs, P, [](const PetriArc &A, PlaceId P) { return A.Place < P; });
  return I != Arcs.end() && I->Place == P ? I->Weight : 0;
}

uint64_t NetMatrix::input(PlaceId P, TransitionId T) const {
  return weight(Net.transition(T).Inputs, P);
}

uint64_t NetMatrix::output(PlaceId P, TransitionId T) const {
  return weight(Net.transition(T).Outputs, P);
}

uint64_t NetMatrix::inhibitor(PlaceId P, TransitionId T) const {
  return weight(Net.transition(T).Inhibitors, P);
}

std::optional<Marking> NetMatrix::after(const Counts &X) const {
  std::vector<__int128> Sum(Initial.begin(), Initial.end());
  for (TransitionId T = 0; T < transitions(); ++T)
    if (X[T])
      for (const TokenChange &C : Columns[T])
        if (__builtin_add_overflow(Sum[C.Place], __int128(C.Change) * X[T],
                                   &Sum[C.Place]))
          return std::nullopt;
  Marking M(places());
  for (PlaceId P = 0; P < places(); ++P) {
    if (Sum[P] < 0 || Sum[P] > __int128(MaxTokens))
      return std::nullopt;
    M[P] = uint64_t(Sum[P]);
  }
  return M;
}

bool NetMatrix::differByInvariant(const Counts &Y, const Counts &X) const {
  std::vector<__int128> Sum(places(), 0);
  for (TransitionId T = 0; T < transitions(); ++T)
    if (Y[T] != X[T])
      for (const TokenChange &C : Columns[T])
        if (__builtin_add_overflow(Sum[C.Place],
                                   __int128(C.Change) * (Y[T] - X[T]),
                                   &Sum[C.Place]))
          return false;
  return llvm::all_of(Sum, [](__int128 S) { return S == 0; });
}

std::optional<LinearRow> NetMatrix::rowOf(const LinearConstraint &C) const {
  RowBuilder Builder;
  __int128 Bound = C.Bound;
  for (const LinearTerm &Term : C.Terms) {
    // A product of 64-bit numbers is below 2^127; what is too large for a row
    // is refused before sums of them could overflow.
    __int128 Tokens = __int128(Term.Coefficient) * Initial[Term.Place];
    if (!fits(Tokens))
      return std::nullopt;
    Bound -= Tokens;
    if (!fits(Bound))
      return std::nullopt;
    for (const Entry &E : Rows[Term.Place]) {
      __int128 Product = __int128(Term.Coefficient) * E.Change;
      if (!fits(Product))
        return std::nullopt;
      Builder.add(E.Transition, Product);
    }
  }
  std::optional<std::vector<RowTerm>> Terms = Builder.terms();
  if (!Terms)
    return std::nullopt;
  switch (C.Rel) {
  case Relation::GreaterEqual:
    return LinearRow::atLeast(std::move(*Terms), int64_t(Bound));
  case Relation::LessEqual:
    return LinearRow::atMost(std::move(*Terms), int64_t(Bound));
  case Relation::Equal:
    return LinearRow::equal(std::move(*Terms), int64_t(Bound));
  case Relation::NotEqual:
    break;
  }
  return std::nullopt;
}
