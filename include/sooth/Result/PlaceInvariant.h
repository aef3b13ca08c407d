//===- PlaceInvariant.h - Weighted sums of tokens that never grow ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_RESULT_PLACEINVARIANT_H
#define SOOTH_RESULT_PLACEINVARIANT_H

#include "sooth/Model/PetriNet.h"

namespace sooth {

/// Σ Weight · m(Place) over distinct places, with positive weights. It is one
/// of a net if no transition makes it greater.
struct PlaceInvariant {
  struct Term {
    PlaceId Place = 0;
    int64_t Weight = 1;
  };
  std::vector<Term> Terms;
};

} // namespace sooth

#endif
