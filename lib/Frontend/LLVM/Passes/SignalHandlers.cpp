//===- SignalHandlers.cpp - What signal handlers do to a program ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/SignalHandlers.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/Callbacks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

/// Of a call, and of a load.
static constexpr StringLiteral OnlySetsFlags = "sooth.only.sets.flags",
                               SetBySignal = "sooth.set.by.signal";

bool registersSignalHandler(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases("signal", "bsd_signal", "sysv_signal", "__sysv_signal", true)
      .Cases("ssignal", "sigset", "sigaction", "sigvec", true)
      .Default(false);
}

bool registersOnlyFlagSetters(const CallBase &Call) {
  return Call.hasFnAttr(OnlySetsFlags);
}

bool isSetBySignal(const LoadInst &Load) {
  return Load.hasMetadata(SetBySignal);
}

static bool registersHandler(const CallBase &Call) {
  const Function *Callee = calledFunction(Call);
  return Callee && Callee->isDeclaration() &&
         registersSignalHandler(Callee->getName());
}

/// Functions with a body that may be called with the number of a signal.
static bool mayBeHandler(const Function &F) {
  const FunctionType *T = F.getFunctionType();
  return !F.isDeclaration() && F.hasAddressTaken() && !isLibraryModel(F) &&
         (T->getNumParams() == 0 || T->getParamType(0)->isIntegerTy());
}

/// Whether a function may be found where \p Given leads.
static bool mayLeadToHandler(const Value &Given) {
  auto *C = dyn_cast<Constant>(&Given);
  return Given.getType()->isPointerTy() && (!C || C->needsRelocation());
}

/// What \p Call may make a handler: the function that it is given, or, of those
/// that come from memory, all that may be one.
static void addHandlers(CallBase &Call, SmallSetVector<Function *, 4> &To) {
  for (Value *Given : Call.args())
    if (auto *F = dyn_cast<Function>(Given->stripPointerCastsAndAliases())) {
      if (!F->isDeclaration())
        To.insert(F);
    } else if (mayLeadToHandler(*Given)) {
      for (Function &Other : *Call.getModule())
        if (mayBeHandler(Other))
          To.insert(&Other);
    }
}

/// The variable that is a flag if a handler writes \p Place: nothing else is
/// done to it than reading and writing all of it.
static GlobalVariable *flagAt(Value *Place) {
  auto *Flag = dyn_cast<GlobalVariable>(Place);
  if (!Flag || !Flag->getValueType()->isIntegerTy() || !Flag->hasLocalLinkage())
    return nullptr;
  const bool IsPlain = all_of(Flag->users(), [&](const User *By) {
    auto *Store = dyn_cast<StoreInst>(By);
    return isa<LoadInst>(By) || (Store && Store->getValueOperand() != Flag);
  });
  return IsPlain ? Flag : nullptr;
}

static bool endsProgram(const CallBase &Call) {
  const Function *Callee = calledFunction(Call);
  return Callee && Callee->isDeclaration() &&
         StringSwitch<bool>(Callee->getName())
             .Cases("exit", "_exit", "_Exit", "quick_exit", true)
             .Default(false);
}

/// Whether a function without a body that a handler calls leaves the program's
/// memory as it is: it gets nothing but numbers, text and the handler's own.
static bool leavesMemory(const CallBase &Call) {
  const Function *Callee = calledFunction(Call);
  if (!Callee || !Callee->isDeclaration())
    return false;
  if (Callee->isIntrinsic())
    return !isa<MemIntrinsic>(Call) ||
           isa<AllocaInst>(getUnderlyingObject(Call.getArgOperand(0)));
  return classify(Call) == CalleeKind::External && !mayCallBack(Call) &&
         all_of(Call.args(), [](const Value *Given) {
           if (!Given->getType()->isPointerTy() ||
               isa<ConstantPointerNull>(Given))
             return true;
           const Value *Object = getUnderlyingObject(Given);
           auto *Global = dyn_cast<GlobalVariable>(Object);
           return isa<AllocaInst>(Object) || (Global && Global->isConstant());
         });
}

static bool setsFlag(StoreInst &Store, SetVector<GlobalVariable *> &Flags) {
  Value *Place = Store.getPointerOperand();
  if (isa<AllocaInst>(getUnderlyingObject(Place)))
    return true;
  GlobalVariable *Flag = Store.isVolatile() ? flagAt(Place) : nullptr;
  if (Flag)
    Flags.insert(Flag);
  return Flag;
}

static bool onlySetsFlags(Instruction &I, SetVector<GlobalVariable *> &Flags) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return setsFlag(*Store, Flags);
  if (auto *Call = dyn_cast<CallBase>(&I))
    return registersHandler(*Call) || endsProgram(*Call) || leavesMemory(*Call);
  return !I.mayWriteToMemory();
}

/// Whether \p Handler does nothing that the program sees but to change what
/// \p Flags hold.
static bool onlySetsFlags(Function &Handler,
                          SetVector<GlobalVariable *> &Flags) {
  return all_of(instructions(Handler),
                [&](Instruction &I) { return onlySetsFlags(I, Flags); });
}

namespace {
struct Registration {
  SmallVector<CallBase *, 2> Calls;
  SmallSetVector<Function *, 4> Handlers;
};
} // namespace

static Registration registrationOf(Module &M) {
  Registration R;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && registersHandler(*Call)) {
        R.Calls.push_back(Call);
        addHandlers(*Call, R.Handlers);
      }
  return R;
}

std::optional<FlagSetters> flagSetters(const Module &M) {
  const Registration R = registrationOf(const_cast<Module &>(M));
  SetVector<GlobalVariable *> Flags;
  if (R.Handlers.empty() || !all_of(R.Handlers, [&](Function *Handler) {
        return onlySetsFlags(*Handler, Flags);
      }))
    return std::nullopt;
  FlagSetters Found;
  append_range(Found.Handlers, R.Handlers);
  append_range(Found.Flags, Flags);
  return Found;
}

static void mark(LoadInst &Load) {
  Load.setVolatile(true);
  Load.setMetadata(SetBySignal, MDNode::get(Load.getContext(), {}));
}

bool applySignalHandlers(Module &M) {
  const std::optional<FlagSetters> Found = flagSetters(M);
  if (!Found)
    return false;
  for (CallBase *Call : registrationOf(M).Calls)
    Call->addFnAttr(Attribute::get(M.getContext(), OnlySetsFlags));
  for (const GlobalVariable *Flag : Found->Flags)
    for (const User *By : Flag->users())
      if (auto *Load = dyn_cast<LoadInst>(By); Load && !Load->use_empty())
        mark(*const_cast<LoadInst *>(Load));
  return true;
}

} // namespace sooth
