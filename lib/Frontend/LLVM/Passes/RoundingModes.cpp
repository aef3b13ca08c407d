//===- RoundingModes.cpp - What fesetround changes ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoundingModes.h"

#include "Base/ArbitraryValues.h"
#include "Base/RoundedOperations.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/FloatMeaning.h"

#include "llvm/ADT/FloatingPointMode.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

/// Of the model of fesetround.
static constexpr StringLiteral ModeName = "sooth_libc_rounding";

static bool mayChangeRounding(const Module &M) {
  const Function *Setter = M.getFunction("fesetround");
  return Setter && isLibraryModel(*Setter) && M.getNamedGlobal(ModeName);
}

/// Whether some of the numbers of \p From are rounded.
static bool losesDigits(const CastInst &I) {
  const bool IsSigned = I.getOpcode() == Instruction::SIToFP;
  const unsigned Bits = I.getSrcTy()->getScalarSizeInBits() - IsSigned;
  return Bits > APFloat::semanticsPrecision(
                    I.getDestTy()->getScalarType()->getFltSemantics());
}

/// Without instructions for it, zero may become negative where the mode is
/// downward, as a difference of equal numbers.
static bool mayBeDifference(const Instruction &I) {
  return I.getOpcode() == Instruction::UIToFP &&
         I.getDataLayout().getPointerSizeInBits() == 32;
}

static std::optional<RoundedOperation> operation(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::FAdd:
    return RoundedOperation::Add;
  case Instruction::FSub:
    return RoundedOperation::Subtract;
  case Instruction::FMul:
    return RoundedOperation::Multiply;
  case Instruction::FDiv:
    return RoundedOperation::Divide;
  case Instruction::FPTrunc:
    return RoundedOperation::Convert;
  case Instruction::SIToFP:
    if (losesDigits(cast<CastInst>(I)))
      return RoundedOperation::FromSigned;
    return std::nullopt;
  case Instruction::UIToFP:
    if (losesDigits(cast<CastInst>(I)) || mayBeDifference(I))
      return RoundedOperation::FromUnsigned;
    return std::nullopt;
  default:
    break;
  }
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  switch (Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::sqrt:
    return RoundedOperation::SquareRoot;
  case Intrinsic::fma:
    return RoundedOperation::MultiplyAdd;
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
    return RoundedOperation::ToIntegral;
  default:
    return std::nullopt;
  }
}

/// Whether all compilers have one instruction for it, or a function that asks
/// for the mode.
static bool isAsTheProcessorDoes(RoundedOperation What, const Type *From,
                                 const Type *To) {
  auto IsNative = [](const Type *T) {
    return T->isFloatTy() || T->isDoubleTy() || T->isX86_FP80Ty();
  };
  if (!IsNative(To))
    return false;
  if (What == RoundedOperation::FromSigned)
    return From->getIntegerBitWidth() <= 64;
  if (What == RoundedOperation::FromUnsigned)
    return From->getIntegerBitWidth() <= (To->isDoubleTy() ? 63u : 64u);
  return IsNative(From);
}

namespace {
class ModeFollower {
public:
  explicit ModeFollower(GlobalVariable &Mode) : Mode(Mode) {}
  void visit(Function &F);

private:
  Value *mode(IRBuilder<> &Build) {
    return Build.CreateLoad(Build.getInt32Ty(), &Mode);
  }
  void splitMultiplyAdd(IntrinsicInst &I);
  void roundFirst(IntrinsicInst &I);
  void replace(Instruction &I, RoundedOperation What);

  GlobalVariable &Mode;
};
} // namespace

/// One operation where the machine has one for it.
void ModeFollower::splitMultiplyAdd(IntrinsicInst &I) {
  IRBuilder<> Build(&I);
  Build.setFastMathFlags(I.getFastMathFlags());
  Value *A = I.getArgOperand(0), *B = I.getArgOperand(1),
        *C = I.getArgOperand(2), *Result;
  SmallVector<StringRef, 16> Features;
  I.getFunction()
      ->getFnAttribute("target-features")
      .getValueAsString()
      .split(Features, ',');
  if (is_contained(Features, "+fma")) {
    Result = Build.CreateIntrinsic(Intrinsic::fma, {I.getType()}, {A, B, C});
  } else {
    auto *Product = BinaryOperator::CreateFMul(A, B, "", I.getIterator());
    Product->setDebugLoc(I.getDebugLoc());
    Product->copyFastMathFlags(&I);
    auto *Sum = BinaryOperator::CreateFAdd(Product, C, "", I.getIterator());
    Sum->setDebugLoc(I.getDebugLoc());
    Sum->copyFastMathFlags(&I);
    Result = Sum;
  }
  I.replaceAllUsesWith(Result);
  I.eraseFromParent();
}

/// lrint: in whatever mode an integer is rounded, it stays what it is.
void ModeFollower::roundFirst(IntrinsicInst &I) {
  IRBuilder<> Build(&I);
  I.setArgOperand(
      0, Build.CreateUnaryIntrinsic(Intrinsic::rint, I.getArgOperand(0)));
}

void ModeFollower::replace(Instruction &I, RoundedOperation What) {
  IRBuilder<> Build(&I);
  if (isa<FPMathOperator>(I))
    Build.setFastMathFlags(I.getFastMathFlags());
  const unsigned Count =
      isa<CallBase>(I) ? cast<CallBase>(I).arg_size() : I.getNumOperands();
  Type *To = I.getType()->getScalarType();
  Type *From = I.getOperand(0)->getType()->getScalarType();
  Value *Now = mode(Build);
  Value *Result = nullptr;
  auto *Vector = dyn_cast<FixedVectorType>(I.getType());
  if (!isAsTheProcessorDoes(What, From, To) || mayBeDifference(I)) {
    auto *Nearest = I.clone();
    Nearest->insertBefore(&I);
    Value *IsNearest = Build.CreateICmpEQ(
        Now, Build.getInt32(int(RoundingMode::NearestTiesToEven)));
    Result = Build.CreateSelect(IsNearest, Nearest,
                                callAny(Build, AnyRounding, I.getType()));
  } else if (!Vector) {
    SmallVector<Value *, 3> Operands(I.op_begin(), I.op_begin() + Count);
    Result = callRounded(Build, What, Now, Operands, To);
  } else {
    Result = PoisonValue::get(Vector);
    for (unsigned Lane = 0; Lane < Vector->getNumElements(); ++Lane) {
      SmallVector<Value *, 3> Operands;
      for (unsigned N = 0; N < Count; ++N)
        Operands.push_back(Build.CreateExtractElement(I.getOperand(N), Lane));
      Result = Build.CreateInsertElement(
          Result, callRounded(Build, What, Now, Operands, To), Lane);
    }
  }
  if (auto *Made = dyn_cast<Instruction>(Result))
    Made->takeName(&I);
  I.replaceAllUsesWith(Result);
  I.eraseFromParent();
}

void ModeFollower::visit(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    switch (Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic) {
    case Intrinsic::fmuladd:
      splitMultiplyAdd(*Call);
      break;
    case Intrinsic::lrint:
    case Intrinsic::llrint:
      roundFirst(*Call);
      break;
    default:
      break;
    }
  }
  SmallVector<std::pair<Instruction *, RoundedOperation>> Found;
  for (Instruction &I : instructions(F))
    if (auto What = operation(I))
      Found.push_back({&I, *What});
  for (auto [I, What] : Found)
    replace(*I, What);
}

/// \p Mode: null if it never changes.
static void answerForMode(Function &F, GlobalVariable *Mode) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I);
        Call && Call->getIntrinsicID() == Intrinsic::get_rounding) {
      IRBuilder<> Build(Call);
      Value *Nearest = Build.getInt32(int(RoundingMode::NearestTiesToEven));
      Call->replaceAllUsesWith(Mode ? Build.CreateLoad(Build.getInt32Ty(), Mode)
                                    : Nearest);
      Call->eraseFromParent();
    }
}

void followRoundingMode(Module &M) {
  GlobalVariable *Mode =
      mayChangeRounding(M) ? M.getNamedGlobal(ModeName) : nullptr;
  for (Function &F : M) {
    answerForMode(F, Mode);
    if (Mode)
      ModeFollower(*Mode).visit(F);
  }
}

} // namespace sooth
