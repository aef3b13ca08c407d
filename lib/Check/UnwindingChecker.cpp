//===- UnwindingChecker.cpp - Graphs of all runs --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every run starts at the first node, and whatever edge it takes next is either
// the next one of a way or claimed to be impossible. So if no claim has a
// model, all runs stay in the graph; its ways have ends and lead to later
// nodes, and no error is on them. The states at a node are one state over
// symbols, with a condition for each way that leads to it; no two of these hold
// together, which makes it possible to choose between the ways' values. That
// the symbols of inputs are new at each step makes all claims about one run
// questions about one formula.
//
//===----------------------------------------------------------------------===//

#include "UnwindingChecker.h"
#include "TestedSolver.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Expr/ReadVariables.h"
#include "sooth/Model/SymbolicProgram.h"
#include "sooth/Solver/Solver.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <map>

using namespace sooth;
using llvm::BitVector;
using Node = CfaUnwinding::Node;
using Way = CfaUnwinding::Way;

namespace {
/// A state and the conditions under which runs are there, in order.
struct Situation {
  SymbolicState State;
  std::vector<Expr> Conditions;
};

class NodeChecker {
public:
  NodeChecker(const Cfa &C, const CfaInvariant &I, const Budget &B)
      : C(C), Ctx(C.context()), I(I), U(I.Unwinding), B(B), Program(C) {}
  CheckResult run();
  /// Confirmed if all is well but for claim().
  CheckResult makeClaims();
  /// That a run leaves the unwinding.
  Expr claim() const { return Ctx.mkOr(Claims); }
  /// Whether runs may come to formulas, and errors after that.
  bool leadsToFormulas() const;

private:
  void findWaysToErrors();
  std::optional<std::string> checkNode(size_t N);
  std::optional<std::string> follow(size_t N, const Way &W, Expr First,
                                    Situation S);
  std::optional<std::string> followKnown(LocationId At, SymbolicState S);
  std::optional<std::string> arrive(size_t From, const Way &W, LocationId At,
                                    Situation S);
  Situation merge(std::vector<Situation> Arrivals) const;
  void claimNever(const Situation &S, Expr Guard);
  void claimNotTaken(const Situation &S, EdgeId E);
  CheckResult expectNoClaim() const;
  bool isOutOfBudget() {
    IsOpen = ++Steps % 256 == 0 && B.exhausted();
    return IsOpen;
  }
  bool matters(EdgeId E) const { return ToError.test(C.edge(E).Target); }
  Expr guard(EdgeId E, const Situation &S) {
    return Program.guard(E, S.State).term(Ctx, Ctx.boolSort());
  }

  const Cfa &C;
  ExprContext &Ctx;
  const CfaInvariant &I;
  const CfaUnwinding &U;
  const Budget &B;
  SymbolicProgram Program;
  BitVector ToError, IsError;
  std::map<size_t, std::vector<Situation>> Arrived;
  /// What would contradict the unwinding.
  std::vector<Expr> Claims;
  uint64_t Steps = 0;
  /// What is wrong may be so only because nothing more was asked.
  bool IsOpen = false;
};
} // namespace

/// Whether all steps from \p N on are to be found.
static bool isWithoutPath(const Node &N) {
  return N.Ways.size() == 1 && N.Ways.front().Path.empty() &&
         !N.Ways.front().To;
}

void NodeChecker::findWaysToErrors() {
  IsError.resize(C.locations().size());
  for (const ErrorLocation &E : C.errors())
    IsError.set(E.Loc);
  ToError = IsError;
  llvm::SmallVector<LocationId, 32> Work(IsError.set_bits());
  while (!Work.empty())
    for (EdgeId E : C.incoming(Work.pop_back_val()))
      if (LocationId L = C.edge(E).Source; !ToError.test(L)) {
        ToError.set(L);
        Work.push_back(L);
      }
}

void NodeChecker::claimNever(const Situation &S, Expr Guard) {
  std::vector<Expr> All = S.Conditions;
  All.push_back(Guard);
  Expr Claim = Ctx.mkAnd(All);
  if (!Claim.isFalse())
    Claims.push_back(Claim);
}

/// Unless it leads to where nothing matters, or a formula holds.
void NodeChecker::claimNotTaken(const Situation &S, EdgeId E) {
  if (!matters(E))
    return;
  Expr Guard = guard(E, S);
  auto Formula = I.Formulas.find(C.edge(E).Target);
  if (Formula == I.Formulas.end() || Formula->second.isFalse() ||
      Guard.isFalse())
    return claimNever(S, Guard);
  SymbolicState After = S.State;
  Program.take(E, After);
  Expr Holds = Program.value(Formula->second, After).term(Ctx, Ctx.boolSort());
  claimNever(S, Ctx.mkAnd(Guard, Ctx.mkNot(Holds)));
}

/// What all of \p Arrivals have in common stays; the rest is alternatives.
Situation NodeChecker::merge(std::vector<Situation> Arrivals) const {
  Situation Merged = std::move(Arrivals.back());
  Arrivals.pop_back();
  for (Situation &S : llvm::reverse(Arrivals)) {
    auto [Own, Rest] =
        std::mismatch(S.Conditions.begin(), S.Conditions.end(),
                      Merged.Conditions.begin(), Merged.Conditions.end());
    Expr Here = Ctx.mkAnd(std::vector<Expr>(Own, S.Conditions.end()));
    Expr Else = Ctx.mkAnd(std::vector<Expr>(Rest, Merged.Conditions.end()));
    Merged.State = Program.choice(Here, S.State, Merged.State);
    Merged.Conditions.erase(Rest, Merged.Conditions.end());
    if (Expr Either = Ctx.mkOr(Here, Else); !Either.isTrue())
      Merged.Conditions.push_back(Either);
  }
  return Merged;
}

/// A run comes along \p W, and its state is \p S before it.
std::optional<std::string> NodeChecker::follow(size_t N, const Way &W,
                                               Expr First, Situation S) {
  LocationId At = U.Nodes[N].Loc;
  for (size_t I = 0; I < W.Path.size(); ++I) {
    const EdgeId Next = W.Path[I];
    if (Next >= C.edges().size() || C.edge(Next).Source != At)
      return "a way is no path";
    if (isOutOfBudget())
      return "the budget is used up";
    if (IsError.test(At))
      return "a way goes through an error";
    Expr Guard = First;
    if (I > 0) {
      Program.chooseInputs(At, S.State);
      for (EdgeId E : C.outgoing(At))
        if (E != Next)
          claimNotTaken(S, E);
      Guard = guard(Next, S);
    }
    if (!Guard.isTrue())
      S.Conditions.push_back(Guard);
    Program.take(Next, S.State);
    At = C.edge(Next).Target;
  }
  return arrive(N, W, At, std::move(S));
}

/// A run in \p S at \p At, whose inputs have been chosen, goes on to its end.
/// No solver is asked, as no guard of the other edges may be anything but
/// false.
std::optional<std::string> NodeChecker::followKnown(LocationId At,
                                                    SymbolicState S) {
  while (true) {
    if (isOutOfBudget())
      return "the budget is used up";
    std::optional<EdgeId> Next;
    for (EdgeId E : C.outgoing(At)) {
      if (!matters(E) || Program.guard(E, S).isFalse())
        continue;
      IsOpen = Next || IsError.test(C.edge(E).Target);
      if (IsOpen)
        return "it is not known where a run goes on";
      Next = E;
    }
    if (!Next)
      return std::nullopt;
    Program.take(*Next, S);
    At = C.edge(*Next).Target;
    Program.chooseInputs(At, S);
  }
}

std::optional<std::string> NodeChecker::arrive(size_t From, const Way &W,
                                               LocationId At, Situation S) {
  if (!W.To) {
    claimNever(S, Ctx.boolean(IsError.test(At)));
    Program.chooseInputs(At, S.State);
    for (EdgeId E : C.outgoing(At))
      claimNotTaken(S, E);
    return std::nullopt;
  }
  if (*W.To <= From || *W.To >= U.Nodes.size())
    return "a way leads to no later node";
  if (U.Nodes[*W.To].Loc != At)
    return "a way leads to a node at another location";
  Arrived[*W.To].push_back(std::move(S));
  return std::nullopt;
}

std::optional<std::string> NodeChecker::checkNode(size_t N) {
  auto Found = Arrived.find(N);
  if (Found == Arrived.end())
    return std::nullopt; // no run is here
  Situation S = merge(std::move(Found->second));
  Arrived.erase(Found);
  const LocationId At = U.Nodes[N].Loc;
  claimNever(S, Ctx.boolean(IsError.test(At)));
  Program.chooseInputs(At, S.State);
  Program.keepSymbols(At); // until the last way is followed
  if (isWithoutPath(U.Nodes[N]))
    return followKnown(At, std::move(S.State));
  std::vector<Expr> Guards;
  llvm::DenseSet<EdgeId> Taken;
  for (const Way &W : U.Nodes[N].Ways) {
    if (W.Path.empty() || W.Path.front() >= C.edges().size() ||
        C.edge(W.Path.front()).Source != At ||
        !Taken.insert(W.Path.front()).second)
      return "a node has ways without different edges at its location";
    Guards.push_back(guard(W.Path.front(), S));
  }
  for (EdgeId E : C.outgoing(At))
    if (!Taken.contains(E))
      claimNotTaken(S, E);
  const std::vector<Expr> Conditions = makeExclusive(Ctx, Guards);
  for (size_t I = 0; I < Guards.size(); ++I) {
    const bool IsLast = I + 1 == Guards.size();
    if (auto Wrong = follow(N, U.Nodes[N].Ways[I], Conditions[I],
                            IsLast ? std::move(S) : Situation(S)))
      return Wrong;
  }
  return std::nullopt;
}

CheckResult NodeChecker::makeClaims() {
  if (U.Nodes.empty() || U.Nodes.front().Loc != C.entry())
    return CheckResult::refuted("the unwinding does not start at the entry");
  for (const Node &N : U.Nodes)
    if (N.Loc >= C.locations().size())
      return CheckResult::refuted("a node is at no location");
  findWaysToErrors();
  SymbolicProgram::Start Begin = Program.start();
  Arrived[0].push_back({std::move(Begin.State), {Begin.Condition}});
  for (size_t N = 0; N < U.Nodes.size(); ++N)
    if (auto Wrong = checkNode(N))
      return IsOpen ? CheckResult::unknown(*Wrong)
                    : CheckResult::refuted(*Wrong);
  return CheckResult::confirmed();
}

bool NodeChecker::leadsToFormulas() const {
  return llvm::any_of(I.Formulas, [&](const auto &At) {
    return ToError.test(At.first) && !At.second.isFalse();
  });
}

CheckResult NodeChecker::run() {
  CheckResult Made = makeClaims();
  return Made.isConfirmed() ? expectNoClaim() : Made;
}

/// One question about all claims: runs have most of what they compute in
/// common.
CheckResult NodeChecker::expectNoClaim() const {
  if (Claims.empty())
    return CheckResult::confirmed();
  const Expr Any = ReadVariables(Ctx)(claim());
  SolverOptions O;
  O.Over = theoriesOf({Any});
  if (O.Over == SolverOptions::Theories::Any)
    O.WhenHard = SolverOptions::Hard::Preprocess;
  std::unique_ptr<Solver> Fresh = createTestedZ3Solver(Ctx, O);
  Fresh->add(Any);
  switch (Fresh->check(B)) {
  case Answer::Unsat:
    return CheckResult::confirmed();
  case Answer::Sat:
    return CheckResult::refuted("a run leaves the unwinding");
  case Answer::Unknown:
    break;
  }
  return CheckResult::unknown(Fresh->reasonUnknown());
}

CheckResult sooth::checkUnwinding(const Cfa &C, const CfaInvariant &I,
                                  const Budget &B) {
  return NodeChecker(C, I, B).run();
}

std::optional<Expr>
sooth::unwindingQuestion(const Cfa &C, const CfaInvariant &I, const Budget &B) {
  NodeChecker Made(C, I, B);
  if (!I.isUnwinding() || !Made.makeClaims().isConfirmed() ||
      Made.leadsToFormulas())
    return std::nullopt;
  return Made.claim();
}
