//===- Inequalities.cpp - Linear inequalities that contradict -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inequalities.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace sooth::cells;
using Number = Inequalities::Number;

/// False if \p A + \p Factor * \p B is too large; otherwise \p A is that.
static bool addTimes(Number &A, Number Factor, Number B) {
  Number Product;
  return !__builtin_mul_overflow(Factor, B, &Product) &&
         !__builtin_add_overflow(A, Product, &A);
}

std::optional<Inequalities::Sum>
Inequalities::plus(const Sum &S, const Sum &Other, Number Factor) {
  Sum Result;
  auto A = S.begin();
  auto B = Other.begin();
  while (A != S.end() || B != Other.end()) {
    Summand Next{};
    if (B == Other.end() || (A != S.end() && A->Unknown < B->Unknown)) {
      Next = *A++;
    } else {
      Next = {B->Unknown, 0};
      if (A != S.end() && A->Unknown == B->Unknown)
        Next = *A++;
      if (!addTimes(Next.Factor, Factor, (B++)->Factor))
        return std::nullopt;
    }
    if (Next.Factor != 0)
      Result.push_back(Next);
  }
  return Result;
}

static Number factorOf(const Inequalities::Sum &S, unsigned Unknown) {
  auto It = llvm::lower_bound(S, Unknown, [](const auto &Part, unsigned U) {
    return Part.Unknown < U;
  });
  return It != S.end() && It->Unknown == Unknown ? It->Factor : 0;
}

static Number magnitude(Number N) { return N < 0 ? -N : N; }

/// Of the magnitudes; that of \p B if \p A is 0.
static Number commonDivisor(Number A, Number B) {
  A = magnitude(A);
  B = magnitude(B);
  while (B != 0)
    std::swap(A %= B, B);
  return A;
}

/// Divides \p R by what its factors have in common, as its unknowns are
/// integers. False if it contradicts itself.
bool Inequalities::normalize(Row &R) {
  if (R.S.empty()) {
    const bool Holds = R.IsEquation ? R.Bound == 0 : R.Bound >= 0;
    if (!Holds)
      Conflict = R.Why;
    return Holds;
  }
  Number Common = 0;
  for (const Summand &Part : R.S)
    Common = commonDivisor(Common, Part.Factor);
  if (Common == 1)
    return true;
  if (R.IsEquation && R.Bound % Common != 0) {
    Conflict = R.Why;
    return false;
  }
  for (Summand &Part : R.S)
    Part.Factor /= Common;
  R.Bound = floorOf(R.Bound, Common);
  return true;
}

/// False if \p R contradicts itself.
bool Inequalities::add(Row R) {
  if (!normalize(R))
    return false;
  if (!R.S.empty())
    Rows.push_back(std::move(R));
  return true;
}

void Inequalities::atMost(Sum S, Number Bound, const Premises &Why) {
  if (!Conflict)
    add({std::move(S), Bound, false, Why});
}

void Inequalities::equal(Sum S, Number Value, const Premises &Why) {
  if (!Conflict)
    add({std::move(S), Value, true, Why});
}

/// Adds \p A and \p B, each as often as \p Unknown falls out by that. \p A is
/// an equation, or its factor has another sign than that of \p B. False if the
/// result contradicts itself.
bool Inequalities::combine(const Row &A, const Row &B, unsigned Unknown) {
  const Number OfA = factorOf(A.S, Unknown), OfB = factorOf(B.S, Unknown);
  const Number Divisor = commonDivisor(OfA, OfB);
  const Number TimesB = magnitude(OfA) / Divisor;
  const Number TimesA = (OfA < 0) == (OfB < 0) ? -magnitude(OfB) / Divisor
                                               : magnitude(OfB) / Divisor;
  auto Scaled = plus({}, B.S, TimesB);
  auto S = Scaled ? plus(*Scaled, A.S, TimesA) : std::nullopt;
  Number Bound = 0;
  if (!S || !addTimes(Bound, TimesB, B.Bound) ||
      !addTimes(Bound, TimesA, A.Bound))
    return true; // one less
  Premises Why = A.Why;
  Why |= B.Why;
  return add({std::move(*S), Bound, A.IsEquation && B.IsEquation, Why});
}

/// Puts what \p Equation says \p Unknown is in for it.
bool Inequalities::substitute(size_t Equation, unsigned Unknown) {
  const Row Is = std::move(Rows[Equation]);
  std::vector<Row> Old = std::move(Rows);
  Rows.clear();
  for (size_t I = 0; I < Old.size(); ++I) {
    if (I == Equation)
      continue;
    if (factorOf(Old[I].S, Unknown) == 0)
      Rows.push_back(std::move(Old[I]));
    else if (!combine(Is, Old[I], Unknown))
      return false;
  }
  return true;
}

bool Inequalities::useEquations() {
  for (;;) {
    std::optional<size_t> Shortest;
    unsigned Unknown = 0;
    for (auto [I, R] : llvm::enumerate(Rows)) {
      if (!R.IsEquation || (Shortest && Rows[*Shortest].S.size() <= R.S.size()))
        continue;
      for (const Summand &Part : R.S)
        if (magnitude(Part.Factor) == 1) {
          Shortest = I;
          Unknown = Part.Unknown;
          break;
        }
    }
    if (!Shortest)
      break;
    if (!substitute(*Shortest, Unknown))
      return false;
  }
  // The rest as two inequalities.
  for (size_t I = 0, E = Rows.size(); I < E; ++I)
    if (Rows[I].IsEquation) {
      Rows[I].IsEquation = false;
      Row Other = Rows[I];
      Other.Bound = -Other.Bound;
      for (Summand &Part : Other.S)
        Part.Factor = -Part.Factor;
      Rows.push_back(std::move(Other));
    }
  return true;
}

/// Of those that bound the same sum, the one that does so most.
void Inequalities::keepTightest() {
  std::vector<std::pair<size_t, unsigned>> Order; // by hash
  for (auto [I, R] : llvm::enumerate(Rows)) {
    llvm::hash_code Hash(0);
    for (const Summand &Part : R.S)
      Hash = llvm::hash_combine(Hash, Part.Unknown, int64_t(Part.Factor));
    Order.emplace_back(Hash, I);
  }
  llvm::sort(Order);
  std::vector<bool> IsSuperfluous(Rows.size());
  for (size_t I = 0; I < Order.size(); ++I)
    for (size_t J = I + 1; J < Order.size() && Order[J].first == Order[I].first;
         ++J) {
      const Row &A = Rows[Order[I].second], &B = Rows[Order[J].second];
      if (A.S == B.S)
        IsSuperfluous[Order[A.Bound <= B.Bound ? J : I].second] = true;
    }
  size_t Number = 0;
  llvm::erase_if(Rows, [&](const Row &) { return IsSuperfluous[Number++]; });
}

/// The unknown whose elimination leaves fewest inequalities.
std::optional<unsigned> Inequalities::cheapest() const {
  llvm::SmallDenseMap<unsigned, std::pair<int, int>, 64> Counts;
  for (const Row &R : Rows)
    for (const Summand &Part : R.S)
      ++(Part.Factor > 0 ? Counts[Part.Unknown].first
                         : Counts[Part.Unknown].second);
  std::optional<unsigned> Best;
  int Least = 0;
  for (auto [Unknown, Count] : Counts) {
    auto [Above, Below] = Count;
    const int Growth = Above * Below - Above - Below;
    if (!Best || Growth < Least || (Growth == Least && Unknown < *Best)) {
      Best = Unknown;
      Least = Growth;
    }
  }
  return Best;
}

bool Inequalities::eliminate(unsigned Unknown) {
  std::vector<Row> Above, Below, Others;
  for (Row &R : Rows) {
    const Number Factor = factorOf(R.S, Unknown);
    (Factor > 0 ? Above : Factor < 0 ? Below : Others).push_back(std::move(R));
  }
  Rows = std::move(Others);
  for (const Row &A : Above)
    for (const Row &B : Below)
      if (!combine(A, B, Unknown))
        return false;
  return true;
}

std::optional<Premises> Inequalities::contradiction() {
  static constexpr size_t MostRows = 400;
  if (!Conflict && useEquations()) {
    keepTightest();
    while (std::optional<unsigned> Unknown = cheapest()) {
      if (!eliminate(*Unknown) || Rows.size() > MostRows)
        break;
      keepTightest();
    }
  }
  Rows.clear();
  return Conflict;
}
