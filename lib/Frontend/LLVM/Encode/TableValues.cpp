//===- TableValues.cpp - What constant tables hold ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableValues.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

namespace {
/// A constant global variable, and in it First and each Step bytes from there.
struct Places {
  const GlobalVariable *Of;
  uint64_t First, Step;
};
} // namespace

/// Where \p Pointer may lead in a constant global variable, at places that are
/// not fixed.
static std::optional<Places> placesOf(const llvm::Value *Pointer,
                                      const DataLayout &Layout) {
  const unsigned Width = Layout.getIndexTypeSizeInBits(Pointer->getType());
  APInt Distance(Width, 0), Factors(Width, 0);
  while (auto *Sum = dyn_cast<GEPOperator>(Pointer)) {
    MapVector<llvm::Value *, APInt> Variable;
    if (!Sum->collectOffset(Layout, Width, Variable, Distance))
      return std::nullopt;
    for (const auto &[Index, Factor] : Variable)
      Factors |= Factor;
    Pointer = Sum->getPointerOperand();
  }
  auto *Table = dyn_cast<GlobalVariable>(Pointer);
  if (!Table || !Table->isConstant() || !Table->hasDefinitiveInitializer() ||
      Factors.isZero())
    return std::nullopt;
  // Sums wrap around, so only powers of two divide them.
  const uint64_t Step = uint64_t(1) << Factors.countTrailingZeros();
  return Places{Table, Distance.getZExtValue() & (Step - 1), Step};
}

std::optional<TableValues> sooth::tableValues(const LoadInst &Load) {
  static constexpr uint64_t MostPlaces = 4096;
  auto *Number = dyn_cast<IntegerType>(Load.getType());
  const DataLayout &Layout = Load.getDataLayout();
  if (!Number)
    return std::nullopt;
  const auto At = placesOf(Load.getPointerOperand(), Layout);
  if (!At)
    return std::nullopt;
  const uint64_t Size = Layout.getTypeAllocSize(At->Of->getValueType()),
                 Bytes = Layout.getTypeStoreSize(Number);
  if (Size / At->Step > MostPlaces)
    return std::nullopt;
  std::optional<TableValues> Result;
  auto *Held = const_cast<Constant *>(At->Of->getInitializer());
  for (uint64_t Place = At->First; Place + Bytes <= Size; Place += At->Step) {
    auto *One = dyn_cast_or_null<ConstantInt>(
        ConstantFoldLoadFromConst(Held, Number, APInt(64, Place), Layout));
    if (!One)
      return std::nullopt;
    const APInt &V = One->getValue();
    if (!Result)
      Result = TableValues{V, V, V, V};
    Result->UnsignedLow = APIntOps::umin(Result->UnsignedLow, V);
    Result->UnsignedHigh = APIntOps::umax(Result->UnsignedHigh, V);
    Result->SignedLow = APIntOps::smin(Result->SignedLow, V);
    Result->SignedHigh = APIntOps::smax(Result->SignedHigh, V);
  }
  return Result;
}
