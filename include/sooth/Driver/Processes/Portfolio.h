//===- Portfolio.h - Several engines side by side -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each engine works in a process of its own, forked from this one, so that it
// can be stopped at any moment, may crash, and has a memory limit of its own.
// The first answer that its receiver confirms wins; the others are stopped. So
// are those who are still looking at evidence, which happens in processes, too.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_PORTFOLIO_H
#define SOOTH_DRIVER_PORTFOLIO_H

#include "sooth/Engine/Engines.h"

namespace sooth {

/// What goes wrong in place of an answer, for tests: two engines contradict
/// each other, Check refutes all evidence, or this process ends.
enum class InjectedFault { None, Contradiction, Evidence, End };

struct PortfolioOptions {
  std::vector<EngineChoice> Engines;
  /// For this process and the engines together; 0 means no limit.
  uint64_t MemoryMB = 0;
  /// What each engine may have of its own if there is no such limit; 0 means
  /// anything.
  uint64_t MostMBOfEach = 0;
  /// Whether engines that use facts are given those that engine abstract finds
  /// in a short time.
  enum class Facts { None, Found } Given = Facts::None;
  InjectedFault Injected = InjectedFault::None;
  /// Told what the engines do; may be null.
  Progress *Listener = nullptr;
};

struct PortfolioAnswer {
  AnyResult Result;
  /// The engine that found it; empty if unknown.
  std::string Engine;
  Statistics Figures;
  /// What an engine drew last, if any was asked to.
  std::string Picture;
  /// What went wrong on the way without changing the result.
  std::vector<std::string> Notes;
  /// If unknown: no run of so many steps of the transition system violates
  /// anything.
  std::optional<unsigned> SafeSteps = std::nullopt;
  /// What it took to look at evidence, added up.
  double CheckSeconds = 0;
};

/// What the receiver says to a conclusive answer: nothing if the evidence is
/// good, otherwise why not. Kind::Internal means that the evidence is wrong
/// and stops everything; other kinds let the other engines go on. Small
/// evidence is shown in this process, with a small budget, and if that is used
/// up, like all other evidence, in a process of its own, where it may take as
/// long as there is time: what is changed there is not changed here.
using Confirmation = llvm::function_ref<std::optional<UnknownReason>(
    const AnyResult &, const Budget &)>;

/// Asks the engines that answer easy questions at once, and then all of them,
/// each in a process of its own. Engines see the deadline of \p B; those that
/// overstep it are killed after their grace (WorkerPool). Unknown if no engine
/// has an answer that \p Confirm accepts. If two engines have contradicting
/// answers at hand, the result is Unknown{Internal}. Leaves no process behind.
/// Requires that no other thread is inside a solver of this process.
PortfolioAnswer runPortfolio(const Question &Q, const Budget &B,
                             const PortfolioOptions &Options,
                             Confirmation Confirm);

/// \p Found, a conclusive answer to \p Q that \p Engine has given at another
/// time, if \p Confirm accepts it now, within \p B; else as runPortfolio().
PortfolioAnswer confirmEarlier(const Question &Q, const Budget &B,
                               const PortfolioOptions &Options,
                               Confirmation Confirm, llvm::StringRef Engine,
                               AnyResult Found);

} // namespace sooth

#endif
