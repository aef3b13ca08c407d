//===- ThesisNets.h - The nets of chapter 1 -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The example nets of Hajdu's thesis (Effective Domain-Specific Formal
// Verification Techniques, chapter 1), rebuilt from its text: markings,
// solution vectors, constraints and firing sequences determine them.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_UNIT_SUPPORT_THESISNETS_H
#define SOOTH_TEST_UNIT_SUPPORT_THESISNETS_H

#include "sooth/Model/PetriFormula.h"

namespace sooth::thesis {

struct Problem {
  PetriNet Net;
  PetriFormula Goal = PetriFormula::constant(false);
};

/// "p1 2*p2 -> p0; !p3": transitions are numbered t0, t1, … and places p0, p1,
/// … by the order in \p Initial; "!3*p3" inhibits from three tokens on.
Problem problem(std::vector<uint64_t> Initial,
                std::vector<const char *> Transitions,
                std::vector<uint64_t> Target);

/// Every place as in \p M.
PetriFormula marking(const Marking &M);

Problem figure1_3(), figure1_5a(), figure1_5b(), figure1_7(), figure1_8(),
    figure1_10(), figure1_11(), figure1_12(), figure1_13a(), figure1_13b();

/// Chain n+k of Table 1.3: k tokens, one on each of k neighbouring places, the
/// nearest of which is n steps from where all of them are needed. The least
/// solution has 1 + k·(k + 1) + 2·k·(n - 1) firings, the thesis' "cost".
Problem chain(unsigned N, unsigned K);
/// Distant1 and Distant3 are Figures 1.11 and 1.12; the others lie between and
/// beyond them.
Problem distant(unsigned N);
/// A binary counter of \p Bits bits with inhibitor arcs, from 0 to 2^Bits - 1.
Problem counter(unsigned Bits);
/// Dining philosophers, every second one eating.
Problem philosophers(unsigned N);
/// Flexible manufacturing system; all parts finished.
Problem fms(unsigned N);
/// Kanban; all four cells have their tokens in front of the exit.
Problem kanban(unsigned N);
/// Slotted ring of \p N nodes; every node has written.
Problem slottedRing(unsigned N);

} // namespace sooth::thesis

#endif
