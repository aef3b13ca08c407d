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

#include "Messages.h"
#include "Operations.h"
#include "sooth/Frontend/LLVM/CheckMemory.h"
#include "sooth/Frontend/LLVM/Vocabulary.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

Expr EdgeBuilder::fresh(Input::Kind What, Sort S, StringRef Source) {
  Expr Var = Ctx.freshVar(What == Input::Kind::Unset ? "unset" : "havoc", S);
  Result.Inputs.push_back({Var, What, Source.str(), Here});
  return Var;
}

void EdgeBuilder::forget(MemoryModel::Reach What, StringRef Why) {
  Values.memory().forget(Memory, What, [&](Sort S) {
    return fresh(Input::Kind::Havoc, S,
                 ("memory that " + Why + " may write").str());
  });
}

/// What an access is about, for people.
std::string EdgeBuilder::placeName(const llvm::Value *Pointer) {
  std::string Name = describePlace(Pointer, Values.names());
  auto Cell = Values.memory().points().pointee(Pointer);
  if (!Name.empty() || !Cell)
    return Name.empty() ? "an object" : Name;
  const PointsTo &Points = Values.memory().points();
  const auto &Objects = Points.node(Cell->Node).Objects;
  if (Objects.size() != 1)
    return "an object";
  const MemoryObject &Only = Points.objects()[Objects.front().first];
  Name = allocationText(Only.Site);
  return Name.empty() ? "'" + objectText(Only) + "'" : Name;
}

std::optional<Address> EdgeBuilder::addressIn(const llvm::Value *Pointer) {
  if (!isa<Constant>(Pointer) && !value(Pointer))
    return std::nullopt;
  Scalars S = operand(Pointer);
  if (S.size() != 2 || !S[0] || !S[1])
    return std::nullopt;
  return Address{S[0], S[1]};
}

std::optional<MemoryModel::Access>
EdgeBuilder::accessOf(const llvm::Value *Pointer, uint64_t Bytes) {
  auto At = addressIn(Pointer);
  if (!At)
    return std::nullopt;
  return Values.memory().access(Pointer, *At, Bytes);
}

static uint64_t storeSize(const Instruction &I, Type *T) {
  return I.getDataLayout().getTypeStoreSize(T);
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

void EdgeBuilder::executeLoad(const LoadInst &I) {
  const MemoryModel &Model = Values.memory();
  auto A = accessOf(I.getPointerOperand(), storeSize(I, I.getType()));
  auto Unknown = [&](Sort S) {
    return fresh(Input::Kind::Havoc, S, approximationReason(I, Values.names()));
  };
  bool IsKnown = A && !I.isVolatile() && Model.canHold(*A, I.getType());
  if (A)
    require(Ctx.mkNot(Model.trapsAsNull(A->At)));
  if (!hasModelledScalar(I.getType()))
    return;
  if (!IsKnown) {
    Local[&I] = freshInputs(Input::Kind::Havoc, I.getType(), "havoc",
                            approximationReason(I, Values.names()));
    return;
  }
  Expr Valid = Model.isValid(Memory, *A);
  Scalars Read = Model.load(Memory, *A, I.getType(), Unknown);
  for (Expr &Part : Read)
    if (!Valid.isTrue()) {
      Expr Any = fresh(Input::Kind::Havoc, Part.sort(),
                       "read outside of " + placeName(I.getPointerOperand()));
      Part = Ctx.mkIte(Valid, Part, Any);
    }
  Local[&I] = std::move(Read);
}

void EdgeBuilder::executeStore(const StoreInst &I) {
  const MemoryModel &Model = Values.memory();
  const llvm::Value *New = I.getValueOperand();
  auto A = accessOf(I.getPointerOperand(), storeSize(I, New->getType()));
  if (!A)
    return forget(MemoryModel::Reach::Everything, "a store");
  tellStore(I);
  require(Ctx.mkNot(Model.isConstant(I.getPointerOperand(), A->At)));
  require(Model.isValid(Memory, *A));
  Model.store(Memory, *A, New->getType(), operand(New), [&](Sort S) {
    return fresh(Input::Kind::Havoc, S, "value stored in another shape");
  });
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
  Address New = Model.allocate(Memory, &I, Size);
  Local[&I] = scalarsOf(New);
}

//===----------------------------------------------------------------------===//
// Pointers and numbers
//===----------------------------------------------------------------------===//

/// The order of pointers, and the numbers that they are.
void EdgeBuilder::executePointerNumber(const Instruction &I) {
  auto Any = [&](Sort S, StringRef Why) {
    return fresh(Input::Kind::Havoc, S, Why);
  };
  Expr None = Ctx.bv(0, Values.memory().objectSort().width());
  if (auto [A, B] = pointerDifference(I); A) {
    auto P = addressIn(A), Q = addressIn(B);
    Expr Difference = Ctx.make(Kind::BvSub, {P->Offset, Q->Offset});
    unsigned Width = I.getType()->getIntegerBitWidth();
    Local[&I] = {Ctx.mkIte(
        Ctx.mkEq(P->Object, Q->Object), Ctx.mkExtract(Width - 1, 0, Difference),
        Any(Ctx.bitVecSort(Width), "difference of pointers to two objects"))};
    return;
  }
  auto P = addressIn(I.getOperand(0));
  if (auto *Compare = dyn_cast<ICmpInst>(&I)) {
    auto Q = addressIn(I.getOperand(1));
    CmpInst::Predicate How = Compare->getPredicate();
    bool Swap = ICmpInst::isGT(How) || ICmpInst::isLE(How);
    Expr Less = Swap ? Ctx.mkSlt(Q->Offset, P->Offset)
                     : Ctx.mkSlt(P->Offset, Q->Offset);
    bool Negate = ICmpInst::isGE(How) || ICmpInst::isLE(How);
    Local[&I] = {Ctx.mkIte(
        Ctx.mkEq(P->Object, Q->Object), Negate ? Ctx.mkNot(Less) : Less,
        Any(Ctx.boolSort(), "order of pointers to two objects"))};
    return;
  }
  if (isa<PtrToIntInst>(I)) {
    unsigned Width = I.getType()->getIntegerBitWidth();
    Expr Number = Width <= 64 ? Ctx.mkExtract(Width - 1, 0, P->Offset)
                              : Ctx.mkZeroExt(Width - 64, P->Offset);
    Expr Havoc = Any(Ctx.bitVecSort(Width), "address used as a number");
    if (Width == 1)
      Number = Ctx.bvToBool(Number), Havoc = Ctx.bvToBool(Havoc);
    Local[&I] = {Ctx.mkIte(Ctx.mkEq(P->Object, None), Number, Havoc)};
    return;
  }
  // A number made a pointer may be any address, but not that of an object whose
  // address was never a number: unknown, if it is not small.
  Scalars Number = operand(I.getOperand(0));
  unsigned Width = Number[0].isBool() ? 1 : Number[0].sort().width();
  Expr Bits = Number[0].isBool() ? Ctx.boolToBv(Number[0]) : Number[0];
  Expr Offset = Width <= 64 ? Ctx.mkZeroExt(64 - Width, Bits)
                            : Ctx.mkExtract(63, 0, Bits);
  // See isUnmapped.
  APInt LastPage = APInt::getHighBitsSet(Width, Width > 12 ? Width - 12 : 0);
  Expr IsSmall = Ctx.mkOr(Ctx.mkUlt(Offset, Ctx.bv(4096, 64)),
                          Width > 12 && Width <= 64
                              ? Ctx.mkUle(Ctx.bv(LastPage.zext(64)), Offset)
                              : Ctx.falseExpr());
  Local[&I] = {
      Ctx.mkIte(IsSmall, None,
                Any(Values.memory().objectSort(), "number used as an address")),
      Ctx.mkIte(
          IsSmall, Offset,
          Any(Values.memory().offsetSort(), "number used as an address"))};
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static Expr asSize(ExprContext &Ctx, Expr E) {
  unsigned Width = E.isBool() ? 1 : E.sort().width();
  return Ctx.mkZeroExt(64 - Width, E.isBool() ? Ctx.boolToBv(E) : E);
}

void EdgeBuilder::executeAllocation(const CallBase &Call) {
  const MemoryModel &Model = Values.memory();
  Expr Size;
  for (const llvm::Value *Factor : allocatedSize(Call)) {
    Expr Next = asSize(Ctx, operand(Factor)[0]);
    Size = Size ? Ctx.make(Kind::BvMul, {Size, Next}) : Next;
  }
  auto Unknown = [&](Sort S) {
    return fresh(Input::Kind::Havoc, S, "content of allocated memory");
  };
  Address New = Model.allocate(Memory, &Call, Size);
  if (calledFunction(Call)->getName() == "calloc")
    Model.clear(Memory, &Call, New, Unknown);
  // No object is larger than a difference of pointers can say.
  unsigned Width = Call.getArgOperand(0)->getType()->getIntegerBitWidth();
  Expr Fails =
      Ctx.mkUlt(Ctx.bv(APInt::getSignedMaxValue(Width).zext(64)), Size);
  Local[&Call] = {
      Ctx.mkIte(Fails, Ctx.bv(0, MemoryModel::ObjectBits), New.Object),
      New.Offset};
}

void EdgeBuilder::executeTransfer(const MemIntrinsic &I) {
  const MemoryModel &Model = Values.memory();
  auto Unknown = [&](Sort S) {
    return fresh(Input::Kind::Havoc, S, "memory that is copied or filled");
  };
  auto *Length = dyn_cast<ConstantInt>(I.getLength());
  if (!Length)
    return forget(MemoryModel::Reach::Everything, "a copy of unknown length");
  uint64_t Bytes = Length->getZExtValue();
  if (Bytes == 0)
    return;
  auto To = accessOf(I.getRawDest(), Bytes);
  if (!To)
    return forget(MemoryModel::Reach::Everything, "a copy");
  require(Ctx.mkNot(Model.isConstant(I.getRawDest(), To->At)));
  require(Model.isValid(Memory, *To));
  if (auto *Set = dyn_cast<MemSetInst>(&I))
    return Model.fill(Memory, *To, operand(Set->getValue())[0], Bytes, Unknown);
  auto &Copy = cast<MemTransferInst>(I);
  if (const GlobalVariable *Initial = copiedConstant(Copy))
    return Model.copyConstant(Memory, *To, *Initial->getInitializer(), Bytes,
                              Unknown);
  auto From = accessOf(Copy.getRawSource(), Bytes);
  if (!From)
    return forget(MemoryModel::Reach::Everything, "a copy");
  require(Ctx.mkNot(Model.trapsAsNull(From->At)));
  Expr Valid = Model.isValid(Memory, *From);
  if (Valid.isTrue())
    return Model.copy(Memory, *To, *From, Bytes, Unknown);
  // What is read outside of objects is unknown.
  MemoryState Before = Memory;
  Model.copy(Memory, *To, *From, Bytes, Unknown);
  MemoryState Wild = Before;
  Model.copy(Wild, *To, *From, ~uint64_t(0), Unknown);
  for (auto [Var, New] : Wild.changes())
    Memory.set(Var, Ctx.mkIte(Valid, Memory.now(Var), New));
}

/// llvm.objectsize, asked to look at run time.
bool EdgeBuilder::executeObjectSize(const CallBase &Call) {
  auto *Size = dyn_cast<IntrinsicInst>(&Call);
  if (!Size || Size->getIntrinsicID() != Intrinsic::objectsize ||
      !isModelled(Call.getType()) || !Values.isLive(&Call))
    return false;
  auto At = addressIn(Call.getArgOperand(0));
  auto Bytes =
      At ? Values.memory().bytesFrom(Memory, Call.getArgOperand(0), *At)
         : std::nullopt;
  if (!Bytes)
    return false;
  Local[&Call] = {
      Ctx.mkExtract(Call.getType()->getIntegerBitWidth() - 1, 0, *Bytes)};
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
      require(Model.canFree(Memory, Pointer, *At));
      Model.free(Memory, Pointer, *At);
    }
    return true;
  }
  case CalleeKind::Memory:
    if (auto *Transfer = dyn_cast<MemIntrinsic>(&Call))
      executeTransfer(*Transfer);
    return true;
  case CalleeKind::Lifetime: {
    auto *Local =
        dyn_cast<AllocaInst>(Call.getArgOperand(1)->stripPointerCasts());
    if (!Local)
      return true;
    if (cast<IntrinsicInst>(Call).getIntrinsicID() == Intrinsic::lifetime_end)
      Model.end(Memory, Local);
    else
      Model.renew(Memory, Local, [&](Sort S) {
        return fresh(Input::Kind::Unset, S, "uninitialized value");
      });
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
    forget(MemoryModel::Reach::Exposed, "an atomic operation");
    return false;
  }
  if (auto *Call = dyn_cast<CallBase>(&I))
    return executeObjectSize(*Call) || executeMemoryCall(*Call);
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
// Faults and news
//===----------------------------------------------------------------------===//

bool EdgeBuilder::mayFault(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return isa<StoreInst>(I);
  CalleeKind Kind = classify(*Call);
  return Kind == CalleeKind::MemoryCheck || Kind == CalleeKind::Memory ||
         Kind == CalleeKind::Deallocation;
}

/// In the order in which they exclude each other.
SmallVector<EdgeBuilder::Fault, 2>
EdgeBuilder::faultsOfCheck(const CallBase &Call) {
  constexpr auto Violation = ErrorLocation::Kind::Violation;
  const MemoryModel &Model = Values.memory();
  MemoryCheck Check = describeCheck(Call);
  auto At = addressIn(Check.Pointer);
  if (!At)
    return {};
  std::string Place = placeName(Check.Pointer);
  if (Check.What == MemoryCheck::Kind::Free) {
    Expr Bad = Ctx.mkNot(Model.canFree(Memory, Check.Pointer, *At));
    Expr Freed = Ctx.mkAnd(Bad, Model.isFreed(Memory, Check.Pointer, *At));
    return {{Freed, "second free of " + Place, Violation},
            {Ctx.mkAnd(Bad, Ctx.mkNot(Freed)),
             "free of " + Place + ", which was not allocated", Violation}};
  }
  if (Check.What == MemoryCheck::Kind::Call) {
    Expr IsNull = Model.trapsAsNull(*At);
    return {{IsNull, "call through a null pointer", Violation},
            {Ctx.mkAnd(Ctx.mkNot(IsNull),
                       Ctx.mkNot(Model.isFunction(Check.Pointer, *At))),
             "call of what is no function", Violation}};
  }
  bool IsRead = Check.What == MemoryCheck::Kind::Read;
  Expr Bad = Ctx.mkNot(isValid(Check, *At));
  Expr Null = Ctx.mkAnd(Bad, Model.trapsAsNull(*At));
  Expr Freed = Ctx.mkAnd(Bad, Model.isFreed(Memory, Check.Pointer, *At));
  Expr Other = Ctx.mkAnd({Bad, Ctx.mkNot(Null), Ctx.mkNot(Freed)});
  std::string What = IsRead ? "read" : "write";
  Expr Constant =
      IsRead ? Ctx.falseExpr()
             : Ctx.mkAnd(Ctx.mkNot(Bad), Model.isConstant(Check.Pointer, *At));
  return {{Null, What + " through a null pointer", Violation},
          {Freed, What + " of " + Place + " after its end", Violation},
          {Other, What + " outside of " + Place, Violation},
          {Constant, "write to " + Place + ", which is constant", Violation}};
}

/// Whether all bytes that a check asks for are there.
Expr EdgeBuilder::isValid(const MemoryCheck &Check, const Address &At) {
  const MemoryModel &Model = Values.memory();
  if (auto *Size = dyn_cast<ConstantInt>(Check.Size))
    return Size->isZero()
               ? Ctx.trueExpr()
               : Model.isValid(Memory, Model.access(Check.Pointer, At,
                                                    Size->getZExtValue()));
  Expr Size = operand(Check.Size)[0];
  return Ctx.mkOr(Ctx.mkEq(Size, Ctx.bv(0, Size.sort().width())),
                  Model.isValidRange(Memory, Check.Pointer, At, Size));
}

void EdgeBuilder::executeCheck(const CallBase &Call) {
  for (const Fault &F : faultsOfCheck(Call))
    require(Ctx.mkNot(F.When));
}

SmallVector<EdgeBuilder::Fault, 2> EdgeBuilder::faultsOf(const Instruction &I) {
  const MemoryModel &Model = Values.memory();
  auto Outside = [&](const llvm::Value *Pointer, uint64_t Bytes,
                     StringRef What) -> SmallVector<Fault, 2> {
    auto A = accessOf(Pointer, Bytes);
    if (!A)
      return {};
    return {{Ctx.mkAnd(Ctx.mkNot(Model.isValid(Memory, *A)),
                       Ctx.mkNot(Model.trapsAsNull(A->At))),
             What.str() + " outside of " + placeName(Pointer),
             ErrorLocation::Kind::Limit}};
  };
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Outside(Store->getPointerOperand(),
                   storeSize(I, Store->getValueOperand()->getType()), "write");
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return {};
  if (classify(*Call) == CalleeKind::MemoryCheck)
    return faultsOfCheck(*Call);
  if (classify(*Call) == CalleeKind::Deallocation) {
    const llvm::Value *Pointer = Call->getArgOperand(0);
    if (auto At = addressIn(Pointer))
      return {{Ctx.mkNot(Model.canFree(Memory, Pointer, *At)),
               "free of what is no allocated object",
               ErrorLocation::Kind::Limit}};
  }
  if (auto *Transfer = dyn_cast<MemIntrinsic>(Call)) {
    auto *Length = dyn_cast<ConstantInt>(Transfer->getLength());
    if (!Length || Length->isZero())
      return {};
    return Outside(Transfer->getRawDest(), Length->getZExtValue(), "write");
  }
  return {};
}

/// Whether \p V is what a global holds before the entry function runs.
static bool isInitialValue(const llvm::Value *V) {
  auto *Call = dyn_cast<CallBase>(V);
  const Function *Callee = Call ? calledFunction(*Call) : nullptr;
  return Callee && Callee->getName().starts_with(InitialValuePrefix);
}

/// Shows what is written into an array, a structure or through a pointer.
void EdgeBuilder::tellStore(const StoreInst &I) {
  const llvm::Value *New = I.getValueOperand();
  if (!sourceLocation(I.getDebugLoc()).isValid() || isInitialValue(New))
    return;
  Expr Now = shown(New);
  std::string Name = placeText(I.getPointerOperand(), Values.names());
  if (!Now || Name.empty())
    return;
  const UserName *Known = Values.names().nameOf(New);
  addStep({SourceStep::Kind::Statement,
           Ctx.trueExpr(),
           sourceLocation(I.getDebugLoc()),
           "",
           {{Name, Now, Known ? Known->Style : valueStyle(New->getType())}}});
}
