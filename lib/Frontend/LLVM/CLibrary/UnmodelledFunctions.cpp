//===- UnmodelledFunctions.cpp - Library functions without a model --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnmodelledFunctions.h"

#include "sooth/Frontend/LLVM/CLibrary/LibraryModels.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace sooth;
using namespace llvm;

/// Sorted. Functions that have a model are defined once that is linked, so it
/// does no harm that some are here.
static constexpr StringLiteral Names[] = {
#define UNMODELLED(NAME) NAME,
#include "UnmodelledFunctions.def"
};

bool sooth::accessesUnmodelled(const Function &F) {
  if (!F.isDeclaration() || F.isIntrinsic() || (F.arg_empty() && !F.isVarArg()))
    return false;
  // As headers name them for files of any size, and where arguments are
  // checked.
  StringRef Name = F.getName();
  Name.consume_front("__isoc99_");
  Name.consume_front("__isoc23_");
  auto Has = [](StringRef Asked) { return binary_search(Names, Asked); };
  return Has(Name) || (Name.consume_back("64") && Has(Name));
}

static constexpr StringLiteral NamesWithoutMemory[] = {
#define WITHOUT_MEMORY(NAME) NAME,
#include "FunctionsWithoutMemory.def"
};

bool sooth::isOfLibraryWithoutMemory(StringRef Name) {
  return binary_search(NamesWithoutMemory, Name);
}

bool sooth::isOfLibrary(const Function &F) {
  LibFunc Known;
  return F.isDeclaration() &&
         (accessesUnmodelled(F) ||
          TargetLibraryInfoImpl(Triple(F.getParent()->getTargetTriple()))
              .getLibFunc(F.getName(), Known));
}

/// (What follows the prefix is told: Base/ArbitraryValues.h.)
Value *sooth::mayBeCalledWrongly(IRBuilderBase &Build, StringRef Name) {
  Module &M = *Build.GetInsertBlock()->getModule();
  return Build.CreateCall(M.getOrInsertFunction(
      ("sooth.any.of.library." + Name + " is not modelled").str(),
      FunctionType::get(Build.getInt1Ty(), false)));
}
