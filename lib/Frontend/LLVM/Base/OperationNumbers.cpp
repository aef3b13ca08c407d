//===- OperationNumbers.cpp - Which operation at its place one is ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Base/OperationNumbers.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/xxhash.h"

#include <map>
#include <tuple>

using namespace llvm;

static void setNumber(Instruction &I, unsigned N) {
  LLVMContext &Context = I.getContext();
  auto *Number = ConstantInt::get(Type::getInt32Ty(Context), N);
  I.setMetadata(sooth::OperationNumberName,
                MDNode::get(Context, ConstantAsMetadata::get(Number)));
}

static bool isNumbered(const Instruction &I) {
  return !isa<DbgInfoIntrinsic>(I) &&
         (I.mayReadOrWriteMemory() || isa<CallBase>(I));
}

/// Their checks have the place of the user's call. Numbers depend on nothing
/// but the model; where two are the same, both operations are taken as one.
static void numberModel(Function &F) {
  const auto OfModel = uint16_t(xxh3_64bits(F.getName()));
  uint16_t Next = 0;
  for (Instruction &I : instructions(F))
    if (isNumbered(I))
      setNumber(I, 1u << 31 | unsigned(OfModel) << 15 | (Next++ & 0x7fff));
}

static void numberFunction(Function &F) {
  // (A macro may be defined in one file and used in another.)
  std::map<std::tuple<unsigned, unsigned, StringRef>, unsigned> Next;
  for (Instruction &I : instructions(F))
    if (const DebugLoc &Where = I.getDebugLoc();
        Where && Where.getLine() && isNumbered(I)) {
      const StringRef File = cast<DIScope>(Where->getScope())->getFilename();
      setNumber(I, Next[{Where.getLine(), Where.getCol(), File}]++);
    }
}

void sooth::numberOperations(Module &M) {
  for (Function &F : M)
    isLibraryModel(F) ? numberModel(F) : numberFunction(F);
}

sooth::OperationsAt sooth::operationOf(const Instruction &I) {
  const MDNode *Number = I.getMetadata(sooth::OperationNumberName);
  if (!Number)
    return {};
  return {unsigned(
      mdconst::extract<ConstantInt>(Number->getOperand(0))->getZExtValue())};
}

void sooth::copyOperation(const Instruction &Of, Instruction &To) {
  if (MDNode *Number = Of.getMetadata(sooth::OperationNumberName))
    To.setMetadata(sooth::OperationNumberName, Number);
}
