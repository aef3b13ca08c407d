//===- ApplyContracts.cpp - Functions and calls keep to contracts -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/ApplyContracts.h"

#include "Base/Contracts.h"
#include "CheckAssigns.h"
#include "CheckedCalls.h"
#include "ContractClauses.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/ApplyPromises.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <map>

using namespace llvm;

namespace sooth {

namespace {
class ContractedFunction {
public:
  explicit ContractedFunction(ContractClauses Of)
      : ContractedFunction(Of, Of.function()) {}
  /// They are clauses of \p Called, which has no body.
  ContractedFunction(ContractClauses Of, Function &Called)
      : Clauses(std::move(Of)), F(Clauses.function()), Called(Called),
        M(*F.getParent()), OldTypes(Clauses.oldTypes()) {}

  Error makeFunctions();
  void applyToCalls();
  void applyToDirectCalls();
  void checkReturns();
  void removeClauses(const Function &Entry) {
    using RunsBegin = ContractClauses::RunsBegin;
    Clauses.remove(&F == &Entry ? RunsBegin::Here : RunsBegin::Elsewhere);
  }
  bool assigns() const { return Clauses.count(Clause::Kind::Assigns) > 0; }
  const ContractClauses &clauses() const { return Clauses; }

private:
  void apply(CallBase &Call);
  void check(CallBase &Call);
  void assume(CallBase &Call);
  void checkEach(IRBuilder<> &Builder, Value *Broken, StringRef Name,
                 Clause::Kind What);
  void tellPlace(CallInst &Check, const DILocation *At) const;
  SmallVector<Value *> makePlaces(Function &In) const;
  Function *makeAssumption();

  ContractClauses Clauses;
  /// What the clauses are in, and what is called.
  Function &F, &Called;
  Module &M;
  SmallVector<Type *> OldTypes;
  std::map<Clause::Kind, SmallVector<const DILocation *, 4>>
      ClausePlaces;
  /// What evaluates the clauses of each kind; null if there are none.
  Function *Requires = nullptr, *Ensures = nullptr;
  /// Null if nothing is wanted as it was.
  Function *Olds = nullptr;
  /// Continues only if all that is ensured is true.
  Function *Assumption = nullptr;
};
} // namespace

Error ContractedFunction::makeFunctions() {
  auto Make = [&](Clause::Kind What, Function *&New) -> Error {
    if (Clauses.count(What) == 0)
      return Error::success();
    Expected<Function *> Made = Clauses.makeCondition(What);
    if (!Made)
      return Made.takeError();
    New = *Made;
    return Error::success();
  };
  for (Clause::Kind What : {Clause::Kind::Requires, Clause::Kind::Ensures})
    ClausePlaces[What] = Clauses.places(What);
  if (Error E = Make(Clause::Kind::Requires, Requires))
    return E;
  if (Error E = Make(Clause::Kind::Ensures, Ensures))
    return E;
  if (assigns())
    F.addFnAttr(PlaceCountName, std::to_string(Clauses.countPlaces()));
  if (Ensures || assigns())
    F.addFnAttr(HasEnsuresName);
  if (Requires)
    F.addFnAttr(HasRequiresName);
  if (!Ensures)
    return Error::success();
  if (!OldTypes.empty()) {
    Expected<Function *> Made = Clauses.makeOldValues();
    if (!Made)
      return Made.takeError();
    Olds = *Made;
    dropChecks(*Olds);
  }
  Assumption = makeAssumption();
  return Error::success();
}

/// What memory has of a value of type \p T: whole bytes.
static Type *typeInMemory(Type *T) {
  return T->isIntegerTy(1) ? Type::getInt8Ty(T->getContext()) : T;
}

/// Where the result and old values are kept in \p In.
SmallVector<Value *> ContractedFunction::makePlaces(Function &In) const {
  BasicBlock &Begin = In.getEntryBlock();
  IRBuilder<> Builder(&Begin, Begin.begin());
  SmallVector<Value *> Places;
  Type *Result = F.getReturnType();
  if (Result->isVoidTy())
    Places.push_back(Constant::getNullValue(Builder.getPtrTy()));
  else
    Places.push_back(Builder.CreateAlloca(typeInMemory(Result)));
  for (Type *Old : OldTypes)
    Places.push_back(Builder.CreateAlloca(Old));
  return Places;
}

static void keepResult(IRBuilder<> &Builder, Value *Result, Value *Place) {
  Type *Kept = typeInMemory(Result->getType());
  if (Kept != Result->getType())
    Result = Builder.CreateZExt(Result, Kept);
  Builder.CreateStore(Result, Place);
}

/// Says where the clause is that \p Check asks about, if that is in another file
/// than the function.
void ContractedFunction::tellPlace(CallInst &Check,
                                   const DILocation *At) const {
  const DISubprogram *Source = Called.getSubprogram();
  if (!At || (Source && Source->getFile() == At->getFile()))
    return;
  auto Say = [&](StringRef Name, StringRef Text) {
    Check.addFnAttr(Attribute::get(M.getContext(), Name, Text));
  };
  Say(ClauseFileName, sys::path::filename(At->getFilename()));
  Say(ClauseLineName, std::to_string(At->getLine()));
}

void ContractedFunction::checkEach(IRBuilder<> &Builder, Value *Broken,
                                   StringRef Name, Clause::Kind What) {
  for (unsigned K = 1; K <= Clauses.count(What); ++K) {
    CallInst *Check =
        Builder.CreateCall(declareCondition(M, Name),
                           {Builder.CreateICmpNE(Broken, Builder.getInt32(K))});
    Check->addFnAttr(Attribute::get(M.getContext(), Name, Called.getName()));
    Check->addFnAttr(
        Attribute::get(M.getContext(), ClauseName, std::to_string(K)));
    tellPlace(*Check, ClausePlaces[What][K - 1]);
  }
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

/// What a function is given by value it may change; clauses see what it was.
static SmallVector<Value *> keepArguments(Function &F, IRBuilder<> &AtBegin) {
  SmallVector<Value *> Kept;
  const DataLayout &Layout = F.getDataLayout();
  for (Argument &A : F.args()) {
    if (!A.hasByValAttr()) {
      Kept.push_back(&A);
      continue;
    }
    Type *T = A.getParamByValType();
    Align Aligned = A.getParamAlign().valueOrOne();
    AllocaInst *Copy = AtBegin.CreateAlloca(T);
    Copy->setAlignment(std::max(Aligned, Layout.getPrefTypeAlign(T)));
    AtBegin.CreateMemCpy(Copy, Copy->getAlign(), &A, Aligned,
                         Layout.getTypeAllocSize(T));
    Kept.push_back(Copy);
  }
  return Kept;
}

void ContractedFunction::checkReturns() {
  if (!Ensures)
    return;
  SmallVector<ReturnInst *> Returns;
  for (BasicBlock &B : F)
    if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator()))
      Returns.push_back(Return);
  SmallVector<Value *> Places = makePlaces(F);
  IRBuilder<> AtBegin(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  if (DISubprogram *Where = F.getSubprogram())
    AtBegin.SetCurrentDebugLocation(
        DILocation::get(M.getContext(), Where->getLine(), 0, Where));
  SmallVector<Value *> Arguments = keepArguments(F, AtBegin);
  if (Olds) {
    SmallVector<Value *> All = Arguments;
    All.append(Places.begin() + 1, Places.end());
    AtBegin.CreateCall(Olds, All);
  }
  Arguments.append(Places);
  if (F.hasStructRetAttr())
    Arguments[F.arg_size()] = F.getArg(0);
  for (ReturnInst *Return : Returns) {
    IRBuilder<> Builder(Return);
    if (Value *Result = Return->getReturnValue())
      keepResult(Builder, Result, Places.front());
    checkEach(Builder, Builder.CreateCall(Ensures, Arguments), EnsuredName,
              Clause::Kind::Ensures);
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// What is read in it is valid, as the function has been asked about that.
Function *ContractedFunction::makeAssumption() {
  ValueToValueMapTy Copies;
  Function *Condition = CloneFunction(Ensures, Copies);
  Condition->setName(F.getName() + ".ensured");
  dropChecks(*Condition);
  auto *New = Function::Create(
      FunctionType::get(Type::getVoidTy(M.getContext()),
                        Condition->getFunctionType()->params(), false),
      GlobalValue::InternalLinkage, F.getName() + ".continue", M);
  New->addFnAttr(OfContractName);
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "entry", New));
  SmallVector<Value *> Arguments(make_pointer_range(New->args()));
  Value *Broken = Builder.CreateCall(Condition, Arguments);
  Builder.CreateCall(declareCondition(M, ContinueIfName),
                     {Builder.CreateICmpEQ(Broken, Builder.getInt32(0))});
  Builder.CreateRetVoid();
  return New;
}

void ContractedFunction::check(CallBase &Call) {
  IRBuilder<> Builder(&Call);
  SmallVector<Value *> Arguments(Call.args());
  checkEach(Builder, Builder.CreateCall(Requires, Arguments), RequiredName,
            Clause::Kind::Requires);
}

/// All that is put in is marked: it is only for calls that are not followed.
void ContractedFunction::assume(CallBase &Call) {
  SmallVector<Value *> Places = makePlaces(*Call.getFunction());
  SmallVector<Value *> Arguments(Call.args());
  auto Mark = [&](CallInst *Added) {
    if (&Called != &F) // none is
      return;
    Added->addFnAttr(
        Attribute::get(M.getContext(), AssumedOfName, F.getName()));
  };
  if (Olds) {
    SmallVector<Value *> All = Arguments;
    All.append(Places.begin() + 1, Places.end());
    Mark(IRBuilder<>(&Call).CreateCall(Olds, All));
  }
  IRBuilder<> Builder(Call.getNextNode());
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  if (!Call.getType()->isVoidTy())
    keepResult(Builder, &Call, Places.front());
  Arguments.append(Places);
  if (F.hasStructRetAttr())
    Arguments[F.arg_size()] = Call.getArgOperand(0);
  Mark(Builder.CreateCall(Assumption, Arguments));
}

void ContractedFunction::apply(CallBase &Call) {
  if (Ensures)
    assume(Call);
  if (Requires)
    check(Call);
}

void ContractedFunction::applyToCalls() {
  for (CallBase *Call : allCalls(F))
    apply(*Call);
}

void ContractedFunction::applyToDirectCalls() {
  for (CallBase *Call : directCalls(Called))
    apply(*Call);
}

/// Whether it is called with other arguments than its declaration says.
static bool isMiscalled(const Function &F) {
  return any_of(F.users(), [&](const User *By) {
    auto *Call = dyn_cast<CallBase>(By);
    return Call && Call->getCalledOperand() == &F &&
           Call->getFunctionType() != F.getFunctionType();
  });
}

Error applyContractToCalls(Function &Contract, Function &Of) {
  if (isMiscalled(Of))
    return createStringError("'" + Of.getName() +
                             "' is called with other arguments than it is "
                             "declared with");
  Expected<ContractClauses> Clauses = ContractClauses::of(Contract);
  if (!Clauses)
    return Clauses.takeError();
  ContractedFunction C(std::move(*Clauses), Of);
  if (C.assigns())
    return createStringError("sooth_assigns() of '" + Of.getName() +
                             "', which has no body");
  if (Error E = C.makeFunctions())
    return E;
  C.applyToDirectCalls();
  return Error::success();
}

/// The places that functions assign, in copies made while clauses are there.
static Error makePlacesChecks(ArrayRef<ContractedFunction> Contracts,
                              AssignsCheck &Check) {
  for (const ContractedFunction &C : Contracts) {
    if (!C.assigns())
      continue;
    Expected<Function *> Places =
        C.clauses().makePlacesCheck(Check.isAllowed());
    if (!Places)
      return Places.takeError();
    Check.addContract(C.clauses().function(), **Places);
  }
  return Error::success();
}

Error applyContracts(Module &M, Function &Entry) {
  Expected<std::vector<ContractClauses>> Found = ContractClauses::find(M);
  if (!Found)
    return Found.takeError();
  std::vector<ContractedFunction> Contracts;
  for (ContractClauses &Clauses : *Found)
    Contracts.emplace_back(std::move(Clauses));
  for (ContractedFunction &C : Contracts)
    if (Error E = C.makeFunctions())
      return E;
  std::optional<AssignsCheck> OfEntry;
  if (any_of(Contracts, [&](const ContractedFunction &C) {
        return &C.clauses().function() == &Entry && C.assigns();
      })) {
    OfEntry.emplace(Entry);
    if (Error E = makePlacesChecks(Contracts, *OfEntry))
      return E;
  }
  for (ContractedFunction &C : Contracts)
    C.removeClauses(Entry);
  // While the program has its own calls and nothing else.
  if (OfEntry)
    OfEntry->run();
  for (ContractedFunction &C : Contracts) {
    C.checkReturns();
    C.applyToCalls();
  }
  return Error::success();
}

Expected<Function *> makeBeginning(Module &M, Function &F, Attributes How) {
  Expected<std::vector<ContractClauses>> Found = ContractClauses::find(M);
  if (!Found)
    return Found.takeError();
  auto Own = find_if(*Found, [&](const ContractClauses &C) {
    return &C.function() == &F && C.count(Clause::Kind::Requires) > 0;
  });
  if (Own == Found->end())
    return nullptr;
  Expected<Function *> Requires = Own->makeCondition(Clause::Kind::Requires);
  if (!Requires)
    return Requires.takeError();
  dropChecks(**Requires);
  auto *New = Function::Create(
      FunctionType::get(Type::getVoidTy(M.getContext()),
                        F.getFunctionType()->params(), /*isVarArg=*/false),
      GlobalValue::ExternalLinkage, F.getName() + ".begins", M);
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "entry", New));
  SmallVector<Value *> Arguments(make_pointer_range(New->args()));
  Value *Broken = Builder.CreateCall(*Requires, Arguments);
  Builder.CreateCall(declareCondition(M, EnsuredName),
                     {Builder.CreateICmpNE(Broken, Builder.getInt32(0))});
  Builder.CreateRetVoid();
  if (How == Attributes::Count)
    assumePromises(F, *New);
  return New;
}

/// The function of which \p Call only matters if it is summarized, or null.
static const Function *meantFor(const CallInst &Call) {
  if (Call.hasFnAttr(AssumedOfName))
    return Call.getModule()->getFunction(
        Call.getFnAttr(AssumedOfName).getValueAsString());
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->getName() == PlaceName ? Call.getFunction()
                                                  : nullptr;
}

void dropAssumptionsOfFollowed(Module &M) {
  SmallVector<CallInst *> Dropped;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I)) {
        const Function *Of = meantFor(*Call);
        if (Of && !isSummarized(*Of))
          Dropped.push_back(Call);
      }
  for (CallInst *Call : reverse(Dropped)) // users first
    Call->eraseFromParent();
}

static bool callsMark(const Function &F, StringRef Name) {
  return any_of(instructions(F), [&](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && Callee->isDeclaration() && Callee->getName() == Name;
  });
}

bool hasContract(const Function &F) { return callsMark(F, ClauseBeginName); }

bool requiredSomething(const Function &F) {
  return F.hasFnAttribute(HasRequiresName);
}

bool isMadeOfClauses(const Function &F) {
  return F.hasFnAttribute(OfContractName);
}

bool saysWhatCallsDo(const Function &F) {
  return callsMark(F, EnsuresName) || callsMark(F, AssignsName);
}

} // namespace sooth
