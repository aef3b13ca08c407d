//===- PredicateTransfer.cpp - Predicate abstraction ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A predicate after an edge is its weakest precondition before it, a
// substitution. First every predicate is decided by itself, which is the
// Cartesian abstraction: a model in which it holds rules out that its negation
// follows, and each model tells about all predicates. What stays undecided is
// enumerated for Boolean abstraction.
//
//===----------------------------------------------------------------------===//

#include "Transfer.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using Taken = ExplicitTransfer::Result::Taken;

Expr PredicateTransfer::before(const Edge &E, Expr Predicate) {
  std::unique_ptr<Substitution> &Wp = Preconditions[&E];
  if (!Wp) {
    Wp = std::make_unique<Substitution>(S.Ctx);
    for (const Update &U : E.Updates)
      Wp->set(U.Var, U.Val);
  }
  return (*Wp)(Predicate);
}

std::optional<bool> PredicateTransfer::decideByForm(const Step &Q,
                                                    Expr Before) {
  if (Before.isConst())
    return Before.value().boolean();
  Expr Negated = S.Ctx.mkNot(Before);
  for (Expr Known : Q.assumptions()) {
    if (Known == Before)
      return true;
    if (Known == Negated)
      return false;
  }
  return std::nullopt;
}

/// From the solver's model.
void PredicateTransfer::learn(std::vector<Candidate> &Open) {
  for (Candidate &C : Open)
    if (!C.MayHold || !C.MayFail)
      (S.S->value(C.Before).boolean() ? C.MayHold : C.MayFail) = true;
}

std::vector<Cube> PredicateTransfer::successors(const Step &Q,
                                                llvm::ArrayRef<Expr> Condition,
                                                Taken Edge,
                                                llvm::ArrayRef<Expr> Tracked,
                                                const Budget &B) {
  Cube Decided;
  std::vector<Candidate> Open;
  for (Expr P : Tracked) {
    Expr Before = before(Q.E, P);
    if (std::optional<bool> Known = decideByForm(Q, Before))
      Decided.push_back(Table.predicateFact(P, *Known));
    else
      Open.push_back({P, Before});
  }
  if (Edge == Taken::Certain && Open.empty()) {
    llvm::sort(Decided);
    return {Decided};
  }

  llvm::SmallVector<Expr, 16> Assumptions(Q.assumptions());
  Assumptions.append(Condition.begin(), Condition.end());
  switch (S.check(Assumptions, B)) {
  case Answer::Unsat:
    return {};
  case Answer::Sat:
    learn(Open);
    break;
  case Answer::Unknown:
    break;
  }
  for (Candidate &C : Open) {
    // Ask for what no model has shown yet.
    for (bool Holds : {true, false}) {
      if (Holds ? C.MayHold : C.MayFail)
        continue;
      Assumptions.push_back(Holds ? C.Before : S.Ctx.mkNot(C.Before));
      Answer A = S.check(Assumptions, B);
      if (A == Answer::Sat)
        learn(Open);
      else if (A == Answer::Unknown) // it may, then
        (Holds ? C.MayHold : C.MayFail) = true;
      Assumptions.pop_back();
    }
    if (!C.MayHold && !C.MayFail)
      return {};
    if (!C.MayHold || !C.MayFail)
      Decided.push_back(Table.predicateFact(C.Predicate, C.MayHold));
  }
  llvm::erase_if(Open,
                 [](const Candidate &C) { return !C.MayHold || !C.MayFail; });
  llvm::sort(Decided);
  std::vector<Cube> All;
  if (Combine == DomainOptions::Predicates::Cartesian || Open.empty() ||
      enumerate(Assumptions, Open, Decided, All, B) == Cut::Incomplete)
    return {Decided};
  return All;
}

/// All combinations of truth values of what is open.
PredicateTransfer::Cut PredicateTransfer::enumerate(
    llvm::ArrayRef<Expr> Assumptions, llvm::ArrayRef<Candidate> Open,
    const Cube &Decided, std::vector<Cube> &Out, const Budget &B) {
  S.S->push();
  Answer A;
  while ((A = S.check(Assumptions, B)) == Answer::Sat) {
    Cube Next = Decided;
    llvm::SmallVector<Expr, 8> Different;
    for (const Candidate &C : Open) {
      bool Holds = S.S->value(C.Before).boolean();
      Next.push_back(Table.predicateFact(C.Predicate, Holds));
      Different.push_back(Holds ? S.Ctx.mkNot(C.Before) : C.Before);
    }
    llvm::sort(Next);
    Out.push_back(std::move(Next));
    S.S->add(S.Ctx.mkOr(Different));
  }
  S.S->pop();
  return A == Answer::Unsat ? Cut::Complete : Cut::Incomplete;
}
