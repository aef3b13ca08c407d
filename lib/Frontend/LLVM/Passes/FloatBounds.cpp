//===- FloatBounds.cpp - What pow and its kin return of constants ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatBounds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <cmath>
#include <limits>
#include <optional>

using namespace llvm;

namespace sooth {

static constexpr StringLiteral BoundName = "sooth_nondet_libc_float_bound";
enum BoundArgument : unsigned { Which, First, Second, Digits, IsUpper };

/// As in runtime/libc/math.c.
enum Of { Sin, Cos, Tan, Atan, Tanh, Exp, Exp2, Log, Log2, Log10, Pow };

static double resultOf(unsigned Function, double X, double Y) {
  switch (Function) {
  case Sin:
    return std::sin(X);
  case Cos:
    return std::cos(X);
  case Tan:
    return std::tan(X);
  case Atan:
    return std::atan(X);
  case Tanh:
    return std::tanh(X);
  case Exp:
    return std::exp(X);
  case Exp2:
    return std::exp2(X);
  case Log:
    return std::log(X);
  case Log2:
    return std::log2(X);
  case Log10:
    return std::log10(X);
  case Pow:
    return std::pow(X, Y);
  default:
    return std::numeric_limits<double>::quiet_NaN();
  }
}

/// Processors reduce by a short pi.
static bool isPeriodic(unsigned Function) {
  return Function == Sin || Function == Cos || Function == Tan;
}

/// Libraries promise less than one or two units in the last place; this is 256
/// of them, and what an x87 adds in sin and its kin.
static std::optional<double> boundFor(const CallInst &Call) {
  auto *X = dyn_cast<ConstantFP>(Call.getArgOperand(First));
  auto *Y = dyn_cast<ConstantFP>(Call.getArgOperand(Second));
  auto *Function = dyn_cast<ConstantInt>(Call.getArgOperand(Which));
  auto *Precision = dyn_cast<ConstantInt>(Call.getArgOperand(Digits));
  auto *Upper = dyn_cast<ConstantInt>(Call.getArgOperand(IsUpper));
  if (!X || !Y || !Function || !Precision || !Upper)
    return std::nullopt;
  const unsigned F = unsigned(Function->getZExtValue());
  const double Value = X->getValueAPF().convertToDouble();
  const bool IsSingle = Precision->getZExtValue() == 24;
  // What is very small or large may be rounded or overflow in other ways.
  const double Least = IsSingle ? 0x1p-120 : 0x1p-1000;
  if (!std::isfinite(Value) || (isPeriodic(F) && std::fabs(Value) > 100))
    return std::nullopt;
  const double Result = resultOf(F, Value, Y->getValueAPF().convertToDouble());
  const double Size = std::fabs(Result);
  if (!(Size >= Least && Size <= 1 / Least))
    return std::nullopt;
  const double Distance =
      Size * (IsSingle ? 0x1p-16 : 0x1p-45) + (isPeriodic(F) ? 0x1p-50 : 0);
  return Upper->isZero() ? Result - Distance : Result + Distance;
}

bool tellFloatBounds(llvm::Function &F) {
  bool Found = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || Callee->getName() != BoundName)
      continue;
    Call->replaceAllUsesWith(ConstantFP::get(
        Call->getType(),
        boundFor(*Call).value_or(std::numeric_limits<double>::quiet_NaN())));
    Call->eraseFromParent();
    Found = true;
  }
  return Found;
}

} // namespace sooth
