//===- EngineInfo.cpp - What users can choose -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/EngineInfo.h"
#include "sooth/Engine/Run/Run.h"

using namespace sooth;

static const EngineInfo Engines[] = {
    {NameOfRun,
     "compiled runs, with inputs that are changed where they lead to something "
     "new",
     EngineInfo::Use::ByDefault,
     [] {
       return makeFactoryForPrograms(NameOfRun, [] { return createRun(); });
     },
     [](const Question &Q) { return Q.Program && runsMayHelp(*Q.Program); }},
};

namespace sooth {
llvm::ArrayRef<EngineInfo> enginesOfRun() { return Engines; }
} // namespace sooth
