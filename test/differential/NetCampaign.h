//===- NetCampaign.h - Engines for nets on random nets --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_DIFFERENTIAL_NETCAMPAIGN_H
#define SOOTH_TEST_DIFFERENTIAL_NETCAMPAIGN_H

#include "Campaign.h"
#include "RandomNet.h"

#include "sooth/Result/PetriResult.h"
#include "sooth/Support/Budget.h"

namespace sooth::test {

struct NetEngine {
  llvm::StringRef Name;
  PetriResult (*Run)(const NetQuestion &Q, const Budget &B);
};

llvm::ArrayRef<NetEngine> allNetEngines();

struct NetCampaign {
  uint64_t FirstSeed = 1, LastSeed = 100;
  std::vector<NetEngine> Engines;
  /// For each net and engine.
  double SecondsPerRun = 5;
};

/// Prints each wrong answer with its net, then a line per engine with the share
/// of inconclusive answers. Returns the number of wrong answers.
unsigned runOnNets(const NetCampaign &C, llvm::raw_ostream &OS);

/// Writes the nets of these seeds as PNML with the truth about them, each with
/// the question in a file that ends in .goal instead; not those whose truth
/// takes long.
void writeNets(const Campaign &C);

} // namespace sooth::test

#endif
