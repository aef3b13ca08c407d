//===- PetriAnswer.h - Questions about a net, and their answers -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_PETRI_PETRIANSWER_H
#define SOOTH_DRIVER_PETRI_PETRIANSWER_H

#include "sooth/Model/PetriQuestions.h"
#include "sooth/Result/PetriResult.h"
#include "sooth/Support/Statistics.h"

namespace sooth {

/// What became of one question.
struct PetriAnswer {
  enum class Status { Reachable, NotReachable, Bound, Inconclusive };
  Status Outcome = Status::Inconclusive;
  /// To the marking sought, or to one with the most tokens. Replayed.
  FiringRuns Runs;
  Marking Last;
  /// The greatest sum of tokens, for Bound.
  __int128 Bound = 0;
  /// Why it is Inconclusive.
  UnknownReason Reason;
  /// How it was found, "walk" or "exploration", and a sentence about the
  /// certificate if there is one.
  std::string Technique, Evidence;
  /// The certificate itself, of NotReachable, and of Bound that there is no
  /// more; as JSON, for other tools. Empty if nobody asked for it, or it has no
  /// form.
  std::string Proof;
  /// Seconds since the start.
  double Seconds = 0;
};

/// All about one net.
struct PetriReport {
  std::vector<PetriAnswer> Answers; // one for each question
  std::vector<std::string> Notes;
  Statistics Figures;
};

} // namespace sooth

#endif
