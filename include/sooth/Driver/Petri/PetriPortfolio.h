//===- PetriPortfolio.h - Strategies for nets, side by side ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All questions about one net are answered together. Strategies work in
// processes of their own; they share a board that says what is still open.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_PETRI_PETRIPORTFOLIO_H
#define SOOTH_DRIVER_PETRI_PETRIPORTFOLIO_H

#include "sooth/Driver/Petri/PetriAnswer.h"
#include "sooth/Support/Budget.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <chrono>

namespace sooth {

class PetriStrategyRun;

/// A strategy as a user chooses it.
struct PetriStrategy {
  llvm::StringRef Name;
  llvm::StringRef Description;
  void (*Run)(PetriStrategyRun &);
};

llvm::ArrayRef<PetriStrategy> allPetriStrategies();

/// By name, "walk,explore"; by default, for an empty list, those that together
/// answer most.
llvm::Expected<std::vector<PetriStrategy>>
choosePetriStrategies(llvm::StringRef Names);

struct PetriPortfolioOptions {
  std::vector<PetriStrategy> Strategies;
  /// For all processes together; 0 means no limit.
  uint64_t MemoryMB = 0;
  /// How long the first strategy has the machine to itself: what it answers at
  /// once is not worth the others' processes.
  std::chrono::milliseconds HeadStart{20};
  /// Whether answers have proofs as texts.
  enum class Proofs { Omitted, Told } HaveProofs = Proofs::Omitted;
};

/// Answers \p Questions. Calls \p OnAnswer with each conclusive answer when it
/// is there. Every Reachable is replayed and every certificate checked before
/// it counts. Evidence that is wrong, and answers that contradict each other,
/// make a question Inconclusive{Internal}. Leaves no process behind.
PetriReport
answerQuestions(const PetriNet &N, llvm::ArrayRef<MccProperty> Questions,
                const Budget &B, const PetriPortfolioOptions &O,
                llvm::function_ref<void(size_t, const PetriAnswer &)> OnAnswer);

} // namespace sooth

#endif
