//===- ArbitraryGlobals.cpp - Functions called at any time ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArbitraryGlobals.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using namespace llvm;

StringRef sooth::arbitraryGlobal(StringRef Function) {
  return Function.consume_front(InitialValuePrefix) ? Function : StringRef();
}

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
  void scramble(GlobalVariable &G) {
    store(G.getValueType(), &G, G.getName().str());
  }

private:
  void store(Type *T, Value *Where, const std::string &Name);
  void storeParts(Type *Aggregate, uint64_t Count, Value *Where,
                  const std::string &Name);

  Module &M;
  IRBuilder<> Build;
};
} // namespace

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
  if (!T->isIntegerTy() && !T->isFloatingPointTy())
    return;
  FunctionCallee Any = M.getOrInsertFunction((InitialValuePrefix + Name).str(),
                                             FunctionType::get(T, false));
  Build.CreateStore(Build.CreateCall(Any), Where);
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

void sooth::makeGlobalsArbitrary(Function &Entry) {
  Instruction *First = &*Entry.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  GlobalScrambler Scrambler(Entry, *First);
  for (GlobalVariable &G : Entry.getParent()->globals()) {
    Type *T = G.getValueType();
    if (G.isConstant() || G.isDeclaration() || G.getName().starts_with("llvm."))
      continue;
    bool IsSmall = !G.isThreadLocal() && countScalars(T) <= 1000;
    // What gets no value of its own has none.
    if (!IsSmall || !isMadeOfNumbers(T))
      G.setInitializer(UndefValue::get(T));
    if (IsSmall)
      Scrambler.scramble(G);
  }
}
