//===- SatSolver.cpp - Small questions to many clauses --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SatSolver.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/TrailingObjects.h"

using namespace sooth;
using namespace sooth::pdr;
using Lit = SatSolver::Lit;

static unsigned varOf(Lit L) { return L / 2; }
static Lit negated(Lit L) { return L ^ 1; }

/// The first two literals are watched.
struct SatSolver::Clause final : llvm::TrailingObjects<Clause, Lit> {
  static Clause *create(llvm::ArrayRef<Lit> Lits, bool IsLearned) {
    void *Place = ::operator new(totalSizeToAlloc<Lit>(Lits.size()));
    auto *C = new (Place) Clause(Lits.size(), IsLearned);
    llvm::copy(Lits, C->getTrailingObjects<Lit>());
    return C;
  }
  static void destroy(Clause *C) { ::operator delete(C); }

  Lit &operator[](unsigned I) { return getTrailingObjects<Lit>()[I]; }
  llvm::MutableArrayRef<Lit> literals() {
    return {getTrailingObjects<Lit>(), Size};
  }

  const unsigned Size;
  const bool IsLearned;
  bool IsRemoved = false;
  float Activity = 0;

private:
  Clause(unsigned Size, bool IsLearned) : Size(Size), IsLearned(IsLearned) {}
};

SatSolver::SatSolver(const Budget &B) : B(B), Once(addVariable()) {}

SatSolver::~SatSolver() {
  // A clause is in the lists of both literals that it watches.
  std::vector<Clause *> All;
  for (Lit L = 0; L < Watches.size(); ++L)
    for (const Watch &W : Watches[L])
      if ((*W.C)[0] == L)
        All.push_back(W.C);
  llvm::for_each(All, Clause::destroy);
}

unsigned SatSolver::addVariable() {
  const unsigned Var = Vars.size();
  Vars.emplace_back();
  Values.resize(2 * Var + 2);
  Watches.resize(2 * Var + 2);
  Failed.resize(2 * Var + 2);
  Met.resize(2 * Var + 2);
  Heap.addVariable();
  return Var;
}

//===----------------------------------------------------------------------===//
// Clauses
//===----------------------------------------------------------------------===//

void SatSolver::attach(Clause *C) {
  for (unsigned I : {0, 1})
    Watches[(*C)[I]].push_back({C, (*C)[1 - I], C->Size == 2});
}

void SatSolver::detach(Clause *C) {
  for (unsigned I : {0, 1}) {
    std::vector<Watch> &Where = Watches[(*C)[I]];
    auto It = llvm::find_if(Where, [&](const Watch &W) { return W.C == C; });
    *It = Where.back();
    Where.pop_back();
  }
}

/// Ends the last question.
void SatSolver::reset() {
  if (std::exchange(IsHeapUsed, false))
    Heap.assign({});
  backTo(0);
  for (Clause *C : LearnedOnce)
    removeClause(C);
  LearnedOnce.clear();
  if (Constraint)
    removeClause(std::exchange(Constraint, nullptr));
}

/// What of a clause is open at level 0, each literal once; nothing if the
/// clause is true.
std::optional<std::vector<Lit>> SatSolver::openPart(llvm::ArrayRef<Lit> Lits) {
  std::vector<Lit> Open;
  ++MetStamp;
  for (Lit L : Lits) {
    if (isTrue(L))
      return std::nullopt;
    if (isOpen(L) && std::exchange(Met[L], MetStamp) != MetStamp)
      Open.push_back(L);
  }
  return Open;
}

SatSolver::Clause *SatSolver::addClause(llvm::ArrayRef<Lit> Lits) {
  reset();
  const auto Open = openPart(Lits);
  if (!Open)
    return nullptr;
  if (Open->size() > 1) {
    Clause *C = Clause::create(*Open, /*IsLearned=*/false);
    attach(C);
    return C;
  }
  if (Open->empty()) {
    IsContradictory = true;
  } else {
    assign(Open->front(), nullptr);
    IsContradictory |= propagate() != nullptr;
  }
  return nullptr;
}

void SatSolver::removeClause(Clause *C) {
  backTo(0);
  detach(C);
  Clause::destroy(C);
}

/// Forgets half of what was learned, that which was of least use.
void SatSolver::reduce() {
  llvm::stable_sort(
      Learned, [](Clause *A, Clause *B) { return A->Activity > B->Activity; });
  const size_t Kept = Learned.size() / 2;
  for (Clause *C : llvm::drop_begin(Learned, Kept))
    C->IsRemoved = C->Size > 2;
  for (std::vector<Watch> &Where : Watches)
    llvm::erase_if(Where, [](const Watch &W) { return W.C->IsRemoved; });
  llvm::erase_if(Learned, [](Clause *C) {
    const bool IsRemoved = C->IsRemoved;
    if (IsRemoved)
      Clause::destroy(C);
    return IsRemoved;
  });
  MaxLearned += MaxLearned / 10;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void SatSolver::assign(Lit L, Clause *Reason) {
  Values[L] = 1;
  Values[negated(L)] = -1;
  VarInfo &V = Vars[varOf(L)];
  V.Reason = Reason;
  V.Level = level();
  Trail.push_back(L);
}

void SatSolver::backTo(unsigned Level) {
  if (level() <= Level)
    return;
  const size_t Size = Limits[Level];
  for (size_t I = Trail.size(); I-- > Size;) {
    const Lit L = Trail[I];
    Values[L] = Values[negated(L)] = 0;
    Vars[varOf(L)].Phase = !(L & 1);
    if (IsHeapUsed)
      Heap.insert(varOf(L));
  }
  NextInScope = 0;
  Trail.resize(Size);
  Limits.resize(Level);
  Head = Size;
}

/// Returns a clause that is false, or null.
SatSolver::Clause *SatSolver::propagate() {
  while (Head < Trail.size()) {
    const Lit False = negated(Trail[Head++]);
    std::vector<Watch> &Here = Watches[False];
    size_t Kept = 0, I = 0;
    Clause *Conflict = nullptr;
    while (I < Here.size() && !Conflict) {
      Watch W = Here[I++];
      if (isTrue(W.Other)) {
        Here[Kept++] = W;
        continue;
      }
      if (!W.IsBinary) {
        Clause &C = *W.C;
        if (C[0] == False)
          std::swap(C[0], C[1]);
        W.Other = C[0];
        if (!isTrue(W.Other)) {
          unsigned At = 2;
          while (At < C.Size && isFalse(C[At]))
            ++At;
          if (At < C.Size) {
            std::swap(C[1], C[At]);
            Watches[C[1]].push_back(W);
            continue;
          }
        }
      }
      Here[Kept++] = W;
      if (isFalse(W.Other))
        Conflict = W.C;
      else if (isOpen(W.Other) && isInScope(varOf(W.Other)))
        assign(W.Other, W.C);
    }
    while (I < Here.size())
      Here[Kept++] = Here[I++];
    Here.resize(Kept);
    if (Conflict)
      return Conflict;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Conflicts
//===----------------------------------------------------------------------===//

/// Whether the literal, which is false, is so because of others that were seen.
bool SatSolver::isImpliedBySeen(Lit L) const {
  Clause *Reason = Vars[varOf(L)].Reason;
  return Reason && llvm::all_of(Reason->literals(), [&](Lit Of) {
           const VarInfo &V = Vars[varOf(Of)];
           return V.Seen || V.Level == 0;
         });
}

/// Makes Lesson a clause that follows, of which one literal, the first, was
/// assigned in this level. Returns the level that it leads back to.
unsigned SatSolver::analyze(Clause *Conflict) {
  Lesson.assign(1, 0);
  unsigned Open = 0; // seen in this level, and not looked at
  size_t At = Trail.size();
  for (Clause *C = Conflict;;) {
    if (C->IsLearned)
      C->Activity += ClauseStep;
    for (Lit L : C->literals()) {
      VarInfo &V = Vars[varOf(L)];
      if (V.Seen || V.Level == 0 || isTrue(L))
        continue;
      V.Seen = true;
      Heap.bump(varOf(L));
      if (V.Level == level())
        ++Open;
      else
        Lesson.push_back(L);
    }
    do
      --At;
    while (!Vars[varOf(Trail[At])].Seen);
    VarInfo &V = Vars[varOf(Trail[At])];
    if (--Open == 0) {
      Lesson[0] = negated(Trail[At]);
      break;
    }
    C = V.Reason;
    V.Seen = false;
  }
  const llvm::SmallVector<Lit, 64> All(Lesson.begin(), Lesson.end());
  Lesson.erase(std::remove_if(Lesson.begin() + 1, Lesson.end(),
                              [&](Lit L) { return isImpliedBySeen(L); }),
               Lesson.end());
  for (Lit L : All)
    Vars[varOf(L)].Seen = false;
  Heap.endConflict();
  ClauseStep *= 1.001f;
  if (ClauseStep > 1e20f) {
    for (Clause *C : Learned)
      C->Activity *= 1e-20f;
    ClauseStep *= 1e-20f;
  }
  if (Lesson.size() == 1)
    return 0;
  auto Last =
      std::max_element(Lesson.begin() + 1, Lesson.end(), [&](Lit A, Lit B) {
        return Vars[varOf(A)].Level < Vars[varOf(B)].Level;
      });
  std::swap(Lesson[1], *Last);
  return Vars[varOf(Lesson[1])].Level;
}

/// Requires to be back where Lesson leads.
void SatSolver::learn() {
  if (Lesson.size() == 1) {
    assign(Lesson[0], nullptr);
    return;
  }
  Clause *C = Clause::create(Lesson, /*IsLearned=*/true);
  C->Activity = ClauseStep;
  attach(C);
  (llvm::is_contained(Lesson, 2 * Once + 1) ? LearnedOnce : Learned)
      .push_back(C);
  assign(Lesson[0], C);
}

/// The assumption \p Wrong is false because of others.
void SatSolver::findFailed(Lit Wrong) {
  Failed[Wrong] = FailedStamp;
  if (Vars[varOf(Wrong)].Level == 0)
    return;
  Vars[varOf(Wrong)].Seen = true;
  for (size_t I = Trail.size(); I-- > Limits[0];) {
    VarInfo &V = Vars[varOf(Trail[I])];
    if (!V.Seen)
      continue;
    V.Seen = false;
    if (!V.Reason)
      Failed[Trail[I]] = FailedStamp;
    else
      for (Lit L : V.Reason->literals())
        if (L != Trail[I] && Vars[varOf(L)].Level > 0)
          Vars[varOf(L)].Seen = true;
  }
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

void SatSolver::beginScope() {
  reset();
  ++Scope;
  ScopeVars.clear();
}

bool SatSolver::addToScope(unsigned Var) {
  if (Vars[Var].Scope == Scope)
    return false;
  Vars[Var].Scope = Scope;
  ScopeVars.push_back(Var);
  return true;
}

/// One without a value that is in the scope. Most questions are answered after
/// few conflicts, for which a heap is not worth its time; until then it is the
/// next one in the order of the scope.
std::optional<unsigned> SatSolver::nextOpen() {
  if (IsHeapUsed) {
    while (!Heap.isEmpty())
      if (unsigned Var = Heap.pop();
          isOpen(2 * Var) && Vars[Var].Scope == Scope)
        return Var;
  } else {
    for (; NextInScope < ScopeVars.size(); ++NextInScope)
      if (isOpen(2 * ScopeVars[NextInScope]))
        return ScopeVars[NextInScope];
  }
  return std::nullopt;
}

SatSolver::Answer SatSolver::search(llvm::ArrayRef<Lit> Assumptions) {
  constexpr unsigned FirstRestart = 100, ConflictsWithoutHeap = 20;
  unsigned Conflicts = 0, Restart = FirstRestart, Length = FirstRestart;
  for (;;) {
    if (Clause *Conflict = propagate()) {
      if (level() == 0) {
        IsContradictory = true;
        return Answer::Unsat;
      }
      backTo(analyze(Conflict));
      if (Lesson.size() == 1 && varOf(Lesson[0]) == Once)
        return Answer::Unsat; // whatever is assumed
      learn();
      if (++Conflicts % 64 == 0 && B.exhausted())
        return Answer::Stopped;
      if (Conflicts == ConflictsWithoutHeap) {
        Heap.assign(ScopeVars);
        IsHeapUsed = true;
      }
      continue;
    }
    if (Conflicts >= Restart) {
      Length += Length / 10;
      Restart = Conflicts + Length;
      if (Learned.size() > MaxLearned) {
        backTo(0);
        reduce();
      }
      backTo(Assumptions.size());
    }
    if (level() >= Assumptions.size()) {
      const std::optional<unsigned> Var = nextOpen();
      if (!Var)
        return Answer::Sat;
      Limits.push_back(Trail.size());
      assign(2 * *Var + !Vars[*Var].Phase, nullptr);
      continue;
    }
    const Lit Next = Assumptions[level()];
    if (isFalse(Next)) {
      findFailed(Next);
      return Answer::Unsat;
    }
    Limits.push_back(Trail.size());
    if (isOpen(Next))
      assign(Next, nullptr);
  }
}

SatSolver::Answer SatSolver::solve(llvm::ArrayRef<Lit> Assumptions,
                                   llvm::ArrayRef<Lit> OneOf) {
  reset();
  ++FailedStamp;
  if (B.exhausted())
    return Answer::Stopped;
  if (Learned.size() > MaxLearned)
    reduce();
  std::vector<Lit> All;
  if (auto Open = openPart(OneOf); Open && !OneOf.empty()) {
    if (Open->empty())
      return Answer::Unsat;
    addToScope(Once);
    Open->push_back(2 * Once + 1);
    Constraint = Clause::create(*Open, /*IsLearned=*/false);
    attach(Constraint);
    All.push_back(2 * Once);
  }
  if (IsContradictory)
    return Answer::Unsat;
  llvm::append_range(All, Assumptions);
  return search(All);
}
