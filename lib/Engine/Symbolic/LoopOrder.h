//===- LoopOrder.h - Loops before what comes after them ---------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_SYMBOLIC_LOOPORDER_H
#define SOOTH_LIB_ENGINE_SYMBOLIC_LOOPORDER_H

#include "sooth/Model/Cfa.h"

namespace sooth::symbolic {

/// A weak topological order (Bourdoncle, 1993): a loop's head comes first, then
/// the rest of the loop, then what comes after it. Locations that the entry does
/// not reach come last. By location:
struct LoopOrder {
  std::vector<unsigned> Place;
  /// Of a loop's head: the last place of the loop. Of others: their own.
  std::vector<unsigned> LoopEnd;
};
LoopOrder loopOrder(const Cfa &C);

} // namespace sooth::symbolic

#endif
