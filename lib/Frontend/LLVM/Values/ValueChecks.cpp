//===- ValueChecks.cpp - Abstract runs: checks ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueInterpreter.h"

#include "Memory/ObjectText.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace sooth;
using namespace llvm;

using AV = AbstractValue;

//===----------------------------------------------------------------------===//
// Checks of memory
//===----------------------------------------------------------------------===//

/// \p Gep is one of \p Of, and its index is such that it can be. Runs in which
/// it is not have ended at a check.
bool ValueInterpreter::constrainIndex(State &S, const GEPOperator &Gep,
                                      const Value &Of) {
  if (Of.MayBeAny || Of.MayBeNull || Of.MayBeNowhere)
    return true;
  int64_t Fixed = 0, Stride = 0;
  const llvm::Value *Index = nullptr;
  for (auto T = gep_type_begin(Gep), End = gep_type_end(Gep); T != End; ++T) {
    auto *C = dyn_cast<ConstantInt>(T.getOperand());
    if (C && C->getValue().getSignificantBits() > 32)
      return true;
    if (StructType *Struct = T.getStructTypeOrNull()) {
      Fixed += int64_t(Layout.getStructLayout(Struct)
                           ->getElementOffset(unsigned(C->getZExtValue()))
                           .getFixedValue());
      continue;
    }
    const int64_t Size =
        int64_t(T.getSequentialElementStride(Layout).getFixedValue());
    if (C) {
      Fixed += C->getSExtValue() * Size;
      continue;
    }
    if (Index || Size <= 0)
      return true;
    Index = T.getOperand();
    Stride = Size;
  }
  if (!Index)
    return true;
  const Value Now = valueOf(S, Index);
  const Value Base = valueOf(S, Gep.getPointerOperand());
  // (If the product may be too large, it says nothing.)
  if (!Now.isNumber() || Now.Range.getBitWidth() > 64 || !Base.isPointer() ||
      Base.MayBeAny || Offsets::scaled(Now.Range, Stride).isAny())
    return true;
  std::optional<std::pair<int64_t, int64_t>> Bounds;
  for (const AV::Target &To : Of.Targets)
    for (const AV::Target &From : Base.Targets) {
      if (To.Object != From.Object)
        continue;
      if (To.At.isAny() || From.At.isAny())
        return true;
      const int64_t Low = divideFloorSigned(
          To.At.Low - From.At.High - Fixed + Stride - 1, Stride);
      const int64_t High =
          divideFloorSigned(To.At.High - From.At.Low - Fixed, Stride);
      Bounds = Bounds ? std::pair{std::min(Low, Bounds->first),
                                  std::max(High, Bounds->second)}
                      : std::pair{Low, High};
    }
  if (!Bounds)
    return true;
  const APInt Least = Now.Range.getSignedMin(), Most = Now.Range.getSignedMax();
  const int64_t Low = std::max(Bounds->first, Least.getSExtValue());
  const int64_t High = std::min(Bounds->second, Most.getSExtValue());
  if (Low > High)
    return false;
  const unsigned Width = Now.Range.getBitWidth();
  return constrain(S, Index,
                   Value::number(ConstantRange::getNonEmpty(
                       APInt(Width, uint64_t(Low), /*isSigned=*/true),
                       APInt(Width, uint64_t(High), /*isSigned=*/true) + 1)));
}

/// What \p Load loaded is \p New: so it was not in objects, or at the ends of
/// where it could be, where other values are: as in nodes of other kinds, or at
/// the end of a text.
bool ValueInterpreter::constrainAddress(State &S, const LoadInst &Load,
                                        const Value &New) {
  static constexpr unsigned MostSteps = 16;
  const llvm::Value *Pointer = Load.getPointerOperand();
  Value P = valueOf(S, Pointer);
  if (!S.Loaded.find(numberOf(Load)) || isa<Constant>(Pointer) ||
      !P.isPointer() || P.MayBeAny || P.MayBeNull || P.MayBeNowhere)
    return true;
  const uint64_t Width =
      Layout.getTypeStoreSize(Load.getType()).getFixedValue();
  auto MayBeAt = [&](const ObjectState &O, int64_t At) {
    LostTargets Lost;
    auto There = O.Content.read(Offsets::of(At), Width, Load.getType(),
                                ByteContent::Cells::All, Lost);
    return !There || There->MayBeUnset || !common(*There, New).isEmpty();
  };
  const Value Before = P;
  erase_if(P.Targets, [&](AV::Target &T) {
    const ObjectState *O = S.Objects.find(T.Object);
    if (!O || T.At.isAny())
      return false;
    for (unsigned I = 0; I < MostSteps && !T.At.isOne(); ++I)
      if (!MayBeAt(*O, T.At.High))
        T.At.High -= int64_t(T.At.Stride);
      else if (!MayBeAt(*O, T.At.Low))
        T.At.Low += int64_t(T.At.Stride);
      else
        break;
    if (!T.At.isOne())
      return false;
    T.At.Stride = 0;
    return !MayBeAt(*O, T.At.Low);
  });
  if (P.isEmpty())
    return false;
  if (P.isEqual(Before))
    return true;
  S.Values.set(numberOf(*Pointer), P);
  auto *Gep = dyn_cast<GEPOperator>(Pointer);
  if (Gep && !constrainIndex(S, *Gep, P))
    return false;
  constrainBases(S, Pointer, P);
  return true;
}

/// Where \p Of leads to an object, what it was computed from led there, too.
void ValueInterpreter::constrainBases(State &S, const llvm::Value *Pointer,
                                      const Value &Of) {
  while (auto *Gep = dyn_cast<GEPOperator>(Pointer)) {
    Pointer = Gep->getPointerOperand();
    if (isa<Constant>(Pointer))
      return;
    Value Base = valueOf(S, Pointer);
    if (!Base.isPointer())
      return;
    Base.MayBeNull = Base.MayBeNowhere = false;
    if (!Of.MayBeAny) {
      Base.MayBeAny = false;
      erase_if(Base.Targets, [&](auto &T) {
        return none_of(Of.Targets,
                       [&](auto &Other) { return Other.Object == T.Object; });
      });
    }
    if (Base.isEmpty())
      return;
    S.Values.set(numberOf(*Pointer), Base);
    if (Base.Identity != 0)
      constrainCell(S, Base);
  }
}

bool ValueInterpreter::checkAccess(State &S, const CallBase &Call,
                                   const MemoryCheck &Check) {
  const Value Size = valueOf(S, Check.Size);
  uint64_t Least = 0, Most = UINT64_MAX;
  if (Size.isNumber() && Size.Range.getBitWidth() <= 64) {
    Least = Size.Range.getUnsignedMin().getZExtValue();
    Most = Size.Range.getUnsignedMax().getZExtValue();
  }
  if (Most == 0)
    return true;
  Value P = valueOf(S, Check.Pointer);
  if (!P.isPointer()) {
    fail(Call);
    return true;
  }
  const bool IsWrite = Check.What == MemoryCheck::Kind::Write;
  WaysToFail MayFail{P.MayBeNull, false, false};
  if (P.MayBeAny || P.MayBeNowhere)
    MayFail = WaysToFail::any();
  SmallVector<AV::Target, 1> There;
  for (const AV::Target &T : P.Targets) {
    const ObjectState *O = S.Objects.find(T.Object);
    auto *G = dyn_cast_or_null<GlobalVariable>(Infos[T.Object].Site);
    if (!O || O->Life == Lifetime::HasEnded) {
      MayFail.AfterEnd = MayFail.Otherwise = true;
      continue;
    }
    if (IsWrite && G && G->isConstant()) {
      MayFail.Otherwise = true;
      continue;
    }
    const bool IsInside = !T.At.isAny() && T.At.Low >= 0 &&
                          Most <= O->LeastSize &&
                          uint64_t(T.At.High) <= O->LeastSize - Most;
    // A pointer that leaves its array is one that C says nothing of.
    const bool Fits =
        IsInside && (T.In.isWhole() || (T.At.Low >= T.In.Begin &&
                                        T.At.High + int64_t(Most) <= T.In.End));
    if (!Fits && !T.In.isWhole())
      Found->Leaving.insert(&Call);
    // (Where its function is looked at alone, what ended before the call is
    // none of the objects that are there.)
    const bool MayHaveEnded = O->Life != Lifetime::Lives;
    MayFail |= {false, MayHaveEnded, MayHaveEnded || !Fits};
    // Runs go on where the object is, or the array.
    AV::Target In = T;
    if (!Fits && Least > 0) {
      const uint64_t End = T.In.isWhole()
                               ? O->MostSize
                               : std::min(O->MostSize, uint64_t(T.In.End));
      const int64_t Begin = T.In.isWhole() ? 0 : T.In.Begin;
      if (End < Least)
        continue;
      const uint64_t Last = End - Least;
      const bool WasAny = In.At.isAny();
      const int64_t Stride =
          WasAny ? 1 : int64_t(std::max<uint64_t>(In.At.Stride, 1));
      if (In.At.Low < Begin)
        In.At.Low += WasAny
                         ? Begin - In.At.Low
                         : (Begin - In.At.Low + Stride - 1) / Stride * Stride;
      if (Last < uint64_t(INT64_MAX) && In.At.High > int64_t(Last)) {
        if (In.At.Low > int64_t(Last))
          continue;
        In.At.High = In.At.Low + (int64_t(Last) - In.At.Low) / Stride * Stride;
      }
      if (In.At.Low > In.At.High)
        continue;
      In.At.Stride = In.At.isOne() ? 0 : uint64_t(Stride);
      if (In.At.isAny())
        In.At = Offsets::any();
    }
    There.push_back(In);
  }
  if (!MayFail.isNone())
    fail(Call, MayFail);
  if (Least == 0)
    return true;
  P.MayBeNull = P.MayBeNowhere = false;
  P.Targets = std::move(There);
  if (P.isEmpty())
    return false;
  if (!isa<Constant>(Check.Pointer)) {
    S.Values.set(numberOf(*Check.Pointer), P);
    if (P.Identity != 0)
      constrainCell(S, P);
  }
  auto *Gep = dyn_cast<GEPOperator>(Check.Pointer);
  if (Gep && !isa<Constant>(Gep) && !constrainIndex(S, *Gep, P))
    return false;
  constrainBases(S, Check.Pointer, P);
  return true;
}

/// Whether what is read was written.
bool ValueInterpreter::checkContent(State &S, const CallBase &Call,
                                    const MemoryCheck &Check) {
  const Value P = valueOf(S, Check.Pointer);
  auto *Size = dyn_cast<ConstantInt>(Check.Size);
  bool IsWritten = Size && P.isPointer() && !P.MayBeAny;
  if (IsWritten)
    for (const AV::Target &T : P.Targets) {
      const ObjectState *O = S.Objects.find(T.Object);
      IsWritten &= !O || !O->Content.mayBeUnset(T.At, Size->getZExtValue());
    }
  if (!IsWritten)
    fail(Call);
  S.Checked = Check.Pointer;
  return true;
}

bool ValueInterpreter::isFreeable(const State &S, const Value &P) const {
  return P.isPointer() && !P.MayBeAny && !P.MayBeNowhere &&
         all_of(P.Targets, [&](const AV::Target &T) {
           const ObjectState *O = S.Objects.find(T.Object);
           return O && isHeap(T.Object) && O->Life == Lifetime::Lives &&
                  T.At.isOne() && T.At.Low == 0;
         });
}

bool ValueInterpreter::isAligned(const Value &P, uint64_t By) const {
  if (!P.isPointer() || P.MayBeAny || P.MayBeNowhere)
    return false;
  return all_of(P.Targets, [&](const AV::Target &T) {
    // What the allocators of C return may hold anything.
    uint64_t Of = 1;
    const llvm::Value *Site = Infos[T.Object].Site;
    if (auto *G = dyn_cast_or_null<GlobalVariable>(Site))
      Of = G->getAlign().valueOrOne().value();
    else if (auto *Local = dyn_cast_or_null<AllocaInst>(Site))
      Of = Local->getAlign().value();
    else if (isHeap(T.Object))
      Of = alignOfHeap();
    return Of % By == 0 && !T.At.isAny() && T.At.Low % int64_t(By) == 0 &&
           T.At.Stride % By == 0;
  });
}

/// The least that the C library of the target promises.
uint64_t ValueInterpreter::alignOfHeap() const {
  return 2 * Layout.getPointerSize();
}

/// Whether two ranges of bytes have no byte in common.
bool ValueInterpreter::areApart(const State &S, const MemoryCheck &Check) {
  const Value A = valueOf(S, Check.Pointer), B = valueOf(S, Check.From);
  const Value OfA = valueOf(S, Check.Size), OfB = valueOf(S, Check.FromSize);
  if (!A.isPointer() || !B.isPointer() || A.MayBeAny || B.MayBeAny ||
      !OfA.isNumber() || !OfB.isNumber())
    return false;
  auto End = [](const Offsets &At, const Value &Size) {
    const APInt Most = Size.Range.getUnsignedMax();
    return Most.ugt(uint64_t(1) << 40) ? INT64_MAX
                                       : At.High + int64_t(Most.getZExtValue());
  };
  for (const AV::Target &X : A.Targets)
    for (const AV::Target &Y : B.Targets)
      if (X.Object == Y.Object) {
        const ObjectState *O = S.Objects.find(X.Object);
        // Elements of arrays are the same, or apart.
        const uint64_t Grid = std::gcd(X.At.Stride, Y.At.Stride);
        if (!Check.CountsSame && OfA.isEqual(OfB) &&
            OfA.Range.getSingleElement() &&
            ((X.At == Y.At && X.At.isOne()) ||
             (!X.At.isAny() && !Y.At.isAny() &&
              Grid >= OfA.Range.getUnsignedMax().getZExtValue() &&
              (X.At.Low - Y.At.Low) % int64_t(Grid) == 0)))
          continue;
        if (!O || O->IsMany || X.At.isAny() || Y.At.isAny() ||
            (End(X.At, OfA) > Y.At.Low && End(Y.At, OfB) > X.At.Low))
          return false;
      }
  return true;
}

/// Whether there is a check for the user, which fails in \p S, that what
/// \p Call, another one, is about does not overlap.
bool ValueInterpreter::failsToBeApart(const State &S, const CallBase &Call,
                                      const MemoryCheck &Of) {
  return any_of(instructions(*Call.getFunction()), [&](const Instruction &I) {
    auto *Other = dyn_cast<CallBase>(&I);
    if (!Other || classify(*Other) != CalleeKind::MemoryCheck)
      return false;
    const MemoryCheck Check = describeCheck(*Other);
    return Check.What == MemoryCheck::Kind::Overlap &&
           Check.Pointer == Of.Pointer && Check.From == Of.From &&
           Check.Size == Of.Size && !areApart(S, Check);
  });
}

bool ValueInterpreter::check(State &S, const CallBase &Call) {
  comeTo(Call);
  const MemoryCheck Check = describeCheck(Call);
  using Kind = MemoryCheck::Kind;
  auto FailUnless = [&](bool Holds) {
    if (!Holds)
      fail(Call);
    return true;
  };
  switch (Check.What) {
  case Kind::Read:
  case Kind::Write:
    return checkAccess(S, Call, Check);
  case Kind::Number:
  case Kind::Pointer:
  case Kind::Other:
    return checkContent(S, Call, Check);
  case Kind::Copy:
    return true;
  case Kind::Free:
    return FailUnless(isFreeable(S, valueOf(S, Check.Pointer)));
  case Kind::Call: {
    const Value P = valueOf(S, Check.Pointer);
    return FailUnless(
        P.isPointer() && !P.MayBeAny && !P.MayBeNull && !P.MayBeNowhere &&
        all_of(P.Targets, [&](const AV::Target &T) {
          return isa_and_nonnull<Function>(Infos[T.Object].Site) &&
                 T.At.isOne() && T.At.Low == 0;
        }));
  }
  case Kind::Align:
    return FailUnless(isAligned(valueOf(S, Check.Pointer),
                                cast<ConstantInt>(Check.Size)->getZExtValue()));
  case Kind::Overlap:
    return FailUnless(areApart(S, Check));
  case Kind::Apart:
    // Nothing is known of the rest of the run.
    if (!areApart(S, Check) && !failsToBeApart(S, Call, Check))
      leaveModel("what is copied may overlap");
    return true;
  case Kind::Alive: {
    const Value P = valueOf(S, Check.Pointer);
    return FailUnless(P.isPointer() && !P.MayBeAny && !P.MayBeNowhere &&
                      all_of(P.Targets, [&](const AV::Target &T) {
                        const ObjectState *O = S.Objects.find(T.Object);
                        return isa_and_nonnull<Function>(
                                   Infos[T.Object].Site) ||
                               (O && O->Life == Lifetime::Lives);
                      }));
  }
  case Kind::Modelled: {
    const Value Is = valueOf(S, Call.getArgOperand(0));
    const APInt *Only = Is.isNumber() ? Is.Range.getSingleElement() : nullptr;
    return FailUnless(Only && Only->isZero());
  }
  case Kind::Leak:
  case Kind::Argument:
  case Kind::Distinct:
  case Kind::Type:
    return FailUnless(false);
  }
  llvm_unreachable("a check of no kind");
}

/// Runs go on of which nothing is known but that a function of the C library
/// returns, if one is called.
void ValueInterpreter::leaveModel(const Twine &Why) {
  if (any_of(Active, [](CallChain *C) { return isLibraryModel(*C->Callee); }))
    LeavesModel = true;
  else
    giveUp(Why);
}

bool ValueInterpreter::isOfWhatIsNotModelled(const CallBase &Error) {
  const ErrorKind Kind = describeError(Error).Kind;
  return Kind == ErrorKind::Undefined || Kind == ErrorKind::RecursionLimit ||
         Kind == ErrorKind::Unreachable;
}

/// A call of an error.
bool ValueInterpreter::raise(const CallBase &Call) {
  fail(Call);
  if (isOfWhatIsNotModelled(Call))
    leaveModel("it may do what is not modelled: " + describeError(Call).Text);
  return false;
}
