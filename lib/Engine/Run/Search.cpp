//===- Search.cpp - Runs, and what is made of them ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Search.h"

#include "sooth/Check/InvariantChecker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace sooth;
using namespace sooth::run;
using ReasonKind = UnknownReason::Kind;

/// Of a run that is tried because it may be the only one, in spite of inputs.
static constexpr uint64_t MaxGuessedSteps = 1 << 20;
/// Of a run that is the only one, whose steps are then found again.
static constexpr uint64_t MaxOnlySteps = 1 << 26;
/// Of a run whose steps are written down as evidence that it is the only one.
static constexpr uint64_t MaxWrittenSteps = 1 << 16;

Search::Search(const Cfa &C, Machine &M, const RunOptions &O, const Budget &B)
    : C(C), M(M), O(O), B(B), IsViolation(C.locations().size()),
      WordsOn(C.edges().size()), Count(C.edges().size()),
      Seen(C.edges().size()) {
  for (EdgeId E = 0; E < C.edges().size(); ++E)
    WordsOn[E] = M.wordsOn(E);
  for (const ErrorLocation &E : C.errors())
    // With the members of structures joined there may be a violation.
    if (E.Type == ErrorLocation::Kind::Violation ||
        E.Help == Remedy::JoinedMembers)
      IsViolation.set(E.Loc);
}

Machine::Ending Search::record(Tapes &T, uint64_t MaxSteps, Path &Taken) {
  Taken.clear();
  ++Runs;
  return M.run(T, MaxSteps, B, [&](llvm::ArrayRef<EdgeId> Edges) {
    Taken.insert(Taken.end(), Edges.begin(), Edges.end());
  });
}

//===- Programs without inputs --------------------------------------------===//

/// With zeros.
std::optional<CfaResult> Search::runFirst() {
  Tapes T;
  Path Taken;
  M.chooser().setMode(WordChooser::Mode::Zeros);
  Ending End = record(T, LeastSteps, Taken);
  for (uint64_t Limit = LeastSteps;
       End.What == Ending::Kind::AtLimit && Limit < O.MaxSteps &&
       (M.isOnlyRun(T) || Limit < MaxGuessedSteps);
       Limit *= 4)
    End = record(T, std::min(4 * Limit, O.MaxSteps), Taken);
  M.chooser().setMode(WordChooser::Mode::Likely);
  if (isViolation(End))
    if (std::optional<CfaResult> R = claim(T))
      return R;
  if (std::optional<CfaResult> R = onlyRun(End, T, std::move(Taken)))
    return R;
  if (End.What == Ending::Kind::AtLimit && M.isOnlyRun(T) && M.hasOneStart()) {
    End = M.run(T, MaxOnlySteps, B, nullptr);
    ++Runs;
    if (End.What == Ending::Kind::AtEnd && M.isOnlyRun(T))
      return onlyRunIs({});
  }
  Kept.emplace_back();
  Kept.back().T = std::move(T);
  Kept.back().Steps = LeastSteps;
  return std::nullopt;
}

/// Whether the run \p Other stops where \p Taken goes on: it does not meet an
/// assumption.
bool Search::stopsOn(Ending End, const Path &Other, const Path &Taken) {
  return End.What == Ending::Kind::AtEnd && Other.size() < Taken.size() &&
         std::equal(Other.begin(), Other.end(), Taken.begin());
}

/// Whether other inputs lead to other runs, as far as some tries can tell.
bool Search::isOnlyRun(const Path &Taken) {
  constexpr unsigned MaxTries = 3;
  for (unsigned I = 0; I < MaxTries; ++I) {
    Tapes Other;
    Path OtherTaken;
    const Ending End = record(Other, Taken.size() + 1, OtherTaken);
    if (OtherTaken != Taken && !stopsOn(End, OtherTaken, Taken))
      return false;
  }
  return true;
}

/// Inputs and what else is not known often decide nothing.
std::optional<CfaResult> Search::onlyRun(Ending End, const Tapes &T,
                                         Path Taken) {
  constexpr double MaxSeconds = 5; // for a guess
  const bool IsSure = M.isOnlyRun(T) && M.hasOneStart();
  if (End.What != Ending::Kind::AtEnd || M.ignoresChoices() ||
      !T.Choices.Words.empty() || Taken.empty() ||
      (!IsSure && !isOnlyRun(Taken)))
    return std::nullopt;
  if (IsSure && Taken.size() > MaxWrittenSteps)
    Taken.clear();
  CfaResult Safe = onlyRunIs(std::move(Taken));
  if (!IsSure &&
      !checkInvariant(C, Safe.invariant(), B.child(MaxSeconds)).isConfirmed())
    return std::nullopt;
  return Safe;
}

/// Without \p Taken the steps are found again.
CfaResult Search::onlyRunIs(Path Taken) const {
  CfaUnwinding U;
  U.Nodes.push_back({C.entry(), {{std::move(Taken), std::nullopt}}});
  return CfaResult::safe(CfaInvariant::ofUnwinding(std::move(U)));
}

//===- What to run next ---------------------------------------------------===//

/// Long runs are rare: all of one length together take as long as those of any
/// other.
uint64_t Search::nextLimit() const {
  constexpr unsigned MaxShift = 24;
  return LeastSteps << std::min<unsigned>(llvm::countr_zero(Runs + 1),
                                          MaxShift);
}

/// A part of a tape.
static std::pair<size_t, size_t> anyPart(WordChooser &Choose, size_t Size) {
  const size_t First = Choose.below(Size);
  const size_t Most = std::min<size_t>(Size - First, 1 + Choose.below(16));
  return {First, First + 1 + Choose.below(Most)};
}

void Search::changeOnce(Tape &T) {
  WordChooser &Choose = M.chooser();
  const size_t Size = T.Words.size(), At = Choose.below(Size);
  auto [First, Last] = anyPart(Choose, Size);
  auto Part = [&](auto &Of) {
    return std::vector(Of.begin() + First, Of.begin() + Last);
  };
  switch (Choose.below(8)) {
  case 0: // leave out
    T.erase(First, Last);
    return;
  case 1: { // say twice
    auto Words = Part(T.Words);
    auto Bits = Part(T.Bits);
    T.Words.insert(T.Words.begin() + At, Words.begin(), Words.end());
    T.Bits.insert(T.Bits.begin() + At, Bits.begin(), Bits.end());
    return;
  }
  case 2: // something else from here on
    T.cut(At);
    return;
  case 3: // something else
    for (size_t I = First; I < Last; ++I)
      T.Words[I] = Choose.choose(T.Bits[I]);
    return;
  case 4: // in another place
    T.Words[At] = T.Words[First];
    return;
  case 5: { // something more
    const uint8_t Bits = T.Bits[At];
    T.Words.insert(T.Words.begin() + At, Choose.choose(Bits));
    T.Bits.insert(T.Bits.begin() + At, Bits);
    return;
  }
  default:
    T.Words[At] = Choose.change(T.Words[At], T.Bits[At]);
    return;
  }
}

/// One cell of an array becomes something else, or is chosen again.
void Search::changeCell(Tape &T) {
  WordChooser &Choose = M.chooser();
  const size_t At = Choose.below(T.Cells.size());
  Tape::Cell &Cell = T.Cells[At];
  switch (Choose.below(4)) {
  case 0:
    T.Cells.erase(T.Cells.begin() + At);
    return;
  case 1:
    Cell.Word = T.Cells[Choose.below(T.Cells.size())].Word;
    return;
  case 2:
    Cell.Word = Choose.change(Cell.Word, Cell.Bits);
    return;
  default:
    Cell.Word = Choose.chooseCell(Cell.Bits);
    return;
  }
}

void Search::change(Tape &T) {
  for (size_t I = M.chooser().below(4) + 1; I && !T.isEmpty(); --I)
    if (M.chooser().below(T.Words.size() + T.Cells.size()) < T.Words.size())
      changeOnce(T);
    else
      changeCell(T);
}

/// Mostly a run that was kept lately, changed.
Search::KeptRun Search::nextRun() {
  constexpr size_t ShareOfNew = 8, Latest = 16;
  WordChooser &Choose = M.chooser();
  if (Kept.empty() || Choose.below(ShareOfNew) == 0)
    return {};
  const size_t Size = Kept.size();
  const size_t Chosen = Choose.below(2)
                            ? Choose.below(Size)
                            : Size - 1 - Choose.below(std::min(Size, Latest));
  KeptRun Next = Kept[Chosen];
  Tapes &T = Next.T;
  if (Choose.below(4) == 0) {
    const Tape &Other = Kept[Choose.below(Size)].T.Inputs;
    const size_t At =
        T.Inputs.Words.empty() ? 0 : Choose.below(T.Inputs.Words.size() + 1);
    if (At < Other.Words.size()) {
      T.Inputs.cut(At);
      T.Inputs.Words.insert(T.Inputs.Words.end(), Other.Words.begin() + At,
                            Other.Words.end());
      T.Inputs.Bits.insert(T.Inputs.Bits.end(), Other.Bits.begin() + At,
                           Other.Bits.end());
    }
  }
  // Half of all go on where another one did something new.
  if (Choose.below(2))
    change(T.Inputs);
  if (Choose.below(2))
    change(T.Choices);
  T.Approximations = Tape();
  Next.IsCompared = false;
  return Next;
}

void Search::beginCounting() {
  for (EdgeId E : Touched)
    Count[E] = 0;
  Touched.clear();
}

/// 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, more.
static unsigned bucketOf(uint32_t Count) {
  if (Count < 4)
    return Count - 1;
  return Count < 32 ? llvm::Log2_32(Count) + 1 : Count < 128 ? 6 : 7;
}

/// Whether no run before has taken the edge (so often).
bool Search::count(EdgeId E) {
  const uint32_t N = ++Count[E];
  if (N == 1)
    Touched.push_back(E);
  if (N > 4 && !llvm::isPowerOf2_32(N)) // in the bucket of the one before
    return false;
  const uint8_t Bit = uint8_t(1u << bucketOf(N));
  if (Seen[E] & Bit)
    return false;
  Seen[E] |= Bit;
  return true;
}

std::optional<CfaResult> Search::runOnce() {
  if (std::optional<size_t> Which = nextToCompare())
    return tryOperands(*Which);
  KeptRun Next = nextRun();
  uint64_t MaxSteps = nextLimit();
  if (!Next.Repairs.empty()) {
    repair(Next);
    MaxSteps = std::max(MaxSteps, Next.Steps);
  }
  return runAndKeep(std::move(Next), MaxSteps, Logged::No);
}

/// Keeps what does something new; with Logged, also what has other operands
/// that are equal.
std::optional<CfaResult> Search::runAndKeep(KeptRun R, uint64_t MaxSteps,
                                            Logged Is) {
  beginCounting();
  // What was read until the last step that was new, or as often as never.
  size_t Read = M.wordsAtStart(), Needed = 0;
  Goal Last;
  uint64_t Steps = 0, StepsNeeded = 0;
  auto Take = [&](llvm::ArrayRef<EdgeId> Edges) {
    for (EdgeId E : Edges) {
      ++Steps;
      Read += WordsOn[E];
      if (count(E)) {
        Needed = Read;
        StepsNeeded = Steps;
        Last = {E, Count[E]};
      }
    }
  };
  Tapes &T = R.T;
  const Ending End = Is == Logged::Yes ? M.runLogged(T, MaxSteps, B, Take)
                                       : M.run(T, MaxSteps, B, Take);
  ++Runs;
  if (isViolation(End))
    return claim(std::move(T));
  if (Is == Logged::Yes && M.comparisons().hasNewEqual() && !Needed) {
    Needed = Read;
    StepsNeeded = Steps;
  }
  if (Needed && End.What != Ending::Kind::OutOfMemory) {
    T.Inputs.cut(std::min(Needed, T.Inputs.Words.size()));
    R.Steps = 2 * StepsNeeded + LeastSteps;
    R.IsCompared = false;
    keep(std::move(R), Last);
  }
  return std::nullopt;
}

/// Whether the run \p T comes to \p G.
bool Search::reaches(Tapes &T, uint64_t MaxSteps, Goal G) {
  uint32_t N = 0;
  ++Runs;
  M.run(T, MaxSteps, B,
        [&](llvm::ArrayRef<EdgeId> Edges) { N += llvm::count(Edges, G.Edge); });
  return N >= G.Count;
}

/// Leaves out words [First, Last) if \p G is still reached.
bool Search::leaveOut(Tapes &T, size_t First, size_t Last, Goal G) {
  Tapes Other = T;
  Other.Inputs.erase(First, Last);
  const size_t Words = Other.Inputs.Words.size();
  if (!reaches(Other, 2 * LeastSteps + 32 * Words, G))
    return false;
  Other.Inputs.cut(std::min(Words, Other.Inputs.Words.size()));
  T = std::move(Other);
  return true;
}

/// Without much that is not needed for \p G, unless places of inputs matter.
void Search::keep(KeptRun R, Goal G) {
  constexpr size_t MaxWords = 1000, MaxCells = 1000;
  Tapes &T = R.T;
  const Tape &In = T.Inputs;
  const bool MayMove = G.Count && R.Repairs.empty();
  // (The others are chosen again.)
  for (Tape *Of : {&T.Inputs, &T.Approximations})
    if (Of->Cells.size() > MaxCells)
      Of->Cells.resize(MaxCells);
  // What went before often does not matter.
  for (size_t Kept = 4; MayMove && Kept < std::min(In.Words.size(), MaxWords);
       Kept *= 4)
    if (leaveOut(T, 0, In.Words.size() - Kept, G))
      break;
  if (In.Words.size() > MaxWords)
    return;
  for (size_t Size = In.Words.size() / 2; MayMove && Size; Size /= 2)
    for (size_t First = 0; First + Size <= In.Words.size();)
      if (!leaveOut(T, First, First + Size, G))
        First += std::max(Size, In.Words.size() / 8);
  Kept.push_back(std::move(R));
  RunsAtKept = Runs;
}

/// Whether runs have done nothing new for long.
bool Search::isIdle() {
  constexpr uint64_t LeastRuns = 1000;
  if (O.IdleSeconds <= 0)
    return false;
  if (!IdleTime || RunsAtIdleTime != RunsAtKept) {
    RunsAtIdleTime = RunsAtKept;
    IdleTime = B.onThisThread(O.IdleSeconds);
  }
  return Runs >= 2 * RunsAtKept + LeastRuns && IdleTime->exhausted();
}

CfaResult Search::run(llvm::function_ref<void()> WhenPatient) {
  if (std::optional<CfaResult> R = runFirst())
    return std::move(*R);
  const Budget Own = O.MaxSeconds > 0 ? B.onThisThread(O.MaxSeconds) : B;
  std::optional<Budget> Eager = B.onThisThread(O.EagerSeconds);
  const Budget AlwaysEager = B.onThisThread(O.MostEagerSeconds);
  size_t KeptBefore = 0;
  std::optional<Exhausted> Out;
  // Asking for the time takes as long as a short run.
  while (Runs % 16 != 0 || !(Out = Own.exhausted())) {
    if (std::optional<CfaResult> R = runOnce())
      return std::move(*R);
    if (Runs % 16 != 0)
      continue;
    if (isIdle())
      return CfaResult::unknown(ReasonKind::NoProgress,
                                Cause::Kind::NoRunTried);
    if (!Eager)
      continue;
    if (AlwaysEager.exhausted() ||
        (Eager->exhausted() && Kept.size() == KeptBefore)) {
      Eager.reset();
      WhenPatient();
    } else if (Eager->exhausted()) {
      KeptBefore = Kept.size();
      Eager = B.onThisThread(O.EagerSeconds);
    }
  }
  if (B.exhausted())
    return CfaResult::unknown(reasonOf(*Out));
  return CfaResult::unknown(ReasonKind::NoProgress, Cause::Kind::NoRunTried);
}

void Search::findAll(double IdleSeconds,
                     llvm::function_ref<void(CfaTrace)> Tell) {
  auto Take = [&](const std::optional<CfaResult> &R) {
    if (!R || !R->isUnsafe())
      return false;
    // From now on it is the end of a run like any other.
    IsViolation.reset(C.edge(R->trace().Steps.back().Taken).Target);
    Tell(R->trace());
    return true;
  };
  std::optional<CfaResult> First = runFirst();
  if (First && First->isSafe())
    return;
  Take(First);
  std::optional<Budget> Idle = B.onThisThread(IdleSeconds);
  while (IsViolation.any() && (Runs % 16 != 0 || !Idle->exhausted()))
    if (Take(runOnce()))
      Idle = B.onThisThread(IdleSeconds);
}

//===- Violations ---------------------------------------------------------===//

/// Whether something that is not known is chosen with an edge from \p L.
bool Search::readsApproximations(LocationId L) const {
  return llvm::any_of(C.outgoing(L), [&](EdgeId E) {
    return llvm::any_of(C.edge(E).Inputs, [](const Input &In) {
      return In.What == Input::Kind::Havoc;
    });
  });
}

/// The same inputs, with something else for what is not known.
Search::Comparison Search::tryOtherApproximations(const Tapes &T,
                                                  const Path &Taken) {
  Tapes Other = T;
  Other.Approximations = Tape();
  Path OtherTaken;
  const Ending End = record(Other, Taken.size() + 1, OtherTaken);
  if (OtherTaken == Taken)
    return Comparison::Same;
  return stopsOn(End, OtherTaken, Taken) && readsApproximations(End.Loc)
             ? Comparison::Stopped
             : Comparison::Other;
}

/// Whether the run is another one, as far as some tries can tell, if what is
/// not known is something else. Those that do not meet an assumption say
/// nothing, unless there is no other.
bool Search::dependsOnApproximations(const Tapes &T, const Path &Taken) {
  if (T.Approximations.isEmpty())
    return false;
  // Of many runs that do, some would pass a few tries.
  const unsigned MaxTries = 8 + std::min(Rejected, 60u);
  bool IsOther = false, IsSame = false;
  for (auto Mode : {WordChooser::Mode::Any, WordChooser::Mode::Likely}) {
    M.chooser().setMode(Mode);
    for (unsigned I = 0; I < MaxTries && !IsOther; ++I) {
      const Comparison Found = tryOtherApproximations(T, Taken);
      IsOther = Found == Comparison::Other;
      IsSame |= Found == Comparison::Same;
    }
  }
  IsOther |= !IsSame;
  M.chooser().setMode(WordChooser::Mode::Likely);
  Rejected += IsOther;
  return IsOther;
}

/// Leaves out inputs, for some time.
void Search::shorten(Tapes &T, Path &Taken) {
  constexpr unsigned MaxTries = 300;
  constexpr uint64_t MaxSteps = 10'000'000;
  const uint64_t Start = M.stepsInAll();
  for (unsigned I = 0; I < MaxTries && !T.Inputs.Words.empty() &&
                       M.stepsInAll() - Start < MaxSteps;
       ++I) {
    Tapes Other = T;
    auto [First, Last] = anyPart(M.chooser(), T.Inputs.Words.size());
    Other.Inputs.erase(First, Last);
    Path OtherTaken;
    if (isViolation(record(Other, Taken.size(), OtherTaken)) &&
        OtherTaken.size() <= Taken.size() &&
        Other.Inputs.Words.size() < T.Inputs.Words.size() &&
        !dependsOnApproximations(Other, OtherTaken)) {
      T = std::move(Other);
      Taken = std::move(OtherTaken);
    }
  }
}

std::optional<CfaResult> Search::claim(Tapes T) {
  Path Taken;
  if (!isViolation(record(T, O.MaxSteps, Taken)) ||
      dependsOnApproximations(T, Taken))
    return std::nullopt;
  shorten(T, Taken);
  return CfaResult::unsafe(M.traceOf(T, Taken));
}
