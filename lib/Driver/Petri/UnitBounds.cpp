//===- UnitBounds.cpp - What units say about sums of tokens ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitBounds.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

/// Units so that each comes after those nested in it.
static std::vector<unsigned> innermostFirst(const NupnStructure &Units) {
  std::vector<unsigned> Order{Units.Root};
  for (size_t I = 0; I < Order.size(); ++I)
    llvm::append_range(Order, Units.Units[Order[I]].Subunits);
  std::reverse(Order.begin(), Order.end());
  return Order;
}

std::optional<uint64_t> sooth::boundByUnits(const PetriNet &N,
                                            llvm::ArrayRef<PlaceId> Places) {
  if (!N.nupn() || !N.nupn()->Safe)
    return std::nullopt;
  std::vector<bool> Counted(N.places().size(), false);
  for (PlaceId P : Places)
    Counted[P] = true;
  size_t Found = 0;
  std::vector<uint64_t> Most(N.nupn()->Units.size(), 0);
  for (unsigned U : innermostFirst(*N.nupn())) {
    const NupnUnit &Unit = N.nupn()->Units[U];
    // Either the unit has its token on a place of its own, or units in it have.
    size_t Own = size_t(
        llvm::count_if(Unit.Places, [&](PlaceId P) { return Counted[P]; }));
    Found += Own;
    for (unsigned Sub : Unit.Subunits)
      Most[U] += Most[Sub];
    Most[U] = std::max<uint64_t>(Most[U], Own ? 1 : 0);
  }
  if (Found != Places.size())
    return std::nullopt;
  return Most[N.nupn()->Root];
}
