//===- Run.h - Compiled runs ---------------------------------- -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the automaton to machine code and runs it again and again, with
// inputs that are chosen at random at first, and then changed where they led to
// something new. A run without inputs that ends is a proof. See
// docs/EngineRun.md.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_RUN_RUN_H
#define SOOTH_ENGINE_RUN_RUN_H

#include "sooth/Engine/Engine.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <memory>

namespace sooth {

/// Of the engine that this is.
inline constexpr llvm::StringLiteral NameOfRun = "run";

struct RunOptions {
  /// Of processor time, for runs with inputs; 0 for no limit.
  double MaxSeconds = 0;
  /// Of processor time: if no run in so long has done something new, or in any
  /// case after MostEagerSeconds, other processes come first.
  double EagerSeconds = 0.5, MostEagerSeconds = 3;
  /// Of processor time: if no run in so long, and none of as many as came
  /// before, has done something new, there are no more; 0 for no limit.
  double IdleSeconds = 0;
  /// Of a run that is evidence.
  uint64_t MaxSteps = 5'000'000;
  uint64_t Seed = 1;
};

/// Whether \p C can be compiled, and in no time.
bool runsMayHelp(const Cfa &C);

/// Avoids runs that depend on over-approximated inputs. The evidence of a proof
/// is an unwinding. Lowers the priority of its process.
/// Runs \p C as the engine does, and goes on after a violation: tells a run to
/// each error that it comes to, until it has come to no other one for
/// \p IdleSeconds of processor time, or \p B is exhausted. Finds nothing if
/// \p C cannot be compiled.
void findViolations(const Cfa &C, const Budget &B, double IdleSeconds,
                    llvm::function_ref<void(CfaTrace)> Tell);

std::unique_ptr<CfaEngine> createRun(RunOptions O = {});

} // namespace sooth

#endif
