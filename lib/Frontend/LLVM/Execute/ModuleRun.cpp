//===- ModuleRun.cpp - Runs of LLVM IR as it is ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Execute/ModuleRun.h"

#include "Instrument.h"
#include "sooth/Support/ChildProcess.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace sooth;
namespace orc = llvm::orc;

static constexpr size_t HeapBytes = size_t(64) << 20;

//===----------------------------------------------------------------------===//
// In the process that runs the program
//===----------------------------------------------------------------------===//

namespace {
/// What a run hands on as it goes, so that nothing is lost where it crashes.
struct Log {
  enum class Ending : uint32_t { None, Ended, Failed, Cut, TooLong };
  Ending How;
  uint32_t Number; ///< of a failure or a reason
  uint32_t Count;  ///< of values
  ObservedValue Values[];
};

/// The run that this process is for.
struct CurrentRun {
  const HookTables *Tables;
  const ChosenInputs *Inputs;
  Log *To;
  unsigned MaxValues;
  uint64_t BlocksLeft;
  uint8_t Filling; ///< what variables without a value consist of
  struct Call {
    uint64_t Key;
    const SourceLocation *Site;
  };
  std::vector<Call> Calls{};
  llvm::DenseMap<uint64_t, unsigned> Counts{};
  char *Heap = nullptr;
  size_t Used = 0;
};
} // namespace

static CurrentRun *Run;

[[noreturn]] static void finish(Log::Ending How, uint32_t Number = 0) {
  Run->To->Number = Number;
  Run->To->How = How;
  _exit(0);
}

static void onBlock() {
  if (--Run->BlocksLeft == 0)
    finish(Log::Ending::TooLong);
}

static uint64_t callsKey() {
  return Run->Calls.empty() ? 0 : Run->Calls.back().Key;
}

static void onEnter(uint32_t Number) {
  const SourceLocation &Site = Run->Tables->Calls[Number];
  Run->Calls.push_back({withCall(callsKey(), Site), &Site});
}

static void onLeave() { Run->Calls.pop_back(); }

static void onAssign(uint32_t Place, uint32_t Width, uint64_t Bits) {
  if (Run->To->Count == Run->MaxValues)
    finish(Log::Ending::TooLong);
  Run->To->Values[Run->To->Count++] = {Place, Width, Bits, true};
}

static void onRead(uint32_t Number, void *Result) {
  const HookTables::InputSite &Site = Run->Tables->Inputs[Number];
  // Functions without places are told as their calls.
  const bool IsOfCall = !Site.Where.isValid() && !Run->Calls.empty();
  const SourceLocation &Where = IsOfCall ? *Run->Calls.back().Site : Site.Where;
  if (IsOfCall)
    Run->Calls.pop_back();
  uint64_t Calls = callsKey();
  if (IsOfCall)
    Run->Calls.push_back({withCall(Calls, Where), &Where});
  for (const SourceLocation &Call : Site.Calls)
    Calls = withCall(Calls, Call);
  const uint64_t Key = inputKey(
      Site.Function, Where,
      Run->Inputs->atPlace() == ChosenInputs::AtPlace::Various ? Calls : 0);
  llvm::APInt Value =
      Run->Inputs->value(Key, Run->Counts[Key]++, Site.Width, Site.Function);
  std::memcpy(Result, Value.getRawData(), (Site.Width + 7) / 8);
}

static void onFill(void *Object, uint64_t Size) {
  std::memset(Object, Run->Filling, Size);
}

static void *onAllocate(uint64_t Size, uint64_t Alignment, uint32_t Zeros) {
  Alignment = std::max<uint64_t>(Alignment, 16);
  const size_t First =
      llvm::alignTo(reinterpret_cast<uintptr_t>(Run->Heap) + Run->Used,
                    llvm::PowerOf2Ceil(Alignment)) -
      reinterpret_cast<uintptr_t>(Run->Heap);
  if (Size > HeapBytes || First + Size > HeapBytes)
    finish(Log::Ending::TooLong);
  // Not next to each other.
  Run->Used = First + Size + 32 + (Run->Filling ? 64 : 0);
  char *Object = Run->Heap + First;
  std::memset(Object, Zeros ? 0 : Run->Filling, Size);
  return Object;
}

static void onFail(uint32_t Number) { finish(Log::Ending::Failed, Number); }
static void onEnd() { finish(Log::Ending::Ended); }
static void onCut(uint32_t Number) { finish(Log::Ending::Cut, Number); }

/// It computes, and does nothing else.
static void limitProcess(unsigned Seconds) {
  auto Limit = [](auto What, rlim_t Most) {
    rlimit L{Most, Most};
    setrlimit(What, &L);
  };
  Limit(RLIMIT_CPU, Seconds);
  Limit(RLIMIT_CORE, 0);
  Limit(RLIMIT_FSIZE, 0);
  const int Nothing = open("/dev/null", O_RDWR);
  for (int Stream : {0, 1, 2})
    dup2(Nothing, Stream);
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

struct CompiledModule::State {
  /// The program, which is there twice, so that addresses differ.
  struct Instance {
    std::unique_ptr<orc::LLJIT> Jit;
    void (*Code)() = nullptr;
  };
  Instance First, Second;
  HookTables Tables;
  ModuleRunOptions Options;

  llvm::Error build(llvm::Module &M);
  ObservedRun run(const ChosenInputs &Inputs, const Instance &Of,
                  uint8_t Filling) const;
};

/// Functions that code generators call for operations of the machine that is
/// not there.
static bool isForOperations(llvm::StringRef Name) {
  static constexpr llvm::StringRef Plain[] = {
      "memcpy", "memmove", "memset", "fmod", "floor",     "ceil",
      "trunc",  "rint",    "round",  "sqrt", "nearbyint", "roundeven",
      "fma",    "ldexp",   "fmin",   "fmax", "copysign",  "lrint",
      "llrint", "lround",  "llround"};
  if (Name.starts_with("__"))
    return Name.ends_with("ti3") || Name.ends_with("ti4") ||
           Name.ends_with("ti") || Name.starts_with("__float") ||
           Name.starts_with("__fix");
  auto IsPlain = [&](llvm::StringRef N) {
    return llvm::is_contained(Plain, N);
  };
  return IsPlain(Name) || ((Name.ends_with("f") || Name.ends_with("l")) &&
                           IsPlain(Name.drop_back()));
}

static llvm::Expected<std::unique_ptr<orc::LLJIT>>
createJit(orc::JITTargetMachineBuilder Target) {
  Target.setCodeGenOptLevel(llvm::CodeGenOptLevel::None);
  return orc::LLJITBuilder()
      .setJITTargetMachineBuilder(std::move(Target))
      .setPlatformSetUp(orc::setUpInactivePlatform)
      .create();
}

/// Links \p Object with the hooks, and nothing else that does anything.
static llvm::Expected<std::unique_ptr<orc::LLJIT>>
link(const orc::JITTargetMachineBuilder &Target,
     const llvm::MemoryBuffer &Object) {
  auto Jit = createJit(Target);
  if (!Jit)
    return Jit.takeError();
  orc::JITDylib &Program = (*Jit)->getMainJITDylib();
  orc::SymbolMap Hooks;
  auto Define = [&](llvm::StringRef Name, auto *Function) {
    Hooks[(*Jit)->mangleAndIntern(Name)] = {
        orc::ExecutorAddr::fromPtr(Function), llvm::JITSymbolFlags::Exported};
  };
  Define(hook::Block, onBlock);
  Define(hook::Enter, onEnter);
  Define(hook::Leave, onLeave);
  Define(hook::Assign, onAssign);
  Define(hook::Read, onRead);
  Define(hook::Fill, onFill);
  Define(hook::Allocate, onAllocate);
  Define(hook::Fail, onFail);
  Define(hook::End, onEnd);
  Define(hook::Cut, onCut);
  if (llvm::Error E = Program.define(orc::absoluteSymbols(std::move(Hooks))))
    return std::move(E);
  auto Operations = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*Jit)->getDataLayout().getGlobalPrefix(),
      [](const orc::SymbolStringPtr &Name) { return isForOperations(*Name); });
  if (!Operations)
    return Operations.takeError();
  Program.addGenerator(std::move(*Operations));
  if (llvm::Error E =
          (*Jit)->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy(
              Object.getBuffer(), Object.getBufferIdentifier())))
    return std::move(E);
  return Jit;
}

llvm::Error CompiledModule::State::build(llvm::Module &M) {
  static const bool IsMissing = llvm::InitializeNativeTarget() ||
                                llvm::InitializeNativeTargetAsmPrinter();
  if (IsMissing)
    return llvm::createStringError("there is no compiler for this machine");
  // Without what only this processor can do, such as products and sums that
  // are rounded once.
  const llvm::Triple Here(llvm::sys::getProcessTriple());
  orc::JITTargetMachineBuilder Target(Here);
  auto Machine = Target.createTargetMachine();
  if (!Machine)
    return Machine.takeError();
  auto Object = orc::SimpleCompiler(**Machine)(M);
  if (!Object)
    return Object.takeError();
  for (Instance *I : {&First, &Second}) {
    auto Jit = link(Target, **Object);
    if (!Jit)
      return Jit.takeError();
    I->Jit = std::move(*Jit);
    auto Address = I->Jit->lookup(RunName);
    if (!Address)
      return Address.takeError();
    I->Code = Address->toPtr<void (*)()>();
  }
  return llvm::Error::success();
}

llvm::Expected<CompiledModule>
CompiledModule::compile(const llvm::Module &M, const ModuleRunOptions &O,
                        PlaceNumbers &Places) {
  if (M.getDataLayout().getPointerSize() != sizeof(void *))
    return llvm::createStringError("it is for another machine");
  auto S = std::make_unique<State>();
  S->Options = O;
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(M);
  auto Tables = instrument(*Copy, O, Places);
  if (!Tables)
    return Tables.takeError();
  S->Tables = std::move(*Tables);
  std::string Broken;
  llvm::raw_string_ostream OS(Broken);
  if (llvm::verifyModule(*Copy, &OS))
    return llvm::createStringError("internal error: " + Broken);
  if (llvm::Error E = S->build(*Copy))
    return std::move(E);
  return CompiledModule(std::move(S));
}

CompiledModule::CompiledModule(std::unique_ptr<State> S) : S(std::move(S)) {}
CompiledModule::CompiledModule(CompiledModule &&) = default;
CompiledModule::~CompiledModule() = default;

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

ObservedRun CompiledModule::State::run(const ChosenInputs &Inputs,
                                       const Instance &Of,
                                       uint8_t Filling) const {
  ObservedRun Result;
  Result.Ending.How = RunEnding::Kind::Cut;
  const size_t Bytes =
      sizeof(Log) + size_t(Options.MaxValues) * sizeof(ObservedValue);
  void *Shared = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Shared == MAP_FAILED) {
    Result.Ending.Why = "there is no memory for it";
    return Result;
  }
  Log &L = *static_cast<Log *>(Shared);
  auto Child = ChildProcess::start({}, [&](LineWriter &) {
    limitProcess(Options.MaxSeconds);
    CurrentRun Here{&Tables,           &Inputs,           &L,
                    Options.MaxValues, Options.MaxBlocks, Filling};
    Run = &Here;
    void *Heap = mmap(nullptr, HeapBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Heap == MAP_FAILED)
      finish(Log::Ending::TooLong);
    Here.Heap = static_cast<char *>(Heap);
    // What is on the stack is somewhere else, too.
    auto *Room = static_cast<volatile char *>(alloca(Filling ? 4096 : 16));
    Room[0] = 0;
    Of.Code();
    finish(Log::Ending::Ended);
  });
  if (!Child) {
    munmap(Shared, Bytes);
    Result.Ending.Why = llvm::toString(Child.takeError());
    return Result;
  }
  const ChildProcess::Ending Ended = Child->wait();
  Result.Values.assign(L.Values, L.Values + L.Count);
  switch (L.How) {
  case Log::Ending::None:
    Result.Ending.Why = "it does not end by itself: " + Ended.str();
    break;
  case Log::Ending::Ended:
    Result.Ending.How = RunEnding::Kind::Ended;
    break;
  case Log::Ending::Failed:
    Result.Ending = Tables.Failures[L.Number];
    break;
  case Log::Ending::Cut:
    Result.Ending.Why = Tables.Reasons[L.Number];
    break;
  case Log::Ending::TooLong:
    Result.Ending.Why = "it is long";
    break;
  }
  munmap(Shared, Bytes);
  return Result;
}

ObservedRun CompiledModule::run(const ChosenInputs &Inputs) const {
  return commonPart(S->run(Inputs, S->First, 0),
                    S->run(Inputs, S->Second, 0xa5));
}

MentionedNumbers sooth::mentionedNumbers(const llvm::Module &M) {
  static constexpr size_t Most = 200;
  MentionedNumbers Numbers;
  for (const llvm::Function &F : M)
    for (const llvm::Instruction &I : llvm::instructions(F))
      for (const llvm::Value *V : I.operand_values())
        if (auto *C = llvm::dyn_cast<llvm::ConstantInt>(V);
            C && C->getBitWidth() >= 8 && Numbers.size() < Most)
          Numbers.push_back(C->getValue());
  return Numbers;
}
