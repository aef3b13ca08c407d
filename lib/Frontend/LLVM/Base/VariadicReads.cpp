//===- VariadicReads.cpp - What clang makes of va_arg ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariadicReads.h"
#include "sooth/Frontend/LLVM/Base/UnsupportedError.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace sooth {

static constexpr uint64_t WordSize = 8;

WordKind wordKind(const Type &T) {
  if (T.isX86_FP80Ty())
    return WordKind::Memory;
  return T.isFPOrFPVectorTy() || T.isVectorTy() ? WordKind::Float
                                                : WordKind::Integer;
}

bool isListType(const Type *T) {
  auto *Struct = dyn_cast<StructType>(T);
  return Struct && Struct->hasName() && Struct->getNumElements() == 4 &&
         Struct->getName().starts_with("struct.__va_list_tag");
}

StructType *listType(Module &M) {
  LLVMContext &Ctx = M.getContext();
  auto *Offset = Type::getInt32Ty(Ctx);
  auto *Address = PointerType::getUnqual(Ctx);
  return StructType::get(Offset, Offset, Address, Address);
}

/// The member of a list that \p Address is the address of.
static std::optional<ListMember> memberAt(const Value *Address) {
  auto *Step = dyn_cast<GEPOperator>(Address);
  if (!Step || !isListType(Step->getSourceElementType()) ||
      Step->getNumIndices() != 2)
    return std::nullopt;
  return ListMember(cast<ConstantInt>(Step->getOperand(2))->getZExtValue());
}

namespace {
/// A question whether registers are left, which chooses between two blocks.
struct RegisterTest {
  BranchInst *Branch;
  unsigned Integers = 0, Floats = 0;
};
} // namespace

/// Takes in what \p Condition asks; false if it is no such question.
static bool addQuestion(const Value *Condition, RegisterTest &Test) {
  constexpr uint64_t Word = 8, Integers = 6 * Word, Vector = 16,
                     All = Integers + 8 * Vector;
  Value *Left = nullptr, *Right = nullptr;
  if (match(Condition, m_And(m_Value(Left), m_Value(Right))))
    return addQuestion(Left, Test) && addQuestion(Right, Test);
  ICmpInst::Predicate P;
  const APInt *Last = nullptr;
  Value *Offset = nullptr;
  if (!match(Condition, m_ICmp(P, m_Value(Offset), m_APInt(Last))) ||
      P != ICmpInst::ICMP_ULE || !isa<LoadInst>(Offset) ||
      !Offset->getType()->isIntegerTy(32))
    return false;
  switch (Last->getZExtValue()) {
  case Integers - Word:
  case Integers - 2 * Word:
    Test.Integers = (Integers - Last->getZExtValue()) / Word;
    return true;
  case All - Vector:
  case All - 2 * Vector:
    Test.Floats = (All - Last->getZExtValue()) / Vector;
    return true;
  default:
    return false;
  }
}

static std::optional<RegisterTest> testBefore(const BasicBlock &Memory) {
  const BasicBlock *Before = Memory.getSinglePredecessor();
  auto *Branch =
      Before ? dyn_cast<BranchInst>(Before->getTerminator()) : nullptr;
  RegisterTest Test{const_cast<BranchInst *>(Branch)};
  if (!Branch || !Branch->isConditional() ||
      Branch->getSuccessor(1) != &Memory ||
      !addQuestion(Branch->getCondition(), Test))
    return std::nullopt;
  return Test;
}

/// The first word of an argument of which one comes from each kind of register:
/// \p InRegisters puts them together.
static WordKind firstWord(const BasicBlock &InRegisters) {
  for (const Instruction &I : InRegisters)
    if (auto *Step = dyn_cast<GetElementPtrInst>(&I))
      if (auto *Pair = dyn_cast<StructType>(Step->getSourceElementType());
          Pair && !isListType(Pair) && Pair->getNumElements() == 2)
        return wordKind(*Pair->getElementType(0));
  return WordKind::Integer;
}

static SmallVector<WordKind, 4> wordsOf(const LoadInst &Next, uint64_t Size) {
  auto Test = testBefore(*Next.getParent());
  uint64_t Count = Size / WordSize;
  if (!Test)
    return SmallVector<WordKind, 4>(Count, WordKind::Memory);
  if (!Test->Integers || !Test->Floats)
    return SmallVector<WordKind, 4>(Count, Test->Floats ? WordKind::Float
                                                        : WordKind::Integer);
  bool FloatFirst =
      firstWord(*Test->Branch->getSuccessor(0)) == WordKind::Float;
  if (FloatFirst)
    return {WordKind::Float, WordKind::Integer};
  return {WordKind::Integer, WordKind::Float};
}

/// Accesses at \p Address and at what is computed from it need no more than
/// \p Most. Returns the size of the largest one.
static uint64_t alignAccesses(LoadInst &Address, Align Most) {
  uint64_t Largest = 0;
  SmallSetVector<Value *, 8> Addresses;
  Addresses.insert(&Address);
  for (unsigned K = 0; K < Addresses.size(); ++K)
    for (User *U : Addresses[K]->users()) {
      if (isa<GetElementPtrInst, PHINode>(U))
        Addresses.insert(U);
      else if (auto *Load = dyn_cast<LoadInst>(U)) {
        Load->setAlignment(std::min(Load->getAlign(), Most));
        Largest = std::max<uint64_t>(
            Largest, Address.getDataLayout().getTypeStoreSize(Load->getType()));
      } else if (auto *Copy = dyn_cast<MemTransferInst>(U);
                 Copy && Copy->getRawSource() == Addresses[K]) {
        Copy->setSourceAlignment(
            std::min(Copy->getSourceAlign().valueOrOne(), Most));
        auto *Size = dyn_cast<ConstantInt>(Copy->getLength());
        Largest = std::max(Largest, Size ? Size->getZExtValue() : WordSize);
      }
    }
  return Largest;
}

/// Takes the next address as it is, rather than the next multiple of what the
/// argument's type needs.
static void dropRounding(LoadInst &Next) {
  using namespace PatternMatch;
  for (User *U : Next.users())
    for (User *Rounded : U->users())
      if (auto *Mask = dyn_cast<IntrinsicInst>(Rounded);
          Mask && Mask->getIntrinsicID() == Intrinsic::ptrmask &&
          Mask->getArgOperand(0) == U && isa<GetElementPtrInst>(U)) {
        Mask->replaceAllUsesWith(&Next);
        Mask->eraseFromParent();
        if (U->use_empty())
          cast<Instruction>(U)->eraseFromParent();
        return;
      }
}

/// By how much the address that \p Next reads is advanced; 0 if that is not
/// what becomes of it.
static uint64_t sizeRead(const LoadInst &Next) {
  for (const User *U : Next.users()) {
    auto *Step = dyn_cast<GetElementPtrInst>(U);
    auto *Size = Step && Step->getNumIndices() == 1 &&
                         Step->getSourceElementType()->isIntegerTy(8)
                     ? dyn_cast<ConstantInt>(Step->getOperand(1))
                     : nullptr;
    if (Size && any_of(Step->users(), [](const User *Kept) {
          auto *Store = dyn_cast<StoreInst>(Kept);
          return Store && memberAt(Store->getPointerOperand()) == NextWord;
        }))
      return Size->getZExtValue();
  }
  return 0;
}

static void skipRegisters(const RegisterTest &Test) {
  BasicBlock *InRegisters = Test.Branch->getSuccessor(0);
  BasicBlock *Memory = Test.Branch->getSuccessor(1);
  auto *Condition = dyn_cast<Instruction>(Test.Branch->getCondition());
  InRegisters->removePredecessor(Test.Branch->getParent());
  auto *Straight = BranchInst::Create(Memory, Test.Branch->getIterator());
  Straight->setDebugLoc(Test.Branch->getDebugLoc());
  Test.Branch->eraseFromParent();
  if (pred_empty(InRegisters))
    DeleteDeadBlock(InRegisters);
  if (Condition)
    RecursivelyDeleteTriviallyDeadInstructions(Condition);
}

/// Whether an argument of \p Size bytes has a word that is all padding, and so
/// in no register: then calls pass it with that word or without it. What is
/// loaded at once has none.
static bool isSmallerInRegisters(const RegisterTest &Test, uint64_t Size,
                                 const LoadInst &Next) {
  if (Test.Integers + Test.Floats == Size / WordSize)
    return false;
  auto IsNumber = [](const User *U) {
    return isa<LoadInst>(U) || !isa<MemTransferInst, PHINode>(U) ||
           (isa<PHINode>(U) &&
            all_of(U->users(), [](const User *V) { return isa<LoadInst>(V); }));
  };
  return Test.Integers || !all_of(Next.users(), IsNumber);
}

static Error looksIntoList(const Instruction &I) {
  return make_error<UnsupportedError>(Cause::Kind::VaListMember,
                                      I.getDebugLoc());
}

/// Nothing may look at a list but va_arg and what copies it.
static Error checkAccesses(Module &M,
                           const SmallPtrSetImpl<const Instruction *> &Known) {
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      const Value *Address = getLoadStorePointerOperand(&I);
      if (Address && memberAt(Address) && !Known.contains(&I))
        return looksIntoList(I);
    }
  return Error::success();
}

Expected<std::vector<VariadicRead>> readFromMemory(Module &M, ListsFrom From) {
  const Align Most(From == ListsFrom::Program ? WordSize : 1);
  std::vector<VariadicRead> Reads;
  SmallPtrSet<const Instruction *, 16> Known;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Load = dyn_cast<LoadInst>(&I);
          Load && memberAt(Load->getPointerOperand()) == NextWord) {
        auto *Member = cast<GEPOperator>(Load->getPointerOperand());
        Reads.push_back({Load, Member->getPointerOperand(), {}, 0});
      }
  for (VariadicRead &Read : Reads) {
    dropRounding(*Read.Next);
    uint64_t Size = sizeRead(*Read.Next);
    if (Size == 0 || Size % WordSize != 0)
      return looksIntoList(*Read.Next);
    Read.Words = wordsOf(*Read.Next, Size);
    if (auto Test = testBefore(*Read.Next->getParent())) {
      if (isSmallerInRegisters(*Test, Size, *Read.Next))
        return make_error<UnsupportedError>(Cause::Kind::AlignedArgument,
                                            Read.Next->getDebugLoc());
      skipRegisters(*Test);
    }
    Read.Bytes = alignAccesses(*Read.Next, Most);
    Known.insert(Read.Next);
    for (const User *Step : Read.Next->users())
      for (const User *Kept : Step->users())
        if (auto *Store = dyn_cast<StoreInst>(Kept);
            Store && Store->getValueOperand() == Step)
          Known.insert(Store);
  }
  if (Error E = checkAccesses(M, Known))
    return std::move(E);
  return Reads;
}

} // namespace sooth
