//===- ArbitraryGlobals.cpp - Functions called at any time ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArbitraryGlobals.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

namespace {
class GlobalScrambler {
public:
  GlobalScrambler(llvm::Function &Entry, Instruction &Before)
      : M(*Entry.getParent()), Build(&Before) {
    // The place of the function, for traces.
    if (DISubprogram *Where = Entry.getSubprogram())
      Build.SetCurrentDebugLocation(
          DILocation::get(M.getContext(), Where->getLine(), 0, Where));
  }
  /// Requires that \p G has the initializer that the program gives it.
  void scramble(GlobalVariable &G) {
    Initials[&G] = G.getInitializer();
    store(G.getValueType(), &G, G.getName().str());
  }

private:
  void store(Type *T, Value *Where, const std::string &Name);
  void storeParts(Type *Aggregate, uint64_t Count, Value *Where,
                  const std::string &Name);

  /// A global and how many bytes after its beginning; null if it is none.
  struct PartOfGlobal {
    GlobalVariable *Global = nullptr;
    APInt Offset;
    friend bool operator==(const PartOfGlobal &,
                           const PartOfGlobal &) = default;
  };
  PartOfGlobal partAt(Value &Where) const;
  SmallVector<Function *, 2> functionsStoredAt(const PartOfGlobal &Where);

  Module &M;
  IRBuilder<> Build;
  DenseMap<const GlobalVariable *, Constant *> Initials;
};
} // namespace

/// What the pointer at \p Offset in \p G leads to as it is declared; null if unknown.
static const DIType *targetType(const GlobalVariable *G, uint64_t Offset) {
  SmallVector<DIGlobalVariableExpression *, 1> Declared;
  if (G)
    G->getDebugInfo(Declared);
  return Declared.empty()
             ? nullptr
             : pointedType(scalarAt(Declared.front()->getVariable()->getType(),
                                    Offset));
}

void GlobalScrambler::store(Type *T, Value *Where, const std::string &Name) {
  // A union's other members may be integers: any bits, not any number, whose
  // bits are not determined if it is a NaN.
  if (auto *Union = dyn_cast<StructType>(T);
      Union && Union->hasName() && Union->getName().starts_with("union.") &&
      Union->getNumElements() == 1 &&
      Union->getElementType(0)->isFloatingPointTy())
    return store(
        IntegerType::get(T->getContext(),
                         Union->getElementType(0)->getPrimitiveSizeInBits()),
        Where, Name);
  if (auto *Struct = dyn_cast<StructType>(T))
    return storeParts(T, Struct->getNumElements(), Where, Name);
  if (auto *Array = dyn_cast<ArrayType>(T))
    return storeParts(T, Array->getNumElements(), Where, Name);
  if (!T->isIntegerTy() && !T->isFloatingPointTy() && !T->isPointerTy())
    return;
  FunctionCallee Any = M.getOrInsertFunction((InitialValuePrefix + Name).str(),
                                             FunctionType::get(T, false));
  CallInst *Initial = Build.CreateCall(Any);
  Value *New = Initial;
  if (T->isPointerTy()) {
    const PartOfGlobal Part = partAt(*Where);
    if (const DIType *Target = targetType(Part.Global, Part.Offset.getZExtValue()))
      Initial->setMetadata(TargetTypeName, const_cast<DIType *>(Target));
    // Or one of the functions that the program itself puts there.
    for (Function *F : functionsStoredAt(Part)) {
      FunctionCallee Which = M.getOrInsertFunction(
          (InitialValuePrefix + Name + ".is." + F->getName()).str(),
          FunctionType::get(Build.getInt1Ty(), false));
      New = Build.CreateSelect(Build.CreateCall(Which), F, New);
    }
  }
  Build.CreateStore(New, Where);
}

GlobalScrambler::PartOfGlobal GlobalScrambler::partAt(Value &Where) const {
  const DataLayout &Layout = M.getDataLayout();
  PartOfGlobal Part;
  Part.Offset = APInt(Layout.getIndexTypeSizeInBits(Where.getType()), 0);
  Part.Global =
      dyn_cast<GlobalVariable>(Where.stripAndAccumulateConstantOffsets(
          Layout, Part.Offset, /*AllowNonInbounds=*/true));
  return Part;
}

/// The functions that the program stores at \p Where, or that are there at
/// first.
SmallVector<Function *, 2>
GlobalScrambler::functionsStoredAt(const PartOfGlobal &Where) {
  if (!Where.Global)
    return {};
  SmallSetVector<Function *, 2> Found;
  if (Constant *Initial = Initials.lookup(Where.Global))
    if (auto *F = dyn_cast_or_null<Function>(ConstantFoldLoadFromConst(
            Initial, PointerType::getUnqual(M.getContext()), Where.Offset,
            M.getDataLayout())))
      Found.insert(F);
  for (Function &In : M)
    for (Instruction &I : instructions(In))
      if (auto *Store = dyn_cast<StoreInst>(&I))
        if (auto *F = dyn_cast<Function>(Store->getValueOperand());
            F && partAt(*Store->getPointerOperand()) == Where)
          Found.insert(F);
  return {Found.begin(), Found.end()};
}

void GlobalScrambler::storeParts(Type *Aggregate, uint64_t Count, Value *Where,
                                 const std::string &Name) {
  for (uint64_t I = 0; I < Count; ++I)
    store(GetElementPtrInst::getTypeAtIndex(Aggregate, I),
          Build.CreateConstInBoundsGEP2_32(Aggregate, Where, 0, unsigned(I)),
          Name + "." + std::to_string(I));
}

static uint64_t countScalars(Type *T) {
  uint64_t Count = 0;
  if (auto *Array = dyn_cast<ArrayType>(T)) {
    uint64_t Each = countScalars(Array->getElementType());
    return Array->getNumElements() > 1000 ? 1001
                                          : Each * Array->getNumElements();
  }
  if (auto *Struct = dyn_cast<StructType>(T)) {
    for (Type *Element : Struct->elements())
      Count += countScalars(Element);
    return Count;
  }
  return 1;
}

static bool isMadeOfNumbers(Type *T) {
  if (T->isAggregateType())
    return all_of(T->subtypes(), isMadeOfNumbers);
  return T->isIntegerTy() || T->isFloatingPointTy();
}

/// Whether nobody can write \p G: only this program knows it, and only reads
/// it.
static bool isNeverWritten(const GlobalVariable &G) {
  if (!G.hasLocalLinkage())
    return false;
  SmallVector<const Value *> Worklist{&G};
  while (!Worklist.empty())
    for (const User *By : Worklist.pop_back_val()->users()) {
      if (isa<GEPOperator>(By))
        Worklist.push_back(By);
      else if (!isa<LoadInst>(By))
        return false;
    }
  return true;
}

void sooth::makeGlobalsArbitrary(Function &Entry) {
  Instruction *First = &*Entry.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  GlobalScrambler Scrambler(Entry, *First);
  for (GlobalVariable &G : Entry.getParent()->globals()) {
    Type *T = G.getValueType();
    if (G.isConstant() || G.isDeclaration() ||
        G.getName().starts_with("llvm.") || G.getName().starts_with("sooth."))
      continue;
    bool IsSmall = !G.isThreadLocal() && countScalars(T) <= 1000;
    if (isNeverWritten(G))
      continue;
    if (IsSmall)
      Scrambler.scramble(G);
    // What gets no value of its own has none.
    if (!IsSmall || !isMadeOfNumbers(T))
      G.setInitializer(UndefValue::get(T));
  }
}
