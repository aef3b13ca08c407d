//===- EngineInfo.cpp - What users know of this engine ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/EngineInfo.h"
#include "sooth/Engine/Explicit/Explicit.h"

using namespace sooth;

static const EngineInfo Engines[] = {
    {"explicit", "runs with known values, one by one: proves",
     EngineInfo::Use::ByDefault,
     [] {
       return makeFactoryForPrograms("explicit",
                                     [] { return createExplicit(); });
     },
     [](const Question &Q) { return Q.Program != nullptr; }},
};

namespace sooth {
llvm::ArrayRef<EngineInfo> enginesOfExplicit() { return Engines; }
} // namespace sooth
