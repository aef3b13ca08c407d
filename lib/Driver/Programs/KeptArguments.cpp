//===- KeptArguments.cpp - Pointers that code which is not shown keeps ----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptArguments.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BuildLibCalls.h"

using namespace sooth;
using namespace llvm;

KeptArguments::KeptArguments(const Module &M)
    : Library(Triple(M.getTargetTriple())) {}

/// (LLVM notes what it knows in the function; so that is another one.)
AttributeList KeptArguments::attributesOf(const Function &F) const {
  auto [At, IsNew] = Known.try_emplace(&F);
  if (!IsNew)
    return At->second;
  Module Alone(F.getName(), F.getContext());
  Alone.setTargetTriple(F.getParent()->getTargetTriple());
  Alone.setDataLayout(F.getParent()->getDataLayout());
  Function *Like = Function::Create(
      F.getFunctionType(), GlobalValue::ExternalLinkage, F.getName(), Alone);
  inferNonMandatoryLibFuncAttrs(*Like, TargetLibraryInfo(Library, Like));
  return At->second = Like->getAttributes();
}

bool KeptArguments::mayKeep(const CallBase &Call, unsigned Argument) const {
  const Function *Callee = calledFunction(Call);
  if (!Callee || Call.isNoBuiltin())
    return true;
  if (classify(Call) == CalleeKind::Output)
    return false;
  return Callee->getFunctionType() != Call.getFunctionType() ||
         !attributesOf(*Callee).hasParamAttr(Argument, Attribute::NoCapture);
}
