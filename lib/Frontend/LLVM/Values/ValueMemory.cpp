//===- ValueMemory.cpp - Abstract runs: memory ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueInterpreter.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <numeric>

using namespace sooth;
using namespace llvm;

using AV = AbstractValue;
using Write = ByteContent::Write;

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// What code without a body has made.
static constexpr ObjectId Elsewhere = 0;

/// What is added to the number of a site's newest object for the others.
static constexpr ObjectId Older = 1, Freed = 2, PerSite = 3;

ObjectId ValueInterpreter::objectOf(const llvm::Value &Site,
                                    const CallChain *Made) {
  auto [At, IsNew] = Ids.try_emplace({&Site, Made}, 0);
  if (IsNew) {
    At->second = Infos.size();
    Infos.resize(Infos.size() + PerSite, {&Site, Made});
  }
  return At->second;
}

bool ValueInterpreter::isHeap(ObjectId O) const {
  return isa_and_nonnull<CallBase>(Infos[O].Site);
}

uint64_t ValueInterpreter::newIdentity(ObjectId O) {
  Identities.push_back(O);
  return Identities.size() - 1;
}

const ObjectState *ValueInterpreter::writable(const State &S,
                                              ObjectId O) const {
  auto *G = dyn_cast_or_null<GlobalVariable>(Infos[O].Site);
  return G && G->isConstant() ? nullptr : S.Objects.find(O);
}

/// Whether linkers define \p Name, as a place among the variables.
static bool isPlaceOfLinker(StringRef Name) {
  return Name.starts_with("__start_") || Name.starts_with("__stop_") ||
         StringSwitch<bool>(Name)
             .Cases("etext", "_etext", "__etext", "__executable_start", true)
             .Cases("edata", "_edata", "data_start", "__data_start", true)
             .Cases("end", "_end", "__bss_start", "__dso_handle", true)
             .Default(false);
}

AbstractValue ValueInterpreter::addressOf(const GlobalValue &G) {
  if (G.isDeclaration() && isPlaceOfLinker(G.getName()))
    return Value::anyPointer();
  if (auto *Alias = dyn_cast<GlobalAlias>(&G))
    return constantOf(*Alias->getAliasee());
  Value P = Value::pointerTo(objectOf(G, nullptr), Offsets::of(0));
  if (G.hasExternalWeakLinkage())
    P.MayBeNull = true;
  return P;
}

/// Lets \p Content have \p C from \p At on; the rest is zero.
void ValueInterpreter::initialize(ByteContent &Content, const Constant &C,
                                  int64_t At, LostTargets &Lost) {
  static constexpr unsigned MostElements = 128;
  Type *T = C.getType();
  const int64_t Size = int64_t(Layout.getTypeAllocSize(T).getFixedValue());
  if (C.isNullValue() || Size == 0)
    return;
  if (isa<UndefValue>(C))
    return Content.fill(At, At + Size, Bytes::Any, Write::Certain, Lost);
  if (auto *Array = dyn_cast<ArrayType>(T)) {
    Type *Element = Array->getElementType();
    const int64_t Stride =
        int64_t(Layout.getTypeAllocSize(Element).getFixedValue());
    const uint64_t Count = Array->getNumElements();
    if (Count <= MostElements || !Element->isIntegerTy()) {
      for (uint64_t I = 0; I < Count; ++I)
        initialize(Content, *C.getAggregateElement(I), At + int64_t(I) * Stride,
                   Lost);
      return;
    }
    Value All = constantOf(*C.getAggregateElement(0u));
    for (uint64_t I = 1; I < Count; ++I)
      All = join(All, constantOf(*C.getAggregateElement(I)));
    return Content.assign(At, At + Size, uint64_t(Stride), std::move(All),
                          Lost);
  }
  if (auto *Struct = dyn_cast<StructType>(T)) {
    const StructLayout &Places = *Layout.getStructLayout(Struct);
    for (unsigned I = 0; I < Struct->getNumElements(); ++I)
      initialize(Content, *C.getAggregateElement(I),
                 At + int64_t(Places.getElementOffset(I).getFixedValue()),
                 Lost);
    return;
  }
  const uint64_t Width = Layout.getTypeStoreSize(T).getFixedValue();
  if (T->isVectorTy())
    return Content.fill(At, At + Size, Bytes::Any, Write::Certain, Lost);
  Content.assign(At, At + int64_t(Width), Width, constantOf(C), Lost);
}

void ValueInterpreter::makeElsewhere(State &S) {
  Infos.resize(1);
  ObjectState Other;
  Other.IsMany = true;
  Other.Content = ByteContent(Bytes::Any);
  S.Objects.set(Elsewhere, std::move(Other));
  S.tell(Elsewhere, KnownTo::Caller);
}

/// Whether \p Address is used by a constant that is no pointer, and that does
/// not say by itself where it leads.
static bool isInOtherConstants(const Constant &Address) {
  return any_of(Address.users(), [&](const User *By) {
    if (isa<GEPOperator>(By) && isa<ConstantExpr>(By))
      return isInOtherConstants(*cast<Constant>(By));
    if (isa<ConstantExpr, ConstantVector>(By))
      return true;
    if (isa<ConstantAggregate>(By))
      return isInOtherConstants(*cast<Constant>(By));
    // (Large ones have no parts; the others are not often used.)
    return isa<Instruction>(By) && isa<ConstantAggregate>(Address);
  });
}

void ValueInterpreter::makeGlobal(State &S, const GlobalVariable &G) {
  const ObjectId O = objectOf(G, nullptr);
  ObjectState New;
  const bool IsShown = G.hasInitializer() && !isDefinedElsewhere(G);
  New.Content = ByteContent(IsShown ? Bytes::Zero : Bytes::Any);
  New.LeastSize = New.MostSize =
      Layout.getTypeAllocSize(G.getValueType()).getFixedValue();
  if (isOfUnknownSize(G)) {
    New.LeastSize = 0;
    New.MostSize = UINT64_MAX;
  }
  LostTargets Lost;
  if (IsShown)
    initialize(New.Content, *G.getInitializer(), 0, Lost);
  else
    S.tell(O, KnownTo::Caller);
  S.Objects.set(O, std::move(New));
  lose(S, Lost);
}

void ValueInterpreter::loseAddressesInConstants(State &S) {
  for (const GlobalValue &G : M.global_values())
    if (const GlobalObject *Object = G.getAliaseeObject();
        Object && isInOtherConstants(G))
      S.tell(objectOf(*Object, nullptr), KnownTo::Numbers);
}

/// The newest object of its site becomes one of the older ones.
void ValueInterpreter::age(State &S, ObjectId O) {
  const ObjectState *Now = S.Objects.find(O);
  if (!Now)
    return;
  ObjectState Old = *Now;
  Old.IsMany = true;
  Old.Content.forgetIdentities();
  LostTargets Lost;
  if (const ObjectState *Others = S.Objects.find(O + Older))
    sooth::joinWith(Old, *Others, Growth::Exact, {}, Lost);
  S.Objects.set(O + Older, std::move(Old));
  lose(S, Lost);
  move(S, O, O + Older);
}

/// The newest object of its site is freed. It is kept apart from others that
/// were made there: what leads to those does not lead to it.
void ValueInterpreter::endNewest(State &S, ObjectId O) {
  ObjectState Gone;
  Gone.IsMany = true;
  Gone.Life = Lifetime::HasEnded;
  Gone.Content = ByteContent(Bytes::Any);
  S.Objects.set(O + Freed, std::move(Gone));
  move(S, O, O + Freed);
}

/// What the caller knows as \p O, if that is still called so, is moved.
static void addMoves(ValueState &S, ObjectId O, const ObjectMoves &New) {
  const ObjectMoves *Was = S.Moved.find(O);
  if (!Was)
    S.Moved.set(O, New);
  else if (Was->Stays)
    S.Moved.set(O, {.Stays = New.Stays,
                    .ToOlder = Was->ToOlder || New.ToOlder,
                    .ToFreed = Was->ToFreed || New.ToFreed});
}

/// Object \p O is now one of those called \p To, which are there.
void ValueInterpreter::move(State &S, ObjectId O, ObjectId To) {
  S.Objects.erase(O);
  auto Rename = [&](const Value &V) -> std::optional<Value> {
    auto IsMoved = [&](auto &T) { return T.Object == O; };
    if (none_of(V.Targets, IsMoved))
      return std::nullopt;
    Value New = V;
    erase_if(New.Targets, IsMoved);
    for (const AV::Target &T : V.Targets)
      if (IsMoved(T))
        New.addTarget({To, T.At, T.In});
    return New;
  };
  S.transformPointers(Rename);
  addMoves(S, O, {.ToOlder = To == O + Older, .ToFreed = To == O + Freed});
  if (const KnownTo *Whom = S.Known.find(O))
    S.tell(To, *Whom);
}

/// What callees moved is moved in what the caller knows, too.
void ValueInterpreter::applyMoves(State &S,
                                  const PersistentMap<ObjectMoves> &Moved) {
  if (Moved.empty())
    return;
  auto IsMoved = [&](const AbstractValue::Target &T) {
    return Moved.find(T.Object) != nullptr;
  };
  auto Rename = [&](const Value &V) -> std::optional<Value> {
    if (none_of(V.Targets, IsMoved))
      return std::nullopt;
    Value New = V;
    New.Targets.clear();
    New.Identity = 0;
    for (const AbstractValue::Target &T : V.Targets) {
      const ObjectMoves *Found = Moved.find(T.Object);
      const ObjectMoves M = Found ? *Found : ObjectMoves{.Stays = true};
      if (M.Stays)
        New.addTarget(T);
      if (M.ToOlder)
        New.addTarget({T.Object + Older, T.At, T.In});
      if (M.ToFreed)
        New.addTarget({T.Object + Freed, T.At, T.In});
    }
    return New;
  };
  S.Values.transform(
      [&](uint64_t, const Value &V) { return State::transformed(V, Rename); });
  Moved.forEach(
      [&](uint64_t O, const ObjectMoves &M) { addMoves(S, ObjectId(O), M); });
}

void ValueInterpreter::lose(State &S, const LostTargets &Lost) {
  for (ObjectId O : Lost)
    S.tell(O, KnownTo::Numbers);
}

ValueInterpreter::States ValueInterpreter::allocateLocal(const AllocaInst &I,
                                                         State S) {
  const ObjectId O = objectOf(I, Current);
  const uint64_t Each =
      Layout.getTypeAllocSize(I.getAllocatedType()).getFixedValue();
  const Value Count = valueOf(S, I.getArraySize());
  ObjectState New;
  if (Count.isNumber() && Count.Range.getBitWidth() <= 64) {
    auto Times = [&](const APInt &N) {
      return SaturatingMultiply(Each, N.getZExtValue());
    };
    New.LeastSize = Times(Count.Range.getUnsignedMin());
    New.MostSize = Times(Count.Range.getUnsignedMax());
  }
  if (Current->IsRepeated) {
    New.IsMany = true;
    LostTargets Lost;
    if (const ObjectState *Other = S.Objects.find(O))
      sooth::joinWith(New, *Other, Growth::Exact, {}, Lost);
    lose(S, Lost);
  } else {
    age(S, O);
  }
  S.Objects.set(O, std::move(New));
  set(S, I, Value::pointerTo(O, Offsets::of(0)));
  return {std::move(S)};
}

ValueInterpreter::States ValueInterpreter::allocate(const CallBase &Call,
                                                    StringRef Name, State S) {
  const ObjectId O = objectOf(Call, Current);
  auto Number = [&](unsigned I) {
    const Value V = valueOf(S, Call.getArgOperand(I));
    return V.isNumber() && V.Range.getBitWidth() <= 64
               ? V.Range
               : ConstantRange::getFull(64);
  };
  auto Bounds = [](const ConstantRange &R) {
    return std::pair{R.getUnsignedMin().getZExtValue(),
                     R.getUnsignedMax().getZExtValue()};
  };
  ObjectState New;
  if (Name == "calloc") {
    const auto [LeastA, MostA] = Bounds(Number(0));
    const auto [LeastB, MostB] = Bounds(Number(1));
    bool Overflows = false;
    New.MostSize = SaturatingMultiply(MostA, MostB, &Overflows);
    // (Then it fails, or returns something smaller.)
    New.LeastSize = Overflows ? 0 : LeastA * LeastB;
    New.Content = ByteContent(Bytes::Zero);
  } else {
    std::tie(New.LeastSize, New.MostSize) =
        Bounds(Number(Name == "malloc" ? 0 : 1));
  }
  States Ways;
  if (Call.hasFnAttr(MayFailName)) {
    Ways.push_back(S);
    set(Ways.back(), Call, Value::null());
  }
  age(S, O);
  S.Objects.set(O, std::move(New));
  set(S, Call, Value::pointerTo(O, Offsets::of(0)));
  Ways.push_back(std::move(S));
  return Ways;
}

/// As free does.
void ValueInterpreter::free(State &S, const llvm::Value *Pointer) {
  const Value P = valueOf(S, Pointer);
  auto End = [&](ObjectId O, bool IsSure) {
    const ObjectState *Old = S.Objects.find(O);
    if (!Old || !isHeap(O) || Old->Life == Lifetime::HasEnded)
      return;
    if (IsSure && !Old->IsMany)
      return endNewest(S, O);
    ObjectState New = *Old;
    New.Life = Lifetime::MayHaveEnded;
    S.Objects.set(O, std::move(New));
  };
  if (!P.isPointer() || P.MayBeAny) {
    SmallVector<ObjectId> All;
    S.Objects.forEach(
        [&](uint64_t O, const ObjectState &) { All.push_back(ObjectId(O)); });
    for (ObjectId O : All)
      End(O, false);
    return;
  }
  for (const AV::Target &T : P.Targets)
    End(T.Object, P.Targets.size() == 1 && !P.MayBeNull && !P.MayBeNowhere);
}

void ValueInterpreter::executeLifetime(State &S, const CallBase &Call) {
  S.forgetLoads();
  const llvm::Value *Operand = Call.getArgOperand(1)->stripPointerCasts();
  const bool Begins =
      cast<IntrinsicInst>(Call).getIntrinsicID() == Intrinsic::lifetime_start;
  if (auto *Local = dyn_cast<AllocaInst>(Operand)) {
    const ObjectId O = objectOf(*Local, Current);
    if (Begins)
      return beginLocal(S, O);
    endLocal(S, O, /*IsSure=*/true);
    return set(S, *Local, Value::pointerTo(O, Offsets::of(0)));
  }
  // Locals of loops are others in each round (RenewedLocals.cpp).
  if (Begins)
    return;
  const Value P = valueOf(S, Operand);
  SmallVector<ObjectId> Ended;
  if (!P.isPointer() || P.MayBeAny)
    S.Objects.forEach(
        [&](uint64_t O, const ObjectState &) { Ended.push_back(ObjectId(O)); });
  else
    for (const AV::Target &T : P.Targets)
      Ended.push_back(T.Object);
  for (ObjectId O : Ended)
    if (isa_and_nonnull<AllocaInst>(Infos[O].Site))
      endLocal(S, O,
               /*IsSure=*/P.isPointer() && P.Targets.size() == 1 &&
                   !P.MayBeAny && !P.MayBeNull && !P.MayBeNowhere);
}

void ValueInterpreter::beginLocal(State &S, ObjectId O) {
  const ObjectState *Old = S.Objects.find(O);
  if (!Old)
    return;
  ObjectState New = *Old;
  LostTargets Lost;
  New.Content.fill(0, INT64_MAX, Bytes::Unset,
                   New.IsMany ? Write::Possible : Write::Certain, Lost);
  if (!New.IsMany)
    New.Life = Lifetime::Lives;
  lose(S, Lost);
  S.Objects.set(O, std::move(New));
}

void ValueInterpreter::endLocal(State &S, ObjectId O, bool IsSure) {
  const ObjectState *Old = S.Objects.find(O);
  if (!Old)
    return;
  IsSure &= !Old->IsMany;
  ObjectState New = *Old;
  if (New.Life == Lifetime::Lives || IsSure)
    New.Life = IsSure ? Lifetime::HasEnded : Lifetime::MayHaveEnded;
  S.Objects.set(O, std::move(New));
  if (!IsSure)
    return;
  // Pointers to it do not lead to the next one that is there.
  auto End = [&](const Value &V) -> std::optional<Value> {
    auto IsEnded = [&](auto &T) { return T.Object == O; };
    if (none_of(V.Targets, IsEnded))
      return std::nullopt;
    Value Gone = V;
    erase_if(Gone.Targets, IsEnded);
    Gone.MayBeNowhere = true;
    Gone.Identity = 0;
    return Gone;
  };
  S.transformPointers(End);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

ValueInterpreter::States ValueInterpreter::load(const LoadInst &I, State S) {
  Type *T = I.getType();
  const Value P = valueOf(S, I.getPointerOperand());
  const Value Any = Value::anyOf(T);
  const bool IsChecked = S.Checked == I.getPointerOperand();
  std::optional<Value> Result;
  auto Add = [&](Value V) {
    Result = Result ? join(*Result, V) : std::move(V);
  };
  LostTargets Lost;
  // (What is still volatile may be written by a handler of signals at any
  // time.)
  if (!P.isPointer() || P.MayBeAny || I.isVolatile())
    Add(Any);
  const uint64_t Width = Layout.getTypeStoreSize(T).getFixedValue();
  for (const AV::Target &At : P.Targets)
    if (const ObjectState *O = S.Objects.find(At.Object)) {
      if (auto V = O->Content.read(At.At, Width, T,
                                   IsChecked ? ByteContent::Cells::Written
                                             : ByteContent::Cells::All,
                                   Lost))
        Add(std::move(*V));
    } else if (isa_and_nonnull<Function>(Infos[At.Object].Site))
      Add(Any);
  if (!Result)
    return {};
  lose(S, Lost);
  if (auto Earlier = EarlierLoads.find(&I); Earlier != EarlierLoads.end())
    for (const LoadInst *Other : Earlier->second)
      if (S.Loaded.find(numberOf(*Other)))
        Result = common(*Result, valueOf(S, Other));
  if (Result->isEmpty())
    return {};
  if (Result->MayBeUnset) {
    Result = Any;
    Result->MayBeUnset = true;
  }
  if (Result->What != Any.What)
    Result = Any;
  // The cell is what was read from it.
  const bool IsCell = P.isPointer() && P.Targets.size() == 1 && !P.MayBeAny &&
                      P.Targets[0].At.isOne() && P.Targets[0].At.Low >= 0 &&
                      (Result->isNumber() || Result->isPointer());
  const ObjectState *O = IsCell ? S.Objects.find(P.Targets[0].Object) : nullptr;
  auto *Site = IsCell ? Infos[P.Targets[0].Object].Site : nullptr;
  const bool IsConstant = isa_and_nonnull<GlobalVariable>(Site) &&
                          cast<GlobalVariable>(Site)->isConstant();
  if (O && !O->IsMany && !IsConstant && !Result->MayBeUnset &&
      !I.isVolatile()) {
    if (Result->Identity < S.FirstIdentity) {
      const AV::Target &At = P.Targets[0];
      Result->Identity = newIdentity(At.Object);
      ObjectState New = *O;
      LostTargets Joined;
      New.Content.write(At.At, Width, *Result, Write::Certain, Joined);
      S.Objects.set(At.Object, std::move(New));
      lose(S, Joined);
    }
  } else {
    Result->Identity = 0;
  }
  if (!I.isVolatile())
    S.Loaded.set(numberOf(I), 0);
  set(S, I, std::move(*Result));
  return {std::move(S)};
}

/// Code elsewhere may know the locals to which \p V leads.
void ValueInterpreter::keepAddresses(State &S, const Value &V) {
  for (const AV::Target &T : V.Targets) {
    const ObjectState *O = S.Objects.find(T.Object);
    if (!O || O->IsAddressKept ||
        !isa_and_nonnull<AllocaInst>(Infos[T.Object].Site))
      continue;
    ObjectState New = *O;
    New.IsAddressKept = true;
    S.Objects.set(T.Object, std::move(New));
  }
  for (const Value &Part : V.Parts)
    keepAddresses(S, Part);
}

void ValueInterpreter::forgetMemory(State &S) {
  LostTargets Lost;
  SmallVector<ObjectId> All;
  S.Objects.forEach(
      [&](uint64_t O, const ObjectState &) { All.push_back(ObjectId(O)); });
  for (ObjectId O : All) {
    const ObjectState *Old = writable(S, O);
    if (!Old)
      continue;
    ObjectState New = *Old;
    New.Content.fill(0, INT64_MAX, Bytes::Any, Write::Possible, Lost);
    New.IsAddressKept = true;
    S.Objects.set(O, std::move(New));
  }
  lose(S, Lost);
}

void ValueInterpreter::storeScalar(State &S, const Value &P, Value New,
                                   uint64_t Width) {
  keepAddresses(S, New);
  if (!P.isPointer() || P.MayBeAny) {
    LostTargets Lost;
    addLost(New, Lost);
    lose(S, Lost);
    return forgetMemory(S);
  }
  const bool IsOnly = P.Targets.size() == 1;
  LostTargets Lost;
  for (const AV::Target &T : P.Targets) {
    const ObjectState *Old = writable(S, T.Object);
    if (!Old)
      continue;
    ObjectState Now = *Old;
    Now.Content.write(T.At, Width, New,
                      IsOnly && T.At.isOne() && !Old->IsMany ? Write::Certain
                                                             : Write::Possible,
                      Lost);
    S.Objects.set(T.Object, std::move(Now));
    // What is found there is known, too.
    if (S.isFound(T.Object))
      tellUnseen(S, New);
  }
  lose(S, Lost);
}

/// Where \p Size bytes end that begin at one of \p At.
static int64_t endOf(const Offsets &At, uint64_t Size) {
  static constexpr uint64_t Large = uint64_t(1) << 40;
  return At.isAny() || Size > Large ? INT64_MAX : At.High + int64_t(Size);
}

/// The local at \p P, or a part of it, begins or ends.
void ValueInterpreter::unset(State &S, const Value &P, const Type *T) {
  const uint64_t Width =
      Layout.getTypeStoreSize(const_cast<Type *>(T)).getFixedValue();
  LostTargets Lost;
  for (const AV::Target &At : P.Targets) {
    const ObjectState *Old = S.Objects.find(At.Object);
    if (!Old)
      continue;
    ObjectState Now = *Old;
    const bool IsSure = P.Targets.size() == 1 && At.At.isOne() && !Old->IsMany;
    Now.Content.fill(At.At.isAny() ? 0 : At.At.Low, endOf(At.At, Width),
                     Bytes::Unset, IsSure ? Write::Certain : Write::Possible,
                     Lost);
    S.Objects.set(At.Object, std::move(Now));
  }
  lose(S, Lost);
}

void ValueInterpreter::store(State &S, const Value &P, Value New,
                             const Type *T) {
  S.forgetLoads();
  auto Stepped = [&](uint64_t By) {
    Value At = P;
    for (AV::Target &To : At.Targets)
      To.At = To.At.plus(int64_t(By));
    return At;
  };
  if (New.What == AV::Kind::Parts) {
    for (unsigned I = 0; I < New.Parts.size(); ++I) {
      if (auto *Struct = dyn_cast<StructType>(T))
        store(S,
              Stepped(Layout.getStructLayout(const_cast<StructType *>(Struct))
                          ->getElementOffset(I)
                          .getFixedValue()),
              New.Parts[I], Struct->getElementType(I));
      else
        store(S,
              Stepped(
                  I *
                  Layout.getTypeAllocSize(cast<ArrayType>(T)->getElementType())
                      .getFixedValue()),
              New.Parts[I], cast<ArrayType>(T)->getElementType());
    }
    return;
  }
  storeScalar(S, P, std::move(New),
              Layout.getTypeStoreSize(const_cast<Type *>(T)).getFixedValue());
}

/// The least and the largest number that \p V, a size, may be.
static std::pair<uint64_t, uint64_t> sizesOf(const AbstractValue &V) {
  if (!V.isNumber() || V.Range.isEmptySet() || V.Range.getBitWidth() > 64)
    return {0, UINT64_MAX};
  return {V.Range.getUnsignedMin().getZExtValue(),
          V.Range.getUnsignedMax().getZExtValue()};
}

void ValueInterpreter::copy(State &S, const Value &To, const Value &From,
                            const Value &Size) {
  S.forgetLoads();
  const auto [Least, Most] = sizesOf(Size);
  if (Most == 0)
    return;
  LostTargets Lost;
  // What is copied, before it is.
  SmallVector<std::pair<AV::Target, ByteContent>, 2> Sources;
  for (const AV::Target &T : From.Targets)
    if (const ObjectState *O = S.Objects.find(T.Object))
      Sources.push_back({T, O->Content});
  const bool IsAny = !From.isPointer() || From.MayBeAny;
  auto LoseAll = [&] {
    for (auto &[T, Content] : Sources)
      Content.forEachValue([&](const Value &V) { addLost(V, Lost); });
  };
  if (!To.isPointer() || To.MayBeAny) {
    LoseAll();
    lose(S, Lost);
    return forgetMemory(S);
  }
  for (const AV::Target &T : To.Targets) {
    const ObjectState *Old = writable(S, T.Object);
    if (!Old)
      continue;
    ObjectState Now = *Old;
    const int64_t End = endOf(T.At, Most);
    const bool IsPlain = T.At.isOne() && T.At.Low >= 0 && !IsAny &&
                         all_of(Sources, [](auto &Of) {
                           return Of.first.At.isOne() && Of.first.At.Low >= 0;
                         });
    if (IsPlain && !Sources.empty()) {
      // It may be this object or not, and one of the sources.
      std::optional<ByteContent> All;
      if (To.Targets.size() > 1 || Old->IsMany)
        All = Old->Content;
      for (auto &[Of, Content] : Sources) {
        ByteContent New = Old->Content;
        New.copyUpTo(T.At.Low, Content, Of.At.Low, Least, Most, Lost);
        if (All)
          All->joinWith(New, Growth::Exact, {}, Lost);
        else
          All = std::move(New);
      }
      Now.Content = std::move(*All);
    } else {
      bool IsUnset = false;
      for (auto &[Of, Content] : Sources)
        IsUnset |= Content.mayBeUnset(Offsets::any(), 1);
      LoseAll();
      Now.Content.fill(T.At.isAny() ? 0 : T.At.Low, End,
                       IsUnset ? Bytes::Mixed : Bytes::Any, Write::Possible,
                       Lost);
    }
    S.Objects.set(T.Object, std::move(Now));
    if (S.isFound(T.Object))
      for (auto &[Of, Content] : Sources)
        Content.forEachValue([&](const Value &V) { tellUnseen(S, V); });
  }
  lose(S, Lost);
}

void ValueInterpreter::fill(State &S, const MemSetInst &I) {
  S.forgetLoads();
  const Value To = valueOf(S, I.getRawDest()), By = valueOf(S, I.getValue());
  const auto [Least, Most] = sizesOf(valueOf(S, I.getLength()));
  if (Most == 0)
    return;
  if (!To.isPointer() || To.MayBeAny)
    return forgetMemory(S);
  const APInt *Only = By.isNumber() ? By.Range.getSingleElement() : nullptr;
  const Bytes New = Only && Only->isZero() ? Bytes::Zero : Bytes::Any;
  LostTargets Lost;
  for (const AV::Target &T : To.Targets) {
    const ObjectState *Old = writable(S, T.Object);
    if (!Old)
      continue;
    ObjectState Now = *Old;
    const bool IsOnePlace = Least == Most && T.At.isOne() && T.At.Low >= 0;
    const bool IsSure = IsOnePlace && To.Targets.size() == 1 && !Old->IsMany;
    const uint64_t Grid = Least != Most || T.At.isAny() || T.At.Low < 0
                              ? 1
                              : std::gcd(T.At.Stride, Most);
    Now.Content.fill(T.At.isAny() ? 0 : T.At.Low, endOf(T.At, Most), New,
                     IsSure ? Write::Certain : Write::Possible, Lost,
                     IsOnePlace ? 0 : Grid);
    S.Objects.set(T.Object, std::move(Now));
  }
  lose(S, Lost);
}
