//===- Callbacks.cpp - What undefined functions may call ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/Callbacks.h"
#include "sooth/Frontend/LLVM/Base/UnsupportedError.h"
#include "sooth/Frontend/LLVM/Base/Stubs.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/SignalHandlers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

/// Whether the function keeps a pointer to a function that is in memory it is
/// given, or is mostly given one that was there: signal handlers above all.
static bool keepsHandlers(StringRef Name) {
  if (registersSignalHandler(Name))
    return true;
  return StringSwitch<bool>(Name)
      .Cases("timer_create", "mq_notify", "lio_listio", "aio_read", true)
      .Cases("aio_write", "aio_fsync", "getaddrinfo_a", "fopencookie", true)
      .Cases("pthread_create", "thrd_create", "clone", true)
      .Cases("pthread_atfork", "pthread_key_create", "tss_create", true)
      .Cases("pthread_once", "call_once", "atexit", "at_quick_exit", true)
      .Cases("on_exit", "qsort", "qsort_r", "bsearch", true)
      .Default(false);
}

/// A function with a body that \p Pointer may be, as far as registers show.
static const Function *shownFunction(const Value *Pointer) {
  SmallVector<const Value *, 4> Choices;
  getUnderlyingObjects(Pointer, Choices, /*LI=*/nullptr, /*MaxLookup=*/0);
  for (const Value *Choice : Choices)
    if (auto *F = dyn_cast<Function>(Choice->stripPointerCastsAndAliases());
        F && !F->isDeclaration())
      return F;
  return nullptr;
}

/// Whether a function may be what \p Pointer is or leads to: it is not null,
/// SIG_IGN, or a string.
static bool mayLeadToFunction(const Value *Pointer) {
  auto *Global = dyn_cast<GlobalVariable>(Pointer->stripInBoundsOffsets());
  if (Global && Global->hasPrivateLinkage())
    return false;
  auto *C = dyn_cast<Constant>(Pointer);
  return Pointer->getType()->isPointerTy() && (!C || C->needsRelocation());
}

static const Function *anyKnownFunction(const Module &M) {
  auto IsKnown = [](const Function &F) {
    return !F.isDeclaration() && F.hasAddressTaken();
  };
  auto Found = find_if(M, IsKnown);
  return Found == M.end() ? nullptr : &*Found;
}

/// A function of the program that the undefined \p Callee may call when it is
/// given what \p Call gives it.
static const Function *callback(const CallBase &Call, const Function &Callee) {
  for (const Value *Argument : Call.args())
    if (Argument->getType()->isPointerTy())
      if (const Function *Passed = shownFunction(Argument))
        return Passed;
  if (!keepsHandlers(Callee.getName()))
    return nullptr;
  // The third argument of sigaction is only written to.
  auto Given = Callee.getName() == "sigaction" && Call.arg_size() == 3
                   ? make_range(Call.arg_begin() + 1, Call.arg_begin() + 2)
                   : Call.args();
  return any_of(Given, mayLeadToFunction) ? anyKnownFunction(*Call.getModule())
                                          : nullptr;
}

/// Whether the address that \p V is, or that is found in what \p V leads to, may
/// get to where it is not followed.
static bool escapes(const Value &V, SmallPtrSetImpl<const Value *> &Seen) {
  if (!Seen.insert(&V).second)
    return false;
  return any_of(V.uses(), [&](const Use &U) {
    const User *By = U.getUser();
    if (auto *Call = dyn_cast<CallBase>(By)) {
      if (Call->isCallee(&U) || registersOnlyFlagSetters(*Call))
        return false;
      switch (classify(*Call)) {
      case CalleeKind::Defined: {
        const Function &Callee = *calledFunction(*Call);
        const unsigned Number = Call->getArgOperandNo(&U);
        return Number >= Callee.arg_size() ||
               escapes(*Callee.getArg(Number), Seen);
      }
      case CalleeKind::Assert:
      case CalleeKind::Assume:
      case CalleeKind::Ignored:
      case CalleeKind::Lifetime:
      case CalleeKind::MemoryCheck:
        return false;
      default:
        return true;
      }
    }
    if (isa<CmpInst>(By))
      return false;
    if (isa<LoadInst>(By))
      return By->getType()->isPointerTy() && escapes(*By, Seen);
    if (isa<PHINode, SelectInst, CastInst, GetElementPtrInst, FreezeInst,
            ConstantExpr>(By))
      return escapes(*By, Seen);
    // (A list of what the loader runs, or of what is to be kept.)
    if (auto *Table = dyn_cast<GlobalVariable>(By);
        Table && (Table->getName().starts_with("llvm.") ||
                  Table->getName().starts_with("sooth.")))
      return false;
    else if (Table)
      return !Table->hasLocalLinkage() || escapes(*Table, Seen);
    if (isa<ConstantAggregate>(By))
      return escapes(*By, Seen);
    return true;
  });
}

bool isKnownElsewhere(const Function &F) {
  SmallPtrSet<const Value *, 8> Seen;
  return escapes(F, Seen);
}

bool mayCallBack(const CallBase &Call) {
  if (Call.hasFnAttr(UnknownTargetName))
    return true;
  if (classify(Call) != CalleeKind::External || registersOnlyFlagSetters(Call))
    return false;
  if (callsLeftOut(Call))
    return leftOutEffects(Call).CallsBack;
  const Function &Callee = *calledFunction(Call);
  if (Callee.isIntrinsic() || Callee.getName() == UnknownFormatName)
    return false;
  LibFunc Known;
  return keepsHandlers(Callee.getName()) ||
         !TargetLibraryInfoImpl().getLibFunc(Callee.getName(), Known);
}

Error checkCallbacks(const Module &M) {
  for (const Function &F : M)
    for (const Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || classify(*Call) != CalleeKind::External ||
          registersOnlyFlagSetters(*Call))
        continue;
      const Function &Callee = *calledFunction(*Call);
      if (const Function *Called = callback(*Call, Callee))
        return make_error<UnsupportedError>(Cause(Cause::Kind::UndefinedCaller,
                                                  Callee.getName(),
                                                  Called->getName()),
                                            I.getDebugLoc());
    }
  return Error::success();
}

} // namespace sooth
