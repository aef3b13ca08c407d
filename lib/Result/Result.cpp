//===- Result.cpp - What an engine may answer -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Result/Result.h"

#include <tuple>

using namespace sooth;

static const char *name(UnknownReason::Kind K) {
  switch (K) {
  case UnknownReason::Kind::Timeout:
    return "timeout";
  case UnknownReason::Kind::Memory:
    return "out of memory";
  case UnknownReason::Kind::Cancelled:
    return "interrupted";
  case UnknownReason::Kind::Bound:
    return "bound reached";
  case UnknownReason::Kind::Unsupported:
    return "unsupported";
  case UnknownReason::Kind::Solver:
    return "solver gave up";
  case UnknownReason::Kind::NoProgress:
    return "no progress";
  case UnknownReason::Kind::Havoc:
    return "over-approximation";
  case UnknownReason::Kind::Depth:
    return ""; // the cause says it all
  case UnknownReason::Kind::Undefined:
    return "undefined behaviour";
  case UnknownReason::Kind::Callers:
    return "depends on what the callers pass";
  case UnknownReason::Kind::Callee:
    return "the function may do without that";
  case UnknownReason::Kind::State:
    return "depends on what earlier calls have stored";
  case UnknownReason::Kind::Internal:
    return "internal error";
  }
  return "";
}

/// "at depth 3", or "depth 3" where that is the bound.
static std::string depthText(const UnknownReason &R) {
  return (R.What == UnknownReason::Kind::Bound ? "depth " : "at depth ") +
         std::to_string(*R.Depth);
}

std::string UnknownReason::str() const {
  std::string More = message(Why);
  if (Depth)
    More += (More.empty() ? "" : " ") + depthText(*this);
  if (!Engine.empty())
    More += " (engine " + Engine + ")";
  for (const UnknownReason &One : Each) {
    UnknownReason Own = One;
    Own.Engine.clear();
    More += (More.empty() ? "" : "; ") + One.Engine + ": " + Own.str();
  }
  std::string S = name(What);
  if (!More.empty())
    S += (S.empty() ? "" : ": ") + More;
  if (Where.isValid())
    S += " at " + Where.str();
  return S;
}

bool sooth::operator<(const UnknownReason &A, const UnknownReason &B) {
  auto Key = [](const UnknownReason &R) {
    return std::tie(R.What, R.Why, R.Where.File, R.Where.Line, R.Where.Column,
                    R.Help, R.Depth, R.Engine, R.Each);
  };
  return Key(A) < Key(B);
}

UnknownReason::Kind sooth::reasonOf(Exhausted E) {
  switch (E) {
  case Exhausted::Time:
    return UnknownReason::Kind::Timeout;
  case Exhausted::Memory:
    return UnknownReason::Kind::Memory;
  case Exhausted::Cancelled:
    return UnknownReason::Kind::Cancelled;
  }
  return UnknownReason::Kind::Internal;
}
