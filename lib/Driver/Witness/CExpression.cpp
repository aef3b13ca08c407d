//===- CExpression.cpp - Formulas as C expressions ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is computed is computed without sign, where C has no overflow. Plain
// comparisons of variables with each other and with constants stay as a
// programmer writes them.
//
//===----------------------------------------------------------------------===//

#include "CExpression.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace sooth;
using llvm::APInt;
using llvm::StringRef;

std::string sooth::constantInC(const APInt &V, bool IsSigned) {
  llvm::SmallString<24> Digits;
  const char *Long = V.getBitWidth() > 32 ? "LL" : "";
  if (!IsSigned) {
    V.toStringUnsigned(Digits);
    return (Digits + "U" + Long).str();
  }
  // There is no literal for the smallest number.
  if (V.getBitWidth() >= 32 && V.isMinSignedValue()) {
    (-(V + 1)).toStringSigned(Digits);
    return ("(-" + Digits + Long + " - 1)").str();
  }
  V.toStringSigned(Digits);
  return V.getSignificantBits() > 32 ? (Digits + Long).str()
                                     : Digits.str().str();
}

static StringRef typeOf(unsigned Width) {
  switch (Width) {
  case 8:
    return "char";
  case 16:
    return "short";
  case 32:
    return "int";
  case 64:
    return "long long";
  default:
    return "";
  }
}

namespace {
class CPrinter {
public:
  explicit CPrinter(const Cfa &C) : C(C) {}
  std::string truth(Expr E);
  CExpression Result;
  bool HasFailed = false;

private:
  std::string fail() {
    HasFailed = true;
    return "";
  }
  const StateVariable *find(Expr V) const;
  std::string name(Expr V);
  std::string unsignedCast(unsigned Width, const std::string &Text);
  std::string signedCast(unsigned Width, const std::string &Text);
  std::string number(Expr E);
  std::string signedNumber(Expr E);
  std::string operation(Expr E, const char *Operator);
  std::string shift(Expr E, const char *Operator);
  std::string join(Expr E, const char *Operator);
  enum class Sign { Signed, Unsigned, Either, None };
  Sign signOf(Expr E) const;
  std::string plain(Expr E, bool IsSigned);
  std::string comparison(Expr E, const char *Operator, Sign S);
  bool tooLong();

  const Cfa &C;
  std::map<std::string, Expr> Names;
  unsigned Parts = 0;
};
} // namespace

bool CPrinter::tooLong() {
  constexpr unsigned MaxParts = 200;
  HasFailed |= ++Parts > MaxParts;
  return HasFailed;
}

const StateVariable *CPrinter::find(Expr V) const {
  auto It = llvm::find_if(C.variables(),
                          [&](const StateVariable &S) { return S.Var == V; });
  return It == C.variables().end() ? nullptr : &*It;
}

/// The user's name: "i" of "f::i".
std::string CPrinter::name(Expr V) {
  const StateVariable *S = find(V);
  StringRef Name = S ? StringRef(S->Name) : "";
  if (size_t Colons = Name.rfind("::"); Colons != StringRef::npos)
    Name = Name.substr(Colons + 2);
  if (Name.empty() || !llvm::all_of(Name, [](char Ch) {
        return llvm::isAlnum(Ch) || Ch == '_' || Ch == '.' || Ch == '[' ||
               Ch == ']';
      }))
    return fail();
  auto [It, IsNew] = Names.try_emplace(Name.str(), V);
  if (!IsNew && It->second != V)
    return fail();
  Result.Variables.insert(
      Name.take_while([](char Ch) { return llvm::isAlnum(Ch) || Ch == '_'; })
          .str());
  return Name.str();
}

std::string CPrinter::unsignedCast(unsigned Width, const std::string &Text) {
  StringRef Type = typeOf(Width);
  return Type.empty() ? fail() : ("(unsigned " + Type + ")" + Text).str();
}

std::string CPrinter::signedCast(unsigned Width, const std::string &Text) {
  StringRef Type = typeOf(Width);
  return Type.empty() ? fail() : ("(signed " + Type + ")" + Text).str();
}

CPrinter::Sign CPrinter::signOf(Expr E) const {
  if (E.isConst())
    return Sign::Either;
  const StateVariable *S = E.isVar() ? find(E) : nullptr;
  if (!S)
    return Sign::None;
  switch (S->Style) {
  case ValueStyle::Signed:
  case ValueStyle::Character:
    return Sign::Signed;
  case ValueStyle::Unsigned:
    return Sign::Unsigned;
  default:
    return Sign::None;
  }
}

std::string CPrinter::plain(Expr E, bool IsSigned) {
  return E.isConst() ? constantInC(E.value().bits(), IsSigned) : name(E);
}

/// The operator for operands that change places.
static const char *mirrored(StringRef Operator) {
  return llvm::StringSwitch<const char *>(Operator)
      .Case("<", ">")
      .Case("<=", ">=")
      .Case(">", "<")
      .Case(">=", "<=")
      .Case("==", "==")
      .Case("!=", "!=");
}

/// \p S is the sign that the operator minds, or Either.
std::string CPrinter::comparison(Expr E, const char *Operator, Sign S) {
  Expr A = E.operand(0), B = E.operand(1);
  if (!A.sort().isBitVec() || typeOf(A.sort().width()).empty())
    return fail();
  if (A.isConst()) {
    std::swap(A, B);
    Operator = mirrored(Operator);
  }
  const Sign OfA = signOf(A), OfB = signOf(B);
  auto Suits = [&](Sign Wanted) {
    return (OfA == Wanted || OfA == Sign::Either) &&
           (OfB == Wanted || OfB == Sign::Either) &&
           (S == Wanted || S == Sign::Either);
  };
  for (Sign Both : {Sign::Signed, Sign::Unsigned})
    if (Suits(Both)) {
      const bool IsSigned = Both == Sign::Signed;
      return plain(A, IsSigned) + " " + Operator + " " + plain(B, IsSigned);
    }
  if (S != Sign::Signed)
    return number(A) + " " + Operator + " " + number(B);
  return signedNumber(A) + " " + Operator + " " + signedNumber(B);
}

std::string CPrinter::operation(Expr E, const char *Operator) {
  const unsigned Width = E.sort().width();
  std::string Text;
  for (Expr Operand : E.operands()) {
    std::string Next = number(Operand);
    if (Width < 32) // or it would be computed with sign
      Next = unsignedCast(32, Next);
    Text = Text.empty() ? Next : Text + " " + Operator + " " + Next;
  }
  return unsignedCast(Width, "(" + Text + ")");
}

std::string CPrinter::shift(Expr E, const char *Operator) {
  const unsigned Width = E.sort().width();
  if (!E.operand(1).isConst() || E.operand(1).value().bits().uge(Width))
    return fail();
  std::string Text = number(E.operand(0));
  if (Width < 32)
    Text = unsignedCast(32, Text);
  return unsignedCast(
      Width, "(" + Text + " " + Operator + " " +
                 constantInC(E.operand(1).value().bits(), false) + ")");
}

/// As a number of the unsigned type of its width, ready to be an operand.
std::string CPrinter::number(Expr E) {
  if (tooLong() || !E.sort().isBitVec() || typeOf(E.sort().width()).empty())
    return fail();
  const unsigned Width = E.sort().width();
  switch (E.kind()) {
  case Kind::Var:
    return unsignedCast(Width, name(E));
  case Kind::Const:
    return constantInC(E.value().bits(), /*IsSigned=*/false);
  case Kind::BvAdd:
    return operation(E, "+");
  case Kind::BvSub:
    return operation(E, "-");
  case Kind::BvMul:
    return operation(E, "*");
  case Kind::BvAnd:
    return operation(E, "&");
  case Kind::BvOr:
    return operation(E, "|");
  case Kind::BvXor:
    return operation(E, "^");
  case Kind::BvNot:
    return unsignedCast(Width, "(~" + number(E.operand(0)) + ")");
  case Kind::BvNeg:
    return unsignedCast(Width, "(0ULL - " + number(E.operand(0)) + ")");
  case Kind::BvUdiv:
  case Kind::BvUrem:
    if (!E.operand(1).isConst() || E.operand(1).value().bits().isZero())
      return fail();
    return operation(E, E.is(Kind::BvUdiv) ? "/" : "%");
  case Kind::BvShl:
    return shift(E, "<<");
  case Kind::BvLshr:
    return shift(E, ">>");
  case Kind::ZeroExt:
    return unsignedCast(Width, number(E.operand(0)));
  case Kind::SignExt:
    return unsignedCast(
        Width, signedCast(E.operand(0).sort().width(), number(E.operand(0))));
  case Kind::Extract:
    return unsignedCast(Width, "(" + number(E.operand(0)) + " >> " +
                                   std::to_string(E.param(1)) + ")");
  case Kind::Ite:
    return "(" + truth(E.operand(0)) + " ? " + number(E.operand(1)) + " : " +
           number(E.operand(2)) + ")";
  default:
    return fail();
  }
}

/// The same of the signed type.
std::string CPrinter::signedNumber(Expr E) {
  if (E.isConst())
    return constantInC(E.value().bits(), /*IsSigned=*/true);
  return signedCast(E.sort().width(), E.isVar() ? name(E) : number(E));
}

std::string CPrinter::join(Expr E, const char *Operator) {
  std::string Text;
  for (Expr Operand : E.operands())
    Text += (Text.empty() ? "" : Operator) + truth(Operand);
  return "(" + Text + ")";
}

std::string CPrinter::truth(Expr E) {
  if (tooLong() || !E.isBool())
    return fail();
  switch (E.kind()) {
  case Kind::Const:
    return E.isTrue() ? "1" : "0";
  case Kind::Var:
    return name(E);
  case Kind::Not: {
    Expr Inner = E.operand(0);
    if (Inner.is(Kind::Eq) && !Inner.operand(0).isBool())
      return comparison(Inner, "!=", Sign::Either);
    if (Inner.is(Kind::BvUlt))
      return comparison(Inner, ">=", Sign::Unsigned);
    if (Inner.is(Kind::BvUle))
      return comparison(Inner, ">", Sign::Unsigned);
    if (Inner.is(Kind::BvSlt))
      return comparison(Inner, ">=", Sign::Signed);
    if (Inner.is(Kind::BvSle))
      return comparison(Inner, ">", Sign::Signed);
    return "!(" + truth(Inner) + ")";
  }
  case Kind::And:
    return join(E, " && ");
  case Kind::Or:
    return join(E, " || ");
  case Kind::Ite:
    return "(" + truth(E.operand(0)) + " ? " + truth(E.operand(1)) + " : " +
           truth(E.operand(2)) + ")";
  case Kind::Eq:
    if (E.operand(0).isBool())
      return "!(" + truth(E.operand(0)) + ") == !(" + truth(E.operand(1)) + ")";
    return comparison(E, "==", Sign::Either);
  case Kind::BvUlt:
    return comparison(E, "<", Sign::Unsigned);
  case Kind::BvUle:
    return comparison(E, "<=", Sign::Unsigned);
  case Kind::BvSlt:
    return comparison(E, "<", Sign::Signed);
  case Kind::BvSle:
    return comparison(E, "<=", Sign::Signed);
  default:
    return fail();
  }
}

std::optional<CExpression> sooth::toC(const Cfa &C, Expr Formula) {
  CPrinter P(C);
  P.Result.Text = P.truth(Formula);
  if (P.HasFailed || P.Result.Variables.empty())
    return std::nullopt;
  return std::move(P.Result);
}
