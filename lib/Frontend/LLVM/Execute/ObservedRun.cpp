//===- ObservedRun.cpp - What can be seen of a run ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Execute/ObservedRun.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace sooth;

static uint64_t lowBits(uint64_t Bits, unsigned Width) {
  return Width >= 64 ? Bits : Bits & llvm::maskTrailingOnes<uint64_t>(Width);
}

/// Whether that is what no number is as a float or double.
static bool isNaN(uint64_t Bits, unsigned Width) {
  if (Width != 32 && Width != 64)
    return false;
  const unsigned Fraction = Width == 32 ? 23 : 52;
  const uint64_t WithoutSign = lowBits(Bits, Width - 1);
  const uint64_t Infinity = llvm::maskTrailingOnes<uint64_t>(Width - 1) &
                            ~llvm::maskTrailingOnes<uint64_t>(Fraction);
  return WithoutSign > Infinity;
}

/// (A variable may have lost bits that nobody reads. Which NaN there is nobody
/// says.)
static bool agree(const ObservedValue &A, const ObservedValue &B) {
  const unsigned Width = std::min(A.Width, B.Width);
  return !A.IsSure || !B.IsSure ||
         (isNaN(A.Bits, Width) && isNaN(B.Bits, Width)) ||
         lowBits(A.Bits, Width) == lowBits(B.Bits, Width);
}

static std::string text(const ObservedValue &V) {
  return std::to_string(llvm::SignExtend64(lowBits(V.Bits, V.Width), V.Width));
}

static std::string text(const RunEnding &E) {
  return E.How == RunEnding::Kind::Failed ? "fails: " + message(E.What)
                                          : "ends";
}

static std::optional<RunDifference> differenceOf(const RunEnding &Program,
                                                 const RunEnding &Later,
                                                 const std::string &Name) {
  using Kind = RunEnding::Kind;
  if (Program.How == Kind::Cut || Later.How == Kind::Cut)
    return std::nullopt;
  if (Program.How == Later.How && Program.Where == Later.Where &&
      Program.What == Later.What)
    return std::nullopt;
  const bool Fails = Program.How == Kind::Failed;
  std::string At = Fails && Later.How == Kind::Failed
                       ? " at " + Later.Where.str()
                       : std::string();
  return RunDifference{Fails ? Program.Where : Later.Where,
                       "the program " + text(Program) + ", " + Name + " " +
                           text(Later) + At};
}

std::optional<RunDifference> sooth::differenceOf(const ObservedRun &Program,
                                                 const ObservedRun &Later,
                                                 const PlaceNumbers &Places,
                                                 const std::string &Name) {
  struct AtPlace {
    std::vector<const ObservedValue *> Values;
    size_t Next = 0;
  };
  std::map<unsigned, AtPlace> Known;
  for (const ObservedValue &V : Program.Values)
    Known[V.Place].Values.push_back(&V);
  const ObservedValue *Before = nullptr;
  for (const ObservedValue &V : Later.Values) {
    // A model may tell an assignment twice.
    const bool IsSame =
        Before && Before->Place == V.Place && Before->Bits == V.Bits;
    Before = &V;
    if (IsSame)
      continue;
    auto It = Known.find(V.Place);
    if (It == Known.end())
      continue;
    auto &[Values, Next] = It->second;
    size_t At = Next;
    while (At < Values.size() && !agree(*Values[At], V))
      ++At;
    if (At < Values.size()) {
      Next = At + 1;
      continue;
    }
    if (Program.Ending.How == RunEnding::Kind::Cut)
      return std::nullopt; // It may have been about to.
    std::string Here = Next < Values.size() ? "assigns " + text(*Values[Next])
                                            : "does not come here any more";
    const AssignmentPlace &P = Places.at(V.Place);
    return RunDifference{P.Where, "the program " + Here + ", " + Name +
                                      " assigns " + text(V) + " to '" +
                                      P.Variable + "'"};
  }
  return ::differenceOf(Program.Ending, Later.Ending, Name);
}

ObservedRun sooth::commonPart(ObservedRun First, const ObservedRun &Second) {
  size_t Same = 0;
  while (Same < First.Values.size() && Same < Second.Values.size() &&
         First.Values[Same].Place == Second.Values[Same].Place) {
    First.Values[Same].IsSure =
        First.Values[Same].Bits == Second.Values[Same].Bits;
    ++Same;
  }
  using Kind = RunEnding::Kind;
  const bool Parts = Same < First.Values.size() ||
                     Same < Second.Values.size() ||
                     First.Ending.How != Second.Ending.How ||
                     First.Ending.Where != Second.Ending.Where;
  if (!Parts)
    return First;
  First.Values.resize(Same);
  First.Ending = {Kind::Cut};
  First.Ending.Why = "what it does depends on a value that is not initialized, "
                     "or on an address";
  return First;
}
