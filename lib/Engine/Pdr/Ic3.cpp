//===- Ic3.cpp - IC3 on a circuit -----------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ic3.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::pdr;
using Start = AigerModel::Latch::Start;

Ic3::Ic3(const AigerModel &M, const Budget &B)
    : M(M), S(M, B), Init(S.fresh()), Facts(S.fresh()), Uses(M.Latches.size()) {
  for (unsigned I = 0; I < M.Latches.size(); ++I)
    if (M.Latches[I].Reset != Start::Any)
      S.addFact(Init,
                M.Latches[I].Reset == Start::One ? S.latch(I) : -S.latch(I));
  addFrame();
}

void Ic3::addFact(const Cube &OneOf) {
  std::vector<Literal> Clause;
  for (int L : OneOf)
    Clause.push_back(latch(L));
  S.addClause(Facts, Clause);
}

void Ic3::addFrame() { Frames.push_back({S.fresh(), {}}); }

/// Cubes say what latches are, so this needs no solver.
bool Ic3::meetsInit(const Cube &C) const {
  return llvm::none_of(C, [&](int L) {
    Start Reset = M.Latches[std::abs(L) - 1].Reset;
    return Reset != Start::Any && (Reset == Start::One) != (L > 0);
  });
}

/// Frame 0 is Init; what is blocked in a frame is blocked in those before.
std::vector<Ic3::Literal> Ic3::inFrame(unsigned Level) const {
  if (Level == 0)
    return {Init, Facts};
  std::vector<Literal> Assumptions{Facts};
  for (unsigned I = Level; I < Frames.size(); ++I)
    Assumptions.push_back(Frames[I].Active);
  return Assumptions;
}

//===----------------------------------------------------------------------===//
// Cubes
//===----------------------------------------------------------------------===//

/// The state cannot miss the target, so it is asked what this rests on.
Ic3::Step Ic3::lift(const Cube *Target) {
  std::vector<Literal> Missed;
  if (Target)
    for (int L : *Target)
      Missed.push_back(-next(L));
  else
    Missed.push_back(-CircuitSolver::literal(M.Bads[0].Cond));
  const CircuitSolver::Sources From = S.sourcesOf(Missed);
  Step Found{{}, std::vector<bool>(M.Inputs.size())};
  std::vector<Literal> Assumptions;
  for (unsigned I : From.Inputs) {
    Found.Inputs[I] = S.isTrue(S.input(I));
    Assumptions.push_back(Found.Inputs[I] ? S.input(I) : -S.input(I));
  }
  for (unsigned I : From.Latches) {
    Found.State.push_back(S.isTrue(S.latch(I)) ? int(I) + 1 : -int(I) - 1);
    Assumptions.push_back(latch(Found.State.back()));
  }
  if (S.solve(Assumptions, Missed) == Answer::Unsat)
    llvm::erase_if(Found.State, [&](int L) { return !S.isFailed(latch(L)); });
  else
    IsStopped = true;
  return Found;
}

Ic3::Answer Ic3::leadsTo(const Cube &C, unsigned Level, Cube *Core) {
  std::vector<Literal> Assumptions = inFrame(Level), Outside;
  for (int L : C) {
    Outside.push_back(-latch(L));
    Assumptions.push_back(next(L));
  }
  Answer A = S.solve(Assumptions, Outside);
  if (A == Answer::Stopped)
    IsStopped = true;
  if (A != Answer::Unsat || !Core)
    return A;
  Cube Needed;
  for (int L : C)
    if (S.isFailed(next(L)))
      Needed.push_back(L);
  // What separates the cube from Init has to stay.
  if (meetsInit(Needed))
    for (int L : C)
      if (!meetsInit({L})) {
        Needed.insert(llvm::upper_bound(Needed, L,
                                        [](int A, int B) {
                                          return std::abs(A) < std::abs(B);
                                        }),
                      L);
        break;
      }
  *Core = std::move(Needed);
  return A;
}

/// Drops a part of \p C, which states of frame \p Level do not lead to any
/// more, blocking what is in the way where that is easy.
bool Ic3::tryWithout(Cube &C, unsigned Level, unsigned Depth) {
  constexpr unsigned MaxDepth = 1, MaxCounterexamples = 3;
  for (unsigned Round = 0;; ++Round) {
    if (meetsInit(C) || IsStopped)
      return false;
    Cube Core;
    Answer A = leadsTo(C, Level, &Core);
    if (A == Answer::Unsat) {
      C = std::move(Core);
      return true;
    }
    if (A == Answer::Stopped || Depth >= MaxDepth || Level == 0 ||
        Round == MaxCounterexamples)
      return false;
    // A counterexample to generalization.
    const Cube Part = lift(&C).State;
    if (IsStopped || meetsInit(Part) ||
        leadsTo(Part, Level - 1, &Core) != Answer::Unsat)
      return false;
    learn(generalize(std::move(Core), Level - 1, Depth + 1), Level);
  }
}

/// Literals of latches that few clauses speak of are dropped first.
Cube Ic3::generalize(Cube C, unsigned Level, unsigned Depth) {
  Cube Order = C;
  llvm::stable_sort(Order, [&](int A, int B) {
    return Uses[std::abs(A) - 1] < Uses[std::abs(B) - 1];
  });
  for (int L : Order) {
    auto At = llvm::find(C, L);
    if (At == C.end() || C.size() == 1)
      continue;
    Cube Smaller = C;
    Smaller.erase(Smaller.begin() + (At - C.begin()));
    if (tryWithout(Smaller, Level, Depth))
      C = std::move(Smaller);
    if (IsStopped)
      break;
  }
  return C;
}

static uint64_t signatureOf(const Cube &C) {
  uint64_t Bits = 0;
  for (int L : C)
    Bits |= uint64_t(1) << (unsigned(2 * L + (L < 0)) % 64);
  return Bits;
}

/// Whether \p Small says nothing that \p Large does not.
static bool includes(const Cube &Large, const Cube &Small) {
  return std::includes(
      Large.begin(), Large.end(), Small.begin(), Small.end(), [](int A, int B) {
        return std::abs(A) != std::abs(B) ? std::abs(A) < std::abs(B) : A < B;
      });
}

bool Ic3::isBlocked(const Cube &C, unsigned Level) const {
  const uint64_t Signature = signatureOf(C);
  for (unsigned I = Level; I < Frames.size(); ++I)
    if (llvm::any_of(Frames[I].Lemmas, [&](const Lemma &Of) {
          return !(Of.Signature & ~Signature) && includes(C, Of.Blocked);
        }))
      return true;
  return false;
}

void Ic3::learn(const Cube &C, unsigned Level) {
  ++Learned;
  const uint64_t Signature = signatureOf(C);
  for (unsigned I = 1; I <= Level; ++I)
    llvm::erase_if(Frames[I].Lemmas, [&](const Lemma &Old) {
      if ((Signature & ~Old.Signature) || !includes(Old.Blocked, C))
        return false;
      if (Old.Clause)
        S.removeClause(Old.Clause);
      return true;
    });
  std::vector<Literal> Clause;
  for (int L : C) {
    Clause.push_back(-latch(L));
    ++Uses[std::abs(L) - 1];
  }
  Frames[Level].Lemmas.push_back(
      {C, Signature, S.addClause(Frames[Level].Active, Clause)});
}

//===----------------------------------------------------------------------===//
// Proof obligations
//===----------------------------------------------------------------------===//

/// A run from a first state in the obligation's cube, along the later ones.
void Ic3::foundRun(size_t First) {
  const Cube &State = Obligations[First].State;
  Run.Latches.assign(M.Latches.size(), false);
  for (unsigned I = 0; I < M.Latches.size(); ++I)
    Run.Latches[I] = M.Latches[I].Reset == Start::One;
  for (int L : State)
    Run.Latches[std::abs(L) - 1] = L > 0;
  for (std::optional<size_t> At = First; At; At = Obligations[*At].Then)
    Run.Inputs.push_back(Obligations[*At].Inputs);
}

/// Blocks the obligation's state or finds a state that leads to it. Returns
/// false if that ends the search.
bool Ic3::answer(size_t Number) {
  const Cube State = Obligations[Number].State;
  const unsigned Level = Obligations[Number].Level;
  auto Later = [&] {
    if (Level + 1 < Frames.size()) {
      Obligations[Number].Level = Level + 1;
      Open[Level + 1].push_back(Number);
    }
  };
  if (isBlocked(State, Level)) {
    Later();
    return true;
  }
  Cube Core;
  Answer A = leadsTo(State, Level - 1, &Core);
  if (A == Answer::Stopped)
    return false;
  if (A == Answer::Sat) {
    Step Before = lift(&State);
    if (IsStopped)
      return false;
    Obligations.push_back(
        {std::move(Before.State), Level - 1, std::move(Before.Inputs), Number});
    if (meetsInit(Obligations.back().State)) {
      foundRun(Obligations.size() - 1);
      return false;
    }
    Open[Level - 1].push_back(Obligations.size() - 1);
    Open[Level].push_back(Number);
    return true;
  }
  Cube C = generalize(std::move(Core), Level - 1, 0);
  unsigned At = Level;
  while (!IsStopped && At + 1 < Frames.size() &&
         leadsTo(C, At, nullptr) == Answer::Unsat)
    ++At;
  if (IsStopped)
    return false;
  learn(C, At);
  Later();
  return true;
}

/// Returns false if a run was found or the time is over.
bool Ic3::block(size_t Root) {
  Open.assign(Frames.size(), {});
  Open[Obligations[Root].Level].push_back(Root);
  for (unsigned Level = 0; Level < Open.size();) {
    if (Open[Level].empty()) {
      ++Level;
      continue;
    }
    const size_t Number = Open[Level].back();
    Open[Level].pop_back();
    if (!answer(Number))
      return false;
    Level = Level ? Level - 1 : 0;
  }
  Obligations.clear();
  return true;
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

bool Ic3::propagate() {
  for (unsigned Level = 1; Level + 1 < Frames.size(); ++Level) {
    std::vector<Cube> Here;
    for (const Lemma &Of : Frames[Level].Lemmas)
      Here.push_back(Of.Blocked);
    for (const Cube &C : Here) {
      // It may have become part of another one.
      if (llvm::none_of(Frames[Level].Lemmas,
                        [&](const Lemma &Of) { return Of.Blocked == C; }))
        continue;
      Cube Core;
      if (leadsTo(C, Level, &Core) == Answer::Unsat)
        learn(Core, Level + 1);
      if (IsStopped)
        return false;
    }
    if (!Frames[Level].Lemmas.empty())
      continue;
    for (unsigned Later = Level + 1; Later < Frames.size(); ++Later)
      for (Lemma &Of : Frames[Later].Lemmas)
        Proof.push_back(std::move(Of.Blocked));
    return true;
  }
  return false;
}

Ic3::Outcome Ic3::run(llvm::function_ref<void(unsigned, size_t)> Progress) {
  const Literal Bad = CircuitSolver::literal(M.Bads[0].Cond);
  for (;;) {
    const unsigned Last = Frames.size() - 1;
    Progress(Last, Learned);
    std::vector<Literal> Assumptions = inFrame(Last);
    Assumptions.push_back(Bad);
    Answer A = S.solve(Assumptions);
    if (A == Answer::Stopped)
      return Outcome::Stopped;
    if (A == Answer::Sat) {
      Step ToBad = lift(nullptr);
      if (IsStopped)
        return Outcome::Stopped;
      Obligations.push_back({std::move(ToBad.State), Last,
                             std::move(ToBad.Inputs), std::nullopt});
      const size_t Root = Obligations.size() - 1;
      if (meetsInit(Obligations[Root].State)) {
        foundRun(Root);
        return Outcome::Unsafe;
      }
      if (!block(Root))
        return Run.Inputs.empty() ? Outcome::Stopped : Outcome::Unsafe;
      continue;
    }
    addFrame();
    if (propagate())
      return Outcome::Safe;
    if (IsStopped)
      return Outcome::Stopped;
  }
}
