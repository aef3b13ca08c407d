//===- TestedEngines.cpp - Engines by name --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestedEngines.h"

#include "sooth/Engine/Bmc/Bmc.h"
#include "sooth/Engine/Euf/Euf.h"

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
  return {std::move(Name), [O] { return createEuf(O); },
          [O] { return createEufOnLocations(O); }};
}

const std::vector<TestedEngine> &sooth::test::testedEngines() {
  using Method = BmcOptions::Method;
  using Paths = TsInvariant::Paths;
  using Project = EufOptions::Projection;
  using Generalize = EufOptions::Generalization;
  static const std::vector<TestedEngine> Engines = {
      bmc("bmc", Method::Bounded, Paths::Simple),
      bmc("kind", Method::KInduction, Paths::Simple),
      bmc("kind-any", Method::KInduction, Paths::Any),
      onLocations("euf", {}),
      onLocations("euf-keep", {.OfControl = EufOptions::Control::Keep}),
      onLocations("euf-locations-partition", {.Project = Project::Partition}),
      onLocations("ic3ia", implicitPredicates()),
      onLocations("euf-expansion",
                  {.Refine = EufOptions::Refinement::Expansion}),
      euf("euf-ts", Project::Substitution, Generalize::DropLiterals),
      euf("euf-core", Project::Substitution, Generalize::CoreOnly),
      euf("euf-partition", Project::Partition, Generalize::DropLiterals),
      euf("euf-partition-core", Project::Partition, Generalize::CoreOnly),
  };
  return Engines;
}

std::vector<TestedEngine> sooth::test::findEngines(llvm::StringRef List,
                                                   std::string &Unknown) {
  if (List == "all")
    return testedEngines();
  std::vector<TestedEngine> Found;
  llvm::SmallVector<llvm::StringRef, 8> Names;
  List.split(Names, ',');
  for (llvm::StringRef Name : Names) {
    auto It = llvm::find_if(
        testedEngines(), [&](const TestedEngine &E) { return E.Name == Name; });
    if (It == testedEngines().end()) {
      Unknown = Name.str();
      return {};
    }
    Found.push_back(*It);
  }
  return Found;
}
