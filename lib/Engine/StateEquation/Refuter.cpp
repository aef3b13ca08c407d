//===- Refuter.cpp - The proof search -----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Every node solves the relaxation of its rows. If that is infeasible, the
// certificate is a leaf. Otherwise its optimum is taken apart by the first of
// these that applies:
//
//   1. a pending disjunction that it violates is split into its parts;
//   2. a marked trap that it leaves empty gets a row;
//   3. transitions that structure forbids to fire get a cut (Cuts.h);
//   4. greedy runs try to fire it; if they do not succeed, prefixes and
//      suffixes that the equation forbids get a cut;
//   5. a variable with a fraction is split at it;
//   6. the solution is integral: all its partial solutions are explored. What
//      is certain of their increment constraints is a cut; if nothing is, the
//      vector x itself is excluded as in the thesis, by its jumps yₜ < xₜ
//      (Algorithm 1.2) and, above x, by Σ y > Σ x.
//
// A case whose refutation makes no use of what the case added stands for all
// the cases beside it (backjumping): goals with many disjunctions need that.
//
// No step loses a solution, so that a closed tree is a proof. The tree need not
// end: limits are the caller's.
//
//===----------------------------------------------------------------------===//

#include "Refuter.h"
#include "GuidedFiring.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace sooth;
using namespace sooth::equation;
using Node = StateEquationProof::Node;

Refuter::Refuter(const NetMatrix &N, const PetriFormula &Goal, GoalCase Start,
                 NetFacts &Facts, LinearSolver &Linear, Limits L,
                 const Budget &B)
    : N(N), Goal(Goal), Context(std::move(Start)), Facts(Facts), Linear(Linear),
      Limit(L), B(B), Cuts(N, Linear) {}

Refuter::Outcome Refuter::run() {
  // Traps that other questions needed: if they are few, to solve a relaxation
  // less for each is worth the rows.
  constexpr unsigned Most = 100;
  Proof = refuteWithTraps(Facts.Traps.size() <= Most
                              ? Facts.Traps
                              : std::vector<std::vector<PlaceId>>());
  return Proof ? Outcome::Proved : End;
}

Refuter::NodeRef Refuter::giveUp(Outcome What, llvm::StringRef Why) {
  End = What;
  Reason = Why.str();
  return nullptr;
}

/// With a row for each of \p Traps.
Refuter::NodeRef
Refuter::refuteWithTraps(std::vector<std::vector<PlaceId>> Traps) {
  size_t Before = Context.Rows.size();
  NodeRef Top;
  NodeRef *Hole = &Top;
  for (const std::vector<PlaceId> &Trap : Traps) {
    std::optional<LinearRow> Row = rowOf(Trap);
    if (!Row)
      continue;
    *Hole = trapNode(Trap);
    push(std::move(*Row));
    Hole = &(*Hole)->Children[0];
  }
  bool Lazily = Depth == 0 && Limit.Use == Method::Lazy;
  *Hole = Lazily ? refuteLazily() : refute();
  bool Closed = *Hole != nullptr;
  Context.Rows.resize(Before);
  Used.restrictTo(Before, Context.Pending.size());
  return Closed ? std::move(Top) : nullptr;
}

/// Whether the context as it is has no solution.
Refuter::NodeRef Refuter::refute() {
  // Recursion: the depth of the tree is that of the stack.
  constexpr unsigned MaxDepth = 2000;
  if (B.exhausted())
    return giveUp(Outcome::Stopped, "timeout");
  if (++Nodes > Limit.MaxNodes || Depth > MaxDepth)
    return giveUp(Outcome::Bound, "too many cases");
  LinearProblem P;
  P.Variables = N.transitions();
  P.Rows = Context.Rows;
  RelaxedAnswer A = Linear.relax(P, B);
  switch (A.What) {
  case RelaxedAnswer::Status::Infeasible: {
    auto Leaf = std::make_unique<Node>();
    Leaf->What = Kind::Farkas;
    Leaf->Certificate = std::move(A.Certificate);
    Used = Uses();
    Used.restrictTo(Context.Rows.size(), Context.Pending.size());
    for (const FarkasCertificate::Entry &E : Leaf->Certificate.Entries)
      Used.Rows.set(E.Row);
    return Leaf;
  }
  case RelaxedAnswer::Status::Unknown:
    return refuteIntegers();
  case RelaxedAnswer::Status::Feasible:
    break;
  }
  if (A.Values)
    A.Point.assign(A.Values->begin(), A.Values->end());
  ++Depth;
  NodeRef Result =
      A.Values ? refuteSolution(std::move(*A.Values)) : refutePoint(A.Point);
  --Depth;
  return Result;
}

/// When floating point has nothing to say.
Refuter::NodeRef Refuter::refuteIntegers() {
  const Budget Some = B.share(1.0 / 3, 10);
  LinearProblem P;
  P.Variables = N.transitions();
  P.Rows = Context.Rows;
  IntegerAnswer A = Linear.exact(P, Some);
  switch (A.What) {
  case IntegerAnswer::Status::Infeasible:
    return integersLeaf();
  case IntegerAnswer::Status::Unknown:
    return giveUp(B.exhausted() ? Outcome::Stopped : Outcome::Stuck, A.Why);
  case IntegerAnswer::Status::Feasible:
    break;
  }
  ++Depth;
  NodeRef Result = refuteSolution(std::move(A.Values));
  --Depth;
  return Result;
}

/// A leaf if exact arithmetic is quick to see that there is no solution.
Refuter::NodeRef Refuter::noIntegers() {
  LinearProblem P;
  P.Variables = N.transitions();
  P.Rows = Context.Rows;
  if (Linear.exact(P, B.child(1)).What != IntegerAnswer::Status::Infeasible)
    return nullptr;
  return integersLeaf();
}

Refuter::NodeRef Refuter::integersLeaf() {
  auto Leaf = std::make_unique<Node>();
  Leaf->What = Kind::Integers;
  Used.restrictTo(Context.Rows.size(), Context.Pending.size());
  Used.All = true;
  return Leaf;
}

//===----------------------------------------------------------------------===//
// Taking a solution apart
//===----------------------------------------------------------------------===//

/// Whether \p F holds at a marking with fractions, nearly.
static bool holdsNearly(const PetriFormula &F, llvm::ArrayRef<double> M) {
  constexpr double Epsilon = 1e-6;
  switch (F.kind()) {
  case PetriFormula::Kind::True:
    return true;
  case PetriFormula::Kind::And:
    return llvm::all_of(F.parts(),
                        [&](auto &Part) { return holdsNearly(Part, M); });
  case PetriFormula::Kind::Or:
    return llvm::any_of(F.parts(),
                        [&](auto &Part) { return holdsNearly(Part, M); });
  case PetriFormula::Kind::Constraint: {
    double Difference = -double(F.linear().Bound);
    for (const LinearTerm &T : F.linear().Terms)
      Difference += double(T.Coefficient) * M[T.Place];
    switch (F.linear().Rel) {
    case Relation::LessEqual:
      return Difference <= Epsilon;
    case Relation::GreaterEqual:
      return Difference >= -Epsilon;
    case Relation::Equal:
      return std::fabs(Difference) <= Epsilon;
    case Relation::NotEqual:
      return std::fabs(Difference) >= 1 - Epsilon;
    }
    return false;
  }
  default:
    return false;
  }
}

/// Of the open disjunctions that \p Point violates, one with the fewest cases.
/// (With large numbers it may be taken for violated when it is not; to split it
/// is right all the same.)
std::optional<unsigned>
Refuter::violatedAt(llvm::ArrayRef<double> Point) const {
  if (Context.Pending.empty())
    return std::nullopt;
  std::vector<double> M(N.initial().begin(), N.initial().end());
  for (TransitionId T = 0; T < N.transitions(); ++T)
    for (const TokenChange &C : N.effect(T))
      M[C.Place] += double(C.Change) * Point[T];
  std::optional<unsigned> Best;
  for (unsigned I = 0; I < Context.Pending.size(); ++I)
    if (!llvm::is_contained(Chosen, I) &&
        (!Best || Context.Pending[I].parts().size() <
                      Context.Pending[*Best].parts().size()) &&
        !holdsNearly(Context.Pending[I], M))
      Best = I;
  return Best;
}

std::optional<Cut> Refuter::findCut(llvm::ArrayRef<double> Point) {
  if (auto C = Cuts.starvation(Point))
    return C;
  return Cuts.leftover(Point);
}

PartialSolution Refuter::fire(const Counts &X) {
  // The first solution deserves the most: a counter counts one by one.
  constexpr unsigned Long = 2'000'000, Short = 20'000;
  const GreedyEffort Tries[] = {
      {Preference::Balanced, 0, Nodes <= 1 ? Long : Short},
      {Preference::Bulk},
      {Preference::Random, 1},
      {Preference::Random, 2}};
  PartialSolution Best;
  int64_t Least = INT64_MAX;
  // Whether more could come of X than this.
  auto Consider = [&](GreedyRun R) {
    if (Goal.holds(N.net(), R.Final)) {
      Firing = std::move(R.Runs);
      End = Outcome::Reachable;
      return false;
    }
    PartialSolution S;
    S.Remainder = X;
    int64_t Left = 0;
    for (TransitionId T = 0; T < X.size(); ++T)
      Left += S.Remainder[T] -= R.Fired[T];
    S.Fired = std::move(R.Fired);
    S.Final = std::move(R.Final);
    if (Left < Least) {
      Least = Left;
      Best = std::move(S);
    }
    return Left > 0;
  };
  for (GreedyEffort E : Tries)
    if (!Consider(fireGreedily(N, N.initial(), X, E, B)))
      return Best;
  // A guide costs more than the node itself.
  constexpr unsigned Early = 40, Turn = 4;
  if (Nodes <= Early || Nodes % Turn == 0)
    Consider(fireGuided(N, X, Linear, B));
  return Best;
}

/// Steps 1 to 3.
std::optional<Refuter::NodeRef>
Refuter::refuteByStructure(llvm::ArrayRef<double> Point) {
  if (std::optional<unsigned> I = violatedAt(Point))
    return choose(*I);
  if (auto Traps = Cuts.traps(Point); !Traps.empty())
    return cutTraps(std::move(Traps));
  if (auto C = findCut(Point))
    return cut(std::move(*C));
  return std::nullopt;
}

/// A solution of the relaxation, with fractions.
Refuter::NodeRef Refuter::refutePoint(llvm::ArrayRef<double> Point) {
  if (std::optional<NodeRef> Done = refuteByStructure(Point))
    return std::move(*Done);
  Counts Above(Point.size());
  std::optional<TransitionId> Fraction;
  double Distance = 0;
  for (TransitionId T = 0; T < Point.size(); ++T) {
    if (Point[T] > 9e15)
      return giveUp(Outcome::Stuck, "numbers beyond 2^53");
    Above[T] = int64_t(std::ceil(std::max(0.0, Point[T] - 1e-6)));
    double D = std::fabs(Point[T] - std::nearbyint(Point[T]));
    if (D > Distance) {
      Distance = D;
      Fraction = T;
    }
  }
  PartialSolution S = fire(Above);
  if (End == Outcome::Reachable)
    return nullptr;
  if (auto C = Cuts.prefix(Point, Above, S, B))
    return cut(std::move(*C));
  if (!Fraction || Distance < 1e-5)
    return refuteIntegers(); // integral, but it did not check out
  // Branching alone may go on for ever: 2x - 2y = 3.
  constexpr unsigned Turn = 6;
  if (Splits % Turn == Turn - 1)
    if (NodeRef Leaf = noIntegers())
      return Leaf;
  ++Splits;
  NodeRef Result =
      split({{*Fraction, 1}}, int64_t(std::floor(Point[*Fraction])));
  --Splits;
  return Result;
}

Refuter::NodeRef Refuter::refuteSolution(Counts X) {
  std::vector<double> Point(X.begin(), X.end());
  std::optional<Marking> Final = N.after(X);
  if (!Final)
    return giveUp(Outcome::Stuck, "more tokens than can be counted");
  if (std::optional<NodeRef> Done = refuteByStructure(Point))
    return std::move(*Done);
  PartialSolution S = fire(X);
  if (End == Outcome::Reachable)
    return nullptr;
  if (auto C = Cuts.prefix(Point, X, S, B))
    return cut(std::move(*C));
  if (auto C = Cuts.suffix(Point, X, S, B))
    return cut(std::move(*C));
  Exploration Tree(N, X, nullptr, {Reduction::States, Limit.MaxStates});
  Exploration::Outcome What = Tree.run(B);
  for (unsigned Leaf : Tree.leaves()) {
    PartialSolution Leafy = Tree.solutionAt(Leaf);
    if (Goal.holds(N.net(), Leafy.Final)) {
      Firing = std::move(Leafy.Runs);
      End = Outcome::Reachable;
      return nullptr;
    }
    if (auto C = Cuts.increment(Point, Leafy))
      return cut(std::move(*C));
  }
  if (What != Exploration::Outcome::Exhausted)
    return giveUp(Outcome::Stuck, "a solution has too many ways to fire");
  return excludeVector(X, 0);
}

//===----------------------------------------------------------------------===//
// Inner nodes
//===----------------------------------------------------------------------===//

void Refuter::Uses::merge(const Uses &Other) {
  Rows |= Other.Rows;
  Disjunctions |= Other.Disjunctions;
  All |= Other.All;
}

void Refuter::Uses::restrictTo(size_t RowCount, size_t DisjunctionCount) {
  Rows.resize(RowCount);
  Disjunctions.resize(DisjunctionCount);
}

/// Renumbers the context of a proof from which rows and disjunctions below the
/// given ones were taken out.
static void shift(Node &Root, size_t Row, size_t RowsLess, size_t Disjunction,
                  size_t DisjunctionsLess) {
  std::vector<Node *> Work{&Root};
  while (!Work.empty()) {
    Node *N = Work.back();
    Work.pop_back();
    for (FarkasCertificate::Entry &E : N->Certificate.Entries)
      if (E.Row >= Row)
        E.Row -= RowsLess;
    if (N->What == Node::Kind::Choice && N->Index >= Disjunction)
      N->Index -= DisjunctionsLess;
    for (Refuter::NodeRef &Child : N->Children)
      Work.push_back(Child.get());
  }
}

/// Refutes the cases of \p Inner, each of which \p Enter adds to the context. A
/// case whose refutation does not need what was added refutes all of them.
Refuter::NodeRef Refuter::branch(NodeRef Inner, unsigned Cases,
                                 llvm::function_ref<Asserted(unsigned)> Enter) {
  size_t Rows = Context.Rows.size(), Disjunctions = Context.Pending.size();
  Uses Total;
  Total.restrictTo(Rows, Disjunctions);
  for (unsigned Case = 0; Case < Cases; ++Case) {
    NodeRef Child;
    if (Enter(Case) == Asserted::TooLarge)
      giveUp(Outcome::Stuck, "numbers beyond 2^62");
    else
      Child = refute();
    size_t MoreRows = Context.Rows.size(),
           MoreDisjunctions = Context.Pending.size();
    Context.Rows.resize(Rows);
    Context.Pending.erase(Context.Pending.begin() + Disjunctions,
                          Context.Pending.end());
    if (!Child)
      return nullptr;
    bool Needed =
        Used.All || Used.Rows.find_first_in(Rows, Used.Rows.size()) != -1 ||
        Used.Disjunctions.find_first_in(Disjunctions,
                                        Used.Disjunctions.size()) != -1;
    Used.restrictTo(Rows, Disjunctions);
    if (!Needed) {
      shift(*Child, MoreRows, MoreRows - Rows, MoreDisjunctions,
            MoreDisjunctions - Disjunctions);
      return Child;
    }
    Total.merge(Used);
    Inner->Children.push_back(std::move(Child));
  }
  if (Inner->What == Kind::Choice)
    Total.Disjunctions.set(Inner->Index);
  Used = std::move(Total);
  return Inner;
}

void Refuter::push(LinearRow R) {
  Context.Rows.push_back(std::make_shared<const LinearRow>(std::move(R)));
}

Refuter::NodeRef Refuter::choose(unsigned Pending) {
  auto Result = std::make_unique<Node>();
  Result->What = Kind::Choice;
  Result->Index = Pending;
  PetriFormula Disjunction = Context.Pending[Pending];
  Chosen.push_back(Pending);
  NodeRef Branch =
      branch(std::move(Result), Disjunction.parts().size(), [&](unsigned Case) {
        return assertFormula(N, Disjunction.parts()[Case], Context);
      });
  Chosen.pop_back();
  return Branch;
}

/// Σ m(\p Trap) ≥ 1.
std::optional<LinearRow>
Refuter::rowOf(const std::vector<PlaceId> &Trap) const {
  LinearConstraint Marked;
  Marked.Rel = Relation::GreaterEqual;
  Marked.Bound = 1;
  for (PlaceId P : Trap)
    Marked.Terms.push_back({P, 1});
  return N.rowOf(Marked);
}

/// With a child to be filled in.
Refuter::NodeRef Refuter::trapNode(const std::vector<PlaceId> &Trap) const {
  auto Result = std::make_unique<Node>();
  Result->What = Kind::Trap;
  for (PlaceId P : Trap)
    Result->Places.push_back({P, 1});
  Result->Children.resize(1);
  return Result;
}

Refuter::NodeRef Refuter::cutTraps(std::vector<std::vector<PlaceId>> Traps) {
  llvm::append_range(Facts.Traps, Traps);
  return refuteWithTraps(std::move(Traps));
}

Refuter::NodeRef Refuter::cut(Cut C) {
  auto Result = std::make_unique<Node>();
  Result->What = C.What;
  Result->Group = std::move(C.Group);
  Result->Places = std::move(C.Places);
  return branch(std::move(Result), 2, [&](unsigned Case) {
    if (Case == 0) {
      push(C.Low);
    } else {
      push(C.High);
      push(C.Row);
    }
    return Asserted::Done;
  });
}

Refuter::NodeRef Refuter::split(std::vector<RowTerm> Terms, int64_t Bound) {
  auto Result = std::make_unique<Node>();
  Result->What = Kind::Split;
  Result->Terms = Terms;
  Result->Bound = Bound;
  return branch(std::move(Result), 2, [&](unsigned Case) {
    push(Case == 0 ? LinearRow::atMost(Terms, Bound)
                   : LinearRow::atLeast(Terms, Bound + 1));
    return Asserted::Done;
  });
}

/// y ≠ X: a chain of splits y(t) < X(t) or more, then Σ y = Σ X or more.
Refuter::NodeRef Refuter::excludeVector(const Counts &X, TransitionId From) {
  while (From < X.size() && X[From] == 0)
    ++From;
  auto Result = std::make_unique<Node>();
  Result->What = Kind::Split;
  if (From < X.size()) {
    Result->Terms = {{From, 1}};
    Result->Bound = X[From] - 1;
  } else {
    for (TransitionId T = 0; T < X.size(); ++T) {
      Result->Terms.push_back({T, 1});
      Result->Bound += X[T];
    }
  }
  size_t Rows = Context.Rows.size();
  std::vector<RowTerm> Terms = Result->Terms;
  int64_t Bound = Result->Bound;
  push(LinearRow::atMost(Terms, Bound));
  NodeRef Low = From < X.size() ? refute() : unrealizable(X);
  Context.Rows.resize(Rows);
  if (!Low)
    return nullptr;
  push(LinearRow::atLeast(Terms, Bound + 1));
  NodeRef High = From < X.size() ? excludeVector(X, From + 1) : refute();
  Context.Rows.resize(Rows);
  if (!High)
    return nullptr;
  Result->Children.push_back(std::move(Low));
  Result->Children.push_back(std::move(High));
  Used.restrictTo(Rows, Context.Pending.size());
  Used.All = true; // the vector's leaf needs its bounds
  return Result;
}

Refuter::NodeRef Refuter::unrealizable(const Counts &X) const {
  auto Leaf = std::make_unique<Node>();
  Leaf->What = Kind::Unrealizable;
  Leaf->Vector = X;
  return Leaf;
}
