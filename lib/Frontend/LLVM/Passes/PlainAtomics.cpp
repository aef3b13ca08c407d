//===- PlainAtomics.cpp - Atomic operations where there is one thread -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainAtomics.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace sooth {

//===----------------------------------------------------------------------===//
// Pointers
//
// clang handles some atomic pointers as integers of that width. They are kept
// as pointers where it shows that they are: the bits are the same.
//===----------------------------------------------------------------------===//

static bool holdsPointer(const Value *Place, const Type *Bits,
                         const DataLayout &Layout) {
  auto *Local = dyn_cast<AllocaInst>(Place);
  return Local && Local->getAllocatedType()->isPointerTy() &&
         Bits->isIntegerTy(Layout.getPointerSizeInBits());
}

/// What \p Load loads, as a pointer.
static Value *loadPointer(LoadInst &Load) {
  IRBuilder<> Build(&Load);
  return Build.CreateAlignedLoad(Build.getPtrTy(), Load.getPointerOperand(),
                                 Load.getAlign());
}

/// The pointer whose bits \p Bits are; null if they may be anything.
static Value *pointerOf(Value *Bits) {
  auto *Load = dyn_cast<LoadInst>(Bits);
  if (!Load || !Load->isSimple() ||
      !holdsPointer(Load->getPointerOperand(), Bits->getType(),
                    Load->getDataLayout()))
    return nullptr;
  return loadPointer(*Load);
}

/// \p Bits, made a pointer.
static Value *toPointer(IRBuilder<> &Build, Value *Bits) {
  auto *Load = dyn_cast<LoadInst>(Bits);
  return Load && Load->isSimple()
             ? loadPointer(*Load)
             : Build.CreateIntToPtr(Bits, Build.getPtrTy());
}

/// The bits of \p Pointer. Where they are stored it is the pointer that is.
static void replaceBits(Value &Bits, Value *Pointer) {
  for (Use &U : make_early_inc_range(Bits.uses()))
    if (auto *Store = dyn_cast<StoreInst>(U.getUser());
        Store && U.getOperandNo() == 0 && Store->isSimple())
      U.set(Pointer);
}

/// If \p Load's result is only kept in variables that are pointers.
static void keepPointer(LoadInst &Load) {
  auto KeepsIt = [&](const User *U) {
    auto *Store = dyn_cast<StoreInst>(U);
    return Store && Store->isSimple() && Store->getValueOperand() == &Load &&
           holdsPointer(Store->getPointerOperand(), Load.getType(),
                        Load.getDataLayout());
  };
  if (Load.use_empty() || !all_of(Load.users(), KeepsIt) || Load.isVolatile())
    return;
  replaceBits(Load, loadPointer(Load));
  Load.eraseFromParent();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static void lower(AtomicRMWInst &Change) {
  IRBuilder<> Build(&Change);
  Value *Place = Change.getPointerOperand(), *Operand = Change.getValOperand();
  Value *Pointer = Change.getOperation() == AtomicRMWInst::Xchg
                       ? pointerOf(Operand)
                       : nullptr;
  if (Pointer)
    Operand = Pointer;
  Value *Old = Build.CreateAlignedLoad(Operand->getType(), Place,
                                       Change.getAlign(), Change.isVolatile());
  Value *New = buildAtomicRMWValue(Change.getOperation(), Build, Old, Operand);
  Build.CreateAlignedStore(New, Place, Change.getAlign(), Change.isVolatile());
  Old->takeName(&Change);
  if (Pointer)
    replaceBits(Change, Old);
  Change.replaceAllUsesWith(
      Build.CreateBitOrPointerCast(Old, Change.getType()));
  Change.eraseFromParent();
}

/// \p Pair is a pair of \p First and \p Second.
static void replacePair(Instruction &Pair, Value *First, Value *Second) {
  for (User *U : make_early_inc_range(Pair.users()))
    if (auto *Part = dyn_cast<ExtractValueInst>(U)) {
      Part->replaceAllUsesWith(Part->getIndices().front() == 0 ? First
                                                               : Second);
      Part->eraseFromParent();
    }
  if (Pair.use_empty())
    return;
  IRBuilder<> Build(&Pair);
  Value *Whole =
      Build.CreateInsertValue(PoisonValue::get(Pair.getType()), First, 0);
  Pair.replaceAllUsesWith(Build.CreateInsertValue(Whole, Second, 1));
}

/// The machine writes in any case: what was there, if that is not expected.
static void lower(AtomicCmpXchgInst &Exchange) {
  IRBuilder<> Build(&Exchange);
  Value *Place = Exchange.getPointerOperand();
  Value *New = Exchange.getNewValOperand();
  Value *Expected = Exchange.getCompareOperand();
  Type *Bits = New->getType();
  if (Value *Pointer = pointerOf(New)) {
    New = Pointer;
    Expected = toPointer(Build, Expected);
  }
  Value *Old = Build.CreateAlignedLoad(
      New->getType(), Place, Exchange.getAlign(), Exchange.isVolatile());
  Value *IsExpected = Build.CreateICmpEQ(Old, Expected);
  Build.CreateAlignedStore(Build.CreateSelect(IsExpected, New, Old), Place,
                           Exchange.getAlign(), Exchange.isVolatile());
  Value *First = Build.CreateBitOrPointerCast(Old, Bits);
  replacePair(Exchange, First, IsExpected);
  if (First != Old)
    replaceBits(*First, Old);
  Exchange.eraseFromParent();
}

static void lower(StoreInst &Store) {
  Store.setAtomic(AtomicOrdering::NotAtomic);
  if (Value *Pointer = pointerOf(Store.getValueOperand()))
    Store.setOperand(0, Pointer);
}

static void lower(Instruction &I) {
  if (auto *Change = dyn_cast<AtomicRMWInst>(&I)) {
    lower(*Change);
  } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    lower(*Exchange);
  } else if (isa<FenceInst>(I)) {
    I.eraseFromParent();
  } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
    Load->setAtomic(AtomicOrdering::NotAtomic);
    keepPointer(*Load);
  } else {
    lower(cast<StoreInst>(I));
  }
}

//===----------------------------------------------------------------------===//
// The compiler's library
//===----------------------------------------------------------------------===//

/// The size if \p Call is one of "\p Name(size, pointer, …, order…)".
static std::optional<uint64_t> sizeOfCall(const CallBase &Call, StringRef Name,
                                          unsigned Pointers, unsigned Orders) {
  const Function *Callee = calledFunction(Call);
  if (!Callee || !Callee->isDeclaration() || Callee->getName() != Name ||
      Call.arg_size() != 1 + Pointers + Orders)
    return std::nullopt;
  auto *Size = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  for (unsigned I = 1; I <= Pointers; ++I)
    if (!Call.getArgOperand(I)->getType()->isPointerTy())
      return std::nullopt;
  return Size ? std::optional(Size->getZExtValue()) : std::nullopt;
}

static void copy(IRBuilder<> &Build, Value *To, Value *From, uint64_t Size) {
  Build.CreateMemCpy(To, MaybeAlign(), From, MaybeAlign(), Size);
}

/// A local of the function to keep an object in.
static Value *makeRoom(CallBase &Call, uint64_t Size) {
  IRBuilder<> Build(&*Call.getFunction()->getEntryBlock().begin());
  return Build.CreateAlloca(ArrayType::get(Build.getInt8Ty(), Size), nullptr,
                            "exchanged");
}

/// Whether \p Size bytes are the same, compared in words as large as fit.
static Value *isSame(IRBuilder<> &Build, Value *A, Value *B, uint64_t Size) {
  Value *Same = Build.getTrue();
  uint64_t At = 0;
  for (uint64_t Word = 8; Word != 0; Word /= 2)
    for (; Size - At >= Word; At += Word) {
      auto Read = [&](Value *From) {
        return Build.CreateAlignedLoad(
            Build.getIntNTy(8 * Word),
            Build.CreateConstGEP1_64(Build.getInt8Ty(), From, At), Align(1));
      };
      Same = Build.CreateAnd(Same, Build.CreateICmpEQ(Read(A), Read(B)));
    }
  return Same;
}

static void lowerExchange(CallBase &Call, uint64_t Size) {
  Value *Room = makeRoom(Call, Size);
  IRBuilder<> Build(&Call);
  copy(Build, Room, Call.getArgOperand(1), Size);
  copy(Build, Call.getArgOperand(1), Call.getArgOperand(2), Size);
  copy(Build, Call.getArgOperand(3), Room, Size);
}

static void lowerCompare(CallBase &Call, uint64_t Size) {
  Value *Place = Call.getArgOperand(1), *Expected = Call.getArgOperand(2);
  IRBuilder<> Build(&Call);
  Value *Same = isSame(Build, Place, Expected, Size);
  Instruction *Then = nullptr, *Else = nullptr;
  SplitBlockAndInsertIfThenElse(Same, &Call, &Then, &Else);
  Build.SetInsertPoint(Then);
  copy(Build, Place, Call.getArgOperand(3), Size);
  Build.SetInsertPoint(Else);
  copy(Build, Expected, Place, Size);
  Build.SetInsertPoint(&Call);
  Call.replaceAllUsesWith(Build.CreateZExtOrTrunc(Same, Call.getType()));
}

static void lowerLibraryCall(CallBase &Call) {
  IRBuilder<> Build(&Call);
  if (sizeOfCall(Call, "__atomic_is_lock_free", 1, 0)) {
    // Its answer is anybody's guess, but it does not look at the object.
    auto *Object = cast<PointerType>(Call.getArgOperand(1)->getType());
    return Call.setArgOperand(1, ConstantPointerNull::get(Object));
  }
  if (auto Size = sizeOfCall(Call, "__atomic_load", 2, 1))
    copy(Build, Call.getArgOperand(2), Call.getArgOperand(1), *Size);
  else if (auto Size = sizeOfCall(Call, "__atomic_store", 2, 1))
    copy(Build, Call.getArgOperand(1), Call.getArgOperand(2), *Size);
  else if (auto Size = sizeOfCall(Call, "__atomic_exchange", 3, 1))
    lowerExchange(Call, *Size);
  else if (auto Size = sizeOfCall(Call, "__atomic_compare_exchange", 3, 2);
           Size && Call.getType()->isIntegerTy())
    lowerCompare(Call, *Size);
  else
    return;
  Call.eraseFromParent();
}

void lowerAtomics(Module &M, Volatile How) {
  SmallVector<Instruction *> Atomics;
  SmallVector<CallBase *> Calls;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (I.isAtomic())
        Atomics.push_back(&I);
      else if (auto *Call = dyn_cast<CallBase>(&I);
               Call && calledFunction(*Call) &&
               calledFunction(*Call)->getName().starts_with("__atomic_"))
        Calls.push_back(Call);
    }
  for (Instruction *I : Atomics)
    lower(*I);
  if (How == Volatile::Memory)
    for (CallBase *Call : Calls)
      lowerLibraryCall(*Call);
}

} // namespace sooth
