//===- ApplyContracts.cpp - Calls do what functions require -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/ApplyContracts.h"

#include "Base/Contracts.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace sooth {

/// Calls of sooth_requires() in one function, in their order.
using Clauses = SmallVector<CallInst *, 4>;

namespace {
class ContractedFunction {
public:
  ContractedFunction(Function &F, Clauses All)
      : F(F), M(*F.getParent()), All(std::move(All)) {}

  Error makeCondition();
  void checkCalls();
  enum class RunsBegin { Here, Elsewhere };
  void removeClauses(RunsBegin Where);

private:
  Error isPure() const;
  void check(CallBase &Call);
  Function *makeCheckedCall();

  Function &F;
  Module &M;
  Clauses All;
  /// Has the parameters of F and returns the number of the first clause that is
  /// false, or 0.
  Function *Condition = nullptr;
};
} // namespace

static Function *declare(Module &M, StringRef Name) {
  LLVMContext &Context = M.getContext();
  return cast<Function>(M.getOrInsertFunction(Name, Type::getVoidTy(Context),
                                              Type::getInt1Ty(Context))
                            .getCallee());
}

static bool isOwn(const Value *Pointer) {
  return isa<AllocaInst>(getUnderlyingObject(Pointer, /*MaxLookup=*/0));
}

/// Whether \p I changes nothing that outlives it, but may end the run.
static bool isHarmless(const Instruction &I) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return isOwn(Store->getPointerOperand());
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return !I.mayWriteToMemory();
  if (auto *Transfer = dyn_cast<MemIntrinsic>(Call))
    return isOwn(Transfer->getRawDest());
  return isa<IntrinsicInst>(Call);
}

Error ContractedFunction::isPure() const {
  if (F.isVarArg())
    return createStringError("sooth_requires() in the variadic function '" +
                             F.getName() + "'");
  for (const Instruction &I : instructions(*Condition))
    if (!isHarmless(I))
      return createStringError(
          "a call or a change of memory before or in sooth_requires() in '" +
          F.getName() + "'");
  return Error::success();
}

Error ContractedFunction::makeCondition() {
  LLVMContext &Context = M.getContext();
  auto *Number = Type::getInt32Ty(Context);
  Condition = Function::Create(
      FunctionType::get(Number, F.getFunctionType()->params(),
                        /*isVarArg=*/false),
      GlobalValue::InternalLinkage, F.getName() + ".requires", M);
  ValueToValueMapTy Copies;
  for (auto [Old, New] : zip(F.args(), Condition->args())) {
    New.setName(Old.getName());
    Copies[&Old] = &New;
  }
  SmallVector<ReturnInst *> Returns;
  CloneFunctionInto(Condition, &F, Copies,
                    CloneFunctionChangeType::LocalChangesOnly, Returns);
  Condition->setLinkage(GlobalValue::InternalLinkage);
  Condition->setComdat(nullptr);
  Condition->setAttributes(AttributeList());
  for (ReturnInst *Return : Returns)
    ReplaceInstWithInst(
        Return, ReturnInst::Create(Context, ConstantInt::get(Number, 0)));
  Clauses Own;
  for (CallInst *Clause : All)
    Own.push_back(cast<CallInst>(Copies[Clause]));
  // No clause comes after these.
  SmallPtrSet<const CallInst *, 2> Last;
  for (CallInst *Clause : Own)
    if (none_of(Own, [&](CallInst *Other) {
          return isPotentiallyReachable(Clause->getNextNode(), Other);
        }))
      Last.insert(Clause);
  for (auto [K, Clause] : enumerate(Own)) {
    BasicBlock *Block = Clause->getParent();
    BasicBlock *Rest = SplitBlock(Block, Clause->getNextNode());
    auto *IsFalse = BasicBlock::Create(Context, "false", Condition);
    ReturnInst::Create(Context, ConstantInt::get(Number, K + 1), IsFalse);
    if (Last.contains(Clause)) {
      Rest = BasicBlock::Create(Context, "true", Condition);
      ReturnInst::Create(Context, ConstantInt::get(Number, 0), Rest);
    }
    IRBuilder<> Builder(Clause);
    Builder.CreateCondBr(Clause->getArgOperand(0), Rest, IsFalse)
        ->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(Context, {}));
    Block->getTerminator()->eraseFromParent();
    Clause->eraseFromParent();
  }
  EliminateUnreachableBlocks(*Condition);
  return isPure();
}

void ContractedFunction::check(CallBase &Call) {
  IRBuilder<> Builder(&Call);
  SmallVector<Value *> Arguments(Call.args());
  CallInst *Broken = Builder.CreateCall(Condition, Arguments);
  for (unsigned K = 1; K <= All.size(); ++K) {
    CallInst *Check =
        Builder.CreateCall(declare(M, RequiredName),
                           {Builder.CreateICmpNE(Broken, Builder.getInt32(K))});
    Check->addFnAttr(Attribute::get(M.getContext(), RequiredName, F.getName()));
    Check->addFnAttr(
        Attribute::get(M.getContext(), ClauseName, std::to_string(K)));
  }
}

/// What is called through pointers to the function.
Function *ContractedFunction::makeCheckedCall() {
  auto *Checked =
      Function::Create(F.getFunctionType(), GlobalValue::InternalLinkage,
                       F.getName() + ".checked", M);
  Checked->setAttributes(F.getAttributes());
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "entry", Checked));
  SmallVector<Value *> Arguments;
  for (Argument &A : Checked->args())
    Arguments.push_back(&A);
  CallInst *Call = Builder.CreateCall(&F, Arguments);
  Call->setAttributes(F.getAttributes().removeFnAttributes(M.getContext()));
  if (F.getReturnType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Call);
  check(*Call);
  return Checked;
}

void ContractedFunction::checkCalls() {
  SmallVector<CallBase *> Direct;
  SmallPtrSet<const Use *, 8> Callees;
  for (const Use &U : F.uses())
    if (auto *Call = dyn_cast<CallBase>(U.getUser());
        Call && Call->isCallee(&U) &&
        Call->getFunctionType() == F.getFunctionType()) {
      Direct.push_back(Call);
      Callees.insert(&U);
    }
  if (Direct.size() != F.getNumUses()) {
    Function *Checked = makeCheckedCall();
    F.replaceUsesWithIf(Checked, [&](const Use &U) {
      auto *By = dyn_cast<Instruction>(U.getUser());
      return !Callees.contains(&U) && !(By && By->getFunction() == Checked);
    });
  }
  for (CallBase *Call : Direct)
    check(*Call);
}

void ContractedFunction::removeClauses(RunsBegin Where) {
  for (CallInst *Clause : All) {
    if (Where == RunsBegin::Here) {
      IRBuilder<> Builder(Clause);
      Builder.CreateCall(declare(M, ContinueIfName),
                         {Clause->getArgOperand(0)});
    }
    Clause->eraseFromParent();
  }
}

static bool isClause(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->getName() == RequiresName &&
         Callee->isDeclaration() && Call.arg_size() == 1 &&
         Call.getArgOperand(0)->getType()->isIntegerTy(1);
}

Error applyContracts(Module &M, Function &Entry) {
  if (!M.getFunction(RequiresName))
    return Error::success();
  MapVector<Function *, Clauses> Found;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && isClause(*Call))
        Found[&F].push_back(Call);
  std::vector<ContractedFunction> Contracts;
  for (auto &[F, Clauses] : Found)
    Contracts.emplace_back(*F, std::move(Clauses));
  for (ContractedFunction &C : Contracts)
    if (Error E = C.makeCondition())
      return E;
  using RunsBegin = ContractedFunction::RunsBegin;
  for (auto [C, Entries] : zip(Contracts, Found)) {
    C.checkCalls();
    C.removeClauses(Entries.first == &Entry ? RunsBegin::Here
                                            : RunsBegin::Elsewhere);
  }
  return Error::success();
}

} // namespace sooth
