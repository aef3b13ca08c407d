//===- TestedEngines.h - Engines by name ----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_DIFFERENTIAL_TESTEDENGINES_H
#define SOOTH_TEST_DIFFERENTIAL_TESTEDENGINES_H

#include "sooth/Engine/Engine.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sooth::test {

/// An engine with one choice of its options.
struct TestedEngine {
  std::string Name;
  /// At least one of the two. On automata the latter is used if there is one.
  std::function<std::unique_ptr<TsEngine>()> Create = nullptr;
  std::function<std::unique_ptr<CfaEngine>()> CreateOnCfa = nullptr;
  /// Or instead of both: another engine for each seed.
  std::function<TestedEngine(uint64_t Seed)> OfSeed = nullptr;
  /// On automata: with what engine abstract finds.
  bool WithFacts = false;
};

/// Every engine with every option: "bmc", "kind", "kind-any", "euf", ….
const std::vector<TestedEngine> &testedEngines();

/// Those of a comma-separated list, "all" for all of them; nothing if a name
/// is unknown, which \p Unknown then receives. "cegar" stands for all of
/// CEGAR's, "cegar:DOMAIN+OPTION=VALUE+…" for any configuration, and
/// "cegar:any" for one that the seed chooses. "facts:NAME" is the engine NAME
/// with facts.
std::vector<TestedEngine> findEngines(llvm::StringRef List,
                                      std::string &Unknown);

} // namespace sooth::test

#endif
