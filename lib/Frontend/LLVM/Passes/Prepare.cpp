//===- Prepare.cpp - From clang's output to what is encoded ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/Prepare.h"

#include "AddressConstants.h"
#include "Base/RecursiveFunctions.h"
#include "CheckConstructs.h"
#include "ChosenFunctions.h"
#include "CleanupSwitches.h"
#include "ComputedGoto.h"
#include "ExpandTransfers.h"
#include "FloatBounds.h"
#include "FloatTexts.h"
#include "ForwardConstants.h"
#include "GateChecks.h"
#include "MemberCopies.h"
#include "OpenInitializers.h"
#include "Overruns.h"
#include "OwnRemainders.h"
#include "PassList.h"
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
#include "VectorSignatures.h"
#include "sooth/Frontend/LLVM/Base/ParameterNames.h"
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
#include "sooth/Frontend/LLVM/Passes/SignalHandlers.h"
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
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/IPO/DeadArgumentElimination.h"
#include "llvm/Transforms/Scalar/SROA.h"

using namespace llvm;

namespace sooth {

//===----------------------------------------------------------------------===//
// Small passes
//===----------------------------------------------------------------------===//

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

/// Also those that pointers lead to.
static void letAllocationsFail(Module &M) {
  auto MayAllocate = [](const CallBase &Call) {
    const CalleeKind Kind = classify(Call);
    return Kind == CalleeKind::Allocation || Kind == CalleeKind::Indirect;
  };
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && MayAllocate(*Call))
        Call->addFnAttr(Attribute::get(M.getContext(), MayFailName));
}

/// A call of another name for a function is a call of it.
static void dropAliases(Module &M) {
  for (GlobalAlias &Name : make_early_inc_range(M.aliases())) {
    Name.replaceAllUsesWith(Name.getAliasee());
    Name.eraseFromParent();
  }
}

static void markSummarized(Module &M, Preparation &P) {
  for (const std::string &Name : P.Options.Summarized)
    if (Function *F = M.getFunction(Name))
      F->addFnAttr(SummarizedName);
}

/// That of pointers to functions is seen when their calls are resolved.
static void summarizeRecursion(Module &M, Preparation &P) {
  const std::vector<std::string> &Names = P.Options.SummarizedIfRecursive;
  if (Names.empty())
    return;
  for (const RecursionCycle &Cycle : recursionCycles(M, CountedCalls::Followed))
    for (Function *F : Cycle)
      if (is_contained(Names, F->getName()))
        F->addFnAttr(SummarizedName);
}

static bool isCheck(const CallBase &Call) {
  switch (classify(Call)) {
  case CalleeKind::Error:
  case CalleeKind::Assert:
  case CalleeKind::MemoryCheck:
    return true;
  default:
    return false;
  }
}

/// They are asked about where the functions are entries.
static void dropChecksOfSummarized(Module &M, Preparation &P) {
  for (Function &F : M)
    if (P.isOnlySummarized(F))
      for (Instruction &I : make_early_inc_range(instructions(F)))
        if (auto *Call = dyn_cast<CallBase>(&I); Call && isCheck(*Call)) {
          if (!Call->use_empty())
            Call->replaceAllUsesWith(Constant::getNullValue(Call->getType()));
          Call->eraseFromParent();
        }
}

static UnusedCalls unusedCalls(const PrepareOptions &Options) {
  return Options.Slice == PrepareOptions::Slice::Off ? UnusedCalls::Keep
                                                     : UnusedCalls::Remove;
}

static WordRest wordRest(const PrepareOptions &Options) {
  return Options.Memory.count(MemoryProperty::Uninitialized)
             ? WordRest::Unwritten
             : WordRest::Anything;
}

static unsigned countIndirectCalls(const Module &M) {
  unsigned Count = 0;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        Count += classify(*Call) == CalleeKind::Indirect;
  return Count;
}

static bool checkResolved(Module &M, Preparation &P) {
  const bool Frees = checkResolvedFrees(M);
  return checkGivenToTargets(M, {P.Options.Memory, P.Options.Entry}) || Frees;
}

static auto checks(MemoryProperty Property) {
  return [Property](const Preparation &P) {
    return P.Options.Memory.count(Property) != 0;
  };
}

/// \p Do of the module and its entry.
template <class DoT> static auto atEntry(DoT Do) {
  return [Do](Module &M, Preparation &P) { return Do(M, P.entry()); };
}

static bool startsInMain(const Preparation &P) {
  return P.Options.Entry == "main";
}

//===----------------------------------------------------------------------===//
// Passes that come more than once
//===----------------------------------------------------------------------===//

/// Addresses in callees become plain accesses with each round; few programs
/// need more than two.
static constexpr unsigned MaxRounds = 4;

static UnitPass<Module> dropUnreachable() {
  return onModule("drop-unreachable",
                  "removes what no run from the entry can come to",
                  [](Module &M, Preparation &P) {
                    dropUnreachable(M, P.entry(), Linkage::WholeProgram);
                  });
}

static UnitPass<Module> internalize() {
  return onModule("internalize", "makes all definitions but the entry local",
                  [](Module &M, Preparation &P) { internalize(M, P.entry()); });
}

/// No pass is to have to do with them.
static UnitPass<Module> dropChecks() {
  return onModule("drop-checks-of-summarized",
                  "removes checks in functions that are only summarized",
                  dropChecksOfSummarized);
}

static UnitPass<Function> scalarElements() {
  return onFunction("scalar-elements",
                    "takes vectors apart into their elements",
                    ScalarElementsPass());
}

static UnitPass<Function> recordAssignments() {
  return onFunction("record-assignments",
                    "notes where variables of the source are assigned",
                    RecordAssignmentsPass());
}

static UnitPass<Function> removeUnused() {
  return onFunction("remove-unused-results",
                    "removes computations whose results nobody uses",
                    [](Function &F, Preparation &P) {
                      return removeUnusedResults(F, unusedCalls(P.Options));
                    });
}

static UnitPass<Module> removeArguments() {
  return onModule("deadargelim", "removes parameters and results without uses",
                  DeadArgumentEliminationPass());
}

static UnitPass<Function> promoteFunction() {
  return group(
      "promote", "makes memory registers",
      {scalarElements(), // what was handed to inlined functions
       onFunction("drop-evident-checks",
                  "removes checks of accesses that are evidently right",
                  dropEvidentChecks),
       untilNoneIsLeft(
           "while fewer locals wait for others", &Preparation::WaitingLocals,
           {onFunction("pin-uninitialized",
                       "gives variables without a value one unknown value",
                       PinUninitializedPass()),
            onFunction("sroa", "makes locals registers that no access overruns",
                       [](Function &F, Preparation &P) {
                         P.WaitingLocals = holdLocals(F);
                         return SROAPass(SROAOptions::PreserveCFG)
                             .run(F, P.analyses(F));
                       }),
            onFunction("freeze-undef",
                       "gives values that are not defined one unknown value",
                       FreezeUndefPass()),
            onFunction("forward-parts",
                       "takes parts of structures from where they were put in",
                       forwardParts),
            removeUnused(),
            onFunction("clean-control-flow",
                       "takes branches on constants, and joins blocks",
                       [](Function &F) { cleanControlFlow(F); })})});
}

static UnitPass<Module> promote() { return eachFunction({promoteFunction()}); }

static UnitPass<Module> splitGlobals() {
  return onModule("split-globals", "makes the members of globals variables",
                  SplitGlobalsPass(Linkage::WholeProgram));
}

static UnitPass<Module> threadGlobals() {
  return onModule(
      "thread-globals", "hands globals to functions and back as values",
      [](Module &M, Preparation &P) {
        return ThreadGlobalsPass({P.Options.Entry, Linkage::WholeProgram})
            .run(M, P.analyses(M));
      });
}

/// As long as what was an address becomes a plain access.
static UnitPass<Module> promoteAll() {
  return group("promote-all", "makes memory and globals registers",
               {rounds(MaxRounds,
                       {uncounted(promote()), splitGlobals(), threadGlobals()}),
                promote()});
}

//===----------------------------------------------------------------------===//
// The list
//===----------------------------------------------------------------------===//

/// While functions are as clang wrote them.
static UnitPass<Module> contractPasses() {
  return group(
      "contracts", "says what the program promises, as checks and assumptions",
      {onModule("mark-summarized",
                "marks functions of which only is known what they may change",
                markSummarized),
       when("the attributes of declarations are checked",
            checks(MemoryProperty::Attribute),
            {onModule("check-promises",
                      "checks what attributes promise, at calls and returns",
                      checkPromises)}),
       onModule("apply-contracts", "makes contracts checks and assumptions",
                atEntry(applyContracts)),
       when("the attributes of declarations are checked",
            checks(MemoryProperty::Attribute),
            {onModule("assume-promises",
                      "assumes that the entry is given what it was promised",
                      [](Module &, Preparation &P) {
                        assumePromises(P.entry(), P.entry());
                      })}),
       onModule("take-assumptions",
                "lets runs go on only if what the program assumes is true",
                takeAssumptions),
       onModule("drop-assumptions",
                "removes assumptions after calls that are looked into",
                dropAssumptionsOfFollowed),
       onModule("check-arguments",
                "checks at calls what functions were found to need",
                [](Module &M, Preparation &P) {
                  checkArguments(M, P.Options.Needs);
                })});
}

static UnitPass<Module> linkPasses() {
  return group(
      "link", "makes one program of what is there",
      {onModule("drop-thread-addresses",
                "makes variables of threads plain ones, as there is one thread",
                dropThreadAddresses),
       onModule("drop-aliases", "calls functions by one name", dropAliases),
       onModule("drop-error-bodies", "keeps calls of error functions",
                dropErrorBodies),
       internalize(),
       onModule("call-constructors", "calls constructors at the beginning",
                atEntry(callConstructors)),
       dropUnreachable(),
       when("types of calls are checked", checks(MemoryProperty::Call),
            {onModule("check-types", "asks about calls by another type",
                      checkTypesOfCalls)}),
       onModule("repair-calls", "makes calls fit the functions they call",
                repairCalls),
       onModule("hardware-meaning",
                "keeps passes from using undefined behaviour",
                HardwareMeaningPass())});
}

/// What was written for machines and compilers, in plain LLVM IR.
static UnitPass<Module> lowerPasses() {
  return group(
      "lower", "says in plain LLVM IR what clang says in other ways",
      {onModule("name-parameters", "calls members of structures by their names",
                nameParameters),
       onModule("call-chosen-functions", "calls what resolvers choose (ifunc)",
                callChosenFunctions),
       onModule("choose-weak-symbols",
                "lets runs choose what other files define",
                atEntry(chooseWeakSymbols)),
       onModule("call-destructors", "calls destructors at the end",
                [](Module &M, Preparation &P) -> Error {
                  if (startsInMain(P))
                    if (Error E = checkSections(M))
                      return E;
                  callDestructors(M, P.entry());
                  return Error::success();
                }),
       when(
           "the entry is not main", std::not_fn(startsInMain),
           {onModule("keep-pointer-callees",
                     "keeps functions that callers may have passed pointers to",
                     [](Module &, Preparation &P) {
                       keepPointerCallees(P.entry());
                     })}),
       // What cannot be reached need not be supported.
       internalize(), dropUnreachable(),
       onModule("lower-jumps", "makes setjmp and longjmp numbers and returns",
                atEntry(lowerJumps)),
       onModule("check-constructs", "refuses what cannot be modelled",
                [](Module &M, Preparation &P) {
                  return checkConstructs(M, P.Options.Volatile);
                }),
       when("reading uninitialized memory is no error",
            std::not_fn(checks(MemoryProperty::Uninitialized)),
            {onModule("fill-open-initializers",
                      "gives bytes that initializers leave open a value",
                      fillOpenInitializers)}),
       onModule("lower-computed-gotos", "makes addresses of labels numbers",
                lowerComputedGotos),
       onModule("lower-assembly", "replaces assembly that is known",
                lowerAssembly),
       onModule("lower-intrinsics", "replaces intrinsics by plain code",
                lowerIntrinsics),
       onModule("note-changes-of-texts",
                "notes whether the locale or the rounding mode may change",
                noteChangesOfTexts),
       onModule("follow-rounding-mode", "makes the rounding mode a value",
                followRoundingMode),
       // Other entries are called from places not seen.
       when("the entry is main", startsInMain,
            {onModule("lower-return-addresses",
                      "replaces return addresses that are known",
                      atEntry(lowerReturnAddresses))}),
       onModule("lower-atomics", "makes atomic operations plain accesses",
                [](Module &M, Preparation &P) {
                  lowerAtomics(M, P.Options.Volatile);
                }),
       // What debug records say while they are as clang made them.
       onModule("locate-conditions", "gives each condition its place",
                locateConditions),
       eachFunction(
           {onFunction("complete-cleanup-switches",
                       "gives clang's switches at the ends of scopes a default",
                       completeCleanupSwitches),
            onFunction("mark-lifetimes", "marks where scopes begin and end",
                       MarkLifetimesPass()),
            recordAssignments()}),
       onModule("renew-locals", "makes each lifetime of a local a new variable",
                atEntry(renewLocals)),
       when("the entry is main", startsInMain,
            {onModule("signal-handlers", "finds flags that signal handlers set",
                      [](Module &M) { applySignalHandlers(M); })}),
       onModule("volatile-meaning",
                "says what volatile accesses read and write",
                [](Module &M, Preparation &P) {
                  return VolatileMeaningPass(P.Options.Volatile)
                      .run(M, P.analyses(M));
                }),
       onModule("lower-variadics", "puts variable arguments into memory",
                [](Module &M, Preparation &P) {
                  return lowerVariadics(M, P.entry(), wordRest(P.Options));
                }),
       onModule("replace-vector-signatures",
                "hands vectors over as their elements",
                replaceVectorSignatures),
       eachFunction({scalarElements()}),
       // What is copied is read, and so checked.
       onModule("copy-passed-structures",
                "makes structures passed by value variables of the caller",
                atEntry(copyPassedStructures))});
}

static UnitPass<Module> checkPasses() {
  return group(
      "checks", "asks what is to be checked of memory",
      {dropChecks(),
       when("memory is checked",
            [](const Preparation &P) { return !P.Options.Memory.empty(); },
            {onModule("check-memory", "puts checks before accesses and calls",
                      [](Module &M, Preparation &P) {
                        return CheckMemoryPass(
                                   {P.Options.Memory, P.Options.Entry})
                            .run(M, P.analyses(M));
                      })}),
       when("checks count only for some values of a variable",
            [](const Preparation &P) {
              return !P.Options.Gate.Variable.empty();
            },
            {onModule("gate-checks", "passes over the checks that do not count",
                      [](Module &M, Preparation &P) {
                        gateChecks(M, P.Options.Gate);
                      })}),
       eachFunction({onFunction("copy-by-members",
                                "copies small structures member by member",
                                copyByMembers)})});
}

static UnitPass<Module> inlinePasses() {
  return group(
      "inline", "looks into calls",
      {onModule("summarize-recursion",
                "marks functions that turn out to call themselves",
                summarizeRecursion),
       ifChanged(
           {onModule("bound-recursion",
                     "copies recursive functions down to a depth",
                     [](Module &M, Preparation &P) {
                       return BoundRecursionPass(P.Options.Recursion)
                           .run(M, P.analyses(M));
                     }),
            onModule("inline-calls", "copies bodies to where they are called",
                     [](Module &M, Preparation &P) {
                       return InlineCallsPass(P.Options.Inline)
                           .run(M, P.analyses(M));
                     })},
           // Pointers that were given may be known now.
           {eachFunction({recordAssignments()},
                         FunctionsWithBodies::Followed)}),
       dropChecks(), dropUnreachable()});
}

/// What a call leads to may hand on pointers to functions itself.
static UnitPass<Module> callPasses() {
  auto IsKept = [](const Preparation &P) {
    return P.Options.Calls == PrepareOptions::Calls::Keep;
  };
  return group(
      "calls", "looks into calls, also through pointers",
      {when("calls are kept", IsKept, {promoteAll()}),
       when(
           "calls are looked into", std::not_fn(IsKept),
           {rounds(MaxRounds,
                   {onModule("repair-unprototyped-calls",
                             "makes calls without a prototype fit",
                             repairUnprototypedCalls),
                    inlinePasses(),
                    // Makes direct calls of pointers whose values are known.
                    measured(countIndirectCalls, promoteAll()),
                    onModule("resolve-calls",
                             "calls by name what pointers may lead to",
                             ResolveCallsPass())},
                   // What functions use that are only called now.
                   {promoteAll()}),
            onModule("call-unseen-targets",
                     "lets pointers lead to code that is not shown",
                     callUnseenTargets),
            when("accesses are checked", checks(MemoryProperty::Access),
                 {ifChanged({onModule("check-resolved",
                                      "checks frees and calls through pointers",
                                      checkResolved)},
                            {promote()})})}),
       onModule("release-pointer-callees",
                "stops keeping functions for pointers of callers",
                releasePointerCallees)});
}

/// Models ask what is known where they were put.
static UnitPass<Module> libraryPasses() {
  return group(
      "library", "answers what models of the C library ask",
      {onModule("sign-results",
                "takes any number of the right sign where only that counts",
                chooseSignResults),
       eachFunction({ifChanged(
           {onFunction("float-texts", "says what is known of numbers as texts",
                       tellFloatTexts),
            onFunction(
                "float-bounds",
                "says what is known of results of mathematical functions",
                tellFloatBounds)},
           {promoteFunction()})})});
}

/// What had a variable index in a loop may be a register now.
static UnitPass<Module> loopPasses() {
  return when(
      "short loops are copied",
      [](const Preparation &P) {
        return P.Options.Loops == PrepareOptions::Loops::Copied;
      },
      {eachFunction({onFunction("unroll-loops", "copies loops of few rounds",
                                UnrollLoopsPass())},
                    FunctionsWithBodies::Followed),
       when("loops were copied",
            [](const Preparation &P) { return hasCopiedLoops(P.M); },
            {promoteAll(),
             ifChanged({eachFunction({onFunction(
                           "rejoin-pointers",
                           "finds pointers that were copied byte by byte",
                           rejoinPointers)})},
                       {promoteAll()})})});
}

static UnitPass<Module> valuePasses() {
  return group(
      "values", "makes more values constants and registers",
      {// What inlined calls handed over in registers.
       ifChanged({eachFunction({onFunction(
                     "register-copies",
                     "copies structures that were handed over as integers",
                     [](Function &F, Preparation &P) {
                       return copyStructuresAsMemory(
                           F, P.analyses(F).getResult<AAManager>(F));
                     })})},
                 {promoteAll()}),
       loopPasses(),
       when("jumps are threaded",
            [](const Preparation &P) {
              return P.Options.Branches == PrepareOptions::Branches::Threaded;
            },
            {eachFunction({onFunction("thread-branches",
                                      "jumps past branches that are decided",
                                      threadBranches)},
                          FunctionsWithBodies::Followed)}),
       onModule(
           "tagged-pointers", "makes tagged integers pointers again",
           [](Module &M, Preparation &P) {
             return TaggedPointersPass(P.Options.Entry).run(M, P.analyses(M));
           }),
       onModule("place-arguments", "fills the memory of the arguments of main",
                placeArguments),
       onModule("forward-constants",
                "takes arguments and results that are one constant from there",
                forwardConstants),
       eachFunction(
           {onFunction("drop-copy-marks", "removes the marks of copies",
                       dropCopyMarks),
            // (What is checked of memory is seldom about what was copied.)
            onFunction("expand-transfers",
                       "makes copies and fills of unknown length loops",
                       [](Function &F, Preparation &P) {
                         if (P.Options.Transfers ==
                             PrepareOptions::Transfers::AsWritten)
                           checkCopiesApart(F);
                         else
                           expandTransfers(F, P.Options.Memory.empty());
                       })})});
}

static UnitPass<Module> slicePasses() {
  return when("the program is sliced",
              [](const Preparation &P) {
                return P.Options.Slice == PrepareOptions::Slice::ForErrors;
              },
              {dropChecks(), // what passes put in
                             // Where functions are left: slicing takes all
                             // results of one together.
               removeArguments(),
               onModule("slice-assertions", "removes what no check depends on",
                        [](Module &M, Preparation &P) {
                          return SliceAssertionsPass({P.Options.Entry})
                              .run(M, P.analyses(M));
                        }),
               removeArguments(), eachFunction({removeUnused()}),
               dropUnreachable()});
}

/// Up to one program that does as it is written, with its checks.
static UnitPass<Module> makeFirstList() {
  return group("", "",
               {contractPasses(), lowerPasses(), checkPasses(), linkPasses()});
}

/// What makes that easy to model.
static UnitPass<Module> makeSecondList() {
  return group(
      "", "",
      {onModule("provide-arguments", "gives main arguments in memory",
                [](Module &, Preparation &P) { provideArguments(P.entry()); }),
       when("allocations may fail",
            [](const Preparation &P) {
              return P.Options.Allocations ==
                     PrepareOptions::Allocation::MayFail;
            },
            {onModule("let-allocations-fail", "marks allocations that may fail",
                      letAllocationsFail)}),
       // Before globals are threaded: their values would be handed back after a
       // call that is the last thing otherwise.
       when("functions call themselves",
            [](const Preparation &P) { return !recursionCycles(P.M).empty(); },
            {promote(),
             onModule("tail-recursion", "makes calls that come last loops",
                      TailRecursionPass())}),
       splitGlobals(), threadGlobals(), promote(), callPasses(),
       libraryPasses(), valuePasses(),
       when("the entry is main, and nobody else follows what calls back",
            [](const Preparation &P) {
              return startsInMain(P) &&
                     P.Options.CallsBack == PrepareOptions::Callbacks::Refused;
            },
            {onModule("check-callbacks",
                      "refuses functions that unseen code may call back",
                      checkCallbacks)}),
       slicePasses(),
       when("inputs are told apart only where the program does so",
            [](const Preparation &P) {
              return P.Options.Inputs == PrepareOptions::Inputs::Distinct;
            },
            {eachFunction(
                {onFunction("own-remainders",
                            "marks inputs of which only a remainder is used",
                            markOwnRemainders)})}),
       // When no pass makes bits of numbers any more.
       onModule("float-meaning",
                "says which floating-point results may be anything",
                FloatMeaningPass()),
       eachFunction(
           {onFunction("expand-address-constants",
                       "computes addresses in constants by instructions",
                       expandAddressConstants),
            onFunction("start-from-zeros",
                       "builds structures from zeros rather than from undef",
                       startFromZeros),
            onFunction("split-calls", "gives calls blocks of their own",
                       SplitCallsPass())})});
}

/// All passes, from top to bottom.
static ArrayRef<UnitPass<Module>> preparation() {
  static const UnitPass<Module> Lists[] = {makeFirstList(), makeSecondList()};
  return Lists;
}

/// Where globals are handed back as values, the parameter for a structure that
/// is returned is one like others.
static void dropStructureResults(Module &M) {
  AttributeMask OfResult;
  OfResult.addAttribute(Attribute::StructRet);
  OfResult.addAttribute(Attribute::NoAlias);
  for (Function &F : M) {
    if (F.getReturnType()->isVoidTy() || !F.hasStructRetAttr())
      continue;
    const unsigned Which = F.hasParamAttribute(0, Attribute::StructRet) ? 0 : 1;
    F.removeParamAttrs(Which, OfResult);
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && Call->getCalledOperand() == &F)
        Call->removeParamAttrs(Which, OfResult);
  }
}

Error prepareModule(Module &M, const PrepareOptions &Options) {
  M.setIsNewDbgInfoFormat(true);
  Function *Entry = M.getFunction(Options.Entry);
  if (!Entry || Entry->isDeclaration())
    return make_error<UnsupportedError>(
        Cause(Cause::Kind::NoEntry, Options.Entry));
  // Whoever calls it is not seen: call graphs begin at what others may call.
  Entry->setLinkage(GlobalValue::ExternalLinkage);
  Preparation P(M, Options);
  using Stages = PrepareOptions::Stages;
  ArrayRef<UnitPass<Module>> Lists = preparation();
  if (Options.Which != Stages::All)
    Lists = Lists.slice(Options.Which == Stages::First ? 0 : 1, 1);
  for (const UnitPass<Module> &List : Lists)
    if (auto Result = List.Run(M, P); !Result)
      return Result.takeError();
  dropStructureResults(M);
  std::string Broken;
  raw_string_ostream OS(Broken);
  if (verifyModule(M, &OS))
    return createStringError("internal error: preparation broke the module: " +
                             Broken);
  return Error::success();
}

void printPasses(raw_ostream &OS) {
  PassText All;
  for (const UnitPass<Module> &List : preparation())
    append_range(All.Parts, List.Text.Parts);
  print(All, OS);
}

} // namespace sooth
