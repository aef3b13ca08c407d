//===- TaggedPointers.cpp - Pointers with tags stay pointers --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/TaggedPointers.h"

#include "AddressConstants.h"
#include "Base/MemoryChecks.h"
#include "TaggedNumbers.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace sooth;
using namespace llvm;

/// Whether some check asks what is still allocated, and by whom it is held.
static bool asksForLeaks(const Module &M) {
  return any_of(M, [](const Function &F) {
    return any_of(F.users(), [](const User *By) {
      auto *Call = dyn_cast<CallBase>(By);
      return Call && classify(*Call) == CalleeKind::MemoryCheck &&
             describeCheck(*Call).What == MemoryCheck::Kind::Leak;
    });
  });
}

namespace {
class Rewriter {
public:
  Rewriter(Module &M, const TaggedNumbers &Numbers)
      : M(M), Numbers(Numbers), Layout(M.getDataLayout()),
        PointerT(PointerType::getUnqual(M.getContext())),
        NumberT(Layout.getIntPtrType(M.getContext())),
        AsksForLeaks(asksForLeaks(M)) {}
  void run();

private:
  Value *pointerOf(Value *Number, Instruction &Before);
  Value *pointerOf(Instruction &Member);
  Value *makePointer(Instruction &Member, IRBuilder<> &Builder);
  Value *tagged(IRBuilder<> &Builder, Value *Pointer, Value *Keep, Value *Add);
  Value *tagOf(IRBuilder<> &Builder, Value *Pointer, Value *Low);
  Value *stepped(IRBuilder<> &Builder, Value *Pointer, const TagStep &Step,
                 uint64_t Mask);
  Value *moved(IRBuilder<> &Builder, Value *Pointer, const TagStep &Step,
               uint64_t Mask);
  void completePhis();
  void replaceStores();
  void replaceEnd(IntToPtrInst &End);
  void replaceUses(Instruction &Member);
  Value *lowBits(Value &Number, Value *Pointer, Instruction &User);
  void replaceLook(Instruction &Look);
  Value *replacement(Instruction &Member, Instruction &User);
  Value *comparison(Instruction &Member, ICmpInst &Compare);
  FunctionCallee tagFunction(StringRef Name, Type *Result,
                             ArrayRef<Type *> Arguments);

  Module &M;
  const TaggedNumbers &Numbers;
  const DataLayout &Layout;
  PointerType *PointerT;
  Type *NumberT;
  bool AsksForLeaks;
  DenseMap<Instruction *, Value *> Pointers;
  SmallVector<WeakTrackingVH> Unused;
};
} // namespace

FunctionCallee Rewriter::tagFunction(StringRef Name, Type *Result,
                                     ArrayRef<Type *> Arguments) {
  FunctionCallee Callee = M.getOrInsertFunction(
      Name, FunctionType::get(Result, Arguments, /*isVarArg=*/false));
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setNoSync();
  F->addFnAttr(Attribute::WillReturn);
  return Callee;
}

Value *Rewriter::tagged(IRBuilder<> &Builder, Value *Pointer, Value *Keep,
                        Value *Add) {
  return Builder.CreateCall(
      tagFunction(TaggedName, PointerT, {PointerT, NumberT, NumberT}),
      {Pointer, Keep, Add});
}

Value *Rewriter::tagOf(IRBuilder<> &Builder, Value *Pointer, Value *Low) {
  return Builder.CreateCall(tagFunction(TagName, NumberT, {PointerT, NumberT}),
                            {Pointer, Low});
}

/// A sum: of a tag, if it may be one that the program takes away again, else of
/// a distance.
Value *Rewriter::moved(IRBuilder<> &Builder, Value *Pointer,
                       const TagStep &Step, uint64_t Mask) {
  Value *By =
      Step.Kind == TagStep::How::Add ? Step.Tag : Builder.CreateNeg(Step.Tag);
  const uint64_t Greatest =
      computeKnownBits(Step.Tag, Layout).getMaxValue().getLimitedValue();
  if (Greatest < uint64_t(PointsTo::LeastDistance) || (Greatest & ~Mask) == 0)
    return tagged(Builder, Pointer, ConstantInt::getAllOnesValue(NumberT), By);
  return Builder.CreateGEP(Builder.getInt8Ty(), Pointer, By);
}

Value *Rewriter::stepped(IRBuilder<> &Builder, Value *Pointer,
                         const TagStep &Step, uint64_t Mask) {
  Constant *Low = ConstantInt::get(NumberT, Step.Mask);
  Constant *Rest = ConstantExpr::getNot(Low);
  switch (Step.Kind) {
  case TagStep::How::Clear:
    return tagged(Builder, Pointer, Step.Tag,
                  ConstantInt::getNullValue(NumberT));
  case TagStep::How::Add:
  case TagStep::How::Subtract:
    return moved(Builder, Pointer, Step, Mask);
  case TagStep::How::Set:
    return tagged(
        Builder, Pointer, Rest,
        isa<ConstantInt>(Step.Tag) && Step.Tag == Low
            ? Low
            : Builder.CreateOr(tagOf(Builder, Pointer, Low), Step.Tag));
  case TagStep::How::Flip:
    return tagged(Builder, Pointer, Rest,
                  Builder.CreateXor(tagOf(Builder, Pointer, Low), Step.Tag));
  }
  llvm_unreachable("no such step");
}

/// The pointer that \p Number is, made at \p Before if there is none yet.
Value *Rewriter::pointerOf(Value *Number, Instruction &Before) {
  if (Value *Pointer = numberedPointer(Number, Layout))
    return Pointer;
  if (auto *C = dyn_cast<Constant>(Number))
    return ConstantExpr::getIntToPtr(C, PointerT);
  if (Numbers.contains(Number))
    return pointerOf(*cast<Instruction>(Number));
  // A tag of nothing.
  IRBuilder<> Builder(&Before);
  return tagged(Builder, ConstantPointerNull::get(PointerT),
                ConstantInt::getAllOnesValue(NumberT), Number);
}

Value *Rewriter::pointerOf(Instruction &Member) {
  Value *&Known = Pointers[&Member];
  if (Known)
    return Known;
  IRBuilder<> Builder(&Member);
  Value *New = makePointer(Member, Builder);
  if (auto *I = dyn_cast<Instruction>(New))
    I->takeName(&Member);
  return Pointers[&Member] = New;
}

Value *Rewriter::makePointer(Instruction &Member, IRBuilder<> &Builder) {
  if (auto *Load = dyn_cast<LoadInst>(&Member)) {
    auto *New = Builder.CreateAlignedLoad(PointerT, Load->getPointerOperand(),
                                          Load->getAlign());
    copyMetadataForLoad(*New, *Load);
    return New;
  }
  // Completed later, for what it consists of may depend on it.
  if (auto *Phi = dyn_cast<PHINode>(&Member))
    return Builder.CreatePHI(PointerT, Phi->getNumIncomingValues());
  if (auto *Choice = dyn_cast<SelectInst>(&Member)) {
    Value *Then = pointerOf(Choice->getTrueValue(), Member);
    Value *Else = pointerOf(Choice->getFalseValue(), Member);
    return Builder.CreateSelect(Choice->getCondition(), Then, Else);
  }
  if (isa<FreezeInst>(Member))
    return Builder.CreateFreeze(pointerOf(Member.getOperand(0), Member));
  TagStep Step = *tagStep(Member);
  return stepped(Builder, pointerOf(Step.Number, Member), Step,
                 Numbers.maskOf(&Member));
}

void Rewriter::completePhis() {
  for (Instruction *Member : Numbers.members()) {
    auto *Phi = dyn_cast<PHINode>(Member);
    if (!Phi)
      continue;
    auto *New = cast<PHINode>(pointerOf(*Member));
    for (auto [V, From] : zip(Phi->incoming_values(), Phi->blocks())) {
      // A block that is there twice hands over one value.
      const int Before = New->getBasicBlockIndex(From);
      New->addIncoming(Before < 0 ? pointerOf(V, *From->getTerminator())
                                  : New->getIncomingValue(Before),
                       From);
    }
  }
}

void Rewriter::replaceStores() {
  for (StoreInst *Store : Numbers.stores()) {
    Value *Number = Store->getValueOperand();
    Store->setOperand(0, pointerOf(Number, *Store));
    Unused.push_back(Number);
  }
}

/// No object is in the first page.
Value *Rewriter::comparison(Instruction &Member, ICmpInst &Compare) {
  Value *Other = Compare.getOperand(Compare.getOperand(0) == &Member ? 1 : 0);
  if (!Compare.isEquality() ||
      !(isSmallConstant(Other) || isTag(Other, Layout)))
    return nullptr;
  IRBuilder<> Builder(&Compare);
  Value *Pointer = pointerOf(Member);
  // A number that was never written may have more bits in the model.
  if (Layout.getPointerSize() < sizeof(uint64_t))
    Pointer = tagged(Builder, Pointer, ConstantInt::getAllOnesValue(NumberT),
                     ConstantInt::getNullValue(NumberT));
  return Builder.CreateICmp(Compare.getPredicate(), Pointer,
                            pointerOf(Other, Compare));
}

/// What \p User computes of the lowest bits of the number of \p Pointer; null
/// if it needs others.
Value *Rewriter::lowBits(Value &Number, Value *Pointer, Instruction &User) {
  const uint64_t Low = lowBitsUsed(Number, User);
  if (!Low)
    return nullptr;
  IRBuilder<> Builder(&User);
  if (User.getOpcode() == Instruction::And)
    return tagOf(Builder, Pointer,
                 User.getOperand(User.getOperand(0) == &Number ? 1 : 0));
  Value *Tag = tagOf(Builder, Pointer, ConstantInt::get(NumberT, Low));
  return Builder.CreateTrunc(Tag, User.getType());
}

void Rewriter::replaceLook(Instruction &Look) {
  for (Value *Operand : Look.operand_values())
    if (auto *Number = dyn_cast<PtrToIntInst>(Operand))
      if (Value *New = lowBits(*Number, Number->getPointerOperand(), Look)) {
        Look.replaceAllUsesWith(New);
        Unused.push_back(&Look);
        return;
      }
}

/// What a user of \p Member computes, if that does not need the whole number;
/// null if it does.
Value *Rewriter::replacement(Instruction &Member, Instruction &User) {
  if (auto *Compare = dyn_cast<ICmpInst>(&User))
    return comparison(Member, *Compare);
  return lowBits(Member, pointerOf(Member), User);
}

void Rewriter::replaceUses(Instruction &Member) {
  SmallVector<DbgVariableRecord *> Records;
  SmallVector<DbgValueInst *> Values;
  findDbgValues(Values, &Member, &Records);
  for (DbgVariableRecord *Record : Records)
    Record->replaceVariableLocationOp(&Member, pointerOf(Member));
  SmallSetVector<Instruction *, 8> Users;
  for (User *By : Member.users())
    if (auto *I = cast<Instruction>(By); !Numbers.contains(I))
      Users.insert(I);
  Value *Number = nullptr;
  for (Instruction *User : Users) {
    if (Value *New = replacement(Member, *User)) {
      User->replaceAllUsesWith(New);
      Unused.push_back(User);
      continue;
    }
    if (!Number) {
      IRBuilder<> Builder(Member.getParent(),
                          isa<PHINode>(Member)
                              ? Member.getParent()->getFirstInsertionPt()
                              : std::next(Member.getIterator()));
      Builder.SetCurrentDebugLocation(Member.getDebugLoc());
      Number = Builder.CreatePtrToInt(pointerOf(Member), NumberT);
    }
    User->replaceUsesOfWith(&Member, Number);
  }
}

/// Where it matters that a number leads to an object, it must be seen, even if
/// there is no tag in it.
void Rewriter::replaceEnd(IntToPtrInst &End) {
  Value *Pointer = pointerOf(End.getOperand(0), End);
  if (AsksForLeaks && isa<Instruction>(End.getOperand(0))) {
    IRBuilder<> Builder(&End);
    Pointer = tagged(Builder, Pointer, ConstantInt::getAllOnesValue(NumberT),
                     ConstantInt::getNullValue(NumberT));
  }
  End.replaceAllUsesWith(Pointer);
  Unused.push_back(&End);
}

void Rewriter::run() {
  completePhis();
  for (Instruction *Member : Numbers.members())
    pointerOf(*Member);
  replaceStores();
  for (IntToPtrInst *End : Numbers.ends())
    replaceEnd(*End);
  for (Instruction *Member : Numbers.members())
    replaceUses(*Member);
  // Not before, for members are recognized by what tags are computed from.
  for (Instruction *Look : Numbers.looks())
    replaceLook(*Look);
  // Only members use members now.
  for (Instruction *Member : Numbers.members())
    for (Value *Operand : Member->operand_values())
      if (!Numbers.contains(Operand))
        Unused.push_back(Operand);
  for (Instruction *Member : Numbers.members())
    Member->replaceAllUsesWith(PoisonValue::get(Member->getType()));
  for (Instruction *Member : Numbers.members())
    Member->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Unused);
}

static bool makesPointers(const Module &M) {
  return any_of(M, [](const Function &F) {
    return any_of(instructions(F),
                  [](const Instruction &I) { return isa<IntToPtrInst>(I); });
  });
}

PreservedAnalyses TaggedPointersPass::run(Module &M, ModuleAnalysisManager &) {
  Function *Main = M.getFunction(Entry);
  if (!Main || Main->isDeclaration() || !makesPointers(M))
    return PreservedAnalyses::all();
  bool Changed = false;
  for (Function &F : M)
    if (!F.isDeclaration())
      Changed |= expandAddressConstants(F);
  TaggedNumbers Numbers(*Main);
  if (!Numbers.ends().empty() || !Numbers.looks().empty())
    Rewriter(M, Numbers).run();
  else if (!Changed)
    return PreservedAnalyses::all();
  return PreservedAnalyses::none();
}
