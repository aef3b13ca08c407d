//===- PlainIntrinsics.cpp - Intrinsics that are plain instructions -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainIntrinsics.h"

#include "Base/ArbitraryValues.h"
#include "sooth/Frontend/LLVM/Passes/FloatMeaning.h"

#include "llvm/ADT/FloatingPointMode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

/// Whether \p I rounds as the mode says, or as it does in most programs.
static bool roundsAsUsual(const ConstrainedFPIntrinsic &I) {
  RoundingMode Mode = I.getRoundingMode().value_or(RoundingMode::Dynamic);
  return Mode == RoundingMode::Dynamic ||
         Mode == RoundingMode::NearestTiesToEven;
}

/// The opcode of the instruction that \p Id is the constrained form of; 0 if
/// there is none.
static unsigned plainOpcode(Intrinsic::ID Id) {
  switch (Id) {
#define DAG_INSTRUCTION(NAME, ARGS, ROUNDS, INTRINSIC, NODE)                   \
  case Intrinsic::INTRINSIC:                                                   \
    return Instruction::NAME;
#define DAG_FUNCTION(NAME, ARGS, ROUNDS, INTRINSIC, NODE)
#define FUNCTION(NAME, ARGS, ROUNDS, INTRINSIC)
#include "llvm/IR/ConstrainedOps.def"
  default:
    return 0;
  }
}

/// The intrinsic that \p Id is the constrained form of.
static Intrinsic::ID plainIntrinsic(Intrinsic::ID Id) {
  switch (Id) {
#define INSTRUCTION(NAME, ARGS, ROUNDS, INTRINSIC)
#define DAG_INSTRUCTION(NAME, ARGS, ROUNDS, INTRINSIC, NODE)
#define DAG_FUNCTION(NAME, ARGS, ROUNDS, INTRINSIC, NODE)                      \
  FUNCTION(NAME, ARGS, ROUNDS, INTRINSIC)
#define FUNCTION(NAME, ARGS, ROUNDS, INTRINSIC)                                \
  case Intrinsic::INTRINSIC:                                                   \
    return Intrinsic::NAME;
#include "llvm/IR/ConstrainedOps.def"
  default:
    return Intrinsic::not_intrinsic;
  }
}

/// A call of the intrinsic \p Id that computes what \p I does.
static Value *plainCall(IRBuilder<> &Build, Intrinsic::ID Id,
                        ConstrainedFPIntrinsic &I, ArrayRef<Value *> Operands) {
  SmallVector<Type *> Types{I.getType()}; // those that the name depends on
  if (Id == Intrinsic::lrint || Id == Intrinsic::llrint ||
      Id == Intrinsic::lround || Id == Intrinsic::llround)
    Types.push_back(Operands[0]->getType());
  if (Id == Intrinsic::powi || Id == Intrinsic::ldexp)
    Types.push_back(Operands[1]->getType());
  return Build.CreateIntrinsic(Id, Types, Operands);
}

static Value *plain(ConstrainedFPIntrinsic &I) {
  if (!roundsAsUsual(I))
    return nullptr;
  IRBuilder<> Build(&I);
  Build.setFastMathFlags(I.getFastMathFlags());
  SmallVector<Value *, 3> Operands(I.arg_begin(),
                                   I.arg_begin() + I.getNonMetadataArgCount());
  if (auto *Compare = dyn_cast<ConstrainedFPCmpIntrinsic>(&I))
    return Build.CreateFCmp(Compare->getPredicate(), Operands[0], Operands[1]);
  unsigned Opcode = plainOpcode(I.getIntrinsicID());
  if (Instruction::isBinaryOp(Opcode))
    return Build.CreateBinOp(Instruction::BinaryOps(Opcode), Operands[0],
                             Operands[1]);
  if (Instruction::isCast(Opcode))
    return Build.CreateCast(Instruction::CastOps(Opcode), Operands[0],
                            I.getType());
  return plainCall(Build, plainIntrinsic(I.getIntrinsicID()), I, Operands);
}

/// What may be put in the place of \p I; null if it stays.
static Value *replacement(IntrinsicInst &I) {
  if (auto *Constrained = dyn_cast<ConstrainedFPIntrinsic>(&I))
    return plain(*Constrained);
  switch (I.getIntrinsicID()) {
  case Intrinsic::annotation:
  case Intrinsic::arithmetic_fence:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::preserve_static_offset:
  case Intrinsic::ptr_annotation:
  case Intrinsic::ssa_copy:
  case Intrinsic::strip_invariant_group:
    return I.getArgOperand(0);
  case Intrinsic::is_constant: {
    if (isa<ConstantInt, ConstantFP>(I.getArgOperand(0)))
      return ConstantInt::getTrue(I.getType());
    IRBuilder<> Build(&I);
    return callAny(Build, AnyConstancy, I.getType());
  }
  default:
    return nullptr;
  }
}

void lowerIntrinsics(Module &M) {
  for (Function &F : M) {
    // Or the inliner makes operations constrained again.
    F.removeFnAttr(Attribute::StrictFP);
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      if (auto *Call = dyn_cast<CallBase>(&I))
        Call->removeFnAttr(Attribute::StrictFP);
      auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
      Value *New = Intrinsic ? replacement(*Intrinsic) : nullptr;
      if (!New)
        continue;
      if (auto *Made = dyn_cast<Instruction>(New); Made && !Made->hasName())
        Made->takeName(&I);
      I.replaceAllUsesWith(New);
      I.eraseFromParent();
    }
  }
}

} // namespace sooth
