//===- KeptNumbers.cpp - Members that a program keeps in bounds -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptNumbers.h"

#include "Memory/PointsTo.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

using namespace sooth;
using namespace llvm;

/// Where it is said of \p I; null if it is not.
static const MDNode *keptBy(const Instruction &I) {
  if (isa<LoadInst>(I))
    return I.getMetadata(KeptName);
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && isInitialValue(I)
             ? calledFunction(*Call)->getMetadata(KeptName)
             : nullptr;
}

std::optional<KeptNumber> sooth::keptNumber(const Instruction &I) {
  const MDNode *Kept = keptBy(I);
  if (!Kept || !I.getType()->isIntegerTy())
    return std::nullopt;
  auto Number = [&](unsigned N) {
    return mdconst::extract<ConstantInt>(Kept->getOperand(N))->getValue();
  };
  auto Text = [&](unsigned N) {
    return cast<MDString>(Kept->getOperand(N))->getString().str();
  };
  KeptNumber Found{
      Number(0),
      Number(1),
      {.What = Need::Kind::KeptMembers, .Expressions = {Text(2), Text(3)}}};
  return Found.Low.getBitWidth() == I.getType()->getIntegerBitWidth()
             ? std::optional(Found)
             : std::nullopt;
}

std::vector<Need> sooth::keptMembers(const PointsTo &Points) {
  std::vector<Need> All;
  for (const Function *F : Points.functions())
    for (const Instruction &I : instructions(*F))
      if (auto Kept = keptNumber(I))
        addNeed(All, Kept->Told);
  return All;
}
