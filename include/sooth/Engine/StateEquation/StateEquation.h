//===- StateEquation.h - Reachability by state-equation CEGAR -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The abstraction-refinement loop on the marking equation of a Petri net
// (Wimmel and Wolf; thesis of Hajdu, chapter 1), and a branch-and-cut proof
// search beside it. Answers are Reachable with a firing sequence, Not reachable
// with a StateEquationProof, or Inconclusive: the loop alone never claims that
// something is not reachable.
//
// docs/EngineStateEquation.md has advice on the options.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_STATEEQUATION_STATEEQUATION_H
#define SOOTH_ENGINE_STATEEQUATION_STATEEQUATION_H

#include "sooth/Engine/PetriEngine.h"

#include <memory>

namespace llvm {
class raw_ostream;
}

namespace sooth {

enum class Toggle { Off, On };

struct StateEquationOptions {
  /// Section 1.2.4. Hybrid is depth first with all partial solutions of a
  /// solution filtered by their partial order.
  enum class Strategy { DepthFirst, BreadthFirst, Hybrid };
  Strategy Search = Strategy::Hybrid;
  /// Sections 1.1.4.8, 1.2.3.2 and 1.2.3.3.
  Toggle InvariantFilter = Toggle::On;
  Toggle RemainderFilter = Toggle::On;
  Toggle DistantInvariants = Toggle::On;
  /// Definitions 1.6 and 1.7, or also 1.10, which helps on some nets and does
  /// not end on others.
  enum class Better { Plain, Generalized };
  Better Markings = Better::Plain;
  /// Search for a proof with cuts that lose no solution; without it nothing is
  /// ever Not reachable.
  Toggle Proofs = Toggle::On;
  /// Use what the net's author says of its units as rows of the equation. A
  /// proof that does says so.
  Toggle TrustNupn = Toggle::On;
  /// Solution vectors of the loop, states of one solution's tree of partial
  /// solutions, nodes of the proof search. Beyond is Inconclusive{Bound}.
  unsigned MaxSolutions = 20'000;
  unsigned MaxStates = 200'000;
  unsigned MaxProofNodes = 20'000;
  /// If not null, the loop tells every step here, one line each.
  llvm::raw_ostream *Log = nullptr;
};

/// An engine for \p N, which must outlive it. Questions share the equation,
/// traps that were found, and what independence of transitions is known.
std::unique_ptr<PetriEngine> createStateEquation(const PetriNet &N,
                                                 StateEquationOptions O = {});

} // namespace sooth

#endif
