//===- NeedClauses.cpp - What functions need as clauses of contracts ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NeedClauses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace sooth;

static std::string valid(const std::string &Pointer, const std::string &Bytes) {
  return "sooth_valid(" + Pointer + ", " + Bytes + ")";
}

/// The parameter that \p A is; null if the source has no name for it.
static const NamedParameter *
parameterOf(const Need::Argument &A,
            llvm::ArrayRef<NamedParameter> Parameters) {
  auto Found = llvm::find_if(Parameters, [&](const NamedParameter &P) {
    return !P.Name.empty() && P.Name == A.Name;
  });
  return Found == Parameters.end() ? nullptr : Found;
}

static std::string ofMemoryInC(const Need &N) {
  const std::string &P = N.Given.Name;
  std::string Text =
      N.Before  ? valid("(const char *)" + P + " - " + std::to_string(N.Before),
                        std::to_string(N.Before + N.Bytes))
      : N.Bytes ? valid(P, std::to_string(N.Bytes))
                : P + " != NULL";
  return N.MayBeNull ? P + " == NULL || " + Text : Text;
}

/// Of so many elements that the product has more bits there are none.
static std::string ofCountInC(const Need &N, const NamedParameter &Count,
                              unsigned AddressBits) {
  const std::string &Number = Count.Name;
  std::string Bytes = "(size_t)" + Number;
  std::string Bound;
  if (N.Bytes > 1) {
    Bytes += " * " + std::to_string(N.Bytes);
    if (Count.Bits >= AddressBits)
      Bound = "(size_t)" + Number + " <= (size_t)-1 / " +
              std::to_string(N.Bytes) + " && ";
  }
  const std::string Enough = Bound + valid(N.Given.Name, Bytes);
  if (!Count.MayBeNegative)
    return Number + " == 0 || " + (Bound.empty() ? Enough : "(" + Enough + ")");
  return N.IsNatural
             ? Number + " == 0 || (" + Number + " > 0 && " + Enough + ")"
             : Number + " <= 0 || " +
                   (Bound.empty() ? Enough : "(" + Enough + ")");
}

static std::string inParentheses(const std::string &Text) {
  return Text.find(' ') == std::string::npos ? Text : "(" + Text + ")";
}

static std::string ofRangeInC(const Need &N) {
  const std::string Number = inParentheses(N.Expressions.front());
  return Number + " >= 0" +
         (N.Bytes ? " && " + Number + " < " + std::to_string(N.Bytes) : "");
}

static std::string ofAlignmentInC(const Need &N) {
  const std::string &Pointer =
      N.Expressions.empty() ? N.Given.Name : N.Expressions.front();
  return "(__UINTPTR_TYPE__)" + inParentheses(Pointer) + " % " +
         std::to_string(N.Bytes) + " == 0";
}

static NeedInC whole(std::string Text) { return {{std::move(Text)}, true}; }
static NeedInC part(std::string Text) { return {{std::move(Text)}, false}; }

/// What is said of a pointer that is given.
static NeedInC ofGiven(const Need &N, llvm::ArrayRef<NamedParameter> Parameters,
                       unsigned AddressBits) {
  using Kind = Need::Kind;
  if (!parameterOf(N.Given, Parameters))
    return {};
  const std::string OrNull = N.MayBeNull ? N.Given.Name + " == NULL || " : "";
  switch (N.What) {
  case Kind::Memory:
    return N.MayBeNull && !N.Bytes && !N.Before ? NeedInC{{}, true}
                                                : whole(ofMemoryInC(N));
  case Kind::Ample:
  case Kind::Function:
    return N.MayBeNull ? NeedInC() : part(N.Given.Name + " != NULL");
  case Kind::String: // which has its end, if nothing else
    return part(OrNull + valid(N.Given.Name, "1"));
  case Kind::Counted:
    if (auto *Count = parameterOf(N.Other, Parameters))
      return whole(ofCountInC(N, *Count, AddressBits));
    return {};
  case Kind::Apart:
    return parameterOf(N.Other, Parameters)
               ? whole("sooth_apart(" + N.Given.Name + ", " + N.Other.Name +
                       ")")
               : NeedInC();
  case Kind::Aligned:
    return whole(ofAlignmentInC(N));
  default:
    return {};
  }
}

NeedInC sooth::needInC(const Need &N, llvm::ArrayRef<NamedParameter> Parameters,
                       unsigned AddressBits) {
  using Kind = Need::Kind;
  NeedInC All{{}, true};
  switch (N.What) {
  case Kind::InRange:
    return whole(ofRangeInC(N));
  case Kind::Extent:
    return whole(valid(N.Expressions.front(), N.Expressions.back()));
  case Kind::Conditions:
    for (const std::string &E : N.Expressions)
      All.Conditions.push_back(E);
    return All;
  case Kind::Valid:
    for (const std::string &E : N.Expressions)
      All.Conditions.push_back(
          valid("&" + inParentheses(E), "sizeof(" + E + ")"));
    return All;
  case Kind::Aligned:
    if (!N.Expressions.empty())
      return whole(ofAlignmentInC(N));
    break;
  default:
    break;
  }
  return ofGiven(N, Parameters, AddressBits);
}
