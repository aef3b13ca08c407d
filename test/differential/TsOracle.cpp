//===- TsOracle.cpp - Judging answers about transition systems ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TsOracle.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::test;

static std::vector<Expr> currentVariables(const TransitionSystem &M) {
  std::vector<Expr> Vars;
  for (const TsVariable &V : M.variables())
    Vars.push_back(V.Cur);
  return Vars;
}

static std::vector<Expr> freeNextVariables(const TransitionSystem &M) {
  std::vector<Expr> Vars;
  for (const TsVariable &V : M.variables())
    if (!V.Update)
      Vars.push_back(V.Next);
  return Vars;
}

static void append(std::vector<Expr> &To, const std::vector<Expr> &From) {
  To.insert(To.end(), From.begin(), From.end());
}

TsOracle::TsOracle(const TransitionSystem &M, const Property &P)
    : M(M), States(currentVariables(M)), Inputs(M.inputs()),
      Free(freeNextVariables(M)) {
  Initial = satisfying(M.init());
  Bad = satisfying(P.Bad);
  enumerateSteps();
  explore();
}

TsOracle::StateSet TsOracle::satisfying(Expr E) const {
  WordProgram Program({E}, States.variables());
  std::vector<uint64_t> Words(States.variables().size());
  StateSet Set(States.size());
  for (uint64_t S = 0; S < States.size(); ++S) {
    States.unpack(S, Words.data());
    Program.run(Words.data());
    Set[S] = Program.result(0);
  }
  return Set;
}

/// One program computes the updates from X and Y; a second one looks at X, Y
/// and X' and decides whether the constraint holds.
void TsOracle::enumerateSteps() {
  size_t NumX = States.variables().size(), NumY = Inputs.variables().size();
  std::vector<Expr> Slots = States.variables(), Updates;
  append(Slots, Inputs.variables());
  for (const TsVariable &V : M.variables())
    Updates.push_back(V.Update ? V.Update : V.Cur);
  WordProgram Step(Updates, Slots);
  for (const TsVariable &V : M.variables())
    Slots.push_back(V.Next);
  WordProgram Constraint({M.constraint()}, Slots);

  std::vector<uint64_t> Words(Slots.size()), FreeWords(NumX);
  uint64_t *NextWords = Words.data() + NumX + NumY;
  Next.resize(States.size());
  for (uint64_t S = 0; S < States.size(); ++S) {
    States.unpack(S, Words.data());
    for (uint64_t Y = 0; Y < Inputs.size(); ++Y) {
      Inputs.unpack(Y, Words.data() + NumX);
      Step.run(Words.data());
      for (uint64_t F = 0; F < Free.size(); ++F) {
        Free.unpack(F, FreeWords.data());
        size_t NextFree = 0;
        for (size_t I = 0; I < NumX; ++I)
          NextWords[I] =
              M.variables()[I].Update ? Step.result(I) : FreeWords[NextFree++];
        Constraint.run(Words.data());
        if (Constraint.result(0))
          Next[S].push_back(States.pack(NextWords));
      }
    }
    llvm::sort(Next[S]);
    Next[S].erase(std::unique(Next[S].begin(), Next[S].end()), Next[S].end());
  }
}

void TsOracle::explore() {
  Reachable.assign(States.size(), false);
  std::vector<uint32_t> Layer, Following;
  for (uint32_t S = 0; S < States.size(); ++S)
    if (Initial[S])
      Following.push_back(S);
  for (unsigned Depth = 0; !Following.empty(); ++Depth) {
    Layer.swap(Following);
    Following.clear();
    for (uint32_t S : Layer) {
      if (Reachable[S])
        continue;
      Reachable[S] = true;
      if (Bad[S] && !Distance)
        Distance = Depth;
      Following.insert(Following.end(), Next[S].begin(), Next[S].end());
    }
  }
}

uint64_t TsOracle::numReachable() const { return llvm::count(Reachable, true); }

//===- Traces -------------------------------------------------------------===//

/// Whether some inputs that agree with \p Ys lead from one state to the other.
bool TsOracle::isStep(const Valuation &From, const Valuation &Ys,
                      const Valuation &To) const {
  uint64_t Target = States.number(To);
  std::vector<Expr> Slots = States.variables(), Roots;
  append(Slots, Inputs.variables());
  for (const TsVariable &V : M.variables())
    Slots.push_back(V.Next);
  for (const TsVariable &V : M.variables())
    Roots.push_back(V.Update ? V.Update : V.Next);
  Roots.push_back(M.constraint());
  WordProgram Program(Roots, Slots);
  size_t NumX = M.variables().size(), NumY = Inputs.variables().size();
  std::vector<uint64_t> Words(Slots.size()), Result(NumX);
  States.unpack(States.number(From), Words.data());
  States.unpack(Target, Words.data() + NumX + NumY);
  for (uint64_t Y = 0; Y < Inputs.size(); ++Y) {
    Valuation Full = Inputs.valuation(Y);
    if (llvm::any_of(Ys, [&](auto &Given) {
          auto It = Full.find(Given.first);
          return It != Full.end() && It->second != Given.second;
        }))
      continue;
    Inputs.unpack(Y, Words.data() + NumX);
    Program.run(Words.data());
    for (size_t I = 0; I < NumX; ++I)
      Result[I] = Program.result(I);
    if (Program.result(NumX) && States.pack(Result.data()) == Target)
      return true;
  }
  return false;
}

std::string TsOracle::judge(const TsTrace &T) {
  if (T.States.size() != T.Inputs.size() + 1)
    return "trace: states and inputs do not match";
  for (const Valuation &S : T.States)
    for (const TsVariable &V : M.variables())
      if (!S.contains(V.Cur))
        return "trace: a variable has no value";
  if (!Initial[States.number(T.States.front())])
    return "trace: the first state is not initial";
  for (size_t I = 0; I < T.Inputs.size(); ++I)
    if (!isStep(T.States[I], T.Inputs[I], T.States[I + 1]))
      return "trace: step " + std::to_string(I) + " is not possible";
  if (!Bad[States.number(T.States.back())])
    return "trace: the last state is not bad";
  return "";
}

//===- Invariants ---------------------------------------------------------===//

/// Backwards from a step that leaves \p F: which of its states can be last,
/// second to last, and so on of a path within it?
std::string TsOracle::judgeAnyPaths(const StateSet &F, unsigned K) const {
  StateSet Leads(States.size());
  for (uint64_t S = 0; S < States.size(); ++S)
    Leads[S] = F[S] && llvm::any_of(Next[S], [&](uint32_t N) { return !F[N]; });
  for (unsigned Length = 1; Length < K; ++Length) {
    StateSet Longer(States.size());
    for (uint64_t S = 0; S < States.size(); ++S)
      Longer[S] =
          F[S] && llvm::any_of(Next[S], [&](uint32_t N) { return Leads[N]; });
    if (Longer == Leads)
      break;
    Leads = std::move(Longer);
  }
  if (llvm::is_contained(Leads, true))
    return "invariant: not preserved by paths of " + std::to_string(K);
  return "";
}

/// Looks for a path of \p K different states within a set, and a step to
/// \p End, depth first.
TsOracle::Found TsOracle::findSimplePath(const StateSet &Starts,
                                         const StateSet &Within, unsigned K,
                                         const StateSet &End) const {
  unsigned Effort = 2'000'000;
  StateSet OnPath(States.size());
  std::vector<std::pair<uint32_t, size_t>> Path; // state, next successor
  for (uint32_t S = 0; S < States.size(); ++S) {
    if (!Starts[S] || !Within[S])
      continue;
    Path.push_back({S, 0});
    OnPath[S] = true;
    while (!Path.empty()) {
      if (Effort-- == 0)
        return Found::TooMany;
      auto &[At, Child] = Path.back();
      if (Child == Next[At].size()) {
        OnPath[At] = false;
        Path.pop_back();
        continue;
      }
      uint32_t To = Next[At][Child++];
      if (Path.size() == K) {
        if (End[To] && !OnPath[To])
          return Found::Path;
      } else if (Within[To] && !OnPath[To]) {
        Path.push_back({To, 0});
        OnPath[To] = true;
      }
    }
  }
  return Found::None;
}

std::string TsOracle::judgeSimplePaths(const StateSet &F, unsigned K) const {
  StateSet NotF = F;
  NotF.flip();
  if (findSimplePath(F, F, K, NotF) == Found::Path)
    return "invariant: not preserved by simple paths of " + std::to_string(K);
  return "";
}

std::string TsOracle::judgeRuns(unsigned K) const {
  StateSet All(States.size(), true);
  if (findSimplePath(Initial, All, K, All) == Found::Path)
    return "invariant: a run has more different states than " +
           std::to_string(K);
  return "";
}

std::string TsOracle::judge(const TsInvariant &I) {
  StateSet F = satisfying(I.Formula);
  for (uint64_t S = 0; S < States.size(); ++S) {
    // Implied by what the invariant promises, and stronger than Init ⇒ F.
    if (Reachable[S] && !F[S])
      return "invariant: excludes a reachable state";
    if (F[S] && Bad[S])
      return "invariant: contains a bad state";
  }
  if (I.K == 0)
    return "invariant: K is 0";
  switch (I.PathKind) {
  case TsInvariant::Paths::Any:
    return judgeAnyPaths(F, I.K);
  case TsInvariant::Paths::Simple:
    return judgeSimplePaths(F, I.K);
  case TsInvariant::Paths::Initial:
    return judgeRuns(I.K);
  }
  return "";
}

std::string TsOracle::judge(const TsResult &R) {
  if (R.isUnsafe())
    return isUnsafe() ? judge(R.trace()) : "unsafe, but it is safe";
  if (R.isSafe())
    return isUnsafe() ? "safe, but it is unsafe" : judge(R.invariant());
  if (R.reason().What == UnknownReason::Kind::Internal)
    return R.reason().str();
  return "";
}
