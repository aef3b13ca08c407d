//===- FloatCode.cpp - Code for floating-point operators ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGenerator.h"

#include "MachineCalls.h"

#include "llvm/IR/Intrinsics.h"

using namespace sooth;
using namespace sooth::run;
using llvm::Type;

/// The processor computes with these as the model does, but for what a result
/// that is no number looks like.
static Type *nativeType(llvm::LLVMContext &Ctx, uint32_t Format) {
  if (Format == uint32_t(FpFormat::Single))
    return Type::getFloatTy(Ctx);
  return Format == uint32_t(FpFormat::Double) ? Type::getDoubleTy(Ctx)
                                              : nullptr;
}

llvm::Value *CodeGenerator::computeFloat(Expr E) {
  llvm::Value *V = computeNatively(E);
  return V ? V : applied(E);
}

llvm::Value *CodeGenerator::asFloat(Expr E, Type *T) {
  return Build.CreateBitCast(value(E), T);
}

llvm::Value *CodeGenerator::floatBits(llvm::Value *V, FpFormat Format) {
  Type *Bits = Build.getIntNTy(fpWidth(Format));
  llvm::Value *IsNumber = Build.CreateFCmpORD(V, V);
  return Build.CreateSelect(IsNumber, Build.CreateBitCast(V, Bits),
                            llvm::ConstantInt::get(Bits, fpNaN(Format)));
}

/// Null for what the processor does not do, or in another way.
llvm::Value *CodeGenerator::computeNatively(Expr E) {
  using llvm::Intrinsic::ID;
  Type *T = nativeType(M.getContext(), E.param(0));
  if (!T || fpRounding(E.kind(), E.param(1)) != FpRounding::ToEven)
    return nullptr;
  const FpFormat Format = FpFormat(E.param(0));
  auto Float = [&](unsigned I) { return asFloat(E.operand(I), T); };
  auto Bits = [&](llvm::Value *V) { return floatBits(V, Format); };
  switch (E.kind()) {
  case Kind::FpAdd:
    return Bits(Build.CreateFAdd(Float(0), Float(1)));
  case Kind::FpSub:
    return Bits(Build.CreateFSub(Float(0), Float(1)));
  case Kind::FpMul:
    return Bits(Build.CreateFMul(Float(0), Float(1)));
  case Kind::FpDiv:
    return Bits(Build.CreateFDiv(Float(0), Float(1)));
  case Kind::FpSqrt:
    return Bits(Build.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, Float(0)));
  case Kind::FpEq:
    return Build.CreateFCmpOEQ(Float(0), Float(1));
  case Kind::FpLt:
    return Build.CreateFCmpOLT(Float(0), Float(1));
  case Kind::FpLe:
    return Build.CreateFCmpOLE(Float(0), Float(1));
  case Kind::FpConvert: {
    Type *From = nativeType(M.getContext(), uint32_t(fpSource(E.param(1))));
    return From ? Bits(Build.CreateFPCast(asFloat(E.operand(0), From), T))
                : nullptr;
  }
  case Kind::FpFromSigned:
  case Kind::FpFromUnsigned: {
    if (E.operand(0).sort().width() > 64)
      return nullptr;
    const bool IsSigned = E.is(Kind::FpFromSigned);
    llvm::Value *Word =
        Build.CreateIntCast(op(E, 0), Build.getInt64Ty(), IsSigned);
    return Bits(IsSigned ? Build.CreateSIToFP(Word, T)
                         : Build.CreateUIToFP(Word, T));
  }
  case Kind::FpToSigned:
  case Kind::FpToUnsigned:
    return E.param(1) <= 64 ? toInteger(E, T) : nullptr;
  default:
    return nullptr;
  }
}

llvm::Value *CodeGenerator::toInteger(Expr E, Type *From) {
  const unsigned Width = E.param(1);
  const bool IsSigned = E.is(Kind::FpToSigned);
  const bool NeedsAllBits = !IsSigned && Width == 64;
  llvm::Value *X = asFloat(E.operand(0), From);
  llvm::Value *Least =
                  llvm::ConstantFP::get(From, NeedsAllBits ? -1.0 : -0x1p63),
              *Beyond =
                  llvm::ConstantFP::get(From, NeedsAllBits ? 0x1p64 : 0x1p63);
  llvm::Value *Fits =
      Build.CreateAnd(NeedsAllBits ? Build.CreateFCmpOGT(X, Least)
                                   : Build.CreateFCmpOGE(X, Least),
                      Build.CreateFCmpOLT(X, Beyond));
  llvm::Value *Safe =
      Build.CreateSelect(Fits, X, llvm::Constant::getNullValue(From));
  Type *Word = Build.getInt64Ty(), *Result = Build.getIntNTy(Width);
  llvm::Value *All = NeedsAllBits ? Build.CreateFPToUI(Safe, Word)
                                  : Build.CreateFPToSI(Safe, Word);
  llvm::Value *Part = Build.CreateTrunc(All, Result);
  llvm::Value *Back = Build.CreateIntCast(Part, Word, IsSigned);
  return Build.CreateSelect(
      Build.CreateAnd(Fits, Build.CreateICmpEQ(Back, All)), Part,
      llvm::ConstantInt::get(Result, llvm::APInt::getSignedMinValue(Width)));
}

/// Computed outside of the code.
llvm::Value *CodeGenerator::applied(Expr E) {
  auto At = [&](unsigned Word) { return pointer(S.Operands + Word); };
  unsigned Word = 0;
  for (Expr Op : E.operands()) {
    const unsigned Words = wordsFor(bitsOf(Op.sort()));
    Build.CreateAlignedStore(
        Build.CreateZExt(value(Op), Build.getIntNTy(64 * Words)), At(Word),
        llvm::Align(8));
    Word += Words;
  }
  call(reinterpret_cast<void *>(&MachineCalls::apply), Build.getVoidTy(),
       {pointer(E.node()), pointer(S.Operands)});
  Type *Words = Build.getIntNTy(64 * wordsFor(bitsOf(E.sort())));
  return Build.CreateTrunc(
      Build.CreateAlignedLoad(Words, At(0), llvm::Align(8)), type(E.sort()));
}
