//===- Values.cpp - Values as Structured Text has them
//------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/StructuredText/Values.h"

#include "sooth/Expr/FloatingPoint.h"

#include "llvm/ADT/SmallString.h"

using namespace sooth;
using namespace sooth::st;
using llvm::APInt;

static std::string digits(const APInt &V, unsigned Radix, bool IsSigned) {
  llvm::SmallString<32> Text;
  V.toString(Text, Radix, IsSigned);
  return Text.str().str();
}

/// "16#" and as many digits as the type has.
static std::string hexadecimal(const APInt &V) {
  std::string Text = digits(V, 16, false);
  return "16#" + std::string(V.getBitWidth() / 4 - Text.size(), '0') + Text;
}

static std::string duration(int64_t Milliseconds) {
  std::string Text = Milliseconds < 0 ? "T#-" : "T#";
  uint64_t Rest = uint64_t(Milliseconds < 0 ? -Milliseconds : Milliseconds);
  if (Rest == 0)
    return "T#0s";
  static constexpr std::pair<const char *, uint64_t> Units[] = {
      {"d", 86'400'000},
      {"h", 3'600'000},
      {"m", 60'000},
      {"s", 1000},
      {"ms", 1}};
  for (auto [Name, Size] : Units) {
    if (Rest >= Size)
      Text += std::to_string(Rest / Size) + Name;
    Rest %= Size;
  }
  return Text;
}

std::string st::textOf(const APInt &V, const Type &T) {
  switch (T.What) {
  case Type::Kind::Bool:
    return V.isZero() ? "FALSE" : "TRUE";
  case Type::Kind::Bits:
    return hexadecimal(V);
  case Type::Kind::Real:
    return fpText(T.Width == 32 ? FpFormat::Single : FpFormat::Double, V);
  case Type::Kind::Time:
    return duration(V.getSExtValue());
  case Type::Kind::Enumeration:
    for (const Type::Enumerator &E : T.Enumerators)
      if (E.Value == V)
        return E.Name;
    break;
  default:
    break;
  }
  return digits(V, 10, T.IsSigned);
}
