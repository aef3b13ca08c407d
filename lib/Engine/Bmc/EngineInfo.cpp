//===- EngineInfo.cpp - What users know of this engine ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Bmc/Bmc.h"
#include "sooth/Engine/EngineInfo.h"

using namespace sooth;
using Use = EngineInfo::Use;

static const EngineInfo Engines[] = {
    {"kind", "bounded model checking and k-induction", Use::ByDefault,
     [] { return makeFactory([] { return createBmc(); }); },
     /*Suits=*/nullptr, /*Options=*/nullptr, EngineInfo::Attempt::AtOnce,
     EngineInfo::Facts::Used},
    {"bmc", "bounded model checking: finds violations, proves next to nothing",
     Use::IfAskedFor,
     [] {
       return makeFactory(
           [] { return createBmc({.Use = BmcOptions::Method::Bounded}); });
     }},
};

namespace sooth {
llvm::ArrayRef<EngineInfo> enginesOfBmc() { return Engines; }
} // namespace sooth
