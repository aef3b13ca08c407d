//===- Operations.cpp - LLVM's operators as expressions -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"
#include "Base/Contracts.h"

#include "Base/PointerDifference.h"
#include "Divisions.h"
#include "Memory/MemoryModel.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/HardwareMeaning.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

using namespace sooth;
using namespace llvm;

static bool hasModelledOperands(const Instruction &I) {
  return all_of(I.operands(),
                [](const Use &U) { return isModelled(U->getType()); });
}

/// What a load of a constant object reads; null if that is not known.
static const Constant *constantLoaded(const Instruction &I) {
  auto *Load = dyn_cast<LoadInst>(&I);
  if (!Load || Load->isVolatile())
    return nullptr;
  auto *Pointer = dyn_cast<Constant>(Load->getPointerOperand());
  if (!Pointer)
    return nullptr;
  return ConstantFoldLoadFromConstPtr(const_cast<Constant *>(Pointer),
                                      I.getType(), I.getDataLayout());
}

bool sooth::isUndefinedRead(const Instruction &I) {
  const Constant *C = constantLoaded(I);
  return C && hasUndefinedScalar(C);
}

/// Whether \p I loads a constant of known scalars.
static bool isKnownLoad(const Instruction &I) {
  const Constant *C = constantLoaded(I);
  return C && hasKnownScalars(C) && !hasUndefinedScalar(C);
}

/// Where two pointers lie relative to each other may depend on more than them.
static bool isPointerEquality(const Instruction &I) {
  return cast<ICmpInst>(I).isEquality() &&
         I.getOperand(0)->getType()->isPointerTy();
}

/// Whether \p I moves one pointer by amounts that are modelled.
static bool isPlainStep(const Instruction &I) {
  auto &Gep = cast<GEPOperator>(I);
  unsigned Width = I.getDataLayout().getIndexTypeSizeInBits(I.getType());
  MapVector<llvm::Value *, APInt> Variable;
  APInt Constant(Width, 0);
  return I.getType()->isPointerTy() &&
         Gep.collectOffset(I.getDataLayout(), Width, Variable, Constant) &&
         all_of(Variable,
                [](auto &Index) { return isModelled(Index.first->getType()); });
}

bool sooth::isOperation(const Instruction &I) {
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return isOperation(*Intrinsic);
  if (isFloatOperation(I))
    return true;
  if (auto *Call = dyn_cast<CallBase>(&I))
    return isTagged(*Call) || isTagOf(*Call) || isSameObject(*Call) ||
           asksIfExisted(*Call);
  switch (I.getOpcode()) {
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
  case Instruction::BitCast:
    return isModelled(I.getType()) && hasModelledOperands(I);
  case Instruction::ICmp:
    return hasModelledOperands(I) || isPointerEquality(I);
  case Instruction::GetElementPtr:
    return isPlainStep(I);
  case Instruction::Load:
    return hasModelledScalar(I.getType()) && isKnownLoad(I);
  case Instruction::Freeze:
    return hasModelledScalar(I.getType());
  case Instruction::Select:
    return hasModelledScalar(I.getType()) &&
           isModelled(I.getOperand(0)->getType());
  case Instruction::InsertValue:
    return isTransparent(I.getType());
  case Instruction::ExtractValue:
    return hasModelledScalar(I.getType()) &&
           isTransparent(I.getOperand(0)->getType());
  default:
    return I.isBinaryOp() && !I.getType()->isFloatingPointTy() &&
           hasModelledOperands(I) && !pointerDifference(I).first;
  }
}

/// An upper bound that is obvious from the term, or all ones.
static APInt obviousMaximum(Expr E) {
  unsigned Width = E.sort().width();
  if (E.isConst())
    return E.value().bits();
  if (E.is(Kind::BvAnd) && E.operand(1).isConst())
    return E.operand(1).value().bits();
  if (E.is(Kind::ZeroExt))
    return obviousMaximum(E.operand(0)).zext(Width);
  if (E.is(Kind::BvUrem) && E.operand(1).isConst() &&
      !E.operand(1).value().bits().isZero())
    return E.operand(1).value().bits() - 1;
  return APInt::getAllOnes(Width);
}

/// The amount by which the hardware shifts: x86 looks at the low five bits for
/// operands of up to 32 bits (narrow ones are shifted in a 32-bit register),
/// at the low six for 64, and wide shifts are expanded likewise.
static Expr hardwareShiftAmount(ExprContext &Ctx, Expr Amount) {
  unsigned Width = Amount.sort().width();
  APInt Mask = APInt::getLowBitsSet(
      Width, std::min(Width, Log2_64_Ceil(std::max<uint64_t>(Width, 32))));
  if (obviousMaximum(Amount).ule(Mask))
    return Amount;
  return Ctx.make(Kind::BvAnd, {Amount, Ctx.bv(Mask)});
}

static Kind bitVecKind(unsigned Opcode) {
  switch (Opcode) {
  case Instruction::Add:
    return Kind::BvAdd;
  case Instruction::Sub:
    return Kind::BvSub;
  case Instruction::Mul:
    return Kind::BvMul;
  case Instruction::UDiv:
    return Kind::BvUdiv;
  case Instruction::SDiv:
    return Kind::BvSdiv;
  case Instruction::URem:
    return Kind::BvUrem;
  case Instruction::SRem:
    return Kind::BvSrem;
  case Instruction::Shl:
    return Kind::BvShl;
  case Instruction::LShr:
    return Kind::BvLshr;
  case Instruction::AShr:
    return Kind::BvAshr;
  case Instruction::And:
    return Kind::BvAnd;
  case Instruction::Or:
    return Kind::BvOr;
  case Instruction::Xor:
    return Kind::BvXor;
  default:
    llvm_unreachable("not an integer operator");
  }
}

static Expr applyBinary(ExprContext &Ctx, unsigned Opcode, Expr A, Expr B) {
  if (!A.isBool()) {
    Kind K = bitVecKind(Opcode);
    if (Instruction::isShift(Opcode))
      B = hardwareShiftAmount(Ctx, B);
    return Ctx.make(K, {A, B});
  }
  switch (Opcode) {
  case Instruction::And:
  case Instruction::Mul:
    return Ctx.mkAnd(A, B);
  case Instruction::Or:
    return Ctx.mkOr(A, B);
  case Instruction::Xor:
  case Instruction::Add:
  case Instruction::Sub:
    return Ctx.mkXor(A, B);
  default: // C has no such operation on one bit.
    return Ctx.bvToBool(
        Ctx.make(bitVecKind(Opcode), {Ctx.boolToBv(A), Ctx.boolToBv(B)}));
  }
}

static Expr applyCompare(ExprContext &Ctx, CmpInst::Predicate P, Expr A,
                         Expr B) {
  if (P == CmpInst::ICMP_EQ)
    return Ctx.mkEq(A, B);
  if (P == CmpInst::ICMP_NE)
    return Ctx.mkNot(Ctx.mkEq(A, B));
  // All orders by "less than": a > b is b < a, and a ≤ b is ¬(b < a).
  if (ICmpInst::isGT(P) || ICmpInst::isLE(P))
    std::swap(A, B);
  Expr Less;
  if (A.isBool()) // Unsigned 0 < 1, signed -1 < 0.
    Less = CmpInst::isSigned(P) ? Ctx.mkAnd(A, Ctx.mkNot(B))
                                : Ctx.mkAnd(Ctx.mkNot(A), B);
  else
    Less = CmpInst::isSigned(P) ? Ctx.mkSlt(A, B) : Ctx.mkUlt(A, B);
  return ICmpInst::isLE(P) || ICmpInst::isGE(P) ? Ctx.mkNot(Less) : Less;
}

static Expr applyCast(ExprContext &Ctx, unsigned Opcode, Expr A, unsigned To) {
  if (Opcode == Instruction::BitCast)
    return A;
  if (Opcode == Instruction::Trunc) {
    Expr Low = Ctx.mkExtract(To - 1, 0, A);
    return To == 1 ? Ctx.bvToBool(Low) : Low;
  }
  bool Signed = Opcode == Instruction::SExt;
  if (A.isBool())
    return Ctx.mkIte(A, Ctx.bv(Signed ? APInt::getAllOnes(To) : APInt(To, 1)),
                     Ctx.bv(0, To));
  unsigned Added = To - A.sort().width();
  return Signed ? Ctx.mkSignExt(Added, A) : Ctx.mkZeroExt(Added, A);
}

static Scalars applySelect(ExprContext &Ctx, const SelectInst &I,
                           OperandScalars Operand) {
  Expr Condition = Operand(I.getCondition())[0];
  Scalars Then = Operand(I.getTrueValue()), Else = Operand(I.getFalseValue());
  Scalars Result;
  for (auto [T, E] : zip_equal(Then, Else))
    Result.push_back(T ? Ctx.mkIte(Condition, T, E) : Expr());
  return Result;
}

static Scalars applyInsert(const InsertValueInst &I, OperandScalars Operand) {
  Scalars Result = Operand(I.getAggregateOperand());
  unsigned First = firstScalar(I.getType(), I.getIndices());
  Scalars Inserted = Operand(I.getInsertedValueOperand());
  copy(Inserted, Result.begin() + First);
  return Result;
}

static Scalars applyExtract(const ExtractValueInst &I, OperandScalars Operand) {
  unsigned First =
      firstScalar(I.getAggregateOperand()->getType(), I.getIndices());
  Scalars All = Operand(I.getAggregateOperand());
  size_t Count = scalarTypes(I.getType()).size();
  return Scalars(All.begin() + First, All.begin() + First + Count);
}

/// Whether two addresses are the same.
static Expr areEqual(ExprContext &Ctx, const Scalars &A, const Scalars &B) {
  return Ctx.mkAnd(Ctx.mkEq(A[0], B[0]), Ctx.mkEq(A[1], B[1]));
}

/// What sooth.tagged and sooth.tag.of compute. Of an object's address the bits
/// are zero, so they are those of the offset.
static Scalars applyTags(ExprContext &Ctx, const CallBase &Call,
                         const Scalars &Pointer, OperandScalars Operand) {
  constexpr unsigned Wide = OffsetBits;
  Expr Offset = Pointer[1], First = Operand(Call.getArgOperand(1))[0];
  const unsigned Width = First.sort().width();
  if (isTagOf(Call))
    return {
        Ctx.make(Kind::BvAnd, {Ctx.mkExtract(Width - 1, 0, Offset), First})};
  auto Widened = [&](Expr E) { return Ctx.mkSignExt(Wide - Width, E); };
  Expr Kept = Ctx.make(Kind::BvAnd, {Offset, Widened(First)});
  Expr Sum =
      Ctx.make(Kind::BvAdd, {Kept, Widened(Operand(Call.getArgOperand(2))[0])});
  if (Width == Wide)
    return {Pointer[0], Sum};
  // What is no object's address is a number.
  Expr IsNumber = Ctx.mkEq(Pointer[0], Ctx.bv(0, ObjectBits));
  Expr Number = Ctx.mkZeroExt(Wide - Width, Ctx.mkExtract(Width - 1, 0, Sum));
  return {Pointer[0], Ctx.mkIte(IsNumber, Number, Sum)};
}

Scalars sooth::applyOperation(ExprContext &Ctx, const MemoryModel &Memory,
                              const Instruction &I, OperandScalars Operand) {
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return applyOperation(Ctx, *Intrinsic, Operand);
  if (isFloatOperation(I))
    return applyFloatOperation(Ctx, I, Operand);
  if (auto *Select = dyn_cast<SelectInst>(&I))
    return applySelect(Ctx, *Select, Operand);
  if (auto *Insert = dyn_cast<InsertValueInst>(&I))
    return applyInsert(*Insert, Operand);
  if (auto *Extract = dyn_cast<ExtractValueInst>(&I))
    return applyExtract(*Extract, Operand);
  if (isa<LoadInst>(I))
    return Operand(constantLoaded(I));
  Scalars First = Operand(I.getOperand(0));
  if (auto *Call = dyn_cast<CallBase>(&I); Call && asksIfExisted(*Call))
    return {Memory.existedAtFirst(I.getOperand(0), {First[0], First[1]})};
  if (auto *Call = dyn_cast<CallBase>(&I))
    return isSameObject(*Call)
               ? Scalars{Ctx.mkEq(First[0], Operand(Call->getArgOperand(1))[0])}
               : applyTags(Ctx, *Call, First, Operand);
  if (auto *Gep = dyn_cast<GEPOperator>(&I))
    return scalarsOf(
        Memory.step(*Gep, {First[0], First[1]},
                    [&](const llvm::Value *V) { return Operand(V)[0]; }));
  if (isa<FreezeInst>(I))
    return First;
  if (isa<CastInst>(I))
    return {applyCast(Ctx, I.getOpcode(), First[0], scalarWidth(I.getType()))};
  Scalars Second = Operand(I.getOperand(1));
  auto *Compare = dyn_cast<ICmpInst>(&I);
  if (Compare && I.getOperand(0)->getType()->isPointerTy()) {
    Expr Equal = areEqual(Ctx, First, Second);
    bool Wanted = Compare->getPredicate() == CmpInst::ICMP_EQ;
    return {Wanted ? Equal : Ctx.mkNot(Equal)};
  }
  Expr A = First[0], B = Second[0];
  if (Compare)
    return {applyCompare(Ctx, Compare->getPredicate(), A, B)};
  if (I.isIntDivRem() && !A.isBool())
    return {applyDivision(Ctx, cast<BinaryOperator>(I), A, B)};
  return {applyBinary(Ctx, I.getOpcode(), A, B)};
}

Expr sooth::noTrapCondition(ExprContext &Ctx, const Instruction &I,
                            OperandScalars Operand) {
  if (!I.isIntDivRem())
    return Ctx.trueExpr();
  Expr Divisor = Operand(I.getOperand(1))[0];
  if (Divisor.isBool())
    return Divisor;
  unsigned Width = Divisor.sort().width();
  Expr NonZero = Ctx.mkNot(Ctx.mkEq(Divisor, Ctx.bv(0, Width)));
  bool Signed =
      I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::SRem;
  if (!Signed || !trapsOnOverflow(Width))
    return NonZero;
  Expr Dividend = Operand(I.getOperand(0))[0];
  Expr Overflows =
      Ctx.mkAnd(Ctx.mkEq(Divisor, Ctx.bv(APInt::getAllOnes(Width))),
                Ctx.mkEq(Dividend, Ctx.bv(APInt::getSignedMinValue(Width))));
  return Ctx.mkAnd(NonZero, Ctx.mkNot(Overflows));
}
