//===- EngineInfo.cpp - What users know of this engine --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Abstract/Abstract.h"
#include "sooth/Engine/EngineInfo.h"

using namespace sooth;

static const EngineInfo Engines[] = {
    {"abstract",
     "abstract interpretation with linear equalities, ranges and orders: "
     "proves",
     EngineInfo::Use::ByDefault,
     [] {
       return makeFactoryForPrograms("abstract",
                                     [] { return createAbstract(); });
     },
     [](const Question &Q) { return Q.Program != nullptr; }},
};

namespace sooth {
llvm::ArrayRef<EngineInfo> enginesOfAbstract() { return Engines; }
} // namespace sooth
