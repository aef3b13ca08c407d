//===- Options.cpp - How CEGAR can be configured --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Cegar/Cegar.h"

#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using llvm::StringRef;

static bool parseMaxEnum(CegarOptions &To, StringRef Text) {
  unsigned Number;
  if (!llvm::to_integer(Text, Number, 10))
    return false;
  To.MaxEnum = Number;
  return true;
}

static bool parseMaxCounterexamples(CegarOptions &To, StringRef Text) {
  return llvm::to_integer(Text, To.MaxCounterexamples, 10);
}

/// "W_E:W_D".
static bool parseWeights(CegarOptions &To, StringRef Text) {
  // Small enough that no sum of weighted distances overflows.
  constexpr int MaxWeight = 1000000;
  auto [Error, Depth] = Text.split(':');
  int E, D;
  if (!llvm::to_integer(Error, E, 10) || !llvm::to_integer(Depth, D, 10) ||
      std::abs(int64_t(E)) > MaxWeight || std::abs(int64_t(D)) > MaxWeight)
    return false;
  To.Search = CegarOptions::SearchKind::Weights;
  To.ErrorWeight = E;
  To.DepthWeight = D;
  return true;
}

static OptionTable<CegarOptions> readTable() {
  using DomainKind = CegarOptions::DomainKind;
  using SearchKind = CegarOptions::SearchKind;
  using RefinementKind = CegarOptions::RefinementKind;
  using SplitKind = CegarOptions::SplitKind;
  using InitialPrecision = CegarOptions::InitialPrecision;
  using ControlVariables = CegarOptions::ControlVariables;
  OptionTable<CegarOptions> Table;
#define OPTION(NAME, METAVAR, MEANING) Table.add(NAME, METAVAR, MEANING);
#define VALUE(NAME, SET, ADVICE)                                               \
  Table.addValue(NAME, [](CegarOptions &O) { O.SET; }, ADVICE);
#define PARSED(FUNCTION) Table.setParser(FUNCTION);
#include "Options.def"
  return Table;
}

const OptionTable<CegarOptions> &sooth::cegarOptions() {
  static const OptionTable<CegarOptions> Table = readTable();
  return Table;
}
