//===- SearchByComparisons.cpp - Inputs that become what is compared ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Search.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace sooth;
using namespace sooth::run;

/// For all that is tried with the comparisons of one run.
static constexpr uint64_t MaxStepsOfTries = 1 << 21;
static constexpr unsigned TriesOfRun = 4000, MaxPlaces = 16;

/// The latest run whose comparisons nobody has looked at, if there is a reason
/// to: runs do nothing new for a while.
std::optional<size_t> Search::nextToCompare() const {
  constexpr uint64_t Patience = 200, MostPatience = 2000;
  if (Runs - RunsAtKept < Patience && Runs - RunsAtCompared < MostPatience)
    return std::nullopt;
  for (size_t I = Kept.size(); I-- > 0;)
    if (!Kept[I].IsCompared)
      return I;
  return std::nullopt;
}

/// Makes an input what it is compared with, for each comparison of a run.
std::optional<CfaResult> Search::tryOperands(size_t Which) {
  Kept[Which].IsCompared = true;
  KeptRun Base = Kept[Which];
  Base.T.Approximations = Tape();
  ++Runs;
  uint64_t Steps = 0;
  M.runLogged(Base.T, Base.Steps, B,
              [&](llvm::ArrayRef<EdgeId> Edges) { Steps += Edges.size(); });
  Base.Steps = Steps + LeastSteps;
  M.comparisons().hasNewEqual();
  std::vector<ComparedPair> Found = M.comparisons().all().vec();
  ComparedOnce.clear();
  for (const ComparedPair &C : Found)
    if (const auto &S = M.comparisons().at(C.Site); S.Differed + S.Equal == 1)
      ComparedOnce.insert(C.Site);
  llvm::erase_if(Found, [&](const ComparedPair &C) { return isTriedOften(C); });
  // What the run came to last is what it did not get past.
  std::reverse(Found.begin(), Found.end());
  TriesLeft = TriesOfRun;
  StepsOfTries = M.stepsInAll() + MaxStepsOfTries;
  std::optional<CfaResult> R;
  for (const ComparedPair &C : Found)
    if (!R && mayTry())
      R = tryPlaces(Base, C);
  unsigned Before = ~0u;
  for (const ComparedPair &C : Found)
    if (!R && mayTry() && std::exchange(Before, C.Site) != C.Site)
      R = trySlopes(Base, C);
  RunsAtCompared = Runs;
  return R;
}

bool Search::mayTry() const {
  return TriesLeft && M.stepsInAll() < StepsOfTries && !B.exhausted();
}

/// Whether the same numbers of a comparison have been looked at in other runs:
/// those that no input changes come again and again.
bool Search::isTriedOften(const ComparedPair &C) {
  constexpr unsigned Often = 3, OnceIn = 8;
  constexpr size_t MaxKnown = 1 << 20;
  if (Tried.size() > MaxKnown)
    Tried.clear();
  return ++Tried[{C.Site, {C.Operands[0], C.Operands[1]}}] > Often &&
         M.chooser().below(OnceIn) != 0;
}

/// Where the inputs hold an operand.
std::optional<CfaResult> Search::tryPlaces(const KeptRun &Base,
                                           const ComparedPair &C) {
  const ComparisonLog::Site Site = M.comparisons().at(C.Site);
  for (unsigned Given : {0, 1}) {
    if (Site.IsConstant[Given])
      continue;
    for (const HeldNumber &Where :
         placesOf(Base.T.Inputs, C.Operands[Given], Site.Bits, MaxPlaces))
      for (int Beside : {0, 1, -1}) {
        if (Beside && Site.IsEquality)
          continue;
        KeptRun Next = Base;
        if (!Where.write(Next.T.Inputs,
                         (C.Operands[1 - Given] + uint64_t(Beside)) &
                             llvm::maskTrailingOnes<uint64_t>(Site.Bits),
                         Site.Bits))
          continue;
        if (Site.IsEquality && !Site.IsConstant[1 - Given] &&
            ComparedOnce.contains(C.Site))
          Next.willRepair({C.Site, Given, Where, 0});
        if (std::optional<CfaResult> R = tryNext(std::move(Next)))
          return R;
      }
  }
  return std::nullopt;
}

std::optional<CfaResult> Search::tryNext(KeptRun Next) {
  if (!mayTry())
    return std::nullopt;
  --TriesLeft;
  if (!Next.Repairs.empty())
    repair(Next);
  const uint64_t Steps = Next.Steps;
  return runAndKeep(std::move(Next), Steps, Logged::Yes);
}

/// Changes each input a little to see what that does to the operands of an
/// equation, and then so much that they should be equal.
std::optional<CfaResult> Search::trySlopes(const KeptRun &Base,
                                           const ComparedPair &C) {
  constexpr size_t MaxWords = 64;
  constexpr unsigned LeastBits = 8;
  const ComparisonLog::Site Site = M.comparisons().at(C.Site);
  if (!Site.IsEquality || Site.NewEqual)
    return std::nullopt;
  const uint64_t Distance = C.Operands[0] - C.Operands[1];
  const Tape &In = Base.T.Inputs;
  for (size_t I = 0; I < std::min(In.Words.size(), MaxWords) && mayTry(); ++I) {
    if (In.Bits[I] < LeastBits)
      continue;
    const HeldNumber Where{.First = I};
    KeptRun Next = Base;
    const bool IsMost =
        In.Words[I] == llvm::maskTrailingOnes<uint64_t>(In.Bits[I]);
    Next.T.Inputs.Words[I] += IsMost ? -1 : 1;
    --TriesLeft;
    ++Runs;
    M.runLogged(Next.T, Base.Steps, B, nullptr);
    const ComparedPair *Other = M.comparisons().first(C.Site);
    if (!Other)
      continue;
    uint64_t Slope = Other->Operands[0] - Other->Operands[1] - Distance;
    Slope =
        (IsMost ? -Slope : Slope) & llvm::maskTrailingOnes<uint64_t>(Site.Bits);
    Next = Base;
    const Repair By{C.Site, 0, Where, Slope};
    if (!Slope || !By.apply(Next.T.Inputs, C, Site.Bits))
      continue;
    if (ComparedOnce.contains(C.Site))
      Next.willRepair(By);
    if (std::optional<CfaResult> R = tryNext(std::move(Next)))
      return R;
  }
  return std::nullopt;
}

bool Search::Repair::apply(Tape &T, const ComparedPair &C,
                           unsigned Bits) const {
  if (!Slope)
    return Where.write(T, C.Operands[1 - Given], Bits);
  if (Where.First >= T.Words.size())
    return false;
  const std::optional<uint64_t> Step =
      stepToZero(C.Operands[0] - C.Operands[1], Slope, Bits);
  if (!Step)
    return false;
  const uint64_t New = T.Words[Where.First] + *Step;
  if (New & ~llvm::maskTrailingOnes<uint64_t>(T.Bits[Where.First]) &&
      T.Bits[Where.First] < Bits)
    return false;
  T.Words[Where.First] =
      New & llvm::maskTrailingOnes<uint64_t>(T.Bits[Where.First]);
  return true;
}

/// From now on \p By is done after each change.
void Search::KeptRun::willRepair(const Repair &By) {
  constexpr size_t MaxRepairs = 4;
  llvm::erase_if(Repairs, [&](const Repair &R) { return R.Site == By.Site; });
  if (Repairs.size() < MaxRepairs)
    Repairs.push_back(By);
}

/// Makes equal what was equal before the run was changed, such as a checksum
/// and what a packet says of it.
void Search::repair(KeptRun &R) {
  for (const Repair &By : R.Repairs) {
    ++Runs;
    M.runLogged(R.T, R.Steps, B, nullptr);
    if (const ComparedPair *C = M.comparisons().first(By.Site))
      By.apply(R.T.Inputs, *C, M.comparisons().at(By.Site).Bits);
  }
}
