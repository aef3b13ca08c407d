//===- Options.cpp - How CEGAR can be configured --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Cegar/Cegar.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using llvm::StringRef;

const std::vector<CegarOption> &sooth::cegarOptions() {
  static const std::vector<CegarOption> All = [] {
    std::vector<CegarOption> Options;
#define CEGAR_OPTION(NAME, MEANING) Options.push_back({NAME, MEANING, {}});
#define CEGAR_VALUE(NAME, SET, ADVICE)                                         \
  Options.back().Values.push_back({NAME, ADVICE});
#include "Options.def"
    return Options;
  }();
  return All;
}

/// A value that Options.def names.
static bool setNamed(CegarOptions &To, StringRef Option, StringRef Value) {
  using DomainKind = CegarOptions::DomainKind;
  using SearchKind = CegarOptions::SearchKind;
  using RefinementKind = CegarOptions::RefinementKind;
  using SplitKind = CegarOptions::SplitKind;
  using InitialPrecision = CegarOptions::InitialPrecision;
  using ControlVariables = CegarOptions::ControlVariables;
  bool Here = false;
#define CEGAR_OPTION(NAME, MEANING) Here = Option == NAME;
#define CEGAR_VALUE(NAME, SET, ADVICE)                                         \
  if (Here && Value == NAME) {                                                 \
    To.SET;                                                                    \
    return true;                                                               \
  }
#include "Options.def"
  return false;
}

static bool setNumber(CegarOptions &To, StringRef Option, StringRef Value) {
  unsigned Number;
  if (Option == "maxenum" && llvm::to_integer(Value, Number, 10)) {
    To.MaxEnum = Number;
    return true;
  }
  if (Option == "maxcex" && llvm::to_integer(Value, Number, 10)) {
    To.MaxCounterexamples = Number;
    return true;
  }
  // Small enough that no sum of weighted distances overflows.
  constexpr int MaxWeight = 1000000;
  auto [Error, Depth] = Value.split(':');
  int E, D;
  if (Option != "search" || !llvm::to_integer(Error, E, 10) ||
      !llvm::to_integer(Depth, D, 10) || std::abs(int64_t(E)) > MaxWeight ||
      std::abs(int64_t(D)) > MaxWeight)
    return false;
  To.Search = CegarOptions::SearchKind::Weights;
  To.ErrorWeight = E;
  To.DepthWeight = D;
  return true;
}

llvm::Error sooth::setCegarOption(CegarOptions &O, StringRef Name,
                                  StringRef Value) {
  // Numbers first: those that Options.def shows as examples are no names.
  if (setNumber(O, Name, Value) || setNamed(O, Name, Value))
    return llvm::Error::success();
  for (const CegarOption &Option : cegarOptions())
    if (Option.Name == Name)
      return llvm::createStringError(
          "--" + Name + " takes one of " +
          llvm::join(
              llvm::map_range(Option.Values,
                              [](const CegarValue &V) { return V.Name; }),
              ", ") +
          ", not '" + Value + "'");
  return llvm::createStringError("CEGAR has no option --" + Name);
}
