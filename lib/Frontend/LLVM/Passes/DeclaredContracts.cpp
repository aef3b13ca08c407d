//===- DeclaredContracts.cpp - Contracts apart from bodies ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/DeclaredContracts.h"

#include "Base/Contracts.h"
#include "CheckedCalls.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/ApplyContracts.h"
#include "sooth/Frontend/LLVM/Source/Places.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <set>

using namespace llvm;

namespace sooth {

StringRef contractedName(const Function &F) {
  StringRef Name = F.getName();
  if (F.isDeclaration() || !F.hasLocalLinkage() ||
      (!Name.consume_front(ContractOfName) &&
       !Name.consume_front(FoundContractName)))
    return "";
  return Name.split('.').first; // LLVM tells equal names apart
}

/// Whether it says what was found out of a body, so that it says nothing new
/// where that is.
static bool isFound(const Function &Contract) {
  return Contract.getName().starts_with(FoundContractName);
}

static std::string placeOfContract(const Function &Contract) {
  const SourceLocation Where = placeOf(Contract);
  return Where.isValid() ? Where.str() + ": " : "";
}

static Error wrongContract(const Function &Contract, const Twine &Why) {
  return createStringError(placeOfContract(Contract) + Why);
}

//===----------------------------------------------------------------------===//
// As a function of the type of what it is about
//===----------------------------------------------------------------------===//

/// The first parameter of \p Of that the source has, too.
static unsigned firstOfSource(const Function &Of) {
  return Of.hasStructRetAttr() ? 1 : 0;
}

/// Whether the parameters of \p Contract are those of \p Of.
static bool hasSameParameters(const Function &Contract, const Function &Of) {
  const unsigned First = firstOfSource(Of);
  return Contract.arg_size() + First == Of.arg_size() &&
         all_of(Contract.args(), [&](const Argument &A) {
           const Argument &Own = *Of.getArg(A.getArgNo() + First);
           return A.getType() == Own.getType() &&
                  A.getParamByValType() == Own.getParamByValType();
         });
}

/// Runs tell of evaluating clauses as of a call of \p Of.
static void nameAs(const Function &Of, Function &Contract) {
  static constexpr unsigned NameOperand = 2;
  DISubprogram *Source = Contract.getSubprogram();
  const DISubprogram *Own = Of.getSubprogram();
  if (Source && Source->isDistinct())
    Source->replaceOperandWith(
        NameOperand,
        MDString::get(Of.getContext(), Own ? Own->getName() : Of.getName()));
}

/// The clauses, in a function that could be called in place of \p Of and
/// returns nothing that counts.
static Function *withTypeOf(const Function &Of, Function &Contract) {
  auto *New =
      Function::Create(Of.getFunctionType(), GlobalValue::InternalLinkage,
                       Of.getName() + ".contract", *Contract.getParent());
  ValueToValueMapTy Copies;
  for (Argument &A : Contract.args()) {
    Argument *Own = New->getArg(A.getArgNo() + firstOfSource(Of));
    Own->setName(A.getName());
    Copies[&A] = Own;
  }
  SmallVector<ReturnInst *> Returns;
  CloneFunctionInto(New, &Contract, Copies,
                    CloneFunctionChangeType::LocalChangesOnly, Returns);
  New->setAttributes(Of.getAttributes().removeFnAttributes(Of.getContext()));
  Type *Result = Of.getReturnType();
  for (ReturnInst *Return : Returns)
    ReplaceInstWithInst(
        Return, ReturnInst::Create(Of.getContext(),
                                   Result->isVoidTy()
                                       ? nullptr
                                       : Constant::getNullValue(Result)));
  return New;
}

//===----------------------------------------------------------------------===//
// At the beginning of a body
//===----------------------------------------------------------------------===//

/// Lets the code of \p Contract, which is in another file, be of \p Of.
static void moveScopes(Function &Contract, const Function &Of) {
  DISubprogram *From = Contract.getSubprogram(), *To = Of.getSubprogram();
  DILexicalBlockFile *Scope =
      From && To ? DILexicalBlockFile::get(Of.getContext(), To, From->getFile(),
                                           /*Discriminator=*/0)
                 : nullptr;
  for (Instruction &I : instructions(Contract)) {
    I.dropDbgRecords();
    if (const DILocation *At = I.getDebugLoc().get())
      I.setDebugLoc(Scope ? DILocation::get(Of.getContext(), At->getLine(),
                                            At->getColumn(), Scope)
                          : nullptr);
  }
  Contract.setSubprogram(nullptr);
}

static Error putAtBeginning(Function &Contract, Function &Of) {
  moveScopes(Contract, Of);
  // Clauses change nothing, so they need no copies of what is given by value.
  Contract.setAttributes(AttributeList());
  IRBuilder<> Builder(&*Of.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  SmallVector<llvm::Value *> Arguments(make_pointer_range(Of.args()));
  CallInst *Call = Builder.CreateCall(&Contract, Arguments);
  Call->setDebugLoc(nullptr);
  InlineFunctionInfo Info;
  const InlineResult Done = InlineFunction(*Call, Info);
  if (!Done.isSuccess())
    return createStringError(Twine("a contract cannot be read: ") +
                             Done.getFailureReason());
  return Error::success();
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

static Error apply(Function &Contract, Function &Of) {
  if (!hasContract(Contract) || // (It has no clause.)
      (isFound(Contract) && !Of.isDeclaration()))
    return Error::success();
  if (Of.isVarArg())
    return wrongContract(Contract, "the function '" + Of.getName() +
                                       "' takes variable arguments, or is "
                                       "declared without parameters");
  if (!hasSameParameters(Contract, Of))
    return wrongContract(Contract, "the contract of '" + Of.getName() +
                                       "' has other parameters than the "
                                       "function");
  const std::string Place = placeOfContract(Contract);
  nameAs(Of, Contract);
  Function *Clauses = withTypeOf(Of, Contract);
  Error Failed = Of.isDeclaration() ? applyContractToCalls(*Clauses, Of)
                                    : putAtBeginning(*Clauses, Of);
  Clauses->eraseFromParent();
  if (Failed)
    return createStringError(Place + toString(std::move(Failed)));
  return Error::success();
}

/// What programs ask whether pointers lead to different objects becomes
/// operations.
static void lowerApart(Module &M) {
  Function *Apart = M.getFunction(ApartName);
  if (!Apart || !Apart->isDeclaration())
    return;
  for (CallBase *Call : directCalls(*Apart)) {
    if (Call->arg_size() != 2 || !Call->getType()->isIntegerTy())
      continue;
    IRBuilder<> Builder(Call);
    llvm::Value *P = Call->getArgOperand(0), *Q = Call->getArgOperand(1);
    llvm::Value *IsSame = Builder.CreateCall(
        M.getOrInsertFunction(SameObjectName, Builder.getInt1Ty(),
                              Builder.getPtrTy(), Builder.getPtrTy()),
        {P, Q});
    llvm::Value *Is = Builder.CreateOr(
        Builder.CreateNot(IsSame),
        Builder.CreateOr(Builder.CreateIsNull(P), Builder.CreateIsNull(Q)));
    Call->replaceAllUsesWith(Builder.CreateZExt(Is, Call->getType()));
    Call->eraseFromParent();
  }
}

Error applyDeclaredContracts(Module &M) {
  lowerApart(M);
  SmallVector<Function *> Contracts;
  for (Function &F : M)
    if (!contractedName(F).empty())
      Contracts.push_back(&F);
  if (Contracts.empty())
    return Error::success();
  removeFromUsedLists(M, [](Constant *C) {
    auto *F = dyn_cast<Function>(C->stripPointerCasts());
    return F && !contractedName(*F).empty();
  });
  Error Failed = Error::success();
  std::set<std::pair<std::string, std::string>> Seen;
  for (Function *Contract : Contracts) {
    const StringRef Name = contractedName(*Contract);
    Function *Of = M.getFunction(Name);
    // (What only its file sees says itself what it requires.)
    if (Of && !Of->hasLocalLinkage() &&
        Seen.emplace(Name, placeOfContract(*Contract)).second)
      Failed = joinErrors(std::move(Failed), apply(*Contract, *Of));
    Contract->eraseFromParent();
  }
  return Failed;
}

} // namespace sooth
