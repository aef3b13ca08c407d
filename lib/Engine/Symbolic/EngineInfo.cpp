//===- EngineInfo.cpp - What users can choose -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/EngineInfo.h"
#include "sooth/Engine/Symbolic/Symbolic.h"

using namespace sooth;

static bool suits(const Question &Q) {
  return Q.Program && isClosed(*Q.Program);
}

static const EngineInfo Engines[] = {
    {"symbolic",
     "symbolic execution: all runs, with paths merged, as far as they go",
     EngineInfo::Use::ByDefault,
     [] {
       return makeFactoryForPrograms("symbolic",
                                     [] { return createSymbolic(); });
     },
     suits, /*Options=*/nullptr, EngineInfo::Attempt::AtOnce,
     EngineInfo::Facts::Ignored, /*IsMadeFor=*/suits},
};

namespace sooth {
llvm::ArrayRef<EngineInfo> enginesOfSymbolic() { return Engines; }
} // namespace sooth
