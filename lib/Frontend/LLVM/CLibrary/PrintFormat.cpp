//===- PrintFormat.cpp - Formats of printf --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C17 7.21.6.1. Not modelled are wide characters, "%m", "%1$d" and "'".
//
//===----------------------------------------------------------------------===//

#include "PrintFormat.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace sooth;
using Kind = PrintPiece::Kind;
using Sign = PrintPiece::Sign;

/// As in runtime/libc/print.c.
static unsigned flagOf(char C) {
  switch (C) {
  case '-':
    return 1;
  case '+':
    return 2;
  case ' ':
    return 4;
  case '#':
    return 8;
  case '0':
    return 16;
  default:
    return 0;
  }
}
static constexpr unsigned UpperFlag = 32;

/// Longer texts are none that programs print.
static constexpr unsigned MostPadding = 4096;

/// Returns false if it is not sane.
static bool parseNumber(StringRef &Rest, PrintPiece::Number &To) {
  if (Rest.consume_front("*")) {
    To.IsArgument = true;
    return true;
  }
  unsigned Value = 0;
  if (!Rest.empty() && isDigit(Rest[0]) &&
      (Rest.consumeInteger(10, Value) || Value > MostPadding))
    return false;
  To.Given = int(Value);
  return true;
}

/// Bits of an integer with this length modifier; 0 if there is none.
static unsigned bitsOf(StringRef Length, unsigned PointerBits) {
  return StringSwitch<unsigned>(Length)
      .Case("", 32)
      .Case("h", 16)
      .Case("hh", 8)
      .Cases("l", "z", "t", PointerBits)
      .Cases("ll", "j", "q", 64)
      .Default(0);
}

static bool setInteger(PrintPiece &P, char Letter, StringRef Length,
                       unsigned PointerBits) {
  P.What = Kind::Integer;
  P.Bits = bitsOf(Length, PointerBits);
  P.Extend = Letter == 'd' || Letter == 'i' ? Sign::Signed : Sign::Unsigned;
  if (Letter == 'X')
    P.Flags |= UpperFlag;
  StringRef Name = P.Extend == Sign::Signed ? "signed_"
                   : Letter == 'u'          ? "unsigned_"
                   : Letter == 'o'          ? "octal_"
                                            : "hex_";
  P.Model = (Name + (P.Bits == 64 ? "long_long" : "int")).str();
  return P.Bits != 0;
}

/// Digits before the point and in the exponent as those of `long double`, if
/// that is asked for.
static bool setReal(PrintPiece &P, char Letter, StringRef Length) {
  if ((Length != "" && Length != "l" && Length != "L") ||
      P.Precision.IsArgument)
    return false;
  P.What = Kind::Open;
  P.Real = Length == "L" ? 0 : Letter;
  const unsigned Digits = P.Precision.Given < 0 ? 6 : P.Precision.Given;
  P.Least = 1;
  switch (toLower(Letter)) {
  case 'f': // "-179...9.000000"
    P.Most = (Length == "L" ? 4935 : 312) + Digits;
    break;
  case 'a': // "-0x1.8p-16382"
    P.Most = (P.Precision.Given < 0 ? 16 : Digits) + 16;
    break;
  default: // "-0.0001", "-1.5e-4932"
    P.Most = Digits + 12;
  }
  return true;
}

/// A size that no text of a pointer exceeds: "0x", digits; or "(nil)".
static bool setPointer(PrintPiece &P, unsigned PointerBits) {
  P.What = Kind::Open;
  P.Least = 1;
  P.Most = 2 + PointerBits / 4;
  return true;
}

static bool setConversion(PrintPiece &P, char Letter, StringRef Length,
                          unsigned PointerBits) {
  switch (Letter) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    return setInteger(P, Letter, Length, PointerBits);
  case 'c':
    P.What = Kind::Integer;
    P.Bits = 32;
    P.Model = "char";
    return Length == "";
  case 's':
    P.What = Kind::String;
    P.Model = "string";
    return Length == "";
  case 'n':
    P.What = Kind::Count;
    P.Bits = bitsOf(Length, PointerBits);
    return P.Bits != 0;
  case 'p':
    return setPointer(P, PointerBits);
  default:
    return StringRef("eEfFgGaA").contains(Letter) && setReal(P, Letter, Length);
  }
}

/// Parses what follows a '%', and takes it off \p Rest.
static std::optional<PrintPiece> parseConversion(StringRef &Rest,
                                                 unsigned PointerBits) {
  PrintPiece P;
  while (!Rest.empty() && flagOf(Rest[0])) {
    P.Flags |= flagOf(Rest[0]);
    Rest = Rest.drop_front();
  }
  P.Precision.Given = -1;
  if (!parseNumber(Rest, P.Width) ||
      (Rest.consume_front(".") && !parseNumber(Rest, P.Precision)))
    return std::nullopt;
  StringRef Length =
      Rest.take_while([](char C) { return StringRef("hljztqL").contains(C); });
  Rest = Rest.drop_front(Length.size());
  if (Rest.empty())
    return std::nullopt;
  char Letter = Rest[0];
  Rest = Rest.drop_front();
  if (!setConversion(P, Letter, Length, PointerBits))
    return std::nullopt;
  return P;
}

std::optional<SmallVector<PrintPiece>>
sooth::parsePrintFormat(StringRef Rest, unsigned PointerBits) {
  SmallVector<PrintPiece> All;
  while (!Rest.empty()) {
    // "%%" is the literal "%".
    size_t Length = Rest.starts_with("%%") ? 1 : Rest.find('%');
    if (Length > 0) {
      PrintPiece Literal;
      Literal.Text = Rest.take_front(Length);
      All.push_back(Literal);
      Rest = Rest.drop_front(Rest.starts_with("%%") ? 2 : Literal.Text.size());
      continue;
    }
    Rest = Rest.drop_front();
    auto P = parseConversion(Rest, PointerBits);
    if (!P)
      return std::nullopt;
    All.push_back(std::move(*P));
  }
  return All;
}
