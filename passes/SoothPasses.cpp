//===- SoothPasses.cpp - The passes, for opt and clang --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// opt -load-pass-plugin=SoothPasses.so -passes='thread-globals<whole-program>'
//
// A pass is a row in one of the two tables: its name and what adds it, given
// the parameters between the angle brackets.
//
//===----------------------------------------------------------------------===//

#include "EncodePasses.h"
#include "VerifyPasses.h"

#include "sooth/Driver/Options/UserOptions.h"
#include "sooth/Frontend/LLVM/Passes/FloatMeaning.h"
#include "sooth/Frontend/LLVM/Passes/HardwareMeaning.h"
#include "sooth/Frontend/LLVM/Passes/InlineCalls.h"
#include "sooth/Frontend/LLVM/Passes/MarkLifetimes.h"
#include "sooth/Frontend/LLVM/Passes/Prepare.h"
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
#include "sooth/Frontend/LLVM/Passes/VolatileMeaning.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace sooth;

namespace {

/// The parameters of a pass: `flag` and `name=value`, separated by semicolons.
class Parameters {
public:
  explicit Parameters(StringRef Text) { Text.split(Items, ';', -1, false); }

  /// Whether the flag is there.
  bool take(StringRef Flag) {
    auto It = find(Items, Flag);
    if (It == Items.end())
      return false;
    Items.erase(It);
    return true;
  }
  std::string takeValue(StringRef Name, StringRef Default) {
    for (StringRef &Item : Items) {
      auto [Key, Value] = Item.split('=');
      if (Key != Name)
        continue;
      std::string Result = Value.str();
      Items.erase(&Item);
      return Result;
    }
    return Default.str();
  }
  Linkage takeLinkage() {
    return take("whole-program") ? Linkage::WholeProgram : Linkage::OneModule;
  }
  std::vector<std::string> takeAll() {
    std::vector<std::string> All(Items.begin(), Items.end());
    Items.clear();
    return All;
  }
  ArrayRef<StringRef> rest() const { return Items; }
  /// A parameter has a value that it does not take.
  void fail(const Twine &Message) {
    errs() << "error: " << Message << '\n';
    IsGood = false;
  }
  bool isGood() const { return IsGood; }

private:
  SmallVector<StringRef, 4> Items;
  bool IsGood = true;
};

class PreparePass : public PassInfoMixin<PreparePass> {
public:
  explicit PreparePass(PrepareOptions Options) : Options(std::move(Options)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (Error E = prepareModule(M, Options))
      M.getContext().emitError(toString(std::move(E)));
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

private:
  PrepareOptions Options;
};

template <class ManagerT> struct PassEntry {
  StringLiteral Name;
  void (*Add)(ManagerT &, Parameters &);
};

/// `procedures=inline`, `wait` or `auto`, and `threshold=instructions`.
InlineCallsOptions takeInlineOptions(Parameters &P) {
  InlineCallsOptions Options;
  std::string How = P.takeValue("procedures", "inline");
  if (auto Known = procedureEncoding(How))
    Options.Procedures = *Known;
  else
    P.fail("procedures are inline, wait or auto, not '" + How + "'");
  std::string Count = P.takeValue("threshold", "");
  if (!Count.empty() && StringRef(Count).getAsInteger(10, Options.Threshold))
    P.fail("'" + Count + "' is not a number of instructions");
  return Options;
}

/// `depth=activations`, or by another \p Name.
BoundRecursionOptions takeRecursionOptions(Parameters &P, StringRef Name) {
  BoundRecursionOptions Options;
  std::string Depth = P.takeValue(Name, "");
  if (!Depth.empty() && StringRef(Depth).getAsInteger(10, Options.Depth))
    P.fail("'" + Depth + "' is not a number of activations");
  return Options;
}

/// `volatile=memory` or `arbitrary`.
Volatile takeVolatile(Parameters &P) {
  std::string Name = P.takeValue("volatile", "memory");
  auto How = volatileMeaning(Name);
  if (!How)
    P.fail("volatile is memory or arbitrary, not '" + Name + "'");
  return How.value_or(Volatile::Memory);
}

PrepareOptions takePrepareOptions(Parameters &P) {
  PrepareOptions Options;
  Options.Entry = P.takeValue("entry", Options.Entry);
  if (P.take("no-slice"))
    Options.Slice = PrepareOptions::Slice::Off;
  if (P.take("no-unroll"))
    Options.Loops = PrepareOptions::Loops::AsWritten;
  if (P.take("no-inline"))
    Options.Calls = PrepareOptions::Calls::Keep;
  Options.Inline = takeInlineOptions(P);
  Options.Recursion = takeRecursionOptions(P, "recursion-depth");
  Options.Volatile = takeVolatile(P);
  return Options;
}

/// For each module, unless the user says otherwise.
constexpr double DefaultSeconds = 10;

/// The options of docs/Options.md.
Expected<VerificationTask> takeTask(Parameters &P) {
  Expected<UserOptions> Options = parseParameters(P.takeAll(), OptOption);
  if (!Options)
    return Options.takeError();
  if (Options->Task.TimeoutSeconds == 0)
    Options->Task.TimeoutSeconds = DefaultSeconds;
  if (Options->Task.Jobs == 0)
    Options->Task.Jobs = 1;
  return std::move(Options->Task);
}

EncodeCfaPass::Form takeForm(Parameters &P) {
  if (P.take("dot"))
    return EncodeCfaPass::Form::Dot;
  return P.take("steps") ? EncodeCfaPass::Form::TextWithSteps
                         : EncodeCfaPass::Form::Text;
}

const PassEntry<ModulePassManager> ModulePasses[] = {
    {"bound-recursion",
     [](ModulePassManager &PM, Parameters &P) {
       PM.addPass(BoundRecursionPass(takeRecursionOptions(P, "depth")));
     }},
    {"encode-cfa",
     [](ModulePassManager &PM, Parameters &P) {
       std::string Entry = P.takeValue("entry", "main");
       PM.addPass(EncodeCfaPass(Entry, takeForm(P)));
     }},
    {"encode-vmt",
     [](ModulePassManager &PM, Parameters &P) {
       std::string Entry = P.takeValue("entry", "main");
       PM.addPass(EncodeVmtPass(
           Entry, P.take("small-blocks") ? EncodeVmtPass::Steps::SmallBlocks
                                         : EncodeVmtPass::Steps::LargeBlocks));
     }},
    {"float-meaning", [](ModulePassManager &PM,
                         Parameters &) { PM.addPass(FloatMeaningPass()); }},
    {"hardware-meaning",
     [](ModulePassManager &PM, Parameters &) {
       PM.addPass(HardwareMeaningPass());
     }},
    {"inline-calls",
     [](ModulePassManager &PM, Parameters &P) {
       PM.addPass(InlineCallsPass(takeInlineOptions(P)));
     }},
    {"resolve-calls", [](ModulePassManager &PM,
                         Parameters &) { PM.addPass(ResolveCallsPass()); }},
    {"slice-assertions",
     [](ModulePassManager &PM, Parameters &P) {
       PM.addPass(SliceAssertionsPass({P.takeValue("entry", "main")}));
     }},
    {"sooth-prepare",
     [](ModulePassManager &PM, Parameters &P) {
       PM.addPass(PreparePass(takePrepareOptions(P)));
     }},
    {"split-globals",
     [](ModulePassManager &PM, Parameters &P) {
       PM.addPass(SplitGlobalsPass(P.takeLinkage()));
     }},
    {"tagged-pointers",
     [](ModulePassManager &PM, Parameters &P) {
       PM.addPass(TaggedPointersPass(P.takeValue("entry", "main")));
     }},
    {"tail-recursion", [](ModulePassManager &PM,
                          Parameters &) { PM.addPass(TailRecursionPass()); }},
    {"thread-globals",
     [](ModulePassManager &PM, Parameters &P) {
       std::string Entry = P.takeValue("entry", "main");
       PM.addPass(ThreadGlobalsPass({Entry, P.takeLinkage()}));
     }},
    {"verify-assertions",
     [](ModulePassManager &PM, Parameters &P) {
       Expected<VerificationTask> Task = takeTask(P);
       if (Task)
         PM.addPass(VerifyAssertionsPass(std::move(*Task)));
       else
         P.fail(toString(Task.takeError()));
     }},
    {"volatile-meaning",
     [](ModulePassManager &PM, Parameters &P) {
       PM.addPass(VolatileMeaningPass(P.take("arbitrary") ? Volatile::Arbitrary
                                                          : Volatile::Memory));
     }},
};

const PassEntry<FunctionPassManager> FunctionPasses[] = {
    {"freeze-undef", [](FunctionPassManager &PM,
                        Parameters &) { PM.addPass(FreezeUndefPass()); }},
    {"pin-uninitialized",
     [](FunctionPassManager &PM, Parameters &) {
       PM.addPass(PinUninitializedPass());
     }},
    {"record-assignments",
     [](FunctionPassManager &PM, Parameters &) {
       PM.addPass(RecordAssignmentsPass());
     }},
    {"mark-lifetimes", [](FunctionPassManager &PM,
                          Parameters &) { PM.addPass(MarkLifetimesPass()); }},
    {"split-calls", [](FunctionPassManager &PM,
                       Parameters &) { PM.addPass(SplitCallsPass()); }},
    {"unroll-loops", [](FunctionPassManager &PM,
                        Parameters &) { PM.addPass(UnrollLoopsPass()); }},
};

/// Adds the pass that \p Text names, such as `split-globals<whole-program>`.
/// Returns true if there is one.
template <class ManagerT>
bool addByName(StringRef Text, ManagerT &PM,
               ArrayRef<PassEntry<ManagerT>> Table) {
  StringRef Name = Text, InBrackets;
  if (Name.consume_back(">"))
    std::tie(Name, InBrackets) = Name.split('<');
  for (const PassEntry<ManagerT> &Entry : Table) {
    if (Entry.Name != Name)
      continue;
    Parameters P(InBrackets);
    Entry.Add(PM, P);
    for (StringRef Unknown : P.rest())
      errs() << "error: pass '" << Name << "' has no parameter '" << Unknown
             << "'\n";
    return P.isGood() && P.rest().empty();
  }
  return false;
}

void registerPasses(PassBuilder &Builder) {
  Builder.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &PM,
         ArrayRef<PassBuilder::PipelineElement>) {
        return addByName<ModulePassManager>(Name, PM, ModulePasses);
      });
  Builder.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &PM,
         ArrayRef<PassBuilder::PipelineElement>) {
        return addByName<FunctionPassManager>(Name, PM, FunctionPasses);
      });
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "SoothPasses", "0.1", registerPasses};
}
