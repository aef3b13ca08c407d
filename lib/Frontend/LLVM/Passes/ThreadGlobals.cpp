//===- ThreadGlobals.cpp - Global variables become locals -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewriting half; ThreadingPlan decides. Bueno's three steps, for all
// globals at once: (1) locals in the entry, initialized like the globals, (2)
// parameters and results for the other functions, (3) values into and out of
// the calls. Locals stay in memory here; mem2reg is somebody else's work.
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/ThreadGlobals.h"
#include "ThreadingPlan.h"
#include "sooth/Frontend/LLVM/Passes/UninitializedValues.h"
#include "sooth/Frontend/LLVM/Passes/WholeProgram.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace sooth {

namespace {

/// A function that globals are threaded through, before and after.
struct Threaded {
  Function *Old = nullptr;
  Function *New = nullptr;
  ThreadedGlobals Globals;
  MapVector<GlobalVariable *, AllocaInst *> Locals;

  /// The entry keeps its signature, and its locals start as the globals would.
  bool isEntry() const { return Old == New; }
  /// True if the results are fields of a structure.
  bool returnsStruct() const {
    return Old->getReturnType()->isVoidTy() ? Globals.Out.size() > 1
                                            : !Globals.Out.empty();
  }
  unsigned firstOutField() const {
    return Old->getReturnType()->isVoidTy() ? 0 : 1;
  }
};

class Threader {
public:
  Threader(Function &Entry, ThreadingPlan &Plan);
  void run();

private:
  void changeSignature(Threaded &T);
  void createLocals(Threaded &T);
  void declareForDebugger(Threaded &T, GlobalVariable &G, AllocaInst &Local,
                          Instruction &Before);
  void replaceAccesses(Threaded &T);
  void returnOuts(Threaded &T);
  void rewriteCalls(Threaded &Callee);
  void rewriteCall(CallInst &Call, Threaded &Caller, Threaded &Callee);

  MapVector<Function *, Threaded> Functions; // by their new function
  ThreadingPlan &Plan;
};

} // namespace

static FunctionType *threadedType(const Threaded &T) {
  FunctionType *OldTy = T.Old->getFunctionType();
  SmallVector<Type *, 8> Params(OldTy->params());
  for (GlobalVariable *G : T.Globals.In)
    Params.push_back(G->getValueType());

  SmallVector<Type *, 4> Results;
  if (!OldTy->getReturnType()->isVoidTy())
    Results.push_back(OldTy->getReturnType());
  for (GlobalVariable *G : T.Globals.Out)
    Results.push_back(G->getValueType());

  Type *Result = OldTy->getReturnType();
  if (T.returnsStruct())
    Result = StructType::get(OldTy->getContext(), Results);
  else if (!T.Globals.Out.empty())
    Result = Results.front();
  return FunctionType::get(Result, Params, OldTy->isVarArg());
}

Threader::Threader(Function &Entry, ThreadingPlan &Plan) : Plan(Plan) {
  for (auto &[F, Globals] : Plan.Functions) {
    Threaded T;
    T.Old = T.New = F;
    T.Globals = Globals;
    if (F != &Entry)
      changeSignature(T);
    Function *New = T.New;
    Functions.insert({New, std::move(T)});
  }
}

void Threader::changeSignature(Threaded &T) {
  Function &Old = *T.Old;
  LLVMContext &Context = Old.getContext();
  T.New = Function::Create(threadedType(T), Old.getLinkage(),
                           Old.getAddressSpace());
  Function &New = *T.New;
  Old.getParent()->getFunctionList().insert(Old.getIterator(), &New);
  New.takeName(&Old);
  New.setIsNewDbgInfoFormat(Old.IsNewDbgInfoFormat);
  New.copyAttributesFrom(&Old);
  if (New.getReturnType() != Old.getReturnType()) {
    AttributeMask OfResult(New.getAttributes().getRetAttrs());
    New.setAttributes(
        New.getAttributes().removeRetAttributes(Context, OfResult));
    for (Argument &A : New.args())
      A.removeAttr(Attribute::Returned);
  }
  New.copyMetadata(&Old, 0);
  Old.clearMetadata();
  New.splice(New.begin(), &Old);

  Argument *NewArg = New.arg_begin();
  for (Argument &A : Old.args()) {
    A.replaceAllUsesWith(NewArg);
    NewArg->takeName(&A);
    ++NewArg;
  }
  for (GlobalVariable *G : T.Globals.In)
    (NewArg++)->setName("in_" + G->getName());
}

void Threader::createLocals(Threaded &T) {
  BasicBlock &EntryBlock = T.New->getEntryBlock();
  IRBuilder<> Builder(&EntryBlock, EntryBlock.begin());
  const DataLayout &DL = T.New->getDataLayout();
  for (GlobalVariable *G : T.Globals.In) {
    AllocaInst *Local =
        Builder.CreateAlloca(G->getValueType(), nullptr, G->getName());
    Local->setAlignment(std::max(G->getAlign().valueOrOne(),
                                 DL.getABITypeAlign(G->getValueType())));
    T.Locals.insert({G, Local});
  }
  Instruction *After = &*Builder.GetInsertPoint();
  Argument *In = T.New->arg_begin() + T.Old->arg_size();
  for (auto &[G, Local] : T.Locals) {
    Value *Start = T.isEntry() ? (Value *)G->getInitializer() : In++;
    Builder.CreateAlignedStore(Start, Local, Local->getAlign());
    declareForDebugger(T, *G, *Local, *After);
  }
}

/// The local goes by the global's name, type and place. It is artificial, as
/// those of RecordAssignments are: the user knows one variable, not many.
void Threader::declareForDebugger(Threaded &T, GlobalVariable &G,
                                  AllocaInst &Local, Instruction &Before) {
  DISubprogram *Subprogram = T.New->getSubprogram();
  SmallVector<DIGlobalVariableExpression *, 1> Described;
  G.getDebugInfo(Described);
  if (!Subprogram || !Subprogram->getUnit() || Described.empty())
    return;
  DIBuilder Builder(*T.New->getParent(), /*AllowUnresolved=*/false,
                    Subprogram->getUnit());
  DIGlobalVariable *Global = Described.front()->getVariable();
  DILocalVariable *Variable = Builder.createAutoVariable(
      Subprogram, Global->getName(), Global->getFile(), Global->getLine(),
      Global->getType(), /*AlwaysPreserve=*/false, DINode::FlagArtificial);
  DILocation *Place = DILocation::get(
      T.New->getContext(), Subprogram->getScopeLine(), 0, Subprogram);
  Builder.insertDeclare(&Local, Variable, Described.front()->getExpression(),
                        Place, &Before);
}

void Threader::replaceAccesses(Threaded &T) {
  for (auto &[G, Local] : T.Locals)
    G->replaceUsesWithIf(Local, [&](Use &U) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      return I && I->getFunction() == T.New;
    });
}

void Threader::returnOuts(Threaded &T) {
  if (T.isEntry() || T.Globals.Out.empty())
    return;
  for (BasicBlock &Block : *T.New) {
    auto *Return = dyn_cast<ReturnInst>(Block.getTerminator());
    if (!Return)
      continue;
    IRBuilder<> Builder(Return);
    SmallVector<Value *, 4> Results;
    if (Value *Old = Return->getReturnValue())
      Results.push_back(Old);
    for (GlobalVariable *G : T.Globals.Out)
      Results.push_back(Builder.CreateLoad(G->getValueType(), T.Locals[G],
                                           "out_" + G->getName()));
    if (T.returnsStruct())
      Builder.CreateAggregateRet(Results.data(), Results.size());
    else
      Builder.CreateRet(Results.front());
    Return->eraseFromParent();
  }
}

/// The attributes of a call after \p Added arguments without attributes came in
/// at \p Position.
static AttributeList shiftedAttributes(const CallInst &Call, unsigned Position,
                                       unsigned Added, bool KeepResult) {
  AttributeList Old = Call.getAttributes();
  SmallVector<AttributeSet, 8> Args;
  for (unsigned I = 0; I < Call.arg_size(); ++I) {
    if (I == Position)
      Args.append(Added, AttributeSet());
    Args.push_back(Old.getParamAttrs(I));
  }
  return AttributeList::get(Call.getContext(), Old.getFnAttrs(),
                            KeepResult ? Old.getRetAttrs() : AttributeSet(),
                            Args);
}

void Threader::rewriteCall(CallInst &Call, Threaded &Caller, Threaded &Callee) {
  IRBuilder<> Builder(&Call);
  unsigned Fixed = Callee.Old->arg_size();
  SmallVector<Value *, 8> Args(Call.arg_begin(), Call.arg_begin() + Fixed);
  for (GlobalVariable *G : Callee.Globals.In)
    Args.push_back(
        Builder.CreateLoad(G->getValueType(), Caller.Locals[G], G->getName()));
  Args.append(Call.arg_begin() + Fixed, Call.arg_end());

  CallInst *New = Builder.CreateCall(Callee.New, Args);
  New->setCallingConv(Call.getCallingConv());
  New->setTailCallKind(Call.getTailCallKind());
  bool SameResult = New->getType() == Call.getType();
  New->setAttributes(
      shiftedAttributes(Call, Fixed, Callee.Globals.In.size(), SameResult));
  if (!Callee.returnsStruct()) {
    if (Callee.Globals.Out.empty())
      Call.replaceAllUsesWith(New);
    else
      Builder.CreateStore(New, Caller.Locals[Callee.Globals.Out.front()]);
  } else {
    unsigned Field = Callee.firstOutField();
    if (Field == 1 && !Call.use_empty()) {
      Value *Result = Builder.CreateExtractValue(New, 0);
      Call.replaceAllUsesWith(Result);
      Result->takeName(&Call);
    }
    for (GlobalVariable *G : Callee.Globals.Out)
      Builder.CreateStore(Builder.CreateExtractValue(New, Field++),
                          Caller.Locals[G]);
  }
  if (Call.hasName())
    New->takeName(&Call);
  Call.eraseFromParent();
}

void Threader::rewriteCalls(Threaded &Callee) {
  SmallVector<CallInst *, 8> Calls;
  for (User *U : Callee.Old->users())
    if (auto *Call = dyn_cast<CallInst>(U))
      Calls.push_back(Call);
  for (CallInst *Call : Calls)
    rewriteCall(*Call, Functions.find(Call->getFunction())->second, Callee);
}

void Threader::run() {
  for (auto &[F, T] : Functions)
    createLocals(T);
  for (auto &[F, T] : Functions) {
    replaceAccesses(T);
    returnOuts(T);
  }
  for (auto &[F, T] : Functions)
    if (!T.isEntry())
      rewriteCalls(T);
  for (auto &[F, T] : Functions) {
    if (T.isEntry())
      continue;
    T.Old->replaceAllUsesWith(T.New); // Addresses of blocks.
    T.Old->eraseFromParent();
  }
  for (GlobalVariable *G : Plan.Globals)
    G->eraseFromParent();
}

/// A constant, or a global that nobody stores: its loads yield the initializer.
static bool replaceLoadsByInitializer(GlobalVariable &G, Linkage Scope) {
  if (G.hasAppendingLinkage())
    return false; // a list for tools, not memory
  bool NeverStored =
      G.isConstant()
          ? G.hasDefinitiveInitializer() && !containsUndef(*G.getInitializer())
          : isWholeScalar(G, Scope) &&
                none_of(G.users(), [](User *U) { return isa<StoreInst>(U); });
  if (!NeverStored)
    return false;
  bool Changed = false;
  for (User *U : make_early_inc_range(G.users())) {
    auto *Load = dyn_cast<LoadInst>(U);
    if (!Load || !Load->isSimple() || Load->getType() != G.getValueType() ||
        !Load->getType()->isSingleValueType())
      continue;
    Load->replaceAllUsesWith(G.getInitializer());
    Load->eraseFromParent();
    Changed = true;
  }
  if (G.use_empty() && (G.hasLocalLinkage() || Scope == Linkage::WholeProgram))
    G.eraseFromParent();
  return Changed;
}

/// A global that nobody loads need not be stored.
static bool dropUnreadStores(GlobalVariable &G, Linkage Scope) {
  if (!isWholeScalar(G, Scope) || G.isConstant() || G.use_empty() ||
      any_of(G.users(), [](User *U) { return isa<LoadInst>(U); }))
    return false;
  for (User *U : make_early_inc_range(G.users()))
    cast<StoreInst>(U)->eraseFromParent();
  G.eraseFromParent();
  return true;
}

PreservedAnalyses ThreadGlobalsPass::run(Module &M, ModuleAnalysisManager &) {
  Function *Entry = M.getFunction(Options.Entry);
  if (!Entry || Entry->isDeclaration() || findSetjmp(M))
    return PreservedAnalyses::all();

  bool Changed = dropUnreachable(M, *Entry, Options.Scope);
  for (GlobalVariable &G : M.globals())
    G.removeDeadConstantUsers();
  for (Function &F : M)
    F.removeDeadConstantUsers();
  for (GlobalVariable &G : make_early_inc_range(M.globals()))
    Changed |= replaceLoadsByInitializer(G, Options.Scope);
  for (GlobalVariable &G : make_early_inc_range(M.globals()))
    Changed |= dropUnreadStores(G, Options.Scope);

  ThreadingPlan Plan = planThreading(M, *Entry, Options.Scope);
  if (!Plan.Globals.empty()) {
    Threader(*Entry, Plan).run();
    Changed = true;
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace sooth
