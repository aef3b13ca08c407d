//===- HardwareMeaning.cpp - Undefined behaviour is not exploited ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/HardwareMeaning.h"

#include "Base/AddedComparisons.h"
#include "Base/AliasRules.h"
#include "Base/ArbitraryValues.h"
#include "Base/VariadicCalls.h"
#include "FastMath.h"
#include "sooth/Frontend/LLVM/Base/OperationNumbers.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/FloatMeaning.h"
#include "sooth/Frontend/LLVM/Passes/TailRecursion.h"
#include "sooth/Frontend/LLVM/Passes/UninitializedValues.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace sooth {

/// Metadata of divisions that this pass has seen before.
static constexpr StringLiteral TrapShown = "sooth.trap.shown";

/// Promises about values: on parameters and results.
static AttributeMask promisesAboutValues() {
  AttributeMask Mask;
  for (Attribute::AttrKind Kind :
       {Attribute::NoUndef, Attribute::NonNull, Attribute::Dereferenceable,
        Attribute::DereferenceableOrNull, Attribute::NoAlias, Attribute::Range,
        Attribute::NoFPClass, Attribute::Returned, Attribute::NoCapture,
        Attribute::NoFree, Attribute::ReadNone, Attribute::ReadOnly,
        Attribute::WriteOnly, Attribute::Writable, Attribute::DeadOnUnwind,
        Attribute::Initializes})
    Mask.addAttribute(Kind);
  return Mask;
}

/// Promises about what a function does, and orders to leave it alone.
static AttributeMask promisesAboutFunctions() {
  AttributeMask Mask;
  for (Attribute::AttrKind Kind :
       {Attribute::MustProgress, Attribute::WillReturn, Attribute::Memory,
        Attribute::NoFree, Attribute::NoSync, Attribute::NoRecurse,
        Attribute::NoCallback, Attribute::Speculatable, Attribute::OptimizeNone,
        Attribute::NoInline})
    Mask.addAttribute(Kind);
  return Mask;
}

static AttributeList withoutPromises(LLVMContext &Context, AttributeList List,
                                     unsigned Params) {
  static const AttributeMask Values = promisesAboutValues();
  static const AttributeMask Functions = promisesAboutFunctions();
  List = List.removeFnAttributes(Context, Functions)
             .removeRetAttributes(Context, Values);
  for (unsigned I = 0; I < Params; ++I) {
    List = List.removeParamAttributes(Context, I, Values);
    // The alignment of memory passed by value is part of the convention.
    if (!List.hasParamAttr(I, Attribute::ByVal) &&
        !List.hasParamAttr(I, Attribute::StructRet))
      List = List.removeParamAttribute(Context, I, Attribute::Alignment);
  }
  return List;
}

/// Whether \p Amount is a remainder by \p Width already.
static bool isWrapped(const Value *Amount, unsigned Width) {
  using namespace PatternMatch;
  const APInt *C;
  if (match(Amount, m_And(m_Value(), m_APInt(C))))
    return C->ult(Width);
  return match(Amount, m_URem(m_Value(), m_APInt(C))) && *C == Width;
}

/// Shifts by the amount modulo the width.
static void wrapShiftAmount(BinaryOperator &Shift) {
  auto *Ty = dyn_cast<IntegerType>(Shift.getType());
  if (!Ty)
    return;
  Value *Amount = Shift.getOperand(1);
  unsigned Width = Ty->getBitWidth();
  if (auto *C = dyn_cast<ConstantInt>(Amount); C && C->getValue().ult(Width))
    return;
  if (isWrapped(Amount, Width))
    return;
  IRBuilder<> Builder(&Shift);
  // An i1 shifts by 0 always: its width, 1, does not fit into it.
  Value *Wrapped =
      Width == 1 ? ConstantInt::getFalse(Ty)
      : isPowerOf2_32(Width)
          ? Builder.CreateAnd(Amount, ConstantInt::get(Ty, Width - 1))
          : Builder.CreateURem(Amount, ConstantInt::get(Ty, Width));
  Shift.setOperand(1, Wrapped);
}

bool trapsOnOverflow(unsigned Width) {
  return Width == 8 || Width == 16 || Width == 32 || Width == 64;
}

/// Whether \p Division has a result, or null if it always has one.
static Value *hasResult(BinaryOperator &Division, IRBuilder<> &Builder) {
  auto *Ty = cast<IntegerType>(Division.getType());
  Value *Dividend = Division.getOperand(0), *Divisor = Division.getOperand(1);
  bool MayOverflow = (Division.getOpcode() == Instruction::SDiv ||
                      Division.getOpcode() == Instruction::SRem) &&
                     trapsOnOverflow(Ty->getBitWidth());
  Constant *Least =
      ConstantInt::get(Ty, APInt::getSignedMinValue(Ty->getBitWidth()));
  if (auto *C = dyn_cast<ConstantInt>(Divisor); C && !C->isZero())
    return MayOverflow && C->isMinusOne()
               ? Builder.CreateICmpNE(Dividend, Least)
               : nullptr;
  Value *NonZero = Builder.CreateICmpNE(Divisor, ConstantInt::get(Ty, 0));
  if (!MayOverflow)
    return NonZero;
  Value *Overflows = Builder.CreateAnd(
      Builder.CreateICmpEQ(Divisor, Constant::getAllOnesValue(Ty)),
      Builder.CreateICmpEQ(Dividend, Least));
  return Builder.CreateAnd(NonZero, Builder.CreateNot(Overflows));
}

/// A division that traps ends the run, also if nobody needs its result: says so
/// before \p Division, once.
static void showTrap(BinaryOperator &Division) {
  if (!Division.getType()->isIntegerTy() || Division.hasMetadata(TrapShown))
    return;
  Division.setMetadata(TrapShown, MDNode::get(Division.getContext(), {}));
  IRBuilder<> Builder(&Division);
  Value *Condition = hasResult(Division, Builder);
  if (!Condition)
    return;
  FunctionCallee Continue = Division.getModule()->getOrInsertFunction(
      ContinueIfName, Builder.getVoidTy(), Builder.getInt1Ty());
  Builder.CreateCall(Continue, {Condition});
}

/// The number of zeros before the first one is any number where there is no one
/// bit: machines differ, and compilers choose.
static void defineZeroCount(IntrinsicInst &Call) {
  bool IsUndefined = !cast<ConstantInt>(Call.getArgOperand(1))->isZero();
  Call.setArgOperand(1, ConstantInt::getFalse(Call.getContext()));
  Value *Counted = Call.getArgOperand(0);
  if (!IsUndefined || !Call.getType()->isIntegerTy() ||
      isKnownNonZero(Counted, SimplifyQuery(Call.getDataLayout(), &Call)))
    return;
  IRBuilder<> Builder(Call.getNextNode());
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  Value *IsZero =
      Builder.CreateICmpEQ(Counted, Constant::getNullValue(Call.getType()));
  replaceUses(Call, [&] {
    return Builder.CreateSelect(
        IsZero, callAny(Builder, AnyZeroCount, Call.getType()), &Call);
  });
}

/// Returns true if the intrinsic is gone.
static bool defineIntrinsic(IntrinsicInst &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::assume:
    Call.eraseFromParent();
    return true;
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
    Call.replaceAllUsesWith(Call.getArgOperand(0));
    Call.eraseFromParent();
    return true;
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
    defineZeroCount(Call);
    return false;
  case Intrinsic::abs: // "Is poison" for one special argument.
    Call.setArgOperand(1, ConstantInt::getFalse(Call.getContext()));
    return false;
  default:
    return false;
  }
}

/// Where __builtin_unreachable is reached, anything might follow. (After calls
/// that do not return nothing does.)
static void defineUnreachable(UnreachableInst &End) {
  auto *Last = dyn_cast_or_null<CallBase>(End.getPrevNonDebugInstruction());
  if (Last && (Last->doesNotReturn() || classify(*Last) == CalleeKind::Error ||
               classify(*Last) == CalleeKind::Exit))
    return;
  IRBuilder<> Builder(&End);
  CallInst *Undefined = Builder.CreateCall(
      End.getModule()->getOrInsertFunction(UndefinedName, Builder.getVoidTy()));
  Undefined->setDoesNotReturn();
  Undefined->addFnAttr(Attribute::get(End.getContext(), UnreachableName));
}

static void defineInstruction(Instruction &I) {
  defineFastMath(I);
  I.dropPoisonGeneratingFlags();
  // Which branches are clang's checks is no promise.
  I.dropUnknownNonDebugMetadata(
      {LLVMContext::MD_nosanitize, I.getContext().getMDKindID(TrapShown),
       I.getContext().getMDKindID(CheckedName),
       I.getContext().getMDKindID(ArgumentsName),
       I.getContext().getMDKindID(EffectiveTypeName),
       I.getContext().getMDKindID(CopiedTypesName),
       I.getContext().getMDKindID(CopiesName),
       I.getContext().getMDKindID(EndedName),
       I.getContext().getMDKindID(KeptName),
       I.getContext().getMDKindID(NoAccessName),
       I.getContext().getMDKindID(OperationNumberName),
       I.getContext().getMDKindID(AddedComparisonName),
       I.getContext().getMDKindID(ChosenComparisonName),
       I.getContext().getMDKindID(TailCallName),
       I.getContext().getMDKindID(VariadicObjectName)});
  if (I.isShift())
    wrapShiftAmount(cast<BinaryOperator>(I));
  if (I.isIntDivRem())
    showTrap(cast<BinaryOperator>(I));
  if (auto *End = dyn_cast<UnreachableInst>(&I))
    defineUnreachable(*End);
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I)) {
    if (defineIntrinsic(*Intrinsic))
      return;
    I.dropPoisonGeneratingReturnAttributes();
  } else if (auto *Call = dyn_cast<CallBase>(&I)) {
    Call->setAttributes(withoutPromises(
        Call->getContext(), Call->getAttributes(), Call->arg_size()));
  }
}

PreservedAnalyses HardwareMeaningPass::run(Module &M, ModuleAnalysisManager &) {
  for (Function &F : M) {
    if (F.isIntrinsic())
      continue;
    // What clang promises about a C library's function stays.
    if (!F.isDeclaration())
      F.setAttributes(
          withoutPromises(F.getContext(), F.getAttributes(), F.arg_size()));
    for (Instruction &I : make_early_inc_range(instructions(F)))
      defineInstruction(I);
  }
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

} // namespace sooth
