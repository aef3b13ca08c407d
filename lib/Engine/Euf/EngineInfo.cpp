//===- EngineInfo.cpp - What users know of this engine ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/EngineInfo.h"
#include "sooth/Engine/Euf/Euf.h"

using namespace sooth;
using Use = EngineInfo::Use;

namespace {
class EufFactory : public EngineFactory {
public:
  std::unique_ptr<TsEngine> create() const override {
    return createEufUnfolding(O);
  }
  std::unique_ptr<CfaEngine> createOnCfa() const override {
    return createEufOnLocations(O);
  }
  llvm::Error set(llvm::StringRef Name, llvm::StringRef Value) override {
    return eufOptions().set(O, Name, Value);
  }

protected:
  EufOptions O;
};

class EufOnSystemFactory final : public EufFactory {
public:
  std::unique_ptr<TsEngine> create() const override { return createEuf(O); }
  std::unique_ptr<CfaEngine> createOnCfa() const override { return nullptr; }
};
} // namespace

static llvm::ArrayRef<OptionInfo> options() { return eufOptions().infos(); }

static const EngineInfo Engines[] = {
    {"euf", "IC3 over abstraction to uninterpreted functions", Use::ByDefault,
     []() -> std::unique_ptr<EngineFactory> {
       return std::make_unique<EufFactory>();
     },
     nullptr, options, EngineInfo::Attempt::Later, EngineInfo::Facts::Used},
    {"euf-ts", "the same on one transition relation of the whole program",
     Use::IfAskedFor,
     []() -> std::unique_ptr<EngineFactory> {
       return std::make_unique<EufOnSystemFactory>();
     },
     nullptr, options, EngineInfo::Attempt::Later, EngineInfo::Facts::Used},
    {"ic3ia", "IC3 over implicit predicate abstraction", Use::IfAskedFor,
     [] {
       return makeFactory(
           [] { return createEufUnfolding(implicitPredicates()); },
           [] { return createEufOnLocations(implicitPredicates()); });
     },
     nullptr, nullptr, EngineInfo::Attempt::Later, EngineInfo::Facts::Used},
};

namespace sooth {
llvm::ArrayRef<EngineInfo> enginesOfEuf() { return Engines; }
} // namespace sooth
