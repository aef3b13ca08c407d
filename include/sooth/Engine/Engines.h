//===- Engines.h - All engines, and choosing among them -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_ENGINES_H
#define SOOTH_ENGINE_ENGINES_H

#include "sooth/Engine/EngineInfo.h"

namespace sooth {

/// Of all folders in lib/Engine/CMakeLists.txt, in that order.
llvm::ArrayRef<EngineInfo> allEngines();

/// An engine that was chosen, with its options.
struct EngineChoice {
  llvm::StringRef Name;
  std::shared_ptr<const EngineFactory> Factory;
  /// As in EngineInfo; null for an engine that was asked for.
  bool (*Suits)(const Question &) = nullptr;
  EngineInfo::Attempt First = EngineInfo::Attempt::Later;
  EngineInfo::Facts Known = EngineInfo::Facts::Ignored;
  bool (*IsMadeFor)(const Question &) = nullptr;
};

/// A value for an option of the engines that have it.
struct EngineSetting {
  std::string Option, Value;
  /// Shared: others than engines have it, too. Then only engines that are
  /// configured by options of their own look at it.
  enum class Scope { Own, Shared } Whose = Scope::Own;
};

/// The engines with the given names, "kind,euf", whatever the question. For an
/// empty list those that have an option in \p Settings or, if there is none,
/// those that are used by default. Fails, with a sentence for the user, for an
/// unknown name, a value that an option does not have, and an option of none
/// of the engines.
llvm::Expected<std::vector<EngineChoice>>
chooseEngines(llvm::StringRef Names,
              llvm::ArrayRef<EngineSetting> Settings = {});

} // namespace sooth

#endif
