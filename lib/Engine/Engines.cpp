//===- Engines.cpp - All engines, and choosing among them ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Engines.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using Scope = EngineSetting::Scope;

namespace sooth {
#define ENGINE_FOLDER(FOLDER) llvm::ArrayRef<EngineInfo> enginesOf##FOLDER();
#include "EngineFolders.inc"
#undef ENGINE_FOLDER
} // namespace sooth

llvm::ArrayRef<EngineInfo> sooth::allEngines() {
  static const std::vector<EngineInfo> All = [] {
    std::vector<EngineInfo> Engines;
#define ENGINE_FOLDER(FOLDER) llvm::append_range(Engines, enginesOf##FOLDER());
#include "EngineFolders.inc"
#undef ENGINE_FOLDER
    return Engines;
  }();
  return All;
}


static llvm::Expected<std::vector<const EngineInfo *>>
findByName(llvm::StringRef Names) {
  std::vector<const EngineInfo *> Found;
  llvm::SmallVector<llvm::StringRef, 4> Items;
  Names.split(Items, ',');
  for (llvm::StringRef Name : Items) {
    auto *It = llvm::find_if(
        allEngines(), [&](const EngineInfo &E) { return E.Name == Name; });
    if (It == allEngines().end())
      return llvm::createStringError(
          "there is no engine '" + Name + "'; there are " +
          llvm::join(llvm::map_range(allEngines(),
                                     [](const EngineInfo &E) { return E.Name; }),
                     ", "));
    if (!llvm::is_contained(Found, It))
      Found.push_back(It);
  }
  return Found;
}

static bool hasOwnSetting(const EngineInfo &E,
                          llvm::ArrayRef<EngineSetting> Settings) {
  return llvm::any_of(Settings, [&](const EngineSetting &S) {
    return S.Whose == Scope::Own && E.hasOption(S.Option);
  });
}

/// For each option the first engine that has it.
static std::vector<const EngineInfo *>
findByOptions(llvm::ArrayRef<EngineSetting> Settings) {
  std::vector<const EngineInfo *> Found;
  for (const EngineSetting &S : Settings) {
    auto *It = llvm::find_if(allEngines(), [&](const EngineInfo &E) {
      return hasOwnSetting(E, S);
    });
    if (It != allEngines().end() && !llvm::is_contained(Found, It))
      Found.push_back(It);
  }
  return Found;
}

/// An option of engines that are not among the chosen.
static llvm::Error notChosen(llvm::StringRef Option) {
  std::vector<llvm::StringRef> Names;
  for (const EngineInfo &E : allEngines())
    if (E.hasOption(Option))
      Names.push_back(E.Name);
  if (Names.empty())
    return llvm::createStringError("there is no option --" + Option);
  return llvm::createStringError(
      "--" + Option + " is about engine " + llvm::join(Names, " and ") +
      ", which is not among those asked for");
}

llvm::Expected<std::vector<EngineChoice>>
sooth::chooseEngines(llvm::StringRef Names,
                     llvm::ArrayRef<EngineSetting> Settings) {
  std::vector<const EngineInfo *> Asked = findByOptions(Settings);
  if (!Names.empty()) {
    auto ByName = findByName(Names);
    if (!ByName)
      return ByName.takeError();
    Asked = std::move(*ByName);
  }
  for (const EngineSetting &S : Settings)
    if (S.Whose == Scope::Own && llvm::none_of(Asked, [&](const EngineInfo *E) {
          return E->hasOption(S.Option);
        }))
      return notChosen(S.Option);
  std::vector<EngineChoice> Chosen;
  for (const EngineInfo *E : Asked) {
    std::unique_ptr<EngineFactory> Factory = E->Configure();
    bool IsConfigured = hasOwnSetting(*E, Settings);
    for (const EngineSetting &S : Settings)
      if (IsConfigured && E->hasOption(S.Option))
        if (llvm::Error Wrong = Factory->set(S.Option, S.Value))
          return std::move(Wrong);
    Chosen.push_back(
        {E->Name, std::move(Factory), nullptr, E->First, E->Known});
  }
  if (Asked.empty())
    for (const EngineInfo &E : allEngines())
      if (E.When == EngineInfo::Use::ByDefault)
        Chosen.push_back({E.Name, E.Configure(), E.Suits, E.First, E.Known,
                          E.IsMadeFor});
  return Chosen;
}
