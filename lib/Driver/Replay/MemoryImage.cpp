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

/// Adds the cells of \p Part in \p Object of which \p Held says something
/// besides what is everywhere.
static void findCells(const Cells &Part, const APInt &Object, const Value &Held,
                      std::set<uint64_t> &Found) {
  const bool IsOne = Part.Of == Cells::Objects::One;
  for (const auto &[Key, Element] : Held.array().Entries) {
    const APInt &Bits = Key.bits();
    if (!IsOne &&
        Bits.lshr(Part.IndexBits).trunc(Object.getBitWidth()) != Object)
      continue;
    const APInt First(Part.IndexBits, Part.FirstIndex);
    Found.insert((Bits.trunc(Part.IndexBits) - First).getZExtValue());
  }
}

void sooth::visitCells(
    const Cells &Part, const APInt &Object, const Valuation &State,
    llvm::function_ref<void(uint64_t At, const HeldValue &)> Visit) {
  auto Held = [&](Expr Array) {
    auto It = State.find(Array);
    return It == State.end() ? Value::zero(Array.sort()) : It->second;
  };
  std::vector<Value> Arrays = {Held(Part.Var)};
  if (Part.Offset)
    Arrays.push_back(Held(Part.Offset));
  std::set<uint64_t> Found;
  for (const Value &Array : Arrays) {
    if (!Part.IndexBits)
      Found.insert(0);
    else
      findCells(Part, Object, Array, Found);
    if (!Array.array().Default.bits().isZero())
      forEachCell(
          Part, MaxDefaultBytes,
          [&](uint64_t Cell, uint64_t) { Found.insert(Cell); },
          MaxDefaultBytes);
  }
  for (uint64_t Cell : Found) {
    if (Cell >= Part.Count)
      continue;
    const Value Key = keyOf(Part, Object, Cell);
    HeldValue Here{Arrays[0].select(Key).bits(), std::nullopt};
    if (Part.Offset)
      Here.Offset = Arrays[1].select(Key).bits();
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
