//===- Houdini.cpp - The candidates that hold together --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Houdini.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::cells;
using llvm::BitVector;

/// Of processor time, where not all errors have to be excluded, and there are
/// many: for one query, and for each of the errors that it is about. Nearly all
/// that can be excluded takes a hundredth of a second.
static constexpr double MostSeconds = 0.5, SecondsForEach = 0.04;

Houdini::Houdini(const Cfa &Blocks, const Candidates &Of, const Budget &B,
                 std::unique_ptr<SolverFamily<Solver>> Family)
    : C(Blocks), Cands(Of), Solvers(std::move(Family)),
      From(Blocks.locations().size()), IsAllowed(Blocks.locations().size()),
      IsReached(Blocks.locations().size()) {
  for (LocationId L = 0; L < Of.Facts.size(); ++L) {
    Left.emplace_back(Of.Facts[L].size(), true);
    BitVector &Here = Certain.emplace_back(Of.Facts[L].size());
    for (auto [I, Fact] : llvm::enumerate(Of.Facts[L]))
      if (Of.Certain[L].contains(Fact))
        Here.set(I);
  }
  Queries.emplace_back(C, Of, std::optional<EdgeId>(), *Solvers);
  for (LocationId L = 0; L < C.locations().size(); ++L) {
    if (C.isError(L))
      continue;
    std::vector<EdgeId> ToErrors;
    for (EdgeId E : C.outgoing(L)) {
      if (C.edge(E).Guard.isFalse() || B.exhausted())
        continue;
      if (C.isError(C.edge(E).Target)) {
        ToErrors.push_back(E);
        continue;
      }
      From[L].push_back(Queries.size());
      Queries.emplace_back(C, Of, std::optional<EdgeId>(E), *Solvers);
    }
    if (ToErrors.empty() || B.exhausted())
      continue;
    From[L].push_back(Queries.size());
    Queries.emplace_back(C, Of, llvm::ArrayRef<EdgeId>(ToErrors), *Solvers);
  }
  IsWaiting.resize(Queries.size());
  for (unsigned Q = 0; Q < Queries.size(); ++Q)
    enqueue(Q);
}

/// Whether errors are excluded is asked first: it ends the search.
void Houdini::enqueue(unsigned Q) {
  if (IsWaiting.test(Q) ||
      (Wanted == Errors::Some && Queries[Q].leadsToError()))
    return;
  IsWaiting.set(Q);
  if (Queries[Q].leadsToError())
    Work.push_front(Q);
  else
    Work.push_back(Q);
}

void Houdini::drop(LocationId L, const BitVector &Wrong) {
  Left[L].reset(Wrong);
  Stats.Dropped += Wrong.count();
  for (unsigned Q : From[L])
    enqueue(Q);
}

static const BitVector &knownBefore(const EdgeQuery &Q,
                                    const std::vector<BitVector> &Left) {
  static const BitVector Nothing;
  return Q.source() ? Left[*Q.source()] : Nothing;
}

/// Whether no edge of \p Query to an error can be taken.
Houdini::Outcome Houdini::excludeAll(EdgeQuery &Query, const Budget &B) {
  if (B.exhausted())
    return Outcome::Unknown;
  BitVector Taken;
  ++Stats.Queries;
  switch (Query.check(knownBefore(Query, Left),
                      BitVector(Query.errors().size(), true), B, Taken)) {
  case Answer::Unsat:
    return Outcome::Proof;
  case Answer::Sat:
    return Outcome::None;
  case Answer::Unknown:
    return Outcome::Unknown;
  }
  llvm_unreachable("no answer");
}

/// Allows the errors that an edge of \p Query leads to. Together they are asked
/// about first: mostly few can be reached.
void Houdini::allowReached(EdgeQuery &Query, const Budget &B) {
  BitVector Open(Query.errors().size(), true), Taken;
  for (auto [I, Error] : llvm::enumerate(Query.errors()))
    if (IsAllowed[Error])
      Open.reset(I);
  auto Allow = [&](const BitVector &Which) {
    for (unsigned I : Which.set_bits())
      IsAllowed.set(Query.errors()[I]);
    Open.reset(Which);
  };
  const bool IsFromStart =
      *Query.source() == C.entry() && C.incoming(C.entry()).empty();
  // There each answer decides something.
  auto Ask = [&](const BitVector &Which) {
    ++Stats.Queries;
    const double Seconds =
        IsFromStart
            ? MostSeconds
            : std::min(MostSeconds, SecondsForEach * double(Which.count()));
    return B.exhausted() ? Answer::Unknown
                         : Query.check(knownBefore(Query, Left), Which,
                                       B.onThisThread(Seconds), Taken);
  };
  auto Reach = [&](const BitVector &Which) {
    if (IsFromStart)
      for (unsigned I : Which.set_bits())
        IsReached.set(Query.errors()[I]);
    Allow(Which);
  };
  Answer A = Answer::Sat;
  while (Open.any() && (A = Ask(Open)) == Answer::Sat && Taken.any())
    Reach(Taken);
  if (Open.none() || A == Answer::Unsat)
    return;
  const BitVector Each = Open;
  for (unsigned I : Each.set_bits()) {
    BitVector One(Open.size());
    One.set(I);
    A = Ask(One);
    if (A == Answer::Sat)
      Reach(One);
    else if (A == Answer::Unknown)
      Allow(One);
  }
}

/// Drops what the edge does not preserve.
Houdini::Outcome Houdini::settle(unsigned Q, const Budget &B) {
  EdgeQuery &Query = Queries[Q];
  if (Query.leadsToError())
    return excludeAll(Query, B);
  const LocationId To = Query.target();
  while (true) {
    if (B.exhausted())
      return Outcome::Unknown;
    BitVector Wrong;
    ++Stats.Queries;
    const Budget Own = Wanted == Errors::Some ? B.onThisThread(MostSeconds) : B;
    BitVector Asked = Left[To];
    Asked.reset(Certain[To]);
    switch (Query.check(knownBefore(Query, Left), Asked, Own, Wrong)) {
    case Answer::Unsat:
      return Outcome::Proof;
    case Answer::Unknown:
      if (Wanted == Errors::All || Asked.none())
        return Outcome::Unknown;
      Wrong = Asked;
      break;
    case Answer::Sat:
      break;
    }
    // A model in which nothing is wrong is none.
    if (Wrong.none())
      return Outcome::None;
    drop(To, Wrong);
    // What is left may no longer exclude an error.
    if (Query.source() != To)
      continue;
    while (Wanted == Errors::All && Queries[Work.front()].leadsToError()) {
      unsigned Error = Work.front();
      Work.pop_front();
      IsWaiting.reset(Error);
      if (Outcome Result = settle(Error, B); Result != Outcome::Proof)
        return Result;
    }
  }
}

namespace {
/// Whether all of some work is going to be done in time, from how long its
/// first parts took.
class Pace {
public:
  Pace(size_t Parts, const Budget &B)
      : Parts(Parts), B(B), AtFirst(B.remainingMs()) {}
  /// \p Done of the parts are done.
  bool isEnough(size_t Done) const {
    // Before that it says little.
    static constexpr double Least = 0.2;
    if (!AtFirst || Done >= Parts)
      return true;
    const double All = double(*AtFirst);
    const double Taken = All - double(*B.remainingMs());
    return Taken < Least * All || Taken * double(Parts) <= All * double(Done);
  }

private:
  const size_t Parts;
  const Budget &B;
  const std::optional<int64_t> AtFirst;
};
} // namespace

Houdini::Outcome Houdini::run(const Budget &B) {
  // There may be edges without a query then.
  if (B.exhausted())
    return Outcome::Unknown;
  // Each edge has to be asked about once at least.
  const Pace OfFirst(Work.size(), B);
  for (size_t Done = 0; !Work.empty(); ++Done) {
    // Where all errors are to be excluded, one that is not ends it.
    if (Wanted == Errors::Some && !OfFirst.isEnough(Done))
      return Outcome::Unknown;
    unsigned Q = Work.front();
    Work.pop_front();
    IsWaiting.reset(Q);
    if (Outcome Result = settle(Q, B); Result != Outcome::Proof)
      return Result;
  }
  return Outcome::Proof;
}

bool Houdini::exclude(const Budget &B) {
  Wanted = Errors::Some;
  Work.clear();
  IsWaiting.reset();
  for (unsigned Q = 0; Q < Queries.size(); ++Q)
    enqueue(Q);
  if (run(B) != Outcome::Proof)
    return false;
  for (EdgeQuery &Query : Queries)
    if (Query.leadsToError())
      allowReached(Query, B);
  return llvm::any_of(
      C.errors(), [&](const ErrorLocation &E) { return !IsAllowed[E.Loc]; });
}

/// What an edge has to preserve, or which edges must not be taken.
BitVector Houdini::goalsOf(const EdgeQuery &Query,
                           const std::vector<BitVector> &Needed) const {
  if (!Query.leadsToError())
    return Needed[Query.target()];
  BitVector Goals(Query.errors().size(), true);
  for (auto [I, Error] : llvm::enumerate(Query.errors()))
    if (IsAllowed[Error])
      Goals.reset(I);
  return Goals;
}

/// Backwards from the errors: what an edge needs to preserve what is needed.
std::optional<CfaInvariant> Houdini::invariant(const Budget &B) {
  std::vector<BitVector> Needed, Asked;
  for (const BitVector &L : Left)
    Needed.emplace_back(L.size());
  Asked = Needed;
  bool Changed = true;
  std::vector<BitVector> Done(Queries.size());
  while (Changed) {
    Changed = false;
    for (unsigned Q = 0; Q < Queries.size(); ++Q) {
      EdgeQuery &Query = Queries[Q];
      BitVector Goals = goalsOf(Query, Needed);
      if (Goals == Done[Q])
        continue;
      Done[Q] = Goals;
      BitVector Wrong;
      ++Stats.Queries;
      if (Query.check(knownBefore(Query, Left), Goals, B, Wrong) !=
          Answer::Unsat)
        return std::nullopt;
      if (Query.source())
        for (unsigned I : Query.needed())
          Changed |= !Needed[*Query.source()].test(I),
              Needed[*Query.source()].set(I);
    }
  }
  CfaInvariant I;
  I.ForAll = Cands.ForAll;
  for (LocationId L = 0; L < C.locations().size(); ++L) {
    std::vector<Expr> Facts;
    for (unsigned F : Needed[L].set_bits())
      Facts.push_back(Cands.Facts[L][F]);
    if (L == C.entry() && C.incoming(L).empty())
      Facts = {C.init()};
    const bool IsExcluded = C.isError(L) && !IsAllowed[L];
    I.Formulas[L] =
        IsExcluded ? C.context().falseExpr() : C.context().mkAnd(Facts);
  }
  return I;
}
