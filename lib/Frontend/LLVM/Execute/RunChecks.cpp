//===- RunChecks.cpp - What a run finds wrong -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepRunner.h"

using namespace sooth;
using namespace llvm;
using ValueKind = RunValue::Kind;
using State = RunObject::State;

StepRunner::Ending StepRunner::checkAccess(const CallBase &I,
                                           const MemoryCheck &C) {
  const RunValue P = valueOf(C.Pointer), Size = valueOf(C.Size);
  if (!P.is(ValueKind::Pointer) || !Size.is(ValueKind::Bits))
    return stop("an address is not the same in each run");
  const uint64_t Bytes = Size.Number.getLimitedValue();
  const bool IsWrite = C.What == MemoryCheck::Kind::Write;
  const RunObject &O = Memory.at(P.Object);
  if (Memory.isValid(P, Bytes) && !(IsWrite && O.IsConstant))
    return Ending::None;
  // That nothing is accessed there may be right.
  constexpr uint64_t PageOfNull = 4096;
  if (Bytes == 0 ||
      (O.What == RunObject::Kind::Null && uint64_t(P.Offset) >= PageOfNull) ||
      O.What == RunObject::Kind::Function || O.MayBeShared)
    return Bytes != 0 && IsWrite && O.IsConstant && Memory.isValid(P, Bytes)
               ? fail(I)
               : stop("it accesses what may be another object");
  return fail(I);
}

StepRunner::Ending StepRunner::checkFree(const CallBase &I, const RunValue &P) {
  if (!P.is(ValueKind::Pointer))
    return stop("an address is not the same in each run");
  if (P.isNull())
    return Ending::None;
  const RunObject &O = Memory.at(P.Object);
  return O.What == RunObject::Kind::Heap && O.Now == State::Alive &&
                 P.Offset == 0
             ? Ending::None
             : fail(I);
}

StepRunner::Ending StepRunner::checkOverlap(const CallBase &I,
                                            const MemoryCheck &C) {
  const RunValue To = valueOf(C.Pointer), From = valueOf(C.From),
                 Size = valueOf(C.Size), Other = valueOf(C.FromSize);
  if (!To.is(ValueKind::Pointer) || !From.is(ValueKind::Pointer) ||
      !Size.is(ValueKind::Bits) || !Other.is(ValueKind::Bits))
    return stop("an address is not the same in each run");
  const uint64_t Bytes = Size.Number.getLimitedValue(),
                 Read = Other.Number.getLimitedValue();
  if (Bytes == 0 || Read == 0 || !Memory.isValid(To, Bytes) ||
      !Memory.isValid(From, Read) || To.Object != From.Object ||
      uint64_t(To.Offset) + Bytes <= uint64_t(From.Offset) ||
      uint64_t(From.Offset) + Read <= uint64_t(To.Offset) ||
      (To.Offset == From.Offset && !C.CountsSame))
    return Ending::None;
  return C.What == MemoryCheck::Kind::Overlap
             ? fail(I)
             : stop("it copies memory that overlaps");
}

StepRunner::Ending StepRunner::checkAlignment(const CallBase &I,
                                              const MemoryCheck &C) {
  const RunValue P = valueOf(C.Pointer), By = valueOf(C.Size);
  if (P.isNull())
    return Ending::None;
  if (!P.is(ValueKind::Pointer) || P.Object == NullObject ||
      !By.is(ValueKind::Bits))
    return stop("an address is not the same in each run");
  const uint64_t Needed = By.Number.getLimitedValue();
  const RunObject &O = Memory.at(P.Object);
  if (Needed <= 1)
    return Ending::None;
  if (O.Alignment.value() % Needed != 0)
    return stop("it depends on where an object is");
  return uint64_t(P.Offset) % Needed == 0 ? Ending::None : fail(I);
}

/// What the globals and the arguments of \p Check lead to.
std::set<RunObjectId> StepRunner::heldAt(const CallBase &Check,
                                         RunMemory::Pointers Which) {
  std::vector<RunObjectId> Found;
  for (const auto &[G, O] : Globals)
    if (isa<GlobalVariable>(G))
      Found.push_back(O);
  for (const Use &U : Check.args())
    if (RunValue V = valueOf(U); V.is(ValueKind::Pointer))
      Found.push_back(V.Object);
  std::set<RunObjectId> Held;
  while (!Found.empty()) {
    const RunObjectId O = Found.back();
    Found.pop_back();
    if (Held.insert(O).second)
      Memory.pointersIn(O, Which, Found);
  }
  return Held;
}

StepRunner::Ending StepRunner::checkLeak(const CallBase &I) {
  const std::set<RunObjectId> Held = heldAt(I, RunMemory::Pointers::Whole);
  std::vector<RunObjectId> Lost;
  for (RunObjectId O = 1; O < Memory.size(); ++O)
    if (Memory.at(O).What == RunObject::Kind::Heap &&
        Memory.at(O).Now == State::Alive && !Held.count(O))
      Lost.push_back(O);
  if (Lost.empty())
    return Ending::None;
  // If in doubt it is not lost.
  const std::set<RunObjectId> MayBeHeld = heldAt(I, RunMemory::Pointers::Any);
  for (RunObjectId O : Lost) {
    const RunObject &Object = Memory.at(O);
    if (MayBeHeld.count(O) || Object.IsNumber ||
        cast<CallBase>(Object.Site)->hasFnAttr(HeldByLibraryName))
      continue;
    Trace.Lost = O;
    return fail(I);
  }
  return stop("memory may be lost");
}

StepRunner::Ending StepRunner::checkOther(const CallBase &I,
                                          const MemoryCheck &C) {
  const RunValue P = valueOf(C.Pointer);
  switch (C.What) {
  case MemoryCheck::Kind::Call:
    if (P.is(ValueKind::Pointer) && P.Offset == 0 &&
        Memory.at(P.Object).What == RunObject::Kind::Function)
      return Ending::None;
    return P.isNull() ? fail(I) : stop("it calls through a pointer");
  case MemoryCheck::Kind::Argument:
    if (P.isNull() && I.hasFnAttr(MayBeNullName))
      return Ending::None;
    if (RunValue Size = valueOf(C.Size);
        Size.is(ValueKind::Bits) && !I.hasFnAttr(OtherArgumentName) &&
        Memory.isValid(P, std::max<uint64_t>(Size.Number.getLimitedValue(), 1)))
      return Ending::None;
    break;
  case MemoryCheck::Kind::Alive:
    if (Memory.isValid(P, 0) || P.isNull())
      return Ending::None;
    break;
  default:
    break;
  }
  return stop("it has a check of another kind");
}

StepRunner::Ending StepRunner::check(const CallBase &I) {
  const MemoryCheck C = describeCheck(I);
  switch (C.What) {
  case MemoryCheck::Kind::Read:
  case MemoryCheck::Kind::Write:
    return checkAccess(I, C);
  case MemoryCheck::Kind::Free:
    return I.hasFnAttr(CalleeName) ? checkOther(I, C)
                                   : checkFree(I, valueOf(C.Pointer));
  case MemoryCheck::Kind::Number:
  case MemoryCheck::Kind::Pointer:
  case MemoryCheck::Kind::Other: {
    const RunValue P = valueOf(C.Pointer), Size = valueOf(C.Size);
    if (!Size.is(ValueKind::Bits) ||
        !Memory.isValid(P, Size.Number.getLimitedValue()))
      return stop("it reads what is not there");
    return Memory.isUnwritten(P, Size.Number.getLimitedValue()) ? fail(I)
                                                                : Ending::None;
  }
  case MemoryCheck::Kind::Copy:
    return Ending::None;
  case MemoryCheck::Kind::Overlap:
  case MemoryCheck::Kind::Apart:
    return checkOverlap(I, C);
  case MemoryCheck::Kind::Align:
    return checkAlignment(I, C);
  case MemoryCheck::Kind::Leak:
    return checkLeak(I);
  case MemoryCheck::Kind::Modelled: {
    const RunValue IsWrong = valueOf(I.getArgOperand(0));
    return IsWrong.is(ValueKind::Bits) && IsWrong.Number.isZero()
               ? Ending::None
               : stop("it has a check of another kind");
  }
  case MemoryCheck::Kind::Type:
    return stop("it has a check of another kind");
  default:
    return checkOther(I, C);
  }
}
