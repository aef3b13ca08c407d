//===- MemoryFaults.cpp - What goes wrong with memory ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the checks of CheckMemory.h find, and where accesses leave what the
// model can say. Messages name the object, its size, and where it came from.
//
//===----------------------------------------------------------------------===//

#include "EdgeBuilder.h"

#include "Base/MemoryChecks.h"
#include "Base/PointerDifference.h"
#include "Base/PointerParts.h"
#include "Memory/ObjectText.h"
#include "Memory/SharedLiterals.h"
#include "Source/Messages.h"
#include "Source/PathOfPointer.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/UninitializedValues.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace sooth;
using namespace llvm;

uint64_t EdgeBuilder::storedBytes(const Instruction &I, Type *T) {
  return I.getDataLayout().getTypeStoreSize(T);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static std::vector<NamedObject> possibleObjects(const PointsTo &Points,
                                                const PointsTo::Node &Node) {
  SmallVector<const MemoryObject *, 4> Objects;
  if (!Node.IsWild)
    for (auto [O, Start] : Node.Objects)
      Objects.push_back(&Points.objects()[O]);
  return namedObjects(Objects);
}

/// What goes wrong where \p Pointer leads to.
Failure EdgeBuilder::failureAt(Failure::Kind What,
                               const llvm::Value *Pointer) {
  Failure F(What);
  const PointsTo &Points = Values.memory().points();
  const llvm::Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  if (auto O = Points.objectOf(Object); O && !Points.objects()[*O].IsOutside) {
    F.Objects = {namedObject(Points.objects()[*O])};
    return F;
  }
  if (StringRef Name = objectName(Object); !Name.empty()) {
    if (isLibraryVariable(Object))
      F.Objects = {{NamedObject::Kind::OfLibrary}};
    else
      F.Objects = {{NamedObject::Kind::Variable, Name.str()}};
    return F;
  }
  namePointer(Pointer, Values.names(), F);
  auto Cell = Points.pointee(Pointer);
  if (Cell && (F.Subject.empty() || !Points.node(Cell->Node).IsOutside))
    F.Objects = possibleObjects(Points, Points.node(Cell->Node));
  return F;
}

/// Perhaps "after it was freed in line 7".
Failure EdgeBuilder::accessAfterEnd(const llvm::Value *Pointer,
                                    const Instruction &Access) {
  Failure F = failureAt(Failure::Kind::AccessAfterEnd, Pointer);
  const PointsTo &Points = Values.memory().points();
  auto Cell = Points.pointee(Pointer);
  if (!Cell)
    return F;
  const PointsTo::Node &Node = Points.node(Cell->Node);
  SmallVector<const CallBase *, 2> Earlier;
  copy_if(Node.FreedBy, std::back_inserter(Earlier), [&](const CallBase *Free) {
    return Free->getFunction() != Access.getFunction() ||
           isPotentiallyReachable(Free, &Access);
  });
  bool AllHeap = all_of(Node.Objects, [&](auto &Entry) {
    const MemoryObject &Object = Points.objects()[Entry.first];
    return isa<CallBase>(Object.Site) || !Object.MayDangle;
  });
  if (AllHeap) {
    F.What = Failure::Kind::AccessAfterFree;
    F.Lines = linesOf(Earlier);
  }
  return F;
}

static ShownValue shownNumber(ShownValue::Role What, Expr Number) {
  ShownValue Shown{{}, Number};
  Shown.Style = What == ShownValue::Role::Size ? ValueStyle::Unsigned
                                               : ValueStyle::Signed;
  Shown.What = What;
  return Shown;
}

EdgeBuilder::Fault EdgeBuilder::violation(Expr When, Failure What) {
  return {When, std::move(What), ErrorLocation::Kind::Violation};
}

EdgeBuilder::Fault EdgeBuilder::limit(Expr When, Failure What) {
  return {When, std::move(What), ErrorLocation::Kind::Limit};
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// What \p Check, one of an argument, says of the call.
static Failure failureOfCall(Failure::Kind What, const CallBase &Check) {
  auto Text = [&](StringRef Name) {
    return Check.getFnAttr(Name).getValueAsString();
  };
  Failure F(What, Text(ArgumentName).str());
  F.IsWrite = Check.hasFnAttr(OfResultName);
  F.Objects.push_back({NamedObject::Kind::Function, Text(CalleeName).str()});
  if (Check.hasFnAttr(OtherArgumentName))
    F.Objects.push_back(
        {NamedObject::Kind::Variable, Text(OtherArgumentName).str()});
  if (What == Failure::Kind::ArgumentTooSmall) {
    to_integer(Text(BytesName), F.Number);
    F.IsPossible = Check.hasFnAttr(MayBeNullName);
  }
  return F;
}

/// Whether callers may have passed an address with which \p What happens: where
/// nothing is taken to be true of it, nobody knows, and runs go both ways.
Expr EdgeBuilder::mayBeOther(const llvm::Value *Pointer, const Address &At,
                             Failure What) {
  const MemoryModel &Model = Values.memory();
  auto Cell = Model.points().pointee(Pointer);
  if (Model.outside().environment() != Environment::Any || !Cell ||
      !Model.points().node(Cell->Node).IsOutside)
    return Ctx.falseExpr();
  Expr Is = fresh(Input::Kind::Havoc, Ctx.boolSort(), std::move(What));
  return Ctx.mkAnd(Model.lifetimes().isOutside(At.Object), Is);
}

/// What a call is given that frees it.
EdgeBuilder::Faults EdgeBuilder::faultsOfFreed(const CallBase &Call,
                                               const MemoryCheck &Check,
                                               const Address &At) {
  const MemoryModel &Model = Values.memory();
  Expr IsFreeable = Model.lifetimes().canFree(Memory, Check.Pointer, At);
  Failure What = failureOfCall(Failure::Kind::ArgumentNotFreeable, Call);
  return {violation(Ctx.mkOr(Ctx.mkNot(IsFreeable), mayBeOther(Check.Pointer, At, What)),
                    What)};
}

EdgeBuilder::Faults EdgeBuilder::faultsOfFree(const CallBase &Call,
                                              const MemoryCheck &Check,
                                              const Address &At) {
  if (Call.hasFnAttr(CalleeName))
    return faultsOfFreed(Call, Check, At);
  const MemoryModel &Model = Values.memory();
  Expr Bad =
      Ctx.mkOr(Ctx.mkNot(Model.lifetimes().canFree(Memory, Check.Pointer, At)),
               mayBeOther(
                   Check.Pointer, At,
                   failureAt(Failure::Kind::FreeOfOther, Check.Pointer)));
  Expr Freed =
      Ctx.mkAnd(Bad, Model.lifetimes().isFreed(Memory, Check.Pointer, At));
  Faults All{violation(Freed, failureAt(Failure::Kind::SecondFree,
                                        Check.Pointer)),
             violation(Ctx.mkAnd(Bad, Ctx.mkNot(Freed)),
                       failureAt(Failure::Kind::FreeOfOther, Check.Pointer))};
  excludeNumbers(All[1], All, Check.Pointer, At);
  return All;
}

EdgeBuilder::Faults EdgeBuilder::faultsOfCall(const CallBase &Call,
                                              const MemoryCheck &Check,
                                              const Address &At) {
  const MemoryModel &Model = Values.memory();
  Expr IsNull = Model.addresses().trapsAsNull(At);
  Expr IsOther = Ctx.mkAnd(
      Ctx.mkNot(IsNull),
      Ctx.mkOr(Ctx.mkNot(Model.validity().isFunction(Check.Pointer, At)),
               mayBeOther(Check.Pointer, At, Failure::Kind::CallOfOther)));
  if (!Call.hasFnAttr(CalleeName)) {
    Faults All{violation(IsNull, Failure::Kind::NullCall),
               violation(IsOther, Failure::Kind::CallOfOther)};
    excludeNumbers(All[1], All, Check.Pointer, At);
    return All;
  }
  Failure Other = failureOfCall(Failure::Kind::ArgumentNotFunction, Call);
  Other.IsPossible = Call.hasFnAttr(MayBeNullName);
  Faults All{violation(IsOther, std::move(Other))};
  if (!Call.hasFnAttr(MayBeNullName))
    All.push_back(violation(
        IsNull, failureOfCall(Failure::Kind::ArgumentIsNull, Call)));
  return All;
}

/// In the order in which they exclude each other.
EdgeBuilder::Faults EdgeBuilder::faultsOfAccess(const MemoryCheck &Check,
                                                const Address &At,
                                                const Instruction &Access) {
  const MemoryModel &Model = Values.memory();
  bool IsRead = Check.What == MemoryCheck::Kind::Read;
  Expr Bad = Ctx.mkNot(isValid(Check, At));
  Expr Null = Ctx.mkAnd(Bad, Model.addresses().trapsAsNull(At));
  Expr Freed =
      Ctx.mkAnd(Bad, Model.lifetimes().isFreed(Memory, Check.Pointer, At));
  Expr Other = Ctx.mkAnd({Bad, Ctx.mkNot(Null), Ctx.mkNot(Freed)});
  Expr Constant =
      IsRead ? Ctx.falseExpr()
             : Ctx.mkAnd(Ctx.mkNot(Bad),
                         Model.validity().isConstant(Check.Pointer, At));
  Faults All{
      violation(Null, Failure::Kind::NullAccess),
      violation(Freed, accessAfterEnd(Check.Pointer, Access)),
      violation(Other, failureAt(Failure::Kind::OutsideAccess, Check.Pointer)),
      violation(Constant,
                failureAt(Failure::Kind::ConstantWrite, Check.Pointer))};
  for (Fault &F : All)
    F.What.IsWrite = !IsRead;
  All[2].Shown.push_back(shownNumber(ShownValue::Role::Offset, At.Offset));
  if (auto Left = Model.lifetimes().bytesFrom(Memory, Check.Pointer, At))
    All[2].Shown.push_back(shownNumber(
        ShownValue::Role::Size, Ctx.make(Kind::BvAdd, {*Left, At.Offset})));
  // What is read as a pointer from memory that unseen code writes may be
  // anything in the model: that it is invalid there is no violation.
  if (auto Cell = Model.points().pointee(Check.Pointer);
      Cell && Model.points().node(Cell->Node).IsWild &&
      isa<LoadInst>(getUnderlyingObject(Check.Pointer)))
    for (Fault &F : All)
      F.Why = Fault::Reason::Unsupported;
  excludeNumbers(All[2], All, Check.Pointer, At);
  excludeUnknownSizes(All[2], All, Check.Pointer, At);
  return All;
}

/// How large a variable of another file is may not be known: what \p Of finds
/// there is not a violation for certain.
void EdgeBuilder::excludeUnknownSizes(Fault &Of, Faults &All,
                                      const llvm::Value *Pointer,
                                      const Address &At) {
  const MemoryModel &Model = Values.memory();
  Expr IsUnknown =
      Model.lifetimes().isObjectThat(Pointer, At.Object, [&](unsigned Object) {
        const MemoryObject &O = Model.points().objects()[Object];
        return isa<GlobalVariable>(O.Site) && !O.Size ? Ctx.trueExpr() : Expr();
      });
  if (IsUnknown.isFalse())
    return;
  Fault New = violation(Ctx.mkAnd(Of.When, IsUnknown), Of.What);
  New.Why = Fault::Reason::Unsupported;
  Of.When = Ctx.mkAnd(Of.When, Ctx.mkNot(IsUnknown));
  All.push_back(std::move(New));
}

/// Whether \p Pointer comes from code that is not seen and leads to none of the
/// objects that the model has.
Expr EdgeBuilder::leadsToUnseen(const llvm::Value *Pointer, const Address &At) {
  const MemoryModel &Model = Values.memory();
  auto Cell = Model.points().pointee(Pointer);
  if (!Cell || !Model.points().node(Cell->Node).IsWild)
    return Ctx.falseExpr();
  bool HasMany = false;
  for (auto [O, Start] : Model.points().node(Cell->Node).Objects)
    HasMany |= Model.points().objects()[O].How == MemoryObject::Instances::Many;
  Expr IsMany =
      HasMany ? Model.lifetimes().isOfMany(At.Object) : Ctx.falseExpr();
  Expr IsOne = Model.lifetimes().isObjectThat(
      Pointer, At.Object, [&](unsigned) { return Ctx.trueExpr(); });
  return Ctx.mkNot(Ctx.mkOr(IsMany, IsOne));
}

/// What is at a number that is nothing's address in the model is not known:
/// what \p Of finds there is none of its faults. Where memory is that the model
/// has no objects for, runs go on of which it knows nothing.
void EdgeBuilder::excludeNumbers(Fault &Of, Faults &All,
                                 const llvm::Value *Pointer,
                                 const Address &At) {
  const ConcreteAddresses &Addresses = Values.memory().addresses();
  Faults New;
  if (Expr IsNumber = Addresses.isInNoKnownObject(Pointer, At);
      !IsNumber.isFalse()) {
    New.push_back(limit(Ctx.mkAnd(Of.When, IsNumber),
                        Addresses.isFromForeignNumber(Pointer)
                            ? Failure::Kind::UnmodelledAddress
                            : Failure::Kind::NumberAsAddress));
    Of.When = Ctx.mkAnd(Of.When, Ctx.mkNot(IsNumber));
  }
  if (Expr IsUnseen = Ctx.mkAnd(Of.When, leadsToUnseen(Pointer, At));
      !IsUnseen.isFalse())
    New.push_back(limit(IsUnseen, Failure::Kind::UnmodelledAddress));
  for (Fault &F : New) {
    F.Why = Fault::Reason::Unsupported;
    All.push_back(std::move(F));
  }
}

/// Inside of the object, but not where the pointer is meant to stay: there the
/// model knows nothing.
EdgeBuilder::Faults EdgeBuilder::faultsOfMember(const Access &A, Operation What,
                                                const llvm::Value *Pointer) {
  const MemoryModel &Model = Values.memory();
  if (A.Enclosing.empty())
    return {};
  Fault New = limit(Ctx.mkAnd(Model.validity().isInObject(Memory, A),
                              Ctx.mkNot(Model.validity().isValid(Memory, A))),
                    failureAt(Failure::Kind::OutsideOfMember, Pointer));
  New.What.IsWrite = What == Operation::Write;
  New.Help = Remedy::JoinedMembers;
  return {std::move(New)};
}

EdgeBuilder::Faults EdgeBuilder::faultsOfContent(const MemoryCheck &Check,
                                                 const Address &At) {
  const MemoryModel &Model = Values.memory();
  uint64_t Bytes = cast<ConstantInt>(Check.Size)->getZExtValue();
  Access A = Model.access(Check.Pointer, At, Bytes, originOf(Check.Pointer));
  Expr Valid = Model.validity().isValid(Memory, A);
  auto Initialized = Model.shadows().isInitialized(Memory, A);
  Failure What = failureAt(Failure::Kind::UninitializedRead, Check.Pointer);
  What.IsPossible = !Initialized;
  Faults All;
  if (Initialized)
    All.push_back(violation(Ctx.mkAnd(Valid, Ctx.mkNot(*Initialized)), What));
  else
    All.push_back(limit(Valid, What));
  All.append(faultsOfMember(A, Operation::Read, Check.Pointer));
  return All;
}

/// Parts of structures that clang hands over as numbers are followed from a
/// load to a store; a number that goes elsewhere must be initialized.
EdgeBuilder::Faults EdgeBuilder::faultsOfCopy(const CallBase &Call) {
  const MemoryModel &Model = Values.memory();
  auto *Load = dyn_cast<LoadInst>(Call.getNextNode());
  if (!Load || isHandedOn(*Load) || !Model.points().asksForContent())
    return {};
  auto A = accessOf(*Load);
  if (!A)
    return {};
  SmallVector<Expr> Some;
  for (Expr Bit :
       Model.shadows().uninitializedBytes(Memory, *A, Load->getType()))
    Some.push_back(Ctx.mkEq(Bit, Ctx.bv(1, 1)));
  Faults All{
      limit(Ctx.mkAnd(Model.validity().isValid(Memory, *A), Ctx.mkOr(Some)),
            Failure::Kind::UninitializedCopy)};
  All.append(faultsOfMember(*A, Operation::Read, Load->getPointerOperand()));
  return All;
}

EdgeBuilder::Faults EdgeBuilder::faultsOfLeak(const CallBase &Call) {
  const MemoryModel &Model = Values.memory();
  SmallVector<const llvm::Value *> Roots(Call.args());
  Faults All;
  Expr Earlier = Ctx.falseExpr();
  for (const MemoryModel::Leak &Found : Model.leaks(Memory, Roots)) {
    SmallVector<const MemoryObject *, 2> Objects;
    for (const llvm::Value *Site : Found.Sites)
      Objects.push_back(
          &Model.points().objects()[*Model.points().objectOf(Site)]);
    bool IsSure = Found.IsLost == MemoryModel::Leak::Certainty::Certain &&
                  !Call.hasFnAttr(KeepsNumbersName);
    Fault New{
        Ctx.mkAnd(Ctx.mkNot(Earlier), Found.When), Failure::Kind::NeverFreed,
        IsSure ? ErrorLocation::Kind::Violation : ErrorLocation::Kind::Limit};
    New.What.IsPossible = !IsSure;
    New.What.Objects = namedObjects(Objects);
    if (Found.Sites.size() == 1)
      New.Where = nearestLocation(*cast<Instruction>(Found.Sites.front()));
    Earlier = Ctx.mkOr(Earlier, Found.When);
    All.push_back(std::move(New));
  }
  return All;
}

/// Of what cannot be followed it is not known whether it overlaps.
EdgeBuilder::Faults EdgeBuilder::faultsOfOverlap(const MemoryCheck &Check) {
  auto To = addressIn(Check.Pointer), From = addressIn(Check.From);
  Expr When = Ctx.trueExpr();
  if (To && From)
    When = Values.memory().validity().overlap(
        {Check.Pointer, *To, operand(Check.Size)[0]},
        {Check.From, *From, operand(Check.FromSize)[0]}, Check.CountsSame);
  Fault New = violation(When, Failure::Kind::Overlap);
  if (!To || !From || Check.What == MemoryCheck::Kind::Apart)
    New.Type = ErrorLocation::Kind::Limit;
  return {std::move(New)};
}

EdgeBuilder::Faults EdgeBuilder::faultsOfArgument(const CallBase &Call,
                                                  const MemoryCheck &Check,
                                                  const Address &At) {
  const MemoryModel &Model = Values.memory();
  Expr IsNull = Model.addresses().trapsAsNull(At);
  auto *Bytes = dyn_cast<ConstantInt>(Check.Size);
  Expr IsThere = Bytes ? Model.validity().hasBytes(Memory, Check.Pointer, At,
                                                   Bytes->getZExtValue())
                       : isValid(Check, At);
  Faults All;
  // Where none are counted there may be nothing.
  Expr IsSome = Call.hasFnAttr(OtherArgumentName)
                    ? Ctx.mkNot(Ctx.mkEq(operand(Check.Size)[0],
                                         Ctx.bv(0, OffsetBits)))
                    : Ctx.trueExpr();
  if (!Call.hasFnAttr(MayBeNullName))
    All.push_back(
        violation(Ctx.mkAnd(IsNull, IsSome),
                  failureOfCall(Failure::Kind::ArgumentIsNull, Call)));
  if (Call.hasFnAttr(OfAttributeName) && Bytes && Bytes->isZero())
    return All; // nonnull says no more
  Fault Small =
      violation(Ctx.mkAnd(Ctx.mkNot(IsNull), Ctx.mkNot(IsThere)),
                failureOfCall(Failure::Kind::ArgumentTooSmall, Call));
  Small.Shown.push_back(shownNumber(ShownValue::Role::Offset, At.Offset));
  if (auto Left = Model.lifetimes().bytesFrom(Memory, Check.Pointer, At))
    Small.Shown.push_back(shownNumber(
        ShownValue::Role::Size, Ctx.make(Kind::BvAdd, {*Left, At.Offset})));
  excludeNumbers(Small, All, Check.Pointer, At);
  All.push_back(std::move(Small));
  return All;
}

/// Of what cannot be followed it is not known where it leads.
EdgeBuilder::Faults EdgeBuilder::faultsOfDistinct(const CallBase &Call,
                                                  const MemoryCheck &Check) {
  Failure What = failureOfCall(Failure::Kind::ArgumentsOverlap, Call);
  auto A = addressIn(Check.Pointer), B = addressIn(Check.From);
  if (!A || !B)
    return {limit(Ctx.trueExpr(), std::move(What))};
  Expr IsNone = Ctx.mkEq(A->Object, Ctx.bv(0, ObjectBits));
  return {violation(Ctx.mkAnd(Ctx.mkNot(IsNone),
                              Ctx.mkEq(A->Object, B->Object)),
                    std::move(What))};
}

/// What is null, and what is no address, is handed on as it is.
EdgeBuilder::Faults EdgeBuilder::faultsOfGiven(const CallBase &Call,
                                               const MemoryCheck &Check,
                                               const Address &At) {
  Failure What = failureOfCall(Failure::Kind::ArgumentTooSmall, Call);
  What.IsPossible = true; // or null
  return {violation(
      Values.memory().lifetimes().isFreed(Memory, Check.Pointer, At),
      std::move(What))};
}

EdgeBuilder::Faults EdgeBuilder::faultsOfCheck(const CallBase &Call) {
  MemoryCheck Check = describeCheck(Call);
  if (Check.What == MemoryCheck::Kind::Leak)
    return faultsOfLeak(Call);
  if (Check.What == MemoryCheck::Kind::Copy)
    return faultsOfCopy(Call);
  if (Check.What == MemoryCheck::Kind::Modelled)
    return {violation(
        isNonZero(Call.getArgOperand(0)),
        ("call of '" + Call.getFnAttr(CalleeName).getValueAsString() +
         "' that is not allowed")
            .str())};
  if (Check.What == MemoryCheck::Kind::Type)
    return {
        violation(Ctx.trueExpr(),
                  ("call of '" + Call.getFnAttr(CalleeName).getValueAsString() +
                   "' as a function of another type")
                      .str())};
  if (Check.What == MemoryCheck::Kind::Distinct)
    return faultsOfDistinct(Call, Check);
  if (Check.From)
    return faultsOfOverlap(Check);
  auto At = addressIn(Check.Pointer);
  if (!At && Check.What == MemoryCheck::Kind::Alive)
    return {};
  if (!At)
    return {limit(Ctx.trueExpr(), Failure::Kind::UnmodelledAddress)};
  switch (Check.What) {
  case MemoryCheck::Kind::Free:
    return faultsOfFree(Call, Check, *At);
  case MemoryCheck::Kind::Call:
    return faultsOfCall(Call, Check, *At);
  case MemoryCheck::Kind::Argument:
    return faultsOfArgument(Call, Check, *At);
  case MemoryCheck::Kind::Alive:
    return faultsOfGiven(Call, Check, *At);
  case MemoryCheck::Kind::Align: {
    uint64_t By = cast<ConstantInt>(Check.Size)->getZExtValue();
    Fault New = violation(
        Values.memory().validity().isMisaligned(Check.Pointer, *At, By),
        Call.hasFnAttr(CalleeName)
            ? failureOfCall(Failure::Kind::ArgumentMisaligned, Call)
            : failureAt(Failure::Kind::Misaligned, Check.Pointer));
    New.What.Number = By;
    New.Shown.push_back(shownNumber(ShownValue::Role::Offset, At->Offset));
    return {std::move(New)};
  }
  default:
    return Check.isOfContent() ? faultsOfContent(Check, *At)
                               : faultsOfAccess(Check, *At, Call);
  }
}

/// Whether all bytes that a check asks for are there.
Expr EdgeBuilder::isValid(const MemoryCheck &Check, const Address &At) {
  const MemoryModel &Model = Values.memory();
  if (auto *Size = dyn_cast<ConstantInt>(Check.Size))
    return Size->isZero() ? Ctx.trueExpr()
                          : Model.validity().isInObject(
                                Memory, Model.access(Check.Pointer, At,
                                                     Size->getZExtValue()));
  Expr Size = operand(Check.Size)[0];
  return Ctx.mkOr(
      Ctx.mkEq(Size, Ctx.bv(0, Size.sort().width())),
      Model.validity().isValidRange(Memory, Check.Pointer, At, Size));
}

/// What a function was found to need may be more than it takes.
static bool mayGoOnWithout(const CallBase &Check) {
  const MemoryCheck::Kind What = describeCheck(Check).What;
  return (What == MemoryCheck::Kind::Argument ||
          What == MemoryCheck::Kind::Distinct ||
          (What == MemoryCheck::Kind::Align && Check.hasFnAttr(CalleeName))) &&
         !Check.hasFnAttr(OfAttributeName);
}

/// Whether it is not known if what is read was written.
static bool isOnlyPossible(const Failure &What) {
  return What.What == Failure::Kind::UninitializedRead && What.IsPossible;
}

void EdgeBuilder::executeCheck(const CallBase &Call) {
  if (mayGoOnWithout(Call))
    return;
  for (const Fault &F : faultsOfCheck(Call))
    if (!isOnlyPossible(F.What)) // it may hold, and then runs go on
      require(Ctx.mkNot(F.When));
}

//===----------------------------------------------------------------------===//
// Without a check
//===----------------------------------------------------------------------===//

/// Whether two pointers are compared of which one may be made of a number, or
/// that may lead to literals which a linker puts together.
static bool mayFaultAsComparison(const Instruction &I,
                                 const MemoryModel &Model) {
  auto *Compare = dyn_cast<ICmpInst>(&I);
  if (!Compare || !Compare->isEquality() ||
      !I.getOperand(0)->getType()->isPointerTy())
    return false;
  // That null is no number but 0 is certain.
  return none_of(I.operands(),
                 [](const Use &U) { return isa<ConstantPointerNull>(U); }) &&
         (any_of(I.operands(),
                 [&](const Use &U) {
                   return Model.addresses().isFromNumber(U);
                 }) ||
          mayShareLiterals(Model.points(), I.getOperand(0), I.getOperand(1)));
}

bool EdgeBuilder::mayFault(const Instruction &I, const MemoryModel &Model) {
  if (mayFaultAsComparison(I, Model))
    return true;
  if (auto [A, B] = orderedPointers(I); A)
    return Model.outside().areInOneObject(A, B);
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return isa<StoreInst>(I);
  CalleeKind Kind = classify(*Call);
  return Kind == CalleeKind::MemoryCheck || Kind == CalleeKind::Memory ||
         Kind == CalleeKind::Deallocation;
}

/// A number that is nothing's address in the model might be that of the object
/// with whose address it is compared.
EdgeBuilder::Faults EdgeBuilder::faultsOfComparison(const Instruction &I) {
  const MemoryModel &Model = Values.memory();
  auto P = addressIn(I.getOperand(0)), Q = addressIn(I.getOperand(1));
  if (!P || !Q || !Values.isLive(&I))
    return {};
  Expr None = Ctx.bv(0, ObjectBits);
  auto IsAddress = [&](const Address &A) {
    return Ctx.mkNot(Ctx.mkEq(A.Object, None));
  };
  Expr When = Ctx.mkOr(
      Ctx.mkAnd(Model.addresses().isInNoKnownObject(I.getOperand(0), *P),
                IsAddress(*Q)),
      Ctx.mkAnd(Model.addresses().isInNoKnownObject(I.getOperand(1), *Q),
                IsAddress(*P)));
  const bool IsForeign = any_of(I.operands(), [&](const Use &U) {
    return Model.addresses().isFromForeignNumber(U);
  });
  Fault New = limit(When, IsForeign ? Failure::Kind::UnmodelledAddress
                                    : Failure::Kind::NumberCompared);
  New.Why = Fault::Reason::Unsupported;
  Fault Shared =
      limit(wouldMeetInLiterals(Ctx, Model.points(), Model.lifetimes(),
                                I.getOperand(0), *P, I.getOperand(1), *Q),
            Failure::Kind::LiteralsCompared);
  Shared.Why = Fault::Reason::Unsupported;
  return {std::move(New), std::move(Shared)};
}

/// Callers may pass pointers into two objects, which have no order.
EdgeBuilder::Faults EdgeBuilder::faultsOfOrder(const llvm::Value *A,
                                               const llvm::Value *B) {
  auto P = addressIn(A), Q = addressIn(B);
  if (!P || !Q)
    return {};
  Fault New = limit(Ctx.mkNot(Ctx.mkEq(P->Object, Q->Object)),
                    Failure::Kind::OtherOrdered);
  New.Why = Fault::Reason::Unsupported;
  return {std::move(New)};
}

/// What is copied onto itself stays.
Expr EdgeBuilder::overlapOf(const MemCpyInst &Copy) {
  auto To = addressIn(Copy.getRawDest()), From = addressIn(Copy.getRawSource());
  auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  if (!To || !From || !Length || copiedConstant(Copy))
    return Ctx.falseExpr();
  Expr Size = Ctx.bv(Length->getZExtValue(), OffsetBits);
  return Values.memory().validity().overlap({Copy.getRawDest(), *To, Size},
                                            {Copy.getRawSource(), *From, Size},
                                            /*CountsSame=*/false);
}

/// What comes right before \p I, in its block or in one that leads nowhere
/// else.
static const Instruction *previous(const Instruction &I) {
  if (const Instruction *Before = I.getPrevNode())
    return Before;
  const BasicBlock *From = I.getParent()->getSinglePredecessor();
  return From && From->getSingleSuccessor() ? From->getTerminator() : nullptr;
}

/// Whether no run comes to \p I but those that passed a check which asks of
/// \p Bytes at \p Pointer (none for Free), and memory is as it was.
static bool isChecked(const Instruction &I, MemoryCheck::Kind What,
                      const llvm::Value *Pointer, uint64_t Bytes) {
  constexpr unsigned MaxSteps = 50;
  const Instruction *Before = previous(I);
  for (unsigned Step = 0; Before && Step < MaxSteps;
       Before = previous(*Before), ++Step) {
    auto *Call = dyn_cast<CallBase>(Before);
    if (!Call || classify(*Call) == CalleeKind::Operation ||
        classify(*Call) == CalleeKind::Ignored)
      continue;
    if (classify(*Call) != CalleeKind::MemoryCheck)
      return false;
    const MemoryCheck Check = describeCheck(*Call);
    if (Check.What != What || Check.Pointer != Pointer)
      continue;
    auto *Size = dyn_cast_or_null<ConstantInt>(Check.Size);
    if (Bytes == 0 || (Size && Size->getZExtValue() >= Bytes))
      return true;
  }
  return false;
}

EdgeBuilder::Faults EdgeBuilder::faultsOf(const Instruction &I) {
  const MemoryModel &Model = Values.memory();
  if (auto [A, B] = orderedPointers(I);
      A && Model.outside().areInOneObject(A, B))
    return Values.isLive(&I) ? faultsOfOrder(A, B) : Faults();
  if (isa<ICmpInst>(I))
    return faultsOfComparison(I);
  auto Outside = [&](const llvm::Value *Pointer, uint64_t Bytes) -> Faults {
    auto A = accessOf(Pointer, Bytes);
    if (!A)
      return {};
    if (I.hasMetadata(CheckedName) ||
        isChecked(I, MemoryCheck::Kind::Write, Pointer, Bytes))
      return faultsOfMember(*A, Operation::Write, Pointer);
    Expr IsThere = A->Enclosing.empty() ? Model.validity().isValid(Memory, *A)
                                 : Model.validity().isInObject(Memory, *A);
    Fault New =
        limit(Ctx.mkAnd(Ctx.mkNot(IsThere),
                        Ctx.mkNot(Model.addresses().trapsAsNull(A->At))),
              failureAt(Failure::Kind::OutsideAccess, Pointer));
    New.What.IsWrite = true;
    Faults All{std::move(New)};
    excludeNumbers(All[0], All, Pointer, A->At);
    All.append(faultsOfMember(*A, Operation::Write, Pointer));
    return All;
  };
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (Store->hasMetadata(NoAccessName))
      return {};
    return Outside(Store->getPointerOperand(),
                   storedBytes(I, Store->getValueOperand()->getType()));
  }
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return {};
  if (classify(*Call) == CalleeKind::MemoryCheck)
    return faultsOfCheck(*Call);
  if (classify(*Call) == CalleeKind::Deallocation) {
    const llvm::Value *Pointer = Call->getArgOperand(0);
    if (auto At = addressIn(Pointer);
        At && !isChecked(I, MemoryCheck::Kind::Free, Pointer, 0))
      return {limit(Ctx.mkNot(Model.lifetimes().canFree(Memory, Pointer, *At)),
                    Failure::Kind::FreeOfOther)};
  }
  if (auto *Transfer = dyn_cast<MemIntrinsic>(Call)) {
    auto *Length = dyn_cast<ConstantInt>(Transfer->getLength());
    if (!Length || Length->isZero())
      return {};
    Faults All = Outside(Transfer->getRawDest(), Length->getZExtValue());
    auto *Copy = dyn_cast<MemCpyInst>(Transfer);
    Expr Overlap = Copy ? overlapOf(*Copy) : Ctx.falseExpr();
    if (!Overlap.isFalse()) {
      for (const Fault &Earlier : All)
        Overlap = Ctx.mkAnd(Overlap, Ctx.mkNot(Earlier.When));
      All.push_back(limit(Overlap, Failure::Kind::Overlap));
    }
    return All;
  }
  return {};
}
