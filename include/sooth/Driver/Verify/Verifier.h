//===- Verifier.h - From a model to a report ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transforms, engines, the way back, and the check of the evidence on the
// original model. Nothing is reported Safe or Unsafe that Check has not
// confirmed; evidence that it refutes is Unknown{Internal}.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_VERIFIER_H
#define SOOTH_DRIVER_VERIFIER_H

#include "sooth/Driver/Cache/CacheStore.h"
#include "sooth/Driver/Processes/Portfolio.h"
#include "sooth/Driver/Report/Report.h"
#include "sooth/Driver/Story/Story.h"
#include "sooth/Transform/Cfa/LargeBlock.h"

#include <functional>

namespace sooth {

/// What was found to keep runs from \p Errors, and was not checked yet. A
/// report says of it what is in \p Engine and \p Proof.
struct UnconfirmedProof {
  std::vector<LocationId> Errors;
  CfaInvariant Why;
  std::string Engine = "cells";
  std::string Proof = "an inductive invariant (engine cells)";
};

/// How far the means Local has come with an automaton when time was up.
struct LocalProgress {
  std::optional<UnconfirmedProof> Unconfirmed;
  /// Whether more may be found.
  bool IsOpen = false;
};

struct VerifierOptions {
  PortfolioOptions Engines;
  /// Where evidence and answers are that were found before; null for nowhere.
  std::shared_ptr<const CacheStore> Cache;
  Encoding Blocks = Encoding::Large;
  /// Where to write what an engine drew; empty for nowhere.
  std::string PicturePath;
  /// Whether reports are to have certificates.
  enum class Certificates {
    Unwanted,
    Wanted
  } HaveCertificates = Certificates::Unwanted;
  /// When to stop.
  enum class Goal {
    FirstViolation, ///< as soon as any assertion is known to fail
    Violations,     ///< when asking about all that are left shows no other
    EveryAssertion  ///< when each has its own answer
  } Until = Goal::FirstViolation;
  /// Whether to ask about a violation; null to ask about all.
  std::function<bool(const ErrorLocation &)> IsAsked;
  /// Whether a run may come to an error location, the second, that was at one
  /// of kind Limit, the first, had that not been its end.
  std::function<bool(LocationId, LocationId)> MayFollow =
      [](LocationId, LocationId) { return true; };
  /// Whether it is unknown what runs do in which recursion is deeper than it is
  /// followed, or known that there is nothing to violate; then undefined
  /// behaviour does not matter either.
  enum class DeeperRuns { Unknown, Harmless } Deeper = DeeperRuns::Unknown;
  /// Whether assertions of which no proof counts, as recursion before them may
  /// get deeper, are asked about after all others, in a few seconds.
  bool HurriesAfterDepth = false;
  /// What is done, if each assertion is to have an answer, about all at once,
  /// and then about what is left: from the first of these that was not done
  /// earlier to the last that is worth its costs.
  enum class Means {
    Local,   ///< what follows from what was seen just before is proved
    NoGuess, ///< so is what else holds without a guess
    Guesses, ///< so is what holds by facts that are guessed
    Engines  ///< these are asked
  } From = Means::Local,
    UpTo = Means::Engines;
  /// Where that is kept for whoever asks about the same automaton again; null
  /// for nowhere.
  LocalProgress *Progress = nullptr;
  /// Whether assertions that are found to fail without a run that could be told
  /// are left with the reason Callers.
  bool LeavesFailuresToCallers = false;
  /// Whether what is not easily proved is taken to need what keeps runs from it
  /// (ErrorLocation::ForCallers), if that is known. Engines are not asked then.
  bool RestatesForCallers = false;
  /// What becomes of an assertion that holds in all runs that the model covers
  /// where a run may be at a location of kind Limit before: it is unknown, or
  /// it needs that memory is accessed there as C allows, or that no function is
  /// called back, if the limit is about that.
  enum class Limits { Unknown, Needs } AfterLimits = Limits::Unknown;
  /// Asked about a run of a transition system that violates the property of
  /// this number, after Check has confirmed it: what speaks against it.
  std::function<std::optional<UnknownReason>(unsigned, const TsTrace &)>
      Confirm = [](unsigned, const TsTrace &) { return std::nullopt; };
  /// Told of such a run before it is reported.
  std::function<void(unsigned, const TsTrace &)> OnViolation =
      [](unsigned, const TsTrace &) {};
  /// How to tell the run \p T of \p C, which breaks \p Violated.
  std::function<std::vector<StoryStep>(const Cfa &C, const CfaTrace &T,
                                       const AssertionReport &Violated)>
      Tell = [](const Cfa &C, const CfaTrace &T, const AssertionReport &) {
        return tellStory(C, T);
      };
};

/// A run that breaks an assertion.
struct Witness {
  AssertionReport Violated;
  CfaTrace Run;
};

struct VerifiedProgram {
  /// The assertions are in order of their places.
  Report Answer;
  /// Of what is violated, in the order in which it was found.
  std::vector<Witness> Violations;
  /// What proves each group of assertions that was shown to be safe; nothing
  /// for a proof that is not inductive on the program.
  std::vector<std::optional<CfaInvariant>> Proofs;
};

/// Decides whether \p C, a program in small blocks, can reach an error
/// location. Those with the same place where the same goes wrong are one
/// assertion. A violation that depends on an over-approximated input is
/// Unknown{Unsupported}. Unknown{Timeout} when \p B is used up.
VerifiedProgram verifyProgram(const Cfa &C, const Budget &B,
                              const VerifierOptions &O);

/// Decides which properties of \p M can be violated.
Report verifySystem(const TransitionSystem &M, const Budget &B,
                    const VerifierOptions &O);

} // namespace sooth

#endif
