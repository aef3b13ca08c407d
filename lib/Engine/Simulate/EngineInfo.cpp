//===- EngineInfo.cpp - What users know of this engine ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/EngineInfo.h"
#include "sooth/Engine/Simulate/Simulate.h"

using namespace sooth;

static const EngineInfo Engines[] = {
    {"simulate", "runs with inputs taken at random: finds violations",
     EngineInfo::Use::IfAskedFor,
     [] {
       return makeFactoryForPrograms("simulate",
                                     [] { return createSimulate(); });
     }},
};

namespace sooth {
llvm::ArrayRef<EngineInfo> enginesOfSimulate() { return Engines; }
} // namespace sooth
