//===- ValueChecks.cpp - Abstract runs: checks, and what calls do ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueInterpreter.h"

#include "Base/ProgramEnd.h"
#include "Memory/ObjectText.h"
#include "Passes/CheckConstructs.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/UninitializedValues.h"
#include "sooth/Frontend/LLVM/Passes/WholeProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
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

/// What \p Load loaded is \p New: so it was not at the ends of where it could
/// be if other values are there, as at the end of a text.
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
  bool IsLess = false;
  for (AV::Target &T : P.Targets) {
    const ObjectState *O = S.Objects.find(T.Object);
    if (!O || T.At.isAny() || T.At.isOne())
      continue;
    auto MayBeAt = [&](int64_t At) {
      LostTargets Lost;
      auto There = O->Content.read(Offsets::of(At), Width, Load.getType(),
                                   ByteContent::Cells::All, Lost);
      return !There || There->MayBeUnset || !common(*There, New).isEmpty();
    };
    const Offsets Before = T.At;
    for (unsigned I = 0; I < MostSteps && !T.At.isOne(); ++I)
      if (!MayBeAt(T.At.High))
        T.At.High -= int64_t(T.At.Stride);
      else if (!MayBeAt(T.At.Low))
        T.At.Low += int64_t(T.At.Stride);
      else
        break;
    if (T.At.isOne())
      T.At.Stride = 0;
    IsLess |= !(T.At == Before);
  }
  if (!IsLess)
    return true;
  S.Values.set(numberOf(*Pointer), P);
  auto *Gep = dyn_cast<GEPOperator>(Pointer);
  return !Gep || constrainIndex(S, *Gep, P);
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

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Whether the result has what \p I does with pointers.
static bool followsPointers(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::GetElementPtr:
  case Instruction::Select:
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
  case Instruction::Freeze:
  case Instruction::ICmp:
    return true;
  default:
    return false;
  }
}

ValueInterpreter::States ValueInterpreter::execute(const Instruction &I,
                                                   State S) {
  if (auto *Local = dyn_cast<AllocaInst>(&I))
    return allocateLocal(*Local, std::move(S));
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return load(*Load, std::move(S));
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    S.forgetLoads();
    const Value To = valueOf(S, Store->getPointerOperand());
    if (To.isPointer() && !To.MayBeAny && To.Targets.empty())
      return {};
    if (Store->hasMetadata(NoAccessName))
      unset(S, To, Store->getValueOperand()->getType());
    else
      store(S, To, valueOf(S, Store->getValueOperand()),
            Store->getValueOperand()->getType());
    return {std::move(S)};
  }
  if (auto *Call = dyn_cast<CallBase>(&I))
    return executeCall(*Call, std::move(S));
  if (I.mayReadOrWriteMemory()) {
    giveUp(Twine("it has '") + I.getOpcodeName() + "'");
    return {};
  }
  Value Result = compute(S, I);
  const bool IsLost = !followsPointers(I) || Result.What == AV::Kind::Other;
  for (const Use &U : I.operands())
    if (IsLost && !U->getType()->isIntegerTy() &&
        !U->getType()->isFloatingPointTy() &&
        U->getType()->isFirstClassType()) {
      const Value Operand = valueOf(S, U);
      LostTargets Lost;
      addLost(Operand, Lost);
      keepAddresses(S, Operand);
      lose(S, Lost);
    }
  if (Result.isEmpty())
    return {};
  set(S, I, std::move(Result));
  return {std::move(S)};
}

void ValueInterpreter::GivenPointer::add(const GivenPointer &More) {
  MayBeNull |= More.MayBeNull;
  Bytes = Bytes && More.Bytes ? std::optional(std::min(*Bytes, *More.Bytes))
                              : std::nullopt;
  MayShareWith.insert(More.MayShareWith.begin(), More.MayShareWith.end());
}

ValueInterpreter::GivenPointer
ValueInterpreter::given(const State &S, const llvm::Value &Argument) {
  const Value P = valueOf(S, &Argument);
  GivenPointer Is;
  if (!P.isPointer() || P.MayBeAny || P.MayBeNowhere)
    return {true, std::nullopt, {}};
  Is.MayBeNull = P.MayBeNull;
  for (const AV::Target &T : P.Targets) {
    const ObjectState *O = S.Objects.find(T.Object);
    const bool IsThere = O && O->Life == Lifetime::Lives && !T.At.isAny() &&
                         T.At.Low >= 0 && uint64_t(T.At.High) <= O->LeastSize;
    Is.add({false,
            IsThere ? std::optional(O->LeastSize - uint64_t(T.At.High))
                    : std::nullopt,
            {}});
  }
  return Is;
}

static bool mayShareObject(const AV &P, const AV &Q) {
  auto IsKnown = [](const AV &Of) {
    return Of.isPointer() && !Of.MayBeAny && !Of.MayBeNowhere;
  };
  return !IsKnown(P) || !IsKnown(Q) ||
         any_of(P.Targets, [&](const AV::Target &X) {
           return any_of(Q.Targets, [&](const AV::Target &Y) {
             return X.Object == Y.Object;
           });
         });
}

void ValueInterpreter::noteGiven(const State &S, const CallBase &Call,
                                 const Function &Callee) {
  if (isLibraryModel(*Call.getFunction()))
    return;
  GivenPointers &All = Found->Given[{&Call, &Callee}];
  const bool IsTypeSame = Call.getFunctionType() == Callee.getFunctionType();
  for (const Argument &A : Callee.args()) {
    if (!A.getType()->isPointerTy())
      continue;
    GivenPointer Is{true, std::nullopt, {}};
    if (IsTypeSame)
      Is = given(S, *Call.getArgOperand(A.getArgNo()));
    for (const Argument &B : Callee.args())
      if (&A != &B && B.getType()->isPointerTy() &&
          (!IsTypeSame ||
           mayShareObject(valueOf(S, Call.getArgOperand(A.getArgNo())),
                          valueOf(S, Call.getArgOperand(B.getArgNo())))))
        Is.MayShareWith.insert(B.getArgNo());
    auto [At, IsNew] = All.try_emplace(A.getArgNo(), Is);
    if (!IsNew)
      At->second.add(Is);
  }
}

ValueInterpreter::States
ValueInterpreter::executeDefined(const CallBase &Call, const Function &Callee,
                                 const State &S) {
  States After;
  const bool LeavesBefore = LeavesModel;
  const bool IsOutermost =
      isLibraryModel(Callee) && !isLibraryModel(*Call.getFunction());
  if (IsOutermost)
    LeavesModel = false;
  if (isLibraryModel(Callee) && Callee.getName() == "sooth_libc_copy") {
    copy(After.emplace_back(S), valueOf(S, Call.getArgOperand(0)),
         valueOf(S, Call.getArgOperand(1)), valueOf(S, Call.getArgOperand(2)));
    return After;
  }
  noteGiven(S, Call, Callee);
  for (const AbstractReturn &R : call(Call, Callee, S))
    if (auto Then = afterReturn(Call, Callee, S, R))
      After.push_back(std::move(*Then));
  if (IsOutermost && LeavesModel) {
    State Other = S;
    for (const GlobalVariable *G : variablesOfLibrary(Callee))
      Other.tell(objectOf(*G, nullptr), KnownTo::Caller);
    append_range(After, executeUnseen(Call, std::move(Other)));
  }
  if (IsOutermost)
    LeavesModel = LeavesBefore;
  return After;
}

/// Nobody knows what it does, but to what it knows.
ValueInterpreter::States ValueInterpreter::executeUnseen(const CallBase &Call,
                                                         State S) {
  // (What passes put in does nothing but to have a result.)
  const Function *Callee = calledFunction(Call);
  const bool IsMade = Callee && isMadeByPasses(*Callee) &&
                      Callee->getName() != UnknownFormatName;
  if (Call.hasFnAttr(Attribute::ReturnsTwice) ||
      (Callee && startsThread(Callee->getName())))
    giveUp("it calls " + (Callee ? Callee->getName() : "a function") +
           ", which is not interpreted");
  if (!IsMade)
    callUnseen(S, Call, 0);
  if (!Call.getType()->isVoidTy())
    set(S, Call,
        IsMade ? Value::anyOf(Call.getType()) : resultOfUnseen(S, Call));
  return {std::move(S)};
}

/// The check of what \p Call, through a pointer, leads to; null if there is
/// none right before.
static const CallBase *checkOfCallee(const CallBase &Call) {
  const BasicBlock *Block = Call.getParent();
  for (auto I = std::next(Call.getReverseIterator());;) {
    if (I == Block->rend()) {
      Block = Block->getSinglePredecessor();
      if (!Block)
        return nullptr;
      I = Block->rbegin();
      continue;
    }
    auto *Check = dyn_cast<CallBase>(&*I++);
    if (!Check)
      continue;
    if (classify(*Check) != CalleeKind::MemoryCheck)
      return nullptr;
    const MemoryCheck Is = describeCheck(*Check);
    if (Is.What == MemoryCheck::Kind::Call &&
        Is.Pointer == Call.getCalledOperand())
      return Check;
  }
}

/// Whether there is a check that stands for what \p Call frees, through a
/// pointer. It fails if that cannot be freed.
bool ValueInterpreter::checkFreed(const State &S, const CallBase &Call) {
  const CallBase *Check = checkOfCallee(Call);
  if (Check && !isFreeable(S, valueOf(S, Call.getArgOperand(0))))
    fail(*Check);
  return Check;
}

ValueInterpreter::States ValueInterpreter::executeIndirect(const CallBase &Call,
                                                           State S) {
  const Value P = valueOf(S, Call.getCalledOperand());
  static constexpr size_t MostTargets = 64;
  const bool MayBeAny = !P.isPointer() || P.MayBeAny;
  if (MayBeAny && Pointed.size() > MostTargets) {
    giveUp("it calls what a pointer leads to of which nothing is known");
    return {};
  }
  States After;
  auto HasTypeOf = [&](const Function &F) {
    return F.getFunctionType() == Call.getFunctionType();
  };
  auto Execute = [&](const Function &F) {
    const CalleeKind Kind = classify(F);
    if (Kind == CalleeKind::Defined)
      append_range(After, executeDefined(Call, F, S));
    else if (Kind == CalleeKind::External && !isCalledByName(F.getName()))
      append_range(After, executeUnseen(Call, S));
    else if (Kind == CalleeKind::Allocation && HasTypeOf(F))
      append_range(After, allocate(Call, F.getName(), S));
    else if (Kind == CalleeKind::Deallocation && HasTypeOf(F) &&
             checkFreed(S, Call))
      free(After.emplace_back(S), Call.getArgOperand(0));
    else
      giveUp("it calls " + F.getName() + " through a pointer");
  };
  if (MayBeAny) {
    append_range(After, executeUnseen(Call, S));
    // (A call by another type is a violation of the check before it.)
    for (const Function *F : Pointed)
      if (fitsPointerCall(Call, *F))
        Execute(*F);
    return After;
  }
  for (const AV::Target &T : P.Targets) {
    // Functions that are not shown are elsewhere.
    if (!Infos[T.Object].Site)
      append_range(After, executeUnseen(Call, S));
    if (auto *F = dyn_cast_or_null<Function>(Infos[T.Object].Site))
      Execute(*F);
  }
  return After;
}

static bool runsNoHandlers(const Function &End) {
  return End.getName() == "_exit" || End.getName() == "_Exit";
}

ValueInterpreter::States ValueInterpreter::executeCall(const CallBase &Call,
                                                       State S) {
  auto GoOn = [&](bool Is) {
    States Next;
    if (Is)
      Next.push_back(std::move(S));
    return Next;
  };
  auto SetAny = [&] {
    if (!Call.getType()->isVoidTy())
      set(S, Call, Value::anyOf(Call.getType()));
    return GoOn(true);
  };
  if (Call.hasFnAttr(AtEndName))
    endProgram(S, Call);
  switch (classify(Call)) {
  case CalleeKind::Defined:
    return executeDefined(Call, *calledFunction(Call), S);
  case CalleeKind::Indirect:
    return executeIndirect(Call, std::move(S));
  case CalleeKind::External:
    return executeUnseen(Call, std::move(S));
  case CalleeKind::InlineAsm:
    if (!cast<InlineAsm>(Call.getCalledOperand())->getAsmString().empty() ||
        !Call.getType()->isVoidTy())
      giveUp("it has assembly");
    return GoOn(true);
  case CalleeKind::Error:
    return GoOn(raise(Call));
  case CalleeKind::Assert:
  case CalleeKind::Assume: {
    const llvm::Value *Condition = Call.getArgOperand(0);
    const Value Is = valueOf(S, Condition);
    const bool MayBeFalse =
        Is.isNumber()
            ? Is.Range.contains(APInt::getZero(Is.Range.getBitWidth()))
            : !Is.isPointer() || Is.MayBeNull || Is.MayBeAny;
    if (classify(Call) == CalleeKind::Assert)
      comeTo(Call);
    if (MayBeFalse && classify(Call) == CalleeKind::Assert)
      fail(Call);
    if (!MayBeFalse)
      return GoOn(true);
    if (!Is.isNumber())
      return GoOn(true);
    if (Is.Range.getSingleElement())
      return GoOn(false);
    if (Is.Range.getBitWidth() == 1)
      return GoOn(assume(S, Condition, true));
    const APInt Zero = APInt::getZero(Is.Range.getBitWidth());
    return GoOn(
        constrain(S, Condition, Value::number(ConstantRange(Zero).inverse())));
  }
  case CalleeKind::Exit:
    if (!runsNoHandlers(*calledFunction(Call)))
      endProgram(S, Call);
    return GoOn(false);
  case CalleeKind::Nondet:
    return SetAny();
  case CalleeKind::Output:
    callUnseen(S, Call, Call.getFunctionType()->getNumParams());
    return SetAny();
  case CalleeKind::Memory:
    if (auto *Copy = dyn_cast<MemTransferInst>(&Call))
      copy(S, valueOf(S, Copy->getRawDest()), valueOf(S, Copy->getRawSource()),
           valueOf(S, Copy->getLength()));
    else if (auto *Fill = dyn_cast<MemSetInst>(&Call))
      fill(S, *Fill);
    else
      giveUp("it copies memory in an unusual way");
    return GoOn(true);
  case CalleeKind::Lifetime:
    executeLifetime(S, Call);
    return GoOn(true);
  case CalleeKind::Operation: {
    // Tagged pointers are not followed.
    for (const Use &U : Call.args())
      if (U->getType()->isPointerTy()) {
        const Value Operand = valueOf(S, U);
        LostTargets Lost;
        addLost(Operand, Lost);
        keepAddresses(S, Operand);
        lose(S, Lost);
      }
    if (!Call.getType()->isVoidTy())
      set(S, Call, computeIntrinsic(S, Call));
    return GoOn(true);
  }
  case CalleeKind::Ignored:
    return SetAny();
  case CalleeKind::MemoryCheck:
    return GoOn(check(S, Call));
  case CalleeKind::Allocation:
    return allocate(Call, calledFunction(Call)->getName(), std::move(S));
  case CalleeKind::Deallocation:
    free(S, Call.getArgOperand(0));
    return GoOn(true);
  }
  llvm_unreachable("a callee of no kind");
}
