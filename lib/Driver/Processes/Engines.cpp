//===- Engines.cpp - The engines by name ----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Processes/Portfolio.h"
#include "sooth/Engine/Bmc/Bmc.h"
#include "sooth/Engine/Cegar/Cegar.h"
#include "sooth/Engine/Cells/Cells.h"
#include "sooth/Engine/Euf/Euf.h"
#include "sooth/Engine/Explicit/Explicit.h"
#include "sooth/Engine/ProgramsOnly.h"
#include "sooth/Engine/Simulate/Simulate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace sooth;

static std::unique_ptr<TsEngine> bounded() {
  BmcOptions O;
  O.Use = BmcOptions::Method::Bounded;
  return createBmc(O);
}

static const EngineChoice Engines[] = {
    {"kind", "bounded model checking and k-induction",
     [] { return createBmc(); }},
    {"euf", "IC3 over abstraction to uninterpreted functions",
     [] { return createEufUnfolding(); },
     [] { return createEufOnLocations(); }},
    {"euf-ts", "the same on one transition relation of the whole program",
     [] { return createEuf(); }},
    {"ic3ia", "IC3 over implicit predicate abstraction",
     [] { return createEuf(implicitPredicates()); },
     [] { return createEufOnLocations(implicitPredicates()); }},
    {"cegar",
     "abstraction refinement on the control flow, with values and predicates",
     [] { return createCegarOnSystem(createCegarPortfolio()); },
     [] { return createCegarPortfolio(); }},
    {"cells",
     "facts about all cells of arrays, guessed and kept if they hold together",
     [] { return std::make_unique<ProgramsOnly>("cells"); },
     [] { return createCells(); },
     [](const Question &Q) { return Q.Program && cellsMayHelp(*Q.Program); }},
    {"explicit", "runs with known values, one by one: proves",
     [] { return std::make_unique<ProgramsOnly>("explicit"); },
     [] { return createExplicit(); },
     [](const Question &Q) { return Q.Program != nullptr; }},
    {"simulate", "runs with inputs taken at random: finds violations",
     [] { return std::make_unique<ProgramsOnly>("simulate"); },
     [] { return createSimulate(); },
     [](const Question &Q) {
       return Q.Program && simulationMayHelp(*Q.Program);
     }},
    {"bmc", "bounded model checking: finds violations, proves next to nothing",
     bounded},
};

llvm::ArrayRef<EngineChoice> sooth::allEngines() { return Engines; }

llvm::Expected<std::vector<EngineChoice>>
sooth::chooseEngines(llvm::StringRef Names) {
  const bool ByDefault = Names.empty();
  if (ByDefault)
    Names = "kind,euf,cegar,cells,explicit,simulate";
  std::vector<EngineChoice> Chosen;
  llvm::SmallVector<llvm::StringRef, 4> Items;
  Names.split(Items, ',');
  for (llvm::StringRef Name : Items) {
    auto *Found = llvm::find_if(
        Engines, [&](const EngineChoice &E) { return E.Name == Name; });
    if (Found == std::end(Engines))
      return llvm::createStringError(
          "there is no engine '" + Name + "'; there are " +
          llvm::join(llvm::map_range(
                         Engines, [](const EngineChoice &E) { return E.Name; }),
                     ", "));
    bool IsNew = llvm::none_of(
        Chosen, [&](const EngineChoice &E) { return E.Name == Name; });
    if (!IsNew)
      continue;
    Chosen.push_back(*Found);
    if (!ByDefault)
      Chosen.back().Suits = nullptr;
  }
  return Chosen;
}
