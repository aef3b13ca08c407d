//===- Search.cpp - The abstraction-refinement loop ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Algorithm 1.7 of the thesis. Where this departs from its text:
//
// - A solution's jumps (Algorithm 1.2) are made when their turn comes, not all
//   at once: a net with a thousand transitions has as many.
// - Before the tree of partial solutions is explored, a few greedy runs try to
//   fire the whole vector, in time that does not depend on its size. The tree
//   is first explored with every order of firing, for the sake of better
//   intermediate markings, and only if it is large, with stubborn sets.
// - Goals are Boolean combinations (Section 1.2.1 has conjunctions). What is
//   disjunctive stays pending until the final marking of a solution violates
//   it; then that solution's constraints are split.
// - The end of every maximal firing sequence is held against the goal: with
//   predicates it may be reached without the whole vector.
//
// - A branch that can go on for ever would keep depth-first search from all
//   others, so that the hybrid strategy takes every fourth element from the
//   far end of its queue.
//
// The loop finds firing sequences. That it has nothing left to try proves
// nothing: constraints are estimates, and filters cut branches off.
//
//===----------------------------------------------------------------------===//

#include "Search.h"
#include "GuidedFiring.h"
#include "Increments.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace sooth::equation;
using Strategy = StateEquationOptions::Strategy;

Search::Search(const NetMatrix &N, const PetriFormula &Goal, GoalCase Start,
               const StateEquationOptions &O, LinearSolver &Linear,
               StubbornSets &Stubborn)
    : N(N), Goal(Goal), Options(O), Linear(Linear), Stubborn(Stubborn) {
  Unsolved Root;
  for (LinearRowRef &R : Start.Rows)
    Root.C.push_back({Constraint::Kind::Goal, std::move(R)});
  Root.Pending = std::move(Start.Pending);
  Queue.push_back(std::move(Root));
}

Search::Outcome Search::run(unsigned Allowance, const Budget &B) {
  unsigned Limit = Stats.Solutions + Allowance;
  while (!Queue.empty() && !Found) {
    if (B.exhausted())
      return Outcome::Stopped;
    if (Stats.Solutions >= Limit)
      return Outcome::Paused;
    Element E = next();
    if (auto *U = std::get_if<Unsolved>(&E))
      solve(std::move(*U), B);
    else if (auto *J = std::get_if<Jumps>(&E))
      jump(std::move(*J));
    else
      refine(std::move(std::get<Refine>(E)));
  }
  return Found ? Outcome::Reachable : Outcome::Exhausted;
}

Search::Element Search::next() {
  constexpr unsigned Turn = 4;
  bool Oldest = Options.Search == Strategy::Hybrid && ++Taken % Turn == 0;
  Element E = std::move(Oldest ? Queue.back() : Queue.front());
  if (Oldest)
    Queue.pop_back();
  else
    Queue.pop_front();
  return E;
}

/// Whether these constraints were not solved before.
bool Search::isNew(const Unsolved &U) {
  std::vector<size_t> Hashes;
  for (const Constraint &C : U.C) {
    size_t H = llvm::hash_combine(int(C.Row->Rel), C.Row->Bound);
    for (const RowTerm &T : C.Row->Terms)
      H = llvm::hash_combine(H, T.Variable, T.Coefficient);
    Hashes.push_back(H);
  }
  llvm::sort(Hashes);
  size_t Total = llvm::hash_combine_range(Hashes.begin(), Hashes.end());
  return Seen.insert(llvm::hash_combine(Total, U.Pending.size())).second;
}

void Search::solve(Unsolved U, const Budget &B) {
  if (!isNew(U))
    return;
  LinearProblem P;
  P.Variables = N.transitions();
  P.Rows = N.nonNegative();
  for (const Constraint &C : U.C)
    P.Rows.push_back(C.Row);
  ++Stats.Solutions;
  IntegerAnswer A = Linear.minimize(P, B);
  if (A.What != IntegerAnswer::Status::Feasible)
    return;
  std::optional<Marking> Final = N.after(A.Values);
  if (!Final)
    return; // more tokens than can be counted
  GoalCase Case{{}, U.Pending};
  if (std::optional<unsigned> I = violated(N, Case, *Final))
    return splitCase(std::move(U), *I);
  log("solution", A.Values);
  auto Node = std::make_shared<SolutionNode>();
  Node->C = std::move(U.C);
  Node->Pending = std::move(U.Pending);
  Node->X = std::move(A.Values);
  Node->Parent = std::move(U.Parent);
  examine(std::move(Node), B);
}

void Search::splitCase(Unsolved U, unsigned Pending) {
  PetriFormula Disjunction = U.Pending[Pending];
  U.Pending.erase(U.Pending.begin() + Pending);
  for (const PetriFormula &Part : llvm::reverse(Disjunction.parts())) {
    GoalCase Case{{}, U.Pending};
    if (assertFormula(N, Part, Case) == Asserted::TooLarge)
      continue;
    Unsolved Child{U.C, std::move(Case.Pending), U.Parent};
    for (LinearRowRef &R : Case.Rows)
      Child.C.push_back({Constraint::Kind::Goal, std::move(R)});
    Queue.push_front(std::move(Child));
  }
}

/// Lines 5 to 10.
void Search::examine(SolutionRef Node, const Budget &B) {
  if (fireAtOnce(*Node, B))
    return;
  explore(*Node, B);
  if (Found)
    return;
  forgetOldTrees(Node);
  if (Options.Search == Strategy::Hybrid)
    keepExtremes(Node->Partials);
  Queue.push_front(Jumps{Node, 0});
  if (Options.Search == Strategy::BreadthFirst)
    for (const PartialRef &S : Node->Partials)
      Queue.push_back(Refine{Node, S});
  else
    for (const PartialRef &S : llvm::reverse(Node->Partials))
      Queue.push_front(Refine{Node, S});
}

bool Search::accept(const FiringRuns &Runs, const Marking &M) {
  if (!Goal.holds(N.net(), M))
    return false;
  Firing = Runs;
  Found = true;
  return true;
}

bool Search::fireAtOnce(SolutionNode &Node, const Budget &B) {
  constexpr GreedyEffort Tries[] = {
      {Preference::Balanced},  {Preference::Bulk},
      {Preference::Random, 1}, {Preference::Random, 2},
      {Preference::Random, 3}, {Preference::Random, 4}};
  for (GreedyEffort E : Tries) {
    GreedyRun R = fireGreedily(N, N.initial(), Node.X, E, B);
    if (accept(R.Runs, R.Final))
      return true;
  }
  GreedyRun R = fireGuided(N, Node.X, Linear, B);
  return accept(R.Runs, R.Final);
}

void Search::explore(SolutionNode &Node, const Budget &B) {
  constexpr unsigned FewStates = 3000;
  auto Explore = [&](ExplorationLimits L) {
    Node.Tree = std::make_unique<Exploration>(N, Node.X, &Stubborn, L);
    return Node.Tree->run(B);
  };
  auto Outcome = Explore({Reduction::States, FewStates});
  if (Outcome == Exploration::Outcome::Truncated)
    Outcome = Explore({Reduction::Stubborn, Options.MaxStates});
  if (Outcome == Exploration::Outcome::Truncated)
    ++Stats.Truncated;
  for (unsigned Leaf : Node.Tree->leaves()) {
    auto S = std::make_shared<PartialSolution>(Node.Tree->solutionAt(Leaf));
    ++Stats.Partials;
    log("partial", *S);
    if (accept(S->Runs, S->Final))
      return;
    Node.Partials.push_back(std::move(S));
  }
  if (Node.Partials.empty()) {
    // Too large a tree to meet a single end: what fires greedily will do.
    GreedyRun R = fireGreedily(N, N.initial(), Node.X, {}, B);
    auto S = std::make_shared<PartialSolution>();
    S->Runs = std::move(R.Runs);
    S->Fired = std::move(R.Fired);
    S->Final = std::move(R.Final);
    S->Remainder = Node.X;
    for (TransitionId T = 0; T < N.transitions(); ++T)
      S->Remainder[T] -= S->Fired[T];
    Node.Partials.push_back(std::move(S));
  }
}

/// A tree is needed until its partial solutions are refined, soon; but there
/// may be thousands of them.
void Search::forgetOldTrees(const SolutionRef &Newest) {
  constexpr size_t Most = 50, Large = 30'000;
  if (Newest->Tree->size() > Large)
    Newest->Tree.reset();
  WithTree.push_back(Newest);
  if (WithTree.size() <= Most)
    return;
  if (SolutionRef Oldest = WithTree.front().lock())
    Oldest->Tree.reset();
  WithTree.pop_front();
}

/// Algorithm 1.2, one jump at a time.
void Search::jump(Jumps J) {
  const Counts &X = J.Node->X;
  while (J.Next < X.size() && X[J.Next] == 0)
    ++J.Next;
  if (J.Next == X.size())
    return;
  LinearRow Row = LinearRow::atMost({{J.Next, 1}}, X[J.Next] - 1);
  Unsolved U{J.Node->C, J.Node->Pending, J.Node};
  U.C.push_back(
      {Constraint::Kind::Jump, std::make_shared<const LinearRow>(Row)});
  ++J.Next;
  Queue.push_front(std::move(J));
  Queue.push_front(std::move(U));
}

/// Algorithm 1.3.
std::vector<Constraint> Search::withoutJumps(const SolutionNode &Node) const {
  std::vector<Constraint> C;
  std::vector<int64_t> Least(N.transitions(), 0);
  for (const Constraint &Old : Node.C) {
    if (Old.What == Constraint::Kind::Jump)
      continue;
    // |t| ≥ z(t) below is stronger than an older |t| ≥ n.
    const LinearRow &R = *Old.Row;
    if (Old.What == Constraint::Kind::Increment && R.Terms.size() == 1 &&
        R.Terms[0].Coefficient == 1 && R.Rel == LinearRow::Kind::AtLeast)
      continue;
    C.push_back(Old);
  }
  for (TransitionId T = 0; T < N.transitions(); ++T)
    if (Node.X[T])
      C.push_back({Constraint::Kind::Increment,
                   std::make_shared<const LinearRow>(
                       LinearRow::atLeast({{T, 1}}, Node.X[T]))});
  return C;
}

void Search::pushChild(const SolutionRef &Node, std::vector<LinearRow> Rows) {
  Unsolved U{withoutJumps(*Node), Node->Pending, Node};
  for (LinearRow &R : Rows)
    U.C.push_back({Constraint::Kind::Increment,
                   std::make_shared<const LinearRow>(std::move(R))});
  if (Options.Search == Strategy::BreadthFirst)
    Queue.push_back(std::move(U));
  else
    Queue.push_front(std::move(U));
}

/// Lines 11 to 21.
void Search::refine(Refine R) {
  std::optional<SkippedDueTo> Cause;
  if (Options.InvariantFilter == Toggle::On)
    Cause = filterByInvariant(N, *R.Node, *R.Partial);
  if (!Cause && Options.RemainderFilter == Toggle::On)
    Cause = filterByRemainder(N, *R.Node, *R.Partial);
  if (Cause)
    return skip(R, *Cause);
  std::vector<LinearRow> Rows = incrementConstraints(N, *R.Partial);
  llvm::append_range(Rows, inhibitorIncrements(N, *R.Partial));
  for (const LinearRow &Row : Rows)
    log("constraint", Row);
  if (!Rows.empty())
    pushChild(R.Node, std::move(Rows));
}

/// Lines 14 to 16.
void Search::skip(const Refine &R, const SkippedDueTo &Cause) {
  ++Stats.Skipped;
  log("skip", *R.Partial);
  bool Generalized =
      Options.Markings == StateEquationOptions::Better::Generalized;
  std::vector<PartialRef> Better;
  if (R.Partial->From == PartialSolution::Origin::Maximal)
    Better =
        betterMarkings(N, *R.Node, *R.Partial, Generalized ? &Cause : nullptr);
  Stats.Better += Better.size();
  for (PartialRef &S : llvm::reverse(Better)) {
    log("better", *S);
    if (Options.Search == Strategy::BreadthFirst)
      Queue.push_back(Refine{R.Node, S});
    else
      Queue.push_front(Refine{R.Node, S});
  }
  if (Options.DistantInvariants == Toggle::Off)
    return;
  std::vector<LinearRow> Rows =
      distantConstraints(N, *R.Node, *R.Partial, Cause, Better.size());
  for (const LinearRow &Row : Rows)
    log("distant", Row);
  Stats.Distant += Rows.size();
  if (!Rows.empty())
    pushChild(R.Node, std::move(Rows));
}

//===----------------------------------------------------------------------===//
// Telling
//===----------------------------------------------------------------------===//

static void printCounts(llvm::raw_ostream &OS, const Counts &X) {
  OS << '(';
  llvm::interleave(X, OS, ",");
  OS << ')';
}

void Search::log(llvm::StringRef What, const Counts &X) {
  if (!Options.Log)
    return;
  *Options.Log << What << ' ';
  printCounts(*Options.Log, X);
  *Options.Log << '\n';
}

void Search::log(llvm::StringRef What, const LinearRow &R) {
  if (!Options.Log)
    return;
  *Options.Log << What << ' ';
  const char *Separator = "";
  for (const RowTerm &T : R.Terms) {
    *Options.Log << Separator;
    if (T.Coefficient != 1)
      *Options.Log << T.Coefficient;
    *Options.Log << '|' << N.net().transition(T.Variable).Id << '|';
    Separator = " + ";
  }
  *Options.Log << " >= " << R.Bound << '\n';
}

void Search::log(llvm::StringRef What, const PartialSolution &S) {
  if (!Options.Log)
    return;
  *Options.Log << What;
  for (const FiringRun &R : S.Runs)
    for (uint64_t I = 0; I < R.Times; ++I)
      for (TransitionId T : R.Word)
        *Options.Log << ' ' << N.net().transition(T).Id;
  *Options.Log << " remainder ";
  printCounts(*Options.Log, S.Remainder);
  *Options.Log << '\n';
}
