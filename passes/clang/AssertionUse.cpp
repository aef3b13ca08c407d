//===- AssertionUse.cpp - Does a translation unit assert anything? --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssertionUse.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExternalASTSource.h"
#include "clang/Basic/IdentifierTable.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace clang;
using namespace sooth;

/// The functions whose call is an assertion or the report of a failed one, by C
/// library or convention.
static constexpr llvm::StringLiteral Reporters[] = {
    "__assert_fail", "__assert_perror_fail", "__assert_rtn",
    "__assert",      "__assert_func",        "sooth_assert",
    "reach_error",   "__VERIFIER_error",     "__VERIFIER_assert"};

/// The identifier if the source, or a precompiled header, has it.
static const IdentifierInfo *findIdentifier(ASTContext &Context,
                                            llvm::StringRef Name) {
  if (auto It = Context.Idents.find(Name); It != Context.Idents.end())
    return It->second;
  if (!Context.getExternalSource())
    return nullptr;
  const IdentifierInfo &Identifier = Context.Idents.get(Name);
  return Identifier.isFromAST() ? &Identifier : nullptr;
}

AssertionUse sooth::findUse(ASTContext &Context, llvm::StringRef Name) {
  const IdentifierInfo *Identifier = findIdentifier(Context, Name);
  if (!Identifier)
    return AssertionUse::None;
  bool Declared = false;
  for (const NamedDecl *D :
       Context.getTranslationUnitDecl()->lookup(Identifier)) {
    Declared = true;
    if (D->isUsed())
      return AssertionUse::Possible;
  }
  // A name that no declaration at file scope has may be declared in a block or
  // a namespace, or implicitly by its call.
  return Declared ? AssertionUse::None : AssertionUse::Possible;
}

AssertionUse sooth::findAssertionUse(ASTContext &Context) {
  // What a contract requires is checked at calls.
  for (llvm::StringRef Name : {"sooth_clause", "sooth_invariant"})
    if (findUse(Context, Name) == AssertionUse::Possible)
      return AssertionUse::Possible;
  for (llvm::StringRef Name : Reporters)
    if (findUse(Context, Name) == AssertionUse::Possible)
      return AssertionUse::Possible;
  return AssertionUse::None;
}

static bool isReporter(llvm::StringRef Name) {
  return llvm::is_contained(Reporters, Name);
}

static bool isCheck(const llvm::Instruction &I) {
  const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && (Callee->getIntrinsicID() == llvm::Intrinsic::ubsantrap ||
                    isReporter(Callee->getName()));
}

unsigned sooth::countChecks(const llvm::Module &M) {
  unsigned Count = 0;
  for (const llvm::Function &F : M)
    if (!isReporter(F.getName()))
      Count += llvm::count_if(llvm::instructions(F), isCheck);
  return Count;
}
