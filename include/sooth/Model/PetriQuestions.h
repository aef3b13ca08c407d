//===- PetriQuestions.h - Reading questions about nets --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What people ask about a net: formulas as text and the property files of the
// Model Checking Contest. docs/Petri.md has the grammar.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_PETRIQUESTIONS_H
#define SOOTH_MODEL_PETRIQUESTIONS_H

#include "sooth/Model/PetriFormula.h"
#include "sooth/Support/Diagnostic.h"

#include "llvm/Support/MemoryBufferRef.h"

namespace sooth {

/// Reads "p0 >= 1 and not (p3 + 2*p4 = 7 or fireable(t1))". Errors have the
/// buffer's name as their file.
llvm::Expected<PetriFormula> parsePetriFormula(const PetriNet &N,
                                               llvm::MemoryBufferRef Text);

/// What a list "p0=1, p3=2" says about the places it does not name.
enum class OtherPlaces { Empty, Free };

/// Reads a list of conditions on places. With Empty, every one of them must be
/// an equality.
llvm::Expected<PetriFormula>
parseMarking(const PetriNet &N, llvm::MemoryBufferRef Text, OtherPlaces Others);

/// One property of the Model Checking Contest.
struct MccProperty {
  enum class Kind {
    Exists, ///< EF Goal: TRUE if a reachable marking satisfies Goal
    Always, ///< AG ¬Goal: TRUE if none does
    Bound   ///< the greatest sum of tokens on Places
  };
  std::string Id;
  Kind What = Kind::Exists;
  PetriFormula Goal = PetriFormula::constant(false);
  std::vector<PlaceId> Places; ///< sorted, one each
  unsigned Line = 0;
};

/// Reads ReachabilityCardinality, ReachabilityFireability,
/// ReachabilityDeadlock and UpperBounds files; a file of generic properties
/// asks for deadlock.
llvm::Expected<std::vector<MccProperty>>
readMccProperties(const PetriNet &N, llvm::MemoryBufferRef Text);

} // namespace sooth

#endif
