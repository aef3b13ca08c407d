//===- EngineInfo.cpp - What users know of these engines ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/EngineInfo.h"
#include "sooth/Engine/StsCegar/StsCegar.h"

using namespace sooth;
using Algorithm = StsCegarOptions::Algorithm;

namespace {
template <Algorithm Use> class Factory final : public EngineFactory {
public:
  Factory() { O.Use = Use; }
  std::unique_ptr<TsEngine> create() const override {
    return createStsCegar(O);
  }
  llvm::Error set(llvm::StringRef Name, llvm::StringRef Value) override {
    return stsCegarOptions().set(O, Name, Value);
  }

private:
  StsCegarOptions O;
};
} // namespace

template <Algorithm Use> static std::unique_ptr<EngineFactory> configure() {
  return std::make_unique<Factory<Use>>();
}

static llvm::ArrayRef<OptionInfo> all() { return stsCegarOptions().infos(); }
/// The others are about interpolants.
static llvm::ArrayRef<OptionInfo> ofEnumeration() {
  return all().take_front(2);
}

static const EngineInfo Engines[] = {
    {"clustered",
     "abstraction refinement on systems, with clusters of variables",
     EngineInfo::Use::IfAskedFor, configure<Algorithm::Clustered>, nullptr,
     ofEnumeration},
    {"visibility", "abstraction refinement on systems, with visible variables",
     EngineInfo::Use::IfAskedFor, configure<Algorithm::Visibility>, nullptr,
     ofEnumeration},
    {"interpolating",
     "abstraction refinement on systems, with predicates and tracked variables",
     EngineInfo::Use::IfAskedFor, configure<Algorithm::Interpolating>, nullptr,
     all},
};

namespace sooth {
llvm::ArrayRef<EngineInfo> enginesOfStsCegar() { return Engines; }
} // namespace sooth
