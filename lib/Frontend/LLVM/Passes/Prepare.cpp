//===- Prepare.cpp - From clang's output to what is encoded ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/Prepare.h"

#include "AddressConstants.h"
#include "Base/MemoryChecks.h"
#include "Base/RecursiveFunctions.h"
#include "CleanupSwitches.h"
#include "ComputedGoto.h"
#include "FloatBounds.h"
#include "FloatTexts.h"
#include "ForwardConstants.h"
#include "GateChecks.h"
#include "MemberCopies.h"
#include "OpenInitializers.h"
#include "Overruns.h"
#include "OwnRemainders.h"
#include "PassedCopies.h"
#include "PlainAssembly.h"
#include "PlainAtomics.h"
#include "PlainIntrinsics.h"
#include "PlainVariadics.h"
#include "RegisterCopies.h"
#include "RejoinPointers.h"
#include "RenewedLocals.h"
#include "ReturnAddresses.h"
#include "RoundingModes.h"
#include "ScalarElements.h"
#include "SignResults.h"
#include "Source/ConditionPlaces.h"
#include "ThreadBranches.h"
#include "Tidying.h"
#include "Unsupported.h"
#include "VectorSignatures.h"
#include "sooth/Frontend/LLVM/Base/IntrinsicMeaning.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/ApplyContracts.h"
#include "sooth/Frontend/LLVM/Passes/ApplyPromises.h"
#include "sooth/Frontend/LLVM/Passes/Callbacks.h"
#include "sooth/Frontend/LLVM/Passes/CheckMemory.h"
#include "sooth/Frontend/LLVM/Passes/FloatMeaning.h"
#include "sooth/Frontend/LLVM/Passes/HardwareMeaning.h"
#include "sooth/Frontend/LLVM/Passes/MainArguments.h"
#include "sooth/Frontend/LLVM/Passes/MarkLifetimes.h"
#include "sooth/Frontend/LLVM/Passes/NonLocalJumps.h"
#include "sooth/Frontend/LLVM/Passes/RecordAssignments.h"
#include "sooth/Frontend/LLVM/Passes/ResolveCalls.h"
#include "sooth/Frontend/LLVM/Passes/SliceAssertions.h"
#include "sooth/Frontend/LLVM/Passes/SplitCalls.h"
#include "sooth/Frontend/LLVM/Passes/SplitGlobals.h"
#include "sooth/Frontend/LLVM/Passes/TaggedPointers.h"
#include "sooth/Frontend/LLVM/Passes/TailRecursion.h"
#include "sooth/Frontend/LLVM/Passes/ThreadGlobals.h"
#include "sooth/Frontend/LLVM/Passes/UninitializedValues.h"
#include "sooth/Frontend/LLVM/Passes/UnrollLoops.h"
#include "sooth/Frontend/LLVM/Passes/UnseenTargets.h"
#include "sooth/Frontend/LLVM/Passes/WeakSymbols.h"
#include "sooth/Frontend/LLVM/Passes/WholeProgram.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/DeadArgumentElimination.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"

using namespace llvm;

namespace sooth {

/// Whether \p Text has \p Name as a word.
static bool mentions(StringRef Text, StringRef Name) {
  auto IsWord = [](char C) { return isAlnum(C) || C == '_'; };
  for (size_t At = Text.find(Name); At != StringRef::npos;
       At = Text.find(Name, At + 1)) {
    bool Begins = At == 0 || !IsWord(Text[At - 1]);
    size_t End = At + Name.size();
    if (Begins && (End == Text.size() || !IsWord(Text[End])))
      return true;
  }
  return false;
}

/// Variables that assembly reaches by their names cannot be followed.
static Error checkAssembly(Module &M, const CallBase &Call) {
  auto *Assembly = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (!Assembly)
    return Error::success();
  for (GlobalValue &G : M.global_values())
    if (G.hasName() && mentions(Assembly->getAsmString(), G.getName()))
      return unsupported({Cause::Kind::AssemblyWithName, G.getName()}, Call);
  return Error::success();
}

static Error checkConstructs(Module &M, Volatile How) {
  if (GlobalVariable *List = M.getNamedGlobal("llvm.global_dtors"))
    if (List->hasInitializer() && !List->getInitializer()->isNullValue())
      return make_error<UnsupportedError>(Cause::Kind::DestructorsAnywhere);
  if (CallBase *Call = findSetjmp(M))
    return unsupported(Cause::Kind::ReturnsTwice, *Call);
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (isa<InvokeInst, CallBrInst>(I) || I.isEHPad())
        return unsupported(Cause::Kind::Exceptions, I);
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        if (Error E = checkAssembly(M, *Call))
          return E;
        const Function *Callee = Call->getCalledFunction();
        if (Callee && Callee->isIntrinsic() &&
            intrinsicMeaning(*Callee) == IntrinsicMeaning::Refused)
          return unsupported({Cause::Kind::Function, Callee->getName()}, *Call);
      }
      if (How == Volatile::Arbitrary && copiesVolatile(I))
        return unsupported(Cause::Kind::VolatileCopy, I);
    }
  return Error::success();
}

namespace {
/// The passes of the pipeline with the analyses that they share.
class Pipeline {
public:
  Pipeline(Module &M, const PrepareOptions &Options);
  Error run();

private:
  void readDebugRecords();
  void link(Function &Entry);
  void takeVectorsApart();
  void promote();
  void promote(Function &F);
  void promoteAll();
  void makeLoops();
  void encodeCalls();
  void copyStructures();
  /// Whether no run comes into \p F.
  bool isOnlySummarized(const Function &F) const {
    return isSummarized(F) && F.getName() != Options.Entry;
  }
  void unrollLoops();
  void answerLibrary();
  void slice();
  void splitCalls();
  void dropChecksOfSummarized();
  void summarizeRecursion();
  enum class Progress { None, Some };
  Progress inlineCalls();
  Progress threadGlobals();

  template <class PassT> bool apply(PassT Pass) {
    PreservedAnalyses Preserved = Pass.run(M, Modules);
    Modules.invalidate(M, Preserved);
    done(PassT::name());
    return !Preserved.areAllPreserved();
  }
  template <class PassT> void apply(PassT Pass, Function &F) {
    Functions.invalidate(F, Pass.run(F, Functions));
    done(PassT::name());
  }
  void done(StringRef Step) const {
    Step.consume_front("sooth::");
    if (Options.OnStep)
      Options.OnStep(Step, M);
  }

  Module &M;
  const PrepareOptions &Options;
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
};
} // namespace

/// Addresses in callees become plain accesses with each round; few programs
/// need more than two.
static constexpr unsigned MaxRounds = 4;

Pipeline::Pipeline(Module &M, const PrepareOptions &Options)
    : M(M), Options(Options) {
  PassBuilder Builder;
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
}

/// What debug records say while they are as clang made them.
void Pipeline::readDebugRecords() {
  locateConditions(M);
  for (Function &F : M)
    if (!F.isDeclaration()) {
      if (completeCleanupSwitches(F))
        Functions.invalidate(F, PreservedAnalyses::none());
      apply(MarkLifetimesPass(), F);
      apply(RecordAssignmentsPass(), F);
    }
}

/// Where there are no threads, the address of a thread's variable is that of
/// the variable.
static void dropThreadAddresses(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Address = dyn_cast<IntrinsicInst>(&I);
          Address &&
          Address->getIntrinsicID() == Intrinsic::threadlocal_address) {
        Address->replaceAllUsesWith(Address->getArgOperand(0));
        Address->eraseFromParent();
      }
}

static void letAllocationsFail(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && classify(*Call) == CalleeKind::Allocation)
        Call->addFnAttr(Attribute::get(M.getContext(), MayFailName));
}

/// A call of another name for a function is a call of it.
static void dropAliases(Module &M) {
  for (GlobalAlias &Name : make_early_inc_range(M.aliases())) {
    Name.replaceAllUsesWith(Name.getAliasee());
    Name.eraseFromParent();
  }
}

void Pipeline::link(Function &Entry) {
  dropThreadAddresses(M);
  dropAliases(M);
  dropErrorBodies(M);
  internalize(M, Entry);
  callConstructors(M, Entry);
  dropUnreachable(M, Entry, Linkage::WholeProgram);
  repairCalls(M);
  apply(HardwareMeaningPass());
}

void Pipeline::takeVectorsApart() {
  replaceVectorSignatures(M);
  Modules.invalidate(M, PreservedAnalyses::none());
  for (Function &F : M)
    if (!F.isDeclaration())
      apply(ScalarElementsPass(), F);
}

void Pipeline::promote(Function &F) {
  apply(ScalarElementsPass(), F); // what was handed to inlined functions
  dropEvidentChecks(F);
  for (unsigned Before = ~0u;;) {
    apply(PinUninitializedPass(), F);
    unsigned Waiting = holdLocals(F);
    apply(SROAPass(SROAOptions::PreserveCFG), F);
    apply(FreezeUndefPass(), F);
    forwardParts(F);
    done("forwardParts");
    removeUnusedResults(F, Options.Slice == PrepareOptions::Slice::Off
                               ? UnusedCalls::Keep
                               : UnusedCalls::Remove);
    done("removeUnusedResults");
    cleanControlFlow(F);
    done("cleanControlFlow");
    Functions.invalidate(F, PreservedAnalyses::none());
    if (Waiting == 0 || Waiting >= Before)
      break;
    Before = Waiting;
  }
}

void Pipeline::promote() {
  for (Function &F : M)
    if (!F.isDeclaration())
      promote(F);
}

Pipeline::Progress Pipeline::threadGlobals() {
  bool Split = apply(SplitGlobalsPass(Linkage::WholeProgram));
  bool Threaded =
      apply(ThreadGlobalsPass({Options.Entry, Linkage::WholeProgram}));
  return Split || Threaded ? Progress::Some : Progress::None;
}

namespace {
/// A length in bytes as a number of elements.
struct ElementCount {
  Value *Count;
  uint64_t Size;
};
} // namespace

/// How the program computes the length of \p Transfer: "n * sizeof *p".
static std::optional<ElementCount> elementsOf(MemIntrinsic &Transfer) {
  using namespace PatternMatch;
  constexpr uint64_t MaxElement = 256;
  Value *Count = nullptr;
  const APInt *Size = nullptr;
  Value *Length = Transfer.getLength();
  if (!match(Length, m_c_Mul(m_Value(Count), m_APInt(Size))) || Size->ule(1) ||
      Size->ugt(MaxElement))
    return std::nullopt;
  const uint64_t Bytes = Size->getZExtValue();
  SimplifyQuery Query(Transfer.getDataLayout(), &Transfer);
  auto *Factor = ConstantInt::get(Length->getType(), *Size);
  bool IsExact = computeOverflowForSignedMul(Count, Factor, Query) ==
                     OverflowResult::NeverOverflows ||
                 computeOverflowForUnsignedMul(Count, Factor, Query) ==
                     OverflowResult::NeverOverflows;
  if (IsExact)
    return ElementCount{Count, Bytes};
  // What remains after an overflow is a multiple of it, too.
  if (!isPowerOf2_64(Bytes))
    return std::nullopt;
  IRBuilder<> Builder(&Transfer);
  return ElementCount{Builder.CreateLShr(Length, Log2_64(Bytes)), Bytes};
}

/// How large the numbers or pointers are that the variable consists of which
/// \p Pointer leads into; 0 if that is not known.
static uint64_t elementSize(const Value *Pointer, const DataLayout &Layout) {
  const Value *Object = getUnderlyingObject(Pointer);
  Type *T = nullptr;
  if (auto *Local = dyn_cast<AllocaInst>(Object))
    T = Local->getAllocatedType();
  else if (auto *Global = dyn_cast<GlobalVariable>(Object))
    T = Global->getValueType();
  while (T && T->isArrayTy())
    T = T->getArrayElementType();
  return T && T->isSingleValueType() && !T->isVectorTy()
             ? Layout.getTypeAllocSize(T).getFixedValue()
             : 0;
}

static std::optional<ElementCount> manyElements(const MemIntrinsic &Transfer);

/// Whether \p Place, or what is at a distance from it, is copied to or from in
/// one step: then the encoder has its object in one array with another one.
static bool isCopiedAtOnce(const Value &Place) {
  return any_of(Place.users(), [](const User *U) {
    if (isa<GetElementPtrInst>(U))
      return isCopiedAtOnce(*U);
    auto *Copy = dyn_cast<MemTransferInst>(U);
    return Copy && isa<ConstantInt>(Copy->getLength()) && !manyElements(*Copy);
  });
}

/// Whether the encoder knows what it fills, however much that is.
static bool fillsWhole(const MemIntrinsic &Transfer) {
  const Value *To = Transfer.getRawDest()->stripPointerCasts();
  const DataLayout &Layout = Transfer.getDataLayout();
  auto *Local = dyn_cast<AllocaInst>(To);
  auto *Global = dyn_cast<GlobalVariable>(To);
  const uint64_t Bytes =
      cast<ConstantInt>(Transfer.getLength())->getZExtValue();
  auto Size = Local ? Local->getAllocationSize(Layout) : std::nullopt;
  if (Global)
    Size = Layout.getTypeAllocSize(Global->getValueType());
  return isa<MemSetInst>(Transfer) && Size &&
         *Size == TypeSize::getFixed(Bytes) && !isCopiedAtOnce(*To);
}

/// The elements of a \p Transfer of a constant length that is too long to be
/// done in one step; nothing if it is not, or they are not known.
static std::optional<ElementCount> manyElements(const MemIntrinsic &Transfer) {
  constexpr uint64_t MostAtOnce = 1024; // as in Memory/MemoryCells.cpp
  auto *Length = dyn_cast<ConstantInt>(Transfer.getLength());
  if (!Length || Transfer.isVolatile() || isa<MemMoveInst>(Transfer) ||
      Length->getValue().ule(MostAtOnce) || fillsWhole(Transfer))
    return std::nullopt;
  const DataLayout &Layout = Transfer.getDataLayout();
  uint64_t Size = elementSize(Transfer.getRawDest(), Layout);
  if (auto *Copy = dyn_cast<MemCpyInst>(&Transfer)) {
    const uint64_t From = elementSize(Copy->getRawSource(), Layout);
    if (Size && From && Size != From)
      return std::nullopt;
    Size = std::max(Size, From);
  }
  const uint64_t Bytes = Length->getZExtValue();
  if (!Size || Bytes % Size || Bytes / Size <= MostAtOnce)
    return std::nullopt;
  return ElementCount{ConstantInt::get(Length->getType(), Bytes / Size), Size};
}

/// A loop in which each element is filled or copied as a whole: so cells stay
/// as large as they are.
static bool expandByElements(MemIntrinsic &Transfer) {
  std::optional<ElementCount> Elements;
  if (isa<ConstantInt>(Transfer.getLength()))
    Elements = manyElements(Transfer);
  else if (!isa<MemMoveInst>(Transfer))
    Elements = elementsOf(Transfer);
  if (!Elements)
    return false;
  IRBuilder<> Builder(&Transfer);
  Value *IsSome = Builder.CreateIsNotNull(Elements->Count);
  Instruction *Then =
      SplitBlockAndInsertIfThen(IsSome, &Transfer, /*Unreachable=*/false);
  auto [Body, Index] = SplitBlockAndInsertSimpleForLoop(Elements->Count, Then);
  Builder.SetInsertPoint(Body);
  Builder.SetCurrentDebugLocation(Transfer.getDebugLoc());
  auto *Element = ArrayType::get(Builder.getInt8Ty(), Elements->Size);
  auto At = [&, Index = Index](Value *Base) {
    return Builder.CreateGEP(Element, Base, Index);
  };
  Value *To = At(Transfer.getRawDest());
  if (auto *Copy = dyn_cast<MemCpyInst>(&Transfer))
    Builder.CreateMemCpy(To, MaybeAlign(), At(Copy->getRawSource()),
                         MaybeAlign(), Elements->Size);
  else
    Builder.CreateMemSet(To, cast<MemSetInst>(Transfer).getValue(),
                         Elements->Size, MaybeAlign());
  return true;
}

/// The blocks of \p F that are not in \p Old are made of a transfer at
/// \p Where. \p IsChecked: it was checked as a whole.
static void markExpanded(Function &F,
                         const SmallPtrSetImpl<const BasicBlock *> &Old,
                         const DebugLoc &Where, bool IsChecked) {
  for (BasicBlock &B : F)
    if (!Old.contains(&B))
      for (Instruction &I : B) {
        if (!I.getDebugLoc())
          I.setDebugLoc(Where);
        if (IsChecked && isa<StoreInst, MemIntrinsic>(I))
          I.setMetadata(CheckedName, MDNode::get(F.getContext(), {}));
      }
}

/// Copies and fills of lengths that the program computes become loops over
/// elements or bytes; if \p Many, those of many elements, too.
static void expandTransfers(Function &F, bool Many) {
  SmallVector<MemIntrinsic *> Open;
  for (Instruction &I : instructions(F))
    if (auto *Transfer = dyn_cast<MemIntrinsic>(&I);
        Transfer && !Transfer->isVolatile() &&
        (!isa<ConstantInt>(Transfer->getLength()) ||
         (Many && manyElements(*Transfer))))
      Open.push_back(Transfer);
  TargetTransformInfo Target(F.getDataLayout());
  for (MemIntrinsic *Transfer : Open) {
    auto *Copy = dyn_cast<MemCpyInst>(Transfer);
    const bool IsChecked = checkBefore(*Transfer, MemoryCheck::Kind::Write);
    SmallPtrSet<const BasicBlock *, 32> Old;
    // What comes after it gets a block of its own, too.
    SplitBlock(Transfer->getParent(), Transfer);
    SplitBlock(Transfer->getParent(), Transfer->getNextNode());
    for (const BasicBlock &B : F)
      if (&B != Transfer->getParent())
        Old.insert(&B);
    if (Copy)
      checkOverlap(*Copy, MemoryCheck::Kind::Apart);
    if (expandByElements(*Transfer))
      ;
    else if (Copy)
      expandMemCpyAsLoop(Copy, Target);
    else if (auto *Fill = dyn_cast<MemSetInst>(Transfer))
      expandMemSetAsLoop(Fill);
    else if (!expandMemMoveAsLoop(cast<MemMoveInst>(Transfer), Target))
      continue;
    const DebugLoc Where = Transfer->getDebugLoc();
    Transfer->eraseFromParent();
    markExpanded(F, Old, Where, IsChecked);
  }
}

/// Before globals are threaded: their values would be handed back after a call
/// that is the last thing otherwise.
void Pipeline::makeLoops() {
  if (recursionCycles(M).empty())
    return;
  promote();
  apply(TailRecursionPass());
}

/// That of pointers to functions is seen when their calls are resolved.
void Pipeline::summarizeRecursion() {
  if (Options.SummarizedIfRecursive.empty())
    return;
  for (const RecursionCycle &Cycle : recursionCycles(M, CountedCalls::Followed))
    for (Function *F : Cycle)
      if (is_contained(Options.SummarizedIfRecursive, F->getName()))
        F->addFnAttr(SummarizedName);
}

Pipeline::Progress Pipeline::inlineCalls() {
  summarizeRecursion();
  bool Inlined = apply(BoundRecursionPass(Options.Recursion));
  Inlined |= apply(InlineCallsPass(Options.Inline));
  if (Inlined) // pointers that were given may be known now
    for (Function &F : M)
      if (!F.isDeclaration() && !isOnlySummarized(F))
        apply(RecordAssignmentsPass(), F);
  dropChecksOfSummarized();
  dropUnreachable(M, *M.getFunction(Options.Entry), Linkage::WholeProgram);
  Modules.invalidate(M, PreservedAnalyses::none());
  return Inlined ? Progress::Some : Progress::None;
}

/// As long as what was an address becomes a plain access.
void Pipeline::promoteAll() {
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    promote();
    if (threadGlobals() == Progress::None)
      break;
  }
  promote();
}

/// What inlined calls handed over in registers.
void Pipeline::copyStructures() {
  bool Changed = false;
  for (Function &F : M)
    if (!F.isDeclaration())
      Changed |= copyStructuresAsMemory(F, Functions.getResult<AAManager>(F));
  if (!Changed)
    return;
  Modules.invalidate(M, PreservedAnalyses::none());
  promoteAll();
}

/// What had a variable index in a loop may be a register now.
void Pipeline::unrollLoops() {
  for (Function &F : M)
    if (!F.isDeclaration() && !isOnlySummarized(F))
      apply(UnrollLoopsPass(), F);
  if (!hasCopiedLoops(M))
    return;
  promoteAll();
  bool Rejoined = false;
  for (Function &F : M)
    Rejoined |= rejoinPointers(F);
  if (Rejoined) {
    Modules.invalidate(M, PreservedAnalyses::none());
    promoteAll();
  }
}

/// They are asked about where the functions are entries.
void Pipeline::dropChecksOfSummarized() {
  SmallVector<CallBase *> Checks;
  for (Function &F : M)
    if (isOnlySummarized(F))
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I))
          switch (classify(*Call)) {
          case CalleeKind::Error:
          case CalleeKind::Assert:
          case CalleeKind::MemoryCheck:
            Checks.push_back(Call);
            break;
          default:
            break;
          }
  for (CallBase *Call : Checks) {
    if (!Call->use_empty())
      Call->replaceAllUsesWith(Constant::getNullValue(Call->getType()));
    Call->eraseFromParent();
  }
  if (!Checks.empty())
    Modules.invalidate(M, PreservedAnalyses::none());
}

static unsigned countIndirectCalls(const Module &M) {
  unsigned Count = 0;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        Count += classify(*Call) == CalleeKind::Indirect;
  return Count;
}

void Pipeline::encodeCalls() {
  if (Options.Calls == PrepareOptions::Calls::Keep)
    return promoteAll();
  // What a call leads to may hand on pointers to functions itself.
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    repairUnprototypedCalls(M);
    Modules.invalidate(M, PreservedAnalyses::none());
    Progress Inlined = inlineCalls();
    const unsigned Indirect = countIndirectCalls(M);
    promoteAll(); // makes direct calls of pointers whose values are known
    bool Resolved = countIndirectCalls(M) != Indirect;
    Resolved |= apply(ResolveCallsPass());
    if (Inlined == Progress::None && !Resolved)
      break;
    promoteAll(); // what functions use that are only called now
  }
  if (callUnseenTargets(M))
    Modules.invalidate(M, PreservedAnalyses::none());
  if (Options.Memory.count(MemoryProperty::Access) &&
      (int(checkResolvedFrees(M)) |
       int(checkGivenToTargets(M, {Options.Memory, Options.Entry}))))
    promote();
}

/// Models ask what is known where they were put.
void Pipeline::answerLibrary() {
  if (chooseSignResults(M))
    Modules.invalidate(M, PreservedAnalyses::none());
  for (Function &F : M)
    if (int(tellFloatTexts(F)) | int(tellFloatBounds(F))) {
      Functions.invalidate(F, PreservedAnalyses::none());
      promote(F);
    }
  done("answerLibrary");
}

void Pipeline::slice() {
  dropChecksOfSummarized(); // what passes put in
  // Where functions are left: slicing takes all results of one together.
  apply(DeadArgumentEliminationPass());
  apply(SliceAssertionsPass({Options.Entry}));
  apply(DeadArgumentEliminationPass());
  for (Function &F : M)
    if (!F.isDeclaration())
      removeUnusedResults(F, UnusedCalls::Remove);
  dropUnreachable(M, *M.getFunction(Options.Entry), Linkage::WholeProgram);
}

void Pipeline::splitCalls() {
  for (Function &F : M)
    if (!F.isDeclaration()) {
      expandAddressConstants(F);
      startFromZeros(F);
      apply(SplitCallsPass(), F);
    }
}

Error Pipeline::run() {
  Function *Entry = M.getFunction(Options.Entry);
  if (!Entry || Entry->isDeclaration())
    return make_error<UnsupportedError>(
        Cause(Cause::Kind::NoEntry, Options.Entry));
  // Whoever calls it is not seen: call graphs begin at what others may call.
  Entry->setLinkage(GlobalValue::ExternalLinkage);
  for (const std::string &Name : Options.Summarized)
    if (Function *F = M.getFunction(Name))
      F->addFnAttr(SummarizedName);
  const bool KeepsPromises = Options.Memory.count(MemoryProperty::Attribute);
  if (KeepsPromises)
    checkPromises(M);
  if (Error E = applyContracts(M, *Entry))
    return E;
  done("applyContracts");
  if (KeepsPromises)
    assumePromises(*Entry, *Entry);
  takeAssumptions(M);
  dropAssumptionsOfFollowed(M);
  checkArguments(M, Options.Needs);
  done("checkArguments");
  chooseWeakSymbols(M, *Entry);
  callDestructors(M, *Entry);
  done("callDestructors");
  if (Options.Entry != "main")
    keepPointerCallees(*Entry);
  // What cannot be reached need not be supported.
  internalize(M, *Entry);
  dropUnreachable(M, *Entry, Linkage::WholeProgram);
  lowerJumps(M, *Entry);
  done("lowerJumps");
  if (Error E = checkConstructs(M, Options.Volatile))
    return E;
  if (!Options.Memory.count(MemoryProperty::Uninitialized)) {
    fillOpenInitializers(M);
    done("fillOpenInitializers");
  }
  lowerComputedGotos(M);
  done("lowerComputedGotos");
  lowerAssembly(M);
  done("lowerAssembly");
  lowerIntrinsics(M);
  done("lowerIntrinsics");
  noteChangesOfTexts(M);
  followRoundingMode(M);
  done("followRoundingMode");
  if (Options.Entry == "main") // others are called from places not seen
    lowerReturnAddresses(M, *Entry);
  done("lowerReturnAddresses");
  lowerAtomics(M, Options.Volatile);
  done("lowerAtomics");
  readDebugRecords();
  done("readDebugRecords");
  if (renewLocals(M, *Entry))
    Modules.invalidate(M, PreservedAnalyses::none());
  done("renewLocals");
  apply(VolatileMeaningPass(Options.Volatile));
  if (Error E =
          lowerVariadics(M, *Entry,
                         Options.Memory.count(MemoryProperty::Uninitialized)
                             ? WordRest::Unwritten
                             : WordRest::Anything))
    return E;
  done("lowerVariadics");
  Modules.invalidate(M, PreservedAnalyses::none());
  takeVectorsApart();
  Entry = M.getFunction(Options.Entry); // which may have been made anew
  // (What is copied is read, and so checked.)
  if (copyPassedStructures(M, *Entry))
    Modules.invalidate(M, PreservedAnalyses::none());
  done("copyPassedStructures");
  // No pass is to have to do with them.
  dropChecksOfSummarized();
  if (!Options.Memory.empty())
    apply(CheckMemoryPass({Options.Memory, Options.Entry}));
  if (!Options.Gate.Variable.empty()) {
    gateChecks(M, Options.Gate);
    Modules.invalidate(M, PreservedAnalyses::none());
  }
  for (Function &F : M)
    if (!F.isDeclaration() && copyByMembers(F))
      Functions.invalidate(F, PreservedAnalyses::none());
  done("copyByMembers");
  link(*Entry);
  done("link");
  provideArguments(*Entry);
  done("provideArguments");
  if (Options.Allocations == PrepareOptions::Allocation::MayFail)
    letAllocationsFail(M);
  makeLoops();
  threadGlobals();
  promote();
  encodeCalls();
  releasePointerCallees(M);
  done("releasePointerCallees");
  answerLibrary();
  copyStructures();
  if (Options.Loops == PrepareOptions::Loops::Copied)
    unrollLoops();
  if (Options.Branches == PrepareOptions::Branches::Threaded)
    for (Function &F : M)
      if (!F.isDeclaration() && !isOnlySummarized(F) && threadBranches(F))
        Functions.invalidate(F, PreservedAnalyses::none());
  apply(TaggedPointersPass(Options.Entry));
  if (placeArguments(M))
    Modules.invalidate(M, PreservedAnalyses::none());
  done("placeArguments");
  forwardConstants(M);
  done("forwardConstants");
  for (Function &F : M)
    if (!F.isDeclaration()) {
      dropCopyMarks(F);
      // (What is checked of memory is seldom about what was copied.)
      expandTransfers(F, /*Many=*/Options.Memory.empty());
      Functions.invalidate(F, PreservedAnalyses::none());
    }
  done("expandTransfers");
  if (Options.Entry == "main")
    if (Error E = checkCallbacks(M))
      return E;
  if (Options.Slice == PrepareOptions::Slice::ForErrors)
    slice();
  if (Options.Inputs == PrepareOptions::Inputs::Distinct)
    for (Function &F : M)
      markOwnRemainders(F);
  apply(FloatMeaningPass()); // when no pass makes bits of numbers any more
  splitCalls();
  done("splitCalls");
  return Error::success();
}

Error prepareModule(Module &M, const PrepareOptions &Options) {
  M.setIsNewDbgInfoFormat(true);
  if (Error E = Pipeline(M, Options).run())
    return E;
  std::string Broken;
  raw_string_ostream OS(Broken);
  if (verifyModule(M, &OS))
    return createStringError("internal error: preparation broke the module: " +
                             Broken);
  return Error::success();
}

} // namespace sooth
