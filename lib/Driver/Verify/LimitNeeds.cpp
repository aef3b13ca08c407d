//===- LimitNeeds.cpp - What keeps runs from where the model ends ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LimitNeeds.h"

using namespace sooth;

/// In terms of places, if that can be told.
static std::optional<Need> needAgainst(const AssertionReport &Limit) {
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

/// Whether \p A asks whether the very access is allowed at which \p Limit is.
static bool isSameAccess(const AssertionReport &A,
                         const AssertionReport &Limit) {
  const Failure::Kind Asked = A.What.What;
  return A.Where == Limit.Where &&
         (Asked == Failure::Kind::OutsideAccess ||
          Asked == Failure::Kind::CallOfOther ||
          Asked == Failure::Kind::FreeOfOther ||
          (Asked == Failure::Kind::UninitializedRead &&
           Limit.What.What == Asked));
}

std::vector<Need> sooth::needsAgainst(const AssertionReport &Limit,
                                      const AssertionReport &A) {
  if (Limit.ForCallers)
    return *Limit.ForCallers;
  const std::optional<Need> N = needAgainst(Limit);
  if (!N ||
      ((N->What == Need::Kind::Accesses || N->What == Need::Kind::NotUsed) &&
       isSameAccess(A, Limit)))
    return {};
  return {*N};
}

void sooth::restateForCallers(std::vector<AssertionReport> &All) {
  for (AssertionReport &A : All)
    if (A.Outcome == AssertionReport::Status::Unknown && A.ForCallers &&
        A.Type == ErrorLocation::Kind::Violation) {
      A.Outcome = AssertionReport::Status::Safe;
      A.IsRestated = true;
      for (const Need &N : *A.ForCallers)
        addNeed(A.Needs, N);
    }
}
