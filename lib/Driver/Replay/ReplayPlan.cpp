//===- ReplayPlan.cpp - What a replay of a run needs ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables without initializer can be given one value, all the same. Whether a
// run happens with it, the model tells.
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Replay/Harness.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/VolatileMeaning.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <map>

using namespace sooth;

static std::vector<uint8_t> bytesOf(const Value &V) {
  std::vector<uint8_t> Bytes;
  const llvm::APInt Bits = V.bits().zextOrTrunc(128);
  for (unsigned I = 0; I < V.bits().getBitWidth() && I < 128; I += 8)
    Bytes.push_back(uint8_t(Bits.extractBitsAsZExtValue(8, I)));
  return Bytes;
}

static bool isUnset(const RecordedInput &In) {
  return In.What == Input::Kind::Unset && In.Val.isBitVec();
}

static bool readsUnset(const RecordedRun &Run) {
  return llvm::any_of(Run.Inputs, isUnset) ||
         llvm::any_of(Run.Memory, [](const RecordedMemory &M) {
           return M.What == FoundMemory::Kind::Local;
         });
}

/// The value that most of what was not initialized has, but for 0.
static StackPattern commonValue(const RecordedRun &Run) {
  std::map<std::vector<uint8_t>, unsigned> Count;
  auto Add = [&](std::vector<uint8_t> Bytes) {
    if (llvm::any_of(Bytes, [](uint8_t Byte) { return Byte != 0; }))
      ++Count[Bytes];
  };
  for (const RecordedInput &In : Run.Inputs)
    if (isUnset(In))
      Add(bytesOf(In.Val));
  for (const RecordedMemory &M : Run.Memory)
    if (M.What == FoundMemory::Kind::Local)
      for (uint64_t I = 0; I + M.CellBytes <= M.Bytes.size(); I += M.CellBytes)
        Add({M.Bytes.begin() + I, M.Bytes.begin() + I + M.CellBytes});
  StackPattern Pattern{};
  if (Count.empty())
    return Pattern;
  const auto &Value = std::ranges::max_element(Count, {}, [](auto &E) {
                        return E.second;
                      })->first;
  for (size_t I = 0; I < Pattern.size(); ++I)
    Pattern[I] = Value[I % llvm::PowerOf2Ceil(Value.size()) % Value.size()];
  return Pattern;
}

/// The run in which all that is not initialized holds \p Pattern.
static RecordedRun withUnset(RecordedRun Run, const StackPattern &Pattern) {
  auto At = [&](size_t I) { return Pattern[I % Pattern.size()]; };
  for (RecordedInput &In : Run.Inputs) {
    if (!isUnset(In))
      continue;
    llvm::APInt Bits(llvm::alignTo(In.Val.bits().getBitWidth(), 8), 0);
    for (unsigned I = 0; I < Bits.getBitWidth(); I += 8)
      Bits.insertBits(At(I / 8), I, 8);
    In.Val = Value(Bits.trunc(In.Val.bits().getBitWidth()));
  }
  for (RecordedMemory &M : Run.Memory)
    if (M.What == FoundMemory::Kind::Local)
      for (size_t I = 0; I < M.Bytes.size(); ++I)
        M.Bytes[I] = At(I);
  return Run;
}

std::string sooth::undeliverable(const RecordedRun &Run) {
  for (const RecordedInput &In : Run.Inputs) {
    if (!volatileRead(In.Source).empty())
      return "what is read of volatile " + volatileRead(In.Source).str() +
             " at " + In.Where.str() + " comes from outside of the program";
    if (In.Source == EnvironmentCountName)
      return "it depends on the environment that main is given";
    if (In.Source == VariadicArgumentsName)
      return "it may depend on variable arguments, which a harness does not "
             "pass";
  }
  return "";
}

static std::string unsetPlaces(const RecordedRun &Run) {
  std::vector<std::string> Places;
  for (const RecordedInput &In : Run.Inputs)
    if (isUnset(In) && In.Where.isValid())
      Places.push_back(In.Where.str());
  for (const RecordedMemory &M : Run.Memory)
    if (M.What == FoundMemory::Kind::Local)
      Places.push_back("'" + M.Name + "'");
  std::ranges::sort(Places);
  Places.erase(std::unique(Places.begin(), Places.end()), Places.end());
  return llvm::join(Places, ", ");
}

ReplayPlan sooth::planReplay(const Cfa &C, const RecordedRun &Run,
                             const AssertionReport &Violated,
                             unsigned MaxSteps) {
  ReplayPlan Plan;
  auto Happens = [&](const RecordedRun &Tried) {
    return replay(C, Tried, Violated, MaxSteps).has_value();
  };
  if (!readsUnset(Run)) {
    if (!Happens(Run))
      Plan.Obstacle = "it depends on where objects are, or on what was in "
                      "memory beyond the first 4096 bytes of an object";
    return Plan;
  }
  if (Happens(withUnset(Run, StackPattern{}))) {
    Plan.How = ReplayPlan::Unset::Zero;
    return Plan;
  }
  Plan.How = ReplayPlan::Unset::Painted;
  Plan.Pattern = commonValue(Run);
  if (!Happens(withUnset(Run, Plan.Pattern)))
    Plan.Obstacle = "variables that were never written need different values, "
                    "and a program can be given only one: " +
                    unsetPlaces(Run);
  return Plan;
}
