//===- LimitNeeds.cpp - What keeps runs from where the model ends ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LimitNeeds.h"

using namespace sooth;

std::optional<Need> sooth::needAgainst(const AssertionReport &Limit) {
  if (Limit.Type != ErrorLocation::Kind::Limit)
    return std::nullopt;
  if (Limit.What.What == Failure::Kind::CalledBack) {
    Need N{.What = Need::Kind::NotCalledBack};
    for (const NamedObject &F : Limit.What.Objects)
      N.Needy.push_back({.Symbol = F.Name, .Name = F.Name});
    return N;
  }
  if (!Limit.Where.isValid())
    return std::nullopt;
  Need N{.Places = {Limit.Where}};
  switch (Limit.What.What) {
  case Failure::Kind::OutsideAccess:
  case Failure::Kind::OutsideOfMember:
  case Failure::Kind::UninitializedRead:
  case Failure::Kind::FreeOfOther:
  case Failure::Kind::CallOfOther:
  case Failure::Kind::Overlap:
    N.What = Need::Kind::Accesses;
    return N;
  case Failure::Kind::NumberAsAddress:
    N.What = Need::Kind::NotUsed;
    return N;
  case Failure::Kind::NumberCompared:
    N.What = Need::Kind::NotCompared;
    return N;
  case Failure::Kind::OtherOrdered:
    N.What = Need::Kind::InOneObject;
    return N;
  case Failure::Kind::MarkedUnreachable:
    N.What = Need::Kind::NotReached;
    return N;
  case Failure::Kind::Other:
  case Failure::Kind::LiteralsCompared:
    N.What = Need::Kind::Modelled;
    return N;
  // Runs go on where an address is not modelled, and the model has none of
  // them.
  default:
    return std::nullopt;
  }
}

bool sooth::isSameAccess(const AssertionReport &A,
                         const AssertionReport &Limit) {
  const Failure::Kind Asked = A.What.What;
  return A.Where == Limit.Where &&
         (Asked == Failure::Kind::OutsideAccess ||
          Asked == Failure::Kind::CallOfOther ||
          Asked == Failure::Kind::FreeOfOther ||
          (Asked == Failure::Kind::UninitializedRead &&
           Limit.What.What == Asked));
}
