//===- SoothFuzz.cpp - Engines against enumeration on random models -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Campaign.h"
#include "NetCampaign.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth::test;
namespace cl = llvm::cl;

static cl::OptionCategory Category("sooth-fuzz options");

namespace {
enum class ModelKind { Ts, Cfa, Horn, Values, Path, Petri };
}

static cl::opt<ModelKind> Kind(
    "kind", cl::desc("What to generate"), cl::init(ModelKind::Ts),
    cl::values(clEnumValN(ModelKind::Ts, "ts", "transition systems"),
               clEnumValN(ModelKind::Cfa, "cfa", "automata"),
               clEnumValN(ModelKind::Horn, "horn", "automata as Horn clauses"),
               clEnumValN(ModelKind::Values, "values",
                          "automata over integers and arrays"),
               clEnumValN(ModelKind::Path, "path", "paths, for interpolators"),
               clEnumValN(ModelKind::Petri, "petri", "Petri nets")),
    cl::cat(Category));
static cl::opt<std::string> Seeds("seeds", cl::desc("Seeds A..B, or only A"),
                                  cl::value_desc("A..B"), cl::init("1..100"),
                                  cl::cat(Category));
static cl::opt<std::string>
    EngineList("engine", cl::desc("Engines, separated by commas, or all"),
               cl::value_desc("names"), cl::init("all"), cl::cat(Category));
static cl::opt<double> Timeout("timeout",
                               cl::desc("Time for each model and engine"),
                               cl::value_desc("seconds"), cl::init(5),
                               cl::cat(Category));

static cl::opt<std::string>
    Folder("write",
           cl::desc("Write the models to this folder, with safe or unsafe in\n"
                    "their names, instead of running engines"),
           cl::value_desc("folder"), cl::cat(Category));

static int usageError(const llvm::Twine &What) {
  llvm::errs() << "sooth-fuzz: error: " << What << '\n';
  return 3;
}

/// Requires "A..B" or "A".
static bool parseSeeds(llvm::StringRef Text, Campaign &C) {
  auto [First, Last] = Text.split("..");
  if (!llvm::to_integer(First, C.FirstSeed, 10))
    return false;
  C.LastSeed = C.FirstSeed;
  return !Text.contains("..") ||
         (llvm::to_integer(Last, C.LastSeed, 10) && C.LastSeed >= C.FirstSeed);
}

/// Engines for nets have names of their own.
static int fuzzNets(const Campaign &C) {
  NetCampaign Nets{C.FirstSeed, C.LastSeed, {}, C.SecondsPerRun};
  if (EngineList == "all")
    Nets.Engines = allNetEngines().vec();
  else
    for (llvm::StringRef Name : llvm::split(EngineList.getValue(), ',')) {
      const NetEngine *E = llvm::find_if(
          allNetEngines(), [&](const NetEngine &E) { return E.Name == Name; });
      if (E == allNetEngines().end())
        return usageError("--engine: no engine for nets is called '" + Name +
                          "'");
      Nets.Engines.push_back(*E);
    }
  return runOnNets(Nets, llvm::outs()) ? 1 : 0;
}

static int write(const Campaign &C) {
  switch (Kind) {
  case ModelKind::Ts:
    writeSystems(C);
    return 0;
  case ModelKind::Cfa:
    writeAutomata(C);
    return 0;
  case ModelKind::Values:
    writeValues(C);
    return 0;
  case ModelKind::Petri:
    writeNets(C);
    return 0;
  case ModelKind::Horn:
  case ModelKind::Path:
    break;
  }
  return usageError("--write: not for this kind");
}

/// The number of wrong answers.
static unsigned run(const Campaign &C, llvm::raw_ostream &OS) {
  switch (Kind) {
  case ModelKind::Ts:
    return runOnSystems(C, OS);
  case ModelKind::Cfa:
    return runOnAutomata(C, OS);
  case ModelKind::Horn:
    return runOnClauses(C, OS);
  case ModelKind::Values:
    return runOnValues(C, OS);
  case ModelKind::Path:
    return runOnPaths(C, OS);
  case ModelKind::Petri:
    break; // see fuzzNets()
  }
  llvm_unreachable("unknown kind of model");
}

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(
      Argc, Argv,
      "Runs engines on random models and compares their answers with\n"
      "enumeration. Exit code 1 if an answer is wrong. For C programs see\n"
      "test/differential/fuzzc.py.\n");
  Campaign C;
  if (!parseSeeds(Seeds, C))
    return usageError("--seeds: not a range A..B: " + Seeds);
  std::string UnknownName;
  if (Timeout <= 0)
    return usageError("--timeout: not a positive number");
  C.SecondsPerRun = Timeout;
  C.Folder = Folder;
  if (!C.Folder.empty())
    return write(C);
  if (Kind == ModelKind::Petri)
    return fuzzNets(C);
  C.Engines = findEngines(EngineList, UnknownName);
  if (C.Engines.empty())
    return usageError("--engine: no engine is called '" + UnknownName + "'");
  return run(C, llvm::outs()) ? 1 : 0;
}
