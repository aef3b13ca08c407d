//===- CheckedValues.cpp - Checks that hold by the values there are -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedValues.h"

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace sooth;

llvm::Expected<ValuesOfProgram>
sooth::valuesOfProgram(const llvm::Module &Program, PrepareOptions How,
                       const Budget &B) {
  How.Calls = PrepareOptions::Calls::Keep;
  How.Slice = PrepareOptions::Slice::Off;
  How.Inputs = PrepareOptions::Inputs::All;
  How.CallsBack = PrepareOptions::Callbacks::Allowed;
  How.Loops = PrepareOptions::Loops::AsWritten;
  How.Transfers = PrepareOptions::Transfers::AsWritten;
  How.followCalls();
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(Program);
  if (llvm::Error E = prepareModule(*Copy, How))
    return std::move(E);
  ValueAnalysisOptions Options;
  const std::optional<int64_t> AtFirst = B.remainingMs();
  Options.TimeLeft = [&] {
    if (B.exhausted())
      return 0.0;
    return AtFirst ? double(*B.remainingMs()) / double(*AtFirst) : 1.0;
  };
  auto Values = analyzeValues(*Copy->getFunction(How.Entry), Options);
  if (Values)
    addEvidentChecks(Program, How.Memory, Values->Checks);
  return Values;
}
