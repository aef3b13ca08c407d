//===- EngineInfo.cpp - What users know of this engine ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Cells/Cells.h"
#include "sooth/Engine/EngineInfo.h"

using namespace sooth;

/// Others leave the processor to it there: what helps, helps soon, and then it
/// gives way itself.
static bool suits(const Question &Q) {
  return Q.Program && cellsMayHelp(*Q.Program);
}

static const EngineInfo Engines[] = {
    {"cells",
     "facts about all cells of arrays, guessed and kept if they hold together",
     EngineInfo::Use::ByDefault,
     [] {
       return makeFactoryForPrograms("cells", [] { return createCells(); });
     },
     suits, /*Options=*/nullptr, EngineInfo::Attempt::Later,
     EngineInfo::Facts::Ignored, /*IsMadeFor=*/suits},
};

namespace sooth {
llvm::ArrayRef<EngineInfo> enginesOfCells() { return Engines; }
} // namespace sooth
