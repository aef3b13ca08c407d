//===- TestedEngines.cpp - Engines by name --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestedEngines.h"

#include "RandomCfa.h"

#include "sooth/Engine/Bmc/Bmc.h"
#include "sooth/Engine/Cegar/Cegar.h"
#include "sooth/Engine/Engines.h"
#include "sooth/Engine/Euf/Euf.h"
#include "sooth/Engine/Run/Run.h"
#include "sooth/Engine/Simulate/Simulate.h"
#include "sooth/Engine/StsCegar/StsCegar.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace sooth;
using namespace sooth::test;

static TestedEngine bmc(std::string Name, BmcOptions::Method Use,
                        TsInvariant::Paths Paths) {
  BmcOptions O;
  O.Use = Use;
  O.Paths = Paths;
  // The state space has fewer states than this; deeper is waste.
  O.MaxDepth = Use == BmcOptions::Method::Bounded ? 200 : 0;
  return {std::move(Name), [O] { return createBmc(O); }, nullptr};
}

static TestedEngine euf(std::string Name, EufOptions::Projection Project,
                        EufOptions::Generalization Generalize) {
  EufOptions O;
  O.Project = Project;
  O.Generalize = Generalize;
  return {std::move(Name), [O] { return createEuf(O); }, nullptr};
}

static TestedEngine onLocations(std::string Name, EufOptions O) {
  return {std::move(Name), [O] { return createEufUnfolding(O); },
          [O] { return createEufOnLocations(O); }};
}

/// On automata, and on systems as automata.
static TestedEngine onBoth(std::string Name,
                           std::function<std::unique_ptr<CfaEngine>()> Create) {
  return {std::move(Name), [Create] { return createCegarOnSystem(Create()); },
          Create};
}

/// "EXPL+search=DFS": a domain and other options by name.
static llvm::Error parse(llvm::StringRef Choices, CegarOptions &O) {
  llvm::SmallVector<llvm::StringRef, 8> Items;
  Choices.split(Items, '+');
  if (llvm::Error E = cegarOptions().set(O, "domain", Items[0]))
    return E;
  for (llvm::StringRef Item : llvm::drop_begin(Items)) {
    auto [Name, Value] = Item.split('=');
    if (llvm::Error E = cegarOptions().set(O, Name, Value))
      return E;
  }
  return llvm::Error::success();
}

static TestedEngine cegar(llvm::StringRef Choices) {
  CegarOptions O;
  llvm::cantFail(parse(Choices, O));
  return onBoth(("cegar:" + Choices).str(), [O] { return createCegar(O); });
}

/// A value of \p O; numbers are small, so that they are reached.
static std::string anyValue(const OptionInfo &O, Random &R) {
  if (O.Name == "maxenum" && R.chance(60))
    return std::to_string(R.below(7));
  if (O.Name == "maxcex" && R.chance(60))
    return std::to_string(R.below(4));
  if (O.Name == "search" && R.chance(25))
    return std::to_string(int(R.below(7)) - 2) + ":" +
           std::to_string(int(R.below(7)) - 2);
  return O.Values[R.below(O.Values.size())].Name.str();
}

/// Every option of a configuration by the dice.
static TestedEngine anyCegar(uint64_t Seed) {
  Random R(Seed ^ 0x9e3779b97f4a7c15);
  std::string Choices;
  for (const OptionInfo &O : cegarOptions().infos()) {
    std::string Value = anyValue(O, R);
    Choices += O.Name == "domain" ? Value : "+" + O.Name.str() + "=" + Value;
  }
  return cegar(Choices);
}

static TestedEngine asUsersGetIt(const EngineInfo &E) {
  std::shared_ptr<EngineFactory> Factory = E.Configure();
  TestedEngine T;
  T.Name = E.Name.str();
  T.Create = [Factory] { return Factory->create(); };
  if (Factory->createOnCfa())
    T.CreateOnCfa = [Factory] { return Factory->createOnCfa(); };
  return T;
}

/// Every option of the interpolating algorithm by the dice.
static TestedEngine anyInterpolating(uint64_t Seed) {
  Random R(Seed ^ 0x9e3779b97f4a7c15);
  StsCegarOptions O;
  O.Split = R.chance(50) ? StsCegarOptions::Interpolation::Craig
                         : StsCegarOptions::Interpolation::Sequence;
  O.PredicatesOfConditions = R.chance(50);
  O.PredicatesOfProperty = R.chance(50);
  O.Incremental = R.chance(50);
  O.TrackControl = R.chance(50);
  if (R.chance(50))
    O.MaxTable = 0;
  return {"interpolating:any", [O] { return createStsCegar(O); }, nullptr};
}

/// Without tables of small systems, as random ones are.
static TestedEngine withoutTable(std::string Name,
                                 StsCegarOptions::Algorithm Use) {
  StsCegarOptions O;
  O.Use = Use;
  O.MaxTable = 0;
  return {std::move(Name), [O] { return createStsCegar(O); }, nullptr};
}

/// What a campaign wants to try beside or instead of the defaults.
static std::vector<TestedEngine> configurations() {
  using Method = BmcOptions::Method;
  using Paths = TsInvariant::Paths;
  using Project = EufOptions::Projection;
  using Generalize = EufOptions::Generalization;
  return {
      bmc("bmc", Method::Bounded, Paths::Simple),
      bmc("kind", Method::KInduction, Paths::Simple),
      bmc("kind-any", Method::KInduction, Paths::Any),
      onLocations("euf", {}),
      onLocations("euf-keep", {.OfControl = EufOptions::Control::Keep}),
      onLocations("euf-locations-partition", {.Project = Project::Partition}),
      onLocations("euf-uninterpreted",
                  {.Operators = EufOptions::Interpret::Never,
                   .Learn = EufOptions::Facts::None}),
      onLocations("euf-naa", {.OfArrays = EufOptions::Arrays::Interpreted}),
      onLocations("ic3ia", implicitPredicates()),
      onLocations("euf-expansion",
                  {.Refine = EufOptions::Refinement::Expansion}),
      euf("euf-ts", Project::Substitution, Generalize::DropLiterals),
      euf("euf-core", Project::Substitution, Generalize::CoreOnly),
      euf("euf-partition", Project::Partition, Generalize::DropLiterals),
      euf("euf-partition-core", Project::Partition, Generalize::CoreOnly),
      onBoth("cegar:portfolio", [] { return createCegarSchedule(); }),
      cegar("PRED_CART"),
      cegar("PRED_CART+refinement=BW_BIN_ITP+encoding=small"),
      cegar("PRED_CART+refinement=FW_BIN_ITP+search=DFS+predsplit=CONJUNCTS"),
      cegar("PRED_CART+refinement=UNSAT_CORE+predsplit=ATOMS+search=ERR"),
      cegar("PRED_BOOL+refinement=MIN_PRUNE+encoding=straight"),
      cegar("PRED_BOOL+refinement=MULTI_SEQ+predsplit=ATOMS+precision=GLOBAL"),
      cegar("PRED_SPLIT+refinement=MAX_PRUNE+search=ERR_DFS+initprec=ASSERT"),
      cegar("PRED_SPLIT+refinement=MULTI_SEQ+maxcex=2+search=DFS_ERR"),
      cegar("EXPL"),
      cegar("EXPL+maxenum=1*+encoding=small"),
      cegar("EXPL+maxenum=0+precision=GLOBAL+search=ERR"),
      cegar("EXPL+maxenum=2+refinement=UNSAT_CORE+precision=LOCAL"),
      cegar("EXPL+maxenum=5+refinement=MULTI_SEQ+encoding=straight"),
      cegar("PROD+maxenum=3"),
      cegar("PROD+control=EXPLICIT+initprec=CONDITIONS+encoding=small"),
      {.Name = "cegar:any", .OfSeed = anyCegar},
      {.Name = "interpolating:any", .OfSeed = anyInterpolating},
      withoutTable("clustered-asked", StsCegarOptions::Algorithm::Clustered),
      withoutTable("visibility-asked", StsCegarOptions::Algorithm::Visibility),
      {"run", nullptr, [] { return createRun({.MaxSeconds = 0.2}); }},
      {"simulate", nullptr, [] { return createSimulate({.MaxSeconds = 0.2}); }},
  };
}

const std::vector<TestedEngine> &sooth::test::testedEngines() {
  static const std::vector<TestedEngine> Engines = [] {
    std::vector<TestedEngine> All = configurations();
    for (const EngineInfo &E : allEngines())
      if (llvm::none_of(
              All, [&](const TestedEngine &T) { return T.Name == E.Name; }))
        All.push_back(asUsersGetIt(E));
    return All;
  }();
  return Engines;
}

static bool succeeds(llvm::Error E) {
  bool Success = !E;
  llvm::consumeError(std::move(E));
  return Success;
}

std::vector<TestedEngine> sooth::test::findEngines(llvm::StringRef List,
                                                   std::string &Unknown) {
  if (List == "all")
    return testedEngines();
  std::vector<TestedEngine> Found;
  llvm::SmallVector<llvm::StringRef, 8> Names;
  List.split(Names, ',');
  for (llvm::StringRef Name : Names) {
    const bool WithFacts = Name.consume_front("facts:");
    if (Name == "cegar") { // all of them
      for (const TestedEngine &E : testedEngines())
        if (llvm::StringRef(E.Name).starts_with("cegar:"))
          Found.push_back(E);
      continue;
    }
    auto It = llvm::find_if(
        testedEngines(), [&](const TestedEngine &E) { return E.Name == Name; });
    CegarOptions O;
    if (It != testedEngines().end()) {
      Found.push_back(*It);
    } else if (llvm::StringRef Choices = Name;
               Choices.consume_front("cegar:") && succeeds(parse(Choices, O))) {
      Found.push_back(cegar(Choices));
    } else {
      Unknown = Name.str();
      return {};
    }
    if (WithFacts) {
      Found.back().Name = "facts:" + Found.back().Name;
      Found.back().WithFacts = true;
    }
  }
  return Found;
}
