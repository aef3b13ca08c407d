//===- EngineInfo.cpp - What users know of this engine ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Cegar/Cegar.h"
#include "sooth/Engine/EngineInfo.h"

using namespace sooth;
using Picture = CegarOptions::Picture;

namespace {
/// Several configurations in turns until an option says which one to use.
class CegarFactory final : public EngineFactory {
public:
  std::unique_ptr<TsEngine> create() const override {
    return createCegarOnSystem(createOnCfa());
  }
  std::unique_ptr<CfaEngine> createOnCfa() const override {
    if (!Chosen)
      return createCegarSchedule(Draw);
    CegarOptions O = *Chosen;
    O.Draw = Draw;
    return createCegar(O);
  }
  llvm::Error set(llvm::StringRef Name, llvm::StringRef Value) override {
    if (Name == "dump-arg")
      return setPicture(Value);
    if (!Chosen)
      Chosen.emplace();
    return cegarOptions().set(*Chosen, Name, Value);
  }

private:
  llvm::Error setPicture(llvm::StringRef Path) {
    Draw = Path.ends_with(".dot")    ? Picture::Dot
           : Path.ends_with(".html") ? Picture::Html
                                     : Picture::None;
    if (Draw != Picture::None)
      return llvm::Error::success();
    return llvm::createStringError(
        "--dump-arg takes a file that ends in .dot or .html, not '" + Path +
        "'");
  }

  std::optional<CegarOptions> Chosen;
  Picture Draw = Picture::None;
};
} // namespace

static llvm::ArrayRef<OptionInfo> options() {
  static const std::vector<OptionInfo> All = [] {
    std::vector<OptionInfo> Options = cegarOptions().infos().vec();
    Options.push_back({"dump-arg", "FILE",
                       "Write the last abstract reachability graph; FILE ends "
                       "in .dot or .html",
                       {}});
    return Options;
  }();
  return All;
}

static const EngineInfo Engines[] = {
    {"cegar",
     "abstraction refinement on the control flow, with values and predicates",
     EngineInfo::Use::ByDefault,
     []() -> std::unique_ptr<EngineFactory> {
       return std::make_unique<CegarFactory>();
     },
     nullptr, options, EngineInfo::Attempt::Later, EngineInfo::Facts::Used},
};

namespace sooth {
llvm::ArrayRef<EngineInfo> enginesOfCegar() { return Engines; }
} // namespace sooth
