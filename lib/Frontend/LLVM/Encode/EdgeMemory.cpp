//===- EdgeMemory.cpp - Executes accesses to memory -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A read outside of all objects yields anything; through null it ends the run,
// as the hardware does. A write outside of all objects might change anything,
// which is more than the model can say: the run goes on only where the write is
// valid, and faultsOf() tells the encoder where it is not.
//
//===----------------------------------------------------------------------===//

#include "EdgeBuilder.h"

#include "Approximations.h"
#include "Base/Contracts.h"
#include "KeptNumbers.h"
#include "Memory/ObjectText.h"
#include "Operations.h"
#include "Source/Messages.h"
#include "Source/PathOfPointer.h"
#include "TableValues.h"
#include "sooth/Frontend/LLVM/Base/IntrinsicMeaning.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/UninitializedValues.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

static Expr asSize(ExprContext &Ctx, Expr E) {
  unsigned Width = E.isBool() ? 1 : E.sort().width();
  return Ctx.mkZeroExt(64 - Width, E.isBool() ? Ctx.boolToBv(E) : E);
}

Expr EdgeBuilder::fresh(Input::Kind What, Sort S, Cause Why, Remedy Help) {
  Expr Var = Ctx.freshVar(What == Input::Kind::Unset ? "unset" : "havoc", S);
  Result.Inputs.push_back({Var, What, "", Here});
  Source.Unknown.push_back(
      {Var, std::make_shared<const Cause>(std::move(Why)), Help});
  noteInlined(Var);
  return Var;
}

void EdgeBuilder::havoc(MemoryModel::Reach What, const Cause &Why) {
  Values.memory().havoc(
      Memory, What, [&](Sort S) { return fresh(Input::Kind::Havoc, S, Why); });
}

/// What is read where \p A is. After a call that is not executed, this is taken
/// to be true of a value that is not known, and so decides nothing.
void EdgeBuilder::knowContent(const Access &A, uint64_t Bytes) {
  const OutsideMemory &Outside = Values.memory().outside();
  know(Outside.isPossibleAtFirst(Memory, A, Bytes));
  require(Outside.isPossibleAfterCalls(Memory, A, Bytes));
}

/// What is known of the pointers that callers left, and that are read next, but
/// not at once.
void EdgeBuilder::knowFirstLoads() {
  for (const LoadInst *Load : Values.laterLoads().afterEntry())
    if (auto A = accessOf(*Load))
      know(Values.memory().outside().isPossibleAtFirst(*A));
}

/// What is known of the pointers that \p Call left, of \p Callee, null if that
/// is not seen, and that are read next, but not at once.
void EdgeBuilder::knowLaterLoads(const CallBase &Call, const Function *Callee) {
  for (const LoadInst *Load : Values.laterLoads().after(Call))
    if (auto A = accessOf(*Load))
      require(Values.memory().outside().isPossibleAfter(Memory, Callee, *A));
}

/// Its body is not executed: what it may change is anything then.
void EdgeBuilder::executeSummarized(const CallBase &Call) {
  const MemoryModel &Model = Values.memory();
  const Function &Callee = *calledFunction(Call);
  const StringRef Name = Callee.getName();
  require(Model.havoc(
      Memory, Call, [&](const llvm::Value *V) { return addressIn(V); },
      [&](Sort S) {
        return fresh(Input::Kind::Havoc, S,
                     Cause(Cause::Kind::WriteByFunction, Name));
      }));
  knowLaterLoads(Call, &Callee);
  if (!hasModelledScalar(Call.getType()))
    return;
  Local[&Call] = freshInputs(Input::Kind::Havoc, Call.getType(), "havoc",
                             Cause(Cause::Kind::SummarizedResult, Name));
  knowResult(Call);
}

/// What is known of a pointer that is all or a part of such a result.
void EdgeBuilder::knowResult(const Instruction &I) {
  auto At = I.getType()->isPointerTy() ? addressIn(&I) : std::nullopt;
  if (At)
    require(Values.memory().outside().isPossibleResult(Memory, I, *At));
}

/// What is taken to be true of memory after \p Call, one that is not seen.
void EdgeBuilder::knowAfterUnseen(const CallBase &Call) {
  const OutsideMemory &Outside = Values.memory().outside();
  if (!Values.memory().points().trustsUnseen() || !isUnseen(Call))
    return;
  Outside.noteCall(Memory, /*Callee=*/nullptr);
  require(Outside.isPossibleAfter(Memory, /*Callee=*/nullptr));
  knowLaterLoads(Call, /*Callee=*/nullptr);
}

/// And of the pointer that it returns.
void EdgeBuilder::knowUnseenResult(const CallBase &Call) {
  if (!Values.memory().points().trustsUnseen() || !returnsUnseen(Call) ||
      !Values.isLive(&Call))
    return;
  Expr Bytes;
  for (const llvm::Value *Factor : promisedSize(Call)) {
    Expr Next = asSize(Ctx, operand(Factor)[0]);
    Bytes = Bytes ? Ctx.make(Kind::BvMul, {Bytes, Next}) : Next;
  }
  if (auto At = addressIn(&Call))
    require(
        Values.memory().outside().isPossibleUnseen(Memory, Call, *At, Bytes));
}

std::optional<Address> EdgeBuilder::addressIn(const llvm::Value *Pointer) {
  if (!isa<Constant>(Pointer) && !value(Pointer))
    return std::nullopt;
  Scalars S = operand(Pointer);
  if (S.size() != 2 || !S[0] || !S[1])
    return std::nullopt;
  return Address{S[0], S[1]};
}

std::optional<Access> EdgeBuilder::accessOf(const llvm::Value *Pointer,
                                            uint64_t Bytes) {
  auto At = addressIn(Pointer);
  if (!At)
    return std::nullopt;
  return Values.memory().access(Pointer, *At, Bytes, originOf(Pointer));
}

std::optional<Access> EdgeBuilder::accessOf(const LoadInst &I) {
  return accessOf(I.getPointerOperand(), storedBytes(I, I.getType()));
}

/// What this block computed a pointer from.
Origin EdgeBuilder::originOf(const llvm::Value *Pointer) {
  const llvm::Value *From = Pointer;
  while (auto *Gep = dyn_cast<GEPOperator>(From)) {
    auto *Computed = dyn_cast<Instruction>(Gep);
    if (Computed && Computed->getParent() != &B)
      break;
    From = Gep->getPointerOperand();
  }
  auto At = From == Pointer ? std::nullopt : addressIn(From);
  return At ? Origin{From, *At} : Origin{};
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

void EdgeBuilder::executeLoad(const LoadInst &I) {
  const MemoryModel &Model = Values.memory();
  auto A = accessOf(I);
  auto Unknown = [&](Sort S) {
    return fresh(Input::Kind::Havoc, S,
                 causeOfApproximation(I, Values.names()));
  };
  if (A && Model.points().asksForContent() && isHandedOn(I))
    Uninitialized[&I] = uninitializedBytes(I, *A);
  bool IsKnown =
      A && !I.isVolatile() && Model.canHold(*A, I.getType()) &&
      !(I.getType()->isPointerTy() && Model.outside().cannotBeReplayed(*A));
  if (A) {
    require(Ctx.mkNot(Model.addresses().trapsAsNull(A->At)));
    require(Model.validity().isWithinAmple(Memory, *A));
  }
  if (!hasModelledScalar(I.getType()))
    return;
  if (!IsKnown) {
    Local[&I] = freshInputs(Input::Kind::Havoc, I.getType(), "havoc",
                            causeOfApproximation(I, Values.names()));
    knowFound(I, A);
    return;
  }
  Expr Valid = Model.validity().isValid(Memory, *A);
  Scalars Read = Model.load(Memory, *A, I.getType(), Unknown);
  knowContent(*A, A->Bytes);
  knowTable(I, Valid, Read);
  knowKept(I, Valid, Read);
  for (Expr &Part : Read)
    if (!Required.holds(Valid)) {
      const bool IsInMember = !A->Enclosing.empty();
      Failure Outside = failureAt(IsInMember ? Failure::Kind::OutsideOfMember
                                             : Failure::Kind::OutsideAccess,
                                  I.getPointerOperand());
      Expr Any = fresh(Input::Kind::Havoc, Part.sort(), Outside,
                       IsInMember ? Remedy::JoinedMembers : Remedy::None);
      Part = Ctx.mkIte(Valid, Part, Any);
    }
  Local[&I] = std::move(Read);
  knowFound(I, A);
}

/// What is known of \p Read, which \p I reads from a constant table if that is
/// \p Valid.
void EdgeBuilder::knowTable(const LoadInst &I, Expr Valid,
                            const Scalars &Read) {
  const auto Is = tableValues(I);
  if (!Is || Read.size() != 1 || !Read[0] || !Read[0].sort().isBitVec())
    return;
  Expr Number = Read[0];
  SmallVector<Expr, 4> Facts;
  if (!Is->UnsignedLow.isZero() || !Is->UnsignedHigh.isAllOnes())
    Facts.append({Ctx.mkUle(Ctx.bv(Is->UnsignedLow), Number),
                  Ctx.mkUle(Number, Ctx.bv(Is->UnsignedHigh))});
  if (Is->SignedLow.isNegative() &&
      (!Is->SignedLow.isMinSignedValue() || !Is->SignedHigh.isMaxSignedValue()))
    Facts.append({Ctx.mkSle(Ctx.bv(Is->SignedLow), Number),
                  Ctx.mkSle(Number, Ctx.bv(Is->SignedHigh))});
  know(Ctx.mkOr(Ctx.mkNot(Valid), Ctx.mkAnd(Facts)));
}

/// The same of a member that the program keeps in bounds.
void EdgeBuilder::knowKept(const Instruction &I, Expr Valid,
                           const Scalars &Read) {
  const auto Is = Values.memory().takesKept() ? keptNumber(I) : std::nullopt;
  if (!Is || Read.size() != 1 || !Read[0] || !Read[0].sort().isBitVec())
    return;
  Expr Above = Ctx.make(Kind::BvSub, {Read[0], Ctx.bv(Is->Low)});
  know(
      Ctx.mkOr(Ctx.mkNot(Valid), Ctx.mkUle(Above, Ctx.bv(Is->High - Is->Low))));
}

/// What is known of a pointer that was read where numbers are, too, and of one
/// to a structure.
void EdgeBuilder::knowFound(const LoadInst &I, const std::optional<Access> &A) {
  const OutsideMemory &Outside = Values.memory().outside();
  auto At = A && I.getType()->isPointerTy() ? addressIn(&I) : std::nullopt;
  if (!At)
    return;
  require(Outside.isPossibleAmongNumbers(Memory, I, *A, *At));
  require(Outside.isPossibleStructure(Memory, I, *A, *At));
}

bool EdgeBuilder::isHandedOn(const LoadInst &I) {
  return all_of(I.users(), [&](const User *By) {
    if (isa<ExtractValueInst>(By))
      return all_of(By->users(), [&](const User *Stored) {
        return isa<StoreInst>(Stored) &&
               cast<Instruction>(Stored)->getParent() == I.getParent();
      });
    return isa<StoreInst>(By) &&
           cast<Instruction>(By)->getParent() == I.getParent();
  });
}

/// Which bytes of what is read are uninitialized.
SmallVector<Expr> EdgeBuilder::uninitializedBytes(const LoadInst &I,
                                                  const Access &A) {
  const MemoryModel &Model = Values.memory();
  SmallVector<Expr> Bytes =
      Model.shadows().uninitializedBytes(Memory, A, I.getType());
  // Nobody knows that of other members.
  if (Expr Valid = Model.validity().isValid(Memory, A);
      !A.Enclosing.empty() && !Required.holds(Valid)) {
    Expr Any =
        fresh(Input::Kind::Havoc, Ctx.bitVecSort(1),
              failureAt(Failure::Kind::OutsideOfMember, I.getPointerOperand()),
              Remedy::JoinedMembers);
    for (Expr &Byte : Bytes)
      Byte = Ctx.mkIte(Valid, Byte, Any);
  }
  return Bytes;
}

/// Which bytes of a value that is stored are uninitialized; empty if none are.
SmallVector<Expr> EdgeBuilder::uninitializedBytes(const llvm::Value *New) {
  const llvm::Value *Whole = New;
  uint64_t From = 0, Bytes = B.getDataLayout().getTypeStoreSize(New->getType());
  auto *Frozen = dyn_cast<FreezeInst>(New);
  if (isa<UndefValue>(Frozen ? Frozen->getOperand(0) : New))
    return SmallVector<Expr>(Bytes, Ctx.bv(1, 1));
  if (auto *Part = dyn_cast<ExtractValueInst>(New);
      Part && Part->getNumIndices() == 1) {
    Whole = Part->getAggregateOperand();
    auto *Struct = dyn_cast<StructType>(Whole->getType());
    if (!Struct)
      return {};
    From = B.getDataLayout().getStructLayout(Struct)->getElementOffset(
        Part->getIndices()[0]);
  }
  auto It = Uninitialized.find(Whole);
  if (It == Uninitialized.end() || It->second.size() < From + Bytes)
    return {};
  auto First = It->second.begin() + From;
  return SmallVector<Expr>(First, First + Bytes);
}

void EdgeBuilder::executeStore(const StoreInst &I) {
  const MemoryModel &Model = Values.memory();
  const llvm::Value *New = I.getValueOperand();
  auto A = accessOf(I.getPointerOperand(), storedBytes(I, New->getType()));
  if (!A)
    return havoc(MemoryModel::Reach::Everything, Cause::Kind::WriteByStore);
  tellStore(I);
  require(Ctx.mkNot(Model.validity().isConstant(I.getPointerOperand(), A->At)));
  if (!I.hasMetadata(NoAccessName)) {
    require(Model.validity().isValid(Memory, *A));
    require(Model.validity().isWithinAmple(Memory, *A));
  }
  Model.store(Memory, *A, New->getType(), operand(New), [&](Sort S) {
    return fresh(Input::Kind::Havoc, S, Cause::Kind::OtherShape);
  });
  if (Model.points().asksForContent())
    Model.shadows().setUninitialized(Memory, *A, uninitializedBytes(New));
}

void EdgeBuilder::executeAlloca(const AllocaInst &I) {
  const MemoryModel &Model = Values.memory();
  const DataLayout &Layout = I.getDataLayout();
  uint64_t Element = Layout.getTypeAllocSize(I.getAllocatedType());
  Scalars Count = operand(I.getArraySize());
  unsigned Width = Count[0].sort().width();
  Expr Size =
      Ctx.make(Kind::BvMul, {Width < 64 ? Ctx.mkZeroExt(64 - Width, Count[0])
                                        : Ctx.mkExtract(63, 0, Count[0]),
                             Ctx.bv(Element, 64)});
  const bool IsOnStack =
      Model.lifetimes().isOfActivation(*Model.points().objectOf(&I));
  if (IsOnStack)
    require(Model.lifetimes().hasRoom(Memory));
  Address New = Model.lifetimes().allocate(Memory, &I, Size, Ctx.trueExpr());
  // An earlier activation may have had it.
  if (IsOnStack)
    Model.beginLifetime(Memory, &I, New.Object, [&](Sort S) {
      return fresh(Input::Kind::Unset, S, Cause::Kind::UninitializedValue);
    });
  know(Model.addresses().assignAddress(Memory, &I, New, [&](Sort S) {
    return fresh(Input::Kind::Havoc, S, Cause::Kind::AddressAsNumber);
  }));
  Local[&I] = scalarsOf(New);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Whether the product of two sizes is none.
static Expr overflowsWhenMultiplied(ExprContext &Ctx, Expr A, Expr B) {
  if (A.isConst())
    std::swap(A, B);
  const unsigned Width = A.sort().width();
  if (!B.isConst()) {
    Expr Product = Ctx.make(Kind::BvMul,
                            {Ctx.mkZeroExt(Width, A), Ctx.mkZeroExt(Width, B)});
    return Ctx.mkNot(Ctx.mkEq(Ctx.mkExtract(2 * Width - 1, Width, Product),
                              Ctx.bv(0, Width)));
  }
  const APInt Factor = B.value().bits();
  if (Factor.isZero())
    return Ctx.falseExpr();
  return Ctx.mkUlt(Ctx.bv(APInt::getMaxValue(Width).udiv(Factor)), A);
}

void EdgeBuilder::executeAllocation(const CallBase &Call) {
  const MemoryModel &Model = Values.memory();
  Expr Size, Overflows = Ctx.falseExpr();
  for (const llvm::Value *Factor : allocatedSize(Call)) {
    Expr Next = asSize(Ctx, operand(Factor)[0]);
    if (Size)
      Overflows = overflowsWhenMultiplied(Ctx, Size, Next);
    Size = Size ? Ctx.make(Kind::BvMul, {Size, Next}) : Next;
  }
  auto Unknown = [&](Sort S) {
    return fresh(Input::Kind::Havoc, S, Cause::Kind::AllocatedContent);
  };
  // No object is larger than a difference of pointers can say.
  unsigned Width = Call.getArgOperand(0)->getType()->getIntegerBitWidth();
  Expr Fails = Ctx.mkOr(
      {Ctx.mkNot(Model.lifetimes().canAllocate(Memory, &Call)), Overflows,
       Ctx.mkUlt(Ctx.bv(APInt::getSignedMaxValue(Width).zext(64)), Size)});
  if (Call.hasFnAttr(MayFailName))
    Fails = Ctx.mkOr(Fails, fresh(Input::Kind::Unset, Ctx.boolSort(),
                                  Cause::Kind::AllocationFailure));
  tellFailure(Call, Fails);
  Address New =
      Model.lifetimes().allocate(Memory, &Call, Size, Ctx.mkNot(Fails));
  Expr HasPlace =
      Model.addresses().assignAddress(Memory, &Call, New, [&](Sort S) {
        return fresh(Input::Kind::Havoc, S, Cause::Kind::AddressAsNumber);
      });
  know(Ctx.mkOr(Fails, HasPlace));
  FoundMemory Found{FoundMemory::Kind::Heap,
                    allocatorOf(Call).str(),
                    Here,
                    Fails,
                    Size,
                    New.Object,
                    {},
                    inlinedCalls(HereInlined)};
  if (calledFunction(Call)->getName() == "calloc")
    Model.clear(Memory, &Call, New, Size, Unknown);
  else
    Found.Content = Model.contentOf(&Call);
  Source.Found.push_back(std::move(Found));
  Local[&Call] = {Ctx.mkIte(Fails, Ctx.bv(0, ObjectBits), New.Object),
                  New.Offset};
}

void EdgeBuilder::tellFailure(const CallBase &Call, Expr Fails) {
  SourceLocation Where = sourceLocation(Call.getDebugLoc());
  if (!Fails.isFalse() && Where.isValid())
    addStep({SourceStep::Kind::AllocationFails,
             Fails,
             Where,
             {},
             calledFunction(Call)->getName().str()});
}

void EdgeBuilder::executeTransfer(const MemIntrinsic &I) {
  const MemoryModel &Model = Values.memory();
  auto Unknown = [&](Sort S) {
    // It may be a member's neighbours that are not modelled.
    return fresh(Input::Kind::Havoc, S, Cause::Kind::CopiedMemory,
                 Remedy::JoinedMembers);
  };
  auto *Length = dyn_cast<ConstantInt>(I.getLength());
  if (!Length)
    return havoc(MemoryModel::Reach::Everything, Cause::Kind::WriteByLongCopy);
  uint64_t Bytes = Length->getZExtValue();
  if (Bytes == 0)
    return;
  auto To = accessOf(I.getRawDest(), Bytes);
  if (!To)
    return havoc(MemoryModel::Reach::Everything, Cause::Kind::WriteByCopy);
  require(Ctx.mkNot(Model.validity().isConstant(I.getRawDest(), To->At)));
  require(Model.validity().isValid(Memory, *To));
  require(Model.validity().isWithinAmple(Memory, *To));
  if (auto *Set = dyn_cast<MemSetInst>(&I))
    return Model.fill(Memory, *To, operand(Set->getValue())[0], Bytes, Unknown);
  auto &Copy = cast<MemTransferInst>(I);
  if (const GlobalVariable *Initial = copiedConstant(Copy))
    return Model.copyConstant(Memory, *To, *Initial->getInitializer(), Bytes,
                              Unknown);
  auto From = accessOf(Copy.getRawSource(), Bytes);
  if (!From)
    return havoc(MemoryModel::Reach::Everything, Cause::Kind::WriteByCopy);
  require(Ctx.mkNot(Model.addresses().trapsAsNull(From->At)));
  require(Model.validity().isWithinAmple(Memory, *From));
  if (auto *Apart = dyn_cast<MemCpyInst>(&Copy))
    require(Ctx.mkNot(overlapOf(*Apart)));
  knowContent(*From, Bytes);
  Expr Valid = Model.validity().isValid(Memory, *From);
  if (Required.holds(Valid))
    return Model.copy(Memory, *To, *From, Bytes, Unknown);
  // What is read outside of objects is unknown.
  MemoryState Before = Memory;
  Model.copy(Memory, *To, *From, Bytes, Unknown);
  MemoryState Wild = Before;
  Model.copy(Wild, *To, *From, ~uint64_t(0), Unknown);
  for (auto [Var, New] : Wild.changes())
    Memory.set(Var, Ctx.mkIte(Valid, Memory.now(Var), New));
}

/// A local begins.
void EdgeBuilder::beginLifetime(const AllocaInst &Local) {
  const MemoryModel &Model = Values.memory();
  auto Fixed = Model.addressOf(&Local);
  auto At = Fixed ? Fixed : addressIn(&Local);
  if (!At)
    return; // not used
  Model.beginLifetime(Memory, &Local, At->Object, [&](Sort S) {
    return fresh(Input::Kind::Unset, S, Cause::Kind::UninitializedValue);
  });
  if (Fixed)
    know(Model.addresses().assignAddress(Memory, &Local, *At, [&](Sort S) {
      return fresh(Input::Kind::Havoc, S, Cause::Kind::AddressAsNumber);
    }));
}

/// llvm.objectsize, where clang itself did not know the answer. If the most
/// that may be left is asked, what is left at run time is a bound, and no more:
/// a compiler may say that it does not know, or, as a pointer may point to
/// several objects, speak of another one.
bool EdgeBuilder::executeObjectSize(const CallBase &Call) {
  auto *Size = dyn_cast<IntrinsicInst>(&Call);
  if (!Size || Size->getIntrinsicID() != Intrinsic::objectsize ||
      !isModelled(Call.getType()) || !Values.isLive(&Call))
    return false;
  auto At = addressIn(Call.getArgOperand(0));
  auto Left = At ? Values.memory().lifetimes().bytesFrom(
                       Memory, Call.getArgOperand(0), *At)
                 : std::nullopt;
  unsigned Width = Call.getType()->getIntegerBitWidth();
  bool IsExact = Call.hasFnAttr(ExactSizeName);
  if (IsExact && Left)
    Local[&Call] = {Ctx.mkExtract(Width - 1, 0, *Left)};
  if (IsExact)
    return Left.has_value();
  Expr Reported = fresh(Input::Kind::Havoc, scalarSort(Ctx, Call.getType()),
                        Cause::Kind::ObjectSize);
  Local[&Call] = {Reported};
  bool IsMost = cast<ConstantInt>(Call.getArgOperand(1))->isZero();
  if (!Left || !IsMost)
    return true;
  Expr Whole = Ctx.make(Kind::BvAdd, {*Left, At->Offset});
  Expr IsInside = Ctx.mkUle(At->Offset, Whole);
  know(Ctx.mkOr(Ctx.mkNot(IsInside),
                Ctx.mkUle(Ctx.mkExtract(Width - 1, 0, *Left), Reported)));
  return true;
}

/// sooth_valid and sooth_size. Nothing is there from what is no pointer to an
/// object on.
bool EdgeBuilder::executeMemoryQuery(const CallBase &Call) {
  if (!asksForMemory(Call) || !Values.isLive(&Call))
    return false;
  const MemoryModel &Model = Values.memory();
  const llvm::Value *Pointer = Call.getArgOperand(0);
  auto At = addressIn(Pointer);
  if (!At)
    return false;
  auto IsThere = [&](Expr Size) {
    return Model.validity().isValidRange(Memory, Pointer, *At, Size);
  };
  if (Call.arg_size() == 2) {
    Expr Size = asSize(Ctx, operand(Call.getArgOperand(1))[0]);
    Local[&Call] = {
        Ctx.mkOr(Ctx.mkEq(Size, Ctx.bv(0, OffsetBits)), IsThere(Size))};
    return true;
  }
  auto Left = Model.lifetimes().bytesFrom(Memory, Pointer, *At);
  if (!Left)
    return false;
  const unsigned Width = Call.getType()->getIntegerBitWidth();
  Local[&Call] = {Ctx.mkIte(IsThere(Ctx.bv(1, OffsetBits)),
                            Ctx.mkExtract(Width - 1, 0, *Left),
                            Ctx.bv(0, Width))};
  return true;
}

bool EdgeBuilder::executeMemoryCall(const CallBase &Call) {
  const MemoryModel &Model = Values.memory();
  switch (classify(Call)) {
  case CalleeKind::MemoryCheck:
    executeCheck(Call);
    return true;
  case CalleeKind::Allocation:
    executeAllocation(Call);
    return true;
  case CalleeKind::Deallocation: {
    const llvm::Value *Pointer = Call.getArgOperand(0);
    auto At = addressIn(Pointer);
    if (At) {
      require(Model.lifetimes().canFree(Memory, Pointer, *At));
      Model.lifetimes().free(Memory, Pointer, *At);
      know(Model.addresses().apartAfterReplacement(Memory));
    }
    return true;
  }
  case CalleeKind::Memory:
    if (auto *Transfer = dyn_cast<MemIntrinsic>(&Call))
      executeTransfer(*Transfer);
    return true;
  case CalleeKind::Lifetime: {
    const llvm::Value *Pointer = Call.getArgOperand(1)->stripPointerCasts();
    auto *Local = dyn_cast<AllocaInst>(Pointer);
    const bool Ends =
        cast<IntrinsicInst>(Call).getIntrinsicID() == Intrinsic::lifetime_end;
    if (Local && Local->isStaticAlloca()) {
      if (Ends)
        Model.lifetimes().endLifetime(Memory, Local);
      else
        beginLifetime(*Local);
    } else if (auto At = Ends ? addressIn(Pointer) : std::nullopt) {
      Model.lifetimes().endLifetime(Memory, Pointer, *At);
    }
    return true;
  }
  default:
    return false;
  }
}

bool EdgeBuilder::executeMemory(const Instruction &I) {
  if (auto *Local = dyn_cast<AllocaInst>(&I)) {
    executeAlloca(*Local);
    return true;
  }
  if (auto *Load = dyn_cast<LoadInst>(&I); Load && !isOperation(I)) {
    executeLoad(*Load);
    return true;
  }
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    executeStore(*Store);
    return true;
  }
  if (isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I)) {
    havoc(MemoryModel::Reach::Exposed, Cause::Kind::WriteByAtomic);
    return false;
  }
  if (auto *Compare = dyn_cast<ICmpInst>(&I);
      Compare && executeUncertainComparison(*Compare))
    return true;
  if (auto *Call = dyn_cast<CallBase>(&I))
    return executeObjectSize(*Call) || executeMemoryQuery(*Call) ||
           executeMemoryCall(*Call);
  auto Operands = operandsOfInput(I);
  if (isOperation(I) || Operands.empty() || !Values.isLive(&I) ||
      !hasModelledScalar(I.getType()))
    return false;
  bool IsKnown = all_of(Operands, [&](const llvm::Value *V) {
    return V->getType()->isPointerTy() ? addressIn(V).has_value()
                                       : isModelled(V->getType());
  });
  if (!IsKnown)
    return false;
  executePointerNumber(I);
  return true;
}

//===----------------------------------------------------------------------===//
// News
//===----------------------------------------------------------------------===//

/// The first part of \p Pointer's object, like "a[0]", if that is an array or a
/// structure.
AccessPath EdgeBuilder::firstPart(const llvm::Value *Pointer) {
  const MemoryModel &Model = Values.memory();
  auto At = isa<AllocaInst, GlobalVariable>(Pointer) &&
                    !objectName(Pointer).empty()
                ? Model.addressOf(Pointer)
                : std::nullopt;
  if (!At)
    return {};
  const ObjectTable::Object *Object =
      Model.objectTable()->find(At->Object.value().bits().getZExtValue());
  auto Part = Object->Parts.find(0);
  bool IsWhole = Part == Object->Parts.end() || Part->second.empty();
  return IsWhole ? AccessPath() : AccessPath(Object->Name, Part->second);
}

/// Shows what is written into an array, a structure or through a pointer.
void EdgeBuilder::tellStore(const StoreInst &I) {
  const llvm::Value *New = I.getValueOperand();
  if (!sourceLocation(I.getDebugLoc()).isValid() || isInitialValue(*New))
    return;
  SmallVector<const llvm::Value *, 2> Indices;
  AccessPath Path =
      pathOfTarget(I.getPointerOperand(), Values.names(), &Indices);
  if (AccessPath First = firstPart(I.getPointerOperand()); !First.empty())
    Path = First;
  const UserName *Known = Values.names().nameOf(New);
  // Bytes are mostly characters.
  ValueStyle Style = Known ? Known->Style
                     : New->getType()->isIntegerTy(8)
                         ? ValueStyle::Character
                         : valueStyle(New->getType());
  auto Now = shownAs(Path, New, Style);
  if (!Now || Path.empty())
    return;
  for (const llvm::Value *Index : Indices)
    Now->Indices.push_back(shown(Index));
  // Debug records know more of the type.
  if (!Source.Steps.empty() &&
      Source.Steps.back().What == SourceStep::Kind::Assignment &&
      Source.Steps.back().Where == sourceLocation(I.getDebugLoc()) &&
      Source.Steps.back().Values.front().Path == Path)
    return;
  addStep({SourceStep::Kind::Assignment,
           Ctx.trueExpr(),
           sourceLocation(I.getDebugLoc()),
           {*Now}});
}
