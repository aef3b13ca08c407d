//===- Campaign.h - Many seeds, many engines ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs engines on random models and compares their answers with what
// enumeration says. Each engine gets a model in an expression context of its
// own, so that a failure does not depend on which engines ran before.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_DIFFERENTIAL_CAMPAIGN_H
#define SOOTH_TEST_DIFFERENTIAL_CAMPAIGN_H

#include "TestedEngines.h"

#include "sooth/Transform/Cfa/LargeBlock.h"

#include <cstdint>

namespace llvm {
class raw_ostream;
}

namespace sooth::test {

struct Campaign {
  uint64_t FirstSeed = 1, LastSeed = 100;
  std::vector<TestedEngine> Engines;
  /// For each model and engine.
  double SecondsPerRun = 5;
  /// Where models are written, if they are to be.
  std::string Folder;
};

/// Writes a model as Folder/kind-seed-truth.suffix, where the truth is safe or
/// unsafe.
void writeModel(const Campaign &C, llvm::StringRef Kind, uint64_t Seed,
                bool Unsafe, llvm::StringRef Suffix,
                llvm::function_ref<void(llvm::raw_ostream &)> Write);

/// Models of the campaign's seeds with the truth about them, for others to
/// answer: systems as VMT, automata (over bits; over integers and arrays) as
/// Horn clauses.
void writeSystems(const Campaign &C);
void writeAutomata(const Campaign &C);
void writeValues(const Campaign &C);

/// How one engine did.
struct Tally {
  unsigned Safe = 0, Unsafe = 0, Unknown = 0, Wrong = 0;
  double Seconds = 0;
  std::vector<uint64_t> UnknownSeeds;

  unsigned total() const { return Safe + Unsafe + Unknown + Wrong; }
  /// Enters a judged answer; \p Complaint is empty if nothing is wrong with
  /// it.
  void enter(const AnyResult &R, llvm::StringRef Complaint, uint64_t Seed);
  void add(const Tally &Other);
};

/// Engines on random transition systems, on random automata, and on Horn
/// clauses that say the same as random automata. Prints each wrong answer with
/// its model, then a line per engine and one for all. Returns the number of
/// wrong answers.
unsigned runOnSystems(const Campaign &C, llvm::raw_ostream &OS);
unsigned runOnAutomata(const Campaign &C, llvm::raw_ostream &OS);
unsigned runOnClauses(const Campaign &C, llvm::raw_ostream &OS);

/// Engines on automata over integers and arrays.
unsigned runOnValues(const Campaign &C, llvm::raw_ostream &OS);

/// Interpolators on random paths; the campaign's engines do not matter.
unsigned runOnPaths(const Campaign &C, llvm::raw_ostream &OS);

/// What an engine says about \p C, which is sliced and, for engines on systems,
/// encoded in blocks. In terms of \p C, unless it is a proof that has no way
/// back.
AnyResult answer(const TestedEngine &E, const Cfa &C, Encoding Size,
                 const Budget &B);

/// What campaigns of engines have in common: calls \p Run for every seed and
/// engine, then prints the summary.
unsigned runCampaign(
    const Campaign &C, llvm::raw_ostream &OS,
    llvm::function_ref<void(uint64_t Seed, const TestedEngine &, Tally &)> Run);

} // namespace sooth::test

#endif
