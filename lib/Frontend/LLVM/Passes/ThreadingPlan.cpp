//===- ThreadingPlan.cpp - Which globals go through which functions -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadingPlan.h"
#include "sooth/Frontend/LLVM/Passes/UninitializedValues.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace sooth {

static bool isWholeAccess(const Use &U, Type *Ty) {
  if (auto *Load = dyn_cast<LoadInst>(U.getUser()))
    return Load->isSimple() && Load->getType() == Ty;
  if (auto *Store = dyn_cast<StoreInst>(U.getUser()))
    return Store->isSimple() && Store->getValueOperand()->getType() == Ty &&
           U.getOperandNo() == StoreInst::getPointerOperandIndex();
  return false;
}

bool isWholeScalar(const GlobalVariable &G, Linkage Scope) {
  Type *Ty = G.getValueType();
  if (!Ty->isIntegerTy() && !Ty->isPointerTy() && !Ty->isFloatingPointTy())
    return false;
  if (!G.hasInitializer() || G.isExternallyInitialized() || G.isThreadLocal() ||
      G.hasSection() || containsUndef(*G.getInitializer()))
    return false;
  if (Scope == Linkage::OneModule && !G.hasLocalLinkage())
    return false;
  return all_of(G.uses(), [&](const Use &U) { return isWholeAccess(U, Ty); });
}

/// True if all that refers to \p F is calls that can be given other arguments.
static bool isOnlyCalled(const Function &F) {
  return all_of(F.uses(), [&](const Use &U) {
    if (isa<BlockAddress>(U.getUser()))
      return true; // Computed goto, within the function.
    auto *Call = dyn_cast<CallInst>(U.getUser());
    return Call && Call->isCallee(&U) && !Call->isMustTailCall() &&
           Call->getFunctionType() == F.getFunctionType();
  });
}

static bool mayChangeSignature(const Function &F, const Function &Entry,
                               Linkage Scope) {
  if (&F == &Entry)
    return F.use_empty();
  if (Scope == Linkage::OneModule && !F.hasLocalLinkage())
    return false;
  return isOnlyCalled(F);
}

namespace {
/// What each function may load and store, closed under calls.
class Accesses {
public:
  Accesses(Module &M, Linkage Scope);

  GlobalSet Candidates;
  MapVector<Function *, GlobalSet> Loaded, Stored;

private:
  void addDirect(GlobalVariable &G);
  void closeUnderCalls();
};
} // namespace

Accesses::Accesses(Module &M, Linkage Scope) {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    Loaded.insert({&F, {}});
    Stored.insert({&F, {}});
  }
  for (GlobalVariable &G : M.globals())
    if (isWholeScalar(G, Scope) && !G.isConstant())
      addDirect(G);
  closeUnderCalls();
}

void Accesses::addDirect(GlobalVariable &G) {
  Candidates.insert(&G);
  for (User *U : G.users()) {
    auto *Access = cast<Instruction>(U);
    auto &Map = isa<StoreInst>(Access) ? Stored : Loaded;
    Map[Access->getFunction()].insert(&G);
  }
}

void Accesses::closeUnderCalls() {
  SetVector<Function *> Worklist;
  for (auto &[F, Globals] : Loaded)
    Worklist.insert(F);
  while (!Worklist.empty()) {
    Function *Callee = Worklist.pop_back_val();
    for (User *U : Callee->users()) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call)
        continue;
      // A function passed as an argument is not called here, but then it is
      // not threaded through either.
      Function *Caller = Call->getFunction();
      size_t Before = Loaded[Caller].size() + Stored[Caller].size();
      GlobalSet FromLoads = Loaded[Callee], FromStores = Stored[Callee];
      Loaded[Caller].insert(FromLoads.begin(), FromLoads.end());
      Stored[Caller].insert(FromStores.begin(), FromStores.end());
      if (Loaded[Caller].size() + Stored[Caller].size() != Before)
        Worklist.insert(Caller);
    }
  }
}

ThreadingPlan planThreading(Module &M, Function &Entry, Linkage Scope) {
  Accesses All(M, Scope);
  GlobalSet Refused;
  for (auto &[F, Loaded] : All.Loaded) {
    if (mayChangeSignature(*F, Entry, Scope))
      continue;
    GlobalSet &Stored = All.Stored[F];
    Refused.insert(Loaded.begin(), Loaded.end());
    Refused.insert(Stored.begin(), Stored.end());
  }

  ThreadingPlan Plan;
  for (auto &[F, Loaded] : All.Loaded) {
    GlobalSet &Stored = All.Stored[F];
    ThreadedGlobals Threaded;
    for (GlobalVariable *G : All.Candidates) {
      if (Refused.contains(G))
        continue;
      if (Stored.contains(G))
        Threaded.Out.push_back(G);
      if (Stored.contains(G) || Loaded.contains(G))
        Threaded.In.push_back(G);
    }
    if (Threaded.In.empty())
      continue;
    Plan.Globals.insert(Threaded.In.begin(), Threaded.In.end());
    Plan.Functions.insert({F, std::move(Threaded)});
  }
  return Plan;
}

} // namespace sooth
