//===- Result.cpp - What an engine may answer -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Result/Result.h"

using namespace sooth;

static const char *name(UnknownReason::Kind K) {
  switch (K) {
  case UnknownReason::Kind::Timeout:
    return "timeout";
  case UnknownReason::Kind::Memory:
    return "out of memory";
  case UnknownReason::Kind::Cancelled:
    return "cancelled";
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
    return ""; // the text says it all
  case UnknownReason::Kind::Undefined:
    return "undefined behaviour";
  case UnknownReason::Kind::Callers:
    return "depends on what the callers pass";
  case UnknownReason::Kind::Internal:
    return "internal error";
  }
  return "";
}

std::string UnknownReason::str() const {
  std::string S = name(What);
  if (std::string More = Limit ? message(*Limit) : Text; !More.empty())
    S += (S.empty() ? "" : ": ") + More;
  if (Where.isValid())
    S += " at " + Where.str();
  return S;
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
