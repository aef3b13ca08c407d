//===- EngineInfo.cpp - What users know of this engine --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/EngineInfo.h"
#include "sooth/Engine/Pdr/Pdr.h"

using namespace sooth;

static bool hasArrays(const TransitionSystem &M) {
  auto IsArray = [](Expr E) { return E.sort().isArray(); };
  return llvm::any_of(M.inputs(), IsArray) ||
         llvm::any_of(M.variables(),
                      [&](const TsVariable &V) { return IsArray(V.Cur); });
}

/// Whether it is one cycle, over and over: the program of a controller.
static bool isCycle(const Cfa &C) {
  return llvm::all_of(C.edges(),
                      [&](const Edge &E) { return E.Source == C.entry(); });
}

/// Other programs are better looked at location by location.
static bool suits(const Question &Q) {
  return !hasArrays(Q.System) && (!Q.Program || isCycle(*Q.Program));
}

/// Numbers without bounds are seen through predicates, which may be of no use.
static bool isOfBits(const Question &Q) {
  auto IsNumber = [](Expr E) { return E.sort().isArith(); };
  return suits(Q) && llvm::none_of(Q.System.inputs(), IsNumber) &&
         llvm::none_of(Q.System.variables(),
                       [&](const TsVariable &V) { return IsNumber(V.Cur); });
}

static const EngineInfo Engines[] = {
    {"pdr", "IC3 on bits, with a SAT solver", EngineInfo::Use::ByDefault,
     [] { return makeFactory([] { return createPdr(); }); }, suits, nullptr,
     EngineInfo::Attempt::Later, EngineInfo::Facts::Used, isOfBits},
};

namespace sooth {
llvm::ArrayRef<EngineInfo> enginesOfPdr() { return Engines; }
} // namespace sooth
