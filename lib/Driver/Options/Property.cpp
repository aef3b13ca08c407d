//===- Property.cpp - What SV-COMP asks about -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Options/Property.h"

#include "sooth/Driver/Options/VerificationTask.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using llvm::StringRef;
using PropertyKind = CompetitionProperty::Kind;

CompetitionProperty sooth::readProperty(StringRef Text) {
  CompetitionProperty P{PropertyKind::Other, "", Text.trim().str()};
  auto Has = [&](StringRef Part) { return Text.contains(Part); };
  if (size_t At = Text.find("call("); At != StringRef::npos) {
    P.What = PropertyKind::UnreachCall;
    StringRef Rest = Text.substr(At + StringRef("call(").size());
    P.Function = Rest.substr(0, Rest.find_first_of("()")).trim().str();
  } else if (Has("overflow")) {
    P.What = PropertyKind::NoOverflow;
  } else if (Has("valid-deref") || Has("valid-free") || Has("valid-memtrack")) {
    P.What = PropertyKind::MemSafety;
  } else if (Has("valid-memcleanup")) {
    P.What = PropertyKind::MemCleanup;
  }
  return P;
}

static bool callsFunction(const CompetitionProperty &P, const Failure &What) {
  // What assert() calls when it fails is told as what failed.
  if (P.Function == "__assert_fail")
    return What.What == Failure::Kind::Assertion;
  return What.What == Failure::Kind::ErrorCall && What.Subject == P.Function;
}

bool sooth::isAbout(const CompetitionProperty &P, const Failure &What,
                    StringRef Check) {
  switch (P.What) {
  case PropertyKind::UnreachCall:
    return callsFunction(P, What);
  case PropertyKind::NoOverflow:
    return Check == "overflow" || Check == "div" || Check == "shift";
  case PropertyKind::MemSafety:
    return Check == "access" || Check == "leak";
  case PropertyKind::MemCleanup:
    return Check == "leak";
  case PropertyKind::Other:
    return false;
  }
  llvm_unreachable("a property of no kind");
}

std::string sooth::violatedProperty(const CompetitionProperty &P,
                                    const AssertionReport &A) {
  switch (P.What) {
  case PropertyKind::UnreachCall:
    return callsFunction(P, A.What) ? "unreach-call" : "";
  case PropertyKind::NoOverflow:
    return A.Check == "overflow" ? "no-overflow" : "";
  case PropertyKind::MemSafety:
    if (A.Check == "leak")
      return "valid-memtrack";
    if (A.Check != "access")
      return "";
    return A.What.What == Failure::Kind::SecondFree ||
                   A.What.What == Failure::Kind::FreeOfOther
               ? "valid-free"
               : "valid-deref";
  case PropertyKind::MemCleanup:
    return A.Check == "leak" ? "valid-memcleanup" : "";
  case PropertyKind::Other:
    return "";
  }
  llvm_unreachable("a property of no kind");
}

std::string sooth::verdict(const CompetitionProperty &P, const Report &R) {
  switch (R.Outcome) {
  case Report::Status::Safe:
  case Report::Status::NothingToCheck:
    // What is held at the end counts as tracked, but not as cleaned up.
    return P.What == PropertyKind::Other || P.What == PropertyKind::MemCleanup
               ? "UNKNOWN"
               : "TRUE";
  case Report::Status::Unsafe:
    for (const AssertionReport &A : R.Assertions)
      if (A.Outcome == AssertionReport::Status::Unsafe)
        if (std::string Name = violatedProperty(P, A); !Name.empty())
          return "FALSE(" + Name + ")";
    return "UNKNOWN";
  default:
    return "UNKNOWN";
  }
}

std::optional<CompetitionProperty> sooth::propertyOf(const AssertionReport &A) {
  auto Always = [](StringRef What) {
    return readProperty(("CHECK( init(main()), LTL(G " + What + ") )").str());
  };
  if (A.Check == "overflow")
    return Always("! overflow");
  if (A.Check == "access")
    return Always(A.What.What == Failure::Kind::SecondFree ||
                          A.What.What == Failure::Kind::FreeOfOther
                      ? "valid-free"
                      : "valid-deref");
  if (A.Check == "leak")
    return Always("valid-memtrack");
  if (A.What.What == Failure::Kind::ErrorCall)
    return Always("! call(" + A.What.Subject + "())");
  if (A.What.What == Failure::Kind::Assertion)
    return Always("! call(__assert_fail())");
  return std::nullopt;
}

void sooth::askAbout(const CompetitionProperty &P, VerificationTask &T) {
  using Kind = CompetitionProperty::Kind;
  const bool IsKnown = P.Function == "reach_error" ||
                       P.Function == "__VERIFIER_error" ||
                       P.Function == "__assert_fail";
  if (P.What == Kind::UnreachCall && !IsKnown)
    T.Compile.Functions.Errors.push_back(P.Function);
  if (P.What == Kind::NoOverflow)
    T.Compile.Checks.insert({RuntimeCheck::SignedOverflow,
                             RuntimeCheck::Division, RuntimeCheck::Shift});
  if (P.What == Kind::MemSafety)
    T.Prepare.Memory.insert({MemoryProperty::Access, MemoryProperty::Leak});
  if (P.What == Kind::MemCleanup)
    T.Prepare.Memory.insert(MemoryProperty::Leak);
  T.Verifier.IsAsked = [=](const ErrorLocation &E) {
    return isAbout(P, E.What, E.Check);
  };
}
