//===- EngineInfo.h - What is known of an engine ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each folder of lib/Engine describes its engines to users and to the driver.
// docs/Contributing.md tells how to add one.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_ENGINEINFO_H
#define SOOTH_ENGINE_ENGINEINFO_H

#include "sooth/Engine/Engine.h"
#include "sooth/Support/OptionTable.h"
#include "sooth/Transform/Cfa/BackTranslation.h"

#include <functional>
#include <memory>

namespace sooth {

/// What holds on all runs, and every edge preserves: at each location of a
/// program in blocks, and in the states of the system that is made from it.
struct KnownFacts {
  /// Must outlive this.
  const TransformedCfa &Blocks;
  CfaInvariant AtLocations;
  Expr InStates;
};

/// What engines are asked: whether P can be violated in System or, which is
/// the same, whether Program can reach an error.
struct Question {
  const TransitionSystem &System;
  const Property &P;
  /// Null if there is only the system.
  const Cfa *Program = nullptr;
  /// Finds facts about both, in the time that is given, or none. Null
  /// if nobody looks for any.
  std::function<std::optional<KnownFacts>(const Budget &)> FindFacts = nullptr;
};

/// Makes an engine, with the values that its options have been given.
class EngineFactory {
public:
  virtual ~EngineFactory() = default;
  /// For any system. Never null.
  virtual std::unique_ptr<TsEngine> create() const = 0;
  /// For programs; null if the engine takes them as systems.
  virtual std::unique_ptr<CfaEngine> createOnCfa() const { return nullptr; }
  /// Requires that the engine has the option \p Name. Fails, with a sentence
  /// for the user, if that does not have this value.
  virtual llvm::Error set(llvm::StringRef Name, llvm::StringRef Value);
};

/// An engine as a user knows it.
struct EngineInfo {
  llvm::StringRef Name;
  llvm::StringRef Help;
  /// Whether it works if no engine is asked for by name.
  enum class Use { ByDefault, IfAskedFor } When;
  /// With the default values of its options.
  std::unique_ptr<EngineFactory> (*Configure)();
  /// Not null for an engine that is by default left out for some questions:
  /// whether it may help with this one. That it has no answer then says
  /// nothing.
  bool (*Suits)(const Question &) = nullptr;
  /// Null if it has none.
  llvm::ArrayRef<OptionInfo> (*Options)() = nullptr;

  /// AtOnce: it is first given some milliseconds in the process that asks, if
  /// the question is small, before any engine gets a process of its own.
  enum class Attempt { Later, AtOnce } First = Attempt::Later;
  /// Whether facts that another engine has found may be assumed in what it is
  /// asked.
  enum class Facts { Ignored, Used } Known = Facts::Ignored;
  /// Not null for an engine that is made for some questions: whether this is
  /// one of them, so that engines which are there for all leave the processor
  /// to it.
  bool (*IsMadeFor)(const Question &) = nullptr;

  bool hasOption(llvm::StringRef Name) const;
};

/// For engines without options. \p CreateOnCfa may be null.
std::unique_ptr<EngineFactory>
makeFactory(std::function<std::unique_ptr<TsEngine>()> Create,
            std::function<std::unique_ptr<CfaEngine>()> CreateOnCfa = nullptr);

/// The same for an engine that is only for programs: of a system it says that
/// it does not know.
std::unique_ptr<EngineFactory>
makeFactoryForPrograms(llvm::StringRef Name,
                       std::function<std::unique_ptr<CfaEngine>()> CreateOnCfa);

} // namespace sooth

#endif
