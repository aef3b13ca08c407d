//===- FloatingPoint.cpp - Values of floating-point operators -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/FloatingPoint.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"

using namespace sooth;
using llvm::APFloat;
using llvm::APInt;
using llvm::APSInt;

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

bool sooth::isFpFormat(uint32_t Parameter) {
  return Parameter <= uint32_t(FpFormat::Quad);
}

FpShape sooth::fpShape(FpFormat F) {
  switch (F) {
  case FpFormat::Half:
    return {5, 11, 16};
  case FpFormat::BFloat:
    return {8, 8, 16};
  case FpFormat::Single:
    return {8, 24, 32};
  case FpFormat::Double:
    return {11, 53, 64};
  case FpFormat::Extended:
    return {15, 64, 80};
  case FpFormat::Quad:
    return {15, 113, 128};
  }
  llvm_unreachable("unknown format");
}

const llvm::fltSemantics &sooth::fpSemantics(FpFormat F) {
  switch (F) {
  case FpFormat::Half:
    return APFloat::IEEEhalf();
  case FpFormat::BFloat:
    return APFloat::BFloat();
  case FpFormat::Single:
    return APFloat::IEEEsingle();
  case FpFormat::Double:
    return APFloat::IEEEdouble();
  case FpFormat::Extended:
    return APFloat::x87DoubleExtended();
  case FpFormat::Quad:
    return APFloat::IEEEquad();
  }
  llvm_unreachable("unknown format");
}

llvm::StringRef sooth::fpName(FpFormat F) {
  static constexpr const char *Names[] = {"fp16", "bf16", "fp32",
                                          "fp64", "fp80", "fp128"};
  return Names[unsigned(F)];
}

APInt sooth::fpNaN(FpFormat F) {
  return APFloat::getQNaN(fpSemantics(F)).bitcastToAPInt();
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

bool sooth::isFpOperator(Kind K) { return K >= Kind::FpAdd && K <= Kind::FpLe; }

bool sooth::isFpUnary(Kind K) {
  return K >= Kind::FpSqrt && K <= Kind::FpToUnsigned;
}

bool sooth::isFpRounded(Kind K) {
  return K >= Kind::FpAdd && K <= Kind::FpFromUnsigned;
}

static constexpr unsigned FormatBits = 8;

uint32_t sooth::fpConversion(FpFormat From, FpRounding How) {
  return uint32_t(From) | uint32_t(How) << FormatBits;
}

FpFormat sooth::fpSource(uint32_t Param1) {
  return FpFormat(Param1 & ((1u << FormatBits) - 1));
}

FpRounding sooth::fpRounding(Kind K, uint32_t Param1) {
  if (K == Kind::FpConvert)
    return FpRounding(Param1 >> FormatBits);
  return isFpRounded(K) ? FpRounding(Param1) : FpRounding::ToEven;
}

namespace {
struct OperatorName {
  const char *Text;
  Kind K;
};
} // namespace

static constexpr OperatorName OperatorNames[] = {
    {"add", Kind::FpAdd},
    {"sub", Kind::FpSub},
    {"mul", Kind::FpMul},
    {"div", Kind::FpDiv},
    {"fma", Kind::FpFma},
    {"sqrt", Kind::FpSqrt},
    {"round", Kind::FpRoundToIntegral},
    {"from", Kind::FpConvert},
    {"from_signed", Kind::FpFromSigned},
    {"from_unsigned", Kind::FpFromUnsigned},
    {"to_signed", Kind::FpToSigned},
    {"to_unsigned", Kind::FpToUnsigned},
    {"eq", Kind::FpEq},
    {"lt", Kind::FpLt},
    {"le", Kind::FpLe},
};

static constexpr const char *RoundingNames[] = {"to_even", "to_zero", "down",
                                                "up", "away"};

static bool isFromInteger(Kind K) {
  return K == Kind::FpFromSigned || K == Kind::FpFromUnsigned;
}
static bool isToInteger(Kind K) {
  return K == Kind::FpToSigned || K == Kind::FpToUnsigned;
}

std::string sooth::fpOperatorName(Expr E) {
  const Kind K = E.kind();
  std::string Name = fpName(FpFormat(E.param(0))).str() + ".";
  for (const OperatorName &O : OperatorNames)
    if (O.K == K)
      Name += O.Text;
  if (K == Kind::FpConvert)
    Name += "." + fpName(fpSource(E.param(1))).str();
  else if (isToInteger(K))
    Name += "." + std::to_string(E.param(1));
  else if (isFromInteger(K))
    Name += "." + std::to_string(E.operand(0).sort().width());
  const FpRounding How = fpRounding(K, E.param(1));
  if (K == Kind::FpRoundToIntegral || How != FpRounding::ToEven)
    Name += std::string(".") + RoundingNames[unsigned(How)];
  return Name;
}

static std::optional<uint32_t> formatNamed(llvm::StringRef Name) {
  for (uint32_t F = 0; isFpFormat(F); ++F)
    if (fpName(FpFormat(F)) == Name)
      return F;
  return std::nullopt;
}

static std::optional<Kind> kindNamed(llvm::StringRef Name) {
  for (const OperatorName &O : OperatorNames)
    if (Name == O.Text)
      return O.K;
  return std::nullopt;
}

bool sooth::isFpOperatorName(llvm::StringRef Name) {
  auto [Format, Rest] = Name.split('.');
  return formatNamed(Format) && kindNamed(Rest.split('.').first);
}

Expr sooth::fpOperatorNamed(ExprContext &Ctx, llvm::StringRef Name,
                            llvm::ArrayRef<Expr> Ops) {
  auto [Format, Rest] = Name.split('.');
  auto [Text, Suffix] = Rest.split('.');
  auto F = formatNamed(Format);
  auto K = kindNamed(Text);
  if (!F || !K || Ops.empty())
    return Expr();
  llvm::StringRef Last =
      Suffix.contains('.') ? Suffix.rsplit('.').second : Suffix;
  auto *It = llvm::find(RoundingNames, Last);
  const FpRounding How = It == std::end(RoundingNames)
                             ? FpRounding::ToEven
                             : FpRounding(It - std::begin(RoundingNames));
  uint32_t P1 = isFpRounded(*K) ? uint32_t(How) : 0;
  if (*K == Kind::FpConvert) {
    auto From = formatNamed(Suffix.split('.').first);
    if (!From)
      return Expr();
    P1 = fpConversion(FpFormat(*From), How);
  } else if (isToInteger(*K) && Suffix.getAsInteger(10, P1)) {
    return Expr();
  }
  constexpr uint32_t MaxWidth = 1u << 20;
  if (isToInteger(*K) && P1 > MaxWidth)
    return Expr();
  if (!Ctx.resultSort(*K, Ops, *F, P1))
    return Expr();
  // The name says all there is, and no more.
  Expr E = Ctx.makeRaw(*K, Ops, *F, P1);
  return fpOperatorName(E) == Name ? Ctx.make(*K, Ops, *F, P1) : Expr();
}

static constexpr auto Nearest = APFloat::rmNearestTiesToEven;

static APFloat number(FpFormat F, const Value &V) {
  return APFloat(fpSemantics(F), V.bits());
}

static Value bitsOf(FpFormat F, const APFloat &X) {
  return Value(X.isNaN() ? fpNaN(F) : X.bitcastToAPInt());
}

static APFloat arithmetic(Kind K, APFloat A, const APFloat &B,
                          APFloat::roundingMode Mode) {
  switch (K) {
  case Kind::FpAdd:
    A.add(B, Mode);
    return A;
  case Kind::FpSub:
    A.subtract(B, Mode);
    return A;
  case Kind::FpMul:
    A.multiply(B, Mode);
    return A;
  case Kind::FpDiv:
    A.divide(B, Mode);
    return A;
  default:
    llvm_unreachable("not an arithmetic operator");
  }
}

/// The greatest integer whose square is not above \p N.
static APInt integerRoot(const APInt &N) {
  unsigned Width = N.getBitWidth();
  APInt Root(Width, 0);
  for (int Bit = (Width - 1) / 2 - 1; Bit >= 0; --Bit) {
    APInt Next = Root | APInt::getOneBitSet(Width, Bit);
    if ((Next * Next).ule(N))
      Root = Next;
  }
  return Root;
}

/// The root of x = m 2^e, e even, is that of m times 2^(e/2). With m of twice
/// the precision and more, its integer part has all the bits that decide how it
/// is rounded, but for whether anything follows: the last bit says that.
static APFloat squareRoot(FpFormat F, const APFloat &X,
                          APFloat::roundingMode Mode) {
  const llvm::fltSemantics &S = fpSemantics(F);
  if (X.isZero() || X.isNaN() || (X.isInfinity() && !X.isNegative()))
    return X;
  if (X.isNegative())
    return APFloat::getQNaN(S);
  const unsigned Precision = fpShape(F).Precision;
  int Exponent = ilogb(X);
  // The significand as an integer with exactly Precision bits.
  int Scale = Exponent - int(Precision - 1);
  APSInt Significand(Precision + 1, /*isUnsigned=*/true);
  bool IsExact;
  scalbn(X, -Scale, Nearest).convertToInteger(Significand, Nearest, &IsExact);
  unsigned Added = Precision + 4;
  if ((Scale - int(Added)) % 2 != 0)
    ++Added;
  unsigned Width = 2 * Precision + 12;
  APInt Radicand = Significand.zext(Width).shl(Added);
  APInt Root = integerRoot(Radicand);
  APInt WithRest = Root.shl(1);
  if (Root * Root != Radicand)
    WithRest |= 1;
  APFloat Result = APFloat::getZero(S);
  Result.convertFromAPInt(WithRest, /*IsSigned=*/false, Mode);
  return scalbn(Result, (Scale - int(Added)) / 2 - 1, Nearest);
}

static APFloat::roundingMode direction(FpRounding R) {
  switch (R) {
  case FpRounding::ToEven:
    return APFloat::rmNearestTiesToEven;
  case FpRounding::ToZero:
    return APFloat::rmTowardZero;
  case FpRounding::Down:
    return APFloat::rmTowardNegative;
  case FpRounding::Up:
    return APFloat::rmTowardPositive;
  case FpRounding::Away:
    return APFloat::rmNearestTiesToAway;
  }
  llvm_unreachable("unknown direction");
}

static APInt toInteger(const APFloat &X, unsigned Width, bool IsSigned) {
  APSInt Result(Width, !IsSigned);
  bool IsExact;
  if (X.convertToInteger(Result, APFloat::rmTowardZero, &IsExact) &
      APFloat::opInvalidOp)
    return APInt::getSignedMinValue(Width);
  return Result;
}

static Value compare(Kind K, const APFloat &A, const APFloat &B) {
  APFloat::cmpResult R = A.compare(B);
  bool Less = R == APFloat::cmpLessThan, Equal = R == APFloat::cmpEqual;
  return Value(K == Kind::FpEq   ? Equal
               : K == Kind::FpLt ? Less
                                 : Less || Equal);
}

Value sooth::applyFp(Kind K, llvm::ArrayRef<Value> Ops, uint32_t P0,
                     uint32_t P1) {
  const auto F = FpFormat(P0);
  const APFloat::roundingMode Mode = direction(fpRounding(K, P1));
  switch (K) {
  case Kind::FpFromSigned:
  case Kind::FpFromUnsigned: {
    APFloat Result = APFloat::getZero(fpSemantics(F));
    Result.convertFromAPInt(Ops[0].bits(), K == Kind::FpFromSigned, Mode);
    return bitsOf(F, Result);
  }
  case Kind::FpConvert: {
    APFloat X = number(fpSource(P1), Ops[0]);
    bool LosesInfo;
    X.convert(fpSemantics(F), Mode, &LosesInfo);
    return bitsOf(F, X);
  }
  default:
    break;
  }
  APFloat A = number(F, Ops[0]);
  switch (K) {
  case Kind::FpFma:
    A.fusedMultiplyAdd(number(F, Ops[1]), number(F, Ops[2]), Mode);
    return bitsOf(F, A);
  case Kind::FpSqrt:
    return bitsOf(F, squareRoot(F, A, Mode));
  case Kind::FpRoundToIntegral:
    A.roundToIntegral(Mode);
    return bitsOf(F, A);
  case Kind::FpToSigned:
  case Kind::FpToUnsigned:
    return Value(toInteger(A, P1, K == Kind::FpToSigned));
  case Kind::FpEq:
  case Kind::FpLt:
  case Kind::FpLe:
    return compare(K, A, number(F, Ops[1]));
  default:
    return bitsOf(F, arithmetic(K, A, number(F, Ops[1]), Mode));
  }
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string sooth::fpText(FpFormat F, const APInt &Bits) {
  APFloat X(fpSemantics(F), Bits);
  std::string Sign = X.isNegative() ? "-" : "";
  if (X.isNaN())
    return "nan";
  if (X.isInfinity())
    return Sign + "inf";
  constexpr unsigned MostDigits = 40;
  for (unsigned Digits = 1; Digits <= MostDigits; ++Digits) {
    llvm::SmallString<40> Text;
    X.toString(Text, Digits, /*FormatMaxPadding=*/6);
    APFloat Back(fpSemantics(F));
    auto Status = Back.convertFromString(Text, Nearest);
    if (!Status) {
      llvm::consumeError(Status.takeError());
      break;
    }
    if (!Back.bitwiseIsEqual(X))
      continue;
    std::string Result = Text.str().lower();
    return Result + (Text.str().find_first_of(".E") == llvm::StringRef::npos
                         ? ".0"
                         : "");
  }
  char Buffer[64];
  return {Buffer, X.convertToHexString(Buffer, 0, false, Nearest)};
}
