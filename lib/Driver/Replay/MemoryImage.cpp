//===- MemoryImage.cpp - Content of memory, in bytes ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryImage.h"

#include <set>

using namespace sooth;
using llvm::APInt;
using Cells = MemoryCells;

/// What is further from the beginning of an object is left alone.
static constexpr uint64_t MaxBytes = 4096;
/// The same of what is in all cells but some.
static constexpr uint64_t MaxDefaultBytes = 65536;

/// The index of a cell in an array.
static Value keyOf(const Cells &Part, const APInt &Object, uint64_t Cell) {
  const bool IsOne = Part.Of == Cells::Objects::One;
  if (!Part.IndexBits)
    return Value(IsOne ? APInt(1, 0) : Object);
  const APInt Index(Part.IndexBits, Part.FirstIndex + Cell);
  return Value(IsOne ? Index : Object.concat(Index));
}

/// Calls \p Visit with the number and the place of each cell inside an object
/// of \p Size bytes.
static void forEachCell(const Cells &Part, uint64_t Size,
                        llvm::function_ref<void(uint64_t, uint64_t)> Visit,
                        uint64_t Most = MaxBytes) {
  const uint64_t End = std::min(Size, Most);
  uint64_t At = Part.First;
  for (uint64_t I = 0; I < Part.Count && At + Part.Bytes <= End;
       ++I, At += Part.Step)
    Visit(I, At);
}

/// Of an object of unknown size, all cells count.
static uint64_t sizeOf(const FoundMemory &F, Evaluator &Eval) {
  uint64_t Size = Eval(F.Size).bits().getZExtValue();
  return Size == 0 && F.What == FoundMemory::Kind::Global ? MaxBytes : Size;
}

MemoryBytes sooth::bytesOf(const ObjectContent &Content, const APInt &Object,
                           uint64_t Size,
                           llvm::function_ref<std::optional<Value>(Expr)> Now) {
  MemoryBytes Bytes;
  for (const Cells &Part : *Content) {
    const std::optional<Value> Known = Now(Part.Var);
    forEachCell(Part, Size, [&](uint64_t Cell, uint64_t At) {
      if (Bytes.size() < At + Part.Bytes)
        Bytes.resize(At + Part.Bytes);
      if (!Known)
        return;
      const APInt Bits = Known->isArray()
                             ? Known->select(keyOf(Part, Object, Cell)).bits()
                             : Known->bits();
      for (uint64_t I = 0; I < Part.Bytes; ++I)
        Bytes[At + I] = uint8_t(Bits.extractBitsAsZExtValue(8, 8 * I));
    });
  }
  return Bytes;
}

/// The cell of \p Part in \p Object that this index of an array is of, if any.
static std::optional<uint64_t> cellAt(const Cells &Part, const APInt &Object,
                                      const Value &Key) {
  if (!Part.IndexBits)
    return 0;
  const APInt &Bits = Key.bits();
  if (Part.Of == Cells::Objects::Many &&
      Bits.lshr(Part.IndexBits).trunc(Object.getBitWidth()) != Object)
    return std::nullopt;
  const APInt First(Part.IndexBits, Part.FirstIndex);
  const uint64_t Cell = (Bits.trunc(Part.IndexBits) - First).getZExtValue();
  return Cell < Part.Count ? std::optional(Cell) : std::nullopt;
}

/// The arrays that tell what is in \p Part.
static llvm::SmallVector<Expr, 2> arraysOf(const Cells &Part) {
  llvm::SmallVector<Expr, 2> Arrays{Part.Var};
  if (Part.Offset)
    Arrays.push_back(Part.Offset);
  return Arrays;
}

uint64_t sooth::accessedBytes(const ObjectContent &Content, const APInt &Object,
                              const AccessedElements &Accessed) {
  uint64_t End = 0;
  for (const Cells &Part : *Content)
    for (Expr Array : arraysOf(Part))
      if (auto It = Accessed.find(Array); It != Accessed.end())
        for (const Value &Key : It->second)
          if (auto Cell = cellAt(Part, Object, Key))
            End = std::max(End, Part.First + *Cell * Part.Step + Part.Bytes);
  return End;
}

void sooth::visitCells(
    const Cells &Part, const APInt &Object, const Valuation &State,
    const AccessedElements &Accessed,
    llvm::function_ref<void(uint64_t At, const HeldValue &)> Visit) {
  llvm::SmallVector<Value, 2> Held;
  std::set<uint64_t> Told;
  for (Expr Array : arraysOf(Part)) {
    auto It = State.find(Array);
    Held.push_back(It == State.end() ? Value::zero(Array.sort()) : It->second);
    const ArrayValue &Elements = Held.back().array();
    for (const auto &[Key, Element] : Elements.Entries)
      if (auto Cell = cellAt(Part, Object, Key))
        Told.insert(*Cell);
    if (auto At = Accessed.find(Array); At != Accessed.end())
      for (const Value &Key : At->second)
        if (auto Cell = cellAt(Part, Object, Key))
          Told.insert(*Cell);
    if (!Elements.Default.bits().isZero())
      forEachCell(
          Part, MaxDefaultBytes,
          [&](uint64_t Cell, uint64_t) { Told.insert(Cell); }, MaxDefaultBytes);
  }
  for (uint64_t Cell : Told) {
    const Value Key = keyOf(Part, Object, Cell);
    HeldValue Here{Held[0].select(Key).bits(), std::nullopt};
    if (Part.Offset)
      Here.Offset = Held[1].select(Key).bits();
    Visit(Part.First + Cell * Part.Step, Here);
  }
}

std::vector<uint8_t> sooth::bytesOf(const FoundMemory &F,
                                    const Valuation &State) {
  std::vector<uint8_t> Result;
  if (!F.Content)
    return Result;
  Evaluator Eval(State);
  for (std::optional<uint8_t> Byte :
       bytesOf(F.Content, Eval(F.Object).bits(), sizeOf(F, Eval),
               [&](Expr Var) { return Eval(Var); }))
    Result.push_back(Byte.value_or(0));
  return Result;
}

void sooth::setBytes(const FoundMemory &F, llvm::ArrayRef<uint8_t> Bytes,
                     Valuation &State) {
  if (!F.Content)
    return;
  Evaluator Eval(State);
  const APInt Object = Eval(F.Object).bits();
  const uint64_t Size = sizeOf(F, Eval);
  for (const Cells &Part : *F.Content)
    forEachCell(Part, Size, [&](uint64_t Cell, uint64_t At) {
      if (!Part.Var.isVar())
        return;
      APInt Bits(8 * Part.Bytes, 0);
      for (uint64_t I = 0; I < Part.Bytes && At + I < Bytes.size(); ++I)
        Bits.insertBits(Bytes[At + I], 8 * I, 8);
      Value &Now = State[Part.Var];
      Now = Now.isArray()
                ? std::move(Now).store(keyOf(Part, Object, Cell), Value(Bits))
                : Value(Bits);
    });
}
