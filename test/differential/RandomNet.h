//===- RandomNet.h - Random Petri nets and questions about them -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_DIFFERENTIAL_RANDOMNET_H
#define SOOTH_TEST_DIFFERENTIAL_RANDOMNET_H

#include "sooth/Model/PetriFormula.h"

#include <cstdint>

namespace sooth::test {

struct NetQuestion {
  PetriNet Net;
  PetriFormula Goal = PetriFormula::constant(false);
};

/// A net of a few places and transitions: state machines and free nets, with
/// weights, loops and inhibitor arcs now and then; and a goal, which may be a
/// deadlock.
NetQuestion randomNetQuestion(uint64_t Seed);

/// What breadth-first search by PetriNet::fire() says.
struct NetTruth {
  enum class Answer { Reachable, NotReachable, TooLarge };
  Answer What = Answer::TooLarge;
  size_t Markings = 0;
};
NetTruth exploreNet(const NetQuestion &Q, size_t MaxMarkings);

} // namespace sooth::test

#endif
