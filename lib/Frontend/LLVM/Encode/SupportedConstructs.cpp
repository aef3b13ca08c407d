//===- SupportedConstructs.cpp - What cannot be encoded soundly -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unknown values are over-approximated by inputs; control that the function's
// own text does not show is not. What can make it run code that may raise an
// error, or come back to a place it left, is refused here:
//
// - a call of a function with a body that is neither inlined nor a procedure
// and
//   that may raise an error (if it cannot, its result is unknown);
// - a function pointer that may lead to a function of the module whose address
//   is taken and which may raise an error;
// - an unknown function, if there is one of that kind, and unknown code was
//   ever given a pointer to it or to memory in which it may be. It calls no
//   function just because that has a name;
// - exceptions, threads, what returns twice and is not setjmp;
// - a change of the rounding mode: compilers compute with constants as if there
//   were none;
// - a write through a pointer that comes from elsewhere, if code that is not
//   shown knows the address of a variable;
// - constructors, which run before the entry and may change what it sees, and
//   destructors that may raise an error.
//
//===----------------------------------------------------------------------===//

#include "SupportedConstructs.h"

#include "Memory/PointsTo.h"
#include "Passes/CheckConstructs.h"
#include "Procedures.h"
#include "Source/SourceMap.h"
#include "sooth/Frontend/LLVM/Base/UnsupportedError.h"
#include "sooth/Frontend/LLVM/Base/UnseenVersions.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/NonLocalJumps.h"
#include "sooth/Frontend/LLVM/Passes/WholeProgram.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using namespace llvm;

namespace {

class Checker {
public:
  Checker(const Procedures &Encoded, Environment Outside)
      : Encoded(Encoded), Outside(Outside), M(*Encoded.entry().getParent()) {}

  Error run();

private:
  const Procedures &Encoded;
  const Environment Outside;
  const Module &M;
  /// A function that could be called through a pointer, and may raise an error;
  /// null if there is none.
  const Function *Callback = nullptr;
  /// Which functions code that we do not see may know.
  enum class KnownFunctions { None, HandedOn } Known = KnownFunctions::None;
  /// Functions that are called, for their own calls count too.
  SetVector<const Function *> Called;

  Error checkInstruction(const Instruction &I);
  Error checkCall(const CallBase &Call);
  Error checkWrite(const Instruction &I, const llvm::Value *Target);
  bool isFromElsewhere(const llvm::Value *Pointer) const;
  /// Whether the functions of \p List are supported: "llvm.global_ctors" or
  /// "llvm.global_dtors". Errors have either cause.
  Error checkGlobal(StringRef List, Cause::Kind WithName,
                    Cause::Kind WithoutName);
  void findCallback();
};

} // namespace

static Error unsupported(Cause Why, SourceLocation Where) {
  return make_error<UnsupportedError>(std::move(Why), std::move(Where));
}

static SourceLocation functionLocation(const Function &F) {
  const DISubprogram *Where = F.getSubprogram();
  if (!Where)
    return {};
  return {Where->getFilename().str(), Where->getLine(), 0};
}

/// Whether \p Wanted holds for a call in \p F or in what it calls.
static bool anyCall(const Function &F,
                    function_ref<bool(const CallBase &)> Wanted) {
  SetVector<const Function *> Reached;
  Reached.insert(&F);
  for (unsigned I = 0; I < Reached.size(); ++I)
    for (const Instruction &Inst : instructions(*Reached[I])) {
      auto *Call = dyn_cast<CallBase>(&Inst);
      if (!Call)
        continue;
      if (Wanted(*Call))
        return true;
      if (classify(*Call) == CalleeKind::Defined)
        Reached.insert(calledFunction(*Call));
    }
  return false;
}

/// Whether running \p F may raise an error, as far as its text shows. What
/// unknown code may call is Checker::Callback's concern.
static bool mayFail(const Function &F) {
  return anyCall(F, [](const CallBase &Call) {
    CalleeKind Kind = classify(Call);
    return Kind == CalleeKind::Error || Kind == CalleeKind::Assert ||
           Kind == CalleeKind::MemoryCheck;
  });
}

static Cause::Kind whyNotInlined(const Function &F) {
  bool IsRecursive = anyCall(
      F, [&](const CallBase &Call) { return calledFunction(Call) == &F; });
  if (IsRecursive)
    return Cause::Kind::RecursiveCall;
  return F.isVarArg() ? Cause::Kind::VariadicCall : Cause::Kind::NotInlinedCall;
}

/// Whether code that is given \p Argument may find a pointer to a function in
/// it: not in null, in text, or in an object that is too small for one.
static bool mayLeadToFunction(const llvm::Value *Argument,
                              const DataLayout &Layout) {
  uint64_t Bytes = Layout.getPointerSize();
  if (!Argument->getType()->isPointerTy()) // an address as a number
    return Layout.getTypeStoreSize(Argument->getType()) >= Bytes &&
           !isa<ConstantInt, ConstantFP>(Argument);
  SmallVector<const llvm::Value *, 4> Objects;
  getUnderlyingObjects(Argument, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return any_of(Objects, [&](const llvm::Value *Object) {
    if (isa<ConstantPointerNull>(Object))
      return false;
    if (auto *Local = dyn_cast<AllocaInst>(Object)) {
      auto Size = Local->getAllocationSize(Layout);
      return !Size || Size->isScalable() || Size->getFixedValue() >= Bytes;
    }
    auto *Global = dyn_cast<GlobalVariable>(Object);
    if (!Global || !Global->hasInitializer())
      return true;
    return Layout.getTypeAllocSize(Global->getValueType()) >= Bytes &&
           !(Global->isConstant() &&
             !Global->getInitializer()->needsRelocation());
  });
}

/// Whether code that is not shown may have got pointers to functions of the
/// program: through arguments, or through variables that it shares.
static bool isAnythingKnownElsewhere(const Module &M) {
  if (any_of(M.globals(),
             [](const GlobalVariable &G) { return G.isDeclaration(); }))
    return true;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call)
        continue;
      CalleeKind Kind = classify(*Call);
      bool IsShown = Kind != CalleeKind::External &&
                     Kind != CalleeKind::Indirect &&
                     Kind != CalleeKind::InlineAsm;
      if (!IsShown && any_of(Call->args(), [&](const Use &Argument) {
            return mayLeadToFunction(Argument, M.getDataLayout());
          }))
        return true;
    }
  return false;
}

/// Whether \p F is anything else than called; calls may have another type than
/// the declaration, as they have where that says nothing of parameters.
static bool isHandedOn(const Function &F) {
  return any_of(F.uses(), [](const Use &U) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    return !Call || !Call->isCallee(&U);
  });
}

void Checker::findCallback() {
  for (const Function &F : M) {
    // An error function is an error wherever it is called from.
    bool IsCandidate = classify(F) == CalleeKind::Error ? !F.isIntrinsic()
                                                        : !F.isDeclaration();
    // (What unknown code passes to a library function is its own doing.)
    if (!IsCandidate || &F == &Encoded.entry() || !isHandedOn(F) ||
        isLibraryModel(F))
      continue;
    if (classify(F) == CalleeKind::Error || mayFail(F)) {
      Callback = &F;
      Known = isAnythingKnownElsewhere(M) ? KnownFunctions::HandedOn
                                          : KnownFunctions::None;
      return;
    }
  }
}

static bool changesRounding(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases("fesetround", "fesetenv", "feupdateenv", "feholdexcept", true)
      .Cases("llvm.set.rounding", "llvm.set.fpenv", "llvm.x86.sse.ldmxcsr",
             true)
      .Default(false);
}

Error Checker::checkCall(const CallBase &Call) {
  SourceLocation Where = nearestLocation(Call);
  if (Call.hasFnAttr(Attribute::ReturnsTwice))
    return unsupported(Cause::Kind::SetJmp, Where);
  const Function *Callee = calledFunction(Call);
  if ((Call.hasFnAttr(UnknownTargetName) ||
       (Callee && standsForUnseen(*Callee))) &&
      M.getNamedMetadata(KnownBufferName))
    return unsupported(Cause::Kind::SetJmp, Where);
  if (Callee && startsThread(Callee->getName()))
    return unsupported({Cause::Kind::Threads, Callee->getName()}, Where);
  if (Callee && changesRounding(Callee->getName()) && !isLibraryModel(*Callee))
    return unsupported({Cause::Kind::RoundingMode, Callee->getName()}, Where);
  switch (classify(Call)) {
  case CalleeKind::Defined:
    if (isSummarized(*Callee))
      break;
    if (!Encoded.calledBy(Call) && mayFail(*Callee))
      return unsupported({whyNotInlined(*Callee), Callee->getName()}, Where);
    Called.insert(Callee);
    break;
  case CalleeKind::Indirect:
    if (Callback &&
        (!Call.hasFnAttr(UnknownTargetName) ||
         (Known == KnownFunctions::HandedOn && mayReachUnseen(Outside))))
      return unsupported({Cause::Kind::PointerCall, Callback->getName()},
                         Where);
    break;
  case CalleeKind::External:
    if (Callback && Known == KnownFunctions::HandedOn &&
        !Callee->isIntrinsic() && Callee->getName() != UnknownFormatName)
      return unsupported(
          {Cause::Kind::CallBack, Callee->getName(), Callback->getName()},
          Where);
    break;
  default:
    break;
  }
  return Error::success();
}

/// Whether \p Callee is no function of the C library, which knows no variable
/// but those it is given.
static bool isForeign(const Function *Callee, const TargetLibraryInfoImpl &C) {
  LibFunc Known;
  return !Callee ||
         (!Callee->isIntrinsic() && !C.getLibFunc(Callee->getName(), Known));
}

/// Whether \p Pointer may have been made by code that is not shown: it is the
/// result of a call, or was found in memory that such a pointer leads to. (A
/// number leads to what the program shows, or to a limit.)
bool Checker::isFromElsewhere(const llvm::Value *Pointer) const {
  TargetLibraryInfoImpl Library;
  SmallVector<const llvm::Value *, 4> Worklist{Pointer};
  SmallPtrSet<const llvm::Value *, 8> Seen;
  bool IsContent = false; // of an object, rather than its address
  while (!Worklist.empty()) {
    SmallVector<const llvm::Value *, 4> Objects;
    getUnderlyingObjects(Worklist.pop_back_val(), Objects);
    for (const llvm::Value *Object : Objects) {
      if (!Seen.insert(Object).second)
        continue;
      if (auto *Load = dyn_cast<LoadInst>(Object)) {
        IsContent = true;
        Worklist.push_back(Load->getPointerOperand());
      } else if (auto *Call = dyn_cast<CallBase>(Object)) {
        if (isTagged(*Call)) {
          Worklist.push_back(Call->getArgOperand(0));
          continue;
        }
        CalleeKind Kind = classify(*Call);
        if (Call->hasFnAttr(UnknownTargetName) && !mayReachUnseen(Outside))
          continue;
        if (trustsUnseen(Encoded.entry(), Outside) && isUnseen(*Call))
          continue;
        if (Kind != CalleeKind::Defined &&
            isForeign(calledFunction(*Call), Library))
          return true;
        if (const Function *Callee = Encoded.calledBy(*Call))
          for (const BasicBlock &B : *Callee)
            if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator()))
              Worklist.push_back(Return->getReturnValue());
      } else if (auto *A = dyn_cast<Argument>(Object)) {
        // (What the entry's caller passes is memory of its own.)
        for (const CallInst *Call : Encoded.callsOf(*A->getParent()))
          Worklist.push_back(Call->getArgOperand(A->getArgNo()));
      } else if (auto *G = dyn_cast<GlobalVariable>(Object)) {
        if (G->isDeclaration() && IsContent)
          return true;
      } else if (isa<ExtractValueInst, InsertValueInst, PHINode, SelectInst>(
                     Object)) {
        // Of structures that calls return.
        for (const llvm::Value *Part : cast<User>(Object)->operand_values())
          Worklist.push_back(Part);
      }
    }
  }
  return false;
}

Error Checker::checkWrite(const Instruction &I, const llvm::Value *Target) {
  StringRef Variable = variableKnownElsewhere(M);
  if (Variable.empty() || !isFromElsewhere(Target))
    return Error::success();
  return unsupported({Cause::Kind::WriteFromElsewhere, Variable},
                     nearestLocation(I));
}

Error Checker::checkInstruction(const Instruction &I) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return checkWrite(I, Store->getPointerOperand());
  if (auto *Memory = dyn_cast<MemIntrinsic>(&I))
    return checkWrite(I, Memory->getRawDest());
  if (I.isEHPad() || isa<InvokeInst>(I) || isa<ResumeInst>(I) ||
      isa<CleanupReturnInst>(I) || isa<CatchReturnInst>(I))
    return unsupported(Cause::Kind::Exceptions, nearestLocation(I));
  if (auto *Call = dyn_cast<CallBase>(&I))
    return checkCall(*Call);
  return Error::success();
}

Error Checker::checkGlobal(StringRef List, Cause::Kind WithName,
                           Cause::Kind WithoutName) {
  const GlobalVariable *Global = M.getGlobalVariable(List);
  if (!Global || !Global->hasInitializer())
    return Error::success();
  auto *All = dyn_cast<ConstantArray>(Global->getInitializer());
  for (unsigned I = 0; All && I < All->getNumOperands(); ++I) {
    const Constant *Entry = All->getOperand(I)->getAggregateElement(1u);
    auto *F = dyn_cast_or_null<Function>(
        Entry ? Entry->stripPointerCastsAndAliases() : nullptr);
    bool IsHarmless = F && WithName == Cause::Kind::Destructor && !mayFail(*F);
    if (!IsHarmless)
      return F ? unsupported({WithName, F->getName()}, functionLocation(*F))
               : unsupported(WithoutName, {});
  }
  return Error::success();
}

Error Checker::run() {
  if (Error E = checkGlobal("llvm.global_ctors", Cause::Kind::Constructor,
                            Cause::Kind::UnknownConstructor))
    return E;
  if (Error E = checkGlobal("llvm.global_dtors", Cause::Kind::Destructor,
                            Cause::Kind::UnknownDestructor))
    return E;
  // Where runs begin elsewhere, calls that may come back are encoded as limits.
  if (Encoded.entry().getName() == "main")
    findCallback();
  Called.insert(&Encoded.entry());
  for (unsigned K = 0; K < Called.size(); ++K)
    for (const Instruction &I : instructions(*Called[K]))
      if (Error E = checkInstruction(I))
        return E;
  return Error::success();
}

Error sooth::checkSupported(const Procedures &Encoded, Environment Outside) {
  return Checker(Encoded, Outside).run();
}
