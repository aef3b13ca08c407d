//===- PredicateDomain.cpp - Predicate abstraction ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Paper 2.2.1. A predicate after an edge is its weakest precondition before it,
// a substitution. First every predicate is decided by itself, which is the
// Cartesian abstraction: a model in which it holds rules out that its negation
// follows, and each model tells about all predicates. What stays undecided is
// enumerated for Boolean abstraction, in one state or (paper 3.1.3) in one for
// each combination.
//
//===----------------------------------------------------------------------===//

#include "DomainParts.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

namespace {
enum class Combine {
  Cartesian, // the strongest conjunction
  Boolean,   // the strongest Boolean combination, in one state
  Split      // the same, a state for each of its cubes
};

class PredicateDomain final : public Domain {
public:
  PredicateDomain(const DomainInput &In, Combine Kind)
      : Domain(In.Table, In.S), Kind(Kind), Predicates(In.O.Predicates) {}

  Tracks tracks() const override { return Tracks::Predicates; }
  Change refineWith(TrackedSet &T, Expr Formula, Effort E) const override {
    return addParts(T, Formula, Predicates, E,
                    [&](Expr Part) { return T.addPredicate(Part); });
  }
  Targets targets(const Step &Q, const TrackedSet &P, const Budget &B) override;

private:
  struct Candidate {
    Expr Predicate;
    Expr Before; // its weakest precondition
    bool MayHold = false, MayFail = false;
  };
  std::vector<Cube> cubes(const Step &Q, llvm::ArrayRef<Expr> Tracked,
                          const Budget &B);
  std::optional<bool> decideByForm(const Step &Q, Expr Before);
  void learn(std::vector<Candidate> &Undecided);
  bool decide(Candidate &C, std::vector<Candidate> &Undecided,
              llvm::SmallVectorImpl<Expr> &Assumptions, const Budget &B);
  enum class Cut { Complete, Incomplete };
  Cut enumerate(llvm::ArrayRef<Expr> Assumptions,
                llvm::ArrayRef<Candidate> Undecided, const Cube &Decided,
                std::vector<Cube> &Out, const Budget &B);

  Combine Kind;
  DomainOptions::Parts Predicates;
};
} // namespace

std::optional<bool> PredicateDomain::decideByForm(const Step &Q, Expr Before) {
  if (Before.isConst())
    return Before.value().boolean();
  Expr Negated = S->Ctx.mkNot(Before);
  for (Expr Known : Q.assumptions()) {
    if (Known == Before)
      return true;
    if (Known == Negated)
      return false;
  }
  return std::nullopt;
}

/// From the solver's model.
void PredicateDomain::learn(std::vector<Candidate> &Undecided) {
  for (Candidate &C : Undecided)
    if (!C.MayHold || !C.MayFail)
      (S->S->value(C.Before).boolean() ? C.MayHold : C.MayFail) = true;
}

/// Whether \p C may hold, or fail, where no model has shown it yet. Returns
/// false if it can do neither.
bool PredicateDomain::decide(Candidate &C, std::vector<Candidate> &Undecided,
                             llvm::SmallVectorImpl<Expr> &Assumptions,
                             const Budget &B) {
  for (bool Holds : {true, false}) {
    if (Holds ? C.MayHold : C.MayFail)
      continue;
    Assumptions.push_back(Holds ? C.Before : S->Ctx.mkNot(C.Before));
    Answer A = S->check(Assumptions, B);
    if (A == Answer::Sat)
      learn(Undecided);
    else if (A == Answer::Unknown) // it may, then
      (Holds ? C.MayHold : C.MayFail) = true;
    Assumptions.pop_back();
  }
  return C.MayHold || C.MayFail;
}

/// Facts about \p Tracked after the edge; one cube for Cartesian abstraction,
/// none if the edge cannot be taken.
std::vector<Cube> PredicateDomain::cubes(const Step &Q,
                                         llvm::ArrayRef<Expr> Tracked,
                                         const Budget &B) {
  Cube Decided;
  std::vector<Candidate> Undecided;
  for (Expr P : Tracked) {
    Expr Before = S->before(Q.E, P);
    if (std::optional<bool> Known = decideByForm(Q, Before))
      Decided.push_back(Table.predicateFact(P, *Known));
    else
      Undecided.push_back({P, Before});
  }
  if (Q.Certain == Step::Taken::Certain && Undecided.empty()) {
    llvm::sort(Decided);
    return {Decided};
  }

  llvm::SmallVector<Expr, 16> Assumptions(Q.assumptions());
  switch (S->check(Assumptions, B)) {
  case Answer::Unsat:
    return {};
  case Answer::Sat:
    learn(Undecided);
    break;
  case Answer::Unknown:
    break;
  }
  for (Candidate &C : Undecided) {
    if (!decide(C, Undecided, Assumptions, B))
      return {};
    if (!C.MayHold || !C.MayFail)
      Decided.push_back(Table.predicateFact(C.Predicate, C.MayHold));
  }
  llvm::erase_if(Undecided,
                 [](const Candidate &C) { return !C.MayHold || !C.MayFail; });
  llvm::sort(Decided);
  std::vector<Cube> All;
  if (Kind == Combine::Cartesian || Undecided.empty() ||
      enumerate(Assumptions, Undecided, Decided, All, B) == Cut::Incomplete)
    return {Decided};
  return All;
}

Domain::Targets PredicateDomain::targets(const Step &Q, const TrackedSet &P,
                                         const Budget &B) {
  Targets Result;
  Result.Edge = Q.Certain;
  std::vector<Cube> All = cubes(Q, P.predicates(), B);
  if (All.empty())
    return Result;
  if (Kind == Combine::Boolean)
    Result.States.push_back(std::move(All));
  else
    for (Cube &C : All)
      Result.States.push_back({std::move(C)});
  return Result;
}

/// All combinations of truth values of what is not decided.
PredicateDomain::Cut PredicateDomain::enumerate(
    llvm::ArrayRef<Expr> Assumptions, llvm::ArrayRef<Candidate> Undecided,
    const Cube &Decided, std::vector<Cube> &Out, const Budget &B) {
  S->S->push();
  Answer A;
  while ((A = S->check(Assumptions, B)) == Answer::Sat) {
    Cube Next = Decided;
    llvm::SmallVector<Expr, 8> Different;
    for (const Candidate &C : Undecided) {
      bool Holds = S->S->value(C.Before).boolean();
      Next.push_back(Table.predicateFact(C.Predicate, Holds));
      Different.push_back(Holds ? S->Ctx.mkNot(C.Before) : C.Before);
    }
    llvm::sort(Next);
    Out.push_back(std::move(Next));
    S->S->add(S->Ctx.mkOr(Different));
  }
  S->S->pop();
  return A == Answer::Unsat ? Cut::Complete : Cut::Incomplete;
}

std::unique_ptr<Domain> sooth::createCartesian(const DomainInput &In) {
  return std::make_unique<PredicateDomain>(In, Combine::Cartesian);
}
std::unique_ptr<Domain> sooth::createBoolean(const DomainInput &In) {
  return std::make_unique<PredicateDomain>(In, Combine::Boolean);
}
std::unique_ptr<Domain> sooth::createSplit(const DomainInput &In) {
  return std::make_unique<PredicateDomain>(In, Combine::Split);
}
