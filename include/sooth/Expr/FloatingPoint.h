//===- FloatingPoint.h - Numbers with a binary point ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floating-point numbers are bit-vectors, as in memory, and the operators of
// IEEE 754 take and give such bit-vectors. Their meaning is given twice:
// applyFp() computes it on values (by LLVM's APFloat), and fpAsBits() says the
// same by operators on bits, which is what solvers are told. A unit test
// compares the two, and both with z3's theory of floating-point numbers.
//
// Results are rounded to nearest, ties to even, unless a parameter says
// otherwise (fpRounding()). A result that is not a number is always fpNaN(). A
// number without a value in an integer's range (NaN, infinities) becomes the
// integer whose sign bit alone is set.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_FLOATINGPOINT_H
#define SOOTH_EXPR_FLOATINGPOINT_H

#include "sooth/Expr/ExprContext.h"

#include <string>

namespace llvm {
struct fltSemantics;
}

namespace sooth {

enum class FpFormat : uint8_t { Half, BFloat, Single, Double, Extended, Quad };

/// What rint (by default), trunc, floor, ceil and round do; the first four are
/// C's rounding modes, too.
enum class FpRounding : uint8_t { ToEven, ToZero, Down, Up, Away };
constexpr unsigned NumFpRoundings = 5;

struct FpShape {
  unsigned ExponentBits;
  unsigned Precision; // with the leading bit
  unsigned Width;
};

bool isFpFormat(uint32_t Parameter);
FpShape fpShape(FpFormat F);
inline unsigned fpWidth(FpFormat F) { return fpShape(F).Width; }
const llvm::fltSemantics &fpSemantics(FpFormat F);
/// "fp32", "fp80".
llvm::StringRef fpName(FpFormat F);
/// Positive, quiet, without payload.
llvm::APInt fpNaN(FpFormat F);

bool isFpOperator(Kind K);
/// Requires an operator on floating-point numbers.
bool isFpUnary(Kind K);
/// Whether its results need not be numbers of the format, and are rounded.
bool isFpRounded(Kind K);

/// How an operator with this parameter 1 rounds; ToEven if it does not.
FpRounding fpRounding(Kind K, uint32_t Param1);
/// Parameter 1 of FpConvert, and the format that it says.
uint32_t fpConversion(FpFormat From, FpRounding How);
FpFormat fpSource(uint32_t Param1);

/// What SMT-LIB text calls it, "fp32.add" or "fp64.to_signed.32". There,
/// printFpDefinitions() defines the functions that are so called.
std::string fpOperatorName(Expr E);
/// Whether fpOperatorName() could give this.
bool isFpOperatorName(llvm::StringRef Name);
/// The operator of this name, applied; null if there is none, or not for these
/// operands.
Expr fpOperatorNamed(ExprContext &Ctx, llvm::StringRef Name,
                     llvm::ArrayRef<Expr> Ops);

/// The value of such an operator, as applyKind().
Value applyFp(Kind K, llvm::ArrayRef<Value> Ops, uint32_t Param0,
              uint32_t Param1);

/// What \p K with these parameters does to \p Ops, in terms of bits alone.
Expr fpAsBits(ExprContext &Ctx, Kind K, llvm::ArrayRef<Expr> Ops,
              uint32_t Param0, uint32_t Param1);

// Of single numbers, in terms of bits.
Expr fpIsNaN(ExprContext &Ctx, FpFormat F, Expr X);
Expr fpIsInfinite(ExprContext &Ctx, FpFormat F, Expr X);
Expr fpIsZero(ExprContext &Ctx, FpFormat F, Expr X);
Expr fpIsSubnormal(ExprContext &Ctx, FpFormat F, Expr X);
Expr fpIsNegative(ExprContext &Ctx, FpFormat F, Expr X);
/// Not a number, and an operand that raises an exception.
Expr fpIsSignaling(ExprContext &Ctx, FpFormat F, Expr X);
Expr fpNegated(ExprContext &Ctx, FpFormat F, Expr X);
Expr fpAbsolute(ExprContext &Ctx, FpFormat F, Expr X);
/// The magnitude of \p X with the sign of \p Sign.
Expr fpCopySign(ExprContext &Ctx, FpFormat F, Expr X, Expr Sign);
/// The shortest decimal fraction that is read as this number: "0.1", "-3.0",
/// "1.0e+300"; or "-inf", "nan".
std::string fpText(FpFormat F, const llvm::APInt &Bits);

} // namespace sooth

#endif
