//===- EngineInfo.cpp - What is known of an engine ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/EngineInfo.h"

using namespace sooth;

llvm::Error EngineFactory::set(llvm::StringRef Name, llvm::StringRef Value) {
  llvm_unreachable("an engine without options");
}

bool EngineInfo::hasOption(llvm::StringRef Option) const {
  return Options && llvm::any_of(Options(), [&](const OptionInfo &O) {
           return O.Name == Option;
         });
}

namespace {
class PlainFactory final : public EngineFactory {
public:
  PlainFactory(std::function<std::unique_ptr<TsEngine>()> Create,
               std::function<std::unique_ptr<CfaEngine>()> CreateOnCfa)
      : Create(std::move(Create)), OnCfa(std::move(CreateOnCfa)) {}
  std::unique_ptr<TsEngine> create() const override { return Create(); }
  std::unique_ptr<CfaEngine> createOnCfa() const override {
    return OnCfa ? OnCfa() : nullptr;
  }

private:
  std::function<std::unique_ptr<TsEngine>()> Create;
  std::function<std::unique_ptr<CfaEngine>()> OnCfa;
};

/// Says of every system that the engine of this name is for programs.
class ProgramsOnly final : public TsEngine {
public:
  explicit ProgramsOnly(llvm::StringRef Name) : Name(Name) {}
  llvm::StringRef name() const override { return Name; }
  void report(Statistics &) const override {}
  TsResult check(const TransitionSystem &, const Property &,
                 const Budget &) override {
    return TsResult::unknown(UnknownReason::Kind::NoProgress,
                             Cause::Kind::OnlyForPrograms);
  }

private:
  std::string Name;
};
} // namespace

std::unique_ptr<EngineFactory>
sooth::makeFactory(std::function<std::unique_ptr<TsEngine>()> Create,
                   std::function<std::unique_ptr<CfaEngine>()> CreateOnCfa) {
  return std::make_unique<PlainFactory>(std::move(Create),
                                        std::move(CreateOnCfa));
}

std::unique_ptr<EngineFactory> sooth::makeFactoryForPrograms(
    llvm::StringRef Name,
    std::function<std::unique_ptr<CfaEngine>()> CreateOnCfa) {
  return makeFactory([Name] { return std::make_unique<ProgramsOnly>(Name); },
                     std::move(CreateOnCfa));
}
