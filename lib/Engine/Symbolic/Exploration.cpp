//===- Exploration.cpp - All runs, merged where they join -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exploration.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::symbolic;

/// So many errors are asked about together.
static constexpr size_t MaxClaims = 64;
/// A run of known steps whose condition nobody has asked about may be no run.
static constexpr uint64_t StepsBeforeQuestion = 512;

Exploration::Exploration(const Cfa &C, const SymbolicOptions &O,
                         const Budget &B)
    : C(C), Ctx(C.context()), O(O), B(B), Program(C), Order(loopOrder(C)),
      IsError(C.locations().size()), IsViolation(C.locations().size()),
      Rounds(C.locations().size()), MaxRounds(O.FirstRounds),
      Cells(C.context()) {
  for (const ErrorLocation &E : C.errors()) {
    IsError.set(E.Loc);
    if (E.Type == ErrorLocation::Kind::Violation)
      IsViolation.set(E.Loc);
  }
}

Exploration::Counts Exploration::counts() const {
  Counts All = Figures;
  All.Nodes = H.Nodes.size();
  return All;
}

//===- The graph ----------------------------------------------------------===//

size_t Exploration::addNode(LocationId At,
                            std::vector<History::Incoming> From) {
  const size_t Node = U.Nodes.size();
  for (const History::Incoming &In : From)
    U.Nodes[In.From.Node].Ways[In.From.Way].To = Node;
  U.Nodes.push_back({At, {}});
  H.Nodes.push_back({std::move(From), {}});
  return Node;
}

WayId Exploration::addWay(size_t Node) {
  U.Nodes[Node].Ways.emplace_back();
  H.Nodes[Node].Ways.emplace_back();
  return {Node, U.Nodes[Node].Ways.size() - 1};
}

void Exploration::goAlong(WayId W, EdgeId E,
                          const SymbolicProgram::Symbols &Chosen) {
  std::vector<EdgeId> &Path = U.Nodes[W.Node].Ways[W.Way].Path;
  if (!Chosen.empty())
    H.Nodes[W.Node].Ways[W.Way].Chosen.push_back({Path.size(), Chosen});
  Path.push_back(E);
}

//===- Where to go on -----------------------------------------------------===//

void Exploration::arrive(LocationId Source, LocationId At, Situation S,
                         WayId From) {
  if (IsError.test(At)) {
    Expr Condition = assumedBehind(nullptr, S);
    if (Condition.isFalse())
      H.Nodes[From.Node].Ways[From.Way].IsPossible = false;
    else
      Claims.push_back({Condition, From, IsViolation.test(At)});
    return;
  }
  Pending[turn(Source, At)].push_back(
      {At, std::move(S), From, goesBack(Source, At)});
}

Exploration::Turn Exploration::turn(LocationId Source, LocationId At) const {
  if (goesBack(Source, At))
    return {2 * Order.LoopEnd[At] + 1, unsigned(-1) - Order.Place[At]};
  return {2 * Order.Place[At], 0};
}

/// Of a loop that may go on forever there are also runs that leave it.
bool Exploration::postpone(LocationId At, const std::vector<Arrival> &All) {
  if (!llvm::all_of(All, [](const Arrival &A) { return A.GoesBack; })) {
    Rounds[At] = 0;
    return false;
  }
  if (llvm::all_of(All, [](const Arrival &A) { return !A.S.Last; }))
    return false;
  return ++Rounds[At] > MaxRounds;
}

void Exploration::resumePostponed() {
  MaxRounds *= 2;
  std::fill(Rounds.begin(), Rounds.end(), 0);
  for (Arrival &A : Postponed)
    Pending[turn(A.Loc, A.Loc)].push_back(std::move(A));
  Postponed.clear();
}

void Exploration::assume(Situation &S, Expr Condition) {
  AllAssumed.push_back({Condition, S.Last, S.Last ? S.Last->Count + 1 : 1});
  S.Last = &AllAssumed.back();
}

Expr Exploration::assumedBehind(const Assumed *Until, const Situation &S) {
  std::vector<Expr> All;
  for (const Assumed *A = S.Last; A != Until; A = A->Before)
    All.push_back(A->Condition);
  std::reverse(All.begin(), All.end());
  return Ctx.mkAnd(All);
}

const Exploration::Assumed *Exploration::commonPart(const Assumed *A,
                                                    const Assumed *B) {
  while (A != B)
    if (!B || (A && A->Count >= B->Count))
      A = A->Before;
    else
      B = B->Before;
  return A;
}

Exploration::Situation
Exploration::merge(std::vector<Arrival> All,
                   std::vector<History::Incoming> &From) {
  Situation Merged = std::move(All.back().S);
  From.push_back({All.back().From, Ctx.trueExpr()});
  All.pop_back();
  for (Arrival &A : llvm::reverse(All)) {
    Situation &S = A.S;
    const Assumed *Both = commonPart(S.Last, Merged.Last);
    Expr Here = assumedBehind(Both, S), Else = assumedBehind(Both, Merged);
    From.push_back({A.From, Here});
    Merged.State = Program.choice(Here, S.State, Merged.State);
    Merged.Last = Both;
    if (Expr Either = Ctx.mkOr(Here, Else); !Either.isTrue())
      assume(Merged, Either);
    Merged.IsPossible |= S.IsPossible;
    ++Figures.Merges;
  }
  std::reverse(From.begin(), From.end());
  return Merged;
}

void Exploration::processNext() {
  std::vector<Arrival> All = std::move(Pending.begin()->second);
  Pending.erase(Pending.begin());
  const LocationId At = All.front().Loc;
  if (postpone(At, All)) {
    llvm::append_range(Postponed, llvm::make_range(
                                      std::move_iterator(All.begin()),
                                      std::move_iterator(All.end())));
    return;
  }
  const bool GoesBack =
      llvm::any_of(All, [](const Arrival &A) { return A.GoesBack; });
  std::vector<History::Incoming> From;
  Situation S = merge(std::move(All), From);
  if (GoesBack && !isPossible(S)) {
    for (const History::Incoming &In : From)
      H.Nodes[In.From.Node].Ways[In.From.Way].IsPossible = false;
    return;
  }
  size_t Node = addNode(At, std::move(From));
  expand(Node, At, std::move(S));
}

//===- Steps --------------------------------------------------------------===//

std::vector<std::pair<EdgeId, Expr>>
Exploration::possibleEdges(LocationId At, const Situation &S) {
  std::vector<std::pair<EdgeId, Expr>> Possible;
  for (EdgeId E : C.outgoing(At)) {
    SymbolicValue G = Program.guard(E, S.State);
    if (!G.isFalse())
      Possible.push_back({E, G.term(Ctx, Ctx.boolSort())});
  }
  return Possible;
}

void Exploration::expand(size_t Node, LocationId At, Situation S) {
  std::optional<WayId> W;
  const uint64_t Start = Figures.Steps;
  while (true) {
    if (++Figures.Steps % 256 == 0 && isOver())
      return;
    SymbolicProgram::Symbols Chosen = Program.chooseInputs(At, S.State);
    auto Possible = possibleEdges(At, S);
    if (Possible.size() != 1 || !Possible.front().second.isTrue()) {
      if (Possible.empty())
        return;
      if (W)
        Node = addNode(At, {{*W, Ctx.trueExpr()}});
      return branch(Node, At, std::move(S), Possible, Chosen);
    }
    if (!W)
      W = addWay(Node);
    const EdgeId E = Possible.front().first;
    Program.take(E, S.State);
    goAlong(*W, E, Program.used(Chosen));
    const LocationId Source = At;
    At = C.edge(E).Target;
    if (IsError.test(At) || mustWait(Source, At))
      return arrive(Source, At, std::move(S), *W);
    if (!S.IsPossible && Figures.Steps - Start > StepsBeforeQuestion &&
        !isPossible(S)) {
      H.Nodes[W->Node].Ways[W->Way].IsPossible = false;
      return;
    }
  }
}

void Exploration::branch(size_t Node, LocationId At, Situation S,
                         llvm::ArrayRef<std::pair<EdgeId, Expr>> Possible,
                         const SymbolicProgram::Symbols &Chosen) {
  std::vector<Expr> Guards;
  for (const auto &[E, Guard] : Possible)
    Guards.push_back(Guard);
  Guards = makeExclusive(Ctx, Guards);
  for (size_t I = 0; I < Possible.size(); ++I) {
    const bool IsLast = I + 1 == Possible.size();
    Situation Next = IsLast ? std::move(S) : S;
    if (!Guards[I].isTrue()) {
      assume(Next, Guards[I]);
      Next.IsPossible = false;
    }
    const EdgeId E = Possible[I].first;
    WayId W = addWay(Node);
    goAlong(W, E, Chosen);
    Program.take(E, Next.State);
    arrive(At, C.edge(E).Target, std::move(Next), W);
  }
}

//===- Questions ----------------------------------------------------------===//

Answer Exploration::ask(Expr Condition, const Budget &Own, Model *M) {
  ++Figures.Questions;
  Condition = Cells(Condition);
  SolverOptions Options;
  Options.Over = theoriesOf({Condition});
  const bool IsBits = Options.Over == SolverOptions::Theories::BitVectors;
  std::unique_ptr<Solver> &S = IsBits ? Bits : Any;
  if (!S)
    S = createZ3Solver(Ctx, Options);
  const Answer A = S->check({Condition}, Own);
  // Helps with what contains it.
  if (A == Answer::Unsat)
    S->add(Ctx.mkNot(Condition));
  if (A == Answer::Sat && M) {
    for (Expr V : variables({Condition}))
      (*M)[V] = S->value(V);
    Cells.complete(*M);
  }
  return A;
}

/// Whether a run is in \p S, or nobody knows.
bool Exploration::isPossible(Situation &S) {
  if (S.IsPossible)
    return true;
  Expr Condition = assumedBehind(nullptr, S);
  if (Condition.isFalse() || (!Condition.isTrue() &&
                              ask(Condition, B.child(O.QuerySeconds),
                                  nullptr) == Answer::Unsat))
    return false;
  S.IsPossible = true;
  return true;
}

void Exploration::askClaims(const Budget &Own) {
  if (Claims.empty())
    return;
  std::vector<Expr> Conditions;
  for (const Claim &Each : Claims)
    Conditions.push_back(Each.Condition);
  const Expr Any = Ctx.mkOr(Conditions);
  Model M;
  const Answer A = Any.isTrue() ? Answer::Sat : ask(Any, Own, &M);
  if (A == Answer::Unknown)
    return;
  if (A == Answer::Unsat) {
    for (const Claim &Each : Claims)
      H.Nodes[Each.Way.Node].Ways[Each.Way.Way].IsPossible = false;
    Claims.clear();
    return;
  }
  Evaluator Eval(M);
  const Claim *Reached = nullptr;
  for (const Claim &Each : Claims)
    if ((!Reached || (Each.IsViolation && !Reached->IsViolation)) &&
        Eval.isTrue(Each.Condition))
      Reached = &Each;
  if (Reached)
    Found = runTo(C, Program, U, H, Reached->Way, M);
}

//===- All together -------------------------------------------------------===//

/// Without the ways that nothing can take.
CfaResult Exploration::safe() {
  for (size_t N = 0; N < U.Nodes.size(); ++N) {
    std::vector<CfaUnwinding::Way> Kept;
    for (size_t W = 0; W < U.Nodes[N].Ways.size(); ++W)
      if (H.Nodes[N].Ways[W].IsPossible)
        Kept.push_back(std::move(U.Nodes[N].Ways[W]));
    U.Nodes[N].Ways = std::move(Kept);
  }
  // What a solver need not be asked about is found again as fast as it is read.
  constexpr size_t MaxPath = 1 << 16;
  if (U.Nodes.size() == 1 && U.Nodes.front().Ways.size() == 1)
    if (auto &Path = U.Nodes.front().Ways.front().Path; Path.size() > MaxPath)
      Path.clear();
  return CfaResult::safe(CfaInvariant::ofUnwinding(std::move(U)));
}

CfaResult Exploration::run() {
  SymbolicProgram::Start Begin = Program.start();
  H.Start = Begin.State;
  Situation First{std::move(Begin.State)};
  if (!Begin.Condition.isTrue()) {
    assume(First, Begin.Condition);
    First.IsPossible = false;
  }
  size_t Node = addNode(C.entry(), {});
  if (IsError.test(C.entry()))
    return CfaResult::unknown(UnknownReason::Kind::NoProgress,
                              Cause::Kind::EntryIsError);
  expand(Node, C.entry(), std::move(First));
  while (!isOver()) {
    if (Pending.empty() || Claims.size() >= MaxClaims)
      askClaims(Pending.empty() && Postponed.empty() ? B
                                                     : B.child(O.QuerySeconds));
    if (Found)
      break;
    if (!Pending.empty())
      processNext();
    else if (!Postponed.empty())
      resumePostponed();
    else if (Claims.empty())
      return safe();
    else
      break;
  }
  if (Found)
    return CfaResult::unsafe(std::move(*Found));
  if (Out)
    return CfaResult::unknown(reasonOf(*Out));
  return CfaResult::unknown(UnknownReason::Kind::Solver,
                            Cause::Kind::ErrorReached);
}
